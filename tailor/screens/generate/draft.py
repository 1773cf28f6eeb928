"""A generation as the screen shows it: its stages, the list as far as it came, how it ended, what it cost."""

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
from tailor.runs.generation import GenerationProgress, GenerationSession
from tailor.runs.history import run_usage
from tailor.screens.generate.options import MethodOption
from tailor.screens.widgets.content import MUTED, line_text, row_text
from tailor.screens.widgets.lists import note_page, procedure_page

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


def stage_rows(progress: GenerationProgress, running: bool) -> list[Content]:
    """A row for each agent, in the order they began: ● at work, ✓ done, – broke off."""
    ended = {event.stage: event for event in progress.events if isinstance(event, StageFinished)}
    rows: list[Content] = []
    for agent in dict.fromkeys(progress.agents.values()):
        numbers = [stage for stage, of in progress.agents.items() if of == agent]
        over = all(stage in ended for stage in numbers)
        done = over and not any(ended[stage].end in BROKEN for stage in numbers)
        at_work = running and not over
        mark, style = ("✓", "$text-success") if done else ("●", "$accent") if at_work else ("–", MUTED)
        last = ended.get(numbers[-1])
        words = line_text(_about(progress, agent, len(numbers), last), MUTED, 200)
        rows.append(row_text((f"{mark} ", style), WORDS.get(agent, agent), "  ", words))
    return rows + _waits(progress, running)


def _about(progress: GenerationProgress, agent: str, count: int, last: StageFinished | None) -> str:
    match agent:
        case "rewrite":
            asked = [
                one for event in progress.events if isinstance(event, QuestionsWritten) for one in event.questions
            ]
            return f"{len(asked)}: {' · '.join(asked)}" if asked else (last.says if last else "")
        case "summarize":
            got = [event for event in progress.events if isinstance(event, SummaryWritten)]
            return f"{len(got)} of {_questions(progress)}"
        case "critic":
            said = last.says if last else ""
            return f"round {count}: {said or 'nothing to change'}" if last else f"round {count}"
        case "perform":
            return f"round {count}"
        case _:
            return last.says if last else ""


def _questions(progress: GenerationProgress) -> int:
    return sum(len(event.questions) for event in progress.events if isinstance(event, QuestionsWritten))


def _waits(progress: GenerationProgress, running: bool) -> list[Content]:
    last = progress.events[-1] if progress.events else None
    if running and isinstance(last, Waiting):
        words = f"Again in {last.seconds:.0f} s. {last.reason}"  # a narrow window cuts the reason
        return [row_text(("! ", "$text-warning"), line_text(words))]
    return []


def list_page(progress: GenerationProgress, width: int) -> list[Content]:
    """The list that is coming in, else the newest one with what its steps lean on."""
    if progress.live:
        return note_page(progress.live, "", width)
    if progress.result is None:
        return note_page("Nothing is written yet.", MUTED, width)
    return [*procedure_page(progress.result, width), *_notes(progress.result, width)]


def bare_page(progress: GenerationProgress, width: int) -> list[Content]:
    """The same without goal and resources."""
    if progress.live or progress.result is None:
        return list_page(progress, width)
    head = len(note_page(progress.result.goal, "", width))
    rows = procedure_page(replace(progress.result, resources=()), width)
    return [*rows[head:], *_notes(progress.result, width)]


def _notes(written: Procedure, width: int) -> list[Content]:
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
    """One run on the screen: its session, and the way it is written in."""

    way: MethodOption
    session: GenerationSession
    seconds: float = 0.0
    """Duration."""
    saving: bool = False
    """Whether it is being saved right now."""

    @property
    def has_rounds(self) -> bool:
        """Whether a critic's remarks led to a new list."""
        return any(isinstance(event, StageStarted) and event.agent == "perform" for event in self.session.log)

    def cost(self, *, running: bool = False) -> str:
        """ "9 calls · 3,210 tokens · 41 s"; tokens if the server counts them, the time once it is over."""
        paid = run_usage(self.session.log)
        calls = f"{paid.calls} call{'' if paid.calls == 1 else 's'}"
        tokens = "tokens not told" if paid.tokens is None else f"{paid.tokens:,} tokens"
        return f"{calls} · {tokens}" + ("" if running else f" · {time_words(self.seconds)}")


def time_words(seconds: float) -> str:
    """ "0.4 s", "41 s", "2 min 5 s"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
