"""What became of each wish, said as a friend would: no ids, no "served", never an all-clear."""

from dataclasses import replace
from functools import reduce

import pytest

from tailor.core.coverage import as_taken, ledger, still_told
from tailor.core.events import (
    Covered,
    EditProposed,
    Event,
    Judged,
    RequirementsRead,
    StageFinished,
    StageStarted,
    State,
    Verdict,
)
from tailor.core.outcomes import WishOutcome, outcome, outcomes
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import Kind, Requirement, merge, parse_hint
from tailor.core.review import Review
from tailor.core.review.decisions import accept, accept_many, fine, own_edit, reject
from tailor.core.review.events import fold, fold_all
from tailor.core.review.objections import save_anyway
from tailor.core.review.state import ReviewState
from tailor.rules.modify import modify
from tests.core.review_case import BENCH, edit, found, review_of, started

PLACES = (found("p1", 1, "bleach", "R1"), found("p2", 3, "bleach", "R1"), found("p3", 2, "Drill", "R2"))


def told(review: Review) -> list[WishOutcome]:
    state = ReviewState(review)
    taken = [id for id in state.proposals if state.status(id) == "accepted"]
    return list(outcomes(state, ledger(state, taken)))


def line(state: State, verdict: Verdict | None = None, **more: tuple[int, ...]) -> Covered:
    return Covered(
        id="R1",
        edits=("e1",) if state in ("served", "claimed") else (),
        state=state,
        verdict=verdict,
        **{"steps": (), **more},
    )


def test_what_was_done_though_words_of_it_stayed_unused_is_to_be_looked_at_but_is_met() -> None:
    made = outcome(line("served", "done"), "no butter, sung softly", unused=("sung", "softly"))
    assert made.short == "“sung softly” ignored, the rest done"
    assert made.says == "“no butter, sung softly”: I ignored “sung softly”; the rest is done."
    assert (made.looks, made.unmet) == (True, False)


@pytest.mark.parametrize(
    ("covered", "short", "says"),
    [
        (line("served", "done", steps=(1, 4)), "done", "“no nuts”: done in steps 1 and 4."),
        (line("served", steps=(2,)), "changed in step 2", "“no nuts”: changed in step 2."),
        (
            line("not_served", "already"),
            "already fits",
            "“no nuts”: the how-to already fits; nothing had to change.",
        ),
        (line("not_served"), "nothing changed", "“no nuts”: nothing was changed."),
        (line("not_served", "found"), "nothing changed", "“no nuts”: nothing was changed."),
        (line("unclassified"), "not understood", "I did not understand “no nuts”, so I changed nothing for it."),
        (
            line("not_served", "not_understood"),
            "not understood",
            "I did not understand “no nuts”, so I changed nothing for it.",
        ),
    ],
)
def test_each_verdict_has_its_plain_words(covered: Covered, short: str, says: str) -> None:
    made = outcome(covered, "no nuts")
    assert (made.short, made.says) == (short, says)


def test_what_was_only_looked_for_is_never_an_all_clear() -> None:
    made = outcome(line("not_served", "looked_for"), "no nuts")
    assert made.looks
    assert "no guarantee" in made.short
    assert "no guarantee: check the labels" in made.says


@pytest.mark.parametrize("wish", ["metric", "no blender"])
def test_labels_say_nothing_about_measures_and_tools(wish: str) -> None:
    made = outcome(line("not_served", "looked_for"), wish)
    assert (made.short, made.says) == ("nothing found", f"“{wish}”: I found nothing to change.")
    assert (made.looks, made.unmet) == (True, False)


def test_found_and_partly_name_the_steps_that_are_left() -> None:
    first, second = told(review_of(*PLACES))
    assert first.short == "look at steps 1 and 3"
    assert first.says == "“no bleach”: nothing was changed. Steps 1 and 3 still mention “bleach”."
    assert second.short == "look at step 2"
    first, _ = told(own_edit(review_of(*PLACES), "replace", "s1", "Mix vinegar.").review)
    assert first.short == "partly, not “bleach” in step 3"
    assert first.says == "“no bleach”: partly done. Step 3 still mentions “bleach”."


