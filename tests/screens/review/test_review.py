"""The Review screen: the rules of CONTRACT 7 that concern what one sees and presses, one test each."""

from dataclasses import replace

import pytest

from tailor.core.events import Done, Failed, RequirementsRead
from tailor.providers.discovery import DiscoveredServer
from tailor.screens.dialogs.base import Question
from tailor.screens.dialogs.text_input import CleanTextArea
from tailor.screens.review.display import EditList
from tailor.screens.review.finish import SummarySheet
from tailor.screens.review.model import step_words
from tests.providers.fake_hub import servers_here
from tests.screens.conftest import screen_text
from tests.screens.review_case import LOAF, MODIFY, VERIFY, WHOLE, Bench, begun, edit, finished, stage

# -- rules 1 to 12 of CONTRACT 7 ---------------------------------------------------------------------------------


async def test_rule_1_all_accepted_is_the_strategys_result_and_none_the_original(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    assert bench.result == LOAF.steps
    await bench.press("A")
    await bench.press("escape")
    assert bench.result == (
        "Find a pan with a lid.",
        "Mix flour and water.",
        "Let it rise for 1 h.",
        "Flatten to 1 cm.",
        "Oil the pan.",
        "Fry in a lidded pan on low heat for 12 min a side.",
        "Cool it.",
    )
    await bench.press("u")
    assert bench.result == LOAF.steps


async def test_rule_2_rejecting_a_card_makes_one_that_builds_on_it_stale_and_says_so_while_others_move(
    bench: Bench,
) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("e2", "e2"))
    await bench.press("x")
    assert [bench.status(n) for n in (4, 5, 6)] == ["stale", "undecided", "undecided"]
    text = screen_text(bench.app)
    assert "The new step “Oil the pan.” relies on the new step “Flatten to 1 cm.”" in text
    await bench.mark("e4", "e4")
    text = screen_text(bench.app)
    assert text.count("undecided, its step changed") == 1
    assert "its step is gone" in text
    await bench.press("A")
    assert [bench.status(n) for n in (1, 3, 4, 5, 6)] == ["accepted", "accepted", "stale", "accepted", "accepted"]
    assert bench.result == (
        "Find a pan with a lid.",
        "Mix flour and water.",
        "Let it rise for 1 h.",
        "Fry in a lidded pan on low heat for 12 min a side.",
        "Cool it.",
    )


