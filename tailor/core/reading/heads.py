"""How an edit begins, and the other lines an answer may have: marks, comments, fences.

Owns the regular expressions for one line. Refuses to know where an edit ends (`closing`) and what came before
(`lines`). Every repeat is bounded and nothing follows an ornament that could make it try again: careless
patterns hang for minutes on 200 KB of " *_".
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Op
from tailor.core.procedure import Part

Form: TypeAlias = Literal["open", "empty", "colon"]
"""Where the text is: up to a closing parenthesis, nowhere (`delete(4)`), or after a colon to the line's end."""

_OPS: Final[dict[str, Op | Literal["keep"]]] = {
    "replace": "replace",
    "insert": "insert",
    "delete": "replace",
    "remove": "replace",
    "drop": "replace",
    "modify": "replace",
    "update": "replace",
    "change": "replace",
    "edit": "replace",
    "add": "insert",
    "keep": "keep",
}
_PLAIN: Final = frozenset(["replace", "insert", "delete", "remove", "drop", "keep"])
"""Words that begin an edit also without a text in the parentheses; "Edit (1): …" may be a heading."""
_DELETES: Final = frozenset(["delete", "remove", "drop"])

_LEAD = re.compile(
    r"(?:[^\w#/({\[<-]|_|-(?=[A-Za-z\s*_`>])|\(?\d{1,3}[.):](?=\D)"
    r"|[A-Za-z][.)](?=\s)|\[[ xX\d]{0,3}\](?=\s)){0,80}+"
)
"""Bullets, numbers, quotes, bold and emoji before anything that counts."""

