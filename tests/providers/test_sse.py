"""Bytes into events into pieces, whatever the chunking."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.protocols import Reasoning, Text, Usage, Wait
from tailor.providers.errors import ServerFault
from tailor.providers.sse import LARGEST_EVENT, WENT_ON, Events, Reply, Whole, decoder_for

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LINES = st.sampled_from(
    [
        "data: a",
        "data:b",
        "data",
        "data: é😀",
        ": ping",
        "event: x",
        "",
        "",
        "\ufeffdata: c",
        "id:1",
        "junk",
        "data:  two",
    ]
)


def events_in(data: bytes, cuts: list[int]) -> list[str]:
    decoder = Events()
    marks = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [event for start, end in pairwise(marks) for event in decoder.feed(data[start:end])]


@given(st.lists(st.tuples(LINES, ENDS)), st.lists(st.integers(min_value=0), max_size=20))
def test_any_chunking_gives_the_same_events(lines: list[tuple[str, str]], cuts: list[int]) -> None:
    data = "".join(line + end for line, end in lines).encode()
    assert events_in(data, cuts) == events_in(data, [])
    assert events_in(data, list(range(len(data)))) == events_in(data, [])


@given(st.lists(st.lists(LINES.filter(bool), max_size=4)), ENDS)
def test_the_kind_of_line_end_makes_no_difference(blocks: list[list[str]], end: str) -> None:
    lines = [line for block in blocks for line in [*block, ""]]
    assert events_in("".join(line + end for line in lines).encode(), []) == events_in(
        "".join(line + "\n" for line in lines).encode(), []
    )


@given(st.binary(max_size=300), st.lists(st.integers(min_value=0), max_size=5))
def test_junk_ends_in_trouble_or_in_events_never_in_a_crash(data: bytes, cuts: list[int]) -> None:
    try:
        for event in events_in(data, cuts):
            Reply().read(event)
    except (ServerFault, UnicodeDecodeError):
        pass


NAMES = "choices delta message content finish_reason usage error code refusal tool_calls reasoning cost object"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES.split(" ")), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=4))
def test_any_json_is_read_or_is_a_trouble(values: list[object]) -> None:
    reply = Reply()
    try:
        for value in values:
            reply.read(json.dumps(value))
        reply.check()
    except ServerFault:
        pass


def test_events_before_a_broken_one_are_not_lost() -> None:
    events = Events().feed(b"data: one\n\ndata: two\n\ndata: \xff\n\n")
    assert [next(events), next(events)] == ["one", "two"]
    with pytest.raises(UnicodeDecodeError):
        next(events)


def test_several_data_lines_are_one_event() -> None:
    assert events_in(b"data: a\ndata: b\n\n", []) == ["a\nb"]


def test_a_line_without_an_end_stops_at_the_cap() -> None:
    decoder = Events()
    for _ in range(LARGEST_EVENT // 1000):
        assert list(decoder.feed(b"x" * 1000)) == []
    with pytest.raises(ServerFault):
        list(decoder.feed(b"x" * 1000))


def test_comments_do_not_fill_the_cap() -> None:
    decoder = Events()
    for _ in range(3 * LARGEST_EVENT // 10_000):
        assert list(decoder.feed(b":" + b"x" * 9_999 + b"\n")) == []


def test_the_cap_is_for_one_event_not_for_all() -> None:
    decoder = Events()
    event = b"data: " + b" " * 100_000 + b"{}\n\n"
    assert sum(len(list(decoder.feed(event))) for _ in range(30)) == 30


def test_a_whole_object_may_begin_with_a_mark() -> None:
    decoder = Whole()
    assert [*decoder.feed(b'\xef\xbb\xbf{"a"'), *decoder.feed(b": 1}"), *decoder.close()] == ['{"a": 1}']


@pytest.mark.parametrize("kind", ["text/html", "TEXT/HTML; charset=utf-8", "image/png", "application/xml"])
def test_a_page_is_no_answer(kind: str) -> None:
    with pytest.raises(ServerFault) as raised:
        decoder_for(kind)
    assert raised.value.kind == "page"


def test_the_text_up_to_the_cap_is_kept() -> None:
    reply = Reply()
    event = json.dumps({"choices": [{"delta": {"content": "é" * 100_000}}]})
    got = [*reply.read(event), *reply.read(event)]
    text = "".join(piece.text for piece in got if isinstance(piece, Text))
    assert text == "é" * (256 * 1024 // 2)
    with pytest.raises(ServerFault):
        reply.read(event)


def chunk(index: object, text: str, **more: object) -> str:
    return json.dumps({"choices": [{"index": index, "delta": {"content": text}, **more}]})


def test_only_one_answer_is_read_though_a_server_sends_several_at_once() -> None:
    for mine, other in ((0, 1), (1, 0), (0, None)):
        reply = Reply()
        events = [chunk(mine, "Mix"), chunk(7, "ADD"), chunk(mine, " it"), chunk(7, "", finish_reason="length")]
        pieces = [piece for event in events for piece in reply.read(event)]
        assert not reply.finished, "the other answer's end is not the end of this one"
        pieces += reply.read(chunk(mine, "", finish_reason="stop"))
        reply.check()
        assert pieces == [Text("Mix"), Text(" it")], other
    both = {"choices": [{"index": 1, "delta": {"content": "B"}}, {"index": 0, "delta": {"content": "A"}}]}
    assert Reply().read(json.dumps(both)) == [Text("A")]


def progress(**of: object) -> str:
    return json.dumps({"choices": [{"index": 0, "delta": {"content": None}}], "prompt_progress": of})


def test_how_far_llama_cpp_has_read_is_a_wait_with_the_time_left() -> None:
    [reading] = Reply().read(progress(total=1_000, cache=200, processed=600, time_ms=4_000))
    assert reading == Wait("The model is reading: 60%.", 4.0)


@pytest.mark.parametrize(
    "of",
    [
        {},
        {"total": 1_000, "cache": 0, "processed": 0, "time_ms": 5},
        {"total": 1_000, "cache": 0, "processed": 1_000, "time_ms": 5},
        {"total": 1_000, "cache": 700, "processed": 600, "time_ms": 5},
        {"total": "many", "cache": None, "processed": [], "time_ms": -1},
    ],
)
def test_progress_that_says_nothing_is_passed_over(of: dict[str, object]) -> None:
    assert Reply().read(progress(**of)) == []


@pytest.mark.parametrize(
    "events",
    [
        [{"type": "message_start", "message": {"role": "assistant"}}, {"type": "message_stop"}],
        [{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Mix"}]}],
        [{"type": "response.created"}, {"type": "response.completed", "response": {"output": []}}],
        [{"candidates": [{"content": {"parts": [{"text": "Mix"}]}, "finishReason": "STOP"}]}],
        [{"model": "m", "message": {"role": "assistant", "content": "Mix"}, "done": True}],
        [],
    ],
)
def test_the_whole_answer_of_another_kind_of_server_is_not_called_cut_short(events: list[object]) -> None:
    reply = Reply()
    for event in events:
        assert reply.read(json.dumps(event)) == []
    with pytest.raises(ServerFault) as caught:
        reply.check()
    assert caught.value.kind == "page"


@pytest.mark.parametrize("begun", [chunk(0, "Mix"), '{"choices": []}', progress(total=9, cache=0, processed=3)])
def test_an_answer_that_stops_after_its_beginning_is_cut_short(begun: str) -> None:
    reply = Reply()
    reply.read(begun)
    with pytest.raises(ServerFault) as caught:
        reply.check()
    assert caught.value.kind == "unfinished"


BOUNDLESS = ["1" + "0" * 400, "-1", "1e400", "NaN", "true", '"many"', "[]", "{}", "1" + "0" * 5_000, "1e308"]


@pytest.mark.parametrize("number", BOUNDLESS, ids=lambda number: str(number)[:8])
@pytest.mark.parametrize("name", ["prompt_tokens", "completion_tokens", "cost"])
def test_a_needless_number_throws_no_answer_away(name: str, number: str) -> None:
    reply = Reply()
    usage = f'"usage": {{"total_tokens": 3, "{name}": {number}}}'
    choices = '"choices": [{"delta": {"content": "Mix"}, "finish_reason": "stop"}]'
    event = f'{{"created": {number}, {choices}, {usage}}}'
    assert reply.read(event) == [Text("Mix")]
    reply.check()
    assert reply.usage == Usage(None, None, None)


def test_a_letter_cut_between_its_two_halves_is_whole() -> None:
    reply = Reply()
    pieces = [
        piece
        for words in ("Fry \\ud83c", "\\udf73 it \\udf73", "!")
        for piece in reply.read(f'{{"choices": [{{"delta": {{"content": "{words}"}}}}]}}')
    ]
    assert "".join(piece.text for piece in pieces if isinstance(piece, Text)) == "Fry 🍳 it \ufffd!"


def test_what_comes_after_the_end_of_the_answer_is_shown_and_never_read_for_edits() -> None:
    reply = Reply()
    pieces = [
        *reply.read(chunk(0, "replace(1, Mix)\n", finish_reason="stop")),
        *reply.read(chunk(0, "replace(2, ")),
        *reply.read(chunk(0, "Bake)", finish_reason="stop")),
    ]
    reply.check()
    assert pieces == [Text("replace(1, Mix)\n"), Reasoning(f"{WENT_ON}replace(2, "), Reasoning("Bake)")]


def test_the_words_of_another_role_are_shown_and_never_read_for_edits() -> None:
    reply = Reply()
    deltas = (
        {"role": "assistant", "content": "replace(1, "},
        {"role": "user", "content": "Bad"},
        {"content": "Mix)"},
    )
    lines = (json.dumps({"choices": [{"index": 0, "delta": delta}]}) for delta in deltas)
    pieces = [piece for line in lines for piece in reply.read(line)]
    assert pieces == [Text("replace(1, "), Reasoning("Bad"), Text("Mix)")]
