"""What single clauses touch in small texts, and what beside it they leave alone."""

import pytest

from tailor.core.finding import find
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint

ROWS = """
2 ramekins | Fill the ramekins. | 4 ramekins = 1 ramekins; r1 ramekins
only 3 bananas | Mash the bananas. | 5 bananas = 1 bananas; r1 bananas
3 bananas | Mash the bananas. | 5 bananas = 1 bananas; r1 bananas
3 plums | Mash the bananas. | 5 bananas =
3 candles | Mash the bananas. | 5 bananas =
100 g butter instead of 200 g | Melt the butter. | 200 g butter = 1 butter; r1 butter
brown rice not white | Boil the white rice. | white rice = 1 white rice; r1 white rice
allergic to latex | Put on the latex gloves. | = 1 latex gloves
10 euros | Buy a book. | = 1 Buy
my hands hurt | Knead it. | = 1 Knead
is the feta ok? | Crumble the feta. | feta = 1 feta; r1 feta
lactose intolerant, butter is fine | Melt the butter. / Pour the milk | = 2 milk
raisins in apple things are a crime | Grate the apples. / Stir in the raisins. | 2 apples = 2 raisins
the pan has no lid | Heat the pan. / Put on the lid. | pan = 2 lid
no bay leaves | Leave it to rest. / Add the bay leaf. | = 2 bay leaf
sick of celery | Rest it. / Chop the celery. | = 2 celery
egg allergy | Bake until the quiche is puffy. | 2 eggs = 1 quiche; r1 eggs
celery allergy | Pour in the stock. / Pour in the celery-free stock. | = 1 stock
latex allergy | Blow up the foil balloons. / Blow up the balloons. | = 2 balloons
bad back | Slide the box; do not lift it. / Lift the box. | = 1 box; 2 Lift
no salt | No need for table salt, the bacon does the job. | =
egg allergy | Use mayonnaise instead of egg. | = 1 mayonnaise
nut allergy | Almonds take the place of flour in this torte. | = 1 Almonds
dairy free | Warm the milk. | oat milk =
no electric sander | Sand by hand rather than with the electric sander. | =
bad back | Sand by hand. | =
no tomatoes | Halve the cherry tomatoes. / Squash the tomatoes. | = 1 tomatoes; 2 tomatoes
no cherries | Halve the cherry tomatoes. / Stone the cherries. | = 2 cherries
no oven | Stir in the baking powder. / Bake it. | baking powder = 2 Bake
hate starting | Set RESTARTS to 3. | =
no wine | Pour in the white wine. / Whip the whites. | = 1 white wine
no eggs | Whip the whites. / Pour the white wine. | = 1 whites
no train | Take the train to town. / Train the dog. | = 1 train
no crackers | Crush the graham crackers. | = 1 crackers
no shears | Cut with pruning shears. | = 1 shears
no celery | Chop the celery stick. / Use the stick blender. | = 1 celery stick
no beef | Brown the meat. / Rest the meat. | 500 g beef = 1 meat; 2 meat; r1 beef
no beef | Brown the meat. | 500 g beef / 200 g pork = r1 beef
no soy | Melt the soy wax. | = 1 soy wax
no alcohol | Splash in wine vinegar. | =
sulphites make me ill | Add unsulphured apricots. / Add dried apricots. | = 2 dried apricots
no fish | Fish out the bay leaf. | =
no cream | Cream the butter. / Whip the cream. | = 2 cream
no cheddar | Grate the Cheddar. | = 1 Cheddar
no sage | Shred the sage. | = 1 sage
no fan oven | Heat the fan oven. / Heat the oven. | = 1 fan oven
no big pan | Heat a large pan. / Heat a pan. | = 1 large pan
no coconut milk | Pour the coconut milk. / Pour the milk. | = 1 coconut milk
no apricot jam | Warm the apricot preserves. | = 1 apricot preserves
no ice cream machine | Scoop the ice cream. / Churn it in the machine. | = 2 Churn
handsaw only | Cut with the jigsaw. | = 1 jigsaw
fish is fine | Fry the cod. / Fry the beef. | =
only a gas oven | Heat the oven. | =
only a slow cooker | Heat the oven. / Fry it on the stove. | = 1 oven; 2 stove
only olive oil | Heat the sunflower oil. | = 1 sunflower oil
no cat | Feed the cat. / Feed the dog. | = 1 cat
no glasses | Read the label. / Fill the glasses. | = 2 glasses; 1 Read
watching my cholesterol | Melt the butter. | = 1 butter
two guinea pigs | Feed the guinea pigs. | =
halal | Buy halal beef. / Fry the bacon. | = 2 bacon
no thyme use sage | Add the thyme. | = 1 thyme
only 45 kg | Carry 50 kg. / Carry 40 kg. | = 1 50 kg
max 20 cm | Cut 30 cm of string. / Cut 20 cm of string. | = 1 30 cm
my oven only goes to 200 | Heat the oven to 200 C. / Heat the oven to 220 C. | = 2 220 C
no dressing | Whisk the dressing. | For the dressing: / 2 tbsp oil = r2 2 tbsp oil; 1 dressing
no flour | Mix all ingredients. | 200 g flour / 1 egg = 1 all ingredients; r1 flour
no mixer | Mix by hand rather than with the mixer. / Mix it. | = 2 Mix
no electric sander | Sand it by hand, not with the electric sander. | =
no lemon | Make the glaze with the lemon juice. / Zest. | 1 lemon = 1 lemon juice; r1 lemon
no nuts but almonds are fine | Add flaked almonds. / Add almond butter. | = 2 almond butter
nut allergy but almonds are fine | Add flaked almonds. / Add almond butter. | = 1 flaked almonds; 2 almond butter
no nuts except almonds | Add flaked almonds. / Add almond butter. | = 2 almond butter
no peanuts, other nuts are fine | Add the walnuts. / Add the peanuts. | = 2 peanuts
no dairy except butter | Melt the salted butter. / Pour the milk. / Spread a knob of butter. | = 2 milk
no fish, tuna is fine | Open the tin of tuna. / Fry the salmon. | = 2 salmon
no sewing machine | Sew it by hand. / Sew it, fold by hand. / Sew it, by hand. | = 2 Sew; 3 Sew
no sewing machine | Sew it and fold it by hand. / Hand sew it. / Sew the long hem of it by hand. | = 1 Sew
bad back | Lift the lid. / Lift the box. / Lift it. / Lift the heavy lid. | = 2 Lift; 3 Lift; 4 Lift
asthma | Paint your nails. / Paint the wall. | = 2 Paint
scared of heights | Hang it from a tension rod. / Hang it from the ceiling. | = 2 from the ceiling
no oven | Bake it in the sun. / Bake it in a pan. / Bake it. | = 2 Bake; 3 Bake
cant lift more than 30 kg | Lift 30 kg. / Lift 31 kg. / Lift 60 lb. / Lift 70 lb. | = 2 31 kg; 4 70 lb
only have a 20 cm tin | Line a 23 cm tin. / Line a 20 cm tin. / Line a 20 cm round cake tin. | = 1 23 cm tin
15 x 20 dish | Grease a 20 x 30 cm dish. / Grease a 15 x 20 cm dish. | = 1 20 x 30 cm dish
oven goes to 200 max | Heat to 200 °C. / Heat to 201 °C. / Heat to 400 °F. | = 2 201 °C; 3 400 °F
max 10 miles | Run 10 miles. / Run 11 miles. / Run 20 km. | = 2 11 miles; 3 20 km
hates flooding | Move above the flood. / Dry the floor. | = 1 flood
no garden | Dig the garden. / Go gardening. / Plant it in the gardens. | = 1 garden; 2 gardening; 3 in the gardens
my frobnicator squeaks | Oil the frobnicator. / Wait. | = 1 frobnicator
hate frobbing | Frob it. / Wait. | = 1 Frob
no mortar | Grind it in the mortar. / Mix the cement. | = 1 mortar
no sugar, honey is fine | Add sugar. / Add honey. | = 1 sugar
no carrots, parsnips | Peel the carrots. / Peel the parsnips. | = 1 carrots; 2 parsnips
no egs | Beat the eggs. | = 1 eggs
no chese | Grate the cheese. | = 1 cheese
no iorn | Heat the iron. | = 1 iron
no spain | Rinse the spinach. | =
no wisk | Use a whisk. | = 1 whisk
no floor | Add flour. | =
no butternut | Roast the butternut squash. / Melt the butter. | = 1 butternut squash
no nutmeg | Grate the nutmeg. / Chop the nuts. | = 1 nutmeg
no ginger ale | Grate the ginger. / Pour the ginger ale. | = 2 ginger ale
no icing | Spread the icing. / Put it on ice. | = 1 icing
toddler | Quarter the grapes. / Grapes, quartered. / Cut the big red grapes. / Serve grapes, halved. | =
toddler | Quarter the plums, add grapes. / Serve the grapes, quarter the plums. | = 1 grapes; 2 grapes
"""
"""A hint, the steps and the list, and behind "=" the words it touches with the number of their step or line."""


