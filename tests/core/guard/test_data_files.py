"""The shape of the data files, which a cook can extend: sources exist, no word stands twice."""

import json
import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from tailor.core.guard import constraint_ids, is_allergy, is_hazard, title
from tailor.core.guard.language import Language, read_cues
from tailor.core.guard.vocabulary import DATA, DOMAINS, read_json, stems

LANGUAGES = sorted(p.name for p in DATA.iterdir() if p.is_dir())
FILES = [(language, name) for language in LANGUAGES for names in DOMAINS.values() for name in names]
KINDS = ("found", "derived", "not_assessed")
CONSTRAINTS = re.findall(
    r"\w+",
    "gluten_cereals crustaceans eggs fish peanuts soy milk tree_nuts celery mustard sesame sulphites "
    "lupin molluscs wheat vegan vegetarian halal kosher_basic no_alcohol low_sugar pregnancy no_oven "
    "no_stove no_microwave no_blender no_freezer no_drill no_car no_printer no_internet "
    "no_washing_machine chem_mix indoor_combustion mains_electric_live oil_fire_water undercooked_poultry "
    "undercooked_egg undercooked_pork canning_botulism infant_honey ladder_unsafe lithium_battery_damage "
    "blade_toward_hand solvent_near_flame raw_beans lead_dust pets harmful_dust gas_leak poison_mistaken "
    "medicine_wrong fire_unwatched power_tool falling_load burst germs fumes drowning ",
)


def texts(value: object) -> list[str]:
    """A list of words; a bare string would be read letter by letter."""
    assert isinstance(value, list), value
    assert all(isinstance(item, str) and item for item in value), value
    return value


def form(phrase: str) -> tuple[str, ...]:
    """What a phrase is looked up by; a marked form (=boot, =goat's, ~fish) is one of its own."""
    owner = "'s" if phrase.startswith("=") and phrase.endswith("'s") else ""
    return (f"{phrase[0]}{owner}" if phrase[0] in "=~" else "", *stems(phrase.lstrip("=~")))


def test_the_list_of_constraints_is_the_closed_one() -> None:
    assert sorted(constraint_ids()) == sorted(CONSTRAINTS)


def test_every_constraint_has_a_title_and_one_group() -> None:
    for constraint in constraint_ids():
        assert title(constraint)
        assert not (is_allergy(constraint) and is_hazard(constraint))
    assert sum(map(is_allergy, constraint_ids())) == 15
    assert sum(map(is_hazard, constraint_ids())) == 27
    assert not is_allergy("no such thing")


@pytest.mark.parametrize(("language", "name"), FILES)
def test_every_entry_has_a_known_source_a_reason_and_known_constraints(language: str, name: str) -> None:
    sources = read_json("sources", language)
    for entry in read_json(name, language)["entries"]:
        assert set(entry) <= {"why", "source", *KINDS, "words", "verbs", "needs", "unless", "beside"}
        assert entry["source"] in sources
        assert entry["why"]
        gives = [c for kind in KINDS for c in texts(entry.get(kind, []))]
        assert gives
        assert len(gives) == len(set(gives))
        assert set(gives) <= set(constraint_ids())
        assert texts(entry.get("words", [])) or texts(entry.get("verbs", []))


@pytest.mark.parametrize(("language", "name"), FILES)
def test_what_holds_gluten_because_of_wheat_holds_wheat(language: str, name: str) -> None:
    for entry in read_json(name, language)["entries"]:
        gives = {c for kind in KINDS for c in texts(entry.get(kind, []))}
        of_wheat = (
            re.search(r"wheat|sausage|breadcrumbs|suet", entry["why"]) and "barley or wheat" not in entry["why"]
        )
        assert not (of_wheat and "gluten_cereals" in gives) or "wheat" in gives, entry["why"]


