"""The parser of step lists: the answers of Customize, Draft, Update, Perform and Extract.

It decides which lines make one step, and which are headers, talk or empty items, which are dropped and counted.
Without a list nothing is a step. A step is complete when the next begins.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from tailor.agents.parsing.edit_syntax import TOO_LONG, collapsed, is_fence, is_rule
from tailor.agents.parsing.lines import LineSplitter, unescaped
from tailor.core.code_lines import Code, on_one_line, parts_of
from tailor.core.english import CARDINALS
from tailor.core.procedure import Json
from tailor.core.text import LONGEST_STEP, clean, one_line, some_of

StepsEnd: TypeAlias = Literal["steps", "unparsed"]
"""steps: a list was found. unparsed: there was none."""

Kind: TypeAlias = Literal["heading", "label", "number", "letter", "decimal", "bullet"]
"""What makes a line an item: "### 2. …", "Step 2: …", "2. …", "b) …", "1.2 …", "- …"."""

_SHOWN: Final = 8
"""How many of the lines left out are quoted."""
_WIDEST_GAP: Final = 30
"""How far an item's number may be ahead of the one before."""


@dataclass(frozen=True, slots=True)
class ReadSteps:
    steps: tuple[str, ...]
    uncertain: tuple[int, ...]
    """Steps (1-based) in `[[ ]]`."""
    dropped: int
    """Lines and items left out: echoed headers, empty items, talk."""
    end: StepsEnd
    cut: tuple[int, ...] = ()
    """Steps (1-based) of which only the beginning was taken, as they are too long."""
    besides: tuple[str, ...] = ()
    """Lines left out that a person may miss: what is needed, notes, warnings."""
    version: str = ""
    """A sentence where the answer has its steps more than once."""

    def remarks(self) -> Iterator[str]:
        """Yield a sentence on each kind of thing that was left out, cut, or found more than once."""
        yield from filter(None, [self.version])
        if self.cut:
            which = (
                f"Step {self.cut[0]} is" if len(self.cut) == 1 else f"Steps {', '.join(map(str, self.cut))} are"
            )
            yield f"{which} longer than {LONGEST_STEP:,} characters in the answer; only the beginning was taken."
        if self.besides:
            told = some_of([f"“{one_line(line.rstrip('.'), 80)}”" for line in self.besides], _SHOWN)
            yield f"Only the steps of the answer were taken. It also says: {told}."


@dataclass(frozen=True, slots=True)
class ListItem:
    kind: Kind
    indent: int
    number: int
    """Its number; 0 for none."""
    start: int
    """Where its text begins in the line."""
    unsure: bool = False
    """Whether `[[` stood before its number."""


@dataclass(slots=True)
class OpenStep:
    """A step whose end has not been seen yet."""

    parts: list[str] = field(default_factory=list)
    size: int = 0
    unsure: bool = False
    titled: bool = False
    """Whether its first line was a title ("### Step 2: Bake"), with its text below."""
    listing: bool = False

    def add(self, piece: str, *, sub: bool = False, code: bool = False) -> None:
        """Add a line to the step, or its code; a sub-item is set off by a colon or a semicolon."""
        piece = piece if code else _balanced(piece.strip())
        if not piece:
            return
        if self.parts and (sub or (self.titled and len(self.parts) == 1)):
            last = self.parts[-1].rstrip(" *_")
            if _WORDS.search(last[-1:]) or last[-1:] in ")]":
                self.parts[-1] = self.parts[-1].rstrip() + (";" if self.listing else ":")
        self.listing = self.listing or sub
        self.parts.append(piece)
        self.size += len(piece) + 1


