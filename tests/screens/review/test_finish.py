"""The Review screen: what must be looked at by itself, and how a review ends."""

from dataclasses import replace

import pytest
from textual.content import Content

from tailor.core.coverage import NO_INSTRUCTION
from tailor.core.events import Cancelled, Done, EditFlagged, Judged, RequirementsRead
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.core.review.decisions import accept_many, own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.runs.history import choices_and_past, load, open_file
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import CleanTextArea
from tailor.screens.review.finish import NameField, SummarySheet
from tailor.screens.review.summary import name_rows, summary_rows
from tailor.storage import SaveError
from tests.screens.conftest import screen_text, typed
from tests.screens.review_case import (
    LOAF,
    MODIFY,
    MUST,
    NO_PEANUTS,
    VERIFY,
    WHOLE,
    Bench,
    begun,
    edit,
    finished,
    stage,
)

# -- what must be looked at --------------------------------------------------------------------------------------


async def test_all_leaves_out_what_must_be_looked_at_and_a_asks_before_taking_it(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, MUST, end=True)
    await bench.press("A")
    assert bench.status(7) == "undecided"
    assert "1 needs a closer look" in screen_text(bench.app)
    bench.screen.model.stay(("s2", "e7"))
    assert "Adds peanut (peanuts): accept it anyway?" in await bench.press("a")
    await bench.press("enter")
    assert bench.status(7) == "undecided"
    await bench.press("a", "y")
    assert bench.status(7) == "accepted"


@pytest.mark.parametrize(
    ("says", "asked"),
    [
        (("30 min -> 12 min",), "30 min → 12 min: accept it anyway?"),
        (("nothing -> 5 minutes",), "Now also 5 minutes: accept it anyway?"),
        ((), "It needs a closer look: accept it anyway?"),
        ((NO_INSTRUCTION,), "Its text does not say what to do: accept it anyway?"),
    ],
)
async def test_the_question_before_accepting_reads_as_a_sentence(
    bench: Bench, says: tuple[str, ...], asked: str
) -> None:
    await bench.give(*begun(), MODIFY[0], edit(1, "replace", 2, "Mix it.", level="must", tripwires=says), end=True)
    assert asked in await bench.press("a")


async def test_own_words_wait_however_often_the_question_about_them_is_answered_no(bench: Bench) -> None:
    await bench.give(*begun(), NO_PEANUTS, *MODIFY, MUST, end=True)
    bench.screen.model.stay(("s2", "e7"))
    await bench.press("e", "!", "enter")
    for _ in range(3):
        assert "accept it anyway?" in screen_text(bench.app)
        assert "Mix flour, water and peanut flour.!" in await bench.press("escape", "e")
        await bench.press("enter")
    await bench.press("y")
    assert bench.status(7) == "accepted"
    assert not bench.app.drafts.texts


@pytest.mark.parametrize(
    ("own", "asked"), [("Mix flour and milk.", ""), ("Mix rye and peanut butter.", "Adds peanut butter (peanuts)")]
)
async def test_own_words_are_asked_about_and_told_by_what_they_say_themselves(
    bench: Bench, own: str, asked: str
) -> None:
    await bench.give(*begun(), NO_PEANUTS, *MODIFY, MUST, end=True)
    bench.screen.model.stay(("s2", "e7"))
    await bench.press("e")
    bench.app.screen.query_one(CleanTextArea).text = own
    shown = await bench.press("enter")
    assert ("accept it anyway?" in shown) == bool(asked)
    if asked:
        assert f"{asked}: accept it anyway?" in shown
        assert isinstance(bench.app.screen, Question)
        assert own in shown
        await bench.press("y")
    assert bench.screen.model.review.choices.decisions[-1].own == own
    bench.screen.model.stay(("s2", "e7"))
    assert "adds peanut (peanuts)" not in await bench.press()
    assert "peanut (peanuts)" not in await bench.press("w")


