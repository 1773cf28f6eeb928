"""What surrounds a how-to in a message, a mail or a letter and is no part of it, told by the lines alone."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from tailor.library.formats.base import CALL

NOTES: Final = "== Notes =="
"""Written above the notes, so that they do not become part of the last step."""
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?"
_DAY: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_STAMP = re.compile(
    rf"(?:\[(?:{_DAY},?\s)?{_TIME}(?:,?\s{_DAY})?\]|{_DAY},?\s{_TIME}\s[-–])\s*(?:([^\W\d_][^:\n]{{0,40}}):(?:\s|$))?\s*"
    rf"|(?-i:(?:[A-ZÀ-Þ][\w'’-]+,?\s){{1,3}})\[?{_TIME}\]?$",
    re.IGNORECASE,
)
"""Before a line of a chat: "[14:02] Anna:", "05/03/2024, 14:02 - Anna:"; or above it: "Anna 14:02"."""
_QUOTE = re.compile(r"(?:>\s?)+")
_HEAD = re.compile(
    r"(from|to|cc|date|sent|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet)\s*:\s*(.*)", re.I
)
_SUBJECTS: Final = frozenset(["subject", "betreff", "objet"])
_AGAIN = re.compile(r"(?:(?:re|fwd?|aw|wg|tr)\s*:\s*)+", re.IGNORECASE)
_WROTE = re.compile(r"(?:on|am|le)\b.{3,120}\b(?:wrote|schrieb|a écrit)\b.{0,60}:", re.IGNORECASE)
_GREETING = re.compile(
    r"(?:my )?(?:dear(?:est)?|hi|hello|hey|good (?:morning|afternoon|evening)|liebe[rs]?|hallo|guten tag|cher|"
    r"chère|bonjour|salut|querid[oa]s?|hola|car[oa]|ciao|beste|hoi)\b[^.:;?!,]{0,40}[,!]",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:with |all my |lots of |much )?love|(?:best|kind|warm|many)(?: \w+)? (?:wishes|regards)|regards|cheers|"
    r"hugs|yours(?: \w+)?|sincerely(?: yours)?|see you(?: soon)?|take care|xo?x[xo]*|enjoy|bon app[ée]tit|"
    r"guten appetit|buon appetito|smakelijk|(?:liebe|viele|herzliche|beste) grüße|lg|mfg|alles liebe|bises|bisous|"
    r"gros bisous|amitiés|saludos|un abrazo|abrazos|baci|groetjes)(?:,.{0,40}|[!. ☺🙂😊❤]*|\s[A-ZÀ-Þ]\w+)",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"dedicated to\b|(?:with )?(?:many )?thanks (?:to|for)\b|recipe (?:from|by)\b|source\s*:|adapted from\b|"
    r"in (?:loving )?memory of\b|for my (?:(?:dear(?:est)?|beloved|late|lovely) |(?:grand)?(?:mother|father|ma|pa|"
    r"mum|mom|dad)\b)|p\.?\s?p?\.?s\.?[\s:]|sent from my\b|--$|gewidmet\b|für meine\b|à ma\b|à mon\b",
    re.IGNORECASE,
)
_TIP = re.compile(
    r"(?:[\w'’]+ )?(?:tips?|tipps?|hints?|astuces?|conseils?|consejos?|consiglio?|dicas?|wskazówk[ai]|コツ|小贴士)"
    r"(?: [\w'’]+)?\s*[:：–—]",
    re.IGNORECASE,
)
_MOST_BELOW: Final = 4
"""Lines from "Love," on to the end of a letter, where no numbers say what the steps are."""


def is_tip(line: str) -> bool:
    """Whether a line is a tip beside a step: "Tip: use a cold bowl"."""
    return _TIP.match(line) is not None


def is_beside(line: str) -> bool:
    """Whether a line is a tip or a dedication."""
    return is_tip(line) or _BESIDE.match(line) is not None


def is_aside(line: str) -> bool:
    """Whether a line around numbered steps is a tip, a dedication, or words of a letter or a site."""
    return bool(is_beside(line) or _CLOSING.fullmatch(line) or CALL.match(line))


def closing(lines: Sequence[str]) -> int:
    """Where the words begin that close a letter, below a blank line; the number of lines where none do."""
    filled = [at for at, line in enumerate(lines) if line][1:]
    ends = (at for at in filled[-_MOST_BELOW:] if not lines[at - 1] and _CLOSING.fullmatch(lines[at]))
    return next(ends, len(lines))


def subject(line: str) -> str:
    """What a line is about, as it was before answers: "Re: Fwd: Soup" is "Soup"."""
    return _AGAIN.sub("", line.strip())


def greets(text: str) -> bool:
    """Whether a letter begins here: "Dear Tom,", or "Hi Tom, here is"."""
    return _GREETING.match(text.lstrip()[:60]) is not None


def without_message(text: str) -> str:
    """The text without the marks, heads and greeting of a message, which are at its end as notes.

    What a mail is about becomes its first line. A text that is no message stays as it is.
    """
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if line.strip() == NOTES), len(lines))
    body, notes = lines[:end], list[str]()
    body = _without_quotes(body, notes)
    body = _without_stamps(body, notes)
    body = _without_head(body, notes)
    body = _without_greeting(body, notes)
    if body == lines[:end]:
        return text
    return "\n".join([*body, "", NOTES, *notes, *lines[end + 1 :]] if notes or lines[end:] else body)


def _without_quotes(lines: Sequence[str], notes: list[str]) -> list[str]:
    """The lines without the marks of a quoted mail, and the words that head it; one quote alone may be a tip."""
    if sum(line.lstrip().startswith(">") for line in lines) < 2:
        return list(lines)
    bare = [_QUOTE.sub("", line.lstrip(), count=1) if line.lstrip().startswith(">") else line for line in lines]
    notes += [line.strip() for line in bare if _WROTE.fullmatch(line.strip())]
    return [line for line in bare if not _WROTE.fullmatch(line.strip())]


def _without_stamps(lines: Sequence[str], notes: list[str]) -> list[str]:
    """The lines without time and name before each, apart where another person writes; each is noted once."""
    if not _STAMP.match(next(filter(None, map(str.strip, lines)), "")):
        return list(lines)
    people: dict[str | None, str] = {}
    bare: list[str] = []
    for line in lines:
        stamp = _STAMP.match(line.strip())
        if stamp:
            bare += [""] if people and stamp[1] not in people else []
            people.setdefault(stamp[1], stamp[0].strip().rstrip(":"))
        bare.append(line.strip()[stamp.end() :] if stamp else line)
    notes += people.values()
    return bare


def _without_head(lines: Sequence[str], notes: list[str]) -> list[str]:
    """The lines without "From: … To: …" above them; the subject, as it was before answers, is the first one."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    heads = [found for at in takewhile(lambda at: _head(lines[at]), filled) if (found := _head(lines[at]))]
    if len(heads) < 2:
        return list(lines)
    about = [subject(found[2]) for found in heads if found[1].casefold() in _SUBJECTS]
    notes += [found[0] for found in heads if found[1].casefold() not in _SUBJECTS]
    return [*about, "", *lines[filled[len(heads) - 1] + 1 :]]


def _head(line: str) -> re.Match[str] | None:
    return _HEAD.fullmatch(line.strip())


def _without_greeting(lines: Sequence[str], notes: list[str]) -> list[str]:
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if not lines or not _GREETING.fullmatch(lines[first].strip()) or not any(map(str.strip, lines[first + 1 :])):
        return list(lines)
    notes.append(lines[first].strip())
    return list(lines[first + 1 :])