class StepParser:
    """Parses the steps of one answer, piece by piece; any chunking gives the same steps."""

    def __init__(self) -> None:
        self._lines = LineSplitter()
        self._start()

    def _start(self) -> None:
        """Forget all that was read: the answer begins here."""
        self.dropped = 0
        self.besides: list[str] = []
        self._beside = False  # under a header such as "Notes:" or "Ingredients:"
        self._steps: list[str] = []
        self._uncertain: list[int] = []
        self._cut: list[int] = []
        self._style: ListItem | None = None  # the item that began the list: its kind and indent
        self._number = 0  # of the last item
        self._open: OpenStep | None = None
        self._maybe_talk: list[str] = []  # lines under the open step: its body if another step follows
        self._has_bodies = False  # whether such lines turned out to be a body
        self._after_blank = False
        self._fenced = False  # inside a code block of the open step
        self._info, self._room = "", 0  # the language of that block, and how far its fence is indented
        self._code: list[str] = []  # its lines
        self._in_resources = False  # under a header such as "Ingredients:"
        self._ended = False  # after a header such as "Notes:"
        self._sections: list[list[str]] = []  # headings without numbers, each with its lines
        self._raw: list[str] = []  # every line until a list begins, to be tried as JSON

    def feed(self, text: str) -> tuple[str, ...]:
        """The steps completed by this piece, in order; after a lone closing tag of thinking they begin anew."""
        before = len(self._steps)
        for line in self._lines.feed(text):
            if line is None:
                self._start()
                before = 0
            else:
                self._read_line(line)
        return tuple(self._steps[before:])

    def close(self) -> tuple[str, ...]:
        """The end of the text: the last step, or the steps of a JSON list or under plain headings."""
        before = len(self._steps)
        for line in self._lines.close():
            self._read_line(line)
        self._close_step()
        if self._style is None:
            self._other_forms()
        return tuple(self._steps[before:])

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(self._steps)

    @property
    def uncertain(self) -> tuple[int, ...]:
        """The steps so far (1-based) that were in `[[ ]]`."""
        return tuple(self._uncertain)

    @property
    def cut(self) -> tuple[int, ...]:
        """The steps so far (1-based) of which only the beginning was taken."""
        return tuple(self._cut)

    @property
    def end(self) -> StepsEnd:
        """Whether there was a list; valid once the parser is closed."""
        return "steps" if self._steps else "unparsed"

    def _read_line(self, line: str) -> None:
        if self._style is None:
            self._raw.append(line)
        if is_fence(line):  # one around the whole answer is no part of any step
            self._fenced = not self._fenced and self._open is not None
            if self._fenced:
                self._info, self._room = line.strip().strip("`~"), len(line) - len(line.lstrip())
            else:
                self._end_code(closed=True)
            return
        if self._fenced and self._open is not None:
            self._code.append(line[min(self._room, len(line) - len(line.lstrip())) :])
            return
        if not line.strip() or is_rule(line):
            self._after_blank = True
            return
        if len(line) >= 60 or not _DONE.fullmatch(line):  # no end mark
            for one in filter(str.strip, unescaped(line).split("\n")):
                self._take_line(one)
        self._after_blank = False

    def _take_line(self, line: str) -> None:
        """A line that is neither blank nor a rule, fence or end mark."""
        if self._style is None and item(line) is None and (at := after_header(line)) is not None:
            self.dropped += 1
            line = line[at:]
        found = item(line)
        if found and self._begins(found):
            self._open_step(found, line)
        elif self._open is None:
            self._outside(line)
        elif found and not self._maybe_talk and not self._leaps(found):
            self._open.add(line[found.start :], sub=True)
        else:
            self._under_step(line, self._open)

    def _begins(self, found: ListItem) -> bool:
        """Whether the item is a step, and not part of one, a thing needed, or talk."""
        if found.kind == "bullet" and self._in_resources:
            return False
        style = self._style
        if style is None:
            return True
        if self._ended:
            return found.kind == style.kind != "bullet" and found.number == len(self._steps) + 1
        if found.kind == style.kind:
            return found.indent <= style.indent + 1 and not self._leaps(found)
        # Bullets before the first number were a preface, or name the parts of a numbered list.
        numbered = found.kind in ("number", "label", "heading")
        return style.kind == "bullet" and numbered and found.indent <= style.indent

    def _leaps(self, found: ListItem) -> bool:
        """Whether the number is too far ahead: a wrapped line may begin with one ("Bake at / 200. Then …")."""
        return found.number > self._number + _WIDEST_GAP

    def _open_step(self, found: ListItem, line: str) -> None:
        if (
            self._open is not None and found.number == 1 < self._number
        ):  # "For the pasta:" before a list of its own
            told = (held.strip(" \t*_#") for held in self._maybe_talk[self._has_bodies :])
            self.besides += (one for one in told if not _BESIDES.match(one))
            self._close_step()
        if self._open is not None:
            self._has_bodies = self._has_bodies or bool(self._maybe_talk)
            for held in self._maybe_talk:
                self._open.add(held)
        self._maybe_talk = []
        self._complete()
        if self._sections:
            self.dropped += sum(map(len, self._sections))
            self._sections = []
        if self._style is None or self._style.kind != found.kind:
            self._style = found
        self._ended = self._in_resources = self._beside = False
        first, *others = _numbered_inline(line[found.start :], found.number)
        self._open = OpenStep(unsure=found.unsure, titled=found.kind in ("heading", "label"))
        self._open.add(first)
        for other in others:
            self._complete()
            self._open = OpenStep()
            self._open.add(other)
        self._number = found.number + len(others)

    def _outside(self, line: str) -> None:
        """A line outside of any step: a header, a heading, talk."""
        words = line.strip().strip("*_#: ：")
        self._look_at(line, words)
        if self._style is None and _is_heading(line):
            self._sections.append([words])
        elif self._style is None and self._sections:
            self._sections[-1].append(line.strip())
        else:
            self.dropped += 1
        if _RESOURCES.match(words) and item(line) is None:
            self._in_resources = True
        elif _STEPS.match(words) and item(line) is None:
            self._in_resources = False

    def _under_step(self, line: str, now: OpenStep) -> None:
        """A line under a step that is no item: it continues the step, or it is talk."""
        words = line.strip().strip("*_#: ：")
        flat, has_text = indent(line) < 2, len(now.parts) > now.titled  # a title alone is no text yet
        if flat and _AFTERWARDS.match(words) and (self._after_blank or _is_heading(line)):
            self._close_step()
            self._ended = True
        elif flat and _is_heading(line) and self._style is not None and self._style.kind != "heading":
            self._close_step()
        elif self._maybe_talk or (flat and has_text and (self._after_blank or CHATTER.match(words))):
            self._maybe_talk.append(line)
        else:
            now.add(line)
            return
        if self._open is None:
            self._look_at(line, words)
            self.dropped += 1

    def _look_at(self, line: str, words: str) -> None:
        """Read a line that is no step: notes and things needed go to `besides`, talk does not."""
        found = item(line)
        header = _BESIDES.match(words) if found is None else None
        if header is not None:
            self._beside, words = True, header["rest"] or ""
        elif found is not None:
            words = line[found.start :]
        elif _is_heading(line) or _STEPS.match(words) or CHATTER.match(words):
            self._beside = False
        if self._beside and _WORDS.search(words):
            self.besides.append(words.strip(" *_"))

    def _close_step(self) -> None:
        """Complete the open step; the lines held back are talk, unless the steps here have such bodies."""
        self._in_resources = False
        if self._open is not None and self._maybe_talk:
            own = 1 if self._has_bodies and not CHATTER.match(self._maybe_talk[0].strip()) else 0
            for held in self._maybe_talk[:own]:
                self._open.add(held)
            for held in self._maybe_talk[own:]:
                self._look_at(held, held.strip().strip("*_#: ："))
            self.dropped += len(self._maybe_talk) - own
        self._maybe_talk = []
        self._complete()

    def _end_code(self, *, closed: bool) -> None:
        """Add the code to the open step; if its fence was never closed, its lines are ordinary text."""
        code, self._code = self._code, []
        if self._open is not None and closed:
            self._open.add(on_one_line(self._info, "\n".join(code)), code=True)
        elif self._open is not None:
            for line in code:
                self._open.add(line)

    def _complete(self) -> None:
        self._end_code(closed=False)
        now, self._open = self._open, None
        self._fenced = False
        if now is None:
            return
        text, unsure = _step_text(" ".join(now.parts))
        if not _WORDS.search(text) or (not self._steps and text.endswith(":") and _STEPS.match(text)):
            self.dropped += 1
            return
        self._steps.append(text[:LONGEST_STEP].strip())
        if len(text) > LONGEST_STEP:
            self._cut.append(len(self._steps))
        if unsure or now.unsure:
            self._uncertain.append(len(self._steps))

    def _other_forms(self) -> None:
        """Steps under headings without numbers, or in JSON; else everything was talk."""
        texts = _json_steps("\n".join(self._raw))
        if texts:
            self.dropped = 0
        if not texts and len(self._sections) > 2:
            texts = [_joined_section(section) for section in self._sections if len(section) > 1]
        if not texts:
            self.dropped += sum(map(len, self._sections))
        if texts:
            self.besides = []
        for text in texts:
            self._open = OpenStep(parts=[text])
            self._complete()


