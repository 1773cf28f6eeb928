"""Cases of `bench generate`: goal, resources and reference steps, from files or the study's data sets.

Neither methods nor judges see the reference steps; they only show whether the memory already contains a case. A
`Preset` splits a data set of the study into test, validation and memory.
"""

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from memory import corpora
from memory.corpora import row_of
from memory.messages import BadRow, MemoryRow
from memory.text import domain_names
from tailor.core import strict_json
from tailor.core.errors import ContentError, NotFoundError, UsageError
from tailor.core.procedure import Json, Procedure, procedure, procedure_from_json
from tailor.core.text import counted, one_line
from tailor.evaluation.cases import Cases, read_case_file
from tailor.storage import is_there, read_regular

_CALLED: Final = {
    **dict.fromkeys(("math", "mathematics"), "maths"),
    **dict.fromkeys(("recipes", "cooking", "baking"), "recipe"),
}


def read_goals(path: Path) -> Cases[MemoryRow]:
    """Read cases, rows held out of a memory, from a file with one JSON object per line. See `read_case_file`."""
    return read_case_file(path, _case)


def prompt_domain(named: str) -> str:
    """The domain whose words the prompts use; "" if it has no words of its own."""
    name = named.strip().casefold()
    name = _CALLED.get(name, name)
    return name if name in domain_names() else ""


def _case(row: dict[str, Json], _: int) -> MemoryRow:
    made = procedure_from_json(row)
    if not made.goal:
        raise ContentError("it has no goal")
    return row_of(made, domain=str(row.get("domain") or ""))


PARTS: Final = 5
"""A row contains a case if at most 1/PARTS of the words of the case's steps are missing from it."""

LEAST: Final = 5
"""Least words in the steps of a case for that test: "Mix. Bake." is in many recipes (ours)."""

NAMED: Final = 20

_WORD = re.compile(r"\w+")
_SAID: Final = {"id": "the same id", "goal": "the same goal", "steps": "the words of its steps"}


@dataclass(frozen=True, slots=True)
class Leak:
    """A row of the memory that contains a case."""

    case: str
    row: str
    how: Literal["id", "goal", "steps"]
    share: float = 1.0
    """For `steps`: the share of the case's words in the row."""

    def __str__(self) -> str:
        share = f" ({self.share:.0%})" if self.how == "steps" else ""
        return f"case {one_line(self.case, 80)}: row {one_line(self.row, 80)} has {_SAID[self.how]}{share}"


class Leaks:
    """Checks the rows of a memory one by one and collects leaks in `found`."""

    def __init__(self, cases: Sequence[MemoryRow]) -> None:
        self.found: list[Leak] = []
        self._ids = {case.id for case in cases if case.id}
        self._goals = {bare: case.id for case in cases if (bare := _bare_goal(case.goal))}
        self._cases = [one for case in cases if (one := _Counted(case)).total >= LEAST]
        self._by_word = _by_telling_words(self._cases)

    def look(self, row: MemoryRow) -> None:
        """Check one row: at most one leak per case, of the first kind that applies."""
        told: dict[str, Leak] = {}
        if row.id in self._ids:
            told[row.id] = Leak(row.id, row.id, "id")
        if (case := self._goals.get(_bare_goal(row.goal))) is not None:
            told.setdefault(case, Leak(case, row.id, "goal"))
        held = words_of(row.steps)
        hits = Counter(at for word in self._by_word.keys() & held.keys() for at in self._by_word[word])
        for at in sorted(at for at, count in hits.items() if count >= self._cases[at].needed):
            one = self._cases[at]
            missing = (one.words - held).total()
            if missing * PARTS <= one.total:
                told.setdefault(one.id, Leak(one.id, row.id, "steps", 1 - missing / one.total))
        self.found.extend(told.values())


class _Counted:
    def __init__(self, case: MemoryRow) -> None:
        self.id, self.words = case.id, words_of(case.steps)
        self.total = self.words.total()
        self.needed = 0
        """How many of its telling words a row must have to be a possible leak."""


