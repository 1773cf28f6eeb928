"""A text of characters that nobody can see is no text: it neither removes a step nor stands in one."""

import json

import pytest

from tailor.agents.parsing import read_edits
from tailor.core.edits import Replace, bag_from_json, bag_from_text
from tailor.core.errors import ContentError
from tailor.core.review.decisions import own_edit
from tailor.core.text import clean
from tests.core.review_case import review_of

UNSEEN = ["\u200b", "\u2060\ufeff", "\u00ad \u200b", "\u3164", "\u2800", "\U000e0041", "\x07", "\u202e"]


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
@pytest.mark.parametrize(
    "form",
    [
        "replace(2, {})",
        "insert(2, {})",
        "replace(2,{})",
        'replace(2, "{}")',
        "- **replace(2: {})**",
        "replace(2,\n{}\n)",
        "replace(2, {}\n)",
        "replace(2,\n{})",
        "replace(2,\n\n{}\n\n)",
        'replace(2, "{}\n")',
        "replace(2,\n{}\n) // because it goes",
        '[{{"op": "replace", "step": 2, "text": "{}"}}]',
        '{{"edits": [{{"text": "{}", "op": "insert", "step": 2}}]}}',
    ],
)
def test_a_models_edit_without_anything_to_be_seen_is_flagged(form: str, text: str) -> None:
    read = read_edits(f"{form.format(text)}\ndone", 3)
    assert read.edits == ()
    assert [(one.why, one.edit.step) for one in read.flagged] == [("unseen", 2)]


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
def test_escaped_in_json_it_is_flagged_too(text: str) -> None:
    read = read_edits(json.dumps([{"op": "replace", "step": 2, "text": text}]), 3)
    assert ([one.why for one in read.flagged], read.edits) == (["unseen"], ())


@pytest.mark.parametrize("line", ["replace(2, )", "replace(2, \u00a0)", 'replace(2, "")', "delete(2)"])
def test_a_text_that_is_not_there_still_removes_a_step(line: str) -> None:
    assert read_edits(line, 3).edits == (Replace(step=2, text=""),)


@pytest.mark.parametrize("text", ["♥", "🙂", "½", "½\u200b", "a\u2800b"])
def test_whatever_can_be_seen_is_a_text(text: str) -> None:
    assert [one.text for one in read_edits(f"insert(2, {text})", 3).edits] == [clean(text)]


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
@pytest.mark.parametrize(
    "form", ["replace(2,\n{}\nMix it.\n)", "replace(2, {}\nMix it.)", "replace(2, Mix it.\n{}\n)"]
)
def test_beside_a_text_that_can_be_seen_it_does_no_harm(form: str, text: str) -> None:
    assert [one.text for one in read_edits(form.format(text), 3).edits] == ["Mix it."]


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
def test_in_a_file_of_edits_and_in_own_words_it_is_refused(text: str) -> None:
    for read in (
        lambda: bag_from_text(f"replace(2, {text})"),
        lambda: bag_from_json([{"op": "replace", "step": 2, "text": text}]),
        lambda: own_edit(review_of(), "replace", "s1", text),
    ):
        with pytest.raises(ContentError, match="invisible"):
            read()


def test_dots_that_show_nothing_are_a_space() -> None:
    assert clean("\u2801\u2800\u2803") == "\u2801 \u2803"
