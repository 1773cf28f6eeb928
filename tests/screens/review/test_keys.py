"""Every key of the Review screen does what DESIGN 10 says, and letters only where no line has the focus."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from textual.actions import parse
from textual.binding import Binding
from textual.pilot import Pilot

from tailor.app import TailorApp
from tailor.core.errors import ContentError
from tailor.screens.dialogs import text_input as editing
from tailor.screens.dialogs.base import Question
from tailor.screens.dialogs.keys_help import KeysHelp
from tailor.screens.dialogs.requirements import RequirementsSheet
from tailor.screens.dialogs.text_input import LineDialog, WordsDialog
from tailor.screens.review.cursor import ReviewCursor, WhyDialog
from tailor.screens.review.decisions import DecisionKeys
from tailor.screens.review.display import EditList
from tailor.screens.review.finish import Finish
from tailor.screens.review.requests import AgentRequests
from tailor.screens.review.screen import FindField, ReviewScreen
from tailor.screens.review.together import Together
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.key_bar import KeyBar
from tailor.screens.widgets.row_list import RowList
from tests.screens.conftest import screen_text, to_the_bottom
from tests.screens.review_case import HINT, LOAF, WHOLE, Bench, FakeSession, begun

Shows: TypeAlias = Callable[[Bench], object]


@pytest.fixture
async def bench(environment: dict[str, str], tmp_path: Path) -> AsyncIterator[Bench]:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        yield await opened(app, pilot, tmp_path)


async def opened(app: TailorApp, pilot: "Pilot[None]", folder: Path) -> Bench:
    """A review that is over, at its second card."""
    made = Bench(app, pilot, FakeSession(record=folder / "r1.jsonl"))
    await made.open()
    await made.give(*WHOLE, end=True)
    made.screen.model.stay(("s1", "e1"))
    return made


def _statuses(bench: Bench) -> str:
    return " ".join(bench.status(number)[:3] for number in range(1, 7))


def _reason(bench: Bench) -> str:
    decision = bench.screen.model.review.decision("e1")
    return decision.reason if decision else ""


# The review has, from top to bottom: e6 (new), e1 at step 1, steps 2 and 3, e2, e4, e3 and e5 at step 4, step 5.
KEYS: list[tuple[str, tuple[str, ...], Shows, object]] = [
    ("j goes down", ("j",), lambda b: b.marked, "step s2"),
    ("the arrow goes down", ("down",), lambda b: b.marked, "step s2"),
    ("k goes up", ("k",), lambda b: b.marked, "e6"),
    ("n goes to the next undecided", ("n",), lambda b: b.marked, "e2"),
    ("p goes to the previous undecided", ("p",), lambda b: b.marked, "e6"),
    ("p goes round the top", ("p", "p"), lambda b: b.marked, "e5"),
    ("end goes to the last", ("end",), lambda b: b.marked, "step r2"),
    ("home goes to the first", ("home",), lambda b: b.marked, "e6"),
    ("page down goes further", ("pagedown",), lambda b: b.marked != "e1", True),
    ("a accepts and goes on", ("a",), lambda b: (b.status(1), b.marked), ("accepted", "e2")),
    ("x rejects and goes on", ("x",), lambda b: (b.status(1), b.marked), ("rejected", "e2")),
    ("space accepts", ("space",), lambda b: b.status(1), "accepted"),
    ("space takes back", ("space", "p", "space"), lambda b: (b.marked, b.status(6)), ("e2", "accepted")),
    ("backspace takes back", ("a", "k", "k", "k", "backspace"), lambda b: b.status(1), "undecided"),
    ("u undoes", ("a", "u"), lambda b: b.status(1), "undecided"),
    ("U redoes", ("a", "u", "U"), lambda b: b.status(1), "accepted"),
    ("ctrl+r redoes", ("a", "u", "ctrl+r"), lambda b: b.status(1), "accepted"),
    ("A accepts all", ("A",), lambda b: _statuses(b), "acc acc acc acc acc acc"),
    ("N rejects the rest", ("a", "N"), lambda b: _statuses(b), "acc rej rej rej rej rej"),
    ("N is one undo step", ("N", "u"), lambda b: _statuses(b), "und und und und und und"),
    ("N with nothing left says so", ("A", "escape", "N"), lambda b: "Nothing is left" in screen_text(b.app), True),
    ("m leaves mentions as they are", ("m",), lambda b: b.screen.model.review.choices.renumber, False),
    ("m m lets them move again", ("m", "m"), lambda b: b.screen.model.review.choices.renumber, True),
    ("m is one undo step", ("m", "u"), lambda b: b.screen.model.review.choices.renumber, True),
    (
        "X asks and rejects by one key",
        ("X", "u"),
        lambda b: _reason(b),
        "unclear",
    ),
    (
        "X takes other words",
        ("X", "o", *"too hot", "enter"),
        lambda b: _reason(b),
        "too hot",
    ),
    ("X and esc decide nothing", ("X", "escape"), lambda b: b.status(1), "undecided"),
    ("e changes a card", ("n", "e", "!", "enter"), lambda b: b.result[3], "Flatten to 1 cm.!"),
    ("e changes a step", ("j", "e", "!", "enter"), lambda b: b.result[1], "Mix flour and water.!"),
    ("e kept as it was changes nothing", ("j", "e", "enter"), lambda b: b.result, LOAF.steps),
    ("o adds a step below", ("j", "o", *"Wait.", "enter"), lambda b: b.result[2], "Wait."),
    ("o marks the new step", ("j", "o", *"Wait.", "enter"), lambda b: b.marked, "you1"),
    ("e changes an own step", ("j", "o", *"Wait.", "enter", "e", "!", "enter"), lambda b: b.result[2], "Wait.!"),
    ("o without words says so", ("j", "o", "enter"), lambda b: "needs some words" in screen_text(b.app), True),
    ("d leaves a step out", ("j", "d"), lambda b: "Mix flour and water." in b.result, False),
    ("x takes an own edit away", ("j", "d", "x"), lambda b: b.result, LOAF.steps),
    (
        "d on a proposed step says x",
        ("n", "d"),
        lambda b: "a suggestion; x rejects" in screen_text(b.app),
        True,
    ),
    ("w says why", ("w",), lambda b: isinstance(b.app.screen, WhyDialog), True),
    ("v shows the Result", ("v",), lambda b: "Result · 5 steps" in screen_text(b.app), True),
    ("v v shows the Original", ("v", "v"), lambda b: "Original · 5 steps" in screen_text(b.app), True),
    ("v v v is back", ("v", "v", "v"), lambda b: b.screen.drawing.view, "marked"),
    (
        "a in another view comes back first",
        ("v", "a"),
        lambda b: (b.screen.drawing.view, b.status(1)),
        ("marked", "undecided"),
    ),
    ("b without a second bag says so", ("b",), lambda b: "one set of suggestions" in screen_text(b.app), True),
    ("c copies the card", ("n", "c"), lambda b: b.app.clipboard, "Flatten to 1 cm."),
    ("C copies the Result", ("C",), lambda b: "5. Cool it." in b.app.clipboard, True),
    ("slash finds", ("slash", *"cool"), lambda b: b.marked, "step s5"),
    ("slash finds the next", ("slash", *"pan", "enter"), lambda b: b.marked, "e3"),
    ("slash and esc go back to the list", ("slash", "z", "escape", "n"), lambda b: b.marked, "e2"),
    (
        "slash says what is missing",
        ("slash", *"zzz"),
        lambda b: "“zzz” was not found" in screen_text(b.app),
        True,
    ),
    ("question mark shows the keys", ("question_mark",), lambda b: isinstance(b.app.screen, KeysHelp), True),
    ("t shows the requirements", ("t",), lambda b: isinstance(b.app.screen, RequirementsSheet), True),
    (
        "i without anything implied says so",
        ("i",),
        lambda b: "nothing else I would" in screen_text(b.app),
        True,
    ),
    ("r says what is sent where", ("j", "r"), lambda b: "Nothing leaves this machine" in screen_text(b.app), True),
    ("r asks about one step", ("j", "r", *"why", "enter"), lambda b: b.session.asked[0][2:], (2, "why")),
    ("r and esc ask nothing", ("j", "r", "escape"), lambda b: b.session.asked, []),
    ("R asks for a rewrite", ("R", "enter"), lambda b: b.session.asked[0][0], "customize"),
    ("V asks Verify", ("V", "enter"), lambda b: b.session.asked[0][0], "verify"),
    ("V and n ask nothing", ("V", "n"), lambda b: (b.session.asked, b.marked), ([], "e1")),
    (
        "enter with nothing to save",
        ("enter",),
        lambda b: "Nothing is accepted yet" in screen_text(b.app),
        True,
    ),
    ("esc in the summary is back", ("A", "escape"), lambda b: b.app.screen is b.screen, True),
    ("esc leaves", ("escape",), lambda b: isinstance(b.app.screen, ReviewScreen), False),
]


async def test_every_key_does_what_it_says(environment: dict[str, str], tmp_path: Path) -> None:
    """Each in a review of its own, all of them in one app: starting it costs more than a key."""
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        for says, keys, shows, expected in KEYS:
            bench = await opened(app, pilot, tmp_path)
            await bench.press(*keys)
            assert shows(bench) == expected, says
            app.clear_notifications()
            app.copy_to_clipboard("")
            await to_the_bottom(pilot)


@pytest.mark.parametrize("view", [("v",), ("v", "v")])
async def test_the_keys_for_first_and_last_scroll_what_is_shown_in_place_of_the_list(
    bench: Bench, view: tuple[str, ...]
) -> None:
    """Whichever they are: Home and End are those of the page as well, others are not."""
    bench.app.set_keymap({"review.first": "g", "review.last": "G"})
    await bench.pilot.resize_terminal(40, 12)
    await bench.mark("s4", "e3")
    await bench.press(*view)
    pane = bench.screen.query_one("#pane", RowList)
    tops = []
    for key in ("g", "G", "g"):
        await bench.press(key)
        tops.append(pane.scroll_offset.y)
    assert tops == [0, pane.max_scroll_y, 0]
    assert pane.max_scroll_y > 0
    assert bench.marked == "e3", "the cursor of the hidden list stays"


async def test_the_result_is_shown_over_the_list_which_stays_laid_out(bench: Bench) -> None:
    """Else every widget would be styled and laid out again, and drawn two or three times until it is there."""
    shown, pane = bench.screen.query_one("#list", EditList), bench.screen.query_one("#pane", RowList)
    size = shown.size
    assert size
    for seen in (True, True, False):
        await bench.press("v")
        assert pane.visible is seen
        assert (shown.size, shown.has_focus) == (size, True)


async def test_letters_are_letters_while_a_line_has_the_focus(bench: Bench) -> None:
    await bench.press("slash", *"axAVu")
    assert bench.screen.query_one("#find", CleanInput).value == "axAVu"
    assert _statuses(bench) == "und und und und und und"


async def test_words_not_kept_wait_for_the_next_time(bench: Bench) -> None:
    await bench.press("n", "e", *" Twice.", "escape")
    assert bench.status(2) == "undecided"
    await bench.press("e")
    assert isinstance(bench.app.screen, WordsDialog)
    await bench.press("enter")
    assert bench.result[3] == "Flatten to 1 cm. Twice."


async def test_the_editor_changes_a_card_and_a_fault_of_it_changes_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editing, "in_editor", lambda app, text: text + " Gently.")
    await bench.press("n", "E")
    assert bench.result[3] == "Flatten to 1 cm. Gently."

    def broken(app: object, text: str) -> str:
        raise ContentError("nano cannot be started.")

    monkeypatch.setattr(editing, "in_editor", broken)
    assert "nano cannot be started." in await bench.press("E")
    assert bench.result[3] == "Flatten to 1 cm. Gently."


async def test_an_editor_left_without_a_change_decides_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    monkeypatch.setattr(editing, "in_editor", lambda app, text: text)
    await bench.press("E")
    assert bench.status(3) == "undecided"
    assert "You changed nothing in the editor" in screen_text(bench.app)


async def test_without_a_terminal_to_lend_the_editor_says_what_to_press(bench: Bench) -> None:
    assert "our words are unchanged" in await bench.press("n", "E")


async def test_requirements_are_switched_reworded_retyped_and_added_and_asking_again_is_offered(
    bench: Bench,
) -> None:
    await bench.press("t", "space", "j", "e", *"!", "enter", "y", "o", *"no nuts", "enter", "enter")
    now = bench.screen.model.review.requirements
    assert bench.screen.model.review.hint == "it is for six people!; no nuts"  # saved as what this was made for
    assert [(one.on, one.text) for one in now] == [
        (False, "I have no oven"),
        (True, "it is for six people!"),
        (True, "no nuts"),
    ]
    assert "Ask again with these wishes?" in screen_text(bench.app)
    await bench.press("y")
    assert bench.session.asked[0][1].requirements == now


async def test_the_header_says_what_was_typed_until_the_wishes_are_changed(bench: Bench) -> None:
    def header() -> str:
        return next(row for row in screen_text(bench.app).split("\n") if row.startswith("   Bake a loaf "))

    assert HINT in header()
    await bench.press("t", "space", "j", "e", *"!", "enter", "enter", "n")
    assert header().rstrip() == "   Bake a loaf   it is for six people!"
    await bench.press("t", "space", "enter", "n")
    assert header().rstrip() == "   Bake a loaf   I have no oven; it is for six people!"


async def test_the_footer_shows_six_keys_with_quit_last_and_is_never_cut(bench: Bench) -> None:
    await bench.press("n", "a")  # only what is accepted can be applied
    words = bench.screen.query_one(KeyBar).render().plain
    for name in ("Accept", "Reject", "Edit", "All", "Apply"):
        assert name in words
    assert words.rstrip().endswith("Quit")


async def test_at_40_columns_accept_reject_apply_and_quit_stay_in_the_footer(bench: Bench) -> None:
    await bench.pilot.resize_terminal(40, 15)
    await bench.press("n", "a")
    await bench.mark("s1", "e1")
    bar = bench.screen.query_one(KeyBar)
    words = bar.render().plain
    assert len(words.rstrip()) <= bar.size.width
    for name in ("a Accept", "x Reject", "Apply", "^q Quit"):
        assert name in words
    await bench.pilot.click(KeyBar, offset=(words.index("Reject") + bar.styles.padding.left, 0))
    await bench.settle()
    assert bench.status(1) == "rejected"


async def test_keys_follow_the_settings_by_id(environment: dict[str, str], tmp_path: Path) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        app.set_keymap({"review.accept": "y"})
        made = await opened(app, pilot, tmp_path)
        await made.press("y")
        assert made.status(1) == "accepted"


async def test_while_agents_work_nothing_more_is_asked(environment: dict[str, str], tmp_path: Path) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        made = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
        await made.open()
        await made.give(*begun())
        for key in "VrR":
            await made.press(key)
            assert not isinstance(app.screen, LineDialog)
            assert "Still working" in screen_text(app)
        assert made.session.asked == []


@pytest.mark.parametrize("typed", ["wu", "ws", "I don't like lemon", "\n\n", "w\n", "\x1b\x1b", "no\n\n"])
async def test_keys_that_come_faster_than_a_window_closes_do_no_harm(bench: Bench, typed: str) -> None:
    await bench.press("X")
    assert isinstance(bench.app.screen, Question)
    await bench.hammer(typed)
    assert bench.app.is_running
    assert not bench.app.return_code
    assert bench.status(2) == "undecided"


async def test_esc_twice_at_once_leaves_one_screen_only(bench: Bench) -> None:
    below = len(bench.app.screen_stack)
    await bench.hammer("\x1b\x1b\x1b")
    assert len(bench.app.screen_stack) == below - 1


async def test_a_question_asked_twice_by_fast_keys_goes_out_once(bench: Bench) -> None:
    await bench.hammer("VV")
    await bench.press("y")
    await bench.press("y")
    assert len(bench.session.asked) == 1


def test_every_key_names_a_method_that_is_there() -> None:
    owners = {
        "decisions": DecisionKeys,
        "together": Together,
        "requests": AgentRequests,
        "cursor": ReviewCursor,
        "finish": Finish,
    }
    for binding in (*ReviewScreen.BINDINGS, *FindField.BINDINGS):
        assert isinstance(binding, Binding)
        _, action, given = parse(binding.action)
        assert callable(getattr(ReviewScreen, f"action_{action}")), binding
        assert action == "do"
        assert callable(getattr(owners[str(given[0])], str(given[1]))), binding
