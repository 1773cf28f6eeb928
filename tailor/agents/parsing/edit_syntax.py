"""The syntax of one line of an answer: how an edit begins and ends, end marks, comments, fences, reasons.

Every repeat in a pattern is bounded, and nothing follows an ornament that could make it backtrack: careless
patterns hang for minutes on 200 KB of " *_".
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from tailor.agents.parsing.lines import unescaped
from tailor.core.edits import Edit, Flagged, Op, edit, edit_line, text_meant
from tailor.core.procedure import Part
from tailor.core.text import LONGEST_STEP, clean

Form: TypeAlias = Literal["open", "empty", "colon"]
"""Where the text is: up to a closing parenthesis, nowhere (`delete(4)`), or from a colon to the line's end."""

_OPS: Final[dict[str, Op | Literal["keep"]]] = {
    **dict.fromkeys(("replace", "delete", "remove", "drop", "modify", "update", "change", "edit"), "replace"),
    **dict.fromkeys(("insert", "add"), "insert"),
    "keep": "keep",
}
_PLAIN: Final = frozenset(["replace", "insert", "delete", "remove", "drop", "keep"])
"""Words that begin an edit even without a text in the parentheses; "Edit (1): …" may be a heading."""

_DELETES: Final = frozenset(["delete", "remove", "drop"])
_PAIRS: Final = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "‘": "’", "«": "»", "「": "」", "『": "』"}
"""Quotes a model puts around a text, opening to closing."""

OPENING_QUOTES: Final = frozenset(_PAIRS)

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
_DENIED = re.compile(
    r"\b(?:not|never|no|don['’]?t|avoid|rejected|discarded|dropped|skipped|wrong|bad|instead of|example)\b",
    re.IGNORECASE,
)
"""Words in a label that make its edit not count: "Do not use:", "For example:"."""
_STRUCK = re.compile(r"[\s>*_-]{0,20}(?:~~|//)")
_FENCE = re.compile(r"[\s>]{0,40}(?:`{3,9}|~{3,9})\s{0,3}[\w+.-]{0,20}\s{0,20}")
UNREADABLE = re.compile(
    r"(?:\w{2,12}\.)?(?:(?P<op>replace|insert|delete|remove)[(（]"
    r"|(?:replace|insert|delete|remove|drop|modify|update|edit|add|append|prepend|move|swap|merge|split|reorder)"
    r"_?\w{0,12}\s?[(（](?=[^()（）]{0,200}[)）][\s.;,*_`]{0,8}$|\s{0,3}(?:\d(?!\d{0,3}[)）][\s*_]{0,6}[:：])|\w{1,12}\s{0,2}=))"
    r"|[^\W\d_]{4,20}[(（](?=\s{0,3}\d{1,4}\s{0,3},\s{0,3}[\"'“])"
    r"|<(?:edit|change|replace|insert|delete|remove|step)\s[^<>]{0,80}?(?=\d)|<(?:step|text|new_?text)>"
    r"|(?:replace|insert|delete|remove)\s{0,20}\|(?=\s{0,20}\d))(?:\s{0,3}[r#]?-?(?P<number>\d{1,9}))?",
    re.IGNORECASE,
)
"""What looks like an edit; if `head` finds none, its number is missing or impossible (3.5, 3-5).

Or it is an unknown operation or in another syntax: move(1, 3), remplacer(4, "…"), <edit step="3">, | insert | 3 |.
"""
BARE_STEP = re.compile(
    r"step\s{1,3}#?(?P<number>\d{1,4})[*_`]{0,4}\s?[:：][*_`\s]{0,8}+"
    r"(?=[^\W_]\S*\s+\S)"
    r"(?!(?:no|not|none|keep|kept|leave|left|stays?|same|as is|remains?|unchanged|ok|okay|fine)\b)",
    re.IGNORECASE,
)
"""A step as in a list, without a word on whether it replaces one or is new; "Step 3: no change" is talk."""
NUMBERED = re.compile(r"\s{0,8}(?P<number>\d{1,4})[.)]\s{1,4}(?=[^\W\d_])")
_WITHIN = re.compile(
    r"(?<![\w.])(?P<op>replace|insert|delete|remove)[(（]\s{0,3}(?P<number>\d{1,9})\s{0,3},\s{0,3}[\"'“]?\w",
    re.IGNORECASE,
)

