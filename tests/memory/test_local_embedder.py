"""Vectors by a small model in a GGUF file: a tiny random one, run by the real llama.cpp."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from memory.embedding import LocalEmbedder, embedder_for
from memory.messages import MemorySettings
from tailor.core.errors import UsageError
from tests.memory.rows import many, memory, row, service
from tests.providers.local_case import gguf
from tests.providers.tiny_server import REALSERVER

pytestmark = REALSERVER


@cache
def tiny_bert() -> Path:
    """The file, written once in this process."""
    path = Path(mkdtemp(prefix="tailor-bert-")) / "tiny-bert.gguf"
    subprocess.run(
        [sys.executable, str(Path(__file__).with_name("tiny_bert.py")), str(path)], check=True, timeout=60
    )
    return path


def test_each_text_gets_its_own_vector_of_length_one_and_the_same_one_each_time() -> None:
    texts = ["bake bread", "mend a tyre", "bake bread", ""]
    made = LocalEmbedder(str(tiny_bert())).plain(texts)
    assert made.shape == (4, 32)
    assert np.allclose(np.linalg.norm(made, axis=1), 1.0)
    assert np.allclose(made[0], made[2])
    assert not np.allclose(made[0], made[1])
    again = LocalEmbedder(str(tiny_bert()))
    assert np.allclose(again.plain(texts), made, atol=1e-5)
    assert (again.name, again.dimension) == ("local:tiny-bert", 32)


@pytest.mark.parametrize("text", ["knead " * 3_000, "x" * 20_000, "粥" * 5_000])
def test_of_a_text_that_is_too_long_the_beginning_counts(text: str) -> None:
    made = LocalEmbedder(str(tiny_bert())).plain([text, text + " and more"])
    assert np.allclose(made[0], made[1])


def test_a_file_that_makes_no_vectors_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "no.gguf").write_bytes(gguf("bert"))
    for name in ("no.gguf", "gone.gguf"):
        with pytest.raises(UsageError, match=r"tailor model get .* lexical"):
            LocalEmbedder(str(tmp_path / name)).plain(["a"])


def test_the_setting_names_the_file() -> None:
    made = embedder_for(MemorySettings(uri="", embedder="local:/models/finder.gguf"))
    assert made.name == "local:finder"


async def test_the_worker_searches_with_it_and_a_rebuild_embeds_what_was_there(tmp_path: Path) -> None:
    before = service(tmp_path)
    before.add((row("a", "Bake bread"), *many(3)))
    async with memory(tmp_path, embedder=f"local:{tiny_bert()}") as opened:
        assert (await opened.search("bake bread", 1))[0].id == "a", "by words, as long as the vectors are others'"
        await opened.rebuild()
        stats = await opened.stats()
        assert (stats.embedder, stats.wanted, stats.dimension) == ("local:tiny-bert", "local:tiny-bert", 32)
        assert "a" in {found.id for found in await opened.search("bake bread", 10)}
