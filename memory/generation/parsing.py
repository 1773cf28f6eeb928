"""Tolerant parsing of the generation agents' answers (DESIGN 4 and 8): questions, edits, summaries, drafts.

Never raises: an unreadable answer gives an empty result. Linear in the length of the answer.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tailor.agents.parsing import ReadSteps, lines_of, read_steps
from tailor.agents.parsing.edit_syntax import is_fence, is_rule
from tailor.agents.parsing.step_parser import CHATTER, StepsEnd, after_header, indent, item
from tailor.core.text import normal

LONGEST_QUESTION: Final = 300
LONGEST_SUMMARY: Final = 4_000
"""Characters of a summary that later prompts include."""

_ORNAMENT: Final = " \t*_`#>:：.!-–—[](){}\"'“”„‘’"
_QUERIES = re.compile(
    r"(?i)(?:(?:follow[- ]?up|search(?:[- ]engine)?|google|web|the|my|four|4|\d)\s){0,3}"
    r"(?:queries|questions|search terms|searches)\b.{0,60}"
)
_STEPS = re.compile(r"(?i)(?:outline|steps|solution|plan|procedure)\b.{0,40}")
_NO_UPDATE = re.compile(
    r"(?i)no\s(?:further\s|more\s|other\s)?(?:updates?|changes?|edits?|revisions?)"
    r"(?:\s(?:is|are))?\s(?:required|needed|necessary)"
)
_NO_MORE = re.compile(
    r"(?i)(?:no|nothing)\s(?:(?:further|more|other|additional|else)\s)?"
    r"(?:updates?|changes?|edits?|revisions?|suggestions?|to (?:change|add|edit))"
)
_REWRITTEN = re.compile(
    r"(?i)(?:here(?:'s|’s| is)\s)?(?:an?\s|the\s|my\s)?"
    r"(?:updated|revised|rewritten|corrected|improved|final|new|full|complete)\s(?:\w+\s)?"
    r"(?:procedure|steps|list|version|instructions|recipe)\b"
    r"|begin (?:updated |revised )?(?:procedure|steps)\b"
    r"|(?:procedure|documentation|recipe)\s?[:'‘“]"
)
_LABEL = re.compile(
    r"(?i)(?:suggested |proposed |required |recommended |my |the |critique and |here are (?:the |my )?){0,3}"
    r"(?:edits|updates|changes|suggestions|revisions|critique|feedback|issues|bullets)\b[^.]{0,40}:?"
)
_EMPTY = re.compile(
    r"(?i)(?:none|nothing|n/?a|no (?:further |more |other )?(?:queries|questions|searches)"
    r"(?: (?:are |is )?(?:needed|required|necessary))?|tbd|todo|query \d{1,2}|question \d{1,2}|xx+|end|done)"
)
_QUERY_LABEL = re.compile(r"(?i)^(?:(?:search )?query|question|q)\s?#?\d{0,2}\s?[:：.)-]\s{0,3}")
_QUESTIONING = re.compile(r"(?i)\?|^(?:how|what|which|when|why|where|who|can|should|is|are|do|does)\b")
_NO_ANSWER = re.compile(
    r"(?i)(?:n/?a|none|unknown|not (?:known|given|available))[.! ]{0,4}"
    r"|no answer\b.*"
    r"|(?:none of|nothing in|neither of|there is (?:no|nothing)\b).{0,200}"
    r"|.{0,80}\b(?:do(?:es)? not|doesn['’]t|don['’]t) "
    r"(?:contain|provide|include|say|mention|specify|cover|answer|have)\b.{0,160}"
)
_HEADER = re.compile(
    r"(?i)(?:documentation|recipe|solution|procedure)?\s?['‘“\"].{1,400}?['’”\"](?:\susing\s.{0,4000})?:?"
)
_WORD = re.compile(r"[^\W_]{2,}")


def draft_of(text: str, goal: str) -> ReadSteps:
    """The steps of a list; an echo of the header or the goal is not a step."""
    found = read_steps(text)
    first = found.steps[0] if found.steps else ""
    if not first or not (_HEADER.fullmatch(first) or _bare(first) == _bare(goal)):
        return found
    uncertain = tuple(number - 1 for number in found.uncertain if number > 1)
    steps = found.steps[1:]
    cut = tuple(number - 1 for number in found.cut if number > 1)
    end: StepsEnd = "steps" if steps else "unparsed"
    return replace(found, steps=steps, uncertain=uncertain, dropped=found.dropped + 1, end=end, cut=cut)


def questions_of(text: str, most: int) -> tuple[str, ...]:
    """The first `most` search questions of a Rewrite answer; items that ask nothing are skipped."""
    lines = lines_of(text)
    asked = _below_header(lines)
    if asked is None:
        asked = [one for one in _items(lines) if _QUESTIONING.search(one.strip(_ORNAMENT))]
    read = (_question(one) for one in asked)
    return tuple(dict.fromkeys(one for one in read if one))[:most]


def critique_of(text: str) -> tuple[str, ...]:
    """The critic's edits; () if it asks for none. If there are bullets, only they count."""
    lines = _before_rewrite(lines_of(text))
    edits = [_plain(one) for one in _listed(lines) if not _says_nothing(one)]
    if edits:
        return tuple(dict.fromkeys(edits))
    if any(_NO_UPDATE.search(line) for line in lines):
        return ()
    talk = [normal(line).strip("*_# ") for line in lines if item(line) is None]
    told = (line for line in talk if len(_WORD.findall(line)) > 2 and not line.endswith(":"))
    return tuple(line for line in told if not CHATTER.match(line))


