"""What holds for every kind of change, on the starter procedures and hints of all kinds."""

import json
import re
from pathlib import Path

import pytest

import tailor.starter
from tailor.core.edits import Replace
from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Asked, Proposal
from tailor.rules.modify import KINDS

_FOLDER = Path(tailor.starter.__path__[0])
STARTERS = [
    procedure(one["goal"], one["steps"], one["resources"], notes=one.get("notes", ""))
    for file in sorted(_FOLDER.glob("*.json"))
    for one in json.loads(file.read_text(encoding="utf-8"))
]
HINTS = (
    "for two", "double it", "metric please", "imperial", "in cups", "no butter", "im vegan",
    "no alcohol",
    "no garlic", "without nuts", "less sugar", "no eggs",
)  # fmt: skip


def proposals(base: Procedure, hint: str) -> list[Proposal]:
    requirements = parse_hint(hint)
    found = find(base, requirements).each
    asked = [Asked(one, wish) for one, of in zip(requirements, found, strict=True) for wish in of.wishes]
    return [made for one in asked for kind in KINDS if (made := kind(base, one)) is not None]


@pytest.mark.parametrize("hint", HINTS)
def test_no_proposal_loses_a_step_or_writes_one_twice_or_says_a_word_twice(hint: str) -> None:
    count = 0
    for base in STARTERS:
        for made in proposals(base, hint):
            spots = [(edit.part, edit.step) for edit in made.edits]
            assert len(spots) == len(set(spots))
            for edit in made.edits:
                assert isinstance(edit, Replace)
                assert edit.text or edit.part == "resources" or edit.reason.startswith("Left out ")
                assert edit.reason.endswith(".")
                old = base.part(edit.part)[edit.step - 1]
                assert edit.text != old
                assert not _doubled(edit.text) - _doubled(old), edit.text
            count += 1
    assert count


def _doubled(text: str) -> set[str]:
    return {found[1].casefold() for found in re.finditer(r"\b([a-z-]{2,}) \1\b", text, re.IGNORECASE)}


@pytest.mark.parametrize("hint", ["for two", "double it"])
def test_an_amount_that_list_and_steps_share_is_still_shared_after_scaling(hint: str) -> None:
    for base in STARTERS:
        for made in proposals(base, hint):
            new = {(edit.part, edit.step): edit.text for edit in made.edits}
            for number, line in enumerate(base.resources, 1):
                found = re.match(r"(\d+ (?:g|ml|kg)) ([a-z ]+)$", line)
                scaled = re.match(r"([\d½]+ (?:g|ml|kg)) ", new.get(("resources", number), ""))
                if not found or not scaled:
                    continue
                for step, text in enumerate(base.steps, 1):
                    if f"{found[1]} of {found[2]}" in text and ("steps", step) in new:
                        assert f"{scaled[1]} of {found[2]}" in new["steps", step]
