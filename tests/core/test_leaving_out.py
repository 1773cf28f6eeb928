"""What else a step does beside what somebody would leave it out for."""

import pytest

from tailor.core.leaving_out import Rest, rest_of

PLATE = "Heat the oven to 80 °C and put an ovenproof plate in it to keep the pancakes warm."


def test_a_second_action_of_a_sentence_is_told() -> None:
    assert rest_of(PLATE, ["oven"]) == Rest(
        "Put an ovenproof plate in it to keep the pancakes warm.", sentences=False
    )


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Preheat the oven. Grease a tin.", "Grease a tin."),
        ("Butter the tin. Preheat the oven to 200 °C. Sift the flour.", "Butter the tin. Sift the flour."),
        ("Bake in the oven. 5 minutes of rest do no harm.", "5 minutes of rest do no harm."),
    ],
)
def test_whole_sentences_without_the_word_can_stay_as_they_are(text: str, rest: str) -> None:
    assert rest_of(text, ["oven"]) == Rest(rest, sentences=True)


@pytest.mark.parametrize(
    "text",
    [
        "Preheat the oven to 200 °C.",
        "Bake it in the oven with salt and pepper.",
        "Preheat the oven and wait until the oven is hot.",
    ],
)
def test_a_step_that_does_nothing_else_has_no_rest(text: str) -> None:
    assert rest_of(text, ["oven"]) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Mix in the oats and pecans.", "Mix in the oats."),
        ("Mix in the pecans and oats.", "Mix in the oats."),
        ("Mix in pecans and the oats.", "Mix in the oats."),
        ("Stir the pecans and flour into the bowl.", "Stir the flour into the bowl."),
        ("Mix oats, raisins and 50 g of chopped pecans in a bowl.", "Mix oats and raisins in a bowl."),
        ("Mix oats, pecans, and raisins in a bowl.", "Mix oats, and raisins in a bowl."),
    ],
)
def test_what_else_an_action_is_done_to_is_its_rest(text: str, rest: str) -> None:
    assert rest_of(text, ["pecans"]) == Rest(rest, sentences=False)


@pytest.mark.parametrize(
    "text", ["Chop the pecans.", "Fold in half the pecans and stir gently.", "Top with nuts; pecans are best."]
)
def test_what_is_done_to_the_thing_alone_has_no_rest(text: str) -> None:
    rest = rest_of(text, ["pecans"])
    assert rest is None or "pecans" not in rest.text


def test_without_words_or_where_none_of_them_is_said_there_is_no_rest() -> None:
    assert rest_of(PLATE, []) is None
    assert rest_of(PLATE, ["drill"]) is None


def test_several_actions_that_stay_are_one_sentence() -> None:
    rest = rest_of("Peel the potatoes, boil them in the pot, then mash them and season well.", ["pot"])
    assert rest == Rest("Peel the potatoes, then mash them, then season well.", sentences=False)


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        (
            "Add the carrots and potatoes in chunks and cook for 40 minutes.",
            "potatoes",
            "Add the carrots in chunks and cook for 40 minutes.",
        ),
        ("Add the leeks, carrots and garlic and fry.", "garlic", "Add the leeks and carrots and fry."),
        ("Take off the lid and cook it thick. Season and serve.", "lid", "Cook it thick. Season and serve."),
    ],
)
def test_what_is_done_to_other_things_and_besides_stays(text: str, word: str, rest: str) -> None:
    assert rest_of(text, [word]) == Rest(rest, sentences=False)


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        (
            "Push the tire on with your thumbs (no levers, you'll pinch the tube).",
            "levers",
            "Push the tire on with your thumbs.",
        ),
        ("Lunch at Time Out Market (seafood rice)", "seafood", "Lunch at Time Out Market"),
        ("Beat the eggs (2 eggs) and bake.", "eggs", "Bake."),
    ],
)
def test_what_is_named_in_brackets_alone_takes_only_them_along(text: str, word: str, rest: str) -> None:
    assert rest_of(text, [word]) == Rest(rest, sentences=False)


