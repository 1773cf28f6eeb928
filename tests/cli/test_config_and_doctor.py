"""`tailor library`, `profile`, `config`, `doctor`, `show`."""

import json
import re
from pathlib import Path

import pytest

from tailor.config import SETTINGS
from tailor.library.store import Library
from tests.cli.conftest import Tailor
from tests.library.texts import BREAD
from tests.providers.fake_hub import servers_here


def test_an_empty_library_lists_nothing_and_says_where_to_begin(tailor: Tailor) -> None:
    ran = tailor("library", "list")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert "--starter" in ran.stderr


def test_the_list_is_id_tab_goal_and_json_lines(tailor: Tailor, home: Path) -> None:
    entry = Library(home / "library").save(BREAD)
    assert tailor("library", "list").stdout == f"{entry.id}\tBake bread\n"
    (line,) = tailor("library", "list", "--json").stdout.splitlines()
    assert json.loads(line) == {
        "id": entry.id,
        "goal": "Bake bread",
        "steps": 3,
        "version": 1,
        "parent": None,
        "origin": "typed",
        "tags": [],
        "collections": [],
        "created": entry.created,
        "file": str(entry.file),
    }
    starters = tailor("library", "list", "--starter").stdout.splitlines()
    assert len(starters) >= 48
    assert all(line.startswith("starter.") and "\t" in line for line in starters)


def test_show_writes_every_format(tailor: Tailor, home: Path) -> None:
    entry = Library(home / "library").save(BREAD)
    assert tailor("library", "show", entry.stem).stdout.startswith(
        "---\ntailor: 1\n---\n# Bake bread\n## Resources\n"
    )
    assert json.loads(tailor("show", entry.id, "--json").stdout)["steps"] == list(BREAD.steps)
    assert tailor("show", entry.stem[:6], "--format", "text").stdout.startswith("Bake bread\n\nYou need:\n")
    assert tailor("show", entry.id, "--before").returncode == 3


def test_a_file_changed_by_hand_is_shown_as_it_is_and_named(tailor: Tailor, home: Path) -> None:
    entry = Library(home / "library").save(BREAD)
    entry.file.write_text(entry.file.read_text().replace("1 h", "2 h"))
    ran = tailor("show", entry.id)
    assert "2 h" in ran.stdout
    assert "changed by hand" in ran.stderr
    checked = tailor("library", "check")
    assert checked.returncode == 0
    assert checked.stdout.startswith(f"edited\t{entry.id}\t")


def test_damage_is_exit_5_and_names_the_file(tailor: Tailor, home: Path) -> None:
    entry = Library(home / "library").save(BREAD)
    entry.file.write_text("gone")
    listed = tailor("library", "list")
    assert (listed.returncode, listed.stdout) == (0, "")
    assert "1 not shown" in listed.stderr
    checked = tailor("library", "check", "--json")
    assert checked.returncode == 5
    assert json.loads(checked.stdout)["state"] == "damaged"
    shown = tailor("show", entry.id)
    assert (shown.returncode, shown.stdout) == (5, "")
    assert str(entry.file) in shown.stderr
    assert tailor("doctor").returncode == 1


def test_profiles_are_added_used_and_removed(tailor: Tailor) -> None:
    assert tailor("profile", "list").stdout == ""
    tailor("profile", "add", "me", "no nuts (allergy)", "no oven")
    tailor("profile", "add", "kid", "beginner")
    tailor("profile", "use", "kid")
    assert tailor("profile", "list").stdout == "off\tme\tno nuts (allergy)\noff\tme\tno oven\non\tkid\tbeginner\n"
    tailor("profile", "remove", "me", "no oven")
    tailor("profile", "remove", "kid")
    assert tailor("profile", "list").stdout == "off\tme\tno nuts (allergy)\n"
    assert tailor("profile", "remove", "kid").returncode == 3
    assert tailor("profile", "use", "nobody").returncode == 3
    assert tailor("profile", "add", "use", "x").returncode == 2
    assert tailor("profile", "add", "me", " ").returncode == 2


