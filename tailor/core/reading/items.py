"""How a step of a list begins, and the lines around a list that are no steps.

Owns the patterns for numbers, bullets, labels and headings, for echoed headers and closing talk. Refuses to know
which item belongs to which step (`step_lists`).
"""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["heading", "label", "number", "letter", "decimal", "bullet"]
"""What makes a line an item: "### 2. …", "Step 2: …", "2. …", "b) …", "1.2 …", "- …"."""

_INDENT = re.compile(r"[\s>]{0,200}")
_UNSURE_NUMBER = r"[*_`]{0,3}(?P<unsure>\[\[\s{0,3})?[*_`]{0,3}"
_LABEL_WORD = (
    r"(?:step|schritt|paso|étape|etape|passo|passaggio|krok|stap|steg|trin|adım|шаг|वस्तु|ステップ|手順|步骤|第)"
)
_SPELT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_HEADING = re.compile(
    r"#{1,6}\s{0,4}[*_`]{0,3}(?:"
    + _LABEL_WORD
    + r"\s{0,3}#?\d{1,3}|\d{1,3}(?=[.):：\s]))[*_`]{0,3}[\s.:：)–—-]{0,4}",
    re.IGNORECASE,
)
_LABEL = re.compile(
    _UNSURE_NUMBER
    + r"(?:"
    + _LABEL_WORD
    + r"\s{0,3}(?:no\.?\s?)?#?(?P<number>\d{1,3})|step\s(?P<word>"
    + "|".join(_SPELT)
    + r"))"
    r"[步]?\s{0,2}[*_`]{0,3}\s{0,2}(?:[.:：)、](?:\*\*|__)?\s{0,3}|[-–—]\s{1,3}|$)",
    re.IGNORECASE,
)
_DECIMAL = re.compile(_UNSURE_NUMBER + r"\d{1,3}(?:\.\d{1,3}){1,3}[.)]?[*_`]{0,3}\s{1,4}(?=[^\W\d_]|\*|\[)")
_NUMBER = re.compile(
    _UNSURE_NUMBER + r"(?:\((?P<round>\d{1,3})\)|#?(?P<number>\d{1,3})"
    r"(?:[.)、．）](?!\d)|[:：](?=[*_`]|$|\s{1,3}(?!\d))|\s[-–—]\s(?!\d))|(?P<circled>[①-⑳])|\[(?P<square>\d{1,3})\](?=\s))"
    r"(?:[*_`]{1,3}(?=\s|$))?\s{0,4}"
)
_LETTER = re.compile(
    _UNSURE_NUMBER + r"(?:[ivxIVX]{1,5}[.)]|[a-zA-Z]\)|\([a-z]\)|[a-h]\.)(?=\s)(?:[*_`]{1,3}(?=\s))?\s{0,4}"
)
_BULLET = re.compile(
    r"(?:[-*+•▪◦‣·–—✓✔☐☑✅➤▶►→]️?(?=\s|$))\s{0,4}(?:\[[ xX]?\]\s{0,3})?(?:[*_`]{0,3}(?P<unsure>\[\[)\s{0,3})?"
)
_LED = re.compile(r"[^:：]{1,80}[:：][\s*_]{1,4}+(?=\(?1[.)]\s)")
_INLINE = re.compile(r"(?<=[.!?;)])\s(?P<number>\d{1,3})[.)]\s(?=\S)")
_ANY_HEADING = re.compile(r"(?:#{1,6}\s{1,4}|[*_]{2}(?=[^*_]{1,80}[*_]{2}:?\s{0,4}$))")
_DONE = re.compile(r"[\W_]{0,8}done[\W_]{0,8}", re.IGNORECASE)

RESOURCES = re.compile(
    r"(?:what |key |my )?(?:changes|considerations|assumptions|requirements|constraints|adjustments"
    r"|you(?:'ll|’ll| will)? need|ingredients|resources|materials|supplies|tools|equipment|utensils)\b"
    r".{0,40}$",
    re.IGNORECASE,
)
"""A header before a list of things, not of steps."""

STEPS = re.compile(
    r"(?:.{0,60}\b)?(?:steps|instructions|directions|method|procedure|preparation|answer|list|result)\b.{0,60}$",
    re.IGNORECASE,
)
"""A header before the steps themselves."""

