"""Edits and bags: the only ways a procedure changes ([CP] section 3), as values, JSON and text (CONTRACT 2).

`engine` applies a bag; `agents.parsing` reads edits from a model's answer. The text format here is strict, for
files that people write.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, TypeAlias

from tailor.core import strict_json
from tailor.core.errors import ContentError, ReadError
from tailor.core.procedure import Json, Part
from tailor.core.text import is_unseen, normal, unix_lines

Op: TypeAlias = Literal["insert", "replace"]
RENUMBER: Final = "renumber"
"""The agent, in events, cards and saved edits, whose edits only update step numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edit:
    step: int
    """A number in the base procedure: insert after it (0: before the first), or replace it (1-based)."""
    text: str
    """The new text in normal form; an empty text in a replace deletes the step."""
    part: Part = "steps"
    id: str = ""
    """Unique within a run ("e4"), or ""."""
    reason: str = ""
    serves: tuple[str, ...] = ()
    """Ids of the requirements it serves ("R2")."""
    agent: str = ""
    group: str = ""
    """Edits of one group belong together: "g1" within a run; in an agent's answer any name; "" for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(_Edit):
    """A new step after step `step`; 0 means before the first."""

    op: ClassVar[Op] = "insert"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(_Edit):
    """A new text for step `step`; an empty text deletes it."""

    op: ClassVar[Op] = "replace"


Edit: TypeAlias = Insert | Replace


@dataclass(frozen=True, slots=True)
class Bag:
    """Edits that all refer to the numbering of one base. Order matters only among inserts at one place."""

    edits: tuple[Edit, ...] = ()
    base: str | None = None
    """Fingerprint of the procedure the edits are numbered on; None if unknown."""


FlagReason: TypeAlias = Literal[
    "out_of_range",
    "duplicate",
    "rejected_before",
    "frozen",
    "too_long",
    "unreadable",
    "unseen",
    "echo",
    "cut_off",
    "thought",
    "there_already",
    "unasked",
]
"""Why an edit that could be read cannot be used.

