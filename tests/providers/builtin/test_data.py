import json
import re
from pathlib import Path

import pytest

import tailor.providers.builtin.knowledge as knowledge
from tailor.core.errors import DamagedError
from tailor.providers.builtin.circumstances import circumstances
from tailor.providers.builtin.equipment import devices
from tailor.providers.builtin.wording import glossary

DATA = Path(knowledge.__file__).parent / "data"
FILES = sorted(DATA.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_says_what_it_is_and_never_clears_anything(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(json.loads(text)["about"]) > 40
    assert not re.search(r"\bsafe\b(?!-)|free from", text.replace("microwave-safe", ""))


def test_every_ingredient_is_whole_and_named_once() -> None:
    seen: dict[str, str] = {}
    for one in knowledge.ingredients():
        for word in one.words:
            assert word not in seen, (word, one.id, seen.get(word))
            assert word == word.strip()
            seen[word] = one.id
        for swap in one.swaps:
            assert len(swap.reason) > 20
            assert 0 < swap.ratio <= 2
            assert bool(swap.counted) == bool(swap.counted_plural)
            assert bool(swap.prepare) == bool(swap.per)
            for name, amount, unit in swap.per:
                assert amount > 0
                assert unit
                assert f"{{{name}}}" in swap.prepare


def test_every_device_can_be_told_and_has_a_reason_for_what_it_changes() -> None:
    assert len({device.id for device in devices()}) == len(devices())
    for device in devices():
        assert device.constraint or (device.cues and device.used)
        assert device.reason or not device.steps
        for change in (*device.steps, *device.resources):
            assert len(re.findall(r"\\(\d)", change.become)) <= change.find.groups + 3
            for group in re.findall(r"\\(\d)", change.become):
                assert int(group) <= change.find.groups


def test_every_circumstance_adds_a_whole_sentence_with_a_reason() -> None:
    for one in circumstances():
        assert one.cues
        assert one.step.endswith(".")
        assert one.reason.endswith(".")


def test_every_term_is_explained_in_a_few_words() -> None:
    for _, term, means in glossary():
        assert term
        assert 5 < len(means) < 130


@pytest.mark.parametrize(
    "entry",
    [{"id": "x"}, {"id": "x", "words": ["y"], "swaps": [{"name": "z"}]}, {"id": "x", "words": "y", "swaps": []}],
)
def test_a_cook_who_forgets_something_is_told(entry: dict[str, object]) -> None:
    with pytest.raises(DamagedError):
        knowledge._ingredient(entry)  # type: ignore[arg-type]  # what a file may hold
    with pytest.raises(DamagedError):
        knowledge.pattern("(")
    with pytest.raises(DamagedError):
        knowledge.file("no such file")
