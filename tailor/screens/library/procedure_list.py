"""The list of the Library: its rows in either order, and which procedures match a search or a label.

The functions are pure and linear in the number of entries. The rows of the whole library are built once, in a
thread, and kept in both orders, so that no key waits for thousands of them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import ClassVar, Final, Literal, Never, TypeAlias

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.core.text import counted
from tailor.library.entries import LibraryEntry, stem_of, told_apart
from tailor.library.lineage import lineage_rows, outdated
from tailor.library.metadata import labelled
from tailor.library.search import BodyTexts, Term, excerpt, read_bodies, terms, vocabulary
from tailor.library.store import Library
from tailor.screens.widgets.content import Found, parts_found
from tailor.screens.widgets.lists import ListRow, nearest

Label: TypeAlias = tuple[Literal["tag", "collection"], str]  # kind and name of a label
Placed: TypeAlias = tuple[int, LibraryEntry]  # a procedure, and its depth in the lineage tree

NONE: Final[Mapping[str, Never]] = MappingProxyType({})
DEEPEST = 6  # levels of variants that are indented; deeper ones are indented no further


def found(
    entries: Iterable[LibraryEntry],
    words: Sequence[Term],
    label: Label | None = None,
    texts: BodyTexts = NONE,
) -> list[LibraryEntry]:
    """The entries with this label that match every word, best first; equally good ones keep their order.

    First those with each word by itself in the goal; then those with all words in goal, labels and id; then those
    with some of the words only in the text.
    """
    fitting = [one for one in entries if label is None or _bare(label) in map(_bare, _labels_of(one))]
    if not words:
        return fitting
    ranked: tuple[list[LibraryEntry], ...] = ([], [], [])
    for one in fitting:
        if not (rest := _beyond(one, words)):
            goal = one.goal.lower()
            ranked[0 if all(word.stands_in(goal) for word in words) else 1].append(one)
        elif (text := texts.get(one.id)) and all(word.within(text.lower) for word in rest):
            ranked[2].append(one)
    return [one for rank in ranked for one in rank]


def sought(
    query: str, entries: Iterable[LibraryEntry], texts: BodyTexts = NONE, known: Collection[str] = ()
) -> tuple[Term, ...]:
    """The words of a search, misspelled ones corrected; `known`: every word of the texts, once they are read."""
    said = [*map(_haystack, entries), *(text.lower for text in texts.values())] if known else ()
    return terms(query, said, known)


def read_words(entries: Sequence[LibraryEntry]) -> tuple[BodyTexts, Collection[str]]:
    """The texts of these entries' files, and every word in them and in their names. Slow: call it in a thread."""
    texts = read_bodies(entries)
    return texts, vocabulary(chain(map(_haystack, entries), (text.lower for text in texts.values())))


def excerpts(entries: Iterable[LibraryEntry], words: Sequence[Term], texts: BodyTexts) -> dict[str, str]:
    """By id, the line of each found entry that has the words missing from its goal and labels."""
    lines = ((one.id, excerpt(texts[one.id], spelt(_beyond(one, words)))) for one in entries if one.id in texts)
    return {id: line for id, line in lines if line}


def spelt(words: Iterable[Term]) -> list[str]:
    return [form for word in words for form in (word.word, *word.others)]


def _beyond(entry: LibraryEntry, words: Sequence[Term]) -> list[Term]:
    """The words that are not in goal, labels or id."""
    held = _haystack(entry)
    return [word for word in words if not word.within(held)]


def _labels_of(entry: LibraryEntry) -> list[Label]:
    return [*(("collection", name) for name in entry.collections), *(("tag", name) for name in entry.tags)]


def _haystack(entry: LibraryEntry) -> str:
    return f"{entry.goal} {' '.join((*entry.tags, *entry.collections))} {entry.id}".lower()


def labels(entries: Iterable[LibraryEntry]) -> list[tuple[Label, int]]:
    """Every label, ignoring case, and how many entries have it: collections first, each kind sorted by name."""
    each = list(map(_labels_of, entries))
    spelt = {_bare(label): label for label in sorted(chain.from_iterable(each), reverse=True)}
    counted = Counter(bare for one in each for bare in set(map(_bare, one)))
    return [(spelt[bare], count) for bare, count in sorted(counted.items())]