AFTERWARDS = re.compile(
    r"(?:notes?|side notes?|tips?|warnings?|caution|variations?|sources?|references?|queries|questions|summary"
    r"|explanation|changes(?: made)?|what (?:i )?changed|why this works|new procedure"
    r"|documentation|remarks?|disclaimer)\b"
    r"(?=[\s*_]{0,4}(?:[:：'(]|$|[\w ]{0,30}[:：]?[\s*_]{0,4}$))",
    re.IGNORECASE,
)
"""A header after which nothing is a step any more."""

CHATTER = re.compile(
    r"(?:let me know|enjoy\b|i hope|hope (?:this|that|it)|feel free|would you like|do you want me|good luck"
    r"|bon app|happy \w{3,15}!|by following|these (?:steps|instructions)"
    r"|this (?:procedure|list|revised|updated|new|plan)\b"
    r"|i(?:'ve|’ve| have| can also)\b|the (?:above|updated|revised) (?:steps|list|procedure)|that's it|that’s it"
    r"|if you (?:have any|need any|want me|would like)|please (?:let me|note)|as an ai\b)",
    re.IGNORECASE,
)
"""Talk that models put after a list, known by its first words."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line that begins an item."""

    kind: Kind
    indent: int
    number: int
    """The number it carries; 0 for none."""
    start: int
    """Where its text begins in the line."""
    unsure: bool = False
    """Whether `[[` stood before its number."""


def indent(line: str) -> int:
    """Columns before the first character that is neither space nor quote mark."""
    found = _INDENT.match(line)
    return found.end() if found else 0


def item(line: str) -> Item | None:
    """The item that begins on this line; None where none does."""
    at = indent(line)
    if found := _HEADING.match(line, at):
        return Item("heading", at, 0, found.end())
    if found := _LABEL.match(line, at):
        number = int(found["number"]) if found["number"] else _SPELT.index(found["word"].lower()) + 1
        return Item("label", at, number, found.end(), bool(found["unsure"]))
    if found := _DECIMAL.match(line, at):
        return Item("decimal", at, 0, found.end(), bool(found["unsure"]))
    if found := _NUMBER.match(line, at):
        digits = found["number"] or found["round"] or found["square"]
        number = int(digits) if digits else ord(found["circled"]) - ord("①") + 1
        label = _LABEL.match(line, found.end())
        start = label.end() if label and label["number"] == digits else found.end()
        return Item("number", at, number, start, bool(found["unsure"]))
    if found := _LETTER.match(line, at):
        return Item("letter", at, 0, found.end(), bool(found["unsure"]))
    if found := _BULLET.match(line, at):
        return _numbered_bullet(line, at, found)
    return None


def _numbered_bullet(line: str, at: int, bullet: re.Match[str]) -> Item:
    """A bullet; "- 1. …" and "- Step 1: …" are numbered items with an ornament."""
    for kind, pattern in (("label", _LABEL), ("number", _NUMBER)):
        found = pattern.match(line, bullet.end())
        if found and found["number"]:
            unsure = bool(bullet["unsure"] or found["unsure"])
            return Item("label" if kind == "label" else "number", at, int(found["number"]), found.end(), unsure)
    return Item("bullet", at, 0, bullet.end(), bool(bullet["unsure"]))


def numbered_inline(text: str, number: int) -> list[str]:
    """The items of a list on one line: "Mix well. 2. Bake. 3. Cool." after the number 1."""
    items, at = [], 0
    for found in _INLINE.finditer(text) if number else ():
        if int(found["number"]) == number + 1:
            items.append(text[at : found.start()])
            number, at = number + 1, found.end()
    return [*items, text[at:]]


def after_header(line: str) -> int | None:
    """Where the list begins on the line of its own header: "Steps: 1. …"."""
    found = _LED.match(line)
    return found.end() if found else None


def titled(kind: Kind) -> bool:
    """Whether items of this kind are titles, with their text below."""
    return kind in ("heading", "label")


def heading(line: str) -> str | None:
    """The words of a heading that carries no number; None where the line is none."""
    at = indent(line)
    found = _ANY_HEADING.match(line, at)
    return line[found.end() :].strip(" *_#:：") if found else None


def is_done(line: str) -> bool:
    """Whether the line is an end mark."""
    return len(line) < 60 and _DONE.fullmatch(line) is not None
