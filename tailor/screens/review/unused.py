"""What of the answers could not be used, each with the reason, so that nothing vanishes unseen. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from tailor.core.events import EditFlagged
from tailor.core.text import counted
from tailor.screens.widgets.content import MUTED, row_text, safe_text

WHY: Final = {
    "out_of_range": "there is no such step",
    "duplicate": "another text for this step came first",
    "rejected_before": "you rejected it before",
    "frozen": "this step is done already",
    "too_long": "it is too long for one step",
    "unreadable": "it could not be understood",
    "unseen": "it has only invisible characters",
    "cut_off": "the answer broke off in the middle of it",
    "there_already": "the same step is there already",
    "thought": "the model was still thinking when it wrote it",
    "echo": "it only repeats what the model was told",
}
OPS: Final = {"insert": "a new step after step", "replace": "a change to step"}


def unused_rows(flagged: Sequence[EditFlagged]) -> Iterator[Content]:
    """A heading, then each part of an answer that was left out, and why."""
    if not flagged:
        return
    yield Content("")
    yield row_text((f"{counted(len(flagged), 'part')} of the answers could not be used", "bold"))
    for one in flagged:
        meant = "" if one.why == "unreadable" else f"{OPS.get(one.op, one.op)} {one.step}, "
        yield row_text((f"{meant}{WHY.get(one.why, one.why)}", MUTED))
        yield safe_text(one.text, "", 2_000)
