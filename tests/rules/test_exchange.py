"""One food in the place of another: everywhere or nowhere, and only where it is the plain thing."""

from typing import Any

import pytest

from tailor.core.finding import find
from tailor.core.guard import detector, scan
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import exchange
from tailor.rules.exchange import foods
from tailor.rules.model import Asked, Proposal
from tailor.rules.modify import modify
from tests.rules.test_modify import outcome

PANCAKES = procedure(
    "Make pancakes",
    [
        "Butter a small dish and melt the butter in a pan.",
        "Whisk 2 eggs, the milk and the melted butter into the flour mixture.",
        "Bake the batter for 10 minutes and serve the pancakes with coconut milk.",
    ],
    ["40 g unsalted butter", "2 eggs", "250 ml milk", "200 g plain flour", "200 ml coconut milk"],
)


def proposed(hint: str, base: Procedure = PANCAKES) -> Proposal | None:
    (requirement,) = parse_hint(hint)
    wishes = find(base, [requirement]).each[0].wishes
    found = (exchange.propose(base, Asked(requirement, wish)) for wish in wishes)
    return next((one for one in found if one is not None), None)


def texts(proposal: Proposal | None) -> dict[tuple[str, int], str]:
    return {(one.part, one.step): one.text for one in proposal.edits} if proposal else {}


def test_list_and_every_step_change_together_and_the_verb_keeps_its_object() -> None:
    assert texts(proposed("i have no butter")) == {
        ("resources", 1): "40 g margarine",
        ("steps", 1): "Grease a small dish and melt the margarine in a pan.",
        ("steps", 2): "Whisk 2 eggs, the milk and the melted margarine into the flour mixture.",
    }


def test_another_food_of_a_like_name_stays() -> None:
    done = texts(proposed("no milk"))
    assert done["resources", 3] == "250 ml oat drink"
    assert ("resources", 5) not in done
    assert ("steps", 3) not in done


@pytest.mark.parametrize(
    ("step", "line", "hint"),
    [
        ("Cook the butter beans with the butter.", "40 g butter", "no butter"),
        ("Melt the milk chocolate in the milk.", "100 ml milk", "no milk"),
        ("Stir in the cottage cheese.", "200 g cottage cheese", "dairy free"),
    ],
)
def test_nothing_changes_where_one_mention_is_a_part_of_another_name(step: str, line: str, hint: str) -> None:
    assert proposed(hint, procedure("Cook", [step], [line, "1 pot"])) is None


@pytest.mark.parametrize("allergy", ["soya allergy", "coeliac", "wheat allergy"])
def test_no_food_is_put_in_that_may_hold_what_another_wish_rules_out(allergy: str) -> None:
    base = procedure("Cook supper", ["Brown the beef mince."], ["500 g beef mince"])
    assert modify(base, parse_hint("vegetarian")).edits
    assert not modify(base, parse_hint(f"vegetarian, {allergy}")).edits


def test_one_thing_instead_of_another_is_taken_at_its_word_within_one_sort() -> None:
    base = procedure(
        "Cook chilli",
        ["Fry the ground beef.", "Add the kidney beans."],
        ["500 g ground beef", "1 tin kidney beans"],
    )
    assert texts(proposed("black beans instead of kidney beans", base)) == {
        ("resources", 2): "1 tin black beans",
        ("steps", 2): "Add the black beans.",
    }
    assert proposed("chocolate instead of kidney beans", base) is None


@pytest.mark.parametrize(
    ("hint", "line", "step", "made"),
    [
        ("feta instead of the goat cheese", "100 g goat cheese", "Add the goat cheese.", "Add the feta."),
        ("pears instead of apples", "1 apple", "Peel an apple.", "Peel a pear."),
        ("limes not lemons", "2 lemons", "Zest the lemons.", "Zest the limes."),
        ("no sour cream only yoghurt", "100 g sour cream", "Stir in sour cream.", "Stir in yoghurt."),
        ("haddock instead of salmon", "300 g salmon", "Flake the salmon.", None),
        ("chicken instead of pork", "300 g pork", "Fry the pork until pink.", None),
    ],
)
def test_things_that_are_used_alike_are_swapped_and_others_are_not(
    hint: str, line: str, step: str, made: str | None
) -> None:
    edits = texts(proposed(hint, procedure("Cook supper", [step], [line]))) if made else {}
    assert edits.get(("steps", 1)) == made
    assert made or proposed(hint, procedure("Cook supper", [step], [line])) is None


