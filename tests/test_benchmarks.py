"""Benchmarks run by hand, so a name that they use could vanish unseen."""

from functools import cached_property
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


def test_a_mutant_reaches_every_kind_of_method() -> None:
    from benchmarks.mutants import _functions

    found = {function.__name__ for function in _functions([ManyKinds], __name__)}
    assert {"plain", "shown", "kept", "made", "free"} <= found


class ManyKinds:
    def plain(self) -> int:
        return 1

    @property
    def shown(self) -> int:
        return 1

    @cached_property
    def kept(self) -> int:
        return 1

    @classmethod
    def made(cls) -> int:
        return 1

    @staticmethod
    def free() -> int:
        return 1
