"""Prompt templates: one file per agent and prompt set, filled in strictly (DESIGN 5).

Owns the form of a template file and the fence around untrusted text. Refuses to know what any agent is asked
(`asking` does) and to send what is only for readers of the file.

A template is plain text with these marks at the head of a line:
    %%              a comment, for instance where the wording comes from; never sent
    @@ user         a new turn of the conversation begins (system, user, assistant)
    ?name: text     the line is sent only when the switch is on; ?!name: when it is off; ?a,b: when both are
and with $name for values, which are put in as they are and never read again.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Final, Literal, TypeAlias, cast

from tailor.core.protocols import Message

PromptSet: TypeAlias = Literal["paper", "tailor"]
"""`paper`: as bare as the studies' own; `tailor`: ours."""

PROMPTS: Final = Path(__file__).parent / "prompts"
_TURN = re.compile(r"@@ (system|user|assistant)")
_SWITCH = re.compile(r"\?((?:!?\w+)(?:,!?\w+){0,4}):[ ]?(.*)")


def turns(
    prompts: PromptSet, name: str, on: Iterable[str], values: Mapping[str, str], *, folder: Path = PROMPTS
) -> tuple[Message, ...]:
    """The messages of a template, filled in; `folder` holds a folder of templates for each prompt set.

    Raises KeyError on a value that is missing: a prompt with a hole must never be sent.
    """
    lines = _sent(_lines(folder / prompts / f"{name}.txt"), frozenset(on))
    messages: list[Message] = []
    for role, text in _by_turn(lines):
        messages.append(Message(role, Template(text).substitute(values).strip()))
    return tuple(messages)


def piece(prompts: PromptSet, name: str, on: Iterable[str], values: Mapping[str, str]) -> str:
    """A template without turns, filled in: a part of others."""
    lines = _sent(_lines(PROMPTS / prompts / f"{name}.txt"), frozenset(on))
    return Template("\n".join(lines)).substitute(values).strip()


def fenced(text: str) -> str:
    """Untrusted text between two marks made from a hash of the text itself.

    Nobody can write a text that holds its own closing mark, and equal texts give equal bytes.
    """
    code = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"<<< {code}\n{text}\n{code} >>>"


@cache
def _lines(file: Path) -> tuple[str, ...]:
    lines = file.read_text(encoding="utf-8").split("\n")
    return tuple(line for line in lines if not line.startswith("%%"))


def _sent(lines: Iterable[str], on: frozenset[str]) -> list[str]:
    """The lines whose switches are as they ask for."""
    out = []
    for line in lines:
        found = _SWITCH.fullmatch(line)
        if found is None:
            out.append(line)
        elif all((name.lstrip("!") in on) != name.startswith("!") for name in found[1].split(",")):
            out.append(found[2])
    return out


def _by_turn(lines: Iterable[str]) -> list[tuple[Literal["system", "user", "assistant"], str]]:
    found: list[tuple[Literal["system", "user", "assistant"], list[str]]] = []
    for line in lines:
        if turn := _TURN.fullmatch(line):
            found.append((cast(Literal["system", "user", "assistant"], turn[1]), []))
        elif found:
            found[-1][1].append(line)
    return [(role, "\n".join(text)) for role, text in found]
