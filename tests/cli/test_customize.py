"""`tailor customize` and `review`: result, streams, exit codes, records, saving, line by line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tailor.core.edits import Insert, Replace
from tailor.core.errors import ProviderError
from tailor.core.protocols import Answer, OnOutput, Task
from tailor.library.store import Library
from tailor.runs.unfinished import unfinished
from tailor.workspace import Workspace
from tests.cli.conftest import Tailor

BREAD = (
    "Bake bread\nYou need: flour, an oven\n1. Mix\n2. Rise for 1 h\n3. Bake for 30 min\n4. Cool, as in step 3\n"
)
MODIFY = (
    Replace(step=3, text="Fry for 12 min a side", reason="no oven", serves=("R1",)),
    Insert(step=2, text="Flatten the dough", serves=("R1",)),
)
VERIFY = (Insert(step=3, text="Oil the pan"), Replace(step=1, text="Mix well"))


class Scripted:
    """A crew whose Modify and Verify say what the test gave them."""

    def __init__(self, answers: dict[str, tuple[Insert | Replace, ...] | ProviderError]) -> None:
        self.answers = answers

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The scripted answer of that agent."""
        edits = self.answers.get(task.agent, ())
        if isinstance(edits, ProviderError):
            raise edits
        for edit in edits:
            tell(edit)
        return Answer(edits=edits, end="edits" if edits else "none")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the agents say; a test may change it."""
    from tailor.agents.stages import BackendInfo
    from tailor.backend import Backend

    said: dict[str, object] = {"modify": MODIFY, "verify": VERIFY}

    async def backend(*_: object, **__: object) -> Backend:
        return Backend(Scripted(said), BackendInfo(provider="builtin"))  # type: ignore[arg-type]

    monkeypatch.setattr("tailor.workspace.Workspace.backend", backend)
    return said


@pytest.fixture
def bread(home: Path) -> str:
    (home.parent / "bread.txt").write_text(BREAD)
    return "bread.txt"


def steps(markdown: str) -> list[str]:
    return [line.split(". ", 1)[1] for line in markdown.splitlines() if line[:1].isdigit()]


ALL = ["Mix well", "Rise for 1 h", "Flatten the dough", "Oil the pan", "Fry for 12 min a side"]


def test_the_result_goes_to_stdout_and_one_honest_line_ends_stderr(
    tailor: Tailor, bread: str, answers: object
) -> None:
    ran = tailor("customize", bread, "--hint", "I have no oven")
    assert ran.returncode == 0
    assert steps(ran.stdout) == [*ALL, "Cool, as in step 5"]
    assert ran.stderr.splitlines()[-1].startswith("4 of 4 suggestions applied; numbers changed: ")
    assert "30 min → 12 min" in ran.stderr


def test_the_hint_may_follow_the_file_with_or_without_quotes(tailor: Tailor, bread: str, answers: object) -> None:
    asked = tailor("customize", bread, "--hint", "I have no oven").stdout
    assert tailor("customize", bread, "I have no oven").stdout == asked
    assert tailor("customize", bread, "I", "have", "no", "oven").stdout == asked
    twice = tailor("customize", bread, "no oven", "--hint", "vegan")
    assert (twice.returncode, twice.stdout) == (2, "")
    assert "once" in twice.stderr


def test_accept_none_proposes_only(tailor: Tailor, bread: str, answers: object) -> None:
    ran = tailor("customize", bread, "--hint", "no oven", "--accept", "none", "--format", "json")
    assert json.loads(ran.stdout)["steps"][2] == "Bake for 30 min"
    assert ran.stderr.splitlines()[-1].startswith("0 of 4 suggestions applied")


def test_json_is_the_stream_of_events_ending_with_done(tailor: Tailor, bread: str, answers: object) -> None:
    ran = tailor("customize", bread, "--hint", "no oven", "--json")
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(len(events)))
    assert (events[0]["kind"], events[-1]["kind"]) == ("run_started", "done")
    assert events[-1]["accepted"] == ["e1", "e2", "e3", "e4"]
    (tailor_file := Path("run.jsonl")).write_text(ran.stdout)
    again = tailor("customize", "--replay", str(tailor_file))
    assert steps(again.stdout) == [*ALL, "Cool, as in step 5"]
    assert again.stderr.splitlines()[-1] == tailor("customize", bread, "--hint", "no oven").stderr.splitlines()[-1]


def test_a_recording_of_something_else_is_refused_and_the_right_one_is_replayed(
    tailor: Tailor, bread: str, answers: object
) -> None:
    Path("run.jsonl").write_text(tailor("customize", bread, "--hint", "no oven", "--json").stdout)
    Path("soup.txt").write_text("Soup\n1. Boil\n")
    for others, says in (
        (["soup.txt"], 'This recording is of another how-to, "Bake bread". Leave out FILE to see it.'),
        ([bread, "--hint", "no salt"], 'In this recording the hint is "no oven". Leave out --hint.'),
        (["soup.txt", "--json"], "another how-to"),
    ):
        ran = tailor("customize", *others, "--replay", "run.jsonl")
        assert (ran.returncode, ran.stdout) == (1, "")
        assert says in ran.stderr
    same = tailor("customize", bread, "--hint", "no oven", "--replay", "run.jsonl")
    assert steps(same.stdout) == [*ALL, "Cool, as in step 5"]


@pytest.mark.parametrize("damage", ['"seconds": -5.0', '"seconds": NaN', '"seconds": -Infinity'])
def test_a_recording_in_which_time_runs_backwards_is_refused(tailor: Tailor, home: Path, damage: str) -> None:
    waiting = f'{{"kind": "waiting", "run": "r", "seq": 0, "call": 1, "reason": "x", {damage}}}\n'
    Path("run.jsonl").write_text(waiting)
    ran = tailor("customize", "--replay", "run.jsonl")
    assert (ran.returncode, ran.stdout) == (5, "")
    assert "Line 1" in ran.stderr
    assert "seconds cannot be" in ran.stderr


@pytest.mark.parametrize("field", ["reason", "text", "id"])
def test_half_a_character_in_a_recording_does_not_keep_it_from_being_saved(
    tailor: Tailor, bread: str, answers: object, field: str
) -> None:
    lines = tailor("customize", bread, "--hint", "no oven", "--json").stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if json.loads(line)["kind"] == "edit_proposed")
    lines[at] = json.dumps({**json.loads(lines[at]), field: "half \ud800"})
    Path("run.jsonl").write_text("\n".join(lines) + "\n")
    ran = tailor("customize", "--replay", "run.jsonl", "--accept", "all", "--save")
    assert ran.returncode == 0, ran.stderr
    assert tailor("library", "check").returncode == 0


def test_saving_keeps_the_original_the_variant_and_what_made_it(
    tailor: Tailor, bread: str, answers: object
) -> None:
    ran = tailor("customize", bread, "--hint", "no oven", "--save", "--json")
    saved = json.loads(ran.stdout.splitlines()[-1])["saved"]
    listed = [json.loads(line) for line in tailor("library", "list", "--json").stdout.splitlines()]
    variant = next(entry for entry in listed if entry["id"] == saved)
    original = next(entry for entry in listed if entry["id"] == variant["parent"])
    assert (variant["origin"], original["origin"], variant["steps"]) == ("tailored", "imported", 6)
    checked = tailor("library", "check")
    assert (checked.returncode, checked.stdout) == (0, "")
    assert tailor("show", saved, "--before").stdout == tailor("show", bread).stdout
    tailor("customize", bread, "--hint", "no oven", "--save")
    assert len(tailor("library", "list").stdout.splitlines()) == 3, "the original is kept once"
    assert "no oven" in tailor("library", "history", saved).stdout


def test_nothing_to_save_is_said_and_is_exit_1(tailor: Tailor, bread: str, answers: dict[str, object]) -> None:
    answers |= {"modify": (), "verify": ()}
    assert tailor("customize", bread, "--hint", "no oven").returncode == 0
    ran = tailor("customize", bread, "--hint", "no oven", "--save")
    assert ran.returncode == 1
    assert "Nothing to save yet: " in ran.stderr


@pytest.mark.parametrize(
    "fault", ["key", "permission", "model", "rate", "server", "network", "bad_answer", "cut_short"]
)
def test_every_fault_of_a_provider_is_exit_4_with_an_empty_stdout_and_a_kept_run(
    tailor: Tailor, bread: str, answers: dict[str, object], fault: str
) -> None:
    answers["verify"] = ProviderError(fault, "It is said what to do.")  # type: ignore[arg-type]
    ran = tailor("customize", bread, "--hint", "no oven")
    assert (ran.returncode, ran.stdout) == (4, "")
    assert "It is said what to do." in ran.stderr
    streamed = tailor("customize", bread, "--hint", "no oven", "--json")
    assert json.loads(streamed.stdout.splitlines()[-1])["kind"] == "failed"
    run = json.loads(streamed.stdout.splitlines()[-1])["run"]
    assert run in tailor("review").stdout
    reviewed = tailor("review", run, stdin="y\nn\n")
    assert reviewed.returncode == 0
    assert "Fry for 12 min a side" in reviewed.stdout
    assert "Flatten" not in reviewed.stdout


def test_a_profile_alone_is_reason_enough_to_tailor(tailor: Tailor, bread: str, answers: object) -> None:
    ran = tailor("customize", bread, "--profile", "no oven", "--profile", "a beginner", "--json")
    first, read = map(json.loads, ran.stdout.splitlines()[:2])
    assert (ran.returncode, first["hint"]) == (0, "no oven; a beginner")
    assert [(one["text"], one["from"]) for one in read["requirements"]] == [
        ("no oven", "profile"),
        ("a beginner", "profile"),
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["bread.txt"], 2, "The hint is empty"),
        (["bread.txt", "--hint", "  "], 2, "--hint is empty"),
        (["no onions"], 2, 'tailor customize FILE "no onions"'),
        (["my soup.txt"], 2, "The hint is empty"),
        (["bread.txt", "-3 times"], 2, '-- "-3 times"'),
        (["bread.txt", "--no-such"], 2, "No such option"),
        (["--hint", "x"], 2, "Which FILE"),
        (["nope", "--hint", "x"], 3, "The closest: "),
        (["bread.txt", "--hint", "x", "--strategy", "fast"], 2, "sequential"),
        (["bread.txt", "--hint", "x", "--prompts", "mine"], 2, "paper or tailor"),
        (["bread.txt", "--hint", "x", "--provider", "cloud"], 2, "builtin, local or server"),
        (["bread.txt", "--hint", "x", "--provider", "server"], 2, "--base-url"),
        (["bread.txt", "--hint", "x", "--base-url", "ai.local:1"], 2, "http"),
        (["bread.txt", "--hint", "x", "--base-url", "http://u:secret@h/v1"], 2, "name or password"),
        (["bread.txt", "--hint", "x", "--base-url", "http://example.com/v1", "--model", "m"], 2, "https"),
        (["bread.txt", "--hint", "x", "--accept", "some"], 2, "careful"),
        (["bread.txt", "--hint", "x", "--format", "pdf"], 2, "json"),
        (["bread.txt", "--hint", "x", "--format", "md", "--json"], 2, "two different outputs"),
        (["bread.txt", "--hint", "x", "--profile", "@me"], 3, "tailor profile add"),
        (["-", "--hint", "x", "--plain"], 2, "standard input"),
        (["empty.txt", "--hint", "x"], 1, "no steps"),
        (["long.txt", "--hint", "x"], 1, "5,001 characters"),
        (["binary", "--hint", "x"], 1, "UTF-8"),
        (["--replay", "nope.jsonl"], 3, "no recording"),
        (["--replay", "bread.txt"], 5, "Line 1"),
        (["--replay", "empty.txt"], 1, "nothing to replay"),
    ],
)
def test_bad_input_gets_a_sentence_that_says_what_to_do(
    tailor: Tailor, bread: str, arguments: list[str], code: int, says: str
) -> None:
    Path("empty.txt").write_text("")
    Path("long.txt").write_text("Long\n1. " + "x" * 5_001)
    Path("binary").write_bytes(b"\x00\x01")
    ran = tailor("customize", *arguments)
    assert (ran.returncode, ran.stdout) == (code, ""), ran.stderr
    assert says in ran.stderr
    assert "secret" not in ran.stderr


def test_a_damaged_config_is_exit_5(tailor: Tailor, bread: str, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[run\n")
    ran = tailor("customize", bread, "--hint", "x")
    assert (ran.returncode, ran.stdout) == (5, "")
    assert "config.toml" in ran.stderr


def test_line_by_line_each_key_does_what_it_says(tailor: Tailor, bread: str, answers: object) -> None:
    keys = "?\nz\ny\nu\nn\ne\nPress the dough flat\ny\nq\n"
    ran = tailor("customize", bread, "--hint", "no oven", "--plain", stdin=keys)
    assert ran.returncode == 0
    assert "4 suggestions" in ran.stderr.split("1 of 4")[0], "counts come first"
    assert "was: Bake for 30 min" in ran.stderr
    assert "now: Fry for 12 min a side" in ran.stderr
    assert "Please type one of" in ran.stderr
    assert "undone" in ran.stderr
    assert "Press the dough flat" in ran.stdout
    assert "Fry" not in ran.stdout
    assert not {"\x1b", "\r", "\b"} & set(ran.stdout + ran.stderr)


def test_input_that_ends_stops_the_review_and_what_was_taken_counts(
    tailor: Tailor, bread: str, answers: object
) -> None:
    ran = tailor("customize", bread, "--hint", "no oven", "--plain", stdin="y\n")
    assert ran.returncode == 0
    assert "Fry for 12 min a side" in ran.stdout
    assert "Flatten" not in ran.stdout


def test_ctrl_c_in_the_middle_loses_no_decision(
    tailor: Tailor, bread: str, answers: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = iter(["y", "n"])

    def ask(_: str) -> str:
        key = next(keys, None)
        if key is None:
            raise KeyboardInterrupt
        return key

    with monkeypatch.context() as pressed:
        pressed.setattr("tailor.cli.review.ask", ask)
        ran = tailor("customize", bread, "--hint", "no oven", "--plain")
    assert (ran.returncode, ran.stdout) == (130, "")
    again = tailor("review", tailor("review").stdout.split("\t")[0], stdin="")
    assert "2 suggestions" in again.stderr
    assert "Fry for 12 min a side" in again.stdout


def test_a_review_goes_on_where_it_was_left(tailor: Tailor, bread: str, answers: object) -> None:
    tailor("customize", bread, "--hint", "no oven", "--plain", stdin="y\nq\n")
    run = tailor("review").stdout.split("\t")[0]
    ran = tailor("review", run[:6], "--save", stdin="y\ny\ny\n")
    assert steps(ran.stdout) == [*ALL, "Cool, as in step 5"]
    saved = ran.stderr.split("Saved as ")[1].split()[0].rstrip(".")
    again = tailor("review", saved, stdin="")
    assert again.returncode == 0
    assert again.stdout == ran.stdout
    assert tailor("review", "zzz").returncode == 3


@pytest.mark.parametrize("by", ["the run", "what was saved"])
def test_what_is_saved_of_a_review_opened_again_is_the_next_version_of_the_same(
    tailor: Tailor, bread: str, answers: object, home: Path, by: str
) -> None:
    first = tailor("customize", bread, "--hint", "no oven", "--plain", "--save", stdin="y\nq\ny\n")
    saved = first.stderr.split("Saved as ")[1].split()[0].rstrip(".")
    id = tailor("review").stdout.split("\t")[0] if by == "the run" else saved
    again = tailor("review", id, "--save", stdin="y\ny\ny\n")
    assert f"Saved as {saved.removesuffix('.v1')}.v2." in again.stderr
    assert len(Library(home / "library").entries()) == 2, "the original, and one variant of it"


def test_only_the_newest_500_runs_are_kept(tailor: Tailor, bread: str, answers: object, home: Path) -> None:
    (home / "runs").mkdir(parents=True)
    for number in range(501):
        path = home / "runs" / f"old{number:03}.jsonl"
        path.write_text("")
        os.utime(path, (number, number))
    tailor("customize", bread, "--hint", "no oven")
    names = sorted(path.name for path in (home / "runs").iterdir())
    assert len(names) == 500
    assert "old001.jsonl" not in names
    assert "old500.jsonl" in names


def test_the_saved_profile_counts_unless_it_is_switched_off(tailor: Tailor, bread: str, answers: object) -> None:
    tailor("profile", "add", "me", "no nuts (allergy)")

    def texts(*more: str) -> list[str]:
        events = map(
            json.loads, tailor("customize", bread, "--hint", "no oven", "--json", *more).stdout.splitlines()
        )
        read = next(event for event in events if event["kind"] == "requirements_read")
        return [one["text"] for one in read["requirements"]]

    assert texts() == ["no oven", "no nuts (allergy)"]
    assert texts("--profile", "none") == ["no oven"]
    assert texts("--profile", "no milk") == ["no oven", "no nuts (allergy)", "no milk"]
    assert texts("--profile", "none", "--profile", "no milk") == ["no oven", "no milk"]


def test_plain_home_asks_what_and_why_and_saves(tailor: Tailor, answers: dict[str, object]) -> None:
    answers |= {"modify": (Replace(step=1, text="Begin gently"),), "verify": ()}
    ran = tailor("--plain", stdin="bread\n1\nt\nno oven\n\ny\n\ny\ny\nh\nq\n")
    assert ran.returncode == 0
    assert ran.stdout == ""
    assert "  1. Begin gently" in ran.stderr
    assert "Saved as " in ran.stderr


def test_the_demo_needs_nothing(home: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tailor", "demo"],
        input="y\n" * 20,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "10 of 10 suggestions applied" in ran.stderr
    assert not home.exists(), "nothing is written"


def test_a_key_goes_only_to_the_address_it_came_with(home: Path) -> None:
    from tailor.backend import key_for
    from tailor.paths import user_paths

    there, elsewhere = "https://one.example/v1", "https://two.example/v1"
    files = user_paths({"TAILOR_HOME": str(home)})
    with_address = {"TAILOR_API_KEY": "k", "TAILOR_BASE_URL": there}
    assert key_for(there, files, with_address)
    assert key_for(elsewhere, files, with_address) is None
    assert key_for(elsewhere, files, {"TAILOR_API_KEY": "k"})
    assert key_for(there, files, {"OPENAI_API_KEY": "k"}) is None


@pytest.mark.parametrize("how", ["all", "careful", "none"])
def test_a_command_that_asked_nobody_leaves_no_review_to_go_on_with_on_home(
    tailor: Tailor, answers: dict[str, object], bread: str, how: str
) -> None:
    assert tailor("customize", bread, "--hint", "no oven", "--accept", how).returncode == 0
    assert unfinished(Workspace().paths) == []
    [kept] = tailor("review").stdout.splitlines()
    assert tailor("review", kept.partition("\t")[0]).returncode == 0, "it can still be opened by its id"


def test_a_review_line_by_line_that_was_left_waits_on_home(
    tailor: Tailor, answers: dict[str, object], bread: str
) -> None:
    assert tailor("customize", bread, "--hint", "no oven", "--plain", stdin="y\nq\n").returncode == 0
    [waits] = unfinished(Workspace().paths)
    assert waits.progress == "1 of 4 decided"


def test_a_command_whose_result_could_not_be_saved_leaves_its_review_on_home(
    tailor: Tailor, answers: dict[str, object], bread: str, home: Path
) -> None:
    home.mkdir(exist_ok=True)
    (home / "library").write_text("in the way")
    assert tailor("customize", bread, "--hint", "no oven", "--save").returncode != 0
    assert len(unfinished(Workspace().paths)) == 1


EGGS = "Egg bread\nYou need: 2 eggs, milk\n1. Whisk the eggs and the milk\n2. Bake for 30 minutes\n"
LONGER = Replace(step=2, text="Bake for 35 minutes", serves=("R2",))


@pytest.mark.parametrize("made", [(), (LONGER,)])
@pytest.mark.parametrize("told", [(), ("--save",), ("--json",), ("--plain",), ("--plain", "--save")])
@pytest.mark.parametrize("wish", ["egg allergy", "vegan", "eggs, allergic", "allergic: eggs"])
def test_what_a_model_left_though_a_wish_rules_it_out_is_named_with_its_steps(
    tailor: Tailor, answers: dict[str, object], told: tuple[str, ...], wish: str, made: tuple[Replace, ...]
) -> None:
    Path("eggs.txt").write_text(EGGS)
    answers |= {"modify": made, "verify": ()}
    ran = tailor("customize", "eggs.txt", "--hint", f"{wish}; longer", *told, stdin="y\n\n")
    assert ran.stderr.count(f"“{wish}”: nothing was changed. Step 1 and the list of what you need still") == 1
    assert f"not met: “{wish}”" in ran.stderr
    [kept] = tailor("review").stdout.splitlines()
    again = tailor("review", kept.partition("\t")[0], "--plain", stdin="q\n").stderr
    assert f"not met: “{wish}”" in again
    assert "Step 1 and the list of what you need still mention “eggs”" in again
