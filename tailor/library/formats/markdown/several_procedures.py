"""Texts with more than one procedure: several, each below its own heading with resources and steps; or several
ways to the same goal, below alternative headings: "Option A", "On Windows", "Oh My Zsh / Antigen / manual".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.markdown.blocks import ITEMS, Block, words
from tailor.library.formats.shared.headings import announced, goes_on, leads_on, names_collection
from tailor.library.formats.shared.parsed import read_as_one

_LEVELS: Final = (3, 2, 1)
"""Levels of headings that may be titles, the deepest first."""
_FEWEST: Final = 3
"""Procedures of a text; two may be parts of one, such as dough and icing, so a person is asked."""

_NAMES: Final = (
    r"windows(?: \d+)?|mac ?os(?: x)?|os x|mac|linux|unix|wsl2?|ubuntu|debian|fedora|centos|rhel|red ?hat|alpine|"
    r"raspbian|arch(?: linux)?|open ?suse|gentoo|nixos|free ?bsd|open ?bsd|android|ios|iphone|ipad|"
    r"chrome|firefox|safari|edge|docker(?:[ -]compose)?|podman|vagrant|home ?brew|brew|mac ?ports|apt(?:-get)?|"
    r"yum|dnf|pacman|aur|snap|flatpak|nix|guix|pipx?|poetry|conda|anaconda|npm|npx|yarn|pnpm|bower|cargo|gem|"
    r"composer|go get|chocolatey|choco|scoop|winget|oh[- ]my[- ]zsh|antigen|antibody|zinit|zplugin|zplug|zgen|"
    r"zgenom|prezto|sheldon|fisher|vim-plug|vundle|pathogen|packer|lazy\.nvim|manual(?:ly)?|by hand|"
    r"automatic(?:ally)?|(?:from )?source|git clone|tarball|binary|binaries|package managers?|gui|cli|"
    r"command[- ]line|web (?:ui|interface|console)|hand|machine|oven|stove(?:top)?|microwave|air fryer|"
    r"slow cooker|instant pot|pressure cooker|grill"
)
"""Systems, installers, tools and appliances of which a person uses one."""
_PREPOSITION: Final = r"(?:on|for|using|with|via|from|under|in|by|through|auf|mit|für|unter|avec|sur|con|en)"
_WAY = re.compile(
    r"(?:(?:option|branch|scenario|szenario|case|plan|alternative|variante?|möglichkeit|method|methode|méthode|opción|opzione|approach|way)\s*"
    rf"(?:#?\d{{1,2}}|[a-d]|one|two|three)\b.*|(?:(?:[\w-]+\s+){{0,2}}{_PREPOSITION}\s+(?:an?\s+|the\s+|your\s+)?)?"
    rf"(?:{_NAMES})(?:\s+(?:{_NAMES}))?(?:\s+(?:users|installation|install|method|cli|run))?)\s*(?:\(.*\))?\s*[:.]?",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"(?i:using|with|via|by|mit|avec|con|met)\s+(?:(?i:an?|the)\s+)?(?:[A-Z][\w.+-]*(?:\s*[/&,]?\s+(?=\S)|\s*$)){1,4}"
)
"""A tool, by its name, of which a person uses one: "Using QEMU"."""
_GOES_ON = re.compile(
    r"\W*(?:then|next|now|finally|after that|dann|danach|nun|puis|ensuite|luego|después|poi)\b", re.I
)
"""Continues what was said before; an alternative way does not begin like this."""
_BEGINS_WITH = re.compile(rf"{_PREPOSITION}\b", re.IGNORECASE)
_OFFER = re.compile(
    r"\b(?:one of (?:the|these|those)|either of|(?:choose|pick|select) (?:one|between|from|how|the)|several ways|"
    r"(?:two|three|four|\d|multiple|different) (?:ways|options|methods|alternatives)|eine der folgenden|wähle|"
    r"l'une des|choisissez|una de las|elige|uno dei|scegli)\b",
    re.IGNORECASE,
)
_MOST_WAYS: Final = 12


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what is below it, by positions in its text."""

    title: str
    level: int
    start: int
    end: int
    before: str
    """The paragraph right above it; "" if there is none."""
    full: bool
    """Whether it holds a list or code."""
    first: str = ""
    """The first line below it."""