def test_places_that_only_the_person_settled_are_told_as_theirs_and_not_as_done() -> None:
    review = own_edit(review_of(*PLACES), "replace", "s1", "Mix it without bleach.").review
    first, second = told(fine(review, ["p2", "p3"]).review)
    assert first.says == "“no bleach”: you changed step 1 yourself; you said that step 3 is fine."
    assert (first.short, first.looks) == ("you decided", False)
    assert second.says == "“no drilling”: you said that step 2 is fine."
    assert second.short == "you said it is fine"


SATAY = procedure(
    "Cook chicken satay",
    ["Heat the oil.", "Stir 150 g of peanut butter and 2 teaspoons of baking powder into the pan."],
    ["150 g peanut butter", "2 teaspoons baking powder"],
)


def own_words(wish: str, word: str, words: str, kind: Kind = "prerequisite") -> WishOutcome:
    """What became of a wish whose only open place the person wrote anew."""
    review = Review(SATAY)
    begun = replace(started(), steps=SATAY.steps, resources=SATAY.resources)
    for event in (RequirementsRead(requirements=(Requirement("R1", kind, wish),)), begun):
        review = fold(review, event)
    review = fold(review, found("p1", 2, word, "R1"))
    [made] = told(own_edit(review, "replace", "s2", words).review)
    return made


@pytest.mark.parametrize(
    ("wish", "word", "words"),
    [
        ("peanut allergy", "peanut butter", f"{SATAY.steps[1][:-1]}, but less peanut butter."),
        ("I am allergic to nuts", "peanut butter", "Stir 75 g of peanut butter into the pan."),
        ("no baking powder", "baking powder", "Stir in 1 teaspoon of baking powder."),
        ("I have no oil", "oil", "Stir it, with more oil."),
        ("I am pregnant", "raw eggs", "Stir in two raw eggs."),
        ("vegan", "peanut butter", "Stir in some honey."),
        ("peanut allergy and I have one pan", "peanut butter", "Stir the peanut butter into the one pan."),
    ],
)
def test_own_words_that_still_name_what_must_not_be_there_do_not_meet_the_wish(
    wish: str, word: str, words: str
) -> None:
    made = own_words(wish, word, words)
    assert made.unmet
    assert made.looks
    assert "Step 2 still mentions" in made.says
    assert save_anyway([made]).startswith((f"“{wish}” is ", f"“{wish}” (not “"))


@pytest.mark.parametrize(
    ("wish", "word", "words", "kind"),
    [
        ("peanut allergy", "peanut butter", "Leave out the peanut butter; stir in tahini.", "prerequisite"),
        ("peanut allergy", "peanut butter", "Stir in tahini instead of peanut butter.", "prerequisite"),
        ("no baking powder", "baking powder", "Stir it without baking powder.", "prerequisite"),
        ("less peanut butter", "peanut butter", "Stir in 75 g of peanut butter.", "preference"),
        ("I have only one pan", "pan", "Stir it in the same pan.", "prerequisite"),
    ],
)
def test_own_words_that_rule_it_out_or_need_not_are_what_the_person_decided(
    wish: str, word: str, words: str, kind: Kind
) -> None:
    made = own_words(wish, word, words, kind)
    assert (made.short, made.unmet) == ("you decided", False)


def test_own_words_for_what_is_usually_done_with_a_tool_may_do_it_with_another() -> None:
    made = own_words("no spanner", "nut", "Undo the nut with the pliers.")
    assert (made.short, made.unmet) == ("you decided", False)
    assert own_words("no spanner", "nut", "Undo the nut with the spanner.").unmet


@pytest.mark.parametrize(
    ("wish", "word", "words", "named"),
    [
        ("halal", "gelatine", "Dissolve a stock cube.", "stock cube"),
        ("bad back", "box", "Lift the crate up.", "lift"),
        ("wheelchair", "ladder", "Climb the stairs.", "climb"),
    ],
)
def test_own_words_for_what_may_hurt_somebody_do_not_meet_the_wish(
    wish: str, word: str, words: str, named: str
) -> None:
    made = own_words(wish, word, words)
    assert (made.short, made.unmet) == (f"partly, not “{named}” in step 2", True)


