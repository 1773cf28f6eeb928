"""The project's own labelled lines: how much the guard finds and how often it is right."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tailor.core.guard import constraint_ids, scan

LINES = Path(__file__).parent / "lines.jsonl"


@dataclass(frozen=True, slots=True)
class Line:
    """A step, the constraints it conflicts with, and those on which people may differ."""

    id: str
    text: str
    wanted: frozenset[str]
    arguable: frozenset[str]
    words: tuple[str, ...]


def lines() -> Iterator[Line]:
    for record in LINES.read_text(encoding="utf-8").split("\n"):
        if not record:
            continue
        raw = json.loads(record)
        note = re.search(r"arguable: ([^;]*)", raw.get("note", ""))
        arguable = frozenset(x.strip() for x in note[1].split(",")) if note else frozenset()
        wanted = frozenset(c["constraint"] for c in raw["conflicts"])
        yield Line(raw["id"], raw["line"], wanted - arguable, arguable, tuple(c["word"] for c in raw["conflicts"]))


def found(line: Line) -> frozenset[str]:
    findings = scan(line.text, constraint_ids())
    return frozenset(f.constraint for f in findings if f.kind != "not_assessed") - line.arguable


def test_the_own_lines_are_many_and_name_only_known_constraints() -> None:
    every = list(lines())
    assert len(every) >= 220
    assert len({line.text for line in every}) == len(every)
    for line in every:
        assert line.wanted | line.arguable <= set(constraint_ids()), line.id
        assert all(word in line.text for word in line.words), line.id


def test_the_own_lines_cover_every_constraint() -> None:
    assert frozenset().union(*(line.wanted for line in lines())) == frozenset(constraint_ids())


def test_nearly_everything_labelled_is_found_and_nearly_everything_found_is_right() -> None:
    hit = missed = extra = 0
    for line in lines():
        said = found(line)
        hit += len(said & line.wanted)
        missed += len(line.wanted - said)
        extra += len(said - line.wanted)
    assert hit / (hit + missed) >= 0.97
    assert hit / (hit + extra) >= 0.95


def test_a_line_without_conflict_stays_quiet() -> None:
    assert not [(line.id, found(line)) for line in lines() if not line.wanted and found(line)]
