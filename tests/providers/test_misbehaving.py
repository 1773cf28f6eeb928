import asyncio
import gc
import socket
import warnings

import pytest

from tests.providers.misbehaving import Misbehaving


@pytest.mark.parametrize("fault", ["ok", "huge", "endless", "hang_mid", "reset_mid"])
@pytest.mark.parametrize("turns", [0, 1, 2, 3, 20])
def test_the_server_of_these_tests_leaves_no_socket_open(fault: str, turns: int) -> None:
    """Else its warning comes up in whichever test runs when Python collects its garbage."""
    with socket.socket() as client, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        asyncio.run(_asked(client, fault, turns))
        gc.collect()
        assert [str(one.message) for one in told] == []


async def _asked(client: socket.socket, fault: str, turns: int) -> None:
    """Ask for a fault, take no answer, and let the server stop so many turns of the loop later."""
    async with Misbehaving(fault) as server:
        client.connect(("127.0.0.1", server.port))
        client.sendall(b"POST / HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}")
        for _ in range(turns):
            await asyncio.sleep(0)
