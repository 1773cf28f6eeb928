"""The library's Markdown files: front matter with JSON values, then the procedure as text (CONTRACT 1).

`read` returns exactly what `write` was given, and still reads a file that a person has edited. `split` also takes
other programs' front matter, which is YAML; their Markdown is read in `formats.foreign_markdown`.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, pairwise
from math import isfinite
from typing import Final, cast, get_args

from tailor.core.code_lines import between_fences, unfolded
from tailor.core.codec import json_text, text_or_empty, texts_in
from tailor.core.edits import edit_from_json
from tailor.core.errors import ContentError
from tailor.core.procedure import (
    Json,
    Procedure,
    details_to_json,
    fingerprint_of_rest,
    headings_of,
    outline,
    procedure,
    with_details,
)
from tailor.core.text import and_last, clean, normal, one_line, unix_lines
from tailor.library.entries import NOTICE, DecisionWord, SavedEdit

_MOST_YAML: Final = 100_000
_DEEPEST_YAML: Final = 60
VERSION: Final = 1
"""`tailor: 1` marks a file that is complete in itself."""
WITH_RECORD: Final = 2
"""`tailor: 2` marks a file of the library that has a record beside it."""
MOST_LINES: Final = 12
"""Most lines of front matter in a library file, including the two "---"."""
LONGEST_LINE: Final = 200
"""Most characters of a procedure's key in the front matter; a longer one goes into the record."""
Front = Mapping[str, Json]
OWN_KEYS: Final = frozenset(
    (
        *("tailor", "id", "parent", "goal", "steps", "origin", "fingerprint", "seal", "hint", "requirements"),
        *("edits", "made", "created", "tags", "uncertain", "source", "licence", "extra"),
    )
)
_PARTS: Final = ("resources", "steps", "notes")
_SUMMARY = re.compile(rf"Changed \d+ of \d+ steps|{re.escape(NOTICE)}$")
_PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}")
_CONFLICT = re.compile(r"(<{7}|={7}|>{7})( .*)?")
"""The lines git puts around the two sides of a merge conflict."""
_HEADING = re.compile(r" {0,3}(#{1,2})(?!#)\s*(.*?)\s*#*\s*")
_UNDERLINE = re.compile(r" {0,3}([=-])\1+\s*")
"""Matches the line below a title that makes it a heading."""
_BULLET = re.compile(r"\s*[-*+] (.*)")
_STEP = re.compile(r" {0,2}\d{1,6}[.)](?:\s+(.*)|$)")


@dataclass(frozen=True, slots=True)
class Document:
    """A text split into front matter and body lines."""

    front: dict[str, Json]
    body: tuple[str, ...]
    passed: tuple[str, ...] = ()
    """Lines of the front matter that could not be read as values."""

    @property
    def ours(self) -> bool:
        return isinstance(self.front.get("tailor"), int)


_OPENS = re.compile(r"---[^\S\n]*\n")
_CLOSES = re.compile(r"\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)")


def write(procedure: Procedure, front: Front | None = None, summary: str = "", *, code_apart: bool = False) -> str:
    """Write the procedure as a Markdown file, with `front` before the keys that the text has no place for.

    `summary` is a line for readers below the title; it is not read back. With `code_apart`, code in a step gets
    fences and lines of its own; else each step is one line.
    """
    own, unknown = _procedure_keys(procedure)
    if code_apart:
        rooms = (" " * len(f"{number}. ") for number in count(1))
        procedure = replace(procedure, steps=tuple(map(unfolded, procedure.steps, rooms)))
    return _written(procedure, {"tailor": VERSION, **(front or {}), **own, **unknown}, summary)


