"""Sanitising: every text from outside passes through `clean()` where it enters, and `normal()` makes it a step.

Why: terminals interpret escape sequences, so a model's answer could write to the clipboard or rename the window;
tag and bidi characters hide instructions or spoof what is read. Only NFC is used, since NFKC would turn "1½ cup"
into "11⁄2 cup".
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from math import inf
from typing import Final

from tailor.core.code_lines import compiled, folded, in_a_row

LONGEST_TEXT: Final = 1_000_000
"""Characters kept of any text from outside: a whole page, a whole answer."""

LONGEST_HINT: Final = 100_000
"""Characters read of a hint or a profile line."""

LONGEST_STEP: Final = 5_000
"""Most characters of a step or a resource (CONTRACT 1)."""

MOST_MARKS: Final = 4
"""Combining marks kept on one base character; more would spill over neighbouring rows."""

_EMPHASIS: Final = r"(?<![\w`])([*_]{1,3})(\S(?:[^\n]{0,300}?\S)?)\1(?![\w`]|\.\w)"
_HEADING: Final = r"(?m)^#{1,6} +(?=\S)"
REPLACEMENT: Final = "\ufffd"
ZWJ: Final = "\u200d"

_LINE_ENDS: Final = "\r\n|[\r\x85\u2028\u2029]"
_INVISIBLE: Final = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
BRAILLE_BLANK: Final = "\u2800"
"""A space among dots; by itself it shows nothing, though it counts as a symbol."""

_CSI: Final = "(?:\x1b\\[|\x9b)[0-?]{0,40}[ -/]{0,4}[@-~]"
_STRING: Final = "\ufffd(?:\\][0-9]{1,5};[^\ufffd\n]{0,2000}\ufffd\\\\?|[PX^_][^\ufffd\n]{0,2000}\ufffd\\\\)"
"""A whole terminal command (title, clipboard, link …) whose control characters are U+FFFD already."""

_BREAK: Final = r"(?<![^\S\n])[^\S\n]*\n\s*"  # from where white space begins, so that a run is scanned once
_SEEN: Final = frozenset(
    [
        *("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"),
        *("Sm", "Sc", "Sk", "So", "Zs"),
    ]
)
"""The categories of characters that stay as they are: assigned, neither a control nor a format, none combining."""
_ODD: Final = frozenset(f"\u115f\u1160\u3164\uffa0{REPLACEMENT}{BRAILLE_BLANK}")
"""Characters of these that need work all the same: they show nothing, or may begin a sequence."""
_ASCII: Final = frozenset(map(chr, (10, *range(32, 127))))
_UNDECODED: Final = "[\udc80-\udcff]+"


def clean(text: str, limit: int = LONGEST_TEXT) -> str:
    """The text without anything that could steer a terminal, hide, or spill over its place.

    Bytes that Python could not decode, as of a command line in a locale without UTF-8, are read as UTF-8. A whole
    terminal sequence becomes one U+FFFD. So does every other control character, surrogate, unassigned or
    private code point, one for one, so that nothing after an unfinished sequence is swallowed. Line ends become
    LF, a tab four spaces; invisible, bidi and tag characters are removed. The result is NFC, can be encoded as
    UTF-8, has at most `limit` characters, and `clean(clean(t)) == clean(t)`.
    """
    text = text[: limit * 2]
    if is_plain(text):
        return text[:limit]
    text = compiled(_UNDECODED).sub(
        lambda found: found[0].encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape"), text
    )
    text = compiled(_LINE_ENDS).sub("\n", text).replace("\t", "    ").replace(BRAILLE_BLANK, " ")
    text = compiled(_INVISIBLE).sub("", compiled(_CSI).sub(REPLACEMENT, text))
    text = "".join(map(_visible, text))
    text = unicodedata.normalize("NFC", text)
    text = unicodedata.normalize("NFC", _few_marks(text))
    while (fewer := compiled(_STRING).sub(REPLACEMENT, text)) != text:  # halves the sequences each time round
        text = fewer
    return unicodedata.normalize("NFC", text[:limit])


def is_plain(text: str) -> bool:
    """Whether `clean` would leave all of the text as it is, found out without doing its work."""
    if text.isascii():
        return text.replace("\n", "").isprintable()
    signs = set(text) - _ASCII
    return (
        _ODD.isdisjoint(signs)
        and _SEEN.issuperset(map(unicodedata.category, signs))
        and unicodedata.is_normalized("NFC", text)
    )


def is_unseen(text: str) -> bool:
    """Whether the text has characters other than white space, and all of them are invisible."""
    return bool(text.strip()) and not normal(text).strip(f"{REPLACEMENT} ")


def clean_whole(text: str) -> str:
    """Clean the whole text, however long; it may grow, most of all by tabs."""
    return clean(text, 4 * len(text))


def unix_lines(text: str) -> str:
    """The text with LF for the line ends of Windows and of old Macs; otherwise as it is.

    If it has none of these, rarer line ends count: those of mainframes, and Unicode's own.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if "\n" in text else re.sub("[\v\f\x85\u2028\u2029]", "\n", text)


