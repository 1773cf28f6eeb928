"""Further Verify agents: presets, and names that cannot be confused."""

import pytest

from tailor.agents.stages import Verifier
from tailor.agents.strategies import PRESETS, completed
from tailor.core.errors import UsageError


def test_two_presets_ship_and_a_bare_name_takes_its_words() -> None:
    assert list(PRESETS) == ["states", "causes"]
    (states,) = completed([Verifier("states", " ")])
    assert states.instruction == PRESETS["states"]


def test_own_words_win_over_a_preset() -> None:
    assert completed([Verifier("states", "Is it wet?")]) == (Verifier("states", "Is it wet?"),)


@pytest.mark.parametrize("name", ["", "verify", "Modify", "renumber", "you", "\u202e"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="a name of its own"):
        completed([Verifier(name, "Is it wet?")])


def test_a_name_comes_once_and_needs_an_instruction() -> None:
    with pytest.raises(UsageError, match="a name of its own"):
        completed([Verifier("wet", "Is it wet?"), Verifier("wet", "Is it dry?")])
    with pytest.raises(UsageError, match='"wet" has no instruction'):
        completed([Verifier("wet", "")])
