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
from tailor.core.renumber import renumber_mentions
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import one_line
from tailor.library.entries import SavedProcedure
from tailor.library.lineage import RebasePlan
from tailor.rules.modify import modify
from tailor.rules.servings import factor, wanted
from tailor.runs.history import open_run

if TYPE_CHECKING:
    from tailor.workspace import Workspace


def unmet_wishes(workspace: "Workspace", id: str, procedure: Procedure) -> tuple[Requirement, ...]:
    """Those it was saved without (by its review; without that, all that rule something out), and the profile's.

    `procedure` is what is used now, also where nothing of that id is in the library. Of the profile counts what
    rules something out here and was no wish of that review. Reads the disk.
    """
    unmet, decided = _saved_without(workspace, id)
    always = (one for one in parse_hint("", workspace.profile(())) if one.words.casefold() not in decided)
    return (*unmet, *(one for one in always if ruled_out(procedure, one)))


def _saved_without(workspace: "Workspace", id: str) -> tuple[tuple[Requirement, ...], Set[str]]:
    """The unmet wishes of what is saved under the id, and the words of all of its wishes."""
    with suppress(TailorError):
        saved = workspace.library.load(id)
        on = [one for one in saved.requirements if one.on]
        known = _by_review(workspace, saved) if on else None
        unsure = (one for one in on if known is None and ruled_out(saved.procedure, one))
        unmet = tuple(unsure if known is None else (one for one in on if one.id in known))
        return unmet, frozenset(one.words.casefold() for one in saved.requirements)
    return (), frozenset()


def _by_review(workspace: "Workspace", saved: SavedProcedure) -> Set[str] | None:
    """Ids of the wishes that are unmet by the review that made just these steps; None without one."""
    with suppress(TailorError):
        state = ReviewState(open_run(workspace.paths.runs, (saved.made and saved.made.run) or "").review)
        if state.result.draft.procedure.steps == saved.procedure.steps:
            taken = [id for id in state.proposals if state.status(id) == "accepted"]
            return {one.id for one in outcomes(state, ledger(state, taken)) if one.unmet}
    return None


def not_looked_at(workspace: "Workspace", review: Review) -> str:
    """What the profile rules out in a how-to, of which a review that began before knows nothing, in a sentence."""
    heard = {one.words.casefold() for one in review.requirements}
    always = (one for one in parse_hint("", workspace.profile()) if one.words.casefold() not in heard)
    new = [f"“{one_line(one.words, 40)}”" for one in always if ruled_out(review.original, one)]
    words = (
        "This review began before you added {} to your profile, so it does not check for that. Tailor it again to"
        " have it checked."
    )
    return words.format(" and ".join(new)) if new else ""


def brought_back(workspace: "Workspace", plan: RebasePlan, made: Procedure) -> tuple[Caution, ...]:
    """What `made`, the outcome of a rebase, names though the variant's wishes or the profile rule it out, and what
    in it is not as the variant's other wishes want it. Lines that the variant has itself say nothing new.
    """
    wishes = (*(one for one in plan.variant.requirements if one.on), *parse_hint("", workspace.profile(())))
    had = {text for part in PARTS for text in plan.variant.procedure.part(part)}

    def is_new(wish: Requirement) -> bool:
        return any(made.part(at.part)[at.step - 1] not in had for at in ruled_out(made, wish) or ())

    return (*wishes_unmet(made, tuple(filter(is_new, wishes))), *not_adapted(plan, made))


def not_adapted(plan: RebasePlan, made: Procedure) -> tuple[Caution, ...]:
    """What is new in the original and came into `made` as it is, though a wish that was met changes such things.

    "For 8" is about every amount, also about those that no edit of the variant knew; the same of units and swaps.
    """
    served = {id for one in plan.variant.edits if one.decision == "accepted" for id in one.edit.serves}
    met = (one for one in plan.variant.requirements if one.on and one.id in served)
    said = (words for one in met for words in (*_other_yield(plan, one), *_as_before(plan, made, one)))
    return tuple(map(Caution, said))


def _other_yield(plan: RebasePlan, wish: Requirement) -> Iterator[str]:
    """Where the amounts were worked out for another number than the new original is for."""
    if not any(one.of_all for found in find(plan.old, (wish,)).each for one in found.wishes):
        return
    said = [(one, wanted(wish.text, one, typos=True)) for one in (plan.old, plan.new)]
    was, now = (factor(one, words) if words else None for one, words in said)
    if was != now or yield_number(plan.old.yields) != yield_number(plan.new.yields):
        for_how_many = [one_line(one.yields or "no number", 40) for one in (plan.new, plan.old)]
        yield "You said {}, but the new version is for another number: “{}”, not “{}”.".format(
            quoted(wish), *for_how_many
        )


def _as_before(plan: RebasePlan, made: Procedure, wish: Requirement) -> Iterator[str]:
    """The new lines that the wish alone would change, or point at if it changes none, and that nothing changed."""
    if ruled_out(made, wish):
        return  # is told already
    alone = modify(plan.new, (wish,))
    left: dict[str, None] = {}
    for at in alone.edits or alone.places:
        text = plan.new.part(at.part)[at.step - 1] if at.step else ""
        had, now = ([*map(_uncounted, one.part(at.part))] for one in (plan.variant.procedure, made))
        if (said := _uncounted(text)) in now and said not in had:
            left[f"{line_name(at.part, now.index(said) + 1)} (“{one_line(text, 60)}”)"] = None
    if left:
        yield f"You said {quoted(wish)}, but this is new and as it was: {', '.join(left)}."


def _uncounted(text: str) -> str:
    """A text without the numbers of steps that it mentions, which move along."""
    return renumber_mentions(text, lambda _: 0)[0]


def warnings_of(workspace: "Workspace", saved: SavedProcedure) -> tuple[str, ...]:
    """What whoever opens or exports a saved how-to has to know: which wishes it does not meet. Reads the disk."""
    return list_warnings(workspace, (replace(saved.procedure, id=saved.id),))


def page_notice(workspace: "Workspace", saved: SavedProcedure, warnings: Sequence[str]) -> str:
    """What the exported page says at its foot: these warnings, and whether a machine had a hand in it."""
    return "\n".join(filter(None, (*warnings, workspace.library.notice(saved.id))))


def list_warnings(workspace: "Workspace", procedures: Sequence[Procedure]) -> tuple[str, ...]:
    """What to say of what is used now: the unmet wishes, each with its how-to where there are several."""
    return tuple(
        f"{one.goal}: {caution.says}" if len(procedures) > 1 else caution.says
        for one in procedures
        for caution in wishes_unmet(one, unmet_wishes(workspace, one.id, one))
    )