@pytest.mark.parametrize(
    ("hint", "line", "step", "new"),
    [
        (
            "butter instead of shortening",
            "1 cup shortening",
            "Cream shortening and sugar.",
            "Cream butter and sugar.",
        ),
        (
            "use turkey mince instead of beef",
            "500 g ground beef",
            "Brown the ground beef.",
            "Brown the turkey mince.",
        ),
        (
            "ground turkey instead of beef",
            "1 lb lean ground beef",
            "Brown the ground beef and drain the fat.",
            "Brown the ground turkey and drain the fat.",
        ),
        ("almond milk instead", "1 cup milk", "Stir in the milk.", "Stir in the almond milk."),
        ("spaghetti instead please", "500 g pasta", "Cook the pasta.", "Cook the spaghetti."),
    ],
)
def test_a_substitute_that_the_person_names_is_taken_within_its_sort(
    hint: str, line: str, step: str, new: str
) -> None:
    done = texts(proposed(hint, procedure("Cook dinner", [step], [line, "1 cup sugar"])))
    assert done["steps", 1] == new
    assert len(done) == 2


def test_a_substitute_is_not_taken_where_the_old_one_also_stands_as_something_else() -> None:
    base = procedure(
        "Cook", ["Brown the ground beef.", "Add the beef stock."], ["500 g ground beef", "beef stock"]
    )
    assert proposed("turkey mince instead of beef", base) is None
    assert proposed("can i use almond milk?", PANCAKES) is None


def test_a_diet_is_served_by_what_certainly_keeps_it() -> None:
    base = procedure(
        "Cook soup",
        ["Boil the stock with Worcestershire sauce."],
        ["1 l beef stock", "1 tbsp Worcestershire sauce"],
    )
    assert texts(proposed("gluten free", base)) == {}
    assert texts(proposed("i am vegetarian", base))["resources", 1] == "1 l vegetable stock"


def test_an_egg_that_binds_gives_way_and_the_list_says_how_its_stand_in_is_made() -> None:
    base = procedure(
        "Pancakes", ["Whisk the flour, eggs and milk.", "Fry it."], ["200 g flour", "2 large eggs", "milk"]
    )
    assert texts(proposed("no eggs", base)) == {
        ("steps", 1): "Whisk the flour, flax eggs and milk.",
        (
            "resources",
            2,
        ): "2 flax eggs (for each, stir 1 tablespoon of ground flaxseed into 3 tablespoons of "
        "water and leave it for 10 minutes)",
    }


@pytest.mark.parametrize(
    ("goal", "step", "line"),
    [
        ("Breakfast", "Beat the eggs with the flour.", "2 eggs"),
        ("Pancakes", "Fry the eggs and stack them.", "2 eggs"),
        ("Muffins", "Beat the egg whites and fold them in.", "2 eggs"),
        ("Muffins", "Stir in the eggs.", "6 eggs"),
        ("Cake", "Beat the eggs until thick and pale.", "3 eggs"),
        ("Cake", "Whip the eggs and sugar. Mix for 6 minutes until the mixture is thick and pale.", "3 eggs"),
    ],
)
def test_an_egg_that_does_more_than_bind_is_not_exchanged(goal: str, step: str, line: str) -> None:
    assert proposed("no eggs", procedure(goal, [step], [line, "200 g flour"])) is None


