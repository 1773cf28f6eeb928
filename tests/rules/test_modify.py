"""What the built-in tailor does with a hint: edits that passed every check, places, a verdict for each wish."""

import asyncio
from dataclasses import replace

import pytest

from tailor.core.edits import Replace
from tailor.core.finding import Place
from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Answer, FoundPlace, Task
from tailor.core.requirements import parse_hint
from tailor.rules import modify as modify_module
from tailor.rules import scaling
from tailor.rules.backend import RuleAgents, loose_ends
from tailor.rules.model import Asked, Kind, Limits, Outcome, Proposal
from tailor.rules.modify import modify
from tailor.rules.sentences import HELP, LABELS

SHELF = procedure(
    "Put up a shelf",
    ["Mark two points on the wall.", "Drill a hole at each.", "Wipe the wall with bleach.", "Screw on the shelf."],
    ["a drill", "bleach"],
)
CAKE = procedure("Bake a cake", ["Melt the butter.", "Stir in flour.", "Bake until done."], ["butter", "flour"])


def outcome(base: Procedure, hint: str, limits: Limits | None = None) -> Outcome:
    return modify(base, parse_hint(hint), limits or Limits())


def where(made: Outcome) -> list[tuple[str, int, str]]:
    return [(place.part, place.step, place.word.casefold()) for place in made.places]


def swaps(old: str, new: str) -> Kind:
    """A kind of change that replaces one word wherever it stands."""

    def propose(base: Procedure, asked: Asked) -> Proposal | None:
        if asked.wish.thing != old:
            return None
        edits = [
            Replace(step=place.step, text=base.part(place.part)[place.step - 1].replace(old, new), part=place.part)
            for place in asked.wish.places
        ]
        return Proposal(edits=tuple(edits), says=f"{new.capitalize()} takes the place of {old}.")

    return propose


@pytest.fixture
def oil_for_butter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modify_module, "KINDS", (swaps("butter", "oil"),))


@pytest.fixture(autouse=True)
def no_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modify_module, "KINDS", ())


def test_what_no_rule_is_sure_of_becomes_places_for_its_wish() -> None:
    made = outcome(SHELF, "no drill")
    assert where(made) == [("steps", 2, "drill"), ("resources", 1, "drill")]
    assert made.places[0].serves == ("R1",)
    assert made.verdicts[0].verdict == "found"
    assert made.verdicts[0].says.startswith("Step 2 and the list of what you need mention “drill”")


def test_two_wishes_about_different_words_of_one_step_are_two_questions() -> None:
    base = procedure("Put up a shelf", ["Drill a hole and wipe it with bleach.", "Drill a second hole."])
    made = outcome(base, "no drill, no bleach, no drilling")
    assert [(place.step, place.serves) for place in made.places] == [
        (1, ("R1", "R3")),
        (1, ("R2",)),
        (2, ("R1", "R3")),
    ]


@pytest.mark.usefixtures("oil_for_butter")
def test_what_passes_its_checks_is_proposed_as_one_group() -> None:
    made = outcome(CAKE, "no butter")
    assert [(edit.text, edit.serves, edit.group) for edit in made.edits] == [
        ("Melt the oil.", ("R1",), "g1"),
        ("oil", ("R1",), "g1"),
    ]
    assert made.places == ()
    assert made.verdicts[0].verdict == "done"
    assert made.verdicts[0].says.startswith("Oil takes the place of butter.")


def test_what_fails_a_check_becomes_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modify_module, "KINDS", (swaps("butter", "cream"),))
    made = outcome(CAKE, "no butter, vegan")
    assert made.edits == ()
    assert ("steps", 1, "butter") in where(made)
    assert {one.verdict for one in made.verdicts} == {"found"}


