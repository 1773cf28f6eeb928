"""Every event goes to a JSON line and comes back equal."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.codec import from_json, to_json, to_object
from tailor.core.edits import Edit, Insert, Replace
from tailor.core.errors import ContentError
from tailor.core.events import EVENTS, Event, Failed, RequirementsRead, event_from_line, event_to_line
from tailor.core.procedure import Json, Procedure, procedure
from tailor.core.requirements import Requirement
from tests.depth import cases

st.register_type_strategy(
    Procedure, st.just(procedure("Bake", ["Mix", "Bake"], ["flour"], sections=[(2, "Heat")]))
)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.kind)
def test_an_event_comes_back_equal(kind: type[Event]) -> None:
    @settings(max_examples=cases(50), deadline=None)
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


@dataclass(frozen=True)
class Note:
    edits: tuple[Edit, ...]
    pairs: tuple[tuple[str, int], ...]
    by_name: Mapping[str, Literal["a", "b"]]
    where: int | str
    seed: int | None = field(default=None, metadata={"omit_empty": True})


def test_every_shape_of_field_comes_back_equal() -> None:
    edits = (Insert(step=0, text="Heat.", id="e1"), Replace(step=2, text=""))
    for where, seed in ((3, None), ("end", 0)):
        note = Note(edits, (("x", 1), ("y", 2)), {"k": "b"}, where, seed)
        data = to_object(note)
        assert ("seed" in data) is (seed is not None)
        assert from_json(Note, json.loads(json.dumps(data))) == note
    assert to_json(edits[1]) == {"op": "replace", "step": 2, "text": ""}


@pytest.mark.parametrize(
    "wrong",
    [
        {"edits": [{"op": "move", "step": 1, "text": "x"}]},
        {"edits": {}},
        {"pairs": [["x"]]},
        {"pairs": [["x", "1"]]},
        {"by_name": []},
        {"by_name": {"k": "c"}},
        {"where": None},
        {"where": []},
    ],
)
def test_a_wrong_shape_is_said(wrong: dict[str, Json]) -> None:
    good: dict[str, Json] = {"edits": [], "pairs": [], "by_name": {}, "where": 1}
    assert from_json(Note, good).where == 1
    with pytest.raises(ContentError):
        from_json(Note, good | wrong)
