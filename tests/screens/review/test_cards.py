"""The pure parts of the Review screen: word diffs, cards, rows, the ledger, the summary, activity, the table."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.errors import ContentError
from tailor.core.events import (
    Cancelled,
    Done,
    Event,
    Failed,
    Finding,
    Judged,
    ModelCalled,
    PlaceFound,
    RequirementsRead,
    StageFinished,
    TextDelta,
    UsageReported,
    Waiting,
)
from tailor.core.guard import title
from tailor.core.review import Review, undo
from tailor.core.review.decisions import accept, accept_many, own_edit, reject, undecide
from tailor.core.review.events import fold_all
from tailor.core.review.places import places
from tailor.core.review.state import ReviewState
from tailor.core.review.to_decide import change_groups, to_decide
from tailor.core.text import time_words
from tailor.screens.review.activity import Activity, after
from tailor.screens.review.card import STEP, Card, RowView, Way
from tailor.screens.review.detail import beside
from tailor.screens.review.model import ReviewModel
from tailor.screens.review.outline import ReviewRows, RowMaker
from tailor.screens.review.rows import draw, draw_pane, original_rows, pane_height, result_rows
from tailor.screens.review.summary import ledger_line, summary_rows, what_became
from tailor.screens.widgets import word_diff as worddiff
from tests.screens.review_case import HINT, LOAF, MODIFY, MUST, WHOLE, begun, edit, stage

WORDS = st.text(st.sampled_from("ab cdü1½  "), max_size=60)


# -- word diffs --------------------------------------------------------------------------------------------------


@given(WORDS, WORDS)
def test_a_word_diff_holds_both_texts_word_by_word(old: str, new: str) -> None:
    told = worddiff.runs(old, new)
    assert "".join(text for kind, text in told if kind != "gone").split() == new.split()
    assert " ".join(text for kind, text in told if kind != "new").split() == old.split()


@given(WORDS, WORDS)
def test_a_unified_diff_never_joins_two_words(old: str, new: str) -> None:
    shown = worddiff.unified(old, new).plain.split()
    assert set(shown) <= set(old.split()) | set(new.split())


def test_what_is_written_without_spaces_is_compared_sign_by_sign() -> None:
    old, new = "烤箱預熱到 220 °C,等待三十分鐘。", "烤箱預熱到 180 °C,等待四十分鐘。"
    assert worddiff.unified(old, new, plain=True).plain == "烤箱預熱到 [-220-] {+180+} °C,等待[-三-]{+四+}十分鐘。"
    assert not worddiff.much_changed(old, new)


def test_without_colour_signs_say_what_goes_and_comes() -> None:
    assert worddiff.unified("Bake 30 min", "Bake 12 min", plain=True).plain == "Bake [-30-] {+12+} min"


def test_texts_with_few_words_in_common_stand_one_below_the_other() -> None:
    old, new = "Bake for 30 min until brown.", "Fry it in a lidded pan for 12 min a side."
    assert worddiff.much_changed(old, new)
    was, now = worddiff.was_now(old, new)
    assert (was.plain, now.plain) == (f"was {old}", f"now {new}")
    card = replace(CARD, old=old, text=new)
    lines = [line.strip() for line in _text(RowView("s4", "4", old, (card,)), 80).splitlines()]
    assert lines == [f"4 ~  was {old}", f"now {new}"]
    assert not worddiff.much_changed("Bake for 30 min until brown.", "Bake for 12 min until brown.")


def test_without_colour_words_that_go_and_come_are_told_apart_by_marks() -> None:
    card = replace(CARD, old="Bake it for 30 min.", text="Bake it for 12 min.")
    text = _text(RowView("s4", "4", "Bake it for 30 min.", (card,), plain=True))
    assert "was Bake it for [-30-] min." in text
    assert "now Bake it for {+12+} min." in text


def test_side_by_side_each_text_stands_whole() -> None:
    left, right = worddiff.sides("Bake 30 min", "Fry 12 min")
    assert (left.plain, right.plain) == ("Bake 30 min", "Fry 12 min")


# -- cards -------------------------------------------------------------------------------------------------------

CARD = Card(
    "e3",
    "the change to step 4",
    "replace",
    "modify",
    "undecided",
    "Bake for 30 min.",
    "Fry for 12 min.",
    reason="no oven",
)


def _text(view: RowView, width: int = 60) -> str:
    return "\n".join(content.plain for _, content in draw(view, width))


@pytest.mark.parametrize("width", [24, 36, 60, 120])
@pytest.mark.parametrize("aside", [False, True])
def test_no_line_of_a_card_is_wider_than_its_row(width: int, aside: bool) -> None:
    long = replace(
        CARD, old="Bake " * 60, text="fry 大きな " * 60, chips=(("R1", "no oven " * 9),), notes=("x " * 99,)
    )
    for mark in (None, STEP, "e3"):
        view = RowView("s4", "4", "Bake " * 60, (long,), mark=mark, beside=aside)
        assert max(content.cell_length for _, content in draw(view, width)) <= width
    page = beside(long, width, (), (("a", "Accept"),), plain=False)
    assert max(content.cell_length for content in page) <= width


def test_a_card_says_sign_word_number_requirement_reason_and_where_it_stands() -> None:
    card = replace(CARD, chips=(("R1", "no oven"),), notes=("30 min -> 12 min",))
    marked = RowView("s4", "4", "Bake for 30 min.", (card,), mark="e3")
    for part in ("~ Change", "no oven", "undecided", "30 min → 12 min", "because no oven"):
        assert part in _text(marked)
    assert "! 30 min" not in _text(marked), "what was asked for is no warning"
    assert "+ New step" in _text(replace(marked, cards=(replace(card, op="insert", old=""),)))
    assert "− Remove" in _text(replace(marked, cards=(replace(card, op="delete", text=""),)))


def test_only_the_marked_card_is_told_in_detail_the_others_are_tints_and_a_sign() -> None:
    card = replace(CARD, chips=(("R1", "no oven"),), notes=("30 min -> 12 min",))
    for view in (
        RowView("s4", "4", "Bake for 30 min.", (card,)),
        RowView("s4", "4", "Bake for 30 min.", (card,), mark="e3", beside=True),
    ):
        text = _text(view)
        assert "~  " in text
        assert "Fry for 12 min." in " ".join(text.split()) or "Fry" in text
        assert "because" not in text
        assert "undecided" not in text


def test_the_page_beside_tells_one_card_in_full_with_its_keys() -> None:
    card = replace(CARD, chips=(("R1", "no oven"),), notes=("30 min -> 12 min",), verdict="agrees")
    text = "\n".join(one.plain for one in beside(card, 60, (), (("a", "Accept"), ("x", "Reject")), plain=False))
    for part in ("~ The change to step 4", "undecided", "was  Bake for 30 min.", "now  Fry for 12 min."):
        assert part in text
    for part in ("because no oven", "Wish: no oven", "checked ✓", "30 min → 12 min", "a  Accept", "x  Reject"):
        assert text.count(part) == 1, part


def test_no_tick_stands_beside_what_must_be_looked_at_first() -> None:
    card = replace(CARD, notes=("adds peanuts",), verdict="agrees", must=True)
    text = "\n".join(one.plain for one in beside(card, 60, (), (), plain=False))
    assert "adds peanuts" in text
    assert "checked" not in text
    assert "checked" not in _text(RowView("s4", "4", "Bake for 30 min.", (card,), mark="e3"))
    doubted = "\n".join(one.plain for one in beside(replace(card, verdict="doubts"), 60, (), (), plain=False))
    assert "the check disagrees" in doubted


def test_a_warning_is_only_what_is_risky_and_was_not_asked_for() -> None:
    risky = replace(CARD, notes=("30 min -> 12 min",))
    view = RowView("s4", "4", "Bake for 30 min.", (risky,), mark="e3")
    assert "! 30 min → 12 min" not in _text(view)
    assert "! 30 min → 12 min" in _text(replace(view, cards=(replace(risky, unasked=True),)))
    assert "! 30 min → 12 min" in _text(replace(view, cards=(replace(risky, must=True),)))


def test_several_texts_for_one_step_are_one_card_that_lists_them() -> None:
    ways = (Way("e3", "Fry for 12 min.", "undecided"), Way("e9", "Steam it.", "undecided"))
    cards = (replace(CARD, ways=ways), replace(CARD, id="e9", text="Steam it.", ways=ways))
    text = _text(RowView("s4", "4", "Bake for 30 min.", cards))
    assert "Fry" in text
    assert "Steam it." not in text
    text = _text(RowView("s4", "4", "Bake for 30 min.", cards, mark="e9"))
    for part in ("One of 2 ways", "○ Fry for 12 min.", "● Steam it."):
        assert part in text


def test_what_a_change_adds_is_named_as_people_call_it() -> None:
    found = [
        Finding(2, "steps", constraint, "found", "butter", "", "")
        for constraint in ("gluten_cereals", "chem_mix", "kosher_basic", "vegan")
    ]
    found.append(Finding(2, "steps", "no_alcohol", "not_assessed", "butter", "only the label says", ""))
    review = fold_all(LOAF, [*begun(), MODIFY[0], edit(1, "replace", 2, "Mix in butter.", findings=tuple(found))])
    (card,) = (card for view in _views(review) for card in view.cards if isinstance(card, Card))
    assert card.notes == (
        f"adds butter ({title('gluten_cereals')})",
        f"adds butter ({title('chem_mix')})",
        "adds butter (conflicts with: kosher (basic rules))",
        "adds butter (conflicts with: vegan)",
        "adds butter (no alcohol: only the label says)",
    )


def test_what_must_be_looked_at_is_said_in_words() -> None:
    text = _text(RowView("s4", "4", "", (replace(CARD, must=True),), mark="e3"))
    assert "look first" in text
    assert "4 !  " in text


def test_a_step_is_not_shown_twice_where_its_card_shows_it() -> None:
    text = _text(RowView("s4", "4", "Bake for 30 min.", (CARD,)))
    assert text.count("Bake") == 1
    assert text.splitlines()[0].strip().startswith("4")
    assert _text(RowView("s4", "4", "Bake for 30 min.", (replace(CARD, status="rejected"),))).count("Bake") == 1


def test_own_words_stand_with_the_agents_beside_them() -> None:
    text = _text(RowView("s4", "4", "Bake", (replace(CARD, status="accepted", own="Steam it."),), mark="e3"))
    assert "✓ accepted, your words" in text
    assert "Steam it." in text
    assert "suggested: Fry for 12 min." in text


# -- rows --------------------------------------------------------------------------------------------------------


def _views(
    review: Review, sections: Mapping[int, str] = MappingProxyType({}), maker: RowMaker | None = None
) -> list[RowView]:
    maker = maker or RowMaker()
    return list(maker.views(maker.rows(ReviewState(review)), sections))


def test_what_the_notes_warn_of_stands_above_the_steps_and_the_other_notes_at_the_end() -> None:
    maker = RowMaker()
    made = maker.rows(ReviewState(fold_all(LOAF, begun())))
    views = list(maker.views(made, {}, notes="Rest it.\nWARNING: the tin is hot.\n\nFreezes well."))
    first, gap, step, *_, head, one, two = views
    assert (first.text, first.warns, gap.text, step.text) == (
        "! WARNING: the tin is hot.",
        True,
        "",
        LOAF.steps[0],
    )
    assert [view.text for view in (head, one, two)] == ["Notes", "Rest it.", "Freezes well."]
    assert len(draw(replace(first, text="! WARNING: " + "hot " * 30), 60)) > 1, "it is not cut"


def test_a_streamed_edit_changes_one_row_only() -> None:
    before = _views(fold_all(LOAF, [*begun(), *MODIFY[:3]]))
    now = _views(fold_all(LOAF, [*begun(), *MODIFY[:4]]))
    changed = [b.slot for a, b in zip(before, now, strict=True) if replace(a, gap=b.gap) != b]
    assert changed == ["s4"]


MOVES = st.tuples(st.sampled_from(["accept", "reject", "undecide", "own", "undo"]), st.integers(1, 6))


@given(moves=st.lists(MOVES, max_size=12), halfway=st.integers(0, len(WHOLE)))
def test_rows_made_change_by_change_are_those_made_afresh(moves: list[tuple[str, int]], halfway: int) -> None:
    maker, proposed = RowMaker(), None
    review = fold_all(LOAF, WHOLE[:halfway])
    for move in [*moves, ("finish", 0), *moves]:
        review = fold_all(review, WHOLE[halfway:]) if move[0] == "finish" else _moved(review, *move)
        state = ReviewState(review, proposed)
        proposed = state.proposed
        made = maker.rows(state, change_groups(state), (), places(state))
        fresh = ReviewState(review)
        assert made == RowMaker().rows(fresh, change_groups(fresh), (), places(fresh))
        assert list(maker.views(made, {})) == list(RowMaker().views(made, {}))


def _moved(review: Review, verb: str, number: int) -> Review:
    id = f"e{number}"
    if verb == "undo":
        return undo(review)
    if verb == "own":
        return own_edit(review, "replace", f"s{min(number, 5)}", f"My own step {number}").review
    if id not in ReviewState(review).proposals:
        return review
    match verb:
        case "accept":
            with suppress(ContentError):  # its step is gone
                return accept(review, id).review
            return review
        case "reject":
            return reject(review, [id]).review
        case _:
            return undecide(review, [id])


def test_a_decision_makes_the_rows_that_it_changes_and_no_others() -> None:
    maker, review = RowMaker(), fold_all(LOAF, [*begun(), *MODIFY])
    before = maker.rows(ReviewState(review)).rows
    now = maker.rows(ReviewState(reject(review, ["e3"]).review)).rows
    assert [new.slot for old, new in zip(before, now, strict=True) if old is not new] == ["s4"]


def test_a_new_step_that_is_accepted_makes_no_row_below_it_again() -> None:
    maker, review = RowMaker(), fold_all(LOAF, [*begun(), *MODIFY])
    before = maker.rows(ReviewState(review)).rows
    now = maker.rows(ReviewState(accept(review, "e2").review)).rows
    assert [new.slot for old, new in zip(before, now, strict=True) if old is not new] == ["e2"]


def test_headings_of_sections_stand_before_their_step() -> None:
    views = _views(fold_all(LOAF, begun()), {3: "Rise"})
    assert [view.text for view in views][2] == "Rise"


def test_an_alternative_to_what_was_taken_says_so() -> None:
    rival = edit(8, "replace", 4, "Steam it.", at=2, agent="verify")
    review = fold_all(LOAF, [*begun(), *MODIFY, stage(2, "verify", LOAF.steps), rival])
    cards = [c for row in RowMaker().rows(ReviewState(accept(review, "e3").review)).rows for c in row.cards]
    ways = next(c.ways for c in cards if isinstance(c, Card) and c.id == "e8")
    assert [(way.id, way.status) for way in ways] == [("e3", "accepted"), ("e8", "undecided")]


@pytest.mark.parametrize("width", [20, 44])
def test_the_height_of_a_row_of_the_result_is_what_is_drawn(width: int) -> None:
    review = accept_many(fold_all(replace(LOAF, sections=((2, "Dough"),)), WHOLE), "all").review
    for one in (*result_rows(ReviewState(review)), *original_rows(review.original)):
        assert pane_height(one, width) == len(draw_pane(one, width))


# -- ledger and summary ------------------------------------------------------------------------------------------


def _ledger(events: list[Event], *, over: bool, width: int = 100, rows: int = 2) -> str:
    return _line(fold_all(LOAF, events), over=over, width=width, rows=rows)


def _line(review: Review, *, over: bool, width: int = 100, rows: int = 2) -> str:
    state = ReviewState(review)
    became = {one.id: one for one in what_became(state)}
    return ledger_line(state, became, to_decide(state), width, over=over, most_rows=rows).plain


def test_the_ledger_counts_what_is_left_for_each_wish() -> None:
    wishes = " ○ I have no oven: 5 to decide    ○ it is for six people: nothing yet "
    assert _ledger(WHOLE[:-1], over=False) == f"{wishes}   ○ the rest: 1 to decide "
    assert "! it is for six people: nothing changed" in _ledger(WHOLE, over=True)


def test_the_ledger_says_what_is_used_already_before_anything_is_decided() -> None:
    judged = Judged(id="R1", verdict="found", says="You have already used “oven”.", used=("oven",))
    place = PlaceFound(stage=1, id="p1", agent="modify", part="resources", step=2, word="oven", serves=("R1",))
    ended = StageFinished(stage=1, agent="modify", end="none", verdicts=(judged,))
    shown = _ledger([*begun(), stage(1, "modify", LOAF.steps), place, ended, Done(result=LOAF)], over=True)
    assert "○ I have no oven: “oven” already used, 1 to decide" in shown


def test_the_ledger_says_in_plain_words_what_became_of_a_wish() -> None:
    taken = accept_many(fold_all(LOAF, WHOLE), "all").review
    assert "! I have no oven: partly, not “oven” in the list" in _line(taken, over=True)
    kept = fold_all(LOAF, [*begun(), *MODIFY])
    half = reject(accept(kept, "e2").review, ["e1", "e3"]).review
    assert "! I have no oven: partly, not “preheat” and 2 more in steps 1 and 5" in _line(half, over=True)
    assert not any(word in _line(half, over=True) for word in ("R1", "serve", "claim"))


def test_a_group_counts_as_one_for_its_wish() -> None:
    both = [edit(n, "replace", n, f"Words {n}.", serves=("R1",), group="g1") for n in (1, 2)]
    events = [*begun(), stage(1, "modify", LOAF.steps), *both]
    assert "I have no oven: 1 to decide" in _ledger(events, over=True)


def test_the_chips_of_the_ledger_add_up_to_what_is_left_to_decide() -> None:
    for_none = [edit(n, "replace", n, f"Words {n}.") for n in (1, 2)]
    events = [
        *begun(),
        stage(1, "modify", LOAF.steps),
        *for_none,
        edit(3, "replace", 3, "Fry it.", serves=("R1",)),
    ]
    said = _ledger(events, over=True)
    assert "I have no oven: 1 to decide" in said
    assert "the rest: 2 to decide" in said
    assert to_decide(ReviewState(fold_all(LOAF, events))).says == "3 left to decide"


def test_the_ledger_never_praises_an_empty_understanding() -> None:
    nothing: list[Event] = [begun()[0], RequirementsRead(requirements=())]
    assert "I found no wish in your sentence" in _ledger(nothing, over=True)
    assert "reading" in _ledger(nothing, over=False)


@pytest.mark.parametrize("width", [30, 50, 76])
def test_the_ledger_keeps_to_its_lines_and_says_how_many_are_left(width: int) -> None:
    lines = _ledger(WHOLE, over=True, width=width, rows=1).splitlines()
    assert len(lines) == 1
    assert len(lines[0]) <= width
    assert "+2 more" in lines[0]


def test_the_summary_counts_lists_numbers_and_says_what_is_left_out() -> None:
    review = fold_all(LOAF, [*WHOLE[:-1], MUST])
    state = ReviewState(accept_many(review, "careful").review)
    text = "\n".join(row.plain for row in summary_rows(state, what_became(state), running=False))
    for part in (
        "1 of 5 steps changed, 1 removed, 2 added; 6 now; 2 left to decide",
        "30 min → 12 min",
        "The change to step 2 is not applied yet: adds peanut (peanuts)",
        "“it is for six people”: nothing was changed.",
        "No wish is given for the new step “Oil the pan.”",
    ):
        assert part in text


def test_the_summary_weighs_own_words_anew() -> None:
    review = accept(fold_all(LOAF, WHOLE), "e3", own="Fry for 99 min.").review
    state = ReviewState(review)
    text = "\n".join(row.plain for row in summary_rows(state, what_became(state), running=False))
    assert "30 min → 12 min" not in text
    assert "99" in text


def _summary(review: Review) -> str:
    state = ReviewState(review)
    return "\n".join(row.plain for row in summary_rows(state, what_became(state), running=False))


def test_the_summary_puts_no_quotes_around_a_name_that_has_some() -> None:
    both = [
        edit(n, "replace", n, f"Words {n}.", reason=f"Why {n}.", serves=("R1", "R2"), group="g1") for n in (1, 2)
    ]
    text = _summary(fold_all(LOAF, [*begun(), stage(1, "modify", LOAF.steps), *both]))
    assert "For “I have no oven” and “it is for six people” (2 changes) undecided" in text
    assert "“For" not in text


def test_the_summary_lists_no_number_of_an_edit_that_another_wrote_over() -> None:
    later = edit(5, "replace", 4, "Fry in a lidded pan for 15 min a side.", at=2, tripwires=("12 min -> 15 min",))
    events = [later if getattr(event, "id", "") == "e5" else event for event in WHOLE[:-1]]
    text = _summary(accept_many(fold_all(LOAF, events), "all").review)
    assert "Step 6: 30 min → 15 min" in text
    assert "12 min" not in text


def test_changed_steps_that_nobody_asked_for_are_named_together() -> None:
    changes = [edit(n, "replace", n, f"Words {n}.") for n in (1, 3, 4)]
    new = edit(9, "insert", 0, "Wash your hands.")
    review = fold_all(LOAF, [*begun(), stage(1, "modify", LOAF.steps), *changes, new])
    text = _summary(accept_many(review, "all").review)
    assert "No wish is given for the changes to steps 1, 3 and 4, the new step “Wash your hands.”" in text


def test_edits_nobody_asked_for_are_named() -> None:
    events = [event for event in WHOLE[:-1] if getattr(event, "id", "") != "e6"]
    more = edit(8, "insert", 0, "Wash your hands.")
    both = "the new step “Wash your hands.”, the new step “Oil the pan.”"
    assert f"No wish is given for {both}" in _summary(accept_many(fold_all(LOAF, [*events, more]), "all").review)


# -- activity ----------------------------------------------------------------------------------------------------


def _activity(*events: Event) -> Activity:
    now = Activity()
    for event in events:
        now = after(now, event)
    return now


def test_activity_says_who_is_at_work_with_what_and_what_it_cost() -> None:
    call = ModelCalled(stage=1, call=1, host="here", model="small", attempt=1)
    start = (*begun(), MODIFY[0])
    assert _activity(*begun()).words() == "starting"
    assert _activity(*start).words() == "Adapting it for you"
    assert _activity(*start, call).words() == "Adapting it for you · small is working"
    assert "small thinks" in _activity(*start, call, TextDelta(call=1, text="hm", thinking=True)).words()
    answers = _activity(
        *start, call, TextDelta(call=1, text="re"), UsageReported(call=1, prompt=900, completion=334)
    )
    assert answers.words() == "Adapting it for you · small answers · 1,234 tokens"


def test_activity_tells_the_rate_and_the_time_left_of_a_model_that_sends_each_token_by_itself() -> None:
    call = ModelCalled(stage=1, call=1, host="here", model="small", attempt=1)
    tokens = [TextDelta(call=1, text="a", rate=4.0)] * 60
    heard = (*begun(), MODIFY[0], call, *tokens)
    assert _activity(*heard).words() == "Adapting it for you · 4 tokens/s"
    first = edit(1, "replace", 1, "Mix well.")
    left = 60 * (len(LOAF.steps) - 1) / 4
    assert _activity(*heard, first).words() == f"Adapting it for you · 4 tokens/s, about {time_words(left)} left"
    last = edit(2, "replace", len(LOAF.steps), "Eat it.")
    assert _activity(*heard, first, last).words() == "Adapting it for you · 4 tokens/s", "it may end at any moment"
    again = _activity(*heard, first, replace(call, call=2), TextDelta(call=2, text="a"))
    assert again.words() == "Adapting it for you · small answers", "another call says nothing of this one"


def test_activity_counts_a_wait_down_and_names_the_try() -> None:
    waiting = _activity(*begun(), MODIFY[0], Waiting(call=1, reason="the server is busy", seconds=8))
    assert waiting.words(3) == "waiting 5 s: the server is busy"
    again = ModelCalled(stage=1, call=1, host="here", model="small", attempt=2)
    assert "try 2" in after(waiting, again).words()


def test_activity_says_how_a_run_ended() -> None:
    assert _activity(*WHOLE).words() == "all suggestions are in"
    failed = _activity(*begun(), Failed(fault="key", title="The key was refused", message="Look at it."))
    assert failed.banner == "The key was refused. Look at it."
    assert "1 complete suggestion is kept" in _activity(*begun(), Cancelled(kept=("e1",))).banner
    assert not _activity(*begun(), Done(result=LOAF)).banner


def test_what_two_agents_say_alike_stands_there_once() -> None:
    first = StageFinished(stage=1, agent="modify", end="edits", says="Look at step 6. It is too dear.")
    second = StageFinished(stage=2, agent="verify", end="edits", says="Look at step 6.\nThe pot is small.")
    assert _activity(*begun(), first, second, second).notes == (first.says, "The pot is small.")


# -- the table ---------------------------------------------------------------------------------------------------


def test_the_mark_stays_near_where_its_place_is_gone() -> None:
    table = ReviewModel(LOAF, HINT)
    for event in [*begun(), *MODIFY]:
        table.take(event)
    move = own_edit(table.review, "insert", "s2", "Wait.")
    table.review = move.review
    table.stay((move.ids[0], move.ids[0]))
    table.review = replace(move.review, choices=move.review.past[-1])
    assert table.row is not None
    assert table.row.slot == "s3"


def test_the_first_card_that_waits_is_selected_and_later_ones_do_not_move_the_mark() -> None:
    table = ReviewModel(LOAF, HINT)
    assert table.mark == ("s1", STEP)
    for event in [*begun(), *MODIFY[:3]]:
        table.take(event)
    assert table.outline.rows
    assert table.mark == ("s1", "e1")
    table.take(edit(9, "insert", 0, "Find a pan."))
    assert table.outline.rows
    assert table.mark == ("s1", "e1")


def test_one_wish_shows_its_cards_alone_and_undo_elsewhere_shows_all_again() -> None:
    table = ReviewModel(LOAF, HINT)
    for event in [*begun(), *MODIFY, edit(9, "insert", 5, "Slice it.", serves=("R2",))]:
        table.take(event)
    table.review = accept(table.review, "e1").review
    table.show_wish("R2")
    assert table.outline.stops == [("e9", "e9")]
    assert table.mark == ("e9", "e9")
    table.walk(undo(table.review))
    assert table.wish == ""
    assert table.mark == ("s1", "e1")


def test_a_wish_without_cards_shows_none_and_leaves_the_mark_nowhere_until_all_are_shown() -> None:
    table = ReviewModel(LOAF, HINT)
    for event in [*begun(), *MODIFY]:
        table.take(event)
    table.show_wish("R2")
    assert (table.outline.rows, table.here, table.next_ids(3)) == ((), None, ())
    table.show_wish("")
    assert table.mark == ("s1", "e1")


def test_a_review_that_is_opened_again_begins_at_its_first_card() -> None:
    events = [*begun(), *MODIFY]
    table = ReviewModel(LOAF, HINT)
    table.reopen(events, fold_all(LOAF, events))
    assert table.outline.rows
    assert table.mark == ("s1", "e1")


def test_standing_is_computed_once_a_change() -> None:
    table = ReviewModel(LOAF, HINT)
    table.take(begun()[0])
    first = table.state
    assert table.state is first
    table.take(begun()[1])
    assert table.state is not first


def test_what_was_looked_ahead_at_is_not_computed_again_where_it_is_taken() -> None:
    table = ReviewModel(LOAF, HINT)
    for event in [*begun(), *MODIFY]:
        table.take(event)
    turned_down = reject(table.review, ["e1"]).review
    ahead = table.ahead(turned_down)
    assert table.state is not ahead
    table.review = turned_down
    assert table.state is ahead
    table.review = reject(turned_down, ["e2"]).review
    assert table.state is not ahead


def test_a_step_in_own_words_over_an_accepted_change_is_one_line() -> None:
    review = fold_all(LOAF, (*begun(), *MODIFY))
    review = accept(review, "e3").review
    review = own_edit(review, "replace", "s4", "Fry it in my own pan.").review
    [row] = [one for one in RowMaker().rows(ReviewState(review)).rows if one.slot == "s4"]
    for group in (row, replace(row, cards=row.cards[1:], folded=(row.cards[0],))):  # type: ignore[arg-type]
        [view] = [one for one in RowMaker().views(ReviewRows((group,)), {}) if one.slot == "s4"]
        [line] = [content.plain for _, content in draw(view, 100)]
        assert " ".join(line.split()) == "4 ✓ Fry it in my own pan."
