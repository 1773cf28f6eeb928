"""What stands beside another thing with only a sign between: "fish/oyster sauce", "butter & beans"."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.guard.detector import spoken
from tailor.core.guard.vocabulary import DOMAINS, is_allergy, read_json

_SIGNS = ("/", " / ", "|", " | ", "+", " + ", "&", " & ", "·", " · ", "\\", " • ")
_HARMLESS = ("potato", "rice", "oil", "peas", "lemon")


def _found(text: str) -> frozenset[str]:
    return frozenset(id for one in spoken(text) for id, kind in one.gives if kind != "not_assessed")


def _names() -> Iterator[tuple[str, frozenset[str]]]:
    """Every name of an allergen, with what it is found for where it stands alone."""
    for raw in (raw for file in DOMAINS["food"] for raw in read_json(file)["entries"]):
        if raw.get("unless") or raw.get("needs") or raw.get("beside"):
            continue  # what a word elsewhere in the sentence may silence
        ids = frozenset(filter(is_allergy, [*raw.get("found", ()), *raw.get("derived", ())]))
        for name in (one.lstrip("=~") for one in raw.get("words", ()) if ids):
            yield name, ids


@cache
def _allergens() -> Mapping[str, frozenset[str]]:
    return dict(_names())


@given(st.data(), st.sampled_from(_SIGNS), st.sampled_from(_HARMLESS))
def test_an_allergen_joined_to_another_word_is_found_on_either_side(
    data: st.DataObject, sign: str, other: str
) -> None:
    name, ids = data.draw(st.sampled_from([*_allergens().items()]))
    alone = ids & _found(f"2 tbsp {name}")
    joined = (f"{name[:1].upper()}{name[1:]}{sign}{other}", f"{other}{sign}{name}", f"2 tbsp {name}{sign}{other}")
    assert [text for text in joined if alone - _found(text)] == []


@pytest.mark.parametrize("sign", _SIGNS)
@pytest.mark.parametrize(
    ("one", "other", "ids"),
    [
        ("Fish", "oyster sauce", {"fish", "molluscs"}),
        ("Crab", "prawn cakes", {"crustaceans"}),
        ("Butter", "beans", {"milk"}),
        ("Coconut", "milk", {"milk"}),
        ("Cocoa", "butter", {"milk"}),
        ("Almond", "milk", {"tree_nuts", "milk"}),
        ("Peanut", "butter", {"peanuts", "milk"}),
        ("Rice", "egg noodles", {"eggs", "wheat"}),
        ("Rice", "wheat noodles", {"wheat"}),
        ("Vegan", "dairy butter", {"milk"}),
        ("Toast", "crackers", {"wheat"}),
        ("Sole", "plaice", {"fish"}),
    ],
)
def test_two_things_with_a_sign_between_are_both_found(one: str, sign: str, other: str, ids: set[str]) -> None:
    assert ids <= _found(f"{one}{sign}{other}")


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("Fish/scoop the dumplings out", "fish"),
        ("Toast/grill the buckwheat", "wheat"),
        ("gluten-free/vegan bread", "wheat"),
        ("vegan/dairy-free butter", "milk"),
        ("rice/corn noodles", "wheat"),
        ("nut/dairy-free milk", "milk"),
        ("vegan & vegetarian cheese", "vegetarian"),
    ],
)
def test_acts_and_qualifiers_joined_by_a_sign_stay_quiet(text: str, quiet: str) -> None:
    assert quiet not in _found(text)


@pytest.mark.parametrize("sign", ["&", " & ", " + "])
@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("half{}half", {"milk"}),
        ("Surf{}turf", {"crustaceans"}),
        ("beef{}broccoli", {"soy"}),
        ("mac{}cheese", {"wheat"}),
    ],
)
def test_a_name_with_and_in_it_is_found_with_a_sign_for_the_word(name: str, ids: set[str], sign: str) -> None:
    assert ids <= _found(f"1 cup {name.format(sign)}")
