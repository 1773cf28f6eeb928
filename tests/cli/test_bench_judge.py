"""`tailor bench judge`: finding the bench, printing what stands, and the tally of one's own answers."""

import json
from pathlib import Path

import pytest

from tailor.cli.bench_judge import opened
from tailor.evaluation.customize_bench import CustomizePlan, in_order, read_results
from tailor.evaluation.folder import laid
from tailor.evaluation.judging import QUESTIONS, SelfAssessment, add_self_assessment
from tailor.storage import SaveError
from tests.cli.conftest import Tailor

CASE = {"id": "c1", "goal": "Bake bread", "steps": ["Preheat the oven.", "Bake."], "hint": "I have no oven"}


@pytest.fixture
def folder(tailor: Tailor, tmp_path: Path) -> Path:
    """A bench of the built-in tailor on one case."""
    (tmp_path / "cases.jsonl").write_text(json.dumps(CASE) + "\n")
    ran = tailor("bench", "customize", "cases.jsonl", "--provider", "builtin", "--out", "bench")
    assert ran.returncode == 0, ran.stderr
    return tmp_path / "bench"


def test_what_people_said_stands_in_the_tables(tailor: Tailor, folder: Path) -> None:
    before = tailor("bench", "judge", "bench", "--show")
    assert "Nothing is judged yet" in before.stdout
    for name in ("ada", "bea"):
        judging = opened(folder, name)
        judging.answer(("yes",))
        judging.answer(("missing",))
    after = tailor("bench", "judge", "bench", "--show")
    assert after.returncode == 0
    assert "1 of 1" in after.stdout
    assert "model-judged" not in after.stdout
    assert [*folder.glob("customize-figure-9*.svg")]
    assert "Agreement" in (folder / "customize.md").read_text()


def test_tables_that_cannot_be_written_down_are_printed_all_the_same(
    tailor: Tailor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise SaveError(f"{path} could not be written: no room.")

    monkeypatch.setattr("tailor.evaluation.report.replace_file", full)
    for command in (("judge", "bench", "--show"), ("customize", "--replay", "--out", "bench")):
        ran = tailor("bench", *command)
        assert ran.returncode == 1
        assert "builtin" in ran.stdout
        assert "no room" in ran.stderr


def test_the_rows_stand_in_the_plans_order_whatever_was_finished_first(tailor: Tailor, folder: Path) -> None:
    cases = [CASE, {**CASE, "id": "c2", "goal": "Bake a roll"}]
    (folder.parent / "two.jsonl").write_text("\n".join(map(json.dumps, cases)) + "\n")
    tailor("bench", "customize", "two.jsonl", "--provider", "builtin", "--out", "two")
    results = folder.parent / "two" / "results.jsonl"
    lines = results.read_text().splitlines(keepends=True)
    shown = tailor("bench", "judge", "two", "--show").stdout
    results.write_text("".join(reversed(lines)))
    plan = laid(folder.parent / "two", CustomizePlan)
    assert [one.cell.case for one in in_order(plan, read_results(results).read)] == ["c1", "c2"]
    assert tailor("bench", "judge", "two", "--show").stdout == shown


def test_judgements_are_printed_as_lines(tailor: Tailor, folder: Path) -> None:
    opened(folder, "ada").answer(("vague",))
    ran = tailor("bench", "judge", "bench", "--show", "--json")
    [row] = map(json.loads, ran.stdout.splitlines())
    assert (row["judge"], row["answer"], row["judged_by"]) == ("ada", ["vague"], "person")


def test_without_a_folder_the_newest_bench_is_taken(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text(json.dumps(CASE) + "\n")
    assert tailor("bench", "judge", "--show").returncode == 3
    tailor("bench", "customize", "cases.jsonl", "--provider", "builtin")
    assert "builtin" in tailor("bench", "judge", "--show").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["bench", "judge", "nowhere", "--show"], 3, "no bench"),
        (["bench", "judge", "nowhere", "--mine"], 2, "--mine"),
        (["bench", "judge", "nowhere", "--json"], 2, "--json"),
        (["bench", "judge", "nowhere"], 3, "no bench"),
    ],
)
def test_what_cannot_be_done_is_said(tailor: Tailor, arguments: list[str], code: int, said: str) -> None:
    ran = tailor(*arguments)
    assert ran.returncode == code
    assert said in ran.stderr
    assert ran.stdout == ""


def test_a_bench_of_another_kind_is_told_apart(tailor: Tailor, folder: Path) -> None:
    asked = json.loads((folder / "bench.json").read_text())
    (folder / "bench.json").write_text(json.dumps({**asked, "bench": "generate"}))
    ran = tailor("bench", "judge", "bench", "--show")
    assert ran.returncode == 2
    assert "tailor bench customize" in ran.stderr


def test_ones_own_answers_are_tallied(tailor: Tailor, home: Path) -> None:
    assert "There are no answers yet" in tailor("bench", "judge", "--mine").stderr
    for question in QUESTIONS:
        add_self_assessment(
            home,
            SelfAssessment(saved="a-1.v1", question=question, yes=True, strategy="sequential", provider="builtin"),
        )
    assert "sequential" in tailor("bench", "judge", "--mine").stdout
    rows = tailor("bench", "judge", "--mine", "--json").stdout.splitlines()
    assert [json.loads(row)["question"] for row in rows] == list(QUESTIONS)


def test_line_by_line_the_same_is_asked_and_kept(tailor: Tailor, folder: Path) -> None:
    ran = tailor("bench", "judge", "bench", "--plain", "--judge", "ada", stdin="\ny\nu\n?\nyv\nmv\nc d\n")
    assert ran.returncode == 0
    assert ran.stdout == ""
    first, second = ran.stderr.split("Now suppose that", 1)
    assert "Could you follow these steps" in first
    assert "I have no oven" not in first, "the first question is asked without the condition"
    assert "I have no oven" in second
    assert "you can give several" in ran.stderr
    assert "You have judged them all" in ran.stderr
    lines = tailor("bench", "judge", "bench", "--show", "--json").stdout.splitlines()
    assert [json.loads(line)["answer"] for line in lines] == [["missing", "vague"], ["change", "delete"]]


def test_line_by_line_the_end_of_input_loses_nothing(tailor: Tailor, folder: Path) -> None:
    assert tailor("bench", "judge", "bench", "--plain", stdin="y\n").returncode == 0
    ran = tailor("bench", "judge", "bench", "--plain", stdin="q\n")
    assert "1 of 2 answered." in ran.stderr
    assert "0 answers given now; 1 of 2 by me so far." in ran.stderr
