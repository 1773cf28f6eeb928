"""Imports that are not sure: they ask, and where nobody answers they save nothing."""

from pathlib import Path

from tests.cli.conftest import Tailor

WAYS = "# Install it\n\n## Linux\n\n1. Fetch it\n\n## Windows\n\n1. Run the setup\n"
STEPS = "<ol><li>Mix the oats with honey.</li><li>Bake them for an hour.</li></ol>"
MENU = "<ul>" + "<li>Shop now</li>" * 24 + "</ul>"


def test_steps_that_nothing_announces_are_shown_and_saved_only_with_a_yes(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "bars.html").write_text(f"<html><body><h1>Bars</h1>{MENU}<h2>Mine</h2>{STEPS}</body></html>")
    ran = tailor("import", "bars.html")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "Tailor guessed that these lines are the steps" in ran.stderr
    assert "1. Mix the oats with honey." in ran.stderr
    assert "--yes answers for you" in ran.stderr
    assert tailor("library", "list").stdout == ""
    assert tailor("import", "bars.html", "--yes").stdout.startswith("bars-")
    assert tailor("import", "bars.html", "--dry-run").returncode == 0


def test_a_page_without_a_procedure_ends_with_a_clear_no(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "shop.html").write_text(f"<html><body><h1>Shop</h1>{MENU}</body></html>")
    ran = tailor("import", "shop.html")
    assert (ran.returncode, ran.stdout, "No steps were found" in ran.stderr) == (1, "", True)


def test_a_way_has_to_be_named_for_an_import_and_for_a_run(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "install.md").write_text(WAYS)
    ran = tailor("import", "install.md")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert 'install.md has 2 methods: "Linux", "Windows"' in ran.stderr
    assert tailor("import", "install.md", "--way", "windows").stdout.startswith("install-it-windows-")
    assert tailor("customize", "install.md", "--hint", "for beginners").returncode == 1
    ran = tailor("customize", "install.md", "--hint", "for beginners", "--way", "linux")
    assert (ran.returncode, "Fetch it" in ran.stdout) == (0, True)
    assert "not used: Run the setup" in ran.stderr, "every line that is left out is named"


def test_an_import_lists_the_lines_of_the_notes(tailor: Tailor, tmp_path: Path) -> None:
    many = "\n".join(f"Line {number} of the story." for number in range(30))
    (tmp_path / "tea.txt").write_text(f"Tea\n\n1. Boil it.\n2. Pour it.\n\nWARNING: it is hot.\n\n{many}\n")
    ran = tailor("import", "tea.txt", "--dry-run")
    assert "31 lines of notes" in ran.stderr
    assert "  note: WARNING: it is hot." in ran.stderr
    assert "11 more lines of notes" in ran.stderr


def test_a_folder_takes_no_file_of_several_ways(tailor: Tailor, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "install.md").write_text(WAYS)
    (folder / "tea.md").write_text("# Tea\n\n1. Boil it\n")
    ran = tailor("import", "all")
    assert (ran.returncode, ran.stdout.startswith("tea-")) == (1, True)
    assert "has 2 methods" in ran.stderr


def test_what_the_library_has_word_for_word_is_not_saved_again(tailor: Tailor, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "tea.md").write_text("# Tea\n\n## Steps\n\n1. Boil water.\n")
    first = tailor("import", str(folder))
    (folder / "toast.md").write_text("# Toast\n\n## Steps\n\n1. Toast the bread.\n")
    again = tailor("import", str(folder))
    assert again.stdout.splitlines()[0] == first.stdout.strip(), "the id that it has"
    assert "1 how-to imported, 1 how-to you have already, 0 files skipped." in again.stderr
    assert len(tailor("library", "list").stdout.splitlines()) == 2
    (folder / "tea.md").write_text("# Tea\n\n## Steps\n\n1. Boil fresh water.\n")
    assert "1 how-to imported, 1 how-to you have already" in tailor("import", str(folder)).stderr


def test_the_last_line_counts_what_was_not_saved_for_want_of_an_answer(tailor: Tailor, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bars.html").write_text(f"<html><body><h1>Bars</h1>{MENU}<h2>Mine</h2>{STEPS}</body></html>")
    (folder / "tea.md").write_text("# Tea\n\n1. Boil it\n")
    ran = tailor("import", "mine")
    says = "1 how-to imported, 0 files skipped. 1 how-to not saved, because you did not type y.\n"
    assert (ran.returncode, ran.stderr.endswith(says)) == (1, True)