_RULE = re.compile(r"[\s>]{0,20}(?:[-=_*–—]\s?){3,200}\s{0,20}")
COMMENT = re.compile(r"(?P<sign>#{1,6}(?!\d)|//|--(?=\s))\s{0,8}")
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
class EditHeader:
    """How an edit begins on its line."""

    op: Op | Literal["keep"]
    part: Part
    step: int
    form: Form
    start: int
    """Where its text begins in the line; for `empty`, where the rest of the line begins."""
    deletes: bool = False
    """Whether the operation itself deletes, so that any text is talk."""


def lead(line: str) -> int:
    """Where the line begins after bullets, numbers and other ornament."""
    found = _LEAD.match(line)
    return found.end() if found else 0


def head(line: str, at: int) -> EditHeader | None:
    """The edit that begins exactly at `at`; None if there is none."""
    label = _LABEL.match(line, at)
    if label and _DENIED.search(label[0]):
        return None
    at = label.end() if label else at
    if (call := _CALL.match(line, at)) and _is_denied_behind(line, call.end()):
        return None
    if call:
        return _called(line, call)
    if colon := _COLON.match(line, at):
        return _header(colon, "colon", colon.end())
    whole = _WHOLE.match(line, at)
    return _header(whole, "empty", whole.end()) if whole else None


def _is_denied_behind(line: str, at: int) -> bool:
    """Whether words behind the edit deny it: "replace(5, Stir.) would be wrong"."""
    last = max(line.rfind(")", at), line.rfind("）", at))
    if last < 0 or ends(line, last + 1) or not _DENIED.search(line, last + 1, last + 200):
        return False
    opened, closed = (sum(line.count(sign, at, last + 1) for sign in signs) for signs in ("(（", ")）"))
    return opened < closed  # else it belongs to a text that goes on in the next line


def _called(line: str, call: re.Match[str]) -> EditHeader | None:
    if call["close"] is None:
        return _header(call, "open", call.end())
    word = call["op"].lower()
    if word not in _PLAIN:
        return None
    after = _AFTER_CALL.match(line, call.end())
    if after and word not in _DELETES:
        return _header(call, "colon", after.end())
    rest = line[call.end() : call.end() + 40].lstrip(" *_`")
    because = rest.lower().startswith("because")
    if (rest[:1] in ('"', "“") or (rest[:1].isalpha() and not because)) and word not in _DELETES:
        return _header(call, "colon", call.end())
    if word == "replace" and line[call.end("op")].isspace():  # a heading; only the exact form deletes
        return None
    return _header(call, "empty", call.end())


def _header(found: re.Match[str], form: Form, start: int) -> EditHeader:
    word = found["op"].lower()
    what = (found["what"] or "").lower()
    step = int(found["number"]) - ((found["rel"] or "").lower() == "before" and _OPS[word] == "insert")
    part: Part = "resources" if found["mark"] or what in ("resource", "ingredient") else "steps"
    return EditHeader(_OPS[word], part, step, form, start, word in _DELETES)


def after_label(line: str, at: int) -> int:
    """Where an edit behind a label ("Edit 1:", "Never:") begins."""
    label = _LABEL.match(line, at)
    return label.end() if label else at


def within(line: str, at: int) -> re.Match[str] | None:
    """An edit in the middle of a line, as in `print(insert(3, "Taste."))`, unless the words before it deny it."""
    found = _WITHIN.search(line, at)
    return None if found is None or _DENIED.search(line, at, found.start()) else found


def bare_step(line: str, *, numbered: bool = False) -> int | None:
    """The number of a step that the line lists without an edit; `numbered`: also as "3. Bake it."."""
    at = lead(line)
    found = BARE_STEP.match(line, at) or (NUMBERED.match(line) if numbered and head(line, at) is None else None)
    return int(found["number"]) if found else None


def is_struck(line: str) -> bool:
    """Whether the line is crossed out, or commented out as in code."""
    return _STRUCK.match(line) is not None