def ways_of(sections: Sequence[Section]) -> dict[str, list[Section]]:
    """Return the sections of each way, by title; {} for a text with a single way.

    They are siblings whose headings are names of ways, or that follow words offering a choice.
    """
    groups: dict[tuple[int, int], list[Section]] = {}
    parents: list[Section] = []
    for one in sections:
        parents = [above for above in parents if above.level < one.level]
        groups.setdefault((parents[-1].start if parents else -1, one.level), []).append(one)
        parents.append(one)
    told = [found for group in groups.values() if len(found := _of_one_choice(group)) > 1]
    first = {one.title: [one] for one in told[0]} if told else {}
    for group in told[1:]:
        for one in group:
            first.get(one.title, []).append(one)
    return first


def _bare(title: str) -> str:
    return " ".join(title.split()).strip(" *_`#")


def _of_one_choice(group: Sequence[Section]) -> list[Section]:
    full = [one for one in group if one.full]
    named = [one for one in full if _WAY.fullmatch(_bare(one.title))]
    if len(full) == len(group) and all(_WITH.fullmatch(_bare(one.title)) for one in full):
        named = full
    if any(_GOES_ON.match(one.first) for one in group[1:]):
        named = []  # "Method #2" begins with "Then add the nuts"
    begins = {_begins(one) for one in named} - {""}  # "Using Docker" and "Using Podman", so "Using Incus" too
    offered = full if group and len(full) == len(group) and _OFFER.search(group[0].before) else []
    if any(announced(one.title) & {"resources", "notes"} or leads_on(one.title) for one in offered):
        offered = []  # "Prerequisites" and "Next steps" are parts of one
    found = [one for one in full if one in named or _begins(one) in begins] if len(named) > 1 else offered
    return found if len({one.title for one in found}) == len(found) <= _MOST_WAYS else []


def _begins(one: Section) -> str:
    """Return the preposition at the start of the section's heading, in lower case; "" for none."""
    found = _BEGINS_WITH.match(_bare(one.title))
    return found[0].casefold() if found else ""


def sections_of(blocks: Sequence[Block]) -> list[Section]:
    """Return every heading with the blocks below it, including those of deeper headings."""
    heads = [(at, int(block.tokens[0].tag[1])) for at, block in enumerate(blocks) if block.kind == "heading"]
    found: list[Section] = []
    for nth, (at, level) in enumerate(heads):
        after = (heads[other] for other in range(nth + 1, len(heads)))  # a slice would copy them for each
        end = next((other for other, depth in after if depth <= level), len(blocks))
        above = blocks[at - 1] if at else None
        before = " ".join(above.lines) if above and above.kind != "ordered" else ""
        full = any(block.kind in ITEMS or has_code(block) for block in blocks[at:end])
        first = next((block.lines[0] for block in blocks[at + 1 : end] if block.kind != "heading"), "")
        found.append(Section(blocks[at].lines[0], level, at, end, before, full, first))
    return found


def has_code(block: Block) -> bool:
    """Whether a block contains a code block."""
    return any(token.type in ("fence", "code_block") for token in block.tokens)


