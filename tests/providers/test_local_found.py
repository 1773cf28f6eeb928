"""Which models are found on a computer, and which files are passed over."""

import os
from pathlib import Path

import pytest

from tailor.core.errors import UsageError
from tailor.paths import user_paths
from tailor.providers.local.found import found, given_file, hub_cache
from tests.providers.local_case import gguf, in_hub, in_ollama, put


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "TAILOR_HOME": str(tmp_path / "tailor"), "HF_HOME": str(tmp_path / "hf")}


def seen(environment: dict[str, str]) -> list[tuple[str, str]]:
    return [(one.name, one.where) for one in found(environment, user_paths(environment))]


def test_nothing_is_found_where_nothing_is(environment: dict[str, str]) -> None:
    assert seen(environment) == []


def test_models_of_every_program_are_found_smallest_first(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "tailor/models/own.gguf", gguf(size=5_000))
    in_hub(tmp_path / "hf/hub", "ann/Small-GGUF", "q4/Small-Q4_K_M.gguf", gguf(size=4_000))
    put(tmp_path / ".lmstudio/models/ann/Big-GGUF/Big-Q4_K_M.gguf", gguf(size=6_000))
    in_ollama(tmp_path / ".ollama/models", "registry.ollama.ai/library/llama3.2/3b", gguf(size=3_000))
    in_ollama(tmp_path / ".ollama/models", "registry.ollama.ai/ann/mine/latest", gguf(size=3_500))
    in_ollama(tmp_path / ".ollama/models", "hf.co/ann/Other-GGUF/Q4_K_M", gguf(size=3_700))
    assert seen(environment) == [
        ("llama3.2:3b", "Ollama"),
        ("ann/mine:latest", "Ollama"),
        ("ann/Other-GGUF:Q4_K_M", "Ollama"),
        ("Small-Q4_K_M", "Hugging Face's cache"),
        ("own", "Tailor's folder"),
        ("Big-Q4_K_M", "LM Studio"),
    ]


def test_variables_move_the_folders_as_those_programs_have_them(tmp_path: Path) -> None:
    moved = {"HOME": "/nowhere", "TAILOR_HOME": str(tmp_path / "t"), "OLLAMA_MODELS": str(tmp_path / "o")}
    in_ollama(tmp_path / "o", "registry.ollama.ai/library/tiny/1b", gguf())
    assert seen({**moved, "HF_HUB_CACHE": str(tmp_path / "h")}) == [("tiny:1b", "Ollama")]
    assert hub_cache({"HF_HUB_CACHE": "/a", "HF_HOME": "/b"}) == Path("/a")
    assert hub_cache({"HF_HOME": "/b"}) == Path("/b/hub")
    assert hub_cache({"XDG_CACHE_HOME": "/c"}) == Path("/c/huggingface/hub")


def test_one_file_under_several_names_is_found_once(environment: dict[str, str], tmp_path: Path) -> None:
    link = in_hub(tmp_path / "hf/hub", "ann/A", "a.gguf", gguf())
    in_hub(tmp_path / "hf/hub", "ann/A", "a.gguf", gguf(), commit="d" * 40)
    put(tmp_path / "tailor/models/x", b"")
    (tmp_path / "tailor/models/again.gguf").symlink_to(link)
    in_ollama(tmp_path / ".ollama/models", "registry.ollama.ai/library/m/1", gguf(size=9_000))
    in_ollama(tmp_path / ".ollama/models", "registry.ollama.ai/library/m/latest", gguf(size=9_000))
    assert [name for name, _ in seen(environment)] == ["again", "m:1"]


def test_what_is_broken_or_half_there_is_passed_over(environment: dict[str, str], tmp_path: Path) -> None:
    models, ollama = tmp_path / "tailor/models", tmp_path / ".ollama/models"
    put(models / "page.gguf", b"<html>not found</html>")
    put(models / "empty.gguf", b"")
    put(models / "cut.gguf", b"GGUF\3\0")
    put(models / "weights.gguf.part", gguf())
    put(models / "folder.gguf/readme", b"")
    (models / "gone.gguf").symlink_to(tmp_path / "nowhere")
    os.mkfifo(models / "pipe.gguf")
    put(tmp_path / "hf/hub/models--ann--B/blobs/abc.incomplete", gguf())
    in_ollama(ollama, "registry.ollama.ai/library/half/1", gguf(size=7_000), whole=False)
    for name, text in {
        "a": "",
        "b": "[]",
        "c": '{"layers": 7}',
        "d": '{"layers": [{}]}',
        "e": "[" * 9_999,
    }.items():
        put(ollama / "manifests/registry.ollama.ai/library/bad" / name, text.encode())
    assert seen(environment) == []


def test_a_manifest_cannot_lead_out_of_the_folder(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "secret", gguf())
    layer = '{"mediaType": "application/vnd.ollama.image.model", "digest": "../../../secret"}'
    manifest = f'{{"layers": [{layer}]}}'.encode()
    put(tmp_path / ".ollama/models/manifests/registry.ollama.ai/library/bad/1", manifest)
    assert seen(environment) == []


@pytest.mark.parametrize("architecture", ["clip", "t5encoder", "whisper"])
def test_models_that_neither_write_nor_search_are_passed_over(
    architecture: str, environment: dict[str, str], tmp_path: Path
) -> None:
    put(tmp_path / "tailor/models/some.gguf", gguf(architecture))
    put(tmp_path / "tailor/models/mmproj-Big-F16.gguf", gguf())
    assert seen(environment) == []


@pytest.mark.parametrize(
    ("architecture", "task"), [("bert", "searches"), ("gemma-embedding", "searches"), ("llama", "writes")]
)
def test_what_a_model_is_for_is_told_by_its_architecture(
    architecture: str, task: str, environment: dict[str, str], tmp_path: Path
) -> None:
    put(tmp_path / "tailor/models/some.gguf", gguf(architecture))
    assert [one.task for one in found(environment, user_paths(environment))] == [task]


def test_a_model_in_parts_counts_when_all_are_there(environment: dict[str, str], tmp_path: Path) -> None:
    models = tmp_path / "tailor/models"
    put(models / "big-00001-of-00002.gguf", gguf(size=2_000))
    assert seen(environment) == []
    put(models / "big-00002-of-00002.gguf", gguf(size=3_000))
    (one,) = found(environment, user_paths(environment))
    assert (one.name, one.size, one.path.name) == ("big", 5_000, "big-00001-of-00002.gguf")


def test_a_path_of_ones_own_is_taken_or_said_to_be_wrong(tmp_path: Path) -> None:
    assert given_file(str(put(tmp_path / "mine.gguf", gguf()))).name == "mine"
    assert given_file(str(put(tmp_path / "no-suffix", gguf()))).path == tmp_path / "no-suffix"
    with pytest.raises(UsageError, match="not a GGUF file"):
        given_file(str(put(tmp_path / "text.gguf", b"hello")))
    with pytest.raises(UsageError, match="no file"):
        given_file(str(tmp_path / "gone.gguf"))
