"""Asking agents once more within a review, and correcting what they are told: V, r, R, t, i.

Owns what such a question builds on. Refuses to send anything before one line said what goes where.
"""

from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from tailor.core.edits import Edit
from tailor.core.errors import TailorError
from tailor.core.events import Event, RequirementsRead
from tailor.core.requirements import Requirement
from tailor.core.review_state import ReviewState, tracked_seen
from tailor.core.transport import Moved, transport
from tailor.runs import customize as run
from tailor.runs.customize import FollowUp
from tailor.runs.session import ReviewKind
from tailor.screens.base import follow
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.requirements import RequirementsSheet, with_implied
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.review.base import ReviewBase
from tailor.screens.review.model import step_words

if TYPE_CHECKING:
    from tailor.screens.review.model import ReviewModel

Go: TypeAlias = Callable[[], None]
Make: TypeAlias = Callable[[], AsyncGenerator[Event, None]]

ASK = (AnswerOption("y", "ask"), AnswerOption("n", "not now"))
MAKERS = ("modify", "unified", "customize")


def question(table: "ReviewModel", kind: ReviewKind) -> FollowUp:
    """A question about the Result as accepted now, which goes on where the run ended."""
    standing = table.standing
    draft = standing.result.draft
    ids = tuple(edit.id for _, edits in standing.plain_result.batches for edit in edits)
    asked = run.follow_up(table.log, draft.procedure, ids)
    done = kind.done_steps(standing)
    return replace(asked, requirements=table.review.requirements, rejected=_rejected(standing), done=done)


def _rejected(standing: ReviewState) -> tuple[Edit, ...]:
    """What was turned down and why, numbered on the Result where it still has a place."""
    now = standing.result.draft
    found: list[Edit] = []
    for id, (stage, proposal) in standing.proposals.items():
        if standing.status(id) == "rejected":
            place = transport(proposal.edit, tracked_seen(standing.review, stage), now)
            edit = place.edit if isinstance(place, Moved) else place.nearest
            why = standing.decisions[id].reason
            found += [replace(edit, reason=why)] if edit is not None else []
    return tuple(found)


class Asking(ReviewBase):
    """What costs a call, and what agents are told."""

    def begin_run(self) -> None:
        """The run from its start."""
        self.start(self.session.events(self.table.rejected))

    def start(self, stream: AsyncGenerator[Event, None]) -> None:
        """Follows a stream of events."""
        self.table.activity = replace(self.table.activity, phase="running", banner="", notes=())
        self.note = ""
        self.running = True
        follow(self, stream)
        self.draw_now()

    def _free(self) -> bool:
        """Whether a question can be asked now; says so where it cannot."""
        if self.running:
            self.tell("An agent is at work; esc stops it first.")
        return not self.running

    # -- V, r, R ---------------------------------------------------------------------------------------------

    def action_verify(self) -> None:
        """Verify about what is accepted; after a fault, the agent that failed once more."""
        if not self._free():
            return
        made = any(s.agent in MAKERS and s.end in ("edits", "none") for s in self.table.review.stages)
        if not self.table.log:
            self._confirm("Try again from the start?", self.begin_run)
        elif not made and self.table.activity.phase == "failed":
            self._confirm("Try again? Modify is asked once more.", lambda: self._modify(None, ""))
        else:
            self._confirm_verify()

    def _confirm_verify(self) -> None:
        """Verify about the whole, or about the marked step alone where it is in the Result."""
        one = self.table.row
        step = one.now if one is not None and one.part == "steps" else None
        only = () if step is None or one is None else (AnswerOption("s", f"only {step_words(one)}"),)
        choices = (AnswerOption("y", "ask"), *only, AnswerOption("n", "not now"))
        dialog = Question("Ask Verify about what you accepted so far?", self.session.describe.sends, choices)

        def answered(key: str | None) -> None:
            if key in ("y", "s"):
                self._verify(step if key == "s" else None)

        self.app.push_screen(dialog, answered)

    def _confirm(self, title: str, go: Go) -> None:
        dialog = Question(title, self.session.describe.sends, ASK)
        self.app.push_screen(dialog, lambda key: go() if key == "y" else None)

    def _verify(self, step: int | None) -> None:
        self._begin(lambda: self.session.verify_again(question(self.table, self.session.kind), step=step))

    def _modify(self, step: int | None, note: str) -> None:
        self._begin(lambda: self.session.ask_again(question(self.table, self.session.kind), step=step, note=note))

    def _rewrite(self, note: str) -> None:
        self._begin(lambda: self.session.rewrite(question(self.table, self.session.kind), note=note))

    def _begin(self, make: Make) -> None:
        if not self._free():
            return  # asked twice by keys that came fast
        try:
            self.start(make())
            self.by_hand = True
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))

    def action_ask_again(self) -> None:
        """Asks again about the marked step, with a note."""
        one = self.table.row
        if not self._free():
            return
        if one is None or one.part != "steps" or one.now is None:
            self.tell("Mark a step that is in the Result to ask about it again.")
            return
        number = one.now
        dialog = LineDialog(
            f"Ask again about {step_words(one)}",
            self.session.describe.sends,
            placeholder="a note for the agent, if you like",
            enter="ask",
        )
        self.app.push_screen(dialog, lambda note: None if note is None else self._modify(number, note))

    def action_rewrite(self) -> None:
        """A rewrite of the whole, where single edits are too cautious."""
        if not self._free():
            return
        dialog = LineDialog(
            "Ask for a rewrite of the whole",
            f"{self.session.describe.sends} It comes back as edits to decide on.",
            placeholder="a note for the agent, if you like",
            enter="ask",
        )
        self.app.push_screen(dialog, lambda note: None if note is None else self._rewrite(note))

    # -- requirements ----------------------------------------------------------------------------------------

    def action_requirements(self) -> None:
        """The requirements as they were understood: switch, reword, retype."""
        self._open_requirements(self.table.review.requirements)

    def action_implied(self) -> None:
        """What the situation usually brings along, offered unticked."""
        have = self.table.review.requirements
        offered = with_implied(have)
        if offered == have:
            self.tell("Nothing more is usually implied by what you said.")
            return
        self._open_requirements(offered)

    def _open_requirements(self, shown: tuple[Requirement, ...]) -> None:
        self.app.push_screen(RequirementsSheet(shown), self._corrected)

    def _corrected(self, now: tuple[Requirement, ...] | None) -> None:
        """Takes corrected requirements and offers to ask again."""
        if now is None or now == self.table.review.requirements:
            return
        self._note_event(RequirementsRead(requirements=now))
        self.weigh_later()
        self.draw_now()
        if self.running or not self.table.log:
            self.tell("Noted. The agents at work do not know it yet.")
            return
        self._confirm("Ask Modify again with these requirements?", lambda: self._modify(None, ""))

    def _note_event(self, event: Event) -> None:
        """An event of the person's: on the table, and in the record."""
        last = self.table.log[-1] if self.table.log else None
        event = replace(event, run=last.run if last else self.session.request.run, seq=last.seq + 1 if last else 0)
        self.table.take(event)
        self.session.note_event(event)
