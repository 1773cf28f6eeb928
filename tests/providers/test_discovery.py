import subprocess
import sys

from tailor.providers.discovery import PORTS, DiscoveredServer, discover, read_listing
from tests.providers.misbehaving import FAULTS, Misbehaving


async def test_servers_on_this_computer_are_found_with_their_models() -> None:
    llama = {"data": [{"id": "tiny", "owned_by": "llamacpp"}]}
    ollama = {"data": [{"id": "small", "owned_by": "library"}, {"id": "big", "owned_by": "library"}]}
    async with (
        Misbehaving(models=llama) as one,
        Misbehaving(models=ollama) as two,
        Misbehaving(models=FAULTS["401"]) as locked,
        Misbehaving(models=FAULTS["200_html"]) as page,
        Misbehaving(models=FAULTS["404_path"]) as other,
        Misbehaving(models=FAULTS["cut_headers"]) as rude,
        Misbehaving(models=[b"SSH-2.0-OpenSSH\r\n\r\n"]) as ssh,
    ):
        servers = (locked, one, page, two, other, rude, ssh)
        found = await discover(5, [server.port for server in servers])
        assert found == (
            DiscoveredServer(locked.url, "a local server", (), needs_key=True),
            DiscoveredServer(one.url, "llama.cpp", ("tiny",), needs_key=False),
            DiscoveredServer(two.url, "Ollama", ("small", "big"), needs_key=False),
        )
        asked = [request for server in servers for request in server.requests]
    assert {(request.method, request.path) for request in asked} == {("GET", "/v1/models")}
    assert all(request.headers.keys() == {"host", "accept"} for request in asked)


async def test_where_nobody_is_nothing_is_found() -> None:
    async with Misbehaving() as gone:
        port = gone.port
    assert await discover(5, [port]) == ()


async def test_whoever_says_nothing_is_not_waited_for() -> None:
    async with Misbehaving(models=FAULTS["hang_headers"]) as silent:
        assert await discover(0.1, [silent.port]) == ()


async def test_names_of_models_cannot_steer_the_terminal() -> None:
    async with Misbehaving(models={"data": [{"id": "\x1b]0;title\x07"}, {"id": "fine"}]}) as there:
        (found,) = await discover(5, [there.port])
    assert found.models == ("fine",)


def test_a_model_that_is_listed_many_times_is_one_model() -> None:
    found = read_listing(b'{"data": [{"id": "m"}, {"id": "n"}, {"id": "m"}, {"id": "m"}]}')
    assert found is not None
    assert found.models == ("m", "n")


def test_the_usual_ports_are_known() -> None:
    assert list(PORTS) == [11434, 1234, 8080, 8000, 1337]


def test_looking_around_needs_no_client_library() -> None:
    code = (
        "import sys, asyncio; from tailor.providers.discovery import discover; asyncio.run(discover(0.01, [])); "
    )
    done = subprocess.run(
        [sys.executable, "-c", code + "print('openai' in sys.modules)"], capture_output=True, check=True
    )
    assert done.stdout.strip() == b"False"
