"""Hints of rounds that were judged blind, over short procedures of our own: what is shown, and what is never said.

`found` names the steps and resources that a careful reader wants to see, `never` what an answer once said wrongly.
A case is added for a class of mistakes, with other words than those that were mended.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tailor.core.events import Judged
from tailor.core.finding import find
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify
from tailor.rules.sentences import HELP

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "rounds.json").read_text(encoding="utf-8"))


SENSES = json.loads(Path(__file__).with_name("senses.json").read_text(encoding="utf-8"))
"""Words that mean several things, each in one sense: what must be shown, and what must not."""


def test_a_word_is_taken_in_the_sense_that_it_has_here() -> None:
    wrong = []
    for hint, goal, resources, steps, found, other in SENSES:
        base = procedure(goal, steps.split("; "), [one for one in resources.split("; ") if one])
        made = modify(base, parse_hint(hint))
        shown = {f"{one.part[0]}{one.step}" for one in (*made.places, *made.edits)}
        if not (shown >= set(found.split()) and shown.isdisjoint(other.split())):
            wrong.append((hint, steps, found, other, sorted(shown)))
    assert wrong == []


@pytest.mark.parametrize("case", CASES, ids=[case["hint"] for case in CASES])
def test_what_a_hint_is_about_is_shown_and_nothing_false_is_said(case: dict[str, Any]) -> None:
    base, asked = procedure(case["goal"], case["steps"], case["resources"]), parse_hint(case["hint"])
    made = modify(base, asked)
    shown = {f"{one.part} {one.step}" for one in (*made.places, *made.edits)}
    before_the_run = {f"{place.part} {place.step}" for one in find(base, asked).each for place in one.places}
    assert shown >= {*case["found"], *before_the_run}
    assert all(words in f"{one.says} {HELP}" for one in made.verdicts for words in one.points)
    told = [one.says for one in made.verdicts] + [edit.text for edit in made.edits]
    told += [f"{place.word} {place.why}" for place in made.places]
    assert not [words for words in case["never"] if any(words in one for one in told)]
    assert not mistaken(made)


def mistaken(made: Outcome) -> list[Judged]:
    """The verdicts that say done where nothing is changed, or less than found where something is to look at."""
    open_ = {id for place in made.places for id in place.serves}
    served = {id for edit in made.edits for id in edit.serves}
    return [
        one
        for one in made.verdicts
        if bool(one.edited) is not (one.verdict in ("done", "partly"))
        or (one.id in served and not one.edited)
        or (one.id in open_ and one.verdict not in ("found", "partly"))
    ]


@pytest.mark.parametrize(
    ("hint", "goal", "step", "word"),
    [
        ("my toddler cant have peanuts", "Toast bread", "Toast the bread in the hot oven.", "peanuts"),
        ("im vegan and theres no golf club around", "Plan a day out", "Find a golf club.", "vegan"),
    ],
)
def test_a_wish_that_found_nothing_is_told_beside_one_that_did(hint: str, goal: str, step: str, word: str) -> None:
    made = modify(procedure(goal, [step, "Wait."]), parse_hint(hint))
    assert any(word in one.says for one in made.verdicts)
