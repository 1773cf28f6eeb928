"""`tailor bench customize` as a person gives it."""

import json
import shutil
from pathlib import Path

import pytest

from tailor.core.protocols import Model
from tailor.providers.scripted import Scripted
from tailor.providers.server import RetryPolicy, Server
from tests.cli.conftest import Tailor
from tests.evaluation.customize_case import answers
from tests.evaluation.retape import TAPE

CASES = [
    {"id": "eggs", "goal": "Boil eggs", "steps": ["Fill a pot.", "Boil 4 eggs."], "hint": "I have no stove"},
    {"id": "tea", "goal": "Brew tea", "steps": ["Boil water.", "Pour it."], "hint": "no tea leaves"},
]
SMALL = ("--strategy", "sequential", "--strategy", "end_to_end")


@pytest.fixture
def cases(home: Path) -> str:
    """A file of two cases and a broken row."""
    Path("cases.jsonl").write_text("\n".join([*map(json.dumps, CASES), "{broken"]) + "\n")
    return "cases.jsonl"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """The model that every bench of the test asks."""
    script = Scripted(answers)

    async def asked(*_: object, **__: object) -> Model:
        return script

    monkeypatch.setattr("tailor.cli.bench.bench_model", asked)
    return script


def test_the_built_in_tailor_is_a_row_without_any_server(tailor: Tailor, cases: str) -> None:
    ran = tailor("bench", "customize", cases, "--provider", "builtin", "--out", "b")
    assert ran.returncode == 0, ran.stderr
    assert "builtin" in ran.stdout
    assert "no model" in ran.stdout
    assert "sequential" not in ran.stdout
    assert "1 row of cases.jsonl is not a case" in ran.stderr
    assert "2 runs with the built-in tailor" in ran.stderr
    assert "line 3" in ran.stderr


def test_tables_go_to_stdout_and_with_charts_into_the_folder(tailor: Tailor, cases: str, model: Scripted) -> None:
    ran = tailor("bench", "customize", cases, *SMALL, "--judge", "--out", "b")
    assert ran.returncode == 0, ran.stderr
    assert "Table 2, paper prompts" in ran.stdout
    assert "(model-judged)" in ran.stdout
    assert "8 runs with scripted at script" in ran.stderr
    assert "Runs: 8 of 8" in ran.stderr
    made = {path.name for path in Path("b").iterdir()}
    assert {"bench.json", "calls.jsonl", "results.jsonl", "judgements.jsonl", "customize.md"} <= made
    assert {path.rpartition(".")[2] for path in made} >= {"csv", "svg"}


def test_told_again_it_prints_the_same_and_asks_nobody(tailor: Tailor, cases: str, model: Scripted) -> None:
    first = tailor("bench", "customize", cases, *SMALL, "--judge", "--out", "b")
    asked = len(model.requests)
    again = tailor("bench", "customize", "--replay", "--out", "b")
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    assert len(model.requests) == asked


def test_a_budget_says_so_prints_what_there_is_and_the_same_command_goes_on(
    tailor: Tailor, cases: str, model: Scripted
) -> None:
    command = ("bench", "customize", cases, *SMALL)
    stopped = tailor(*command, "--max-calls", "4")
    assert stopped.returncode == 1
    assert "The budget is spent" in stopped.stderr
    assert "Answers" in stopped.stdout
    assert len(model.requests) == 4
    done = tailor(*command)
    assert done.returncode == 0, done.stderr
    assert len(model.requests) == tailor_calls(done.stderr) == 12


def tailor_calls(said: str) -> int:
    """The calls that the record is said to hold."""
    return int(said.partition("The record holds ")[2].split()[0])


def test_json_is_one_result_a_line(tailor: Tailor, cases: str, model: Scripted) -> None:
    ran = tailor("bench", "customize", cases, *SMALL, "--limit", "1", "--json")
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(row["cell"]["way"], row["cell"]["prompts"]) for row in rows] == [
        *(("sequential", "paper"), ("end_to_end", "paper")),
        *(("sequential", "tailor"), ("end_to_end", "tailor")),
    ]
    assert all(row["result"]["steps"] for row in rows)


def test_samples_that_may_be_equal_are_said_to_be(tailor: Tailor, cases: str, model: Scripted) -> None:
    equal = tailor("bench", "customize", cases, "--strategy", "unified", "--limit", "1", "--samples", "2")
    assert "may come out equal" in equal.stderr
    apart = tailor(*equal.args, "--temperature", "0.7")
    assert "may come out equal" not in apart.stderr
    assert {one.settings.seed for one in model.requests} == {None, 1, 2}


def test_parts_of_the_prompts_can_be_switched_off(tailor: Tailor, cases: str, model: Scripted) -> None:
    ran = tailor("bench", "customize", cases, "--strategy", "unified", "--prompts", "tailor-reasons-examples")
    assert ran.returncode == 0, ran.stderr
    assert "tailor-reasons-examples" in ran.stdout
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("cases.jsonl", "--strategy", "sideways"), 2, "sequential, unified"),
        (("cases.jsonl", "--prompts", "tailor-humour"), 2, "not a part of the tailor prompts"),
        (("none.jsonl",), 3, "no file none.jsonl"),
        ((), 2, "Name the file of CASES"),
        (("--replay",), 2, "--out"),
        (("--replay", "--out", "nowhere"), 3, "no bench in nowhere"),
        (("cases.jsonl", "--provider", "builtin", "--judge"), 2, "cannot judge"),
        (("cases.jsonl", "--samples", "0"), 2, "samples"),
    ],
)
def test_what_cannot_be_done_is_said_with_what_to_do(
    tailor: Tailor, cases: str, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ran = tailor("bench", "customize", *arguments)
    assert (ran.returncode, ran.stdout) == (code, ""), ran.stderr
    assert said in ran.stderr


def test_another_model_does_not_go_into_the_same_folder(
    tailor: Tailor, cases: str, model: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tailor("bench", "customize", cases, *SMALL, "--out", "b").returncode == 0
    before = Path("b/calls.jsonl").read_bytes()

    async def asked(*_: object, **__: object) -> Model:
        return Scripted(answers, name="larger")

    monkeypatch.setattr("tailor.cli.bench.bench_model", asked)
    ran = tailor("bench", "customize", cases, *SMALL, "--out", "b")
    assert ran.returncode == 2
    assert "another model" in ran.stderr
    assert Path("b/calls.jsonl").read_bytes() == before


def test_a_server_that_is_not_there_is_a_fault_of_the_provider(
    tailor: Tailor, cases: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Server.__init__.__kwdefaults__ is not None
    monkeypatch.setitem(Server.__init__.__kwdefaults__, "retries", RetryPolicy(waits=()))
    ran = tailor(
        "bench", "customize", cases, "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--limit", "1"
    )
    assert (ran.returncode, ran.stdout) == (4, "")
    assert "0 of 14 cells are finished" in ran.stderr
    assert "Run the same command again" in ran.stderr


def test_a_bench_that_was_handed_on_is_told_again(tailor: Tailor, home: Path) -> None:
    shutil.copytree(TAPE, "handed")
    Path("handed/results.jsonl").unlink()
    ran = tailor("bench", "customize", "--replay", "--out", "handed")
    assert ran.returncode == 0, ran.stderr
    assert Path("handed/results.jsonl").read_bytes() == (TAPE / "results.jsonl").read_bytes()
    assert "Table 2, tailor prompts: how often each criterion holds (model-judged)" in ran.stdout