def test_a_dish_that_is_named_for_what_it_becomes_is_no_food_to_keep() -> None:
    base = procedure("Blueberry muffins", ["Mix the flour with milk."], ["200 g flour", "200 ml milk"])
    assert texts(proposed("gluten free", base))["resources", 1] == "200 g gluten-free flour"


def test_a_tool_gives_way_in_the_steps_with_its_speed_though_no_list_names_it() -> None:
    whip = procedure(
        "Trifle", ["Whip the cream with an electric mixer on medium-high speed until thick."], ["cream"]
    )
    assert texts(proposed("no mixer", whip)) == {("steps", 1): "Whip the cream with a whisk until thick."}
    for step in (
        "Knead the dough in the mixer.",
        "Cream 120 g butter with the sugar using a hand mixer.",
        "Set the mixer to high.",
        "Whip with a mixer. Beat on high speed.",
        "Cream the butter with a mixer.",
    ):
        assert proposed("no mixer", procedure("Bake", [step], ["cream"])) is None


@pytest.mark.parametrize("food", foods()[0], ids=lambda food: food.names[0])
def test_every_row_gives_a_reason_and_a_source_and_what_it_gives_is_another_thing(food: exchange.Food) -> None:
    assert food.why.endswith(".")
    assert food.source
    assert not any(food.pattern.fullmatch(to) for to in food.to[:1])
    for id in food.only:
        assert not any(one.kind == "found" for one in scan(food.to[0], [id])), id


@pytest.mark.parametrize(
    ("hint", "line", "step", "made"),
    [
        ("swap the onions for red onions", "2 onions", "Slice the onions.", "Slice the red onions."),
        ("basmati rice instead of rice", "200 g rice", "Boil the rice.", "Boil the basmati rice."),
    ],
)
def test_a_sort_of_the_food_itself_takes_its_place(hint: str, line: str, step: str, made: str) -> None:
    answer = outcome(procedure("Make dinner", [step], [line, "1 tsp salt"]), hint)
    assert made in {edit.text for edit in answer.edits}
    assert answer.places == ()


def test_two_foods_of_one_list_that_become_one_are_named_once() -> None:
    base = procedure(
        "Bake", ["Add walnut oil, almond oil, and salt."], ["50 ml walnut oil", "50 ml almond oil", "salt"]
    )
    assert texts(proposed("nut allergy", base))["steps", 1] == "Add sunflower oil, and salt."


@pytest.mark.parametrize(
    ("hint", "goal", "step"),
    [
        ("gluten free", "Bake a cake", "Grease and flour a tin, and mix in the flour."),
        ("sesame allergy", "Sesame wafers", "Toast the sesame seeds."),
        ("no alcohol", "Make a trifle", "Pour 50 ml sherry over the sponge."),
    ],
)
def test_what_the_dish_is_or_a_verb_cannot_spare_is_not_exchanged(hint: str, goal: str, step: str) -> None:
    assert proposed(hint, procedure(goal, [step], ["200 g flour", "100 g sesame seeds"])) is None


def test_only_what_the_wish_speaks_against_is_exchanged_of_foods_of_one_kind() -> None:
    base = procedure("Fry", ["Heat the peanut oil and the sesame oil."], ["2 tsp sesame oil", "2 tbsp peanut oil"])
    assert texts(proposed("peanut allergy", base)) == {
        ("steps", 1): "Heat the sunflower oil and the sesame oil.",
        ("resources", 2): "2 tbsp sunflower oil",
    }


@pytest.mark.parametrize("hint", ["milk free please", "no milk"])
def test_what_the_guard_finds_beside_what_was_exchanged_is_left_to_the_person(hint: str) -> None:
    base = procedure("Mix", ["Mix parmesan and milk."], ["60 g parmesan", "60 ml milk", "2 eggs"])
    made = modify(base, parse_hint(hint))
    assert [edit.text for edit in made.edits] == ["Mix parmesan and oat drink.", "60 ml oat drink"]
    assert [(place.part, place.step, place.word) for place in made.places] == [
        ("steps", 1, "parmesan"), ("resources", 1, "parmesan"),
    ]  # fmt: skip
    assert "mention “parmesan”, so please look there" in made.verdicts[0].says


