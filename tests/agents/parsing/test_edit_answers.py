"""Every kind of answer is read as expected, whatever its chunks."""

import pytest

from tailor.agents.parsing import EditParser, ParsedEdits, edit_parser, read_edits
from tailor.agents.parsing.edit_syntax import bare_step
from tailor.core.edits import Edit, Flagged
from tests.agents.parsing.answers import ANSWERS, Answer, left_of


def shown(edit: Edit) -> str:
    """An edit as the table writes it."""
    mark = "r" if edit.part == "resources" else ""
    line = f"{edit.op} {mark}{edit.step} {edit.text} | {edit.reason} | {' '.join(edit.serves)}"
    return line.removesuffix(" | ").removesuffix(" | ")


def shown_flagged(flagged: Flagged) -> str:
    """A flagged edit as the table writes it."""
    mark = "r" if flagged.edit.part == "resources" else ""
    return f"{flagged.edit.op} {mark}{flagged.edit.step} {flagged.edit.text} | {flagged.why}"


def in_chunks(answer: Answer, size: int) -> ParsedEdits:
    """The answer read in pieces; what was fed out is what the reader holds."""
    reader = EditParser(answer.steps, 3)
    out: list[Edit | Flagged] = []
    for at in range(0, len(answer.raw), size):
        out.extend(reader.feed(answer.raw[at : at + size]))
    out.extend(reader.close())
    assert left_of(out) == reader.edits
    assert tuple(each for each in out if isinstance(each, Flagged)) == reader.flagged
    return ParsedEdits(reader.edits, reader.flagged, reader.end)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.name.replace(" ", "_"))
def test_an_answer_is_read_as_meant(answer: Answer) -> None:
    reading = read_edits(answer.raw, answer.steps, 3)
    assert tuple(map(shown, reading.edits)) == answer.edits
    assert tuple(map(shown_flagged, reading.flagged)) == answer.flagged
    assert reading.end == answer.end


@pytest.mark.parametrize("size", [1, 2, 7])
def test_chunks_make_no_difference(size: int) -> None:
    for answer in ANSWERS:
        assert in_chunks(answer, size) == read_edits(answer.raw, answer.steps, 3), answer.name


def test_there_are_examples_of_every_end() -> None:
    assert len(ANSWERS) >= 45
    assert {answer.end for answer in ANSWERS} == {"edits", "none", "unparsed"}


def test_a_long_numbered_list_in_a_text_is_looked_at_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def counted(line: str, *, numbered: bool = False) -> int | None:
        looks.append(line)
        return bare_step(line, numbered=numbered)

    monkeypatch.setattr(edit_parser, "bare_step", counted)
    listed = "".join(f"{number}. Stir.\n" for number in range(1, 501))
    read_edits(f"REPLACE(2, Do:\n{listed})", 9)
    assert len(looks) < 3 * 500
