"""Profiles composed for one run, and what `tailor check` says of a hint."""

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tailor.cli.setup import add_lines
from tailor.core.procedure import procedure
from tailor.library.store import Library
from tailor.workspace import Workspace
from tests.cli.conftest import Tailor


@pytest.fixture
def cake(home: Path) -> str:
    """A procedure with nuts, butter and an oven."""
    Path("cake.txt").write_text("Cake\n1. Melt butter.\n2. Fold in walnuts.\n3. Bake at 180 °C.\n")
    return "cake.txt"


def constraints(out: str) -> list[str | None]:
    return [json.loads(line)["constraint"] for line in out.splitlines()]


def test_saved_profiles_are_composed_for_one_check(tailor: Tailor, cake: str) -> None:
    tailor("profile", "add", "ana", "no nuts (allergy)")
    tailor("profile", "add", "jo", "I have no oven")
    tailor("profile", "use", "none")
    both = tailor("check", cake, "--profile", "@ana", "--profile", "@jo")
    assert set(constraints(both.stdout)) == {"tree_nuts", "no_oven"}
    assert set(constraints(tailor("check", cake, "--profile", "@ana").stdout)) == {"tree_nuts"}


@pytest.mark.parametrize(
    "command", [["check", "cake.txt", "--all"], ["customize", "cake.txt", "--hint", "no oven"]]
)
def test_a_profile_that_is_switched_on_and_gone_is_told_at_every_run(
    tailor: Tailor, cake: str, home: Path, command: list[str]
) -> None:
    tailor("profile", "add", "ana", "no nuts (allergy)")
    settings = home / "config.toml"
    settings.write_text(settings.read_text().replace('use = ["ana"]', 'use = ["anna"]'))
    assert "“anna”: switched on, but no profile has this name" in tailor(*command).stderr
    assert "anna" not in tailor(*command, "--profile", "none").stderr


def test_what_is_switched_on_holds_beside_what_is_given_unless_none_is(tailor: Tailor, cake: str) -> None:
    tailor("profile", "add", "me", "no nuts (allergy)")
    assert set(constraints(tailor("check", cake, "--profile", "no dairy").stdout)) == {"milk", "tree_nuts"}
    assert set(constraints(tailor("check", cake, "--profile", "none", "--profile", "no dairy").stdout)) == {"milk"}


def test_an_unknown_name_ends_with_the_names_there_are(tailor: Tailor, cake: str) -> None:
    tailor("profile", "add", "ana", "no nuts")
    ran = tailor("check", cake, "--profile", "@bob")
    assert (ran.returncode, ran.stdout) == (3, "")
    assert 'There is no profile "bob". Saved: ana.' in ran.stderr


def test_hostile_names_and_lines_reach_no_terminal(tailor: Tailor, cake: str, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(
        '[profile]\n"[/]\\u001B[2J" = ["salt \\u001B]0;t\\u0007[@click=app.quit]"]\n'
    )
    for arguments in (("profile", "list"), ("check", cake, "--profile", "@x"), ("config", "show")):
        ran = tailor(*arguments)
        assert not {"\x1b", "\x07"} & set(ran.stdout + ran.stderr), arguments


def test_what_is_dangerous_for_everyone_is_found_for_any_profile(tailor: Tailor, tmp_path: Path) -> None:
    file = tmp_path / "clean.md"
    file.write_text("# Clean the bath\n\n1. Mix the bleach with the ammonia.\n2. Wipe it.\n", "utf-8")
    ran = tailor("check", str(file), "--profile", "child, 2 years old")
    assert "chem_mix" in constraints(ran.stdout)
    ran = tailor("check", str(file), "--hint", "quargle the bnorf")
    assert constraints(ran.stdout) == ["chem_mix"]
    assert "Conflicts found: 1.\n" in ran.stderr


def test_a_hint_against_the_profile_is_a_finding_of_its_own(tailor: Tailor, cake: str) -> None:
    ran = tailor("check", cake, "--profile", "no nuts", "--hint", "I want to add pecans")
    first, *others = map(json.loads, ran.stdout.splitlines())
    assert (first["step"], first["part"], first["constraint"], first["word"]) == (
        None,
        "hint",
        "tree_nuts",
        "pecans",
    )
    assert {(one["step"], one["word"]) for one in others} == {(2, "walnuts")}


def test_a_baby_in_the_profile_finds_honey_in_a_hint_and_in_a_step_that_name_no_baby(tailor: Tailor) -> None:
    Path("porridge.txt").write_text("Porridge\n1. Stir in the honey.\n")
    ran = tailor("check", "porridge.txt", "--profile", "for my 8-month-old", "--hint", "I want to add honey")
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(one["part"], one["constraint"]) for one in found] == [
        ("hint", "infant_honey"),
        ("steps", "infant_honey"),
    ]