unseen: no character of its text can be seen. echo: it only repeats what the model was told. cut_off: the answer
broke off in the middle of it. thought: it turned out that the model was still thinking. there_already: the new
step stands right beside one of the same words. unasked: it is none of those that were to be chosen from.
"""


@dataclass(frozen=True, slots=True)
class Flagged:
    """An edit that was read but cannot be used: shown and counted, never applied."""

    edit: Edit
    why: FlagReason


def edit(op: str, step: int, text: str, part: Part = "steps") -> Edit:
    """Make an edit in normal form. Raises ContentError for an unknown operation or an invisible text."""
    if op not in ("insert", "replace"):
        raise ContentError(f'There is no operation "{op}": an edit is insert or replace.')
    if is_unseen(text):  # not a wish to remove a step
        raise ContentError(f"The text of {op}({step}, …) has only invisible characters.")
    return (Insert if op == "insert" else Replace)(step=step, text=normal(text), part=part)


def is_deletion(edit: Edit) -> bool:
    return isinstance(edit, Replace) and not edit.text


_NOTHING: Final = re.compile(
    "na|none|nothing|nil|null|nan|void|empty|blank|skip(?:ped)?|omit(?:ted)?|deleted?|removed?|drop(?:ped)?|applicable"
    "|needed|necessary|required|unnecessary|unchanged|changes?|tbd|todo|same|left"
)
_BESIDE: Final = re.compile(
    "as?|be(?:en|fore)?|can|could|do(?:es)?|from|ha[sv]e?|here|in?|instruction|is|its?|just|leave|list|longer|may|more|no"
    "|not|now|out|please|s|should|steps?|text|that|the(?:re)?|this|to|was|we|will|with|your?|[0-9]+"
)


def is_no_instruction(text: str) -> bool:
    """Whether a text only says that there is nothing: "N/A", "(deleted)", "Skip this step.", "–".

    Other words may stand beside the one for nothing, but none that names a thing or an action.
    """
    words = set(re.findall(r"\w+", text.casefold().replace("n/a", "na")))
    if words:
        nothing = set(filter(_NOTHING.fullmatch, words))
        return bool(nothing) and all(map(_BESIDE.fullmatch, words - nothing))
    return bool(text) and not any(unicodedata.category(char) == "So" for char in text)  # an emoji may tell


_REMOVED: Final = re.compile(
    "none|nothing|nil|null|void|empty|blank|skip(?:ped)?|omit(?:ted)?|deleted?|removed?|drop(?:ped)?"
)
_DOUBTFUL: Final = re.compile("not?|can|could|may|[0-9]+")
_OF_DEEDS: Final = frozenset(["it", "in", "out", "from"])
"""Beside these, a word for nothing may be an instruction: "Drop it in.", "Empty it out."."""


def text_meant(op: Op, text: str) -> str | None:
    """The text that a model means for a step: "" if its words say that the step goes, None if they say nothing.

    "(deleted)", "Skip this step." and "None" say that it goes. "N/A" and "Do not skip this step." do not, nor does
    a text that names another step.
    """
    words = set(re.findall(r"\w+", text.casefold()))
    if not is_no_instruction(text) or words & _OF_DEEDS:
        return text
    gone = set(filter(_REMOVED.fullmatch, words))
    doubtful = any(_NOTHING.fullmatch(word) or _DOUBTFUL.fullmatch(word) for word in words - gone)
    return "" if op == "replace" and len(gone) == 1 and not doubtful else None


def same_change(one: Edit, other: Edit) -> bool:
    """Whether two edits make the same change, whoever proposed them and why."""
    return (one.op, one.part, one.step, one.text) == (other.op, other.part, other.step, other.text)


def edit_line(edit: Edit) -> str:
    """The edit as one line: `replace(3, …)`; resources have an r before the number."""
    mark = "r" if edit.part == "resources" else ""
    text = f'""{edit.text}' if _ONLY_QUOTES.fullmatch(edit.text) else edit.text
    return f"{edit.op}({mark}{edit.step}, {text})"


def edit_to_json(edit: Edit) -> dict[str, Json]:
    """The JSON object of CONTRACT 2; empty optional keys are left out."""
    data: dict[str, Json] = {"op": edit.op, "step": edit.step, "text": edit.text}
    optional: dict[str, Json] = {
        "part": edit.part if edit.part != "steps" else None,
        "id": edit.id,
        "reason": edit.reason,
        "serves": list(edit.serves),
        "agent": edit.agent,
        "group": edit.group,
    }
    return data | {key: value for key, value in optional.items() if value}


def edit_from_json(data: Json) -> Edit:
    """An edit from its JSON object. ContentError if something is missing or of the wrong type."""
    if not isinstance(data, dict):
        raise ContentError("An edit in JSON is an object with op, step and text.")
    step, text, part = data.get("step"), data.get("text"), data.get("part", "steps")
    if not isinstance(step, int) or isinstance(step, bool):
        raise ContentError(f"The step of this edit must be a whole number: {json.dumps(data)[:120]}")
    if not isinstance(text, str):  # a missing text is no wish to remove a step
        shown = json.dumps(data)[:120]
        raise ContentError(f'This edit has no text; to remove a step, write "text": "": {shown}')
    if part not in ("steps", "resources"):
        raise ContentError(f'The part of an edit must be "steps" or "resources", not "{part}".')
    serves = data.get("serves")
    return replace(
        edit(str(data.get("op")), step, text, "resources" if part == "resources" else "steps"),
        id=str(data.get("id") or ""),
        reason=normal(str(data.get("reason") or "")),
        serves=tuple(map(str, serves)) if isinstance(serves, list) else (),
        agent=str(data.get("agent") or ""),
        group=str(data.get("group") or ""),
    )


def bag_to_json(bag: Bag) -> dict[str, Json]:
    return {"base": bag.base, "edits": [edit_to_json(edit) for edit in bag.edits]}


def bag_from_json(data: Json) -> Bag:
    """A bag from its JSON object, or from a bare list of edits."""
    if isinstance(data, list):
        return Bag(tuple(map(edit_from_json, data)))
    if isinstance(data, dict) and isinstance(edits := data.get("edits"), list):
        base = data.get("base")
        return Bag(tuple(map(edit_from_json, edits)), base if isinstance(base, str) else None)
    raise ContentError("In JSON, give the edits as a list, or as an object with a list named edits.")


_ONLY_QUOTES = re.compile('(?:"")+')
"""`""` stands for an empty text, as in JSON, so a text of nothing but quotes is written with two more."""

_LINE = re.compile(r"(insert|replace)\(\s*(r?)(\d{1,9})\s*(?:,(.*))?\)", re.DOTALL)
_SECOND = re.compile(r"\)[\s,;]{0,9}(?:insert|replace)\(\s{0,9}r?\d{1,9}\s{0,9}[,)]")
_PASSED_OVER = frozenset(["", "done", "no edits"])


def bag_from_text(text: str) -> Bag:
    """A bag from an edits file: JSON if it begins with { or [, else one edit per line.

    Raises ReadError with the line number for a line that is neither an edit nor a comment: a typo in a file that a
    person wrote must not be guessed at.
    """
    if text.lstrip()[:1] in ("{", "["):
        try:
            data = strict_json.loaded(text)
        except ContentError as error:
            raise ReadError(error.message) from error
        return bag_from_json(data)
    edits: list[Edit] = []
    for number, line in enumerate(unix_lines(text).split("\n"), 1):
        line = line.strip()
        if line.startswith("#") or line in _PASSED_OVER:
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise ReadError(
                f"Line {number} is not an edit: {line[:80]}. Write replace(3, TEXT) or insert(3, TEXT)."
            )
        if _SECOND.search(line):
            raise ReadError(f"Line {number} has more than one edit: {line[:80]}. Put each on a line of its own.")
        op, mark, step, words = found.groups()
        words = (words or "").strip()
        words = words[2:] if _ONLY_QUOTES.fullmatch(words) else words
        edits.append(edit(op, int(step), words, "resources" if mark else "steps"))
    return Bag(tuple(edits))
