"""Cooklang as people write it, its marks and its amounts; `test_cooklang_marks.py` has the marks one by one."""

import contextlib

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import Amount, Times, procedure
from tailor.library.formats.cooklang import reader as cooklang
from tailor.library.formats.registry import read, write
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.importer import reports_of_text

COOK = """---
title: Tea
servings: 2
---
-- a comment
Boil @water{1%l} in a #pot{} for ~{5%minutes}. [- not this -]
Keep it hot.

= Serving =

Pour over @black tea|leaves{2%tbsp}(loose) and @sugar; add more @sugar{} if you like. Mail a\\@b.c

> Good in winter.
"""


def test_cooklang_is_read_as_a_person_reads_it() -> None:
    found = cooklang.read(COOK)
    made = found.procedure
    assert made.goal == "Tea"
    assert made.steps == (
        "Boil 1 l water in a pot for 5 minutes. Keep it hot.",
        "Pour over 2 tbsp leaves (loose) and sugar; add more sugar if you like. Mail a@b.c",
    )
    assert made.sections == ((2, "Serving"),)
    assert made.resources == ("1 l water", "2 tbsp black tea, loose", "sugar", "pot")
    assert (made.notes, made.yields, made.extra) == ("Good in winter.", "2 servings", ())
    assert made.amounts[1] == Amount("2 tbsp black tea, loose", "2", "tbsp", "black tea", "loose")
    assert set(found.unused) == {"-- a comment", "[- not this -]"}


def test_a_thing_named_again_is_one_resource_with_all_its_amounts() -> None:
    text = (
        "Salt @meat{1%kg} with @salt{1/2%tsp} in a #bowl{1}.\n\nAdd @salt, @Salt{1/2%tsp} and stir the #bowl{1}.\n"
    )
    assert cooklang.read(text).procedure.resources == ("1 kg meat", "1 tsp salt", "1 bowl")


WILD = """---
title: Pancakes
time:
  prep: 10 min
  cook: 1h 5m
source:
  url: https://pancakes.example
author: Ann
locale: en
---
Mix @🥚{2}, 200 g @flour{200%g} and @granulated sugar{3/4%cup} \\
with @milk{1/2%l} --- slowly.

---

> Older flour takes
more milk,
> and that is fine.

Add @milk{1/4%l} and @granulated sugar{1%tbsp}. Rest ~rest{half an hour}, fry until brown~{2-3%minutes}.
"""


def test_each_step_says_its_amounts_and_the_list_has_their_sum() -> None:
    found = cooklang.read(WILD)
    made = found.procedure
    assert made.steps == (
        "Mix 2 🥚, 200 g flour and 3/4 cup granulated sugar with 1/2 l milk --- slowly.",
        "Add 1/4 l milk and 1 tbsp granulated sugar. Rest half an hour (rest), fry until brown 2-3 minutes.",
    )
    assert made.resources == ("2 🥚", "200 g flour", "3/4 cup + 1 tbsp granulated sugar", "3/4 l milk")
    assert made.notes == "Older flour takes more milk, and that is fine."
    assert (made.times, made.source) == (Times(prep=10, cook=65), "https://pancakes.example")
    assert (made.author, made.language, made.extra, found.unused) == ("Ann", "en", (), ())
    (again,) = read(write(made, "cook"), "cook")
    assert again.procedure == made


def test_a_mark_of_our_own_file_does_not_repeat_what_the_step_says() -> None:
    text = write(
        procedure("Bread", ["Mix the flour", "Bake 500 g flour for 30 minutes"], ["500 g flour", "pan"]), "cook"
    )
    assert "Mix the flour\n" in text
    assert "Bake @flour{500%g} for ~{30%minutes}" in text
    assert "\n\n#pan{}.\n" in text
    text = write(procedure("Bread", ["Mix the flour"], ["500 g flour"]), "cook")
    assert "Mix the @flour{ 500%g}" in text


def test_a_backslash_in_braces_escapes_what_follows() -> None:
    made = cooklang.read("Stir in @vanilla{1\\/2%tsp}.\n\nEat.\n").procedure
    assert (made.steps[0], made.resources) == ("Stir in 1/2 tsp vanilla.", ("1/2 tsp vanilla",))


def test_what_a_comment_leaves_behind_reads_well() -> None:
    found = cooklang.read("Rinse the fish,[- or cod -], and  dry it.\n\nEat.\n")
    assert found.procedure.steps[0] == "Rinse the fish, and dry it."


def test_an_older_cooklang_file_without_blank_lines_has_a_step_a_line() -> None:
    assert cooklang.read(">> source: x.org\nBoil @water\nPour it\n").procedure.steps == ("Boil water", "Pour it")


def test_every_import_says_what_it_holds_before_anything_is_saved() -> None:
    (report,) = reports_of_text(COOK, "cook", name="tea")
    assert report.says == "2 steps, 4 items, 1 heading, 1 line of notes, 2 lines unused"


@pytest.mark.parametrize("text", ["[-", "@a{", "~{", "\\", "--", "=", "@a "])
def test_a_cooklang_file_of_marks_that_never_end_is_read_in_one_pass(text: str) -> None:
    with contextlib.suppress(ContentError):  # one step of all that is too long
        assert isinstance(cooklang.read(text * 20_000), ParsedProcedure)


def test_degrees_are_part_of_a_name_without_braces() -> None:
    assert cooklang.read("Bake at #325°F.\n\nEat.\n").procedure.resources == ("325°F",)


def test_a_hyphen_before_a_name_hides_it_from_no_mark() -> None:
    made = cooklang.read("Fry it in -@oil{1%tbsp} with -@salt.\n\nEat it with @soda-bread{}.\n").procedure
    written = write(made, "cook")
    assert "Fry it in -@oil{1%tbsp} with -@salt{}." in written
    assert "@soda-bread{}" in written
    assert "rest: true" not in written
