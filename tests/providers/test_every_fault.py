"""Every way a server can misbehave has its place, its words, and loses nothing that arrived."""

import re
from typing import get_args

import pytest

from tailor.config import Deadlines
from tailor.core.errors import Fault
from tailor.core.protocols import Attempt, Reasoning, Usage, Wait
from tailor.providers.keys import Key
from tailor.providers.server import Server
from tests.providers.asking import AT_ONCE, PATIENT, SECRET, answer, text_of
from tests.providers.misbehaving import FAULTS, TEXT, WHOLE, Misbehaving
from tests.providers.misbehaving import error as response

SHORT = {
    "hang_headers": Deadlines(first=0.1),
    "hang_error": Deadlines(first=0.1),
    "keepalive": Deadlines(first=0.1),
    "hang_mid": Deadlines(idle=0.2),
    "hang_tail": Deadlines(idle=0.2),
    "drip": Deadlines(total=0.6),
}
"""Where a deadline must end the call."""

KEY = Key("sk-very-secret-0123456789")
FIRST, TWO = TEXT[0], TEXT[0] + TEXT[1]
ROOM = 256 * 1024

TABLE: dict[str, tuple[Fault | None, str, int]] = {
    # fault of the server: which of the eight it is (None: a whole answer), the text that is kept, attempts made
    "ok": (None, WHOLE, 1),
    "401": ("key", "", 1),
    "402": ("rate", "", 1),
    "403": ("permission", "", 1),
    "404_model": ("model", "", 1),
    "404_path": ("server", "", 1),
    "404_html": ("server", "", 1),
    "400": ("server", "", 1),
    "400_context": ("model", "", 1),
    "413": ("server", "", 1),
    "429": ("rate", "", 3),
    "429_long": ("rate", "", 1),
    "429_date": ("rate", "", 3),
    "429_quota": ("rate", "", 1),
    "500": ("server", "", 3),
    "503": ("server", "", 3),
    "500_html": ("server", "", 3),
    "200_html": ("bad_answer", "", 1),
    "200_packed": ("bad_answer", "", 1),
    "200_error": ("server", "", 1),
    "204": ("bad_answer", "", 1),
    "205": ("bad_answer", "", 1),
    "206": ("bad_answer", "", 1),
    "600": ("bad_answer", "", 1),
    "999": ("bad_answer", "", 1),
    "302": ("server", "", 1),
    "304": ("bad_answer", "", 1),
    "511": ("network", "", 1),
    "307": ("server", "", 1),
    "hang_headers": ("server", "", 1),
    "hang_mid": ("cut_short", TWO, 1),
    "hang_tail": (None, WHOLE, 1),
    "hang_error": ("server", "", 1),
    "drip": ("cut_short", "x", 1),
    "keepalive": ("server", "", 1),
    "cut_headers": ("network", "", 3),
    "cut_mid": ("cut_short", FIRST, 1),
    "cut_tail": (None, WHOLE, 1),
    "junk_tail": (None, WHOLE, 1),
    "junk_at_stop": ("bad_answer", WHOLE, 1),
    "reset_mid": ("cut_short", FIRST, 1),
    "cut_nodone": ("cut_short", WHOLE, 1),
    "done_without_stop": ("cut_short", WHOLE, 1),
    "cut_before_text": ("network", "", 3),
    "short_body": ("network", "", 3),
    "nothing": ("bad_answer", "", 1),
    "odd_lines": (None, WHOLE, 1),
    "bad_json": ("bad_answer", FIRST, 1),
    "deep_json": ("bad_answer", FIRST, 1),
    "non_utf8": ("bad_answer", FIRST, 1),
    "nul": ("bad_answer", FIRST, 1),
    "bom": (None, WHOLE, 1),
    "crlf": (None, WHOLE, 1),
    "split_letter": (None, "né", 1),
    "no_space": (None, WHOLE, 1),
    "many_data": (None, "a", 1),
    "not_streamed": (None, WHOLE, 1),
    "empty_choices": ("bad_answer", "", 1),
    "null_choices": ("bad_answer", "", 1),
    "null_content": ("bad_answer", "", 1),
    "missing_delta": ("bad_answer", "", 1),
    "empty_object": (None, WHOLE, 1),
    "list_content": ("bad_answer", FIRST, 1),
    "number_choice": ("bad_answer", "", 1),
    "text_choices": ("bad_answer", "", 1),
    "text_delta": ("bad_answer", "", 1),
    "list_event": ("bad_answer", "", 1),
    "null_event": ("bad_answer", "", 1),
    "usage": (None, WHOLE, 1),
    "two_dones": (None, WHOLE, 1),
    "text_after_done": (None, WHOLE, 1),
    "error_event": ("server", FIRST, 1),
    "error_first": ("rate", "", 3),
    "error_field": ("server", FIRST, 1),
    "error_text": ("server", FIRST, 1),
    "error_object": ("server", FIRST, 1),
    "length": ("cut_short", TWO, 1),
    "filtered": ("cut_short", TWO, 1),
    "odd_end": ("cut_short", TWO, 1),
    "number_end": ("bad_answer", TWO, 1),
    "refusal": ("bad_answer", "", 1),
    "tool_calls": ("bad_answer", "", 1),
    "page_without_headers": ("bad_answer", "", 1),
    "other_program": ("bad_answer", "", 1),
    "http_0.9": ("network", "", 3),
    "huge_headers": ("bad_answer", "", 1),
    "many_headers": ("bad_answer", "", 1),
    "no_header": ("bad_answer", "", 1),
    "two_lengths": ("bad_answer", "", 1),
    "odd_chunk": ("bad_answer", "", 1),
    "endless_chunk": ("bad_answer", "", 1),
    "odd_chunk_mid": ("bad_answer", FIRST, 1),
    "429_months": ("rate", "", 1),
    "429_ages": ("rate", "", 1),
    "429_year_9999": ("rate", "", 1),
    "reasoning": (None, WHOLE, 1),
    "only_reasoning": ("bad_answer", "", 1),
    "huge": ("cut_short", "x" * ROOM, 1),
    "huge_line": ("cut_short", FIRST, 1),
    "huge_object": ("cut_short", "", 1),
    "endless": ("cut_short", "x" * ROOM, 1),
    "controls": (None, "a\ufffd[2J\ufffd]52;c;VEFJTE9S\ufffd\ufffd\tb", 1),
    "half_letter": (None, "a\ufffdb", 1),
}


