"""Headings of sections that stand for one another: "Option A", "On Windows", "Oh My Zsh / Antigen / manual"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tailor.library.formats.shared.headings import announced, leads_on

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
"""Systems, installers, tools and appliances of which a person has or takes one."""
_PREPOSITION: Final = r"(?:on|for|using|with|via|from|under|in|by|through|auf|mit|für|unter|avec|sur|con|en)"
_WAY = re.compile(
    r"(?:(?:option|branch|scenario|szenario|case|plan|alternative|variante?|möglichkeit|method|methode|méthode|opción|opzione|approach|way)\s*"
    rf"(?:#?\d{{1,2}}|[a-d]|one|two|three)\b.*|(?:(?:[\w-]+\s+){{0,2}}{_PREPOSITION}\s+(?:an?\s+|the\s+|your\s+)?)?"
    rf"(?:{_NAMES})(?:\s+(?:users|installation|install|method|cli|run))?)\s*(?:\(.*\))?\s*[:.]?",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"(?i:using|with|via|by|mit|avec|con|met)\s+(?:(?i:an?|the)\s+)?(?:[A-Z][\w.+-]*(?:\s*[/&,]?\s+(?=\S)|\s*$)){1,4}"
)
"""A means of which a person takes one, by its name: "Using QEMU"."""
_GOES_ON = re.compile(
    r"\W*(?:then|next|now|finally|after that|dann|danach|nun|puis|ensuite|luego|después|poi)\b", re.I
)
"""What goes on with what was said before; no way to do all of it begins so."""
_BEGINS = re.compile(rf"{_PREPOSITION}\b", re.IGNORECASE)
_OFFER = re.compile(
    r"\b(?:one of (?:the|these|those)|either of|(?:choose|pick|select) (?:one|between|from|how|the)|several ways|"
    r"(?:two|three|four|\d|multiple|different) (?:ways|options|methods|alternatives)|eine der folgenden|wähle|"
    r"l'une des|choisissez|una de las|elige|uno dei|scegli)\b",
    re.IGNORECASE,
)
_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what is below it, by places in its text."""

    title: str
    level: int
    start: int
    end: int
    before: str
    """The paragraph right above it; "" where there is none."""
    full: bool
    """Whether it holds a list or code."""
    first: str = ""
    """The first line below it."""


def ways_of(sections: Sequence[Section]) -> dict[str, list[Section]]:
    """The sections of each way, by title; {} for a text with a single way.

    They are siblings whose headings are names of ways, or stand below words that offer a choice.
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
    return found if len({one.title for one in found}) == len(found) <= _MOST else []


def _begins(one: Section) -> str:
    """The preposition that its heading begins with, in lower case; "" for none."""
    found = _BEGINS.match(_bare(one.title))
    return found[0].casefold() if found else ""
