"""The one sheet before a tailored procedure is saved: its name, what changes, and what was left out.

Owns the sheet and its sentences. Refuses to judge: it counts, and lists numbers old and new, what is held back,
undecided, on hold or unasked, and what nothing serves.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.coverage import assess_edit, unasked
from tailor.core.english import singular
from tailor.core.errors import TailorError
from tailor.core.events import Covered
from tailor.core.procedure import Procedure
from tailor.core.report import is_number, number_changes, time_words, totals
from tailor.core.review import effective_edit
from tailor.core.review_state import ReviewState
from tailor.core.text import normal, one_line
from tailor.screens.dialogs.base import AnswerOption, Dialog, Question, keys_line
from tailor.screens.review.model import tag
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text
from tailor.screens.widgets.inputs import CleanInput

if TYPE_CHECKING:
    from tailor.evaluation import judging as judgements
    from tailor.library.entries import LibraryEntry
    from tailor.workspace import Workspace

_WORD: Final = r"[^\W\d_]{4,}"
"""A word that names something: "with" and "a" say nothing."""
MOST_NAMED = 8
"""Edits named one by one in a sentence; beyond that they are counted."""


class SummarySheet(Dialog[str]):
    """Name and summary; Enter gives back the name, Esc None."""

    HELP = "Enter saves what you accepted under this name. Esc goes back to the review; nothing is lost."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "scroll(2)", "Scroll", show=False, id="summary.down"),
        Binding("up", "scroll(-2)", "Scroll back", show=False, id="summary.up"),
    ]

    def __init__(self, name: str, rows: Sequence[Content]) -> None:
        super().__init__()
        self._name = name
        self._rows = rows

    def inside(self) -> Iterator[Widget]:
        """Title, name, the sentences, the keys."""
        yield Static(row_text(("Save this as your own", "bold")), id="title")
        yield CleanInput(self._name, id="name")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(lines(*self._rows))
        yield Static(keys_line(("enter", "save"), ("esc", "back to the review")), id="keys")

    def on_mount(self) -> None:
        """The name can be typed over at once."""
        self.query_one(CleanInput).focus()

    def action_scroll(self, by: int) -> None:
        """Moves the summary."""
        self.query_one("#text").scroll_relative(y=by, animate=False)

    @on(CleanInput.Submitted)
    def _saved(self, event: CleanInput.Submitted) -> None:
        self.dismiss(normal(event.value) or self._name)


def summary_rows(
    standing: ReviewState, covered: Sequence[Covered], running: bool, *, named: bool = True
) -> list[Content]:
    """The sentences of the sheet, the most important first; `named`: the Result is given a name there."""
    name = _name(standing) if named else ()
    return [
        *(*_changes(standing), *name, *_waiting(standing)),
        *(*_numbers(standing), *_left(standing), *_served(standing, covered, running)),
    ]


def _name(standing: ReviewState) -> Iterator[Content]:
    """Words of the name that stood in the steps or the list and stand in neither any more."""
    old, now = standing.review.original, standing.result.draft.procedure
    before, after = (_stems(" ".join((*one.steps, *one.resources))) for one in (old, now))
    gone = [word for word in re.findall(_WORD, old.goal) if _stems(word) & (before - after)]
    if gone:
        words = " and ".join(f"“{one_line(word, 40)}”" for word in dict.fromkeys(gone))
        yield _warn(f"The name still says {words}, which no step says any more: type over it")


def _stems(text: str) -> frozenset[str]:
    return frozenset(singular(word.casefold()) for word in re.findall(_WORD, text))


def _waiting(standing: ReviewState) -> Iterator[Content]:
    """What was accepted and is not in the Result all the same."""
    if held := [id for id in standing.proposals if standing.status(id) == "on_hold"]:
        yield _warn(f"{_named(held)} accepted but on hold, not applied: a on it in the review takes it anyway")


def _changes(standing: ReviewState) -> Iterator[Content]:
    original, draft = standing.review.original, standing.result.draft
    kept = sum(1 for spot in draft.steps if not spot.writer)
    changed = len(original.steps) - kept
    now = len(draft.steps)
    yield row_text(
        (f"Changes {changed} of {len(original.steps)} steps", "bold"), (f"; {now} in the Result", MUTED)
    )
    things = len(original.resources) - sum(1 for spot in draft.resources if not spot.writer)
    if draft.resources and not original.resources:
        yield row_text(f"Names {len(draft.resources)} of the things you need; the original names none")
    elif things or len(draft.resources) != len(original.resources):
        yield row_text(
            f"Changes {things} of {len(original.resources)} things you need; {len(draft.resources)} now"
        )
    if times := time_words(totals(original), totals(draft.procedure)):
        yield row_text(("Times named, added up: ", MUTED), times)
    moved = len(standing.result.batches) - len(standing.plain_result.batches)
    if moved:
        yield row_text(("Step numbers mentioned in other steps move along.", MUTED))
    for found in standing.result.findings:
        yield _warn(f"Step {found.step} mentions a step that is gone ({one_line(found.word, 40)})")


def _numbers(standing: ReviewState) -> Iterator[Content]:
    """Numbers that the Result has otherwise than the original, then whatever else was acknowledged, by edit."""
    draft = standing.plain_result.draft
    for change in number_changes(standing.review.original, draft):
        what = "step" if change.part == "steps" else "resource"
        place = f"{what} {change.place}" if change.place is not None else f"a deleted {what}"
        yield _look(f"{tag(change.writer)}, {place}: " if change.writer else f"{place}: ", change.says)
    written = {spot.writer: f"step {n}" for n, spot in enumerate(draft.steps, 1)}
    written |= {spot.writer: one_line(spot.text, 30) for spot in draft.resources}
    for id in accepted_ids(standing):
        place = f"{tag(id)}, {written[id]}: " if id in written else f"{tag(id)}: "
        for says in _looked_at(standing, id):
            if not is_number(says):
                yield _look(place, says)


def _look(place: str, says: str) -> Content:
    return row_text(("± ", "$text-warning"), (place, MUTED), line_text(says, limit=120))


def _looked_at(standing: ReviewState, id: str) -> tuple[str, ...]:
    """What changed in an edit as it was taken: in the agent's words, or weighed anew in the person's."""
    stage, proposal = standing.proposals[id]
    decision = standing.decisions.get(id)
    if decision is None or decision.own is None:
        return proposal.tripwires
    seen = Procedure("", stage.steps, stage.resources)
    return assess_edit(seen, effective_edit(proposal, decision), standing.review.requirements).says


def _left(standing: ReviewState) -> Iterator[Content]:
    """What is not applied, and why."""
    by_status: dict[str, list[str]] = {}
    for id, (_, proposal) in standing.proposals.items():
        status: str = standing.status(id)
        if status == "undecided" and proposal.level == "must":
            status = "held back"
        by_status.setdefault(status, []).append(id)
    if held := by_status.get("held back", []):
        for id in held[:MOST_NAMED]:
            why = "; ".join(standing.proposals[id][1].tripwires) or "to be looked at by itself"
            yield _warn(f"{tag(id)} is held back: {one_line(why, 120)}")
        if (more := len(held) - MOST_NAMED) > 0:
            yield _warn(f"{more} more {'is' if more == 1 else 'are'} held back: each must be looked at by itself")
    for status, words in (
        ("undecided", "undecided, not applied"),
        ("stale", "undecided, its place changed"),
        ("rejected", "rejected"),
    ):
        if ids := by_status.get(status, []):
            yield row_text((f"{_named(ids)} {words}", "" if status == "undecided" else MUTED))


def _served(standing: ReviewState, covered: Sequence[Covered], running: bool) -> Iterator[Content]:
    texts = {one.id: one.words for one in standing.review.requirements}
    if not (texts or standing.review.hint):
        return  # the rounds of a critic: nobody asked for anything
    for one in covered:
        words = f"{one.id} “{one_line(texts.get(one.id, ''), 60)}”"
        if one.state == "not_served":
            yield _warn(f"{words}: nothing you took serves it")
        elif one.state == "claimed":
            yield _warn(f"{words}: named, but something in the Result still goes against it")
        elif one.state == "unclassified" and not one.edits:
            yield _warn(f"{words}: not classified, and nothing you took names it")
    if not texts:
        yield _warn("Nothing in your sentence was understood as a requirement")
    taken = [standing.proposals[id][1].edit for id in accepted_ids(standing)]
    if extra := unasked(taken, standing.review.requirements):
        verb = "serves" if len(extra) == 1 else "serve"
        yield row_text((f"{_named(extra)} {verb} none of your requirements", MUTED))
    if running:
        yield _warn("An agent was stopped before it was done")


def accepted_ids(standing: ReviewState) -> tuple[str, ...]:
    """Ids of the proposals that are applied."""
    return tuple(id for id in standing.proposals if standing.status(id) == "accepted")


def _warn(words: str) -> Content:
    return row_text(("! ", "$text-warning"), line_text(words, limit=240))


def _named(ids: Collection[str]) -> str:
    known = [tag(id) for id in ids]
    more = len(known) - MOST_NAMED
    return " ".join(known[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


Answered: TypeAlias = "Callable[[judgements.Question, bool], None]"

ASKS: Final[tuple[tuple["judgements.Question", str], ...]] = (
    ("executable", "Could you follow this?"),
    ("customized", "Does it fit your situation?"),
)
THANKS: Final = "Noted, thank you."


class SavedDialog(Question):
    """A question where to go; `answered` hears each answer to the two others, None asks neither."""

    def __init__(self, text: str, choices: tuple[AnswerOption, ...], answered: "Answered | None") -> None:
        super().__init__("Saved", text, choices)
        self._answered = answered
        self._asked = 0 if answered else len(ASKS)

    def inside(self) -> Iterable[Widget]:
        """As any question, with the line below."""
        yield from super().inside()
        if self._answered:
            yield Static(self._line(), id="asks")

    def on_key(self, event: Key) -> None:
        """y and n answer while something is asked; any other key is the question's alone."""
        if self._answered and self._asked < len(ASKS) and event.character in ("y", "n"):
            event.stop()
            self._answered(ASKS[self._asked][0], event.character == "y")
            self._asked += 1
            self.query_one("#asks", Static).update(self._line())

    def _line(self) -> Content:
        if self._asked == len(ASKS):
            return row_text((THANKS, MUTED))
        return row_text((f"{ASKS[self._asked][1]}  ", MUTED), ("y", "$accent"), " / ", ("n", "$accent"))