_OPEN_ENDED = re.compile(
    r"(?:\d|[,;:(–—-]|\b(?:an?|the|of|in|on|at|to|into|onto|with|without|for|from|by|and|or|until|your|its?|about|than"
    r"|per|as|if|when|while|that|which))\s{0,8}$",
    re.IGNORECASE,
)
_WHOLE_SENTENCE = re.compile(r"[.!?…。！？)\]\"'”’»*_`]\s{0,8}$")


def is_broken_off(body: str, quote: str, *, last: bool) -> bool:
    """Whether a text without a closing parenthesis ends in mid-sentence; `last`: nothing came after it."""
    open_quote = quote and _PAIRS[quote] not in body.strip()[1:]
    return bool(_OPEN_ENDED.search(body)) or bool((last or open_quote) and not _WHOLE_SENTENCE.search(body))


def is_fence(line: str) -> bool:
    return _FENCE.fullmatch(line) is not None


def is_rule(line: str) -> bool:
    """Whether the line is only a rule: `---`."""
    return len(line) < 400 and _RULE.fullmatch(line) is not None


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


_PAREN = re.compile(r"[()（）]")
_FACE = re.compile(r"(?:^|\s)[:;=][-'^]?$")
_NEAR_FACE = re.compile(r"[:;][-'^]?$")
_LETTERED = re.compile(r"(?:^|[\s,;:/])(?:[A-Za-z]|[ivxIVX]{2,4}|\d{1,2})$")
_NEXT = re.compile(
    r"[\s.;,|&*_`]{0,8}+(?:<br\s?/?>\s{0,4})?(?:and\s{1,3})?(?=(?:replace|insert|delete|remove|keep)[*_`]{0,4}\s{0,2}[(（]\s{0,3}[\w#])",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s*_`~\"'”’\]]{0,12}+(?:$|//|--|#|[—–→⇒]|->|=>|[(（\[<]|(?:-\s{0,3})?(?:because|reason|why)\b|…|[：。；，]"
    r"|[.;,!?:]{1,3}(?=[\s*_`\"'”\]]|$))",
    re.IGNORECASE,
)
_ONLY_CLOSING = re.compile(r"[)）]{1,4}+[\s*_`]{0,8}$")
_QUOTED: Final = {
    quote: re.compile(rf"{re.escape(close)}\s{{0,8}}(?P<paren>[)）])") for quote, close in _PAIRS.items()
}
_SHORT: Final = 20
"""Characters at the end of a line that are searched for the end of an edit."""
_REACH: Final = LONGEST_STEP + 1_000
"""Characters that are searched for the end of a quote: no text is longer."""


class Scan(NamedTuple):
    """What was found in one line of an open edit."""

    close: int | None
    """Position of the closing parenthesis; None if the edit stays open."""
    depth: int
    """Parentheses of the text itself still open at the end of the line."""
    keep: bool = False
    """Whether the parenthesis belongs to the text as well: "smile :)"."""


def scan(line: str, start: int, depth: int, quote: str) -> Scan:
    """Look for the end of an edit in a line of its text.

    `depth` comes from the line before, `quote` is the quote the text began with, or "". The best end is that of
    the quote, then the first closing parenthesis with nothing or talk behind it. Next come "plan b)" or a smiley
    at the end of the line, and last a parenthesis in mid-sentence.
    """
    if quote in _QUOTED and (closed := _after_quote(line, start, quote)) is not None:
        return Scan(closed, 0)
    soft = odd = None
    for found in _PAREN.finditer(line, start):
        at = found.start()
        if found.group() in "(（":
            sad = _FACE.search(line[max(start, at - 4) : at]) and not line[at + 1 : at + 2].isalnum()
            depth += not sad
        elif _is_face(line, start, at) or (depth == 0 and _LETTERED.search(line[max(start, at - 6) : at])):
            if soft is None and depth == 0 and ends(line, at + 1):
                soft = at
                if next_edit(line, at + 1) is not None:  # or the line would be scanned once per edit
                    break
        elif depth:
            depth -= 1
        elif ends(line, at + 1) or _ONLY_CLOSING.match(line, at + 1):
            return Scan(at, 0)
        else:
            odd = at if odd is None else odd
    if soft is not None and depth == 0:
        return Scan(soft, 0, keep=_is_face(line, start, soft))
    return Scan(odd, depth)