def test_a_thing_left_out_of_the_list_is_no_more_than_a_part_while_own_words_name_it() -> None:
    review = Review(SATAY)
    begun = replace(started(), steps=SATAY.steps, resources=SATAY.resources)
    wish = Requirement("R1", "prerequisite", "no baking powder")
    places = (found("p1", 2, "baking powder", "R1"), found("p2", 2, "baking powder", "R1", part="resources"))
    review = fold_all(SATAY, (RequirementsRead(requirements=(wish,)), begun, *places))
    review = own_edit(review, "replace", "s2", f"{SATAY.steps[1]} Stir well.").review
    [made] = told(own_edit(review, "replace", "r2", "", "resources").review)
    assert made.says == "“no baking powder”: partly done. Step 2 still mentions “baking powder”."
    assert made.short == "partly, not “baking powder” in step 2"
    assert save_anyway([made]) == "“no baking powder” (not “baking powder” in step 2) is only partly met."


def test_it_is_fine_settles_a_word_for_the_guard_too_and_no_other() -> None:
    milk = Requirement("R1", "prerequisite", "no milk")
    sauce = procedure("Cook a sauce", ["Melt the butter.", "Add the milk.", "Pour on the white sauce."])
    begun = replace(started(), steps=sauce.steps, resources=())
    review = Review(sauce)
    places = (found("p1", 3, "white sauce", "R1"), found("p2", 1, "butter", "R1"))
    for event in (RequirementsRead(requirements=(milk,)), begun, edit("e1", "replace", 2, "Add water.", "R1")):
        review = fold(review, event)
    review = accept(reduce(fold, places, review), "e1").review
    [made] = told(fine(review, ["p1"]).review)
    assert made.says == "“no milk”: partly done. Step 1 still mentions “butter”."
    [made] = told(fine(review, ["p1", "p2"]).review)
    assert made.says == "“no milk”: done in step 2; you said that steps 1 and 3 are fine."
    assert made.short == "done, the rest as you decided"


def test_at_the_end_nobody_is_sent_to_a_place_that_was_decided() -> None:
    says = "Step 1 mentions “bleach”, so please look there. Check the labels."
    pointing = Judged(
        id="R1",
        verdict="found",
        says=says,
        points=("Step 1 mentions “bleach”, so please look there.", "Press e there."),
    )
    review = fold(review_of(*PLACES), StageFinished(stage=1, agent="modify", end="none", verdicts=(pointing,)))
    assert still_told(ReviewState(review), [f"{says}\nPress e there."]) == ("Check the labels.",)


def test_a_wish_whose_only_suggestion_was_turned_down_was_understood() -> None:
    runny = Requirement("R1", "unclassified", "the batter is too runny")
    review = fold_all(
        BENCH,
        (
            RequirementsRead(requirements=(runny,)),
            started(),
            edit("e1", "insert", 1, "Whisk in a spoon of flour.", "R1"),
            StageFinished(
                stage=1,
                agent="modify",
                end="edits",
                verdicts=(Judged(id="R1", verdict="done", says="Add flour."),),
            ),
        ),
    )
    [made] = told(reject(review, ["e1"]).review)
    assert made.short == "you rejected it"
    assert made.says == "“the batter is too runny”: nothing was changed, because you rejected the suggestions."
    assert told(review)[0].short == "nothing changed", "nobody decided yet"


def test_an_edit_whose_result_still_speaks_against_the_wish_is_partly_done() -> None:
    made = outcome(line("claimed"), "no nuts")
    assert (made.short, made.looks) == ("partly", True)


def test_what_agents_said_counts_where_nothing_was_proposed_or_found() -> None:
    said = StageFinished(
        stage=1, agent="modify", end="none", verdicts=(Judged(id="R1", verdict="already", says="So."),)
    )
    wish = RequirementsRead(requirements=(Requirement("R1", "prerequisite", "no ammonia"),))
    assert told(fold(review_of(wish), said))[0].short == "already fits"
    review = fold(review_of(wish, edit("e1", "replace", 4, "Dry it.", "R1")), said)
    assert told(accept(review, "e1").review)[0].short == "done"


