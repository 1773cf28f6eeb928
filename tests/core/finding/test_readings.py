"""How single clauses are read, as one types them: what is wished of which thing, and what comes in its place."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.finding import cues, hints
from tests.depth import cases

ROWS = """
no half and half = missing half and half
half it = amount
i want it because it is quicker to cook =
dinner fast = time
i write fast =
make it fast = time
we need it fast = time
we break our fast then =
i need a quick vegan dinner = time; allergy-or-health vegan, diet
it has to be quick and easy = time
too much for one go = amount
too much for one = amount
thats a lot of sugar, can i halve it = amount sugar
thats fine sugar, can i halve it = amount; other sugar, mentioned
half the sugar = amount sugar
double the eggs = amount eggs
can i halve it = amount
can i swap the prawns for chicken = instead prawns: chicken
could i replace the butter with oil = instead butter: oil
doesnt have to be vegan = other vegan, mentioned
no meat except chicken = missing meat, not chicken
except chicken = without chicken
over the counter =
milk over cream = instead cream: milk
oat milk over cream = instead cream: oat milk
no inches = unit inches
no cups please = unit cups
i only use grams = unit use grams
we have no grams = unit grams
any nuts in it = allergy-or-health nuts, asked
any nuts in here = allergy-or-health nuts, asked
is there milk in the fridge = other milk, mentioned; other fridge, mentioned
is there milk in it = allergy-or-health milk, asked
is there milk = allergy-or-health milk, asked
does it have nuts or milk = allergy-or-health nuts, asked; allergy-or-health milk, asked
dont want to replace the butter = other butter, mentioned
dont swap the butter = other butter, mentioned
not butter but oil = instead butter: oil
i have a gas oven = other gas oven
i have a nut allergy = allergy-or-health nut
i have a broken drill = missing drill
i have a hammer = other hammer
no eggs, milk or nuts = missing eggs; missing milk; missing nuts
no eggs and no milk = missing eggs; missing milk
nothing may go down before six =
no butter substitutes = other butter, mentioned
without egg substitute = other egg, mentioned
use oil instead of butter = instead butter: oil
broke my leg = allergy-or-health leg
broke my drill = missing drill
no smoking allowed = without smoking
no drilling = without drilling
no drilling machine = missing drilling machine
no drill = missing drill
only 3 eggs = amount eggs
2 eggs only = amount eggs
no rolling pin, my hands hurt = missing rolling pin; allergy-or-health hands
no van, landlord forbids nails = missing van; without nails
only a backpack, cold places too = only backpack; only cold places
no car, with a toddler = missing car; allergy-or-health toddler, alone
swap milk for oat milk = instead milk: oat milk
replace butter by oil = instead butter: oil
swap the milk = instead milk
no cream just milk = missing cream: milk
instead of butter use oil = instead butter: oil
instead of butter = instead butter
oil instead of butter = instead butter: oil
a tin of tuna instead of chicken = instead chicken: tuna
egg noodles any good instead of rice = instead rice: egg noodles
no potatoes here but got rice = missing potatoes: rice
no drill but i have a hammer = missing drill: hammer
no drill but i have a toddler = missing drill; allergy-or-health toddler, alone
no eggs but i have flour instead = missing eggs: flour
no eggs but i have flour instead of rice = missing eggs; instead rice: flour
no milk, i have oat milk left = missing milk: oat milk
nut allergy = allergy-or-health nut
my drill is broken = missing drill
raisins in apple things are a crime = other raisins, mentioned
my niece is off meat = allergy-or-health meat
my oven only goes to 200 = other oven, mentioned
oven only = only oven
a hob only = only hob
bleach ok = other bleach
hubbys nut thing = allergy-or-health nut
a nut thing = allergy-or-health nut
that milk thing = other milk, mentioned
bake gluten free = allergy-or-health gluten, named
egg and milk allergy = allergy-or-health egg; allergy-or-health milk
frob and milk allergy = allergy-or-health frob; allergy-or-health milk
egg, milk and soy free = allergy-or-health egg, named; allergy-or-health milk, named; allergy-or-health soy, named
my frob and drill are broken = missing drill
12 people = amount
for 12 = amount
a party of 12 = amount
we're only two = amount
a town of 300 =
20 minutes = time
i have 20 minutes = time
carry it 2 hours on the train = other train, mentioned
have to carry it 2 hours =
with a stick, 10 days, no trains = time; missing trains
10 euros = other 10 euros, alone
300 euro budget = other 300 euro budget, alone
10 months old =
5 months pregnant = allergy-or-health months pregnant, alone
an hour a week = other hour a week, alone
2 times a week =
a night job and 3 kids = other night job, alone; other and 3 kids, alone
3 kids = amount
2 of us = amount
2 of us coming = amount
2 of the guests =
six other people = amount
my 3 kids are coming =
one person =
for one person = amount
vitamin c = other vitamin, mentioned
in c = unit c
convert to c = unit c
the cup of flour = other flour, mentioned
in cups = unit cups
2 cups =
a cup please =
grams please = unit grams
i dont do cups and ounces = unit cups; unit ounces
cups mean nothing to me = unit cups
i rent = other rent, alone
bad knees = allergy-or-health bad knees, alone
bad knees, toddler = allergy-or-health bad knees, alone; allergy-or-health toddler, alone
my knees are bad = allergy-or-health knees, alone
im 16 = other im 16, alone
im 16 stone =
cant read = allergy-or-health cant read, alone
cant read sheet music = without read sheet music
cant read maps = without read maps
cant see well = allergy-or-health cant see well, alone
short on time = time
im short = allergy-or-health im short, alone
we don't take the dog = other dog, mentioned
without our cat = other cat, mentioned
no cat = other cat, mentioned
eggs from our hens = other eggs, mentioned
vegan = allergy-or-health vegan, diet
not vegan = other vegan, mentioned
never vegan = other vegan, mentioned
no grapefruit = missing grapefruit
grapefruit = other grapefruit, mentioned
low sodium = allergy-or-health low sodium, alone
cheeseless please = without cheeseless, named
nutfree please = without nutfree, named
eggs and prawns, allergic = allergy-or-health eggs; allergy-or-health prawns
my daughter Lotte is allergic to eggs = allergy-or-health eggs
Lotte and Max are allergic to eggs = allergy-or-health eggs
milk upsets him = without milk
milk could upset him = without milk
milk really upsets him = without milk
milk upsets, him = without milk
the cold milk upsets him = without milk
eggs are a nightmare for her = without eggs
eggs burn nans mouth = without eggs
nuts make my lips tingle = without nuts
nuts make my day = other nuts, mentioned
peppers give me heartburn = without capsicum; allergy-or-health heartburn, alone
peppers set me off = without capsicum
and not so hot = without not so hot, alone
almonds cashews allergy = allergy-or-health almonds; allergy-or-health cashews
allergic to almonds cashews = allergy-or-health almonds; allergy-or-health cashews
no cream, use milk instead = missing cream: milk
no cream use milk = missing cream: milk
no buttermilk, can i use yoghurt? = missing buttermilk: yoghurt
no cream only milk = missing cream: milk
no cream, only milk = missing cream: milk
no oven only a microwave = missing oven; only microwave
stapler jammed, all i have is a5 = missing stapler; only a5
vegan butter instead of butter = instead butter: vegan butter
vegan, butter instead of oil = allergy-or-health vegan, diet; instead oil: butter
in the air fryer = other air fryer
let it go in the crockpot = other crockpot
raisins in apple things are yuck = without raisins
raisins are yuck = without raisins
sore wrists = allergy-or-health sore wrists, alone
a sore thumb = allergy-or-health thumb
wrists = allergy-or-health wrists, alone
2 wrists = allergy-or-health wrists, alone
hate kneading bad shoulder = without kneading; allergy-or-health bad shoulder, alone
no air fryer vegetarian = missing air fryer; allergy-or-health vegetarian, diet
no vegan butter = missing vegan butter
no cream small kitchen = missing cream
no kitchen scales = missing kitchen scales
no kitchen = other no kitchen, alone
expecting 12 people = amount
baby carrots = other baby carrots, mentioned
dont replace the butter = other butter, mentioned
no longer need eggs = other eggs, mentioned
never without butter = other butter, mentioned
gluten-free flour = allergy-or-health gluten, named
no gluten-free flour = missing gluten free flour
Lotte's egg allergy = allergy-or-health egg
ankle weights = other ankle weights, mentioned
no buttermilk, egg allergy = missing buttermilk; allergy-or-health egg
no buttermilk egg allergy = missing buttermilk; allergy-or-health egg
no eggs 3 people = missing eggs; amount
no eggs, 20 minutes = missing eggs; time
put it back =
get the cover back on =
my bad back in winter = allergy-or-health back
my back hurts = allergy-or-health back
i want it back =
milk/egg allergy = allergy-or-health milk; allergy-or-health egg
no milk/egg = missing milk; missing egg
my girlfriend hates peas = without peas
tone deaf =
quick = time
vegan quick = allergy-or-health vegan, diet; time
vegan fast = allergy-or-health vegan, diet; time
gluten free fast = allergy-or-health gluten, named; time
a quick stew = time
be quick about it = time
something fast and vegan = time; allergy-or-health vegan, diet
something fast, vegan = time; allergy-or-health vegan, diet
the dog runs fast =
something to eat fast then = time
it goes too fast =
i only use kg = unit kg
no kg = unit kg
any milk in the fridge = other milk, mentioned; other fridge, mentioned
is there any milk, i wonder = allergy-or-health milk, asked
no fish, no nuts except almonds = missing fish, not almonds; missing nuts, not almonds
no dairy except butter and cream = missing dairy, not butter and cream
no nuts except almonds and allergic to milk = missing nuts, not almonds; allergy-or-health milk
no cheese, milk and butter are fine = missing cheese; other milk; other butter
no cheese, milk and butter = missing cheese; missing milk; missing butter
no eggs, got oil = missing eggs: oil
no butter, got a whisk = missing butter; other whisk
25 min a day = time; other min a day, alone
neither milk nor butter are a problem = other milk; other butter
butter doesnt bother me = other butter
milk isn't a problem = other milk
nuts r no problem = other nuts
swap butter for oil and cream for milk = instead butter: oil; instead cream: milk
swap butter and cream for oil = instead butter: oil; instead cream: oil
swap butter and cream for oil and milk = instead butter: oil; instead cream: milk
replace butter with oil and garlic = instead butter: oil
only 15 min = time
no nuts double = missing nuts; amount
without eggs twice as much = without eggs; amount
no double cream = missing double cream
only 15 people = amount
a broken drill and no saw = missing drill; missing saw
give it, back hurts = allergy-or-health back
lifted it, back in pain = allergy-or-health back
put them back on =
get my lid back on = other lid, mentioned
"""
"""A clause, and behind "=" its wishes: "instead butter: oil" is oil instead of butter."""


def read(hint: str) -> list[str]:
    words = cues.split(hint)

    def of(run: Sequence[int]) -> str:
        return " ".join(words[at].plain for at in run)

    lines = []
    for one in hints.read(words):
        wanted = f": {of(one.wanted)}" if one.wanted and one.wanted != one.thing else ""
        spared = f", not {' and '.join(map(of, one.spared))}" if one.spared else ""
        said = "".join(
            f", {name}" for name in ("mentioned", "alone", "named", "asked", "diet") if getattr(one, name)
        )
        lines.append(f"{one.polarity} {of(one.thing)}{wanted}{spared}{said}".strip())
    return lines


@pytest.mark.parametrize("row", ROWS.strip().splitlines())
def test_a_clause_is_read_as_it_is_meant(row: str) -> None:
    hint, _, wishes = row.partition(" =")
    assert read(hint) == [one.strip() for one in wishes.split(";") if one.strip()]


@settings(max_examples=cases(500), deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(cues.words())), st.sampled_from([" ", " ", " ", ", ", ". ", "-"])),
        max_size=8,
    )
)
def test_words_that_wish_are_read_in_any_order(pairs: list[tuple[str, str]]) -> None:
    words = cues.split("".join(word + sign for word, sign in pairs))
    for one in hints.read(words):
        assert set(one.taken) <= set(range(len(words)))