def test_what_a_baby_must_not_eat_is_not_exchanged_for_other_sugar() -> None:
    base = procedure("Make granola", ["Melt the honey."], ["4 tbsp honey", "300 g oats"])
    assert proposed("my 10 month old wants to eat it too", base) is None


def test_whoever_names_the_substitute_is_shown_nothing_that_is_made_like_the_food() -> None:
    base = procedure("Ham bake", ["Melt the butter.", "Add the milk and the cheese."], ["1 tbsp butter", "milk"])
    made = outcome(base, "margarine instead of butter")
    assert made.places == ()
    assert made.verdicts[0].verdict == "done"


MUFFINS = procedure(
    "Morning muffins",
    [
        "Mix the flour and the walnuts.",
        "Beat the egg with the milk.",
        "Stir all into a muffin batter.",
        "Bake it.",
    ],
    ["200 g plain flour", "50 g walnuts", "1 egg", "100 ml milk"],
)


@pytest.mark.parametrize(
    ("plain", "condition"),
    [
        ("no gluten", "gluten makes me ill"), ("no gluten", "I'm coeliac"), ("no eggs", "eggs give me hives"),
        ("no nuts", "my kid is anaphylactic to nuts"), ("no nuts", "my daughter is allergic to nuts"),
        ("no dairy", "I can't digest dairy"), ("no eggs", "egg allergy"), ("no dairy", "dairy gives me cramps"),
    ],
)  # fmt: skip
def test_a_condition_leads_to_the_changes_of_the_plain_wish_and_never_to_an_all_clear(
    plain: str, condition: str
) -> None:
    made = modify(MUFFINS, parse_hint(condition))
    wished = modify(MUFFINS, parse_hint(plain))
    texts = [[(one.part, one.step, one.text) for one in each.edits] for each in (made, wished)]
    assert texts[0] == texts[1] != []
    assert "label" in made.verdicts[0].says


def test_each_change_says_why_of_what_was_exchanged_there_alone() -> None:
    base = procedure(
        "Bake bars",
        ["Melt the butter.", "Stir in the milk and the sunflower seed butter."],
        ["100 g butter", "50 ml milk", "2 tbsp sunflower seed butter"],
    )
    made = outcome(base, "dairy free")
    why = {(edit.part, edit.step): edit.reason or "" for edit in made.edits}
    assert "margarine" in why["steps", 1]
    assert "margarine" not in why["steps", 2]
    assert "plant drink" in why["steps", 2]


def test_nothing_made_of_the_unwanted_thing_takes_its_place() -> None:
    base = procedure("Fry tofu", ["Mix in the soy sauce."], ["2 tbsp soy sauce"])
    assert outcome(base, "no soya").edits == ()
    assert outcome(base, "gluten free").edits != ()


@pytest.mark.parametrize(
    ("hint", "base"),
    [
        ("no crisco", procedure("Pie", ["Rub in the shortening."], ["100 g shortening"])),
        ("almond allergy", procedure("Cake", ["Add a drop of almond extract."], ["1 tsp almond extract"])),
        ("no soya", procedure("Bowl", ["Add the soy beans."], ["200 g soy beans"])),
        ("no dish towel", procedure("Bread", ["Cover it with a tea towel."], ["a tea towel"])),
    ],
)
def test_a_thing_is_found_under_the_name_that_others_give_it(hint: str, base: Procedure) -> None:
    assert [(place.part, place.step) for place in outcome(base, hint).places] == [("steps", 1), ("resources", 1)]


