"""Web pages copied as plain text: separates what the site put around the how-to, judging by the lines alone.

With fewer than two lines that only a site writes, a person typed the text, and all of it belongs to the how-to.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Final, Literal

from tailor.core.listed_amounts import measures
from tailor.core.numerals import either
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import announced, is_told, part_of
from tailor.library.formats.shared.site_lines import heads_comments, is_control, is_credit
from tailor.library.formats.shared.step_texts import CALL, is_ended, is_sentence
from tailor.library.formats.text.messages import NOTES

_FEWEST: Final = 2
"""Lines that show that a text is a copied page."""
_LONGEST: Final = 250
_SHORT: Final = 5
"""Words beside a button, or in the name of a site."""
_LONGEST_LINK: Final = 8
"""Words of a link."""
_FEWEST_IN_ROW: Final = 3
"""Buttons in a row above the parts that count as a sign."""
_FEWEST_CALLING: Final = 3
"""Words of an appeal to readers; an address alone is worth keeping."""
_MARKED: Final = re.compile(r"[-*+–]\s|[•▢☐□]|(?:step\s+)?\d{1,3}\s*[.):]\s|step\s+\d|==|#", re.IGNORECASE)
"""The mark of an item, a step or a heading."""
_NUMBERED: Final = re.compile(r"(?:step\s+)?\d{1,3}\s*[.):]\s|step\s+\d", re.IGNORECASE)
_SCALE: Final = re.compile(r"(?:[\d½¼¾⅓./]{1,3}\s?[x×]\s*)+")
"""Buttons to scale the recipe: "1x 2x 3x"."""
_READERS: Final = re.compile(r"(?:reviews|ratings|comments|questions) ?\([\d.,]+\)", re.IGNORECASE)
_FIGURES: Final = re.compile(r"[\d½¼¾⅓.,]*[\d½¼¾⅓]")
_STARS: Final = re.compile(r"[★☆⭐✩✭]{3,}\s*(?:[(\d].{0,40})?$")
_BETWEEN: Final = re.compile(r"\s*[»›]\s*|\s+[>|/·•→]\s+")
_PIECES: Final = re.compile(r"\s+[·•|/]\s+|\s{3,}|\t")

_Kind = Literal["", "sign", "links", "button"]


def without_site(text: str, title: str = "") -> tuple[str, tuple[str, ...]]:
    """Return the text without the lines of the site it was copied from, and those lines; any other text as it is.

    Lines marked as an item, a step or a heading stay, and so do notes that Tailor wrote. A known `title` need not
    stand in the text.
    """
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if line.strip() == NOTES), len(lines))
    bare = [line.strip() for line in lines[:end]]
    kinds = _kinds(bare)
    if _signs(bare, kinds) < _FEWEST:
        return text, ()
    away = _blocks(bare)
    away |= _names(["" if at in away else line for at, line in enumerate(bare)], kinds, title)
    kept: list[str] = []
    site: list[str] = []
    for at, line in enumerate(lines):
        own, beside = line, ""
        if at in away:
            own, beside = "", bare[at]
        elif at < end and kinds[at]:
            own, beside = _parted(bare[at])
        kept += [own] if own or not line.strip() else []
        site += [beside] if beside else []
    return "\n".join(_with_values(kept)), tuple(site)


def _with_values(lines: Sequence[str]) -> list[str]:
    """Join a label with its value on the line below: "Servings: 4"."""
    made: list[str] = []
    for line in lines:
        label = made[-1].strip() if made else ""
        beside = label.endswith(":") and line.strip() and not _tells(label) and _tells(f"{label} {line.strip()}")
        made[-1:] = [f"{label} {line.strip()}"] if beside else [*made[-1:], line]
    return made


def _kinds(lines: Sequence[str]) -> list[_Kind]:
    """Return what each line is of a site; among the steps, "Home > Settings" is a step."""
    kinds = [_kind(line) for line in lines]
    first = kinds.index("links") if "links" in kinds else len(lines)
    above = first < _first_part(lines)
    return [
        "" if kind == "links" and "|" not in line and not (above and at == first) else kind
        for at, (line, kind) in enumerate(zip(lines, kinds, strict=True))
    ]


def _first_part(lines: Sequence[str]) -> int:
    """Return the line that begins a part; the number of lines if none does."""
    return next((at for at, line in enumerate(lines) if _NUMBERED.match(line) or part_of(line)), len(lines))


def _signs(lines: Sequence[str], kinds: list[_Kind]) -> int:
    """Count the different lines that only a site writes; all menus count as one, as telephones have some."""
    signs = {line.casefold() for line, kind in zip(lines, kinds, strict=True) if kind == "sign"}
    heads = (line for line in lines if len(line.split()) > 1 and (_heads("others", line) or heads_talk(line)))
    above = [kind for line, kind in zip(lines[: _first_part(lines)], kinds, strict=False) if line]
    rows = max((len(list(row)) for kind, row in groupby(above) if kind == "button"), default=0)
    return len(signs.union(map(str.casefold, heads))) + ("links" in kinds) + (rows >= _FEWEST_IN_ROW)


def _kind(line: str) -> _Kind:
    """Return what a line is of a site; "" for a line of the text."""
    if not line or len(line) > _LONGEST or _MARKED.match(line):
        return ""
    if _is_links(line):
        return "links"
    if _only("signs", "buttons").fullmatch(line):
        return "sign" if _only("signs").search(line.casefold()) else "button"
    if _begun("begins").match(line) or _STARS.match(line):
        return "sign"
    if _SCALE.fullmatch(line):
        return "sign" if {"1", "2"} <= {*_FIGURES.findall(line)} else "button"  # but "3x 10x" is for the legs
    if _rated().fullmatch(line):
        return "sign" if len(_FIGURES.findall(line)) > 1 else "button"
    calls = CALL.match(line) and len(line.split()) >= _FEWEST_CALLING
    known = calls or is_control(line) or is_credit(line)
    return "button" if known or _begun("refers").match(line) or _dated().fullmatch(line) else _of_pieces(line)


def _of_pieces(line: str) -> _Kind:
    """Return what a line of several pieces is, by those of a site among them: "By Ann · Updated May 2 · Print"."""
    pieces = _PIECES.split(line)
    kinds = [_kind(piece) for piece in pieces] if len(pieces) > 1 else []
    rest = [piece for piece, kind in zip(pieces, kinds, strict=False) if not kind and not _tells(piece)]
    if not any(kinds) or any(len(piece.split()) > _SHORT for piece in rest):
        return ""
    return "sign" if "sign" in kinds else "button"


def _parted(line: str) -> tuple[str, str]:
    """Split a line into its facts and the rest: "By Ann" and "Updated May 2" for "By Ann · Updated May 2"."""
    pieces = _PIECES.split(line)
    if not any(map(_tells, pieces)):
        return "", line
    facts = " · ".join(filter(_tells, pieces))
    return facts, " · ".join(piece for piece in pieces if not _tells(piece))


def _tells(piece: str) -> bool:
    return facts_in(piece) is not None


def _is_links(line: str) -> bool:
    """Whether a line is a breadcrumb or menu of a site: "Home » Recipes » Soup", "Home | Blog | Shop"."""
    pieces = [piece.strip() for piece in _BETWEEN.split(line)]
    short = all(0 < len(piece.split()) <= _LONGEST_LINK and not is_ended(piece) for piece in pieces)
    at_home = pieces[0].casefold() in _data()["home"]
    return short and (len(pieces) > 2 - at_home) and (at_home or "»" in line or "›" in line)


def _names(lines: Sequence[str], kinds: Sequence[_Kind], title: str) -> set[int]:
    """Return the lines above a title that name the site and its sections, and repetitions of the title.

    They stand above links or a menu, or above the first copy of a title that the page has twice.
    """
    own = [at for at in range(_first_part(lines)) if lines[at] and not kinds[at] and not _tells(lines[at])]
    short = [at for at in own if len(lines[at].split()) <= _LONGEST_LINK and not is_ended(lines[at])]
    last = max((at for at in range(_first_part(lines)) if kinds[at] == "links"), default=0)
    often = Counter([title.casefold(), *(lines[at].casefold() for at in short if at >= last)])
    again = [at for at in short if at >= last and often[lines[at].casefold()] > 1]
    menu = again[0] if again else _end_of_menu(lines, kinds, own)
    last = max(last, menu) if title or any(at >= menu for at in short) else last
    named = {at for at in short if at < last} if title or any(at >= last for at in short) else set[int]()
    return named | {*again[0 if title else 1 :]}


def _end_of_menu(lines: Sequence[str], kinds: Sequence[_Kind], own: Sequence[int]) -> int:
    """Return where a menu at the top ends: "Log in" with at least two links in a column, and more such blocks."""
    end = 0
    for filled, block in groupby(range(_first_part(lines)), lambda at: bool(lines[at])):
        places = list(block)
        links = [at for at in places if at in own and len(lines[at].split()) <= _SHORT]
        if not filled:
            continue
        if len(links) < _FEWEST or any(at in own and at not in links for at in places):
            return end
        if not end and not any(kinds[at] == "button" or lines[at].casefold() in _data()["home"] for at in places):
            return end
        end = places[-1] + 1
    return end


def _blocks(lines: Sequence[str]) -> set[int]:
    """Return the lines that stand below a heading for something else than the how-to, with that heading."""
    away: set[int] = set()
    parts = [at for at, line in enumerate(lines) if _NUMBERED.match(line) or part_of(line)]
    for at, line in enumerate(lines):
        if at in away or not line:
            continue
        if heads_talk(line) and parts and at > parts[-1] and (not lines[at - 1] or at - 1 in away):
            return away | {*range(at, len(lines))}
        if _heads("others", line):
            end = next((n for n in range(at + 1, len(lines)) if _goes_on(lines[n])), len(lines))
        elif _heads("contents", line):
            end = next((n for n in range(at + 1, len(lines)) if not lines[n]), at)
        else:
            continue
        away |= {*range(at, end)}
    return away


def _goes_on(line: str) -> bool:
    """Whether the how-to continues at a line after something that a site inserted."""
    told = is_told(line) and is_sentence(line)
    return bool(_NUMBERED.match(line) or part_of(line) or announced(line) or told or measures(line))


def heads_talk(line: str) -> bool:
    """Whether an unmarked line stands above readers' comments: "12 Comments"."""
    asked = line.casefold().startswith(("leave a ", "post a "))
    if _READERS.fullmatch(line):
        return True
    return heads_comments(line) and (asked or line[:1].isdigit() or len(line.split()) == 1)


