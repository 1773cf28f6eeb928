"""The formulas against values worked out by hand."""

from math import comb

import pytest

from tailor.evaluation.statistics import Share, fleiss_kappa, holm, majority, mcnemar_exact, wilson


def test_wilsons_interval_equals_the_one_worked_out_by_hand() -> None:
    # 8 of 10, z 1.96: (0.8 + 0.19208) / 1.38416 = 0.71674; half 1.96 * sqrt(0.016 + 0.009604) / 1.38416 = 0.22658
    interval = wilson(8, 10)
    assert interval.low == pytest.approx(0.49016, abs=1e-5)
    assert interval.high == pytest.approx(0.94332, abs=1e-5)


def test_wilsons_interval_of_half_is_even_and_stays_inside_at_the_ends() -> None:
    half = wilson(5, 10)
    assert half.low + half.high == pytest.approx(1.0)
    none, all_ = wilson(0, 10), wilson(10, 10)
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(3.8416 / 13.8416)  # z² / (n + z²)
    assert all_.low == pytest.approx(10 / 13.8416)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_a_share_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="11 of 10"):
        wilson(11, 10)
    assert Share(0, 0).value is None
    assert Share(1, 4).value == 0.25


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (0, 0, 1.0),
        (3, 3, 1.0),
        (0, 5, 2 / 32),  # one tail holds only 0 of 5
        (1, 9, 2 * (1 + 10) / 1024),
        (2, 8, 2 * (1 + 10 + 45) / 1024),
        (0, 6, 2 / 64),
    ],
)
def test_the_paired_test_equals_its_binomial_tail(b: int, c: int, p: float) -> None:
    assert mcnemar_exact(b, c) == pytest.approx(p)
    assert mcnemar_exact(c, b) == pytest.approx(p)


def test_the_paired_test_of_many_pairs_needs_no_floats_on_the_way() -> None:
    assert mcnemar_exact(900, 1100) == pytest.approx(2 * sum(comb(2000, i) for i in range(901)) / 2**2000)
    with pytest.raises(ValueError, match="negative"):
        mcnemar_exact(-1, 2)


def test_asking_three_questions_costs_what_holm_says() -> None:
    # smallest × 3, next × 2, largest × 1, never falling
    assert holm([0.04, 0.01, 0.03]) == pytest.approx((0.06, 0.03, 0.06))
    assert holm([0.9, 0.8]) == (1.0, 1.0)
    assert holm([]) == ()


def test_kappa_of_the_textbook_table() -> None:
    # Fleiss 1971's worked form: ten items, fourteen judges, five answers
    table = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    assert fleiss_kappa(table) == pytest.approx(0.210, abs=5e-4)


def test_kappa_by_hand_on_four_items_and_three_judges() -> None:
    # yes/no (3,0) (2,1) (0,3) (1,2): observed (1 + 1/3 + 1 + 1/3) / 4 = 2/3, chance 1/2
    assert fleiss_kappa([[3, 0], [2, 1], [0, 3], [1, 2]]) == pytest.approx(1 / 3)
    assert fleiss_kappa([[3, 0], [0, 3]]) == pytest.approx(1.0)
    assert fleiss_kappa([[1, 1], [1, 1]]) == pytest.approx(-1.0)


def test_kappa_that_is_not_defined_is_none_and_never_perfect() -> None:
    assert fleiss_kappa([]) is None
    assert fleiss_kappa([[1, 0], [0, 1]]) is None, "one judge agrees with nobody"
    assert fleiss_kappa([[3, 0], [3, 0]]) is None, "one answer everywhere: agreement is chance"
    with pytest.raises(ValueError, match="same number"):
        fleiss_kappa([[3, 0], [2, 0]])


def test_a_majority_needs_more_votes_than_any_other_answer() -> None:
    assert majority([True, True, False]) is True
    assert majority(["aag", "rag", "rag", "aag"]) is None
    assert majority(["aag", "rag", "neither", "rag"]) == "rag"
    assert majority([]) is None
    assert majority([False]) is False


def test_order_bias_is_the_share_of_the_first_place_and_only_a_clear_one_is_called_so() -> None:
    clear, faint = Share(19, 20), Share(6, 10)
    assert clear.value == 0.95
    assert not clear.interval.holds(0.5)
    assert faint.interval.holds(0.5)
    assert not Share(1, 20).interval.holds(0.5), "the second place can be favoured too"
    assert Share(0, 0).interval.holds(0.5)
