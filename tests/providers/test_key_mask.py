"""No key comes through, however a server writes it and in whatever pieces; everything else does."""

import base64
import json
from collections.abc import Callable
from time import process_time
from urllib.parse import quote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tailor.agents.parsing import EditParser
from tailor.core.protocols import Chunk, Reasoning, Text, Usage, Wait
from tailor.core.text import clean
from tailor.providers.errors import Call, quotable
from tailor.providers.key_mask import MASK, KeyMask, MaskedAnswer, MaskedText
from tailor.providers.keys import Key
from tests.depth import cases

SIGNS = "".join(map(chr, range(33, 127)))
KEYS = st.text(SIGNS, min_size=8, max_size=48)
SHORT = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=7)
WORDS = st.text(max_size=30)


def in_basic(user: str) -> Callable[[str], str]:
    return lambda key: base64.b64encode(f"{user}:{key}\n".encode()).decode()


ENCODINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "base64": lambda key: base64.b64encode(key.encode()).decode(),
    "base64 without padding": lambda key: base64.b64encode(key.encode()).decode().rstrip("="),
    "base64 for URLs": lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
    "base64 in a URL": lambda key: quote(base64.b64encode(key.encode()), safe=""),
    "percent, what must be": lambda key: quote(key, safe=""),
    "percent, all of it": lambda key: "".join(f"%{ord(char):02x}" for char in key),
    "JSON": lambda key: json.dumps(key)[1:-1].replace("/", "\\/"),
    "JSON, all of it": lambda key: "".join(f"\\u{ord(char):04x}" for char in key),
    "a page of HTML": lambda key: "".join(f"&#{ord(char)};" for char in key),
    "hex": lambda key: key.encode().hex(),
    "hex in capitals": lambda key: key.encode().hex().upper(),
    "in capitals": str.upper,
    "backwards": lambda key: key[::-1],
    "escaped bytes": lambda key: "".join(f"\\x{ord(char):02x}" for char in key),
}
INSIDE: dict[str, Callable[[str], str]] = {name or "nobody": in_basic(name) for name in ("", "m", "me", "user")}


def in_pieces(text: str, sizes: list[int], mask: KeyMask) -> str:
    """What comes of a text that arrives in pieces of these sizes, over and over."""
    stream, out, at, turn = MaskedText(mask), "", 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        out += stream.feed(text[at : at + size])
        at, turn = at + size, turn + 1
    return out + stream.close()


@pytest.mark.parametrize("encoded", ENCODINGS.values(), ids=ENCODINGS)
@settings(max_examples=cases(50), deadline=None)
@given(KEYS, WORDS, WORDS, st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_a_key_never_comes_through_in_any_pieces(
    encoded: Callable[[str], str], secret: str, before: str, behind: str, sizes: list[int]
) -> None:
    written, mask = encoded(secret), KeyMask(Key(secret))
    assume(written not in MASK * 3)
    text = f"{before} {written} {behind}{written}"
    out = in_pieces(text, sizes, mask)
    assert written not in out
    assert out == mask.masked(text), "pieces make no difference"
    assert out.count(MASK) >= 2


@pytest.mark.parametrize("encoded", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("secret", ["sk-proj-0123456789", "a/b+c?d=e&f>~", "12345678901", "\\\"<'quoted'>\\"])
def test_nothing_of_an_encoded_key_is_left_over(encoded: Callable[[str], str], secret: str) -> None:
    assert KeyMask(Key(secret)).masked(f"no {encoded(secret)}, no") == f"no {MASK}, no"


@pytest.mark.parametrize("encoded", INSIDE.values(), ids=INSIDE)
@given(st.text(SIGNS, min_size=12, max_size=40))
def test_a_key_inside_of_something_encoded_never_comes_through(encoded: Callable[[str], str], secret: str) -> None:
    out = KeyMask(Key(secret)).masked(f"authorization: Basic {encoded(secret)}")
    assert MASK in out
    left = out.partition("Basic ")[2]
    assert all(len(piece) < 12 for piece in left.split(MASK)), "of the key itself no more than a digit is left"


@given(
    KEYS, st.text(st.characters(codec="utf-8"), max_size=60), st.lists(st.integers(1, 9), min_size=1, max_size=6)
)
def test_a_text_without_the_key_comes_through_as_it_is(secret: str, text: str, sizes: list[int]) -> None:
    mask = KeyMask(Key(secret))
    assume(mask.masked(text) == text)
    assert in_pieces(text, sizes, mask) == text
    assert in_pieces(text, sizes, KeyMask(None)) == text


@pytest.mark.parametrize("secret", ["sk-proj-0123456789", "aaaaaaaaaaaaaaab", "abcabcabcabcabd", "%41%42%43%44"])
@given(st.data())
def test_pieces_make_no_difference_where_a_text_nearly_holds_the_key(secret: str, data: st.DataObject) -> None:
    mask = KeyMask(Key(secret))
    parts = st.sampled_from([secret, secret[:5], secret[3:], secret[0], "%", "\\u00", "x", " "])
    text = "".join(data.draw(st.lists(parts, max_size=12)))
    sizes = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=6))
    out = in_pieces(text, sizes, mask)
    assert out == mask.masked(text)
    assert secret not in out


