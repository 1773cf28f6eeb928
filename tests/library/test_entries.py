"""Rows of lists: what tells how-tos with the same title apart."""

from tailor.library.entries import told_apart

FIRST, SECOND = "2026-11-22T18:00:00Z", "2026-11-23T18:00:00Z"


def test_a_title_that_only_one_has_needs_no_more_words() -> None:
    assert told_apart([("Soup", "no salt", FIRST, "a"), ("Salad", "", FIRST, "b")]) == ["", ""]


def test_variants_are_told_apart_by_what_they_were_tailored_to() -> None:
    rows = [("Soup", "no salt", SECOND, "a"), ("Soup", "for two", FIRST, "b"), ("Soup", "", FIRST, "c")]
    assert told_apart(rows) == ["no salt", "for two", "the original"]


def test_those_of_the_same_words_are_told_apart_by_when_they_were_saved() -> None:
    first, second, variant = told_apart(
        [("Soup", "", FIRST, "a"), ("Soup", "", SECOND, "b"), ("Soup", "no salt", SECOND, "c")]
    )
    assert "the original · saved " in first
    assert "Nov 2026" in first
    assert first != second
    assert variant == "no salt"


def test_those_of_the_same_day_are_told_apart_by_the_time() -> None:
    first, second = told_apart([("Soup", "", FIRST, "a"), ("Soup", "", FIRST.replace("18:00", "18:05"), "b")])
    assert first.startswith("saved at ")
    assert second.endswith(":05")


def test_no_two_of_a_title_say_the_same_though_they_were_saved_at_once() -> None:
    rows = [("Soup", "", FIRST, id) for id in ("soup-a.v1", "soup-b.v1")] + [("Soup", "", "", "starter.soup")]
    said = told_apart(rows)
    assert len({*said}) == 3
    assert said == ["a.v1", "b.v1", "starter.soup"]


def test_a_date_changed_by_hand_to_one_that_is_none_tells_nothing_and_stops_nothing() -> None:
    for odd in ("2026-02-29", "x", "", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"):
        words = told_apart([("Soup", "", odd, "soup-a1b2"), ("Soup", "", FIRST, "soup-c3d4")])
        assert words[0] != words[1]
