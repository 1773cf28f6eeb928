"""What of a search is shown: the closest first, and nothing that has only a syllable in common."""

from memory.messages import MemoryHit
from memory.relevance import fits, relevant


def hit(goal: str, *steps: str, distance: float = 0.85, goal_distance: float = 0.9) -> MemoryHit:
    return MemoryHit(
        id=goal, goal=goal, steps=steps, resources=(), domain="", source="starter", score=0.0,
        distance=distance, goal_distance=goal_distance,
    )  # fmt: skip


SCONES = hit("Bake cheese scones", "Rub in the butter.", distance=0.78)
BUDGET = hit("Make a household budget", "Put the rest into savings.", distance=0.82)
PANCAKES = hit("Fry pancakes", "Whisk the batters and let them rest.", distance=0.84)


def goals(query: str, *hits: MemoryHit) -> list[str]:
    return [one.hit.goal for one in relevant(query, hits)]


def test_what_holds_every_word_comes_first_and_what_holds_none_is_left_out() -> None:
    others = [hit(f"Wash car {n}", "Take the rest of the soap.") for n in range(6)]
    assert goals("rest the batter", SCONES, BUDGET, *others, PANCAKES) == ["Fry pancakes"]


def test_the_words_in_common_are_named_as_they_stand_in_the_text() -> None:
    [found] = relevant("resting the batter", [PANCAKES])
    assert found.words == {"rest", "batters"}
    assert found.closeness == 0.8


def test_a_goal_with_a_letter_wrong_and_a_text_near_by_meaning_are_shown() -> None:
    near = hit("Cook crêpes", "Stir flour, milk and eggs.", distance=0.4)
    typo = hit("Fry pancakes", "Whisk it.", goal_distance=0.3)
    assert goals("pancaeks", BUDGET, near, typo) == ["Fry pancakes", "Cook crêpes"]


def test_a_word_half_typed_finds_what_begins_so() -> None:
    assert goals("rest batt", BUDGET, PANCAKES)[0] == "Fry pancakes"


def test_another_spelling_of_a_word_counts_as_the_word() -> None:
    [found] = relevant("flat tires", [hit("Mend a flat tyre", "Glue it."), BUDGET])
    assert found.words == {"flat", "tyre"}
    assert found.closeness == 1


def test_where_nothing_is_near_nothing_is_shown() -> None:
    assert goals("xylophone", SCONES, BUDGET) == []
    assert relevant("anything", []) == ()


def test_of_a_single_step_only_its_own_words_count() -> None:
    from dataclasses import replace

    step = replace(hit("Fry pancakes", "Whisk.", "Fry it."), step=2)
    assert goals("pancakes", step) == []
    assert goals("fry", step) == ["Fry pancakes"]


def test_another_name_of_a_thing_counts_almost_as_the_word() -> None:
    [found] = relevant("bikes", [hit("Oil a bicycle chain"), BUDGET])
    assert found.words == {"bicycle"}
    assert 0.5 < found.closeness < 1


def test_a_word_of_the_goal_is_worth_more_than_one_of_a_step() -> None:
    other = hit("Oil a chain", "Take off the tyre.")
    assert goals("tyre", other, hit("Mend a tyre")) == ["Mend a tyre", "Oil a chain"]


def test_what_is_only_to_be_done_in_the_same_way_does_not_fit() -> None:
    others = [hit(f"Wash car {n}") for n in range(6)]
    assert not fits(relevant("fix the floor", [hit("Fix a flat tyre"), *others]))
    assert fits(relevant("fix the floor", [hit("Sweep the floor"), *others]))
    assert fits(relevant("fix", [hit("Fix a flat tyre"), *others])), "where nothing else is asked for"


def test_a_goal_that_shares_a_syllable_or_two_does_not_fit() -> None:
    assert not fits(relevant("floating", [hit("Oat bars", goal_distance=0.6), BUDGET]))


def test_words_that_any_question_may_have_count_for_nothing() -> None:
    others = [hit(f"Wash car {n}") for n in range(6)]
    [found] = relevant("how can I get rid of mould without help", [hit("Remove mould"), *others])
    assert found.closeness == 1
    assert goals("help", hit("Help a bee"), *others) == ["Help a bee"], "unless there is no other"


def test_where_nothing_is_close_only_the_few_that_share_a_word_are_told_as_the_nearest() -> None:
    others = [hit(f"Wash car {n}") for n in range(6)]
    found = relevant("teach the old parrot to sing pancakes", [PANCAKES, *others])
    assert [one.hit for one in found] == [PANCAKES]
    assert not fits(found)
    assert fits(relevant("pancakes", [PANCAKES, *others]))
