"""`tailor apply`, `diff`, `read` and `check`: output on stdout, talk on stderr, exit codes of CONTRACT 4 and 6."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

TEA = "Make tea\nYou need: water, leaves\n1. Boil the water\n2. Repeat step 1 if it is cold\n3. Pour\n"


@pytest.fixture
def tea(home: Path) -> str:
    path = home.parent / "tea.txt"
    path.write_text(TEA)
    return str(path)


def test_apply_prints_the_procedure_as_markdown(tailor: Tailor, tea: str) -> None:
    ran = tailor(
        "apply", tea, "-", stdin="# because it is better\nreplace(3, Pour (slowly))\ninsert(0, Wash up)\n"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == (
        "---\ntailor: 1\n---\n# Make tea\n## Resources\n- water\n- leaves\n## Steps\n"
        "1. Wash up\n2. Boil the water\n3. Repeat step 1 if it is cold\n4. Pour (slowly)\n"
    )


def test_two_quotes_in_a_replace_delete_the_step(tailor: Tailor, tea: str) -> None:
    assert (
        tailor("apply", tea, "-", stdin='replace(1, "")').stdout
        == tailor("apply", tea, "-", stdin="replace(1)").stdout
    )


def test_edits_that_leave_no_step_print_nothing_and_it_is_said(tailor: Tailor, tea: str) -> None:
    ran = tailor("apply", tea, "-", stdin="replace(1)\nreplace(2)\nreplace(3)\n")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "no step is left" in ran.stderr


def test_a_line_that_is_no_edit_is_told_once(tailor: Tailor, tea: str) -> None:
    ran = tailor("apply", tea, "-", stdin="nothing here\n")
    assert (ran.returncode, ran.stderr.count("not an edit")) == (1, 1)
    assert "Line 1 is not an edit: nothing here." in ran.stderr


def test_apply_moves_mentions_only_when_asked(tailor: Tailor, tea: str) -> None:
    ran = tailor("apply", tea, "-", "--renumber", "--format", "text", stdin="insert(0, Wash up)")
    assert "3. Repeat step 2 if it is cold" in ran.stdout


def test_apply_can_tell_where_each_step_came_from(tailor: Tailor, tea: str) -> None:
    edits = [{"op": "replace", "step": 1, "text": ""}, {"op": "insert", "step": 3, "text": "Drink", "id": "e2"}]
    ran = tailor("apply", tea, "-", "--trace", stdin=json.dumps(edits))
    assert json.loads(ran.stdout) == {
        "steps": ["Repeat step 1 if it is cold", "Pour", "Drink"],
        "trace": [
            {"from": "kept", "base": 2, "edit": None},
            {"from": "kept", "base": 3, "edit": None},
            {"from": "inserted", "base": None, "edit": "e2"},
        ],
    }


@pytest.mark.parametrize(
    ("edits", "code", "says"),
    [
        ("replace(9, x)\nreplace(8, y)", 1, ["replace(9) is out of range", "replace(8) is out of range"]),
        ("replace(1, x)\nreplace(1, y)", 1, ["2 different texts for step 1"]),
        ('{"base": "0000000000000000", "edits": []}', 1, ["different how-to"]),
        ("replace(1, x)\nreplce(2, y)", 1, ["Line 2 is not an edit"]),
        ('{"edits": [', 1, ["JSON"]),
        (f"replace(1, {'x' * 5_001})", 1, ["the text of replace(1) has 5,001 characters; the limit is 5,000"]),
        ('insert(1, "")', 1, ["insert(1) has no text"]),
        ('[{"op": "delete", "step": 1, "text": ""}]', 1, ['no operation "delete"']),
    ],
)
def test_apply_refuses_with_every_reason_and_prints_nothing(
    tailor: Tailor, tea: str, edits: str, code: int, says: list[str]
) -> None:
    ran = tailor("apply", tea, "-", stdin=edits)
    assert (ran.returncode, ran.stdout) == (code, "")
    assert all(words in ran.stderr for words in says), ran.stderr


def test_standard_input_can_be_one_thing_only(tailor: Tailor) -> None:
    ran = tailor("apply", "-", "-", stdin=TEA)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "used once only" in ran.stderr


def test_format_and_json_together_are_wrong_usage(tailor: Tailor, tea: str) -> None:
    assert tailor("apply", tea, "-", "--json", "--format", "md").returncode == 2


def test_diff_gives_edits_that_apply(tailor: Tailor, tea: str, home: Path) -> None:
    other = home.parent / "other.json"
    other.write_text('{"goal": "Make tea", "resources": ["water"], "steps": ["Boil the water", "Wait", "Pour"]}')
    ran = tailor("diff", tea, str(other))
    assert ran.returncode == 0
    (home.parent / "edits").write_text(ran.stdout)
    applied = tailor("apply", tea, str(home.parent / "edits"), "--json")
    made = json.loads(applied.stdout)
    assert (made["steps"], made["resources"]) == (["Boil the water", "Wait", "Pour"], ["water"])
    bag = json.loads(tailor("diff", tea, str(other), "--json").stdout)
    assert len(bag["base"]) == 16
    assert tailor("apply", tea, "-", "--json", stdin=json.dumps(bag)).stdout == applied.stdout


def test_diff_of_equal_procedures_is_silent(tailor: Tailor, tea: str) -> None:
    ran = tailor("diff", tea, tea)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_what_edits_cannot_say_is_named_and_shown_by_the_diff_of_the_library(
    tailor: Tailor, tea: str, home: Path
) -> None:
    other = home.parent / "other.json"
    other.write_text(
        json.dumps(json.loads(tailor("show", tea, "--json").stdout) | {"notes": "Good\ncold.", "yield": "2 cups"})
    )
    ran = tailor("diff", tea, str(other))
    assert (ran.returncode, ran.stdout) == (0, "")
    assert "yield, notes" in ran.stderr
    told = tailor("library", "diff", tea, str(other))
    assert told.stdout.splitlines() == ["~ yield: {+2 cups+}", "~ notes: {+Good cold.+}"]
    [first, _] = map(json.loads, tailor("library", "diff", tea, str(other), "--json").stdout.splitlines())
    assert first == {"part": "yield", "runs": [["new", "2 cups"]]}


def test_read_tells_edits_flagged_ones_and_the_end(tailor: Tailor) -> None:
    answer = "Sure!\n# because it fits [R2]\nreplace(2, Wait)\nreplace(9, x)\ndone\n"
    ran = tailor("read", "--steps", "3", stdin=answer)
    data = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert data["edits"] == [{"op": "replace", "step": 2, "text": "Wait", "reason": "it fits", "serves": ["R2"]}]
    assert data["flagged"] == [{"op": "replace", "step": 9, "text": "x", "why": "out_of_range"}]
    assert data["end"] == "edits"
    assert json.loads(tailor("read", "--steps", "3", stdin="no edits").stdout)["end"] == "none"
    assert tailor("read", stdin=answer).returncode == 2


def test_check_prints_findings_as_json_lines(tailor: Tailor, home: Path) -> None:
    (home.parent / "a.txt").write_text("Cake\n1. Add the walnuts\n2. Stir\n")
    ran = tailor("check", "a.txt", "--profile", "no nuts")
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0
    assert [(one["step"], one["constraint"], one["word"]) for one in found] == [(1, "tree_nuts", "walnuts")]
    assert "tree_nuts" in tailor("check", "--list").stdout.split()
    assert tailor("check", "a.txt").returncode == 2
    assert tailor("check", "a.txt", "--all").returncode == 0


@pytest.mark.parametrize("command", [["apply", "nope", "x"], ["diff", "nope", "x"], ["show", "nope"]])
def test_what_is_not_there_is_exit_3_with_the_nearest(tailor: Tailor, command: list[str]) -> None:
    ran = tailor(*command)
    assert (ran.returncode, ran.stdout) == (3, "")
    assert "The closest: " in ran.stderr
