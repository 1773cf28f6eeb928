"""The data of the study, parted as the study parted it: small files of our own in the same forms."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from memory.messages import BadRow, MemoryRow
from tailor.core.errors import ContentError, NotFoundError, UsageError
from tailor.evaluation.generation_cases import CHAMP, LCSTEP, PRESETS, RECIPENLG, Preset, preset_named, split


def small(preset: Preset, test: int, validation: int, memory: int) -> Preset:
    return replace(preset, test=test, validation=validation, memory=memory)


def lines(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def steps(n: int) -> dict[str, object]:
    return {
        "id": f"s{n}",
        "output": f"build thing {n}",
        "input": [f"part{n}"],
        "steps": [f"do{n} {k}" for k in range(n)],
    }


def test_the_parts_have_the_studys_sizes() -> None:
    sizes = {name: (one.test, one.validation, one.memory, one.total) for name, one in PRESETS.items()}
    assert sizes == {
        "recipenlg": (2_000, 1_000, 7_000, 10_000),
        "lcstep": (56, 27, 193, 276),
        "champ": (54, 27, 189, 270),
    }
    assert (RECIPENLG.order, LCSTEP.order, CHAMP.order) == ("random", "longest", "random")


def test_of_lcstep_the_longest_are_tested_those_before_them_validate_and_the_rest_is_memory(
    tmp_path: Path,
) -> None:
    path = lines(tmp_path / "lc.jsonl", [steps(n) for n in (4, 9, 2, 7, 5, 8, 1, 3, 6)])
    parted = split(small(LCSTEP, 2, 3, 4), path)
    assert [len(row.steps) for row in parted.test] == [8, 9]
    assert [len(row.steps) for row in parted.validation] == [5, 6, 7]
    assert [len(row.steps) for row in parted.memory] == [1, 2, 3, 4]
    assert {row.domain for row in parted.test} == {"langchain"}
    assert (parted.says, parted.bad) == ("", ())


def test_a_file_of_another_size_is_parted_in_the_same_shares_and_that_is_said(tmp_path: Path) -> None:
    parted = split(LCSTEP, lines(tmp_path / "lc.jsonl", [steps(n) for n in range(1, 21)]))
    assert (len(parted.test), len(parted.validation), len(parted.memory)) == (4, 2, 14)
    assert "20 how-tos, where the study took 276" in parted.says


def test_of_recipenlg_so_many_are_taken_at_random_the_same_every_time_and_none_twice(tmp_path: Path) -> None:
    path = tmp_path / "full.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["", "title", "ingredients", "directions", "link", "source", "NER"])
        for n in [*range(40), 3, 4]:
            writer.writerow(
                [n, f"Soup {n}", json.dumps([f"leek{n}"]), json.dumps([f"chop{n}", f"boil{n}"]), "", "", ""]
            )
        writer.writerow([41, "No steps", "[]", "[]", "", "", ""])
    preset = small(RECIPENLG, 4, 2, 14)
    one, again = split(preset, path), split(preset, path)
    assert one == again
    ids = [row.id for row in (*one.test, *one.validation, *one.memory)]
    assert (len(ids), len(set(ids))) == (20, 20)
    assert (len(one.test), len(one.validation), len(one.memory)) == (4, 2, 14)
    assert [row.id for row in split(preset, path, seed=1).test] != [row.id for row in one.test]
    assert one.test[0].domain == "recipe"
    assert len(one.bad) == 1


def test_of_champ_hints_and_category_are_resources_and_the_answer_is_the_last_step(tmp_path: Path) -> None:
    problems = {
        f"P_{n}": {
            "identifier": f"P_{n}",
            "_raw_text": f"Count @@{n}@@ things.",
            "_text": f"Count {n} things.",
            "category": "Counting",
            "_answer": str(n),
            "ch_list": ["C_1", "H_1", "H_1"],
            "solution": {"steps": [{"_text": f"Take item{n}."}, {"_text": f"Add one{n}."}]},
        }
        for n in range(1, 6)
    }
    hints = {"H_1": {"identifier": "H_1", "_text": "Try small numbers."}}
    path = tmp_path / "champ.json"
    path.write_text(
        json.dumps({"problems": {**problems, "P_0": {"identifier": "P_0"}}, "concepts": {}, "hints": hints})
    )
    parted = split(small(CHAMP, 1, 1, 3), path)
    row = next(row for row in (*parted.test, *parted.validation, *parted.memory) if row.id == "champ-P_3")
    assert row == MemoryRow(
        id="champ-P_3",
        goal="Count 3 things.",
        resources=("Try small numbers.", "category: Counting"),
        steps=("Take item3.", "Add one3.", "The answer is 3."),
        domain="maths",
        source="champ.json",
    )
    assert parted.bad == (BadRow(where="record 6", why="it has no goal"),)


def test_rows_of_the_memory_that_hold_a_test_case_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [steps(n) for n in (1, 2, 3, 9)]
    parted = split(
        small(LCSTEP, 1, 1, 2),
        lines(tmp_path / "lc.jsonl", [*rows[:1], {**rows[1], "output": "Build thing 9"}, *rows[2:]]),
    )
    assert [row.id for row in parted.memory] == ["s1"]
    assert parted.says == "1 row of the memory is left out, because test cases are in it."


def test_what_is_no_such_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        split(CHAMP, tmp_path / "none.json")
    (tmp_path / "odd.json").write_text("[1, 2]")
    with pytest.raises(ContentError, match="not a CHAMP file"):
        split(CHAMP, tmp_path / "odd.json")
    with pytest.raises(ContentError, match="too few"):
        split(LCSTEP, lines(tmp_path / "few.jsonl", [steps(1)]))
    with pytest.raises(UsageError, match="recipenlg, lcstep, champ"):
        preset_named("squad")