async def test_a_window_whose_text_is_cut_names_the_keys_that_show_the_rest(bench: Bench) -> None:
    sheet = SummarySheet("Bake", [Content(f"line {number}") for number in range(40)], "“vegan” is not met.")
    bench.app.push_screen(sheet)
    assert "↑↓ more" in await bench.press()
    await bench.pilot.press("pagedown")
    assert "line 0 " not in screen_text(bench.app)
    await bench.pilot.press("pageup")
    assert "line 0 " in screen_text(bench.app)
    shown = await bench.press("enter", *["down"] * 20)
    assert "line 39" in shown
    assert "Enter again saves it anyway" in shown.replace("\n", " ")
    assert "esc back to the review" in shown
    bench.app.push_screen(Question("You need", "\n".join(map(str, range(40))), (AnswerOption("o", "back"),)))
    shown = await bench.press(*["pagedown"] * 8)
    assert "PgUp PgDn more" in shown
    assert "39" in shown
    await bench.press("o")
    bench.app.push_screen(Question("You need", "little", (AnswerOption("o", "back"),)))
    assert "PgUp" not in await bench.press()


def test_what_is_held_back_beyond_the_first_few_is_counted() -> None:
    many = [replace(MUST, id=f"e{number}") for number in range(1, 11)]
    review = fold_all(LOAF, [*begun(), stage(1, "modify", LOAF.steps), *many])
    rows = [one.plain for one in summary_rows(ReviewState(review), (), running=False)]
    assert sum("is not applied yet: adds peanut" in one for one in rows) == 4
    assert any("6 more not applied yet" in one for one in rows)


async def test_zero_understood_requirements_never_look_like_success(bench: Bench) -> None:
    from tailor.core.events import RequirementsRead

    nothing = finished(1, "modify", "none", says="Not understood: “blue”.")
    await bench.give(begun()[0], RequirementsRead(requirements=()), stage(1, "modify", LOAF.steps), nothing)
    await bench.give(Done(result=LOAF), end=True)
    text = screen_text(bench.app)
    assert "your sentence was not understood" in text
    assert "I found no wish in your sentence" in text
    assert "nothing to save" in await bench.press("enter")


async def test_a_sentence_that_was_judged_is_not_called_misunderstood(bench: Bench) -> None:
    from tailor.core.events import Judged, RequirementsRead
    from tailor.core.requirements import Requirement

    said = RequirementsRead(requirements=(Requirement("R1", "unclassified", "pepper gone"),))
    judged = finished(1, "modify", "none", verdicts=(Judged(id="R1", verdict="found", says="See step 2."),))
    await bench.give(begun()[0], said, stage(1, "modify", LOAF.steps), judged)
    await bench.give(Done(result=LOAF), end=True)
    assert "not understood" not in screen_text(bench.app)


# -- ending ------------------------------------------------------------------------------------------------------