def test_what_is_ruled_out_without_words_to_look_for_is_said(tailor: Tailor, cake: str) -> None:
    beside = tailor("check", cake, "--profile", "no nuts, no kiwi")
    assert 'Not checked: "kiwi". Tailor does not know which words to look for.' in beside.stderr
    assert set(constraints(beside.stdout)) == {"tree_nuts"}
    alone = tailor("check", cake, "--profile", "pescatarian")
    assert 'Not checked: "pescatarian". Tailor does not know which words to look for.' in alone.stderr
    assert "0 found" not in alone.stderr


def test_every_line_of_check_has_the_keys_of_the_contract_and_a_known_id(tailor: Tailor, cake: str) -> None:
    ids = tailor("check", "--list").stdout.split()
    ran = tailor("check", cake, "--all")
    for line in map(json.loads, ran.stdout.splitlines()):
        assert set(line) >= {"step", "part", "constraint", "kind", "word", "why", "source"}
        assert line["constraint"] in ids
        assert line["kind"] in ("found", "derived", "not_assessed")
    assert {"tree_nuts", "milk", "no_oven", "vegan"} <= set(constraints(ran.stdout))


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        ("my son is alergic to dairy", ["ghee", "naan", "ghee"]),
        ("im allergic to lentils", ["lentils", "red lentils"]),
        ("no coconut", ["coconut milk"]),
        ("my toddler eats too", ["popcorn", "whole grapes", "marshmallow"]),
    ],
)
def test_check_finds_what_customize_points_at(tailor: Tailor, tmp_path: Path, hint: str, words: list[str]) -> None:
    file = tmp_path / "dal.md"
    steps = (
        "1. Heat the ghee.\n2. Add the lentils and the coconut milk.\n"
        "3. Serve with the naan and popcorn, whole grapes, marshmallow."
    )
    file.write_text(
        f"# Dal\n\n## You need\n\n- 200 g red lentils\n- 2 tbsp ghee\n\n## Steps\n\n{steps}\n", "utf-8"
    )
    ran = tailor("check", str(file), "--hint", hint)
    assert sorted(json.loads(line)["word"] for line in ran.stdout.splitlines()) == sorted(words)
    assert "Not checked" not in ran.stderr
    assert f"Conflicts found: {len(words)}." in ran.stderr


def test_what_a_wish_without_constraints_is_found_by_is_listed_as_customize_finds_it(
    tailor: Tailor, tmp_path: Path
) -> None:
    file = tmp_path / "clean.md"
    file.write_text("# Clean\n\n1. Boil the kettle.\n2. Wipe the tiles with bleach.\n", encoding="utf-8")
    for words in ("toddler at home", "todler at home", "baby in the flat"):
        ran = tailor("check", str(file), "--profile", words)
        rows = [json.loads(line) for line in ran.stdout.splitlines()]
        assert [(row["step"], row["part"], row["word"], row["constraint"]) for row in rows] == [
            (1, "steps", "kettle", None),
            (2, "steps", "bleach", None),
        ]
        assert f"Conflicts found: 2. Checked for: {words}." in ran.stderr
        assert "Not checked" not in ran.stderr


