"""The record of a bench's calls: `calls.jsonl`, one finished call a line.

Owns `Cell`, `CallRecord` and their file. Refuses to ask models (`calls` does), and to take a fault for an
answer: faults are counted, no more. What the model itself does wrong (an empty answer, one cut at its greatest
length) is an answer, and kept.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, Fault
from tailor.core.protocols import Message, Settings, Usage
from tailor.evaluation.budget import estimated
from tailor.evaluation.lines import add_line, read_lines

CALLS_FILE: Final = "calls.jsonl"


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a bench's grid."""

    case: str
    way: str
    """A strategy's or a method's name, or "judge:…"."""
    prompts: str
    """The prompt set; with parts switched off each is named behind a dash, "tailor-examples"."""
    sample: int = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """So much of the answer was there at this moment."""

    seconds: float
    """Since the call began."""
    length: int
    """Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """One finished call."""

    key: str
    cell: Cell
    nth: int
    """1 for the first such call (same messages and settings) in its cell."""
    model: str
    messages: tuple[Message, ...]
    settings: Settings
    text: str = ""
    reasoning: int = 0
    """Characters the model thought."""
    usage: Usage | None = None
    left_out: tuple[str, ...] = ()
    at: float = 0.0
    """Seconds since its cell began."""
    first: float | None = None
    """Seconds to the first text; None where none came."""
    seconds: float = 0.0
    marks: tuple[Mark, ...] = ()
    fault: Fault | None = None
    """How the answer failed to be whole; None: it is whole."""
    title: str = ""
    message: str = ""
    answered: bool = True
    """False: a fault that may pass; it is counted and tried again."""

    @property
    def tokens(self) -> int:
        """Tokens of question and answer, estimated where the server did not say."""
        asked = sum(len(one.content) for one in self.messages)
        return estimated(self.usage, asked + len(self.text) + self.reasoning)


class Record:
    """The calls of one bench, in memory and in its file."""

    def __init__(self, path: Path) -> None:
        """Reads what is there; a line that a kill cut off is passed over. DamagedError where the disk refuses."""
        self._path = path
        self._calls: dict[str, CallRecord] = {}
        self._by_cell: dict[Cell, list[CallRecord]] = {}
        self._tokens = 0
        self.faults = 0
        """Calls that ended with a fault which may pass."""
        lines = read_lines(path)
        self.unread = len(lines.bad)
        """Lines that could not be read: one that was cut, or a file damaged by others."""
        for row in lines.rows:
            try:
                self._take(from_json(CallRecord, row))
            except ContentError:
                self.unread += 1

    @property
    def made(self) -> int:
        """Calls that ended, faults among them."""
        return len(self._calls) + self.faults

    @property
    def tokens(self) -> int:
        """Tokens of all of them, estimated where the server does not say."""
        return self._tokens

    @property
    def cost(self) -> float | None:
        """Money, as far as the server told; None where it told nothing."""
        told = [one.usage.cost for one in self._calls.values() if one.usage and one.usage.cost is not None]
        return sum(told) if told else None

    def find(self, key: str) -> CallRecord | None:
        """The finished call with this key."""
        return self._calls.get(key)

    def of(self, cell: Cell) -> tuple[CallRecord, ...]:
        """The finished calls of a cell, in the order in which they ended."""
        return tuple(self._by_cell.get(cell, ()))

    def add(self, call: CallRecord) -> None:
        """Keeps a call: on the disk when this returns. Not awaited, so that no cancellation comes between."""
        row = to_json(call)
        assert isinstance(row, dict)
        add_line(self._path, row)
        self._take(call)

    def _take(self, call: CallRecord) -> None:
        self._tokens += call.tokens
        if call.answered:
            self._calls[call.key] = call
            self._by_cell.setdefault(call.cell, []).append(call)
        else:
            self.faults += 1
