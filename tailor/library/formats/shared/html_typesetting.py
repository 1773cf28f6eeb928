"""What only the tags of a page say about its figures and words: fractions, powers, and text that is struck out.

"1<sup>1</sup>⁄<sub>2</sub>" is 1 1/2 and "10<sup>2</sup>" is 10², but without their tags they would be 11⁄2 and
102. "<del>butter</del>" is no longer meant.
"""

import re
from typing import Final

_IN_LINE: Final = r"</?(?:sup|sub|span|small|big|b|i|em|strong|font|math|mn|mrow)\b[^<>]{0,200}>"
_TAGS: Final = rf"(?:{_IN_LINE}){{0,6}}"
_SLASH: Final = r"(?:[/⁄]|&(?:frasl|sol|#8260|#x2044|#47|#x2f);)"
_FRACTION: Final = re.compile(
    rf"(?:(?<=\d)(?P<parted>(?:\+|{_IN_LINE}){{0,6}}{_IN_LINE})|(?P<first>{_IN_LINE}))"
    rf"(?P<top>\d{{1,3}}{_TAGS})\s?{_SLASH}\s?(?P<bottom>{_TAGS}\d{{1,3}})(?!\d)",
    re.IGNORECASE,
)
_ABOVE_ANOTHER: Final = re.compile(
    r"<(sup)\b[^<>]{0,200}>\s?(\d{1,3})\s?</sup>\s?<sub\b[^<>]{0,200}>\s?(\d{1,3})\s?</sub>"
    r"|<(mfrac)\b[^<>]{0,200}>\s?<mn>(\d{1,3})</mn>\s?<mn>(\d{1,3})</mn>\s?</mfrac>",
    re.IGNORECASE,
)
"""A fraction whose line the browser draws."""
_RAISED: Final = re.compile(
    rf"<sup\b[^<>]{{0,200}}>\s?([-−+]?\d{{1,3}})\s?</sup>(?!{_TAGS}\s?{_SLASH})", re.IGNORECASE
)
_TO_NOTE: Final = re.compile(
    r"<sup\b[^<>]{0,200}>\s?<a\b[^<>]{0,300}href=[\"']?[^<>\"' ]{0,200}#[^<>]{0,300}>\s?\d{1,3}\s?</a>\s?</sup>",
    re.IGNORECASE,
)
"""A number that links to a note below the text."""
_DEGREES: Final = re.compile(r"(?<=\d)\s?<sup\b[^<>]{0,200}>\s?[o0º]\s?</sup>(?=\s?[CF]\b)", re.IGNORECASE)
_SUPERSCRIPTS: Final = str.maketrans("0123456789-−+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺")
_STYLED: Final = r"(?:span|p|li|div|td|tr|ul|ol|b|i|em|u|strong|font|label|small|a|dd|dt|h[1-6])"
_STRUCK: Final = re.compile(
    rf"\s?<(?:(del|s|strike)\b[^<>]*|({_STYLED})\b[^<>]*\sstyle\s*=\s*(?:\"[^\"<>]*|'[^'<>]*)line-through[^<>]*)>"
    r"((?:(?!<(?:\1|\2)[\s>]).)*?)</(?:\1|\2)\s*>\s?",
    re.IGNORECASE | re.DOTALL,
)
_CLOSING: Final = frozenset(".,;:!?)")
_DEEPEST: Final = 5
"""Levels of nested struck text that are removed."""


def with_figures(html: str) -> str:
    """Rewrite fractions and powers so that they survive the removal of tags."""
    if "<" not in html:
        return html
    html = _DEGREES.sub("°", _TO_NOTE.sub("", html))
    html = _ABOVE_ANOTHER.sub(_over_another, html)
    return _RAISED.sub(lambda found: found[1].translate(_SUPERSCRIPTS), _FRACTION.sub(_fraction, html))


def _over_another(found: re.Match[str]) -> str:
    top, bottom = (found[2], found[3]) if found[1] else (found[5], found[6])
    return f"<sup>{top}</sup>/<sub>{bottom}</sub>"


def _fraction(found: re.Match[str]) -> str:
    begins = found["first"] or f" {re.sub(r'[+](?=<|$)', '', found['parted'])}"
    return f"{begins}{found['top']}/{found['bottom']}"


def without_struck(html: str) -> str:
    """Remove what is struck out, leaving one space where it stood between words."""
    for _ in range(_DEEPEST):
        html, count = _STRUCK.subn(_gap, html)
        if not count:
            break
    return html


def _gap(found: re.Match[str]) -> str:
    closes = found.string[found.end() : found.end() + 1] in _CLOSING
    return " " if not closes and (found[0][0].isspace() or found[0][-1].isspace()) else ""


def struck_in(html: str) -> list[str]:
    """Return the struck parts of a page, as HTML."""
    return [found[3] for found in _STRUCK.finditer(html)]
