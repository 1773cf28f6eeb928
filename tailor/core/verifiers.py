"""Further Verify agents: two that ship, and those a person writes in the config ([CP] section 5.3; DESIGN 5).

Owns the presets and what makes a further agent valid. Refuses to ask them: strategies do.
"""

from collections.abc import Iterable, Mapping
from typing import Final, get_args

from tailor.core.errors import UsageError
from tailor.core.protocols import AgentName
from tailor.core.renumber import RENUMBER
from tailor.core.stand import Verifier
from tailor.core.text import one_line

PRESETS: Final[Mapping[str, str]] = {
    "states": (
        "For every step: is each thing it uses there at that moment, and in the state the step needs (open, "
        "empty, clean, dry, warm, charged, cut, mixed, within reach)? What earlier steps did to a thing decides, "
        "and what nobody brought about is not there."
    ),
    "causes": (
        "For every step: what does the next one take for granted, and does this step really bring it about, with "
        "this amount, time and tool, in this person's situation? Look for effects that come too late, too weak or "
        "not at all, and for effects nobody wants."
    ),
}
"""[CP] 5.3 names agents that look at the states of things and at causes; the wording is ours."""

_TAKEN: Final = frozenset([*get_args(AgentName), RENUMBER, "you", "builtin"])


def completed(verifiers: Iterable[Verifier]) -> tuple[Verifier, ...]:
    """The agents with clean names, presets filled in.

    Raises UsageError, naming the agent, where one has no instruction, or a name that is taken or comes twice.
    """
    done: dict[str, Verifier] = {}
    for one in verifiers:
        name = one_line(one.name, 40)
        words = one.instruction.strip() or PRESETS.get(name, "")
        if not name or name.casefold() in _TAKEN or name in done:
            raise UsageError(f'A further Verify agent cannot be called "{name}". Give each a name of its own.')
        if not words:
            raise UsageError(
                f'The Verify agent "{name}" has no instruction. Say what it is to look at, or use a name that '
                f"ships with one: {', '.join(PRESETS)}."
            )
        done[name] = Verifier(name, words)
    return tuple(done.values())
