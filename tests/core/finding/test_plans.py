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
        ("moved to scotland", ["Go to the courthouse.", "Fold the towels."], [1]),
        ("its on zoom", ["Fold the towels.", "Smile."], [2]),
        ("what if i have to cancel", ["Fold the towels.", "Register."], [2]),
        ("sciatica", ["Fold the towels.", "Do a workout."], [2]),
        ("done by xmas", ["Fold the towels.", "Mail the parcel."], [2]),
        ("scared of asbestos", ["Fold the towels.", "Begin the restoration."], [2]),
        ("no plastic", ["Determine the type of bowl.", "Fold the towels."], [1]),
        ("were coming by tram", ["Find parking.", "Eat lunch."], [1]),
        ("never learnt to drive", ["Sing a song.", "Pick up the keys from the airport."], [2]),
        ("with a toddler in a stroller", ["Drop bags at the hostel.", "Climb the steps to the view."], [2]),
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
        ("we live in different cities", ["Approach the person.", "Fold the towels."], [1]),
        ("its three hours away", ["Attend the meeting.", "Fold the towels."], [1]),
        ("i do lates", ["Establish regular meal times.", "Fold the towels."], [1]),
        ("got two jobs", ["Attend a class.", "Fold the towels."], [1]),
        ("only free at weekends", ["Start volunteering.", "Fold the towels."], [1]),
        ("tested positive", ["Give them a hug.", "Fold the towels."], [1]),
        ("full of cold", ["Visit the nursing home.", "Fold the towels."], [1]),
        ("he doesnt know me anymore", ["Greet him.", "Fold the towels."], [1]),
        ("never had my jabs", ["Apply for a visa.", "Fold the towels."], [1]),
        ("my brother reads everything", ["Write in the diary.", "Fold the towels."], [1]),
        ("hate selfies", ["Take pictures.", "Fold the towels."], [1]),
        ("he blocked me", ["Apologize sincerely.", "Fold the towels."], [1]),
        ("dont like being touched", ["Give them a hug.", "Fold the towels."], [1]),
        ("crying sets me back", ["Listen to them.", "Fold the towels."], [1]),
        ("is it dodgy", ["Pick an organization.", "Fold the towels."], [1]),
        ("worried about spam", ["Sign up for the newsletter.", "Fold the towels."], [1]),
        ("got sacked last year", ["Update the resume.", "Fold the towels."], [1]),
        ("would i lose my benefits", ["Accept a job.", "Fold the towels."], [1]),
        ("the posh lot put me off", ["Join the club.", "Fold the towels."], [1]),
        ("my parents disapprove", ["Get married.", "Fold the towels."], [1]),
        ("were lesbians", ["Find a church.", "Fold the towels."], [1]),
        ("credit is shot", ["Apply for housing.", "Fold the towels."], [1]),
        ("we live in a van", ["Hang it on the wall.", "Fold the towels."], [1]),
        ("cant type", ["Write an essay.", "Fold the towels."], [1]),
        ("spreadsheets confuse me", ["Calculate the total.", "Fold the towels."], [1]),
        ("got 5 goats", ["Look for housing.", "Fold the towels."], [1]),
        ("tv is smashed", ["Watch the documentary.", "Fold the towels."], [1]),
        ("my laptop conked out", ["Submit the application.", "Fold the towels."], [1]),
        ("podcasts are fine", ["Listen to the audio.", "Fold the towels."], [1]),
        ("eczema", ["Wash your skin and put makeup on it.", "Fold the towels."], [1]),
        ("we fell out", ["Reach out to them.", "Fold the towels."], [1]),
        ("not speaking to my dad", ["Talk to family.", "Fold the towels."], [1]),
        ("she lives in australia", ["Brainstorm together.", "Fold the towels."], [1]),
        ("never leaving the country", ["Move to the city.", "Fold the towels."], [1]),
        ("wont move away", ["Research universities.", "Fold the towels."], [1]),
        ("hate the heat", ["Pick a destination.", "Fold the towels."], [1]),
        ("the dog cant be left", ["Go on a trip.", "Fold the towels."], [1]),
        ("had a c section", ["Give birth.", "Fold the towels."], [1]),
        ("electrics are off", ["Plug in the amp.", "Fold the towels."], [1]),
        ("load shedding", ["Turn on the computer.", "Fold the towels."], [1]),
        ("forms scare me", ["Complete the application.", "Fold the towels."], [1]),
        ("red tape bores me", ["Get a visa.", "Fold the towels."], [1]),
        ("cant take criticism", ["Ask for feedback.", "Fold the towels."], [1]),
        ("failure scares me", ["Take part in an audition.", "Fold the towels."], [1]),
        ("hopeless with names", ["Network with others.", "Fold the towels."], [1]),
        ("the mixer packed up", ["Chop them finely.", "Fold the towels."], [1]),
        ("allergic to nylon", ["Pick your attire.", "Fold the towels."], [1]),
        ("its all potholes", ["Practice on the sidewalk.", "Fold the towels."], [1]),
        ("lost my voice", ["Lead the prayer.", "Fold the towels."], [1]),
        ("70 for a seat is daylight robbery", ["Get tickets.", "Fold the towels."], [1]),
        ("got depression", ["Meditate and mind your breath, then see the doctor.", "Fold the towels."], [1]),
        ("cant lift", ["Pick up the boxes.", "Fold the towels."], [1]),
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