@pytest.mark.parametrize(("language", "name"), FILES)
def test_conditions_are_single_words_that_do_not_quiet_their_own_entry(language: str, name: str) -> None:
    for entry in read_json(name, language)["entries"]:
        unless = {stems(w) for w in texts(entry.get("unless", []))}
        assert all(len(w) == 1 for w in unless | {stems(w) for w in texts(entry.get("needs", []))})
        for phrase in (*texts(entry.get("words", [])), *texts(entry.get("verbs", []))):
            assert not {(s,) for s in stems(phrase.lstrip("=~"))} & unless, phrase


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_word_stands_twice_and_none_is_its_own_false_friend(language: str, domain: str) -> None:
    words: dict[tuple[str, ...], str] = {}
    friends: dict[tuple[str, ...], str] = {}
    for name in DOMAINS[domain]:
        data = read_json(name, language)
        for entry in data["entries"]:
            for phrase in texts(entry.get("words", [])):
                assert form(phrase) not in words, phrase
                words[form(phrase)] = phrase
        for phrase in texts(data["friends"]):
            assert form(phrase) not in friends, phrase
            friends[form(phrase)] = phrase
    assert not [friends[f] for f in friends if f in words]


def test_a_row_of_cues_stands_for_each_word_it_offers() -> None:
    assert read_cues(["is|are no|any good", "out"]) == {
        "is": (("is", "no", "good"), ("is", "any", "good")),
        "are": (("are", "no", "good"), ("are", "any", "good")),
        "out": (("out",),),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_cue_stands_twice(language: str) -> None:
    data = read_json("language", language)
    data["without"] += data["absences"]
    for name in (field.name for field in fields(Language) if field.type == "Cues"):
        said = Counter(words for some in read_cues(data[name]).values() for words in some)
        assert max(said.values()) == 1, (name, said.most_common(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hazard_rules_name_sets_sources_and_constraints_that_exist(language: str) -> None:
    data, sources = read_json("hazards", language), read_json("sources", language)
    pairs = data["pairs"]
    sets = {*data["sets"], *pairs}
    for first, then, reach in (pair for some in pairs.values() for pair in some):
        assert {first, then} <= sets
        assert reach > 0
    for rule in data["rules"]:
        assert rule["source"] in sources
        needs = {name.removeprefix("!") for name in texts(rule["needs"])}
        assert {*needs, *texts(rule["quiet"])} <= sets
        assert all(is_hazard(c) or c == "pregnancy" for c in texts(rule["constraints"]))
    for rule in data["over_steps"]:
        assert rule["source"] in sources
        assert {*texts(rule["before"]), *texts(rule["then"]), *texts(rule["unless"])} <= sets
        assert {*texts(rule.get("about", []))} <= sets
        assert all(map(is_hazard, texts(rule["constraints"])))
        assert rule.get("anywhere") or rule["reach"] > 0
    for heat in data["temperatures"]:
        assert heat["source"] in sources
        assert {str(heat["about"]), str(heat["quiet"])} <= sets | {""}
        assert heat["floor"] < heat["least"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["constraints", "hazards", "language", "needs", "settings", "sources", "tripwires"]
)
def test_words_stand_in_lists_and_everything_else_in_objects(language: str, name: str) -> None:
    for key, value in read_json(name, language).items():
        if isinstance(value, list) and not isinstance(value[0], dict):
            texts(value)
        elif key in ("sets", "qualifiers", "says", "subjects", "only", "sensitive", "safety", "settings", "food"):
            for words in value.values():
                texts(words)


def test_every_source_is_used_and_names_where_it_stands() -> None:
    used = set(re.findall(r'"source": "([^"]+)"', "".join(p.read_text("utf-8") for p in (DATA / "en").iterdir())))
    sources = read_json("sources")
    assert used == set(sources)
    assert all(len(str(text)) > 40 for text in sources.values())


def strings(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case list():
            return [s for v in value for s in strings(v)]
        case dict():
            return [s for v in value.values() for s in strings(v)]
        case _:
            return []


def test_nothing_shown_to_people_is_a_clearance() -> None:
    shown = [title(c) for c in constraint_ids()]
    for path in (DATA / "en").glob("*.json"):
        raw = json.loads(Path(path).read_text(encoding="utf-8"))
        shown += [
            str(e["why"]) for key in ("entries", "rules", "over_steps", "temperatures") for e in raw.get(key, [])
        ]
    assert not [s for s in shown if re.search(r"\bsafe\b|free from", s, re.IGNORECASE)]
