"""Lists to pack, to buy and to do that people paste: in groups, with headings that elsewhere announce a part."""

import pytest

from tailor.core.procedure import procedure
from tailor.library.formats.registry import read
from tailor.library.formats.text.reader import parse
from tailor.library.formats.text.titles import titled
from tailor.library.formats.text.writer import write_under
from tailor.library.importer import read_pasted

_GROUPS = (
    "Clothes\n- 2 jumpers\n- thick trousers for the evenings by the lake\n\n{}\n- torch\n- rope\n\nOther\n- keys\n"
)
_ITEMS = ("2 jumpers", "thick trousers for the evenings by the lake", "torch", "rope", "keys")


@pytest.mark.parametrize("heading", ["Gear", "Tools", "Equipment", "Car"])
def test_a_packing_list_keeps_its_title_and_every_heading(heading: str) -> None:
    found = parse(f"Packing list: 4 days on the river\n\n{_GROUPS.format(heading)}")
    made = found.procedure
    assert made.goal == "Packing list: 4 days on the river"
    assert made.sections == ((1, "Clothes"), (3, heading), (5, "Other"))
    assert (made.steps, made.resources, made.notes, found.unused) == (_ITEMS, (), "", ())
    assert found.unsure


def test_a_packing_list_pasted_with_its_title_reads_the_same() -> None:
    text = f"Things to bring - boat\n\n{_GROUPS.format('Gear')}"
    goal, below = titled(text)
    pasted = read_pasted(goal, below)
    assert (pasted.procedure, pasted.unsure) == (parse(text).procedure, True)


def test_the_title_of_a_packing_list_below_another_title_is_a_note() -> None:
    made = read_pasted("Boat", f"Packing list: 4 days\n\n{_GROUPS.format('Gear')}").procedure
    assert (made.goal, made.steps, made.notes) == ("Boat", _ITEMS, "Packing list: 4 days")


def test_gear_among_other_groups_is_one_more_group_whatever_the_title() -> None:
    made = parse(f"WEEKEND BAG\n\n{_GROUPS.format('Gear')}").procedure
    assert (made.goal, made.steps, made.resources) == ("WEEKEND BAG", _ITEMS, ())
    assert made.sections == ((1, "Clothes"), (3, "Gear"), (5, "Other"))


def test_what_is_to_be_bought_is_bought_by_the_shelf_it_stands_on() -> None:
    made = parse("Shopping list\n\nBaker\n3 rolls\n1 kg flour\n\nMaterials:\nstring\n").procedure
    assert made.sections == ((1, "Baker"), (3, "Materials"))
    assert (made.steps, made.resources) == (("3 rolls", "1 kg flour", "string"), ())


def test_a_group_of_things_to_do_is_no_list_of_things() -> None:
    made = parse(
        "TO DO\n\nHall\n- sweep the floor\n\nTools\n- oil the big saw\n- sharpen the two chisels\n\n"
        "Yard\n- cut the hedge\n"
    ).procedure
    assert made.sections == ((1, "Hall"), (2, "Tools"), (4, "Yard"))
    assert made.resources == ()


def test_groups_above_steps_are_what_is_needed_for_them() -> None:
    made = parse(
        "What to pack: canoe\n\nBoat\n- 2 paddles\n\nClothes\n- hat\n\nMaterials\n- tape\n\n"
        "Method\n1. Load the boat.\n2. Push off.\n"
    ).procedure
    assert made.resources == ("2 paddles", "hat", "tape")
    assert made.steps == ("Load the boat.", "Push off.")


def test_tools_among_lists_with_amounts_or_with_what_to_do_are_still_needed() -> None:
    batter = "Batter\n- 200 g flour\n- 3 eggs\n\nTools\n- bowl\n- pan\n\nPan\n- butter\n\nMethod\nWhisk it all.\n"
    assert "bowl" in parse(f"Pancakes\n\n{batter}").procedure.resources
    shelf = "Wall\n- drill four holes in it\n\nTools\n- drill\n- spirit level\n\nShelf\n- screw it on tightly\n"
    assert "spirit level" in parse(f"Shelf\n\n{shelf}").procedure.resources


def test_a_saved_list_of_things_reads_as_it_was() -> None:
    made = procedure("Packing list", ["Pack it.", "Close it."], ["2 bags", "a rope"])
    assert read_pasted(made.goal, write_under(made)).procedure == made


def test_the_first_of_several_days_is_a_heading_and_no_title() -> None:
    made = parse("Thursday:\n- call the bank\n- buy 3 stamps\nFriday:\n- mend the gate\n").procedure
    assert (made.goal, made.sections) == ("", ((1, "Thursday"), (3, "Friday")))


@pytest.mark.parametrize("first", ["For the pastry\n\n", "Pastry:\n\n", "For the pastry:\n", ""])
@pytest.mark.parametrize("second", ["For the filling\n\n", "Filling:\n\n\n", "For the filling:\n"])
def test_an_empty_line_below_the_heading_of_a_group_parts_nothing_from_the_list(first: str, second: str) -> None:
    needs = f"{first}250 g flour\n1 egg\n\n{second}1 kg apples\n100 g sugar\n\n"
    made = read_pasted("Apple pie", f"Ingredients\n\n{needs}Method\n\n1. Knead the dough.\n2. Bake the apples.")
    assert made.procedure.resources == ("250 g flour", "1 egg", "1 kg apples", "100 g sugar")
    assert not made.procedure.notes


CAMP = ("Tent", "Sleeping bag", "Map", "Torch")


@pytest.mark.parametrize(
    "heading",
    ["Things to pack:", "What to take", "Packing:", "What to bring:", "Stuff to take", "Equipment needed:"],
)
@pytest.mark.parametrize("mark", ["- ", ""])
def test_a_list_below_what_to_take_is_what_one_needs(heading: str, mark: str) -> None:
    things = "\n".join(f"{mark}{one}" for one in CAMP)
    [found] = read(
        f"Go camping\n\n{heading}\n{things}\n\nSteps:\n1. Drive to the site.\n2. Pitch the tent.\n", "text"
    )
    assert (found.procedure.resources, len(found.procedure.steps)) == (CAMP, 2)
    assert not found.procedure.notes
    assert not found.unused


@pytest.mark.parametrize("heading", ["## Things to pack", "**What to take:**", "Packing:"])
def test_so_is_one_in_markdown(heading: str) -> None:
    things = "\n".join(f"- {one}" for one in CAMP)
    [found] = read(f"# Go camping\n\n{heading}\n\n{things}\n\n## Steps\n\n1. Drive.\n2. Pitch the tent.\n", "md")
    assert (found.procedure.resources, len(found.procedure.steps)) == (CAMP, 2)


def test_what_is_to_do_below_packing_stays_steps() -> None:
    text = "# Move\n\n## Packing\n\n1. Wrap the glasses.\n2. Fill the gaps.\n\n## Loading\n\n1. Load the van.\n"
    [found] = read(text, "md")
    assert found.procedure.steps == ("Wrap the glasses.", "Fill the gaps.", "Load the van.")
    assert found.procedure.sections == ((1, "Packing"), (3, "Loading"))
