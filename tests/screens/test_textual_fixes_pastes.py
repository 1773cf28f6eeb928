"""What is pasted is text to its end, whatever stands in it, and however it comes in."""

import pytest
from textual import _xterm_parser, events
from textual._xterm_parser import XTermParser

from tailor.screens import textual_fixes
from tailor.screens.textual_fixes import BEGIN, END, PasteParser, patch_textual

pytestmark = pytest.mark.every_frame

HOSTILE = ("ab \x1b]0;evil\x07 ", "\x1b", "\x1b[", "\x1b[2", "\x1b[20", "\x1b[200~", "\x1b[31mred\x1b[0m", "\x1bO")


def heard(parser: XTermParser, *came: str) -> list[str]:
    """What a terminal sends, as pastes and keys."""
    said = []
    for data in came:
        for one in parser.feed(data):
            if isinstance(one, events.Paste):
                said.append(f"paste {one.text}")
            elif isinstance(one, events.Key):
                said.append(one.key)
    return said


def test_without_the_mend_words_of_a_paste_are_pressed_as_keys() -> None:
    said = heard(XTermParser(), f"{BEGIN}one \x1b]0;axe\x07 two{END}")
    assert {"a", "x", "e"} <= set(said)


def test_the_app_reads_with_the_mend() -> None:
    patch_textual()
    assert _xterm_parser.XTermParser is PasteParser  # what a driver is given when it is made


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("count", [1, 2, 300])
def test_a_paste_with_escapes_is_one_paste_and_presses_no_key(text: str, count: int) -> None:
    said = heard(PasteParser(), BEGIN + text * count + " end" + END, "\x11")
    assert said == [f"paste {(text * count).replace(chr(27), '')} end", "ctrl+q"]


@pytest.mark.parametrize("at", range(1, 40))
def test_a_paste_may_come_in_two_parts(at: int) -> None:
    sent = f"x{BEGIN}one \x1b[20 two{END}\x11{BEGIN}three{END}y"
    assert heard(PasteParser(), sent[:at], sent[at:]) == ["x", "paste one [20 two", "ctrl+q", "paste three", "y"]


def test_a_paste_may_come_character_by_character() -> None:
    assert heard(PasteParser(), *f"{BEGIN}a\x1b[b{END}\x11") == ["paste a[b", "ctrl+q"]


def test_ctrl_c_ends_a_paste_whose_end_never_came() -> None:
    assert heard(PasteParser(), f"{BEGIN}no nuts", "\x03", "a") == ["paste no nuts", "ctrl+c", "a"]


def test_a_paste_whose_end_is_lost_is_given_after_a_while_and_the_keys_work_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = PasteParser()
    assert heard(parser, f"{BEGIN}no nuts") == []
    assert not list(parser.tick())  # it may be a slow line
    monkeypatch.setattr(textual_fixes, "LONGEST_SILENCE", -1.0)
    (paste,) = parser.tick()
    assert isinstance(paste, events.Paste)
    assert paste.text == "no nuts"
    assert heard(parser, END, "\x11", f"{BEGIN}two{END}") == ["ctrl+q", "paste two"]


def test_the_rest_of_a_paste_whose_terminal_was_silent_for_long_is_pasted_and_not_pressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(textual_fixes, "LONGEST_SILENCE", -1.0)
    parser = PasteParser()
    for end, said in (
        (("d", "delete all", "q"), ["d", "paste delete all", "q"]),
        ((f"dd{END}d", "delete"), ["paste dd", "d", *"delete"]),
        ((f"{BEGIN}b{END}", "next"), ["paste b", *"next"]),
        ((END, "next"), [*"next"]),
    ):
        assert heard(parser, f"{BEGIN}no nuts\nno ") == []
        assert [type(one) for one in parser.tick()] == [events.Paste]
        assert heard(parser, *end) == said


def test_a_sequence_longer_than_any_presses_no_key() -> None:
    assert heard(PasteParser(), "\x1b[" + "1;" * 2000, "\x11") == ["ctrl+q"]
    assert heard(PasteParser(), "\x1b[" + "1;" * 2000 + "ma") == ["a"]


