"""Texts that tell several ways to one goal: each is read, a person names one, and none is picked in silence."""

import time

import pytest

from tailor.core.errors import ChoiceError, UsageError
from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.importer import one_way, read_text, source_from_text

TOOLS = """# Install the hints

1. Close the editor.

## Oh My Zsh

1. Clone it into the plugins.
2. Add it to the list.

## Antigen

```sh
antigen bundle hints
```

## Manual (Git clone)

1. Clone it anywhere.

## Afterwards

1. Open a new terminal.
"""


def ways(text: str) -> dict[str, ParsedProcedure]:
    return {one.way: one for one in read(text, "md")}


def test_each_way_has_the_steps_that_all_share_and_its_own() -> None:
    found = ways(TOOLS)
    assert list(found) == ["Oh My Zsh", "Antigen", "Manual (Git clone)"]
    first, last = "Close the editor.", "Open a new terminal."
    code = "```sh ⏎ antigen bundle hints ⏎ ```"
    assert found["Oh My Zsh"].procedure.steps == (first, "Clone it into the plugins.", "Add it to the list.", last)
    assert found["Antigen"].procedure.steps == (first, code, last), "code alone is a step"
    assert found["Antigen"].procedure.goal == "Install the hints: Antigen"
    assert "Clone it anywhere." in found["Antigen"].unused


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("# X\n## On Windows\n1. a\n## On Linux\n1. b\n## Then\n1. d\n", ["On Windows", "On Linux"]),
        ("# X\n## Steps\n### Option A\n1. a\n### Option B: quick\n1. b\n", ["Option A", "Option B: quick"]),
        ("# X\n## Bake\nChoose one of these.\n### By day\n1. a\n### By night\n1. b\n", ["By day", "By night"]),
        ("# X\n## Install with npm\n- a\n## Install with yarn\n- b\n", ["Install with npm", "Install with yarn"]),
        (
            "# X\n## Directions\n### Oven Method\n1. a\n### Stovetop Pressure Cooker Method\n1. b\n",
            ["Oven Method", "Stovetop Pressure Cooker Method"],
        ),
        ("# X\n## Using Docker CLI\n1. a\n## Podman\n1. b\n", ["Using Docker CLI", "Podman"]),
        (
            "# X\n## Via Docker Run\n1. a\n## Via docker-compose\n1. b\n## Via Lando\n1. c\n",
            ["Via Docker Run", "Via docker-compose", "Via Lando"],
        ),
    ],
)
def test_names_of_ways_or_words_that_offer_a_choice_make_ways(text: str, names: list[str]) -> None:
    assert list(ways(text)) == names


@pytest.mark.parametrize(
    "text",
    [
        "# X\n## Install Docker\n1. a\n## Install npm\n1. b\n",
        "# X\n## Linux\n1. a\n## Configure it\n1. b\n",
        "# X\n## Windows\nSee below.\n## Linux\n1. b\n",
        "# X\n## Dough\n1. a\n## Glaze\n1. b\n",
        "# X\nThere are two ways of it.\n## Prerequisite\n- a\n## Do it\n1. b\n## Check it\n1. c\n",
        "# X\nChoose one of these.\n## Do it\n1. b\n## Next steps\n1. c\n",
    ],
)
def test_sections_that_follow_one_another_are_no_ways(text: str) -> None:
    assert list(ways(text)) == [""]


def test_the_same_ways_further_down_belong_together() -> None:
    found = ways("# X\n## Get it\n### Linux\n1. a\n### macOS\n1. b\n## Run it\n### Linux\n1. c\n### macOS\n1. d\n")
    assert found["Linux"].procedure.steps == ("a", "c")


def test_a_text_of_several_ways_is_read_only_if_one_is_named() -> None:
    with pytest.raises(ChoiceError, match='has 3 methods: "Oh My Zsh", "Antigen"') as told:
        read_text(TOOLS, where="a.md")
    assert told.value.ways == ("Oh My Zsh", "Antigen", "Manual (Git clone)")
    assert len(read_text(TOOLS, way="manual").procedure.steps) == 3
    with pytest.raises(ChoiceError):
        read_text(TOOLS, way="an")  # Antigen, Manual
    with pytest.raises(UsageError):
        read_text("# X\n1. a\n", way="manual")
    assert len(source_from_text(TOOLS).reports) == 3, "the screen shows them all"
    assert one_way((), None, "x") == ()