@pytest.mark.parametrize(
    "hint",
    [
        "no cream in the house, use milk instead",
        "I have no cream. Use milk instead please",
        "no cream but we have milk instead",
    ],
)
def test_what_comes_instead_belongs_to_what_is_missing(hint: str) -> None:
    soup = procedure("Soup", ["Melt the butter.", "Stir in the cream."], ["50 g butter", "150 ml double cream"])
    asked = parse_hint(hint)
    assert len(asked) == 1, "one wish: what is missing, and what to take"
    made = modify(soup, asked)
    assert {(one.part, one.step, one.text) for one in made.edits} == {
        ("steps", 2, "Stir in the milk."),
        ("resources", 2, "150 ml milk"),
    }
    assert not any("not understand" in one.says or "instead" in one.says for one in made.verdicts)


@pytest.mark.parametrize(
    "hint", ["no feta", "we have no feta at home", "hates feta", "without feta", "no parmesan"]
)
def test_what_is_only_lacking_or_disliked_never_gets_the_substitute_of_a_diet(hint: str) -> None:
    salad = procedure("Salad", ["Toss the feta with parmesan and 2 tomatoes."], ["100 g feta", "50 g parmesan"])
    made = outcome(salad, hint)
    assert made.edits == ()
    assert made.places


def test_whoever_must_not_eat_it_still_gets_the_substitute_of_a_diet() -> None:
    salad = procedure("Salad", ["Toss the feta with 2 tomatoes."], ["100 g feta"])
    made = {(one.part, one.step): one.text for one in outcome(salad, "lactose intolerant").edits}
    assert made == {
        ("resources", 1): "100 g dairy-free cheese",
        ("steps", 1): "Toss the dairy-free cheese with 2 tomatoes.",
    }


def test_what_is_to_take_its_place_is_not_refused() -> None:
    porridge = procedure("Porridge", ["Boil the oats in the milk."], ["100 g oats", "200 ml milk", "10 g flour"])
    made = outcome(porridge, "lactose intolerant, oat milk instead")
    assert {(one.part, one.step) for one in made.edits} == {("resources", 2), ("steps", 1)}
    assert not [one for one in made.places if one.word == "flour"]


def test_a_food_and_another_whose_name_begins_with_it_are_both_replaced() -> None:
    base = procedure(
        "Soup",
        ["Crumble in the chicken stock cube.", "Add the chicken stock."],
        ["1 chicken stock cube", "500 ml chicken stock"],
    )
    texts = [edit.text for edit in modify(base, parse_hint("no chicken stock")).edits]
    assert sorted(texts) == [
        "1 vegetable stock cube",
        "500 ml vegetable stock",
        "Add the vegetable stock.",
        "Crumble in the vegetable stock cube.",
    ]


def test_a_sort_named_by_the_person_stops_where_the_job_is_another_one() -> None:
    listed = ["2 tablespoons lemon juice"]
    jars = procedure("Can tomatoes", ["Put 2 tablespoons of lemon juice into each jar."], listed)
    drink = procedure("Make a drink", ["Stir the lemon juice into water."], listed)
    assert not texts(proposed("lime juice instead of lemon juice", jars)), "it keeps the jars safe"
    made = texts(proposed("lime juice instead of lemon juice", drink))
    assert made["resources", 1] == "2 tablespoons lime juice"


@pytest.mark.parametrize(
    "hint", ["swap walnuts for pecans", "swap pecans for walnuts", "substitute pecans for the walnuts"]
)
def test_of_two_that_are_swapped_the_one_that_is_there_goes(hint: str) -> None:
    bread = procedure("Bread", ["Fold in the walnuts."], ["50 g walnuts"])
    assert [edit.text for edit in outcome(bread, hint).edits] == ["Fold in the pecans.", "50 g pecans"]
    assert (
        outcome(procedure("Bread", ["Fold in the pecans."], ["50 g pecans"]), "pecans instead of walnuts").edits
        == ()
    )