def _by_telling_words(cases: Sequence[_Counted]) -> dict[str, list[int]]:
    """Map each telling word to the positions of its cases, repeated as often as the case has the word.

    The telling words of a case are its rarest, which make up half of its words. A row that lacks at most a fifth
    of the words must have most of these, as few rows do, and only such rows are compared in full. Of equally rare
    words the longer are taken first, as they are rarer in any text.
    """
    in_cases = Counter(word for case in cases for word in case.words)
    found: dict[str, list[int]] = {}
    for at, case in enumerate(cases):
        told = 0
        for word in sorted(case.words, key=lambda word: (in_cases[word], -len(word), word)):
            found.setdefault(word, []).extend([at] * case.words[word])
            told += case.words[word]
            if told * 2 >= case.total:
                break
        case.needed = told - case.total // PARTS
    return found


def leaks(cases: Sequence[MemoryRow], rows: Iterable[MemoryRow]) -> tuple[Leak, ...]:
    looking = Leaks(cases)
    for row in rows:
        looking.look(row)
    return tuple(looking.found)


def refuse(found: Sequence[Leak]) -> None:
    """Raise ContentError, naming rows, if there are leaks."""
    if not found:
        return
    cases = len({leak.case for leak in found})
    more = [f"… and {len(found) - NAMED} more"] if len(found) > NAMED else []
    raise ContentError(
        f"The memory holds {cases} of the test cases, so the bench would measure remembering. Take these rows out "
        "(tailor memory delete ID), leave the cases out, or name another memory with --memory FILE:\n  "
        + "\n  ".join([*map(str, found[:NAMED]), *more]),
        title="Test cases are in the memory",
    )


def _bare_goal(goal: str) -> str:
    """A goal without differences in case, accents, punctuation and spaces."""
    return " ".join(_words(goal))


def words_of(steps: Iterable[str]) -> Counter[str]:
    return Counter(_words("\n".join(steps)))


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    domain: str
    test: int
    validation: int
    memory: int
    order: Literal["random", "longest"]
    """longest: the longest procedures are the test, the next longest validation, the rest the memory."""
    of_json: Callable[[Json, str], tuple[Iterable[Json], Callable[[Json], Procedure]]] | None = None
    """Finds the records in the published JSON, given the file's name, and a function that reads one of them."""

    @property
    def total(self) -> int:
        return self.test + self.validation + self.memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A data set in three parts without overlap."""

    test: tuple[MemoryRow, ...]
    validation: tuple[MemoryRow, ...]
    memory: tuple[MemoryRow, ...]
    bad: tuple[BadRow, ...] = ()
    says: str = ""
    """How it differs from the study's split; "" if it does not."""


def preset_named(name: str) -> Preset:
    """The preset with this name. UsageError if there is none."""
    if name not in PRESETS:
        raise UsageError(f'There is no preset "{name[:60]}". Choose one of: {", ".join(PRESETS)}.')
    return PRESETS[name]


def split(preset: Preset, path: Path, seed: int = 0) -> Split:
    """Split the file's procedures as in the study.

    NotFoundError, and ContentError if the file has another format or too few procedures.
    """
    if not is_there(path):
        raise NotFoundError(f"There is no file {one_line(str(path), 120)}.")
    kept, bad, there = _taken(preset, path, random.Random(seed))  # noqa: S311 - a seeded choice
    if len(kept) < 3:
        raise ContentError(f"{path.name} holds {len(kept)} how-tos: too few to be split as {preset.name}.")
    # at the study's size these are its own numbers
    test, validation = (
        max(1, round(len(kept) * part / preset.total)) for part in (preset.test, preset.validation)
    )
    memory = len(kept) - test - validation
    says = []
    if len(kept) != preset.total:
        says.append(
            f"{preset.name}: {there} how-tos, where the study took {preset.total}; split in the same shares: "
            f"{test} to test, {validation} for validation, {memory} for the memory."
        )
    tests = tuple(kept[memory + validation :])
    given_away = {leak.row for leak in leaks(tests, kept[:memory])}
    if given_away:
        many, them = ("is", "it") if len(given_away) == 1 else ("are", "them")
        says.append(
            f"{counted(len(given_away), 'row')} of the memory {many} left out, because test cases are in {them}."
        )
    return Split(
        memory=tuple(row for row in kept[:memory] if row.id not in given_away),
        validation=tuple(kept[memory : memory + validation]),
        test=tests,
        bad=bad,
        says=" ".join(says),
    )


