"""Every request and every answer of the memory crosses the wire and comes back equal."""

from typing import get_type_hints

import pytest

from memory import messages as m
from memory.service import READS, WRITES, Job, Service
from tailor.core.codec import decoded
from tailor.core.errors import ContentError, UsageError

KEPT = m.MemoryRow(id="a'b", goal="Ü\u2028", resources=("x",), steps=("1", "2\n"), tags=())
FOUND = m.MemoryHit(
    id="a", goal="g", score=0.5, distance=0.25, resources=(), steps=("s",), domain="d", source="", step=1
)
STATS = m.Stats(
    rows=3,
    embedder="e",
    dimension=4,
    wanted="e",
    library=1,
    starter=1,
    imported=1,
    by_domain=(("recipe", 2), ("", 1)),
    version=1,
    size=9,
    fragments=1,
    indexes=("text_words",),
)
ARGUMENTS: dict[str, dict[str, object]] = {
    "search": {"query": "q\n\x00", "k": 3, "mode": "steps"},
    "nearest": {"query": "", "k": 1},
    "random": {"k": 3, "seed": 7},
    "get": {"ids": ("a",)},
    "stats": {},
    "page": {"offset": 0, "limit": 5, "version": 0},
    "add": {"rows": (KEPT, KEPT)},
    "delete": {"ids": ("a", "b")},
    "tag": {"id": "a", "tags": ()},
    "set_outcome": {"id": "a", "outcome": "good"},
    "import_corpus": {"path": "/x", "domain": "recipe"},
    "rebuild": {},
    "catch_up": {},
    "optimize": {},
}
ANSWERS: list[tuple[object, object]] = [
    (tuple[m.MemoryHit, ...], (FOUND,)),
    (tuple[m.MemoryRow, ...], (KEPT,)),
    (tuple[m.MemoryRow, ...], ()),
    (int, 3),
    (m.Stats, STATS),
    (m.Imported, m.Imported(added=1, changed=2, unchanged=3, bad=1, named=(m.BadRow(where="line 3", why="no"),))),
    (m.Rebuilt, m.Rebuilt(rows=1, from_library=1, damaged=("x",), aside="y")),
    (tuple[tuple[m.MemoryRow, ...], int], ((KEPT,), 3)),
    (m.RequestProgress, m.RequestProgress(what="rows", done=1, total=2)),
    (m.RequestFailed, m.RequestFailed(kind="NotFoundError", message="no")),
    (m.MemorySettings, m.MemorySettings(uri="/tmp/x", key="secret")),
]


@pytest.mark.parametrize("name", [*READS, *WRITES])
def test_a_request_comes_back_equal(name: str) -> None:
    line = m.line_of(3, name, ARGUMENTS[name])
    assert line.count(b"\n") == 1
    number, method, body = m.message_of(line)
    hints = get_type_hints(getattr(Service, name))
    assert (number, method) == (3, name)
    assert isinstance(body, dict)
    assert {key: decoded(hints[key], value) for key, value in body.items()} == ARGUMENTS[name]


@pytest.mark.parametrize(("kind", "answer"), ANSWERS, ids=lambda one: type(one).__name__)
def test_an_answer_comes_back_equal(kind: object, answer: object) -> None:
    number, name, body = m.message_of(m.line_of(9, "answer", answer))
    assert (number, name, decoded(kind, body)) == (9, "answer", answer)


@pytest.mark.parametrize("line", [b"{}", b"[1]", b'["1","get",{}]', b'[1,{"@":"Path","x":1}]', b"[1,3]", b"noise"])
def test_anything_else_is_no_message(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        m.message_of(line)


@pytest.mark.parametrize("name", ["answer", "store", "embedder", "_make", "", "__init__"])
def test_only_requests_can_be_asked_for(name: str) -> None:
    with pytest.raises(UsageError):
        Service(m.MemorySettings(uri="/x")).answer(name, {}, Job())


def test_an_argument_of_another_type_is_refused() -> None:
    with pytest.raises(ContentError):
        Service(m.MemorySettings(uri="/x")).answer("search", {"query": 1, "k": 1}, Job())


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(m.MemorySettings(uri="/x", key="secret"))