def _bare(label: Label) -> Label:
    return label[0], label[1].casefold()


def tree_of(entries: Iterable[LibraryEntry]) -> list[Placed]:
    """Every variant below its original; families in the order of their first member."""
    return [(row.depth, row.entry) for row in lineage_rows(entries) if row.entry is not None]


def tag_words(entry: LibraryEntry) -> str:
    """The tags, such as "#sunday #quick"."""
    return " ".join(f"#{tag}" for tag in entry.tags)


def stars(entry: LibraryEntry) -> str:
    """The rating, such as "★★★★☆"; "" if there is none."""
    return "★" * entry.rating + "☆" * (5 - entry.rating) if entry.rating else ""


def about(entry: LibraryEntry, followed: bool, behind: bool = False) -> str:
    """The muted words after a goal: its news, else its origin; its steps; its version from the second on.

    `behind`: its original has a newer version.
    """
    version = f" · v{entry.version}" if entry.version > 1 else ""
    news = [words for words, so in (("newer original", behind), ("being followed", followed)) if so]
    return f"{' · '.join(news) or entry.origin} · {counted(entry.steps, 'step')}{version}"


@dataclass(frozen=True, slots=True)
class LibraryContents:
    stamp: int = -1  # state of the folder when it was read; -1 before that
    entries: tuple[LibraryEntry, ...] = ()
    tree: Sequence[Placed] = ()
    outdated: frozenset[str] = frozenset()  # ids of variants whose original has a newer version
    special: Mapping[str, str] = field(
        default_factory=dict
    )  # by id, what distinguishes a procedure from others with the same goal
    unread: int = 0  # number of procedures not listed because the head of their file cannot be read


def read_contents(library: Library, stamp: int, latest: int = 0) -> LibraryContents:
    """Read the library with its labels. Takes a while for thousands of files: call it in a thread.

    `latest`: read only that many, the ones written last.
    """
    entries = labelled(library.folder, library.latest(latest) if latest else library.entries())
    special = told_apart((entry.goal, entry.hint, entry.created, entry.id) for entry in entries)
    by_id = {entry.id: words for entry, words in zip(entries, special, strict=True) if words}
    unread = {*map(stem_of, library.ids())} - {entry.stem for entry in entries} if not latest else ()
    return LibraryContents(stamp, entries, tree_of(entries), outdated(entries), by_id, len(unread))


Rows: TypeAlias = tuple[list[Option], dict[str, Placed]]  # rows of the list, and the procedure of each by id


