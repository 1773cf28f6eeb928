"""`tailor generate` from the outside: built-in and with a server on this computer, exit codes, streams."""

import json
from pathlib import Path

import pytest

from tailor.library.store import Library
from tests.cli.conftest import Tailor
from tests.cli.test_faults import serving
from tests.providers.misbehaving import DONE, END, STOP, Misbehaving, said, stream


def test_without_a_model_the_nearest_starter_is_adapted_and_said_to_be_that(tailor: Tailor) -> None:
    ran = tailor("generate", "--goal", "Bake crusty bread", "--resource", "flour", "--format", "text")
    assert ran.returncode == 0
    assert ran.stdout.startswith("Bake crusty bread")
    assert "This is “Bake a crusty loaf of bread” from the how-tos that come with Tailor, word for" in ran.stderr
    assert "machine" not in ran.stderr
    assert "500 g strong white flour" in ran.stdout
    assert "You already have this" in ran.stderr
    assert "starter.crusty-bread" in ran.stderr


def test_what_speaks_against_the_profile_in_what_is_near_is_said_and_can_be_left_aside(tailor: Tailor) -> None:
    asked = ("generate", "--goal", "Bake a carrot cake", "--profile", "no nuts (allergy)", "--format", "text")
    said = tailor(*asked).stderr
    assert "Watch out: starter.carrot-cake has " in said
    assert "(tree nuts)" in said
    assert "Watch out: starter.carrot-cake" not in tailor(*asked, "--without", "starter.carrot-cake").stderr
    assert "Watch out" not in tailor(*asked[:3], "--format", "text").stderr


def test_what_a_model_wrote_is_held_against_the_profile_and_searched_for_hazards(tailor: Tailor) -> None:
    steps = "1. Toast the peanuts.\n2. Pour vinegar into the bleach to clean the pan.\n"
    with serving(Misbehaving(stream(said(steps), STOP, DONE, END))) as url:
        asked = ("--goal", "Make a crunchy salad", "--method", "zero_shot", "--profile", "no nuts (allergy)")
        ran = tailor("generate", *asked, "--base-url", url, "--model", "m", "--format", "text")
    assert ran.returncode == 0, ran.stderr
    assert "Toast the peanuts" in ran.stdout
    assert "peanuts" in ran.stderr
    assert "chlorine" in ran.stderr


def test_nothing_near_is_said_with_exit_one_and_nothing_on_stdout(tailor: Tailor) -> None:
    ran = tailor("generate", "--goal", "Overhaul a jet turbine")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert (
        "None of the how-tos here is close enough, and Tailor cannot write a new one without a model."
        in ran.stderr
    )
    assert "tailor memory import FILE" in ran.stderr
    assert "Nothing to build on" not in ran.stderr


def test_where_nothing_is_built_on_nothing_is_noticed_in_it(tailor: Tailor) -> None:
    ran = tailor("generate", "--goal", "Bake a vegan lemon cake", "--hint", "no sugar")
    assert ran.returncode == 1, ran.stdout
    assert "Watch out" not in ran.stderr
    assert "--without" not in ran.stderr


def test_with_a_hint_the_new_procedure_is_tailored_and_saved_with_its_origin(tailor: Tailor, home: Path) -> None:
    ran = tailor("generate", "--goal", "Bake crusty bread", "--hint", "half of it", "--save", "--format", "text")
    assert ran.returncode == 0
    assert "250 g of strong white flour" in ran.stdout
    files = [file.read_text(encoding="utf-8") for file in (home / "library").glob("*.md")]
    assert ['parent: "starter.crusty-bread"' in text for text in files] == [True], "one title stands there once"
    assert len(list((home / "runs").glob("*.jsonl"))) == 1, "one road is one run"


def test_what_one_likes_as_it_was_written_is_saved_line_by_line_too(tailor: Tailor, home: Path) -> None:
    asked = ("generate", "--goal", "Bake crusty bread", "--hint", "half of it", "--plain", "--save")
    ran = tailor(*asked, stdin="n\nq\ny\n")
    assert ran.returncode == 0
    (file,) = (home / "library").glob("*.md")
    text = file.read_text(encoding="utf-8")
    assert "500 g of strong white flour" in text
    assert '"generated"' in text
    assert "Lukewarm means about 35 °C" in text, "its notes are kept"


