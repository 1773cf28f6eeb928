"""What the first frame of Home waits for, and what an empty Home loads behind it, seen from a fresh process."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

START = """
from tailor import __main__ as start
start._run = start._may_be_plain
start.main()
import gc
looks = sum(one["collections"] for one in gc.get_stats())
import asyncio, json, sys
from collections import Counter
from textual._compositor import Compositor
from textual.css import stylesheet
from textual.design import ColorSystem
from tailor.app import TailorApp
from tailor.screens import textual_fixes
from tailor.screens.home.screen import HomeScreen

seen, read, begun, styled = [], [], [], Counter()
parse, apply, draw = stylesheet.parse, stylesheet.Stylesheet.apply, Compositor.render_update
reload, generate = HomeScreen.reload, ColorSystem.generate

def look(self, **how):
    drawn = draw(self, **how)
    styled["frames"] += 1
    if not seen and not self.root.app._batch_count:  # which is when it is shown
        seen.append(sorted(sys.modules))
        seen.append(dict(styled))
        seen.append(sum(one["collections"] for one in gc.get_stats()) - looks)
        seen.append(len(begun))
    return drawn

def shades(self):
    styled["colours"] += 1
    return generate(self)

def begins(self):
    begun.append(self)
    return reload(self)

def counted(self, node, **how):
    styled[type(node).__name__] += 1
    apply(self, node, **how)

def noted(scope, css, where, **how):
    read.append((str(where), css, how["tie_breaker"]))
    return parse(scope, css, where, **how)

HomeScreen.reload, stylesheet.parse, stylesheet.Stylesheet.apply = begins, noted, counted
Compositor.render_update, ColorSystem.generate = look, shades
if sys.argv[2] == "unmended":
    textual_fixes.KeptStylesheet = stylesheet.Stylesheet
    textual_fixes._resume_as_styled = textual_fixes._resume
    textual_fixes._draw_what_is_shown = textual_fixes._draw

async def main():
    async with TailorApp({"TAILOR_HOME": sys.argv[1]}).run_test() as pilot:
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        seen.append(sorted(sys.modules))

asyncio.run(main())
print(json.dumps([*seen, read]))
"""
OTHERS = [
    *("openai", "httpx2", "click", "tomlkit", "lancedb", "pyarrow", "numpy", "pydantic", "yaml", "rapidfuzz"),
    *("importlib.metadata", "markdown_it", "keyring", "textual.widgets._text_area", "tomllib"),
]
"""What the first frame and an empty Home can do without, of others; of Python too."""
FIRST = frozenset(
    [
        *("tailor.__main__", "tailor.terminal", "tailor.paths", "tailor.storage", "tailor.drafts"),
        *(
            "tailor.app",
            "tailor.threads",
            "tailor.workspace",
            "tailor.core.errors",
            "tailor.core.text",
            "tailor.core.code_lines",
        ),
        *(f"tailor.screens.{name}" for name in ("base", "driver", "terminal", "textual_fixes", "themes")),
        *(f"tailor.screens.home.{name}" for name in ("add_how_to", "screen", "situation", "unfinished")),
        *(f"tailor.screens.widgets.{name}" for name in ("content", "inputs", "key_bar", "lists", "tab_line")),
    ]
)
"""All of Tailor that the first frame takes."""
BEHIND = frozenset(
    [
        *("tailor.backend", "tailor.config", "tailor.config_file", "tailor.urls"),
        *(f"tailor.core.{name}" for name in ("codec", "edits", "english", "procedure", "strict_json")),
        *(f"tailor.library.{name}" for name in ("entries", "markdown", "metadata", "search", "store", "trash")),
        *("tailor.runs.record_files", "tailor.screens.home.catalog", "tailor.starter"),
    ]
)
"""What lists the how-tos and says who answers: no rule, no guard, no agent, no other format, no memory."""


class Start(NamedTuple):
    """The modules at the first frame of a new home and when all is quiet, and each style sheet that was parsed.

    Before the first frame, `styled`: how often the widgets of a class were styled, all were drawn, and the
    colours worked out; `looks`: how often Python looked for garbage; `begun`: how often the rest began to load.
    """

    first: list[str]
    styled: dict[str, int]
    looks: int
    begun: int
    behind: list[str]
    parsed: list[tuple[str, str, int]]


def start_of(home: Path, how: str = "") -> Start:
    ran = subprocess.run(
        [sys.executable, "-c", START, str(home), how], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr
    first, styled, looks, begun, behind, parsed = json.loads(ran.stdout)
    return Start(first, styled, looks, begun, behind, list(map(tuple, parsed)))


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Start:
    return start_of(tmp_path_factory.mktemp("home"))


def too_many(modules: list[str], known: frozenset[str]) -> list[str]:
    """What is loaded of Tailor beside the known modules and the packages that they are in."""
    packages = {"tailor", "tailor.screens", *(name.rpartition(".")[0] for name in known)}
    return [one for one in modules if one.split(".")[0] in ("tailor", "memory") and one not in known | packages]


def test_the_first_frame_waits_for_nothing_that_it_does_not_show(start: Start) -> None:
    assert [name for name in OTHERS if name in start.first] == []
    assert too_many(start.first, FIRST) == []


def test_an_empty_home_loads_nothing_that_reads_or_changes_a_how_to(start: Start) -> None:
    assert [name for name in OTHERS if name in start.behind] == []
    assert too_many(start.behind, FIRST | BEHIND) == []


def test_no_style_sheet_is_parsed_twice_at_the_start(start: Start) -> None:
    assert len(start.parsed) > 10
    assert len(start.parsed) == len(set(start.parsed))


def test_every_widget_is_styled_once_before_the_first_frame(start: Start) -> None:
    assert {start.styled[one] for one in ("CatalogList", "PageView", "HintField", "TabLine", "KeyBar")} == {1}


def test_the_first_frame_is_drawn_once_before_anything_else_begins(start: Start) -> None:
    assert (start.styled["frames"], start.begun) == (1, 0)


def test_the_colours_of_one_theme_are_worked_out_before_the_first_frame(start: Start) -> None:
    assert start.styled["colours"] == 1


def test_nobody_looks_for_garbage_before_the_first_frame(start: Start) -> None:
    assert start.looks == 0


def test_textual_by_itself_parses_styles_and_draws_again_and_again(tmp_path: Path) -> None:
    unmended = start_of(tmp_path, "unmended")
    assert len(unmended.parsed) > 1.5 * len(set(unmended.parsed))
    assert unmended.styled["KeyBar"] > 1
    assert unmended.styled["frames"] > 1