def write_short(
    procedure: Procedure, front: Front, record: Front, summary: str = ""
) -> tuple[str, dict[str, Json]]:
    """Write at most `MOST_LINES` of front matter; also return the record to put beside the file, {} for none.

    The record is `record` plus the procedure's keys that do not fit (tags always do). The fingerprint of
    everything but the steps is left out if it alone would make a record necessary.
    """
    keys, beside = dict(front), dict(record)

    def fit(more: Front) -> bool:
        room = len(keys) + len(more) + 3 <= MOST_LINES  # counts `tailor` and the two fences
        return room and all(key == "tags" or len(json_text(more[key])) <= LONGEST_LINE for key in more)

    own, unknown = _procedure_keys(procedure)
    for more in (*({key: value} for key, value in own.items()), unknown):
        (keys if fit(more) else beside).update(more)
    seal: Front = {"seal": fingerprint_of_rest(procedure)}
    if beside or fit(seal):
        (keys if fit(seal) else beside).update(seal)
    return _written(procedure, {"tailor": WITH_RECORD if beside else VERSION, **keys}, summary), beside


def _written(procedure: Procedure, keys: Front, summary: str) -> str:
    return "\n".join([*front_lines(keys), *_body(procedure, summary)]) + "\n"


def _body(procedure: Procedure, summary: str = "") -> list[str]:
    lines = [f"# {procedure.goal}", *([clean(summary)] if summary else [])]
    if procedure.resources:
        lines += ["## Resources", *(f"- {text}" for text in procedure.resources)]
    lines.append("## Steps")
    for number, titles, text in outline(procedure):
        lines += [*(f"### {title}" for title in titles), f"{number}. {text}"]
    if procedure.notes:
        lines += ["## Notes", procedure.notes]
    return lines


def fenced(text: str) -> tuple[str, str | None] | None:
    """The front matter and the body after it; None without front matter, and no body if its start is not reached.

    For lists, which read only the beginning of a file. Like `split`, it handles a byte order mark and the line
    ends of other systems.
    """
    text = unix_lines(text.removeprefix("\ufeff"))
    if not (opens := _OPENS.match(text)):
        return None
    closes = _CLOSES.search(text, opens.end() - 1)
    return (text[opens.end() : closes.start()], text[closes.end() :]) if closes else (text[opens.end() :], None)


def split(text: str) -> Document:
    """Split a text into front matter and body.

    ContentError for a front matter line that cannot be read, which it names, and for a file of a later Tailor.
    """
    lines = unix_lines(text.removeprefix("\ufeff")).split("\n")
    if not lines or lines[0].rstrip() != "---":
        return Document({}, tuple(lines))
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    if end is None:
        raise ContentError('The front matter begins with "---" but a second "---" line is missing.')
    head = lines[1:end]
    ours = any(line.startswith("tailor:") for line in head)
    if ours:
        _refuse_conflict(lines)
    foreign = None if ours else _yaml("\n".join(head))
    front, passed = (foreign, ()) if foreign is not None else _front(head)
    if isinstance(by := front.get("tailor"), int) and by > WITH_RECORD:
        raise ContentError("A newer version of Tailor wrote it. Update Tailor to open it.")
    return Document(front, tuple(lines[end + 1 :]), passed)


