"""Score `find` on a round of hints with gold places (README.md): recall, precision, and what is lost.

    python -m tests.core.finding.score round1          # figures
    python -m tests.core.finding.score round1 --wrong  # and every case with a place too many or too few

A place is judged by its part and number over all wishes of the hint. `also_fine` counts neither way for recall and
is right for precision.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tailor.core.finding import Findings, find
from tailor.core.finding.cues import listed, split
from tailor.core.procedure import procedure_from_json
from tailor.core.requirements import parse_hint

Spot: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class Judged:
    hint: str
    gold: frozenset[Spot]
    fine: frozenset[Spot]
    shown: frozenset[Spot]
    lost: tuple[str, ...]
    """Content words of the hint that are neither used nor named as not understood."""
    silent: bool
    """Whether somebody could say what is wished, and every word counts as not understood."""
    found: Findings

    @property
    def wrong(self) -> frozenset[str]:
        """The places that are missed or too many, as the round marks them: "steps 2"."""
        every = (self.gold - self.shown) | (self.shown - self.gold - self.fine)
        return frozenset(f"{part} {number}" for part, number in every)


@dataclass(frozen=True)
class Score:
    hints: int
    gold: int
    hit: int
    shown: int
    right: int
    touched: int
    all_found: int
    empty: int
    quiet: int
    lost: int
    silent: int

    @property
    def recall(self) -> float:
        return self.hit / self.gold

    @property
    def precision(self) -> float:
        return self.right / self.shown


def cases(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def judged(case: dict[str, Any]) -> Judged:
    requirements = parse_hint(case["hint"])
    found = find(procedure_from_json(case["procedure"]), requirements)
    kept = [word for one in found.each for word in (*one.used, *one.not_understood)]
    content = [w.typed for one in requirements for w in split(one.text) if w.plain not in listed("stop")]
    places = (place for one in found.each for wish in one.wishes for place in wish.places)
    used = any(one.used for one in found.each)
    return Judged(
        case["hint"],
        _spots(case, "places"),
        _spots(case, "also_fine"),
        frozenset((place.part, place.step) for place in places),
        tuple(word for word in content if word not in kept),
        case["understood"] and not used,
        found,
    )


def _spots(case: dict[str, Any], name: str) -> frozenset[Spot]:
    return frozenset((one["part"], one["number"]) for wish in case["wishes"] for one in wish.get(name, ()))


def score(name: str) -> Score:
    all_cases = [judged(case) for case in cases(name)]
    touched = [one for one in all_cases if one.gold]
    return Score(
        hints=len(all_cases),
        gold=sum(len(one.gold) for one in all_cases),
        hit=sum(len(one.gold & one.shown) for one in all_cases),
        shown=sum(len(one.shown) for one in all_cases),
        right=sum(len(one.shown & (one.gold | one.fine)) for one in all_cases),
        touched=len(touched),
        all_found=sum(one.gold <= one.shown for one in touched),
        empty=len(all_cases) - len(touched),
        quiet=sum(not one.gold and not (one.shown - one.fine) for one in all_cases),
        lost=sum(len(one.lost) for one in all_cases),
        silent=sum(one.silent for one in all_cases),
    )


def main(name: str, wrong: bool) -> None:
    for case in cases(name) if wrong else ():
        one = judged(case)
        missed, many = sorted(one.gold - one.shown), sorted(one.shown - one.gold - one.fine)
        if missed or many or one.lost:
            print(f"{one.hint!r} in {case['procedure']['goal']!r}\n  missed {missed}\n  too many {many}")
            for part, step in (*missed, *many):
                print(f"    {part} {step}: {case['procedure'][part][step - 1]}")
            for found in one.found.each:
                print(f"  {found.wishes}\n  not understood {found.not_understood}")
    figures = score(name)
    print(figures, f"recall {figures.recall:.3f}, precision {figures.precision:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], "--wrong" in sys.argv)