def test_a_proposal_that_leaves_something_is_partly_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(base: Procedure, asked: Asked) -> Proposal:
        left = (Place("steps", 2, "flour", "how much depends on it"),)
        return Proposal(edits=swaps("butter", "oil")(base, asked).edits, says="Swapped.", left=left)  # type: ignore[union-attr]

    monkeypatch.setattr(modify_module, "KINDS", (some,))
    made = outcome(CAKE, "no butter")
    assert where(made) == [("steps", 2, "flour")]
    assert made.verdicts[0].verdict == "partly"
    assert "Please look at “flour” in step 2." in made.verdicts[0].says


@pytest.mark.parametrize(
    ("hint", "verdict", "words"),
    [
        ("no blender", "looked_for", "I don't see “blender” in the text, but it may go by another name"),
        ("can i use a blender", "not_understood", "I did not understand"),
        ("steel not bronze", "not_understood", "I did not understand"),
        ("nut allergy", "looked_for", "I only match words"),
        ("im vegan", "looked_for", "words related to “vegan”"),
        (
            "only 10 minutes",
            "found",
            "I don't know what to change for “10 minutes”, so I changed nothing.",
        ),
        ("a yard of three square metres", "not_understood", "I did not understand"),
        ("my phone rang", "not_understood", "I did not understand “my phone rang”"),
        ("my aunt is grumpy", "not_understood", "I did not understand “my aunt is grumpy”"),
        ("x" * 2_000, "not_understood", "is too long"),
    ],
)
def test_what_is_not_there_is_said_plainly_and_never_clears_health(hint: str, verdict: str, words: str) -> None:
    made = outcome(SHELF, hint)
    [judged] = made.verdicts
    assert judged.verdict == verdict
    assert words in judged.says
    assert (made.edits, made.places) == ((), ())


def test_a_text_without_a_list_never_says_that_a_thing_is_not_used() -> None:
    for steps in (["Sing a song."], ["Make a documentary about it."]):
        [judged] = outcome(procedure("Celebrate", steps), "no camera").verdicts
        assert (judged.verdict, "No camera" in judged.says) == ("looked_for", False)


def test_a_thing_whose_other_words_are_in_the_text_is_never_cleared() -> None:
    meatballs = procedure("Glaze", ["Warm the preserves.", "Pour it over."], ["1 cup apricot preserves or jam"])
    made = outcome(meatballs, "no apricot jam")
    assert ("resources", 1, "apricot preserves") in where(made)
    assert (
        outcome(procedure("Cook", ["Fry it."], ["a pan, no ice"]), "no ice cream").verdicts[0].verdict != "already"
    )


@pytest.mark.parametrize("hint", ["no butter, nut allergy", "nut allergy, no butter", "no butter and nut allergy"])
def test_an_allergy_gets_its_own_sentence_beside_another_wish(hint: str) -> None:
    cake = replace(CAKE, resources=("butter", "flour", "milk"))
    says = " ".join(one.says for one in outcome(cake, hint).verdicts)
    assert "I looked for words related to “nut” and found none that I know." in says
    assert "For “nut”" not in says


def test_each_allergy_names_its_own_words_and_hides_none_behind_another() -> None:
    steps = ["Whisk the peanut butter and soy sauce.", "Boil the wheat noodles.", "Chop the roasted peanuts."]
    base = procedure("Toss a salad", steps, ["peanut butter", "soy sauce", "wheat noodles", "roasted peanuts"])
    [judged] = outcome(base, "peanut allergy and coeliac and sesame allergy").verdicts
    assert "more" not in judged.says.replace("may contain more", "")
    assert (
        "For “coeliac”: Steps 1 and 2 and the list of what you need mention “soy sauce” and “wheat noodles”"
        in (judged.says)
    )
    assert "related to “sesame” and found none" in judged.says


def test_several_things_of_one_wish_are_pointed_at_in_one_sentence() -> None:
    [judged] = outcome(CAKE, "no butter or flour").verdicts
    assert judged.says.count("please look there") == 1


def test_a_time_without_haste_is_no_wish_to_be_faster() -> None:
    [judged] = outcome(SHELF, "no drill tonight").verdicts
    assert "skip or do faster" not in judged.says
    assert "I ignored “tonight”." in judged.says