def _refuse_conflict(lines: Sequence[str]) -> None:
    """Raise ContentError for a file with a git merge conflict, unless the markers only occur in its notes."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        mark = _CONFLICT.fullmatch(line)
        if mark and mark[1][0] == "<=>"[len(found)]:
            found.append((number, (mark[2] or "").strip() or "the other side"))
        if len(found) == 3:
            (at, mine), _, (_, theirs) = found
            raise ContentError(
                f"From line {at} on, it has two versions that git could not merge, “{one_line(mine, 60)}” and "
                f"“{one_line(theirs, 60)}”. Keep the lines of one, and delete those that begin with <<<<<<<, "
                "======= and >>>>>>>."
            )
        if not found and line.rstrip().lower() == "## notes":
            return


def read(document: Document) -> Procedure:
    """Read the procedure of a file that Tailor wrote, whatever a person has changed in it since.

    Text under the title or under other headings becomes part of the notes, so that the next version keeps it.
    ContentError if there is no list of steps or a step is too long.
    """
    front = document.front
    goal, pieces = _parts(document.body)
    found, others = _sorted_parts(pieces)
    if "steps" not in found:
        raise ContentError('There is no heading "## Steps" in this file.')
    sections, steps = _read_steps(found["steps"])
    sections, late = headings_of(sections, len(steps))
    headings = [f"### {title.strip()}" for title in late if title.strip()]
    made = procedure(
        goal,
        steps,
        _read_resources(found.get("resources", [])),
        sections=sections,
        notes="\n".join(
            [*found.get("notes", []), *headings, *(line for one in others for line in _as_notes(one))]
        ),
    )
    marked = listed if isinstance(listed := front.get("uncertain"), list) else []
    made, details = with_details(made, front)
    unknown = {key: value for key, value in front.items() if key not in OWN_KEYS | details}
    unknown |= boxed if isinstance(boxed := front.get("extra"), dict) else {}
    return replace(
        made,
        uncertain=tuple(n for n in marked if type(n) is int and 1 <= n <= len(made.steps)),
        tags=tuple(filter(None, map(normal, texts_in(front.get("tags"))))),
        source=normal(text_or_empty(front.get("source"))),
        licence=normal(text_or_empty(front.get("licence"))),
        id=normal(text_or_empty(front.get("id"))),
        extra=tuple((key, json.dumps(value)) for key, value in unknown.items()),
    )


def front_lines(keys: Front) -> Iterable[str]:
    """The lines of the front matter; `requirements` and `edits` have one item per line."""
    yield "---"
    for key, value in keys.items():
        if key in ("requirements", "edits") and isinstance(value, list):
            yield f"{key}:"
            yield from (f"- {json_text(item)}" for item in value)
        else:
            yield f"{key}: {json_text(value)}"
    yield "---"


def _procedure_keys(procedure: Procedure) -> tuple[dict[str, Json], dict[str, Json]]:
    """The fields of a procedure that the text has no place for, and the keys unknown to Tailor."""
    details = details_to_json(procedure)
    keys: dict[str, Json] = {
        "tags": list(procedure.tags),
        **{key: details.pop(key) for key in ("yield", "times") if key in details},
        "source": procedure.source,
        "licence": procedure.licence,
        **details,
        "uncertain": list(procedure.uncertain),
    }
    keys = {key: value for key, value in keys.items() if value}
    unknown: dict[str, Json] = {key: json.loads(value) for key, value in procedure.extra}
    plain = all(_PLAIN_KEY.fullmatch(key) and key not in {*OWN_KEYS, *keys} for key in unknown)
    return keys, unknown if plain else {"extra": unknown}


def _yaml(text: str) -> dict[str, Json] | None:
    """Read another program's front matter; None if it is not a plain YAML mapping, which `_front` reads then.

    Words stay as written: `yes` and `1:30` are texts. None also where YAML would drop words (comments after
    values, tags, duplicate keys) and for aliases and deep nesting. Events are read one by one, since PyYAML's
    composer overflows the C stack on a file of 64 KB of nothing but brackets.
    """
    if len(text) > _MOST_YAML or re.search(r"\S[ \t]+#", text):
        return None
    import yaml

    def value(event: yaml.Event, depth: int) -> Json:
        if not isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) or event.anchor or event.tag:
            raise ValueError("a value that Tailor does not read here")
        if isinstance(event, yaml.ScalarEvent):
            return _value(event.value) if event.value and not event.style else event.value or None
        if depth > _DEEPEST_YAML:
            raise ValueError("too deep")
        items: list[Json] = []
        while not isinstance(inner := next(events), yaml.CollectionEndEvent):
            items.append(value(inner, depth + 1))
        if isinstance(event, yaml.SequenceStartEvent):
            return items
        if not all(isinstance(key, str) for key in items[::2]):
            raise ValueError("a name that is not a word")
        if len(set(map(str, items[::2]))) < len(items) // 2:
            raise ValueError("a name that appears twice")
        return dict(zip(cast(list[str], items[::2]), items[1::2], strict=True))

    try:
        events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        next(events), next(events)  # start of stream and of document
        found = value(next(events), 0)
    except (yaml.YAMLError, ValueError, StopIteration):
        return None
    return found if isinstance(found, dict) else None


def _front(lines: list[str]) -> tuple[dict[str, Json], tuple[str, ...]]:
    """Read keys whose values are JSON, or else plain words; also return the lines that were skipped."""
    front: dict[str, Json] = {}
    passed: list[str] = []
    key = ""
    for number, line in enumerate(lines, 2):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        if bare == "-" or bare.startswith("- "):
            items = front.get(key)
            if not isinstance(items, list):
                raise ContentError(
                    f"Line {number} of the front matter begins with a dash, but there is no list above it: "
                    f"{bare[:60]}"
                )
            items.append(_value(bare[1:].strip()))
        elif line[0].isspace() and key:
            passed.append(bare)
        else:
            key, colon, rest = bare.partition(":")
            key = key.strip().strip("\"'")
            if not colon or not key:
                raise ContentError(f"Line {number} of the front matter is not a key with a value: {bare[:60]}")
            if front.get(key):
                passed.append(f"{key}: {text_or_empty(front[key]) or json_text(front[key])}")  # the last one wins
            front[key] = _value(rest.strip()) if rest.strip() else []
    return front, tuple(passed)


def _number(written: str) -> Json:
    """Parse a number; return the text itself if it is too large to be written as JSON."""
    return number if isfinite(number := float(written)) else written


def _value(text: str) -> Json:
    with suppress(ValueError, RecursionError):
        value: Json = json.loads(text, parse_float=_number, parse_constant=str)
        return value
    if text.startswith("[") and text.endswith("]"):
        return [part.strip().strip("\"'") for part in text[1:-1].split(",") if part.strip()]
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


@dataclass(slots=True)
class _Piece:
    """A heading with the lines below it."""

    title: str
    part: str
    """ "resources", "steps" or "notes"; "" for other headings and for the lines above the first."""
    lines: list[str]
    rest: bool = False
    """Whether everything that follows belongs to it, as to notes that Tailor wrote."""


def _parts(body: Sequence[str]) -> tuple[str, list[_Piece]]:
    """The goal, and each heading with its lines (first those above any). Notes run to the end of the file."""
    goal: str | None = None
    pieces = [_Piece("", "", [])]
    underlined = False
    code = between_fences(body)
    for at, (line, below) in enumerate(pairwise([*body, ""])):
        last = pieces[-1]
        if underlined and not last.rest:
            underlined = False
            continue
        plain = not last.rest and at not in code
        found = _HEADING.fullmatch(line) if plain else None
        level, title = (len(found[1]), found[2]) if found else (0, "")
        if plain and not found and line.strip() and (under := _UNDERLINE.fullmatch(below)):
            level, title, underlined = 1 if under[1] == "=" else 2, line.strip(), True
        first = goal is None and len(pieces) == 1
        part = _part_named(title) if level and not (first and level == 1) else ""
        if first and level and not part and (level == 1 or not any(map(str.strip, last.lines))):
            goal = line[1:] if line.startswith("# ") else title
        elif part or (level == 2 and found and line.startswith("## ")):
            ours = part == title.strip(" :").lower() == "notes"
            pieces.append(_Piece(title, part, [], ours and any(one.part == "steps" for one in pieces)))
        else:
            underlined = False
            last.lines.append(line)
    return goal or "", pieces


def _part_named(title: str) -> str:
    """The part a heading names, exactly ("Steps") or in common words ("Ingredients (for 4)"); "" for any other."""
    if (own := title.strip(" :").lower()) in _PARTS:
        return own
    from tailor.library.formats.shared.headings import announced  # only for a file that was changed by hand

    told = announced(title)
    return next(iter(told)) if len(told) == 1 else ""


def _sorted_parts(pieces: Iterable[_Piece]) -> tuple[dict[str, list[str]], list[_Piece]]:
    """The lines of resources, of the first steps, and of Tailor's own notes; and all other pieces."""
    found: dict[str, list[str]] = {}
    others: list[_Piece] = []
    for piece in pieces:
        if piece.part == "resources" or piece.rest or (piece.part == "steps" and "steps" not in found):
            found.setdefault(piece.part, []).extend(piece.lines)
        else:
            others.append(piece)
    return found, others


