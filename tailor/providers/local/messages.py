"""The protocol between the process of a local model and its users, and the record by which they find it.

The process listens on 127.0.0.1. Both sides first prove that they know its key, without sending it: another
program may have taken the port of a process that died. Then the process sends its state as a line of JSON whenever
it changes, and a user sends the words in `Said`.
"""

import asyncio
import contextlib
import hmac
import json
import secrets
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar

from tailor.core.codec import from_json, to_object
from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.storage import in_turn, read_regular, replace_file

T = TypeVar("T")

Role: TypeAlias = Literal["user", "visitor", "stopper"]
"""A user keeps the process alive by its connection; a visitor reads the state once; a stopper ends the process."""
Said: TypeAlias = Literal["call", "called", "bye"]
"""A call to the model begins; it is over; the user leaves, and another may come soon."""

LONGEST_LINE: Final = 65_536
HOST: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSettings:
    """The settings that the process gets on its stdin."""

    key: str = field(repr=False)
    model: str
    """The path of the GGUF file."""
    name: str
    context: int
    threads: int
    """0: llama.cpp decides."""
    gpu_layers: int
    """-1: as many as fit."""
    idle: float
    """Seconds without a call after which it ends."""
    cache: str
    """The folder of the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildState:
    phase: Literal["loading", "ready", "failed", "over"]
    users: int = 0
    """Windows and commands that use it."""
    share: float | None = None
    """How much of the model is in memory while it loads; None if the system does not tell."""
    port: int | None = None
    """Where llama.cpp listens once it is ready."""
    code: int | None = None
    """After a failure: the exit code of llama.cpp; if negative, the signal that ended it."""
    was_ready: bool = False
    """After a failure: whether it had been loaded."""
    errors: tuple[str, ...] = ()
    """After a failure: the last errors that llama.cpp wrote, cleaned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildRecord:
    """How to find a process of a local model; one of the entries in `cache/local.json`."""

    pid: int
    started: float
    """Seconds since the epoch."""
    port: int | None
    """Where llama.cpp listens; None while it loads."""
    key: str = field(repr=False)
    model: str
    context: int
    door: int
    """The port that users connect to."""


# -- lines ---------------------------------------------------------------------------------------------------


def line_of(value: object) -> bytes:
    return json.dumps(to_object(value), separators=(",", ":")).encode() + b"\n"


def from_line(kind: type[T], line: bytes) -> T:
    """Parse a line into the dataclass. ContentError for anything else."""
    try:
        value: Json = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ContentError("This line is not JSON.") from error
    return from_json(kind, value)


@dataclass(frozen=True, slots=True)
class Challenge:
    """Asks the other side to prove that it knows the key; never the same twice."""

    challenge: str = field(default_factory=lambda: secrets.token_hex(32))

    def proof(self, key: str, side: Literal["child", "user"]) -> str:
        """The proof that only someone with the key can send; the other side's proof differs."""
        return hmac.new(key.encode(), f"{side} {self.challenge}".encode(), "sha256").hexdigest()

    def is_met(self, proof: str, key: str, side: Literal["child", "user"]) -> bool:
        return hmac.compare_digest(self.proof(key, side).encode(), proof.encode())


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer to a challenge, with a challenge of one's own; a user's last one also says its role."""

    proof: str
    challenge: str = ""
    role: Role = "user"


async def admit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str) -> Role | None:
    """Check a new connection for the process; return its role, or None for a stranger."""
    try:
        theirs, ours = from_line(Challenge, await reader.readline()), Challenge()
        writer.write(line_of(Proof(theirs.proof(key, "child"), ours.challenge)))
        proof = from_line(Proof, await reader.readline())
    except (ContentError, ValueError):
        return None
    return proof.role if ours.is_met(proof.proof, key, "user") else None


# -- the record ----------------------------------------------------------------------------------------------


def records(cache: Path) -> tuple[ChildRecord, ...]:
    """Every process on record, newest first; some may have ended. () if the file is missing or damaged."""
    with contextlib.suppress(OSError, ContentError):
        data = read_regular(_file(cache), 1_000_000)
        return (from_line(ChildRecord, data), *from_line(_Records, data).more)
    return ()


def keep_records(cache: Path, kept: tuple[ChildRecord, ...]) -> None:
    """Write the record, or remove it if it is empty. The caller must hold `in_turn` of the folder; SaveError."""
    if not kept:
        with contextlib.suppress(OSError):
            _file(cache).unlink(missing_ok=True)
        return
    data = {**to_object(kept[0]), **to_object(_Records(kept[1:]))}
    replace_file(_file(cache), (json.dumps(data, indent=1) + "\n").encode())


def note_port(cache: Path, pid: int, port: int) -> None:
    """Record where the llama.cpp of this process listens. SaveError."""
    with in_turn(cache):
        kept = tuple(replace(one, port=port) if one.pid == pid else one for one in records(cache))
        keep_records(cache, kept)


def drop_record(cache: Path, pid: int) -> None:
    """Remove this process from the record. SaveError."""
    with in_turn(cache):
        keep_records(cache, tuple(one for one in records(cache) if one.pid != pid))


@dataclass(frozen=True, slots=True)
class _Records:
    """What the file holds besides its first record."""

    more: tuple[ChildRecord, ...] = field(default=(), metadata={"omit_empty": True})


def _file(cache: Path) -> Path:
    return cache / "local.json"