def procedures_in(
    blocks: Sequence[Block], sections: Sequence[Section], title: str = ""
) -> tuple[list[Section], bool]:
    """Return the sections that may each be a procedure, and whether they are; if not, a person is asked.

    They are if they are in a collection, if nothing is above them, or if each has headings of its own. Sections
    that count, "Day 1" and "Day 2", belong to one procedure and are not returned.
    """
    each = _candidates(blocks, sections)
    if not each:
        whole = _whole_ones(blocks, sections) or _titled_ones(blocks, sections)
        return ([] if _count(whole) else whole), False
    above = [*filter(None, [title]), *(one.lines[0] for one in blocks[: each[0].start] if one.kind == "heading")]
    if any(map(names_collection, above)):
        return each, len(each) >= _FEWEST
    headed = all(any(_announces(block) for block in blocks[one.start : one.end]) for one in each)
    if _count(each) and (above or not headed):
        return [], False
    return each, len(each) >= _FEWEST and (headed or not above)


def _announces(block: Block) -> bool:
    return block.kind == "heading" and bool(_part(block))


def _count(each: Sequence[Section]) -> bool:
    """Whether the titles count up: "Day 1", "Day 2"."""
    numbers = [int(found[0]) for one in each if (found := re.search(r"\b\d{1,2}\b", one.title))]
    return len(numbers) == len(each) and all(two == one + 1 for one, two in pairwise(numbers))


def _candidates(blocks: Sequence[Block], sections: Sequence[Section]) -> list[Section]:
    """Return sections of one level that each hold a list and steps, and together all parts of a text; else []."""
    parts = {at: _part(block) for at, block in enumerate(blocks)}
    told = {at for at, part in parts.items() if part}
    for level in _LEVELS:
        each = [one for one in sections if one.level == level and not announced(one.title)]
        each = [one for one in each if _whole([parts[at] for at in range(one.start, one.end) if at in told])]
        if len(each) > 1 and told <= {at for one in each for at in range(one.start, one.end)}:
            return each
    return []


def _whole_ones(blocks: Sequence[Block], sections: Sequence[Section]) -> list[Section]:
    """Return the sections of one level in which headings announce both parts, though more lists stand elsewhere.

    If another section of that level is named after the steps, they are common to all: the parts of one.
    """
    parts = {at: announced(block.lines[0]) for at, block in enumerate(blocks) if block.kind == "heading"}
    for level in _LEVELS:
        all_of_level = [one for one in sections if one.level == level]
        each = [
            one
            for one in all_of_level
            if _whole([parts[at] for at in range(one.start + 1, one.end) if at in parts])
        ]
        common = any(one not in each and "steps" in announced(one.title) for one in all_of_level)
        if len(each) > 1 and not common:
            return each
    return []


def _titled_ones(blocks: Sequence[Block], sections: Sequence[Section]) -> list[Section]:
    """Return the sections below titles if two or more of them have a heading of their own for the steps.

    Or if two have numbered lists, and no title without a list stands above them.
    """
    titles = [one for one in sections if one.level == min(_LEVELS)]
    below = {one: blocks[one.start + 1 : one.end] for one in titles}
    each = [one for one in titles if any("steps" in _part(block) for block in below[one] if _announces(block))]
    if len(each) > 1:
        return each
    others = [one for one in titles if not (announced(one.title) or leads_on(one.title) or goes_on(one.title))]
    each = [one for one in others if any(block.kind == "ordered" for block in below[one])]
    return each if len(each) > 1 and each[0] is titles[0] else []


def _part(block: Block) -> frozenset[str]:
    """Return what a heading announces, or what an unannounced list is: amounts, or numbered steps."""
    if block.kind == "heading":
        return announced(block.lines[0]) & {"resources", "steps"}
    if block.kind == "bullet":
        return frozenset(["resources"] if counts(words(block.lines[0]).lstrip("-*+ ")) else [])
    return frozenset(["steps"] if block.kind == "ordered" else [])


def _whole(parts: Sequence[frozenset[str]]) -> bool:
    return {"resources", "steps"} <= {part for each in parts for part in each}


def asks(each: Sequence[Section]) -> str:
    """Return the remark that two parts were read as one; "" if there are not two."""
    if len(each) < 2:
        return ""
    return read_as_one(*(words(one.title) for one in each[:2]))
