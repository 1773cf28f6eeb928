"""What stands in the Library: the tree of originals and variants, and two procedures compared. Pure.

Owns both orders and their look. Refuses files and keys. Every function is linear in what it is given: 10,000
procedures are a list like any other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual.content import Content

from tailor.core.edits import is_deletion
from tailor.core.engine import Trace, apply, diff
from tailor.core.procedure import Part, Procedure
from tailor.library.entries import LibraryEntry, stem_of
from tailor.screens.catalog import steps_words
from tailor.screens.widgets import word_diff as worddiff
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text

Label: TypeAlias = tuple[Literal["tag", "collection"], str]
"""A label a person gave: what it is, and its name."""

DEEPEST = 6
"""Levels of variants that are indented; deeper ones stand below the last."""


@dataclass(frozen=True, slots=True)
class TreeRow:
    """One procedure in the tree, and how deep it stands."""

    entry: LibraryEntry
    depth: int = 0

    @property
    def mark(self) -> str:
        """What stands before its goal."""
        return "   " * min(self.depth - 1, DEEPEST) + "└─ " if self.depth else ""


def found(entries: Iterable[LibraryEntry], query: str, label: Label | None = None) -> list[LibraryEntry]:
    """Those that have the label, and in whose goal, labels or id every word stands, in their order."""
    words = query.lower().split()
    fitting = [one for one in entries if label is None or label[1] in _named(one, label)]
    return [one for one in fitting if all(word in _haystack(one) for word in words)] if words else fitting


def _named(entry: LibraryEntry, label: Label) -> tuple[str, ...]:
    return entry.tags if label[0] == "tag" else entry.collections


def _haystack(entry: LibraryEntry) -> str:
    return f"{entry.goal} {' '.join((*entry.tags, *entry.collections))} {entry.id}".lower()


def labels(entries: Iterable[LibraryEntry]) -> list[tuple[Label, int]]:
    """Every label with how many have it: collections first, each kind by name."""
    counted: dict[Label, int] = {}
    for entry in entries:
        for kind, names in (("collection", entry.collections), ("tag", entry.tags)):
            for name in names:
                label: Label = ("collection", name) if kind == "collection" else ("tag", name)
                counted[label] = counted.get(label, 0) + 1
    return sorted(counted.items(), key=lambda one: (one[0][0], one[0][1].casefold(), one[0][1]))


def outdated(entries: Iterable[LibraryEntry]) -> frozenset[str]:
    """Ids of the variants whose original has a newer version than the one they were made from."""
    listed = list(entries)
    newest = {entry.stem: entry.version for entry in listed}

    def behind(entry: LibraryEntry) -> bool:
        stem, _, version = (entry.parent or "").rpartition(".v")
        return stem != entry.stem and version.isdecimal() and newest.get(stem, 0) > int(version)

    return frozenset(entry.id for entry in listed if behind(entry))


def tree_rows(entries: Sequence[LibraryEntry]) -> list[TreeRow]:
    """Every variant below its original; families in the order of their latest member."""
    there = {entry.stem: entry for entry in entries}
    parents = {stem: _parent(entry, stem, there) for stem, entry in there.items()}
    children: dict[str, list[str]] = {}
    for stem, parent in parents.items():
        if parent is not None:
            children.setdefault(parent, []).append(stem)
    made: list[TreeRow] = []
    seen: set[str] = set()
    for stem in there:
        root = _root(stem, parents, seen)
        waiting = [(root, 0)] if root is not None else []
        while waiting:
            one, depth = waiting.pop()
            if one not in seen:
                seen.add(one)
                made.append(TreeRow(there[one], depth))
                waiting += [(child, depth + 1) for child in reversed(children.get(one, ()))]
    return made


def _parent(entry: LibraryEntry, stem: str, there: "dict[str, LibraryEntry]") -> str | None:
    """The stem of its original, where that is in the list; versions of one procedure are no family."""
    above = stem_of(entry.parent) if entry.parent else None
    return above if above in there and above != stem else None


def _root(stem: str, parents: "dict[str, str | None]", seen: set[str]) -> str | None:
    """The first original of a family; None where it is listed already. A ring has whoever was asked first."""
    climbed = {stem}
    while stem not in seen:
        above = parents[stem]
        if above is None or above in climbed:
            return stem
        climbed.add(above)
        stem = above
    return None


def about(entry: LibraryEntry, followed: bool, behind: bool = False) -> str:
    """Muted words after a goal: how it came to be or what is new of it, its steps, its version.

    `behind`: see `outdated`.
    """
    version = f" · v{entry.version}" if entry.version > 1 else ""
    news = [words for words, so in (("newer original", behind), ("being followed", followed)) if so]
    return f"{' · '.join(news) or entry.origin} · {steps_words(entry.steps)}{version}"


# -- two compared --------------------------------------------------------------------------------------------


def compare_page(before: Procedure, after: Procedure, plain: bool, width: int) -> list[Content]:
    """Both as one list: what is kept muted, what changed word by word, what is new and what is gone."""
    applied = apply(before, bag := diff(before, after))
    changed = len(bag.edits) + (before.goal != after.goal)
    rows = _wrapped(
        row_text((f"{changed} change{'' if changed == 1 else 's'}", "bold"))
        if changed
        else line_text("Alike.", "bold"),
        "",
        width,
    )
    if before.goal != after.goal:
        rows += [Content(""), *_wrapped(worddiff.unified(before.goal, after.goal, plain=plain), "~ ", width)]
    gone = {
        part: [edit.step for edit in bag.edits if edit.part == part and is_deletion(edit)]
        for part in ("steps", "resources")
    }
    parts: tuple[tuple[Part, str, Trace], ...] = (
        ("steps", "Steps", applied.trace),
        ("resources", "What you need", applied.resource_trace),
    )
    for part, title, trace in parts:
        if before.part(part) or after.part(part):
            rows += [Content(""), line_text(title, f"italic {MUTED}")]
            rows += _part_rows(before.part(part), after.part(part), trace, gone[part], plain, width)
    return rows


def _part_rows(
    before: Sequence[str], after: Sequence[str], trace: Trace, gone: Sequence[int], plain: bool, width: int
) -> Iterator[Content]:
    left = list(gone)
    for number, (text, origin) in enumerate(zip(after, trace, strict=True), 1):
        while left and origin.base is not None and left[0] < origin.base:
            yield from _gone(before[left.pop(0) - 1], plain, width)
        lead = f"{number:>3}  "
        if origin.source == "kept":
            yield from _wrapped(safe_text(text, MUTED), f"  {lead}", width)
        elif origin.source == "inserted":
            new = row_text("{+", text, "+}") if plain else safe_text(text, worddiff.NEW)
            yield from _wrapped(new, f"+ {lead}", width)
        else:
            old = before[(origin.base or 1) - 1]
            yield from _wrapped(worddiff.unified(old, text, plain=plain), f"~ {lead}", width)
    for number in left:
        yield from _gone(before[number - 1], plain, width)


def _gone(text: str, plain: bool, width: int) -> list[Content]:
    content = row_text("[-", text, "-]") if plain else safe_text(text, worddiff.GONE)
    return _wrapped(content, "−      ", width)


def _wrapped(content: Content, lead: str, width: int) -> list[Content]:
    parts = content.wrap(max(width - len(lead) - 1, 8)) or [content]
    return [
        row_text((lead if index == 0 else " " * len(lead), "$accent"), part) for index, part in enumerate(parts)
    ]