async def test_two_keys_and_one_for_unmet_wishes_from_the_first_cards_to_saved(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    text = await bench.press("A")
    assert "1 of 5 steps changed" in text
    assert "30 min → 12 min" in text
    assert "“it is for six people”: nothing was changed." in text
    await bench.press("enter", "enter")
    [(review, name)] = bench.session.saved
    assert name == "Bake a loaf"
    assert len(review.choices.decisions) == 6
    assert "bake-a-loaf-abcd.v1" in screen_text(bench.app)
    await bench.press("enter")
    assert bench.app.screen is not bench.screen


async def test_the_open_summary_tells_steps_things_times_and_numbers_before_and_after(bench: Bench) -> None:
    flour = edit(8, "replace", 1, "250 g flour", part="resources", level="look", tripwires=("500 g -> 250 g",))
    await bench.give(*begun(), *MODIFY[:4], flour, *MODIFY[4:], *VERIFY, Done(result=LOAF), end=True)
    await bench.press("A")
    assert isinstance(bench.app.screen, SummarySheet)
    text = " ".join(screen_text(bench.app).replace("│", " ").split())
    for told in (
        "1 of 5 steps changed, 1 removed, 3 added; 7 now",
        "1 of 2 items changed",
        "Times in the steps, added up: 1 h 30 min → 1 h 12 min",
        "The list: 500 g flour → 250 g flour",
        "Step 6: 30 min → 12 min",
    ):
        assert told in text, told
    await bench.press("escape")
    bench.screen.model.stay(("s4", "e3"))
    text = await bench.press("x", "enter")
    assert "added up" not in text
    assert "30 min ->" not in text
    assert "500 g flour → 250 g flour" in text


async def test_why_is_told_of_the_first_card_where_the_mark_stands_on_its_step(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, end=True)
    bench.screen.model.stay(("s1", "step"))
    assert "Why the removal of step 1?" in await bench.press("w")


def test_things_an_original_did_not_name_are_counted_as_new() -> None:
    bare = replace(LOAF, resources=())
    pot = edit(9, "insert", 0, "a lidded pot", part="resources")
    events = [*begun(bare), replace(stage(1, "modify", bare.steps), resources=()), pot]
    review = accept_many(fold_all(bare, events), "all").review
    said = [one.plain for one in summary_rows(ReviewState(review), (), running=False)]
    assert "Lists 1 thing you need; the original lists none" in said


async def test_what_cannot_be_saved_is_said_and_nothing_is_lost(bench: Bench) -> None:
    bench.session.trouble = SaveError("The disk is full.")
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.press("enter", "enter")
    assert isinstance(bench.app.screen, ErrorDialog)
    await bench.press("escape")
    assert bench.status(1) == "accepted"


async def test_esc_stops_the_run_first_and_leaves_the_screen_second(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:3])
    await bench.press("escape")
    assert bench.session.feed.closed
    assert bench.app.screen is bench.screen
    assert "2 complete suggestions are kept" in screen_text(bench.app)
    assert isinstance(load(bench.session.record)[-1], Cancelled)
    await bench.press("escape")
    assert bench.app.screen is not bench.screen


async def test_every_decision_is_in_the_record_at_once_and_opens_again(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("n", "a", "x", "o", *"Wait.", "enter")
    choices, _ = choices_and_past(bench.session.record)
    assert choices == bench.screen.model.review.choices
    kept = open_file(bench.session.record)
    await bench.open(events=kept.events, review=kept.review)
    assert "4 left to decide" in screen_text(bench.app)
    assert "Wait." in bench.result


async def test_a_run_that_was_cut_off_is_not_said_to_go_on_when_it_is_opened_again(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:3])
    kept = open_file(bench.session.record)
    await bench.open(events=kept.events, review=kept.review)
    text = screen_text(bench.app)
    assert "Adapting it for you" not in text
    assert "This was interrupted. What was complete is kept." in text
    assert "Nothing is left to decide." in await bench.press("A", "escape", "N")


async def test_what_v_does_after_esc_is_not_called_trying_again(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:3])
    assert "tries again" not in await bench.press("escape")
    assert "Check what you have accepted so far?" in await bench.press("V")