@pytest.mark.parametrize(
    ("wish", "short"),
    [("less sugar", "done"), ("no sugar", "partly, not “sugar” in the list"), ("low-sugar", "done")],
)
def test_less_of_a_thing_is_done_though_the_result_still_has_some(wish: str, short: str) -> None:
    cake = procedure("Cake", ["Stir it all together."], ["100 g sugar"])
    review = fold_all(
        cake,
        (
            RequirementsRead(requirements=(Requirement("R1", "preference", wish),)),
            StageStarted(stage=1, agent="modify", base="", steps=cake.steps, resources=cake.resources),
            edit("e1", "replace", 1, "75 g sugar", "R1", part="resources"),
            StageFinished(
                stage=1, agent="modify", end="edits", verdicts=(Judged(id="R1", verdict="done", says="Cut it."),)
            ),
        ),
    )
    assert [one.short for one in told(accept(review, "e1").review)] == [short]


def joined(hint: str) -> Review:
    soup = procedure("Soup", ["Slice the onions.", "Add the stock."], ["500 g onions", "1 l stock"])
    wishes = parse_hint(hint)
    wishes = merge(wishes, "R1", "R2") if len(wishes) > 1 else wishes
    made = modify(soup, wishes)
    return fold_all(
        soup,
        (
            RequirementsRead(requirements=wishes),
            StageStarted(stage=1, agent="modify", base="", steps=soup.steps, resources=soup.resources),
            *(
                edit(f"e{n}", one.op, one.step, one.text, "R1", part=one.part)
                for n, one in enumerate(made.edits, 1)
            ),
            StageFinished(stage=1, agent="modify", end="edits", verdicts=made.verdicts),
        ),
    )


def test_of_two_wishes_joined_the_one_for_which_nothing_was_found_is_named() -> None:
    [made] = told(accept_many(joined("half of it; nut allergy"), "all").review)
    assert made.short == "partly, nothing done for “nut”"
    assert made.says.startswith("“half of it, nut allergy”: partly done. I looked for words related to")
    assert save_anyway([made]) == "“half of it, nut allergy” (nothing done for “nut”) is only partly met."


def test_of_a_wish_done_in_part_what_was_ignored_is_named_in_short_too() -> None:
    [made] = told(accept_many(joined("half of it; is it good?"), "all").review)
    assert made.short == "partly, “good” ignored"


def test_what_was_rejected_of_a_wish_done_in_part_is_named() -> None:
    review = joined("half of it; for 2")
    review = reject(accept(review, "e1").review, ["e2"]).review
    [made] = told(review)
    assert made.short == "partly, you rejected the change to 1 item on the list"
    assert made.says == "“half of it, for 2”: partly done; you rejected the change to 1 item on the list."


def test_a_wish_that_is_done_in_part_is_not_said_to_be_unmet() -> None:
    partly, found_only = outcome(line("claimed"), "no nuts"), outcome(line("not_served", "found"), "no oven")
    assert save_anyway([partly]) == "“no nuts” is only partly met."
    assert save_anyway([partly, found_only]) == "“no oven” is not met. “no nuts” is only partly met."


KITCHEN = procedure(
    "Fry an onion",
    ["Chop the onion.", "Melt the butter.", "Fry the onion in the butter.", "Brown it in the oven."],
    ["1 onion", "butter", "salt"],
)


def unnamed(wish: str, *texts: tuple[int, str], goal: str = "Fry an onion") -> WishOutcome:
    """What became of a wish when these steps were written anew by edits that name no wish."""
    asked = Requirement("R1", "prerequisite", wish)
    base = replace(KITCHEN, goal=goal)
    begun = StageStarted(
        stage=1, agent="modify", base="", steps=base.steps, resources=base.resources, builds_on=()
    )
    things = edit("e0", "replace", 2, "oil", part="resources")
    events: tuple[Event, ...] = (
        RequirementsRead(requirements=(asked,)),
        begun,
        things,
        *(edit(f"e{n}", "replace", n, text) for n, text in texts),
    )
    review = reduce(fold, events, Review(base, wish))
    (made,) = told(accept_many(review, "all").review)
    return made


