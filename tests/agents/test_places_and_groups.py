"""Places, groups and headers from an agent's mouth to the events of a run, numbered over the whole run."""

import json
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import get_args

from tailor.agents.stages import BackendInfo, RunContext, Snapshot, StageRunner
from tailor.agents.strategies import STRATEGIES
from tailor.core.edits import Insert, Replace
from tailor.core.events import (
    Done,
    EditProposed,
    Event,
    HeaderProposed,
    Left,
    PlaceFound,
    RequirementsRead,
    event_from_line,
    event_to_line,
)
from tailor.core.protocols import AgentOutput, Answer, FoundPlace, GroupHeader, OnOutput, Task
from tailor.core.review.decisions import Accepting
from tailor.core.review.events import fold_all
from tailor.runs.customize import CustomizeRequest, ask_again, follow_up, run
from tests.core.cases import BREAD, HINT, NO_OVEN, PLAIN

BY = BackendInfo(provider="scripted")
OVEN = FoundPlace("steps", 1, "oven", "it is preheated here", ("R1",), ("Preheat",))
THING = FoundPlace("resources", 2, "oven", serves=("R1",))
HALF = (
    Replace(step=1, text="250 g flour", part="resources", group="half"),
    Replace(step=4, text="Bake it for 20 min.", group="half"),
    GroupHeader(group="half", goal="Bake half a loaf", yields="half a loaf"),
)


@dataclass
class Telling:
    """Agents that tell what is prepared for them."""

    says: Mapping[str, Sequence[AgentOutput]]

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        told = self.says.get(task.agent, ())
        for output in told:
            tell(output)
        return Answer(end="edits" if told else "none")


async def staged(**says: Sequence[AgentOutput]) -> list[Event]:
    events: list[Event] = []
    runner = StageRunner(RunContext(hint=HINT, requirements=(NO_OVEN,)), Telling(says), events.append, BY)
    await STRATEGIES["sequential"].run(runner, Snapshot.of(BREAD))
    return events


async def whole(agents: Telling, accept: Accepting = "careful") -> list[Event]:
    asked = CustomizeRequest(
        procedure=BREAD, hint=HINT, requirements=(NO_OVEN, PLAIN), strategy="sequential", accept=accept
    )
    async with aclosing(run(asked, agents, by=BY)) as events:
        return [event async for event in events]


def places(events: Sequence[Event]) -> list[PlaceFound]:
    return [event for event in events if isinstance(event, PlaceFound)]


async def test_places_are_numbered_over_the_run_and_say_who_found_what_where() -> None:
    events = await staged(modify=[OVEN, THING], verify=[FoundPlace("steps", 4, "Bake")])
    assert [(one.id, one.stage, one.agent) for one in places(events)] == [
        ("p1", 1, "modify"),
        ("p2", 1, "modify"),
        ("p3", 2, "verify"),
    ]
    first = places(events)[0]
    assert (first.part, first.step, first.word, first.serves) == ("steps", 1, "oven", ("R1",))
    assert (first.why, first.also) == ("it is preheated here", ("Preheat",))


async def test_a_place_of_a_step_that_is_not_there_is_not_reported() -> None:
    assert places(await staged(modify=[FoundPlace("steps", 6, "oven"), FoundPlace("steps", 0, "oven")])) == []


async def test_groups_are_numbered_over_the_run_whatever_an_agent_calls_them() -> None:
    more = [Insert(step=0, text="Wash your hands.", group="half"), Insert(step=0, text="Sit down.")]
    events = await staged(modify=[*HALF, Insert(step=5, text="Rest.", group="rest")], verify=more)
    proposed = [event for event in events if isinstance(event, EditProposed)]
    assert [one.group for one in proposed] == ["g1", "g1", "g2", "g3", None]
    assert [one.edit.group for one in proposed] == ["g1", "g1", "g2", "g3", ""]
    [head] = [event for event in events if isinstance(event, HeaderProposed)]
    assert (head.group, head.goal, head.yields, head.notes) == ("g1", "Bake half a loaf", "half a loaf", None)
    assert json.loads(event_to_line(head))["yield"] == "half a loaf"


async def test_a_question_after_the_run_goes_on_with_the_numbers() -> None:
    agents = Telling({"modify": [OVEN, *HALF]})
    events = await whole(agents)
    asked = follow_up(events, BREAD, ())
    async with aclosing(ask_again(asked, "modify", agents, by=BY)) as more:
        later = [event async for event in more]
    assert [one.id for one in places(later)] == ["p2"]
    assert [event.group for event in later if isinstance(event, EditProposed)] == ["g2", "g2"]


async def test_in_a_rescue_no_place_is_found_on_a_step_that_is_done() -> None:
    agents = Telling({"modify": [OVEN, THING, FoundPlace("steps", 4, "Bake")]})
    asked = replace(follow_up(await whole(Telling({})), BREAD, ()), done=(1, 2))
    async with aclosing(ask_again(asked, "modify", agents, by=BY)) as events:
        assert [(one.part, one.step) for one in places([event async for event in events])] == [
            ("resources", 2),
            ("steps", 4),
        ]


async def test_every_way_of_accepting_leaves_a_place_open_and_lists_it_with_its_why() -> None:
    for accept in get_args(Accepting):
        events = await whole(Telling({"modify": [OVEN]}), accept)
        end = events[-1]
        assert isinstance(end, Done)
        assert end.result == BREAD
        assert end.left == (Left(id="p1", why="it is preheated here"),)
        assert [(line.id, line.verdict) for line in end.coverage] == [("R1", "found"), ("R2", None)]


async def test_a_record_of_the_events_gives_the_same_review() -> None:
    events = await whole(Telling({"modify": [OVEN, *HALF]}))
    again = [event_from_line(event_to_line(event)) for event in events]
    assert fold_all(BREAD, again) == fold_all(BREAD, events)
    [read] = [event for event in again if isinstance(event, RequirementsRead)]
    assert read.requirements == (NO_OVEN, PLAIN)
