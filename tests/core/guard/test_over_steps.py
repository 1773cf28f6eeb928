"""Hazards of which one step has the one half and a later one the other, and those that no step prevents."""

import pytest

from tailor.core.guard import check, hazards_for_everyone, scan
from tailor.core.procedure import procedure


def found(goal: str, *steps: str) -> list[tuple[str, int | None]]:
    return [(one.constraint, one.step) for one in check(procedure(goal, steps), hazards_for_everyone())]


CO, LIVE, ALONE, BURNS = "indoor_combustion", "mains_electric_live", "fire_unwatched", "oil_fire_water"
DOSE, LEAK = "medicine_wrong", "gas_leak"


@pytest.mark.parametrize(
    ("goal", "steps", "kind", "at"),
    [
        ("Light the shed", ["Shut the shed door.", "Fire up the generator by the wall."], CO, 2),
        ("Work late", ["Close both doors of the workshop.", "Sweep.", "Run the diesel generator."], CO, 3),
        ("Sleep warm", ["Light the coals on the beach.", "Bring the brazier into the caravan."], CO, 2),
        ("Cook at night", ["Zip up the tent.", "Light the camping stove."], CO, 2),
        ("Free a crumpet", ["Look into the toaster.", "Lever the crumpet up with a spoon."], LIVE, 2),
        ("Renew a wall light", ["Undo the cover.", "Disconnect the wires.", "Fit the new one."], LIVE, 2),
        ("Redo it", ["Unscrew the light switch.", "Pull the wires free."], LIVE, 2),
        ("Fry fish", ["Heat a litre of oil in a pot.", "Answer the phone and go upstairs."], ALONE, 2),
        (
            "Fry fish",
            ["Heat the lard.", "Add fish.", "If it bursts into flames, throw a jug of water over it."],
            BURNS,
            3,
        ),
        ("Fry dough", ["Heat the oil.", "When it starts to burn, tip in a pail of water."], BURNS, 2),
        ("Calm a tooth", ["Take two ibuprofen.", "Rest.", "Repeat every two hours."], DOSE, 3),
    ],
)
def test_a_hazard_over_steps_is_found_where_it_happens(goal: str, steps: list[str], kind: str, at: int) -> None:
    assert (kind, at) in found(goal, *steps)


