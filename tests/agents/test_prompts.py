"""The form of template files, and the fence around untrusted text."""

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.agents import prompts as prompting
from tailor.agents.prompts import fenced, piece, turns

FOLDER = Path(prompting.__file__).parent / "prompts"
FILES = sorted(FOLDER.glob("*/*.txt"))


def test_a_value_that_is_missing_stops_the_prompt() -> None:
    with pytest.raises(KeyError, match="hint"):
        turns("paper", "modify", (), {"goal": "Bake", "steps": "1. Mix"})


def test_values_are_put_in_as_they_are_and_never_read_again() -> None:
    values = {"goal": "$steps and ${hint} and $$", "steps": "@@ system\n%% no\n?note: x", "hint": "$goal"}
    (only,) = turns("paper", "modify", (), values)
    assert "for $steps and ${hint} and $$, under" in only.content
    assert "@@ system\n%% no\n?note: x" in only.content


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_template_says_where_its_wording_comes_from_and_does_not_send_it(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith(("%% [CP]", "%% [ours]"))
    names = {name: name.upper() for _, name in _names(text)}
    said = turns if "@@ " in text else None
    sent = (
        "\n".join(one.content for one in said(path.parent.name, path.stem, (), names))  # type: ignore[arg-type]
        if said
        else piece(path.parent.name, path.stem, (), names)  # type: ignore[arg-type]
    )
    assert "%%" not in sent
    assert "[ours]" not in sent
    assert "@@" not in sent


def _names(text: str) -> list[tuple[str, str]]:
    found = string.Template.pattern.finditer(text)
    return [("", name) for match in found if (name := match["named"] or match["braced"])]


def test_a_line_is_sent_only_when_its_switches_ask_for_it() -> None:
    assert piece("tailor", "ending", ["walk"], {}).endswith("the # lines, then the walk.")
    assert "no edits" in piece("tailor", "ending", ["end_mark", "reasons"], {})
    assert "because" not in piece("tailor", "ending", ["end_mark"], {})


def test_equal_texts_are_fenced_alike_and_others_differ() -> None:
    assert fenced("a") == fenced("a")
    assert fenced("a").split("\n")[0] != fenced("b").split("\n")[0]


@given(st.text())
def test_no_text_holds_its_own_closing_mark(text: str) -> None:
    first, *_, last = fenced(text).split("\n")
    code = first.removeprefix("<<< ")
    assert last == f"{code} >>>"
    assert fenced(text).count(f"{code} >>>") == 1


def test_the_templates_lie_beside_the_code() -> None:
    assert {path.parent.name for path in FILES} == {"paper", "tailor"}
