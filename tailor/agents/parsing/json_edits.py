"""Edits in an answer that came as JSON, complete or cut off, with or without talk around it.

An edit counts once its own object is closed (a number that ends a cut-off text may still have been growing). One
pass over the text finds the objects and each is parsed at most a few times, so the work is linear and deep nesting
does no harm.
"""

import contextlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, cast

from tailor.agents.parsing.edit_syntax import made_of, marks_in, parse_reason, texts_in
from tailor.core.edits import Edit, Flagged, Op, edit
from tailor.core.procedure import Json, Part, whole_number
from tailor.core.text import LONGEST_STEP, is_unseen

_OPS: Final[Mapping[str, Op | Literal["delete", "keep"]]] = {
    **dict.fromkeys(("replace", "modify", "edit", "update", "change", "rewrite", "substitute"), "replace"),
    **dict.fromkeys(("insert", "add", "append", "insert_after", "insert_before", "new"), "insert"),
    **dict.fromkeys(("delete", "remove", "drop"), "delete"),
    "keep": "keep",
}
_OP_KEYS: Final = ("op", "operation", "action", "type", "kind", "edit_type", "edit", "change")
_STEP_KEYS: Final = (
    *("step", "step_number", "stepnumber", "number", "index", "step_index", "position", "pos", "after"),
    *("after_step", "insert_after", "target", "line", "at", "n", "id", "before", "before_step"),
)
_TEXT_KEYS: Final = (
    *("text", "new_text", "newtext", "content", "value", "new_step", "new", "with", "replacement"),
    *("description", "instruction", "body", "to", "step"),
)
_REASON_KEYS: Final = ("reason", "why", "because", "rationale", "explanation", "justification", "comment", "note")
_SERVES_KEYS: Final = ("serves", "requirements", "requirement", "for")
_LISTS: Final = "edits|changes|operations|revisions|modifications|suggestions|updates|actions|ops"
_NOTHING = re.compile(rf'"(?:{_LISTS})"\s{{0,40}}:\s{{0,40}}(?:\[\s{{0,40}}\]|null)', re.IGNORECASE)
_ONLY_NOTHING = re.compile(r"[\s`]{0,40}(?:json)?[\s`]{0,40}(?:\[\s{0,40}\]|\{\s{0,40}\})[\s`]{0,40}")
_TOKEN = re.compile(r'["\\{}\[\]]|\n```')
_NUMBER = re.compile(r"\s{0,8}(?:after |before )?(?:step )?#?(r?)(-?\d{1,18})\s{0,8}", re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",(?=\s{0,40}[}\]])")
_MOST_NESTED: Final = 3
"""How deep an edit's own object may go; anything deeper is a list of edits, or no edit.

This way every character is parsed a few times at most.
"""
_FARTHEST: Final = 10**9
"""Larger numbers are read as this one, since no procedure has that step."""


def edits_in_json(text: str) -> tuple[list[Edit | Flagged], bool]:
    """The edits of all complete JSON objects in the text, and whether it says in JSON that nothing changes."""
    edits: list[Edit | Flagged] = []
    kept = False
    for start, end in _objects(text):
        found = _edits_of(text[start:end])
        kept = kept or found == ()
        edits.extend(found or [])
    return edits, kept or _NOTHING.search(text) is not None or _ONLY_NOTHING.fullmatch(text) is not None


def _objects(text: str) -> list[tuple[int, int]]:
    """The spans of objects that may be an edit: closed and hardly nested, sorted by start."""
    found: list[tuple[int, int]] = []
    stack: list[tuple[int, int]] = []
    quoted, skip = False, -1
    for token in _TOKEN.finditer(text):
        sign, at = token.group(), token.start()
        if at == skip:
            continue
        if sign == "\\":
            skip = at + 1 if quoted else -1
        elif sign == "\n```":
            stack, quoted = [], False
        elif sign == '"':
            quoted = not quoted and bool(stack)
        elif quoted:
            continue
        elif sign in "{[":
            stack.append((at, 0))
        elif stack:
            start, height = stack.pop()
            if sign == "}" and height < _MOST_NESTED:
                found.append((start, at + 1))
            if stack:
                stack[-1] = (stack[-1][0], max(stack[-1][1], height + 1))
    return sorted(found)


