"""Names no system can have, and files that were damaged by others: said plainly, by the right exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

DEEP = "[" * 100_000
CASE = {"goal": "Bake bread", "steps": ["Mix", "Bake 10 min"], "hint": "no oven"}
LONG = "a" * 300
SERVER = ("--base-url", "http://127.0.0.1:1/v1", "--model", "m")


@pytest.mark.parametrize(
    "command",
    [
        ("bench", "customize", LONG, "--provider", "builtin"),
        ("bench", "generate", LONG, *SERVER),
        ("bench", "generate", LONG, "--preset", "recipenlg", *SERVER),
        ("bench", "judge", LONG),
        ("memory", "extract", LONG, *SERVER),
        ("memory", "extract", "~nobody-of-that-name/x.md", *SERVER),
        ("memory", "import", LONG),
        ("memory", "import", "~nobody-of-that-name/x.jsonl"),
        ("apply", "starter.crusty-bread", LONG),
        ("shopping", LONG),
        ("import", LONG),
    ],
    ids=lambda command: " ".join(word[:12] for word in command[:3]),
)
def test_what_no_file_can_be_called_is_not_found(tailor: Tailor, command: tuple[str, ...]) -> None:
    ran = tailor(*command)
    assert "bug in Tailor itself" not in ran.stderr
    assert (ran.returncode == 3 or command[0] == "import", ran.stdout) == (True, "")


def test_a_home_of_nobody_is_no_fault_of_the_program(tailor: Tailor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAILOR_HOME", "~nobody-of-that-name/tailor")
    ran = tailor("config", "path")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.fixture
def run(tailor: Tailor, home: Path) -> Path:
    """The kept record of one run."""
    Path("bread.txt").write_text("Bake bread\n1. Mix\n2. Knead\n3. Bake\n")
    assert tailor("customize", "bread.txt", "--hint", "vegan", "--provider", "builtin").returncode == 0
    return next((home / "runs").glob("*.jsonl"))


def test_a_kept_run_with_choices_that_cannot_be_read_opens_as_it_was_before_them(
    tailor: Tailor, run: Path
) -> None:
    with run.open("a") as file:
        file.write(f'{{"kind": "choices", "kept": {DEEP}\n')
    ran = tailor("review", run.stem, stdin="q\n")
    assert "bug in Tailor itself" not in ran.stderr


def test_a_record_of_bottomless_lines_is_said_to_be_no_record(tailor: Tailor, run: Path) -> None:
    run.write_text(f"{DEEP}\n")
    for command in (("review", run.stem), ("customize", "--replay", str(run))):
        ran = tailor(*command)
        assert ran.returncode in (1, 5)
        assert "bug in Tailor itself" not in ran.stderr


def test_a_place_with_a_number_beyond_all_measure_begins_anew(tailor: Tailor, home: Path) -> None:
    Path("tea.txt").write_text("Tea\n1. Boil the water for 5 minutes\n2. Pour\n")
    assert tailor("follow", "tea.txt", "--plain", stdin="t\nq\n").returncode == 0
    kept = next((home / "follow").glob("*.json"))
    for field, number in (("held", 10**400), ("seconds", 10**400), ("ends", float("nan")), ("ends", float("inf"))):
        place = json.loads(kept.read_text())
        place["timers"] = [{"number": 1, "step": 1, "words": "5 minutes", "seconds": 300, "ends": 9e9}]
        place["timers"][0][field] = number
        kept.write_text(json.dumps(place))
        ran = tailor("follow", "tea.txt", "--plain", stdin="t\nq\n")
        assert "starts at step 1" in ran.stderr, field
        assert ran.returncode == 0


@pytest.mark.parametrize("line", [DEEP, '{"kind": "run_started"}\n{"kind": "draft_written"}', "[1]", "null", "7"])
def test_a_record_that_is_none_is_left_out_of_the_list_of_runs(tailor: Tailor, run: Path, line: str) -> None:
    run.with_name("damaged.jsonl").write_text(line + "\n")
    ran = tailor("review")
    assert (ran.returncode, len(ran.stdout.splitlines())) == (0, 1), ran.stderr


def test_edits_that_are_nested_without_end_are_unreadable(tailor: Tailor) -> None:
    Path("edits.json").write_text(DEEP)
    ran = tailor("apply", "starter.crusty-bread", "edits.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "bug in Tailor itself" not in ran.stderr


@pytest.fixture
def bench(tailor: Tailor) -> Path:
    """A bench of the built-in tailor."""
    Path("cases.jsonl").write_text(json.dumps(CASE) + "\n")
    assert tailor("bench", "customize", "cases.jsonl", "--provider", "builtin", "--out", "b").returncode == 0
    return Path("b")


def test_a_plan_nested_without_end_is_named_as_damaged_and_nothing_is_touched(tailor: Tailor, bench: Path) -> None:
    (bench / "bench.json").write_text(DEEP)
    for command in (("judge", "b", "--show"), ("customize", "--replay", "--out", "b")):
        ran = tailor("bench", *command)
        assert (ran.returncode, ran.stdout) == (5, "")
        assert "bench.json is not JSON" in ran.stderr


def test_a_lock_that_cannot_be_opened_is_said(tailor: Tailor, bench: Path) -> None:
    (bench / "bench.lock").unlink()
    (bench / "bench.lock").mkdir()
    ran = tailor("bench", "customize", "--replay", "--out", "b")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "bench.lock cannot be opened" in ran.stderr


@pytest.mark.parametrize("line", ["{half", DEEP, '{"cell": 5}'])
def test_lines_of_results_and_calls_that_cannot_be_read_are_named(tailor: Tailor, bench: Path, line: str) -> None:
    for name in ("results.jsonl", "calls.jsonl"):
        with (bench / name).open("a") as file:
            file.write(line + "\n")
    ran = tailor("bench", "judge", "b", "--show")
    assert ran.returncode == 0
    assert "results.jsonl that cannot be read do not count: 2" in ran.stderr
    again = tailor("bench", "customize", "cases.jsonl", "--provider", "builtin", "--out", "b")
    assert again.returncode == 0
    assert "1 line of its file could not be read" in again.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the limit stands for a full disk, and is Unix's")
def test_a_memory_that_finds_no_room_says_so_and_works_once_there_is_some(home: Path) -> None:
    Path("one.jsonl").write_text(json.dumps({"goal": "Bake bread", "steps": ["Mix", "Bake"]}) + "\n")
    command = f"{sys.executable} -m tailor memory import one.jsonl"

    def ran(shell: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=100, check=False)

    full = ran(f"ulimit -f 0; {command}")
    assert (full.returncode, full.stdout) == (1, "")
    assert "no space left" in full.stderr
    assert ran(command).returncode == 0


def test_more_wishes_than_anybody_has_are_refused_at_once(tailor: Tailor) -> None:
    hint = "; ".join(f"no thing {number}" for number in range(1_200))
    ran = tailor("customize", "starter.crusty-bread", "--hint", hint, "--provider", "builtin")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "You have 1,200 wishes here, and the limit is 1,000." in ran.stderr


def test_a_hint_as_long_as_a_book_is_refused_at_once(tailor: Tailor) -> None:
    ran = tailor("customize", "starter.crusty-bread", "--hint", "no oven and " * 400_000, "--provider", "builtin")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "That is too long" in ran.stderr
