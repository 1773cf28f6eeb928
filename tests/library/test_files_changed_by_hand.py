"""Files of the library that a person changed in an editor: read as they are meant, and said where they are not."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.code_lines import on_one_line
from tailor.core.errors import ContentError, DamagedError
from tailor.core.procedure import Amount, procedure
from tailor.library import markdown
from tailor.library.entries import LibraryEntry
from tailor.library.formats.registry import read
from tailor.library.lineage import check
from tailor.library.store import Library

CAKE = procedure(
    "Plum cake",
    ["Stone the plums.", "Mix the eggs and flour.", "Bake it."],
    ["2 eggs", "200 g flour", "8 plums"],
    sections=[(2, "Batter")],
    notes="## Ingredients\nof my aunt: - 3 eggs",
)


def changed(tmp_path: Path, old: str, new: str) -> tuple[Library, LibraryEntry]:
    library = Library(tmp_path)
    entry = library.save(CAKE, summary="Changed 1 of 3 steps.")
    text = entry.file.read_text("utf-8")
    assert old in text
    entry.file.write_text(text.replace(old, new, 1), "utf-8")
    return library, entry


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "## Ingredients",
            "## Resources:",
            "##  RESOURCES ##",
            "## **Ingredients:**",
            "# Ingredients",
            "##Zutaten",
        ),
        *(
            "## Ingredients (for 4)",
            "## What you need",
            "Ingredients\n-----------",
            "Ingredients:\n===",
            " ## Tools",
        ),
    ],
)
def test_the_list_is_found_below_every_heading_that_a_foreign_file_may_use(tmp_path: Path, heading: str) -> None:
    library, entry = changed(tmp_path, "## Resources", heading)
    saved = library.load(entry.id)
    assert (saved.procedure.resources, saved.procedure.notes) == (CAKE.resources, CAKE.notes)
    assert (saved.state, saved.remark) == ("edited", "")
    (found,) = read(entry.file.read_text("utf-8"), "md")
    assert (found.procedure.resources, found.procedure.steps) == (CAKE.resources, CAKE.steps)


@pytest.mark.parametrize(
    "heading", ["## Method", "## Steps:", "# Directions", "Zubereitung\n---", "## Instructions ##"]
)
def test_the_steps_are_found_below_every_heading_that_a_foreign_file_may_use(tmp_path: Path, heading: str) -> None:
    library, entry = changed(tmp_path, "## Steps", heading)
    saved = library.load(entry.id)
    assert (saved.procedure.steps, saved.procedure.resources) == (CAKE.steps, CAKE.resources)
    assert (saved.procedure.sections, saved.procedure.notes) == (CAKE.sections, CAKE.notes)
    (found,) = read(entry.file.read_text("utf-8"), "md")
    assert (found.procedure.steps, found.procedure.notes) == (CAKE.steps, CAKE.notes)


@pytest.mark.parametrize("title", ["Plum cake\n=========", "Plum cake\n---", "## Plum cake", "# Plum cake #"])
def test_a_title_is_found_however_it_is_marked(tmp_path: Path, title: str) -> None:
    library, entry = changed(tmp_path, "# Plum cake", title)
    saved = library.load(entry.id)
    assert saved.procedure.goal.rstrip(" #") == "Plum cake"
    assert (saved.procedure.steps, saved.procedure.notes) == (CAKE.steps, CAKE.notes)


def test_a_further_list_below_a_heading_of_its_own_is_part_of_the_list(tmp_path: Path) -> None:
    library, entry = changed(tmp_path, "## Steps", "## Equipment\n- a tin\n## Steps")
    assert library.load(entry.id).procedure.resources == (*CAKE.resources, "a tin")


@pytest.mark.parametrize("title", ["Zutatn", "Bits and bobs", "Aunt Ida says"])
def test_a_heading_that_is_not_understood_is_said_and_nothing_below_it_is_lost(tmp_path: Path, title: str) -> None:
    library, entry = changed(tmp_path, "## Resources", f"## {title}")
    saved = library.load(entry.id)
    assert f"“{title}”" in saved.remark
    assert "2 eggs" in saved.procedure.notes
    (problem,) = check(library)
    assert (problem.fault, f"“{title}”" in problem.says) == ("edited", True)
    (found,) = read(entry.file.read_text("utf-8"), "md")
    assert found.remark == saved.remark


def test_second_steps_are_said_to_be_notes(tmp_path: Path) -> None:
    library, entry = changed(tmp_path, "## Notes", "## Method\n4. Eat it.\n## Notes")
    saved = library.load(entry.id)
    assert (saved.procedure.steps, "“Method”" in saved.remark) == (CAKE.steps, True)


def test_tips_and_their_likes_are_notes_and_nothing_more_is_said(tmp_path: Path) -> None:
    library, entry = changed(tmp_path, "## Resources", "## Tips\nUse ripe plums.\n## Resources")
    saved = library.load(entry.id)
    assert (saved.procedure.resources, saved.remark) == (CAKE.resources, "")
    assert "Use ripe plums." in saved.procedure.notes


def test_a_file_that_nobody_changed_is_as_it_was_written(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for made in (
        CAKE,
        procedure("## Steps", ["- a", "### b", "<<<<<<< HEAD"], ["- - x", "# y", "==="], notes="a\n\nb"),
    ):
        entry = library.save(made)
        assert library.load(entry.id).state == "ok"
        windows = entry.file.read_text("utf-8").replace("\n", "\r\n") + "\r\n\r\n"
        entry.file.write_text(windows, "utf-8", newline="")
        assert library.load(entry.id).state == "ok"
    assert list(check(library)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- 2 eggs", "* 2 eggs"),
        ("- 2 eggs", "- 2 eggs\n  - 1 egg white"),
        ("- 2 eggs", "- 2 eggs\nsalt"),
        ("1. Stone", "3. Stone"),
        ("# Plum cake", "# Plum cake\nA cake of my aunt."),
        ("### Batter", "###   Batter\n### Dough"),
        ("## Resources", "## resources"),
    ],
)
def test_a_line_that_tailor_would_not_write_so_is_noticed(tmp_path: Path, old: str, new: str) -> None:
    library, entry = changed(tmp_path, old, new)
    assert library.load(entry.id).state == "edited"
    assert [problem.fault for problem in check(library)] == ["edited"]


def test_an_item_that_its_source_took_apart_is_noticed_when_it_is_changed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = library.save(replace(CAKE, amounts=(Amount("2 eggs", amount="2", name="eggs"),)))
    assert library.load(entry.id).state == "ok"
    entry.file.write_text(entry.file.read_text("utf-8").replace("- 2 eggs", "- 9 eggs"), "utf-8")
    assert library.load(entry.id).state == "edited"


def test_items_that_an_editor_moved_below_another_are_items_of_their_own(tmp_path: Path) -> None:
    library, entry = changed(
        tmp_path, "- 200 g flour\n- 8 plums", "  - 200 g flour\n    * 8 plums\n      ripe ones"
    )
    assert library.load(entry.id).procedure.resources == ("2 eggs", "200 g flour", "8 plums ripe ones")


@pytest.mark.parametrize(
    "place",
    ["2. Mix the eggs and flour.", "- 2 eggs", "# Plum cake", "tailor: 1", "### Batter", "## Steps"],
)
def test_a_conflict_of_git_is_damage_and_both_sides_are_named(tmp_path: Path, place: str) -> None:
    sides = f"<<<<<<< HEAD\n{place}\n||||||| 12ab\n{place} once\n=======\n{place} now\n>>>>>>> aunts-branch"
    library, entry = changed(tmp_path, place, sides)
    with pytest.raises(DamagedError, match=r"(?s)“HEAD” and “aunts-branch”"):
        library.load(entry.id)
    assert [problem.fault for problem in check(library)] == ["damaged"]
    with pytest.raises(ContentError, match="two versions"):
        read(entry.file.read_text("utf-8"), "md")


def test_notes_about_conflicts_and_lines_that_only_look_like_one_are_no_conflict(tmp_path: Path) -> None:
    marks = "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> theirs"
    made = procedure("Settle a conflict", ["Look for <<<<<<< HEAD.", "======="], [">>>>>>>"], notes=marks)
    assert markdown.read(markdown.split(markdown.write(made))) == made


def test_what_other_programs_keep_in_the_folder_is_no_how_to_of_others(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(CAKE)
    for name in (".git", ".obsidian", ".stfolder"):
        (tmp_path / name).mkdir()
    for name in (".gitignore", ".DS_Store"):
        (tmp_path / name).write_text("*.tmp")
    (saved,) = library.entries()
    for name in (f"._{saved.id}.md", f".#{saved.id}.md", f"._{saved.id}.edits.json"):
        (tmp_path / name).write_bytes(saved.file.read_bytes())
    assert library.entries(versions=True) == (saved,)
    assert library.find(f".#{saved.id}") is None
    assert list(check(library)) == []
    (tmp_path / "soup.txt").write_text("1. Boil")
    assert [problem.id for problem in check(library)] == ["soup.txt"]


_CODE_HEADS = (
    *("# Notes", "# Ingredients", "# Steps", "# Requirements", "# Method", "# Tip", "# Zutaten", "## Notes"),
    *("# install the tools", "## Other", "### Part", "Tools\n---", "Tools\n===", "1. Notes", "```\n# Notes\n```"),
)


@pytest.mark.parametrize("head", _CODE_HEADS)
@pytest.mark.parametrize("before", ["Install it:", ""])
def test_what_heads_a_part_in_the_code_of_a_step_heads_none(head: str, before: str) -> None:
    code = on_one_line("sh", f"{head}\n\napt install nginx\n{head}\n")
    steps = ["Log in.", f"{before} {code}", f"{before} {code} and wait", "Restart it."]
    server = procedure("Server", steps, ["a laptop"], sections=[(3, "Later")], notes="```\nKeep it.\n```")
    text = markdown.write(server, code_apart=True)
    assert "⏎" not in text
    assert markdown.read(markdown.split(text)) == server
    (found,) = read(text, "md")
    assert found.procedure == server


@pytest.mark.parametrize("head", [head for head in _CODE_HEADS if "```" not in head])
@pytest.mark.parametrize("fence", ["```", "~~~", "   ```"])
def test_code_that_a_person_adds_to_a_step_stays_in_it(tmp_path: Path, head: str, fence: str) -> None:
    room = fence.replace("`", "").replace("~", "")
    inner = head.replace("\n", f"\n{room}")
    library, entry = changed(tmp_path, "eggs and flour.", f"eggs and flour.\n{fence}\n{room}{inner}\n{fence}")
    saved = library.load(entry.id).procedure
    assert saved.steps == (CAKE.steps[0], f"{CAKE.steps[1]} {on_one_line('', head)}", CAKE.steps[2])
    assert (saved.resources, saved.sections, saved.notes) == (CAKE.resources, CAKE.sections, CAKE.notes)


@pytest.mark.parametrize("fence", ["```", "~~~", "```sh"])
def test_a_fence_that_a_step_leaves_open_takes_nothing_in(fence: str) -> None:
    for steps in ([fence], [fence, "Mix it."], ["Mix it.", fence, "```"]):
        made = procedure("Cake", steps, [fence], sections=[(len(steps), "Late")], notes=f"{fence}\nx\n```\n~~~")
        assert markdown.read(markdown.split(markdown.write(made))) == made
        assert markdown.read(markdown.split(markdown.write(made, code_apart=True))) == made


def test_code_right_behind_a_number_may_begin_at_the_edge() -> None:
    text = "---\ntailor: 1\n---\n# A\n## Steps\n1. ```\n# Notes\n```\n2. Go.\n3. Run:\n```\nls\n```\n"
    steps = markdown.read(markdown.split(text)).steps
    assert steps == (on_one_line("", "# Notes"), "Go.", f"Run: {on_one_line('', 'ls')}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Plum cake", "# Apple cake"),
        ("- 2 eggs", "- 3 eggs"),
        ("### Batter", "### Dough"),
        ("- 3 eggs", "- 4 eggs"),
    ],
)
def test_a_change_of_title_amounts_headings_or_notes_is_noticed_as_one_of_steps_is(
    tmp_path: Path, old: str, new: str
) -> None:
    library, entry = changed(tmp_path, old, new)
    assert library.load(entry.id).state == "edited"
    assert [one.fault for one in check(library)] == ["edited"]


def test_a_file_of_a_tailor_that_knew_only_the_fingerprint_of_the_steps_is_as_it_was_saved(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = library.save(CAKE)
    text = entry.file.read_text("utf-8")
    seal = next(line for line in text.split("\n") if line.startswith("seal:"))
    entry.file.write_text(text.replace(f"{seal}\n", ""), "utf-8")
    assert library.load(entry.id).state == "ok"
    assert list(check(library)) == []


def test_no_record_is_written_only_to_notice_changes(tmp_path: Path) -> None:
    full = replace(CAKE, tags=("cake",), source="Aunt Ida", licence="none", uncertain=(1,), author="Ida")
    entry = Library(tmp_path).save(full)
    assert sorted(path.name for path in tmp_path.iterdir()) == [entry.file.name]
    assert Library(tmp_path).load(entry.id).state == "ok"