def test_a_wish_that_no_edit_names_and_that_the_result_meets_is_done() -> None:
    made = unnamed("no butter", (2, "Warm the oil."), (3, "Fry the onion in the oil."))
    assert (made.short, made.says, made.unmet) == ("done", "“no butter”: done in steps 2 and 3.", False)
    made = unnamed("I have no oven", (4, "Brown it in the pan."))
    assert made.says == "“I have no oven”: done in step 4."
    assert unnamed("no butter", (2, ""), (3, "Oil.")).short == "done", "however few words the new steps have"
    assert unnamed("no butter", (2, ""), (3, "Boil the onion.")).says == "“no butter”: done in step 2."


def test_a_wish_that_no_edit_names_and_that_the_result_meets_in_part_says_what_is_left() -> None:
    made = unnamed("no butter", (2, "Warm the oil."))
    assert made.short == "partly, not “butter” in step 3"
    assert (made.partly, made.unmet) == (True, True)
    other = unnamed("no butter", (2, "Warm the oil."), (3, "Fry the onion in half the butter."))
    assert other.short == "partly, not “butter” in step 3", "also in a step that was written anew"
    titled = unnamed("no butter", (2, ""), (3, "Boil the onion."), goal="Fry an onion in butter")
    assert titled.unmet, "the title still says it"


@pytest.mark.parametrize("wish", ["I am allergic to milk", "vegan", "no dairy"])
def test_what_concerns_health_is_never_said_to_be_done_because_nothing_is_left(wish: str) -> None:
    made = unnamed(wish, (2, "Warm the oil."), (3, "Fry the onion in the oil."))
    assert "no guarantee" in made.short
    assert (made.looks, made.unmet) == (True, False)


@pytest.mark.parametrize("wish", ["half as much butter", "no butter, sung softly", "no bleach"])
def test_what_is_not_wholly_known_or_was_not_there_is_not_said_to_be_done(wish: str) -> None:
    made = unnamed(wish, (2, "Warm the oil."), (3, "Fry the onion in the oil."))
    assert made.looks
    assert "done" not in made.short


def test_what_changed_on_the_list_is_counted_beside_the_steps() -> None:
    made = outcome(line("served", "done", steps=(3,)), "for 3", things=6)
    assert made.says == "“for 3”: done in step 3 and in 6 items on the list."


def test_what_is_in_the_pan_already_is_never_done_whatever_is_decided_ahead() -> None:
    judged = Judged(id="R1", verdict="found", says="You have already used “bleach”.", used=("bleach",))
    ended = StageFinished(stage=1, agent="modify", end="none", verdicts=(judged,))
    first = told(fine(review_of(*PLACES[:2], ended), ["p1", "p2"]).review)[0]
    assert first.short == "“bleach” already used"
    assert "you have already used “bleach”" in first.says
    assert (first.looks, first.unmet) == (True, True)


def test_what_the_person_put_in_themselves_is_not_ignored() -> None:
    judged = Judged(id="R1", verdict="found", says="I ignored “pots”.", unused=("pots",))
    review = review_of(*PLACES, StageFinished(stage=1, agent="modify", end="none", verdicts=(judged,)))
    assert "ignored “pots”" in told(review)[0].says
    review = own_edit(own_edit(review, "replace", "s1", "Fill a pot.").review, "replace", "s3", "").review
    assert "ignored" not in told(review)[0].says


def test_nothing_is_told_of_an_edit_that_was_not_taken() -> None:
    says = "Left out the walnuts. Check the labels."
    told_of = Judged(id="R1", verdict="done", says=says, edited=("Left out the walnuts.",))
    ended = StageFinished(stage=1, agent="modify", end="none", says=says, verdicts=(told_of,))
    review = review_of(edit("e1", "replace", 2, "", "R1"), ended)
    waiting, refused, taken = review, reject(review, "e1").review, accept(review, "e1").review
    assert (
        as_taken(ReviewState(waiting), [says]) == as_taken(ReviewState(refused), [says]) == ("Check the labels.",)
    )
    assert as_taken(ReviewState(waiting), [says], undecided=True) == (says,)
    assert as_taken(ReviewState(taken), [says]) == (says,)


