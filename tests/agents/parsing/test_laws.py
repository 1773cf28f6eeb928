"""Laws of the readers: they never raise, chunks make no difference, texts are in normal form, time is linear."""

from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.agents.parsing import EditParser, ParsedEdits, ReadSteps, StepParser, read_edits, read_steps
from tailor.core.text import LONGEST_STEP, normal
from tests.agents.parsing.answers import left_of

PIECES = (
    *(
        "replace(",
        "insert(",
        "delete(2)",
        "keep(1)\n",
        "2, ",
        "r1, ",
        "a text",
        ")",
        "(",
        ":)",
        "a) ",
        "，",
        "（",
        "）",
    ),
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "# because ",
        "[R2]",
        "// so ",
        " -- ",
        "```\n",
        "done\n",
        "no edits\n",
        "1. ",
    ),
    *(
        "<think>",
        "</think>",
        "<thi",
        "nk>",
        "replace(1, b)\n</think>",
        "[THINK]",
        '"',
        "'",
        "“",
        "”",
        "`",
        "**",
        "- ",
        "Step 3: ",
        "### ",
        "[[ ",
        " ]]",
    ),
    *(
        '{"op":"insert","step":1,"text":"a b"}',
        '{"edits":[',
        "},",
        "]",
        "Notes:\n",
        "Ingredients:\n",
        "Let me know\n",
    ),
    *(
        "insert after 2:",
        "\u0301",
        "\u200d",
        "\ud800",
        "\x1b[0m",
        "\u2028",
        "\u202e",
        "DOCUMENTATION 'a' using b:\n",
    ),
)
ANSWERS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=30).map("".join)


@given(ANSWERS, st.lists(st.integers(1, 12), min_size=1, max_size=8))
def test_any_chunking_reads_the_same_edits(text: str, sizes: list[int]) -> None:
    reader = EditParser(4, 2)
    out = [each for piece in _pieces(text, sizes) for each in reader.feed(piece)]
    out += reader.close()
    assert ParsedEdits(reader.edits, reader.flagged, reader.end) == read_edits(text, 4, 2)
    assert left_of(out) == reader.edits


@given(ANSWERS, st.lists(st.integers(1, 12), min_size=1, max_size=8))
def test_any_chunking_reads_the_same_steps(text: str, sizes: list[int]) -> None:
    reader = StepParser()
    out = [step for piece in _pieces(text, sizes) for step in reader.feed(piece)]
    out += reader.close()
    assert tuple(out[len(out) - len(reader.steps) :]) == reader.steps
    assert len(out) == len(reader.steps) or "</think>" in text
    rest = (reader.end, reader.cut, tuple(reader.besides))
    assert ReadSteps(reader.steps, reader.uncertain, reader.dropped, *rest) == read_steps(text)


@given(ANSWERS)
def test_whatever_is_read_is_in_normal_form_and_in_range(text: str) -> None:
    reading = read_edits(text, 4, 2)
    for edit in reading.edits:
        assert normal(edit.text) == edit.text
        assert len(edit.text) <= LONGEST_STEP
        assert 0 <= edit.step <= (4 if edit.part == "steps" else 2)
    for step in read_steps(text).steps:
        assert step
        assert normal(step) == step


@pytest.mark.parametrize("make", [lambda: EditParser(9), StepParser], ids=["edits", "steps"])
@pytest.mark.parametrize(
    "unit",
    [
        *(
            " *_",
            "(",
            ")",
            "replace(",
            "[[",
            "<think>",
            "<thi",
            '{"',
            '{"a":',
            "[",
            "\n",
            "\r",
            "1. ",
            "- ",
            "**",
            '{"\\',
        ),
        *(
            "replace(1, a), ",
            "replace(1, a) b)) c)",
            'replace(1, "ab"; x), ',
            "replace(1, a\n",
            "replace(1, a(((\n",
        ),
        *("# because [R1][R1]", "1. [[ a\n", "## a\n", "```\n", "1. a\n - b\n\n", '{"op":"insert","step":1},'),
    ],
)
def test_four_times_the_text_takes_about_four_times_the_time(
    make: Callable[[], EditParser | StepParser], unit: str
) -> None:
    small, large = (_seconds(make, unit * (size // len(unit))) for size in (20_000, 80_000))
    # Below the floor a measurement is noise; a quadratic reader is far above it.
    assert large < 8 * max(small, 0.05)


def _seconds(make: Callable[[], EditParser | StepParser], text: str) -> float:
    start = process_time()
    reader = make()
    reader.feed(text)
    reader.close()
    return process_time() - start


def _pieces(text: str, sizes: list[int]) -> list[str]:
    pieces, at, turn = [], 0, 0
    while at < len(text):
        pieces.append(text[at : at + sizes[turn % len(sizes)]])
        at += len(pieces[-1])
        turn += 1
    return pieces
