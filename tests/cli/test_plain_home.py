"""The whole job by ear: pick, requirements, review, save, follow, and a new procedure where nothing fits."""

import re
from pathlib import Path

import pytest

from tailor.cli import console as hearing
from tailor.cli import generate as generate_said
from tailor.cli.setup import add_lines
from tailor.library.store import Library
from tailor.workspace import Workspace
from tests.cli.conftest import Tailor
from tests.library.texts import BREAD


def test_from_the_first_question_to_the_rating_in_one_sitting(tailor: Tailor, home: Path) -> None:
    keys = ["banana", "t", "no butter", "", "y", "q", "y"]
    ran = tailor("--plain", stdin="\n".join([*keys, "f", *"y" * 12, "5", "", "q", ""]))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == ""
    assert re.search(r"Saved as bake-banana-bread\S*\.v1", ran.stderr)
    assert "Every step is done." in ran.stderr
    assert len(list((home / "library").glob("*.meta.json"))) == 1


def test_requirements_are_counted_and_can_be_corrected(tailor: Tailor) -> None:
    keys = [
        "banana",
        "t",
        "no nuts and no oven",
        "o",
        "2",
        "r",
        "1",
        "no walnuts",
        "m",
        "7",
        "1",
        "?",
        "",
        "q",
        "n",
        "q",
    ]
    said = tailor("--plain", stdin="\n".join([*keys, ""])).stderr
    assert "Your wishes:" in said
    assert "2. no oven (off)" in said
    assert "1. no walnuts" in said
    assert "There is no wish 7." in said
    assert "Set a wire rack" not in said


def test_what_nothing_serves_is_told_before_it_is_kept(tailor: Tailor) -> None:
    said = tailor("--plain", stdin="banana\nt\nno butter, no oven\n\ny\nq\ny\nq\n").stderr
    assert said.index("“no oven”") < said.index("Save it in your library")
    assert "serves R1" not in said


def test_where_nothing_fits_a_new_procedure_is_offered(tailor: Tailor) -> None:
    said = tailor("--plain", stdin="zither strings for a walrus\nn\nqqqq\ny\n").stderr
    assert said.count("Write a new one? y or n") == 2
    assert "None of the how-tos here is close enough" in said


@pytest.mark.parametrize(("words", "goal"), [("banan braed", "banana bread"), ("muschroom risoto", "risotto")])
def test_a_mistyped_word_finds_what_it_is_mistyped_from(tailor: Tailor, words: str, goal: str) -> None:
    said = tailor("--plain", stdin=f"{words}\nq\n").stderr
    assert goal in said
    assert "Write a new one" not in said


def test_steps_can_be_heard_before_anything_else_and_another_be_chosen(tailor: Tailor) -> None:
    said = tailor("--plain", stdin="banana\nh\nb\nbread\n1\nzz\n\nt\n\n").stderr
    assert "20 things you need, 10 steps." in said
    assert "match" in said
    assert said.count("Please type t, f, h, b or q") == 2
    assert "Say what is different for you; otherwise there is nothing to tailor." in said


@pytest.mark.parametrize(
    "hint", ["for 8 n no butter", "half of it, no butter", "bit less, no butter", "No butter"]
)
def test_a_wish_said_where_a_key_is_asked_for_is_the_hint_whatever_it_begins_with(
    tailor: Tailor, hint: str
) -> None:
    said = tailor("--plain", stdin=f"banana\n{hint}\n\nq\nn\nq\n").stderr
    assert "no butter" in said.partition("Your wishes:")[2].lower()
    assert "Done with this step?" not in said


def test_the_whole_word_of_a_key_is_the_key_and_other_words_decide_nothing(tailor: Tailor) -> None:
    said = tailor("--plain", stdin="banana\nshow\nFollow\nyes\nnot yet\nyou see\nquit\nquit\n").stderr
    assert "20 things you need, 10 steps." in said
    assert said.count("Please type one of y n b") == 2
    assert "Your place is kept: step 2 of 10, 1 done." in said


