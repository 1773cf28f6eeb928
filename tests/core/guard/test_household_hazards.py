"""What harms anybody at home: each kind of hazard is found where it is told, and not where it is prevented."""

import pytest

from tailor.core.guard import check, hazards_for_everyone, scan
from tailor.core.procedure import procedure


def kinds(line: str) -> set[str]:
    return {one.constraint for one in scan(line, hazards_for_everyone())}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Drill straight through the artex for the lamp.", "harmful_dust"),
        ("Snap the old soffit boards in half to fit the skip.", "harmful_dust"),
        ("Grind the paving slab without a mask.", "harmful_dust"),
        ("Look for the gas leak with a lighter.", "gas_leak"),
        ("Undo the gas pipe behind the cooker.", "gas_leak"),
        ("Pour the white spirit into a lemonade bottle.", "poison_mistaken"),
        ("Scatter mothballs in the larder.", "poison_mistaken"),
        ("Fry the green potatoes with the skin.", "poison_mistaken"),
        ("Take ibuprofen, double the dose if it still hurts.", "medicine_wrong"),
        ("Drive home after a few drinks.", "medicine_wrong"),
        ("Leave the chip pan on while you answer the door.", "fire_unwatched"),
        ("Hang the wet socks over the heater.", "fire_unwatched"),
        ("Ball up the oily rags and put them in the shed.", "fire_unwatched"),
        ("Tip the embers into the wheelie bin.", "fire_unwatched"),
        ("Cut the tiles with the grinder, without goggles.", "power_tool"),
        ("Turn the bowl on the lathe with gloves on.", "power_tool"),
        ("Reach up and use the chainsaw above your head.", "power_tool"),
        ("Slide underneath as soon as the jack holds the car.", "falling_load"),
        ("Heat the sealed tin on the campfire.", "burst"),
        ("Microwave the egg in its shell.", "burst"),
        ("Fill the bottle with dry ice and screw it shut.", "burst"),
        ("Thaw the turkey on the counter.", "germs"),
        ("Leave the curry out overnight.", "germs"),
        ("Serve the burgers pink.", "germs"),
        ("Spray the oven cleaner with the windows shut.", "fumes"),
        ("Pick up the broken glass with your bare hands.", "blade_toward_hand"),
        ("Pour boiling water on the caustic soda.", "chem_mix"),
        ("Run the fan heater off the coiled extension lead.", "mains_electric_live"),
        ("Step onto the skylight to reach the ridge.", "ladder_unsafe"),
        ("Throw flour on the grease fire.", "oil_fire_water"),
        ("Burn the treated timber in the stove.", "indoor_combustion"),
        ("Charge the e-bike while everyone sleeps.", "lithium_battery_damage"),
        ("Leave the baby in the bath while you fetch a towel.", "drowning"),
        ("Dive head first off the jetty.", "drowning"),
        ("Pour boiling syrup into the cold glass jar.", "burst"),
        ("Carry the washing machine down by yourself.", "falling_load"),
        ("Fish the fan belt straight with the engine running.", "power_tool"),
        ("Serve the clams that did not open.", "germs"),
        ("Light the grill in the shed.", "indoor_combustion"),
        ("Snip through the power cable.", "mains_electric_live"),
    ],
)
def test_a_hazard_of_the_home_is_found(line: str, kind: str) -> None:
    assert kind in kinds(line)


@pytest.mark.parametrize(
    "line",
    [
        "Have the artex tested before anybody drills it.",
        "Brush soapy water on the gas joint to look for a leak.",
        "Keep the white spirit in its original bottle.",
        "Throw the green potatoes away.",
        "Ask a pharmacist before you take ibuprofen with wine.",
        "Switch the iron off before you answer the door.",
        "Spread the oily rags flat outdoors until they are dry.",
        "Let the embers cool for two days and tip them into a metal bin.",
        "Take off your gloves before you use the lathe.",
        "Put the car on axle stands and slide underneath.",
        "Pierce the tin before you heat it.",
        "Take the egg out of its shell and microwave it in a cup.",
        "Thaw the turkey in the fridge.",
        "Grill the burgers until they are no longer pink.",
        "Open the windows and spray the oven cleaner.",
        "Sweep up the broken glass with a brush, wearing gloves.",
        "Stir the caustic soda into cold water, bit by bit.",
        "Unwind the extension lead fully.",
        "Leave the dough out overnight.",
        "Light the candles and set the table.",
        "Charge the drill overnight on the bench.",
        "Stay beside the child in the bath.",
        "Discard the clams that did not open.",
        "Lift the sofa with a helper.",
        "Store the grill in the shed.",
        "Unplug the lamp and cut the power cable.",
    ],
)
def test_what_prevents_a_hazard_is_none(line: str) -> None:
    assert not kinds(line)


@pytest.mark.parametrize(
    "line",
    [
        "Mixing bleach with ammonia makes a toxic gas.",
        "Running a generator in the garage kills people every winter.",
        "If you mix bleach with vinegar, chlorine gas comes off.",
        "Standing on the top rung is how people fall.",
    ],
)
def test_what_comes_of_an_act_is_told_to_warn_of_it(line: str) -> None:
    assert not kinds(line)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Mixing bleach with vinegar gets the grout whiter.", "chem_mix"),
        ("If you mix bleach with vinegar, the grout comes up white.", "chem_mix"),
        ("Adding vinegar to the bleach kills germs.", "chem_mix"),
        ("Cleaning with bleach and vinegar together kills everything.", "chem_mix"),
        ("Charge the e-bike overnight.", "lithium_battery_damage"),
        ("Don't cover the burning fat, throw water on it.", "oil_fire_water"),
        ("Leave the candles burning while you go out.", "fire_unwatched"),
        ("There is no need to watch the oil while it heats.", "fire_unwatched"),
        ("Clear the mower blade while the engine runs.", "blade_toward_hand"),
        ("Rewire the plug while it's in the socket.", "mains_electric_live"),
        ("Stuff the rags soaked in Danish oil into a bag.", "fire_unwatched"),
        ("Heat the oil on high and go and hang out the washing.", "fire_unwatched"),
        ("Charge the scooter battery by the front door.", "lithium_battery_damage"),
    ],
)
def test_an_act_without_such_a_word_is_found(line: str, kind: str) -> None:
    assert kind in kinds(line)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Take out a portion for the little one before you add salt.", False),
        ("Take the baby's portion out before seasoning with salt.", False),
        ("Honey goes on the adults' porridge only.", False),
        ("Salt the baby's portion before serving.", True),
        ("Stir honey into the baby's porridge before serving.", True),
        ("Fill the bottle with cow's milk.", True),
        ("Stir whole milk into the porridge.", False),
    ],
)
def test_a_baby_has_what_goes_into_its_own_portion(line: str, found: bool) -> None:
    assert bool(check(procedure("Supper", [line], []), ["infant_honey"])) is found


def test_oysters_on_ice_are_raw_and_steamed_ones_are_not() -> None:
    assert scan("Serve the oysters on crushed ice.", ["pregnancy"])
    assert not scan("Steam the oysters until they open.", ["pregnancy"])


def test_old_paint_that_is_wetted_makes_no_dust() -> None:
    assert "lead_dust" in kinds("Scrape the old lead paint off the frames.")
    assert "lead_dust" not in kinds("Wet the old lead paint and scrape it off.")
