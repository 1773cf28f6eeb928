"""A generation as the screen shows it: its stages, the list so far, how it ended, what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from memory.generation.provenance import kept_leans
from tailor.core.events import (
    Done,
    Event,
    Failed,
    QuestionsWritten,
    StageFinished,
    StageStarted,
    SummaryWritten,
    Waiting,
)
from tailor.core.procedure import Procedure
from tailor.core.text import counted
from tailor.runs.generate import BUILTIN, NOTHING_NEAR, STILL_HAS, warned
from tailor.runs.generation_session import GenerationProgress, GenerationSession
from tailor.runs.history import run_usage
from tailor.screens.generate.options import MethodOption
from tailor.screens.widgets.content import MUTED, line_text, row_text
from tailor.screens.widgets.lists import note_page, procedure_page

WORDS = {
    "draft": "First draft",
    "rewrite": "Questions",
    "summarize": "Answers",
    "update": "Second draft",
    "critic": "Check",
    "perform": "Changes",
    "builtin": "Without AI",
}
"""The names of the agents on the screen."""

BY_A_MODEL = "Written by an AI model: double-check anything important."
NEXT = "s saves it as it is, enter adapts it to your situation."

BROKEN = ("failed", "cut_short", "unparsed")  # ends of stages that did not complete


def stage_rows(progress: GenerationProgress, running: bool) -> list[Content]:
    """A row for each agent, in the order they began: ● running, ✓ done, – broken off."""
    ended = {event.stage: event for event in progress.events if isinstance(event, StageFinished)}
    rows: list[Content] = []
    for agent in dict.fromkeys(progress.agents.values()):
        if agent == BUILTIN and not running:
            continue  # its result is described in full below
        numbers = [stage for stage, of in progress.agents.items() if of == agent]
        over = all(stage in ended for stage in numbers)
        done = over and not any(ended[stage].end in BROKEN for stage in numbers)
        at_work = running and not over
        mark, style = ("✓", "$text-success") if done else ("●", "$accent") if at_work else ("–", MUTED)
        last = ended.get(numbers[-1])
        words = line_text(_about(progress, agent, len(numbers), last), MUTED, 200)
        rows.append(row_text((f"{mark} ", style), WORDS.get(agent, agent), "  ", words))
    last_event = progress.events[-1] if progress.events else None
    if running and isinstance(last_event, Waiting):
        wait = f"Trying again in {last_event.seconds:.0f} s. " if last_event.seconds else ""
        again = f"{wait}{last_event.reason}"  # a narrow window cuts off the reason
        rows.append(row_text(("! ", "$text-warning"), line_text(again)))
    return rows


def _about(progress: GenerationProgress, agent: str, count: int, last: StageFinished | None) -> str:
    written = [event for event in progress.events if isinstance(event, QuestionsWritten)]
    asked = [question for event in written for question in event.questions]
    says = last.says if last else ""
    match agent:
        case "rewrite":
            return f"{len(asked)}: {' · '.join(asked)}" if asked else says
        case "summarize":
            got = sum(isinstance(event, SummaryWritten) for event in progress.events)
            return f"{got} of {len(asked)}"
        case "critic":
            return f"round {count}: {says or 'nothing to change'}" if last else f"round {count}"
        case "perform":
            return f"round {count}"
        case _:
            return says


def list_page(progress: GenerationProgress, width: int, *, bare: bool = False) -> list[Content]:
    """The list being written, else the newest one with the sources of its steps; `bare`: no goal or resources."""
    written = progress.result
    if progress.live or written is None:
        return note_page(progress.live or "Nothing is written yet.", "" if progress.live else MUTED, width)
    if not bare:
        return [*procedure_page(written, width), *_notes(progress, written, width)]
    head = len(note_page(written.goal, "", width))
    return [*procedure_page(replace(written, resources=()), width)[head:], *_notes(progress, written, width)]


def _notes(progress: GenerationProgress, written: Procedure, width: int) -> list[Content]:
    rows: list[Content] = []
    if (told := _taken(progress.events)) is not None:
        return [row for line in told[1:] for row in (Content(""), *note_page(line, MUTED, width))]
    if unsure := written.uncertain:
        named = ", ".join(map(str, unsure))
        words = f"The model was not sure of {'step' if len(unsure) == 1 else 'steps'} {named}: please check."
        rows += [Content(""), *note_page(words, "$text-warning", width)]
    leans = kept_leans(written)
    if leans:
        rows += [Content(""), line_text("What the steps are based on", f"italic {MUTED}")]
    for one in leans:
        said = [f"“{on.goal}” step {on.step}" for on in one.analogies]
        said += [f"the answer to “{one.question}”"] if one.question else []
        rows += note_page(f"{one.step}: {', '.join(said)}", MUTED, width)
    return rows


def _taken(events: Sequence[Event]) -> list[str] | None:
    """What a run without a model says about the how-to it used, its origin first; None if a model wrote it."""
    ends = (one for one in events if isinstance(one, StageFinished) and one.agent == BUILTIN)
    return next((one.says.splitlines() for one in ends if one.result is not None), None)


NO_MODEL = (
    "and Tailor cannot write a new one without a model. F9 connects one, ctrl+n on Home lets you type your own "
    "steps, and F7 imports how-tos."
)
"""What helps if there is neither a model nor anything to adapt."""


def ending(events: Sequence[Event], kept: Procedure | None, profile: Sequence[str]) -> tuple[str, bool]:
    """The message at the end of a run, and whether it is a warning; `kept`: the result of the run."""
    last = events[-1] if events else None
    stays = " What was written so far is shown here." if kept else ""
    if isinstance(last, Done):
        about = told[0] if (told := _taken(events)) else BY_A_MODEL
        against = list(warned(last.result, profile))
        against += (
            ["It still contains something you did not want: see its title."]
            if STILL_HAS in last.result.goal
            else []
        )
        return " ".join((*against, about, NEXT)), bool(against)
    if isinstance(last, Failed) and last.message == NOTHING_NEAR:
        return f"None of the how-tos here is close enough, {NO_MODEL}", True
    if isinstance(last, Failed):
        return f"{last.title}: {last.message}{stays}", True
    return f"Stopped.{stays or ' Nothing has been written yet.'}", False


@dataclass(slots=True, kw_only=True)
class GenerationRun:
    """One run on the screen: its session, and its method."""

    way: MethodOption
    session: GenerationSession
    seconds: float = 0.0  # duration
    saving: bool = False  # it is being saved now

    @property
    def has_rounds(self) -> bool:
        """Whether a critic's remarks led to a new list."""
        return any(isinstance(event, StageStarted) and event.agent == "perform" for event in self.session.log)

    def cost(self, *, running: bool = False) -> str:
        """The cost so far, such as "9 calls · 3,210 tokens · 41 s"; tokens if counted, time once it is over."""
        paid = run_usage(self.session.log)
        tokens = "tokens unknown" if paid.tokens is None else f"{paid.tokens:,} tokens"
        return f"{counted(paid.calls, 'call')} · {tokens}" + ("" if running else f" · {time_words(self.seconds)}")


def time_words(seconds: float) -> str:
    """A duration: "0.4 s", "41 s", "2 min 5 s"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
