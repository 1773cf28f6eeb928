"""What each model at each base URL accepts, remembered between runs: refused parameters, and grammars.

The file holds nothing else, no key and no text. A missing or damaged file only costs one more question.
"""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tailor.storage import SaveError, private_folder, replace_file

_MOST_MODELS: Final = 500
"""Records in the file; the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What is known about one model at one server."""

    refused: frozenset[str] = frozenset()
    """Body parameters that it answered with an error."""
    grammar: bool | None = None
    """Whether it follows GBNF grammars; None if not known yet."""

    @property
    def takes_grammar(self) -> bool:
        """Whether it is known to follow grammars."""
        return self.grammar is True and "grammar" not in self.refused

    def without(self, parameter: str) -> "Capabilities":
        """The same with one more refused parameter."""
        return replace(self, refused=self.refused | {parameter})


class CapabilityStore:
    """The file of capabilities; without a path nothing is stored."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, base_url: str, model: str) -> Capabilities:
        """What is known; nothing if the file is missing or damaged."""
        return _read(_load(self._path).get(f"{base_url} {model}"))

    def write(self, base_url: str, model: str, known: Capabilities) -> None:
        """Store what is known; a failing disk is ignored."""
        if self._path is None:
            return
        records, name = _load(self._path), f"{base_url} {model}"
        records.pop(name, None)  # the newest is last
        records[name] = {"refused": sorted(known.refused), "grammar": known.grammar}
        kept = dict(list(records.items())[-_MOST_MODELS:])
        with contextlib.suppress(SaveError):
            private_folder(self._path.parent)
            replace_file(self._path, (json.dumps(kept, indent=1) + "\n").encode())


def _load(path: Path | None) -> dict[str, object]:
    try:
        value = json.loads(path.read_bytes()) if path is not None else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _read(value: object) -> Capabilities:
    """One record; invalid values are ignored."""
    if not isinstance(value, dict):
        return Capabilities()
    refused, grammar = value.get("refused"), value.get("grammar")
    names: Iterable[object] = refused if isinstance(refused, list) else ()
    return Capabilities(
        refused=frozenset(name for name in names if isinstance(name, str)),
        grammar=grammar if isinstance(grammar, bool) else None,
    )
