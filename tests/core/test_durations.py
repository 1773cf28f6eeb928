"""Times as people write them, and texts that only look like one."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.durations import durations, typed_duration

MINUTE, HOUR = 60, 3_600


@pytest.mark.parametrize(
    ("text", "seconds", "most"),
    [
        ("Simmer for 20 minutes.", 20 * MINUTE, 20 * MINUTE),
        ("Bake 30 to 40 min until golden.", 30 * MINUTE, 40 * MINUTE),
        ("Bake 30-40 minutes at 220 °C.", 30 * MINUTE, 40 * MINUTE),
        ("Rise for 1 ½ hours.", 90 * MINUTE, 90 * MINUTE),
        ("Rise for 1½ hours.", 90 * MINUTE, 90 * MINUTE),
        ("Rise for 1 1/2 hours.", 90 * MINUTE, 90 * MINUTE),
        ("Rise for 1-1/2 hours.", 90 * MINUTE, 90 * MINUTE),
        ("Rise for 1.5 h.", 90 * MINUTE, 90 * MINUTE),
        ("Rest half an hour.", 30 * MINUTE, 30 * MINUTE),
        ("Rest an hour and a half.", 90 * MINUTE, 90 * MINUTE),
        ("Rest two and a half hours.", 150 * MINUTE, 150 * MINUTE),
        ("Roast 1 hour 20 minutes.", 80 * MINUTE, 80 * MINUTE),
        ("Roast 1 hour and 20 minutes.", 80 * MINUTE, 80 * MINUTE),
        ("Roast 1h30.", 90 * MINUTE, 90 * MINUTE),
        ("Wait 45 minutes to 1 hour.", 45 * MINUTE, HOUR),
        ("A 30-minute rest.", 30 * MINUTE, 30 * MINUTE),
        ("Soak overnight.", 8 * HOUR, 8 * HOUR),
        ("Wait one or two minutes.", MINUTE, 2 * MINUTE),
        ("Wait 30 seconds.", 30, 30),
        ("Hold it for a second, then let go.", 1, 1),
        ("Wait a second and press again.", 1, 1),
        ("Give it a one second pause.", 1, 1),
        ("Knead 5 minutes and a second time.", 5 * MINUTE, 5 * MINUTE),
        ("Brine for 2 days.", 48 * HOUR, 48 * HOUR),
        ("Fry 12 min a side.", 12 * MINUTE, 12 * MINUTE),
        ("Rest a quarter of an hour.", 15 * MINUTE, 15 * MINUTE),
        ("Chill half-an-hour.", 30 * MINUTE, 30 * MINUTE),
        ("Rest one-and-a-half hours.", 90 * MINUTE, 90 * MINUTE),
        ("Simmer for 2-and-a-half hours.", 150 * MINUTE, 150 * MINUTE),
        ("Smoke it for four and a half hours.", 270 * MINUTE, 270 * MINUTE),
        ("Prove an hour-and-a-half.", 90 * MINUTE, 90 * MINUTE),
        ("Soak for twenty-five minutes.", 25 * MINUTE, 25 * MINUTE),
        ("Soak thirty to thirty five minutes.", 30 * MINUTE, 35 * MINUTE),
        ("Soak for a hundred and twenty minutes.", 120 * MINUTE, 120 * MINUTE),
        ("Soak for one hundred minutes.", 100 * MINUTE, 100 * MINUTE),
        ("Soak for one-hundred-and-five minutes.", 105 * MINUTE, 105 * MINUTE),
        ("Soak for ninety to a hundred minutes.", 90 * MINUTE, 100 * MINUTE),
        ("Soak for twenty-one and a half hours.", 1290 * MINUTE, 1290 * MINUTE),
        ("A ten- to fifteen-minute rest.", 10 * MINUTE, 15 * MINUTE),
        ("Boil for 1 min 30 s.", 90, 90),
        ("Boil for 1 minute 30.", 90, 90),
        ("Blitz 2 min 5s, then scrape.", 125, 125),
        ("Roast 1h30m.", 90 * MINUTE, 90 * MINUTE),
        ("Roast 1 hr. 30 mins. on low.", 90 * MINUTE, 90 * MINUTE),
        ("Toast for 90 s.", 90, 90),
        ("Hold 30 seconds 12 times.", 30, 30),
        ("Fry between 10 and 15 minutes.", 10 * MINUTE, 15 * MINUTE),
        ("Fry 10−12 minutes.", 10 * MINUTE, 12 * MINUTE),
        ("Step 3: 10 minutes.", 10 * MINUTE, 10 * MINUTE),
        ("Simmer 5 minutes and ten eggs go in.", 5 * MINUTE, 5 * MINUTE),
        ("Bake for 10/15 minutes.", 10 * MINUTE, 15 * MINUTE),
        ("Bake for 10 / 15 minutes.", 10 * MINUTE, 15 * MINUTE),
        ("Bake for 5⁄6 min.", 5 * MINUTE, 6 * MINUTE),
        ("Simmer 30/35 seconds.", 30, 35),
        ("Prove 24/48 hours.", 24 * HOUR, 48 * HOUR),
        ("Prove 2/4 hours.", 2 * HOUR, 4 * HOUR),
        ("Prove 1/2 hour.", 30 * MINUTE, 30 * MINUTE),
        ("Prove 1 / 2 hour.", 30 * MINUTE, 30 * MINUTE),
        ("Prove 3/4 hours.", 45 * MINUTE, 45 * MINUTE),
        ("Prove 1/2 to 3/4 hours.", 30 * MINUTE, 45 * MINUTE),
        ("Prove 2 2/3 hours.", 160 * MINUTE, 160 * MINUTE),
        ("Boil for 1/2 minute.", 30, 30),
        ("Boil a 3/4 minute egg.", 45, 45),
        ("Cure for 1d 2h.", 26 * HOUR, 26 * HOUR),
        ("Cure for 1 d 2 h.", 26 * HOUR, 26 * HOUR),
        ("Fry for 5 more minutes.", 5 * MINUTE, 5 * MINUTE),
        ("Fry two or three more minutes.", 2 * MINUTE, 3 * MINUTE),
        ("Fry for two full hours.", 2 * HOUR, 2 * HOUR),
        ("Fry for a further minute.", MINUTE, MINUTE),
        ("Knead 2 times 10 minutes.", 10 * MINUTE, 10 * MINUTE),
        ("Knead twice 10 minutes.", 10 * MINUTE, 10 * MINUTE),
    ],
)
def test_a_time_is_read_as_it_is_written(text: str, seconds: int, most: int) -> None:
    [found] = durations(text)
    assert (found.seconds, found.most) == (seconds, most)
    assert text[found.start : found.end] == found.words


@pytest.mark.parametrize(
    "text",
    [
        "Use two days old bread.",
        "Stir every 10 minutes.",
        "In the 1980s.",
        "Rise for 11/2 hours.",
        "Heat to 220 °C.",
        "Beat the eggs in a second large bowl.",
        "A second network cable goes into the other port.",
        "Wait for a second technician.",
        "Use a second-hand phone.",
        "Press a second time.",
        "Lay one sheet flat, then add a second.",
        "Add a second and a third coat.",
        "Fold once an hour.",
        "Bake for 1:30 hours.",
        "Roast for 1:15 h.",
        "Heat 1:30 minutes.",
        "Braise 1:30 to 2 hours.",
        "Braise 45 minutes to 1:30 hours.",
        "Bake for 1.30 hours.",
        "Wait 10 + 5 minutes.",
        "Wait 10+5 minutes.",
        "Wait 10 plus 5 minutes.",
        "Wait −5 minutes.",
        "Soak for a thousand and twenty minutes.",
        "Soak for two thousand one hundred minutes.",
        "Soak for three to a thousand and ten minutes.",
        "Soak for 1 500 seconds.",
        "Rest an hour and three quarters.",
        "Rest 1 hour ½.",
        "Rest an hour thirty.",
        "Boil 1 minute 30 eggs.",
        "Boil for 2/3 minutes.",
        "Boil for 3/4 mins.",
        "Boil for 15/10 minutes.",
        "Boil for 1/8 hour.",
        "Boil for 10/12/15 minutes.",
        "Boil for 10 / 12 / 15 minutes.",
        "Boil for 5 to 10/15 minutes.",
        "Bake at gas mark 4 / 20 minutes.",
        "Stir three times an hour.",
        "Print it in 3D hot.",
        "A further second coat.",
        "Music of the 90s.",
        "",
    ],
)
def test_what_is_no_time_to_wait_starts_no_timer(text: str) -> None:
    assert durations(text) == ()


def test_two_times_of_one_step_stay_two() -> None:
    found = durations("Boil 5 minutes, then let it stand for 10 minutes.")
    assert [one.seconds for one in found] == [300, 600]
    steamed = durations("Steam for 10 min and 5 min off the heat, 1 1/2 hours, half an hour covered.")
    assert [one.seconds for one in steamed] == [600, 300, 5_400, 1_800]
    [whole] = durations("Cook 1 day, 2 hours, 20 minutes and 30 seconds.")
    assert whole.seconds == 94_830
    assert [one.words for one in durations("Stir every 5 minutes for an hour.")] == ["an hour"]


@given(st.text(max_size=300))
def test_any_text_is_read_and_every_time_stands_where_it_says(text: str) -> None:
    for one in durations(text):
        assert text[one.start : one.end] == one.words
        assert 0 < one.seconds <= one.most


@pytest.mark.parametrize("part", ["1 ", "a ", "½", "1 h ", "1 to ", "half an ", "every "])
def test_a_long_text_that_almost_holds_times_costs_little(part: str) -> None:
    begun = time.process_time()
    durations(part * (5_000 // len(part)))
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "words", ["-1 minutes", "−5 min", "1/0 minutes", "1e5 minutes", "5.5.5 min", "1:30", "0", "", "soon"]
)
def test_what_is_typed_for_a_timer_is_a_time_as_a_whole_or_none(words: str) -> None:
    assert typed_duration(words) is None


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("10", 600),
        (" 10 ", 600),
        ("about 10 minutes", 600),
        ("half an hour", 1_800),
        ("1 hour 5 minutes", 3_900),
        ("3-4 min", 180),
    ],
)
def test_a_time_that_is_typed_may_have_words_around_it(words: str, seconds: int) -> None:
    found = typed_duration(words)
    assert found is not None
    assert found.seconds == seconds


@pytest.mark.parametrize(("typed", "words"), [("1", "1 minute"), ("90", "90 minutes"), ("٥", "5 minutes")])
def test_a_bare_number_is_said_back_in_minutes(typed: str, words: str) -> None:
    found = typed_duration(typed)
    assert found is not None
    assert found.words == words
