"""Running agents for a review: the first run, asking again (V, r, R), and correcting requirements (t, i).

Before a call that the user asks for, a dialog says what is sent where. Events of a stream reach the model in
order, as messages to the screen; `stop` keeps what is complete.
"""

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Literal

from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker

from tailor.backend import BackendSummary
from tailor.core.edits import Edit
from tailor.core.errors import TailorError
from tailor.core.events import (
    Cancelled,
    Done,
    EditProposed,
    Event,
    Failed,
    PlaceFound,
    RequirementsRead,
    RunStarted,
    StageFinished,
    TextDelta,
    Waiting,
)
from tailor.core.protocols import AgentName
from tailor.core.requirements import Requirement, in_words, with_new_ids
from tailor.core.resolution import tracked_seen
from tailor.core.review.rows import Row
from tailor.core.review.state import ReviewState
from tailor.core.text import and_last, one_line
from tailor.core.transport import Moved, transport
from tailor.drafts import SHEET
from tailor.runs import customize as run
from tailor.screens.base import GROUP
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.requirements import RequirementsSheet, with_implied
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.review.choices import Choices
from tailor.screens.review.display import NOTHING_YET, ReviewDisplay
from tailor.screens.review.model import answered_words, step_words

ASK = (AnswerOption("y", "ask"), AnswerOption("n", "not now"))
MAKERS = ("modify", "unified", "customize")


def _rejected(state: ReviewState) -> Iterator[Edit]:
    """The rejected edits that still have a place in the Result, numbered as there, with their reasons."""
    for id, (stage, proposal) in state.proposals.items():
        if state.status(id) == "rejected":
            place = transport(proposal.edit, tracked_seen(state.review, stage), state.result.draft)
            edit = place.edit if isinstance(place, Moved) else place.nearest
            if edit is not None:
                yield replace(edit, reason=state.decisions[id].reason)


