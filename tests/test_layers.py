"""What loads what: each room brings in only what it needs, seen from a fresh process.

The first frame has its own test beside the app.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("openai", "httpx2", "lancedb", "pyarrow", "numpy", "pydantic", "yaml", "markdown_it", "keyring")
SCREENS = ("textual", "rich")

WHOLE_CORE = """
import importlib, pkgutil
import tailor.core
for module in pkgutil.walk_packages(tailor.core.__path__, "tailor.core."):
    importlib.import_module(module.name)
"""
COMMAND = """
from tailor.cli.main import main
main({arguments})
"""
LOOK = """
import json, sys
print("loaded", json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded(code: str, folder: Path) -> set[str]:
    """The modules that a fresh process has after running the code."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TAILOR_", "OPENAI_"))}
    ran = subprocess.run(
        [sys.executable, "-c", code + LOOK],
        capture_output=True,
        text=True,
        cwd=folder,
        env=kept | {"TAILOR_HOME": str(folder / "home")},
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return set(json.loads(ran.stderr.rpartition("loaded ")[2]))


def third_party(modules: set[str]) -> set[str]:
    """The top names among them that are neither Python's nor Tailor's own."""
    before = loaded_at_start()
    tops = {name.partition(".")[0] for name in modules} - before
    return {name for name in tops if name not in sys.stdlib_module_names and name not in ("tailor", "__main__")}


def loaded_at_start() -> set[str]:
    """What an empty process holds: whatever this installation loads by itself."""
    ran = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, timeout=60, check=True)
    return {name.partition(".")[0] for name in json.loads(ran.stderr.rpartition("loaded ")[2])}


def test_the_whole_core_loads_the_standard_library_and_itself_alone(tmp_path: Path) -> None:
    modules = loaded(WHOLE_CORE, tmp_path)
    assert third_party(modules) == set()
    ours = {name for name in modules if name.startswith("tailor.") and not name.startswith("tailor.core")}
    assert ours == set(), "imports point down only"
    assert not {"memory", "sqlite3", "http.client", "urllib.request"} & modules, "no network, no disk of its own"


def test_the_engine_loads_no_event_loop(tmp_path: Path) -> None:
    modules = loaded(
        "import tailor.core.engine, tailor.core.engine, tailor.core.review, tailor.core.review.state", tmp_path
    )
    assert not {"asyncio", "ssl", "socket"} & modules


OWN = "---\ntailor: 1\n---\n"
"""A file of Tailor's own needs no reader of Markdown."""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["apply", "bread.md", "edits.txt"],
        ["diff", "bread.md", "bread.md"],
        ["read", "--steps", "3"],
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_a_quick_command_loads_neither_screens_nor_a_client(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "bread.md").write_text(OWN + "# Bread\n\n## Steps\n\n1. Mix\n2. Bake\n")
    (tmp_path / "edits.txt").write_text("replace(2, Fry)\n")
    modules = loaded(COMMAND.format(arguments=arguments), tmp_path)
    assert "click" in modules
    assert [name for name in (*HEAVY, *SCREENS, "tomlkit", "memory") if name in modules] == []


def test_markdown_of_others_loads_its_reader_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "bread.md").write_text("# Bread\n\n## Steps\n\n1. Mix\n2. Bake\n")
    modules = loaded(COMMAND.format(arguments=["diff", "bread.md", "bread.md"]), tmp_path)
    assert [name for name in (*HEAVY, *SCREENS, "tomlkit", "memory") if name in modules] == ["markdown_it"]


def test_tailoring_without_a_model_loads_no_client_and_no_screens(tmp_path: Path) -> None:
    (tmp_path / "bread.md").write_text(OWN + "# Bread\n\n## Steps\n\n1. Heat the oven\n2. Bake\n")
    arguments = ["customize", "bread.md", "--hint", "no oven", "--no-memory"]
    modules = loaded(COMMAND.format(arguments=arguments), tmp_path)
    assert "tailor.rules.backend" in modules
    assert [name for name in (*HEAVY, *SCREENS) if name in modules] == []