SOUP = procedure(
    "Tomato soup",
    ["Chop 1 onion and 2 carrots.", "Fry the onion until soft.", "Add the tomatoes; simmer for 20 minutes."],
    ["1 onion", "2 carrots", "800 g tomatoes"],
)
TRIP = procedure(
    "Plan a 5-day trip to Rome",
    ["Book your flight.", "Get to the airport early.", "On day 1 see the Colosseum.", "On day 5 fly home."],
    ["passport", "plane tickets", "5 shirts"],
)


def by_a_model(base: Procedure, hint: str, *edits: EditProposed) -> tuple[WishOutcome, ...]:
    """What became of a hint where a model proposed these edits and said nothing of the wish; all are accepted."""
    begun = replace(started(), steps=base.steps, resources=base.resources)
    review = fold_all(Review(base), (RequirementsRead(requirements=parse_hint(hint)), begun, *edits))
    return tuple(told(accept_many(review, "all").review))


@pytest.mark.parametrize(
    ("base", "hint", "edits", "says"),
    [
        (
            SOUP,
            "no onion",
            (
                edit("e1", "replace", 1, "Chop 2 carrots.", "R1"),
                edit("e2", "replace", 2, "Fry the carrots.", "R1"),
            ),
            "partly done. The list of what you need still mentions “onion”.",
        ),
        (
            SOUP,
            "leek instead of onion",
            (edit("e1", "replace", 1, "Chop 1 leek and 2 carrots.", "R1"),),
            "partly done. Step 2 and the list of what you need still mention “onion”.",
        ),
        (
            SOUP,
            "no onion",
            (),
            "nothing was changed. Steps 1 and 2 and the list of what you need still mention “onion”.",
        ),
        (
            TRIP,
            "by train instead of plane",
            (edit("e1", "replace", 1, "Book your train.", "R1"), edit("e2", "replace", 2, "", "R1")),
            "partly done. Step 3 still mentions “fly”. The list of what you need still mentions “plane”.",
        ),
        (
            TRIP,
            "only 3 days",
            (edit("e1", "replace", 3, "On day 1 see the Colosseum and the Forum.", "R1"),),
            "partly done. Step 4 still mentions “day 5”.",
        ),
    ],
)
def test_what_a_wish_rules_out_and_a_model_left_is_named_before_it_is_saved(
    base: Procedure, hint: str, edits: tuple[EditProposed, ...], says: str
) -> None:
    [made] = by_a_model(base, hint, *edits)
    assert made.says == f"“{hint}”: {says}"
    assert made.unmet
    assert hint in save_anyway([made])


@pytest.mark.parametrize(
    ("hint", "edits"),
    [
        (
            "no onion",
            (
                edit("e1", "replace", 1, "Chop 1 leek and 2 carrots.", "R1"),
                edit("e2", "replace", 2, "Fry the leek until soft, without any onion.", "R1"),
                edit("e3", "replace", 1, "1 leek", "R1", part="resources"),
            ),
        ),
        ("no oven", (edit("e1", "insert", 0, "Use the hob.", "R1"),)),
        ("less than 30 minutes", (edit("e1", "replace", 2, "Microwave it.", "R1"),)),
    ],
)
def test_what_took_the_place_of_what_is_ruled_out_is_not_held_against_it(
    hint: str, edits: tuple[EditProposed, ...]
) -> None:
    [made] = by_a_model(SOUP, hint, *edits)
    assert not made.unmet
    assert "still" not in made.says


SALAD = procedure(
    "Toss a salad",
    ["Whisk the oil with the honey.", "Fry the bacon.", "Toss all with the walnuts and serve in cups."],
    ["2 tbsp oil", "1 tbsp honey", "100 g bacon", "50 g walnuts"],
)
SYRUP, SEEDS = "Replaced the honey with syrup. Syrup is as sweet.", "Seeds are as crisp."
LOOK = "Please look at “bacon” in step 2."