def test_what_somebody_has_instead_is_not_said_to_be_of_no_use() -> None:
    [judged] = outcome(SHELF, "no drill, only a nail").verdicts[:1]
    assert "take the place" not in judged.says


def test_a_unit_that_is_only_refused_is_no_thing_to_point_at() -> None:
    made = outcome(procedure("Saw", ["Saw a board of 80 cm."], ["a board"]), "in inches pls im no good with cm")
    assert where(made) == [("steps", 1, "80 cm")]


def test_what_only_gives_the_reason_is_no_wish_of_its_own() -> None:
    [judged] = outcome(CAKE, "my toddler is allergic to butter").verdicts
    assert "I don't know how" not in judged.says


def test_a_danger_is_told_also_where_nobody_understood_the_wish() -> None:
    loo = procedure("Clean a loo", ["Pour in the vinegar."])
    assert "Never mix" in outcome(loo, "can i add bleach").verdicts[0].says


def test_every_requirement_has_exactly_one_verdict_and_unused_words_are_named() -> None:
    made = outcome(SHELF, "no drill for my grumpy landlord. no bleach. and sing")
    assert [one.id for one in made.verdicts] == ["R1", "R2", "R3"]
    assert "I ignored " in made.verdicts[0].says
    assert "“grumpy landlord”" in made.verdicts[0].says
    assert "landlord" in made.verdicts[0].unused


@pytest.mark.parametrize(
    "hint",
    ["no butter because of an allergy", "butter is out, allergy", "no butter for my daughter, who is allergic"],
)
def test_what_only_says_that_it_is_about_health_counts_as_used(hint: str) -> None:
    assert "did not use" not in outcome(CAKE, hint).verdicts[0].says


@pytest.mark.parametrize("hint", ["allergy: butter", "allergies: butter and nuts"])
def test_an_allergy_may_be_named_before_what_it_is_to(hint: str) -> None:
    says = outcome(CAKE, hint).verdicts[0].says
    assert "“butter”, so please look there" in says
    assert "you know best" not in says


def test_what_is_made_here_is_no_mention_in_a_heading_or_a_note() -> None:
    steps = ["Whisk 3 eggs.", "Bake it."]
    [judged] = outcome(procedure("Bake a cake", steps, sections=[(1, "Cake")]), "no eggs").verdicts
    assert "headings" not in judged.says
    [judged] = outcome(procedure("Bake a loaf", steps, sections=[(1, "Meringue")]), "no eggs").verdicts
    assert "The headings mention “Meringue”" in judged.says
    [judged] = outcome(procedure("Make egg salad", steps, sections=[(1, "Egg sauce")]), "no eggs").verdicts
    assert "The headings mention “Egg”" in judged.says


def test_what_to_do_where_something_is_open_is_no_part_of_the_end() -> None:
    assert all(HELP in one.points for one in outcome(SHELF, "no nuts. no drill").verdicts)


def test_a_text_in_another_language_is_not_judged() -> None:
    german = procedure(
        "Kuchen", ["Die Butter schmelzen und mit dem Zucker in einer Schüssel verrühren, bis es schäumt."]
    )
    made = outcome(german, "no butter")
    assert [(one.verdict, one.says) for one in made.verdicts] == [
        ("not_understood", "I can read only English, so I checked nothing.")
    ]
    assert made.places == ()


@pytest.mark.usefixtures("oil_for_butter")
def test_what_was_turned_down_or_touches_a_done_step_is_not_proposed_again() -> None:
    for limits in (
        Limits(done=frozenset([1])),
        Limits(rejected=(replace(outcome(CAKE, "no butter").edits[0], id=""),)),
    ):
        made = outcome(CAKE, "no butter", limits)
        assert made.edits == ()
        assert made.verdicts[0].verdict == "found"
    assert where(outcome(CAKE, "no butter", Limits(done=frozenset([1])))) == [("resources", 1, "butter")]


