"""What a server was found to take, remembered between runs.

Owns the record of each model at each base URL: parameters it refused, and whether it follows a grammar. The file
holds nothing else: no key, no text. Refuses to guess: what is not known is asked for once and learned.
"""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tailor.storage import SaveError, private_folder, replace_file

_MOST_MODELS: Final = 500
"""Records kept; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What is known of one model at one server."""

    refused: frozenset[str] = frozenset()
    """Names of body parameters that it answered with an error."""
    grammar: bool | None = None
    """Whether it follows a GBNF grammar in the body; None while nobody has looked."""

    @property
    def takes_grammar(self) -> bool:
        """Whether a grammar would be followed, as far as is known."""
        return self.grammar is True and "grammar" not in self.refused

    def without(self, parameter: str) -> "Capabilities":
        """The same, with one more parameter refused."""
        return replace(self, refused=self.refused | {parameter})


class CapabilityStore:
    """The file of capabilities; without a path it lives as long as the process."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, base_url: str, model: str) -> Capabilities:
        """What is known; nothing where the file is missing or damaged (it is only a memory aid)."""
        return _read(_load(self._path).get(_name(base_url, model)))

    def write(self, base_url: str, model: str, known: Capabilities) -> None:
        """Remember. A disk that refuses costs one question more next time, so it is not an error."""
        if self._path is None:
            return
        records = _load(self._path)
        records.pop(_name(base_url, model), None)
        records[_name(base_url, model)] = {"refused": sorted(known.refused), "grammar": known.grammar}
        kept = dict(list(records.items())[-_MOST_MODELS:])
        with contextlib.suppress(SaveError):
            private_folder(self._path.parent)
            replace_file(self._path, (json.dumps(kept, indent=1) + "\n").encode())


def _name(base_url: str, model: str) -> str:
    return f"{base_url} {model}"


def _load(path: Path | None) -> dict[str, object]:
    """The records as they are in the file."""
    try:
        value = json.loads(path.read_bytes()) if path is not None else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _read(value: object) -> Capabilities:
    """One record, as far as it makes sense."""
    if not isinstance(value, dict):
        return Capabilities()
    refused, grammar = value.get("refused"), value.get("grammar")
    names: Iterable[object] = refused if isinstance(refused, list) else ()
    return Capabilities(
        refused=frozenset(name for name in names if isinstance(name, str)),
        grammar=grammar if isinstance(grammar, bool) else None,
    )