def _taken(preset: Preset, path: Path, chance: random.Random) -> tuple[list[MemoryRow], tuple[BadRow, ...], int]:
    """At most `total` good rows, test rows last; the first hundred bad rows; and the number of good rows.

    Uses reservoir sampling, since RecipeNLG has millions of rows.
    """
    kept: list[MemoryRow] = []
    bad: list[BadRow] = []
    ids: set[str] = set()
    for row in _rows(preset, path):
        if isinstance(row, BadRow):
            bad += [row] if len(bad) < 100 else []
        elif row.id not in ids:  # RecipeNLG has some recipes twice
            ids.add(row.id)
            row = replace(row, domain=preset.domain)
            if len(kept) < preset.total:
                kept.append(row)
            elif (place := chance.randrange(len(ids))) < preset.total:
                kept[place] = row
    if preset.order == "longest":  # by steps, then characters: the study says "by length" but not of what (ours)
        kept.sort(key=lambda row: (len(row.steps), sum(map(len, row.steps)), row.id))
    else:
        chance.shuffle(kept)
    return kept, tuple(bad), len(ids)


def _rows(preset: Preset, path: Path) -> Iterator[MemoryRow | BadRow]:
    """Yield the rows of a data set's file: its published JSON, or any collection that a memory can import."""
    if preset.of_json is None or path.suffix.lower() != ".json":
        yield from corpora.opened(str(path), preset.domain)
        return
    try:
        data = strict_json.loaded(read_regular(path).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ContentError(f"{path.name} is not UTF-8 text.") from None
    except ContentError as error:
        raise ContentError(f"{path.name}: {error.message}") from error
    records, read = preset.of_json(data, path.name)
    for number, record in enumerate(records, 1):
        try:
            made = read(record)
            if not made.goal or not made.steps:
                raise ContentError("it has no steps" if made.goal else "it has no goal")
        except ContentError as error:
            yield BadRow(where=f"record {number}", why=error.message)
        else:
            yield row_of(made, source=path.name)


def _steps(data: Json, name: str) -> tuple[Iterable[Json], Callable[[Json], Procedure]]:
    """LCStep: a list of objects with output, input and steps."""
    if not isinstance(data, list):
        raise ContentError(f"{name} is not a list of how-tos.")
    return data, procedure_from_json


def _problems(data: Json, name: str) -> tuple[Iterable[Json], Callable[[Json], Procedure]]:
    """CHAMP: one object with problems and hints.

    Statement → goal, the problem's hints and category → resources, the steps of the solution and "The answer is …"
    → steps ([AAG] 4.1).
    """
    problems = data.get("problems") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(problems, dict):
        raise ContentError(f"{name} is not a CHAMP file: it has no problems in it.")
    hints = data.get("hints")
    known = hints if isinstance(hints, dict) else {}
    return problems.values(), lambda one: _problem(one, known)


def _problem(data: Json, hints: Mapping[str, Json]) -> Procedure:
    if not isinstance(data, dict):
        raise ContentError("it is not a JSON object")
    solution, listed = data.get("solution"), data.get("ch_list")
    found = solution.get("steps") if isinstance(solution, dict) else None
    steps = [_text(step) for step in found] if isinstance(found, list) else []
    answer = _text(data, "answer")
    names = [str(one) for one in listed] if isinstance(listed, list) else []
    told = [_text(hints[name]) for name in dict.fromkeys(names) if name in hints]
    category = str(data.get("category") or "")
    made = procedure(
        _text(data),
        [*steps, *([f"The answer is {answer.rstrip('.')}."] if answer else [])],
        [*told, *([f"category: {category}"] if category else [])],
    )
    return replace(made, id=f"champ-{data.get('identifier') or ''}")


def _text(data: Json, name: str = "text") -> str:
    """A text of CHAMP, whose field names occur with and without an underscore."""
    if isinstance(data, str):
        return data
    if not isinstance(data, dict):
        return ""
    found = next((data[key] for key in (f"_{name}", name, f"_raw_{name}") if data.get(key)), "")
    return str(found).replace("@@", "")


RECIPENLG: Final = Preset("recipenlg", "recipe", test=2_000, validation=1_000, memory=7_000, order="random")
LCSTEP: Final = Preset("lcstep", "langchain", test=56, validation=27, memory=193, order="longest", of_json=_steps)
CHAMP: Final = Preset("champ", "maths", test=54, validation=27, memory=189, order="random", of_json=_problems)

PRESETS: Final[Mapping[str, Preset]] = {one.name: one for one in (RECIPENLG, LCSTEP, CHAMP)}