@pytest.mark.parametrize("said", ["exit", "stop", "Quit."])
def test_a_word_for_leaving_leaves_and_starts_nothing(tailor: Tailor, said: str) -> None:
    ran = tailor("--plain", stdin=f"banana bread\n{said}\n")
    assert "Your wishes" not in ran.stderr
    assert tailor("review").stdout == ""


def test_what_the_question_itself_says_is_its_key(tailor: Tailor) -> None:
    ran = tailor("--plain", stdin="banana bread\nshow its steps\nq\n")
    assert "Mash 3 very ripe bananas" in ran.stderr


def test_a_sentence_is_no_answer_to_yes_or_no(tailor: Tailor, home: Path) -> None:
    keys = ["banana", "t", "no butter", "", "now what", "accept", "stop", "you decide", "not sure", "no", "q", ""]
    said = tailor("--plain", stdin="\n".join(keys)).stderr
    assert said.count("Please type y or n.") == 2
    assert "Please type one of y n x" in said
    assert not list((home / "library").glob("*.md"))


def test_a_number_as_long_as_a_page_is_no_number(tailor: Tailor) -> None:
    long = "9" * 5_000
    said = tailor("--plain", stdin=f"bread\n{long}\nbanana\nt\nno walnuts\n\nw\n{long}\nq\nn\nq\n").stderr
    assert "There is no such step, so nothing changed." in said
    assert "Save it" in said or "nothing to save" in said


def test_what_always_holds_counts_from_then_on_whatever_it_begins_with(tailor: Tailor) -> None:
    keys = ["banana", "t", "no butter", "", "x", "- no eggs", "y", "q", "t", "no oven", "", "q", "q", ""]
    said = tailor("--plain", stdin="\n".join(keys)).stderr
    assert "Saved: profile me has 1 line, used from now on." in said
    second = said.rpartition("What is different for you")[2]
    assert "no eggs" in second.partition("to decide for")[0], "the next run in the same sitting knows it"


def test_a_procedure_that_cannot_be_read_ends_nothing(tailor: Tailor, home: Path) -> None:
    entry = Library(home / "library").save(BREAD)
    entry.file.write_text(entry.file.read_text().partition("\n---\n")[0] + "\n---\n")
    for key in "fh":
        said = tailor("--plain", stdin=f"{entry.id}\n{key}\nb\n").stderr
        assert "cannot be read: There is no heading" in said
        assert said.count("What do you want to make or do?") == 2


def test_the_end_of_input_is_a_way_out_at_every_question_and_never_a_yes(tailor: Tailor, home: Path) -> None:
    keys = ["banana", "t", "no butter", "", "y", "q"]
    for count in range(len(keys) + 1):
        ran = tailor("--plain", stdin="".join(f"{key}\n" for key in keys[:count]))
        assert ran.returncode == 0
        assert not list((home / "library").glob("*.md"))
    assert "so nothing was saved" in ran.stderr
    way = re.search(r"To continue: tailor review (\w+)\n", ran.stderr)
    assert way
    assert "3 of 3 suggestions applied" in tailor("review", way[1]).stderr


@pytest.mark.parametrize("command", ["--plain", "customize"])
def test_the_end_of_input_never_saves_what_meets_only_part_of_a_wish(
    tailor: Tailor, home: Path, command: str
) -> None:
    if command == "--plain":
        ran = tailor("--plain", stdin="banana\nt\nno butter, no oven\n\ny\nq\ny\n")
    else:
        asked = ("customize", "starter.banana-nut-bread", "--hint", "no butter, no oven", "--plain", "--save")
        ran = tailor(*asked, stdin="y\nq\n")
        assert ran.returncode == 130
    assert "Save it anyway" in ran.stderr
    assert "so nothing was saved" in ran.stderr
    assert "To continue: tailor review " in ran.stderr
    assert not list((home / "library").glob("*.md"))