async def test_rule_3_taking_a_card_takes_what_it_needs_and_says_so_in_one_undo_step(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e5"))
    await bench.press("a")
    assert (bench.status(5), bench.status(3)) == ("accepted", "accepted")
    assert "The check’s change to step 4 needs the change to step 4, so both are accepted." in screen_text(
        bench.app
    )
    await bench.press("u")
    assert (bench.status(5), bench.status(3)) == ("undecided", "undecided")


async def test_a_key_that_comes_before_the_first_edit_says_that_there_is_nothing_yet_until_it_comes(
    bench: Bench,
) -> None:
    await bench.give(*WHOLE[:3])
    assert "There is nothing to decide yet." in await bench.press("a")
    await bench.give(*WHOLE[3:])
    assert "There is nothing to decide yet." not in screen_text(bench.app)
    assert "Everything is decided." not in screen_text(bench.app)
    assert "6 left to decide" in screen_text(bench.app)


async def test_rule_4_a_card_whose_place_is_gone_is_taken_only_after_a_question(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("e2", "e2"))
    await bench.press("x")
    assert bench.status(4) == "stale"
    assert "The new step “Oil the pan.” relies on the new step “Flatten to 1 cm.”" in screen_text(bench.app)
    bench.screen.model.stay(("e4", "e4"))
    assert "Its step is gone" in await bench.press("a")
    await bench.press("n")
    assert bench.status(4) == "stale"
    await bench.press("a", "y")
    assert bench.status(4) == "accepted"
    assert "Oil the pan." in bench.result


async def test_rule_4_own_words_make_a_later_card_stale(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("e", "!", "enter")
    assert bench.status(3) == "accepted"
    assert bench.result[3] == "Fry in a lidded pan for 12 min a side.!"
    assert bench.status(5) == "stale"
    await bench.mark("s4", "e5")
    assert "written for the text before you changed it" in screen_text(bench.app)
    await bench.mark("s4", "e3")
    assert "suggested: Fry in a lidded pan" in screen_text(bench.app)


async def test_rule_5_an_accepted_card_that_loses_its_place_is_on_hold_and_says_for_what(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.press("escape")
    bench.screen.model.stay(("e2", "e2"))
    await bench.press("x")
    assert bench.status(4) == "on_hold"
    await bench.mark("e4", "e4")
    assert "accepted, waiting for the new step “Flatten to 1 cm.”" in screen_text(bench.app)
    await bench.press("u")
    assert bench.status(4) == "accepted"


async def test_rule_6_all_takes_what_is_complete_now_and_later_arrivals_stay_undecided(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:3])
    assert "2 changes accepted" in await bench.press("A")
    await bench.give(*MODIFY[3:])
    assert [bench.status(n) for n in (1, 2, 3)] == ["accepted", "accepted", "undecided"]
    await bench.press("u")
    assert [bench.status(n) for n in (1, 2, 3)] == ["undecided", "undecided", "undecided"]


async def test_rule_6_enter_while_streaming_asks_and_can_stop_and_apply(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:3])
    await bench.press("A", "enter")
    assert isinstance(bench.app.screen, Question)
    await bench.press("escape")
    assert bench.screen.model.running
    await bench.press("enter", "s")
    assert isinstance(bench.app.screen, SummarySheet)
    assert bench.session.feed.closed
    assert "stopped before it was finished" in screen_text(bench.app)


async def test_rule_7_the_run_hears_what_was_rejected(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:3])
    await bench.press("x")
    assert bench.session.decisions() == {"e1"}


