"""Extracting procedures from tutorials: Extract, then Check and revise at most twice ([AAG] 3, appendix).

Tutorials are Markdown, HTML pages or notebooks, split into parts that fit one prompt. LCStep was made in this way.
Only what passed Check in every point is kept; what was rejected is reported too.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from memory.corpora import existing, files_below, own_id
from memory.generation.agents import whole_answer
from memory.generation.prompts import as_data, asked, without_instructions
from memory.messages import BadRow
from memory.text import Domain
from tailor.agents.parsing import lines_of, read_steps
from tailor.agents.prompts import PromptSet
from tailor.core.errors import ContentError, Fault, ProviderError
from tailor.core.procedure import Json, Procedure, numbered, procedure
from tailor.core.protocols import Model, Settings
from tailor.core.text import clean, one_line
from tailor.library.formats.shared.html_text import page_lines
from tailor.library.importer import read_path
from tailor.storage import is_folder

_MARKDOWN: Final = (".md", ".markdown", ".mdx")
_PLAIN: Final = (".rst", ".txt")
_PAGES: Final = (".html", ".htm")
_NOTEBOOK: Final = ".ipynb"
_NAMED: Final = 5
"""How many files of other kinds are named."""
LONGEST_PART: Final = 24_000
"""Longest part of a tutorial in one prompt, in characters; about 6,000 tokens."""

_HEADING = re.compile(r"(?m)^(?=#{1,3} )")
_BLANK = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial, or a part of a long one."""

    name: str
    """The path as the user gave it, with the number of the part if there are several."""
    text: str


def tutorials(path: str, longest: int = LONGEST_PART) -> Iterator[Tutorial | BadRow]:
    """The tutorials in a file, or in every such file below a folder except hidden ones.

    A file that cannot be read becomes a BadRow; files of other kinds together become one. Raises NotFoundError if
    the path does not exist, ContentError for a file of another kind.
    """
    place = existing(path)
    known = (*_MARKDOWN, *_PAGES, _NOTEBOOK)  # in a folder plain text can be anything: licences, logs
    if not is_folder(place) and place.suffix.lower() not in (*known, *_PLAIN):
        raise ContentError(
            f"{one_line(path, 120)} is not a tutorial Tailor can read: it reads Markdown, plain text, HTML pages "
            "and notebooks (.ipynb)."
        )
    files, others = [place], []
    if is_folder(place):
        below = files_below(place)
        files = [one for one in below if one.suffix.lower() in known]
        others = [one_line(str(one.relative_to(place)), 60) for one in below if one.suffix.lower() not in known]
    if others:
        more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
        why = (
            f"not read: {', '.join(others[:_NAMED])}{more}. In a folder, Tailor reads only Markdown, HTML "
            "pages and notebooks"
        )
        yield BadRow(where=one_line(path, 200), why=why)
    for file in files:
        name = one_line(str(file), 200)
        try:
            text = text_of(file)
        except ContentError as error:
            yield BadRow(where=name, why=error.message)
            continue
        found = parts(text, longest)
        for number, part in enumerate(found, 1):
            yield Tutorial(name if len(found) == 1 else f"{name}, part {number} of {len(found)}", part)
        if not found:
            yield BadRow(where=name, why="there is no text in it")


def text_of(file: Path) -> str:
    """The text of a tutorial. Raises ContentError if it cannot be read."""
    text = read_path(file)
    if file.suffix.lower() in _PAGES:
        text = "\n".join(page_lines(text))
    elif file.suffix.lower() == _NOTEBOOK:
        text = _notebook(text)
    return _BLANK.sub("\n\n", clean(text)).strip()


def parts(text: str, longest: int = LONGEST_PART) -> tuple[str, ...]:
    """The text in parts of up to `longest` characters, split before headings, else between paragraphs or lines."""
    if len(text) <= longest:
        return (text,) if text else ()
    for found, glue in ((_HEADING.split(text), ""), (text.split("\n\n"), "\n\n"), (text.split("\n"), "\n")):
        pieces = [piece for piece in found if piece.strip()]
        if len(pieces) > 1:
            return tuple(part for one in _together(pieces, glue, longest) for part in parts(one.strip(), longest))
    return tuple(text[at : at + longest] for at in range(0, len(text), longest))


def _together(pieces: list[str], glue: str, longest: int) -> list[str]:
    found = [pieces[0]]
    for piece in pieces[1:]:
        if len(found[-1]) + len(glue) + len(piece) <= longest:
            found[-1] += glue + piece
        else:
            found.append(piece)
    return found