@given(SHORT, st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_a_short_key_is_masked_only_as_a_whole_word(secret: str, sizes: list[int]) -> None:
    mask = KeyMask(Key(secret))
    text = f"{secret}, ({secret})\n{secret}_{secret}q{secret} q{secret} {secret}"
    whole = f"{MASK}, ({MASK})\n{secret}_{secret}q{secret} q{secret} {MASK}"
    assert in_pieces(text, sizes, mask) == mask.masked(text) == whole


SECRET = "sk-SECRETKEY1234567890abcdef"
HIDDEN = "\u200b\u00ad\ufeff\u034f\u202e\u2060\u200d\u200e\ufe0f\u3164\u180e\U000e0041\U000e01ef"
HALVES: dict[str, str] = {
    **{f"U+{ord(char):04X}": char for char in HIDDEN},
    "many hidden ones": "\u200b" * 5_000,
    "bold": "**",
    "code": "`",
    "a token of a template": "<|im_end|>",
    "a tag": "</answer>",
}
LETTERS: dict[str, str] = {
    "JSON": "\\u0054",
    "HTML": "&#x54;",
    "HTML, decimal": "&#84;",
    "percent": "%54",
    "another capital": "t",
    "another T": "\U0001d5b3",
}
SPLIT = {
    **{name: SECRET.replace("T", f"T{between}") for name, between in HALVES.items()},
    **{f"a letter in {name}": SECRET.replace("T", letter) for name, letter in LETTERS.items()},
    "the sign that becomes a K": SECRET.replace("K", "\u212a"),
}


@pytest.mark.parametrize("size", [1, 3, 7, 99])
@pytest.mark.parametrize("written", SPLIT.values(), ids=SPLIT)
def test_a_key_is_masked_that_only_cleaning_and_reading_make_whole(written: str, size: int) -> None:
    answers = (
        f"replace(2, Use {written} now.)\n",
        f'{{"op": "replace", "step": 2, "text": "Use {written} now."}}',
    )
    for said in answers:
        out = in_pieces(said, [size], KeyMask(Key(SECRET)))
        assert MASK in out
        assert SECRET not in clean(out)
        reader = EditParser(4, 0)
        edits = [*reader.feed(out), *reader.close()]
        assert edits
        assert "SECRE" not in repr(edits), "nor a half of it"


def test_what_comes_between_two_pieces_of_an_answer_lets_no_key_through() -> None:
    answer = MaskedAnswer(KeyMask(Key(SECRET)))
    sent: list[Chunk] = [
        Text("Use sk-SEC"),
        Wait("The model is reading: 50%.", 1.0),
        Text("RETKEY1234567890abcdef now."),
    ]
    said = [chunk for one in sent for chunk in answer.feed(one)] + answer.close()
    assert "".join(one.text for one in said if isinstance(one, Text)) == f"Use {MASK} now."


def test_hidden_characters_in_a_row_do_not_slow_an_answer_down() -> None:
    stream, began = MaskedText(KeyMask(Key(SECRET))), process_time()
    for _ in range(20_000):
        stream.feed("s\u200b\u200b\u200b")
        stream.feed("\u200b" * 4)
    assert process_time() - began < 10, "it takes a second"


def test_a_key_that_is_cut_off_is_masked_too() -> None:
    mask = KeyMask(Key("sk-proj-0123456789"))
    assert mask.masked("Your key is sk-proj-0123") == "Your key is ***"
    assert mask.masked("Wear a mask") == "Wear a mask", "a beginning that any word could be"


def test_what_is_no_beginning_of_the_key_does_not_wait() -> None:
    stream = MaskedText(KeyMask(Key("sk-proj-0123456789")))
    assert stream.feed("replace(1, Mix)\n") == "replace(1, Mix)\n"
    assert stream.feed("a s") == "a "
    assert stream.feed("pool") == "spool"
    assert stream.feed("sk-proj-0123456") == ""
    assert stream.feed("789!") == "***!"


def test_thinking_and_text_are_masked_apart_and_nothing_is_lost_before_the_count() -> None:
    answer = MaskedAnswer(KeyMask(Key("sk-proj-0123456789")))
    sent: list[Chunk] = [Reasoning("my sk-proj-"), Text("no sk-"), Reasoning("0123456789"), Usage(1, 2)]
    out = [chunk for one in sent for chunk in answer.feed(one)] + answer.close()
    assert out == [Reasoning("my "), Text("no "), Reasoning(MASK), Text("sk-"), Usage(1, 2)]


@pytest.mark.parametrize("encoded", ENCODINGS.values(), ids=ENCODINGS)
@settings(max_examples=cases(50), deadline=None)
@given(KEYS, st.integers(0, 9_000))
def test_no_error_quotes_a_key_whole_or_in_part(encoded: Callable[[str], str], secret: str, before: int) -> None:
    written = encoded(secret)
    assume(written not in MASK * 3)
    call = Call("host", "m", Key(secret))
    assert written not in quotable(f"{'~' * before}no such key {written}", call)
    for part in (written[:8], written[-8:]):
        assert part not in quotable(f"no such key {part}", call).removeprefix("no such key")


def test_a_key_shows_nowhere_in_what_masks_it() -> None:
    assert "sk-proj" not in repr(KeyMask(Key("sk-proj-0123456789")))


def test_a_whole_answer_is_masked_in_no_time() -> None:
    mask = KeyMask(Key("sk-proj-" + "0123456789" * 16))
    for text in ("Mix the flour and knead it. " * 4_500, "sk-proj-0123456789" * 7_000, "\\u00" * 30_000):
        stream, began = MaskedText(mask), process_time()
        for at in range(0, len(text), 4):
            stream.feed(text[at : at + 4])
        assert process_time() - began < 3, "it takes half a second"
