"""How a generation stands while it runs: its stages in words, and the page with what is written by now. Pure.

Owns `Progress`, fed event by event, and its rows. Refuses widgets and clocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from textual.content import Content

from memory.generation.calls import as_procedure
from memory.generation.parsing import draft_of
from memory.generation.prompts import Sheet
from memory.generation.provenance import kept_leans
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
from tailor.screens.page import note_page, procedure_page
from tailor.screens.safe import MUTED, line, row

WORDS = {
    "draft": "Draft",
    "rewrite": "Questions",
    "summarize": "Summaries",
    "update": "Update",
    "critic": "Critic",
    "perform": "Improve",
    "builtin": "Built-in tailor",
}
"""What people read for each agent."""

BROKEN = ("failed", "cut_short", "unparsed")
"""Ends of a stage that did not come to its own end."""

LISTS = ("draft", "update", "perform")
"""Agents whose answer is the procedure itself."""


@dataclass(slots=True)
class Progress:
    """What came of a run so far."""

    goal: str = ""
    resources: tuple[str, ...] = ()
    events: list[Event] = field(default_factory=list)
    """All but the pieces of text."""
    result: Procedure | None = None
    """The newest whole list."""
    finished: bool = False
    """Whether `result` is the end of a whole run."""
    _agents: dict[int, str] = field(default_factory=dict)
    _calls: dict[int, int] = field(default_factory=dict)
    _live: dict[int, str] = field(default_factory=dict)
    """Answers of list-writing calls that are still coming, by stage."""

    def take(self, event: Event) -> None:
        """One event more."""
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
        """The list that is being written now, as it came; "" for none."""
        return self._live[max(self._live)] if self._live else ""

    def kept(self) -> Procedure | None:
        """The newest whole list; before the first one, the steps that came of it."""
        if self.result is not None or not self.live:
            return self.result
        read = draft_of(self.live, self.goal)
        sheet = Sheet(read.steps, read.uncertain)
        return as_procedure(Procedure(self.goal, (), self.resources), sheet) if read.steps else None

    # -- in words --------------------------------------------------------------------------------------------

    def stages(self, running: bool) -> list[Content]:
        """One row a kind of stage, in the order they began; ● is at work, ✓ is done, – broke off."""
        ended = {event.stage: event for event in self.events if isinstance(event, StageFinished)}
        rows: list[Content] = []
        for agent in dict.fromkeys(self._agents.values()):
            numbers = [stage for stage, of in self._agents.items() if of == agent]
            over = all(stage in ended for stage in numbers)
            done = over and not any(ended[stage].end in BROKEN for stage in numbers)
            at_work = running and not over
            mark, style = ("✓", "$text-success") if done else ("●", "$accent") if at_work else ("–", MUTED)
            last = ended.get(numbers[-1])
            words = line(self._about(agent, len(numbers), last), MUTED, 200)
            rows.append(row((f"{mark} ", style), WORDS.get(agent, agent), "  ", words))
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
            return [row(("! ", "$text-warning"), line(words))]
        return []

    def page(self, width: int) -> list[Content]:
        """What is written by now: the list that is coming in, else the newest one with what it leans on."""
        if self.live:
            return note_page(self.live, "", width)
        if self.result is None:
            return note_page("Nothing is written yet.", MUTED, width)
        return [*procedure_page(self.result, width), *self._notes(self.result, width)]

    def bare_page(self, width: int) -> list[Content]:
        """The same without goal and resources, for where they are known."""
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
            rows += [Content(""), line("What the steps lean on", f"italic {MUTED}")]
        for one in leans:
            said = [f"“{on.goal}” step {on.step} ({on.distance:.2f})" for on in one.analogies]
            said += [f"the answer to “{one.question}”"] if one.question else []
            rows += note_page(f"{one.step}: {', '.join(said)}", MUTED, width)
        return rows


def ending(events: Sequence[Event], kept: bool) -> tuple[str, bool]:
    """What to say at the end of a run, and whether something went wrong."""
    last = events[-1] if events else None
    stays = " What came by then stands here." if kept else ""
    if isinstance(last, Done):
        return "Written by a machine: check what matters. s saves it, enter makes it fit your situation.", False
    if isinstance(last, Failed):
        return f"{last.title}: {last.message}{stays}", True
    return f"Stopped.{stays or ' Nothing was written yet.'}", False
