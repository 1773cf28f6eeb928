"""The person's memory for a command: opened for a block, its worker ended with it.

Owns the way from the settings to a client. Refuses every question: commands ask them.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError

if TYPE_CHECKING:
    from pathlib import Path

    from memory.client import Memory
    from tailor.cli.setup import Setup


@asynccontextmanager
async def opened(setup: "Setup", own: "Path | None" = None) -> "AsyncIterator[Memory]":
    """The person's memory, or one of its own in that folder; its worker ends with the block."""
    from memory.client import Memory, settings_for
    from tailor.answering import key_soon

    config = setup.config
    server = config.embedder.startswith("server") and config.base_url
    key = await key_soon(config.base_url, setup.places, setup.environment) if server and config.base_url else None
    settings = settings_for(setup.places, config, key.reveal() if key else "")
    memory = Memory(settings if own is None else replace(settings, uri=str(own), library="", seen=""))
    try:
        with suppress(TailorError):  # the command itself meets what is wrong, or mends it
            await memory.catch_up()
        yield memory
    finally:
        await memory.close()
