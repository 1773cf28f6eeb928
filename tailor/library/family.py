"""The tree of what was made from what: originals, variants, variants of variants (DESIGN 9).

Owns building it out of the library's list. Refuses files: it is given entries.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tailor.library.entry import Entry, stem_of


@dataclass(frozen=True, slots=True)
class Branch:
    """One procedure in its newest version, and what was made from it."""

    id: str
    entry: Entry | None
    """None for a parent that is not in the library: a starter, or thrown away."""
    children: tuple["Branch", ...] = ()


def tree(entries: Iterable[Entry]) -> tuple[Branch, ...]:
    """The roots, each with all below it; every procedure once, in the order it came in.

    A procedure whose lineage runs in a circle (files changed by hand) becomes a root where the circle begins.
    """
    newest: dict[str, Entry] = {}
    for entry in entries:
        known = newest.get(entry.stem)
        if known is None or known.version < entry.version:
            newest[entry.stem] = entry
    below: dict[str, list[str]] = {}
    roots: dict[str, None] = {}
    for stem, entry in newest.items():
        parent = stem_of(entry.parent) if entry.parent else ""
        if parent and parent != stem:
            below.setdefault(parent, []).append(stem)
            if parent not in newest:
                roots[parent] = None
        else:
            roots[stem] = None
    made = {stem: branch for root in roots for stem, branch in _built(root, newest, below)}
    for stem in newest:  # what no root reaches stands in a circle
        if stem not in made:
            made |= dict(_built(stem, newest, below, frozenset(made)))
            roots[stem] = None
    return tuple(made[root] for root in roots)


def lines(branches: Iterable[Branch], depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """Every branch with its depth, top-down."""
    waiting = [(depth, branch) for branch in branches][::-1]
    while waiting:
        at, branch = waiting.pop()
        yield at, branch
        waiting += [(at + 1, child) for child in reversed(branch.children)]


def _built(
    root: str, newest: dict[str, Entry], below: dict[str, list[str]], taken: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Branch]]:
    """Every branch under a root, children first; without recursion, however deep the lineage."""
    order: list[str] = []
    seen = set(taken)
    waiting = [root]
    while waiting:
        stem = waiting.pop()
        if stem in seen:
            continue
        seen.add(stem)
        order.append(stem)
        waiting += below.get(stem, [])
    made: dict[str, Branch] = {}
    for stem in reversed(order):
        entry = newest.get(stem)
        children = tuple(made[child] for child in below.get(stem, []) if child in made)
        made[stem] = Branch(entry.id if entry else stem, entry, children)
    yield from made.items()
