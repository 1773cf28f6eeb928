"""The memory for a command: the key of its server is waited for while all else goes on."""

import asyncio
from pathlib import Path
from typing import ClassVar

import pytest

from memory.messages import MemorySettings
from tailor.workspace import Workspace
from tests.providers.test_keyring_keys import URL, Store, hanging, store

__all__ = ["hanging", "store"]


class Memory:
    """Stands in for the client."""

    known: ClassVar[list[str]] = []

    def __init__(self, settings: MemorySettings) -> None:
        self.known.append(settings.key)

    async def catch_up(self) -> None:
        """Nothing to take in."""

    async def close(self) -> None:
        """No worker to end."""


async def test_while_the_store_of_keys_is_asked_a_command_can_still_be_stopped(
    hanging: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.providers.keys.PATIENCE", 10)
    monkeypatch.setattr("memory.client.Memory", Memory)
    (tmp_path / "config.toml").write_text(
        f'[provider]\nkind = "server"\nbase_url = "{URL}"\n[memory]\nembedder = "server:small"\n'
    )
    began = asyncio.Event()

    async def use() -> None:
        began.set()
        async with Workspace({"TAILOR_HOME": str(tmp_path)}).open_memory():
            pass

    asking = asyncio.create_task(use())
    await began.wait()
    assert not asking.done()
    assert hanging.silent
    hanging.silent.set()
    await asking
    assert Memory.known == ["sk-secret"]