def test_what_touches_somebodys_health_is_shown_by_all_its_names_in_a_plan() -> None:
    assert shown("asthma", ["Start training.", "Breathe in.", "Fold the towels."]) == [1, 2]
    assert shown("my son is epileptic", ["Turn off the lights.", "Watch the video.", "Knit."]) == [1, 2]


def test_a_word_is_no_piece_of_a_short_form() -> None:
    assert shown("donations only", ["Don't be late.", "Knit."]) == []
    assert shown("i cant stand wonder women", ["Won't you knit?", "Knit."]) == []


def test_who_cannot_lift_is_shown_loads_and_no_elevator() -> None:
    found = find(procedure("Make a start", ["Pick up the boxes."], []), parse_hint("i cant lift"))
    assert [place.why for one in found.each for place in one.places if "elevator" in place.why] == []


@pytest.mark.parametrize("hint", ["tiny town of 300", "a village of 80", "the kids there are 5"])
def test_a_number_of_others_is_no_amount(hint: str) -> None:
    found = find(procedure("Make a start", ["Knit."], []), parse_hint(hint))
    assert [wish for one in found.each for wish in one.wishes if wish.polarity == "amount"] == []


@pytest.mark.parametrize(
    ("hint", "step"), [("i only have 2 weeks", "Create a timeline."), ("just 5 days", "Set milestones.")]
)
def test_a_limit_of_time_is_shown_where_a_plan_plans_it(hint: str, step: str) -> None:
    for resources, touched in ([], [1]), (["paper"], []):
        found = find(procedure("Make a start", [step, "Knit."], resources), parse_hint(hint))
        assert [place.step for one in found.each for wish in one.wishes for place in wish.places] == touched


def test_a_word_is_read_in_the_sense_in_which_it_is_meant() -> None:
    assert shown("im 16 stone", ["Submit an application.", "Knit."]) == []
    assert shown("im 16", ["Submit an application.", "Knit."]) == [1]
    assert shown("the library is shut", ["Book the hall.", "Read the book."]) == [2]
    assert shown("bad hips", ["Continue this cycle.", "Knit."]) == []


def test_children_that_somebody_has_are_no_servings() -> None:
    for hint in ("a night job and 3 kids", "two cats and 2 children"):
        found = find(procedure("Make a start", ["Knit."], []), parse_hint(hint))
        assert [wish for one in found.each for wish in one.wishes if wish.polarity == "amount"] == []
    found = find(procedure("Make a start", ["Knit."], []), parse_hint("2 adults and 3 kids"))
    assert [wish for one in found.each for wish in one.wishes if wish.polarity == "amount"]


def test_a_time_that_stands_alone_is_a_limit() -> None:
    for hint in ("by bus, 10 days, with a stick", "no car, 2 hours"):
        found = find(procedure("Make a start", ["Set a timetable.", "Knit."], []), parse_hint(hint))
        assert any(wish.polarity == "time" for one in found.each for wish in one.wishes)


def test_a_form_of_a_word_is_no_mistake() -> None:
    for hint in ("hate being photographed", "no printed letters"):
        found = find(procedure("Make a start", ["Knit."], []), parse_hint(hint))
        assert [wish.corrected for one in found.each for wish in one.wishes if wish.corrected] == []


@pytest.mark.parametrize(
    ("step", "there"),
    [
        ("On day 5 fly home.", True),
        ("In the evening fly to Oslo.", True),
        ("On the last day fly home.", True),
        ("On day 2 swat the fly.", False),
    ],
)
def test_what_is_done_behind_words_that_say_when_is_done(step: str, there: bool) -> None:
    trip = procedure("Trip to Oslo", [step, "See the harbour."])
    found = find(trip, parse_hint("by train instead of plane"))
    assert any(place.step == 1 for place in found.each[0].places) is there


@pytest.mark.parametrize("hint", ["I live in Australia", "we live in New Zealand", "in the southern hemisphere"])
def test_months_and_seasons_matter_on_the_other_half_of_the_earth(hint: str) -> None:
    steps = ["Sow in late February.", "Water every week.", "You may thin them.", "Plant out in late May."]
    assert shown(hint, [*steps, "Pick in early autumn.", "March on."]) == [1, 4, 5]


def test_the_word_that_was_said_is_shown_beside_what_it_stands_for() -> None:
    steps = ["Load the car.", "2 hour drive, stop once.", "Unpack."]
    assert shown("the drive is 6 hours", steps) == [1, 2]


def test_a_time_behind_an_up_to_of_its_own_is_a_time_it_takes() -> None:
    steps = ["Back up to the external disk (about 3 h for 500 GB)", "Wait 45 min", "It keeps up to 2 days."]
    [found] = find(procedure("Clone a disk", steps), parse_hint("I only have 30 minutes")).each
    assert [(one.step, one.word) for one in found.wishes[0].places] == [(1, "3 h"), (2, "45 min")]
