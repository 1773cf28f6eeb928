"""The models that Tailor offers to download (`catalog.toml`), and the notation for a file on the hub."""

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
"""What a model is for: writing text, or making the vectors that the memory searches with."""
OVERHEAD: Final[Mapping[Task, int]] = {"writes": 400_000_000, "searches": 80_000_000}
"""Bytes that a running model takes besides its weights and its context."""


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
    """Size of the file in bytes, as stated on one of the stored pages."""
    licence: str
    pages: tuple[str, ...]
    """Where repository, file, size and licence were read."""
    checked: str
    """The day on which the hub last confirmed it; "" for never."""
    task: Task = "writes"


@cache
def catalog() -> tuple[CatalogModel, ...]:
    """Every model on offer, smallest first, with those for searching last."""
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
    """Roughly how many bytes of memory a model with a file of this size takes while it runs."""
    return size + size // 4 + OVERHEAD[task]


_REPO: Final = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}", re.ASCII)
_PART: Final = re.compile(r"-\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)


def hub_file(written: str) -> HubFile:
    """Parse "hf:REPO:FILE". UsageError for anything that Tailor cannot download and run."""
    _, _, rest = written.partition(":")
    repo, _, file = rest.partition(":")
    shown = one_line(written, 120)
    if not _REPO.fullmatch(repo) or not file or file.startswith("/") or ".." in file.split("/"):
        raise UsageError(f'"{shown}" is not a file on Hugging Face. Write hf:OWNER/REPOSITORY:FILE.gguf.')
    if not file.lower().endswith(".gguf"):
        raise UsageError(
            f'"{shown}" is not a GGUF file, the only kind Tailor can run. Choose one that ends with .gguf.'
        )
    if _PART.search(file):
        raise UsageError(f'"{shown}" is only a part of a model. Choose a file with the whole model.')
    return HubFile(repo, file)
