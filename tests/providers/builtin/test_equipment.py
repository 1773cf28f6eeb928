import pytest

from tailor.core.guard import scan
from tailor.core.procedure import procedure
from tailor.providers.builtin.equipment import devices
from tests.providers.builtin.helpers import modify, one_step, tailored

CAKE = procedure(
    "Bake a cake",
    [
        "Heat the oven to 180 °C (160 °C fan).",
        "Bake the cake at 180 °C (160 °C fan) for 40 minutes, until a skewer comes out clean.",
    ],
    ["250 g flour", "cake tin", "oven"],
)


def test_no_oven_changes_times_heat_and_list() -> None:
    result, answer = tailored(CAKE, "I have no oven")
    assert result.steps[0].startswith("Set a wire rack in a large heavy pot")
    assert (
        result.steps[1]
        == "Cook the cake in the covered pot over low heat for 50 minutes, until a skewer comes out clean."
    )
    assert result.resources == ("250 g flour", "cake tin", "large heavy pot with a lid", "wire rack")
    assert "°C" not in " ".join(result.steps)
    assert "R1" in answer.says


@pytest.mark.parametrize(
    ("hint", "step", "resources", "expected"),
    [
        (
            "no blender",
            "Blend the soup with a stick blender.",
            ["stick blender"],
            "Mash the soup with a potato masher.",
        ),
        (
            "no microwave",
            "Melt it in the microwave at 400 W.",
            ["microwave"],
            "Melt it in a small pan on the stove over low heat.",
        ),
        (
            "no freezer",
            "Put a small plate in the freezer.",
            ["freezer"],
            "Put a small plate at the back of the fridge.",
        ),
        ("no drill", "Drill 4 holes with a 5 mm wood bit.", ["drill"], "Make 4 holes with a gimlet."),
        ("I have no printer", "With a printer, print your address.", ["printer"], "Write by hand your address."),
        ("I have no car", "Load it into the van.", ["van"], "Load it in the moving company's transporter."),
        (
            "no internet",
            "Compare 3 tariffs on the internet.",
            ["internet"],
            "Compare 3 tariffs by telephone or at a consumer advice centre.",
        ),
        (
            "no pesticide please",
            "Scatter 5 g of slug pellets round the bed.",
            ["slug pellets"],
            "Pick the slugs off by torchlight on 5 evenings running, and lay boards beside the bed under "
            "which they hide by day.",
        ),
        (
            "no tumble dryer",
            "Dry the towels in a tumble dryer on low heat.",
            ["tumble dryer"],
            "Dry the towels on a drying rack.",
        ),
        ("I live in a flat", "Plant it in the garden bed.", ["garden bed"], "Plant it in large pots."),
        (
            "I don't have a mixer",
            "Beat it with a hand mixer for 3 minutes.",
            ["hand mixer"],
            "Beat it with a balloon whisk for 9 minutes.",
        ),
        (
            "no stove",
            "Melt 50 g of butter in a small pan on the stove.",
            ["stove"],
            "Melt 50 g of butter in a microwave-safe bowl in the microwave at 400 W.",
        ),
        (
            "no washing machine",
            "Wash 2 towels in the washing machine at 60 °C.",
            ["washing machine"],
            "Wash 2 towels in portions in a bath tub or large bucket with warm water of about 40 °C for 15 "
            "minutes each, rinse them twice and wring them out.",
        ),
        (
            "no plastic",
            "Wrap glasses in bubble wrap.",
            ["bubble wrap"],
            "Wrap glasses in three sheets of packing paper or a tea towel each.",
        ),
    ],
)
def test_a_step_does_without_the_device(hint: str, step: str, resources: list[str], expected: str) -> None:
    assert one_step(step, resources, hint, goal="Do it") == expected


def test_what_is_about_the_device_is_left_and_said() -> None:
    answer = modify(
        procedure("Clean a washing machine", ["Run the washing machine empty."], ["washing machine"]),
        "no washing machine",
    )
    assert not answer.edits
    assert "whole procedure" in answer.says


def test_metal_and_frying_never_go_into_a_microwave() -> None:
    base = procedure(
        "Fry eggs", ["Heat a frying pan over medium heat and fry 2 eggs for 3 minutes."], ["frying pan", "stove"]
    )
    answer = modify(base, "I have no stove")
    assert not answer.edits
    assert "no way" in answer.says


def test_a_step_without_a_rule_is_named() -> None:
    base = procedure("Hang a shelf", ["Drill the holes with a hammer drill."], ["hammer drill"])
    answer = modify(base, "no drill")
    assert "Step 1 may still ask for “drill”" in answer.says


@pytest.mark.parametrize("device", devices(), ids=lambda device: device.id)
def test_no_replacement_brings_the_device_back(device: object) -> None:
    from tailor.providers.builtin.equipment import Device

    assert isinstance(device, Device)
    for change in device.resources:
        found = scan(change.become.replace("\\1", "10"), [device.constraint]) if device.constraint else ()
        assert not [one for one in found if one.kind == "found"], change
    for thing in device.adds:
        assert not (device.constraint and [one for one in scan(thing, [device.constraint]) if one.kind == "found"])


def test_spoon_handles_take_the_place_of_tyre_levers() -> None:
    base = procedure("Fix a flat tyre", ["Lift the tyre over the rim with 2 tyre levers."], ["2 tyre levers"])
    result, answer = tailored(base, "I have no tyre levers")
    assert result.steps == ("Lift the tyre over the rim with the handles of 2 metal spoons.",)
    assert result.resources == ("2 metal spoons",)
    assert "smooth handles" in answer.says
