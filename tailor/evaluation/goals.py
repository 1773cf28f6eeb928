"""Cases of `bench generate`: a goal, resources, and the steps somebody once wrote for it.

Owns reading files of them line by line on "\\n" (texts hold U+2028), naming every row that cannot be used. The
steps are a reference that no method and no judge sees; they only tell whether the memory holds the case already.
Refuses the study's data sets: `presets` parts those.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from memory.corpora import row_of
from memory.generation.prompts import domain_names
from memory.messages import Kept
from tailor.core.codec import to_json
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Json, procedure_from_json
from tailor.core.text import one_line
from tailor.evaluation.cases import BadCase
from tailor.evaluation.lines import read_lines
from tailor.storage import is_there, replace_file

_CALLED: Final = {
    "math": "maths",
    "mathematics": "maths",
    "recipes": "recipe",
    "cooking": "recipe",
    "baking": "recipe",
}
"""Other people's names for domains that Tailor has words for."""


@dataclass(frozen=True, slots=True)
class Goals:
    """What a file of cases held. A case has the shape of a row of the memory: it is one that is held out."""

    cases: tuple[Kept, ...]
    bad: tuple[BadCase, ...] = ()


def read_goals(path: Path) -> Goals:
    """The cases of a file of one JSON object a line; bad rows are named. NotFoundError, DamagedError."""
    if not (is_there(path) and path.is_file()):
        raise NotFoundError(f"There is no file {one_line(str(path), 120)} to read cases from.")
    lines = read_lines(path)
    found: dict[str, Kept] = {}
    bad = [BadCase(number, "this line is not a JSON object") for number in lines.bad]
    for number, row in zip(lines.numbers, lines.rows, strict=True):
        try:
            case = _case(row)
            if case.id in found:
                raise ContentError(f'the id "{one_line(case.id, 80)}" was there before')
            found[case.id] = case
        except ContentError as error:
            bad.append(BadCase(number, error.message))
    return Goals(tuple(found.values()), tuple(sorted(bad, key=lambda row: row.number)))


def write_goals(path: Path, cases: Iterable[Kept]) -> None:
    """The cases as the bench's own file, so that a bench can be told again without the file they came from."""
    lines = [json.dumps(to_json(case), ensure_ascii=False) + "\n" for case in cases]
    replace_file(path, "".join(lines).encode("utf-8", "surrogatepass"))


def goals_digest(cases: Iterable[Kept]) -> str:
    """A hash of all that is in the cases or rows: the same digest, the same texts."""
    found = hashlib.sha256()
    for case in cases:
        found.update(json.dumps(to_json(case), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")
    return found.hexdigest()[:16]


def prompt_domain(named: str) -> str:
    """The domain whose words go into prompts; "" for one that has none of its own."""
    name = named.strip().casefold()
    name = _CALLED.get(name, name)
    return name if name in domain_names() else ""


def _case(row: dict[str, Json]) -> Kept:
    made = procedure_from_json(row)
    if not made.goal:
        raise ContentError("it has no goal")
    return row_of(made, domain=str(row.get("domain") or ""))