def normal(text: str) -> str:
    """One paragraph in normal form (CONTRACT 1): cleaned, line breaks replaced by one space, trimmed.

    Code between fences keeps its lines, as `code_lines` writes them. The result may be empty or longer than
    LONGEST_STEP; `procedure.checked` deals with both.
    """
    text = clean(folded(text)).strip()
    return compiled(_BREAK).sub(" ", text) if "\n" in text else text


def one_line(text: str, limit: int = 300) -> str:
    """A short clean text for a label: one line, at most `limit` characters, "…" where it was cut."""
    flat = " ".join(in_a_row(clean(text[: limit * 8])).split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def unmarked(text: str) -> str:
    """The text as shown, without Markdown marks: "Warning:" for "**Warning:**"; code keeps its own."""
    return compiled(_HEADING).sub("", compiled(_EMPHASIS).sub(r"\2", text))


def phrases(words: Iterable[str], text: str) -> tuple[str, ...]:
    """Join words that follow each other in the text: "5", "kg" to "5 kg"; "half", "size" to "half the size"."""
    made: list[str] = []
    for word in words:
        both = rf"{re.escape(made[-1])}\s+(?:(?:a|an|of|the)\s+)*{re.escape(word)}" if made else r"(?!)"
        if found := re.search(both, text, re.IGNORECASE):
            made[-1] = found[0]
        else:
            made.append(word)
    return tuple(made)


def and_last(words: Iterable[str]) -> str:
    """ "oil, salt and pepper"; "" for none."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def some_of(items: Sequence[str], most: int) -> str:
    """ "oil, salt and 2 more"."""
    more = len(items) - most
    return ", ".join(items[:most]) + (f" and {more} more" if more > 0 else "")


def with_capital(words: str) -> str:
    """The words with a capital first letter; the others stay."""
    return words[:1].upper() + words[1:]


def counted(number: int, what: str) -> str:
    """ "1 step", "1,200 steps"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def number_words(value: float) -> str:
    """A number as people write it; "" for NaN and infinity."""
    if abs(value) < 1e6:
        return f"{value:g}"
    return str(value) if abs(value) < inf else ""  # a whole number may be larger than any other


def minutes_words(minutes: int) -> str:
    """A time of a procedure: "90 min"; "7 days" where it is whole days."""
    days, rest = divmod(minutes, 1_440)
    return f"{minutes} min" if rest else counted(days, "day")


def size_words(size: int) -> str:
    """Bytes as people say them: "986 MB", "2.5 GB"."""
    return f"{size / 1e9:.1f} GB" if size >= 999_500_000 else f"{max(size / 1e6, min(size, 1)):.0f} MB"


def time_words(seconds: float) -> str:
    """How long something still takes: "40 s", "2 min"."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(seconds, 1):.0f} s"


def _visible(char: str) -> str:
    """The character, or U+FFFD for a control, surrogate, private or unassigned one."""
    if char == "\n" or " " <= char <= "~":
        return char
    return REPLACEMENT if unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn") else char


def _few_marks(text: str) -> str:
    """The text with at most MOST_MARKS combining marks in a row, and joiners only inside emoji."""
    out: list[str] = []
    marks = 0
    for index, char in enumerate(text):
        if char == ZWJ:
            if _joins_emoji(text, index):
                out.append(char)
            continue
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            out.append(char)
    return "".join(out)


def _joins_emoji(text: str, index: int) -> bool:
    """Whether the joiner at `index` is between two pictographs, as in a family emoji."""
    before = index - 2 if index > 1 and text[index - 1] == "\ufe0f" else index - 1
    return before >= 0 and index + 1 < len(text) and _pictograph(text[before]) and _pictograph(text[index + 1])


def _pictograph(char: str) -> bool:
    return char >= "\u2190" and unicodedata.category(char) in ("So", "Sk", "Sm")