def recipe(title: str, *, level: int, headed: bool = True) -> str:
    mark = "#" * (level + 1)
    things, steps = (f"{mark} Ingredients\n", f"{mark} Method\n") if headed else ("", "")
    listed = f"{mark[1:]} {title}\n{things}\n- 3 apples\n- 200 g flour\n\n"
    return f"{listed}{steps}\n1. Peel {title}.\n2. Bake {title}.\n\n"


@pytest.mark.parametrize("headed", [True, False])
@pytest.mark.parametrize("above", ["# Our cookbook\n\n## Desserts\n\n", ""])
def test_three_recipes_below_headings_of_their_own_are_three(above: str, headed: bool) -> None:
    text = above + "".join(recipe(one, level=3, headed=headed) for one in ("Pie", "Cake", "Bread"))
    found = read(text, "md")
    assert [one.procedure.goal for one in found] == ["Pie", "Cake", "Bread"]
    assert [one.procedure.steps[0] for one in found] == ["Peel Pie.", "Peel Cake.", "Peel Bread."]
    assert {one.procedure.resources for one in found} == {("3 apples", "200 g flour")}
    assert [one.way for one in found] == ["", "", ""], "a person may want all of them"
    assert found[0].unused == (("Our cookbook", "Desserts") if above else ())


def test_two_parts_with_a_list_and_steps_each_are_read_as_one_and_asked_for() -> None:
    text = "# Sweets\n\n" + recipe("Pie", level=2) + recipe("Cake", level=2)
    (found,) = read(text, "md")
    assert (len(found.procedure.steps), found.unsure) == (4, True)
    assert "“Pie” and “Cake” each have steps of their own" in found.remark


def test_two_titles_with_a_heading_for_steps_each_are_asked_for_though_nothing_is_listed() -> None:
    text = "# Make tea\n## Steps\n1. Boil it.\n2. Add tea.\n\n# Make coffee\n## Steps\n1. Grind it.\n2. Pour.\n"
    (found,) = read(text, "md")
    assert (found.procedure.goal, len(found.procedure.steps), found.unsure) == ("Make tea", 4, True)
    assert "“Make tea” and “Make coffee” each have steps of their own" in found.remark
    (one,) = read(text.partition("# Make coffee")[0] + "# Tips\n\n- Drink it hot.\n", "md")
    assert not one.unsure


def test_parts_that_common_steps_follow_are_the_parts_of_one() -> None:
    text = "# Cake\n\n" + "".join(recipe(one, level=2) for one in ("Dough", "Icing", "Filling"))
    (found,) = read(f"{text}## Method\n\n1. Put it all together.\n", "md")
    assert (len(found.procedure.steps), found.unsure) == (7, False)


ONE = {
    "Carrot cake": ("Cake", "Icing", "Candied carrots"),
    "Build a bench": ("Frame", "Seat", "Finish"),
    "Weekend hike": ("Day 1", "Day 2", "Day 3"),
    "Install the server": ("1. Prepare", "2. Install", "3. Configure"),
}


@pytest.mark.parametrize("goal", ONE)
def test_parts_with_a_list_and_steps_each_below_one_title_stay_one(goal: str) -> None:
    (found,) = read(f"# {goal}\n\n" + "".join(recipe(one, level=2, headed=False) for one in ONE[goal]), "md")
    assert (found.procedure.goal, len(found.procedure.steps), goal in found.unused) == (goal, 6, False)
    assert len(found.procedure.sections) == 3
    assert bool(found.remark) is not any(map(str.isdigit, ONE[goal][0])), "what counts its parts is one"
    assert found.unsure is not ONE[goal][0][0].isdigit(), "the lists of what the days need are left out"


@pytest.mark.parametrize("above", ["# Our cookbook\n\n", "# Recipes from Ann\n\n", "# Meine Rezepte\n\n"])
def test_counted_recipes_of_a_collection_are_several(above: str) -> None:
    found = read(above + "".join(recipe(one, level=2) for one in ("1. Pie", "2. Cake", "3. Bread")), "md")
    assert len(found) == 3


def test_a_title_with_much_room_in_it_is_read_at_once() -> None:
    room = " " * 50_000
    text = (
        f"# Lamp\n\n## Using A{room}!\n\n1. Turn it.\n2. Glue it.\n\n## Using B{room}!\n\n1. Turn it.\n2. Wait.\n"
    )
    began = time.perf_counter()
    assert read(text, "md")[0].procedure.steps
    assert time.perf_counter() - began < 8
