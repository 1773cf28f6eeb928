"""What judges are shown and what they answer ([CP] section 4: two questions, three judgements, two of three).

Owns `Item`, `Judgement`, their file, and when a criterion holds. Refuses to ask anybody
(`judge_model` asks a model, the judge screen people) and to count: `tables` does.

A judge sees goal, condition and result alone. An item's id is a hash of exactly that: it names no strategy, equal
results share their judgements, and a result that changed is a new item.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.evaluation.lines import add_line, read_lines
from tailor.evaluation.statistics import majority

Question: TypeAlias = Literal["executable", "customized"]
"""Q1: could you follow these steps and reach the goal? Q2: and under this condition, is every step there?"""

Answer: TypeAlias = Literal["yes", "change", "missing", "delete", "vague"]
"""Yes, or why not: a detail to change, a step missing, one to delete (wrong, irrelevant, doubled), too vague."""

Kind: TypeAlias = Literal["person", "model"]

QUESTIONS: Final[tuple[Question, ...]] = get_args(Question)
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
REASONS: Final[tuple[Answer, ...]] = ANSWERS[1:]
"""The reasons for a no."""

ENOUGH: Final = 3
"""Judgements an item gets; two of them that agree settle the criterion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One result as judges see it; `cell` is for the tables and never shown."""

    id: str
    goal: str
    condition: str
    steps: tuple[str, ...]
    resources: tuple[str, ...] = ()
    cell: str = ""
    """Key of the bench's cell that made it; several cells may share one id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One judge's answer to one question about one item."""

    item: str
    question: Question
    answer: tuple[Answer, ...]
    """("yes",), or one or more reasons; () takes back what this judge said before."""
    judge: str
    """A person's name, or the model's."""
    kind: Kind
    seed: int | None = None
    """A model's seed; each seed is a judgement of its own."""

    @property
    def yes(self) -> bool:
        """Whether the criterion holds for this judge."""
        return self.answer == ("yes",)

    @property
    def place(self) -> tuple[str, Question, str, int | None]:
        """What it answers: a later judgement in the same place takes the place of the earlier."""
        return self.item, self.question, self.judge, self.seed


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgements of a file that count, and its lines that could not be read (1-based)."""

    judgements: tuple[Judgement, ...]
    bad: tuple[int, ...] = ()


def item(
    *, goal: str, condition: str, steps: Iterable[str], resources: Iterable[str] = (), cell: str = ""
) -> Item:
    """The item for one result, its id made from what judges see."""
    made, needed = tuple(steps), tuple(resources)
    shown = json.dumps([goal, condition, made, needed], ensure_ascii=False).encode("utf-8", "surrogatepass")
    id = hashlib.sha256(shown).hexdigest()[:12]
    return Item(id=id, goal=goal, condition=condition, steps=made, resources=needed, cell=cell)


def unique(items: Iterable[Item]) -> tuple[Item, ...]:
    """Each id once, in the order given: what has to be judged."""
    found: dict[str, Item] = {}
    for one in items:
        found.setdefault(one.id, one)
    return tuple(found.values())


def answer_of(names: Iterable[str]) -> tuple[Answer, ...]:
    """The answers in their fixed order, each once. ContentError for unknown ones, yes beside a reason, or none."""
    found = set(names)
    made = tuple(answer for answer in ANSWERS if answer in found)
    if len(made) != len(found) or not made:
        raise ContentError(f"An answer is yes, or some of {', '.join(REASONS)}.")
    if made[0] == "yes" and len(made) > 1:
        raise ContentError("An answer is yes or reasons for a no, never both.")
    return made


def add_judgement(path: Path, judgement: Judgement) -> None:
    """Add it to the file, on the disk when this returns. SaveError where the disk refuses."""
    add_line(path, judgement_to_json(judgement))


def read_judgements(path: Path) -> Judged:
    """The judgements of a file, later ones in the place of earlier; none without a file."""
    lines = read_lines(path)
    found: list[Judgement] = []
    bad = list(lines.bad)
    for number, row in zip(lines.numbers, lines.rows, strict=True):
        try:
            found.append(judgement_from_json(row))
        except ContentError:
            bad.append(number)
    return Judged(standing(found), tuple(sorted(bad)))


def standing(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """Those that count: the last in each place, without those taken back."""
    return tuple(one for one in {one.place: one for one in judgements}.values() if one.answer)


def judgement_to_json(judgement: Judgement) -> dict[str, Json]:
    """The line of judgements.jsonl. Where a model judged it says so in words too: `judged_by`."""
    data: dict[str, Json] = {
        "item": judgement.item,
        "question": judgement.question,
        "answer": list(judgement.answer),
        "judge": judgement.judge,
        "kind": judgement.kind,
        "judged_by": "model-judged" if judgement.kind == "model" else "person",
    }
    return data if judgement.seed is None else data | {"seed": judgement.seed}


def judgement_from_json(data: Mapping[str, Json]) -> Judgement:
    """The judgement of a line; unknown keys are passed over. ContentError says what is wrong."""
    question = next((one for one in QUESTIONS if one == data.get("question")), None)
    kind: Kind | None = next((one for one in get_args(Kind) if one == data.get("kind")), None)
    answer, seed = data.get("answer"), data.get("seed")
    if question is None or kind is None or not isinstance(answer, list):
        raise ContentError("A judgement has a question, a kind and a list of answers.")
    return Judgement(
        item=str(data.get("item") or ""),
        question=question,
        answer=answer_of(map(str, answer)) if answer else (),
        judge=str(data.get("judge") or ""),
        kind=kind,
        seed=seed if isinstance(seed, int) else None,
    )


def holds(judgements: Iterable[Judgement]) -> bool | None:
    """Whether the criterion holds: two of three say yes. None while it is open, or with a tie.

    Two that agree settle it: a third could not change it. More than three: most of them.
    """
    votes = tuple(one.yes for one in judgements)
    return majority(votes) if len(votes) >= ENOUGH - 1 else None


def fully_correct(executable: bool | None, customized: bool | None) -> bool | None:
    """[CP]'s FULLY CORRECT: both criteria hold. One that fails settles it, whatever the other is."""
    if executable is False or customized is False:
        return False
    return None if executable is None or customized is None else True


def by_place(judgements: Iterable[Judgement]) -> Mapping[tuple[str, Question], tuple[Judgement, ...]]:
    """The judgements of each item and question."""
    found: dict[tuple[str, Question], tuple[Judgement, ...]] = {}
    for one in judgements:
        key = (one.item, one.question)
        found[key] = (*found.get(key, ()), one)
    return MappingProxyType(found)