def test_half_way_nothing_is_scaled(monkeypatch: pytest.MonkeyPatch) -> None:
    base = procedure("Bake for 4", ["Mix the flour.", "Add 2 eggs."], ["200 g flour", "300 ml milk", "2 eggs"])
    monkeypatch.setattr(modify_module, "KINDS", (scaling.propose,))
    assert outcome(base, "double it").edits
    assert outcome(base, "double it", Limits(done=frozenset([1]))).edits == ()


def test_of_all_amounts_one_stays_that_was_turned_down_and_the_others_grow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(modify_module, "KINDS", (scaling.propose,))
    base = procedure("Make tea", ["Boil the water.", "Steep it."], ["1 litre water", "2 tea bags", "1 cup milk"])
    doubled = outcome(base, "double it").edits
    turned_down = replace(doubled[1], id="")
    rest = outcome(base, "double it", Limits(rejected=(turned_down,))).edits
    assert [one.text for one in rest] == [one.text for one in doubled if one is not doubled[1]]


@pytest.mark.usefixtures("oil_for_butter")
def test_asked_about_one_step_only_that_step_is_changed() -> None:
    made = outcome(CAKE, "no butter", Limits(only_step=1))
    assert [(edit.part, edit.step, edit.group) for edit in made.edits] == [("steps", 1, "")]
    butter = procedure("Bake", ["Melt the butter.", "Add the butter.", "Spread the butter."], ["butter"])
    done = outcome(butter, "no butter", Limits(done=frozenset([1]), only_step=1))
    assert (done.edits, done.places) == ((), ())
    second = outcome(butter, "no butter", Limits(done=frozenset([1]), only_step=2))
    assert [(edit.part, edit.step) for edit in second.edits] == [("steps", 2)]


def ask(task: Task) -> tuple[Answer, list[object]]:
    told: list[object] = []
    return asyncio.run(RuleAgents().ask(task, told.append)), told


def test_the_backend_tells_every_part_of_its_answer() -> None:
    answer, told = ask(Task(agent="modify", base=SHELF, hint="no drill", requirements=parse_hint("no drill")))
    assert [type(one) for one in told] == [FoundPlace, FoundPlace]
    assert (answer.end, answer.verdicts[0].verdict) == ("none", "found")
    assert "you can rewrite it, remove it" in answer.says


@pytest.mark.usefixtures("oil_for_butter")
def test_a_note_about_one_step_serves_no_wish_of_the_review_but_one_of_the_same_words() -> None:
    task = Task(
        agent="modify",
        base=CAKE,
        hint="no oven",
        requirements=parse_hint("no oven"),
        only_step=1,
        note="no butter",
    )
    answer, _ = ask(task)
    assert [(edit.step, edit.text, edit.serves) for edit in answer.edits] == [(1, "Melt the oil.", ())]
    assert answer.verdicts == ()
    assert answer.says.startswith("Oil takes the place of butter.")
    answer, _ = ask(replace(task, note="No oven. No butter."))
    assert [edit.serves for edit in answer.edits] == [()]
    answer, _ = ask(replace(task, requirements=parse_hint("no oven, no butter")))
    assert [edit.serves for edit in answer.edits] == [("R2",)]


def test_what_several_wishes_are_told_is_told_once() -> None:
    base = procedure("Cake", ["Beat 50 g butter with 2 eggs.", "Fold in 50 g pecans."], ["50 g pecans"])
    wishes = parse_hint("no nuts, no eggs")
    answer, _ = ask(Task(agent="modify", base=base, hint="no nuts, no eggs", requirements=wishes))
    assert sum(LABELS in one.says for one in answer.verdicts) == 2
    assert answer.says.count(LABELS) == 1


def test_verify_finds_what_is_still_there_and_what_does_not_hang_together() -> None:
    base = procedure("Shelf", ["Drill a hole.", "Wait.", "Wait.", "Go to step 9.", "TODO"], ["a drill"])
    task = Task(agent="verify", base=base, hint="no drill", requirements=parse_hint("no drill"), uncovered=("R1",))
    answer, told = ask(task)
    assert [(edit.step, edit.text) for edit in answer.edits] == [(3, "")]
    words = [(one.part, one.step, one.word) for one in told if isinstance(one, FoundPlace)]
    assert words == [
        ("steps", 1, "Drill"),
        ("resources", 1, "drill"),
        ("steps", 4, "step 9"),
        ("steps", 5, "TODO"),
    ]


