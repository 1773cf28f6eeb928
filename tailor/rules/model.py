"""What a kind of change receives and returns, and what becomes of the results.

A kind of change is one function, listed in `modify.py`:

    def propose(procedure: Procedure, asked: Asked) -> Proposal | None

It is called for each wish until one of them answers, with the procedure as earlier wishes left it. It returns None
for a wish it is not meant for or not sure about: the places of the wish then become stops for the person. It is
pure and deterministic and promises nothing: `checks` examines the result, and a proposal that fails a check
becomes places too.

`scaling` also offers `scaled(procedure, factor) -> Procedure` for following ("twice of everything"), which changes
amounts and nothing else, and keeps the number of steps and resources.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, get_args

from tailor.core.edits import Edit, Replace, same_change
from tailor.core.events import Judged
from tailor.core.finding import Place, Polarity, Wish
from tailor.core.procedure import Part, Procedure
from tailor.core.protocols import FoundPlace, GroupHeader
from tailor.core.requirements import Requirement


@dataclass(frozen=True, slots=True)
class Asked:
    """One wish of one requirement, with its places in the procedure as it stands now."""

    requirement: Requirement
    """`words` is what the person typed, whole: "for a party of 12", "i have no buttermilk"."""
    wish: Wish
    """`polarity` and `thing` say what is wished, `places` where that is.

    A wish for an amount, a unit or simpler words may call for a proposal even without places.
    """
    together: Sequence[Requirement] = ()
    """All requirements; what meets one must not go against another."""

    @property
    def plain(self) -> Requirement:
        """The wish on its own, in plain words: "no nuts" where somebody is allergic to nuts and eggs.

        So a condition leads to the same changes as the plain wish. For a diet or a body, the words stay.
        """
        thing = self.wish.meant
        bans = self.wish.polarity in ("missing", "without", "allergy-or-health")
        alone = bans and thing and not self.wish.state and not self.wish.wanted
        return replace(self.requirement, text=f"no {thing}") if alone else self.requirement


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Edits for one wish, or only a sentence about it."""

    edits: tuple[Replace, ...] = ()
    """Numbered on the procedure that was given, each with a short sentence as its `reason`.

    At most one for each step; an edit without text drops a line of the list, or a step that is only about what is
    left out. `serves`, `group`, `id` and `agent` are left empty for the backend to fill in. () if nothing has to
    change ("It is for two already"); `says` then says why.
    """
    fits: bool = False
    """Whether certainly nothing has to change; then there are no edits."""
    says: str = ""
    """A sentence or two for the person, as a friend would say it: "Halved for two." """
    header: GroupHeader | None = None
    """What changes besides steps and resources, with its `group` empty. All edits are then decided as one."""
    stays: bool = False
    """Whether the thing may stay in the text: less salt is still salt. If not, remaining mentions become stops.

    Always so for wishes about an amount, a time or simpler words, for which only `left` are stops.
    """
    left: tuple[Place, ...] = ()
    """Places that the edits do not settle and that the wish's own words would not find again.

    For example an amount that cannot be guessed, with what to do there as its `why`.
    """


Kind: TypeAlias = Callable[[Procedure, Asked], Proposal | None]


ALL: Final[frozenset[Polarity]] = frozenset(get_args(Polarity))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What must not be proposed."""

    done: frozenset[int] = frozenset()
    """Steps already done: what they took is used up."""
    only_step: int | None = None
    rejected: tuple[Edit, ...] = ()
    """Numbered on the base."""
    barred: frozenset[str] = frozenset()
    """Requirements for which nothing is proposed."""
    met: frozenset[str] = frozenset()
    """Requirements that edits in the procedure already serve: what was doubled for them is not doubled again."""
    heard: frozenset[Polarity] = ALL
    """Wishes of other kinds are skipped. A smaller set means that a goal is read, with words that wish nothing."""

    def allow(self, edit: Edit) -> bool:
        return self.stops_at(edit) and not any(same_change(edit, old) for old in self.rejected)

    def stops_at(self, place: Edit | FoundPlace) -> bool:
        if place.part == "resources":
            return self.only_step is None
        return place.step not in self.done and self.only_step in (None, place.step)


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    edits: tuple[Edit, ...] = ()
    headers: tuple[GroupHeader, ...] = ()
    places: tuple[FoundPlace, ...] = ()
    verdicts: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class Served:
    """A wish for which a proposal passed its checks."""

    requirement: str
    wish: Wish
    proposal: Proposal
    left: tuple[FoundPlace, ...]
    alike: tuple[str, ...] = ()
    """Other requirements that ask for the same amount: "double it, 8 of us"."""


def rewritten(procedure: Procedure, texts: Mapping[Part, Sequence[str]], reason: str) -> tuple[Replace, ...]:
    """Return an edit for each step or resource whose text differs."""
    return tuple(
        Replace(part=part, step=step, text=new, reason=reason)
        for part, some in texts.items()
        for step, (old, new) in enumerate(zip(procedure.part(part), some, strict=True), 1)
        if new != old
    )


@dataclass(frozen=True, slots=True)
class End:
    """What became of one wish."""

    wish: Wish
    proposal: Proposal | None
    """The proposal for it that passed every check, if any."""
    places: tuple[FoundPlace, ...]
    """Where the person still has to decide."""
    used: tuple[Place, ...] = ()
    """What steps that are already done have used up."""