def _edits_of(source: str) -> Sequence[Edit | Flagged] | None:
    """The edits of one object: () for a `keep`, None if it is no edit."""
    data = _parsed(source)
    if not isinstance(data, dict):
        return None
    fields = _fields(data)
    op = _op_of(fields)
    place = _place_of(fields)
    if op is None and place and any(isinstance(fields.get(key), str) for key in _OP_KEYS[:3]):
        return (Flagged(edit("replace", 0, source[:LONGEST_STEP]), "unreadable"),)  # {"op": "swap", "step": 1, …}
    if op is None or (op == "keep" and place is None):
        return None
    if op == "keep":
        return ()
    text = "" if op == "delete" else _text_of(fields)
    if place is None or text is None:
        listed = any(isinstance(value, dict | list) and "{" in str(value) for value in data.values())
        return None if listed else (Flagged(edit("replace", 0, source[:LONGEST_STEP]), "unreadable"),)
    step, part = place
    first: Op = "insert" if op == "insert" else "replace"
    if is_unseen(text):
        return (Flagged(edit(first, step, "", part), "unseen"),)
    texts = texts_in(text, step)
    said = (value for key in _REASON_KEYS if isinstance(value := fields.get(key), str) and value.strip())
    reason = parse_reason(next(said, ""))
    serves = tuple(dict.fromkeys((*reason.serves, *_serves_of(fields))))
    made = (made_of("insert" if number else first, step, each, part) for number, each in enumerate(texts))
    return [
        one if isinstance(one, Flagged) else replace(one, reason=reason.words, serves=serves) for one in made
    ] or None


def _fields(data: Mapping[str, Json]) -> dict[str, Json]:
    """The object's keys in one spelling; `{"insert": 3, …}`, `{"insert": {…}}` and tool calls get an `op`."""
    fields = {key.lower().replace("-", "_").replace(" ", "_"): value for key, value in data.items()}
    given = fields.get("arguments", fields.get("parameters"))
    given = _parsed(given) if isinstance(given, str) else given
    if isinstance(given, dict) and isinstance(fields.get("name"), str):
        return {"op": fields["name"], **_fields(given)}
    for key in ("replace", "insert", "insert_after", "insert_before", "delete", "remove", "keep"):
        value = fields.get(key)
        if isinstance(value, dict):
            return {"op": key, **_fields(value)}
        if value is not None and "op" not in fields:
            return {"op": key, "step" if "step" not in fields else "text": value, **fields}
    return fields


def _parsed(source: str) -> Json:
    """The object, even with a trailing comma; None if it is not JSON."""
    for attempt in (source, _TRAILING_COMMA.sub("", source)):
        with contextlib.suppress(ValueError, RecursionError):
            return cast("Json", json.loads(attempt, strict=False, parse_int=whole_number))
    return None


def _op_of(fields: Mapping[str, Json]) -> Op | Literal["delete", "keep"] | None:
    words = (value for key in _OP_KEYS if isinstance(value := fields.get(key), str))
    plain = (word.strip().lower().replace(" ", "_").replace("_step", "") for word in words)
    return next((_OPS[word] for word in plain if word in _OPS), None)


def _place_of(fields: Mapping[str, Json]) -> tuple[int, Part] | None:
    """The number and the part that the edit is about; None if it names none."""
    for key in _STEP_KEYS:
        value = fields.get(key)
        if isinstance(value, int | float) and abs(value) > _FARTHEST:
            value = _FARTHEST
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int | str):
            continue
        found = _NUMBER.fullmatch(str(value)[:60])
        if found:
            before = key.startswith("before") or fields.get("op") == "insert_before"
            resources = bool(found[1]) or str(fields.get("part", "")).startswith("resource")
            return int(found[2]) - before, "resources" if resources else "steps"
    return None


def _text_of(fields: Mapping[str, Json]) -> str | None:
    """The new text; if no known key has it, the only string that is left; None if there is none.

    Only "" and null are an empty text: an object without a text, or with a list there, must not delete a step.
    """
    for key in _TEXT_KEYS:
        value = fields.get(key)
        if isinstance(value, str) and not (key == "step" and _NUMBER.fullmatch(value[:60])):
            return value
    known = {*_OPS, *_OP_KEYS, *_STEP_KEYS, *_REASON_KEYS, *_SERVES_KEYS, "part", "old", "old_text", "agent"}
    left = [value for key, value in fields.items() if key not in known and isinstance(value, str)]
    empty = any(key in fields and fields[key] is None for key in _TEXT_KEYS)
    return left[0] if len(left) == 1 else "" if empty else None


def _serves_of(fields: Mapping[str, Json]) -> tuple[str, ...]:
    values = (value for key in _SERVES_KEYS if isinstance(value := fields.get(key), str | list))
    return marks_in(json.dumps(next(values, "")))
