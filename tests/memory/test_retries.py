"""Writing while others write."""

import pytest

from memory.store import Conflict, retried


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr("memory.store.time.sleep", waited.append)
    return waited


@pytest.mark.parametrize(
    "said",
    [
        "Retryable commit conflict for version 3",
        "Incompatible transaction: This Update transaction is incompatible with concurrent transaction Overwrite",
    ],
)
def test_a_write_that_came_second_is_done_again(waits: list[float], said: str) -> None:
    calls: list[int] = []

    def write() -> None:
        calls.append(1)
        if len(calls) < 4:
            raise RuntimeError(f"lance error: {said}")

    retried(write)
    assert len(calls) == 4
    assert len(waits) == 3
    assert waits[0] < waits[2]


def test_other_errors_are_raised_at_once(waits: list[float]) -> None:
    def write() -> None:
        raise RuntimeError("No space left on device (os error 28)")

    with pytest.raises(RuntimeError, match="No space"):
        retried(write)
    assert waits == []


def test_it_ends(waits: list[float]) -> None:
    def write() -> None:
        raise RuntimeError("Retryable commit conflict")

    with pytest.raises(Conflict, match="another process"):
        retried(write)
    assert len(waits) == 10
    assert sum(waits) < 15
