"""Why runs came to no result is counted in words."""

from typing import get_args

import pytest

from tailor.core.errors import Fault
from tailor.evaluation.report import WHY, why_failed
from tailor.providers.errors import fault_texts


def test_the_reasons_are_counted_the_most_frequent_first() -> None:
    assert why_failed(["cut_short", None, "model", "model"]) == (
        "Why 3 of the runs came to no result: the text did not fit into the model's context (2); an answer was "
        "cut at its maximum length (1).",
    )


def test_nothing_is_said_where_every_run_has_a_result() -> None:
    assert why_failed([None, None]) == ()


@pytest.mark.parametrize("words", [one for one in fault_texts().values() if one.answered])
def test_every_fault_that_counts_as_the_models_answer_has_its_words(words: object) -> None:
    fault = words.fault  # type: ignore[attr-defined]  # as Words has
    assert fault in get_args(Fault)
    assert fault in WHY
