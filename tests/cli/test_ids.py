"""Ids are whole or refused, no name leads out of its folder, and every file in the library is accounted for."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tailor.cli.main import root
from tailor.library import trash
from tailor.library.lineage import check
from tailor.library.metadata import file_of
from tailor.library.store import Library
from tests.cli.conftest import Tailor

BREAD = "Bake bread\n\n1. Mix\n2. Bake\n"
NO_IDS = ("", " ", ".", "..", ".v1", ".v0", "../..", "../home/library/x", "/", "\0", ".v" + "9" * 5_000)
NOT_AN_ID = {"config set", "memory search", "bench", "completion", "profile add"}
"""Commands whose arguments are no ids: their values, questions and shells are checked elsewhere."""


def commands_with_ids(group: click.Group = root, *above: str) -> Iterator[tuple[str, ...]]:
    """Every command that takes an id, a name or a file."""
    with click.Context(group) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            words = (*above, name)
            if isinstance(command, click.Group):
                yield from commands_with_ids(command, *words)
            elif command is not None and _takes_an_id(words, command):
                yield words


def _takes_an_id(words: tuple[str, ...], command: click.Command) -> bool:
    other = any(" ".join(words).startswith(one) for one in NOT_AN_ID)
    return not other and any(isinstance(one, click.Argument) for one in command.params)


def kept(home: Path) -> dict[str, bytes]:
    """Everything in the home but the memory's own folder, which reading makes."""
    files = (path for path in home.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in files if not {"memory", "log"} & set(path.parts)}


@pytest.mark.parametrize("words", commands_with_ids(), ids=" ".join)
def test_a_command_takes_no_empty_id_and_none_that_leads_elsewhere(
    tailor: Tailor, home: Path, words: tuple[str, ...]
) -> None:
    tailor("import", "-", stdin=BREAD)
    before = kept(home)
    for id in NO_IDS if words[0] != "memory" else NO_IDS[:1]:
        more = ["-"] if words[-1] in ("diff", "apply") else []
        hint = ["--hint", "no oven"] if words == ("customize",) else []
        ran = tailor(*words, *hint, "--", id, *more, stdin="")
        assert ran.returncode in (1, 2, 3), (id, ran)
        assert "bug in Tailor itself" not in ran.stderr, (id, ran.stderr)
        assert kept(home) == before, id


def test_what_changes_a_procedure_wants_its_whole_id_and_says_it(tailor: Tailor) -> None:
    id = tailor("import", "-", stdin=BREAD).stdout.strip()
    for words in (["library", "delete"], ["library", "restore"], ["library", "tag"]):
        ran = tailor(*words, id[:6])
        assert ran.returncode == 3, words
        assert tailor("library", "list").stdout.startswith(id)
    assert id.removesuffix(".v1") in tailor("library", "delete", id[:6]).stderr
    assert tailor("show", id[:6]).returncode == 0  # reading may guess (CONTRACT 3)


def test_a_new_version_is_never_that_of_another_procedure_with_a_longer_name(tmp_path: Path) -> None:
    from tailor.core.procedure import procedure

    library = Library(tmp_path)
    other = library.save(procedure("Bake bread", ["Mix"]))
    assert library.save(procedure("Bake", ["Buy it"]), version_of=other.stem[:-2]).stem == other.stem[:-2]


@pytest.mark.parametrize("file", ["..", "../..", "other.v1.md", "/etc/passwd", "a/../b.md", "x.v2.md/"])
def test_a_note_in_the_trash_hides_and_moves_only_its_own_files(tmp_path: Path, file: str) -> None:
    from tailor.core.procedure import procedure

    library = Library(tmp_path / "library")
    other = library.save(procedure("Other", ["Mix"]))
    other.file.rename(library.folder / "other.v1.md")
    (library.folder / "trash").mkdir()
    note = {"name": "x", "goal": "X", "files": [file], "when": "2026-11-20T18:00:00Z", "order": 1}
    (library.folder / "trash" / "x.note.json").write_text(json.dumps(note))
    again = Library(library.folder)  # which tidies up
    assert again.ids() == ("other.v1",)
    assert trash.trash_items(library.folder) == ()
    assert [problem.id for problem in check(again)] == ["trash/x.note.json"]


def test_a_place_that_names_another_file_writes_no_notes_there(tmp_path: Path) -> None:
    from tailor.core.errors import UsageError

    for stem in ("../x", "..", "", "a/b", "\0"):
        with pytest.raises(UsageError):
            file_of(tmp_path / "library", f"{stem}/..")


def test_library_check_names_everything_that_is_not_ours(tailor: Tailor, home: Path) -> None:
    id = tailor("import", "-", stdin=BREAD).stdout.strip()
    tailor("library", "tag", id, "quick")
    gone = tailor("import", "-", stdin=BREAD.replace("bread", "cake")).stdout.strip()
    tailor("library", "delete", gone)
    assert tailor("library", "check").stdout == ""
    folder = home / "library"
    strange = ["notes.md", "cake.v0.md", "cake.v01.md", "none.meta.json", "picture.png"]
    for name in (*strange, "trash/left.md"):
        (folder / name).write_text(BREAD)
    (folder / "more").mkdir()
    ran = tailor("library", "check", "--json")
    told = {line["id"]: line["state"] for line in map(json.loads, ran.stdout.splitlines())}
    assert told == dict.fromkeys([*strange, "more", "trash/left.md"], "foreign")
    assert str(folder / "notes.md") in ran.stdout
    assert ran.stderr.splitlines()[-1] == "8 files checked; 7 to look at."


def test_what_check_proposes_can_be_run_as_it_stands_even_with_spaces(tailor: Tailor, home: Path) -> None:
    folder = home / "library"
    folder.mkdir(parents=True)
    (folder / "Mum's best soup.txt").write_text("# Soup\n\n1. Boil water\n2. Add salt\n")
    told = json.loads(tailor("library", "check", "--json").stdout)["says"]
    _, command = told.split("To import it: tailor ")
    ran = tailor(*shlex.split(command))
    assert ran.returncode == 0, ran.stderr
    assert [one.name for one in folder.glob("soup-*.md")]
