"""Flags laid over the settings: who answers, for the command line.

Owns what flags mean. Refuses everything else: `tailor.answering` makes the crew and knows which key goes where.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from tailor import answering
from tailor.agents.stages import Answering
from tailor.core.errors import UsageError
from tailor.core.protocols import Crew

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.cli.setup import Setup
    from tailor.config import Config


def with_flags(
    config: "Config", provider: str | None, base_url: str | None, model: str | None, prompts: str | None
) -> "Config":
    """The settings with the flags laid over them. UsageError where they do not go together."""
    from tailor.config import PROMPTS, PROVIDERS

    if provider is not None and provider not in PROVIDERS:
        raise UsageError(f'There is no provider "{provider[:60]}". Choose {" or ".join(PROVIDERS)}.')
    if prompts is not None and prompts not in PROMPTS:
        raise UsageError(f'There is no prompt set "{prompts[:60]}". Choose {" or ".join(PROMPTS)}.')
    changed = replace(
        config,
        kind=provider or ("server" if base_url else config.kind),  # type: ignore[arg-type]  # checked above
        base_url=base_url or config.base_url,
        model=model or (config.model if base_url in (None, config.base_url) else None),
        prompts=prompts or config.prompts,  # type: ignore[arg-type]  # checked above
    )
    if changed.provider == "server" and not changed.base_url:
        raise UsageError(
            "No server is named. Give --base-url, as in --base-url http://localhost:11434/v1, or set it once: "
            "tailor config set provider.base_url URL"
        )
    return changed


async def crew_of_command(
    setup: "Setup", config: "Config", *, allow_insecure: bool = False
) -> tuple[Crew, Answering]:
    """Who answers; raises what `answering.crew_for` does."""
    return await answering.crew_for(
        config,
        setup.places,
        setup.environment,
        allow_insecure=allow_insecure,
        to_choose="Name one with --model.",
    )


def lessons_of(setup: "Setup", no_memory: bool) -> "Lessons | None":
    """What was learned from earlier decisions; None while `memory.learn` is off, and with --no-memory."""
    return None if no_memory else answering.lessons_for(setup.config, setup.places)
