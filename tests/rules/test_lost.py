"""No word of a hint is lost: what is wished and found is named, and the rest is said not to be used.

Over a quarter of the hints that are kept, the same ones whatever is added, on the messages themselves. Words that
only say how something is wished ("allergic", "broken") or for whom, and how much of it, need not come back: the
sentence about the thing answers them.
"""

import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tailor.core.finding.cues import Word, listed, split
from tailor.core.finding.mentions import roots
from tailor.core.finding.reading import is_number
from tailor.core.finding.relations import read
from tailor.core.finding.spelling import mended
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify

_HERE = Path(__file__).parent
_KEPT = [_HERE / "rounds.json", *sorted((_HERE.parent / "core" / "finding").glob("round*.json"))]
_ROUNDS = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(_HERE.glob("blind_round*.json"))]
CASES: list[dict[str, Any]] = [
    *(case for file in _KEPT for case in json.loads(file.read_text(encoding="utf-8"))),
    *({**case, "procedure": one["procedures"][case["of"]]} for one in _ROUNDS for case in one["hints"]),
]
SOME = [case for case in CASES if crc32(case["hint"].encode()) % 4 == 0]
_CUES = {
    word
    for side in ("before", "after", "alone")
    for phrase in chain(*read("hints.toml")[side].values())
    for word in phrase.split()
}
_OTHER_FORMS = {"expires", "forbiden"}
_HOW = (
    _CUES
    | _OTHER_FORMS
    | listed("stop")
    | listed("small")
    | listed("ailed")
    | listed("ailing")
    | listed("bad")
    | listed("before_numbers")
    | listed("persons")
)

_STILL_LOST = {
    "we only have real butter and regular eggs": ["real"],
    "my only tin is 9x13, will it fit": ["9x13"],
    "turning 30 next month": ["turning"],
}
"""Lost today; only shrinks."""


def test_every_content_word_of_a_kept_hint_comes_back() -> None:
    lost = {case["hint"]: some for case in SOME if (some := _lost(case))}
    assert lost == _STILL_LOST


@pytest.mark.parametrize(
    ("hint", "steps", "names"),
    [
        ("no stove, just a microwave", ["Heat the pot on the stove.", "Eat."], ["microwave"]),
        ("were coeliac so gluten free please", ["Boil the spaghetti.", "Eat."], ["coeliac", "gluten"]),
        ("its for my 2 year old", ["Chop the nuts.", "Eat."], ["2"]),
        ("the company is on outlook not gmail", ["Open Gmail.", "Write."], ["outlook"]),
        ("small van no ramp, just me and my gf", ["Roll it up the ramp.", "Drive off."], ["just me and my gf"]),
        (
            "8 months pregnant no bending or lifting",
            ["Gather the toys.", "Decide what goes.", "Use a storage box.", "Clean up any mess."],
            ["lifting"],
        ),
        ("double it for my kids", ["Stir 2 eggs into the flour.", "Fry it in a pan."], ["kids"]),
        ("only me and my brother", ["Roll it up the ramp.", "Drive off."], ["me", "brother"]),
    ],
)
def test_what_was_said_beside_what_was_found_is_named(hint: str, steps: list[str], names: list[str]) -> None:
    says = " ".join(one.says for one in modify(procedure("Do it", steps), parse_hint(hint)).verdicts)
    assert not [name for name in names if name not in says]


def _lost(case: dict[str, Any]) -> list[str]:
    base = case.get("procedure", case)
    base = procedure(base["goal"], base["steps"], base.get("resources") or [])
    asked = parse_hint(case["hint"])
    made = modify(base, asked)
    told = [one.says for one in made.verdicts]
    told += [words for one in made.places for words in (one.word, *one.also, one.why)]
    told += [words for one in made.edits for words in (one.text, base.part(one.part)[one.step - 1])]
    back = {root for text in told for word in split(text) for root in roots(word.plain)}
    return [
        word.typed
        for hint in map(split, (one.text for one in asked))
        for at, word in enumerate(hint)
        if back.isdisjoint(roots(word.plain) | roots(word.typed)) and not _says_how(hint, at)
    ]


def _says_how(hint: Sequence[Word], at: int) -> bool:
    """Whether this word only says how or how much, as "hungry people" after a number."""
    word, before = hint[at].plain, hint[max(at - 2, 0) : at + 1]
    return (
        hint[at].idle
        or any(is_number(one.plain) for one in before)
        or not _HOW.isdisjoint({word, mended(word, (), eaten=True)})
    )
