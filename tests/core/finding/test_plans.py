"""Plans of few words say things by others than a wish does: what in life it touches is shown, and nothing else."""

import pytest

from tailor.core.finding import find
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint


def shown(
    hint: str, steps: list[str], goal: str = "Make a start", resources: list[str] | None = None
) -> list[int]:
    found = find(procedure(goal, steps, resources or []), parse_hint(hint))
    return sorted({place.step for one in found.each for place in one.places if place.part == "steps"})


@pytest.mark.parametrize(
    ("hint", "steps", "touched"),
    [
        ("were coming by tram", ["Find parking.", "Eat lunch."], [1]),
        ("never learnt to drive", ["Sing a song.", "Pick up the keys from the airport."], [2]),
        ("i work sundays", ["Attend a service.", "Read a poem."], [1]),
        ("my rota changes all the time", ["Read a poem.", "Set a schedule."], [2]),
        ("only an hour a week", ["Practice every day.", "Pick a colour."], [1]),
        ("it must be free", ["Pick a name.", "Sign up for the course."], [2]),
        ("dont want anyone to know", ["Publish it.", "Water the roses."], [1]),
        ("i freeze in exams", ["Sit the test.", "Water the roses."], [1]),
        ("im in cardiff", ["Call your senator.", "Water the roses."], [1]),
        ("two left feet", ["Water the roses.", "Try highland dancing."], [2]),
        ("cant draw for toffee", ["Design a logo.", "Water the roses."], [1]),
        ("quit instagram", ["Promote it with a post.", "Water the roses."], [1]),
        ("id rather do it myself", ["Hire a contractor.", "Water the roses."], [1]),
        ("my english isnt good", ["Ask questions.", "Water the roses."], [1]),
        ("webcam is dead", ["Water the roses.", "Join the online meeting."], [2]),
        ("im only 16", ["Submit an application.", "Water the roses."], [1]),
        ("cant have pork", ["Gather the ingredients.", "Set the table."], [1]),
        ("wasps drive me mad", ["Rinse the bottles.", "Fold the towels."], [1]),
        ("nothing preachy", ["Pick a charity.", "Fold the towels."], [1]),
        ("i wont get on a plane", ["Make travel arrangements.", "Fold the towels."], [1]),
        ("got three kids at home all day", ["Attend a class.", "Fold the towels."], [1]),
        ("my best mate moved abroad", ["Meet at the park.", "Fold the towels."], [1]),
        ("stage fright", ["Fold the towels.", "Perform the song."], [2]),
        ("i dont know a soul here", ["Fold the towels.", "Ask your friends."], [2]),
        ("night blind", ["Drive home.", "Fold the towels."], [1]),
        ("videos bore me", ["Fold the towels.", "Watch the lecture."], [2]),
        ("were all vegan", ["Choose a recipe.", "Fold the towels."], [1]),
        ("i snore", ["Share a bed.", "Fold the towels."], [1]),
        ("my boss must not find out", ["Fold the towels.", "Network with colleagues."], [2]),
        ("havent got a suit", ["Attend interviews.", "Fold the towels."], [1]),
        ("my ex might come", ["Send out invitations.", "Fold the towels."], [1]),
        ("its shady all day", ["Choose a sunny spot.", "Fold the towels."], [1]),
        ("terrified of dogs", ["Knock on doors.", "Fold the towels."], [1]),
        ("bad at numbers", ["File taxes.", "Fold the towels."], [1]),
        ("my mum uses a walker", ["Visit temples.", "Fold the towels."], [1]),
        ("hes hard of hearing", ["Watch the documentary.", "Fold the towels."], [1]),
    ],
)
def test_a_wish_is_shown_what_it_touches_in_a_plan(hint: str, steps: list[str], touched: list[int]) -> None:
    assert shown(hint, steps) == touched


def test_what_is_said_of_plans_alone_is_not_looked_for_where_there_is_a_list() -> None:
    assert shown("its leather", ["Clean the clothes."], resources=["soap"]) == []


def test_what_the_goal_names_in_step_after_step_says_nothing() -> None:
    steps = ["Choose a tree.", "Plan the planting.", "Start planting.", "Finish planting.", "Dig a hole."]
    assert shown("soil hard as rock", steps, "Planting a tree") == [5]


def test_everyday_words_are_looked_up_where_nothing_else_is_understood() -> None:
    assert shown("for work its closed", ["Visit the library.", "Knit."]) == [1]
    assert shown("at the back", ["Lift the box.", "Knit."]) == []
