"""Recognizes what surrounds a how-to in a message, mail or letter and is no part of it, by its lines alone."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

from tailor.library.formats.shared.headings import announced
from tailor.library.formats.shared.imperatives import instructs, tells
from tailor.library.formats.shared.step_texts import CALL, TO_EATERS, is_sentence

NOTES: Final = "== Notes =="
"""Stands above the notes, so that they do not become part of the last step."""
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?"
_DAY: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_NAME: Final = r"[^\W\d_][^:\n]{0,40}:(?:\s|$)"
_STAMP = re.compile(
    rf"(?:\[(?:{_DAY},?\s)?{_TIME}(?:,?\s{_DAY})?\]|{_DAY},?\s{_TIME}(?:\s[-–]|(?=\s{_NAME})))\s*(?:({_NAME}))?\s*"
    rf"|((?-i:[A-ZÀ-Þ][\w'’-]+(?:\s[A-ZÀ-Þ\d][\w'’-]*){{0,2}})),?\s+\[?(?:{_DAY},?\s)?{_TIME}\]?$"
    rf"|([^\W\d_][^:()\n]{{0,40}})\s\((?:{_DAY},?\s)?{_TIME}(?:,?\s{_DAY})?\):\s*",
    re.IGNORECASE,
)
"""Stands before a line of a chat, "[14:02] Anna:", "05/03/2024, 14:02 - Anna:", or above it: "Anna 14:02"."""
_LISTED = re.compile(r"\d{1,2}\s?[.):]|[-*•–]\s")
_COUNTED = re.compile(r"\d{1,2}\s?[.)](?!\d)")
_OMITTED = re.compile(r"<[^<>]{1,40}>|\[[^\[\]]{3,40}\]|\u200e?\w+(?: \w+)? omitted")
"""Replaces a picture in an exported chat: "<Media omitted>"."""
_SAID = re.compile(r"([^\W\d_][\w'’.-]*(?: [\w'’.-]+){0,2}):\s+(\S.*)")
"""A line of a chat without times: "Ann: Boil it"."""
_FEWEST_SAID: Final = 4
_CHATTER = re.compile(
    r"(?:(?:a?ha){2,}h?|(?:he){2,}|(?:ja){2,}|lol|lmao|rofl|omg|xd|mdr|ok|okay|k|np|yw|thx|ty|thanks?|cool|nice|"
    r"hi|hiya|hey|hello|(?:good )?(?:morning|evening)|sure|yes|yep|yeah|no worries|of course|one sec|wait|oh|"
    r"great|you'?re welcome|no problem|danke|merci|gracias)\b[^\d]{0,30}|[^\w]+|.*\?[\W_]*",
    re.IGNORECASE,
)
"""What people say in a chat beside the how-to: laughs, thanks, questions, emoji."""
_FORWARDED = re.compile(r"-{3,}\s?[^-]{1,60}\s?-{3,}|begin forwarded message:", re.IGNORECASE)
_QUOTE = re.compile(r"\A>+\s?(?:>+(?!>|\d++(?![.):]\s))\s?)*")
"""The quote marks at the start of a line; the sign of "> >74 °C is done" is none."""
_HEAD = re.compile(
    r"(from|to|cc|date|sent|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet)\s*:\s*(.*)", re.I
)
_SUBJECTS: Final = frozenset(["subject", "betreff", "objet"])
_AGAIN = re.compile(r"(?:(?:re|fwd?|aw|wg|tr)\s*:\s*)+", re.IGNORECASE)
_WROTE = re.compile(r"(?:on|am|le)\b.{3,120}\b(?:wrote|schrieb|a écrit)\b.{0,60}:", re.IGNORECASE)
_GREETING = re.compile(
    r"(?:my )?(?:dear(?:est)?|hi|hello|hey|good (?:morning|afternoon|evening)|liebe[rs]?|hallo|guten tag|cher|"
    r"chère|bonjour|salut|querid[oa]s?|hola|car[oa]|ciao|beste|hoi)\b(?:\s(?:mrs?|ms|dr|prof)\.)?[^.:;?!,]{0,40}[,!]",
    re.IGNORECASE,
)
_HELLO = re.compile(
    r"(?i:hi|hiya|hey|hello|dear|hallo|moin|bonjour|salut|hola|ciao|hoi)"
    r"(?: (?:there|all|both|everyone|[A-ZÀ-Þ][\w'’-]+))?[!. ☺🙂😊👋]*|[^\W\d_]\w*(?: [\w'’.-]+){0,4},"
)
"""A greeting, or only a name and a comma, above an empty line and words: no title."""
_DATED = re.compile(
    r"(?:[^\W\d_][\w .'’-]{1,40},? )?(?:(?:the|le|den|el|il) )?"
    r"(?:\d{1,2}(?:st|nd|rd|th|\.)? [^\W\d_]+,?|[^\W\d_]+ \d{1,2}(?:st|nd|rd|th)?,) \d{4}"
)
"""The place and date of a letter, above its greeting: "Bremen, 4 May 2026"."""
_CLOSING = re.compile(
    r"(?:(?:with |all my |lots of |much )?love|(?:(?:lots of|big) )?kiss(?:es)?|"
    r"(?:with )?all (?:the|my) best|best|(?:good)?bye(?: for now)?|(?:talk|speak|write) soon|many thanks|"
    r"thanks(?: again)?|good luck|have fun|"
    r"your(?: (?:loving|own|old|dear|affectionate|devoted|grateful))? (?-i:[A-ZÀ-Þ])[\w'’]+|"
    r"(?:with )?(?:my )?(?:best|kind|warm|many)(?: \w+)? (?:wishes|regards)(?: from .{1,30})?|regards|cheers|"
    r"hugs|yours(?: \w+)?|sincerely(?: yours)?|see you(?: (?:on )?\w+)?|take care|xo?x[xo]{0,12}|"
    rf"{TO_EATERS}(?: (?:it|them|your \w+|everyone|everybody|all|guys|folks))?|"
    r"(?:liebe|viele|herzliche|beste) grüße|lg|mfg|alles liebe|bises|bisous|"
    r"gros bisous|amitiés|saludos|un abrazo|abrazos|baci|groetjes)"
    r"(?:,.{0,40}|(?:\W|\b[xo]{1,6}\b)*|\s[A-ZÀ-Þ]\w+)",  # "enjoy xx 😘"
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?:notes?|warnings?|caution|attention|important)\s*[:：]|"
    r"dedicated to\b|(?:with )?(?:many )?thanks (?:to|for)\b|recipe (?:from|by)\b|source\s*:|adapted from\b|"
    r"in (?:loving )?memory of\b|for my (?:(?:dear(?:est)?|beloved|late|lovely) |(?:grand)?(?:mother|father|ma|pa|"
    r"mum|mom|dad)\b)|p\.?\s?p?\.?s\.?[\s:]|n\.?b\.?[\s:]|"
    r"(?:\W*recipe |photo )?courtesy\b|from (?:the )?(?:kitchen|episode)\b|https?://|www\.|(?:read|see) more\b|"
    r"copyright\b|©|(?:printed|published|posted|updated|written|submitted)(?: (?:by|from|on)\b|:)|"
    r"per serving\b|nutrition(?:al)?\b|calories\b|(?:inactive |active )?(?:prep|cook|total) time\b|"
    r"yields?:|special equipment\b|\*(?! )|"
    r"sent from my\b|--$|gewidmet\b|für meine\b|à ma\b|à mon\b",
    re.IGNORECASE,
)
_TIP = re.compile(
    r"(?:[\w'’]+ )?(?:tips?|tipps?|hints?|astuces?|conseils?|consejos?|consiglio?|dicas?|wskazówk[ai]|コツ|小贴士)"
    r"(?: [\w'’]+)?\s*[:：–—!]",
    re.IGNORECASE,
)
_HERE_IS = re.compile(
    r"\s*(?:here(?:['’]?s| is| are)|this is(?=\s(?:the|my|our)\s)|below is|attached is)\s+"
    r"(?:(?:the|my|our|a|an)\s+)?(?:[\w'’]+['’]s\s+)?"
    r"(?:(?:recipe|instructions?|steps|method|directions|how-?to)\s+(?:for|of)\s+(?:(?:the|my|our|a|an)\s+)?)?",
    re.IGNORECASE,
)
"""How a letter without a title names its subject: "here's the lemon cake"."""
_HOW_I = re.compile(
    r"\s*(?:[^.!?]{1,60}[.!?] )?(?:[\w'’]+ ){0,6}how (?:i|we|to) (?:(?:always|usually) )?"
    r"(?:make|bake|cook|do|prepare|build) "
    r"(?:my|our|the|an?) ",
    re.IGNORECASE,
)
"""Another way to name it: "you asked how I make my plum cake"."""
_TALK_BEHIND = re.compile(
    r"[,.:;!?()–—…]|\s-\s|\s(?:you|i|we|he|she|they|everyone|everybody|people|that|which|who|from|as|again|is|makes|serves|recipe|"
    r"instructions?|steps|when|if|so|like|with (?:love|thanks))\b",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"(?:what|how|why|where|when|it|one|this|that|to|all|everything|recipes?|steps|instructions?|directions|method|"
    r"list|plan|thing|link|notes?|few|what's|some|in|on|at|for|not|your|his|her|their)\b",
    re.IGNORECASE,
)
_FIRST_LINES: Final = 3
_MOST_SPOKEN: Final = 6
"""Words of a title that a letter mentions."""
_MOST_BELOW: Final = 4
"""Lines from "Love," to the end of a letter whose steps have no numbers."""


class _Line(NamedTuple):
    """One line of a chat: who says it, the mark before its words, and how it was written."""

    name: str | None
    mark: str
    words: str
    written: str

    @property
    def asks(self) -> bool:
        return "?" in self.words

    @property
    def noted(self) -> str:
        """The line with who says it, also if that stands further above."""
        return f"{self.name.strip(' :')}: {self.words}" if self.name and not self.mark else self.written


def is_tip(line: str) -> bool:
    """Whether a line is a tip beside the steps: "Tip: use a cold bowl"."""
    return _TIP.match(line) is not None


def is_beside(line: str) -> bool:
    """Whether a line is a tip, a note, a warning or a dedication."""
    return is_tip(line) or _BESIDE.match(line) is not None


def is_aside(line: str) -> bool:
    """Whether a line around numbered steps is a tip, a dedication, or belongs to a letter or a site."""
    return bool(is_beside(line) or closes(line) or CALL.match(line))


def closes(line: str) -> bool:
    """Whether a line closes a letter: "Love,", "Your loving Gran"."""
    return _CLOSING.fullmatch(line) is not None


def closing(lines: Sequence[str]) -> int:
    """Return where the closing words of a letter begin, after a blank line; the number of lines if nowhere."""
    filled = [at for at, line in enumerate(lines) if line][1:]
    ends = (at for at in filled[-_MOST_BELOW:] if not lines[at - 1] and closes(lines[at]))
    return next(ends, len(lines))


def subject(line: str) -> str:
    """Strip the marks of replies from a subject: "Re: Fwd: Soup" becomes "Soup"."""
    return _AGAIN.sub("", line.strip())


def greets(text: str) -> bool:
    """Whether a text begins as a letter: "Dear Tom,", or "Hi Tom, here is"."""
    first, _, below = text.lstrip()[:60].partition("\n")
    return _is_hello(first, below.split("\n")) or _GREETING.match(first) is not None


def greeting_in(line: str) -> str:
    """Return the greeting at the start of a line, "Hi Tom," for "Hi Tom, here is how"; "" for none."""
    found = _GREETING.match(line)
    return found[0] if found else ""


def _is_hello(line: str, below: Sequence[str]) -> bool:
    words = next(filter(None, map(str.strip, below[1:])), "")
    return not below[0].strip() and words[:1].isalpha() and _HELLO.fullmatch(line.strip()) is not None


def without_message(lines: Sequence[str], notes: list[str]) -> list[str]:
    """Move the marks, headers and greeting of a message to the notes, and return the other lines.

    The subject of a mail becomes the first line.
    """
    about, body = _without_head(_without_stamps(lines, notes), notes)
    body = _without_quotes(body, notes, mail=bool(about))
    if not about:
        about, body = _without_head(body, notes)
    return [*about, *_without_greeting(body, notes)]


def _without_quotes(lines: Sequence[str], notes: list[str], *, mail: bool) -> list[str]:
    """Return the lines of the person who explains how it is done, whether quoted or replying; note the other's.

    The person is the one with more list lines, or else more words. Outside a mail, one quote alone may be a tip.
    """
    if sum(line.lstrip().startswith(">") for line in lines) < 2 - mail:
        return list(lines)
    notes += [line for one in lines if _WROTE.fullmatch(line := _QUOTE.sub("", one.strip()))]
    lines = [line for line in lines if not _WROTE.fullmatch(_QUOTE.sub("", line.strip()))]
    bare = [_QUOTE.sub("", line.lstrip()) for line in lines if line.lstrip().startswith(">")]
    own = [line for line in lines if not line.lstrip().startswith(">")]
    told, beside = (bare, own) if _told(bare) > _told(own) else (own, bare)
    notes += [line.strip() for line in beside if line.strip() and not _WROTE.fullmatch(_QUOTE.sub("", line))]
    return told


def _told(lines: Sequence[str]) -> tuple[int, int]:
    """Return the number of list lines and of characters, to compare two writers."""
    return sum(_LISTED.match(line.lstrip()) is not None for line in lines), sum(map(len, lines))


def _without_stamps(lines: Sequence[str], notes: list[str]) -> list[str]:
    """Return the lines of the person who explains how it is done, without time and name; note the rest.

    List lines stay in any case, since they may be part of it.
    """
    lines = [line.strip().lstrip("\u200e") for line in lines]
    if not _STAMP.match(next(filter(None, lines), "")):
        return _without_names(lines, notes)
    said: list[_Line] = []
    for line in lines:
        stamp = _STAMP.match(line)
        above = said[-1] if said else _Line(None, "", "", "")
        if stamp:
            if said and not above.words:  # drop the empty line between two messages
                said.pop()
            name = next(filter(None, stamp.groups()), None)
            said.append(_Line(name, stamp[0].strip().rstrip(":"), line[stamp.end() :], line))
        elif line and above.mark and not above.words:  # its words stand below its mark
            said[-1] = above._replace(words=line, written=f"{above.mark}: {line}")
        elif line[:1].islower() and above.words and not is_sentence(above.words):
            said[-1] = above._replace(words=f"{above.words} {line}", written=f"{above.written} {line}")
        else:
            said.append(_Line(above.name, "", line, line))
    return _of_teller(said, notes)


def _without_names(lines: list[str], notes: list[str]) -> list[str]:
    """Strip the names before all lines if two or more people say everything; else return the lines as they are."""
    rows = [found for line in lines if line and (found := _SAID.fullmatch(line))]
    names = Counter(row[1] for row in rows)
    few = _FEWEST_SAID <= len(rows) == sum(map(bool, lines)) and 2 <= len(names) <= len(rows) / 2
    if not few or any(announced(name) or is_tip(f"{name}:") or not name[:1].isupper() for name in names):
        return lines
    return _of_teller([_Line(row[1], row[1], row[2], row[0]) for row in rows], notes)


def _of_teller(said: Sequence[_Line], notes: list[str]) -> list[str]:
    """Return the lines of the person who tells how it is done; note the others one by one, in their order.

    The first mark of that person is noted in its place among them.
    """
    teller = _teller(said)
    end = _end_of_telling(said, teller)
    answers = _answers(said, teller)
    told: list[str] = []
    marked = False
    for at, one in enumerate(said):
        words = one.words
        mine = (one.name == teller or _LISTED.match(words)) and at < end and at not in answers
        if mine and not _is_chatter(words):
            apart = (
                words[:1].islower() and bool(told) and instructs(told[-1])
            )  # a new message, not the rest of its sentence
            told += ["", words] if apart else [words] if words or not one.mark else []
            notes += [one.mark] if one.mark and one.name == teller and not marked else []
            marked = marked or one.name == teller
        elif words:
            notes.append(one.noted)
    return told


def _is_chatter(words: str) -> bool:
    talk = words and (_CHATTER.fullmatch(words) or closes(words)) and not tells(words)
    return bool(talk or _OMITTED.fullmatch(words))


def _teller(said: Sequence[_Line]) -> str | None:
    """Return who says most of the numbered lines, or of all if there are none."""
    written = Counter[str | None]()
    counted = [one for one in said if _COUNTED.match(one.words)]
    for one in counted or said:
        written[one.name] += len(one.words)
    return written.most_common(1)[0][0]


def _end_of_telling(said: Sequence[_Line], teller: str | None) -> int:
    """Return where messages begin that only follow the how-to: what others say or ask, and the answers.

    Behind steps without numbers only a question begins them, since the next message may be a step.
    """
    numbered = any(_COUNTED.match(one.words) for one in said)
    own = [at for at, one in enumerate(said) if one.name == teller and tells(one.words)]
    listed = [at for at, one in enumerate(said) if _LISTED.match(one.words)]
    last = max(listed if numbered else [*listed, *own], default=len(said))
    others = [at for at, one in enumerate(said) if at > last and one.name != teller and one.words]
    asked = next((at for at in others if said[at].asks), len(said))
    last = max((at for at in own if last < at < asked), default=last)
    return next((at for at in others if at > last and (numbered or at == asked)), len(said))


def _answers(said: Sequence[_Line], teller: str | None) -> frozenset[int]:
    """Return where, among numbered steps, the teller answers the question right above: "9V block"."""
    first = next((at for at, one in enumerate(said) if _COUNTED.match(one.words)), len(said))
    return frozenset(
        at
        for at in range(first + 1, len(said))
        if said[at].name == teller
        and said[at - 1].name != teller
        and said[at - 1].asks
        and not (_LISTED.match(said[at].words) or tells(said[at].words))
    )


def below_mark(noted: Sequence[str], talk: Sequence[str]) -> list[str]:
    """Return the notes of a message with the talk around the steps: in a chat, below the mark "[14:02] Anna"."""
    at = next((at for at, line in enumerate(noted, 1) if any(map(_STAMP.fullmatch, (line, f"{line}:")))), 0)
    return [*noted[:at], *talk, *noted[at:]] if at else [*noted, *talk]


def _without_head(lines: Sequence[str], notes: list[str]) -> tuple[list[str], list[str]]:
    """Return the subject of a mail without marks of replies, and the lines below its "From: … To: …"."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    if filled and _FORWARDED.fullmatch(lines[filled[0]].strip()):
        notes.append(lines[filled.pop(0)].strip())
    heads = [found for at in takewhile(lambda at: _head(lines[at]), filled) if (found := _head(lines[at]))]
    if len(heads) < 2:
        return [], list(lines)
    about = [subject(found[2]) for found in heads if found[1].casefold() in _SUBJECTS]
    notes += [found[0] for found in heads if found[1].casefold() not in _SUBJECTS]
    return [*about, ""], list(lines[filled[len(heads) - 1] + 1 :])


def _head(line: str) -> re.Match[str] | None:
    return _HEAD.fullmatch(line.strip())


def _without_greeting(lines: Sequence[str], notes: list[str]) -> list[str]:
    first = next((at for at, line in enumerate(lines) if line.strip() and not _DATED.fullmatch(line.strip())), 0)
    if not lines or not any(map(str.strip, lines[first + 1 :])):
        return list(lines)
    if not (_is_hello(lines[first], lines[first + 1 :]) or _GREETING.fullmatch(lines[first].strip())):
        return list(lines)
    notes += [*filter(None, map(str.strip, lines[: first + 1]))]
    return list(lines[first + 1 :])


def spoken_title(text: str) -> str:
    """Return the title in a letter's first words: "Lemon cake" for "here's the lemon cake you asked for"."""
    lines = (line for line in text.split("\n") if line.strip())
    for line in islice(lines, _FIRST_LINES):
        said = line[len(greeting_in(line)) :]
        if found := _HOW_I.match(said) or _HERE_IS.match(said):
            name = _TALK_BEHIND.split(said[found.end() :], maxsplit=1)[0].strip()
            if name and len(name.split()) <= _MOST_SPOKEN and not _NO_NAME.match(name):
                return name[:1].upper() + name[1:]
    return ""
