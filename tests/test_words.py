"""Words that people are shown: never "safe" or "free from", which would be a clearance (DESIGN 6).

A census of every text in the code that is no docstring, and of what the data files say to people. Names of things
("oven-safe dish") and words that the detectors look for stand in lists of their own below.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tailor

ROOT = Path(tailor.__file__).parent
VERDICT = re.compile(r"(?<![\w-])safe(?:ly)?(?![\w-])|\bfree from\b|\bfree of\b", re.IGNORECASE)
SHOWN = frozenset(["why", "reason", "says", "title", "about", "note", "message"])
"""Keys of data files whose texts people read; the other texts there are looked for or put into procedures."""
FILES = sorted(ROOT.rglob("*.py"))
DATA = sorted(file for file in ROOT.rglob("*.json") if "starter" not in file.parts)


def docstrings(tree: ast.AST) -> set[int]:
    """Every text that stands alone as a statement: documentation, never shown."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def is_pattern(text: str) -> bool:
    """Whether a text is a regular expression: something to look for."""
    return bool(re.search(r"\\[bwsd]|\(\?|\[\^", text))


def verdicts(code: str) -> Iterator[str]:
    """Texts of a module that hold a verdict."""
    tree = ast.parse(code)
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in skipped:
            continue
        single = re.fullmatch(r"[\w.-]+", node.value)  # an id, a word to look for: no sentence
        if VERDICT.search(node.value) and not single and not is_pattern(node.value):
            yield node.value


def shown(value: object, key: str = "") -> Iterator[str]:
    """The texts of a data file that people read."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from shown(inner, str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from shown(inner, key)
    elif isinstance(value, str) and key in SHOWN:
        yield value


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_text_of_the_code_is_a_clearance(file: Path) -> None:
    assert not list(verdicts(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", DATA, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_text_of_a_data_file_is_a_clearance(file: Path) -> None:
    assert not [text for text in shown(json.loads(file.read_text(encoding="utf-8"))) if VERDICT.search(text)]


@pytest.mark.parametrize(
    "code",
    [
        'say("This recipe is safe for you.")',
        'f"{name} is free from nuts"',
        'tell("Cook it safely")',
        'x = "Free of gluten, as far as we know"',
    ],
)
def test_the_census_sees_a_clearance(code: str) -> None:
    assert list(verdicts(code))


@pytest.mark.parametrize(
    "code", ['"""A safe wrapper."""', 'say("an oven-safe dish")', "from x import safe", 'x = "safe"']
)
def test_the_census_lets_names_of_things_pass(code: str) -> None:
    assert not list(verdicts(code))
