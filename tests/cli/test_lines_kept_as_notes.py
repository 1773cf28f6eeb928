"""Lines of a file that are neither steps nor things one needs: kept as notes, or left out, as a person likes."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

DEPLOY = """# Deploy

```bash
git pull
make build
```

1. Open the page of the service.
2. Wait for 10 minutes.

## Rollback

Copy `old.conf` back and reload.
"""
MAIL = (
    "# Shelf\n\nHello love\n\nYou'll need: drill, 4 screws (5x70mm), pencil\n\n1) Mark the wall.\n2) Drill it.\n"
)
PAGE = (
    "<html><body><h1>Tea</h1>"
    "<h2>Ingredients</h2><ul><li>1 leaf</li></ul><h2>Method</h2><ol><li>Boil the water.</li>"
    "<li>Pour it on.</li></ol><h2>My shop</h2><p>It is hot, said the owner of the old shop.</p></body></html>"
)
WAYS = "# Install it\n## Linux\n1. Fetch it\n2. Unpack it\n## Windows\n1. Run the setup\n2. Restart\n"


@pytest.fixture
def files(tmp_path: Path) -> None:
    for name, text in (("deploy.md", DEPLOY), ("shelf.md", MAIL), ("tea.html", PAGE), ("install.md", WAYS)):
        (tmp_path / name).write_text(text)


@pytest.mark.usefixtures("files")
def test_commands_and_what_to_do_if_it_fails_are_kept_as_notes_and_said(tailor: Tailor) -> None:
    for command in (["show", "deploy.md"], ["customize", "deploy.md", "only 3 minutes"], ["export", "deploy.md"]):
        ran = tailor(*command)
        _, notes = ran.stdout.split("## Notes\n")
        assert all(line in notes for line in ("git pull", "make build", "Rollback", "Copy `old.conf` back"))
        assert "of deploy.md are neither steps nor things you need, so they are kept as notes." in ran.stderr
        assert "kept as a note: git pull" in ran.stderr


@pytest.mark.usefixtures("files")
def test_an_import_keeps_them_and_says_how_it_would_not(tailor: Tailor) -> None:
    ran = tailor("import", "deploy.md", "--yes")
    assert "kept as a note: Rollback" in ran.stderr
    assert "--unused drop" in ran.stderr
    assert "Copy `old.conf` back" in tailor("show", ran.stdout.strip()).stdout


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "command", [["import", "deploy.md", "--yes"], ["customize", "deploy.md", "only 3 minutes"]]
)
def test_they_are_left_out_where_that_is_asked_for(tailor: Tailor, command: list[str]) -> None:
    ran = tailor(*command, "--unused", "drop")
    assert "not used: Rollback" in ran.stderr
    assert "kept as" not in ran.stderr
    shown = tailor("show", ran.stdout.strip()).stdout if command[0] == "import" else ran.stdout
    assert "old.conf" not in shown


@pytest.mark.usefixtures("files")
def test_those_of_a_page_are_kept_only_where_that_is_asked_for(tailor: Tailor) -> None:
    ran = tailor("import", "tea.html", "--yes")
    assert "not used: It is hot, said the owner" in ran.stderr
    assert "--unused notes" in ran.stderr
    assert "It is hot" not in tailor("show", ran.stdout.strip()).stdout
    ran = tailor("import", "tea.html", "--yes", "--unused", "notes")
    assert "It is hot" in tailor("show", ran.stdout.strip()).stdout


@pytest.mark.usefixtures("files")
def test_the_other_ways_to_a_goal_are_no_notes_of_the_one_that_is_chosen(tailor: Tailor) -> None:
    ran = tailor("customize", "install.md", "for beginners", "--way", "linux")
    assert "not used: Run the setup" in ran.stderr
    assert "Run the setup" not in ran.stdout


@pytest.mark.usefixtures("files")
def test_it_can_be_asked_for_files_only(tailor: Tailor) -> None:
    ran = tailor("customize", "starter.banana-nut-bread", "no nuts", "--unused", "drop")
    assert (ran.returncode, "--unused is only for files" in ran.stderr) == (2, True)


@pytest.mark.usefixtures("files")
def test_what_one_needs_on_one_line_is_a_list(tailor: Tailor) -> None:
    shown = tailor("show", "shelf.md")
    assert "- drill\n- 4 screws (5x70mm)\n- pencil\n" in shown.stdout
    assert "kept as a note: Hello love" in shown.stderr
