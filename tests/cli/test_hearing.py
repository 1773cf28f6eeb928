"""Waiting for a line: for as long as it takes, or until a time is over; never a byte of the next line."""

import os
import sys
from collections.abc import Iterator
from typing import TextIO

import pytest

from tailor.cli.hearing import hear, number_in


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[TextIO]:
    """Something to write what standard input then holds."""
    read, write = os.pipe()
    with os.fdopen(read) as stdin, os.fdopen(write, "w") as end:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield end


def test_lines_come_one_by_one_and_then_the_end(pipe: TextIO) -> None:
    pipe.write("one\nzwölf\r\n\nlast")
    pipe.close()
    assert [hear(5), hear(), hear(0), hear(), hear()] == ["one", "zwölf", "", "last", None]


def test_a_time_without_a_line_is_said(pipe: TextIO) -> None:
    with pytest.raises(TimeoutError):
        hear(0)
    pipe.write("late\n")
    pipe.flush()
    assert hear(0) == "late"


@pytest.mark.parametrize(
    ("line", "number"), [(" 3 ", 3), ("0", 0), ("11", None), ("", None), (None, None), ("-1", None), ("½", None)]
)
def test_a_number_is_a_whole_one_up_to_the_most(line: str | None, number: int | None) -> None:
    assert number_in(line, 10) == number