_BOLD = re.compile(r"\*\*([^*\n]{1,300})\*\*")
_UNSURE_START = re.compile(r"(?:^|(?<=[\s\"'*(“]))\[\[")
_WORDS = re.compile(r"\w")


def _balanced(piece: str) -> str:
    """The piece without a bold or code mark whose other half preceded the item's number."""
    for mark in ("**", "__", "`"):
        if piece.count(mark) % 2:
            piece = piece.removesuffix(mark) if piece.endswith(mark) else piece.replace(mark, "", 1)
    return piece.strip()


def _joined_section(section: list[str]) -> str:
    """A heading and the lines below it as one text."""
    step = OpenStep(titled=True)
    for piece in section:
        step.add(piece)
    return " ".join(step.parts)


def _step_text(text: str) -> tuple[str, bool]:
    """A step's text, its code unchanged and its words as `_plain_text`, and whether it was marked as unsure."""
    parts = [
        (clean(part.folded), False) if isinstance(part, Code) else _plain_text(part) for part in parts_of(text)
    ]
    return " ".join(words for words, _ in parts if words), any(unsure for _, unsure in parts)


def _plain_text(text: str) -> tuple[str, bool]:
    """A step's text in normal form without bold and `[[ ]]`, and whether it had these brackets.

    A text that is too long stays too long.
    """
    text = _BOLD.sub(r"\1", collapsed(text, TOO_LONG))
    found = _UNSURE_START.search(text)
    if found or ("[[" not in text and text.count("]]") == 1):  # they may open before the step's number
        text = _UNSURE_START.sub(" ", text).replace("]]", " ")
    return collapsed(text.strip(" *_") if text.count("**") % 2 else text, TOO_LONG), found is not None


