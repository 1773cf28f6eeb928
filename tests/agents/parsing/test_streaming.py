"""What a reader says while the text is still coming."""

from tailor.agents.parsing import EditParser, StepParser, read_steps
from tailor.core.edits import Edit, Flagged, Insert, Replace


def test_edit_1_is_there_before_edit_2_begins() -> None:
    reader = EditParser(6)
    assert reader.feed("# because it rains [R1]\nreplace(2, Take (both) coats)") == ()
    given = reader.feed("\n")
    assert given == (Replace(step=2, text="Take (both) coats", reason="it rains", serves=("R1",)),)
    assert reader.feed("insert(3, Close") == ()


def test_a_list_in_one_text_is_given_at_its_closing_line() -> None:
    reader = EditParser(6)
    assert reader.feed("replace(2,\n1. Sit\n2. Stand\n") == ()
    assert [edit.text for edit in map(_edit, reader.feed(")\n"))] == ["Sit", "Stand"]


def test_an_edit_that_does_not_balance_waits_for_the_next_head() -> None:
    reader = EditParser(6)
    assert reader.feed("replace(2, Fold the (large map)\n") == ()
    assert [_edit(each).text for each in reader.feed("insert(3, Go)\n")] == ["Fold the (large map)", "Go"]


def test_json_comes_at_the_end_because_lines_would_win() -> None:
    reader = EditParser(6)
    assert reader.feed('[{"op": "insert", "step": 2, "text": "Hum"}]\n') == ()
    assert reader.close() == (Insert(step=2, text="Hum"),)


def test_the_end_mark_is_seen_as_it_comes() -> None:
    reader = EditParser(6)
    reader.feed("replace(2, Sing)\ndon")
    assert not reader.ended
    reader.feed("e\n")
    assert reader.ended


def test_texts_of_more_than_5000_characters_are_flagged_and_reasons_are_cut() -> None:
    reader = EditParser(6)
    reader.feed("replace(2, " + "la " * 9_000 + ")\n# because " + "so " * 9_000 + "\ninsert(2, Stop)\n")
    assert [(one.why, len(one.edit.text)) for one in reader.flagged] == [("too_long", 5_000)]
    assert [edit.text for edit in reader.edits] == ["Stop"]
    assert len(reader.edits[0].reason) <= 5_000


def test_a_step_that_is_too_long_is_cut_and_told() -> None:
    reader = StepParser()
    reader.feed("1. Mix\n2. " + "la " * 70_000 + "\n3. Bake\n4. " + "one line\n   " * 2_000)
    reader.close()
    assert [len(step) for step in reader.steps] == [3, 5_000, 4, 5_000]
    assert reader.cut == (2, 4)


def test_what_was_not_taken_of_a_list_is_told() -> None:
    told = list(read_steps("1. Mix\n2. " + "la " * 70_000 + "\n3. " + "hm " * 70_000).remarks())
    assert [one.startswith("Steps 2, 3 are longer than 5,000 characters") for one in told] == [True]
    assert not list(read_steps("Sure!\n\n1. Mix\n2. Bake\n\nEnjoy!").remarks())


def test_step_k_is_there_when_step_k_plus_1_begins() -> None:
    reader = StepParser()
    assert reader.feed("1. Wet the brush\nwell\n2. Paint") == ()
    assert reader.feed("\n") == ("Wet the brush well",)
    assert reader.close() == ("Paint",)


def _edit(each: Edit | Flagged) -> Edit:
    assert not isinstance(each, Flagged)
    return each