@pytest.mark.parametrize("row", ROWS.strip().splitlines())
def test_a_hint_touches_just_what_it_is_about(row: str) -> None:
    hint, steps, rest = row.split(" |")
    listed, _, words = rest.partition("=")
    base = procedure("Dinner", steps.strip().split(" / "), [one for one in listed.strip().split(" / ") if one])
    places = [place for each in find(base, parse_hint(hint)).each for one in each.wishes for place in one.places]
    told = [f"{'r' if place.part == 'resources' else ''}{place.step} {place.word}" for place in places]
    assert told == [word.strip() for word in words.split(";") if word.strip()]


@pytest.mark.parametrize(
    ("hint", "step", "why"),
    [
        ("egg allergy", "Spread the mayonnaise.", "mayonnaise: made with eggs and usually with mustard"),
        ("egg allergy", "Beat the eggs.", ""),
        ("no oven", "Bake it.", "Bake: found because you said “oven”"),
        ("no oven", "Heat the oven.", ""),
        ("no nuts", "Add a praline.", "praline: tree nuts and sugar"),
        ("vegan", "Add honey.", "honey: not vegan"),
        ("I have a carbon rim", "Close the rim brake.", "“rim”: you mentioned it"),
    ],
)
def test_a_place_says_why_unless_it_has_the_very_word(hint: str, step: str, why: str) -> None:
    found = find(procedure("Dinner", [step]), parse_hint(hint)).each
    assert [place.why for each in found for one in each.wishes for place in one.places] == [why]
