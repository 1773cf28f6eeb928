"""Findings of `bench generate`: procedures by method, the pairwise protocol of [AAG] 4.3, and their tables.

The *base* is the method that others are compared with (aag in the study). A *win* is a case where the other method
is preferred, a *loss* one where the base is. Each procedure is shown first five times. Two methods that were both
compared with a third are never compared with each other: their numbers say nothing about each other.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tailor.agents.parsing import lines_of
from tailor.agents.prompts import fenced, turns
from tailor.core.errors import Fault
from tailor.core.procedure import Procedure, numbered
from tailor.core.protocols import Message, Settings
from tailor.core.text import normal
from tailor.evaluation.recorded import Cell, Cost
from tailor.evaluation.report import (
    Bar,
    BarGroup,
    Chart,
    Measured,
    Report,
    Table,
    TableCell,
    small_sample,
    why_failed,
)
from tailor.evaluation.statistics import LEVEL, Pairing, Share, fewest_cases, grouped, majority, mean, together


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationResult:
    """What one method wrote for one case."""

    cell: Cell
    result: Procedure | None = None
    """None: the model failed (an unreadable or cut answer); the cell counts without a result."""
    fault: Fault | None = None
    message: str = ""
    rounds: int = 0
    """How often the critic's edits were carried out."""
    recalled: int = 0
    """Distinct procedures of the memory that were used in prompts."""
    cost: Cost = field(default_factory=Cost)


Side: TypeAlias = Literal["base", "other"]
Outcome: TypeAlias = Literal["win", "loss", "tie", "open"]
"""win: the other method is preferred; loss: the base is; open: too few votes could be read."""

AGAINST: Final = "aag"
"""The method that the study compares all others with."""

TEMPERATURE: Final = 0.7
"""[AAG] section 4: for all calls, judging included."""

ENOUGH: Final = 6
"""Readable votes, of ten, that a case needs to be decided (ours)."""

_PROMPTS: Final = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class Showing:
    """One of the ten calls: its seed, and whose procedure is shown first."""

    seed: int
    first: Side


PLAN: Final = tuple(Showing(seed, "base" if seed <= 5 else "other") for seed in range(1, 11))
"""Base first five times, other first five times; the same ten seeds for every case."""


@dataclass(frozen=True, slots=True)
class Vote:
    showing: Showing
    place: Literal[1, 2] | None
    """Where the better procedure was shown; None if no choice could be read."""

    @property
    def side(self) -> Side | None:
        if self.place is None:
            return None
        second: Side = "other" if self.showing.first == "base" else "base"
        return self.showing.first if self.place == 1 else second


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The comparison of the base and another method on one case."""

    case: str
    other: str
    prompts: str
    sample: int
    votes: tuple[Vote, ...] = ()
    missing: Literal["", "base", "other", "both"] = ""
    """Whose procedure the model failed to write; then there are no votes."""

    def cell(self, against: str) -> Cell:
        """The cell of its votes. Its way names both methods; no prompt shows it."""
        return Cell(self.case, f"judge:compare:{against}:{self.other}", self.prompts, self.sample)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the votes; None if a procedure is missing."""
        return None if self.missing else outcome(self.votes)


def asked_for(showing: Showing, base: Procedure, other: Procedure) -> tuple[Message, ...]:
    """The prompt of one of the ten calls: goal, resources and two lists of steps, without names of methods."""
    first, second = (base, other) if showing.first == "base" else (other, base)
    values = {
        "goal": fenced(normal(base.goal)),
        "resources": fenced("\n".join(f"- {normal(one)}" for one in base.resources)),
        "first": fenced(numbered(first.steps)),
        "second": fenced(numbered(second.steps)),
    }
    return turns("tailor", "compare", ("resources",) if base.resources else (), values, folder=_PROMPTS)


def settings_for(showing: Showing) -> Settings:
    return Settings(temperature=TEMPERATURE, seed=showing.seed)


def choice_of(answer: str) -> Literal[1, 2] | None:
    """Which procedure the last line with a choice prefers; None if no line has one."""
    lines = [text for line in lines_of(answer) if (text := line.strip(_ORNAMENT))]
    found = [named for line in lines if (named := _CHOICE.search(line) or _SAID.search(line))]
    if not found and len(lines) == 1 and (bare := _BARE.fullmatch(lines[0])):
        found = [bare]
    if not found:
        return None
    return 1 if found[-1][1] == "1" else 2


def outcome(votes: Iterable[Vote]) -> Outcome:
    """The majority of the readable votes; a tie if they are even, open with fewer than ENOUGH."""
    sides = [side for vote in votes if (side := vote.side) is not None]
    if len(sides) < ENOUGH:
        return "open"
    winner = majority(sides)
    return "tie" if winner is None else "win" if winner == "other" else "loss"


def bias(votes: Iterable[Vote]) -> Share:
    """The share of readable votes for the procedure shown first; about a half without bias."""
    places = [vote.place for vote in votes if vote.place is not None]
    return Share(sum(place == 1 for place in places), len(places))