@pytest.mark.parametrize(("keys", "open_still"), [("d\nd\nq\n", False), ("d\nq\n", True)])
def test_only_what_still_stands_in_the_result_is_pointed_at_after_it_is_saved(
    tailor: Tailor, home: Path, keys: str, open_still: bool
) -> None:
    brush = "# Clean a brush\n\n## You need\n- acetone\n\n## Steps\n1. Dip it in acetone.\n2. Wipe it.\n"
    (home.parent / "brush.md").write_text(brush)
    asked = ("customize", "brush.md", "--hint", "no acetone", "--plain", "--save")
    said = tailor(*asked, stdin=f"{keys}y\n").stderr
    after = said.rpartition("Saved as ")[2]
    assert "Saved as " in said
    assert "please look there" not in after
    assert ("The list of what you need still mentions “acetone”." in after) is open_still


def test_nothing_moves_the_cursor_or_colours_anything(tailor: Tailor) -> None:
    ran = tailor("--plain", stdin="banana\nt\nno oven\n\ny\nx\nno\nn\ns\nq\nn\nf\ny\nt\nq\nq\n")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", ran.stderr)


def test_the_end_of_input_at_the_requirements_asks_nobody(tailor: Tailor, home: Path) -> None:
    ran = tailor("--plain", stdin="banana\nt\nno oven\n")
    assert ran.returncode == 0
    assert "Stopped. Nothing was sent and nothing has changed." in ran.stderr
    assert "at work" not in ran.stderr
    assert not list(home.glob("runs/*"))


def test_a_slip_at_the_last_question_throws_nothing_away(tailor: Tailor, home: Path) -> None:
    said = tailor("--plain", stdin="banana\nt\nno butter\n\ny\nq\nmaybe\n\ny\nq\n").stderr
    assert said.count("Save it in your library? y or n") == 3
    assert len(list((home / "library").glob("*.md"))) == 1


def test_one_goes_on_with_the_variant_also_where_its_original_is_kept_with_it(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.parent / "b.md").write_text("# Bake\n\n## Steps\n1. Preheat the oven.\n2. Let it cool.\n")
    ids = Library.ids
    by_age = lambda self: tuple(sorted(ids(self), key=lambda id: self.load(id).parent is not None))  # noqa: E731
    monkeypatch.setattr(Library, "ids", by_age)  # they come in no order: here the original first
    said = tailor("--plain", stdin="b.md\nt\nno oven\n\nd\nq\ny\ny\nh\nq\n").stderr
    assert "Saved as" in said
    assert "oven" not in said.rpartition("things you need")[2].partition("(t)ailor it")[0]


def test_a_file_that_cannot_be_used_is_said_so_and_nothing_new_is_offered(tailor: Tailor, home: Path) -> None:
    (home.parent / "b.txt").write_bytes(b"1. \0\0")
    said = tailor("--plain", stdin="b.txt\n").stderr
    assert "b.txt contains zero bytes" in said
    assert "Write a new one" not in said


def test_a_file_in_the_own_folder_is_found_as_a_shell_finds_it(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home.parent))
    monkeypatch.setenv("USERPROFILE", str(home.parent))
    (home.parent / "my tea.txt").write_text("Green tea\n1. Boil water\n2. Wait\n")
    assert "0 things you need, 2 steps." in tailor("--plain", stdin="~/my tea.txt\nh\nq\n").stderr


def test_a_new_procedure_is_heard_and_not_printed(tailor: Tailor, home: Path) -> None:
    ran = tailor("--plain", stdin="make a loaf of crusty bread at home\ny\nh\nq\n")
    assert ran.stdout == ""
    assert "Saved as bake-crusty-loaf-bread" in ran.stderr
    assert "14 things you need" in ran.stderr


