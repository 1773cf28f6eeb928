"""The prompts of the generation agents ([AAG] appendix; DESIGN 8), from the templates in `memory/prompts`.

Equal questions give equal bytes: nothing depends on time, chance or the order of sets.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from memory.messages import Analogy, Lookup
from memory.text import DEFAULT_DOMAIN, first_word, procedure_text
from tailor.agents.prompts import PromptSet, fenced, quoted, turns
from tailor.core.procedure import numbered
from tailor.core.protocols import Message
from tailor.core.text import normal

_FOLDER: Final = Path(__file__).parent.parent
PROMPTS: Final = _FOLDER / "prompts"


@dataclass(frozen=True, slots=True)
class Domain:
    """What a domain adds to a prompt."""

    name: str = DEFAULT_DOMAIN
    clause: str = ""
    """ "using the LangChain Python library"; "" for none."""
    names: str = "the things and tools"
    """What every step must name."""


@dataclass(frozen=True, slots=True)
class StepList:
    """A list of steps between two agents."""

    steps: tuple[str, ...]
    uncertain: tuple[int, ...] = ()
    """Steps (1-based) the model was unsure of."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question and its answer from the memory's procedures."""

    question: str
    text: str | None
    """None if they do not answer it."""
    hits: tuple[Analogy, ...] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What Update and Perform may use: answers or whole procedures, depending on the method."""

    answers: tuple[Answered, ...] = ()
    procedures: tuple[Analogy, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationGoal:
    """What to write, as every agent of a run is told."""

    goal: str
    resources: tuple[str, ...]
    prompts: PromptSet = "tailor"
    domain: Domain = Domain()
    questions: int = 4

    @property
    def lookup(self) -> Lookup:
        """How the memory is asked: by vector alone for the paper's prompts."""
        return "nearest" if self.prompts == "paper" else "hybrid"

    @property
    def query(self) -> str:
        """The query for the memory: "output using input" ([AAG] 3.2)."""
        return f"{self.goal} using {', '.join(self.resources)}" if self.resources else self.goal


def domain_named(name: str) -> Domain:
    """The domain of this name; an unknown one adds nothing to the prompts."""
    known = _domains().get(name or DEFAULT_DOMAIN)
    return Domain(name, **known) if known else Domain(name or DEFAULT_DOMAIN)


def domain_names() -> tuple[str, ...]:
    """The names in the domains file."""
    return tuple(_domains())


def draft(wanted: GenerationGoal, references: tuple[Analogy, ...]) -> tuple[Message, ...]:
    """Draft: steps for the goal, the unsure ones in [[ ]]."""
    return _asked(wanted, "draft", {"references": bool(references)}, references=_blocks(wanted, references))


def rewrite(wanted: GenerationGoal) -> tuple[Message, ...]:
    """Rewrite: an outline, then search questions."""
    return _asked(wanted, "rewrite", {}, n=str(wanted.questions))


def summarize(wanted: GenerationGoal, question: str, found: tuple[Analogy, ...]) -> tuple[Message, ...]:
    """Summarize: the answer to one question from what was found."""
    return _asked(wanted, "summarize", {}, question=_line(wanted, question), information=_blocks(wanted, found))


def update(wanted: GenerationGoal, sheet: StepList, known: Knowledge) -> tuple[Message, ...]:
    """Update: the draft once more, with the knowledge."""
    knows = knowledge(wanted, known)
    return _asked(wanted, "update", {"knowledge": bool(knows)}, steps=_steps(wanted, sheet), knowledge=knows)


def critic(wanted: GenerationGoal, sheet: StepList) -> tuple[Message, ...]:
    """Critic: goal, resources and steps alone."""
    return _asked(wanted, "critic", {}, steps=_steps(wanted, StepList(sheet.steps)))


def perform(
    wanted: GenerationGoal, sheet: StepList, edits: tuple[str, ...], known: Knowledge
) -> tuple[Message, ...]:
    """Perform: the critic's edits made."""
    knows = knowledge(wanted, known)
    changes = "\n".join(f"- {normal(edit)}" for edit in edits)
    values = {"steps": _steps(wanted, StepList(sheet.steps)), "knowledge": knows, "edits": _data(wanted, changes)}
    return _asked(wanted, "perform", {"knowledge": bool(knows)}, **values)


def again(wanted: GenerationGoal, said: str) -> tuple[Message, ...]:
    """The repair turn of the `tailor` set, after an answer without a list."""
    return (Message("assistant", said[:6_000].strip() or "(nothing)"), *_asked(wanted, "again", {}))


def knowledge(wanted: GenerationGoal, known: Knowledge) -> str:
    """The knowledge for a prompt: Q/A blocks, or whole procedures; "" for none."""
    if known.procedures:
        return _blocks(wanted, known.procedures)
    pairs = [(one.question, one.text) for one in known.answers if one.text]
    blocks = [f"Q: {normal(question)}\nA: {normal(text)}" for question, text in pairs]
    return _data(wanted, "\n\n".join(blocks)) if blocks else ""


def _asked(wanted: GenerationGoal, name: str, switches: dict[str, bool], **values: str) -> tuple[Message, ...]:
    on = {key for key, there in {**switches, "resources": bool(wanted.resources)}.items() if there}
    resources = ", ".join(map(normal, wanted.resources))
    values |= {
        "output": _line(wanted, wanted.goal),
        "input": resources if wanted.prompts == "paper" else _listed(wanted.resources),
        "clause": f" {wanted.domain.clause}" if wanted.domain.clause else "",
        "names": wanted.domain.names,
        "word": first_word(wanted.domain.name),
    }
    return turns(wanted.prompts, name, on, values, folder=PROMPTS)


def _listed(texts: Iterable[str]) -> str:
    return "\n".join(f"- {quoted(text)}" for text in texts)


def _blocks(wanted: GenerationGoal, found: tuple[Analogy, ...]) -> str:
    """Procedures as references, nearest first."""
    texts = (procedure_text(one.goal, one.resources, one.steps, one.domain) for one in found)
    return _data(wanted, "\n\n".join(texts)) if found else ""


def _steps(wanted: GenerationGoal, sheet: StepList) -> str:
    marked = (f"[[ {text} ]]" if n in sheet.uncertain else text for n, text in enumerate(sheet.steps, 1))
    return _data(wanted, numbered(marked))


def _line(wanted: GenerationGoal, text: str) -> str:
    """One line of text by others: plain in `paper`, a JSON string in `tailor`."""
    return normal(text) if wanted.prompts == "paper" else quoted(normal(text))


def _data(wanted: GenerationGoal, text: str) -> str:
    """Plain in `paper`; fenced in `tailor`, as all text by others is."""
    return text if wanted.prompts == "paper" else fenced(text)


@cache
def _domains() -> dict[str, dict[str, str]]:
    data = json.loads((_FOLDER / "domains.json").read_text(encoding="utf-8"))
    return {name: {"clause": one["clause"], "names": one["names"]} for name, one in data.items()}
