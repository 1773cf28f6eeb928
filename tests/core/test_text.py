"""The sanitizer: what it lets through, and its laws."""

import unicodedata
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.text import LONGEST_TEXT, clean, is_plain, normal, one_line, phrases, unmarked
from tests.depth import cases

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
AWKWARD = st.text(
    st.sampled_from("a 1\t\n\r\x1b\x07\x9b\x00\u202e\u200d\ufeff\ud800\u0301\u2028😀👩\ufffd½"), max_size=30
)


SEQUENCES = st.text(st.sampled_from("\x1b\x9b\x9d\x07\ufffd]];;[0P\\m \u0301"), max_size=40)


@settings(max_examples=cases(1_200), deadline=None)
@given(st.one_of(ANY_TEXT, AWKWARD, SEQUENCES))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert normal(normal(text)) == normal(text)


@settings(max_examples=cases(600), deadline=None)
@given(st.one_of(ANY_TEXT, AWKWARD))
def test_nothing_clean_can_steer_a_terminal_or_break_an_encoder(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert not [c for c in cleaned if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c != "\n"]
    assert not [c for c in cleaned if c in "\u202a\u202b\u202d\u202e\u2066\u2067\u200b\ufeff\U000e0041"]
    assert unicodedata.is_normalized("NFC", cleaned)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("a\tb", "a    b"),
        ("1½ cup at 10²", "1½ cup at 10²"),
        ("keep\x08\x08EVIL", "keep\ufffd\ufffdEVIL"),
        ("\x1b]52;c;VEFJTE9S\x07 rest", "\ufffd rest"),
        ("\ufffd]52;c;VEFJTE9S\ufffd rest", "\ufffd rest"),
        ("a \x1b]8;;http://evil.test/\x1b\\x\x1b]8;;\x1b\\ b", "a \ufffdx\ufffd b"),
        ("\x1bP+q544e\x1b\\ rest", "\ufffd rest"),
        ("\x1b[31;7mred\x9b0m", "\ufffdred\ufffd"),
        ("\x1b]0;never closed, all of it stays", "\ufffd]0;never closed, all of it stays"),
        ("[1/2 cup] [on high]", "[1/2 cup] [on high]"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("a\u200db", "ab"),
        ("e\u0301", "é"),
        ("", ""),
    ],
)
def test_each_kind_of_character_is_treated_as_promised(given_text: str, expected: str) -> None:
    assert clean(given_text) == expected


def test_the_quick_road_takes_only_characters_that_the_slow_one_leaves_alone() -> None:
    quick = [chr(code) for code in range(0x20000) if is_plain(chr(code))]
    assert len(quick) > 70_000
    odd = "\x1b\0"  # which takes the slow road
    assert [char for char in quick if clean(char + odd) != char + clean(odd)] == []


@settings(max_examples=cases(1_200), deadline=None)
@given(st.text(st.sampled_from("aé½\n …\u0301\u1100\u1161\u2126😀\ufffd\\]0;P")))
def test_a_text_on_the_quick_road_is_one_that_the_slow_road_leaves_alone(text: str) -> None:
    assert not is_plain(text) or clean(f"{text}\n\x1b") == f"{text}\n\ufffd"


@pytest.mark.parametrize(("raw", "text"), [(b"cr\xc3\xa8me", "crème"), (b"\xffa", "\ufffda"), (b"\xc3", "\ufffd")])
def test_words_of_a_locale_without_utf_8_are_read_as_utf_8(raw: bytes, text: str) -> None:
    assert clean(raw.decode("ascii", "surrogateescape")) == text  # as Python gives the command line


def test_piles_of_marks_are_cut() -> None:
    assert len(clean("e" + "\u0301" * 500)) < 8


def test_a_text_is_never_longer_than_the_limit() -> None:
    assert len(clean("\t" * LONGEST_TEXT)) <= LONGEST_TEXT
    assert len(clean("👍" * 50, 10)) == 10


def test_normal_form_is_one_trimmed_paragraph() -> None:
    assert normal("  Mix \n\n  the  flour \t\n well ") == "Mix the  flour well"
    assert normal(" \n ") == ""


def test_a_long_gap_is_read_once() -> None:
    begun = process_time()
    assert normal("a" + " " * 20_000 + "b").endswith(" b")
    assert process_time() - begun < 1


def test_one_line_says_where_it_was_cut() -> None:
    assert one_line("a\nb   c") == "a b c"
    assert one_line("x" * 50, 10) == "x" * 9 + "…"


def test_words_that_follow_each_other_are_said_as_one() -> None:
    assert phrases(["5", "kg", "softly"], "no more than 5 kg, and softly") == ("5 kg", "softly")
    assert phrases(["half", "size"], "Half the size, please") == ("Half the size",)
    assert phrases([], "no eggs") == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Warning:** check the *path* first.", "Warning: check the path first."),
        ("## Tips\n- add _more_ lime", "Tips\n- add more lime"),
        ("Run `rm *.log *.tmp` and `*x*`.", "Run `rm *.log *.tmp` and `*x*`."),
        ("2 * 3 * 4, a_b_c and __init__.py", "2 * 3 * 4, a_b_c and __init__.py"),
    ],
)
def test_notes_are_shown_as_plain_words(text: str, shown: str) -> None:
    assert unmarked(text) == shown


def test_code_on_one_line_is_shown_without_its_fences() -> None:
    assert one_line("Run: ```sh ⏎ cd app ⏎ make ⏎ ``` and wait") == "Run: cd app ⏎ make and wait"
