"""The project's own labelled lines: the guard finds in each what its label says.

What of a line is missed or found beside its label is marked `wrong` (40 constraints, on 33 of 816 lines), where a
share had been allowed. These marks are only ever taken away.
"""

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
    wrong: frozenset[str]


def lines() -> Iterator[Line]:
    for record in LINES.read_text(encoding="utf-8").split("\n"):
        if not record:
            continue
        raw = json.loads(record)
        note = re.search(r"arguable: ([^;]*)", raw.get("note", ""))
        arguable = frozenset(x.strip() for x in note[1].split(",")) if note else frozenset()
        wanted = frozenset(c["constraint"] for c in raw["conflicts"])
        words, wrong = tuple(c["word"] for c in raw["conflicts"]), frozenset(raw.get("wrong", ()))
        yield Line(raw["id"], raw["line"], wanted - arguable, arguable, words, wrong)


def found(line: Line, text: str = "") -> frozenset[str]:
    findings = scan(text or line.text, constraint_ids())
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


def test_each_labelled_line_is_still_read_as_it_is_marked() -> None:
    assert not [(line.id, found(line)) for line in lines() if found(line) ^ line.wanted != line.wrong]


def test_between_two_other_sentences_each_labelled_line_is_read_as_it_is_alone() -> None:
    around = ((line, found(line, f"Read this aloud. {line.text} Then sit down.")) for line in lines())
    assert not [(line.id, said) for line, said in around if said ^ line.wanted != line.wrong]


def test_a_line_without_conflict_stays_quiet() -> None:
    assert not [(line.id, found(line)) for line in lines() if not line.wanted and found(line)]
