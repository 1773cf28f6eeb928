"""What is offered to fetch, and what names a file at the hub."""

import pytest

from tailor.core.errors import UsageError
from tailor.core.text import size_words
from tailor.providers.local.catalog import HubFile, catalog, hub_file, memory_for


def test_every_model_on_offer_says_where_its_facts_were_read() -> None:
    models = catalog()
    writes = [one for one in models if one.task == "writes"]
    assert 3 <= len(writes) <= 4
    assert models == (*writes, models[-1]), "the one that searches comes last"
    for one in models:
        assert hub_file(str(one.source)) == one.source
        assert one.licence
        assert one.pages
        assert all(page.startswith("https://") for page in one.pages)
        assert one.checked == "" or len(one.checked) == len("2026-11-22")
    assert len({one.name for one in models}) == len(models)
    assert [one.about for one in writes] == sorted(one.about for one in writes)


def test_a_file_at_the_hub_is_named_by_repository_and_file() -> None:
    assert hub_file("hf:ann/Tiny-GGUF:q4/tiny.gguf") == HubFile("ann/Tiny-GGUF", "q4/tiny.gguf")


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("hf:", "not a file on Hugging Face"),
        ("hf:ann:tiny.gguf", "not a file on Hugging Face"),
        ("hf:ann/tiny", "not a file on Hugging Face"),
        ("hf:ann/tiny:../../x.gguf", "not a file on Hugging Face"),
        ("hf:ann/tiny:/x.gguf", "not a file on Hugging Face"),
        ("hf:ann/tiny:model.safetensors", "not a GGUF file"),
        ("hf:ann/tiny:big-00001-of-00002.gguf", "only a part"),
    ],
)
def test_what_cannot_be_fetched_is_said_before_anybody_is_asked(written: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        hub_file(written)


def test_a_model_needs_more_memory_than_its_file_has_bytes() -> None:
    assert memory_for(1_000_000_000) == 1_650_000_000
    assert memory_for(25_000_000, "searches") == 111_250_000


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 MB"), (1, "1 MB"), (986_000_000, "986 MB"), (999_900_000, "1.0 GB"), (2_500_000_000, "2.5 GB")],
)
def test_sizes_are_said_as_people_say_them(size: int, words: str) -> None:
    assert size_words(size) == words
