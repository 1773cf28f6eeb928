"""Embedding by meaning with a model on this machine: sentence-transformers (the extra `semantic`).

Owns finding the model: a folder, the name of an installed package that holds one, or a name of the hub, which
is looked for on this machine first. Refuses to be imported for nothing: the library takes seconds to load.
"""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memory.embedding import Vectors, as_vectors
from tailor.core.errors import UsageError
from tailor.core.text import one_line
from tailor.storage import is_there, named

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DEFAULT: Final = "all-mpnet-base-v2"
"""The model of [AAG]."""


class SentenceTransformers:
    """One model, loaded at the first text."""

    def __init__(self, which: str = "") -> None:
        self._which = which or DEFAULT
        self._model: SentenceTransformer | None = None
        self.name = f"sentence-transformers:{self._which}"

    @property
    def dimension(self) -> int:
        """The length of the model's vectors."""
        return int(self.plain(["a"]).shape[1])

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of procedures."""
        return self.plain(texts)

    def query(self, text: str) -> Vectors:
        """The vector of one question."""
        return self.plain([text])

    def plain(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts. UsageError where there is no such model."""
        if self._model is None:
            self._model = _loaded(self._which)
        made = self._model.encode(list(texts), batch_size=32, show_progress_bar=False, convert_to_numpy=True)
        return as_vectors(made, len(texts))


def _loaded(which: str) -> "SentenceTransformer":
    """The model: on this machine if it can be found here, else fetched from the hub by its name."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise UsageError(
            "Searching by meaning needs sentence-transformers, which is not installed. Install it with: "
            'pip install "tailor-tui[semantic]", or go back with: tailor config set memory.embedder lexical'
        ) from None
    place = _folder(which)
    try:
        return SentenceTransformer(place, device="cpu", local_files_only=True)
    except (OSError, ValueError) as here:
        if Path(place).is_dir():
            raise _no_model(which, here) from here
    try:
        return SentenceTransformer(which, device="cpu")
    except Exception as error:  # the hub's library raises many kinds, all of which mean: no model
        raise _no_model(which, error) from error


def _folder(which: str) -> str:
    """The folder of the model where it is a folder or an installed package; else the name itself."""
    if is_there(folder := named(which)) and folder.is_dir():
        return str(folder)
    try:
        inside = files(which) or []
    except (PackageNotFoundError, ValueError):
        return which
    return next((str(Path(str(one.locate())).parent) for one in inside if one.name == "modules.json"), which)


def _no_model(which: str, why: Exception) -> UsageError:
    return UsageError(
        f'There is no model "{one_line(which, 80)}" to embed with ({one_line(str(why), 120)}). Name a folder that '
        "holds one, or a name of the hub while you are connected; nothing that was kept has changed."
    )
