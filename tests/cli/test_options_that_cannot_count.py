"""An option that the way a command is used leaves without effect is refused or said, never passed over."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

BREAD = "starter.crusty-bread"
BUILTIN = ("--provider", "builtin")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "soup.md").write_text("# Soup\n\n1. Boil water.\n2. Add butter.\n")
    (tmp_path / "empty.md").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("option", "typed"),
    [
        ("--marked", "review --marked decisions.md"),
        ("--save", "review --save"),
        ("--plain", "review --plain"),
        ("--format", "review --format html"),
        ("--plain", "review some-run --plain --marked decisions.md"),
        ("--plain", "--plain library list"),
        ("--accept", f"customize {BREAD} --hint x --plain --accept all"),
        ("--accept", "again some-id --plain --accept careful"),
        ("--prompts", f"customize {BREAD} --hint x --provider builtin --prompts paper"),
        ("--prompts", "generate --goal Bread --provider builtin --prompts paper"),
        ("--strategy and --profile", "customize --replay run.jsonl --strategy unified --profile none"),
        ("--way", "customize --replay run.jsonl --way oven"),
        ("--model", "again some-id --replay run.jsonl --provider server --model m"),
        ("--without", "generate --goal Bread --no-memory --without some-id"),
        ("--rounds", "generate --goal Bread --provider builtin --rounds 2"),
        ("--method", "generate --goal Bread --provider builtin --method aag"),
        ("--all", "check --list --all"),
        ("FILE", f"check --list {BREAD}"),
        ("--versions", "library list --starter --versions"),
        ("--leave-stale", "library rebase some-id --dry-run --leave-stale"),
        ("--leave-stale", "library rebase some-id --plain --leave-stale"),
        ("--judge", "bench judge --mine --judge Anna"),
        ("--plain", "bench judge some-folder --show --plain"),
        ("--samples", "bench customize --replay --out some-folder --samples 2"),
        ("--domain", "bench generate --replay --out some-folder --domain recipe"),
        ("--part", "bench generate cases.jsonl --part validation"),
    ],
)
def test_an_option_that_cannot_count_is_refused(tailor: Tailor, option: str, typed: str) -> None:
    said = tailor(*typed.split())
    assert said.returncode == 2, said.stderr
    assert said.stdout == ""
    words = " ".join(said.stderr.split())
    assert f"{option} " in words
    assert "cannot be used" in words


def test_options_that_a_bench_of_the_builtin_tailor_has_no_use_for_are_refused(
    tailor: Tailor, folder: Path
) -> None:
    cases = folder / "cases.jsonl"
    cases.write_text(json.dumps({"goal": "Soup", "steps": ["Boil."], "hint": "no salt"}) + "\n")
    said = tailor("bench", "customize", str(cases), *BUILTIN, "--strategy", "unified", "--temperature", "1")
    assert (said.returncode, said.stdout) == (2, "")
    assert "--strategy and --temperature cannot be used here" in said.stderr


def test_a_review_that_is_not_named_is_asked_for(tailor: Tailor) -> None:
    said = tailor("review", "--marked", "decisions.md")
    assert said.returncode == 2
    assert "Which review?" in said.stderr
    assert tailor("review", "--json").returncode == 0


def test_an_id_of_without_that_the_memory_lacks_is_said_before_anything_is_written(tailor: Tailor) -> None:
    said = tailor("generate", "--goal", "Bread", *BUILTIN, "--without", "NOSUCH")
    assert (said.returncode, said.stdout) == (3, "")
    assert 'the memory has no "NOSUCH"' in said.stderr


@pytest.mark.parametrize("command", [("diff",), ("library", "diff")])
@pytest.mark.parametrize("other", ["-", "empty.md"])
def test_nothing_is_compared_with_nothing(
    tailor: Tailor, folder: Path, command: tuple[str, ...], other: str
) -> None:
    other = other if other == "-" else str(folder / other)
    for pair in ((str(folder / "soup.md"), other), (other, str(folder / "soup.md"))):
        said = tailor(*command, *pair, stdin="")
        assert (said.returncode != 0, said.stdout) == (True, "")
        assert "There is nothing in" in said.stderr


def test_edits_that_are_none_are_said(tailor: Tailor, folder: Path) -> None:
    said = tailor("apply", str(folder / "soup.md"), "-", stdin="")
    assert said.returncode == 0
    assert "There are no edits, so nothing is changed." in said.stderr


def test_a_label_that_is_not_there_is_said_when_it_is_to_go(tailor: Tailor, folder: Path) -> None:
    id = tailor("import", str(folder / "soup.md")).stdout.strip()
    said = tailor("library", "tag", id, "quick", "--remove", "dinner", "--leave", "Sunday")
    assert said.returncode == 0
    assert 'no tag "dinner"' in said.stderr
    assert 'no collection "Sunday"' in said.stderr
    again = tailor("library", "tag", id, "--remove", "quick")
    assert again.stderr == ""