def closes_quote(line: str, quote: str) -> bool:
    """Whether an edit whose text began with this quote ends on the line."""
    return quote in _QUOTED and _after_quote(line, 0, quote) is not None


def closes_text(line: str, depth: int) -> bool:
    """Whether an edit without a quote, with `depth` parentheses open in its text, ends with the line."""
    found = scan(line, 0, depth, "")
    return found.close is not None and not found.keep and _ONLY_CLOSING.search(line[-_SHORT:]) is not None


def ends(line: str, at: int) -> bool:
    """Whether what is at `at` may follow an edit: nothing, a comment, an aside, the next edit."""
    return _TAIL.match(line, at) is not None or _NEXT.match(line, at) is not None


def next_edit(line: str, at: int) -> int | None:
    """Where the next edit of the same line begins; None if there is none."""
    found = _NEXT.match(line, at)
    return found.end() if found else None


def _after_quote(line: str, start: int, quote: str) -> int | None:
    """The parenthesis right after the closing quote, if the rest may follow an edit."""
    for found in _QUOTED[quote].finditer(line, start, start + _REACH):
        paren = found.start("paren")
        if line[found.start() - 1 : found.start()] != "\\" and ends(line, paren + 1):
            return paren
    return None


def _is_face(line: str, start: int, at: int) -> bool:
    """Whether this ")" is the mouth of a smiley."""
    before, after = line[max(start, at - 4) : at], line[at + 1 : at + 2]
    return bool(_FACE.search(before) or (_NEAR_FACE.search(before) and after in (")", "）")))


