"""What several edits change, one after the other, in words. Pure."""

from collections.abc import Iterable, Iterator

from textual.content import Content

from tailor.core.edit_names import change_in_list, step_name
from tailor.core.guard import all_change_words
from tailor.core.review_state import ReviewState
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text


def changes(state: ReviewState, ids: Iterable[str]) -> Iterator[Content]:
    """For each edit where it is, the text before and the text after."""
    for id in ids:
        stage, proposal = state.proposals[id]
        at = max(proposal.step, 1)
        named = [step_name(one.slot, one.text) for one in stage.spots("steps")[at - 1 : at]]
        where = "what you need" if proposal.part == "resources" else "".join(named)
        new = proposal.op == "insert"
        yield row_text(
            (f"{'new, after ' if new and proposal.step else 'new, before ' if new else ''}{where}", "$accent")
        )
        old, text = change_in_list(state, id)
        if old:
            yield row_text(("was  ", MUTED), safe_text(old, "", 5_000))
        now = safe_text(text, "", 5_000) if text else row_text(("left out", MUTED))
        yield row_text(("now  ", MUTED), now)
        for words in all_change_words(proposal.tripwires):
            yield row_text(("± ", "$text-warning"), line_text(words))