def test_verify_of_a_sound_procedure_has_nothing_to_say() -> None:
    answer, told = ask(Task(agent="verify", base=CAKE, hint="x", requirements=parse_hint("no drill")))
    assert (answer.edits, told, answer.says) == ((), [], "")


def test_resolve_keeps_the_text_that_serves_more_and_drops_what_is_said_already() -> None:
    one = Replace(step=1, text="Melt the oil.", serves=("R1",))
    other = Replace(step=1, text="Melt the margarine.", serves=("R1", "R2"))
    answer, _ = ask(Task(agent="resolve", base=CAKE, hint="x", bags=(("modify", (one,)), ("verify", (other,)))))
    assert answer.edits == (other,)
    assert "1 edit" in answer.says


def test_equal_tasks_get_equal_answers() -> None:
    task = Task(agent="unified", base=SHELF, hint="", requirements=parse_hint("no drill and im pregnant"))
    assert ask(task)[0] == ask(task)[0]


@pytest.mark.parametrize(
    ("steps", "lines", "says"),
    [
        (1, [], "Step 1 mentions “grill”"),
        (2, [], "Steps 1 and 2 mention “grill”"),
        (3, [], "Steps 1, 2 and 3 mention “grill”"),
        (1, ["1 grill"], "Step 1 and the list of what you need mention “grill”"),
    ],
)
def test_places_are_named_in_a_sentence_that_agrees(steps: int, lines: list[str], says: str) -> None:
    base = procedure("Cook supper", ["Heat the grill.", "Clean the grill.", "Shut the grill."][:steps], lines)
    assert outcome(base, "no grill").verdicts[0].says.startswith(says)


BAKING = procedure(
    "Bake scones",
    ["Heat the oven to 220 °C.", "Rub the butter into the flour.", "Bake for 12 minutes."],
    ["250 g flour", "50 g butter"],
)


@pytest.mark.parametrize(
    "hint", ["gas oven", "I have a gas oven", "we've got an electric oven", "my oven is gas", "I have an oven"]
)
def test_a_tool_that_somebody_has_is_only_pointed_at_and_never_said_to_do(hint: str) -> None:
    made = outcome(BAKING, hint)
    assert where(made) == [("steps", 1, "oven")]
    assert [one.verdict for one in made.verdicts] == ["found"]
    assert "Step 1 mentions “oven”; you know best whether that matters." in made.verdicts[0].says


@pytest.mark.parametrize(
    "hint",
    ["only an air fryer", "air fryer", "in the air fryer", "I have an airfryer", "we've just got a microwave",
     "no oven", "I have a broken oven"],
)  # fmt: skip
def test_whoever_has_another_appliance_is_shown_where_the_oven_is_used(hint: str) -> None:
    assert {place.step for place in outcome(BAKING, hint).places} >= {1}


def test_having_one_tool_alone_is_no_promise_that_it_is_enough() -> None:
    [judged] = outcome(SHELF, "only a screwdriver").verdicts
    assert judged.verdict != "already"


@pytest.mark.parametrize(
    ("hint", "found"), [("gf please", True), ("my gf is coming", False), ("his gf bakes too", False)]
)
def test_gf_is_gluten_free_unless_it_is_somebodys_girlfriend(hint: str, found: bool) -> None:
    made = outcome(BAKING, hint)
    assert bool(made.edits or made.places) is found


@pytest.mark.parametrize(
    "hint",
    [
        "no dairy because I'm lactose intolerant",
        "no butter as my girlfriend is vegan",
        "no butter, a guest has a milk allergy",
        "a gluten intolerance",
        "without flour for my coeliac friend",
    ],
)
def test_the_words_of_a_diet_are_used_words(hint: str) -> None:
    assert not any("I did not use" in one.says for one in outcome(CAKE, hint).verdicts)