_ORNAMENT: Final = " \t*_`#>\"'“”"
_CHOICE = re.compile(
    r"\b(?:better|best|winner|choice|preferred|verdict|answer)\b\W{0,6}(?:(?:one|procedure|is)\W{1,3}){0,3}([12])\b",
    re.IGNORECASE,
)
_SAID = re.compile(r"\bprocedure\s([12])\sis\s(?:\w+\s)?(?:better|best|preferred|preferable)\b", re.IGNORECASE)
_BARE = re.compile(r"(?:procedure\s?)?([12])[.!]?", re.IGNORECASE)


DOMAINS: Final = ("recipe", "langchain", "maths")
STUDY: Final[Mapping[str, Mapping[str, str]]] = {
    method: dict(zip(DOMAINS, preferred, strict=True))
    for method, preferred in {
        "zero_shot": ("zero_shot", "aag", "aag"),
        "few_shot": ("aag",) * 3,
        "rag": ("aag",) * 3,
        "aag_no_rewrite": ("level", "level", "aag"),
        "aag_no_summary": ("aag",) * 3,
        "aag_no_critic": ("aag, by far",) * 3,
    }.items()
}
"""What the study preferred, by method and domain ([AAG] 4.4 and 4.5); it has charts but no numbers."""

SIDES: Final = (
    "As in the study, a win is a case on which the other method is preferred, a loss one on which {against} is. "
    "Numbers of different methods are not comparable: each was compared with {against} alone."
)
HOW: Final = (
    "Ten votes a case, five with {against} shown first, ten seeds that are the same for every case; the majority "
    "decides, as many for both is a tie. p: exact sign test on wins and losses, after Holm's correction for "
    "asking about every method of this table."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """One method against the base, over all cases of one prompt set."""

    other: str
    against: str
    prompts: str
    outcomes: Mapping[str, Outcome]
    """By case. A case with several samples counts once, with the majority's outcome."""
    votes: tuple[Vote, ...]
    missing: tuple[str, ...]
    """Whose procedure is missing, for each comparison without votes."""

    def count(self, outcome: Outcome) -> int:
        return sum(one == outcome for one in self.outcomes.values())

    @property
    def wins(self) -> Share:
        return Share(self.count("win"), self.count("win") + self.count("loss"))


def generate_report(
    written: Sequence[GenerationResult],
    pairs: Sequence[Pair],
    against: str,
    judge: str,
    domain: str = "",
    notes: Sequence[str] = (),
) -> Report:
    """Build the whole report; `judge` is the model that compared."""
    found = duels(pairs, against)
    sets = tuple(dict.fromkeys(one.prompts for one in found))
    tables = [table(found, prompts, domain) for prompts in sets]
    bias_tables = [bias_table(found)] if any(one.votes for one in found) else []
    return Report(
        name="generate",
        title="tailor bench generate",
        notes=(
            f"model-judged: {judge or 'a model'} compared, as a model did in the study. A judge may favour its "
            "own words.",
            *small_sample(len({pair.case for pair in pairs})),
            *notes,
        ),
        tables=(*tables, *bias_tables, cost_table(written)),
        charts=tuple(chart(found, prompts) for prompts in sets if any(one.votes for one in found)),
    )


def duels(pairs: Iterable[Pair], against: str) -> tuple[Duel, ...]:
    """One duel per method and prompt set, in the order of the pairs."""
    return tuple(
        Duel(
            other=other,
            against=against,
            prompts=prompts,
            outcomes=by_case(group),
            votes=tuple(vote for pair in group for vote in pair.votes),
            missing=tuple(pair.missing for pair in group if pair.missing),
        )
        for (prompts, other), group in grouped(pairs, lambda pair: (pair.prompts, pair.other)).items()
    )


def by_case(pairs: Iterable[Pair]) -> Mapping[str, Outcome]:
    """The majority outcome of each case's samples; a tie if wins and losses balance."""
    found: dict[str, Outcome] = {}
    for case, samples in grouped((one for one in pairs if not one.missing), lambda pair: pair.case).items():
        decided = [outcome for one in samples if (outcome := one.outcome) and outcome != "open"]
        found[case] = (majority(decided) or "tie") if decided else "open"
    return found


def exact_tests(found: Sequence[Duel]) -> tuple[Pairing, ...]:
    """The exact test of each duel without ties, corrected over all duels."""
    return together(
        Pairing(one.other, one.against, one.wins.n, one.count("win"), one.count("loss")) for one in found
    )


def table(found: Sequence[Duel], prompts: str, domain: str = "") -> Table:
    """A table of every method against the base, for one prompt set."""
    some = [one for one in found if one.prompts == prompts]
    against = some[0].against
    tests = exact_tests(some)
    study = against == AGAINST
    head = ("method", "cases", "win", "loss", "tie", "open", "wins of decided", "p", "preferred")
    return Table(
        title=f"Against {against}, {prompts} prompts: which procedure is preferred",
        head=(*head, "study") if study else head,
        rows=tuple(
            (*_row(one, test), *([_studied(one.other, domain)] if study else []))
            for one, test in zip(some, tests, strict=True)
        ),
        notes=(
            SIDES.format(against=against),
            HOW.format(against=against),
            *_what_lacks(some),
            *_few(tests),
            STUDY_NOTE if study else OURS_NOTE,
        ),
        judged="model-judged",
    )


STUDY_NOTE: Final = (
    "“study”: what the study preferred, on its data and with gpt-3.5-turbo-0125 as writer and judge; it prints "
    "charts and no numbers."
)
OURS_NOTE: Final = "The study compares with aag alone; this comparison is Tailor's own."


def bias_table(found: Sequence[Duel]) -> Table:
    """A table of how often the procedure shown first got the vote."""
    groups = [(f"{one.other}, {one.prompts}", one.votes) for one in found if one.votes]
    groups.append(("all votes", tuple(vote for one in found for vote in one.votes)))
    rows = [(name, bias(votes), sum(vote.place is None for vote in votes)) for name, votes in groups]
    if not rows[-1][1].interval.holds(0.5):
        says = (
            "The order influences this judge. Half of the calls show the other first, which evens it out but "
            "makes more ties."
        )
    else:
        says = "These votes show no preference of this judge for one place."
    return Table(
        title="Order bias: how often the procedure shown first got the vote",
        head=("compared", "first place", "unreadable votes"),
        rows=tuple((name, Measured(share), unread) for name, share, unread in rows),
        notes=("Without bias about a half.", says),
        judged="model-judged",
    )


def cost_table(written: Sequence[GenerationResult]) -> Table:
    """A table of what each method wrote and cost: means over runs with a result."""
    groups = grouped(written, lambda one: (one.cell.prompts, one.cell.way))
    return Table(
        title="What was written: means of one run",
        head=("method", "prompts", "written", "steps", "calls", "rounds", "tokens", "seconds", "cost"),
        rows=tuple((way, prompts, *_means(group)) for (prompts, way), group in groups.items()),
        notes=(
            "written: runs with a result, of all; with the others nothing was compared. Tokens and cost "
            "are the server's own figures, where it gives them.",
            *why_failed(one.fault for one in written),
        ),
    )


def chart(found: Sequence[Duel], prompts: str) -> Chart:
    """A chart of each method's wins, ties and losses as shares of the compared cases ([AAG] figures 3 and 4)."""
    some = [one for one in found if one.prompts == prompts]
    against = some[0].against
    bars: tuple[tuple[str, Outcome], ...] = (("win", "win"), ("tie", "tie"), (f"loss ({against})", "loss"))
    return Chart(
        title=f"Against {against}, {prompts} prompts",
        groups=tuple(
            BarGroup(one.other, tuple(Bar(name, Share(one.count(kind), len(one.outcomes))) for name, kind in bars))
            for one in some
        ),
        notes=(SIDES.format(against=against),),
        judged="model-judged",
    )


def _row(one: Duel, test: Pairing) -> tuple[TableCell, ...]:
    counts = [one.count(outcome) for outcome in ("win", "loss", "tie", "open")]
    return (one.other, len(one.outcomes), *counts, Measured(one.wins), test.corrected, test.better or "no winner")


def _studied(method: str, domain: str) -> str | None:
    """The study's preference in this domain, or over all domains if none is named."""
    said = STUDY.get(method, {})
    if not said or domain in said:
        return said.get(domain)
    most = Counter(said.values()).most_common(1)[0][0]
    return ", ".join((most, *(f"{where}: {what}" for where, what in said.items() if what != most)))


def _means(group: Sequence[GenerationResult]) -> Iterator[TableCell]:
    whole = [(one, one.result) for one in group if one.result is not None]
    yield f"{len(whole)} of {len(group)}"
    yield _mean([len(result.steps) for _, result in whole])
    yield _mean([one.cost.calls for one, _ in whole])
    yield _mean([one.rounds for one, _ in whole])
    yield _mean([one.cost.tokens for one, _ in whole])
    yield _mean([one.cost.seconds for one, _ in whole])
    yield _mean([one.cost.cost for one, _ in whole])


def _mean(numbers: Sequence[float | None]) -> str | None:
    value = mean(numbers)
    if value is None or value >= 100:
        return None if value is None else f"{value:.0f}"
    return f"{value:.1f}" if value >= 0.1 or not value else f"{value:.4f}"


def _what_lacks(some: Sequence[Duel]) -> list[str]:
    said = []
    missing = [side for one in some for side in one.missing]
    if missing:
        theirs = sum(side != "base" for side in missing)
        said.append(
            f"Not compared: {len(missing)}, since a method came to no result ({theirs} times the other method). "
            "Mind that a method that fails loses nothing here."
        )
    if any(one.count("open") for one in some):
        said.append(f"open: fewer than {ENOUGH} of the {len(PLAN)} votes could be read.")
    return said


def _few(tests: Sequence[Pairing]) -> list[str]:
    needed = fewest_cases(len(tests))
    if all(one.better is None for one in tests) and max(one.cases for one in tests) < needed:
        return [
            f"Too few cases to name a winner: with fewer than {needed} decided for one side the test cannot tell "
            f"two methods apart at p < {LEVEL}, even if one wins them all."
        ]
    return []
