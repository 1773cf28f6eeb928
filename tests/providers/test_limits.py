from tailor.config import Deadlines
from tailor.providers.http_client import TAIL, CallDeadlines


def test_only_content_moves_the_clock_and_the_total_never_moves() -> None:
    clock = CallDeadlines(Deadlines(first=10, idle=5, total=12), now=100)
    clock.attempt(100)
    assert clock.next() == (110, "first_deadline")
    clock.content(104)
    assert clock.next() == (109, "idle_deadline")
    clock.content(108)
    assert clock.next() == (112, "total_deadline")
    assert clock.left(109) == 3


def test_a_tail_does_not_grow() -> None:
    clock = CallDeadlines(Deadlines(), now=0)
    clock.attempt(0)
    clock.whole(10)
    clock.content(11)
    clock.whole(11)
    assert clock.next() == (10 + TAIL, "idle_deadline")