def _notebook(text: str) -> str:
    """The cells of a notebook without their output; code in fences."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"it is not a notebook: {one_line(str(error), 120)}") from error
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(cells, list):
        raise ContentError("it is not a notebook: there are no cells in it")
    texts = ((_source(cell), cell.get("cell_type")) for cell in cells if isinstance(cell, dict))
    return "\n\n".join(f"```\n{text}\n```" if kind == "code" else text for text, kind in texts if text.strip())


def _source(cell: dict[str, Json]) -> str:
    source = cell.get("source")
    return "".join(map(str, source)) if isinstance(source, list) else str(source or "")


_ORNAMENT: Final = " \t*_`#>"
_NEW = re.compile(r"(?i)[^\w]{0,12}NEW PROCEDURES?\b[^\w]{0,12}\d{0,3}[^\w]{0,12}")
_LABELLED = re.compile(r"(?i)[*_#\s>]{0,8}(goal|resources?|side[\s-]?notes?)[*_\s]{0,4}[:：][*_\s]{0,4}(.*)")
_REVISED = re.compile(
    r"(?i)[^\w]{0,12}(?:revised|rewritten|corrected)\b(?:\s(?:procedures?|output|version))?[^\w]{0,12}"
)
_VERDICT = re.compile(r"\[?\*{0,2}\[?(PASS|FAIL)(?:ED)?\]\*{0,2}\s?[:：.–—-]{0,2}\s?(.*)")
_NOTHING = re.compile(r"(?i)(?:none|nothing|n/?a|no (?:external )?\w{0,12}|-)\.?")
_BULLET = re.compile(r"\s{0,8}[-*•]\s{1,4}(.*)")


@dataclass(frozen=True, slots=True)
class Checked:
    passed: int
    failed: tuple[str, ...]
    """The reasons of each [FAIL], in order."""
    revised: tuple[Procedure, ...]
    """All procedures as rewritten; () if none was."""

    @property
    def readable(self) -> bool:
        """Whether the answer contains any verdict."""
        return bool(self.passed or self.failed)


def procedures_of(answer: str) -> tuple[Procedure, ...]:
    """The procedures in an answer, including incomplete ones (see `lacks`)."""
    return _procedures(lines_of(answer))


def checked_of(answer: str) -> Checked:
    """The verdicts, and the rewritten procedures below them."""
    lines = lines_of(answer)
    verdicts = {number: found for number, line in enumerate(lines, 1) if (found := _VERDICT.search(line))}
    failed = tuple(one_line(_reason(found), 300) for found in verdicts.values() if found[1] == "FAIL")
    below = lines[max(verdicts, default=0) :]
    mark = next((number for number, line in enumerate(below, 1) if _REVISED.fullmatch(line.strip())), 0)
    return Checked(len(verdicts) - len(failed), failed, _procedures(below[mark:]) if failed else ())


def lacks(made: Procedure) -> str:
    """What an incomplete procedure lacks, in words; "" if it is complete."""
    if not made.goal:
        return "it has no title line"
    if not made.steps:
        return "it has no numbered steps"
    return "it has only one step" if len(made.steps) == 1 else ""


def as_answer(found: tuple[Procedure, ...]) -> str:
    return "\nNEW PROCEDURE\n".join(
        f"Goal: {one.goal}\nResources: {'; '.join(one.resources) or 'none'}\n{numbered(one.steps)}"
        + (f"\nSide note: {one.notes}" if one.notes else "")
        for one in found
    )


def _reason(found: re.Match[str]) -> str:
    """The reason of a verdict, preceded by the point it is about if that comes before the mark."""
    before = found.string[: found.start()].strip(_ORNAMENT + "-:–—.").strip()
    before = re.sub(r"^\d{1,2}[.)]?$", "", before)
    return f"{before}: {found[2]}" if before else found[2]


def _procedures(lines: list[str]) -> tuple[Procedure, ...]:
    blocks: list[list[str]] = [[]]
    for line in lines:
        if _NEW.fullmatch(line):
            blocks.append([])
        elif _is_goal(line) and any(map(_is_goal, blocks[-1])):
            blocks.append([line])  # a goal begins a procedure, even if the mark between two was forgotten
        else:
            blocks[-1].append(line)
    made = (_procedure(block) for block in blocks)
    return tuple(one for one in made if one is not None and (one.goal or one.steps))


def _is_goal(line: str) -> bool:
    found = _LABELLED.match(line)
    return found is not None and found[1].lower() == "goal"


def _procedure(lines: list[str]) -> Procedure | None:
    """The procedure in a block of lines; None if a step is too long."""
    goal, note, part = "", "", ""
    resources: list[str] = []
    rest: list[str] = []
    for line in lines:
        if found := _LABELLED.match(line):
            part, text = found[1].lower(), found[2]
            if part == "goal":
                goal = goal or text
            elif part.startswith("resource"):
                part, resources = "resources", _listed(text)
            else:
                part, note = "note", text
        elif part == "resources" and (bullet := _BULLET.match(line)):
            resources.append(bullet[1])
        elif part == "note" and line.strip():
            note = f"{note} {line.strip()}"
        else:
            part = part if part == "note" or not line.strip() else ""
            rest.append(line)
    steps = read_steps("\n".join(rest)).steps
    try:
        named = [one.strip(" \t*_").removesuffix(".").strip() for one in resources]
        return replace(procedure(goal.strip(_ORNAMENT), steps, named), notes=note.strip())
    except ContentError:
        return None  # a step of more than 5,000 characters


def _listed(text: str) -> list[str]:
    """Items separated by semicolons, or by commas if there is no semicolon."""
    if _NOTHING.fullmatch(text.strip(_ORNAMENT)):
        return []
    return [part for part in text.split(";" if ";" in text else ",") if part.strip(_ORNAMENT)]


REVISIONS: Final = 2
"""Most rewrites by Check; each is checked again."""

UNREADABLE: Final = "The check answered neither [PASS] nor [FAIL]."
_TAG: Final = "extracted"


@dataclass(frozen=True, slots=True)
class Rejected:
    """Procedures that failed Check or are incomplete."""

    round: int
    """1 for the answer of Extract, plus one for each revision."""
    procedures: tuple[Procedure, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extraction:
    tutorial: str
    kept: tuple[Procedure, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    """Every round that failed, even if a later one passed."""
    fault: Fault | None = None
    """Why the model stopped early; None if it answered to the end."""

    @property
    def lost(self) -> tuple[Procedure, ...]:
        """The procedures of the last round if nothing was kept."""
        return self.rejected[-1].procedures if self.rejected and not self.kept else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extractor:
    """A model that extracts procedures, and how it is asked."""

    model: Model
    prompts: PromptSet = "tailor"
    domain: Domain = field(default_factory=Domain)

    async def extract(self, tutorial: Tutorial) -> Extraction:
        """Extract, then Check and revise.

        Raises ProviderError if the model did not answer. If it broke off, what it had written is rejected instead.
        """
        found: tuple[Procedure, ...] = ()
        rejected: list[Rejected] = []
        try:
            found = procedures_of(await self._ask("extract", tutorial=self._data(tutorial.text)))
            if not found:
                why: tuple[str, ...] = ("There was no how-to in the answer.",)
                return Extraction(tutorial.name, (), (Rejected(1, (), why),))
            for round in range(1, REVISIONS + 2):
                checked = await self._checked(tutorial, found)
                why = (*_form(found), *checked.failed, *(() if checked.readable else (UNREADABLE,)))
                if not why:
                    return Extraction(tutorial.name, self._signed(tutorial, found), tuple(rejected))
                rejected.append(Rejected(round, found, why))
                if not checked.revised:
                    break
                found = checked.revised
        except ProviderError as error:
            if not error.answered:
                raise
            broken = Rejected(len(rejected) + 1, found, (f"{error.title}: {error.message}",))
            return Extraction(tutorial.name, (), (*rejected, broken), error.fault)
        return Extraction(tutorial.name, (), tuple(rejected))

    def _signed(self, tutorial: Tutorial, found: Sequence[Procedure]) -> tuple[Procedure, ...]:
        source = one_line(f"{tutorial.name}, extracted by {self.model.name}", 300)
        return tuple(replace(one, id=own_id(one, _TAG), source=source, tags=(_TAG,)) for one in found)

    async def _checked(self, tutorial: Tutorial, found: tuple[Procedure, ...]) -> Checked:
        """Run Check on the output with the rules of Extract; in `tailor` it gets the tutorial too."""
        text = self._data(tutorial.text) if self.prompts == "tailor" else ""
        output = self._data(as_answer(found))
        return checked_of(await self._ask("check", instructions=self._rules(), output=output, tutorial=text))

    async def _ask(self, name: str, **values: str) -> str:
        settings = Settings(temperature=0.7 if self.prompts == "paper" else 0.0)
        answer = await whole_answer(self.model, asked(self.prompts, self.domain, name, values), settings)
        return without_instructions(answer, (values["tutorial"],))[0]

    def _rules(self) -> str:
        first = asked(self.prompts, self.domain, "extract", {"tutorial": ""})[0].content
        if self.prompts == "paper":
            return first.partition("\n---")[0]
        return first.partition("\n\n")[2]  # without the role and the marks, which Check has in its own prompt

    def _data(self, text: str) -> str:
        return as_data(self.prompts, text)


def _form(found: Sequence[Procedure]) -> tuple[str, ...]:
    """Why procedures are incomplete, whatever Check says."""
    return tuple(f"“{one_line(one.goal, 60) or '(no title)'}”: {what}" for one in found if (what := lacks(one)))
