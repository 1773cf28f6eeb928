"""Links that lead nowhere, and files where Tailor needs a folder: each is named, and nothing is lost."""

from pathlib import Path

import pytest

from tailor.paths import user_paths
from tests.cli.conftest import Tailor

SOUP = "Soup\n1. Boil water\n2. Eat it\n"


def _in_the_way(place: Path, kind: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to(place if kind == "ring" else place.parent / "gone")


@pytest.fixture
def soup(tailor: Tailor, home: Path) -> str:
    """The id of one how-to in the library."""
    Path("soup.txt").write_text(SOUP)
    return tailor("import", "soup.txt").stdout.strip()


@pytest.mark.parametrize("kind", ["file", "link", "ring"])
@pytest.mark.parametrize(
    "command", [["library", "list"], ["library", "check"], ["import", "soup.txt"], ["library", "delete", "x-aaaa"]]
)
def test_what_stands_in_the_librarys_place_is_named(
    tailor: Tailor, home: Path, kind: str, command: list[str]
) -> None:
    Path("soup.txt").write_text(SOUP)
    _in_the_way(home / "library", kind)
    ran = tailor(*command)
    assert ran.returncode in (1, 5)
    assert (
        f"{home / 'library'} is {'not a folder' if kind == 'file' else 'a link that leads nowhere'}" in ran.stderr
    )
    assert ran.stdout == ""


@pytest.mark.parametrize("kind", ["file", "link", "ring"])
@pytest.mark.parametrize("below", ["", "deeper/home"])
def test_the_doctor_names_tailor_home_where_that_is_the_trouble(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch, kind: str, below: str
) -> None:
    _in_the_way(home, kind)
    monkeypatch.setenv("TAILOR_HOME", str(home / below))
    ran = tailor("doctor")
    assert ran.returncode == 1
    assert f"TAILOR_HOME is {home / below}" in ran.stdout


def test_the_doctor_names_a_tailor_home_in_which_nothing_can_be_made(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAILOR_HOME", "/proc/tailor")
    ran = tailor("doctor")
    assert ran.returncode == 1
    assert "TAILOR_HOME is /proc/tailor, but Tailor cannot write to /proc" in ran.stdout


@pytest.mark.parametrize("kind", ["file", "link"])
def test_the_doctor_names_each_of_tailors_folders_that_is_none(tailor: Tailor, home: Path, kind: str) -> None:
    for folder in user_paths({"TAILOR_HOME": str(home)}).folders:
        if folder != home:
            _in_the_way(folder, kind)
            ran = tailor("doctor")
            folder.unlink()
            assert ran.returncode == 1
            assert f"broken  files: {folder} is" in ran.stdout


def test_a_link_to_nowhere_in_the_library_is_called_one(tailor: Tailor, home: Path, soup: str) -> None:
    (home / "library" / "gone-abcd.v1.md").symlink_to("nowhere")
    ran = tailor("library", "check")
    assert "damaged\tgone-abcd.v1\t" in ran.stdout
    assert "it is a link that leads nowhere" in ran.stdout
    assert tailor("library", "list").stdout == f"{soup}\tSoup\n"


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_trash_that_is_no_folder_is_named_and_deletes_nothing(
    tailor: Tailor, home: Path, soup: str, kind: str
) -> None:
    trash = home / "library" / "trash"
    _in_the_way(trash, kind)
    for command in (["delete", soup], ["undo"], ["check"]):
        ran = tailor("library", *command)
        assert ran.returncode in (1, 5), command
        assert f"{trash} is" in ran.stderr + ran.stdout
    assert tailor("library", "list").stdout == f"{soup}\tSoup\n"
    assert "needs a look: trash" in tailor("doctor").stdout


@pytest.mark.parametrize("names", [["a"], ["a", "b"], ["a", "b", "c"]])
def test_how_tos_that_are_made_from_themselves_are_named_by_the_check(
    tailor: Tailor, home: Path, soup: str, names: list[str]
) -> None:
    written = (home / "library" / f"{soup}.md").read_text()
    for name, parent in zip(names, [*names[1:], names[0]], strict=True):
        text = written.replace(f'id: "{soup}"', f'id: "{name}-ring.v1"\nparent: "{parent}-ring.v1"')
        (home / "library" / f"{name}-ring.v1.md").write_text(text)
    (home / "library" / "leaf-ring.v1.md").write_text(
        written.replace(f'id: "{soup}"', 'id: "leaf-ring.v1"\nparent: "a-ring.v1"')
    )
    ran = tailor("library", "check")
    assert ran.returncode == 5
    found = [line for line in ran.stdout.splitlines() if "made from itself" in line]
    assert [line.split("\t")[1] for line in found] == [f"{name}-ring.v1" for name in names]


@pytest.mark.parametrize("name", ["folder", "ring", "x" * 300, "soup.txt/inside"])
def test_no_error_number_of_the_system_reaches_a_person(tailor: Tailor, name: str, soup: str) -> None:
    Path("folder").mkdir()
    Path("ring").symlink_to("ring")
    asked = ["starter.banana-nut-bread", "--hint", "no eggs"]
    for command in (["customize", *asked, "--replay", name], ["customize", name, "--hint", "no eggs"]):
        ran = tailor(*command)
        assert ran.returncode in (1, 3, 5)
        assert "Errno" not in ran.stderr


@pytest.mark.parametrize(
    ("home", "command"), [("here", ["library", "list"]), ("", ["import", "."]), ("", ["model", "use", "./x.gguf"])]
)
def test_that_the_folder_one_is_in_was_deleted_is_said(
    tailor: Tailor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, command: list[str]
) -> None:
    if home:
        monkeypatch.setenv("TAILOR_HOME", home)
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = tailor(*command)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "the folder you are in was deleted. Change to another one" in ran.stderr
