"""What a model on this computer would take, before it is loaded; who answers; and how long it may take."""

import struct
import sys
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from tailor.config import Config, Deadlines, LocalRuntime
from tailor.core.errors import ContentError
from tailor.providers.local import memory
from tailor.providers.local.header import ModelHeader, parts_of, read_header
from tailor.providers.local.memory import context_for, free_memory, needed_by
from tailor.providers.local.model import LOCAL_DEADLINES, local_deadlines

SMALL = ModelHeader(  # as a model of 3 billion weights in 4 bits
    size=2_000_000_000,
    architecture="llama",
    trained_context=131_072,
    layers=28,
    width=3_072,
    hidden=8_192,
    words=128_256,
    cache_width=28 * 8 * 256,
)


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


def number(name: bytes, value: int) -> bytes:
    return text(name) + struct.pack("<II", 4, value)


def written(path: Path, *entries: bytes) -> Path:
    """A GGUF file with these entries and no tensors."""
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries)) + b"".join(entries))
    return path


KIND = text(b"general.architecture") + struct.pack("<I", 8) + text(b"qwen9")


def test_the_header_tells_sizes_and_the_list_of_tokens_is_not_read(tmp_path: Path) -> None:
    heads = text(b"qwen9.attention.head_count_kv") + struct.pack("<IIQ3I", 9, 4, 3, 2, 0, 2)
    tokens = text(b"tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 151_936)
    numbers = {b"block_count": 3, b"embedding_length": 64, b"attention.head_count": 4, b"context_length": 32_768}
    named = (number(b"qwen9." + name, value) for name, value in numbers.items())
    found = read_header(written(tmp_path / "m.gguf", KIND, *named, heads, tokens, b"the rest is never read"))
    assert (found.architecture, found.layers, found.words) == ("qwen9", 3, 151_936)
    assert found.trained_context == 32_768
    assert found.cache_width == (2 + 0 + 2) * (16 + 16)


@pytest.mark.parametrize(
    "entries",
    [
        (text(b"a") + struct.pack("<I", 99),),
        (text(b"a") + struct.pack("<IIQ", 9, 4, 1 << 60),),
        (struct.pack("<Q", 1 << 63),),
        (KIND, b"\x05"),
        (number(b"a", 1),),
    ],
    ids=["unknown type", "endless array", "endless name", "cut off", "no kind"],
)
def test_a_header_that_lies_costs_neither_time_nor_memory(entries: tuple[bytes, ...], tmp_path: Path) -> None:
    with pytest.raises(ContentError):
        read_header(written(tmp_path / "m.gguf", *entries))


def test_a_model_in_parts_counts_with_all_of_them(tmp_path: Path) -> None:
    first = written(tmp_path / "big-00001-of-00002.gguf", KIND)
    second = tmp_path / "big-00002-of-00002.gguf"
    second.write_bytes(b"0" * 5_000)
    assert parts_of(first) == (first, second)
    assert read_header(first).size == first.stat().st_size + 5_000
    assert needed_by(read_header(first), 512) > 5_000


def test_the_estimate_is_what_such_a_model_is_known_to_take() -> None:
    cache = needed_by(SMALL, 8_192) - needed_by(SMALL, 0)
    assert cache == 2 * 28 * 8 * 128 * 2 * 8_192  # keys and values, two bytes each: 940 MB
    assert 2.3e9 < needed_by(SMALL, 0) < 2.8e9


def test_without_a_setting_the_context_is_the_best_that_fits() -> None:
    assert context_for(SMALL, None, None) == 8_192
    assert context_for(SMALL, None, needed_by(SMALL, 8_192)) == 8_192
    assert context_for(SMALL, None, needed_by(SMALL, 8_192) - 1) == 4_096
    assert context_for(SMALL, None, 0) == 4_096
    assert context_for(replace(SMALL, trained_context=2_048), None, None) == 2_048
    assert context_for(SMALL, 16_384, 0) == 16_384
    assert context_for(replace(SMALL, trained_context=2_048), 16_384, None) == 2_048


@pytest.mark.parametrize(
    ("limit", "used", "free"),
    [("max", "0", 8_000_000 * 1024), ("3000000000", "1000000000", 2_500_000_000)],
    ids=["no limit", "a container"],
)
def test_a_container_has_no_more_memory_than_its_limit(
    limit: str, used: str, free: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, words in (("max", limit), ("current", used), ("stat", "anon 5\ninactive_file 500000000\n")):
        (tmp_path / f"memory.{name}").write_text(words)
    (tmp_path / "meminfo").write_text("MemTotal: 9000000 kB\nMemAvailable:    8000000 kB\n")
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    monkeypatch.setattr(memory, "_MEMORY", tmp_path / "meminfo")
    monkeypatch.setattr(sys, "platform", "linux")
    assert free_memory() == free


def test_a_system_that_does_not_tell_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MEMORY", tmp_path / "nothing")
    monkeypatch.setattr(sys, "platform", "linux")
    assert free_memory() is None


@pytest.mark.parametrize(
    ("config", "who"),
    [
        (Config(), "builtin"),
        (Config(local=LocalRuntime(model="/m.gguf")), "local"),
        (Config(local=LocalRuntime(model="/m.gguf"), base_url="http://127.0.0.1:1/v1"), "server"),
        (Config(local=LocalRuntime(model="/m.gguf"), base_url="http://127.0.0.1:1/v1", kind="local"), "local"),
        (Config(local=LocalRuntime(model="/m.gguf"), kind="builtin"), "builtin"),
    ],
)
def test_who_answers_is_what_the_settings_say_then_a_server_then_a_model_here(config: Config, who: str) -> None:
    assert config.provider == who
    assert config.has_model == (who != "builtin")


def test_a_model_here_may_take_its_time_unless_the_settings_say_otherwise() -> None:
    assert local_deadlines(Deadlines()) == LOCAL_DEADLINES
    assert (LOCAL_DEADLINES.connect, LOCAL_DEADLINES.first, LOCAL_DEADLINES.idle) == (5, 600, 60)
    assert LOCAL_DEADLINES.total == inf
    assert local_deadlines(Deadlines(total=20.0)) == replace(LOCAL_DEADLINES, total=20.0)