def test_what_is_there_already_is_tailored_by_the_person_not_behind_their_back(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate_said, "asks", lambda: True)
    goal = "baking a crusty loaf of bread"
    ran = tailor("--plain", stdin=f"{goal}\ny\ny\nhalf of it\ny\nq\ny\nq\n")
    assert ran.stdout == ""
    assert "Accept it?" in ran.stderr
    assert ran.stderr.index("Save it") < ran.stderr.index("Saved as")
    assert len(list((home / "library").glob("*.md"))) == 1
    gone = tailor("--plain", stdin=f"{goal}\ny\n").stderr
    assert "Nothing was sent" in gone
    assert len(list((home / "library").glob("*.md"))) == 1


def test_numbers_of_steps_move_along_only_in_what_was_taken(tailor: Tailor) -> None:
    keys = "banana\nt\nno oven\n\n{}q\ny\nq\n"
    assert "updated" not in tailor("--plain", stdin=keys.format("")).stderr
    assert "mentioned in steps" in tailor("--plain", stdin=keys.format("d\ny\n")).stderr


def test_where_the_person_alone_changed_a_step_nobody_says_that_nothing_was_needed(tailor: Tailor) -> None:
    keys = ["banana", "t", "no oven", "o", "1", "", "w", "1", "c", "Line a tin.", "", "y", "q", ""]
    said = tailor("--plain", stdin="\n".join(keys)).stderr
    assert "Saved as" in said
    assert "no changes needed" not in said


@pytest.mark.parametrize("keys", [["y"], ["y", "q"]], ids=["at a card", "at the last question"])
def test_ctrl_c_in_a_review_says_how_one_goes_on_with_it(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch, keys: list[str]
) -> None:
    answers = iter(["banana", "t", "no butter", "", *keys])

    def hear(seconds: float | None = None) -> str:
        if (answer := next(answers, None)) is None:
            raise KeyboardInterrupt
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(hearing, "read_line", hear)
        ran = tailor("--plain")
    assert ran.returncode == 130
    way = re.search(r"To continue: tailor review (\w+)\n", ran.stderr)
    assert way
    again = tailor("review", way[1])
    assert "3 of 3 suggestions applied" in again.stderr


def test_a_line_that_another_tailor_kept_meanwhile_counts(tailor: Tailor, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["banana", "t", "no eggs", None, "t", "no oven", None, None])

    def hear(seconds: float | None = None) -> str | None:
        if (answer := next(answers)) == "no oven":
            add_lines(Workspace(), "me", ("no walnuts",))
        return answer

    monkeypatch.setattr(hearing, "read_line", hear)
    assert "2. no walnuts" in tailor("--plain").stderr


def test_a_wish_that_is_not_met_is_named_and_keeping_it_takes_a_second_yes(tailor: Tailor, home: Path) -> None:
    talk = "banana\nt\nno butter, no oven\n\ny\nq\n"
    ran = tailor("--plain", stdin=f"{talk}y\nn\nq\n")
    assert re.search(r"not met\. Save it anyway\? y or n: ", ran.stderr)
    assert "Saved as" not in ran.stderr
    assert "Saved as" in tailor("--plain", stdin=f"{talk}y\ny\nq\n").stderr


def test_a_line_that_is_too_long_ends_nothing_and_is_asked_for_again(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "LONGEST_LINE", 1_000)
    long = "x" * 1_001
    ran = tailor("--plain", stdin="\n".join([long, "banana", "t", "no butter", "", "y", long, "q", "y", "q", ""]))
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("more than 1,000 characters. Tailor ignored that line, and nothing is lost.") == 2
    assert "Saved as bake-banana-bread" in ran.stderr


def test_what_follows_a_line_that_is_too_long_is_not_taken_for_its_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "LONGEST_LINE", 1_000)
    (tmp_path / "typed").write_text("x" * 5_000 + "\nno oven\n")
    with (tmp_path / "typed").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert hearing.ask("What? ") == "no oven"
