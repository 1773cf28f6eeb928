"""Benchmarks run by hand, so a name that they use could vanish unseen."""

from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("[!_]*.py")))
def test_every_benchmark_finds_what_it_measures(name: str) -> None:
    assert import_module(f"benchmarks.{name}").__doc__


def test_every_mutant_of_the_core_changes_one_place_of_the_code() -> None:
    from benchmarks.mutants import of_core

    assert {mutant.file for mutant in of_core()}
