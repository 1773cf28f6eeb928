"""The models that Tailor offers to fetch (`catalog.toml`), and what names a file at the hub."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tailor.core.errors import UsageError
from tailor.core.text import one_line

FILE: Final = Path(__file__).with_name("catalog.toml")
Task: TypeAlias = Literal["writes", "searches"]
"""What a model is for: it writes text, or it makes the vectors by which the memory searches."""
OVERHEAD: Final[Mapping[Task, int]] = {"writes": 400_000_000, "searches": 80_000_000}
"""Bytes that a running model takes beside its weights and its context."""


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file of a repository at the hub."""

    repo: str
    file: str

    def __str__(self) -> str:
        return f"hf:{self.repo}:{self.file}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogModel:
    name: str
    title: str
    source: HubFile
    about: int
    """Bytes of the file, as a stored page tells them."""
    licence: str
    pages: tuple[str, ...]
    """Where repository, file, size and licence were read."""
    checked: str
    """The day on which the hub last confirmed it; "" for never."""
    task: Task = "writes"


@cache
def catalog() -> tuple[CatalogModel, ...]:
    """Every model on offer, smallest first; those that search come last."""
    rows = tomllib.loads(FILE.read_text("utf-8"))["models"]
    made = (
        CatalogModel(
            name=row["name"],
            title=row["title"],
            source=HubFile(row["repo"], row["file"]),
            about=row["about"],
            licence=row["licence"],
            pages=tuple(row["pages"]),
            checked=row["checked"],
            task=row.get("task", "writes"),
        )
        for row in rows
    )
    return tuple(sorted(made, key=lambda one: (one.task == "searches", one.about)))


def memory_for(size: int, task: Task = "writes") -> int:
    """About how many bytes of memory a model in a file of this size takes while it runs."""
    return size + size // 4 + OVERHEAD[task]


_REPO: Final = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}", re.ASCII)
_PART: Final = re.compile(r"-\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)


def hub_file(written: str) -> HubFile:
    """The file that "hf:REPO:FILE" names. UsageError for anything that Tailor cannot fetch and run."""
    _, _, rest = written.partition(":")
    repo, _, file = rest.partition(":")
    shown = one_line(written, 120)
    if not _REPO.fullmatch(repo) or not file or file.startswith("/") or ".." in file.split("/"):
        raise UsageError(f'"{shown}" is not a file at Hugging Face. Write hf:OWNER/REPOSITORY:FILE.gguf.')
    if not file.lower().endswith(".gguf"):
        raise UsageError(
            f'"{shown}" is not a GGUF file, the only kind Tailor can run. Choose one that ends with .gguf.'
        )
    if _PART.search(file):
        raise UsageError(f'"{shown}" is only a part of a model. Choose a file with the whole model.')
    return HubFile(repo, file)
