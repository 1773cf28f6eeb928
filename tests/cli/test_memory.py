"""`tailor memory`: what is printed where, and with which exit code."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

ROWS = [
    {"id": "bow", "goal": "Tie a bow", "input": ["ribbon"], "steps": ["Loop.", "Pull."], "domain": "craft"},
    {"id": "spoon", "goal": "Whittle a spoon", "steps": ["Carve.", "Sand it smooth."]},
    {"goal": "No steps at all"},
]


@pytest.fixture
def corpus(home: Path) -> Path:
    file = home.parent / "c.jsonl"
    file.write_text("\n".join(map(json.dumps, ROWS)))
    return file


def test_a_collection_is_imported_found_shown_and_taken_out(tailor: Tailor, corpus: Path) -> None:
    ran = tailor("memory", "import", str(corpus))
    assert (ran.returncode, ran.stdout) == (0, "")
    assert ran.stderr.splitlines() == [
        "Skipped: line 3: it has no steps",
        "2 added, 0 changed, 0 unchanged, 1 skipped.",
    ]
    ran = tailor("memory", "search", "tie bwo", "-k", "1")
    distance, id, goal = ran.stdout.strip().split("\t")
    assert (id, goal) == ("bow", "Tie a bow")
    assert 0 <= float(distance) <= 1
    line = json.loads(tailor("memory", "search", "sand smooth", "--steps", "-k", "1", "--json").stdout)
    assert {"id", "goal", "score", "resources", "steps"} <= set(line)
    assert (line["id"], line["step"]) == ("spoon", 2)
    shown = tailor("memory", "show", "bow", "--format", "text")
    assert shown.stdout.splitlines()[0] == "Tie a bow"
    assert tailor("memory", "delete", "bow", "nothing").stderr == "1 of 2 removed.\n"
    assert tailor("memory", "show", "bow").returncode == 3


def test_what_stands_against_the_profile_is_said_beside_what_was_found(tailor: Tailor, home: Path) -> None:
    file = home.parent / "nuts.jsonl"
    file.write_text(json.dumps({"id": "bar", "goal": "Press a seed bar", "steps": ["Chop walnuts.", "Press."]}))
    tailor("memory", "import", str(file))
    profile = ("--profile", "no nuts (allergy)", "-k", "1")
    ran = tailor("memory", "search", "press a seed bar", *profile)
    assert ran.stdout.split("\t")[1:] == ["bar", "Press a seed bar\n"], "the rows are data alone"
    assert ran.stderr == "Watch out: bar has walnuts (tree nuts) in step 1.\n"
    line = json.loads(tailor("memory", "search", "press a seed bar", "--json", *profile).stdout)
    assert line["findings"] == ["walnuts (tree nuts) in step 1"]
    assert "findings" not in json.loads(tailor("memory", "search", "press a seed bar", "--json", "-k", "1").stdout)


def test_an_export_can_be_imported(tailor: Tailor, corpus: Path, home: Path) -> None:
    tailor("memory", "import", str(corpus))
    out = tailor("memory", "export").stdout
    rows = [json.loads(line) for line in out.splitlines()]
    spoon = next(row for row in rows if row["id"] == "spoon")
    assert (spoon["goal"], spoon["steps"], spoon["source"]) == (
        "Whittle a spoon",
        ["Carve.", "Sand it smooth."],
        "c.jsonl",
    )
    back = home.parent / "back.jsonl"
    back.write_text(out)
    ran = tailor("memory", "import", str(back))
    assert ran.stderr == f"0 added, 0 changed, {len(rows)} unchanged, 0 skipped.\n"


def test_figures_and_tidying_up(tailor: Tailor) -> None:
    figures = json.loads(tailor("memory", "stats", "--json").stdout)
    assert figures["rows"] == figures["starter"] >= 40
    assert figures["embedder"] == figures["wanted"]
    assert tailor("memory", "optimize").stderr == f"Done: {figures['rows']} how-tos.\n"


@pytest.mark.parametrize("word", ["magic", "server", "server:", "Lexical"])
def test_an_embedder_that_means_none_is_refused_where_it_is_set(tailor: Tailor, home: Path, word: str) -> None:
    ran = tailor("config", "set", "memory.embedder", word)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "server:MODEL" in ran.stderr
    assert not (home / "config.toml").exists()


def test_a_search_for_what_nothing_is_about_says_so_and_lists_nothing(tailor: Tailor) -> None:
    ran = tailor("memory", "search", "zzzqqq")
    assert (ran.stdout, ran.stderr) == ("", "Nothing here is about “zzzqqq”.\n")


def test_what_only_shares_a_word_is_listed_as_no_more_than_the_nearest(tailor: Tailor) -> None:
    ran = tailor("memory", "search", "paint a watercolour portrait of the vet")
    assert "Nothing here fits “paint a watercolour portrait of the vet” well; these come closest." in ran.stderr
    assert "starter.cat-to-vet" in ran.stdout
    assert "Nothing here" not in tailor("memory", "search", "bake bread", "-k", "2").stderr


def test_what_is_found_does_not_depend_on_how_many_are_shown(tailor: Tailor) -> None:
    question = ("memory", "search", "how do I stop grout going mouldy")
    shown = tailor(*question).stdout
    assert shown.split("\t")[1] == "starter.remove-mould"
    assert tailor(*question, "-k", "1").stdout == shown.splitlines(keepends=True)[0]


def test_damage_is_exit_code_five_and_rebuild_mends_it(tailor: Tailor, home: Path) -> None:
    assert tailor("memory", "stats").returncode == 0
    for path in (home / "memory").rglob("*.manifest"):
        path.write_bytes(b"")
    ran = tailor("memory", "search", "bread")
    assert (ran.returncode, ran.stdout) == (5, "")
    assert "tailor memory rebuild" in ran.stderr
    ran = tailor("memory", "rebuild")
    assert ran.returncode == 0
    assert "was moved to" in ran.stderr
    assert tailor("memory", "search", "bread", "-k", "1").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("import", "nothing.jsonl"), 3),
        (("delete", "nothing"), 3),
        (("search",), 2),
        (("search", "x", "-k", "0"), 2),
        (("show", "a", "--json", "--format", "md"), 2),
    ],
)
def test_what_cannot_be_done_is_said_with_its_code(tailor: Tailor, arguments: tuple[str, ...], code: int) -> None:
    ran = tailor("memory", *arguments)
    assert (ran.returncode, ran.stdout) == (code, "")
    assert len(ran.stderr.splitlines()) >= 1


def test_a_question_of_bytes_is_a_question(tailor: Tailor) -> None:
    ran = tailor("memory", "search", "br\udc80ead \x1b[2J", "-k", "1")
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