def test_the_title_of_what_is_made_brings_nothing_that_the_list_lacks() -> None:
    cake = procedure("Almond cake", ["Mix all.", "Bake it."], ["200 g ground almonds", "3 bananas"])
    [judged] = outcome(cake, "coeliac").verdicts
    assert "title" not in judged.says
    [judged] = outcome(replace(cake, resources=()), "coeliac").verdicts
    assert "title" in judged.says


@pytest.mark.parametrize("hint", ["only a stick blender", "I have a stick blender"])
def test_what_a_tool_does_in_a_step_never_says_that_the_tool_will_do(hint: str) -> None:
    soup = procedure("Soup", ["Cook the carrots.", "Blend it until smooth."], ["carrots"])
    [judged] = outcome(soup, hint).verdicts
    assert judged.verdict == "looked_for"
    assert judged.says == f"I can't tell which steps “{hint.split(' ', 2)[2].removeprefix('a ')}” matters for."


def test_olive_oil_suits_high_cholesterol() -> None:
    dressing = procedure("Dressing", ["Whisk the olive oil with butter."], ["3 tbsp olive oil", "20 g butter"])
    assert {word for _, _, word in where(outcome(dressing, "high cholesterol"))} == {"butter"}


def test_what_the_notes_and_headings_hold_against_an_allergy_is_said() -> None:
    base = procedure(
        "Make a dip",
        ["Mash the beans.", "Stir."],
        ["beans"],
        sections=[(2, "With the egg mayonnaise")],
        notes="Or stir in tahini and two spoons of Peanut butter.",
    )
    for typed, words in (("allergic to peanuts", "Peanut butter"), ("no eggs", "egg"), ("no sesame", "tahini")):
        said = " ".join(one.says for one in modify(base, parse_hint(typed)).verdicts)
        assert f" mention “{words}" in said


def test_a_step_may_mention_any_step_there_is_and_no_other() -> None:
    base = procedure("Dye", ["Soak the shirt.", "Repeat step 1 twice.", "Repeat step 4.", "Rest."])
    assert list(loose_ends(base)) == []
    fewer = procedure("Dye", ["Soak the shirt.", "Repeat step 1 twice.", "Repeat step 4."])
    assert [(place.step, place.word) for place in loose_ends(fewer)] == [(3, "step 4")]


@pytest.mark.parametrize(("steps", "says"), [(1, "there is only 1"), (2, "there are only 2")])
def test_a_step_that_is_not_there_is_named_with_how_many_there_are(steps: int, says: str) -> None:
    (place,) = loose_ends(procedure("Bake", ["Shape it as in step 4.", "Bake it."][:steps]))
    assert place.why == f"It mentions step 4, and {says}."


@pytest.mark.parametrize("hint", ["my baby is 11 months old", "for my 11-month-old", "she is ten months old"])
def test_a_place_says_why_it_matters_to_somebody_where_the_data_does(hint: str) -> None:
    porridge = procedure(
        "Cook porridge", ["Stir the oats and 1 tbsp of honey into the water."], ["50 g oats", "honey"]
    )
    places = outcome(porridge, hint).places
    assert [(one.part, one.word) for one in places] == [("steps", "honey"), ("resources", "honey")]
    assert all(one.why.startswith("Before the first birthday: no honey") for one in places)


def test_the_age_of_a_child_is_used() -> None:
    made = modify(procedure("Soup", ["Add the salt."]), parse_hint("my daughter is 11 months old"))
    assert [one.step for one in made.places] == [1]
    assert "11" not in made.verdicts[0].unused


def test_of_health_every_word_is_named_where_something_else_was_changed() -> None:
    steps = ["Eat porridge with honey.", "Toast marshmallows and drink wine."]
    trip = procedure("Spend a weekend away", steps, ["honey", "grapes and popcorn"])
    [judged] = outcome(trip, "with a toddler, and my wife is pregnant").verdicts
    assert all(f"“{word}”" in judged.says.split("For “pregnant”")[0] for word in ("marshmallows", "popcorn"))
