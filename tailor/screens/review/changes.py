"""What several edits change, one after the other, in words. Pure."""

from collections.abc import Iterable, Iterator

from textual.content import Content

from tailor.core.review_state import ReviewState
from tailor.core.to_decide import old_text
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text


def changes(state: ReviewState, ids: Iterable[str]) -> Iterator[Content]:
    """For each edit where it is, the text before and the text after."""
    for id in ids:
        stage, proposal = state.proposals[id]
        where = f"step {proposal.step}" if proposal.part == "steps" else "what you need"
        new = proposal.op == "insert"
        yield row_text(
            (f"{'new, after ' if new and proposal.step else 'new, before ' if new else ''}{where}", "$accent")
        )
        if old := old_text(stage, proposal):
            yield row_text(("was  ", MUTED), safe_text(old, "", 5_000))
        now = safe_text(proposal.text, "", 5_000) if proposal.text else row_text(("left out", MUTED))
        yield row_text(("now  ", MUTED), now)
        for tripwire in proposal.tripwires:
            yield row_text(("± ", "$text-warning"), line_text(tripwire))
