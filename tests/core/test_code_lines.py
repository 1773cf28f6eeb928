"""Code in steps: it comes back as it was, and what counts and measures the words of a step leaves it alone."""

import pytest

from tailor.core.code_lines import beside_code, folded, parts_of, unfolded, without_code
from tailor.core.durations import durations
from tailor.core.procedure import Procedure
from tailor.library.formats.registry import read, write

STEP = folded("Bake 500 g for 10 minutes:\n```sh\necho 500 g\nsleep 5 minutes\n```\nand wait").replace("\n", " ")
FORMATS = ("md", "json", "text", "jsonld", "cook", "html")


@pytest.mark.parametrize("code", ["make # press ⏎ now", "a ⏎ b\n\tc ⇥ d", "\\⇥\n\\\t⏎", "⏎\ufe0e", "\n  a\n\n"])
def test_signs_that_were_in_the_code_come_back_as_they_were(code: str) -> None:
    (block,) = parts_of(folded(f"```\n{code}\n```"))
    assert not isinstance(block, str)
    assert "\n".join(block.lines) == code


@pytest.mark.parametrize("format", FORMATS)
def test_code_with_tabs_and_typed_signs_comes_back_equal_from_every_format(format: str) -> None:
    code = folded("```make\nall: # press ⏎ now\n\tcook 2 eggs ⇥ 5 minutes\n```")
    made = Procedure("Build it", (f"Run: {code} and wait for 2 minutes.", "Press ⏎ and ⇥."), ("2 eggs",))
    (found,) = read(write(made, format), format.removesuffix("ld"))
    assert found.procedure.steps == made.steps


def test_a_plain_text_has_each_line_of_code_on_its_own_line() -> None:
    made = Procedure("Build it", (STEP, "Stop."))
    lines = write(made, "text").splitlines()
    assert lines[2:8] == [
        "1. Bake 500 g for 10 minutes:",
        "   ```sh",
        "   echo 500 g",
        "   sleep 5 minutes",
        "   ```",
        "   and wait",
    ]


def test_code_stays_on_one_line_where_its_lines_would_be_read_otherwise() -> None:
    made = Procedure("Build it", (STEP.replace("and wait", "2. and wait"),))
    (found,) = read(write(made, "text"), "text")
    assert found.procedure.steps == made.steps


def test_no_time_and_no_change_is_in_code() -> None:
    assert [one.words for one in durations(STEP)] == ["10 minutes"]
    assert len(without_code(STEP)) == len(STEP)
    assert unfolded(beside_code(STEP, str.upper)).splitlines()[2] == "echo 500 g"


def test_cooklang_has_no_marks_in_code() -> None:
    text = write(Procedure("Cook", (STEP,), ("500 g flour",)), "cook")
    assert "~{10%minutes}" in text
    assert "sleep 5 minutes" in text


def test_a_sign_in_a_word_of_code_is_no_code_over_lines() -> None:
    (found,) = read("# Type\n\n## Steps\n\n1. Press `⏎ Return` twice.\n", "md")
    assert found.procedure.steps == ("Press `⏎ Return` twice.",)
