"""A home that an earlier version wrote opens unchanged: `data/kept_home`, made once by `data/make_kept_home.py`.

Everything goes through the command line, so these tests know files and commands and no module. What the reading
commands print stands in `data/frozen/kept_home.json`.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Tailor, in_this_process, only_this_home

HERE = Path(__file__).parent
KEPT = HERE / "data" / "kept_home"
SAID: dict[str, list[str]] = json.loads((HERE / "data" / "frozen" / "kept_home.json").read_text("utf-8"))
"""By command, the lines it prints; HOME stands for the folder."""

BREAD = "bake-tray-seeded-flatbread-b3de.v1"
VARIANT = "bake-tray-seeded-flatbread-46u4"
SHELF = "hang-shelf-above-desk-a6gr.v1"
BOAT = "fold-paper-boat-mw8v"
RUN = "0b0b38aad03f"
REJECTED = "For each flax egg stir 1 tablespoon of ground flaxseed"
HINT = "I am allergic to nuts, and I have no eggs"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kept home, and nothing else of Tailor's in the environment."""
    only_this_home(tmp_path / "home", monkeypatch)
    return Path(shutil.copytree(KEPT, tmp_path / "home"))


@pytest.fixture
def tailor(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tailor:
    """Runs commands in that home; each has to succeed."""
    run = in_this_process(capfd, monkeypatch)

    def succeeds(*arguments: str, answers: str = "") -> Ran:
        done = run(*arguments, stdin=answers)
        assert done.returncode == 0, done.stderr
        return done

    return succeeds


def contents(home: Path) -> dict[str, bytes]:
    """Every file with its bytes, but those of the memory's table, which takes in the library by itself."""

    def kept() -> Iterator[tuple[str, bytes]]:
        for path in home.rglob("*"):
            name = path.relative_to(home).as_posix()
            if path.is_file() and not name.startswith(("log/", "memory/procedures.lance/", "memory/seen-")):
                yield name, path.read_bytes()

    return dict(kept())


def lines(text: str) -> list[dict[str, object]]:
    """The values of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def test_no_file_of_the_kept_home_names_a_place_of_the_machine_that_made_it() -> None:
    files = [path for path in KEPT.rglob("*") if path.is_file()]
    assert len(files) > 30
    places = (b"/tmp/", b"/home/", b"/root/", b"/Users/")
    assert [path.name for path in files if any(place in path.read_bytes() for place in places)] == []


@pytest.mark.parametrize("command", sorted(SAID))
def test_a_command_that_reads_says_what_it_said_and_leaves_every_byte(
    tailor: Tailor, home: Path, command: str
) -> None:
    said = tailor(*command.split()).stdout.replace(str(home), "HOME")
    assert said.splitlines() == SAID[command]
    assert contents(home) == contents(KEPT)


def test_each_run_that_was_kept_can_be_opened(tailor: Tailor) -> None:
    runs = sorted(line.split("\t")[0] for line in tailor("review").stdout.splitlines())
    assert runs == [RUN, "38990842c670"]


def test_the_record_opens_with_the_decisions_and_undo_goes_on_from_them(tailor: Tailor, home: Path) -> None:
    [done] = lines(tailor("review", RUN, "--plain", "--json").stdout)
    assert (done["accepted"], done["rejected"]) == (["e1", "e3", "e4"], ["e2"])
    assert done["left"] == [{"id": "e5", "why": "not decided"}]
    first = tailor("review", RUN, "--plain", "--format", "text").stdout
    assert "Heat the oven to 200 °C." in first, "the own step"
    assert "Mix flour, salt and seeds with 160 ml water." in first, "own words"
    undone = tailor("review", RUN, "--plain", "--format", "text", answers="u\nq\n").stdout
    assert "Heat the oven to 220 °C." in undone
    record = (home / "runs" / f"{RUN}.jsonl").read_bytes()
    assert record.startswith((KEPT / "runs" / f"{RUN}.jsonl").read_bytes()), "a record only grows"


def test_the_record_is_saved_as_the_next_version_and_still_replays(tailor: Tailor) -> None:
    tailor("review", RUN, "--plain", "--save", answers="y\n\n")
    history = lines(tailor("library", "history", VARIANT, "--json").stdout)
    assert [one["version"] for one in history] == [1, 2, 3]
    assert tailor("library", "check").stdout == ""


def test_a_setting_is_changed_and_every_other_line_of_the_settings_stays(tailor: Tailor, home: Path) -> None:
    tailor("config", "set", "app.bell", "true")
    was, now = ((place / "config.toml").read_text("utf-8").splitlines() for place in (KEPT, home))
    assert now == [line if line != "bell = false" else "bell = true" for line in was]
    assert now != was


def test_the_memory_finds_what_it_held_without_a_rebuild(tailor: Tailor, home: Path) -> None:
    search = ("memory", "search", "--profile", "none", "--json", "-k", "1")
    assert [one["id"] for one in lines(tailor(*search, "build a spice rack").stdout)] == ["rack"]
    [step] = lines(tailor(*search, "--steps", "tie the sticks").stdout)
    assert (step["id"], step["step"]) == ("kite", 1)
    stats = json.loads(tailor("memory", "stats", "--json").stdout)
    counted = {key: stats[key] for key in ("rows", "library", "starter", "imported")}
    assert counted == {"rows": 9, "library": 5, "starter": 2, "imported": 2}, "a rebuild brings all starters back"
    assert (stats["embedder"], stats["dimension"], stats["wanted"]) == ("lexical-1-384", 384, "lexical-1-384")
    assert stats["indexes"] == ["goal_words", "text_words"]
    assert [path.name for path in (home / "memory").glob("seen-*")] == ["seen-e3b0c442"]


def test_the_rows_of_the_memory_are_as_they_were(tailor: Tailor) -> None:
    rows = {str(row["id"]): row for row in lines(tailor("memory", "export").stdout)}
    assert rows["kite"] == {
        "id": "kite",
        "goal": "Build a kite",
        "resources": ["two sticks", "paper"],
        "steps": ["Tie the sticks.", "Glue."],
        "tags": [],
        "domain": "everyday",
        "source": "own.jsonl",
        "licence": "",
        "created": "",
        "outcome": "",
    }
    assert {id: row["outcome"] for id, row in rows.items() if row["outcome"]} == {
        SHELF: "good",
        f"{VARIANT}.v2": "accepted",
        "bake-tray-seeded-flatbread-g9dz.v1": "accepted",
    }


def test_following_goes_on_at_the_place_that_was_kept_with_its_notes(tailor: Tailor, home: Path) -> None:
    said = tailor("follow", BREAD, "--plain", answers="b\nq\n").stderr
    assert "You are back at step 4; 3 of 6 done." in said
    assert "your note: A little more salt." in said
    was, now = (json.loads((place / "follow" / f"{BREAD}.json").read_text("utf-8")) for place in (KEPT, home))
    assert now.keys() == was.keys()
    same = was.keys() - {"at", "timers"}
    assert {key: now[key] for key in same} == {key: was[key] for key in same}


def test_what_was_turned_down_stays_on_record_and_is_not_proposed_again(tailor: Tailor, home: Path) -> None:
    ask = ("customize", BREAD, "--hint", HINT, "--accept", "all", "--format", "text")
    assert REJECTED not in tailor(*ask).stdout
    assert (home / "memory" / "lessons.jsonl").read_bytes() == (KEPT / "memory" / "lessons.jsonl").read_bytes()


def test_what_is_in_the_trash_comes_back_as_it_was(tailor: Tailor, home: Path) -> None:
    tailor("library", "restore", BOAT)
    name = f"{BOAT}.v1.md"
    assert (home / "library" / name).read_bytes() == (KEPT / "library" / "trash" / name).read_bytes()
    assert list((home / "library" / "trash").iterdir()) == []
    assert BOAT in tailor("library", "list").stdout


def test_words_about_a_procedure_are_added_to_and_what_came_of_it_stays(tailor: Tailor, home: Path) -> None:
    stem = SHELF.removesuffix(".v1")
    tailor("library", "tag", stem, "loud")
    was, now = (json.loads((place / "library" / f"{stem}.meta.json").read_text("utf-8")) for place in (KEPT, home))
    assert now == was | {"tags": ["wood", "walls", "loud"]}
