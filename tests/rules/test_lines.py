"""A wish in a person's words and one line of a how-to: whether the built-in tailor points at it or changes it.

`lines_21` (286 lines) is by a writer who had seen neither lists nor code. Measured on 26 November 2026, before
anything was mended by it: 0.910 and 0.821 (recall, precision; hazards 4 of 12, salt and sugar 9 of 12, pets 10 of
12; false most of all for tools that are not used). `lines_21_own` (152 lines) has other words for the same, by one
who knew the code, written when the first had mended it: 0.964 and 0.862, where before it was 0.821 and 0.690. Both
stand as they are since they mended what is heard in a wish, and what a line does without.

`lines_22` (286 lines, other foods and phrases by the first writer) was opened once, after all that: 0.885 and
0.857, where the tailor before `lines_21` had 0.840 and 0.789; hazards 7 of 12, pets 8 of 12. Two of its lines
shaped one rule afterwards (what stands beside a thing may make it harmless). On 27 November all its misses and
false finds were read, and mended by class with words of the whole family; since then its figures (0.987 and
0.969) only hold what was won, and say nothing of lines that nobody has seen.

`lines_24_own` (503 lines, by one who knew the code) has wishes as people say them, and lines where somebody
else does it, where it is kept away, meant in another sense or allowed. The first 306 were written before
anything was mended by them: 0.669 and 0.716. Of these, 130 stayed unread until 176 had mended the tailor: 0.950
and 0.938, where before it was 0.662 and 0.757. Then came 107 (0.912 and 0.852) and 90 (0.875 and 0.891), each
written after the last mend and opened once. All four mended it by class and stand as they are since.

`lines_27` and `lines_28` (300 lines each) are by writers who had seen neither lists nor code; a third are
negations, exceptions, look-alikes and comparisons. Opened once, 27 had 0.949 and 0.871; then it was read, and
mended by class. 28 was opened after that, and nothing was mended by it: 0.973 and 0.834 (the tailor before 27 was
read: 0.960 and 0.823). Its classes were mended the same evening, with those of `lines_29`.

`lines_29` (300 lines, by another such writer) was opened once: 0.959 and 0.844. It mended the tailor by class
(likenesses, colours, second thoughts, what a wish excepts) and stands as it is since. Two sets of 100 lines, by
one who knew the code and not kept, each written before anything was mended by it, gave 0.938 and 0.818, then
0.980 and 0.906.

`lines_30_own` (945 lines) is by one who knew the code but had not read the lists: what a dietitian, a vet or a
midwife knows, and look-alikes. Of 790 written before anything was mended, 395 mended the tailor by class (0.897
and 0.904 before); the other 395, opened once after that, gave 0.975 and 0.940, where before it was 0.951 and
0.928. Then came 155 about other things, in everyday wording: 0.911 and 0.872 before, 0.922 and 0.883 after. All
three have been read since.

`lines_31_own` to `lines_35_own` (348, 166, 325, 310 and 310 lines, nearly half of them negations, exceptions and
look-alikes) are by one who had read the code that reads negations, each written before it mended anything and
opened once, on 29 November 2026: 0.929 and 0.924, 0.974 and 0.817, 0.914 and 0.909, 0.949 and 0.904, 0.943 and
0.920. The tailor before all of them had 0.929 and 0.924, 0.962 and 0.815, 0.914 and 0.903, 0.949 and 0.898, 0.943
and 0.909. Of the guard alone, for wishes that ask for its constraints, the last had 0.923 and 0.941 (n = 304).
All five mended the guard by class: what is excepted from "all ingredients", second thoughts, what others do and
what is done as a rule, lacks that a dish is said to have, and fears. Two sets of 110 and 97 lines out of people's
recipes, each beside a negation and read against all allergens (not kept), gave 0.899 and 0.933 before anything was
mended, and after the first mends 0.929 and 1.000 (the tailor before: 0.897 and 1.000).

`lines_36` to `lines_38` (330 lines each, three writers who had seen nothing, about half of them negations,
exceptions, comparisons and second thoughts): 0.982 and 0.880, 0.970 and 0.854, 0.976 and 0.845. Clauses that
acquit what a text only proposes or gives as a reason ("honey would be too strong") were built on 36 and then on
37. On the set after each they brought one line of 330, and a reader found foods that they hid ("Cod falls
apart, so use a fish slice"), so they were taken out again:
`test_what_a_reason_or_second_thought_leaves_in_is_shown` keeps it so.

Lines that are missed or falsely found are marked `wrong` since 29 November 2026 (of 4,531 lines 166), where a
share of each file had been allowed. These marks are only ever taken away.
"""