@pytest.mark.parametrize("at", [1, 2, 3, 6, 31, 34, 64, 70, 3000])
def test_nor_does_one_that_comes_in_pieces(at: int) -> None:
    sent = "\x1b[<0;" + "9" * 5000 + ";1M"
    assert heard(PasteParser(), sent[:at], sent[at:] + "a") == ["a"]
    assert heard(PasteParser(), sent[:at], sent[at : at + 50], sent[at + 50 :], "a\x1b[A") == ["a", "up"]


def test_and_nobody_waits_for_the_rest_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.ESCAPE_DELAY", 0.0)
    parser = PasteParser()
    assert heard(parser, "\x1b[<0;", "9" * 5000 + ";1M") == []
    assert not list(parser.tick())
    assert heard(parser, "\x1b[<0;") == []
    assert list(parser.tick())  # it was Escape, and what was typed after it


ANSWERS = (
    *("\x1b[?1;2c", "\x1b[>0;276;0c", "\x1b[?31u", "\x1b[?997;1n", "\x1b[0n", "\x1b[?3;4R", "\x1b[12;2$y"),
    *("\x1b[8;24;80t", "\x1b[4;400;800t", "\x1b[>4;2m", "\x1b]11;rgb:dddd/dddd/dddd\x07"),
    *("\x1b]10;rgb:00/dd/00\x1b\\", "\x1bP>|xterm(390)\x1b\\", "\x1bP1$r0 q\x1b\\", "\x1b_Gi=1;OK\x1b\\"),
)
"""What a terminal answers to a program that ran before."""


@pytest.mark.parametrize("sent", ANSWERS)
def test_an_answer_that_another_program_asked_for_presses_no_key(sent: str) -> None:
    assert heard(PasteParser(), f"a{sent}b{sent}{sent}\x1b[A") == ["a", "b", "up"]
    assert heard(PasteParser(), f"{BEGIN}d{sent}{END}a")[-1] == "a"
    for at in range(2, len(sent)):
        assert heard(PasteParser(), sent[:at], f"{sent[at:]}a") == ["a"]
        if not sent.startswith("\x1b[") and at < len(sent) - 1:
            assert heard(PasteParser(), sent[:at], sent[at:-1], f"{sent[-1]}a") == ["a"]


def test_nobody_waits_for_long_for_the_end_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = PasteParser()
    assert heard(parser, "\x1b]11;rgb:dd") == []
    monkeypatch.setattr(textual_fixes, "LONGEST_SILENCE", -1.0)
    assert not list(parser.tick())
    assert heard(parser, "n") == ["n"]


def test_what_is_typed_and_what_tailor_asked_for_comes_through() -> None:
    typed = ("\x1b[97;5u", "\x1b[1;2A", "\x1b[c", "\x1b[15~", "\x1b[1;5Q")
    assert all(heard(PasteParser(), one) for one in typed)
    known = [*PasteParser().feed("\x1b[?2026;2$y\x1b[?2048;1$y\x1b[2;3R\x1b[48;24;80;400;800t")]
    assert len(known) == 4


CANNOT_BE = ("\x1b[1114112u", "\x1b[99999999999999999999u", "\x1b[97;1;1114112u")
"""Keys of characters that there are not."""
NO_SIZE = ("\x1b[48;0;0;0;0t\x1b[<0;3;4M", "\x1b[48;24;80;0;0t\x1b[<0;3;4M")
"""A terminal that does not know how large it is, and a click."""


@pytest.mark.parametrize("sent", [*CANNOT_BE, *NO_SIZE])
def test_without_the_mend_numbers_that_cannot_be_end_the_reading(sent: str) -> None:
    with pytest.raises((ValueError, OverflowError, ZeroDivisionError)):
        heard(XTermParser(), sent)


@pytest.mark.parametrize("sent", CANNOT_BE)
def test_a_key_that_cannot_be_is_none(sent: str) -> None:
    assert heard(PasteParser(), f"a{sent}b") == ["a", "b"]


@pytest.mark.parametrize("sent", NO_SIZE)
def test_a_terminal_that_knows_no_size_is_clicked_on_in_cells(sent: str) -> None:
    parser = PasteParser()
    *_, click = parser.feed(sent)
    assert isinstance(click, events.MouseDown)
    assert (click.x, click.y) == (2, 3)


def test_keys_go_on_as_they_were() -> None:
    sent = "a\x1b[A\x1b[15~\x1b[<0;3;4M\x1bOP\x11"
    assert heard(PasteParser(), sent) == heard(XTermParser(), sent)
