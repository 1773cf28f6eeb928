"""Learning from decisions: what a person took and turned down, remembered as examples (issue 4, point 6).

Owns the file `lessons.jsonl` and which lessons are near a hint. Only what the person decided themselves is a
lesson; what was taken in bulk unread is none. Refuses to be needed: a line that cannot be read is passed over, and
nothing is kept or recalled unless `memory.learn` is on.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from memory.text import words_shared
from tailor.core.edits import Edit, Op, edit_from_json, edit_to_json
from tailor.core.errors import ContentError
from tailor.core.procedure import Json, Procedure, fingerprint
from tailor.core.protocols import AgentBackend, Answer, Example, OnOutput, PastDecision, Task
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.storage import SaveError, add_lines, private_folder, why

FILE: Final = "lessons.jsonl"
NEWEST: Final = 1_000
"""Lessons that are looked at; older ones stay in the file."""
MOST_RECALLED: Final = 2
NEAR: Final = 0.3
"""Share of the words of two hints (and a little of their goals) from which on they are alike."""
_MOST_CHANGES: Final = 8
"""Changes of one lesson that are shown to an agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What is remembered for one run."""

    examples: tuple[Example, ...] = ()
    """Tailorings with a similar hint, the nearest first."""
    rejected: tuple[Edit, ...] = ()
    """What was turned down for this very procedure, numbered on it (CONTRACT 7 rule 11)."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lessons of one person, in one file."""

    folder: Path
    """The memory's folder under TAILOR_HOME."""

    def remember(self, review: Review) -> bool:
        """Keeps what the person decided in this review; False where they decided nothing. SaveError."""
        lesson = _lesson(review)
        if lesson is None:
            return False
        line = json.dumps(lesson, ensure_ascii=False) + "\n"
        try:
            private_folder(self.folder)
            add_lines(self.folder / FILE, line.encode("utf-8", "replace"))
        except OSError as error:
            raise SaveError(
                f"What you decided could not be remembered: {why(error)}. The result itself is untouched."
            ) from error
        return True

    def recall(self, base: Procedure, hint: str) -> Recalled:
        """The nearest lessons for this hint, and what was turned down for this procedure before."""
        own, kept = fingerprint(base), list(_read(self.folder / FILE))
        newest_first = [one.example for one in reversed(kept)]
        scored = [(_likeness(hint, base.goal, one), one) for one in newest_first]
        near = sorted((pair for pair in scored if pair[0] >= NEAR), key=lambda pair: -pair[0])
        examples = dict.fromkeys(one for _, one in near)
        rejected = dict.fromkeys(edit for one in kept for edit in one.rejected if one.base == own)
        return Recalled(examples=tuple(examples)[:MOST_RECALLED], rejected=tuple(rejected))

    def forget(self) -> None:
        """Every lesson is gone."""
        (self.folder / FILE).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class WithLessons:
    """A crew that is shown what the person chose before: examples for Modify, turned down edits for all."""

    crew: AgentBackend
    base: Procedure
    recalled: Recalled

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The answer of the crew behind."""
        if task.agent == "modify":
            task = replace(task, examples=self.recalled.examples)
        if task.base.steps == self.base.steps:
            task = replace(task, rejected=(*task.rejected, *self.recalled.rejected))
        return await self.crew.ask(task, tell)


@dataclass(frozen=True, slots=True)
class _Kept:
    """One line of the file."""

    base: str
    example: Example
    rejected: tuple[Edit, ...]


def _lesson(review: Review) -> dict[str, Json] | None:
    """What the person decided, as the JSON of one line."""
    standing = ReviewState(review)
    own = fingerprint(review.original)
    accepted: list[Json] = []
    turned_down: list[Json] = []
    rejected: list[Json] = []
    for id, decision in standing.decisions.items():
        if decision.by != "you" or id not in standing.proposals:
            continue
        stage, proposal = standing.proposals[id]
        edit = proposal.edit
        texts = stage.steps if edit.part == "steps" else stage.resources
        before = texts[edit.step - 1] if 1 <= edit.step <= len(texts) else ""
        text = edit.text if decision.own is None else normal(decision.own)
        change: Json = {"op": edit.op, "at": before, "text": text, "why": decision.reason or edit.reason}
        if decision.verdict == "accepted":
            accepted.append(change)
            continue
        turned_down.append({"op": edit.op, "at": before, "text": edit.text, "why": decision.reason})
        if fingerprint(replace(review.original, steps=stage.steps)) == own:
            rejected.append(edit_to_json(edit))
    if not accepted and not turned_down:
        return None
    return {
        "base": own,
        "goal": review.original.goal,
        "hint": review.hint,
        "accepted": accepted,
        "turned_down": turned_down,
        "rejected": rejected,
    }


def _read(path: Path) -> Iterator[_Kept]:
    """The newest lessons, the oldest of them first."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return  # nothing was learned yet, or it cannot be read: then nothing is recalled
    for line in text.splitlines()[-NEWEST:]:
        try:
            yield _from_json(json.loads(line))
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError, ContentError):
            continue  # a line that was cut off by a crash


def _from_json(data: dict[str, Json]) -> _Kept:
    rejected = data["rejected"]
    return _Kept(
        base=str(data["base"]),
        example=Example(
            goal=normal(str(data["goal"])),
            hint=normal(str(data["hint"])),
            accepted=tuple(_chosen(data["accepted"])),
            turned_down=tuple(_chosen(data["turned_down"])),
        ),
        rejected=tuple(map(edit_from_json, rejected if isinstance(rejected, list) else [])),
    )


def _chosen(data: Json) -> Iterable[PastDecision]:
    for one in (data if isinstance(data, list) else [])[:_MOST_CHANGES]:
        if isinstance(one, dict) and one["op"] in ("insert", "replace"):
            op: Op = "insert" if one["op"] == "insert" else "replace"
            yield PastDecision(op, normal(str(one["at"])), normal(str(one["text"])), normal(str(one["why"])))


def _likeness(hint: str, goal: str, other: Example) -> float:
    """0 to 1: how much two hints share, with a little for the goals."""
    return 0.85 * words_shared(hint, other.hint) + 0.15 * words_shared(goal, other.goal)