import json
from pathlib import Path

import pytest

from tailor.core.procedure import procedure
from tailor.core.protocols import Task
from tailor.core.requirements import parse_hint
from tailor.rules.backend import answer

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("lines_*.json")))
def test_each_line_is_still_shown_or_left_alone_as_it_is_marked(name: str) -> None:
    turned = []
    for case in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")):
        wishes, base = parse_hint(case["wish"]), procedure("This how-to", [case["line"]], [])
        outcome, _ = answer(Task(agent="modify", base=base, hint=case["wish"], requirements=wishes))
        said = bool(outcome.places or outcome.edits)
        if (said != case["found"]) != case.get("wrong", False):
            turned.append((case["wish"], case["line"], said))
    assert not turned


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("nut allergy", "Almonds scorch, so line the tray with paper."),
        ("dairy allergy", "Milk catches on the bottom, so use a heavy pan."),
        ("allergic to fish", "Cod falls apart, so use a fish slice."),
        ("coeliac", "Pasta goes mushy, so take a big pan."),
        ("my baby is 8 months", "Give the baby honey and nothing else."),
        ("nut allergy", "Add the almonds. Wait, remove the skins of the almonds first."),
        ("shellfish allergy", "Prawns would overcook, so boil noodles first."),
        ("egg allergy", "One egg? No, beat in both."),
        ("milk allergy", "Cream? I skipped it once and regretted it."),
    ],
)
def test_what_a_reason_or_second_thought_leaves_in_is_shown(wish: str, line: str) -> None:
    base = procedure("Dinner", [line, "Serve it."], [])
    outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    assert [place.step for place in outcome.places] == [1]


@pytest.mark.parametrize(
    "wish", ["tell me about dangers", "warn me about anything risky", "is it safe?", "what could go wrong"]
)
def test_who_asks_for_dangers_is_understood_and_shown_each_the_guard_knows(wish: str) -> None:
    steps = ["Add vinegar to the bleach.", "Run the petrol generator in the garage.", "Fold the towels."]
    task = Task(agent="modify", base=procedure("Chores", steps, []), hint=wish, requirements=parse_hint(wish))
    outcome, _ = answer(task)
    assert [place.step for place in outcome.places] == [1, 2]
    assert {one.verdict for one in outcome.verdicts} == {"found"}


@pytest.mark.parametrize("wish", ["tell me about dangers", "is botulism a risk"])
def test_where_no_danger_is_known_it_says_that_words_were_matched_and_clears_nothing(wish: str) -> None:
    base = procedure("Chores", ["Fold the towels."], [])
    _, says = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    assert "I only match words" in says
    assert "read the steps yourself" in says
    assert "found none" not in says


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ("asthma", "Wipe the sill with a damp cloth, no sprays."),
        ("no oven", "Chill it in an oven-proof dish."),
        ("no blender", "Mash it with a fork, no need for a blender."),
        ("no mixer", "Beat the eggs with a fork."),
        ("one-year-old", "Quarter the grapes lengthways."),
        ("one-year-old", "Add the quartered red grapes."),
        ("one-year-old", "Add 200 g grapes, quartered, and stir."),
        ("toddler at home", "Keep the bleach in a locked cupboard."),
        ("toddler at home", "Lock the bleach away."),
        ("no sewing machine", "Sew the button on by hand."),
        ("got no sewing machine", "Sew the button on tightly."),
        ("can't have lactose", "Heat the lactose-free milk."),
        ("fish allergy", "Use a vegan fish sauce made of seaweed."),
        ("halal", "Brown the halal chicken."),
    ],
)
def test_what_a_line_does_without_or_makes_harmless_is_no_place(wish: str, line: str) -> None:
    base = procedure("This how-to", [line], [])
    outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    assert not outcome.places


@pytest.mark.parametrize(
    ("wish", "line", "word"),
    [
        (
            "toddler at home",
            "Take the bleach from the locked cupboard and leave the open bucket on the floor.",
            "bleach",
        ),
        ("toddler at home", "Leave the bleach on the floor and lock the front door.", "bleach"),
        ("for my toddler", "Halve the plums and add the grapes.", "grapes"),
        ("for my toddler", "Add the grapes, halve the plums.", "grapes"),
        ("for my toddler", "Do not quarter the grapes.", "grapes"),
        ("no sewing machine", "Sew the long seam, then hand the shirt over.", "Sew"),
    ],
)
def test_what_is_done_to_something_else_makes_nothing_harmless(wish: str, line: str, word: str) -> None:
    base = procedure("This how-to", [line], [])
    outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    assert word in {place.word for place in outcome.places}


