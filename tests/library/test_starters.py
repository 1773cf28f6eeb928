"""The starter library: there from the first minute, and every procedure fit to be followed and tailored."""

import json
import re
import subprocess
import sys
from collections import Counter
from importlib.resources import files

from tailor.core.procedure import procedure_to_json
from tailor.core.text import normal
from tailor.library.store import starter, starter_procedures

ALL = starter_procedures()

MENTION = re.compile(r"\bsteps? (\d+)(?:(?: (to|and|or) |, )(\d+))?(?:(?: (?:to|and|or) )(\d+))?")
"""Mentions of other steps: "step 4", "steps 3 to 8", "steps 2 and 4 to 8"."""

FORWARD = re.compile(r"(?:leave the water in until|for|before) step \d+")
"""Ways to name a later step that make sense: something is kept for it, or lasts until it."""

OVEN_WORK = re.compile(r"\b(?:bakes?|roasts?|the oven)\b", re.IGNORECASE)
HEAT = re.compile(r"\d °C")


def mentioned(step: str) -> list[int]:
    return [int(number) for found in MENTION.findall(step) for number in found if number.isdigit()]


def test_there_is_plenty_to_start_from() -> None:
    assert len(ALL) >= 48
    assert len({procedure.tags[0] for procedure in ALL}) >= 12
    food = [procedure for procedure in ALL if procedure.tags[0] in {"baking", "cooking"}]
    assert len(food) >= 14


def test_gardening_and_home_repair_have_enough_of_what_hints_bite_on() -> None:
    counted = Counter(procedure.tags[0] for procedure in ALL)
    assert counted["gardening"] >= 4
    assert counted["home repair"] >= 4
    for thing, least in {"drill": 3, "printer": 5, "oven": 8, "car": 3, "garden": 4, "milk": 5, "eggs": 4}.items():
        having = [p for p in ALL if re.search(rf"\b{thing}\b", " ".join((*p.resources, *p.steps)), re.IGNORECASE)]
        assert len(having) >= least, thing


def test_they_come_sorted_by_domain_and_then_by_goal() -> None:
    order = [(procedure.tags[0], procedure.goal.casefold()) for procedure in ALL]
    assert order == sorted(order)


def test_every_id_is_there_once_and_finds_its_procedure() -> None:
    assert len({procedure.id for procedure in ALL}) == len(ALL)
    for procedure in ALL:
        assert re.fullmatch(r"starter\.[a-z0-9]+(-[a-z0-9]+)*", procedure.id)
        assert starter(procedure.id) is procedure


def test_an_unknown_id_finds_nothing() -> None:
    assert starter("starter.no-such-thing") is None
    assert starter("") is None


def test_goals_are_told_apart_and_files_are_named_after_their_domain() -> None:
    assert len({procedure.goal for procedure in ALL}) == len(ALL)
    names = {
        entry.name.removesuffix(".json") for entry in files("tailor.starter").iterdir() if ".json" in entry.name
    }
    assert names == {procedure.tags[0].replace(" ", "_") for procedure in ALL}


def test_the_files_hold_exactly_what_is_read_from_them() -> None:
    for entry in files("tailor.starter").iterdir():
        if entry.name.endswith(".json"):
            text = entry.read_text("utf-8")
            assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1) + "\n", entry.name
            for item in json.loads(text):
                found = starter(item["id"])
                assert found is not None
                assert procedure_to_json(found) == item


def test_each_is_in_normal_form_and_of_a_handy_size() -> None:
    for one in ALL:
        assert 7 <= len(one.steps) <= 14, one.id
        assert one.resources, one.id
        assert (one.source, one.licence) == ("Tailor starter library", "MIT"), one.id
        for text in (one.goal, *one.steps, *one.resources):
            assert text == normal(text) != ""
            assert "  " not in text
        assert all(len(step) <= 280 for step in one.steps), one.id
        assert not any(re.match(r"\d+[.)]|[-*#]", step) for step in one.steps), one.id


def test_sections_stand_before_steps_that_exist_in_rising_order() -> None:
    for one in ALL:
        numbers = [number for number, _ in one.sections]
        assert numbers == sorted(set(numbers)), one.id
        assert all(1 <= number <= len(one.steps) for number in numbers), one.id
        assert not numbers or numbers[0] == 1, one.id


def test_a_mention_names_a_step_that_exists_and_came_before() -> None:
    for one in ALL:
        for number, step in enumerate(one.steps, 1):
            for target in mentioned(step):
                assert 1 <= target <= len(one.steps), step
                assert target < number or FORWARD.search(step), step


def test_work_with_an_oven_names_a_temperature_in_the_step() -> None:
    assert not [step for one in ALL for step in one.steps if OVEN_WORK.search(step) and not HEAT.search(step)]


def test_an_oven_that_is_heated_is_among_the_resources() -> None:
    for one in ALL:
        if any("the oven to" in step or re.search(r"\bbake\b", step) for step in one.steps):
            assert "oven" in one.resources, one.id


def test_nothing_is_cleared_as_harmless() -> None:
    for one in ALL:
        words = " ".join((one.goal, one.notes, *one.steps, *one.resources))
        assert not re.search(r"\bsafe(ly)?\b|\bfree from\b", words, re.IGNORECASE), one.id


def test_some_procedures_have_sections_and_some_steps_mention_others() -> None:
    assert sum(bool(procedure.sections) for procedure in ALL) >= 12
    assert sum(any(map(mentioned, procedure.steps)) for procedure in ALL) * 4 >= len(ALL)


def test_importing_the_library_reads_no_file_and_loads_nothing_heavy() -> None:
    code = (
        "import sys, tailor.library.store as s\n"
        "assert s.starter_procedures.cache_info().currsize == 0\n"
        "assert s.starter('starter.crusty-bread')\n"
        "heavy = {'textual', 'openai', 'lancedb', 'pyarrow', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)
