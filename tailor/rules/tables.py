"""The knowledge behind the kinds of change, read from data/: tables of things, word lists, regular expressions."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The contents of one file of data/."""
    return tomllib.loads((Path(__file__).parent / "data" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def listed(file: str, name: str) -> frozenset[str]:
    return frozenset(table(file)[name])


@cache
def pattern(kind: str, name: str) -> re.Pattern[str]:
    """A regular expression of data/patterns.toml, which ignores case."""
    return re.compile(table("patterns")[kind][name], re.IGNORECASE)