def _as_notes(piece: _Piece) -> list[str]:
    """The lines of a piece below its title, as a part of the notes."""
    lines = piece.lines
    if not piece.title:
        lines = [line for line in lines if line.strip()]
        lines = lines[1:] if lines and _SUMMARY.match(lines[0]) else lines  # each save writes a new one
    return ["", *([f"## {piece.title}"] if piece.title else []), *lines] if piece.title or lines else []


def has_steps(document: Document) -> bool:
    return any(piece.part == "steps" for piece in _parts(document.body)[1])


def unknown_headings(document: Document) -> str:
    """Say which headings are unknown, so that the lines below were read as notes; "" if there are none."""
    others = _sorted_parts(_parts(document.body)[1])[1]
    titles = [f"“{one_line(piece.title, 60)}”" for piece in others if piece.title and piece.part != "notes"]
    known = "the headings that count are “Resources”, “Steps” and “Notes”"
    return f"Everything below {and_last(titles)} was read as notes: {known}." if titles else ""


def is_as_written(document: Document, made: Procedure) -> bool:
    """Whether the text is exactly what Tailor writes for the procedure read from it, ignoring blank lines.

    Also false if a split amount belongs to a resource that is no longer listed, as that would not be written.
    """
    found = [line for line in document.body if line.strip()]
    if len(found) > 1 and _SUMMARY.match(found[1]):
        del found[1]
    written = (line for line in "\n".join(_body(made)).split("\n") if line.strip())
    apart = document.front.get("amounts") or None
    listed = apart == details_to_json(made).get("amounts")
    return listed and [clean(line).rstrip() for line in found] == [line.rstrip() for line in written]


