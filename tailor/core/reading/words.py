"""The small texts inside an edit: its new text, its reason, the requirements it serves.

Owns quotes, ornament, numbered lists inside one text, placeholders that only echo the instructions, and reasons.
Refuses to find edits in an answer (`heads`, `closing` and `lines` do).
"""

import re
from dataclasses import dataclass
from typing import Final

from tailor.core.text import LONGEST_STEP, clean

_PAIRS: Final = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "”",
    "„": "“",
    "‘": "’",
    "«": "»",
    "「": "」",
    "『": "』",
}
"""Quotes a model puts around a text, opening to closing."""

OPENING_QUOTES: Final = frozenset(_PAIRS)
_ESCAPED = re.compile(r"\\([\"'`])")
_ORNAMENT: Final = " \t*_`~"
_ITEM = re.compile(r"\s{0,20}(?:(\d{1,3})[.)]|[-*•+])\s{1,20}(?=\S)")
_PLACEHOLDER = re.compile(
    r"(?:X{1,4}|Y{2,4}|Z{2,4}|T{2,4}|\.{3}|…|(?:the |your )?(?:new |full ){0,2}(?:step )?text(?: here)?"
    r"|(?:the |your |a )?new step(?: text)?|<[^<>]{0,40}>|\[[^\[\]]{0,40}\])"
)
_BECAUSE = re.compile(r"(?:because\b|(?:reason|rationale|why)\s{0,3}[:：-])[\s:：,]{0,4}", re.IGNORECASE)
_MARK = re.compile(r"R\d{1,3}(?:(?:\s?[,;&/+]\s?|\sand\s|\s)R\d{1,3}){0,12}", re.IGNORECASE)
_ONE_MARK = re.compile(r"R\d{1,3}", re.IGNORECASE)
_BRACKETS: Final = {"]": "[", ")": "("}


@dataclass(frozen=True, slots=True)
class Said:
    """A reason as a model gave it."""

    words: str = ""
    """In its own words, without "because" and without requirement marks."""
    serves: tuple[str, ...] = ()
    """The requirements it named: "R2"."""
    stated: bool = False
    """Whether it said "because" or "reason:", so that it can be nothing but a reason."""


def collapsed(text: str) -> str:
    """The text as one clean paragraph with single spaces, at most LONGEST_STEP characters."""
    text = " ".join(clean(text[: LONGEST_STEP * 4]).split())
    return clean(text[:LONGEST_STEP]).strip()


def unwrapped(text: str) -> str:
    """The text without quotes, bold or backticks that stand around the whole of it."""
    text = text.strip()
    for _ in range(3):
        inner = _inside_quotes(text)
        if (
            inner is None
            and len(text) > 4
            and text[:2] == text[-2:] in ("**", "__")
            and text[:2] not in text[2:-2]
        ):
            inner = text[2:-2]
        if inner is None:
            return text
        text = inner.strip()
    return text


def _inside_quotes(text: str) -> str | None:
    """What stands between the quotes around the whole text; None where they are no such quotes."""
    close = _PAIRS.get(text[:1])
    if close is None or len(text) < 2 or text[-1] != close or text[-2] == "\\":
        return None
    inner = text[1:-1]
    first = _first_quote(inner, close)
    # `"Start" and "stop"` begins and ends with a quote, but the first one inside closes, after a letter.
    if first is not None and not (first > 0 and inner[first - 1] in " \n(["):
        return None
    return _ESCAPED.sub(r"\1", inner)


def _first_quote(inner: str, close: str) -> int | None:
    """Where the first closing quote stands that is neither escaped nor an apostrophe inside a word."""
    at = inner.find(close)
    while at >= 0:
        before, after = inner[at - 1 : at], inner[at + 1 : at + 2]
        if before != "\\" and not (close in "'’" and before.isalnum() and after.isalnum()):
            return at
        at = inner.find(close, at + 1)
    return None


def texts_in(body: str, step: int) -> tuple[str, ...]:
    """The new texts in the body of one edit on `step`: one, or one for each item of a list.

    Items count only if the body begins with one and numbers go on by one; a single number is taken off where it
    only repeats a place in the procedure.
    """
    body = unwrapped(body)
    items: list[list[str]] = [[]]
    numbers: list[int | None] = []
    for line in body.split("\n"):
        found = _ITEM.match(line)
        number = int(found[1]) if found and found[1] else None
        begins = not any(items[0]) if not numbers else number == _next(numbers[-1])
        if found and begins:
            numbers.append(number)
            items.append([line[found.end() :]])
        else:
            items[-1].append(line)
    if len(numbers) == 1 and numbers[0] not in (None, 1, step, step + 1):
        return (collapsed(body),)
    if not numbers:
        return (collapsed(_even(body)),)
    texts = (collapsed(unwrapped("\n".join(item))) for item in items[1:])
    return tuple(text for text in texts if text)


def _next(number: int | None) -> int | None:
    return None if number is None else number + 1


def _even(text: str) -> str:
    """The text without an ornament at its end that was opened before the edit."""
    for mark in ("**", "__", "`"):
        if text.endswith(mark) and text.count(mark) % 2:
            text = text.removesuffix(mark).rstrip()
    return text


def is_placeholder(text: str) -> bool:
    """Whether the text only stands for a text, as in the explanation of the format."""
    return len(text) < 60 and (
        _PLACEHOLDER.fullmatch(text) is not None or _PLACEHOLDER.fullmatch(text.lower()) is not None
    )


def said(words: str) -> Said:
    """A reason from the words of a comment."""
    text = collapsed(words).strip(_ORNAMENT)
    text, after = _marks_behind(text)
    text, before = _mark_ahead(text)
    text = text.lstrip(" #/-–—") if before else text
    because = _BECAUSE.match(text)
    if because:
        text = text[because.end() :]
        text, behind = _mark_ahead(text)
        before += behind
    return Said(text.strip(_ORNAMENT), tuple(dict.fromkeys(before + after)), because is not None)


def text_and_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """A step's text without requirement marks in square brackets at its end, and those marks."""
    if not text.endswith("]"):
        return text, ()
    rest, marks = _marks_behind(text)
    return (rest, marks) if rest else (text, ())


def _marks_behind(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without closing `[R1, R3]`, `[R2][R4]`, `(R2)`, and the marks in order."""
    marks: tuple[str, ...] = ()
    for _ in range(12):
        bare = text.rstrip(" .,;*_`")
        opened = bare.rfind(_BRACKETS.get(bare[-1:], "\0"))
        if opened < 0 or (inner := _MARK.fullmatch(bare[opened + 1 : -1].strip())) is None:
            break
        marks = _ids(inner.group()) + marks
        text = bare[:opened].rstrip()
    return text, marks


def _mark_ahead(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without `[R2]` before it, and the marks."""
    if not text.startswith("["):
        return text, ()
    closed = text.find("]", 0, 100)
    inner = _MARK.fullmatch(text[1:closed].strip()) if closed > 0 else None
    if inner is None:
        return text, ()
    return text[closed + 1 :].lstrip(" :,-–—"), _ids(inner.group())


def _ids(text: str) -> tuple[str, ...]:
    return tuple(mark.upper() for mark in _ONE_MARK.findall(text))
