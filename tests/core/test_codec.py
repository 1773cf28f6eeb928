"""Every event goes to a JSON line and comes back equal."""

import json
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.codec import EVENTS, event_from_line, event_to_line
from tailor.core.errors import ContentError
from tailor.core.events import Event, Failed, RequirementsRead
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import Requirement
from tests.depth import cases

st.register_type_strategy(
    Procedure, st.just(procedure("Bake", ["Mix", "Bake"], ["flour"], sections=[(2, "Heat")]))
)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.kind)
def test_an_event_comes_back_equal(kind: type[Event]) -> None:
    @settings(max_examples=cases(100), deadline=None)
    @given(st.from_type(kind))
    def comes_back(event: Event) -> None:
        try:
            event_to_line(event).encode()
        except UnicodeEncodeError:
            return  # a lone surrogate: clean() never lets one in
        if "NaN" not in event_to_line(event):
            assert event_from_line(event_to_line(event)) == event

    comes_back()


def test_every_event_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == len(get_args(Event))


def test_a_requirement_says_where_it_is_from_under_the_contracts_key() -> None:
    line = event_to_line(RequirementsRead(requirements=(Requirement("R1", "prerequisite", "no nuts"),)))
    assert json.loads(line)["requirements"][0] == {
        "id": "R1",
        "kind": "prerequisite",
        "text": "no nuts",
        "level": None,
        "from": "hint",
        "on": True,
    }


def test_unknown_keys_are_passed_over_and_unknown_kinds_are_not() -> None:
    line = '{"kind": "failed", "fault": "key", "title": "t", "message": "m", "later": 1}'
    assert event_from_line(line) == Failed(fault="key", title="t", message="m")
    for wrong in (
        "not json",
        "[]",
        '{"kind": "nothing"}',
        '{"kind": "failed", "fault": "odd"}',
        '{"kind": "failed"}',
    ):
        with pytest.raises(ContentError):
            event_from_line(wrong)