def test_the_table_tells_of_every_fault() -> None:
    assert TABLE.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", TABLE)
async def test_every_fault_has_its_place_and_keeps_what_arrived(name: str) -> None:
    fault, text, attempts = TABLE[name]
    async with Misbehaving(name) as there:
        chunks, error = await answer(Server(there.url, "m", KEY, SHORT.get(name, PATIENT), retries=AT_ONCE))
    assert (error.fault if error else None) == fault
    came = text_of(chunks)
    assert came.startswith(text) if name == "drip" else came == text
    assert sum(isinstance(chunk, Attempt) for chunk in chunks) == len(there.chats) == attempts
    if error is not None:
        assert error.title
        assert error.message.endswith("Nothing is lost.") == (not came)
        assert SECRET not in error.message
        assert "{" not in error.message
        assert error.__context__ is None
        assert error.__cause__ is None


async def test_every_one_of_the_eight_faults_can_happen() -> None:
    assert {fault for fault, _, _ in TABLE.values() if fault} == set(get_args(Fault))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("401", "did not accept the key"),
        ("404_path", "Is this address right? It usually ends in /v1."),
        ("200_html", "Is this address right? It usually ends in /v1."),
        ("200_packed", "compresses its answers"),
        ("404_model", "no model called “m”"),
        ("404_model", "It says: “The model `m` does not exist”."),
        ("429_long", "It asks you to wait 60 s."),
        ("429_months", "It asks you to wait 694 days, which cannot be right"),
        ("429_ages", "It asks you to wait many years, which cannot be right"),
        ("429_year_9999", "It asks you to wait many years, which cannot be right"),
        ("page_without_headers", "is not a web server"),
        ("other_program", "another program may be using it"),
        ("http_0.9", "does not use HTTP 1.1"),
        ("huge_headers", "headers of the answer from 127.0.0.1"),
        ("many_headers", "far too large"),
        ("no_header", "are not valid HTTP"),
        ("two_lengths", "are not valid HTTP"),
        ("odd_chunk", "chunks whose sizes are wrong"),
        ("endless_chunk", "chunks whose sizes are wrong"),
        ("odd_chunk_mid", "chunks whose sizes are wrong"),
        ("302", "your texts went nowhere else"),
        ("304", "does not answer the way an OpenAI-compatible server does"),
        ("511", "sign in there"),
        ("hang_mid", "fell silent for 0.2 s"),
        ("done_without_stop", "never said that the answer is complete"),
        ("length", "length limit"),
        ("filtered", "content filter"),
        ("refusal", "It says: “I can't help with that”."),
        ("503", "still loading"),
    ],
)
async def test_a_message_says_what_happened_and_what_to_do(name: str, words: str) -> None:
    async with Misbehaving(name) as there:
        _, error = await answer(Server(there.url, "m", KEY, SHORT.get(name, PATIENT), retries=AT_ONCE))
    assert error is not None
    assert words in error.message
    assert re.search(
        r"\b(Try|Check|Use|Free|Choose|Look|Set|Start|Put|Allow|Turn|Is this|Other words|make it)\b", error.message
    )


async def test_a_server_that_is_not_there_is_said_to_be_so() -> None:
    async with Misbehaving() as there:
        url = there.url
    chunks, error = await answer(Server(url, "m", None, PATIENT, retries=AT_ONCE))
    assert error is not None
    assert (error.fault, error.title) == ("network", "No server is running there")
    assert [type(chunk) for chunk in chunks] == [Attempt, Wait, Attempt, Wait, Attempt]


async def test_tokens_money_and_thinking_come_along() -> None:
    async with Misbehaving("usage", "reasoning") as there:
        model = Server(there.url, "m", None, PATIENT)
        costs, _ = await answer(model)
        thoughts, _ = await answer(model)
    assert costs[-1] == Usage(prompt=7, completion=5, cost=0.25)
    assert [chunk.text for chunk in thoughts if isinstance(chunk, Reasoning)] == ["hm", "so"]


async def test_without_a_key_the_message_asks_for_one() -> None:
    async with Misbehaving("401") as there:
        _, error = await answer(Server(there.url, "m", None, PATIENT))
    assert error is not None
    assert error.title == "A key is needed"


async def test_without_a_key_none_is_said_to_be_known() -> None:
    async with Misbehaving("403") as there:
        _, error = await answer(Server(there.url, "m", None, PATIENT))
    assert error is not None
    assert (error.fault, "no key was sent" in error.message) == ("permission", True)


async def test_a_server_that_repeats_the_key_or_our_texts_is_not_quoted() -> None:
    for echo in (f"bad key {KEY.reveal()}", f"bad key {KEY.reveal()[:14]}…", f"cannot process: {SECRET}"):
        async with Misbehaving(response(400, echo)) as there:
            _, error = await answer(Server(there.url, "m", KEY, PATIENT))
        assert error is not None
        assert "secret" not in error.message
        assert "peanut" not in error.message