def answers_about(app: App[None], workspace: "Workspace", entry: "LibraryEntry") -> "Answered | None":
    """What hears the answers about a saved tailoring; None where Settings say not to ask.

    The app keeps them, not a screen: whoever answers and leaves at once has answered.
    """
    if not workspace.config.questions:
        return None

    async def keep(question: "judgements.Question", yes: bool) -> None:
        try:
            await asyncio.to_thread(keep_answer, workspace, entry, question, yes)
        except TailorError as error:
            notify(app, error.message, title="Your answer is not kept", severity="warning")

    def answered(question: "judgements.Question", yes: bool) -> None:
        app.run_worker(keep(question, yes), exit_on_error=False)

    return answered


def keep_answer(workspace: "Workspace", entry: "LibraryEntry", question: "judgements.Question", yes: bool) -> None:
    """Keeps one answer in the data folder, with what made the tailoring; in a thread. TailorError."""
    from tailor.evaluation.judging import SelfAssessment, add_self_assessment
    from tailor.library.entries import Provenance

    made = workspace.library.load(entry.id).made or Provenance()
    add_self_assessment(
        workspace.paths.data,
        SelfAssessment(
            saved=entry.id,
            question=question,
            yes=yes,
            run=made.run,
            strategy=made.strategy,
            prompts=made.prompts,
            provider=made.provider,
            model=made.model,
        ),
    )
