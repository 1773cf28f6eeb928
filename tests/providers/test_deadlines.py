import pytest

from tailor.core.errors import UsageError
from tailor.providers.deadlines import TAIL, Clock, Deadlines


def test_deadlines_are_read_from_a_line() -> None:
    assert Deadlines.parse("connect=1, first=2.5 ,idle=3,total=4") == Deadlines(1, 2.5, 3, 4)


@pytest.mark.parametrize("text", ["", "  ", ","])
def test_what_is_not_named_keeps_its_default(text: str) -> None:
    assert Deadlines.parse(text) == Deadlines(connect=5, first=60, idle=30, total=180)
    assert Deadlines.parse(text + "first=7" if text != "," else "first=7,").first == 7


@pytest.mark.parametrize(
    "text",
    [
        "first",
        "first=",
        "first=-1",
        "first=0",
        "first=nan",
        "first=inf",
        "last=3",
        "first=1,first=2",
        "60",
        "first=1s",
    ],
)
def test_nonsense_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="connect=5,first=60,idle=30,total=180"):
        Deadlines.parse(text)


def test_only_content_moves_the_clock_and_the_total_never_moves() -> None:
    clock = Clock(Deadlines(first=10, idle=5, total=12), now=100)
    clock.attempt(100)
    assert clock.next() == (110, "first_deadline")
    clock.content(104)
    assert clock.next() == (109, "idle_deadline")
    clock.content(108)
    assert clock.next() == (112, "total_deadline")
    assert clock.left(109) == 3


def test_a_tail_does_not_grow() -> None:
    clock = Clock(Deadlines(), now=0)
    clock.attempt(0)
    clock.whole(10)
    clock.content(11)
    clock.whole(11)
    assert clock.next() == (10 + TAIL, "idle_deadline")
