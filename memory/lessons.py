"""Learning from decisions: accepted and rejected edits, remembered as examples in `lessons.jsonl`.

Only what users decided themselves is a lesson, not what they accepted in bulk. Unreadable lines are skipped, and
callers save and recall nothing unless `memory.learn` is on.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from memory.text import words_shared
from tailor.core.codec import from_json, to_object
from tailor.core.edits import Edit
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, fingerprint
from tailor.core.protocols import AgentBackend, Answer, Example, OnOutput, PastDecision, Task
from tailor.core.review import Review
from tailor.core.review.state import ReviewState
from tailor.core.text import normal
from tailor.storage import SaveError, add_lines, lines_in, private_folder, why

FILE: Final = "lessons.jsonl"
NEWEST: Final = 1_000
"""Lessons that are read; older ones stay in the file."""
MOST_RECALLED: Final = 2
NEAR: Final = 0.3
"""Lowest `_likeness` for a lesson to be recalled."""
_MOST_CHANGES: Final = 8
"""Most accepted, and most rejected, changes of one lesson that an agent is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    examples: tuple[Example, ...] = ()
    """Tailorings with a similar hint, the most similar first."""
    rejected: tuple[Edit, ...] = ()
    """Edits rejected before for this very procedure, numbered on it (CONTRACT 7 rule 11)."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lessons of one user, in one file of the memory's folder."""

    folder: Path

    def remember(self, review: Review) -> bool:
        """Save what the user decided in this review; False if they decided nothing. Raises SaveError."""
        lesson = _lesson(review)
        if lesson is None:
            return False
        line = json.dumps(to_object(lesson), ensure_ascii=False) + "\n"
        try:
            private_folder(self.folder)
            add_lines(self.folder / FILE, line.encode("utf-8", "replace"))
        except OSError as error:
            said = f"Tailor could not remember what you decided: {why(error)}. The result itself is untouched."
            raise SaveError(said) from error
        return True

    def recall(self, base: Procedure, hint: str) -> Recalled:
        """The most similar lessons for this hint, and the edits rejected before for this procedure."""
        own, kept = fingerprint(base), _read(self.folder / FILE)
        newest_first = [one.as_example() for one in reversed(kept)]
        scored = [(_likeness(hint, base.goal, one), one) for one in newest_first]
        near = sorted((pair for pair in scored if pair[0] >= NEAR), key=lambda pair: -pair[0])
        examples = dict.fromkeys(one for _, one in near)
        rejected = dict.fromkeys(edit for one in kept for edit in one.rejected if one.base == own)
        return Recalled(examples=tuple(examples)[:MOST_RECALLED], rejected=tuple(rejected))


@dataclass(frozen=True, slots=True)
class WithLessons:
    """A backend that adds earlier decisions to its tasks: examples for editing agents, rejected edits for all."""

    agents: AgentBackend
    base: Procedure
    recalled: Recalled

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        if task.agent in ("modify", "customize"):
            task = replace(task, examples=self.recalled.examples)
        if task.base.steps == self.base.steps:
            task = replace(task, rejected=(*task.rejected, *self.recalled.rejected))
        return await self.agents.ask(task, tell)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lesson:
    base: str
    """Fingerprint of the procedure that was tailored."""
    goal: str
    hint: str
    accepted: tuple[PastDecision, ...]
    turned_down: tuple[PastDecision, ...]
    rejected: tuple[Edit, ...]
    """The rejected edits that are numbered on the procedure itself."""

    def as_example(self) -> Example:
        return Example(
            goal=normal(self.goal),
            hint=normal(self.hint),
            accepted=_shown(self.accepted),
            turned_down=_shown(self.turned_down),
        )


def _shown(changes: tuple[PastDecision, ...]) -> tuple[PastDecision, ...]:
    most = changes[:_MOST_CHANGES]
    return tuple(PastDecision(one.op, normal(one.at), normal(one.text), normal(one.why)) for one in most)


def _lesson(review: Review) -> _Lesson | None:
    """What the user decided in this review; None if nothing."""
    state = ReviewState(review)
    own = fingerprint(review.original)
    accepted: list[PastDecision] = []
    turned_down: list[PastDecision] = []
    rejected: list[Edit] = []
    for id, decision in state.decisions.items():
        if decision.by != "you" or id not in state.proposals:
            continue
        stage, proposal = state.proposals[id]
        edit = proposal.edit
        texts = stage.steps if edit.part == "steps" else stage.resources
        before = texts[edit.step - 1] if 1 <= edit.step <= len(texts) else ""
        if decision.verdict == "accepted":
            text = edit.text if decision.own is None else normal(decision.own)
            accepted.append(PastDecision(edit.op, before, text, decision.reason or edit.reason))
            continue
        turned_down.append(PastDecision(edit.op, before, edit.text, decision.reason))
        if fingerprint(replace(review.original, steps=stage.steps)) == own:
            rejected.append(edit)
    if not accepted and not turned_down:
        return None
    decided = {"accepted": tuple(accepted), "turned_down": tuple(turned_down)}
    return _Lesson(base=own, goal=review.original.goal, hint=review.hint, rejected=tuple(rejected), **decided)


def _read(path: Path) -> list[_Lesson]:
    """The newest lessons, in the order they were saved."""
    lessons: list[_Lesson] = []
    with suppress(OSError):  # nothing was learned yet, or the file is unreadable: then nothing is recalled
        for line in list(filter(None, lines_in(path)))[-NEWEST:]:
            with suppress(ValueError, RecursionError, ContentError):  # a line truncated by a crash
                lessons.append(from_json(_Lesson, json.loads(line)))
    return lessons


def _likeness(hint: str, goal: str, other: Example) -> float:
    """How many words two hints share, 0 to 1, with a small part for the goals."""
    return 0.85 * words_shared(hint, other.hint) + 0.15 * words_shared(goal, other.goal)
