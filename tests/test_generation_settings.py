"""The [generate] section: what it may hold, what a wrong value says, and what it comes to."""

from pathlib import Path

import pytest

from memory.text import domain_names
from tailor.config import DOMAINS, Generation
from tailor.config_file import load, set_value
from tailor.core.errors import DamagedError, UsageError


def test_without_the_section_it_is_as_in_the_study(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml", {}).generation == Generation(
        references=3, questions=4, rounds=3, temperature=0.7, domain=""
    )


def test_what_is_set_is_written_as_numbers_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    for key, value in (("references", "5"), ("rounds", "0"), ("temperature", "1"), ("domain", "maths")):
        set_value(path, f"generate.{key}", value)
    assert "references = 5" in path.read_text()
    assert load(path, {}).generation == Generation(references=5, rounds=0, temperature=1.0, domain="maths")
    set_value(path, "generate.rounds", "")
    assert load(path, {}).generation.rounds == 3


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("references", "0"),
        ("references", "21"),
        ("references", "0000000030000"),
        ("references", "9" * 5_000),
        ("questions", "4.5"),
        ("questions", "-1"),
        ("rounds", "many"),
        ("rounds", "9" * 5_000),
        ("temperature", "nan"),
        ("temperature", "2.1"),
        ("domain", "space"),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_is_written(tmp_path: Path, key: str, value: str) -> None:
    path = tmp_path / "config.toml"
    with pytest.raises(UsageError, match=f"cannot be generate.{key}"):
        set_value(path, f"generate.{key}", value)
    assert not path.exists()


@pytest.mark.parametrize("written", ["references = true", "temperature = true", 'rounds = "²"', "questions = []"])
def test_a_wrong_value_in_the_file_is_named_with_its_line(tmp_path: Path, written: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"[generate]\n{written}\n", encoding="utf-8")
    with pytest.raises(DamagedError, match="line 2"):
        load(path, {})


def test_the_domains_are_those_of_the_domains_file() -> None:
    assert domain_names() == DOMAINS
