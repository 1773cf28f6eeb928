"""Suggestions go out as CriticMarkup and come back as decisions."""

import re
from functools import reduce

import pytest

from tailor.core.errors import ContentError
from tailor.core.events import EditProposed, Event, StageStarted
from tailor.core.procedure import procedure
from tailor.core.review import Review
from tailor.core.review.decisions import accept
from tailor.core.review.events import fold
from tailor.core.review.state import ReviewState
from tailor.library.formats.markdown import criticmarkup as critic
from tests.library.test_lineage import REVIEW

ALL = tuple(ReviewState(REVIEW).placing.places)


def resolved(text: str, take: bool) -> str:
    """The text after an editor accepted (or rejected) everything."""
    text = re.sub(r"\{>>.*?<<\}", "", text)
    text = re.sub(r"\{\+\+(.*?)\+\+\}", r"\1" if take else "", text)
    text = re.sub(r"\{--(.*?)--\}", "" if take else r"\1", text)
    return re.sub(r"\{~~(.*?)~>(.*?)~~\}", r"\2" if take else r"\1", text)


def test_everything_accepted_in_an_editor_is_everything_accepted_here() -> None:
    back = critic.read(resolved(critic.write(REVIEW), take=True), REVIEW)
    everything = REVIEW
    for id in ALL:
        everything = accept(everything, id, anyway=True).review
    assert set(back.accepted) == set(ALL)
    assert back.unread == ()
    assert ReviewState(back.review).result.draft.procedure == ReviewState(everything).result.draft.procedure


def test_everything_rejected_in_an_editor_leaves_the_original() -> None:
    back = critic.read(resolved(critic.write(REVIEW), take=False), REVIEW)
    assert set(back.rejected) == set(ALL)
    assert ReviewState(back.review).result.draft.procedure.steps == REVIEW.original.steps


def test_an_untouched_file_decides_nothing() -> None:
    back = critic.read(critic.write(REVIEW), REVIEW)
    assert set(back.waiting) == set(ALL)
    assert back.review == REVIEW


def test_own_words_are_taken_and_lines_beside_the_edits_are_told() -> None:
    text = critic.write(REVIEW)
    line = next(line for line in text.split("\n") if "{~~" in line)
    anchor = line[line.rindex("<!--") :]
    back = critic.read(text.replace(line, f"1. In my words {anchor}") + "9. A step of mine\n", REVIEW)
    made = ReviewState(back.review).result.draft.procedure
    assert "In my words" in (*made.steps, *made.resources)
    assert back.unread == ("A step of mine",)


def test_another_file_is_refused() -> None:
    with pytest.raises(ContentError, match="Nothing in this file is from that review"):
        critic.read("# Bread\n1. Mix\n", REVIEW)


@pytest.mark.parametrize("text", ["a~>b", "{--x--}", "{++", "-->", "<!--e1-->", "\\{", "~~", "a - b + c", "\\"])
def test_texts_that_look_like_marks_come_back(text: str) -> None:
    assert critic._said(f"1. {critic._escaped(text)}") == text
    assert not critic._ANCHOR.search(critic._escaped(text))
    assert not any(found[1] for found in critic._MARKS.finditer(critic._escaped(text)))


TEA = procedure("Tea", ["Boil water.", "Fry the leaves in butter for 5 minutes.", "Pour.", "Serve."])
EDITS = (
    EditProposed(
        stage=1,
        agent="modify",
        part="steps",
        id="e1",
        op="replace",
        step=2,
        text="Fry the leaves in oil for 5 minutes.",
        reason="no butter",
    ),
    EditProposed(
        stage=1,
        agent="modify",
        part="steps",
        id="e2",
        op="insert",
        step=4,
        text="Taste and season.",
        reason="it may lack salt",
    ),
    EditProposed(stage=1, agent="modify", part="steps", id="e3", op="replace", step=3, text="", reason="no need"),
)


def marked() -> tuple[Review, str]:
    begun = StageStarted(stage=1, agent="modify", base="", steps=TEA.steps, resources=())
    events: tuple[Event, ...] = (begun, *EDITS)
    review = reduce(fold, events, Review(TEA, "no butter"))
    return review, critic.write(review)


