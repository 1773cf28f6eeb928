"""What stands in the Library: the tree of originals and variants, and two procedures compared. Pure.

Owns both orders and their look. Refuses files and keys. Every function is linear in what it is given: 10,000
procedures are a list like any other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from tailor.core.diffing import diff
from tailor.core.edits import is_deletion
from tailor.core.engine import Trace, apply
from tailor.core.procedure import Part, Procedure
from tailor.library.entry import Entry, stem_of
from tailor.screens import worddiff
from tailor.screens.safe import MUTED, line, row, safe
from tailor.screens.shelf import steps_words

DEEPEST = 6
"""Levels of variants that are indented; deeper ones stand below the last."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One procedure in the tree, and how deep it stands."""

    entry: Entry
    depth: int = 0

    @property
    def mark(self) -> str:
        """What stands before its goal."""
        return "   " * min(self.depth - 1, DEEPEST) + "└─ " if self.depth else ""


def found(entries: Iterable[Entry], query: str) -> list[Entry]:
    """Those in whose goal, tags or id every word stands, in their order."""
    words = query.lower().split()
    if not words:
        return list(entries)
    return [one for one in entries if all(word in _haystack(one) for word in words)]


def _haystack(entry: Entry) -> str:
    return f"{entry.goal} {' '.join(entry.tags)} {entry.id}".lower()


def tree(entries: Sequence[Entry]) -> list[Branch]:
    """Every variant below its original; families in the order of their latest member."""
    there = {entry.stem: entry for entry in entries}
    parents = {entry.stem: _parent(entry, there) for entry in entries}
    children: dict[str, list[Entry]] = {}
    for entry in entries:
        if (parent := parents[entry.stem]) is not None:
            children.setdefault(parent, []).append(entry)
    made: list[Branch] = []
    seen: set[str] = set()
    for entry in entries:
        root = _root(entry.stem, parents, seen)
        if root is None:
            continue
        waiting = [(there[root], 0)]
        while waiting:
            one, depth = waiting.pop()
            if one.stem not in seen:
                seen.add(one.stem)
                made.append(Branch(one, depth))
                waiting += [(child, depth + 1) for child in reversed(children.get(one.stem, ()))]
    return made


def _parent(entry: Entry, there: "dict[str, Entry]") -> str | None:
    """The stem of its original, where that is in the list; versions of one procedure are no family."""
    stem = stem_of(entry.parent) if entry.parent else None
    return stem if stem in there and stem != entry.stem else None


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


def about(entry: Entry, followed: bool) -> str:
    """Muted words after a goal: how it came to be, its steps, its version."""
    version = f" · v{entry.version}" if entry.version > 1 else ""
    return f"{'being followed · ' if followed else ''}{entry.origin} · {steps_words(entry.steps)}{version}"


# -- two compared --------------------------------------------------------------------------------------------


def compare_page(before: Procedure, after: Procedure, plain: bool, width: int) -> list[Content]:
    """Both as one list: what is kept muted, what changed word by word, what is new and what is gone."""
    applied = apply(before, bag := diff(before, after))
    changed = len(bag.edits)
    rows = _wrapped(
        row((f"{changed} change{'' if changed == 1 else 's'}", "bold")) if changed else line("Alike.", "bold"),
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
            rows += [Content(""), line(title, f"italic {MUTED}")]
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
            yield from _wrapped(safe(text, MUTED), f"  {lead}", width)
        elif origin.source == "inserted":
            new = row("{+", text, "+}") if plain else safe(text, worddiff.NEW)
            yield from _wrapped(new, f"+ {lead}", width)
        else:
            old = before[(origin.base or 1) - 1]
            yield from _wrapped(worddiff.unified(old, text, plain=plain), f"~ {lead}", width)
    for number in left:
        yield from _gone(before[number - 1], plain, width)


def _gone(text: str, plain: bool, width: int) -> list[Content]:
    content = row("[-", text, "-]") if plain else safe(text, worddiff.GONE)
    return _wrapped(content, "−      ", width)


def _wrapped(content: Content, lead: str, width: int) -> list[Content]:
    parts = content.wrap(max(width - len(lead) - 1, 8)) or [content]
    return [row((lead if index == 0 else " " * len(lead), "$accent"), part) for index, part in enumerate(parts)]