class AgentRequests:
    """The streams of events of one review, and the keys that start them."""

    def __init__(self, display: ReviewDisplay, choices: Choices) -> None:
        self._display, self._choices = display, choices
        self._screen, self._model, self._session = display.screen, display.model, display.session
        self._by_hand = False
        """Whether the user asked for the current stream within the review."""
        self._wanted: tuple[Requirement, ...] | None = None
        """The requirements as the person corrected them; None if they did not."""

    def begin(self) -> None:
        self._start(self._session.events(self._model.rejected))

    def _start(self, stream: AsyncGenerator[Event, None]) -> None:
        model = self._model
        model.activity = replace(model.activity, phase="running", banner="", notes=())
        self._display.note = ""
        model.running = True
        self._display.run_begins()
        follow(self._screen, stream)
        self._display.draw_now()

    def stop(self) -> None:
        """Stop the stream, keep what is complete, and record that."""
        self._model.running = False
        self._screen.workers.cancel_group(self._screen, GROUP)
        self._record(Cancelled(kept=self._model.proposed))
        self._display.weigh_later()
        self._display.draw_now()

    def take(self, event: Event) -> None:
        """Pass one event of the stream to the model now, and draw it a moment later along with others."""
        model = self._model
        if not model.running:
            return  # it was already on its way when the run was stopped
        before = model.activity
        model.take(event)
        if isinstance(event, RequirementsRead) and self._wanted is not None:
            # The person's corrections take precedence.
            self._record(_corrected(model.review.requirements, self._wanted))
        match event:
            case Waiting():
                self._display.wait_begins()
            case StageFinished(stage=stage, end="edits" | "none") if self._by_hand:
                self._display.note = answered_words(model.state, stage)
                self._display.weigh_later()
            case EditProposed() | PlaceFound() if self._display.note == NOTHING_YET:
                self._display.note = ""
            case RunStarted() | RequirementsRead() | StageFinished() | Done() | Failed() | Cancelled():
                self._display.weigh_later()
        if not isinstance(event, TextDelta) or model.activity != before:
            self._display.draw_soon()

    def ended(self) -> None:
        self._over()
        model = self._model
        model.running = False
        if model.activity.running:  # it ended without saying how
            model.activity = replace(model.activity, phase="done", at_work=())
        self._display.draw_soon()

    def _over(self) -> None:
        if self._display.policy.after_run(self._model):
            self._display.draw_now(reveal=True)

    def failed(self, error: Exception) -> None:
        """Show the error that the stream raised in a window, and keep everything that came before it."""
        self._over()
        model = self._model
        if not model.running:
            return  # it was already on its way when the run was stopped
        model.running = False
        words = (
            error.message if isinstance(error, TailorError) else "Something went wrong inside Tailor. Try again."
        )
        if model.log and isinstance(error, TailorError):
            self._record(Failed(fault="bad_answer", title=error.title, message=words, kept=model.proposed))
        else:
            model.activity = replace(model.activity, phase="failed", at_work=(), banner=words)
        self._screen.app.push_screen(ErrorDialog.of(error), mode=self._screen.room)
        self._display.draw_now()

    def _record(self, event: Event) -> None:
        """Pass an event that no agent sent to the model, and append it to the record."""
        model, session = self._model, self._session
        last = model.log[-1] if model.log else None
        event = replace(event, run=last.run if last else session.request.run, seq=last.seq + 1 if last else 0)
        model.take(event)
        session.note_event(event)

    def _maker(self) -> Literal["modify", "customize"]:
        """The agent that wrote this run's edits, which is asked again."""
        agents = [stage.agent for stage in self._model.review.stages if stage.agent in MAKERS]
        return "customize" if agents[:1] == ["customize"] else "modify"

    def _free(self) -> bool:
        if self._model.running:
            self._display.tell("Still working; esc stops it.")
        return not self._model.running

    def connected(self, answers: BackendSummary) -> None:
        """Ask the newly chosen backend from now on; if the last request failed, offer to repeat it."""
        self._session.ask_another(answers)
        model = self._model
        if model.running:
            self._display.tell(f"{answers.sends} Your next question goes there.")
        elif model.activity.phase == "failed":
            self.verify()
        else:
            asks = "V asks it to check this, R to rewrite all of it." * self._session.kind.can_ask
            self._display.tell(f"{answers.sends} {asks}")

    def verify(self) -> None:
        """Ask Verify about what is accepted; after a failure, ask the agent that failed again."""
        if not self._free():
            return
        model = self._model
        made = any(s.agent in MAKERS and s.end in ("edits", "none") for s in model.review.stages)
        if not model.log:
            self._confirm("Try again from the start?", self.begin)
        elif not made and model.activity.phase == "failed":
            maker = self._maker()
            self._confirm("Try again?", partial(self._begin, maker))
        else:
            self._confirm_verify()

    def _confirm_verify(self) -> None:
        """Ask whether to check all of the Result, or only the step under the cursor if the Result has it."""
        one, (yes, no) = self._model.row, ASK
        step = self._number(one)
        only = () if step is None or one is None else (AnswerOption("s", f"only {step_words(one.before, step)}"),)
        about = self._session.describe.sends
        dialog = Question("Check what you have accepted so far?", about, (yes, *only, no))

        def answered(key: str) -> None:
            if key in ("y", "s"):
                self._begin("verify", step if key == "s" else None)

        self._screen.ask(dialog, answered)

    def _confirm(self, title: str, go: Callable[[], object], about: str = "") -> None:
        dialog = Question(title, f"{about} {self._session.describe.sends}".strip(), ASK)
        self._screen.ask(dialog, lambda key: go() if key == "y" else None)

    def _begin(self, agent: AgentName, step: int | None = None, note: str = "") -> bool:
        """Ask an agent about the Result as accepted now, continuing the run; return False if that cannot be."""
        if not self._free():
            return False  # fast keys asked twice
        model, state = self._model, self._model.state
        ids = tuple(edit.id for _, edits in state.plain_result.batches for edit in edits)
        try:
            done, rejected = self._session.kind.done_steps(state), tuple(_rejected(state))
            asked = run.follow_up(model.log, state.result.draft.procedure, ids)
            asked = replace(asked, requirements=model.review.requirements, rejected=rejected, done=done)
            self._start(self._session.ask_again(agent, asked, step=step, note=note))
            self._by_hand = True
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error))
            return False
        return True

    def ask_again(self) -> None:
        """Ask Modify again about the step under the cursor, with a note."""
        one = self._model.row
        step = self._number(one)
        if not self._free():
            return
        if step is None or one is None:
            self._display.tell("Select a step of the result to ask about it again.")
        else:
            title, about = f"Ask again about {step_words(one.before, step)}", self._session.describe.sends
            self._ask_note(title, about, partial(self._begin, "modify", step))

    def _number(self, one: Row | None) -> int | None:
        """The number of a step in the Result; None for anything else."""
        return one.now(self._model.state) if one is not None and one.part == "steps" else None

    def rewrite(self) -> None:
        """Ask for a rewrite of the whole, for when single edits are too cautious."""
        if self._free():
            about = f"{self._session.describe.sends} It comes back as changes for you to decide on."
            self._ask_note("Ask for a complete rewrite", about, partial(self._begin, "customize", None))

    def _ask_note(self, title: str, about: str, go: Callable[[str], bool]) -> None:
        dialog = LineDialog(
            title, about, placeholder="What should be different? (optional)", enter="ask", joint="; "
        )
        self._screen.ask(dialog, lambda note: dialog.used() if go(note) else None)

    def requirements(self) -> None:
        """Open the requirements, to switch them on or off, reword them or change their type."""
        self._open(self._model.review.requirements)

    def implied(self) -> None:
        """Open the requirements along with those that the situation usually implies, switched off."""
        have = self._model.review.requirements
        offered = with_implied(have)
        if offered == have:
            self._display.tell("There is nothing else I would assume from what you said.")
        else:
            self._open(offered)

    def _open(self, shown: tuple[Requirement, ...]) -> None:
        self._screen.ask(RequirementsSheet(shown), self._corrected)

    def _corrected(self, now: tuple[Requirement, ...]) -> None:
        before = self._model.review.requirements
        changed = now != before
        if changed:
            self._wanted = now = with_new_ids(before, now) if self._model.log else now
            self._record(_corrected(before, now))
        self._choices.used(SHEET)
        if not changed:
            return
        self._display.weigh_later()
        self._display.draw_now()
        if self._model.running or not self._model.log:
            self._display.tell("Noted. It will be used the next time you ask.")
        else:
            maker = self._maker()
            title = "Ask again with these wishes?"
            self._confirm(title, partial(self._begin, maker), _made_before(before, now))


