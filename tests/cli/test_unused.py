"""What is typed counts, or is refused: empty texts, and options that nothing here has a use for."""

from pathlib import Path

import click
import pytest

from tailor.cli.main import root
from tailor.cli.options import MAY_BE_EMPTY
from tests.cli.conftest import Tailor

BREAD = "Bake bread\n1. Mix\n2. Knead for 9 minutes\n3. Bake\n"
WAYS = "# Dye a shirt\n\n## Pot\n1. Boil\n2. Dye\n\n## Bucket\n1. Soak\n2. Dye\n"
ASKED = ("--hint", "no oven")


def _with_an_empty_text() -> list[list[str]]:
    """Each command, with each of its options, then with its arguments, empty."""
    context, made = click.Context(root), list[list[str]]()
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        assert command is not None
        group = command if isinstance(command, click.Group) else None
        for part in group.list_commands(context) if group else [""]:
            one = group.get_command(context, part) if group else command
            assert one is not None
            words = [name, part] if part else [name]
            asked = [param for param in one.params if param.name not in MAY_BE_EMPTY]
            own = [param for param in one.params if isinstance(param, click.Argument)]
            made += [
                [*words, *["x"] * len(own), param.opts[0], " "]
                for param in asked
                if isinstance(param, click.Option) and not param.is_flag
            ]
            made += [[*words, *[" "] * len(own)]] if set(own) & set(asked) and own else []
    return made


@pytest.mark.parametrize("arguments", _with_an_empty_text(), ids=" ".join)
def test_an_empty_text_is_refused_by_its_name(tailor: Tailor, home: Path, arguments: list[str]) -> None:
    ran = tailor(*arguments)
    assert ran.returncode == 2, ran
    assert ran.stdout == ""
    named = arguments[-2].lstrip("-") if arguments[-2].startswith("-") else ""
    assert named in ran.stderr
    assert "''" not in ran.stderr.replace("'' is not one of", "")
    assert not home.exists()


@pytest.mark.parametrize("command", [["customize", "bread.txt", *ASKED], ["generate", "--goal", "Bake bread"]])
@pytest.mark.parametrize(
    "unused",
    [
        ["--model", "qwen3"],
        ["--allow-insecure-http"],
        ["--provider", "builtin", "--base-url", "http://127.0.0.1:9/v1"],
        ["--provider", "builtin", "--model", "m"],
        ["--provider", "local", "--base-url", "http://127.0.0.1:9/v1"],
    ],
)
def test_an_option_that_whoever_answers_has_no_use_for_is_refused(
    tailor: Tailor, command: list[str], unused: list[str]
) -> None:
    Path("bread.txt").write_text(BREAD)
    ran = tailor(*command, *unused)
    assert ran.returncode == 2
    assert "cannot be used here" in ran.stderr
    assert unused[-2 if len(unused) > 1 else 0] in ran.stderr


@pytest.mark.parametrize("file", ["bread.txt", "starter.banana-nut-bread", "saved"])
def test_a_way_is_refused_where_there_is_only_one(tailor: Tailor, file: str) -> None:
    Path("bread.txt").write_text(BREAD)
    file = tailor("import", "bread.txt").stdout.strip() if file == "saved" else file
    ran = tailor("customize", file, *ASKED, "--way", "Bucket")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--way" in ran.stderr


def test_a_format_to_read_is_refused_for_what_is_no_file(tailor: Tailor) -> None:
    ran = tailor("show", "starter.banana-nut-bread", "--from", "md")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--from is only for files" in ran.stderr


def test_an_import_says_for_which_file_the_way_does_not_count(tailor: Tailor) -> None:
    Path("bread.txt").write_text(BREAD)
    Path("shirt.md").write_text(WAYS)
    ran = tailor("import", "bread.txt", "shirt.md", "--way", "Bucket", "--yes")
    assert ran.returncode == 0
    assert "bread.txt has only one method, so --way has no effect on it." in ran.stderr
    assert len(ran.stdout.splitlines()) == 2


@pytest.mark.parametrize("port", ["99999", "0", "abc", "-1", "65536", "1" * 5_000])
@pytest.mark.parametrize("key", ["provider.base_url", "memory.uri"])
def test_an_impossible_port_is_called_one(tailor: Tailor, port: str, key: str) -> None:
    ran = tailor("config", "set", key, f"http://localhost:{port}/v1")
    assert ran.returncode == 2
    assert "cannot be right" in ran.stderr
    assert "from 1 to 65535" in ran.stderr
    assert port == "0" or f":{port}" not in ran.stderr


@pytest.mark.parametrize("data", [b"# Soup\n\n1. Boil\0 water\n", "Soup\n1. Boil\n".encode("utf-16-le")])
def test_zero_bytes_in_a_file_are_called_by_their_name(tailor: Tailor, data: bytes) -> None:
    Path("soup.md").write_bytes(data)
    for command in (["import", "soup.md"], ["check", "soup.md", "--profile", "vegan"]):
        ran = tailor(*command)
        assert ran.returncode == 1
        assert "soup.md contains zero bytes (NUL)" in ran.stderr
        assert "UTF-8 text." not in ran.stderr.replace("in UTF-8 and", "")


def test_settings_too_large_to_read_are_refused_at_once(tailor: Tailor, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("".join(f'[a{n}]\nb = "{n}"\n' for n in range(80_000)))
    ran = tailor("config", "show")
    assert ran.returncode == 5
    assert "larger than 1 MB" in ran.stderr


def test_settings_that_would_become_too_large_to_read_are_not_written(tailor: Tailor, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text(f"# {'x' * 999_970}\n")
    before = (home / "config.toml").read_bytes()
    ran = tailor("profile", "add", "me", "no nuts")
    assert ran.returncode == 2
    assert "larger than 1 MB" in ran.stderr
    assert (home / "config.toml").read_bytes() == before


def test_a_long_history_shows_its_newest_versions_and_says_so(tailor: Tailor, home: Path) -> None:
    Path("bread.txt").write_text(BREAD)
    id = tailor("import", "bread.txt").stdout.strip()
    stem, text = id.removesuffix(".v1"), (home / "library" / f"{id}.md").read_text()
    for number in range(2, 151):
        (home / "library" / f"{stem}.v{number}.md").write_text(text.replace(id, f"{stem}.v{number}"))
    ran = tailor("library", "history", stem)
    assert [line.split("\t")[0] for line in ran.stdout.splitlines()] == [f"{stem}.v{n}" for n in range(51, 151)]
    assert "newest 100 versions; --all" in ran.stderr
    assert len(tailor("library", "history", stem, "--all").stdout.splitlines()) == 150


def test_however_many_labels_and_words_a_how_to_has_they_are_all_printed(tailor: Tailor) -> None:
    Path("bread.txt").write_text(BREAD)
    id = tailor("import", "bread.txt").stdout.strip()
    tags, notes = [f"tag{number}" for number in range(1_000)], "less salt " * 600
    tailor("library", "tag", id, *tags, "--note", notes)
    _, tagged, _, _, noted = tailor("library", "tag", id).stdout.rstrip("\n").split("\t")
    assert (tagged.split(", "), noted) == (tags, notes.strip())
