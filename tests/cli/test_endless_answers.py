"""Answers that a program gives without end: what is asked line by line comes to an end all the same."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tailor.library.store import starter_procedures
from tests.cli.conftest import Tailor


@pytest.mark.parametrize("answer", ["y", "n", "b", "g", "t", "?", "zzz"])
def test_answers_without_end_that_change_nothing_end_following(tailor: Tailor, answer: str) -> None:
    ran = tailor("follow", "starter.crusty-bread", "--plain", stdin=f"{answer}\n" * 2_000)
    assert ran.returncode == 0
    assert "The last 20 answers changed nothing, so Tailor has stopped reading your input." in ran.stderr
    assert len(ran.stderr) < 100_000


@pytest.mark.parametrize("answer", ["?", "s", "zzz", "w"])
def test_answers_without_end_that_change_nothing_end_a_review(tailor: Tailor, answer: str) -> None:
    asked = ("customize", "starter.crusty-bread", "half of it", "--provider", "builtin", "--plain")
    ran = tailor(*asked, stdin=f"{answer}\n" * 2_000)
    assert "The last 20 answers changed nothing, so Tailor has stopped reading your input." in ran.stderr
    assert len(ran.stderr) < 100_000


@pytest.mark.parametrize("answer", ["zzz", "crusty", "1"])
def test_answers_without_end_that_choose_nothing_end_the_home_of_lines(tailor: Tailor, answer: str) -> None:
    ran = tailor("--plain", stdin=f"{answer}\n" * 2_000)
    assert "The last 20 answers changed nothing, so Tailor has stopped reading your input." in ran.stderr
    assert len(ran.stderr) < 100_000


def test_looking_at_many_how_tos_one_after_the_other_ends_nothing(tailor: Tailor) -> None:
    ids = [str(one.id) for one in starter_procedures()][:15]
    ran = tailor("--plain", stdin="".join(f"{id}\nh\nb\n" for id in ids))
    assert "changed nothing" not in ran.stderr


def test_steps_that_are_done_one_after_the_other_are_no_answers_without_end(tailor: Tailor, home: Path) -> None:
    steps = "\n".join(f"{number}. Fold it {number} times." for number in range(1, 61))
    (home.parent / "crane.md").write_text(f"# Crane\n{steps}\n")
    ran = tailor("follow", "crane.md", "--plain", stdin="y\n" * 60)
    assert "Every step is done." in ran.stderr
    assert "changed nothing" not in ran.stderr


@pytest.mark.skipif(not hasattr(select, "poll"), reason="this system cannot say that nobody reads")
def test_lines_end_where_nobody_reads_what_comes_of_them(home: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "tailor", "follow", "starter.crusty-bread", "--plain"]
    ran = subprocess.run(
        command, input="y\nn\n" * 100, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    os.close(writer)
    assert "Your place is kept: step 1 of 11" in ran.stderr
