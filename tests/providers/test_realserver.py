"""Through a real llama.cpp server with a tiny model of random weights: gibberish, but really streamed.

With a grammar its answers are edits in good form every time, so this tries client, grammar and reader together.
"""

import asyncio

import pytest

from tailor.agents.parsing import EditParser, read_edits
from tailor.agents.prompts import edit_grammar
from tailor.core.errors import ProviderError
from tailor.core.procedure import procedure
from tailor.core.protocols import Message, Settings, Task, Text, Usage
from tailor.providers.discovery import DiscoveredServer, discover
from tailor.providers.server import Server, list_models
from tests.providers.asking import ASK, all_of, answer, kinds, text_of
from tests.providers.tiny_server import REALSERVER

pytestmark = REALSERVER

GRAMMAR = r"""root ::= edit edit? edit? "done\n"
edit ::= ("replace(" | "insert(") [1-3] ", " text ")\n"
text ::= [A-Z] [A-Za-z ,.()]{0,20}
"""


async def test_twenty_answers_in_a_grammar_are_read_alike_piece_by_piece_and_whole(url: str) -> None:
    (name,) = await list_models(url, None)
    model = Server(url, name, None)
    for seed in range(20):
        chunks = await all_of(model, Settings(temperature=1.0, seed=seed, max_tokens=300, grammar=GRAMMAR))
        text = text_of(chunks)
        pieces = [chunk.text for chunk in chunks if isinstance(chunk, Text)]
        reader = EditParser(3)
        told = [edit for piece in pieces for edit in reader.feed(piece)] + [*reader.close()]
        whole = read_edits(text, 3)
        assert (reader.edits, reader.flagged, reader.end) == (whole.edits, whole.flagged, whole.end)
        assert len(told) == text.count("\n") - 1
        assert reader.end == "edits"
        assert isinstance(chunks[-1], Usage)
        assert len(pieces) > 10
    assert model.takes_grammar


async def test_the_grammar_of_edits_is_one_the_server_takes(url: str) -> None:
    task = Task(agent="modify", base=procedure("Bread", ["Mix", "Knead", "Bake"], ["flour"]), hint="no oven")
    model = Server(url, "tiny", None)
    chunks, error = await answer(model, Settings(max_tokens=200, grammar=edit_grammar(task)))
    assert error is None or error.fault == "cut_short"  # the random model likes long texts
    assert "LeftOut" not in kinds(chunks)
    assert model.takes_grammar


async def test_a_bad_grammar_is_dropped_and_said(url: str) -> None:
    model = Server(url, "tiny", None)
    with pytest.raises(ProviderError):  # without a grammar it never comes to an end
        await all_of(model, Settings(max_tokens=5, grammar="root ::= ("))
    assert not model.takes_grammar


async def test_a_text_that_is_too_long_is_said_to_be_so(url: str) -> None:
    long = [Message("user", "flour " * 3000)]
    with pytest.raises(ProviderError) as raised:
        async for _ in Server(url, "tiny", None).stream(long, Settings(max_tokens=5)):
            pass
    assert raised.value.fault == "model"


async def test_letting_go_frees_the_server(url: str) -> None:
    model = Server(url, "tiny", None)
    streams = [model.stream(ASK, Settings(max_tokens=1500)) for _ in range(2)]
    for stream in streams:  # both places are taken
        while not isinstance(await anext(stream), Text):
            pass
    for stream in streams:
        await stream.aclose()
    async with asyncio.timeout(2):
        await all_of(model, Settings(max_tokens=100, grammar='root ::= "no edits"'))


async def test_it_is_found_on_this_computer(url: str) -> None:
    port = int(url.removesuffix("/v1").rpartition(":")[2])
    assert await discover(1.0, [port]) == (DiscoveredServer(url, "llama.cpp", ("tiny",), needs_key=False),)
