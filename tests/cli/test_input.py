"""Waiting for a line: for as long as it takes, or until a time is over; never a byte of the next line."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from typing import TextIO

import pytest

from tailor.cli import console as hearing
from tailor.cli.console import number_in, read_line, yes_or_no


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
    assert [read_line(5), read_line(), read_line(0), read_line(), read_line()] == [
        "one",
        "zwölf",
        "",
        "last",
        None,
    ]


def test_a_time_without_a_line_is_said(pipe: TextIO) -> None:
    with pytest.raises(TimeoutError):
        read_line(0)
    pipe.write("late\n")
    pipe.flush()
    assert read_line(0) == "late"


@pytest.mark.parametrize(
    ("line", "number"), [(" 3 ", 3), ("0", 0), ("11", None), ("", None), (None, None), ("-1", None), ("½", None)]
)
def test_a_number_is_a_whole_one_up_to_the_most(line: str | None, number: int | None) -> None:
    assert number_in(line, 10) == number


def test_a_yes_or_no_is_asked_until_it_is_one_and_an_end_is_neither(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["", "maybe", "Yes", "n", None])
    monkeypatch.setattr(hearing, "read_line", lambda seconds: next(answers))
    assert [yes_or_no("?") for _ in range(3)] == [True, False, None]
    assert capsys.readouterr().err.count("Please type y or n.\n") == 2


def test_ctrl_c_interrupts_a_question_asked_in_the_middle_of_a_run(
    pipe: TextIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "_line", lambda _: signal.raise_signal(signal.SIGINT))
    went_on: list[bool] = []

    async def asking() -> None:
        read_line()
        went_on.append(True)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(asking())
    assert not went_on
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
