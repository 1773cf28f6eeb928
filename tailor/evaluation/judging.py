"""What judges are shown and what they answer ([CP] section 4: two questions, three judgements, two of three).

Owns `Item`, `Judgement`, their file, and when a criterion holds. Refuses to ask anybody
(`judge_model` asks a model, the judge screen people) and to count: `tables` does.

A judge sees goal, condition and result alone. An item's id is a hash of exactly that: it names no strategy, equal
results share their judgements, and a result that changed is a new item.
"""

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from tailor.agents import prompts
from tailor.core.codec import from_json, to_object
from tailor.core.errors import ContentError, ProviderError
from tailor.core.procedure import Json, numbered
from tailor.core.protocols import Message, Settings
from tailor.core.text import one_line
from tailor.evaluation.folder import add_line, read_records
from tailor.evaluation.recorded import Cell, RecordedModel, whole_answer
from tailor.evaluation.report import Cell as TableCell
from tailor.evaluation.report import Measured, Table
from tailor.evaluation.runner import OnProgress, work_through
from tailor.evaluation.statistics import Share, majority

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
    seed: int | None = field(default=None, metadata={"omit_empty": True})
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
    found = read_records(path, judgement_from_json)
    last = {one.place: one for one in found.read}
    return Judged(tuple(one for one in last.values() if one.answer), found.bad)


def judgement_to_json(judgement: Judgement) -> dict[str, Json]:
    """The line of judgements.jsonl; `judged_by` says in words whether a model judged."""
    row = to_object(judgement)
    seed = {"seed": row.pop("seed")} if "seed" in row else {}
    return {**row, "judged_by": "model-judged" if judgement.kind == "model" else "person", **seed}


def judgement_from_json(row: Json) -> Judgement:
    """The judgement of a line. ContentError says what is wrong."""
    one = from_json(Judgement, row)
    return replace(one, answer=answer_of(one.answer)) if one.answer else one


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


ASKS: Final[Mapping[Question, str]] = {
    "executable": "Could you follow these steps as they stand and reach the goal?",
    "customized": "Can you still follow them, and is every step there that this calls for?",
}
ASKED_REASONS: Final[tuple[tuple[str, Answer, str], ...]] = (
    ("c", "change", "a detail is wrong"),
    ("m", "missing", "something needed is not there"),
    ("d", "delete", "something is wrong, beside the point or doubled"),
    ("v", "vague", "too unclear to carry out"),
)
"""The reasons for a no, each with its key and what it means."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question about one item."""

    item: Item
    question: Question


class Judging:
    """One judge at one bench. SaveError where the disk refuses an answer: it is not counted then."""

    def __init__(self, items: Iterable[Item], path: Path, judge: str) -> None:
        self.judge = one_line(judge, 60)
        self._path = path
        self.turns = turns(items, self.judge)
        """Every question, in this judge's order."""
        mine = [
            one for one in read_judgements(path).judgements if one.kind == "person" and one.judge == self.judge
        ]
        self._done = {(one.item, one.question): one.answer for one in mine}
        self._order = [(one.item, one.question) for one in mine]
        self.today = 0
        """Answers given since it was opened."""

    @property
    def now(self) -> Turn | None:
        """What is asked next; None when everything is answered."""
        return next((turn for turn in self.turns if (turn.item.id, turn.question) not in self._done), None)

    @property
    def done(self) -> int:
        """Questions of this bench that are answered."""
        return sum((turn.item.id, turn.question) in self._done for turn in self.turns)

    def answer(self, answer: tuple[Answer, ...]) -> None:
        """The answer to what is asked now."""
        if (turn := self.now) is None:
            return
        self._keep(turn.item.id, turn.question, answer)
        self._done[turn.item.id, turn.question] = answer
        self._order.append((turn.item.id, turn.question))
        self.today += 1

    def undo(self) -> tuple[Answer, ...]:
        """Takes back the answer given last, also one of an earlier day; what it was, () where there is none.

        Its question is asked again, before all that are still open.
        """
        known = {(turn.item.id, turn.question) for turn in self.turns}
        place = next((one for one in reversed(self._order) if one in known), None)
        if place is None:
            return ()
        self._keep(*place, ())
        self._order.remove(place)
        self.turns = tuple(sorted(self.turns, key=lambda turn: (turn.item.id, turn.question) != place))
        self.today = max(self.today - 1, 0)
        return self._done.pop(place)

    def _keep(self, item: str, question: Question, answer: tuple[Answer, ...]) -> None:
        one = Judgement(item=item, question=question, answer=answer, judge=self.judge, kind="person")
        add_judgement(self._path, one)


def turns(items: Iterable[Item], judge: str) -> tuple[Turn, ...]:
    """Both questions for each different item, items in a random order, the same each time for this judge."""
    shuffled = sorted(unique(items), key=lambda one: one.id)
    random.Random(judge).shuffle(shuffled)  # noqa: S311 - an order, no secret
    return tuple(Turn(item, question) for item in shuffled for question in QUESTIONS)


SELF_ASSESSMENTS_FILE: Final = "judgements.jsonl"

