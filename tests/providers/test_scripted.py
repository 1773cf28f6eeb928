import asyncio

import pytest

from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, Message, Model, Reasoning, Settings, Text
from tailor.providers.scripted import Scripted, ScriptedRequest

ASK = [Message("user", "hello")]


async def said(model: Model) -> list[Chunk]:
    return [chunk async for chunk in model.stream(ASK, Settings())]


async def test_answers_come_in_turn_and_requests_are_kept() -> None:
    model = Scripted(["one", ["t", Reasoning("hm"), "wo"]], name="n", host="h", takes_grammar=True)
    assert await said(model) == [Attempt(1), Text("one")]
    assert await said(model) == [Attempt(1), Text("t"), Reasoning("hm"), Text("wo")]
    assert model.requests == [ScriptedRequest(tuple(ASK), Settings())] * 2
    assert (model.name, model.host, model.takes_grammar) == ("n", "h", True)
    with pytest.raises(LookupError):
        await said(model)


async def test_an_error_comes_after_the_pieces_before_it() -> None:
    stream = Scripted([["one", ProviderError("network", "gone")]]).stream(ASK, Settings())
    assert [await anext(stream), await anext(stream)] == [Attempt(1), Text("one")]
    with pytest.raises(ProviderError):
        await anext(stream)


async def test_a_function_answers_whoever_asks() -> None:
    model = Scripted(lambda request: request.messages[-1].content.upper())
    answers = await asyncio.gather(said(model), said(model))
    assert list(answers) == [[Attempt(1), Text("HELLO")]] * 2


async def test_a_piece_can_wait_for_the_test() -> None:
    gate = asyncio.Event()
    task = asyncio.create_task(said(Scripted([["a", gate, "b"]])))
    await asyncio.sleep(0.01)
    assert not task.done()
    gate.set()
    assert await task == [Attempt(1), Text("a"), Text("b")]


async def test_answers_that_were_let_go_are_counted() -> None:
    model = Scripted([["a", asyncio.Event()], "b"])
    task = asyncio.create_task(said(model))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    stream = model.stream(ASK, Settings())
    await anext(stream)
    await stream.aclose()
    assert model.cancelled == 2
