"""How-tos as the documentation of programs has them: boxes, tabs, code below paragraphs, bold numbers."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure

STEPS = "# Board\n\n## Steps\n\n1. Solder the pins.\n\n{}\n2. Cut the pins.\n"


def one(text: str) -> ParsedProcedure:
    (found,) = read(text, "md")
    return found


@pytest.mark.parametrize(
    "box",
    [
        ":::info\nIt is hot.\n:::\n",
        ":::danger\n\nIt is hot.\n\n:::\n",
        ":::important[It is hot.]\n:::\n",
        "!!! note\n    It is hot.\n",
        "!!! warning\n\n    It is hot.\n",
        '!!! danger "It is hot."\n    It is.\n',
        "??? info\n    It is hot.\n",
        '{{< hint style="info" >}}\nIt is hot.\n{{< /hint >}}\n',
        "{% warning %}\nIt is hot.\n{% endwarning %}\n",
        "> [!NOTE]\n> It is hot.\n",
    ],
)
def test_a_box_is_a_note_whatever_made_the_page(box: str) -> None:
    found = one(STEPS.format(box))
    assert found.procedure.steps == ("Solder the pins.", "Cut the pins.")
    assert "It is hot." in found.procedure.notes
    assert ":::" not in found.procedure.notes
    assert (found.unused, found.unsure) == ((), False)


@pytest.mark.parametrize("box", ['!!! example "Pins"\n    Solder the pins.\n', "{{< icon >}}\nSolder the pins.\n"])
def test_what_holds_no_notes_stays_as_it_is(box: str) -> None:
    assert one(f"# Board\n\n## Steps\n\n{box}\nCut the pins.\n").procedure.notes == ""


def test_a_box_in_code_is_code() -> None:
    found = one(STEPS.format("   ```\n!!! note\n    It is hot.\n   ```\n"))
    assert found.procedure.notes == ""


@pytest.mark.parametrize(
    "marks", ["**1.** {}|**2.** {}", "**Step 1.** {}|**Step 2.** {}", "__1)__ {}|__2)__ {}", "**1.** {}|**2** {}"]
)
def test_bold_numbers_count_steps(marks: str) -> None:
    first, second = marks.split("|")
    text = f"# Stain\n\nMaterials:\n\n* 2 gels\n\nProtocol:\n-----\n{first.format('Rinse the gel.')}\n\n"
    found = one(f"{text}{second.format('Dry the gel:')}\n   * on paper\n   * in air\n").procedure
    assert found.steps[0] == "Rinse the gel."
    assert found.steps[1].startswith("Dry the gel: on paper")
    assert len(found.steps) == 2
    assert found.resources == ("2 gels",)


def test_a_bold_title_of_a_counted_paragraph_stays_in_its_step() -> None:
    found = one("# Wall\n\n## Steps\n\n**Step 1: The edges.** Cut in.\n\n**Step 2: The rest.** Roll it.\n")
    assert found.procedure.steps == ("The edges. Cut in.", "The rest. Roll it.")


def test_bold_amounts_count_nothing() -> None:
    found = one("# Soup\n\n## Ingredients\n\n**1** onion\n\n**2** leeks\n\n## Method\n\n1. Fry it.\n2. Eat it.\n")
    assert found.procedure.steps == ("Fry it.", "Eat it.")


def test_a_picture_alone_is_no_step() -> None:
    pictures = '![pins](pins.png)\n\n<p align="center"><img src="a.png"></p>\n'
    found = one(f"# Board\n\n## Steps\n\nSolder the pins.\n\n{pictures}\nCut the pins.\n")
    assert found.procedure.steps == ("Solder the pins.", "Cut the pins.")
    assert len(found.unused) == 2


@pytest.mark.parametrize("code", ["```sh\nmake all\n```", "    make all"])
def test_code_goes_with_the_paragraph_above_it(code: str) -> None:
    found = one(f"# Tool\n\n## Steps\n\nFetch the source.\n\nThen build it:\n\n{code}\n\nReboot.\n").procedure
    assert len(found.steps) == 3
    assert found.steps[1].startswith("Then build it: ```")
    assert "make all" in found.steps[1]


def test_paragraphs_that_lead_to_code_are_steps_to_be_checked() -> None:
    text = "# Tool\n\nA nice tool.\n\n## Install\n\nFirst, get it.\n\n```\nget x\n```\n\n"
    found = one(f"{text}## Run\n\nNow start the tool:\n\n```\nrun x\n```\n")
    assert [step.partition(" ```")[0] for step in found.procedure.steps] == [
        "First, get it.",
        "Now start the tool:",
    ]
    assert found.unsure
    assert "A nice tool." in found.unused


PINS = "1. Solder the pins.\n2. Cut the pins.\n"
MORE = "The rest of this page says what the board is for, who made it, and where others can be had.\n"


@pytest.mark.parametrize(
    "more", ["## Also\n\n```\nrun x\n```\n", "## Also\n\n- Red\n- Green\n", f"## Also\n\n{MORE}", f"{MORE}"]
)
def test_numbered_lines_that_nothing_announces_are_asked_for_where_much_is_left(more: str) -> None:
    assert not one(f"# Board\n\n{PINS}").unsure
    assert one(f"# Board\n\n{PINS}\n{more}").unsure


def test_code_that_is_left_out_is_a_doubt_below_any_heading() -> None:
    assert one(f"# Board\n\n## Steps\n\n{PINS}\n## Also\n\nRun this.\n\n```\nrun x\n```\n").unsure
    assert not one(f"# Board\n\n## Steps\n\n{PINS}\n## Also\n\n{MORE}").unsure
    assert not one(f"# Board\n\n{PINS}\n## Next steps\n\n- [More](more.md)\n").unsure


def test_counted_headings_under_which_nothing_is_told_are_a_doubt() -> None:
    about = "## 1. Bar\n\nThis bar has apps.\n\n## 2. Bell\n\nA bell for news.\n"
    assert one(f"# Screen\n\n{about}").unsure
    assert not one("# Screen\n\n## 1. Bar\n\nOpen the bar.\n\n## 2. Bell\n\nRing the bell.\n").unsure


@pytest.mark.parametrize(
    "tab",
    ['=== "{0}"\n\n    1. Get {0}.\n    2. Run {0}.\n', '<TabItem label="{0}">\n\n1. Get {0}.\n\n</TabItem>\n'],
)
def test_tabs_beside_each_other_are_asked_for(tab: str) -> None:
    found = one("# Tool\n\n" + "\n".join(map(tab.format, ("apt", "snap"))))
    assert found.unsure
    assert "tabs" in found.remark


@pytest.mark.parametrize("title", ["Additional resources", "Related Resources:", "Weitere Ressourcen"])
def test_what_one_may_also_read_is_nothing_that_one_needs(title: str) -> None:
    found = one(f"# Board\n\n## Steps\n\n{PINS}\n## {title}\n\n- [Pins](pins.md)\n- [Boards](boards.md)\n")
    assert (found.procedure.resources, found.unsure) == ((), False)
    assert "[Pins](pins.md)" in found.unused


def test_a_heading_without_words_names_no_part() -> None:
    found = one(f"# Board\n\n## Steps\n\n### ![](a.png)\n\n{PINS}\n### Test\n\n1. Test the pins.\n").procedure
    assert found.sections == ((3, "Test"),)


def test_parts_of_a_long_page_are_asked_for_where_code_is_left_out() -> None:
    part = "## {0}\n\n### Requirements\n\n- a {0}\n\n### Steps\n\n1. Take the {0}.\n\n"
    left = "### Why\n\nSee this.\n\n```\nx\n```\n\n"
    plain = [one.unsure for one in read("".join(map(part.format, ("pin", "nut", "cap"))), "md")]
    assert plain == [False] * 3
    mixed = [one.unsure for one in read("".join(part.format(name) + left for name in ("pin", "nut", "cap")), "md")]
    assert mixed == [True] * 3


def test_sentences_under_requirements_announce_no_more_than_themselves() -> None:
    text = f"# Pool\n\n## Requirements\n\n- Check the pool.\n- Name the pool.\n\n## Option\n\n{MORE}\n{MORE}"
    assert one(text).unsure
    assert not one(text + f"\n## Steps\n\n{PINS}").unsure


def test_a_table_that_lists_nothing_is_no_step() -> None:
    table = "| Crack | Cause |\n|---|---|\n| Thin | Age |\n"
    found = one(f"# Wall\n\n## Steps\n\n{table}\nFill the crack.\n\nSand the wall.\n")
    assert found.procedure.steps == ("Fill the crack.", "Sand the wall.")
    assert "| Thin | Age |" in found.unused


def test_a_word_in_code_announces_no_steps() -> None:
    text = "# Job\n\nThis runs the job:\n\n```yaml\njobs:\n  steps:\n  - run: x\n```\n\nIt works.\n"
    assert one(text).procedure.steps == ()