def test_check_speaks_plainly_in_a_terminal_and_json_where_it_is_asked_for(
    tailor: Tailor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "picnic.md"
    file.write_text(
        "# Picnic\n\n## You need\n\n- 24 rolls\n- a drill\n\n## Steps\n\n1. Cut the rolls.\n", encoding="utf-8"
    )
    words = ("check", "picnic.md", "--hint", "coeliac, and a toddler and a dog run around")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    said = tailor(*words)
    why = "(bread rolls are made from wheat)"
    assert said.stdout.splitlines()[:2] == [f"Step 1: “rolls” {why}", f"What you need, line 1: “rolls” {why}"]
    assert "What you need, line 2: “drill” (found because you said “toddler”)" in said.stdout
    assert said.stderr.splitlines()[0].endswith("things that harm a pet, toddler.")
    assert json.loads(tailor(*words, "--json").stdout.splitlines()[0])["word"] == "rolls"


def test_a_requirement_that_names_nothing_known_is_said_to_be_not_assessed(tailor: Tailor, cake: str) -> None:
    ran = tailor("check", cake, "--hint", "I prefer it pretty")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert 'Not checked: "I prefer it pretty"' in ran.stderr


def test_what_another_tailor_kept_meanwhile_is_not_overwritten(tailor: Tailor) -> None:
    workspace = Workspace()
    assert workspace.config.profiles == {}
    tailor("profile", "add", "me", "no nuts (allergy)")
    add_lines(workspace, "me", ("no eggs",))
    assert tailor("profile", "list").stdout == "on\tme\tno nuts (allergy)\non\tme\tno eggs\n"


def test_commands_at_the_same_moment_lose_nothing_of_each_other(tailor: Tailor) -> None:
    id = Library(Workspace().paths.library).save(procedure("Cake", ["Mix."])).stem
    lines, tags = [f"no thing {n}" for n in range(4)], [f"tag{n}" for n in range(4)]
    commands = [("profile", "add", "me", line) for line in lines] + [("library", "tag", id, tag) for tag in tags]
    running = [subprocess.Popen([sys.executable, "-m", "tailor", *command]) for command in commands]
    assert [one.wait() for one in running] == [0] * len(commands)
    assert sorted(tailor("profile", "list").stdout.splitlines()) == [f"on\tme\t{line}" for line in lines]
    assert sorted(tailor("library", "tag", id).stdout.split("\t")[1].split(", ")) == tags


@pytest.mark.parametrize("name", ["straße", "é", "Анна", "दादी", "e\u0301", "oma-1"])
def test_a_profile_may_be_named_with_letters_of_any_script(tailor: Tailor, cake: str, name: str) -> None:
    assert tailor("profile", "add", name, "no nuts").returncode == 0
    kept = unicodedata.normalize("NFC", name)
    assert tailor("profile", "list").stdout == f"on\t{kept}\tno nuts\n"
    assert tailor("profile", "use", "none").returncode == 0
    assert "nuts" in tailor("check", cake, "--profile", f"@{name}").stdout
    assert tailor("profile", "use", f"@{unicodedata.normalize('NFD', name)}").returncode == 0
    assert tailor("profile", "remove", unicodedata.normalize("NFD", name)).returncode == 0
    assert tailor("profile", "list").stdout == ""


def test_a_line_of_a_profile_that_cannot_be_read_is_not_kept(tailor: Tailor) -> None:
    ran = tailor("profile", "add", "me", "no n\ufffdts")
    assert ran.returncode == 2
    assert "cannot be read. Type it again." in ran.stderr
    assert tailor("profile", "list").stdout == ""


def test_lines_of_a_profile_that_are_given_as_one_are_kept_apart(tailor: Tailor) -> None:
    tailor("profile", "add", "me", "no nuts\nvegan\r\n\nI have no oven")
    assert tailor("profile", "list").stdout == "on\tme\tno nuts\non\tme\tvegan\non\tme\tI have no oven\n"


def test_of_thousands_of_profiles_that_are_not_there_a_few_are_named(home: Path) -> None:
    home.mkdir(exist_ok=True)
    workspace = Workspace({"TAILOR_HOME": str(home)})
    workspace.paths.config_file.write_text(f"[profile]\nuse = {[f'p{number}' for number in range(3_000)]}\n")
    assert workspace.lost_profiles.startswith("“p0”, “p1”, “p2”, “p3”, “p4” and 2,995 more: switched on, but no")


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("1. 把鸡蛋和牛奶打匀。\n2. 加入花生酱。\n", 0),
        ("1. Взбейте яйца с молоком.\n2. Жарьте на масле.\n", 0),
        ("1. 把鸡蛋和牛奶打匀 lysozyme。\n2. 加入花生酱。\n3. 烤三十分钟。\n", 1),
        ("1. Eier mit der Milch und dem Mehl verrühren.\n2. In der Pfanne mit Butter langsam ausbacken.\n", 1),
    ],
)
def test_of_a_text_in_a_language_that_is_not_known_check_never_says_that_nothing_was_found(
    tailor: Tailor, tmp_path: Path, steps: str, found: int
) -> None:
    (tmp_path / "cake.md").write_text(f"# Lunch\n\n{steps}", encoding="utf-8")
    ran = tailor("check", str(tmp_path / "cake.md"), "--hint", "egg allergy")
    assert len(ran.stdout.splitlines()) == found
    assert "found: 0" not in ran.stderr
    assert "so read it yourself." in ran.stderr
    assert (f"Conflicts found: {found}." in ran.stderr) == bool(found)


