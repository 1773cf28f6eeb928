"""Judging results ([CP] section 4): items, two questions each, answers of people and of a model, and their file.

A judge sees only goal, condition and result. An item's id is a hash of exactly these, so it reveals no strategy,
equal results share their judgements, and a changed result is a new item. A model judges each item three times,
with three seeds. Self-assessments are a person's answers about their own saved tailorings.
"""

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from tailor.agents import prompts
from tailor.core.codec import from_json, to_object
from tailor.core.errors import ContentError, ProviderError
from tailor.core.procedure import Json, numbered
from tailor.core.protocols import Message, Settings
from tailor.core.text import one_line
from tailor.evaluation.folder import JUDGEMENTS_FILE, Records, add_line, read_records
from tailor.evaluation.recorded import Cell, RecordedModel, whole_answer
from tailor.evaluation.report import FEW, Measured, Table, TableCell
from tailor.evaluation.runner import OnProgress, work_through
from tailor.evaluation.statistics import Share, grouped, majority

Question: TypeAlias = Literal["executable", "customized"]
"""Q1: could you follow these steps and reach the goal? Q2: also under this condition, with every step there?"""

Answer: TypeAlias = Literal["yes", "change", "missing", "delete", "vague"]
"""Yes, or a reason for no: change a detail, a step is missing, delete a step, too vague."""

Kind: TypeAlias = Literal["person", "model"]

QUESTIONS: Final[tuple[Question, ...]] = get_args(Question)
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
REASONS: Final[tuple[Answer, ...]] = ANSWERS[1:]

ENOUGH: Final = 3
"""Judgements per item; two that agree settle the criterion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    id: str
    goal: str
    condition: str
    steps: tuple[str, ...]
    resources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A judge's answer to one question about one item."""

    item: str
    question: Question
    answer: tuple[Answer, ...]
    """("yes",), or one or more reasons; () withdraws the earlier answer."""
    judge: str
    """The name of the person or the model."""
    kind: Kind
    seed: int | None = field(default=None, metadata={"omit_empty": True})
    """A model's seed; each seed is a separate judgement."""

    @property
    def yes(self) -> bool:
        """Whether the criterion holds for this judge."""
        return self.answer == ("yes",)

    @property
    def place(self) -> tuple[str, Question, str, int | None]:
        """The key it is kept under: a later judgement with the same key replaces it."""
        return self.item, self.question, self.judge, self.seed


def item(goal: str, condition: str, steps: Iterable[str], resources: Iterable[str] = ()) -> Item:
    """Build the item of a result; its id is a hash of what judges see."""
    made, needed = tuple(steps), tuple(resources)
    shown = json.dumps([goal, condition, made, needed], ensure_ascii=False).encode("utf-8", "surrogatepass")
    id = hashlib.sha256(shown).hexdigest()[:12]
    return Item(id=id, goal=goal, condition=condition, steps=made, resources=needed)


def unique(items: Iterable[Item]) -> tuple[Item, ...]:
    """One item per id, in order; items with the same id are equal."""
    return tuple({one.id: one for one in items}.values())


def answer_of(names: Iterable[str]) -> tuple[Answer, ...]:
    """The answers in fixed order, without duplicates. ContentError if unknown, empty, or yes with a reason."""
    found = set(names)
    made = tuple(answer for answer in ANSWERS if answer in found)
    if len(made) != len(found) or not made:
        raise ContentError(f"An answer is yes, or some of {', '.join(REASONS)}.")
    if made[0] == "yes" and len(made) > 1:
        raise ContentError("An answer is yes or reasons for a no, never both.")
    return made


def add_judgement(path: Path, judgement: Judgement) -> None:
    """Append the judgement to the file, durably. SaveError if writing fails."""
    add_line(path, judgement_to_json(judgement))


def read_judgements(path: Path) -> Records[Judgement]:
    """Read the judgements of a file, the last for each `place`; none without a file."""
    found = read_records(path, judgement_from_json, lambda one: one.place)
    return Records(tuple(one for one in found.read if one.answer), found.bad)