def _json_steps(text: str) -> list[str]:
    """The steps of an answer that is a JSON list, or an object with one under "steps"; else []."""
    start = re.search(r"[\[{]", text)
    try:
        data: Json = json.JSONDecoder(strict=False).raw_decode(text, start.start())[0] if start else None
    except (ValueError, RecursionError):
        return []
    steps = _under(data, "steps", "instructions", "procedure", "list")
    if not isinstance(steps, list):
        return []
    texts = [_under(one, "text", "step", "description", "instruction") for one in steps]
    return [text for text in texts if isinstance(text, str) and text]


def _under(data: Json, *keys: str) -> Json:
    """An object's value under the first of these keys that it has; anything else as it is."""
    return next((data[key] for key in keys if key in data), None) if isinstance(data, dict) else data


_INDENT = re.compile(r"[\s>]{0,200}")
_UNSURE_MARK = r"[*_`]{0,3}(?P<unsure>\[\[\s{0,3})?[*_`]{0,3}"
_LABEL_WORD = (
    r"(?:step|schritt|paso|étape|etape|passo|passaggio|krok|stap|steg|trin|adım|шаг|वस्तु|ステップ|手順|步骤|第)"
)
_HEADING = re.compile(
    r"#{1,6}\s{0,4}[*_`]{0,3}(?:"
    + _LABEL_WORD
    + r"\s{0,3}#?\d{1,3}|\d{1,3}(?=[.):：\s]))[*_`]{0,3}[\s.:：)–—-]{0,4}",
    re.IGNORECASE,
)
_LABEL = re.compile(
    _UNSURE_MARK
    + r"(?:"
    + _LABEL_WORD
    + r"\s{0,3}(?:no\.?\s?)?#?(?P<number>\d{1,4})|step\s(?P<word>"
    + "|".join(CARDINALS)
    + r"))"
    r"[步]?\s{0,2}[*_`]{0,3}\s{0,2}(?:[.:：)、](?:\*\*|__)?\s{0,3}|[-–—]\s{1,3}|$)",
    re.IGNORECASE,
)
_DECIMAL = re.compile(_UNSURE_MARK + r"\d{1,3}(?:\.\d{1,3}){1,3}[.)]?[*_`]{0,3}\s{1,4}(?=[^\W\d_]|\*|\[)")
_NUMBER = re.compile(
    _UNSURE_MARK + r"(?:\((?P<round>\d{1,4})\)|#?(?P<number>\d{1,4})"
    r"(?:[.)、．）](?!\d)|[:：](?=[*_`]|$|\s{1,3}(?!\d))|\s[-–—]\s(?!\d))|(?P<circled>[①-⑳])|\[(?P<square>\d{1,3})\](?=\s))"
    r"(?:[*_`]{1,3}(?=\s|$))?\s{0,4}"
)
_LETTER = re.compile(
    _UNSURE_MARK + r"(?:[ivxIVX]{1,5}[.)]|[a-zA-Z]\)|\([a-z]\)|[a-h]\.)(?=\s)(?:[*_`]{1,3}(?=\s))?\s{0,4}"
)
_BULLET = re.compile(
    r"(?:[-*+•▪◦‣·–—✓✔☐☑✅➤▶►→]️?(?=\s|$))\s{0,4}(?:\[[ xX]?\]\s{0,3})?(?:[*_`]{0,3}(?P<unsure>\[\[)\s{0,3})?"
)
_ITEMS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("heading", _HEADING),
    ("label", _LABEL),
    ("decimal", _DECIMAL),
    ("number", _NUMBER),
    ("letter", _LETTER),
)
_LED = re.compile(r"[^:：]{1,80}[:：][\s*_]{1,4}+(?=\(?1[.)]\s)")
_INLINE = re.compile(r"(?<=[.!?;)])\s(?P<number>\d{1,3})[.)]\s(?=\S)")
_ANY_HEADING = re.compile(r"(?:#{1,6}\s{1,4}|[*_]{2}(?=[^*_]{1,80}[*_]{2}:?\s{0,4}$))")
_DONE = re.compile(r"[\W_]{0,8}done[\W_]{0,8}", re.IGNORECASE)

