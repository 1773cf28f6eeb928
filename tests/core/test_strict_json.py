"""What others wrote as JSON is taken whole or refused, in the same words wherever it comes in."""

import time
from pathlib import Path

import pytest

from memory import corpora
from memory.messages import BadRow
from tailor.core.edits import bag_from_text
from tailor.core.errors import ReadError

DEEP = "[" * 5_000 + "]" * 5_000
DEEP_OBJECT = '{"a":' * 5_000 + "1" + "}" * 5_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"edits": [{"op": "replace", "step": 1, "step": 2, "text": "x"}]}', '"step" twice'),
        ('{"edits": [{"op": "replace", "step": 1, "text": "x"}], "edits": []}', '"edits" twice'),
        ('[{"op": "replace", "step": NaN, "text": "x"}]', "NaN"),
        ('[{"op": "replace", "step": 1e400, "text": "x"}]', "1e400"),
        ('[{"op": "replace", "step": ' + "9" * 5_000 + ', "text": "x"}]', "too long"),
        pytest.param('{"edits": ' + DEEP + "}", "nested too deeply", id="deep"),
        pytest.param(DEEP_OBJECT, "nested too deeply", id="deep object"),
        ('{"edits": [}', "column 12 is not JSON"),
    ],
    ids=lambda one: one[:40],
)
def test_edits_in_odd_json_are_refused_in_plain_words(text: str, says: str) -> None:
    with pytest.raises(ReadError) as caught:
        bag_from_text(text)
    assert says in caught.value.message
    assert "recursion" not in caught.value.message
    assert "set_int_max_str_digits" not in caught.value.message


@pytest.mark.parametrize(
    "line",
    [
        '{"goal": "Soup", "goal": "Tea", "steps": ["Boil"]}',
        '{"goal": "Soup", "steps": ["Boil"], "yield": NaN}',
        '{"goal": "Soup", "steps": ["Boil"], "yield": -Infinity}',
        '{"goal": "Soup", "steps": ["Boil"], "yield": ' + "9" * 5_000 + "}",
        '{"goal": "Soup", "steps": ' + DEEP + "}",
        '{"goal": "Soup", "x": ' + DEEP_OBJECT + ', "steps": ["Boil"]}',
    ],
    ids=lambda one: one[:60],
)
def test_a_row_of_a_collection_in_odd_json_is_named_and_the_others_are_taken(tmp_path: Path, line: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(f'{line}\n{{"goal": "Bread", "steps": ["Bake"]}}\n')
    bad, good = list(corpora.opened(str(file), ""))
    assert isinstance(bad, BadRow)
    assert "recursion" not in bad.why
    assert "set_int" not in bad.why
    assert not isinstance(good, BadRow)


def test_a_key_that_is_twice_among_many_is_found_in_linear_time() -> None:
    keys = ",".join(f'"k{number}": 1' for number in range(60_000))
    before = time.process_time()
    with pytest.raises(ReadError, match='"k59999" twice'):
        bag_from_text(f'{{{keys}, "k59999": 2}}')
    assert time.process_time() - before < 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_kind_of_line_end_makes_no_difference_to_edits(end: str) -> None:
    bag = bag_from_text(end.join(["replace(1, Boil milk)", "# why", 'insert(2, "Stir")', "done", ""]))
    assert [(one.op, one.step, one.text) for one in bag.edits] == [
        ("replace", 1, "Boil milk"),
        ("insert", 2, '"Stir"'),
    ]