STEW = procedure(
    "Bean stew",
    [
        "Melt the butter and fry half of the rosemary in it.",
        "Add the beans and the fish sauce, and simmer the sauce.",
    ],
    ["1 stick (4 oz) butter", "2 sprigs of rosemary", "2 cans (15 oz) kidney beans, drained", "2 tbsp fish sauce"],
)


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("use margarine", "1 stick (4 oz) margarine"),
        ("no rosemary use thyme", "2 sprigs of thyme"),
        ("no rosemary, use thyme", "2 sprigs of thyme"),
        ("out of rosemary so use sage", "2 sprigs of sage"),
        ("black beans not kidney beans", "2 cans (15 oz) black beans, drained"),
        ("use black beans", "2 cans (15 oz) black beans, drained"),
        ("soy sauce instead of fish sauce", "2 tbsp soy sauce"),
        ("no rosemary, use less salt", ""),
        ("use chicken instead of beans", ""),
        ("is black beans ok?", ""),
    ],
)
def test_a_swap_of_like_for_like_that_is_named_is_made(hint: str, line: str) -> None:
    made = modify(STEW, parse_hint(hint))
    assert [edit.text for edit in made.edits if edit.part == "resources"] == [line] * bool(line)


def test_what_is_swapped_in_is_spelt_as_its_like() -> None:
    base = procedure("Soup", ["Peel the potatoes."], ["2 potatoes", "20 g butter"])
    made = modify(base, parse_hint("sweet potatoes instead of potatoes"))
    assert [edit.text for edit in made.edits] == ["Peel the sweet potatoes.", "2 sweet potatoes"]


def test_a_text_is_read_for_foods_once_and_not_for_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def counted(*asked: Any) -> list[detector.VocabularyHit]:
        read.append(asked)
        return hits(*asked)

    hits = detector.hits
    monkeypatch.setattr(detector, "hits", counted)
    base = procedure("Cake", ["flour " * 400, "Add the flour."], ["100 g flour"])
    modify(base, parse_hint("spelt flour instead of flour"))
    assert 0 < len(read) < 60


@pytest.mark.parametrize(
    ("warned", "hint"),
    [
        ("Do not use salted butter.", "dairy free"),
        ("Don't use salted butter.", "vegan"),
        ("Never use salted butter here.", "use margarine instead of butter"),
        ("Melt the butter (not margarine, it is too wet).", "dairy free"),
        ("Use butter, never margarine.", "no butter"),
    ],
)
def test_what_a_text_warns_of_is_never_turned_round_by_a_swap(warned: str, hint: str) -> None:
    flapjack = procedure(
        "Flapjack", ["Melt the butter with the syrup.", "Stir in the oats.", warned],
        ["200 g butter", "300 g oats", "150 g golden syrup"],
    )  # fmt: skip
    made = modify(flapjack, parse_hint(hint))
    assert [(one.part, one.step) for one in made.edits if one.step == 3] == []
    assert {(one.part, one.step) for one in (*made.places, *made.edits)} >= {("steps", 1), ("resources", 1)}


def test_a_sort_of_it_that_a_text_warns_of_stays_when_a_named_one_is_put_in() -> None:
    soup = procedure("Porridge", ["Heat the milk, not skimmed milk.", "Stir."], ["300 ml milk", "50 g oats"])
    assert all(
        "not oat milk" not in one.text for one in modify(soup, parse_hint("oat milk instead of milk")).edits
    )


@pytest.mark.parametrize(
    ("hint", "texts"),
    [
        ("replace cream by yoghurt, butter by oil", {"200 ml yoghurt", "50 g oil"}),
        ("swap the butter for oil and cream for milk", {"200 ml milk", "50 g oil"}),
        ("swap butter and cream for oil", {"50 g oil"}),
        ("replace butter with oil and garlic", {"50 g oil"}),
    ],
)
def test_of_two_swaps_in_one_sentence_each_puts_in_what_was_asked_for(hint: str, texts: set[str]) -> None:
    bake = procedure(
        "Pasta bake", ["Fry the garlic in the butter.", "Stir in the cream and bake the pasta."],
        ["200 ml cream", "50 g butter", "2 cloves garlic", "300 g pasta"],
    )  # fmt: skip
    made = modify(bake, parse_hint(hint))
    assert {one.text for one in made.edits if one.part == "resources"} == texts