def test_what_is_done_to_them_goes_with_them() -> None:
    assert rest_of("Peel the potatoes and boil them.", ["potatoes"]) is None
    assert rest_of("(Preheat the oven).", ["oven"]) is None


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        ("Dry the tube and roughen 2 cm round the hole.", "tube", "Roughen 2 cm round the hole."),
        ("Open the vent, dust the filter and degunk the fan.", "filter", "Open the vent, then degunk the fan."),
        ("Mix the flour and half the milk.", "flour", "Mix half the milk."),
        ("Mix the flour and 2 eggs from the fridge.", "flour", "Mix 2 eggs from the fridge."),
        ("Fill the jug and with the lid on shake it.", "jug", None),
    ],
)
def test_what_follows_and_is_an_act_of_its_own_if_it_is_done_to_something(
    text: str, word: str, rest: str | None
) -> None:
    left = rest_of(text, [word])
    assert (left and left.text) == rest


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Rent bikes and ride back along the river.", "bikes"),
        ("Rent bikes and ride to the park.", "bikes"),
        ("Take the bike and ride back to the park.", "bike"),
        ("Pack the tent and hike.", "tents"),
    ],
)
def test_what_may_be_an_act_is_never_joined_to_the_verb_before(text: str, word: str) -> None:
    rest = rest_of(text, [word])
    assert rest is None or rest == Rest(text, sentences=False)


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        ("Add eggs and milk.", "eggs", "Add milk."),
        ("Combine peanuts and honey in a bowl.", "peanuts", "Combine honey in a bowl."),
        ("Fry onions and garlic in oil.", "onions", "Fry garlic in oil."),
        ("Garnish with nuts and chopped parsley.", "nuts", "Garnish with chopped parsley."),
        ("Take rods and fish from the pier.", "rods", "Take rods and fish from the pier."),
    ],
)
def test_a_food_behind_a_food_is_one_more_thing_and_no_act(text: str, word: str, rest: str) -> None:
    assert rest_of(text, [word]) == Rest(rest, sentences=False)


def test_with_the_label_of_a_step_goes_all_of_it() -> None:
    day = "Day 4: Take the tram to Belém. Rent bikes and ride back."
    assert rest_of(day, ["bikes", "Day 4"]) is None
    assert rest_of("Take the tram. Day 4 is for Belém.", ["Day 4"]) == Rest("Take the tram.", sentences=True)


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        ("Oven: preheat it to 180. Grease the tin.", "oven", "Grease the tin."),
        ("Milk: warm it and add the yeast.", "milk", "Add the yeast."),
        ("Drill: make a hole. Push the plug in.", "drill", "Push the plug in."),
    ],
)
def test_a_thing_that_heads_a_step_takes_no_other_sentence_along(text: str, word: str, rest: str) -> None:
    left = rest_of(text, [word])
    assert (left and left.text) == rest


@pytest.mark.parametrize(
    ("line", "word", "rest"),
    [
        ("garden fork, watering can, hose", "hose", "garden fork, watering can"),
        ("garden fork, watering can and hose", "garden fork", "watering can, hose"),
        ("salt & pepper", "pepper", "salt"),
        ("250 g butter, softened", "butter", None),
        ("butter, for the tin", "butter", None),
        ("flour (wheat, rye, and oats)", "wheat", None),
        ("hose", "hose", None),
        ("milk, 200 ml", "milk", None),
        ("eggs, 2", "eggs", None),
        ("Flour, 1,000 g, sifted", "flour", None),
        ("1 egg, large", "egg", None),
        ("2 tbsp butter, room temperature", "butter", None),
        ("1 lemon, juice and zest", "lemon", None),
        ("1 cup almonds, whole", "almonds", None),
        ("hose, 10 m long", "hose", None),
        ("lettuce bed, 2 m × 1 m", "bed", None),
        ("chicken breast, skin on, bone in", "chicken", None),
        ("peanut butter and jelly", "peanut butter", "jelly"),
        ("garlic, fresh basil", "garlic", "fresh basil"),
        ("oats, toasted, and walnuts, chopped", "walnuts", "oats, toasted"),
        ("mushrooms, fried in butter", "mushrooms", None),
        ("1 tin tuna, in oil", "oil", "1 tin tuna"),
    ],
)
def test_the_other_things_of_a_line_of_the_list_are_its_rest(line: str, word: str, rest: str | None) -> None:
    left = rest_of(line, [word], "resources")
    assert left == (Rest(rest, sentences=False) if rest else None)


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Chop 75 g of pecans with a knife and fold them into the batter with the grated carrots.", "pecans"),
        ("Fry the bacon in a pan with the onions.", "bacon"),
        ("Stir the walnuts into the batter along with the raisins.", "walnuts"),
    ],
)
def test_other_food_that_goes_in_with_the_thing_is_asked_about(step: str, word: str) -> None:
    assert rest_of(step, [word]) == Rest(step, sentences=False)
    assert rest_of("Chop the pecans with the knife.", ["pecans"]) is None