class ProcedureList(OptionList):
    """The saved procedures, or those that match a search."""

    HELP = "Your how-tos. The selected one is shown on the right."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Tailor again", id="library.again", tooltip="Tailor it again"),
        Binding("j", "cursor_down", "Down", show=False, id="library.down"),
        Binding("k", "cursor_up", "Up", show=False, id="library.up"),
    ]

    def __init__(self) -> None:
        super().__init__(id="books")
        self.contents = LibraryContents()
        self.followed: frozenset[str] = frozenset()  # ids of procedures that are being followed
        self.damaged: set[str] = set()
        """Ids of files that were opened and cannot be read; listing reads only the head of each file."""
        self.picked: tuple[str, ...] = ()  # ids of the selected procedures, in the order they were selected
        self.wanted = ""  # id to mark as soon as it is listed: it was just imported or restored
        self.as_tree = True
        """Whether variants are below their originals; else all are in the order they were saved, latest first."""
        self.listed: Mapping[str, Placed] = {}
        self._whole: dict[bool, Rows] = {}  # the rows of the whole library, by `as_tree`
        self._whole_for: object = None
        self.texts: BodyTexts = {}
        """The texts of the files, for the search; empty until one is begun."""
        self.known: Collection[str] = ()
        """Every word of these texts."""
        self._excerpts: Mapping[str, str] = {}
        self.found: Found = None  # what is marked in the rows

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable tailoring a damaged procedure."""
        return action != "select" or (bool(self.option_count) and not self.is_damaged)

    def chosen(self) -> LibraryEntry | None:
        option = self.highlighted_option
        placed = self.listed.get(option.id or "") if option else None
        return placed[1] if placed else None

    @property
    def is_damaged(self) -> bool:
        entry = self.chosen()
        return entry is not None and entry.id in self.damaged

    def fill(self, entries: Sequence[LibraryEntry] | None, words: Sequence[Term] = ()) -> None:
        """List these search results, or all if None; mark the wanted one, else the one that was marked before."""
        before, rows = self.chosen(), list(self.listed)
        self.found = parts_found(spelt(words))
        self._excerpts = excerpts(entries or (), words, self.texts)
        if entries is None:
            options, self.listed = self.all_rows(self.as_tree)
        else:
            options, self.listed = self._rows(
                tree_of(entries) if self.as_tree else ((0, one) for one in entries), self.found, self._excerpts
            )
        self.set_options(options)
        marked = self.wanted if self.wanted in self.listed else self._again(before, rows)
        if marked in self.listed:
            self.highlighted, self.wanted = self.get_option_index(marked), ""
        elif options:
            self.highlighted = 0

    def _again(self, before: LibraryEntry | None, rows: Sequence[str]) -> str:
        """The listed id of this procedure, perhaps of another version; if it was deleted, of its nearest row."""
        if before is None or before.id in self.listed:
            return before.id if before else ""
        if all(one.stem != before.stem for one in self.contents.entries):
            return nearest(before.id, rows, self.listed)
        return next((id for id, (_, entry) in self.listed.items() if entry.stem == before.stem), "")

    def all_rows(self, as_tree: bool) -> Rows:
        """The rows of the whole library, rebuilt only when something they show has changed."""
        made_for = (self.contents.stamp, self.followed)
        if made_for != self._whole_for:
            self._whole, self._whole_for = {}, made_for
        if as_tree not in self._whole:
            placed = self.contents.tree if as_tree else ((0, one) for one in self.contents.entries)
            self._whole[as_tree] = self._rows(placed)
        return self._whole[as_tree]

    def _rows(self, placed: Iterable[Placed], found: Found = None, lines: Mapping[str, str] = NONE) -> Rows:
        by_id = {one[1].id: one for one in placed}
        return [Option(self._row(one, found, lines.get(id, "")), id=id) for id, one in by_id.items()], by_id

    def _row(self, placed: Placed, found: Found, line: str) -> ListRow:
        """`line`: the line of its text that a search found."""
        entry = placed[1]
        words = about(entry, entry.id in self.followed, entry.id in self.contents.outdated)
        words = "unreadable" if entry.id in self.damaged else "" if line else words
        special, tags = self.contents.special.get(entry.id, ""), "" if line else tag_words(entry)
        return ListRow(entry.goal, words, self._mark(placed), line or special, found=found, more=tags)

    def _mark(self, placed: Placed) -> str:
        depth, entry = placed
        branch = "   " * min(depth - 1, DEEPEST) + "└─ " if depth else ""
        picked = "● " if entry.id in self.picked else ""
        return f"{picked}{'! ' if entry.id in self.damaged else ''}{branch}"

    def selected(self) -> list[LibraryEntry]:
        """The selected procedures, including those a search hides; the marked one if none is selected."""
        by_id = {entry.id: entry for entry in self.contents.entries}
        picked = [by_id[id] for id in self.picked if id in by_id]
        return picked or list(filter(None, [self.chosen()]))

    def pick(self, *ids: str) -> None:
        """Select exactly these. Redraws only the rows that change, however many there are."""
        changed, self.picked = set(self.picked) ^ set(ids), ids
        self._redraw(changed)

    def damage(self, id: str) -> None:
        """Note that the file of this procedure cannot be read."""
        if id in self.listed and id not in self.damaged:
            self.damaged.add(id)
            self._redraw({id})

    def _redraw(self, changed: set[str]) -> None:
        for options, placed in (*self._whole.values(), (list(self.options), self.listed)):
            for option in options:
                if (one := option.id) and one in changed and isinstance(option.prompt, ListRow):
                    option.prompt.mark = self._mark(placed[one])
        for one in changed & self.listed.keys():
            row = self._row(self.listed[one], self.found, self._excerpts.get(one, ""))
            self.replace_option_prompt(one, row)