def test_one_road_told_as_events_has_one_start_and_one_end(tailor: Tailor) -> None:
    ran = tailor("generate", "--goal", "Bake crusty bread", "--hint", "I have no oven", "--json")
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    kinds = [event["kind"] for event in events]
    assert (kinds[0], kinds[-1]) == ("run_started", "done")
    assert kinds.count("run_started") == kinds.count("done") == 1
    assert [event["seq"] for event in events] == list(range(len(events)))
    assert events[0]["hint"] == "I have no oven"


def test_further_verify_agents_of_the_settings_are_asked_about_what_is_written_for_a_hint(
    tailor: Tailor, home: Path
) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[[verify]]\nname = "states"\n')
    ran = tailor("generate", "--goal", "Bake crusty bread", "--hint", "I have no oven", "--json")
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    agents = [event["agent"] for event in events if event["kind"] == "stage_started"]
    assert [agent for agent in agents if agent in ("modify", "verify", "states")] == ["modify", "verify", "states"]


def test_a_further_verify_agent_that_cannot_be_asked_is_said_before_anything_is_written(
    tailor: Tailor, home: Path
) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[[verify]]\nname = "taste"\n')
    ran = tailor("generate", "--goal", "Bake crusty bread", "--hint", "I have no oven")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "taste" in ran.stderr
    assert not (home / "runs").exists()


@pytest.mark.parametrize(("more", "recalled"), [((), True), (("--no-memory",), False)])
def test_what_was_turned_down_is_not_proposed_again_for_what_is_written(
    tailor: Tailor, home: Path, more: tuple[str, ...], recalled: bool
) -> None:
    written = stream(said(LISTED), STOP, DONE, END)
    edits = stream(said("replace(2, Heat the lemon juice.)\nreplace(3, Pour the juice over.)"), STOP, DONE, END)
    asked = (
        "generate",
        "--goal",
        "Pickle onions",
        "--method",
        "zero_shot",
        "--hint",
        "I have no vinegar",
        "--plain",
    )
    for kept in (("--save",), more):
        verified = stream(said("no edits"), STOP, DONE, END)
        with serving(Misbehaving(written, edits, verified)) as url:
            ran = tailor(*asked, *kept, "--base-url", url, "--model", "m", stdin="y\nn\nq\ny\n")
        assert ran.returncode == 0
    assert ("juice over" in ran.stderr) is not recalled


def test_what_is_there_is_said_before_anything_is_asked_of_a_model(tailor: Tailor) -> None:
    ran = tailor(
        *("generate", "--goal", "Bake crusty bread", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"),
    )
    assert ran.returncode == 4
    assert ran.stderr.index("You already have this") < ran.stderr.index("127.0.0.1")


def test_in_a_terminal_what_is_there_is_tailored_instead_and_nothing_is_spent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tailor.cli import generate as generate_said

    said = iter(["Y", "I have no oven", "n", "y", None])
    monkeypatch.setattr(generate_said, "asks", lambda: True)
    monkeypatch.setattr("tailor.cli.console.read_line", lambda seconds: next(said))
    assert generate_said.instead("") == "I have no oven"
    assert generate_said.instead("no flour") is None
    assert generate_said.instead("") == "", "nothing special was said: nothing is done"


def test_the_settings_hold_where_no_option_says_otherwise(tailor: Tailor) -> None:
    assert tailor("config", "set", "generate.rounds", "11").returncode == 2
    assert tailor("config", "set", "generate.temperature", "warm").returncode == 2
    assert tailor("config", "set", "generate.domain", "recipe").returncode == 0
    assert tailor("config", "set", "generate.questions", "2").returncode == 0
    shown = tailor("config", "show").stdout
    assert "recipe" in shown
    assert tailor("generate", "--goal", "Bake crusty bread", "--questions", "99").returncode == 2


def test_json_gives_the_events_and_done_last_and_saving_keeps_how_it_was_made(tailor: Tailor, home: Path) -> None:
    ran = tailor("generate", "--goal", "Bake crusty bread", "--json", "--save")
    kinds = [json.loads(line)["kind"] for line in ran.stdout.splitlines()]
    assert kinds == [
        *("run_started", "memory_recalled", "stage_started", "draft_written", "stage_finished", "done"),
    ]
    (file,) = (home / "library").glob("*.md")
    assert '"generated"' in file.read_text("utf-8")
    assert "starter.crusty-bread" in file.with_suffix(".edits.json").read_text("utf-8")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--goal", " "],
        ["--goal", "x", "--method", "magic"],
        ["--goal", "x", "--json", "--format", "md"],
        ["--goal", "x", "--rounds", "-1"],
        ["--goal", "x", "--domain", "space"],
    ],
)
def test_wrong_usage_is_said_with_exit_two(tailor: Tailor, wrong: list[str]) -> None:
    ran = tailor("generate", *wrong)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr


