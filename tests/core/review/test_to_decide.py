"""What is left to decide: single edits, groups as one each, places; nothing that was set aside."""

from dataclasses import replace

from tailor.core.review import Review
from tailor.core.review.decisions import accept, accept_many, fine, own_edit, reject, split_warning
from tailor.core.review.events import fold
from tailor.core.review.places import spans
from tailor.core.review.state import ReviewState
from tailor.core.review.to_decide import ToDecide, change_groups, header_words, to_decide
from tests.core.review_case import edit, found, header, review_of, started

HALF = (
    edit("e1", "replace", 1, "50 ml bleach", "R1", group="g1", part="resources"),
    edit("e2", "replace", 1, "Mix the bleach with half the water.", group="g1"),
    edit("e3", "replace", 2, "Screw the hook in.", "R2"),
)
PLACES = (found("p1", 1, "bleach", "R1"), found("p2", 3, "bleach", "R1"))


def left(review: Review) -> ToDecide:
    return to_decide(ReviewState(review))


def test_a_group_counts_as_one_beside_single_edits_and_places() -> None:
    open_work = left(review_of(*HALF, *PLACES))
    assert (open_work.left, open_work.decided) == (4, 0)
    assert open_work.ids == {"e3", "g1", "p1", "p2"}
    assert open_work.says == "4 left to decide"


def test_what_is_left_is_left_for_a_wish_or_for_none_of_them() -> None:
    work = left(review_of(*HALF, *PLACES, edit("e4", "replace", 4, "Wait."), edit("e5", "replace", 3, "Rub.")))
    assert [work.of_wish(wish) for wish in ("R1", "R2", "R3")] == [3, 1, 0]
    assert (work.of_none(["R1", "R2"]), work.of_none(["R2"]), work.left) == (2, 5, 6)


def test_what_counts_for_two_wishes_is_said_to() -> None:
    both = found("p9", 2, "Drill", "R1", "R2")
    assert left(review_of(*PLACES)).shared == ""
    assert left(review_of(*PLACES, both)).shared == " (1 serves several wishes)"


def test_what_needs_a_closer_look_is_counted_as_it_is_decided() -> None:
    group = [edit(f"e{n}", "replace", n, f"Words {n}.", "R1", group="g1", level="must") for n in (1, 2)]
    review = review_of(*group, edit("e3", "replace", 3, "Rub.", level="must"), edit("e4", "replace", 4, "Wait."))
    taken = accept_many(review, "careful")
    assert taken.says == "1 change accepted, 2 need a closer look."
    assert left(taken.review).left == 2


def test_every_kind_of_decision_is_counted() -> None:
    review = accept(review_of(*HALF, *PLACES), "e1").review
    review = fine(reject(review, ["e3"]).review, ["p2"]).review
    assert (left(review).left, left(review).decided) == (1, 3)
    review = own_edit(review, "replace", "s1", "Mix.").review
    assert (left(review).left, left(review).decided, left(review).says) == (0, 4, "all decided")
    assert left(review_of()).says == ""


def test_what_a_rewrite_withdrew_is_no_open_work() -> None:
    review = review_of(*HALF, edit("e4", "replace", 4, "Let it dry.", stage=1))
    review = fold(review, started(2, builds_on=("e9",)))
    again = fold(review, edit("e5", "replace", 4, "Dry it.", stage=2))
    assert "e5" in left(again).ids
    newer = fold(fold(again, started(3, builds_on=("e8",))), edit("e6", "replace", 4, "Wipe it.", stage=3))
    assert ReviewState(newer).status("e5") == "withdrawn"
    assert left(newer).ids == {"g1", "e3", "e4", "e6"}


def test_a_group_that_was_withdrawn_is_not_there() -> None:
    review = fold(review_of(), started(2, builds_on=("e9",)))
    both = [edit(f"e{n}", "replace", n, f"Words {n}.", group="g1", stage=2) for n in (1, 2)]
    review = fold(fold(fold(review, both[0]), both[1]), started(3, builds_on=("e8",)))
    review = fold(review, edit("e3", "replace", 4, "Wipe it.", stage=3))
    assert change_groups(ReviewState(review)) == ()
    assert left(review).ids == {"e3"}


def test_a_split_group_is_counted_edit_by_edit() -> None:
    review = accept(review_of(*HALF), "e1", alone=True).review
    assert change_groups(ReviewState(review)) == ()
    assert left(review).ids == {"e2", "e3"}


def test_a_group_that_makes_one_exchange_everywhere_is_named_by_it() -> None:
    soap = [
        edit("e1", "replace", 1, "100 ml soap", "R1", group="g1", part="resources"),
        edit("e2", "replace", 1, "Mix the soap with water.", "R1", group="g1"),
    ]
    [group] = change_groups(ReviewState(review_of(*soap)))
    assert group.name == "Bleach → soap"


def test_an_explanation_and_what_stands_before_the_thing_belong_to_the_exchange() -> None:
    lime = [
        edit("e1", "replace", 1, "100 ml thick bleach (for each, stir 1 tablespoon of it in)", "R1", group="g1",
             part="resources"),
        edit("e2", "replace", 1, "Mix the thick bleach with water.", "R1", group="g1"),
    ]  # fmt: skip
    [group] = change_groups(ReviewState(review_of(*(replace(one, reason="It is thick.") for one in lime))))
    assert group.name == "Bleach → thick bleach"


def test_a_group_is_named_by_the_reason_its_edits_share_else_by_its_wish() -> None:
    [group] = change_groups(ReviewState(review_of(*HALF)))
    assert (group.name, group.size, group.status) == ("For “no bleach”", "2 changes", "undecided")
    halved = [replace(one, reason="halve everything.") for one in HALF[:2]]
    [group] = change_groups(ReviewState(review_of(*halved)))
    assert group.name == "Halve everything"


def test_headers_of_a_group_are_told_together() -> None:
    heads = (header("g1", goal="Clean half a bench", yields="half"), header("g1", notes="", yields="a half"))
    [group] = change_groups(ReviewState(review_of(*HALF, *heads)))
    assert group.header is not None
    assert header_words(group.header) == ("new name: Clean half a bench", "makes: a half", "new note: none")


def test_a_group_is_open_while_one_of_its_edits_is() -> None:
    review = reject(review_of(HALF[0]), ["e1"]).review
    assert [one.status for one in change_groups(ReviewState(fold(review, HALF[1])))] == ["undecided"]


def test_a_group_of_many_is_counted_where_its_edits_are_named() -> None:
    many = [edit(f"e{n}", "replace", 1, f"Mix {n}.", group="g1", stage=1) for n in range(1, 7)]
    assert split_warning(review_of(*many), "e1") == "#e1 belongs with 5 others: alone it may not work."


def test_the_found_words_are_located_in_any_number_and_case() -> None:
    assert spans("Drill holes; the drills rest.", ["drill"]) == ((0, 5), (17, 23))
    assert spans("Use the bathtub.", ["tub"]) == ((12, 15),)
    assert spans("Nothing.", ["drill", " "]) == ()