def judgement_to_json(judgement: Judgement) -> dict[str, Json]:
    """The line in judgements.jsonl; `judged_by` says in words whether a model judged."""
    row = to_object(judgement)
    seed = {"seed": row.pop("seed")} if "seed" in row else {}
    return {**row, "judged_by": "model-judged" if judgement.kind == "model" else "person", **seed}


def judgement_from_json(row: Json) -> Judgement:
    """Read the judgement of a line. ContentError says what is wrong."""
    one = from_json(Judgement, row)
    return replace(one, answer=answer_of(one.answer)) if one.answer else one


def holds(judgements: Iterable[Judgement]) -> bool | None:
    """Whether most judgements say yes; None with fewer than two, or a tie.

    Two of three that agree settle it, since the third could not change it.
    """
    votes = tuple(one.yes for one in judgements)
    return majority(votes) if len(votes) >= ENOUGH - 1 else None


def fully_correct(executable: bool | None, customized: bool | None) -> bool | None:
    """[CP]'s FULLY CORRECT: both criteria hold. One that fails decides even while the other is open."""
    if executable is False or customized is False:
        return False
    return None if executable is None or customized is None else True


def by_place(judgements: Iterable[Judgement]) -> Mapping[tuple[str, Question], Sequence[Judgement]]:
    return grouped(judgements, lambda one: (one.item, one.question))


ASKS: Final[Mapping[Question, str]] = {
    "executable": "Could you follow these steps as they stand and reach the goal?",
    "customized": "Can you still follow them, and is every step there that this calls for?",
}
ASKED_REASONS: Final[tuple[tuple[str, Answer, str], ...]] = (
    ("c", "change", "a detail is wrong"),
    ("m", "missing", "something needed is not there"),
    ("d", "delete", "something is wrong, beside the point or said twice"),
    ("v", "vague", "too unclear to carry out"),
)
"""The reasons for a no: key, name, meaning."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question about one item."""

    item: Item
    question: Question

    @property
    def place(self) -> tuple[str, Question]:
        return self.item.id, self.question


class Judging:
    """One person's judging of a bench. If an answer cannot be saved, it raises SaveError and does not count."""

    def __init__(self, items: Iterable[Item], path: Path, judge: str) -> None:
        self.judge = one_line(judge, 60)
        self._path = path
        self.turns = turns(items, self.judge)
        """Every question, in this judge's order."""
        mine = [one for one in read_judgements(path).read if one.kind == "person" and one.judge == self.judge]
        self._done = {(one.item, one.question): one.answer for one in mine}
        """Answers so far, in the order in which they were given."""
        self.today = 0
        """Answers given in this session."""

    @property
    def now(self) -> Turn | None:
        """The next question; None when all are answered."""
        return next((turn for turn in self.turns if turn.place not in self._done), None)

    @property
    def done(self) -> int:
        return sum(turn.place in self._done for turn in self.turns)

    def answer(self, answer: tuple[Answer, ...]) -> None:
        if (turn := self.now) is not None:
            self._keep(*turn.place, answer)
            self._done[turn.place] = answer
            self.today += 1

    def undo(self) -> tuple[Answer, ...]:
        """Withdraw and return the last answer, even of an earlier day; () if there is none.

        Its question comes next, before all others that are open.
        """
        known = {turn.place for turn in self.turns}
        place = next((one for one in reversed(self._done) if one in known), None)
        if place is None:
            return ()
        self._keep(*place, ())
        self.turns = tuple(sorted(self.turns, key=lambda turn: turn.place != place))
        self.today = max(self.today - 1, 0)
        return self._done.pop(place)

    def _keep(self, item: str, question: Question, answer: tuple[Answer, ...]) -> None:
        one = Judgement(item=item, question=question, answer=answer, judge=self.judge, kind="person")
        add_judgement(self._path, one)