def test_a_server_that_is_not_there_ends_with_exit_four_and_nothing_on_stdout(tailor: Tailor) -> None:
    ran = tailor(
        *("generate", "--goal", "x", "--no-memory", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"),
    )
    assert (ran.returncode, ran.stdout) == (4, "")
    assert ran.stderr


def test_a_kept_generation_is_listed_and_its_rounds_are_decided_line_by_line(tailor: Tailor, home: Path) -> None:
    (home / "runs").mkdir(parents=True)
    recorded = Path(__file__).parents[1] / "memory" / "generation" / "runs" / "pickles.jsonl"
    (home / "runs" / "pickles.jsonl").write_bytes(recorded.read_bytes())
    assert tailor("review").stdout.startswith("pickles\tPickle red onions")
    ran = tailor("review", "pickles", "--plain", "--save", "--format", "text", stdin="y\nn\nq\n")
    assert ran.returncode == 0
    assert "1 of 2 suggestions applied" in ran.stderr
    (file,) = (home / "library").glob("*.md")
    assert '"generated"' in file.read_text(encoding="utf-8")
    again = tailor("review", "pickles", "--plain", "--format", "text", stdin="")
    assert again.stdout == ran.stdout, "what was decided is kept"
    assert "Nothing has changed" in tailor("review", "pickles", "--save", stdin="").stderr
    assert [entry.version for entry in Library(home / "library").entries()] == [1], "no second one of the same"


LISTED = "1. Slice the onions\n2. Heat vinegar and sugar\n3. Pour it over\n"
DRAFTED = stream(said(LISTED), STOP, DONE, END)
QUICK = ("--method", "aag_no_rewrite")
"""A draft, then a critic."""


def test_a_list_that_was_whole_before_the_server_failed_is_had_by_the_words_that_say_so(
    tailor: Tailor, home: Path
) -> None:
    with serving(Misbehaving(DRAFTED, "400")) as url:
        ran = tailor("generate", "--goal", "Pickle onions", *QUICK, "--base-url", url, "--model", "m")
    assert (ran.returncode, ran.stdout) == (4, "")
    (record,) = (home / "runs").glob("*.jsonl")
    assert ran.stderr.endswith(f"are kept: tailor show {record.stem}\n")
    shown = tailor("show", record.stem, "--format", "text")
    assert shown.returncode == 0
    assert "2. Heat vinegar and sugar" in shown.stdout
    assert "Written automatically" in shown.stderr
    assert tailor("show", record.stem, "--before").returncode == 3


def test_a_run_that_wrote_nothing_is_not_said_to_be_there(tailor: Tailor, home: Path) -> None:
    with serving(Misbehaving("400")) as url:
        ran = tailor("generate", "--goal", "Pickle onions", "--no-memory", "--base-url", url, "--model", "m")
    (record,) = (home / "runs").glob("*.jsonl")
    assert "tailor show" not in ran.stderr
    assert tailor("show", record.stem).returncode == 3


SAID = [(["y", ""], "Nothing was sent"), (["y", "half of it"], "250 g of strong white flour")]


@pytest.mark.parametrize(("said", "end"), SAID)
def test_saying_yes_to_what_is_there_writes_nothing_new(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch, said: list[str], end: str
) -> None:
    from tailor.cli import generate as generate_said

    answers = iter(said)
    monkeypatch.setattr(generate_said, "asks", lambda: True)
    monkeypatch.setattr("tailor.cli.console.read_line", lambda seconds: next(answers))
    ran = tailor("generate", "--goal", "Bake crusty bread", "--format", "text")
    assert ran.returncode == 0
    assert end in ran.stdout + ran.stderr
    runs = [file.read_text(encoding="utf-8") for file in (home / "runs").glob("*.jsonl")]
    assert not any('"method": "builtin"' in text for text in runs)


def test_what_a_model_wrote_beside_the_steps_is_said(tailor: Tailor) -> None:
    answer = "1. Slice the onions.\n2. Pour the vinegar over.\n\n**Notes**\n- Do not use for babies.\n"
    with serving(Misbehaving(stream(said(answer), STOP, DONE, END))) as url:
        asked = ("generate", "--goal", "Pickle onions", "--method", "zero_shot", "--no-memory")
        ran = tailor(*asked, "--base-url", url, "--model", "m", "--format", "text")
    assert "“Do not use for babies”" in ran.stderr
    assert "Slice the onions" in ran.stdout