_THINGS: Final = r"you(?:'ll|’ll| will)? need|ingredients|resources|materials|supplies|tools|equipment|utensils"
_REMARKS: Final = r"notes?|side notes?|tips?|warnings?|caution|variations?|remarks?|disclaimer"
_RESOURCES = re.compile(
    r"(?:what |key |my )?(?:changes|considerations|assumptions|requirements|constraints|adjustments"
    rf"|{_THINGS})\b.{{0,40}}$",
    re.IGNORECASE,
)
"""A header before a list of things, not of steps."""

_STEPS = re.compile(
    r"(?:.{0,60}\b)?(?:steps|instructions|directions|method|procedure|preparation|answer|list|result)\b.{0,60}$",
    re.IGNORECASE,
)
"""A header before the steps themselves."""

_AFTERWARDS = re.compile(
    rf"(?:{_REMARKS}|sources?|references?|queries|questions|summary"
    r"|explanation|changes(?: made)?|what (?:i )?changed|why this works|new procedure|documentation)\b"
    r"(?=[\s*_]{0,4}(?:[:：'(]|$|[\w ]{0,30}[:：]?[\s*_]{0,4}$))",
    re.IGNORECASE,
)
"""A header after which nothing is a step any more."""

_BESIDES = re.compile(
    rf"(?:what |key |my )?(?:{_THINGS}|{_REMARKS})\b(?:[\w ’'()]{{0,30}}$|[^:：]{{0,30}}[:：](?P<rest>.*))",
    re.IGNORECASE,
)
"""A header of something that belongs to a how-to, but is not a step."""

CHATTER = re.compile(
    r"(?:let me know|enjoy\b|i hope|hope (?:this|that|it)|feel free|would you like|do you want me|good luck"
    r"|bon app|happy \w{3,15}!|by following|these (?:steps|instructions)"
    r"|this (?:procedure|list|revised|updated|new|plan)\b"
    r"|i(?:'ve|’ve| have| can also)\b|the (?:above|updated|revised) (?:steps|list|procedure)|that's it|that’s it"
    r"|if you (?:have any|need any|want me|would like)|please (?:let me|note)|as an ai\b)",
    re.IGNORECASE,
)
"""Talk that models put after a list, known by its first words."""


def indent(line: str) -> int:
    """Columns before the first character that is neither a space nor a quote mark."""
    found = _INDENT.match(line)
    return found.end() if found else 0


def item(line: str) -> ListItem | None:
    """The item that begins on this line, or None."""
    at = indent(line)
    for kind, pattern in _ITEMS:
        if found := pattern.match(line, at):
            begun = _item(kind, at, found)
            label = _LABEL.match(line, begun.start) if kind == "number" else None  # "2. Step 2: …"
            return replace(begun, start=label.end()) if label and label["number"] == _digits(found) else begun
    if (bullet := _BULLET.match(line, at)) is None:
        return None
    for kind, pattern in (("label", _LABEL), ("number", _NUMBER)):  # "- 1. …", "- Step 1: …": an ornament
        found = pattern.match(line, bullet.end())
        if found and found["number"]:
            return replace(_item(kind, at, found), unsure=bool(bullet["unsure"] or found["unsure"]))
    return _item("bullet", at, bullet)


def _item(kind: Kind, at: int, found: re.Match[str]) -> ListItem:
    said = found.groupdict()
    if digits := _digits(found):
        number = int(digits)
    elif word := said.get("word"):
        number = CARDINALS.index(word.lower()) + 1
    else:
        number = ord(said["circled"]) - ord("①") + 1 if said.get("circled") else 0
    return ListItem(kind, at, number, found.end(), bool(said.get("unsure")))


def _digits(found: re.Match[str]) -> str | None:
    said = found.groupdict()
    return said.get("number") or said.get("round") or said.get("square")


def _numbered_inline(text: str, number: int) -> list[str]:
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


def _is_heading(line: str) -> bool:
    return _ANY_HEADING.match(line, indent(line)) is not None