def _heads(name: str, line: str) -> bool:
    if _MARKED.match(line):
        return False
    return _only(name).fullmatch(line) is not None or (name == "others" and _more().fullmatch(line) is not None)


@cache
def _data() -> Mapping[str, list[str]]:
    return tomllib.loads((files("tailor.library.formats.text") / "pasted_pages.toml").read_text("utf-8"))


@cache
def _only(*names: str) -> re.Pattern[str]:
    """Match lines that consist of these words, one or more of them."""
    words = either(*(word for name in names for word in _data()[name]))
    return re.compile(rf"\W*{words}(?:[\W_]+{words})*\W*", re.IGNORECASE)


@cache
def _begun(name: str) -> re.Pattern[str]:
    return re.compile(either(*_data()[name]), re.IGNORECASE)


@cache
def _more() -> re.Pattern[str]:
    """ "More Bread Recipes", "More on kettles"."""
    named = (
        r"(?i:more (?:\w+ ){0,3}(?:recipes|articles|posts|guides|tutorials|stories)\W*|more (?:on|from) .{1,40})"
    )
    return re.compile(rf"{named}|More(?: [A-Z]\w+){{1,3}}")


@cache
def _rated() -> re.Pattern[str]:
    """ "4.8 from 212 reviews", "(34 Bewertungen)"."""
    figure, rated = r"[\d.,/]+", either(*_data()["rated"])
    return re.compile(rf"[(\s]*(?:{figure}\s*(?:[^\W\d_]+ ){{0,2}}\(?)?{figure} {rated}\)?", re.IGNORECASE)


@cache
def _dated() -> re.Pattern[str]:
    date = rf"{either(*_data()['dated'])}\b\D{{0,20}}\d.{{0,20}}"
    return re.compile(rf"{date}|\d{{1,3}} min(?:ute)?s? read|\d{{1,3}} min\.? lesezeit", re.IGNORECASE)
