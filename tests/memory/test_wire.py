"""Every message goes over the wire and comes back equal."""

import pytest

from memory import messages as m
from memory import messages as wire

KEPT = m.MemoryRow(id="a'b", goal="Ü\u2028", resources=("x",), steps=("1", "2\n"), tags=())
FOUND = m.MemoryHit(
    id="a", goal="g", score=0.5, distance=0.25, resources=(), steps=("s",), domain="d", source="", step=1
)
REQUESTS: list[m.Request] = [
    m.Open(settings=m.MemorySettings(uri="/tmp/x", key="secret")),
    m.Search(query="q\n\x00", k=3, mode="steps"),
    m.Nearest(query="", k=1),
    m.Pick(k=3, seed=7),
    m.Add(rows=(KEPT, KEPT)),
    m.Delete(ids=("a", "b")),
    m.Tag(id="a", tags=()),
    m.Get(id="a"),
    m.Count(),
    m.Import(path="/x", domain="recipe"),
    m.Rebuild(),
    m.Optimize(),
    m.GetPage(offset=0, limit=5),
    m.Stop(number=4),
]
ANSWERS: list[m.Answer] = [
    m.Hits(found=(FOUND,)),
    m.Got(row=None),
    m.Got(row=KEPT),
    m.RequestDone(rows=3),
    m.Imported(added=1, changed=2, unchanged=3, bad=1, named=(m.BadRow(where="line 3", why="no goal"),)),
    m.Rebuilt(rows=1, from_library=1, damaged=("x",), aside="y"),
    m.Page(rows=(KEPT,), version=3),
    m.RequestProgress(what="rows", done=1, total=2),
    m.RequestFailed(kind="NotFoundError", message="no"),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
def test_a_request_comes_back_equal(request_: m.Request) -> None:
    line = wire.line_of(3, request_)
    assert line.count(b"\n") == 1
    assert wire.request_from(line) == (3, request_)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda one: type(one).__name__)
def test_an_answer_comes_back_equal(answer: m.Answer) -> None:
    assert wire.answer_from(wire.line_of(9, answer)) == (9, answer)


@pytest.mark.parametrize(
    "line", [b"{}", b"[1]", b'["1",{}]', b'[1,{"@":"Path","x":1}]', b'[1,{"@":"Get"}]', b"[1,3]", b"noise"]
)
def test_anything_else_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        wire.request_from(line)


def test_an_answer_is_no_request() -> None:
    with pytest.raises(ValueError, match="not a request"):
        wire.request_from(wire.line_of(1, m.RequestDone()))


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(m.Open(settings=m.MemorySettings(uri="/x", key="secret")))
