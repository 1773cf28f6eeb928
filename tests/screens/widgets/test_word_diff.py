"""How a change of a step is drawn."""

from tailor.screens.widgets.word_diff import sides, unified

OLD = "Run: ```sh ⏎ if a; then ⏎   make one ⏎ fi ⏎ ``` Wait."


def test_a_change_in_code_is_drawn_on_the_lines_of_the_code() -> None:
    new = OLD.replace("one", "two")
    assert unified(OLD, new).plain == "Run:\n  if a; then\n    make one\n  two\n  fi\nWait."
    assert [side.plain for side in sides(OLD, new)] == [
        f"Run:\n  if a; then\n    make {word}\n  fi\nWait." for word in ("one", "two")
    ]