@pytest.mark.parametrize(
    ("goal", "steps", "kind", "at"),
    [
        ("Warm up", ["Shut the garage door.", "No need to open the windows.", "Start the generator."], CO, 3),
        ("Warm up", ["Shut the garage door.", "Start the generator and go back outside."], CO, 2),
        ("Warm up", ["Close the basement windows.", "Start the generator. It charges the battery."], CO, 2),
        ("Warm up", ["Zip up the tent.", "Do not open the flap.", "Light the camping stove."], CO, 3),
        ("Cook", ["Light the coals outside.", "Carry the barbecue from outside into the tent."], CO, 2),
        (
            "Renew it",
            ["Undo the wall socket.", "There is no need to turn off the power.", "Pull out the wires."],
            LIVE,
            3,
        ),
        (
            "Renew it",
            ["Unscrew the light switch.", "You needn't switch off the breaker.", "Loosen the wires."],
            LIVE,
            3,
        ),
        ("Renew it", ["Turn off the TV.", "Unscrew the wall socket.", "Disconnect the wires."], LIVE, 3),
        (
            "Renew it",
            ["Undo the wall socket.", "Disconnect the wires.", "Turn the power off when you leave."],
            LIVE,
            2,
        ),
        ("Renew it", ["Undo the wall socket.", "Disconnect the wires.", "Test the smoke alarm battery."], LIVE, 2),
        (
            "Free a bagel",
            ["Open the toaster.", "Don't bother unplugging it.", "Dig the bagel out with a fork."],
            LIVE,
            3,
        ),
        ("Free a bagel", ["Unplug the kettle beside the toaster.", "Dig the bagel out with a fork."], LIVE, 2),
        ("Free a bagel", ["The toaster has a wooden base.", "Dig the bagel out with a knife."], LIVE, 2),
        ("Fry fish", ["Heat the oil.", "Turn off the light and leave the kitchen."], ALONE, 2),
        ("Fry fish", ["Heat the oil.", "Go and get dressed; don't switch off the hob."], ALONE, 2),
        ("Fry fish", ["Heat the oil.", "Salt it. If it catches fire, throw a bucket of water over it."], BURNS, 2),
        ("Calm a tooth", ["Take two paracetamol.", "Repeat every two hours, do not wait."], DOSE, 2),
        ("Calm a tooth", ["Take two ibuprofen.", "Never mind the leaflet. Take another every hour."], DOSE, 2),
    ],
)
def test_what_a_step_only_mentions_or_says_not_to_do_prevents_nothing(
    goal: str, steps: list[str], kind: str, at: int
) -> None:
    assert (kind, at) in found(goal, *steps)


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ("Light the shed", ["Shut the shed door.", "Fire up the generator outside, metres from the house."]),
        ("Light the shed", ["Open the shed door.", "Wheel the generator into the yard and start it."]),
        ("Work late", ["Start the saw.", "Never run the generator with the garage door closed."]),
        ("Grill", ["Light the coals on the beach.", "Bring the salad into the caravan."]),
        ("Grill", ["Light the coals.", "Let them burn.", "Once cold, carry the bucket into the shed."]),
        ("Free a crumpet", ["Unplug the toaster.", "Lever the crumpet up with a spoon."]),
        ("Free a crumpet", ["Look into the toaster.", "Lever the crumpet up with wooden tongs."]),
        ("Make toast", ["Put the bread in the toaster.", "Spread the toast with a knife."]),
        ("Renew a wall light", ["Switch off the power first.", "Disconnect the wires.", "Fit the new one."]),
        ("Renew a wall light", ["Undo the cover.", "Trip the breaker.", "Disconnect the wires."]),
        ("Renew a wall light", ["Have an electrician disconnect the wires."]),
        ("Clean a toaster", ["Turn the toaster over.", "Scrape the crumbs off the tray with a spoon."]),
        ("Hang lights on a wall light", ["Twist the wires around the frame."]),
        ("Camp", ["Zip up the tent.", "Walk down.", "Light the barbecue by the lake."]),
        ("Hang a picture", ["Unscrew the hook.", "Twist the wires around it."]),
        ("Fry fish", ["Heat a litre of oil in a pot.", "Never leave hot oil unattended."]),
        ("Fry fish", ["Heat a litre of oil in a pot.", "Switch off the hob, then answer the phone."]),
        ("Fry fish", ["Heat the oil.", "If it catches fire, never throw water on it."]),
        ("Fry fish", ["Heat the oil.", "If it catches fire, throw on a damp towel instead of pouring water."]),
        ("Roast it", ["Heat the oil in the oven.", "Go upstairs and get dressed."]),
        ("Warm up", ["Shut the garage door.", "Carry the generator into the yard.", "Start the generator."]),
        ("Camp", ["Zip up the tent.", "Keep the flap open.", "Light the camping stove."]),
        ("Renew it", ["Turn the power to the socket off.", "Undo the wall socket.", "Loosen the wires."]),
        ("Renew it", ["Take the fuse out.", "Undo the wall socket.", "Loosen the wires."]),
        ("Fit a chime", ["Unscrew the light switch.", "Join the 12 V wires."]),
        ("Free a bagel", ["Look into the toaster.", "Dig the bagel out with a fork after unplugging."]),
        ("Fry onions", ["Heat the oil.", "Fry the onions.", "If they start to burn, add a splash of water."]),
        ("Boil pasta", ["Heat the oil and fry the garlic.", "Pour water into a pot and boil the pasta."]),
        ("Calm a tooth", ["Take two ibuprofen.", "Repeat after six hours if it still hurts."]),
        ("Calm a tooth", ["Take two ibuprofen.", "Drink a glass of water every hour."]),
    ],
)
def test_a_step_that_prevents_it_keeps_it_quiet(goal: str, steps: list[str]) -> None:
    assert not {kind for kind, _ in found(goal, *steps)} & {CO, LIVE, ALONE, BURNS, DOSE}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Carry the still glowing charcoal into the van.", CO),
        ("Check the joint for leaks with a lit candle.", LEAK),
        ("Hold a lighter to the regulator and see whether it is tight.", LEAK),
        ("Hook the crumbs out with tweezers while it is plugged in.", LIVE),
        ("Heat three cups of frying oil and leave the kitchen.", ALONE),
        ("Swallow 500 mg acetaminophen every two hours.", DOSE),
        ("Take an aspirin every 90 minutes.", DOSE),
        ("Take 2000 mg of paracetamol before bed.", DOSE),
        ("Take four paracetamol with breakfast.", DOSE),
    ],
)
def test_it_is_found_in_one_step_too(line: str, kind: str) -> None:
    assert kind in {one.constraint for one in scan(line, hazards_for_everyone())}


@pytest.mark.parametrize(
    "line",
    [
        "Carry the cold coals into the shed once cold.",
        "Brush soapy water on the joint to check it for leaks, never hold a match to it.",
        "See that the hose fits tight, then hold a lit match to the burner.",
        "Hold a candle to the window and look for draughts.",
        "Unplug it, then hook the crumbs out with tweezers.",
        "Never leave hot oil unattended.",
        "Heat the oil and stay in the kitchen.",
        "Take 1000 mg paracetamol every six hours.",
        "Take two paracetamol every 4 hours.",
        "Take no more than 4 g paracetamol a day.",
        "Never take paracetamol every two hours.",
        "Alternate paracetamol and ibuprofen every three hours.",
    ],
)
def test_what_is_done_rightly_is_no_hazard(line: str) -> None:
    assert not {one.constraint for one in scan(line, hazards_for_everyone())} & {CO, LEAK, LIVE, ALONE, DOSE}


def test_what_one_step_says_in_full_is_told_once() -> None:
    inside = "Run the generator in the closed garage."
    alone = [kind for kind, _ in found("Warm up", inside)]
    assert [kind for kind, _ in found("Warm up", "Shut the garage door.", inside)] == alone


def test_a_socket_is_told_at_the_first_wire_only() -> None:
    steps = ["Undo the wall socket.", "Pull out the wires.", "Connect the wires to the new one."]
    assert found("Renew a socket", *steps) == [(LIVE, 2)]


@pytest.mark.parametrize(
    ("step", "off"),
    [
        ("Cut the supply cable to length.", False),
        ("Cut the mains lead to 2 m.", False),
        ("Cut the supply.", True),
        ("Cut the power at the box.", True),
    ],
)
def test_cutting_a_cable_to_length_switches_nothing_off(step: str, off: bool) -> None:
    later = ("Take the old ceiling light down.", "Loosen the brown and blue wires.")
    assert ((LIVE, 3) not in found("Replace the light", step, *later)) == off
