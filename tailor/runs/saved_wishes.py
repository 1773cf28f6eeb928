"""The wishes that a saved how-to does not meet, for whoever uses it later."""

from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from tailor.core.coverage import ledger
from tailor.core.dangers import Caution, quoted, ruled_out, wishes_unmet
from tailor.core.edit_names import line_name
from tailor.core.errors import TailorError
from tailor.core.finding import find
from tailor.core.outcomes import outcomes
from tailor.core.procedure import PARTS, Procedure, yield_number
from tailor.core.renumber import without_numbers
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.review import Review
from tailor.core.review.state import ReviewState
from tailor.core.text import one_line
from tailor.library.entries import SavedProcedure
from tailor.library.lineage import RebasePlan
from tailor.rules.modify import modify
from tailor.rules.servings import factor, wanted
from tailor.runs.history import open_run

if TYPE_CHECKING:
    from tailor.workspace import Workspace


def unmet_wishes(workspace: "Workspace", id: str, procedure: Procedure) -> tuple[Requirement, ...]:
    """The wishes it was saved without meeting, by its review or else by what they rule out, and the profile's.

    `procedure` is what is used now, even if the library has nothing with that id. Wishes of the profile count if
    they rule out something here and were not part of that review. Reads the disk.
    """
    unmet, decided = _saved_without(workspace, id)
    always = (one for one in parse_hint("", workspace.profile(())) if one.words.casefold() not in decided)
    return (*unmet, *(one for one in always if ruled_out(procedure, one)))


def _saved_without(workspace: "Workspace", id: str) -> tuple[tuple[Requirement, ...], Set[str]]:
    """Return the unmet wishes of what is saved under the id, and the words of all its wishes."""
    with suppress(TailorError):
        saved = workspace.library.load(id)
        on = [one for one in saved.requirements if one.on]
        known = _by_review(workspace, saved) if on else None
        unsure = (one for one in on if known is None and ruled_out(saved.procedure, one))
        unmet = tuple(unsure if known is None else (one for one in on if one.id in known))
        return unmet, frozenset(one.words.casefold() for one in saved.requirements)
    return (), frozenset()


def _by_review(workspace: "Workspace", saved: SavedProcedure) -> Set[str] | None:
    """Ids of the wishes left unmet by the review that produced exactly these steps; None without one."""
    with suppress(TailorError):
        state = ReviewState(open_run(workspace.paths.runs, (saved.made and saved.made.run) or "").review)
        if state.result.draft.procedure.steps == saved.procedure.steps:
            taken = [id for id in state.proposals if state.status(id) == "accepted"]
            return {one.id for one in outcomes(state, ledger(state, taken)) if one.unmet}
    return None


def not_looked_at(workspace: "Workspace", review: Review) -> str:
    """A sentence on what the profile rules out in a how-to, added after this review began; "" if nothing."""
    heard = {one.words.casefold() for one in review.requirements}
    always = (one for one in parse_hint("", workspace.profile()) if one.words.casefold() not in heard)
    new = [f"“{one_line(one.words, 40)}”" for one in always if ruled_out(review.original, one)]
    words = (
        "This review began before you added {} to your profile, so it does not check for that. Tailor it again to"
        " have it checked."
    )
    return words.format(" and ".join(new)) if new else ""


def brought_back(workspace: "Workspace", plan: RebasePlan, made: Procedure) -> tuple[Caution, ...]:
    """Cautions about what `made`, the outcome of a rebase, has against the variant's wishes or the profile.

    Lines that the variant has itself are not new, and left out.
    """
    wishes = (*(one for one in plan.variant.requirements if one.on), *parse_hint("", workspace.profile(())))
    had = {text for part in PARTS for text in plan.variant.procedure.part(part)}

    def is_new(wish: Requirement) -> bool:
        return any(made.part(at.part)[at.step - 1] not in had for at in ruled_out(made, wish) or ())

    return (*wishes_unmet(made, tuple(filter(is_new, wishes))), *not_adapted(plan, made))


def not_adapted(plan: RebasePlan, made: Procedure) -> tuple[Caution, ...]:
    """Cautions about new lines that came into `made` unchanged, though a wish that was met changes such things.

    "For 8" is about every amount, including those that no edit of the variant knew; the same for units and swaps.
    """
    served = {id for one in plan.variant.edits if one.decision == "accepted" for id in one.edit.serves}
    met = (one for one in plan.variant.requirements if one.on and one.id in served)
    said = (words for one in met for words in (*_other_yield(plan, one), *_as_before(plan, made, one)))
    return tuple(map(Caution, said))


def _other_yield(plan: RebasePlan, wish: Requirement) -> Iterator[str]:
    """Yield a sentence if the amounts were scaled for another number than the new original states."""
    if not any(one.of_all for found in find(plan.old, (wish,)).each for one in found.wishes):
        return
    said = [(one, wanted(wish.text, one, typos=True)) for one in (plan.old, plan.new)]
    was, now = (factor(one, words) if words else None for one, words in said)
    if was != now or yield_number(plan.old.yields) != yield_number(plan.new.yields):
        for_how_many = [one_line(one.yields or "no number", 40) for one in (plan.new, plan.old)]
        yield "You said {}, but the new version is for a different number: “{}”, not “{}”.".format(
            quoted(wish), *for_how_many
        )


def _as_before(plan: RebasePlan, made: Procedure, wish: Requirement) -> Iterator[str]:
    """Yield a sentence on new lines that the wish would change, or point at, but nothing did."""
    if ruled_out(made, wish):
        return  # already told
    alone = modify(plan.new, (wish,))
    left: dict[str, None] = {}
    for at in alone.edits or alone.places:
        text = plan.new.part(at.part)[at.step - 1] if at.step else ""
        had, now = ([*map(without_numbers, one.part(at.part))] for one in (plan.variant.procedure, made))
        if (said := without_numbers(text)) in now and said not in had:
            left[f"{line_name(at.part, now.index(said) + 1)} (“{one_line(text, 60)}”)"] = None
    if left:
        yield f"You said {quoted(wish)}, but this is new and has not been adapted: {', '.join(left)}."


def warnings_of(workspace: "Workspace", saved: SavedProcedure) -> tuple[str, ...]:
    """What anyone who opens or exports a saved how-to has to know: the wishes it does not meet. Reads the disk."""
    return list_warnings(workspace, (replace(saved.procedure, id=saved.id),))


def page_notice(workspace: "Workspace", saved: SavedProcedure, warnings: Sequence[str]) -> str:
    """The footer of an exported page: these warnings, and whether a machine had a hand in it."""
    return "\n".join(filter(None, (*warnings, workspace.library.notice(saved.id))))


def list_warnings(workspace: "Workspace", procedures: Sequence[Procedure]) -> tuple[str, ...]:
    """Warnings for what is used now: the unmet wishes, each with its how-to if there are several."""
    return tuple(
        f"{one.goal}: {caution.says}" if len(procedures) > 1 else caution.says
        for one in procedures
        for caution in wishes_unmet(one, unmet_wishes(workspace, one.id, one))
    )