def _corrected(before: tuple[Requirement, ...], now: tuple[Requirement, ...]) -> RequirementsRead:
    words = in_words(now)
    return RequirementsRead(requirements=now, hint="" if words == in_words(before) else words)


def _made_before(before: Sequence[Requirement], now: Sequence[Requirement]) -> str:
    """Say for which words the suggestions were made that are there already; "" if all words are as they were."""
    kept = {one.id for one in now}
    old = and_last(f"“{one_line(one.words, 40)}”" for one in before if one.on and one.id not in kept)
    return f"The suggestions you see were made for {old}." if old else ""


class RunEvent(Message):
    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class RunEnded(Message):
    """The stream is over; nothing more arrives from it."""


class RunFailed(Message):
    """The stream raised; `error` is for an ErrorDialog, never for a log."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def follow(node: Widget, stream: AsyncGenerator[Event, None]) -> Worker[None]:
    """Post every event of the stream to the node, then RunEnded or RunFailed; cancelling closes the stream."""
    return node.run_worker(partial(_pump, node, stream), name="run", group=GROUP, exit_on_error=False)


async def _pump(node: Widget, stream: AsyncGenerator[Event, None]) -> None:
    try:
        async with aclosing(stream):
            async for event in stream:
                node.post_message(RunEvent(event))
    except Exception as error:  # noqa: BLE001 - shown to the person; the app goes on
        node.post_message(RunFailed(error))
    else:
        node.post_message(RunEnded())