async def test_rule_7_verify_again_asks_about_what_is_accepted_and_withdraws_older_cards(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    assert "Nothing leaves this machine." in await bench.press("a", "V")
    await bench.press("y")
    [(agent, asked, _, _)] = bench.session.asked
    assert (agent, asked.builds_on, asked.numbers.stage, asked.numbers.edit) == ("verify", ("e3",), 2, 6)
    assert asked.procedure.steps == bench.result
    await bench.give(stage(3, "verify", bench.result, ("e3",)), edit(7, "insert", 5, "Eat.", at=3), end=True)
    assert bench.status(6) == "withdrawn"
    assert bench.status(7) == "undecided"


async def test_verify_with_nothing_to_say_says_so(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A", "escape", "V", "y")
    ids = ("e1", "e2", "e3", "e4", "e5", "e6")
    await bench.give(
        stage(3, "verify", bench.result, ids), finished(3, "verify", "none"), Done(result=LOAF), end=True
    )
    assert "I asked again: there is nothing more to suggest." in screen_text(bench.app)


async def test_what_an_agent_answers_when_asked_by_hand_is_named_as_the_mark_stays(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.press("escape")
    bench.screen.model.stay(("s5", "step"))
    assert "Ask again about step 5 (7 in the Result)" in await bench.press("r")
    await bench.press("enter")
    mark = bench.marked
    ids = ("e1", "e2", "e3", "e4", "e5", "e6")
    more = [edit(n, "insert", 0, f"Wash your hands {n}.", at=3, agent="modify") for n in (7, 8)]
    begins = stage(3, "modify", bench.result, ids)
    await bench.give(begins, *more, finished(3, "modify"), Done(result=LOAF), end=True)
    assert "The answer: 2 changes; n goes there." in screen_text(bench.app)
    assert bench.marked == mark


async def test_mentions_that_moved_are_told_of_what_is_accepted(bench: Bench) -> None:
    tea = replace(LOAF, steps=("Fill the kettle.", "Boil it.", "Pour, once step 2 is over."))
    told = finished(2, "renumber", says="The step numbers mentioned in step 4 were updated.")
    proposed = stage(1, "modify", tea.steps), edit(1, "insert", 1, "Close the lid."), finished(1, "modify")
    renumbers = stage(2, "renumber", ("Fill the kettle.", "Close the lid.", *tea.steps[1:]), ("e1",)), told
    await bench.give(*begun(tea), *proposed, *renumbers, Done(result=tea), end=True)
    assert "moved along" not in screen_text(bench.app)
    assert "The step numbers mentioned in step 4 were updated." in await bench.press("A")
    assert "moved along" not in await bench.press("m")


async def test_an_answer_of_what_was_turned_down_sends_nobody_there(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("x", "A", "V", "y")
    asked = stage(3, "verify", bench.result, ("e1", "e2", "e6"))
    step = bench.result.index("Bake for 30 min.") + 1
    again = edit(7, "replace", step, "Fry in a lidded pan for 12 min a side", at=3)
    await bench.give(asked, again, finished(3, "verify"), Done(result=LOAF), end=True)
    assert bench.status(7) == "withdrawn"
    assert "I asked again: there is nothing new to suggest." in screen_text(bench.app)


async def test_of_an_answer_only_what_waits_is_named(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, Done(result=LOAF), end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("x", "R", "enter")
    again = edit(7, "replace", 4, "Fry in a lidded pan for 12 min a side", at=2, agent="customize")
    new = edit(8, "insert", 5, "Serve it.", at=2, agent="customize")
    asked = stage(2, "customize", LOAF.steps)
    await bench.give(asked, again, new, finished(2, "customize"), Done(result=LOAF), end=True)
    assert "The answer: 1 change; n goes there." in screen_text(bench.app)


async def test_a_note_that_is_cut_says_which_key_shows_all_of_it(bench: Bench) -> None:
    says = "R1 “I have no oven”: " + "there is a lot to be said about ovens, and it matters. " * 4 + "The end."
    await bench.give(*begun(), stage(1, "modify", LOAF.steps), finished(1, "modify", "none", says=says))
    await bench.give(Done(result=LOAF), end=True)
    assert "S shows all" in screen_text(bench.app)
    assert "The end." not in screen_text(bench.app)
    assert "The end." in await bench.press("S")


async def test_what_went_wrong_in_more_words_than_fit_says_which_key_shows_all_of_it(bench: Bench) -> None:
    why = "The server at the other end closed the line without a word of explanation. " * 4
    fault = Failed(fault="server", title="It broke", message=why + "Wait a minute.")
    await bench.give(*begun(), *MODIFY, fault, end=True)
    assert "…  S shows all" in screen_text(bench.app)
    assert "Wait a minute." in await bench.press("S")


async def test_ctrl_s_keeps_own_words_as_it_does_on_every_sheet(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("n", "e", *"Steam", "ctrl+s")
    first = next(n for n in range(1, 7) if bench.status(n) == "accepted")
    assert bench.screen.model.state.decisions[f"e{first}"].own is not None


@pytest.mark.parametrize(
    ("before", "now", "said"), [(5, 6, "step 5 (6 in the Result)"), (5, 5, "step 5"), (None, 2, "step 2")]
)
def test_a_step_is_called_as_the_screen_counts_it(before: int | None, now: int, said: str) -> None:
    assert step_words(before, now) == said


async def test_rule_8_undo_walks_decisions_only_and_redo_is_cleared_by_a_new_one(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:2])
    await bench.press("n", "a")
    await bench.give(*MODIFY[2:], *VERIFY)
    await bench.press("u")
    assert len(bench.screen.model.proposed) == 6
    assert bench.status(1) == "undecided"
    await bench.press("U")
    assert bench.status(1) == "accepted"
    assert "Nothing to redo" in await bench.press("u", "ctrl+r", "u", "x", "U")


async def test_undo_and_redo_bring_the_mark_to_the_card_they_change(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("x")
    assert bench.marked != "e3"
    await bench.press("u")
    assert (bench.marked, bench.status(3)) == ("e3", "undecided")
    bench.screen.model.stay(("s1", "e1"))
    await bench.press("U")
    assert (bench.marked, bench.status(3)) == ("e3", "rejected")


async def test_undo_of_ones_own_step_brings_the_mark_to_where_it_was(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s2", "step"))
    await bench.press("o", *"Rest.", "enter")
    assert bench.marked == "you1"
    bench.screen.model.stay(("s5", "step"))
    await bench.press("u")
    assert bench.marked == "step s2"
    await bench.press("U")
    assert bench.marked == "you1"


async def test_rule_9_of_alternatives_only_one_stays_accepted(bench: Bench) -> None:
    rival = edit(8, "replace", 4, "Steam it.", at=3, agent="resolve", replaces=("e3",))
    await bench.give(*begun(), *MODIFY[:4], stage(3, "resolve", LOAF.steps), rival)
    assert bench.status(3) == "dropped"
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("a")
    assert bench.status(3) == "accepted"
    bench.screen.model.stay(("s4", "e8"))
    await bench.press("a")
    assert (bench.status(8), bench.status(3)) == ("accepted", "dropped")


async def test_rule_9_b_takes_the_other_bag_and_decisions_on_both_stay(bench: Bench) -> None:
    rewrite = stage(2, "customize", LOAF.steps)
    await bench.give(
        *begun(), *MODIFY, rewrite, edit(4, "replace", 5, "Serve it.", at=2), finished(2, "customize")
    )
    assert (bench.status(1), bench.status(4)) == ("withdrawn", "undecided")
    await bench.press("n", "a", "b")
    assert (bench.status(1), bench.status(4)) == ("undecided", "accepted")


async def test_rule_9_what_was_accepted_stays_and_says_that_resolve_would_drop_it(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:4])
    await bench.press("a")
    joined = stage(3, "resolve", LOAF.steps), finished(3, "resolve", dropped=("e1",))
    await bench.give(*joined, Done(result=LOAF), end=True)
    assert bench.status(1) == "accepted"
    await bench.mark("s1", "e1")
    assert "it conflicts with another change" in screen_text(bench.app)


async def test_rule_9_a_rewrite_stopped_before_its_first_edit_leaves_the_single_edits(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, stage(2, "customize", LOAF.steps))
    assert [bench.status(n) for n in (1, 2, 3)] == ["undecided"] * 3
    assert "There is only one set of suggestions." in await bench.press("escape", "b")
    await bench.press("A")
    assert [bench.status(n) for n in (1, 2)] == ["accepted"] * 2


async def test_rule_9_b_comes_back_to_the_rewrite_also_where_a_step_was_asked_again(bench: Bench) -> None:
    again = edit(4, "replace", 5, "Let it cool.", at=2, agent="modify")
    rewrite = edit(5, "replace", 2, "Stir.", at=3, agent="customize")
    await bench.give(*begun(), *MODIFY, stage(2, "modify", LOAF.steps), again, finished(2, "modify"))
    await bench.give(stage(3, "customize", LOAF.steps), rewrite, finished(3, "customize"), end=True)
    seen = []
    for _ in range(3):
        await bench.press("b")
        seen.append([bench.status(n) for n in (1, 4, 5)])
    single, whole = ["undecided", "undecided", "withdrawn"], ["withdrawn", "withdrawn", "undecided"]
    assert seen == [single, whole, single]


async def test_another_model_chosen_over_a_review_that_failed_goes_on_with_it_by_one_key(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch, DiscoveredServer("http://127.0.0.1:11434/v1", "Ollama", ("small",), needs_key=False))
    gone = Failed(fault="network", title="Not reached", message="It is not there.")
    failed = (stage(1, "modify", LOAF.steps), finished(1, "modify", "failed"))
    await bench.give(*begun(), *failed, gone, end=True)
    assert "F9 connects another model" in " ".join(screen_text(bench.app).split())
    await bench.press("f9")
    assert "Using small on 127.0.0.1:11434" in await bench.press("enter")
    await bench.press("y")
    assert bench.session.asked[0][0] == "modify"
    assert bench.app.screen is bench.screen


async def test_rule_10_a_failed_verify_keeps_the_cards_and_v_tries_again(bench: Bench) -> None:
    fault = Failed(fault="server", title="The server failed", message="Try later.", kept=("e1", "e2", "e3"))
    await bench.give(
        *begun(), *MODIFY, stage(2, "verify", LOAF.steps), finished(2, "verify", "failed"), fault, end=True
    )
    text = screen_text(bench.app)
    assert "The server failed. Try later." in text
    assert "V tries again" in text
    await bench.press("A", "escape", "V", "y")
    assert bench.session.asked[0][0] == "verify"
    assert "The server failed" not in screen_text(bench.app)


async def test_rule_10_when_modify_failed_v_asks_modify_again(bench: Bench) -> None:
    fault = Failed(fault="network", title="No connection", message="Is it on?")
    await bench.give(*begun(), stage(1, "modify", LOAF.steps), finished(1, "modify", "failed"), fault, end=True)
    await bench.press("V", "y")
    assert bench.session.asked[0][0] == "modify"


async def test_rule_10_a_cut_answer_keeps_its_complete_cards_under_a_banner(bench: Bench) -> None:
    cut = finished(1, "modify", "cut_short", says="The connection was closed.")
    await bench.give(*begun(), *MODIFY[:3], cut, Done(result=LOAF), end=True)
    assert "cut short" in screen_text(bench.app)
    await bench.press("A")
    assert bench.status(2) == "accepted"


async def test_what_is_said_above_the_list_does_not_push_the_mark_out_of_view(bench: Bench) -> None:
    await bench.pilot.resize_terminal(40, 15)
    await bench.give(*begun(), *MODIFY[:3])
    await bench.press("end")
    listed = bench.screen.query_one(EditList)
    had = listed.size.height
    cut = finished(1, "modify", "cut_short", says="The connection was closed, and nobody knows why that is.")
    await bench.give(cut, Done(result=LOAF), end=True)
    assert listed.size.height < had
    last = listed.place(len(listed.rows) - 1)
    assert last.stop <= listed.scroll_offset.y + listed.size.height


async def test_rule_11_a_rejected_edit_does_not_come_back(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY)
    await bench.press("x")
    await bench.give(stage(2, "modify", LOAF.steps), edit(9, "replace", 1, "", at=2, agent="modify"))
    assert bench.status(9) == "withdrawn"


async def test_rule_11_holds_when_one_step_is_asked_again(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("x")
    bench.screen.model.stay(("s4", "step"))
    await bench.press("r", *"quick", "enter")
    again = edit(9, "replace", 4, "Fry in a lidded pan for 12 min a side", at=3, agent="modify")
    await bench.give(stage(3, "modify", LOAF.steps), again, finished(3, "modify"), Done(result=LOAF), end=True)
    assert bench.status(9) == "withdrawn"


async def test_a_new_answer_about_a_step_stands_beside_the_old_and_one_of_them_is_taken(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, Done(result=LOAF), end=True)
    bench.screen.model.stay(("s1", "e1"))
    await bench.press("a")
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("r", *"no frying", "enter")
    assert bench.session.asked[0][2:] == (3, "no frying")
    new = edit(9, "replace", 3, "Steam it for an hour.", at=3, agent="modify")
    await bench.give(stage(3, "modify", LOAF.steps[1:], ("e1",)), new, finished(3, "modify"), end=True)
    assert (bench.status(3), bench.status(9)) == ("undecided", "undecided")
    await bench.mark("s4", "e9")
    text = screen_text(bench.app)
    assert "One of 2 ways to write it:" in text, "alternatives are one card"
    assert "○ Fry in a lidded pan for 12 min a side." in text
    assert "● Steam it for an hour." in text
    await bench.press("a")
    assert bench.result == (*LOAF.steps[1:3], "Steam it for an hour.", "Cool it.")
    await bench.mark("s4", "e9")
    assert "● Steam it for an hour.  ✓ accepted" in screen_text(bench.app)


async def test_why_an_edit_was_turned_down_goes_along_when_an_agent_is_asked_again(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("X", "t")
    bench.screen.model.stay(("s5", "step"))
    await bench.press("r", *"cold", "enter")
    _, asked, step, note = bench.session.asked[0]
    assert (step, note) == (5, "cold")
    assert [(edit.step, edit.text, edit.reason) for edit in asked.rejected] == [
        (4, "Fry in a lidded pan for 12 min a side.", "I don't have this tool")
    ]


async def test_what_never_holds_goes_into_the_profile_and_is_the_reason(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("X", "m", *"pan", "enter")
    assert bench.status(3) == "rejected"
    decision = bench.screen.model.review.decision("e3")
    assert decision
    assert decision.reason == "I have no pan"
    assert bench.app.workspace.profile() == ("I have no pan",)
    assert "Added to your profile: I have no pan" in screen_text(bench.app)


async def test_rejecting_what_brings_a_thing_in_names_the_step_that_speaks_of_it(bench: Bench) -> None:
    brings = edit(1, "insert", 1, "Warm a baking stone.")
    speaks = edit(2, "replace", 5, "Cool it on the stone.")
    await bench.give(*begun(), MODIFY[0], brings, speaks, Done(result=LOAF), end=True)
    bench.screen.model.stay(("e1", "e1"))
    await bench.press("x")
    said = "Step 5 uses “the stone”, which you left out with the new step “Warm a baking stone.”."
    assert said in " ".join(screen_text(bench.app).split())


async def test_rule_12_the_mark_goes_to_the_next_undecided_card_wraps_and_stays_at_the_end(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY)
    await bench.press("n")
    assert bench.marked == "e2"
    await bench.press("a")
    assert bench.marked == "e3"
    await bench.press("a")
    assert bench.marked == "e1"
    await bench.press("x")
    assert bench.marked == "e1"


async def test_rule_12_arriving_cards_never_move_the_mark(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY[:2])
    assert bench.marked == "e1", "the first card is selected"
    await bench.give(*MODIFY[2:], *VERIFY)
    assert bench.marked == "e1"
    assert bench.app.focused is bench.screen.query_one(EditList)


async def test_a_card_arriving_at_the_marked_step_is_marked_before_it_is_decided(bench: Bench) -> None:
    await bench.give(*begun(), MODIFY[0])
    await bench.press("j", "k")
    assert bench.marked == "step s1"
    await bench.give(MODIFY[1])
    assert bench.marked == "step s1", "who moved already is not moved"
    await bench.press("a")
    assert (bench.marked, bench.status(1)) == ("e1", "undecided")


async def test_what_the_person_corrects_while_a_model_reads_the_hint_binds(bench: Bench) -> None:
    await bench.give(*begun(), stage(1, "customize", LOAF.steps))
    await bench.press("t", "space", "enter")
    mine = bench.screen.model.review.requirements
    assert [one.on for one in mine] == [False, True]
    await bench.give(RequirementsRead(requirements=tuple(replace(one, text="else", on=True) for one in mine)))
    assert bench.screen.model.review.requirements == mine
    assert [one.requirements for one in bench.screen.model.log if isinstance(one, RequirementsRead)][-1] == mine


async def test_a_rewrite_is_asked_again_by_whoever_wrote_it(bench: Bench) -> None:
    await bench.give(*begun(), stage(1, "customize", LOAF.steps), finished(1, "customize", "none"))
    await bench.give(Done(result=LOAF), end=True)
    assert "Ask again with these wishes?" in await bench.press("t", "space", "enter")
    await bench.press("y")
    assert bench.session.asked[0][0] == "customize"


async def test_the_last_place_brings_the_notes_into_view_and_the_first_one_the_warnings(bench: Bench) -> None:
    noted = replace(LOAF, notes="Freezes well.\n\nWARNING: the pan is hot.")
    await bench.pilot.resize_terminal(80, 20)
    await bench.pilot.press("escape")
    await bench.open(noted)
    await bench.give(*begun(noted), *(one for one in WHOLE if one not in begun()), end=True)
    assert "Freezes well." in await bench.press("G")
    assert "WARNING: the pan is hot." in await bench.press("g", "g")


# -- words of one's own that an undo takes out --------------------------------------------------------------------


def typed(words: str) -> list[str]:
    return ["ctrl+a", "ctrl+a", *("space" if sign == " " else sign for sign in words)]


@pytest.mark.parametrize(("slot", "part"), [("s4", "e3"), ("s2", "step")], ids=["a change", "a step"])
async def test_own_words_undone_are_at_hand_after_another_decision(bench: Bench, slot: str, part: str) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark(slot, part)
    await bench.press("e", *typed("Mine at last"), "enter")
    assert "Mine at last" in bench.result
    assert "Your words are kept: e opens them." in await bench.press("u")
    await bench.mark("s1", "e1")
    assert "Nothing to redo" in await bench.press("x", "U")
    await bench.mark(slot, part)
    await bench.press("e")
    assert bench.app.screen.query_one(CleanTextArea).text == "Mine at last"
    await bench.press("enter")
    assert "Mine at last" in bench.result
    assert not bench.app.drafts.texts


async def test_own_words_that_a_redo_brings_back_are_no_draft(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s2", "step")
    await bench.press("e", *typed("Mine"), "enter", "e", *typed("Mine again"), "enter", "u")
    assert bench.app.drafts.texts == ["Mine again"]
    await bench.press("u")
    assert bench.app.drafts.texts == ["Mine again"]
    await bench.press("U", "U")
    assert "Mine again" in bench.result
    assert not bench.app.drafts.texts


async def test_a_redo_leaves_the_same_words_alone_where_they_are_typed_for_another_step(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s2", "step")
    await bench.press("e", *typed("Mine"), "enter", "u")
    await bench.mark("s1", "step")
    await bench.press("e", *["backspace"] * 80, *typed("Mine"), "escape")
    assert bench.app.drafts.texts == ["Mine", "Mine"]
    await bench.press("U")
    assert bench.app.drafts.texts == ["Mine"]
    await bench.mark("s1", "step")
    await bench.press("e")
    assert bench.app.screen.query_one(CleanTextArea).text == "Mine"
    await bench.press("escape")


async def test_new_steps_undone_are_all_at_hand_below_the_step_they_were_for(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s2", "step")
    assert "Your words are kept: o opens them." in await bench.press(
        "o", *typed("Rest"), "enter", "o", *typed("Wait"), "enter", "u", "u"
    )
    await bench.mark("s1", "e1")
    await bench.press("x")
    await bench.mark("s2", "step")
    await bench.press("o")
    assert {*bench.app.screen.query_one(CleanTextArea).text.split("\n")} == {"Rest", "Wait"}
    await bench.press("escape")


async def test_a_new_step_written_anew_is_at_hand_in_its_last_words(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s2", "step")
    await bench.press("o", *typed("Rest"), "enter", "e", *typed("Rest well"), "enter", "u")
    await bench.press("e")
    assert bench.app.screen.query_one(CleanTextArea).text == "Rest well"
    await bench.press("escape", "u")
    assert bench.app.drafts.texts == ["Rest well"]
    await bench.press("U", "U")
    assert "Rest well" in bench.result
    assert not bench.app.drafts.texts


async def test_a_wish_that_is_said_anew_is_not_done_by_what_was_accepted_for_the_old_words(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A", "escape")
    old = bench.screen.model.review.requirements
    assert "The suggestions you see were made for “I have no oven”." in await bench.press(
        "t", "e", *"now", "enter", "enter"
    )
    await bench.press("n")
    new = bench.screen.model.review.requirements
    assert (new[0].text, new[1]) == (f"{old[0].text}now", old[1])
    assert new[0].id not in {one.id for one in old}
    assert "I have no ovennow: nothing" in screen_text(bench.app)
