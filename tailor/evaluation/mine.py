"""What a person says of their own tailorings: two questions after a save, two keys ([CP] section 4).

The study says that only whoever wrote a hint can judge whether it is met; here they do. Owns these answers, their
file in the data folder and the tally. Refuses reasons and texts: an answer is yes or no, and what it is about is
named by its id in the library alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.evaluation.judgements import QUESTIONS, Question
from tailor.evaluation.layout import Cell, Measured, Table
from tailor.evaluation.lines import add_line, read_lines
from tailor.evaluation.statistics import Share

OWN_FILE: Final = "judgements.jsonl"

FEW: Final = 30
"""Answers below which the tally says that it is small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """One answer about one saved tailoring, with what made it."""

    saved: str
    """Id in the library."""
    question: Question
    yes: bool
    run: str | None = None
    strategy: str | None = None
    prompts: str | None = None
    provider: str | None = None
    model: str | None = None


def add_own(data: Path, own: Own) -> None:
    """Keep the answer in the data folder. SaveError where the disk refuses."""
    add_line(data / OWN_FILE, own_to_json(own))


def read_own(data: Path) -> tuple[Own, ...]:
    """The answers, for each saved tailoring and question the last one."""
    found: dict[tuple[str, Question], Own] = {}
    for row in read_lines(data / OWN_FILE).rows:
        try:
            own = own_from_json(row)
        except ContentError:
            continue  # a line of another version: what can be read still counts
        found[own.saved, own.question] = own
    return tuple(found.values())


def own_to_json(own: Own) -> dict[str, Json]:
    """The line of the file."""
    return {
        "saved": own.saved,
        "question": own.question,
        "yes": own.yes,
        "judged_by": "person",
        "run": own.run,
        "strategy": own.strategy,
        "prompts": own.prompts,
        "provider": own.provider,
        "model": own.model,
    }


def own_from_json(row: Mapping[str, Json]) -> Own:
    """The answer of a line. ContentError where it is none."""
    question = next((one for one in QUESTIONS if one == row.get("question")), None)
    yes, saved = row.get("yes"), row.get("saved")
    if question is None or not isinstance(yes, bool) or not isinstance(saved, str):
        raise ContentError("An answer names what was saved, the question, and yes or no.")
    rest = {key: _word(row.get(key)) for key in ("run", "strategy", "prompts", "provider", "model")}
    return Own(saved=saved, question=question, yes=yes, **rest)


def tally(owns: Sequence[Own]) -> Table:
    """One row for each way of tailoring: how often the person could follow, it fitted, both."""
    groups: dict[tuple[str, str, str], list[Own]] = {}
    for own in owns:
        who = own.model or own.provider or "–"
        groups.setdefault((own.strategy or "–", own.prompts or "–", who), []).append(own)
    rows = tuple((*key, *_row(some)) for key, some in sorted(groups.items()))
    few = len({own.saved for own in owns})
    notes = ["You judged your own tailorings, right after saving. In brackets Wilson's 95 % interval."]
    if few < FEW:
        notes.append(f"A small sample: {few}, so the intervals are wide. No way is named as the better one.")
    head = ("strategy", "prompts", "answers from", "EXECUTABLE", "CUSTOMIZED", "both")
    return Table(title="Your own judgements", head=head, rows=rows, notes=tuple(notes), judged="people")


def _row(owns: Iterable[Own]) -> tuple[Cell, ...]:
    given: dict[str, dict[Question, bool]] = {}
    for own in owns:
        given.setdefault(own.saved, {})[own.question] = own.yes
    both = [all(answers.values()) for answers in given.values() if len(answers) == len(QUESTIONS)]
    asked = [[answers[question] for answers in given.values() if question in answers] for question in QUESTIONS]
    return tuple(Measured(Share(sum(votes), len(votes))) for votes in (*asked, both))


def _word(value: Json) -> str | None:
    return value if isinstance(value, str) else None
