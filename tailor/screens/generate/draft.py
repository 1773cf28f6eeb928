"""A generation as the screen shows it: its progress folded from events, its stages in words, its cost.

`GenerationProgress` is a pure fold; `GenerationRun` adds who wrote it, its record, and what is saved of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from textual.content import Content

from memory.generation.calls import as_procedure
from memory.generation.parsing import draft_of
from memory.generation.prompts import StepList
from memory.generation.provenance import kept_leans
from tailor.agents.stages import BackendInfo
from tailor.core.events import (
    Done,
    DraftWritten,
    Event,
    Failed,
    ModelCalled,
    QuestionsWritten,
    StageFinished,
    StageStarted,
    SummaryWritten,
    TextDelta,
    Waiting,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.library.entries import LibraryEntry, Provenance
from tailor.runs.generate import BUILTIN, GenerateRequest
from tailor.runs.history import procedure_as_decided, review_from_log, run_usage
from tailor.screens.generate.options import MethodOption
from tailor.screens.widgets.content import MUTED, line_text, row_text
from tailor.screens.widgets.page_view import note_page, procedure_page

WORDS = {
    "draft": "Draft",
    "rewrite": "Questions",
    "summarize": "Summaries",
    "update": "Update",
    "critic": "Critic",
    "perform": "Improve",
    "builtin": "Built-in tailor",
}
"""The names of the agents on the screen."""

BROKEN = ("failed", "cut_short", "unparsed")
"""Ends of stages that broke off."""

LISTS = ("draft", "update", "perform")
"""Agents that answer with the whole list."""


@dataclass(slots=True)
class GenerationProgress:
    """What came of a run so far, folded from its events."""

    goal: str = ""
    resources: tuple[str, ...] = ()
    events: list[Event] = field(default_factory=list)
    """All events but the text deltas."""
    result: Procedure | None = None
    """The newest complete list."""
    finished: bool = False
    """Whether the run came to its end."""
    _agents: dict[int, str] = field(default_factory=dict)
    _calls: dict[int, int] = field(default_factory=dict)
    _live: dict[int, str] = field(default_factory=dict)
    """Text of lists that are still coming in, by stage."""

    def take(self, event: Event) -> None:
        """Take in the next event."""
        if isinstance(event, TextDelta):
            stage = self._calls.get(event.call, 0)
            if not event.thinking and self._agents.get(stage) in LISTS:
                self._live[stage] = self._live.get(stage, "") + event.text
            return
        self.events.append(event)
        if isinstance(event, StageStarted):
            self._agents[event.stage] = event.agent
        elif isinstance(event, ModelCalled):
            self._calls[event.call] = event.stage
            self._live.pop(event.stage, None)
        elif isinstance(event, DraftWritten):
            self.result = event.procedure
            self._live.pop(event.stage, None)
        elif isinstance(event, Done):
            self.result, self.finished = event.result, True

    @property
    def live(self) -> str:
        """The text of the list that is coming in now, or ""."""
        return self._live[max(self._live)] if self._live else ""

    def kept(self) -> Procedure | None:
        """The newest complete list; before the first, the steps that came of it."""
        if self.result is not None or not self.live:
            return self.result
        read = draft_of(self.live, self.goal)
        sheet = StepList(read.steps, read.uncertain)
        return as_procedure(Procedure(self.goal, (), self.resources), sheet) if read.steps else None

    # -- in words --------------------------------------------------------------------------------------------

    def stages(self, running: bool) -> list[Content]:
        """A row for each agent, in the order they began: ● at work, ✓ done, – broke off."""
        ended = {event.stage: event for event in self.events if isinstance(event, StageFinished)}
        rows: list[Content] = []
        for agent in dict.fromkeys(self._agents.values()):
            numbers = [stage for stage, of in self._agents.items() if of == agent]
            over = all(stage in ended for stage in numbers)
            done = over and not any(ended[stage].end in BROKEN for stage in numbers)
            at_work = running and not over
            mark, style = ("✓", "$text-success") if done else ("●", "$accent") if at_work else ("–", MUTED)
            last = ended.get(numbers[-1])
            words = line_text(self._about(agent, len(numbers), last), MUTED, 200)
            rows.append(row_text((f"{mark} ", style), WORDS.get(agent, agent), "  ", words))
        return rows + self._waits(running)

    def _about(self, agent: str, count: int, last: StageFinished | None) -> str:
        match agent:
            case "rewrite":
                asked = [
                    one for event in self.events if isinstance(event, QuestionsWritten) for one in event.questions
                ]
                return f"{len(asked)}: {' · '.join(asked)}" if asked else (last.says if last else "")
            case "summarize":
                got = [event for event in self.events if isinstance(event, SummaryWritten)]
                return f"{len(got)} of {self._questions()}"
            case "critic":
                said = last.says if last else ""
                return f"round {count}: {said or 'nothing to change'}" if last else f"round {count}"
            case "perform":
                return f"round {count}"
            case _:
                return last.says if last else ""

    def _questions(self) -> int:
        return sum(len(event.questions) for event in self.events if isinstance(event, QuestionsWritten))

    def _waits(self, running: bool) -> list[Content]:
        last = self.events[-1] if self.events else None
        if running and isinstance(last, Waiting):
            words = f"Again in {last.seconds:.0f} s. {last.reason}"  # a narrow window cuts the reason
            return [row_text(("! ", "$text-warning"), line_text(words))]
        return []

    def page(self, width: int) -> list[Content]:
        """The list that is coming in, else the newest one with what its steps lean on."""
        if self.live:
            return note_page(self.live, "", width)
        if self.result is None:
            return note_page("Nothing is written yet.", MUTED, width)
        return [*procedure_page(self.result, width), *self._notes(self.result, width)]

    def bare_page(self, width: int) -> list[Content]:
        """The same without goal and resources."""
        if self.live or self.result is None:
            return self.page(width)
        head = len(note_page(self.result.goal, "", width))
        rows = procedure_page(replace(self.result, resources=()), width)
        return [*rows[head:], *self._notes(self.result, width)]

    def _notes(self, written: Procedure, width: int) -> list[Content]:
        rows: list[Content] = []
        if unsure := written.uncertain:
            named = ", ".join(map(str, unsure))
            words = f"Nobody was sure of {'step' if len(unsure) == 1 else 'steps'} {named}."
            rows += [Content(""), *note_page(words, "$text-warning", width)]
        leans = kept_leans(written)
        if leans:
            rows += [Content(""), line_text("What the steps lean on", f"italic {MUTED}")]
        for one in leans:
            said = [f"“{on.goal}” step {on.step} ({on.distance:.2f})" for on in one.analogies]
            said += [f"the answer to “{one.question}”"] if one.question else []
            rows += note_page(f"{one.step}: {', '.join(said)}", MUTED, width)
        return rows


def ending(events: Sequence[Event], kept: bool) -> tuple[str, bool]:
    """What to say at the end of a run, and whether it is a warning; `kept`: something came of it."""
    last = events[-1] if events else None
    stays = " What came by then stands here." if kept else ""
    if isinstance(last, Done):
        return "Written by a machine: check what matters. s saves it, enter makes it fit your situation.", False
    if isinstance(last, Failed):
        return f"{last.title}: {last.message}{stays}", True
    return f"Stopped.{stays or ' Nothing was written yet.'}", False


@dataclass(slots=True, kw_only=True)
class GenerationRun:
    """One run of Generate and its result."""

    way: MethodOption
    request: GenerateRequest
    progress: GenerationProgress
    by: BackendInfo | None = None
    """Who writes; None until a backend answered."""
    record: Path | None = None
    """The file of its events; None if it cannot be written."""
    seconds: float = 0.0
    """Duration."""
    rounds: Review | None = None
    """The critic's rounds as decided so far; None until they are opened."""
    entry: LibraryEntry | None = None
    """Its newest version in the library."""
    saving: bool = False
    """Whether it is being saved right now."""
    _saved_as: Procedure | None = None

    @property
    def events(self) -> Sequence[Event]:
        """All events but the text deltas."""
        return self.progress.events

    @property
    def saved(self) -> str:
        """Id of the newest version in the library, or ""."""
        return self.entry.id if self.entry else ""

    @property
    def is_saved(self) -> bool:
        """Whether the list as it is now is in the library."""
        return self.entry is not None and self._saved_as == self.progress.kept()

    @property
    def made(self) -> Provenance:
        """How it was made, for the library."""
        by = self.by or BackendInfo(provider=BUILTIN)
        method = BUILTIN if by.provider == BUILTIN else self.request.method
        return Provenance(
            method=method, prompts=self.request.prompts, provider=by.provider, model=by.model, run=self.request.run
        )

    def keep(self, entry: LibraryEntry, written: Procedure | None) -> None:
        """Note that `written` was saved as `entry`."""
        self.entry, self._saved_as = entry, written

    @property
    def has_rounds(self) -> bool:
        """Whether a critic's remarks led to a new list."""
        return any(isinstance(event, StageStarted) and event.agent == "perform" for event in self.events)

    def reviewed(self) -> Review | None:
        """The critic's rounds as decided now; None if no critic changed anything."""
        if self.rounds is None:
            self.rounds = review_from_log(self.events)
        return self.rounds

    def decide(self, rounds: Review) -> None:
        """Make the result what was decided on the rounds."""
        if self.rounds is None or rounds.choices == self.rounds.choices:
            return
        self.rounds = rounds
        self.progress.result = procedure_as_decided(self.events, rounds)

    def cost(self, *, running: bool = False) -> str:
        """ "9 calls · 3,210 tokens · 41 s"; tokens where the server counts them, the time once it is over."""
        paid = run_usage(self.events)
        calls = f"{paid.calls} call{'' if paid.calls == 1 else 's'}"
        tokens = "tokens not told" if paid.tokens is None else f"{paid.tokens:,} tokens"
        return f"{calls} · {tokens}" + ("" if running else f" · {time_words(self.seconds)}")


def time_words(seconds: float) -> str:
    """ "0.4 s", "41 s", "2 min 5 s"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
