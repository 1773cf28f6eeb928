"""The parser of edits: a model's text in, edits out as each becomes complete.

It decides which lines belong to an edit, which are reasons and which are talk; `edit_syntax` knows single lines.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from tailor.agents.parsing.clauses import ClauseReader
from tailor.agents.parsing.echo import EchoFilter
from tailor.agents.parsing.edit_syntax import (
    COMMENT,
    OPENING_QUOTES,
    SEVERAL,
    UNREADABLE,
    EditHeader,
    Reason,
    after_label,
    arguments,
    bare_step,
    closes_quote,
    closes_text,
    end_mark,
    head,
    is_broken_off,
    is_fence,
    is_rule,
    is_struck,
    lead,
    made_of,
    marker,
    next_edit,
    parse_reason,
    reason_passed,
    scan,
    text_and_marks,
    texts_in,
    within,
)
from tailor.agents.parsing.json_edits import edits_in_json
from tailor.agents.parsing.lines import LineSplitter
from tailor.core.edits import Edit, Flagged, Insert, Op, edit
from tailor.core.procedure import Part
from tailor.core.text import LONGEST_STEP, REPLACEMENT, is_unseen

_NEAR: Final = LONGEST_STEP * 3
"""Characters behind an edit that are searched for its reason and the next edit."""

ReadEnd: TypeAlias = Literal["edits", "none", "unparsed"]
"""edits: some were read, flagged ones included. none: it said that nothing changes. unparsed: neither."""

_TALK = re.compile(
    r"[\s*_`~\"'”’\]).;,!]{0,12}+(?:(?://|--|#{1,6}|—|–|-(?=\s{1,3}(?:because|reason|why)\b))\s{0,8}|\(?(?=because\b)|(?=\[R\d))",
    re.IGNORECASE,
)
_BURIED = re.compile(r"\s(?:#|//|--|—|–)\s{1,3}(?=(?:because|reason)\b)", re.IGNORECASE)
_REASON = re.compile(r"[\s>*_(]{0,20}(?:reason|because|why)\b", re.IGNORECASE)
_CLOSES = re.compile(r"[\s>*_`\"'”’]{0,20}+[)）]")
_ASIDE = re.compile(r"\s(?:#|//)\s")
_TITLES = frozenset(["edits", "changes", "answer", "result", "revisions", "operations", "output", "final answer"])


@dataclass(frozen=True, slots=True)
class ParsedEdits:
    edits: tuple[Edit, ...]
    flagged: tuple[Flagged, ...]
    end: ReadEnd


def read_edits(text: str, steps: int, resources: int = 0) -> ParsedEdits:
    """Parse a whole answer; `steps` and `resources` are the sizes of the base."""
    reader = EditParser(steps, resources)
    reader.feed(text)
    reader.close()
    return ParsedEdits(reader.edits, reader.flagged, reader.end)


@dataclass(slots=True)
class PartialEdit:
    """An edit whose end has not been seen yet."""

    head: EditHeader
    reason: Reason
    marker: str
    """The kind of list item its line was: "-", "1", or "" for none."""
    pieces: list[str] = field(default_factory=list)
    numbers: set[int] = field(default_factory=set)
    """The numbers of steps that its pieces begin with: 3 for "3. Bake it."."""
    size: int = 0
    """Characters of its text so far."""
    depth: int = 0
    """Open parentheses of the text itself."""
    unseen: bool = False
    """Whether a line of its text has only invisible characters."""
    quote: str = ""
    """The quote its text began with, or ""."""
    held: list[str] = field(default_factory=list)
    """Lines after a break in a text: they belong to it if a later line closes it, else they are talk."""

    def add(self, piece: str) -> None:
        self.pieces.append(piece)
        self.size += len(piece.strip())
        if number := bare_step(piece, numbered=True):
            self.numbers.add(number)

    @property
    def body(self) -> str:
        return "\n".join(self.pieces)


class EditParser:
    """Parses the edits of one answer, piece by piece; any chunking gives the same edits.

    `steps` and `resources` are the sizes of the base; numbers beyond them are flagged. Lines win over JSON, so the
    edits of a JSON answer come at `close()`, when no line can follow any more; beside lines they are flagged.
    """

    def __init__(
        self,
        steps: int,
        resources: int = 0,
        clauses: ClauseReader | None = None,
        echo: EchoFilter | None = None,
    ) -> None:
        self.clauses = clauses
        """Reads the lines about requirements; None: there are none, and such a line is talk."""
        self._echo = echo
        self._size: dict[Part, int] = {"steps": steps, "resources": resources}
        self._lines = LineSplitter(unseen=True)
        self._cut = False  # the last line was cut off
        self._read: list[Edit | Flagged] = []
        self._new: list[Edit | Flagged] = []  # read but not returned yet
        self._start()

    def _start(self) -> None:
        """Start anew: the answer begins behind what was read so far."""
        self._begun = len(self._read)
        self.ended = False
        """Whether `done` or `no edits` was seen; edits after it still count."""
        self._open: PartialEdit | None = None
        self._pending = Reason()  # from a comment before the edit that it belongs to
        self._fenced = False
        self._says_none = False  # it said that nothing changes, or that it is done
        self._in_lines = False  # an edit was read
        self._bare: list[tuple[int, str]] = []  # steps listed without an edit since the last one
        self._beside: int | None = None  # the step that the last edit named
        self._raw: list[str] = []  # every line outside of edits, to be tried as JSON
        self._said: set[tuple[str, Part, int, str]] = set()
        self._replaced: set[tuple[Part, int]] = set()

    def feed(self, text: str) -> tuple[Edit | Flagged, ...]:
        """The edits completed by this piece, in order; one flagged "thought" takes back an edit given before."""
        for line in self._lines.feed(text):
            if line is None:
                self._take_back()
            else:
                self._read_line(line)
        return self._give()

    def close(self, *, cut: bool = False) -> tuple[Edit | Flagged, ...]:
        """End the text: return the edit still open, and the edits of a JSON answer.

        If the text was `cut` off, an edit that is still open is flagged, since only closed ones are whole.
        """
        self._cut = cut
        for line in self._lines.close():
            self._read_line(line)
        if self.clauses is not None:
            self.clauses.edits_begin()
        if cut and (opened := self._open) and opened.head.op != "keep":
            self._flag_cut_off(opened)
        self._finish(last=True)
        self._flag_bare()
        found, says_none = edits_in_json("\n".join(self._raw))
        self._raw = []
        self._says_none = self._says_none or says_none
        replaced = self._replaced.copy() if self._in_lines else set()
        for each in found:
            if isinstance(each, Flagged):
                self._add(each)
            elif isinstance(each, Insert) or (each.part, each.step) not in replaced:  # else the lines say it again
                self._admit(each, beside=self._in_lines)
        return self._give()

    @property
    def edits(self) -> tuple[Edit, ...]:
        return tuple(one for one in self._read if not isinstance(one, Flagged))

    @property
    def flagged(self) -> tuple[Flagged, ...]:
        return tuple(one for one in self._read if isinstance(one, Flagged))

    @property
    def end(self) -> ReadEnd:
        """How the answer ended; valid once the parser is closed."""
        read = self._read[self._begun :]
        if any(not isinstance(one, Flagged) or one.why not in ("unreadable", "echo") for one in read):
            return "edits"
        return "none" if self._says_none else "unparsed"

    def _add(self, item: Edit | Flagged) -> None:
        self._read.append(item)
        self._new.append(item)

    def _give(self) -> tuple[Edit | Flagged, ...]:
        """Return what was read since the last call."""
        new, self._new = self._new, []
        return tuple(new)

    def _take_back(self) -> None:
        """Everything so far was thinking: its edits do not count, and the answer begins here."""
        thought, self._read = self.edits, [*self.flagged]
        for one in thought:
            self._add(Flagged(one, "thought"))
        for reader in (self.clauses, self._echo):
            if reader is not None:
                reader.start()
        self._start()

    def _read_line(self, line: str) -> None:
        if self._echo is not None and self._echo.takes(line):
            self._finish()
            self._pending = Reason()
            for made in read_edits(line, self._size["steps"], self._size["resources"]).edits:
                self._admit(made, echoed=True)
            return
        opened = self._open
        if line == REPLACEMENT:
            if opened is not None:
                opened.unseen = True
            line = ""
        if self.clauses is not None and not (opened and opened.quote) and self.clauses.take(line):
            self._finish()
            self._raw.append(line)
            return
        if opened is not None:
            if not opened.held and self._goes_on(line, opened):
                self._extend(opened, line)
                return
            if self._may_go_on(line, opened):
                self._hold(line, opened)
                return
            self._finish()
        self._outside(line, behind_open=opened is not None)

    def _may_go_on(self, line: str, opened: PartialEdit) -> bool:
        """Whether its text may go on after a break: inside a quote, or after nothing but a blank line."""
        apart = opened.head.form == "open" and not is_fence(line) and (opened.held or not line.strip())
        told = not opened.quote and _REASON.match(line)
        return bool(opened.quote or apart) and not (told or _begins_anew(line))

    def _hold(self, line: str, opened: PartialEdit) -> None:
        """Hold a line that may belong to the text; the line that closes the text adds all that are held."""
        closes = closes_quote(line, opened.quote) if opened.quote else closes_text(line, opened.depth)
        if closes:
            for one in opened.held:
                opened.add(one)
            opened.held = []
            self._extend(opened, line)
        else:
            opened.held.append(line)

    def _outside(self, line: str, *, behind_open: bool) -> None:
        """Read a line outside of edits; `behind_open`: it ended an edit that was still open."""
        self._raw.append(line)
        if not line.strip() or is_rule(line):
            self._pending = self._pending if self._pending.stated else Reason()
            return
        if is_fence(line):
            self._fenced = not self._fenced
            return
        at = lead(line)
        sign = COMMENT.match(line, at)
        if is_struck(line) and self._is_unreadable(line, sign.end() if sign else at):
            return
        if sign and head(line, sign.end()) is None:
            self._take_comment(line[sign.end() :], sign["sign"])
            return
        if self._take_edits(line, sign.end() if sign else at):
            self._raw.pop()
        else:
            number = bare_step(line, numbered=behind_open)
            if not self._ends(line, at) and not self._is_unreadable(line, at) and number and self._in_lines:
                self._bare.append((number, line))
            self._pending = Reason()

    def _is_unreadable(self, line: str, at: int) -> bool:
        """Flag an edit that begins at `at` but cannot be used; return whether there was one."""
        found = UNREADABLE.match(line, after_label(line, at)) or within(line, at)
        if found is not None:
            op: Op = "insert" if (found["op"] or "").lower() == "insert" else "replace"
            self._unread(op, int(found["number"] or 0), line[at : at + LONGEST_STEP])
        return found is not None

    def _unread(self, op: Op, number: int, words: str) -> None:
        self._add(Flagged(edit(op, number, words), "unreadable"))

    def _flag_bare(self, beside: int | None = None) -> None:
        """Flag the steps listed between edits, except one that is only a heading of the edit beside it."""
        for number, line in self._bare:
            if number not in (self._beside, beside):
                self._unread("replace", number, line.strip()[:LONGEST_STEP])
        self._bare, self._beside = [], beside

    def _ends(self, line: str, at: int) -> bool:
        """Whether the line says that the answer is over, or that nothing changes."""
        mark = end_mark(line, at)
        if mark:
            self.ended = self._says_none = True
        return mark is not None

    def _take_comment(self, words: str, sign: str) -> None:
        """A comment on its own line: the reason of the next edit, or an end mark."""
        words = words[: LONGEST_STEP * 2]
        if self._ends(words, lead(words)):
            return
        now = parse_reason(words)
        is_heading = sign.startswith("##") or now.words.endswith(":") or now.words.lower() in _TITLES
        if self._pending.stated and not now.stated:  # a reason that runs over two comment lines
            joined = f"{self._pending.words} {now.words}".strip()
            self._pending = Reason(joined[:LONGEST_STEP], self._pending.serves + now.serves, True)
        elif now.stated or now.serves or not is_heading:
            self._pending = now
        else:
            self._pending = Reason()

    def _take_edits(self, line: str, at: int) -> bool:
        """Read the edits that begin at `at`, one after another; return whether there was one."""
        found = head(line, at)
        if found is None:
            return False
        if self.clauses is not None:
            self.clauses.edits_begin()
        while found is not None:
            self._flag_bare(None if found.op == "insert" else found.step)
            self._open = PartialEdit(found, self._pending, marker(line))
            self._pending = Reason()
            rest = self._begin(self._open, line)
            found = head(line, rest) if rest is not None else None
        return True

    def _begin(self, opened: PartialEdit, line: str) -> int | None:
        """Add the rest of the line to the edit; return where the next edit of the line begins."""
        start = opened.head.start
        if opened.head.form == "empty" and not (self._cut and line[start - 1 : start] not in (")", "）")):
            self._complete(opened, line[start : start + _NEAR])
            return next_edit(line, start)
        if opened.head.form == "colon":
            self._colon(opened, line[start:])
            return None
        return self._extend(opened, line, start)

    def _colon(self, opened: PartialEdit, rest: str) -> None:
        """The text after a colon: the rest of the line, or the next line if nothing is left."""
        if self._cut:
            opened.add(rest)
            return
        if not rest.strip() and not opened.head.deletes:
            return
        cut = _BURIED.search(rest[:_NEAR]) or _ASIDE.search(rest[:_NEAR])
        opened.add(rest[: cut.start()] if cut else rest)
        self._complete(opened, rest[cut.start() :] if cut else "")

    def _goes_on(self, line: str, opened: PartialEdit) -> bool:
        if not line.strip():
            return opened.size == 0
        if is_fence(line):
            return not self._fenced or opened.size == 0
        if _CLOSES.match(line):
            return True
        if _begins_anew(line) or (opened.size and _is_another_step(line, opened)):
            return False
        is_list = next((marker(piece) != "" for piece in opened.pieces if piece.strip()), False)
        return not (opened.size and opened.marker and marker(line) == opened.marker and not is_list)

    def _extend(self, opened: PartialEdit, line: str, start: int = 0) -> int | None:
        """Add a line to the open edit; return where the next edit of the line begins."""
        if is_fence(line):
            return None
        if opened.head.form == "colon":
            self._colon(opened, line)
            return None
        first = line[start : start + 40].strip()[:1]
        if not opened.size and first in OPENING_QUOTES:
            opened.quote = first
        close, opened.depth, keep = scan(line, start, opened.depth, opened.quote)
        if close is None:
            opened.add(line[start:])
            return None
        opened.add(line[start : close + keep])
        self._complete(opened, line[close + 1 : close + _NEAR])
        return next_edit(line, close + 1)

    def _finish(self, *, last: bool = False) -> None:
        """End the open edit without a closing parenthesis; `last`: the answer ends here."""
        opened = self._open
        if opened is None:
            return
        self._bare += [(number, line) for line in opened.held if (number := bare_step(line, numbered=True))]
        for line in opened.held if not opened.quote else ():  # they were talk, in which an edit may be meant
            self._is_unreadable(line, lead(line))
        body = opened.body
        cut = _BURIED.search(body[:_NEAR])
        if cut:
            opened.pieces = [body[: cut.start()]]
        if not body.strip():  # only a closed `replace(3, )` deletes: here the text was never reached
            self._open = None
            return
        if (
            opened.head.op != "keep"
            and opened.head.form == "open"
            and is_broken_off(body, opened.quote, last=last)
        ):
            self._flag_cut_off(opened)
            return
        self._complete(opened, body[cut.start() :] if cut else "")

    def _flag_cut_off(self, opened: PartialEdit) -> None:
        text = "" if is_unseen(opened.body) else opened.body[:LONGEST_STEP]
        self._add(Flagged(edit(opened.head.op, opened.head.step, text, opened.head.part), "cut_off"))
        self._open, self._in_lines = None, True

    def _complete(self, opened: PartialEdit, tail: str) -> None:
        """The edit is complete; `tail` is the text behind it."""
        self._open = None
        if opened.head.op == "keep":
            self._says_none = True
            return
        body, passed = arguments(opened.body) if opened.quote else (opened.body, "")
        if not opened.head.deletes and SEVERAL.match(body):
            self._unread(opened.head.op, opened.head.step, body[:LONGEST_STEP])
            return
        texts = ("",) if opened.head.deletes else texts_in(body, opened.head.step)
        reason = _reason(opened.reason, tail)
        if passed:
            beside = reason_passed(passed)
            reason = replace(reason if reason.words else beside, serves=reason.serves + beside.serves)
        for number, text in enumerate(texts):
            op: Op = opened.head.op if number == 0 else "insert"
            if is_unseen(text) or (opened.unseen and not text):
                self._add(Flagged(edit(op, opened.head.step, "", opened.head.part), "unseen"))
                self._in_lines = True
                continue
            text, marks = text_and_marks(text.removeprefix(f"{REPLACEMENT} "))
            made = made_of(op, opened.head.step, text, opened.head.part)
            if isinstance(made, Flagged):
                self._add(made)
                continue
            self._in_lines = True
            serves = tuple(dict.fromkeys(reason.serves + marks))
            self._admit(replace(made, reason=reason.words, serves=serves))

    def _admit(self, made: Edit, *, echoed: bool = False, beside: bool = False) -> None:
        """Add an edit, flagged if it cannot be used; exact repeats and inserts without a text are ignored.

        `beside`: it came as JSON in an answer that has edits in lines too.
        """
        key, place = (made.op, made.part, made.step, made.text), (made.part, made.step)
        inserts = isinstance(made, Insert)
        if key in self._said or (inserts and not made.text):
            return
        self._said.add(key)
        if echoed or (self._echo is not None and self._echo.repeats(made.text)):
            self._add(Flagged(made, "echo"))
        elif beside:
            self._add(Flagged(made, "unreadable"))
        elif len(made.text) > LONGEST_STEP:
            self._add(Flagged(replace(made, text=made.text[:LONGEST_STEP]), "too_long"))
        elif not (0 if inserts else 1) <= made.step <= self._size[made.part]:
            self._add(Flagged(made, "out_of_range"))
        elif place in self._replaced and not inserts:
            self._add(Flagged(made, "duplicate"))
        else:
            self._replaced |= set() if inserts else {place}
            self._add(made)


def _is_another_step(line: str, opened: PartialEdit) -> bool:
    """Whether the line lists a step of its own, rather than the next item of a list in the text."""
    number = bare_step(line, numbered=True)
    if number is None:
        return False
    last = opened.pieces[-1].strip()
    counts_on = number - 1 in opened.numbers or (number == 1 and last.endswith(":"))
    return not (counts_on or is_broken_off(last, "", last=False))


def _begins_anew(line: str) -> bool:
    """Whether the line cannot belong to the text before it: another edit, an end mark, a comment."""
    at = lead(line)
    sign = COMMENT.match(line, at)
    return head(line, at) is not None or end_mark(line, at) is not None or bool(sign and sign["sign"] != "--")


def _reason(before: Reason, tail: str) -> Reason:
    """The reason of an edit: the comment before it, else the one behind it on its line."""
    tail = tail[: LONGEST_STEP * 2]
    behind = Reason()
    if found := _TALK.match(tail):
        talk = tail[found.end() :]
        behind = parse_reason(talk.rstrip(" )") if found.group().endswith("(") else talk)
    counts = before if before.stated or (before.words and not behind.stated) or not behind.words else behind
    return replace(counts, serves=tuple(dict.fromkeys(before.serves + behind.serves)))
