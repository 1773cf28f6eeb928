"""The prompts of the generation agents ([AAG] appendix; DESIGN 8), from the templates in `memory/prompts`.

Equal inputs give equal bytes: nothing depends on time, randomness or the order of sets.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from memory.messages import Analogy, Lookup
from memory.text import Domain, procedure_text
from tailor.agents.parsing import EchoFilter, without_echo
from tailor.agents.prompts import PromptSet, fenced, instructions_in, quoted, turns
from tailor.core.procedure import Procedure, numbered
from tailor.core.protocols import Message
from tailor.core.text import normal

_PROMPTS: Final = Path(__file__).parent.parent / "prompts"


@dataclass(frozen=True, slots=True)
class Answered:
    """A question and its answer from the memory's procedures."""

    question: str
    text: str | None
    """None if they do not answer it."""
    hits: tuple[Analogy, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationGoal:
    """What to write, as every agent of a run is told."""

    goal: str
    resources: tuple[str, ...]
    prompts: PromptSet = "tailor"
    domain: Domain = field(default_factory=Domain)
    questions: int = 4

    @property
    def lookup(self) -> Lookup:
        """How the memory is searched: by vector alone for the paper's prompts."""
        return "nearest" if self.prompts == "paper" else "hybrid"

    @property
    def query(self) -> str:
        """The query for the memory: "output using input" ([AAG] 3.2)."""
        return f"{self.goal} using {', '.join(self.resources)}" if self.resources else self.goal


def draft(wanted: GenerationGoal, references: tuple[Analogy, ...]) -> tuple[Message, ...]:
    """Draft: steps for the goal, the unsure ones in [[ ]]."""
    return _asked(wanted, "draft", references=procedures_told(wanted, references))


def rewrite(wanted: GenerationGoal) -> tuple[Message, ...]:
    """Rewrite: an outline, then search questions."""
    return _asked(wanted, "rewrite", n=str(wanted.questions))


def summarize(wanted: GenerationGoal, question: str, found: tuple[Analogy, ...]) -> tuple[Message, ...]:
    """Summarize: the answer to one question from what was found."""
    return _asked(
        wanted, "summarize", question=_line(wanted, question), information=procedures_told(wanted, found)
    )


def update(wanted: GenerationGoal, written: Procedure, known: str) -> tuple[Message, ...]:
    """Update: revise the draft with the knowledge found."""
    return _asked(wanted, "update", steps=_steps(wanted, written), knowledge=known)


def critic(wanted: GenerationGoal, written: Procedure, *, again: bool = False) -> tuple[Message, ...]:
    """Critic: only goal, resources and steps; in `tailor`, `again` asks for less."""
    steps = as_data(wanted.prompts, numbered(written.steps))
    return _asked(wanted, "critic", steps=steps, again="again" if again else "")


def perform(wanted: GenerationGoal, written: Procedure, edits: tuple[str, ...], known: str) -> tuple[Message, ...]:
    """Perform: apply the critic's edits."""
    steps = as_data(wanted.prompts, numbered(written.steps))
    changes = as_data(wanted.prompts, "\n".join(f"- {normal(edit)}" for edit in edits))
    return _asked(wanted, "perform", steps=steps, knowledge=known, edits=changes)


def without_instructions(answer: str, theirs: Iterable[str]) -> tuple[str, str]:
    """The answer without lines that only repeat a prompt, unless in `theirs`; and a sentence about them."""
    return without_echo(answer, EchoFilter(instructions_in(_PROMPTS), "\n".join(theirs)))


def again(wanted: GenerationGoal, said: str) -> tuple[Message, ...]:
    """The repair turn of the `tailor` set, after an answer without a list."""
    return (Message("assistant", said[:6_000].strip() or "(nothing)"), *_asked(wanted, "again"))


def asked(prompts: PromptSet, domain: Domain, name: str, values: Mapping[str, str]) -> tuple[Message, ...]:
    """A template with these values and those of the domain; each non-empty value is also a switch."""
    on = {name for name, value in values.items() if value} | ({"library"} if domain.name == "langchain" else set())
    of_domain = {"clause": f" {domain.clause}" if domain.clause else "", "names": domain.names}
    return turns(prompts, name, on, {**values, **of_domain}, folder=_PROMPTS)


def as_data(prompts: PromptSet, text: str) -> str:
    """Text from outside: plain in `paper`, fenced in `tailor`; "" stays empty."""
    return fenced(text) if text and prompts == "tailor" else text


def _asked(wanted: GenerationGoal, name: str, **values: str) -> tuple[Message, ...]:
    named = ", ".join(map(normal, wanted.resources))
    listed = "\n".join(f"- {quoted(one)}" for one in wanted.resources)
    values |= {
        "output": _line(wanted, wanted.goal),
        "resources": listed,
        "input": named if wanted.prompts == "paper" else listed,
    }
    return asked(wanted.prompts, wanted.domain, name, values)


def answers_told(wanted: GenerationGoal, answered: Iterable[Answered]) -> str:
    """The answers as knowledge for Update and Perform; "" for none."""
    answers = (f"Q: {normal(one.question)}\nA: {normal(one.text)}" for one in answered if one.text)
    return as_data(wanted.prompts, "\n\n".join(answers))


def procedures_told(wanted: GenerationGoal, found: Iterable[Analogy]) -> str:
    """Whole procedures as knowledge, nearest first; "" for none."""
    return as_data(wanted.prompts, "\n\n".join(map(procedure_text, found)))


def _steps(wanted: GenerationGoal, written: Procedure) -> str:
    marked = (f"[[ {text} ]]" if n in written.uncertain else text for n, text in enumerate(written.steps, 1))
    return as_data(wanted.prompts, numbered(marked))


def _line(wanted: GenerationGoal, text: str) -> str:
    """A line of text from outside: plain in `paper`, a JSON string in `tailor`."""
    return normal(text) if wanted.prompts == "paper" else quoted(normal(text))