def salad(*rejected: str) -> ReviewState:
    """Honey goes for syrup, bacon is pointed at, walnuts and cups go for others; some of it is rejected."""
    vegan = Judged(id="R1", verdict="partly", says=f"{SYRUP} {LOOK}", points=(LOOK,), edited=(f"{SYRUP} {LOOK}",))
    nuts = Judged(id="R2", verdict="done", says=f"{SEEDS} Bowls hold more.", edited=(SEEDS, "Bowls hold more."))
    changes = (
        replace(edit("e1", "replace", 1, "Whisk the oil with the syrup.", "R1"), reason="Syrup is as sweet."),
        replace(edit("e2", "replace", 2, "1 tbsp syrup", "R1", part="resources"), reason="Syrup is as sweet."),
        replace(edit("e3", "replace", 4, "50 g seeds", "R2", part="resources"), reason=SEEDS),
        replace(
            edit("e4", "replace", 3, "Toss all with the seeds and serve in bowls.", "R2"),
            reason="Bowls hold more.",
        ),
    )
    wishes = Requirement("R1", "prerequisite", "vegan"), Requirement("R2", "refinement", "seeds and bowls, please")
    begun = StageStarted(stage=1, agent="modify", base="", steps=SALAD.steps, resources=SALAD.resources)
    ended = StageFinished(stage=1, agent="modify", end="edits", verdicts=(vegan, nuts))
    pointed = found("p1", 2, "bacon", "R1")
    review = fold_all(SALAD, (RequirementsRead(requirements=wishes), begun, *changes, pointed, ended))
    return ReviewState(accept_many(reject(review, rejected).review, "all").review)


def notes(state: ReviewState) -> str:
    """What a summary adds of what was said about the changes."""
    said = [one.says for stage in state.review.stages for one in stage.verdicts]
    return " ".join(still_told(state, as_taken(state, said)))


def test_what_one_rejected_is_among_what_is_still_there_and_is_not_said_to_be_done() -> None:
    vegan, nuts = told((state := salad("e1", "e2")).review)
    assert vegan.says == (
        "“vegan”: nothing was changed. Step 2 and the list of what you need still mention “bacon”. "
        "Step 1 and the list of what you need still mention “honey”."
    )
    assert nuts.short.startswith("done")
    assert notes(state) == f"{SEEDS} Bowls hold more."
    vegan, _ = told((state := salad()).review)
    assert "honey" not in vegan.says
    assert notes(state) == f"{SYRUP} {SEEDS} Bowls hold more."


def test_a_wish_of_which_one_rejected_a_part_is_done_in_part_and_told_of_the_rest_alone() -> None:
    _, nuts = told((state := salad("e4")).review)
    assert (nuts.short, nuts.looks) == ("partly, you rejected the change to step 3", True)
    assert nuts.says == "“seeds and bowls, please”: partly done; you rejected the change to step 3."
    assert notes(state) == f"{SYRUP} {SEEDS}"
    own = own_edit(state.review, "replace", "s3", "Toss all and serve in bowls.").review
    assert told(own)[1].short.startswith("done"), "one's own words stand there"


@pytest.mark.parametrize("judged", [(), (Judged(id="R1", verdict="done", says="Syrup."),)])
@pytest.mark.parametrize(("wish", "word"), [("vegan", "honey"), ("no spoon", "spoon")])
def test_what_is_still_there_is_named_where_all_that_was_suggested_was_rejected(
    wish: str, word: str, judged: tuple[Judged, ...]
) -> None:
    tea = procedure("Sweeten tea", ["Stir in the honey with a spoon."])
    begun = StageStarted(stage=1, agent="modify", base="", steps=tea.steps, resources=())
    asked = RequirementsRead(requirements=(Requirement("R1", "prerequisite", wish),))
    change = edit("e1", "replace", 1, "Whisk in the syrup.", "R1")
    ended = StageFinished(stage=1, agent="modify", end="edits", verdicts=judged)
    [made] = told(reject(fold_all(tea, (asked, begun, change, ended)), ["e1"]).review)
    because = "nothing was changed, because you rejected the suggestions"
    assert made.says == f"“{wish}”: {because}. Step 1 still mentions “{word}”."
    assert made.short == "you rejected it"