_NUMBER = (
    r"(?:(?P<rel>after|before|at)[\s=:]{1,3})?(?:the\s{1,3})?"
    r"(?:(?P<what>step|resource|ingredient|number|item|line|no\.?|n|index|position)s?\s{0,3}[=:#]?\s{0,3})?"
    r"[\"'#]{0,2}(?P<mark>r)?(?P<number>-?\d{1,40})(?![\d.]\d)[\"']?"
)
_CALL = re.compile(
    r"(?P<op>replace|insert|delete|remove|drop|modify|update|change|edit|add|keep)[*_`]{0,4}\s{0,3}[(（]\s{0,8}"
    + _NUMBER
    + r"\s{0,8}(?:(?P<close>[)）])|(?P<sep>[,;:|，、：；]|[-=]>|→|\s[-–—]\s|(?=[\"“'‘`«「]))"
    r"\s{0,8}(?:(?:new_)?text\s{0,3}[=:]\s{0,3}(?=[\"'“]))?)",
    re.IGNORECASE,
)
_COLON = re.compile(
    r"(?P<op>replace|insert|delete|remove|keep)[*_`]{0,4}(?:\s{1,3}(?:an?\s{1,3})?(?:new\s{1,3})?step(?=\s{1,3}(?:after|before)\b))?"
    r"\s{1,3}" + _NUMBER + r"[*_`]{0,4}\s{0,3}(?:(?:with|by|to)\s{0,3})?[:：][*_`]{0,4}",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"(?P<op>delete|remove|keep)[*_`]{0,4}\s{1,3}" + _NUMBER + r"[*_`.;,!\s]{0,8}(?=$|//|#|--|—|because\b)",
    re.IGNORECASE,
)
_AFTER_CALL = re.compile(
    r"[*_`]{0,4}\s{0,3}(?:(?:(?:with|by|to)\s{0,3})?(?::|：|->|=>|→|=)[*_`]{0,4}|with(?=\s{0,3}[\"“'‘`«「]))",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"[\w#. ]{1,24}[:：][\s*_`]{0,6}+(?=(?:replace|insert|delete|remove|keep)\s{0,2}[(（])", re.IGNORECASE
)
_FENCE = re.compile(r"[\s>]{0,40}(?:`{3,9}|~{3,9})\s{0,3}[\w+.-]{0,20}\s{0,20}")
_RULE = re.compile(r"[\s>]{0,20}(?:[-=_*–—]\s?){3,200}\s{0,20}")
_COMMENT = re.compile(r"(?P<sign>#{1,6}(?!\d)|//|--(?=\s))\s{0,8}")
_DONE = re.compile(r"done(?![\w'’-])[^\w(]{0,12}$", re.IGNORECASE)
_NO_EDITS = re.compile(
    r"(?:(?:there (?:are|is)|i (?:have|see|suggest|propose)) )?no (?:further |more |other )?"
    r"(?:edits?|changes?|revisions?|modifications?|updates?)"
    r"(?: (?:are |is )?(?:needed|required|necessary|made)| to (?:make|suggest|propose))?"
    r"(?=[^\w\s]|\s{0,20}$| (?:because|since|as)\b)"
    r"|nothing (?:needs )?to (?:be )?changed?(?=[^\w\s]|\s{0,20}$)|none[^\w]{0,12}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Head:
    """How an edit begins on its line."""

    op: Op | Literal["keep"]
    part: Part
    step: int
    form: Form
    start: int
    """Where its text begins in the line; for `empty`, where the rest of the line does."""
    deletes: bool = False
    """Whether the word itself deletes, so that any text is talk."""


def lead(line: str, at: int = 0) -> int:
    """Where the line begins once its ornament is left out."""
    found = _LEAD.match(line, at)
    return found.end() if found else at


def head(line: str, at: int) -> Head | None:
    """The edit that begins exactly at `at`; None where none does."""
    label = _LABEL.match(line, at)
    at = label.end() if label else at
    if call := _CALL.match(line, at):
        return _called(line, call)
    if colon := _COLON.match(line, at):
        return _made(colon, "colon", colon.end())
    whole = _WHOLE.match(line, at)
    return _made(whole, "empty", whole.end()) if whole else None


def _called(line: str, call: re.Match[str]) -> Head | None:
    if call["close"] is None:
        return _made(call, "open", call.end())
    word = call["op"].lower()
    if word not in _PLAIN:
        return None
    after = _AFTER_CALL.match(line, call.end())
    if after and word not in _DELETES:
        return _made(call, "colon", after.end())
    if _speaks(line, call.end()) and word not in _DELETES:
        return _made(call, "colon", call.end())
    if word == "replace" and line[call.end("op")].isspace():
        # "### Replace (step 5)" is a heading; only the exact form deletes.
        return None
    return _made(call, "empty", call.end())


def _speaks(line: str, at: int) -> bool:
    """Whether words follow `replace(3)` as if they were its text, and no reason."""
    rest = line[at : at + 40].lstrip(" *_`")
    return rest[:1] in ('"', "“") or (rest[:1].isalpha() and not rest.lower().startswith("because"))


def _made(found: re.Match[str], form: Form, start: int) -> Head:
    word = found["op"].lower()
    what = (found["what"] or "").lower()
    step = int(found["number"]) - ((found["rel"] or "").lower() == "before" and _OPS[word] == "insert")
    part: Part = "resources" if found["mark"] or what in ("resource", "ingredient") else "steps"
    return Head(_OPS[word], part, step, form, start, word in _DELETES)


def is_fence(line: str) -> bool:
    """Whether the line opens or closes a block of code."""
    return _FENCE.fullmatch(line) is not None


def is_rule(line: str) -> bool:
    """Whether the line is only drawn: `---`."""
    return len(line) < 400 and _RULE.fullmatch(line) is not None


def comment(line: str, at: int) -> re.Match[str] | None:
    """The sign of a comment at `at`; its `end()` is where the words begin, group `sign` which it is."""
    return _COMMENT.match(line, at)


def end_mark(line: str, at: int) -> Literal["done", "none"] | None:
    """Whether the rest of the line says that the answer is over, or that there are no edits."""
    if _DONE.match(line, at):
        return "done"
    return "none" if _NO_EDITS.match(line, at) else None


def marker(line: str) -> str:
    """The kind of list marker a line begins with: "-", "1", or "" for none."""
    bare = line.lstrip(" \t>")
    if bare[:1] in ("-", "*", "•", "+") and bare[1:2].isspace():
        return bare[0]
    number = bare[:4].split(".")[0].split(")")[0]
    return "1" if number.isdigit() and bare[len(number) : len(number) + 1] in (".", ")") else ""