CUPS = """# {title}

## You need

- 200 g chocolate
- 100 g filling

## Steps

### {heading}

1. Melt the chocolate.
2. Add the filling.

## Notes

Keep them cool.
{note}
"""


@pytest.mark.parametrize(
    ("title", "heading", "note", "hint", "found"),
    [
        ("Peanut cups", "Filling", "", "peanut allergy", [(None, "goal", "Peanut")]),
        ("Cups", "Peanut filling", "", "peanut allergy", [(1, "sections", "Peanut")]),
        ("Cups", "Filling", "Contains peanuts.", "peanut allergy", [(2, "notes", "peanuts")]),
        ("Cups", "Filling", "Serve with kiwi.", "no kiwi", [(2, "notes", "kiwi")]),
        ("Kiwi cups", "Filling", "", "no kiwi", [(None, "goal", "Kiwi")]),
        ("Pesto cups", "Filling", "", "nut allergy", [(None, "goal", "Pesto")]),
        ("Cups", "Filling", "Crisp them in the oven.", "I have no oven", [(2, "notes", "oven")]),
        (
            "Cups",
            "Filling",
            "Wash up with bleach and vinegar.",
            "no kiwi",
            [(2, "notes", "with bleach and vinegar")],
        ),
    ],
)
def test_check_looks_at_the_title_the_headings_and_the_notes_too(
    tailor: Tailor, tmp_path: Path, title: str, heading: str, note: str, hint: str, found: list[object]
) -> None:
    (tmp_path / "cups.md").write_text(CUPS.format(title=title, heading=heading, note=note), "utf-8")
    ran = tailor("check", str(tmp_path / "cups.md"), "--hint", hint)
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(row["step"], row["part"], row["word"]) for row in rows] == found
    assert "Conflicts found: 1." in ran.stderr
    every = tailor("check", str(tmp_path / "cups.md"), "--all").stdout
    assert constraints(ran.stdout) == [None] or ran.stdout in every


def test_a_title_that_says_what_the_steps_say_is_not_told_again(
    tailor: Tailor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = CUPS.format(title="Peanut cups", heading="Peanut filling", note="").replace("the filling", "peanuts")
    (tmp_path / "cups.md").write_text(text, "utf-8")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    said = tailor("check", str(tmp_path / "cups.md"), "--hint", "peanut allergy").stdout.splitlines()
    assert [line.partition(" (")[0] for line in said] == ["Step 2: “peanuts”", "Heading 1: “Peanut”"]


@pytest.mark.parametrize("hint", ["skip nuts", "free from nuts", "nothing with nuts"])
def test_how_something_is_not_wished_is_no_thing_that_was_not_checked(
    tailor: Tailor, cake: str, hint: str
) -> None:
    ran = tailor("check", cake, "--hint", hint)
    assert "tree_nuts" in constraints(ran.stdout)
    assert "Not checked" not in ran.stderr