CHANGED = "{~~Fry the leaves in butter for 5 minutes.~>Fry the leaves in oil for 5 minutes.~~}"


@pytest.mark.parametrize(
    "now",
    [
        CHANGED.replace("oil", "GHEE"),
        "{~~Fry the leaves in butter for 5 minutes.~>~~}",
        "{~~Fry the leaves in butter",
        "Fry the leaves in oil for 5 minutes.~~}",
        "Fry the leaves~>in oil",
    ],
)
def test_words_changed_inside_a_mark_or_half_a_mark_decide_nothing_and_are_told(now: str) -> None:
    review, text = marked()
    back = critic.read(text.replace(CHANGED, now), review)
    assert (back.review, back.accepted, back.rejected) == (review, (), ())
    [told] = back.notes
    assert told.startswith("e1: it still has brackets such as {++ ++}")
    assert told.endswith(critic._said(now))


def test_lines_that_an_editor_wrapped_are_read_whole() -> None:
    review, text = marked()
    wrapped = text.replace("Taste and season.", "Taste and\n   season.").replace(
        CHANGED, "Fry the leaves\nin oil."
    )
    back = critic.read(wrapped, review)
    assert (back.accepted, set(back.waiting), back.notes, back.unread) == (("e1",), {"e2", "e3"}, (), ())
    assert "Fry the leaves in oil." in ReviewState(back.review).result.draft.procedure.steps
    cut = critic.read(text.replace("{++Taste and season.++}", "Taste and\n\n   season.++}"), review)
    assert "e2" in cut.waiting


def test_whatever_else_was_changed_in_the_file_is_told() -> None:
    review, text = marked()
    [line] = [line for line in text.split("\n") if "<!--e2-->" in line]
    twice = text.replace(line, f"{line}\n6. Taste and season. <!--e2-->")
    assert [note[:25] for note in critic.read(twice, review).notes] == ["e2 is on 2 lines, so it i"]
    gone = critic.read(text.replace(line, ""), review)
    assert gone.notes == ("e2 is missing from the list, so it is still open.",)
    strange = critic.read(text + "7. {++Wash up.++} <!--e99-->\n", review)
    assert strange.notes == ("e99 is not a suggestion in this review: {++Wash up.++}",)
    without = critic.read(text.replace("4. Serve.\n", "").replace("1. Boil water.", "1. Boil the water."), review)
    assert without.notes == ("You removed this line from the file, but the how-to keeps it: Serve.",)
    assert without.unread == ("Boil the water.",)
    named = critic.read(text.replace("# Tea", "# My tea"), review)
    assert named.notes == ("The title is not part of the suggestions, so it stays: Tea",)


def test_lines_put_in_another_order_are_told() -> None:
    review, text = marked()
    title, steps, *lines, end = text.split("\n")
    assert len(lines) == 5
    swapped = [lines[0], lines[3], lines[2], lines[1], *lines[4:]]
    told = "You moved this line, but the how-to keeps its order: "
    back = critic.read("\n".join([title, steps, *swapped, end]), review)
    assert [note.startswith(told) for note in back.notes] == [True, True]
    assert set(back.waiting) == {"e1", "e2", "e3"}
    first_last = "\n".join([title, steps, *lines[1:], lines[0], end])
    assert critic.read(first_last, review).notes == (f"{told}Boil water.",)
    taken = resolved(first_last, take=True)
    assert critic.read(taken, review).notes == (f"{told}Boil water.",)
    assert set(critic.read(taken, review).accepted) == {"e1", "e2", "e3"}


def test_a_changed_comment_is_the_reason_of_what_is_rejected_and_told_elsewhere() -> None:
    review, text = marked()
    hated = text.replace("{>>no butter<<}", "{>>I hate oil<<}")
    back = critic.read(hated.replace(CHANGED, "Fry the leaves in butter for 5 minutes."), review)
    decision = back.review.decision("e1")
    assert decision is not None
    assert (decision.verdict, decision.reason, back.notes) == ("rejected", "I hate oil", ())
    said = "You can give a reason only when you reject something, so this was ignored for e1: I hate oil"
    assert critic.read(hated, review).notes == (said,)
    assert critic.read(hated.replace(CHANGED, "Fry the leaves in oil for 5 minutes."), review).notes == (said,)
