"""Suggestions go out as CriticMarkup and come back as decisions."""

import re

import pytest

from tailor.core.decisions import accept
from tailor.core.errors import ContentError
from tailor.core.review_state import ReviewState
from tailor.library.formats import criticmarkup as critic
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
    assert not critic._PENDING.search(critic._escaped(text))
