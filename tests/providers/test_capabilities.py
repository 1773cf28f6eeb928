"""What a server was found to take."""

from pathlib import Path

import pytest

from tailor.core.errors import ProviderError
from tailor.core.protocols import LeftOut, Settings
from tailor.providers.server import Server
from tests.providers.asking import EVERYTHING, PATIENT, all_of, kinds, text_of
from tests.providers.misbehaving import WHOLE, Misbehaving, error

LLAMA = {"data": [{"id": "m", "owned_by": "llamacpp", "meta": {"n_ctx_train": 4096}}]}


async def test_a_refused_setting_is_left_out_said_and_remembered(tmp_path: Path) -> None:
    file = tmp_path / "capabilities.json"
    refusal = error(400, "Unsupported value", param="temperature")
    async with Misbehaving(refusal, "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT, file))
        again = await all_of(Server(there.url, "m", None, PATIENT, file))
        other = await all_of(Server(there.url, "other", None, PATIENT, file))
    assert kinds(chunks) == ["Attempt", "LeftOut", "Attempt"]
    assert kinds(again) == ["Attempt", "LeftOut"]
    assert kinds(other) == ["Attempt"]
    assert ["temperature" in request.body for request in there.chats] == [True, False, False, True]
    assert file.stat().st_mode & 0o777 == 0o600


async def test_every_setting_can_be_done_without() -> None:
    names = ["stream_options", "temperature", "top_p", "frequency_penalty", "presence_penalty", "seed", "grammar"]
    refusals = [error(400, f"Unrecognized request argument supplied: {name}") for name in names]
    async with Misbehaving(*refusals, "ok", models=LLAMA) as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT), EVERYTHING)
    left = [chunk.what for chunk in chunks if isinstance(chunk, LeftOut)]
    assert [any(name in what for what in left) for name in names] == [True] * len(names)
    assert there.chats[-1].body.keys() == {"model", "messages", "stream", "max_tokens"}
    assert text_of(chunks) == WHOLE


async def test_a_missing_count_of_tokens_is_said_only_once() -> None:
    async with Misbehaving(error(400, "no stream_options please"), "ok") as there:
        model = Server(there.url, "m", None, PATIENT)
        assert kinds(await all_of(model)) == ["Attempt", "LeftOut", "Attempt"]
        assert kinds(await all_of(model)) == ["Attempt"]


async def test_the_greatest_length_goes_by_its_other_name_where_needed() -> None:
    message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    async with Misbehaving(error(400, message, param="max_tokens"), "ok") as there:
        chunks = await all_of(Server(there.url, "m", None, PATIENT), Settings(max_tokens=100))
    assert [(r.body.get("max_tokens"), r.body.get("max_completion_tokens")) for r in there.chats] == [
        (100, None),
        (None, 100),
    ]
    assert "LeftOut" not in kinds(chunks)


async def test_a_server_that_complains_for_ever_is_not_asked_for_ever() -> None:
    async with Misbehaving(error(422, "temperature seed top_p stream_options max_tokens grammar")) as there:
        with pytest.raises(ProviderError) as raised:
            await all_of(Server(there.url, "m", None, PATIENT), EVERYTHING)
    assert raised.value.fault == "server"
    assert len(there.chats) <= 9


async def test_a_text_that_is_too_long_drops_no_setting() -> None:
    async with Misbehaving("400_context") as there:
        with pytest.raises(ProviderError):
            await all_of(Server(there.url, "m", None, PATIENT), Settings(max_tokens=500))
    assert len(there.chats) == 1


async def test_a_grammar_goes_only_to_a_server_known_to_follow_it(tmp_path: Path) -> None:
    settings = Settings(grammar="root ::= [a-z]")
    async with Misbehaving(models=LLAMA) as llama, Misbehaving() as other:
        model = Server(llama.url, "m", None, PATIENT, tmp_path / "a")
        before = model.takes_grammar
        await all_of(model, settings)
        assert (before, model.takes_grammar) == (False, True)
        assert Server(llama.url, "m", None, PATIENT, tmp_path / "a").takes_grammar
        await all_of(model, settings)
        plain = Server(other.url, "m", None, PATIENT, tmp_path / "b")
        chunks = await all_of(plain, settings)
        assert not plain.takes_grammar
    assert [request.method for request in llama.requests] == ["GET", "POST", "POST"]
    assert [request.body.get("grammar") for request in llama.chats] == ["root ::= [a-z]"] * 2
    assert "grammar" not in other.chats[0].body
    assert kinds(chunks) == ["Attempt"]


async def test_a_refused_grammar_is_not_offered_again() -> None:
    async with Misbehaving(
        error(400, "Failed to initialize samplers: failed to parse grammar"), "ok", models=LLAMA
    ) as there:
        model = Server(there.url, "m", None, PATIENT)
        chunks = await all_of(model, Settings(grammar="root ::= ("))
        assert not model.takes_grammar
    assert kinds(chunks) == ["Attempt", "LeftOut", "Attempt"]


async def test_a_damaged_memory_of_capabilities_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "capabilities.json"
    for damage in ("{", "[]", '{"x": 1}', "\x00"):
        file.write_text(damage)
        async with Misbehaving(error(400, "no", param="seed"), "ok") as there:
            chunks = await all_of(Server(there.url, "m", None, PATIENT, file), Settings(seed=1))
        assert kinds(chunks) == ["Attempt", "LeftOut", "Attempt"]
