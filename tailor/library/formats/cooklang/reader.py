"""Reads Cooklang files (.cook): paragraphs are steps, with marks for ingredients, cookware and times (DESIGN 9).

A step states the amounts of its own marks; the list of resources has their sums. `writer` writes them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tailor.core.codec import text_or_empty
from tailor.core.listed_amounts import sums
from tailor.core.procedure import (
    Amount,
    Json,
    Procedure,
    headings_of,
    procedure,
    procedure_from_json,
)
from tailor.core.text import normal
from tailor.library import markdown
from tailor.library.formats.markdown.front_matter import title_in, unheld, with_labels
from tailor.library.formats.shared.parsed import ParsedProcedure

_LETTER = r"[\w\u00b0\u2190-\u2bff\u200d\ufe0f\U0001f000-\U0001faff]"
"""A character of a name without braces, including emoji and the degree sign of "#325°F"."""
_TOKEN = re.compile(
    rf"""\\(?P<escaped>[\\@\#~{{}}\[\]=>\-])
    | (?P<mark>[@\#~])(?P<flags>[&?+-]{{0,3}})
      (?: (?P<long>(?!\s)[^@\#~{{}}\\\n]{{0,200}}?)\{{(?P<amount>(?:\\[{{}}\\]|[^{{}}])*)\}}
        | (?P<short>{_LETTER}(?:{_LETTER}|['’])*(?:-(?:{_LETTER}|['’])+)*) )
      (?:\((?P<note>[^()\n]{{0,300}})\))?""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\([\\@#~{}\[\]=>\-])")
_META = re.compile(r">>\s*([^:]{1,80}):(.*)")
_SECTION = re.compile(r"=+(?P<title>.*?)(?<!\\)=*\s*")
_BLOCK_COMMENT = re.compile(r"(?<!\\)\[-")
_SPACES = re.compile(r" {2,}")
_COMMENT = re.compile(r"(?<![\\-])--(?!-).*")
_DIVIDER = re.compile(r"-{3,}")
_BREAK = re.compile(r"(?<!\\)(?:\\\\)*\\$")
"""A backslash at the end of a line that is not escaped itself."""
HEAD_KEYS: Final = ("resources", "notes", "tags", "source", "licence", "author", "image", "uncertain")
REST: Final = "rest"
"""Key of a file whose first paragraph lists what no step names and is no step itself."""


@dataclass(slots=True)
class Gathered:
    """What the marks of a file name, by name in lower case."""

    ingredients: dict[str, "MarkedThing"] = field(default_factory=dict)
    cookware: dict[str, "MarkedThing"] = field(default_factory=dict)


@dataclass(slots=True)
class MarkedThing:
    """An ingredient or piece of cookware, with the numbers and units of all its marks."""

    name: str
    amounts: list[tuple[str, str]] = field(default_factory=list)
    note: str = ""
    tool: bool = False
    fixed: bool = True  # whether each of its amounts begins with "="

    @property
    def amount(self) -> Amount:
        """The resource, "1 1/2 tsp salt, coarse", and its parts."""
        parts = sums(self.amounts)
        number, unit = parts[0] if len(parts) == 1 else (" + ".join(map(_spaced, parts)), "")
        words = " ".join(filter(None, (number, unit, self.name)))
        text = normal(f"{words}, {self.note}" if self.note else words)
        return Amount(
            text,
            normal(number),
            normal(unit),
            normal(self.name),
            normal(self.note),
            self.tool,
            fixed=bool(self.amounts) and self.fixed,
        )


def _spaced(parts: Iterable[str]) -> str:
    return " ".join(filter(None, parts))


@dataclass(slots=True)
class _CooklangLines:
    paragraphs: list[list[str]] = field(default_factory=lambda: [[]])
    headings: dict[int, list[str]] = field(default_factory=dict)
    """Titles by the index of the next paragraph."""
    notes: list[str] = field(default_factory=list)
    meta: dict[str, Json] = field(default_factory=dict)


def read(text: str, name: str = "", _where: str = "") -> ParsedProcedure:
    """Read the procedure of a Cooklang text; comments are unused lines.

    Blank lines separate steps. In a file without any, as in older ones, each line is a step.
    """
    document = markdown.split(text)
    body, comments = _without_comments(document.body, own := document.ours)
    lines, gathered = _sorted_lines(body), Gathered()
    steps: list[str] = []
    sections: list[tuple[int, str]] = []
    meta = {**lines.meta, **document.front}
    paragraphs = [" ".join(paragraph) for paragraph in lines.paragraphs]
    if own and meta.get(REST):
        paragraphs[0] = ""
    for index, paragraph in enumerate(paragraphs):
        sections += [(len(steps) + 1, title) for title in lines.headings.get(index, ())]
        if said := normal(read_line(paragraph, gathered, own=own)):
            steps.append(said if own else _SPACES.sub(" ", said))
    if own:
        noted = {"notes": _notes(lines)} if lines.notes else {}
        return ParsedProcedure(_own({**noted, **meta}, steps, sections), document.passed)
    sections, late = headings_of(sections, len(steps))
    amounts = tuple(thing.amount for thing in (*gathered.ingredients.values(), *gathered.cookware.values()))
    made = procedure(
        title_in(meta) or name,
        steps,
        [one.resource for one in amounts],
        sections=sections,
        notes=_notes(lines),
        to_split=True,
    )
    made = with_labels(replace(made, amounts=amounts), meta)
    return ParsedProcedure(made, (*document.passed, *unheld(meta, made), *comments, *late))


def notes_of(body: Iterable[str]) -> str:
    """The notes among the lines of a file that Tailor wrote."""
    return _notes(_sorted_lines(_without_comments(body, True)[0]))


def _notes(lines: _CooklangLines) -> str:
    return "\n".join(read_line(note, Gathered()) for note in lines.notes)


def _own(meta: dict[str, Json], steps: Sequence[str], sections: Iterable[tuple[int, str]]) -> Procedure:
    """Read a procedure that Tailor wrote: all but the steps is in the front matter."""
    extra = meta.get("extra")
    data = extra if isinstance(extra, dict) else {}
    data = data | {key: meta[key] for key in HEAD_KEYS if key in meta} | {"goal": text_or_empty(meta.get("title"))}
    return procedure_from_json(data | {"steps": list(steps), "sections": [list(one) for one in sections]})


def _without_comments(body: Iterable[str], own: bool) -> tuple[list[str], list[str]]:
    blocks, rest = _blocks("\n".join(body))
    said = [] if own else list(map(normal, blocks))
    lines: list[str] = []
    for line in rest.split("\n"):
        if found := _COMMENT.search(line):
            said.append(normal(found[0]))
            if not line[: found.start()].strip():
                continue
            line = line[: found.start()]
        lines.append(line)
    return lines, [comment for comment in said if comment]


def _blocks(text: str) -> tuple[list[str], str]:
    """Return the block comments of a text, and the text without them; an unclosed one is no comment."""
    blocks: list[str] = []
    kept: list[str] = []
    at = 0
    while found := _BLOCK_COMMENT.search(text, at):
        end = text.find("-]", found.end())
        if end < 0:
            break
        kept.append(text[at : found.start()])
        blocks.append(text[found.start() : end + 2])
        at = end + 2
        at += bool(kept[-1][-1:] in (",", ";") and text[at : at + 1] == kept[-1][-1:])  # "fish,[- or cod -], salt"
    return blocks, "".join((*kept, text[at:]))


def _sorted_lines(body: Sequence[str]) -> _CooklangLines:
    found = _CooklangLines()
    texts = [line for line in body if line.strip() and not line.lstrip().startswith((">", "="))]
    first, last = (body.index(texts[0]), len(body) - body[::-1].index(texts[-1])) if texts else (0, 0)
    each = len(texts) > 1 and all(line.strip() for line in body[first:last])
    in_note = False
    for line in map(str.strip, body):
        line = "" if _DIVIDER.fullmatch(line) else _BREAK.sub("", line)
        if meta := _META.fullmatch(line):
            found.meta[meta[1].strip().lower()] = meta[2].strip()
        elif line.startswith(">"):
            found.notes += [line.lstrip("> ")] if not in_note else []
            found.notes[-1] += f" {line.lstrip('> ')}" if in_note else ""
            in_note = not each
        elif in_note and line:
            found.notes[-1] += f" {line}"
        elif line.startswith("=") and (section := _SECTION.fullmatch(line)):
            found.paragraphs += [[]] if found.paragraphs[-1] else []
            titles = found.headings.setdefault(len(found.paragraphs) - 1, [])
            titles.append(_ESCAPED.sub(r"\1", section["title"].strip()))
        elif not line or each:
            in_note = False
            found.paragraphs += [[]] if found.paragraphs[-1] else []
            found.paragraphs[-1] += [line] if line else []
        else:
            found.paragraphs[-1].append(line)
    return found


def read_line(text: str, gathered: Gathered, *, own: bool = False) -> str:
    """Return the line in plain words, with the amount of each mark; add what its marks name to `gathered`.

    Amounts that stand right before a mark are not repeated. `own`: Tailor wrote the line, so if a blank begins the
    braces, the text does not state the amount.
    """

    def said(found: re.Match[str]) -> str:
        if found["escaped"]:
            return found["escaped"]
        words = in_words(found)
        if own:
            return words
        joined = text[max(found.start() - 1, 0) : found.start()].isalnum()  # "until browned~{5%minutes}"
        after = found["mark"] == "~" and text[found.end() : found.end() + 1].isalnum()
        return f"{' ' * joined}{words}{' ' * after}"

    def in_words(found: re.Match[str]) -> str:
        name = (found["long"] if found["short"] is None else found["short"]).strip()
        name, _, alias = name.partition("|")
        name = name.rpartition("/")[2] if name.startswith(("./", "../")) else name
        written, *others = re.sub(r"\\(.)", r"\1", found["amount"] or "").split("|")
        note = ", ".join(filter(None, (*(one.replace("%", " ") for one in others), found["note"])))
        fixed, bare = written.strip().startswith("="), written.strip().removeprefix("=")
        number, _, unit = (" ".join(part.split()) for part in bare.partition("%"))
        amount, shown = _spaced((number, unit)), (alias or name).strip()
        if found["mark"] == "~":
            return f"{amount} ({shown})" if amount and shown else amount or shown
        if found["mark"] == "#":
            _add(gathered.cookware, name, (number, unit), "", tool=True, fixed=fixed)
            amount = amount if amount != "1" else ""
        else:
            _add(gathered.ingredients, name, (number, unit), note, tool=False, fixed=fixed)
        if own and written.startswith(" "):
            return shown
        before = text[: found.start()].rstrip()
        if amount and (own or not re.search(rf"(?<!\w){re.escape(amount)}$", before[-200:], re.IGNORECASE)):
            shown = f"{amount} {shown}"
        return f"{shown} ({note})" if note else shown

    return _TOKEN.sub(said, text)


def _add(
    known: dict[str, MarkedThing], name: str, amount: tuple[str, str], note: str, *, tool: bool, fixed: bool
) -> None:
    """Add one mark. Equal amounts of an ingredient add up, but not those of cookware."""
    bare = " ".join(name.split())
    if not bare:
        return
    thing = known.setdefault(bare.lower(), MarkedThing(bare, tool=tool))
    thing.fixed = thing.fixed and (fixed or not amount[0])
    if amount[0] and not (tool and amount in thing.amounts):
        thing.amounts.append(amount)
    thing.note = thing.note or note
