"""Saving what a review came to, with its lineage (DESIGN 9).

Owns what of a review and its run goes into the library. Refuses to save a variant without its original: a replay
needs it.
"""

from contextlib import suppress
from dataclasses import replace

from tailor.core.errors import ContentError, TailorError
from tailor.core.events import RunStarted
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.review_state import Standing
from tailor.core.text import one_line
from tailor.library.entry import Entry, Made, Origin
from tailor.library.lineage import kept_edits, variant
from tailor.library.slug import slug
from tailor.library.store import Library

NOTICE = "These edits were proposed by a machine and chosen by a person: check what matters before you rely on it."


def made_by(started: RunStarted) -> Made:
    """What made the edits of this run, as its first event says; the same whenever its review is opened again."""
    return Made(
        strategy=started.strategy,
        method=started.method,
        prompts=started.prompts,
        provider=started.provider,
        model=started.model,
        run=started.run,
    )


def save_variant(
    library: Library,
    standing: Standing,
    *,
    made: Made | None = None,
    goal: str = "",
    version_of: str | None = None,
    origin: Origin = "imported",
) -> Entry:
    """Save the Result of a review as a variant of its original.

    The original is known by its id in the library or among the starters; without one it is kept first, once.
    `goal`: another name for the variant. `origin`: where the original came from, if it is kept here. Blocks on the
    disk. Raises ContentError where nothing changed or no step is left, SaveError as the disk says.
    """
    review, result = standing.review, variant(standing)
    if goal:
        result = replace(result, goal=goal)
    if not standing.result.batches:
        raise ContentError("Nothing is accepted yet, so there is nothing to save. Accept an edit, then try again.")
    if not result.steps:
        raise ContentError("No step would be left. Take back a deletion, then try again.")
    if (result.steps, result.resources) == (review.original.steps, review.original.resources) and not goal:
        raise ContentError("Nothing was changed, so there is nothing to save.")
    return library.save(
        result,
        parent=review.original.id or _original(library, review.original, origin),
        version_of=version_of,
        hint=review.hint,
        requirements=review.requirements,
        edits=kept_edits(standing),
        made=made,
        summary=summary(standing),
    )


def last_saved(library: Library, review: Review, run: str) -> Entry | None:
    """What was saved last of this run's review; None where nothing was."""
    for entry in library.entries():
        if is_of(entry, review) and entry.origin in ("tailored", "generated"):  # no other need be read
            with suppress(TailorError):
                made = library.load(entry.id).made
                if made is not None and made.run == run:
                    return entry
    return None


def is_of(entry: Entry, review: Review) -> bool:
    """Whether an entry of the same run came from this review: one run may also write the list it then tailors."""
    return entry.hint == one_line(review.hint)


def summary(standing: Standing) -> str:
    """ "Changed 4 of 9 steps.", and that a machine was at work; for people who read the file."""
    result, original = standing.result.draft, standing.review.original
    kept = {spot.slot for spot in result.steps if not spot.writer}
    total = len(original.steps)
    changed = sum(f"s{number}" not in kept for number in range(1, total + 1))
    new = sum(not spot.slot.startswith("s") for spot in result.steps)
    return f"Changed {changed} of {total} steps{f', {new} new' if new else ''}. {NOTICE}"


def _original(library: Library, procedure: Procedure, origin: Origin) -> str:
    """The id under which the original is kept, saved now unless the very same is there already."""
    bare = replace(procedure, id="")
    for entry in library.entries(versions=True):
        if entry.steps == len(bare.steps) and entry.stem.startswith(slug(bare.goal)):
            saved = library.load(entry.id)
            if saved.state == "ok" and replace(saved.procedure, id="") == bare:
                return entry.id
    return library.save(bare, origin=origin).id
