"""Hazards are found by what they are made of, and a warning of one stays a warning."""

import pytest

from tailor.core.guard import check, constraint_ids, scan
from tailor.core.procedure import procedure


def hazards(text: str) -> set[str]:
    return {one.constraint for one in scan(text, constraint_ids()) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The wok of oil is ablaze: throw a saucepan of water at it.", "oil_fire_water"),
        ("Lean the ladder on the trellis and climb to the top shoots.", "ladder_unsafe"),
        ("Use an orbital sander on the gloss of the 1931 doors.", "lead_dust"),
        ("Push the stripped ends into the socket to try the lamp.", "mains_electric_live"),
        ("If the drain gel fails, add a different brand on top.", "chem_mix"),
        ("Leave the potatoes in their foil on the worktop overnight.", "canning_botulism"),
        ("Shake the gin, lemon and egg white until cold.", "undercooked_egg"),
        ("Fold the mascarpone into the yolks and chill.", "undercooked_egg"),
        ("Scatter raw bean sprouts on top.", "pregnancy"),
        ("Brush the turps on while you enjoy a cigar.", "solvent_near_flame"),
        ("Empty the last of the cleaning products into one bottle.", "chem_mix"),
        ("Stuff a towel in the flue to stop the draught, then light the stove.", "indoor_combustion"),
        ("Heat the caravan overnight with the gas rings.", "indoor_combustion"),
        ("Undo the terminals with the current still on.", "mains_electric_live"),
        ("Replace the blown fuse with a bit of kitchen foil.", "mains_electric_live"),
        ("Flames on the stove? Drench the pan.", "oil_fire_water"),
        ("Part-cook the sausages today and finish them tomorrow.", "undercooked_pork"),
        ("Flash the chicken strips through the pan for ten seconds.", "undercooked_poultry"),
        ("Poach the eggs until the yolk floods the plate.", "undercooked_egg"),
        ("Halve the vinegar in the pickled beans.", "canning_botulism"),
        ("Hang out to the side of the ladder to save moving it.", "ladder_unsafe"),
        ("Keep riding the e-scooter although it smokes a bit.", "lithium_battery_damage"),
        ("Keep your fingers flat in front of the knife as you chop.", "blade_toward_hand"),
        ("Degrease the parts with petrol by the garage heater.", "solvent_near_flame"),
        ("Soak the beans overnight, then eat them as they are.", "raw_beans"),
        ("Take a crowbar to the painted boards of the pre-war house.", "lead_dust"),
        ("Leave a ring of the gas cooker burning overnight, the bedsit is parky.", "indoor_combustion"),
        ("Let the van tick over in the shut garage while you load.", "indoor_combustion"),
        ("Flames leap up from the fat? Slosh cold tea over the pan.", "oil_fire_water"),
        ("Crack two eggs into a glass of sherry and gulp them.", "undercooked_egg"),
        ("Drag the scalpel along, the thumb of your left hand over the line.", "blade_toward_hand"),
        ("My hoverboard was in a crash. Plug it in anyway, any charger.", "lithium_battery_damage"),
        ("Thick bleach and Harpic down the pan, then rinse by hand.", "chem_mix"),
        ("Cook the rajma in a thermos at 80 °C.", "raw_beans"),
    ],
)
def test_a_hazard_is_found_whatever_its_parts_are_called(text: str, constraint: str) -> None:
    assert constraint in hazards(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Never put dried kidney beans in the slow cooker without boiling them first.", "raw_beans"),
        ("Never work on a socket without switching off the power.", "mains_electric_live"),
        ("Don't be tempted to add ammonia to bleach: the fumes put you in hospital.", "chem_mix"),
        ("Flambé the bananas in the pan with rum, with a jug of water beside you.", "oil_fire_water"),
        ("Lean the ladder on the wall and clear the gutter.", "ladder_unsafe"),
        ("Leave out the honey if this is for a baby.", "infant_honey"),
        ("Charge the drill battery until the light is green.", "lithium_battery_damage"),
        ("Don't climb on a swivel chair; use a step stool.", "ladder_unsafe"),
        ("Don't overreach: climb down and move the ladder along.", "ladder_unsafe"),
        ("Cook the scrambled eggs until no liquid is left.", "undercooked_egg"),
        ("Heat the oven and leave the dough in a warm room.", "indoor_combustion"),
        ("Strip the lead paint with a wet paste and keep it damp.", "lead_dust"),
        ("Nobody should be changing a socket with the power on.", "mains_electric_live"),
        ("Pilot lights out, windows wide; then open the white spirit.", "solvent_near_flame"),
        ("Keep the gas on low under the stock all night.", "indoor_combustion"),
        ("Start the car, back it out of the garage and let it run.", "indoor_combustion"),
        ("Rinse the bleach off before you put vinegar on the tiles.", "chem_mix"),
        ("If flames leap from the pan, put a lid on it.", "oil_fire_water"),
    ],
)
def test_a_warning_or_a_safe_way_is_no_hazard(text: str, constraint: str) -> None:
    assert constraint not in hazards(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Park the generator in the hallway overnight.", "indoor_combustion"),
        ("Set the stepladder on the kitchen table while she holds it.", "ladder_unsafe"),
        ("Lash two stepladders together for the height.", "ladder_unsafe"),
        ("Straddle the stepladder and saw.", "ladder_unsafe"),
        ("It's windy, but get the ladder up and clear the gutters.", "ladder_unsafe"),
        ("Push the stripped lead into the socket.", "mains_electric_live"),
        ("Splice the shower cable while the rest of the house stays on.", "mains_electric_live"),
        ("Peel the cloves, cover with oil and leave on the shelf for weeks.", "canning_botulism"),
    ],
)
def test_a_hazard_told_by_its_situation_is_found(text: str, constraint: str) -> None:
    assert constraint in hazards(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Run the generator outside and feed the cord into the utility room.", "indoor_combustion"),
        ("Push the cold generator into the garage for the winter.", "indoor_combustion"),
        ("Never put a step stool on the dining table.", "ladder_unsafe"),
        ("Tie the ladder off at the top.", "ladder_unsafe"),
        ("Blowing a gale? Leave the ladder and fix the tiles another day.", "ladder_unsafe"),
        ("Peel the cloves, cover with oil and keep in the fridge.", "canning_botulism"),
        ("Light the joss stick once the varnish is dry.", "solvent_near_flame"),
    ],
)
def test_the_same_things_handled_well_are_no_hazard(text: str, constraint: str) -> None:
    assert constraint not in hazards(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Unscrew the switch plate; flicking the breaker is a faff.", "mains_electric_live"),
        ("If the breaker keeps tripping, jam it with a lolly stick.", "mains_electric_live"),
        ("Drill the hole without checking for cables.", "mains_electric_live"),
        ("Spray the hose over the extension reel.", "mains_electric_live"),
        ("Fry the chicken livers so that they bleed when cut.", "undercooked_poultry"),
        ("Pork that is raw at the core is a delight.", "undercooked_pork"),
        ("Turkey burgers are best still pink.", "undercooked_poultry"),
        ("Don't wait for the chicken's juices to run clear.", "undercooked_poultry"),
        ("Beat three egg whites into the royal icing.", "undercooked_egg"),
        ("Bottle the carrot purée hot, turn upside down and keep in the pantry.", "canning_botulism"),
        ("The laptop sat in a stream; charge it as usual.", "lithium_battery_damage"),
        ("Balance on a stool on the desk to reach the shade.", "ladder_unsafe"),
        ("Shuffle the ladder along without coming down.", "ladder_unsafe"),
        ("Let the moped idle in the shut garage.", "indoor_combustion"),
        ("The baby can have whole olives.", "infant_honey"),
    ],
)
def test_a_hazard_told_in_passing_is_found(text: str, constraint: str) -> None:
    assert constraint in hazards(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Bleach the napkins with lemon in the sun.", "chem_mix"),
        ("Juices running pink? Back in the oven.", "undercooked_poultry"),
        ("Fry the chicken until it is no longer pink.", "undercooked_poultry"),
        ("Make the royal icing with dried egg white.", "undercooked_egg"),
        ("Let the car idle outside the garage.", "indoor_combustion"),
        ("Halve the olives for the baby.", "infant_honey"),
        ("Cook the eggs until nothing runs.", "undercooked_egg"),
        ("Put the chair on the table and mop the floor.", "ladder_unsafe"),
    ],
)
def test_what_only_sounds_like_it_is_no_hazard(text: str, constraint: str) -> None:
    assert constraint not in hazards(text)