def turns(items: Iterable[Item], judge: str) -> tuple[Turn, ...]:
    """Both questions for each distinct item, with the items in a random order that is fixed per judge."""
    shuffled = sorted(unique(items), key=lambda one: one.id)
    random.Random(judge).shuffle(shuffled)  # noqa: S311 - an order, no secret
    return tuple(Turn(item, question) for item in shuffled for question in QUESTIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfAssessment:
    """One answer about one saved tailoring, with what made it."""

    saved: str
    question: Question
    yes: bool
    judged_by: str = "person"
    run: str | None = None
    strategy: str | None = None
    prompts: str | None = None
    provider: str | None = None
    model: str | None = None


def add_self_assessment(data: Path, own: SelfAssessment) -> None:
    """Append the answer to the file in the data folder. SaveError if writing fails."""
    add_line(data / JUDGEMENTS_FILE, to_object(own))


def read_self_assessments(data: Path) -> tuple[SelfAssessment, ...]:
    """Read the answers, the last for each saved tailoring and question."""
    read = partial(from_json, SelfAssessment)
    return read_records(data / JUDGEMENTS_FILE, read, lambda own: (own.saved, own.question)).read


def tally(owns: Sequence[SelfAssessment]) -> Table:
    """A table with one row per way of tailoring: how often it was executable, customized, both."""
    ways = grouped(owns, lambda own: (own.strategy or "–", own.prompts or "–", own.model or own.provider or "–"))
    rows = tuple((*key, *_row(ways[key])) for key in sorted(ways))
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
"""One judgement each, with the same seeds for every item."""

_PROMPTS: Final = Path(__file__).parent / "prompts"

GRAMMAR: Final = (
    'root ::= line{0,3} "ANSWER: " ( "yes" | reason ( ", " reason ){0,3} ) "\\n"\n'
    'line ::= [^\\n\\r]{1,300} "\\n"\n'
    "reason ::= " + " | ".join(f'"{reason}"' for reason in REASONS) + "\n"
)
"""For servers that accept a grammar: makes the answer readable and finite."""


def messages(item: Item, question: Question) -> tuple[Message, ...]:
    """The prompt for a question; only the second question shows the condition."""
    values = {
        "goal": prompts.fenced(item.goal),
        "condition": prompts.fenced(item.condition),
        "steps": prompts.fenced(numbered(item.steps)),
        "resources": prompts.fenced("\n".join(f"- {one}" for one in item.resources)),
    }
    on = {question, "resources"} if item.resources else {question}
    return prompts.turns("tailor", "judge", on, values, folder=_PROMPTS)


_ANSWER: Final = re.compile(r"\banswer\W{1,6}(.*)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\W+(?:and\W+)?")


def answer_in(text: str) -> tuple[Answer, ...] | None:
    """The answer in the last line that contains nothing else; None if there is none.

    "no" before reasons is skipped; yes together with a reason is no answer.
    """
    for line in reversed(text.split("\n")):
        named = _ANSWER.search(line)
        words = set(_BETWEEN.split((named[1] if named else line).casefold())) - {"", "no"}
        if words and words <= set(ANSWERS):
            return answer_of(words) if "yes" not in words or words == {"yes"} else None
        if named:
            return None
    return None


async def judge_all(
    items: Iterable[Item],
    path: Path,
    judge: str,
    model_for: Callable[[Cell], RecordedModel],
    *,
    at_once: int,
    tell: OnProgress = lambda _: None,
) -> int:
    """Get every judgement missing in the file from the model and add it; return how many were unreadable.

    Raises BenchStopped if some are left.
    """
    places = {one.place for one in read_judgements(path).read}
    every = product(unique(items), QUESTIONS, SEEDS)
    todo = [ask for ask in every if (ask[0].id, ask[1], judge, ask[2]) not in places]
    unread = 0

    async def one(ask: tuple[Item, Question, int]) -> ProviderError | None:
        nonlocal unread
        item, question, seed = ask
        model = model_for(Cell(item.id, f"judge:{question}", judge, seed))
        settings = Settings(temperature=TEMPERATURE, seed=seed, grammar=GRAMMAR)
        said = await whole_answer(model, messages(item, question), settings)
        if model.unfinished is not None:
            return model.unfinished
        if said is None or (answer := answer_in(said)) is None:
            unread += 1
            return None
        made = Judgement(item=item.id, question=question, answer=answer, judge=judge, kind="model", seed=seed)
        add_judgement(path, made)
        return None

    await work_through(todo, one, at_once=at_once, tell=tell)
    return unread