def test_settings_are_shown_set_and_found(tailor: Tailor, home: Path) -> None:
    assert tailor("config", "path").stdout == f"{home / 'config.toml'}\n"
    assert tailor("config", "set", "run.strategy", "parallel").returncode == 0
    assert 'run.strategy = "parallel"    # file' in tailor("config", "show").stdout
    rows = [json.loads(line) for line in tailor("config", "show", "--json").stdout.splitlines()]
    assert {"key": "run.prompts", "value": "tailor", "from": "default"} in rows
    assert SETTINGS.keys() <= {row["key"] for row in rows}, "every setting is shown"
    assert tailor("config", "set", "run.strategy", "fast").returncode == 2


def test_the_doctor_finds_a_fresh_place_well(tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    servers_here(monkeypatch)
    ran = tailor("doctor", "--json")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0
    assert all(line["ok"] for line in lines)
    assert [set(line) for line in lines] == [{"check", "ok", "says", "do"}] * len(lines)
    assert not home.exists(), "looking writes nothing"


def test_the_doctor_searches_the_memory_that_is_kept_here(tailor: Tailor, home: Path) -> None:
    pytest.importorskip("lancedb")
    assert tailor("memory", "search", "soup").returncode == 0
    sound = tailor("doctor")
    assert (sound.returncode, "The memory can be searched." in sound.stdout) == (0, True)
    for rows in (home / "memory").rglob("*.lance"):
        if rows.is_file():
            rows.write_bytes(rows.read_bytes()[:10])
    torn = tailor("doctor")
    assert torn.returncode != 0
    assert "broken  memory: The memory at " in torn.stdout
    assert "tailor memory rebuild" in torn.stdout


def test_the_doctor_names_a_broken_config(tailor: Tailor, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[run\n")
    ran = tailor("doctor")
    assert ran.returncode == 1
    assert "broken  settings: " in ran.stdout
    (home / "config.toml").write_text('[profil]\nme = ["no nuts"]\n')
    assert "not read: profil." in tailor("doctor").stdout


@pytest.mark.parametrize(
    ("more", "said"),
    [("", ""), ("Once.\n", "1 line of tea.md is neither"), ("A.\n\nB.\n", "2 lines of tea.md are neither")],
)
def test_lines_that_are_in_no_part_are_counted_as_people_count(
    tailor: Tailor, home: Path, more: str, said: str
) -> None:
    (home.parent / "tea.md").write_text(f"# Tea\n\n{more}\n## Steps\n\n1. Boil.\n2. Pour.\n")
    ran = tailor("show", "tea.md")
    assert "1. Boil." in ran.stdout
    assert said in ran.stderr
    assert bool(said) == ("kept as notes" in ran.stderr)


def test_a_key_that_another_action_has_is_refused_and_nothing_is_written(tailor: Tailor) -> None:
    for key, value, why in (
        ("keys.review.accept", "x", "x is already used for “"),
        ("keys.review.accept", "ctrl+q", "ctrl+q is already used for “Quit”"),
        ("keys.review.accept", "f2", "f2 is already used for “Home”"),
        ("keys.review.acept", "y", "did you mean review.accept?"),
        ("keys.follow.note", "ctlr+m", "there is no key"),
    ):
        refused = tailor("config", "set", key, value)
        assert refused.returncode == 2
        assert why in refused.stderr
        assert "Nothing was changed." in refused.stderr
    assert "keys." not in tailor("config", "show").stdout
    assert tailor("config", "set", "keys.follow.note", "m").returncode == 0
    assert tailor("config", "set", "keys.follow.note", "").returncode == 0


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("zzz", "tailor-dark"), ("Nord", "nord"), ("tailor-lihgt", "tailor-light"), ("drakula", "dracula")],
)
def test_colours_that_there_are_not_are_refused_with_the_nearest(
    tailor: Tailor, home: Path, wrong: str, near: str
) -> None:
    ran = tailor("config", "set", "app.theme", wrong)
    assert ran.returncode == 2
    assert near in ran.stderr
    assert not (home / "config.toml").exists()
    assert tailor("config", "set", "app.theme", "nord").returncode == 0


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("profile.use", "[me", "it must be a list"),
        ("local.model", "unknown", "`tailor model list` shows the models you can use"),
        ("memory.uri", "/dev/null/x", "/dev/null is not a folder"),
    ],
)
def test_a_setting_that_names_what_is_not_there_is_refused_at_once(
    tailor: Tailor, home: Path, key: str, value: str, why: str
) -> None:
    tailor("profile", "add", "me", "no nuts")
    before = (home / "config.toml").read_bytes()
    ran = tailor("config", "set", key, value)
    assert ran.returncode in (2, 3)
    assert why in ran.stderr
    assert (home / "config.toml").read_bytes() == before