FEW: Final = 30
"""Answers below which the tally says that it is small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfAssessment:
    """One answer about one saved tailoring, with what made it."""

    saved: str
    """Id in the library."""
    question: Question
    yes: bool
    judged_by: str = "person"
    run: str | None = None
    strategy: str | None = None
    prompts: str | None = None
    provider: str | None = None
    model: str | None = None


def add_self_assessment(data: Path, own: SelfAssessment) -> None:
    """Keep the answer in the data folder. SaveError where the disk refuses."""
    add_line(data / SELF_ASSESSMENTS_FILE, to_object(own))


def read_self_assessments(data: Path) -> tuple[SelfAssessment, ...]:
    """The answers, for each saved tailoring and question the last one."""
    found = read_records(data / SELF_ASSESSMENTS_FILE, partial(from_json, SelfAssessment)).read
    return tuple({(own.saved, own.question): own for own in found}.values())


def tally(owns: Sequence[SelfAssessment]) -> Table:
    """One row for each way of tailoring: how often the person could follow, it fitted, both."""
    groups: dict[tuple[str, str, str], list[SelfAssessment]] = {}
    for own in owns:
        who = own.model or own.provider or "–"
        groups.setdefault((own.strategy or "–", own.prompts or "–", who), []).append(own)
    rows = tuple((*key, *_row(some)) for key, some in sorted(groups.items()))
    few = len({own.saved for own in owns})
    notes = ["You judged your own tailorings, right after saving. In brackets Wilson's 95 % interval."]
    if few < FEW:
        notes.append(f"A small sample: {few}, so the intervals are wide. No way is named as the better one.")
    head = ("strategy", "prompts", "answers from", "EXECUTABLE", "CUSTOMIZED", "both")
    return Table(title="Your own judgements", head=head, rows=rows, notes=tuple(notes), judged="people")


def _row(owns: Iterable[SelfAssessment]) -> tuple[TableCell, ...]:
    given: dict[str, dict[Question, bool]] = {}
    for own in owns:
        given.setdefault(own.saved, {})[own.question] = own.yes
    both = [all(answers.values()) for answers in given.values() if len(answers) == len(QUESTIONS)]
    asked = [[answers[question] for answers in given.values() if question in answers] for question in QUESTIONS]
    return tuple(Measured(Share(sum(votes), len(votes))) for votes in (*asked, both))


TEMPERATURE: Final = 0.7
SEEDS: Final = (1, 2, 3)
"""One judgement each; the same for every item."""

_PROMPTS: Final = Path(__file__).parent / "prompts"

_REASONS: Final = " | ".join(f'"{reason}"' for reason in REASONS)
GRAMMAR: Final = (
    'root ::= line{0,3} "ANSWER: " ( "yes" | reason ( ", " reason ){0,3} ) "\\n"\n'
    'line ::= [^\\n\\r]{1,300} "\\n"\n'
    f"reason ::= {_REASONS}\n"
)
"""For servers that take one: an answer that can be read, and that comes to an end."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One judgement to be had."""

    item: Item
    question: Question
    seed: int


def asks(items: Iterable[Item], judge: str, judged: Iterable[Judgement]) -> tuple[Ask, ...]:
    """What this judge has not answered yet: each different result once, both questions, three seeds."""
    places = {one.place for one in judged}
    return tuple(
        Ask(item, question, seed)
        for item in unique(items)
        for question in QUESTIONS
        for seed in SEEDS
        if (item.id, question, judge, seed) not in places
    )


def messages(item: Item, question: Question) -> tuple[Message, ...]:
    """What Judge is asked; the condition is part of the second question alone."""
    values = {
        "goal": prompts.fenced(item.goal),
        "condition": prompts.fenced(item.condition),
        "steps": prompts.fenced(numbered(item.steps)),
        "resources": prompts.fenced("\n".join(f"- {one}" for one in item.resources)),
    }
    on = {question, "resources"} if item.resources else {question}
    return prompts.turns("tailor", "judge", on, values, folder=_PROMPTS)


def settings(seed: int) -> Settings:
    """How the answer is drawn."""
    return Settings(temperature=TEMPERATURE, seed=seed, grammar=GRAMMAR)


def answer_in(text: str) -> tuple[Answer, ...] | None:
    """The answer of the last line that gives one and nothing else; None where there is none.

    "no" before reasons is passed over; yes beside a reason is no answer.
    """
    for line in reversed(text.split("\n")):
        named = _ANSWER.search(line)
        words = [
            word for word in _BETWEEN.split((named[1] if named else line).casefold()) if word not in ("", "no")
        ]
        if words and all(word in ANSWERS for word in words):
            return answer_of(words) if "yes" not in words or set(words) == {"yes"} else None
        if named:
            return None
    return None


_ANSWER: Final = re.compile(r"\banswer\W{1,6}(.*)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\W+(?:and\W+)?")


async def judge_all(
    items: Iterable[Item],
    path: Path,
    judge: str,
    model_for: Callable[[Cell], RecordedModel],
    *,
    at_once: int,
    tell: OnProgress = lambda _: None,
) -> int:
    """Asks for every judgement that is not in the file yet, and adds it; how many answers could not be read.

    Raises Stopped where some are left.
    """
    todo = asks(items, judge, read_judgements(path).judgements)
    unread = 0

    async def one(ask: Ask) -> ProviderError | None:
        nonlocal unread
        model = model_for(Cell(ask.item.id, f"judge:{ask.question}", judge, ask.seed))
        said = await whole_answer(model, messages(ask.item, ask.question), settings(ask.seed))
        if model.unfinished is not None:
            return model.unfinished
        if said is None or (answer := answer_in(said)) is None:
            unread += 1
            return None
        add_judgement(
            path,
            Judgement(
                item=ask.item.id, question=ask.question, answer=answer, judge=judge, kind="model", seed=ask.seed
            ),
        )
        return None

    await work_through(todo, one, at_once=at_once, tell=tell)
    return unread
