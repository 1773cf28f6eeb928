"""Read the beginning of a GGUF file: what kind of model it is and how large its parts are.

Only what the sizes need is read, so a file of many gigabytes takes milliseconds. Whether llama.cpp can run it is
for llama.cpp to say.
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from tailor.core.errors import ContentError
from tailor.storage import open_regular

MAGIC: Final = b"GGUF"
PART: Final = re.compile(r"-(\d{5})-of-(\d{5})$")
"""How the stem of a file with one part of a model ends: its number, and how many there are."""
_ARCHITECTURE: Final = "general.architecture"
_TOKENS: Final = "tokenizer.ggml.tokens"
_STRING, _ARRAY = 8, 9
_NUMBERS: Final = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""The scalar types in a GGUF file and their codes in `struct`."""
_MOST_ENTRIES: Final = 10_000
_LONGEST_TEXT: Final = 10_000_000
_LONGEST_ARRAY: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelHeader:
    """What the file says about itself; 0 for what it does not say."""

    size: int
    """Bytes of the whole model with all its parts."""
    architecture: str
    trained_context: int
    """Tokens of text and answer that it was trained for."""
    layers: int
    width: int
    hidden: int
    words: int
    """Number of tokens in its vocabulary."""
    cache_width: int
    """Numbers cached per token of a text, over all layers."""


def read_header(path: Path) -> ModelHeader:
    """Read the header of this file. OSError if it cannot be read, ContentError if it is no whole GGUF header."""
    with open_regular(path, None) as file:
        try:
            found = _entries(file)
        except (struct.error, UnicodeDecodeError, EOFError, OverflowError, MemoryError) as error:
            raise ContentError("It is damaged: the part that describes the model is cut off.") from error
    return _header(sum(part.stat().st_size for part in parts_of(path)), found)


def first_architecture(path: Path) -> str | None:
    """The architecture if the first entry names it, as all writers do; "" if another entry comes first.

    None for a file that is not GGUF or has no weights. OSError, EOFError or struct.error if it is cut off.
    """
    with open_regular(path, None) as file:
        if file.read(4) != MAGIC:
            return None
        _, weights, _ = struct.unpack("<IQQ", _exactly(file, 20))
        named = _text(file) == _ARCHITECTURE and struct.unpack("<I", _exactly(file, 4)) == (_STRING,)
        architecture = _text(file) if named else ""
    return architecture if weights else None


def parts_of(path: Path) -> tuple[Path, ...]:
    """The files of a model split into NAME-00001-of-00003.gguf and so on; else just this one."""
    part = PART.search(path.stem)
    if part is None:
        return (path,)
    name, number = path.stem[: part.start()], int(part[2])
    return tuple(path.with_name(f"{name}-{at:05}-of-{number:05}{path.suffix}") for at in range(1, number + 1))


_Value = str | int | float | bool | list[int | float | bool]


def _entries(file: IO[bytes]) -> dict[str, _Value]:
    """Read the entries up to the list of tokens, of which only the length is kept."""
    if file.read(4) != MAGIC:
        raise ContentError("It is not a GGUF file.")
    version, _, count = struct.unpack("<IQQ", _exactly(file, 20))
    if not 2 <= version <= 3 or count > _MOST_ENTRIES:
        raise ContentError(f"It is a GGUF file of an unknown version ({version}).")
    found: dict[str, _Value] = {}
    for _ in range(count):
        name = _text(file)
        (kind,) = struct.unpack("<I", _exactly(file, 4))
        if name == _TOKENS and kind == _ARRAY:
            found[name] = _head_of_array(file)[1]
            break
        found[name] = _value(file, kind)
    return found


def _value(file: IO[bytes], kind: int) -> _Value:
    if kind == _STRING:
        return _text(file)
    if kind != _ARRAY:
        return _numbers(file, kind, 1)[0]
    inner, count = _head_of_array(file)
    if count > _LONGEST_ARRAY:
        raise EOFError
    if inner != _STRING:
        return _numbers(file, inner, count)
    for _ in range(count):
        _text(file)
    return []


def _head_of_array(file: IO[bytes]) -> tuple[int, int]:
    """Read the type of an array's values, and how many there are."""
    kind, count = struct.unpack("<IQ", _exactly(file, 12))
    return kind, count


def _numbers(file: IO[bytes], kind: int, count: int) -> list[int | float | bool]:
    if kind not in _NUMBERS:
        raise EOFError
    layout = f"<{count}{_NUMBERS[kind]}"
    return list(struct.unpack(layout, _exactly(file, struct.calcsize(layout))))


def _text(file: IO[bytes]) -> str:
    (length,) = struct.unpack("<Q", _exactly(file, 8))
    if length > _LONGEST_TEXT:
        raise EOFError
    return _exactly(file, length).decode("utf-8", "replace")


def _exactly(file: IO[bytes], count: int) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise EOFError
    return data


def _header(size: int, found: dict[str, _Value]) -> ModelHeader:
    architecture = found.get(_ARCHITECTURE)
    if not isinstance(architecture, str) or not architecture:
        raise ContentError("It does not say what kind of model it is.")

    def number(name: str, other: int = 0) -> int:
        value = found.get(f"{architecture}.{name}", other)
        return max(value, 0) if isinstance(value, int) else other

    layers, width, heads = number("block_count"), number("embedding_length"), number("attention.head_count", 1)
    of_head = width // max(heads, 1)
    both = number("attention.key_length", of_head) + number("attention.value_length", of_head)
    per_layer = found.get(f"{architecture}.attention.head_count_kv")
    kept = per_layer if isinstance(per_layer, list) else [number("attention.head_count_kv", heads)] * layers
    words = found.get(_TOKENS, 0)
    return ModelHeader(
        size=size,
        architecture=architecture,
        trained_context=number("context_length"),
        layers=layers,
        width=width,
        hidden=number("feed_forward_length"),
        words=words if isinstance(words, int) else 0,
        cache_width=sum(one for one in kept if isinstance(one, int)) * both,
    )