def test_a_number_below_zero_is_a_value_and_no_option(tailor: Tailor) -> None:
    ran = tailor("config", "set", "generate.temperature", "-1")
    assert ran.returncode == 2
    assert "it must be a number from 0 to 2" in ran.stderr
    assert "--help" not in ran.stderr


def test_every_profile_that_is_not_saved_is_named(tailor: Tailor) -> None:
    ran = tailor("config", "set", "profile.use", "a,b")
    assert [f"called {name} yet" in ran.stderr for name in "ab"] == [True, True]


def test_what_is_still_to_come_may_be_set_and_is_said_to_be_missing(tailor: Tailor) -> None:
    tailor("profile", "add", "me", "no nuts")
    for key, value, missing in (
        ("local.model", "soon.gguf", "There is no file"),
        ("profile.use", "nobody", "You have not saved a profile called nobody yet"),
        ("profile.use", "me", ""),
        ("memory.uri", "new/folder", ""),
    ):
        ran = tailor("config", "set", key, value)
        assert (ran.returncode, ran.stderr.count("\n")) == (0, 2 if missing else 1)
        assert missing in ran.stderr


def test_a_folder_of_the_memory_is_the_same_from_wherever_one_works(tailor: Tailor, home: Path) -> None:
    tailor("config", "set", "memory.uri", "mine")
    set_to = Path(re.findall(r'uri = "(.*)"', (home / "config.toml").read_text())[0])
    assert set_to.is_absolute()
    assert set_to.name == "mine"
    tailor("config", "set", "memory.uri", "s3://bucket/mine")
    assert "s3://bucket/mine" in (home / "config.toml").read_text()


def test_a_local_model_given_by_its_file_is_the_same_from_wherever_one_works(tailor: Tailor, home: Path) -> None:
    tailor("config", "set", "local.model", "models/mine.gguf")
    set_to = Path(re.findall(r'model = "(.*)"', (home / "config.toml").read_text())[0])
    assert set_to.is_absolute()
    assert set_to.parts[-2:] == ("models", "mine.gguf")


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (
            '"review.accept" = "x"\n"review.reject" = "x"\n',
            "x is set for both review.accept and review.reject",
        ),
        ('"review.accept" = "x"\n', "x now means review.accept, so review.reject needs another key."),
        ('"review.acept" = "f12"\n', "there is no such action; did you mean review.accept?"),
        ('"review.accept" = "f22"\n', ""),
    ],
)
def test_the_doctor_names_keys_that_clash(tailor: Tailor, home: Path, keys: str, says: str) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(f"[keys]\n{keys}", "utf-8")
    ran = tailor("doctor")
    assert says in ran.stdout
    assert ("broken  settings" in ran.stdout, "tailor config set keys." in ran.stdout) == (bool(says), bool(says))


def test_the_doctor_names_a_profile_that_is_on_but_not_saved(tailor: Tailor, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('[profile]\nuse = ["me", "nobody"]\nme = ["no nuts"]\n')
    ran = tailor("doctor")
    assert ran.returncode == 1
    assert "profile nobody is switched on, but not saved." in ran.stdout


def test_the_doctor_names_the_settings_of_the_environment(tailor: Tailor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAILOR_DEADLINES", "first=9")
    assert "the defaults; there is no file yet; TAILOR_DEADLINES in the environment." in tailor("doctor").stdout


def test_the_doctor_names_a_wrong_variable_and_not_the_file(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAILOR_DEADLINES", "connect=x")
    said = tailor("doctor")
    assert said.returncode == 1
    assert "TAILOR_DEADLINES is wrong: connect must be a number" in said.stdout
    assert "Correct that variable, or unset it." in said.stdout
    assert "config path" not in said.stdout
