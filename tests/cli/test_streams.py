"""Both streams: hostile texts cannot steer a terminal, a closed pipe ends silently, nothing dumps a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Tailor
from tests.library.texts import HOSTILE

FORBIDDEN = "\x1b\x9b\x9d\x07\x08\x0b\x0c\x0e\x00\r\u202e\u2028\u200b"


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_from_outside_reaches_the_terminal_raw(tailor: Tailor, home: Path, text: str) -> None:
    data = json.dumps({"goal": text, "steps": ["a", text, "b"], "resources": [text], "hostile": text})
    (home.parent / "p.json").write_text(data)
    for command in (
        ("show", "p.json"),
        ("show", "p.json", "--json"),
        ("show", "p.json", "--format", "text"),
        ("customize", "p.json", "--hint", text.replace("\0", "") or "x", "--provider", "builtin", "--json"),
        ("check", "p.json", "--profile", text.replace("\0", "") or "x"),
        ("apply", text.replace("\0", "") or "x", "x"),
        ("library", "show", text.replace("\0", "") or "x"),
        ("config", "set", "run.strategy", text.replace("\0", "") or "x"),
        (text.replace("\0", "") or "x",),
    ):
        ran = tailor(*command)
        assert not set(FORBIDDEN) & set(ran.stdout + ran.stderr), command
        assert "bug in Tailor itself" not in ran.stderr, (command, ran.stderr)
    assert tailor("read", "--steps", "3", stdin=f"replace(1, {text})\n").returncode == 0


@pytest.mark.parametrize(
    "command",
    ["show p.json", "library show starter.crusty-bread", "apply p.json e.txt", "library list --starter",
     "diff p.json p.json", "import p.json --dry-run", "check p.json", "config show", "doctor"],
)  # fmt: skip
def test_the_help_of_json_says_how_it_is_printed(tailor: Tailor, home: Path, command: str) -> None:
    (home.parent / "p.json").write_text(json.dumps({"goal": "Cake", "steps": ["Melt the butter.", "Bake."]}))
    (home.parent / "e.txt").write_text("replace(2, Fry.)\n")
    names = [word for word in command.split() if word.isalpha()]
    lines = tailor(*command.split(), "--json").stdout.splitlines()
    told = " ".join(tailor(*names, "--help").stdout.split())
    by_line = "JSON, one value per line." in told
    assert by_line != ("One JSON value over several lines" in told)
    for value in lines if by_line else ["".join(lines)]:
        json.loads(value)
    assert by_line or len(lines) > 1


def python(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_a_closed_pipe_ends_silently(home: Path) -> None:
    command = f"{sys.executable} -m tailor library list --starter | head -1; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("starter.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no file that is always full")
@pytest.mark.parametrize("command", ["library list --starter", "library list --starter --json", "config show"])
def test_a_full_disk_behind_the_output_is_said_in_one_line(home: Path, command: str) -> None:
    shell = f"{sys.executable} -m tailor {command} > /dev/full"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith("The output could not be written: No space left on device.")
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no file that is always full")
@pytest.mark.parametrize(
    "command",
    [
        "import soup.md",
        "import soup.md --json",
        "customize starter.crusty-bread --hint 'half of it' --save",
        "generate --goal 'Bake crusty bread' --save",
    ],
)
def test_what_was_saved_is_named_where_the_output_cannot_be_written(home: Path, command: str) -> None:
    (home.parent / "soup.md").write_text("# Soup\n\n## Steps\n1. Boil the water.\n")
    shell = f"{sys.executable} -m tailor {command} > /dev/full"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "The output could not be written: No space left on device." in ran.stderr
    assert "Not saved" not in ran.stderr
    saved = ran.stderr.split("Saved as ")[1].split()[0].rstrip(".")
    assert list((home / "library").glob(f"{saved.partition('.')[0]}*.md"))


def test_talk_that_finds_no_room_spoils_no_data(home: Path) -> None:
    shell = f"{sys.executable} -m tailor review 2> /dev/full; {sys.executable} -m tailor config path 2>&-"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "config.toml" in ran.stdout


def test_where_standard_input_is_closed_there_is_nothing_to_read(home: Path) -> None:
    for command, code in (("--plain", 0), ("show -", 0), ("import -", 1), ("read --steps 1", 0)):
        shell = f"{sys.executable} -m tailor {command} <&-"
        ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert ran.returncode == code, ran.stderr
        assert "bug in Tailor itself" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no file that is always full")
@pytest.mark.parametrize(
    ("command", "output"),
    [
        *((command, ">&-") for command in ("--version", "library", "config path", "memory stats --json")),
        *((command, ">/dev/full") for command in ("library --help", "library", "bench", "export tea.txt")),
    ],
)
def test_data_that_reach_nobody_are_said_and_are_no_success(home: Path, command: str, output: str) -> None:
    (home.parent / "tea.txt").write_text("Tea\n1. Boil")
    shell = f"{sys.executable} -m tailor {command} {output}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "standard output is closed" in ran.stderr or "No space left on device" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_without_any_stream_a_command_still_ends(home: Path) -> None:
    for command, code in (("config path", 1), ("config set app.theme nord", 0)):
        shell = f"{sys.executable} -m tailor {command} >&- 2>&-"
        assert subprocess.run(["bash", "-c", shell], check=False).returncode == code


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["apply", "a.txt", "e"], ["library", "list"], ["config", "show"]]
)
def test_commands_load_neither_the_screens_nor_a_client(home: Path, arguments: list[str]) -> None:
    (home.parent / "a.txt").write_text("Tea\n1. Boil")
    (home.parent / "e").write_text("replace(1, Pour)")
    code = (
        "import sys; sys.argv = ['tailor', *sys.argv[1:]]\n"
        "from tailor.__main__ import main\ncode = main()\n"
        "heavy = {'textual', 'openai', 'lancedb', 'rich', 'tomlkit', 'httpx2'} & set(sys.modules)\n"
        "assert not heavy, heavy\nsys.exit(code)"
    )
    ran = python("-c", code, *arguments)
    assert ran.returncode == 0, ran.stderr


def test_without_a_terminal_the_screens_are_refused_with_a_way_out(home: Path) -> None:
    ran = python("-m", "tailor")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--plain" in ran.stderr


def test_an_encoding_without_the_characters_is_no_reason_to_stop(home: Path) -> None:
    (home.parent / "a.txt").write_text("Thé\n1. ½ tasse – 鍋", encoding="utf-8")
    ran = python("-m", "tailor", "show", "a.txt", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert ran.returncode == 0
    assert "½ tasse" in ran.stdout or "? tasse" in ran.stdout


def test_every_command_explains_itself(tailor: Tailor) -> None:
    from tailor.cli.main import COMMANDS

    for command in COMMANDS:
        ran = tailor(command, "--help")
        assert (ran.returncode, ran.stderr) == (0, ""), command
        assert "Usage: tailor" in ran.stdout


def test_an_unknown_command_is_answered_with_the_nearest(tailor: Tailor) -> None:
    ran = tailor("aply")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Did you mean apply" in ran.stderr
    ran = tailor("zzz")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert 'There is no command "zzz". See: tailor --help' in ran.stderr, "none is near, so none is named"


def test_a_fault_of_our_own_is_named_without_any_value(tailor: Tailor, monkeypatch: pytest.MonkeyPatch) -> None:
    from tailor.cli.options import CommandContext

    def broken(self: CommandContext, name: str, *more: object, **others: object) -> None:
        private = "secret-" + "text"
        raise ZeroDivisionError(private)

    monkeypatch.setattr(CommandContext, "open", broken)
    ran = tailor("show", "x")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "ZeroDivisionError" in ran.stderr
    assert "secret" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_interruption_is_exit_130(tailor: Tailor, monkeypatch: pytest.MonkeyPatch) -> None:
    from tailor.cli.options import CommandContext

    def interrupted(self: CommandContext, name: str, *more: object, **others: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(CommandContext, "open", interrupted)
    ran = tailor("show", "x")
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Stopped.\n")


@pytest.mark.parametrize("name", ["tailor.terminal", "click", "tailor.cli.setup"])
@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", "raise RuntimeError from KeyboardInterrupt()"])
def test_an_interruption_while_something_is_imported_is_exit_130(home: Path, name: str, how: str) -> None:
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {name!r}: {how}\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from tailor.__main__ import main\nsys.argv = ['tailor', 'doctor']\nsys.exit(main())"
    )
    ran = python("-c", code)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Stopped.\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_on_stdout(tailor: Tailor, shell: str) -> None:
    ran = tailor("completion", shell)
    assert ran.returncode == 0
    assert "_TAILOR_COMPLETE" in ran.stdout


def test_the_shell_gets_commands_to_complete(home: Path) -> None:
    ran = python("-m", "tailor", _TAILOR_COMPLETE="bash_complete", COMP_WORDS="tailor cus", COMP_CWORD="1")
    assert ran.stdout == "plain,customize\n"


@pytest.mark.parametrize(
    ("shell", "words", "at"),
    [
        ("bash", "tailor nonsense ", "2"),
        ("zsh", "tailor library nonsense ", "3"),
        ("fish", "tailor nonsense x", "x"),
        ("fish", "tailor \t", "\t"),
        ("fish", "tailor library  ", " "),
    ],
)
def test_a_shell_that_completes_is_told_nothing_beside_the_answer(
    home: Path, shell: str, words: str, at: str
) -> None:
    ran = python("-m", "tailor", _TAILOR_COMPLETE=f"{shell}_complete", COMP_WORDS=words, COMP_CWORD=at)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_what_is_passed_over_as_plain_is_exactly_what_cleaning_leaves_alone() -> None:
    from tailor.cli.console import harmless
    from tailor.core.text import clean

    every = [chr(number) for number in range(0x3000) if chr(number) != "\n"]
    assert [harmless(char) for char in every] == [clean(char) for char in every]
    plain = "".join(char for char in every if harmless(char) == char and char < "\u0300")
    assert harmless(plain) == clean(plain)


def test_a_completion_in_a_way_that_no_shell_asks_for_is_told_in_one_line() -> None:
    ran = python("-m", "tailor", _TAILOR_COMPLETE="xx")
    assert ran.returncode == 2
    assert "_TAILOR_COMPLETE" in ran.stderr
    assert ran.stderr.count("\n") == 1


NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


def test_a_locale_without_utf8_takes_no_letter_away(home: Path) -> None:
    (home.parent / "soup.md").write_text("# Crème 漢\n1. Stir.\n", encoding="utf-8")
    ran = python("-m", "tailor", "import", "--yes", "soup.md", **NO_UTF8)
    assert ran.returncode == 0, ran.stderr
    listed = python("-m", "tailor", "library", "list", PYTHONUTF8="1")
    assert listed.stdout.endswith("\tCrème 漢\n")


@pytest.mark.parametrize(("encoding", "anew"), [("ascii", True), ("iso8859-1", False), ("utf-8", False)])
def test_only_a_locale_of_ascii_begins_anew_in_utf8(encoding: str, anew: bool) -> None:
    code = (
        f"import os, sys\nfrom tailor.__main__ import main\nsys.getfilesystemencoding = lambda: {encoding!r}\n"
        "os.execve = lambda *_: print('began anew')\nsys.argv = ['tailor', 'config', 'path']\nsys.exit(main())"
    )
    ran = python("-c", code)
    assert ran.returncode == 0, ran.stderr
    assert ("began anew" in ran.stdout) is anew


@pytest.mark.parametrize(
    ("where", "error", "says"),
    [
        ("run", "MemoryError", "this computer ran out of memory"),
        ("_invoke", "MemoryError", "this computer has no free memory left"),
        ("_invoke", 'RuntimeError("can\'t start new thread")', "the system refused: can't start new thread"),
        (
            "_invoke",
            'OverflowError("timestamp too large to convert to C PyTime_t")',
            "set to a time after the year 2262",
        ),
    ],
)
def test_what_the_system_has_too_little_of_is_no_fault_of_tailor(where: str, error: str, says: str) -> None:
    code = (
        "import sys, tailor.cli.main as it\nfrom tailor.__main__ import main\n"
        f"def full(*_): raise {error}\nit.{where} = full\n"
        "sys.argv = ['tailor', 'config', 'path']\nsys.exit(main())"
    )
    ran = python("-c", code)
    assert ran.returncode == 1
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_data_come_whole_where_nobody_reads_the_talk(home: Path) -> None:
    (home.parent / "tea.md").write_text("# Tea\n1. Pour 1 cup of milk\n")
    reader, writer = os.pipe()
    os.close(reader)
    for command in ("check tea.md --profile 'no milk'", "customize tea.md --hint 'halve it'"):
        shell = f"{sys.executable} -m tailor {command}"
        ran = subprocess.run(["bash", "-c", shell], stdout=subprocess.PIPE, stderr=writer, text=True, check=False)
        assert ran.returncode == 0
        assert "cup" in ran.stdout or '"milk"' in ran.stdout
    os.close(writer)


@pytest.mark.parametrize("given", [{}, {"COMP_WORDS": "tailor ", "COMP_CWORD": "x"}])
def test_a_completion_without_the_words_of_the_shell_is_told_in_one_line(given: dict[str, str]) -> None:
    ran = python("-m", "tailor", _TAILOR_COMPLETE="bash_complete", **given)
    assert ran.returncode == 2
    assert "not by a shell" in ran.stderr
    assert ran.stderr.count("\n") == 1