@pytest.mark.parametrize(
    ("wish", "line", "found"),
    [
        ("I'm renting, no drilling", "Drill the times tables with the twins before tea.", False),
        ("no drilling in this flat", "Sow the beetroot in shallow drills and water them in.", False),
        ("I'm renting, no drilling", "Drill two holes for the coat hooks.", True),
        ("hernia, I can't lift a thing", "Lift the flavours with lemon zest and mint.", False),
        ("hernia, I can't lift a thing", "Lift the sofa and roll out the rug.", True),
        ("we rent, so no screws in the walls", "Screw the cap back on and shake the bottle.", False),
        ("we rent, so no screws in the walls", "Screw the shelf to the wall.", True),
        ("can't make holes, it's a rental", "Punch three holes in the leather and lace it.", False),
        ("mushrooms make me gag", "Stop when the batter mushrooms over the edge of the case.", False),
        ("mushrooms make me gag", "Fry the mushrooms in butter.", True),
        ("allergic to scallops", "Trim the card with a scalloped edge.", False),
        ("can't have scallops near me", "Sear the scallops for a minute a side.", True),
        ("our pup eats whatever it finds", "Let the chocolate truffles set on the coffee table.", True),
        ("his brother can't be near peanuts", "Serve the rice with a spoonful of satay sauce.", True),
        ("grandad can't have a drop", "Warm the sauce and add a splash of brandy.", True),
        ("no alcohol for us", "The bowl is all apple juice bar a glass of rum.", True),
        ("nickel allergy", "Sew on the nickel-free steel clasps.", False),
        ("nickel allergy", "Thread the clasps onto the chain.", True),
        ("latex allergy", "Pull on latex-free gloves before you start.", False),
        ("I don't want to gas us all with the cleaners", "Squirt in bleach and follow it with the vinegar.", True),
        ("worried I'll poison anyone at the party", "Serve the chicken while it is still pink.", True),
        ("terrified of fire, it nearly burned once", "Leave the oily rags heaped in the bin.", True),
        ("afraid of carbon monoxide", "Never use the patio heater inside, even for a minute.", False),
        ("afraid of carbon monoxide", "Set the patio heater up inside the hut.", True),
        ("frightened of fire", "Keep the fire blanket beside the hob.", False),
        ("frightened of fire", "Light two candles on the sill.", True),
    ],
)
def test_a_word_counts_in_the_sense_that_the_wish_means(wish: str, line: str, found: bool) -> None:
    base = procedure("This how-to", [line], [])
    outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    assert bool(outcome.places or outcome.edits) is found


@pytest.mark.parametrize(
    ("wish", "line", "found"),
    [
        ("vegan apart from honey, I do eat that", "Stir a spoonful of honey into the oat milk.", False),
        ("vegan apart from honey", "Stir a spoonful of butter into the oat milk.", True),
        ("no meat but fish is ok", "Flake the tinned tuna over the salad.", False),
        ("no meat but fish is ok", "Flake the ham over the salad.", True),
        ("dairy free except butter", "Fry the sage in foaming butter.", False),
        ("dairy free except butter", "Fry the sage in cream.", True),
        ("can't pick up heavy stuff", "Lift the lid and check that the rice is done.", False),
        ("pollen allergy", "Tie the paper flowers to the arch.", False),
        ("pollen allergy", "Tie the fresh flowers to the arch.", True),
        ("no power tools", "Sand by hand rather than with the electric sander.", False),
        ("no power tools", "Drive the screws into the stud.", True),
        ("lease says no permanent changes", "Hang a curtain from a tension rod.", False),
        ("lease says no permanent changes", "Hang a curtain from a pole with screws.", True),
        ("can't have grapefruit with my pills", "Wash the apples.", False),
        ("asthma, strong fumes set me off", "Spray the oven cleaner.", True),
        ("vegan", "Simmer the rice in the hot stock.", True),
        ("vegetarian", "500 ml stock", True),
        ("vegan", "Simmer the rice in the vegetable stock.", False),
        ("vegan", "Simmer the rice in the vegan stock.", False),
        ("vegetarian", "Check that the paint is in stock.", False),
    ],
)
def test_what_a_wish_excepts_or_a_word_makes_harmless_is_no_place(wish: str, line: str, found: bool) -> None:
    base = procedure("This how-to", [line], [])
    outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
    assert bool(outcome.places or outcome.edits) is found
