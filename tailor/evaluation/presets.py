"""The data of [AAG] as test cases and a memory: RecipeNLG, LCStep and CHAMP, split as the study split them.

Owns how a record of each becomes a procedure, and the splits ([AAG] 4.1). Refuses to fetch data: a person brings
the file. A file of another size is split in the same shares, and rows of the memory that hold a test case are left
out of it; both are said.
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from memory import corpora
from memory.corpora import row_of
from memory.messages import BadRow, Kept
from tailor.core.errors import ContentError, NotFoundError, UsageError
from tailor.core.procedure import Json, Procedure, procedure, procedure_from_json
from tailor.core.text import one_line
from tailor.evaluation.leakage import leaks
from tailor.storage import is_there

Rows: TypeAlias = Iterable[Kept | BadRow]

SEED: Final = 0
"""Of every choice at random here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A data set of the study."""

    name: str
    domain: str
    """The domain of its prompts."""
    read: Callable[[Path], Rows]
    test: int
    validation: int
    memory: int
    order: Literal["random", "longest"]
    """longest: the longest are the test, those before them validation, the rest the memory."""

    @property
    def total(self) -> int:
        """Procedures the study took."""
        return self.test + self.validation + self.memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A data set, parted; no procedure stands in two parts."""

    test: tuple[Kept, ...]
    validation: tuple[Kept, ...]
    memory: tuple[Kept, ...]
    bad: tuple[BadRow, ...] = ()
    says: str = ""
    """What differs from the study's split; "" for nothing."""


def preset_named(name: str) -> Preset:
    """The preset. UsageError for an unknown name."""
    if name not in PRESETS:
        raise UsageError(f'There is no preset "{name[:60]}". Choose one of: {", ".join(PRESETS)}.')
    return PRESETS[name]


def split(preset: Preset, path: Path, seed: int = SEED) -> Split:
    """The file's procedures in the study's parts.

    Raises NotFoundError, and ContentError where the file is of another form or holds too little to be parted.
    """
    if not is_there(path):
        raise NotFoundError(f"There is no file {one_line(str(path), 120)}.")
    kept, bad, there = _taken(preset, preset.read(path), random.Random(seed))  # noqa: S311 - a seeded choice
    if len(kept) < 3:
        raise ContentError(f"{path.name} holds {len(kept)} procedures: too few to be parted as {preset.name}.")
    test, validation = _shares(preset, len(kept))
    memory = len(kept) - test - validation
    says = []
    if len(kept) != preset.total:
        says.append(
            f"{preset.name}: {there} procedures, where the study took {preset.total}; parted in the same shares: "
            f"{test} to test, {validation} for validation, {memory} for the memory."
        )
    tests = tuple(kept[memory + validation :])
    given_away = {leak.row for leak in leaks(tests, kept[:memory])}
    if given_away:
        says.append(f"{len(given_away)} rows of the memory were left out: they hold test cases.")
    return Split(
        memory=tuple(row for row in kept[:memory] if row.id not in given_away),
        validation=tuple(kept[memory : memory + validation]),
        test=tests,
        bad=bad,
        says=" ".join(says),
    )


def _taken(preset: Preset, rows: Rows, chance: random.Random) -> tuple[list[Kept], tuple[BadRow, ...], int]:
    """At most `total` good rows, the test ones last; the bad ones (the first hundred); how many were good.

    Rows are taken at random one by one (reservoir sampling), since RecipeNLG has millions.
    """
    kept: list[Kept] = []
    bad: list[BadRow] = []
    ids: set[str] = set()
    there = 0
    for row in rows:
        if isinstance(row, BadRow):
            bad += [row] if len(bad) < 100 else []
            continue
        if row.id in ids:
            continue  # RecipeNLG holds some recipes twice
        ids.add(row.id)
        there += 1
        row = replace(row, domain=preset.domain)
        if len(kept) < preset.total:
            kept.append(row)
        elif (place := chance.randrange(there)) < preset.total:
            kept[place] = row
    if preset.order == "longest":
        kept.sort(key=_length)
    else:
        chance.shuffle(kept)
    return kept, tuple(bad), there


def _length(row: Kept) -> tuple[int, int, str]:
    """Steps, then characters. The study says "by length" and not of what (ours)."""
    return len(row.steps), sum(map(len, row.steps)), row.id


def _shares(preset: Preset, rows: int) -> tuple[int, int]:
    """How many to test and for validation; the study's own numbers where the size is the study's."""
    test = max(1, round(rows * preset.test / preset.total))
    return test, max(1, round(rows * preset.validation / preset.total))


def _recipes(path: Path) -> Rows:
    """RecipeNLG: CSV with title, ingredients and directions."""
    return corpora.opened(str(path), "recipe")


def _steps(path: Path) -> Rows:
    """LCStep: JSON lines, or one JSON list, of objects with output, input and steps."""
    if path.suffix.lower() != ".json":
        return corpora.opened(str(path), "langchain")
    return _each(path, _listed(_loaded(path), path), procedure_from_json)


def _problems(path: Path) -> Rows:
    """CHAMP: one JSON object with problems and hints; or JSON lines of procedures made from it.

    Statement → goal, the problem's hints and its category → resources, the steps of the solution and then
    "The answer is …" → steps ([AAG] 4.1).
    """
    if path.suffix.lower() != ".json":
        return corpora.opened(str(path), "maths")
    data = _loaded(path)
    if not isinstance(data, dict) or not isinstance(data.get("problems"), dict):
        raise ContentError(f"{path.name} is no file of CHAMP: it has no problems in it.")
    problems, hints = data["problems"], data.get("hints")
    assert isinstance(problems, dict)
    known = hints if isinstance(hints, dict) else {}
    return _each(path, problems.values(), lambda one: _problem(one, known))


def _problem(data: Json, hints: Mapping[str, Json]) -> Procedure:
    if not isinstance(data, dict):
        raise ContentError("it is no JSON object")
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
    """A text of CHAMP, which writes its fields with and without an underscore."""
    if isinstance(data, str):
        return data
    if not isinstance(data, dict):
        return ""
    return str(next((data[key] for key in (f"_{name}", name, f"_raw_{name}") if data.get(key)), "")).replace(
        "@@", ""
    )


def _each(path: Path, items: Iterable[Json], read: Callable[[Json], Procedure]) -> Iterator[Kept | BadRow]:
    for number, item in enumerate(items, 1):
        try:
            made = read(item)
            if not made.goal or not made.steps:
                raise ContentError("it has no steps" if made.goal else "it has no goal")
        except ContentError as error:
            yield BadRow(where=f"record {number}", why=error.message)
            continue
        yield row_of(made, source=path.name)


def _loaded(path: Path) -> Json:
    try:
        data: Json = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path.name} is no JSON: {one_line(str(error), 120)}.") from error
    return data


def _listed(data: Json, path: Path) -> list[Json]:
    if not isinstance(data, list):
        raise ContentError(f"{path.name} is no list of procedures.")
    return data


RECIPENLG: Final = Preset(
    name="recipenlg", domain="recipe", read=_recipes, test=2_000, validation=1_000, memory=7_000, order="random"
)
LCSTEP: Final = Preset(
    name="lcstep", domain="langchain", read=_steps, test=56, validation=27, memory=193, order="longest"
)
CHAMP: Final = Preset(
    name="champ", domain="maths", read=_problems, test=54, validation=27, memory=189, order="random"
)

PRESETS: Final[Mapping[str, Preset]] = {one.name: one for one in (RECIPENLG, LCSTEP, CHAMP)}