_IN_CODE_QUOTES = re.compile(
    r"\A(?:[rfbu]{0,2}(?P<three>\"{3}|'{3})|[rfbu]{1,2}(?P<one>[\"']))(?P<text>.+)(?(three)(?P=three)|(?P=one))\Z",
    re.DOTALL | re.IGNORECASE,
)
"""A text quoted as in code: r"Bake.", or three quotes on either side."""
_CODE = re.compile(
    r"(?:replace|insert|delete|remove)[(（]\s{0,3}r?\d{1,9}\s{0,3}[,)）]|\{\s{0,3}[\"']\w{1,20}[\"']\s{0,3}:",
    re.IGNORECASE,
)
"""Code rather than words for a person: an edit inside an edit, a JSON object."""
_ESCAPED = re.compile(r"\\([\"'`])")
_ORNAMENT: Final = " \t*_`~"
_ITEM = re.compile(r"\s{0,20}(?:(\d{1,3})[.)]|step\s{1,3}(\d{1,3})\s?[:.)]|[-*•+])\s{1,20}(?=\S)", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"(?:X{1,4}|Y{2,4}|Z{2,4}|T{2,4}|\.{3}|…|(?:the |your )?(?:new |full ){0,2}(?:step )?text(?: here)?"
    r"|(?:the |your |a )?new step(?: text)?|<[^<>]{0,40}>|\[[^\[\]]{0,40}\])"
)
_BECAUSE = re.compile(r"(?:because\b|(?:reason|rationale|why)\s{0,3}[:：-])[\s:：,]{0,4}", re.IGNORECASE)
_MARK = re.compile(r"R\d{1,3}(?:(?:\s?[,;&/+]\s?|\sand\s|\s)R\d{1,3}){0,12}", re.IGNORECASE)
_ONE_MARK = re.compile(r"R\d{1,3}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reason:
    words: str = ""
    """Without "because" and requirement marks."""
    serves: tuple[str, ...] = ()
    """The requirements it named: "R2"."""
    stated: bool = False
    """Whether it said "because" or "reason:", so that it can only be a reason."""


def collapsed(text: str, most: int = LONGEST_STEP) -> str:
    """The text as one clean paragraph with single spaces, at most `most` characters."""
    text = " ".join(clean(text).split())
    return clean(text[:most]).strip()


TOO_LONG: Final = LONGEST_STEP + 100
"""Characters kept of a text that is too long for a step, so that it still counts as too long."""


def unwrapped(text: str) -> str:
    """The text without quotes (even those of code), bold marks or backticks around the whole of it."""
    text = _IN_CODE_QUOTES.sub(r"\g<text>", text.strip())
    for _ in range(3):
        inner, mark = _inside_quotes(text), text[:2]
        if inner is None and len(text) > 4 and mark == text[-2:] in ("**", "__") and mark not in text[2:-2]:
            inner = text[2:-2]
        if inner is None:
            break
        text = inner.strip()
    return text[1:].lstrip() if _is_unclosed(text) else text


def _is_unclosed(text: str) -> bool:
    """Whether it begins with a quote that nothing closes; an apostrophe may stand alone."""
    return text[:1] in _PAIRS and text[0] not in "'‘" and _PAIRS[text[0]] not in text[1:]


def _inside_quotes(text: str) -> str | None:
    """The text between the quotes around the whole; None if there are no such quotes."""
    close = _PAIRS.get(text[:1])
    if close is None or len(text) < 2 or text[-1] != close or text[-2] == "\\":
        return None
    inner = text[1:-1]
    single = inner.replace(close * 2, "")
    inches = re.search(rf"\d{close}{close}", inner)
    if single != inner and close in "'\"" and close not in single and re.search(r"\w", single) and not inches:
        return inner.replace(close * 2, close)  # written twice, as in SQL and in tables: 'Don''t stir.'
    first = _first_quote(inner, close)
    # `"Start" and "stop"` begins and ends with a quote, but the first one inside closes, after a letter.
    if first is not None and not (first > 0 and inner[first - 1] in " \n(["):
        return None
    return _ESCAPED.sub(r"\1", inner)


def _first_quote(inner: str, close: str) -> int | None:
    """Position of the first closing quote that is neither escaped nor an apostrophe in a word."""
    at = inner.find(close)
    while at >= 0:
        before, after = inner[at - 1 : at], inner[at + 1 : at + 2]
        if before != "\\" and not (close in "'’" and before.isalnum() and after.isalnum()):
            return at
        at = inner.find(close, at + 1)
    return None


def arguments(body: str) -> tuple[str, str]:
    """Split a body into its quoted text and the arguments behind it: `"Stir.", reason="no eggs"`.

    The whole body and "" if there are no such arguments.
    """
    close = _PAIRS.get(body.lstrip()[:1])
    tail = body[-_PASSED_AT_MOST:]
    found = _PASSED.search(tail) if close else None
    if found is None or found["quote"] != close or tail[found.start() - 1 : found.start()] == "\\":
        return body, ""
    text = body[: len(body) - len(tail) + found.start() + 1]
    return (text, " ".join(found["passed"].split())) if _inside_quotes(text.strip()) is not None else (body, "")


_PASSED_AT_MOST: Final = 1_500
_VALUE: Final = r"(?:\"[^\"]{0,600}\"|'[^']{0,600}'|\[[^\[\]]{0,200}\]|[\w.-]{1,20})"
_PASSED: Final = re.compile(
    r"(?P<quote>[\"'`”’»])(?P<passed>(?:\s{0,4},\s{0,4}"
    rf"(?:[a-z_]{{1,20}}\s{{0,2}}[=:]\s{{0,2}}{_VALUE}|R\d{{1,3}}|\[[\s\"'Rr\d,]{{0,100}}\]"
    r"|\"because\b[^\"]{0,600}\"|'because\b[^']{0,600}')){1,6})\s{0,8}$",
    re.IGNORECASE,
)
_REASON_PASSED: Final = re.compile(
    r"(?:\b(?:reason|why|because|rationale)\s{0,2}[=:]\s{0,2}|(?=[\"']because\b))"
    r"(?:\"(?P<words>[^\"]{0,600})\"|'(?P<others>[^']{0,600})')",
    re.IGNORECASE,
)


def reason_passed(passed: str) -> Reason:
    """The reason among the arguments behind a text, and the requirements they name."""
    found = _REASON_PASSED.search(passed)
    said = parse_reason(found["words"] or found["others"] or "") if found else Reason()
    marks = marks_in(_REASON_PASSED.sub("", passed))
    return Reason(said.words, tuple(dict.fromkeys((*said.serves, *marks))), said.stated)


SEVERAL: Final = re.compile(r"\s{0,4}\d{1,4}\s{0,4},\s{0,4}(?=[\"'“‘«「]|[A-Z])")
"""A second number before the text: an edit of several steps at once, which is not one."""


def texts_in(body: str, step: int) -> tuple[str, ...]:
    """The new texts in the body of one edit on `step`: one, or one for each item of a list.

    A text that is too long for a step stays too long. Items count only if the body begins with one and the numbers
    are consecutive. A single number is removed if it only repeats a place in the procedure.
    """
    body = unescaped(unwrapped(body))
    items: list[list[str]] = [[]]
    numbers: list[int | None] = []
    for line in body.split("\n"):
        found = _ITEM.match(line)
        figure = found and (found[1] or found[2])
        number = int(figure) if figure else None
        last = numbers[-1] if numbers else None
        begins = number == (None if last is None else last + 1) if numbers else not any(items[0])
        if found and begins:
            numbers.append(number)
            items.append([line[found.end() :]])
        else:
            items[-1].append(line)
    if len(numbers) == 1 and numbers[0] not in (None, 1, step, step + 1):
        return (collapsed(body, TOO_LONG),)
    if not numbers:
        return (collapsed(_without_open_mark(body), TOO_LONG),)
    texts = (collapsed(unwrapped("\n".join(item)), TOO_LONG) for item in items[1:])
    return tuple(text for text in texts if text)


def _without_open_mark(text: str) -> str:
    """The text without a closing bold or code mark that was opened before the edit."""
    for mark in ("**", "__", "`"):
        if text.endswith(mark) and text.count(mark) % 2:
            text = text.removesuffix(mark).rstrip()
    return text


def _is_placeholder(text: str) -> bool:
    """Whether the text is only a placeholder, as in an explanation of the format."""
    return len(text) < 60 and any(_PLACEHOLDER.fullmatch(written) for written in (text, text.lower()))


def made_of(op: Op, step: int, text: str, part: Part) -> Edit | Flagged:
    """The edit that gives a step this text; flagged if the text is a placeholder, code, or says nothing."""
    meant = text_meant(op, text)
    if meant is None or (meant and _is_placeholder(meant)) or _CODE.match(text):
        return Flagged(edit(op, step, edit_line(edit(op, step, text, part)), part), "unreadable")
    return edit(op, step, meant, part)


def parse_reason(words: str) -> Reason:
    text = collapsed(words).strip(_ORNAMENT)
    text, after = _marks_at_end(text)
    text, before = _marks_at_start(text)
    text = text.lstrip(" #/-–—") if before else text
    if because := _BECAUSE.match(text):
        text, behind = _marks_at_start(text[because.end() :])
        before += behind
    return Reason(text.strip(_ORNAMENT), tuple(dict.fromkeys(before + after)), because is not None)


def text_and_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """A step's text without requirement marks in square brackets at its end, and those marks."""
    if not text.endswith("]"):
        return text, ()
    rest, marks = _marks_at_end(text)
    return (rest, marks) if rest else (text, ())


def _marks_at_end(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without closing `[R1, R3]`, `[R2][R4]`, `(R2)`, and the marks in order."""
    marks: tuple[str, ...] = ()
    for _ in range(12):
        bare = text.rstrip(" .,;*_`")
        opened = bare.rfind({"]": "[", ")": "("}.get(bare[-1:], "\0"))
        if opened < 0 or (inner := _MARK.fullmatch(bare[opened + 1 : -1].strip())) is None:
            break
        marks = marks_in(inner.group()) + marks
        text = bare[:opened].rstrip()
    return text, marks


def _marks_at_start(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without `[R2]` before it, and the marks."""
    closed = text.find("]", 0, 100)
    inner = _MARK.fullmatch(text[1:closed].strip()) if text.startswith("[") and closed > 0 else None
    if inner is None:
        return text, ()
    return text[closed + 1 :].lstrip(" :,-–—"), marks_in(inner.group())


def marks_in(text: str) -> tuple[str, ...]:
    """The requirement marks in a text, in order: "R2"."""
    return tuple(mark.upper() for mark in _ONE_MARK.findall(text))
