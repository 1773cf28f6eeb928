"""Cooklang files (.cook): paragraphs are steps, with marks for ingredients, cookware and times (DESIGN 9).

Files written here can be read by other Cooklang programs and come back equal.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tailor.core.procedure import Json, Procedure, procedure, procedure_from_json, procedure_to_json
from tailor.core.text import normal
from tailor.library import markdown
from tailor.library.formats.base import ParsedProcedure, headings_of, outline, text_or_empty
from tailor.library.markdown import VERSION

_TOKEN = re.compile(
    r"""\\(?P<escaped>[\\@\#~{}\[\]=>\-])
    | (?P<mark>[@\#~])(?P<flags>[&?+-]{0,3})
      (?: (?P<long>(?!\s)[^@\#~{}\\\n]{0,200}?)\{(?P<amount>(?:\\[{}\\]|[^{}])*)\}
        | (?P<short>[\w][\w'’]*(?:-[\w'’]+)*) )
      (?:\((?P<note>[^()\n]{0,300})\))?""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\([\\@#~{}\[\]=>\-])")
_IN_TITLES = r"[\\@#~{}=]"
"""What a section title escapes: it ends at "="."""
_META = re.compile(r">>\s*([^:]{1,80}):(.*)")
_SECTION = re.compile(r"=+(?P<title>.*?)(?<!\\)=*\s*")
_BLOCK_COMMENT = re.compile(r"(?<!\\)\[-")
_SPACES = re.compile(r" {2,}")
_COMMENT = re.compile(r"(?<!\\)--.*")
_HEAD_KEYS: Final = ("resources", "notes", "tags", "source", "licence", "uncertain")


@dataclass(slots=True)
class Gathered:
    """What the marks of a file name, by name in lower case."""

    ingredients: dict[str, "Thing"] = field(default_factory=dict)
    cookware: dict[str, "Thing"] = field(default_factory=dict)


@dataclass(slots=True)
class Thing:
    """An ingredient or piece of cookware, with the amounts of all its marks."""

    name: str
    amounts: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def words(self) -> str:
        """As a resource: "1/2 tsp + 1 tsp salt, coarse"."""
        amount = f"{' + '.join(self.amounts)} " if self.amounts else ""
        return f"{amount}{self.name}{f', {self.note}' if self.note else ''}"


@dataclass(slots=True)
class _CooklangLines:
    paragraphs: list[list[str]] = field(default_factory=lambda: [[]])
    headings: dict[int, list[str]] = field(default_factory=dict)
    """Titles by the index of the next paragraph."""
    notes: list[str] = field(default_factory=list)
    meta: dict[str, Json] = field(default_factory=dict)


def read(text: str, name: str = "", _where: str = "") -> ParsedProcedure:
    """The procedure of a Cooklang text; comments are unused lines.

    Blank lines separate steps. In a file without any, as older ones are, each line is a step.
    """
    document = markdown.split(text)
    body, comments = _without_comments(document.body, own := document.ours)
    lines, gathered = _sorted_lines(body), Gathered()
    steps: list[str] = []
    sections: list[tuple[int, str]] = []
    for index, paragraph in enumerate(lines.paragraphs):
        sections += [(len(steps) + 1, title) for title in lines.headings.get(index, ())]
        if said := normal(read_line(" ".join(paragraph), gathered)):
            steps.append(said if own else _SPACES.sub(" ", said))
    meta = {**lines.meta, **document.front}
    if own:
        return ParsedProcedure(_own(meta, steps, sections), document.passed)
    sections, late = headings_of(sections, len(steps))
    made = procedure(
        text_or_empty(meta.get("title")) or name,
        steps,
        [thing.words for thing in (*gathered.ingredients.values(), *gathered.cookware.values())],
        sections=sections,
        notes="\n".join(read_line(note, Gathered()) for note in lines.notes),
    )
    return ParsedProcedure(markdown.with_labels(made, meta), (*document.passed, *comments, *late))


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    data = procedure_to_json(replace(procedure, id=""))
    keys: dict[str, Json] = {"tailor": VERSION, "title": data.pop("goal")}
    keys |= {key: data.pop(key) for key in _HEAD_KEYS if key in data}
    extra = {key: value for key, value in data.items() if key not in ("steps", "sections")}
    lines = [*markdown.front_lines(keys | ({"extra": extra} if extra else {}))]
    for _, titles, text in outline(procedure):
        lines += ["", *(f"== {_escaped(_IN_TITLES, title)} ==" for title in titles)]
        lines += [*([""] if titles else []), escaped(text)]
    return "\n".join(lines) + "\n"


def _own(meta: dict[str, Json], steps: Sequence[str], sections: Iterable[tuple[int, str]]) -> Procedure:
    """A procedure that Tailor wrote: everything but the steps is in the head."""
    extra = meta.get("extra")
    data = extra if isinstance(extra, dict) else {}
    data = (
        data | {key: meta[key] for key in _HEAD_KEYS if key in meta} | {"goal": text_or_empty(meta.get("title"))}
    )
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
    """The block comments of a text, and the text without them; an unclosed one is no comment."""
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
    for line in map(str.strip, body):
        if meta := _META.fullmatch(line):
            found.meta[meta[1].strip().lower()] = meta[2].strip()
        elif line.startswith(">"):
            found.notes.append(line.lstrip("> "))
        elif line.startswith("=") and (section := _SECTION.fullmatch(line)):
            found.paragraphs += [[]] if found.paragraphs[-1] else []
            titles = found.headings.setdefault(len(found.paragraphs) - 1, [])
            titles.append(_ESCAPED.sub(r"\1", section["title"].strip()))
        elif not line or each:
            found.paragraphs += [[]] if found.paragraphs[-1] else []
            found.paragraphs[-1] += [line] if line else []
        else:
            found.paragraphs[-1].append(line)
    return found


def read_line(text: str, gathered: Gathered) -> str:
    """The line in plain words; what its marks name is added to `gathered`."""

    def said(found: re.Match[str]) -> str:
        if found["escaped"]:
            return found["escaped"]
        name = (found["long"] if found["short"] is None else found["short"]).strip()
        number, _, unit = (found["amount"] or "").strip().removeprefix("=").partition("%")  # "2%kg" is 2 kg
        amount, note = " ".join(f"{number} {unit}".split()), found["note"]
        name, _, alias = name.partition("|")
        name = name.rpartition("/")[2] if name.startswith(("./", "../")) else name
        shown = (alias or name).strip()
        match found["mark"]:
            case "~":
                shown = amount or shown
            case "#":
                _add(gathered.cookware, name, amount, again=False)
            case _:
                _add(gathered.ingredients, name, amount, note or "")
        return f"{shown} ({note})" if note else shown

    return _TOKEN.sub(said, text)


def _add(known: dict[str, Thing], name: str, amount: str, note: str = "", *, again: bool = True) -> None:
    """Add one mark; `again`: equal amounts add up, as for salt, but not for bowls."""
    bare = " ".join(name.split())
    if not bare:
        return
    thing = known.setdefault(bare.lower(), Thing(bare))
    if amount and (again or amount not in thing.amounts):
        thing.amounts.append(amount)
    thing.note = thing.note or note


def escaped(text: str) -> str:
    """The text, escaped so that Cooklang reads it as plain words."""
    return re.sub(r"^([=>])", r"\\\1", _escaped(r"[\\@#~{}]", text))


def _escaped(marks: str, text: str) -> str:
    """The text with a backslash before each mark and each beginning of a comment."""
    return re.sub(rf"({marks}|-(?=-)|(?<=-)-|\[(?=-))", r"\\\1", text)
