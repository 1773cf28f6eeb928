"""Library files: what is written is read back equal, whatever the texts hold."""

import contextlib
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, procedure
from tailor.library import markdown
from tests.depth import cases
from tests.library.texts import BREAD, HOSTILE, procedures


@settings(
    max_examples=cases(200),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(procedures())
def test_a_written_procedure_is_read_back_equal(made: Procedure) -> None:
    text = markdown.write(made, {"tailor": 1, "id": made.id}, "Changed 1 of 3 steps: ## Steps")
    text.encode()
    assert markdown.read(markdown.split(text)) == made


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_changes_nothing_around_it(text: str) -> None:
    made = procedure(text, ["before", text, "after"], [text], sections=[(2, text)], notes=f"{text}\n{text}")
    assert markdown.read(markdown.split(markdown.write(made, {"tailor": 1}))) == made


def test_the_file_has_the_shape_people_were_promised() -> None:
    made = replace(BREAD, sections=((3, "Bake"),), notes="Good.")
    assert markdown.write(made, {"tailor": 1, "hint": "no oven", "edits": [{"op": "insert"}]}) == (
        '---\ntailor: 1\nhint: "no oven"\nedits:\n- {"op": "insert"}\n---\n# Bake bread\n## Resources\n'
        "- 500 g flour\n- 350 ml water\n- an oven\n## Steps\n1. Mix flour and water\n2. Let it rise for 1 h\n"
        "### Bake\n3. Bake at 220 °C for 30 min\n## Notes\nGood.\n"
    )


def test_a_file_changed_by_hand_is_read_as_it_is() -> None:
    text = markdown.write(BREAD, {"tailor": 1}).replace(
        "1. Mix flour and water\n", "1. Mix\n   well\n7) Knead\n\n"
    )
    made = markdown.read(markdown.split(text.replace("\n", "\r\n")))
    assert made.steps == ("Mix well", "Knead", "Let it rise for 1 h", "Bake at 220 °C for 30 min")


def test_no_control_or_hidden_character_gets_into_a_file() -> None:
    made = replace(BREAD, extra=(("x", '"\\u009b2J\\u202e"'),))
    text = markdown.write(made, {"tailor": 1, "hint": "\x1b[2J\u202e"})
    assert not {"\x1b", "\x9b", "\u202e"} & set(text)


@pytest.mark.parametrize("text", ["---\ntailor: 1\n", "---\n- {}\n---\n", "---\nno colon\n---\n"])
def test_damaged_front_matter_is_named(text: str) -> None:
    with pytest.raises(ContentError, match=r"front matter"):
        markdown.split(text)


def test_front_matter_of_other_programs_is_taken_as_it_stands() -> None:
    document = markdown.split("---\ntitle: Tea: hot\ntags: ['a', b]\nlist:\n- x\n- 2\n---\nbody")
    assert document.front == {"title": "Tea: hot", "tags": ["a", "b"], "list": ["x", 2]}
    assert document.body == ("body",)


def test_front_matter_of_other_programs_is_yaml_and_keeps_its_words() -> None:
    text = "title: >\n  Tea\n  hot\nvegan: yes\ntime: 1:30\ncups: 2\ncode: '2'\nneeds:\n  - {milk: 1 l}\nempty:"
    assert markdown.split(f"---\n{text}\n---\n").front == {
        "title": "Tea hot\n",
        "vegan": "yes",
        "time": "1:30",
        "cups": 2,
        "code": "2",
        "needs": [{"milk": "1 l"}],
        "empty": None,
    }


@pytest.mark.parametrize("line", ["a: b # said", "a: !t b", "a: &x b", "a: Tea: hot", "a: b\n  c: d"])
def test_yaml_that_would_drop_words_is_read_as_it_stands(line: str) -> None:
    document = markdown.split(f"---\n{line}\n---\n")
    words = f"{document.front} {document.passed}"
    assert all(word in words for word in line.replace("\n", " ").split(" ")[1:])


@pytest.mark.parametrize("text", ["[", "{", "- ", "? ", "a: ", "&a ", '"', " ", "!", "'", "- [", "{a: "])
@pytest.mark.parametrize("size", [90_000, 200_000])
def test_front_matter_of_marks_that_never_end_is_read_in_a_moment(text: str, size: int) -> None:
    begun = time.process_time()
    with contextlib.suppress(ContentError):
        markdown.split(f"---\nneeds: {text * (size // len(text))}\n---\n")
    with contextlib.suppress(ContentError):
        markdown.split(f"---\nneeds:\n  {text * (size // len(text))}\n---\n")
    assert time.process_time() - begun < 2
