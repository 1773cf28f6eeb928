"""The person's memory for the screens: one client for the app, and what to say when it fails.

Owns when the client is made anew (other settings), when it looks what was saved, and the words for its faults.
Refuses to import what the worker needs: everything goes through the async client, whose worker starts at the first
question.
"""

from typing import TYPE_CHECKING

from tailor.core.errors import DamagedError, TailorError
from tailor.core.procedure import Procedure

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.messages import Found, MemorySettings
    from tailor.screens.backstage import Backstage

SOURCES = {"library": "your library", "starter": "starter", "": "imported"}


class MemoryDesk:
    """The memory as the settings say; made when first asked for, closed with the app."""

    def __init__(self, back: "Backstage") -> None:
        self._back = back
        self._memory: Memory | None = None
        self._stamp = 0
        """The library as the memory has taken it in."""

    async def memory(self) -> "Memory":
        """The client. Another one after the settings changed; TailorError where a key file cannot be trusted."""
        from memory.client import Memory

        settings = await self._settings()
        if self._memory is not None and self._memory.settings != settings:
            await self.close()
        if self._memory is None:
            self._memory, self._stamp = Memory(settings), 0
        await self._catch_up(self._memory)
        return self._memory

    async def _catch_up(self, memory: "Memory") -> None:
        """Lets the memory take in what was saved since it was last asked for; saving itself waits for nothing."""
        stamp = self._back.library_stamp
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            await memory.catch_up()
        except TailorError:
            self._stamp = 0  # tried again the next time; what the person asked for says what is wrong

    async def _settings(self) -> "MemorySettings":
        from memory.client import settings_for

        back, key = self._back, ""
        config = back.config
        if config.embedder.startswith("server") and config.base_url:
            from tailor.answering import key_soon

            found = await key_soon(config.base_url, back.places, back.environment, back.lent)
            key = found.reveal() if found else ""
        return settings_for(back.places, config, key)

    async def close(self) -> None:
        """Ends the worker, where one runs."""
        memory, self._memory = self._memory, None
        if memory is not None:
            await memory.close()


def trouble_words(error: TailorError, *, here: bool = False) -> str:
    """What happened, what to do, and that nothing of the library is lost; `here`: said in the Memory itself."""
    from memory.client import MemoryFault

    key = "ctrl+r" if here else "In the Memory (F5) ctrl+r"
    if isinstance(error, DamagedError):  # what to do is said with it, for the command line
        return f"{error.message} {key} does the same as that command."
    if isinstance(error, MemoryFault):
        mends = f"{key} mends it, as `tailor memory rebuild` does."
        return f"{error.message} {mends} Your library is not touched by this."
    return error.message


def procedure_of(found: "Found") -> Procedure:
    """What was found, as a procedure."""
    return Procedure(found.goal, found.steps, found.resources, source=found.source, id=found.id)


def source_words(source: str) -> str:
    """Where a row comes from: "your library", "starter", or the name of what was imported."""
    return SOURCES.get(source, source)
