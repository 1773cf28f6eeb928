"""Whatever is exported comes back equal, whatever its texts hold."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from tailor.core.procedure import Procedure
from tailor.library.formats.registry import read, write
from tailor.library.store import starter_procedures
from tests.depth import cases
from tests.library.texts import procedures

EXACT = [("md", "md"), ("json", "json"), ("jsonld", "json"), ("cook", "cook")]


@pytest.mark.parametrize(("out", "back"), [*EXACT, ("html", "html")])
def test_every_starter_procedure_comes_back_equal(out: str, back: str) -> None:
    for procedure in starter_procedures():
        text = write(procedure, out)
        (found,) = read(text, back)
        assert found.procedure == replace(procedure, id="")
        assert found.unused == ()


def test_plain_text_keeps_goal_resources_headings_steps_and_notes_of_every_starter() -> None:
    for one in starter_procedures():
        (found,) = read(write(one, "text"), "text")
        back = found.procedure
        assert (back.goal, back.resources, back.steps) == (one.goal, one.resources, one.steps)
        assert (back.sections, back.notes) == (one.sections, one.notes)


@pytest.mark.parametrize(("out", "back"), EXACT)
@settings(max_examples=cases(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(procedures())
def test_hostile_texts_come_back_equal(out: str, back: str, procedure: Procedure) -> None:
    (found,) = read(write(procedure, out), back)
    assert found.procedure == replace(procedure, id="")


@settings(max_examples=cases(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(procedures())
def test_a_page_with_hostile_texts_comes_back_equal(procedure: Procedure) -> None:
    (found,) = read(write(procedure, "html", "x-1.v1", "notice"), "html")
    assert found.procedure == replace(procedure, id="")