@pytest.mark.parametrize(
    "hint",
    [
        "swap flour and butter for gluten-free alternatives",
        "replace the milk and butter with dairy-free alternatives",
        "swap butter and milk for lactose-free ones",
        "replace milk with dairy-free alternatives",
        "dairy => hives",
    ],
)
def test_a_sort_or_an_illness_is_never_put_in_for_a_food(hint: str) -> None:
    sponge = procedure(
        "Sponge", ["Beat the butter with the sugar.", "Stir in the milk.", "Fold in the flour and bake."],
        ["200 g butter", "200 g sugar", "100 ml milk", "200 g flour"],
    )  # fmt: skip
    made = modify(sponge, parse_hint(hint))
    texts = {one.text for one in made.edits}
    assert texts.isdisjoint({"200 g gluten", "100 ml dairy", "200 g lactose", "100 ml hives", "200 g hives"})
    assert made.edits, "the table knows what to take"


def test_an_arrow_between_two_foods_swaps_them() -> None:
    salad = procedure("Salad", ["Toss the walnuts with the leaves."], ["50 g walnuts", "100 g leaves"])
    assert [one.text for one in modify(salad, parse_hint("walnuts -> pecans")).edits][-1] == "50 g pecans"


@pytest.mark.parametrize(
    "hint",
    [
        "nuts are not a problem but eggs are",
        "eggs don't bother me if baked",
        "eggs aren't a problem, they kill me",
    ],
)
def test_no_problem_with_a_second_half_is_no_all_clear(hint: str) -> None:
    cake = procedure("Cake", ["Beat 2 eggs.", "Bake it."], ["2 eggs", "100 g flour"])
    made = modify(cake, parse_hint(hint))
    assert "already" not in [one.verdict for one in made.verdicts]


@pytest.mark.parametrize(
    ("hint", "new"),
    [
        ("replace milk with soy milk one carton is enough", "300 ml soy milk"),
        ("replace milk with oat milk, the unsweetened one", "300 ml oat milk"),
    ],
)
def test_a_one_behind_what_is_named_only_counts_it_or_says_which(hint: str, new: str) -> None:
    soup = procedure("Porridge", ["Heat the milk.", "Stir in the oats."], ["300 ml milk", "50 g oats"])
    assert [one.text for one in modify(soup, parse_hint(hint)).edits if one.part == "resources"] == [new]


def test_a_sort_that_a_text_warns_of_holds_up_no_other_sort() -> None:
    soup = procedure(
        "Porridge", ["Heat the milk.", "Stir. Do not use skimmed milk."], ["300 ml milk", "50 g oats"]
    )
    made = modify(soup, parse_hint("oat milk instead of milk"))
    assert [(one.part, one.step, one.text) for one in made.edits] == [
        ("steps", 1, "Heat the oat milk."), ("resources", 1, "300 ml oat milk"),
    ]  # fmt: skip


BROTH = procedure(
    "Stew", ["Brown the pork, add the stock and simmer 2 hours."], ["1 l chicken stock", "1 kg pork"]
)


def test_who_wants_turkey_wants_no_stock_of_it() -> None:
    made = modify(BROTH, parse_hint("use turkey"))
    assert made.edits == ()
    assert made.places != ()


def test_a_swap_that_no_other_wish_made_is_not_told_as_made_by_one() -> None:
    sauce = procedure("Sauce", ["Melt the butter, add the milk."], ["50 g butter", "500 ml milk"])
    made = modify(sauce, parse_hint("swap milk for oat milk, butter for mustard"))
    assert not [one.says for one in made.verdicts if "already changed" in one.says]
    assert "butter" in {word for one in made.places for word in (one.word, *one.also)}
    made = modify(sauce, parse_hint("swap milk for oat milk, butter for marge"))
    assert [one.text for one in made.edits if one.part == "steps"] == ["Melt the marge, add the oat milk."]