@pytest.mark.parametrize(
    "text",
    [
        "gas stove and 2 gas cartridges",
        "gas burner, gas canister",
        "deodorant and a lighter",
        "Pack the gas stove and 2 spare gas cartridges.",
    ],
)
def test_a_list_of_things_to_pack_lights_nothing(text: str) -> None:
    assert "solvent_near_flame" not in hazards(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hairspray and a lit candle.",
        "Use acetone and a lighter.",
        "Deodorant over the lighter.",
        "Hold the gas cartridge to the gas stove.",
    ],
)
def test_things_that_burn_or_are_used_are_more_than_a_list(text: str) -> None:
    assert "solvent_near_flame" in hazards(text)


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        (["Spray the glass with vinegar.", "Wait 30 minutes.", "Scrub the grout with thick bleach."], [3]),
        (["Pour bleach into the toilet.", "Add the descaler and brush."], [2]),
        (["Spray the glass with vinegar.", "Rinse it with water.", "Scrub the grout with bleach."], []),
        (["Never use bleach.", "Soak the kettle in vinegar."], []),
        (["Pour bleach into the toilet.", "Close the lid and wait.", "Add vinegar."], [3]),
        (["Pour bleach in the drain.", "Do not rinse.", "Pour vinegar into it."], [3]),
        (["Clean the bath with bleach.", "Empty the bin.", "Spray the bath with vinegar."], [3]),
        (["Spread bleach on the storage box.", "Scrub the storage box with vinegar."], [2]),
        (["Pour vinegar into the drain.", "Flush with hot water.", "Pour in bleach."], []),
        (["Spray the glass with vinegar.", "Dry it.", "Put the bleach back on the shelf."], []),
        (["Soak the cloth in bleach.", "Rinse your hands.", "Add vinegar to the cloth."], [3]),
        (["Pour vinegar into the bucket.", "Put the bleach in."], [2]),
        (["Pour bleach into the toilet.", "Wait before you flush.", "Add vinegar."], [3]),
        (["Spray bleach.", "Put the brush away and pour vinegar on it."], [2]),
        (["Pour bleach under the rim.", "Rinse with hot water and a cup of vinegar."], [2]),
        (["Pour bleach under the rim.", "Rinse well with water, then wipe with vinegar."], []),
        (["Pour in the drain cleaner and wait.", "Pour in a cup of bleach."], [2]),
        (["Pour in the drain cleaner.", "Add some vinegar."], [2]),
        (["Pour in the drain cleaner.", "Rinse it with plenty of water.", "Add some vinegar."], []),
        (["Wipe it with vinegar.", "Dry it.", "Sweep.", "Iron the cloths.", "Put bleach in the wash."], []),
        (["Scrub the bin with bleach.", "Dab surgical spirit on the stain."], [2]),
        (["Spray the seal with bleach.", "Take off the glue with acetone."], [2]),
        (["Soak the board in bleach.", "Wipe it with hydrogen peroxide."], [2]),
        (["Wet the stain with peroxide.", "Pour white vinegar over it."], [2]),
        (["Wet the stain with peroxide.", "Rinse it well.", "Pour white vinegar over it."], []),
        (["Soak the board in bleach.", "Rinse very well.", "Wipe it with rubbing alcohol."], []),
        (["Wash the counter with alcohol.", "Spray on the vinegar."], []),
        (["Rinse the bucket with diluted bleach.", "Wipe it with household ammonia."], [2]),
        (["Flush the pipe with thin bleach.", "Pour in some lemon juice."], [2]),
        (["Wash the tray in a bleach solution.", "Sweep.", "Scrub it with descaler."], [3]),
        (["Rinse the tiles with bleach, then rinse again with water.", "Wipe them with vinegar."], []),
        (["Rinse the tiles with water after the bleach.", "Wipe them with vinegar."], []),
        (["Rinse the tub and scrub it with soda.", "Wipe it with vinegar."], []),
        (["Spray vinegar on the tap.", "Rinse the sink with diluted bleach."], [2]),
        (["Pour bleach into the toilet.", "Rinse out the bucket.", "Pour in vinegar."], [3]),
        (["Spread bleach on the tiles.", "Rinse off your hands.", "Spray vinegar on them."], [3]),
        (["Spread bleach on the tiles.", "Rinse them off.", "Spray vinegar on them."], []),
    ],
)
def test_what_was_left_by_a_step_before_is_mixed_with_what_comes(steps: list[str], found: list[int]) -> None:
    findings = check(procedure("Clean the shower", steps), ["chem_mix"])
    assert [one.step for one in findings] == found
    assert all(
        one.word in steps[(one.step or 0) - 1] and one.why.endswith("rinse well before this step")
        for one in findings
    )