async def test_a_decision_is_not_taken_back_where_its_card_is_not_seen(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("A")
    await bench.press("escape", "v", "backspace")
    assert bench.status(3) == "accepted"
    assert bench.screen.drawing.view == "marked"
    await bench.press("backspace")
    assert bench.status(3) == "undecided"


async def test_the_question_whether_to_wait_is_gone_once_everything_is_in(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY)
    assert "More is still coming in" in await bench.press("enter")
    await bench.give(*VERIFY, Done(result=LOAF), end=True)
    shown = await bench.press()
    assert "More is still coming in" not in shown
    assert "Everything is in now." in shown


async def test_work_that_fails_beside_a_run_is_said_once(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY)

    async def breaks() -> None:
        raise OSError("no room")

    bench.screen.run_worker(breaks(), exit_on_error=False)
    await bench.press()
    said = [one for one in bench.app.screen_stack if isinstance(one, ErrorDialog)]
    assert len(said) == 1


async def test_a_fault_before_the_first_event_is_said_and_can_be_tried_again(bench: Bench) -> None:
    await bench.give(SaveError("No model is named."))
    assert isinstance(bench.app.screen, ErrorDialog)
    await bench.press("escape", "V", "y")
    assert bench.screen.model.running


async def test_what_a_decision_puts_on_hold_is_said_at_once_and_first_in_the_summary(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.press("escape")
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("e", "!", "enter")
    on_hold = [n for n in range(1, 7) if bench.status(n) == "on_hold"]
    assert on_hold == [4, 5]
    held = "The new step “Oil the pan.”, the check’s change to step 4 wait, because the words have changed"
    assert held in " ".join(screen_text(bench.app).split())
    state = bench.screen.model.state
    rows = [one.plain for one in summary_rows(state, (), running=False)]
    told = next(
        n
        for n, one in enumerate(rows)
        if "The new step “Oil the pan.”, the check’s change to step 4 accepted but not applied yet" in one
    )
    assert told < next(n for n, one in enumerate(rows) if one.startswith("±"))


def test_a_name_that_says_what_is_gone_is_pointed_out() -> None:
    base = replace(LOAF, goal="Bake bread with walnuts", steps=("Chop the walnuts.", "Bake the bread."))
    seeds = edit(1, "replace", 1, "Chop the seeds.")
    events = (*begun(base), stage(1, "modify", base.steps), seeds, finished(1, "modify"))
    review = fold_all(base, events)
    before = [one.plain for one in summary_rows(ReviewState(review), (), running=False)]
    after = accept_many(review, "careful").review
    rows = [one.plain for one in summary_rows(ReviewState(after), (), running=False)]
    assert not any("The name still says" in one for one in before)
    assert any("The title still says “walnuts”, but no step does" in one for one in rows)


@pytest.mark.parametrize(
    ("steps", "things", "hint", "named"),
    [
        (("Slice the sausages and warm them in the stew.",), ("4 sausages",), "vegetarian", ""),
        (("Slice the sausages and warm them in the stew.",), (), "no stew", "stew"),
        (("Chop the walnuts.",), (), "no walnuts", "walnuts"),
        (("Chop the walnuts.",), (), "for two", ""),
    ],
)
def test_a_name_is_not_wrong_because_a_step_that_only_mentions_it_is_left_out(
    steps: tuple[str, ...], things: tuple[str, ...], hint: str, named: str
) -> None:
    base = replace(LOAF, goal="Lentil stew with walnuts", steps=(*steps, "Serve it."), resources=things)
    read = RequirementsRead(requirements=parse_hint(hint))
    gone = edit(1, "replace", 1, "")
    events = (*begun(base)[:1], read, stage(1, "modify", base.steps), gone, finished(1, "modify"))
    after = accept_many(fold_all(base, events), "all").review
    rows = [one.plain for one in summary_rows(ReviewState(after), (), running=False)]
    assert [one for one in rows if "The title still says" in one] == (
        [f"! The title still says “{named}”, but no step does: type a new one"] if named else []
    )


@pytest.mark.parametrize(
    ("hint", "title", "says"),
    [
        ("we only have 3 days", "5 days in Lisbon", "“5 days”, and you said “3 days”"),
        ("we only have 3 days", "A 5-day trip to Lisbon", "“5-day”, and you said “3 days”"),
        ("we only have 3 days", "3 days in Lisbon", ""),
        ("for 2 people", "5 days in Lisbon", ""),
    ],
)
def test_a_number_in_the_name_that_a_wish_changes_is_pointed_out(hint: str, title: str, says: str) -> None:
    base = replace(LOAF, goal=title)
    read = RequirementsRead(requirements=parse_hint(hint))
    gone = edit(1, "replace", 1, "")
    events = (*begun(base)[:1], read, stage(1, "modify", base.steps), gone, finished(1, "modify"))
    after = ReviewState(accept_many(fold_all(base, events), "all").review)
    told = [one.plain for one in name_rows(after) if "you said" in one.plain]
    assert told == ([f"! The title still says {says}: type a new one"] if says else [])


def test_what_is_held_back_and_what_could_not_be_used_stands_in_the_summary() -> None:
    gone = [edit(n, "replace", n, "") for n in range(1, len(LOAF.steps) + 1)]
    review = fold_all(LOAF, (*begun(LOAF), stage(1, "modify", LOAF.steps), *gone, finished(1, "modify")))
    taken = accept_many(review, "careful").review
    rows = [
        one.plain
        for one in summary_rows(ReviewState(taken), (), running=False, unused="1 edit could not be used.")
    ]
    assert any("not applied: accepting all of them would leave no steps" in one for one in rows)
    assert any("1 edit could not be used." in one for one in rows)


async def test_an_edit_that_could_not_be_used_is_told_before_saving(bench: Bench) -> None:
    beyond = EditFlagged(stage=1, agent="modify", op="replace", step=99, text="Rest.", why="out_of_range")
    await bench.give(*WHOLE, beyond, end=True)
    assert "1 edit could not be used: no such place: replace(99)." in await bench.press("A")


# -- what speaks against the Result ------------------------------------------------------------------------------


async def test_a_wish_that_is_not_met_is_named_first_and_saving_takes_a_second_press(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    text = await bench.press("A")
    assert text.index("“it is for six people”: nothing was changed.") < text.index("1 of 5 steps changed")
    await bench.press("enter")
    assert bench.session.saved == []
    assert "“it is for six people” is not met." in screen_text(bench.app)
    assert "Enter again" in screen_text(bench.app)
    await bench.press("enter")
    assert len(bench.session.saved) == 1


async def test_where_every_wish_is_met_one_press_saves(bench: Bench) -> None:
    fine = edit(1, "replace", 1, "Heat a lidded pan.", serves=("R1", "R2"))
    gone = edit(2, "replace", 2, "", part="resources", serves=("R1",))
    bake = edit(3, "replace", 4, "Fry for 30 min.", serves=("R1",))
    await bench.give(*begun(), stage(1, "modify", LOAF.steps), fine, gone, bake, Done(result=LOAF), end=True)
    await bench.press("A")
    await bench.press("enter")
    assert len(bench.session.saved) == 1


async def test_the_summary_says_what_a_step_uses_that_was_left_out(bench: Bench) -> None:
    brings, speaks = edit(1, "insert", 1, "Warm a baking stone."), edit(2, "replace", 5, "Cool it on the stone.")
    await bench.give(*begun(), MODIFY[0], brings, speaks, Done(result=LOAF), end=True)
    await bench.mark("e1", "e1")
    assert "! Step 5 uses “the stone”, which you left out" in await bench.press("x", "a", "enter")


# -- one wish, one card, what was said ---------------------------------------------------------------------------


async def test_tab_shows_one_wish_alone_and_decides_it_as_a_whole(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, edit(9, "insert", 5, "Slice it.", serves=("R2",)), end=True)
    await bench.press("tab", "tab")
    assert bench.screen.model.wish == "R2"
    assert bench.marked == "e9"
    assert "Flatten to 1 cm." not in screen_text(bench.app)
    await bench.press("W")
    assert [bench.status(n) for n in (1, 2, 3, 9)] == ["undecided"] * 3 + ["accepted"]
    assert "Flatten to 1 cm." in await bench.press("tab")


async def test_esc_ends_the_look_at_one_wish_before_it_leaves_the_review(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, edit(9, "insert", 5, "Slice it.", serves=("R2",)), end=True)
    await bench.press("tab", "escape")
    assert bench.screen.model.wish == ""
    assert bench.screen.is_active
    await bench.press("escape")
    assert not bench.screen.is_active


async def test_undoing_what_was_for_another_wish_says_why_all_are_shown_again(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, edit(9, "insert", 5, "Slice it.", serves=("R2",)), end=True)
    await bench.press("tab", "tab", "W", "shift+tab", "u")
    assert bench.screen.model.wish == ""
    assert "That change is for another wish, so all wishes are shown again." in screen_text(bench.app)


async def test_a_name_that_was_typed_is_there_again_after_esc_until_it_is_saved(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, Done(result=LOAF), end=True)
    await bench.press("A")
    if not isinstance(bench.app.screen, SummarySheet):
        await bench.press("enter")
    await bench.press(*typed(" for two"), "escape", "enter")
    assert bench.app.screen.query_one(NameField).value == "Bake a loaf for two"
    drafts = bench.app.drafts
    assert "Tailor could not keep" in drafts.summary() or "the name you gave a result" in drafts.summary()
    await bench.press("enter", "enter")
    assert [name for _, name in bench.session.saved] == ["Bake a loaf for two"]
    assert "Bake a loaf for two" not in drafts.texts


async def test_what_of_an_answer_could_not_be_used_is_one_key_away(bench: Bench) -> None:
    lost = EditFlagged(stage=1, agent="modify", op="replace", step=44, text="Fry the moon.", why="out_of_range")
    await bench.give(*begun(), *MODIFY[:2], lost, Done(result=LOAF), end=True)
    assert "1 not usable, S shows it" in screen_text(bench.app)
    assert "Fry the moon." not in screen_text(bench.app)
    text = await bench.press("S")
    assert "a change to step 44, there is no such step" in text
    assert "Fry the moon." in text


async def test_an_accepted_change_that_the_model_then_takes_back_says_so_and_stays(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY)
    await bench.mark("s4", "e3")
    await bench.press("a")
    before = bench.result
    await bench.give(EditFlagged(stage=1, agent="modify", id="e3", op="replace", step=4, text="-", why="thought"))
    await bench.mark("s4", "e3")
    assert "the model took this back after you had decided" in screen_text(bench.app)
    assert (bench.status(3), bench.result) == ("accepted", before)


async def test_on_a_full_disk_leaving_and_quitting_ask_first_until_it_takes_the_decisions(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    record = bench.session.record
    record.rename(there := record.with_suffix(".there"))
    record.mkdir()  # nothing can be written now
    await bench.mark("s4", "e3")
    await bench.press("a")
    for leave in ("escape", "ctrl+q"):
        await bench.press(leave)
        assert isinstance(bench.app.screen, Question)
        assert "cannot be saved" in screen_text(bench.app)
        assert "what you decided" in screen_text(bench.app)
        await bench.press("enter")
        assert bench.screen.is_active
    record.rmdir()
    there.rename(record)
    await bench.press("escape")
    assert not bench.screen.is_attached
    assert choices_and_past(record)[0].by_id.keys() == {"e3"}


async def test_own_words_stay_a_draft_until_the_record_has_them(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s4", "e3")
    await bench.press("x")
    record, drafts = bench.session.record, bench.app.drafts
    record.rename(there := record.with_suffix(".there"))
    await bench.mark("s2", "step")
    assert "cannot be saved" in await bench.press("e", "ctrl+a", "ctrl+a", *typed("Mix by hand."), "enter")
    assert "Mix by hand." in bench.result
    assert "Mix by hand." in drafts.texts
    assert not record.exists(), "decisions without what they are about are no record"
    there.rename(record)
    await bench.press("u", "U")
    assert drafts.texts == []
    assert [one.text for one in choices_and_past(record)[0].own] == ["Mix by hand."]


async def test_a_reason_stays_a_draft_until_the_record_has_it(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s4", "e3")
    await bench.press("a")
    record, drafts = bench.session.record, bench.app.drafts
    record.rename(there := record.with_suffix(".there"))
    await bench.mark("s1", "e1")
    await bench.press("X", "o", *typed("no lid"), "enter")
    assert (bench.status(1), drafts.texts) == ("rejected", ["no lid"])
    there.rename(record)
    await bench.press("escape")
    assert drafts.texts == []


async def test_accepting_one_change_never_takes_a_no_to_another_back(bench: Bench) -> None:
    rival = edit(8, "replace", 4, "Steam it.", agent="modify")
    await bench.give(*begun(), *MODIFY[:4], rival, finished(1, "modify"), Done(result=LOAF), end=True)
    await bench.mark("s4", "e3")
    await bench.press("x")
    await bench.mark("s4", "e8")
    await bench.press("a")
    assert (bench.status(3), bench.status(8)) == ("rejected", "accepted")


async def test_what_speaks_against_the_title_goes_once_another_is_typed(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    if not isinstance(bench.app.screen, SummarySheet):
        await bench.press("enter")
    assert "The title still says “Bake”" in " ".join(screen_text(bench.app).replace("▌", " ").split())
    assert "The title still says" not in await bench.press(
        "end", *["backspace"] * len("Bake a loaf"), *typed("Flat bread")
    )
    assert "The title still says" in await bench.press(
        "end", *["backspace"] * len("Flat bread"), *typed("Bake it")
    )


@pytest.mark.parametrize(("slot", "moved"), [("s1", True), (f"s{len(LOAF.steps)}", False)])
def test_the_summary_says_that_its_step_numbers_are_the_new_ones(slot: str, moved: bool) -> None:
    review = fold_all(LOAF, [*begun(), stage(1, "modify", LOAF.steps)])
    review = own_edit(review, "replace", slot, "").review
    said = [one.plain for one in summary_rows(ReviewState(review), (), running=False)]
    assert ("Step numbers here are the new ones; changes keep the old ones." in said) == moved


async def test_the_summary_says_nothing_of_a_change_that_was_rejected_though_it_also_says_where_to_look(
    bench: Bench,
) -> None:
    look = "Please look at “oven” in step 4."
    said = f"Cut the flour by half. {look}"
    judged = Judged(id="R2", verdict="partly", says=said, points=(look,), edited=(said,))
    halved = edit(1, "replace", 2, "Mix half of the flour and water.", reason="Half.", serves=("R2",))
    other = edit(2, "replace", 1, "Heat a pan.", serves=("R1",))
    ended = finished(1, "modify", says=said, verdicts=(judged,))
    await bench.give(*begun(), stage(1, "modify", LOAF.steps), halved, other, ended, end=True)
    assert "Cut the flour by half." in screen_text(bench.app)
    bench.screen.model.stay(("s2", "e1"))
    assert "Cut the flour by half." not in await bench.press("x")
    bench.screen.model.stay(("s1", "e2"))
    await bench.press("a", "enter")
    assert isinstance(bench.app.screen, SummarySheet)
    assert "Cut the flour by half." not in screen_text(bench.app)


async def test_where_else_a_thing_is_named_is_told_by_the_numbers_that_the_review_shows(bench: Bench) -> None:
    base = procedure("Bake a loaf", ["Heat the oven.", "Grease the tin.", "Put the dough in the tin.", "Bake it."])
    await bench.open(base)
    await bench.give(*begun(base), end=True)
    await bench.mark("s1", "step")
    await bench.press("d")
    assert "Heat the oven." not in bench.result
    await bench.mark("s2", "step")
    assert "Step 3 still says “tin”. Change that too?" in await bench.press(
        "e", "ctrl+a", "ctrl+a", *typed("Grease the dish."), "enter"
    )
    await bench.press("y")
    assert "Put the dough in the dish." in bench.result