def _read_steps(lines: Sequence[str]) -> tuple[list[tuple[int, str]], list[str]]:
    """The steps, and headings with the number of the step they precede; other lines join the step above."""
    sections: list[tuple[int, str]] = []
    steps: list[str] = []
    code = between_fences(lines)
    for at, line in enumerate(lines):
        plain = at not in code
        if plain and (line.startswith("### ") or line.rstrip() == "###"):
            sections.append((len(steps) + 1, line[3:]))
        elif plain and (found := _STEP.match(line)):
            steps += [found[1]] if found[1] else []
        elif steps:
            steps[-1] = f"{steps[-1]}\n{line}"  # in code empty lines count too
        elif line.strip():
            steps.append(line)
    return sections, steps


def _read_resources(lines: Iterable[str]) -> list[str]:
    resources: list[str] = []
    for line in lines:
        if found := _BULLET.match(line):
            resources.append(found[1])
        elif line.strip() and resources and line[0].isspace():
            resources[-1] = f"{resources[-1]}\n{line}"
        elif line.strip():
            resources.append(line)
    return resources


def saved_edit_to_json(saved: SavedEdit) -> Json:
    """An item of `edits`: the edit and its decision as one flat object."""
    edit = saved.edit
    data: dict[str, Json] = {"stage": saved.stage, "id": edit.id, "agent": edit.agent, "part": edit.part}
    data |= {"op": edit.op, "step": edit.step, "text": edit.text}
    data |= {"reason": edit.reason, "serves": list(edit.serves)}
    return data | {"decision": saved.decision, "by": saved.by, "proposed": saved.proposed}


def saved_edit_from_json(data: Json) -> SavedEdit:
    """Read an edit with its decision. ContentError says what is wrong with it."""
    edit = edit_from_json(data)
    assert isinstance(data, dict)
    stage, decision, proposed = data.get("stage", 1), data.get("decision", "accepted"), data.get("proposed")
    if not isinstance(stage, int) or stage < 1:
        raise ContentError("In an edit, the “stage” must be a whole number, 1 or more.")
    if decision not in get_args(DecisionWord):
        raise ContentError(f"The decision on an edit must be one of {', '.join(get_args(DecisionWord))}.")
    return SavedEdit(
        stage=stage,
        edit=edit,
        decision=cast(DecisionWord, decision),
        by=str(data.get("by") or "you"),
        proposed=proposed if isinstance(proposed, str) else None,
    )