def summary_of(text: str) -> str | None:
    """A summary as one text; None if it says that there is no answer."""
    kept = [line for line in lines_of(text) if not is_fence(line) and not _MARK.fullmatch(line.strip(" *_"))]
    answer = _ANSWER_LABEL.sub("", normal("\n".join(kept)), count=1).strip()
    bare = answer.strip(_ORNAMENT)
    return answer[:LONGEST_SUMMARY] if bare and not _NO_ANSWER.fullmatch(bare) else None


_ANSWER_LABEL = re.compile(r"(?i)\A[*_ ]{0,3}(?:A|Answer)[*_ ]{0,3}[:：][*_ ]{0,3}")
_MARK = re.compile(r"(?i)\[(?:BEGIN|END) (?:ANSWER|QUESTION|INFORMATION)\]")


def _below_header(lines: list[str]) -> list[str] | None:
    """The items below the last header "queries:"; None without such a header."""
    at = [number for number, line in enumerate(lines) if _heads(line, _QUERIES)]
    if not at:
        return None
    below = lines[at[-1] + 1 :]
    end = next((n for n, line in enumerate(below) if item(line) is None and _heads(line, _STEPS)), len(below))
    rest = lines[at[-1]].partition(":")[2].strip(" *_")
    found = list(_items([*([rest] if item(rest) else []), *below[:end]]))
    return found or [line for line in below[:end] if line.strip() and not CHATTER.match(line.strip())]


def _heads(line: str, header: re.Pattern[str]) -> bool:
    """Whether the line is a header: a few words and a colon, followed by nothing or by a first item."""
    words, _, rest = line.strip(" *_#>").partition(":")
    rest = rest.strip(" *_")
    bare = header.fullmatch(words.strip(_ORNAMENT)) is not None and len(_WORD.findall(words)) <= 5
    return bare and (not rest or item(rest) is not None)


def _items(lines: list[str]) -> Iterator[str]:
    """The texts of list items, joined with their wrapped lines and nested items."""
    parts: list[str] = []
    depth, blank = 0, False
    for line in lines:
        if not line.strip() or is_rule(line) or is_fence(line):
            blank = True
            continue
        found = item(line)
        if found and (not parts or found.indent <= depth + 1):
            if parts:
                yield normal(" ".join(parts))
            depth, parts = found.indent, [line[found.start :]]
        elif parts and (not blank or indent(line) > depth + 1):
            parts.append(line[found.start :] if found else line.strip())
        elif parts:
            yield normal(" ".join(parts))
            parts = []
        blank = False
    if parts:
        yield normal(" ".join(parts))


def _listed(lines: list[str]) -> list[str]:
    """Bullets up to a numbered list at the margin (a rewritten procedure); without bullets, numbered items."""
    mark = _BULLET if any(_BULLET.match(line) for line in lines) else _NUMBER
    parts: list[list[str]] = []
    depth, blank = 0, False
    for line in lines:
        if not line.strip() or is_rule(line) or is_fence(line):
            blank = True
            continue
        found = mark.match(line)
        if found and (not parts or len(found[1]) <= depth + 1):
            depth = len(found[1])
            parts.append([found[2]])
        elif parts and mark is _BULLET and len(line) - len(line.lstrip()) <= depth and _NUMBER.match(line):
            break
        elif parts and (not blank or indent(line) > depth + 1):
            parts[-1].append(found[2] if found else line.strip())
        blank = False
    return [normal(" ".join(one)).strip() for one in parts]


_BULLET = re.compile(r"(\s{0,40})[-*+•▪◦‣·–—]\s{1,4}(?:\[[ xX]?\]\s{1,3})?(.*)")
_NUMBER = re.compile(r"(\s{0,40})\**(?:\d{1,2}[.)]|\(\d{1,2}\))\**\s{1,4}(.*)")


def _before_rewrite(lines: list[str]) -> list[str]:
    bare = (line.strip(" *_#>[]") if item(line) is None else "" for line in lines)
    rewritten = (at for at, words in enumerate(bare) if len(words) < 120 and _REWRITTEN.match(words))
    return lines[: next(rewritten, None)]


def _says_nothing(text: str) -> bool:
    bare = text.strip(_ORNAMENT)
    if len(_WORD.findall(bare)) < 2 or any(one.fullmatch(bare) for one in (_EMPTY, _NO_MORE, _LABEL)):
        return True
    found = _NO_UPDATE.search(bare)
    return found is not None and len(bare) - len(found[0]) < 40


def _plain(text: str) -> str:
    return normal(text.replace("**", "").replace("__", ""))


def _question(text: str) -> str:
    """An item as a question; "" if it asks nothing."""
    at = after_header(text) or 0
    text = _QUERY_LABEL.sub("", text[at:].strip(" *_`\"'“”„"), count=1).strip(" *_`\"'“”„")
    bare = text.strip(_ORNAMENT)
    if len(_WORD.findall(bare)) < 2 or any(one.fullmatch(bare) for one in (_EMPTY, _QUERIES, _STEPS)):
        return ""
    return text[:LONGEST_QUESTION].strip()


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
