"""Find GGUF files on this computer: in Tailor's folder, the hub's cache, and the folders of LM Studio and Ollama.

Only names, sizes and the first kilobytes are read. Unreadable files are skipped.
"""

import contextlib
import json
import os
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.core.errors import UsageError
from tailor.core.text import one_line
from tailor.paths import Paths
from tailor.providers.local.catalog import Task
from tailor.providers.local.header import PART, first_architecture, parts_of
from tailor.storage import is_there, named, read_regular

OWN: Final = "Tailor's folder"
HUB: Final = "Hugging Face's cache"
LM_STUDIO: Final = "LM Studio"
OLLAMA: Final = "Ollama"
GIVEN: Final = "your disk"
"""Where a file is, in words."""

_DEEPEST: Final = 6
"""How many levels of folders are searched."""
_MANIFEST: Final = 1_000_000
_WEIGHTS: Final = "application/vnd.ollama.image.model"
_BLOB: Final = re.compile(r"sha256[:-]([0-9a-f]{64})")
_NEITHER: Final = re.compile(r"clip|t5|whisper|mmproj|rerank", re.IGNORECASE)
"""Architectures that neither write text nor make vectors of text: for images, translation, speech."""
_SEARCHES: Final = re.compile(r"bert|embed", re.IGNORECASE)
"""Architectures that make vectors."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file that is complete, as far as its name and first bytes tell."""

    name: str
    path: Path
    size: int
    where: str
    task: Task = "writes"


def hub_cache(environment: Mapping[str, str]) -> Path:
    """The folder where the hub's own tools keep downloads, by the environment variables they follow."""
    for variable in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if given := environment.get(variable, "").strip():
            return named(os.path.expandvars(given))
    if home := environment.get("HF_HOME", "").strip():
        return named(os.path.expandvars(home)) / "hub"
    return named(environment.get("XDG_CACHE_HOME", "").strip() or "~/.cache") / "huggingface" / "hub"


def found(environment: Mapping[str, str], paths: Paths, chosen: str | None = None) -> tuple[ModelFile, ...]:
    """Every model on this computer, each file once, smallest first; includes the chosen one, wherever it is."""
    home = named(environment.get("HOME", "").strip() or "~")
    ollama = environment.get("OLLAMA_MODELS", "").strip()
    all_of = (
        *_below(paths.data / "models", OWN),
        *_in_hub(hub_cache(environment)),
        *_below(home / ".lmstudio" / "models", LM_STUDIO),
        *_below(home / ".cache" / "lm-studio" / "models", LM_STUDIO),
        *_in_ollama(named(ollama) if ollama else home / ".ollama" / "models"),
    )
    own = _model(named(chosen), GIVEN) if chosen and is_there(named(chosen)) else None
    once: dict[Path, ModelFile] = {}
    for one in (*all_of, *((own,) if own else ())):
        once.setdefault(one.path.resolve(), one)
    return tuple(sorted(once.values(), key=lambda one: (one.size, one.name)))


def given_file(written: str) -> ModelFile:
    """The model at a path. UsageError if nothing is there or Tailor cannot run it."""
    path, shown = named(written).absolute(), one_line(written, 200)
    if not is_there(path):
        raise UsageError(f"There is no file {shown}. `tailor model list` shows what is on this computer.")
    if (made := _model(path, GIVEN)) is None:
        raise UsageError(f"{shown} is not a GGUF file with a model for writing or searching. Choose another.")
    return made


def _below(folder: Path, where: str) -> Iterator[ModelFile]:
    """Yield the models below a folder; links to files are followed, links to folders are not."""
    for at, folders, files in os.walk(folder):
        if len(Path(at).relative_to(folder).parts) >= _DEEPEST:
            folders.clear()
        for name in sorted(files):
            if name.lower().endswith(".gguf") and (made := _model(Path(at, name), where)):
                yield made


def _in_hub(cache: Path) -> Iterator[ModelFile]:
    """Yield the models in the hub's cache. Unfinished downloads have no name there yet."""
    with contextlib.suppress(OSError):
        for repository in sorted(cache.glob("models--*")):
            yield from _below(repository / "snapshots", HUB)


def _in_ollama(folder: Path) -> Iterator[ModelFile]:
    """Yield Ollama's models. Its files are named by hash; its manifests say which model each one is."""
    manifests = folder / "manifests"
    for at, _, files in os.walk(manifests):
        for tag in sorted(files):
            blob = _weights(Path(at, tag))
            if blob and (made := _model(folder / "blobs" / blob, OLLAMA)):
                owner = Path(at).relative_to(manifests).parts[1:]
                name = "/".join(owner).removeprefix("library/")
                yield ModelFile(one_line(f"{name}:{tag}", 120), made.path, made.size, OLLAMA, made.task)


def _weights(manifest: Path) -> str:
    """The name of the file with the weights; "" if the manifest is unreadable or names none."""
    try:
        layers = json.loads(read_regular(manifest, _MANIFEST))["layers"]
        digests = [layer["digest"] for layer in layers if layer["mediaType"] == _WEIGHTS]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    whole = _BLOB.fullmatch(str(digests[0])) if len(digests) == 1 else None
    return f"sha256-{whole[1]}" if whole else ""


def _model(path: Path, where: str) -> ModelFile | None:
    """The model in this file and its other parts; None if it is not a model or a part is missing."""
    part = PART.search(path.stem)
    if part and int(part[1]) != 1:
        return None
    try:
        if (task := _task(path)) is None:
            return None
        name = path.stem[: part.start()] if part else path.stem
        size = sum(piece.stat().st_size for piece in parts_of(path))
    except (OSError, EOFError, ValueError, struct.error):
        return None
    return ModelFile(one_line(name, 120), path, size, where, task)


def _task(path: Path) -> Task | None:
    """What the model in this file is for, by its first bytes and name; None if Tailor cannot use it."""
    if (architecture := first_architecture(path)) is None:
        return None
    names = f"{path.stem} {architecture}"
    if _NEITHER.search(names):
        return None
    return "searches" if _SEARCHES.search(names) else "writes"
