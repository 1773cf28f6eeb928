"""`tailor follow --plain`: line by line, the place kept, timers said at the next question."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tailor.agents.stages import BackendInfo
from tailor.backend import Backend
from tailor.cli import follow as follow_rescue
from tailor.cli.follow import FollowLines
from tailor.core.edits import Replace
from tailor.core.following import Following, begin, check, go, with_note
from tailor.core.procedure import procedure
from tailor.core.protocols import Answer, OnOutput, Task
from tailor.library.progress import ProgressStore
from tailor.storage import SaveError
from tailor.workspace import Workspace
from tests.cli.conftest import Tailor
from tests.cli.test_faults import serving
from tests.providers.misbehaving import Misbehaving

SOUP = procedure("Soup", ["Boil water.", "Simmer for 20 minutes.", "Serve."])


def soup(monkeypatch: pytest.MonkeyPatch, folder: Path, **instead: object) -> FollowLines:
    """The soup line by line, with these in place of what the command asks, says and hears."""
    for name in instead:
        monkeypatch.setattr(f"tailor.cli.follow.{name}", instead[name])
    return FollowLines(Workspace({"TAILOR_HOME": str(folder)}), begin(SOUP, "soup-ab12.v1", 0.0))


def test_the_place_is_kept_from_one_time_to_the_next(tailor: Tailor) -> None:
    first = tailor("follow", "starter.crusty-bread", "--plain", stdin="y\ny\nm\nwarm\nq\n")
    assert first.returncode == 0
    assert "Your place is kept: step 3 of 11, 2 done." in first.stderr
    again = tailor("follow", "starter.crusty-bread", "--plain", stdin="")
    assert "You are back at step 3; 2 of 11 done." in again.stderr
    assert "your note: warm" in again.stderr
    assert again.stdout == ""


def test_a_second_note_is_added_and_an_empty_one_changes_nothing(tailor: Tailor) -> None:
    tailor("follow", "starter.crusty-bread", "--plain", stdin="m\nwarm\nm\n\nm\nmore salt\nq\n")
    again = tailor("follow", "starter.crusty-bread", "--plain", stdin="")
    assert "your note: warm; more salt" in again.stderr


def test_words_that_a_note_has_no_room_for_are_refused_and_not_cut(tailor: Tailor) -> None:
    said = tailor("follow", "starter.crusty-bread", "--plain", stdin=f"m\nwarm\nm\n{'salt ' * 400}\nq\n").stderr
    assert "A note holds at most 2,000 characters, so these words were not added." in said
    again = tailor("follow", "starter.crusty-bread", "--plain", stdin="").stderr
    assert "your note: warm\n" in again


@pytest.mark.parametrize(("first", "second", "kept"), [(4, 1995, False), (4, 1994, True), (0, 2000, True)])
def test_a_note_is_kept_whole_up_to_its_last_character(
    tailor: Tailor, first: int, second: int, kept: bool
) -> None:
    said = tailor(
        "follow", "starter.crusty-bread", "--plain", stdin=f"m\n{'a' * first}\nm\n{'b' * second}\nq\n"
    ).stderr
    assert ("were not added" in said) is not kept
    again = tailor("follow", "starter.crusty-bread", "--plain", stdin="").stderr
    assert again.count("b" * second) == kept


def test_an_unknown_procedure_is_not_found(tailor: Tailor) -> None:
    assert tailor("follow", "starter.nothing-like-it", "--plain").returncode == 3


def test_a_timer_is_said_at_the_next_question_and_every_question_ends_in_its_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    asked: list[str] = []
    answers = iter(["y", "t", "y", "y"])
    times = iter(range(0, 100_000, 700))

    def ask(question: str, seconds: float | None) -> str | None:
        asked.append(question)
        return next(answers, None)

    lines = soup(monkeypatch, tmp_path, say=said.append, ask=ask, time=lambda: float(next(times)))
    assert lines.follow()
    assert lines.place.finished
    assert any(line.startswith("Time is up") and "20 minutes" in line for line in said)
    assert all(question.endswith("q or ?: ") for question in asked)


@pytest.mark.parametrize("answers", [["q"], ["y", "q"], ["m", "hot", "q"]])
def test_what_another_window_noted_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    kept, begun, keys = ProgressStore(tmp_path / "follow"), begin(SOUP, "soup-ab12.v1", 0.0), iter(answers)

    def ask(question: str, seconds: float | None = None) -> str:
        if (key := next(keys)) == answers[0]:
            kept.keep(with_note(go(begun, 3), "more salt"))
        return key

    assert not soup(monkeypatch, tmp_path, ask=ask).follow()
    end = kept.load(begun.id)
    assert end is not None
    assert end.note_of(3) == "more salt"
    assert end.note_of(1) == ("hot" if "hot" in answers else "")


def test_what_another_window_ticked_meanwhile_stays_also_where_a_place_could_not_be_kept_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, begun, said = ProgressStore(tmp_path / "follow"), begin(SOUP, "soup-ab12.v1", 0.0), list[str]()
    keys = iter(["y", "n", "q"])

    def ask(question: str, seconds: float | None = None) -> str:
        key = next(keys)
        if key == "y":
            kept.keep(check(go(begun, 3)))
            monkeypatch.setattr(ProgressStore, "keep", refuse)
        else:
            monkeypatch.undo()
            soup(monkeypatch, tmp_path, ask=ask, say=said.append)
        return key

    def refuse(store: ProgressStore, place: Following) -> None:
        raise SaveError("No space left.")

    assert not soup(monkeypatch, tmp_path, ask=ask, say=said.append).follow()
    end = kept.load(begun.id)
    assert end is not None
    assert end.done == (1, 3)
    assert "What you did in another window is here too." in said


def test_a_timer_that_ends_while_nobody_answers_is_said_at_once_and_the_question_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    waits: list[float | None] = []
    bells: list[int] = []
    now = [0.0]
    answers: Iterator[str | TimeoutError] = iter(["y", "t", TimeoutError(), "q"])

    def ask(question: str, seconds: float | None) -> str | None:
        waits.append(seconds)
        answer = next(answers)
        if isinstance(answer, TimeoutError):
            assert seconds is not None
            now[0] += seconds
            raise answer
        return answer

    kept = ProgressStore(tmp_path / "follow")
    heard = {"say": said.append, "ask": ask, "time": lambda: now[0], "ring_bell": lambda: bells.append(1)}
    assert not soup(monkeypatch, tmp_path, **heard).follow()
    assert waits == [None, None, 1_200.0, None]
    assert said.count("Time is up: step 2, 20 minutes.") == 1
    assert bells == [1]
    place = kept.load("soup-ab12.v1")
    assert place is not None
    assert place.timers == ()


def test_the_end_keeps_rating_and_words_and_forgets_the_place(tailor: Tailor, home: Path) -> None:
    ran = tailor("follow", "starter.crusty-bread", "--plain", stdin="y\n" * 11 + "7\n4\nwetter\n")
    assert ran.returncode == 0
    assert "Please type a number from 1 to 5." in ran.stderr
    [meta] = (home / "library").glob("*.meta.json")
    kept = json.loads(meta.read_text())
    assert (kept["rating"], kept["made"][0]["notes"]) == (4, "wetter")
    assert list((home / "follow").glob("*.json")) == []
    rows = [json.loads(line) for line in tailor("memory", "export").stdout.splitlines()]
    assert [row["outcome"] for row in rows if row["id"] == "starter.crusty-bread"] == ["good"]


def test_a_rescue_line_by_line_changes_the_steps_ahead_and_they_are_kept_as_a_variant(
    tailor: Tailor, home: Path
) -> None:
    keys = "y\nr\nI have no butter\ny\n\nf\ny\n\n\ny\n"
    ran = tailor("follow", "starter.banana-nut-bread", "--plain", stdin=keys)
    assert "Step 2 of 10: Melt 100 g of margarine" in ran.stderr
    assert "Saved as " in ran.stderr
    assert tailor("library", "check").returncode == 0


def every_agent_says(monkeypatch: pytest.MonkeyPatch, *edits: Replace) -> None:
    """Let a model be connected that gives these edits, whatever it is asked."""

    class Model:
        async def ask(self, task: Task, tell: OnOutput) -> Answer:
            for edit in edits:
                tell(edit)
            return Answer(edits=edits, end="edits" if edits else "none")

    async def backend(*_: object, **__: object) -> Backend:
        return Backend(Model(), BackendInfo(provider="server"))

    monkeypatch.setattr("tailor.workspace.Workspace.backend", backend)


@pytest.mark.parametrize(
    ("edits", "said", "step"),
    [
        ((Replace(step=2, text="Bake for 35 minutes", serves=("R2",)),), "The steps ahead are updated", True),
        ((), "There were no suggestions", False),
    ],
)
def test_what_a_rescue_leaves_though_the_person_ruled_it_out_is_said_then_and_at_its_step(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch, edits: tuple[Replace, ...], said: str, step: bool
) -> None:
    every_agent_says(monkeypatch, *edits)
    Path("eggs.txt").write_text("Egg bread\nYou need: 2 eggs, milk\n1. Whisk the eggs\n2. Bake for 30 minutes\n")
    ran = tailor("follow", "eggs.txt", "--plain", stdin="r\negg allergy; longer\ny\n\ny\nq\n").stderr
    told = ran[ran.index(said) :]
    assert (
        "step 1 still mentions “eggs”." if step else "Step 1 and the list of what you need still mention"
    ) in told
    assert ("! You said “egg allergy”; this step still has eggs." in told) == step
    again = tailor("follow", "eggs.txt", "--plain", stdin="b\nu\nq\n").stderr
    assert ("! You said “egg allergy”; this step still has eggs." in again) == step


def test_a_rescue_of_the_list_alone_says_that_the_steps_stay(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    every_agent_says(monkeypatch, Replace(step=1, text="3 eggs", part="resources", serves=("R1",)))
    Path("eggs.txt").write_text("Egg bread\nYou need: 2 eggs, milk\n1. Whisk the eggs\n2. Bake for 30 minutes\n")
    ran = tailor("follow", "eggs.txt", "--plain", stdin="r\nmore eggs\ny\n\ny\nq\n").stderr
    assert "What you need is updated; the steps stay as they are." in ran
    assert "The steps ahead are updated" not in ran


RESCUED = "r\nI have no butter\ny\n\nf\ny\n4\nmore salt\n"


def test_a_slip_throws_no_changed_step_away(tailor: Tailor, home: Path) -> None:
    ran = tailor("follow", "starter.banana-nut-bread", "--plain", stdin=f"{RESCUED}maybe\n\ny\n")
    assert ran.returncode == 0
    assert len(list((home / "library").glob("*.md"))) == 1


def test_an_end_of_input_saves_no_changed_step_and_throws_none_away(tailor: Tailor, home: Path) -> None:
    ran = tailor("follow", "starter.banana-nut-bread", "--plain", stdin=RESCUED)
    assert ran.returncode == 0
    assert "so nothing was saved. Your place is kept." in ran.stderr
    assert not list((home / "library").glob("*.md"))
    again = tailor("follow", "starter.banana-nut-bread", "--plain", stdin="f\ny\n4\n\ny\n")
    assert "Saved as " in again.stderr
    (kept,) = (home / "library").glob("*.md")
    assert "margarine" in kept.read_text()
    assert "more salt" in "".join(file.read_text() for file in (home / "library").iterdir() if file.is_file())


def test_a_place_that_cannot_be_kept_is_said_and_the_steps_go_on(
    tailor: Tailor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: ProgressStore, following: object) -> None:
        raise SaveError("The disk is full.")

    monkeypatch.setattr(ProgressStore, "keep", full)
    ran = tailor("follow", "starter.crusty-bread", "--plain", stdin="y\ny\nq\n")
    assert ran.returncode == 1
    assert ran.stderr.count("Not saved: The disk is full.") == 3
    assert "Step 3 of 11" in ran.stderr
    assert "Your place is kept" not in ran.stderr


def test_ctrl_c_ends_the_wait_for_a_rescue_and_the_steps_go_on(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(follow_rescue, "listen", asked)
    ran = tailor("follow", "starter.crusty-bread", "--plain", stdin="r\nI forgot the salt\ny\nq\n")
    assert ran.returncode == 0
    assert "Stopped. The steps stay as they are." in ran.stderr
    assert "Your place is kept: step 2 of 11, 1 done." in ran.stderr


def test_a_server_that_fails_a_rescue_is_heard_once_and_the_steps_go_on(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Misbehaving("401")) as url:
        monkeypatch.setenv("TAILOR_BASE_URL", url)
        monkeypatch.setenv("TAILOR_MODEL", "m")
        ran = tailor("follow", "starter.crusty-bread", "--plain", stdin="r\nI forgot the salt\ny\nq\n")
    assert ran.returncode == 0
    assert ran.stderr.count("answers only if you have a key") == 1
    assert "Your place is kept: step 2 of 11, 1 done." in ran.stderr


def test_an_enter_too_many_stops_nothing(tailor: Tailor) -> None:
    said = tailor("follow", "starter.crusty-bread", "--plain", stdin="y\n\ny\nq\n").stderr
    assert "Please type one of y n b" in said
    assert "Your place is kept: step 3 of 11, 2 done." in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Step 1 of 10"),
        ("my phone rang", "did not understand"),
        ("I have no butter\nn\n", "You did not accept anything"),
    ],
)
def test_a_rescue_that_changes_nothing_says_so(tailor: Tailor, words: str, said: str) -> None:
    ran = tailor("follow", "starter.banana-nut-bread", "--plain", stdin=f"r\n{words}\nq\n")
    assert said in ran.stderr
    assert "Your place is kept: step 1 of 10" in ran.stderr


@pytest.mark.parametrize(
    "keys",
    [
        "g\n99\nq\n",
        "g\nx\nq\n",
        pytest.param(f"g\n{'9' * 5_000}\nq\n", id="many figures"),
        "u\nb\nb\nn\nzzz\n?\nq\n",
        "t\nno time\nq\n",
        "t\n\nq\n",
        "l\nw\nf\nn\nq\n",
    ],
)
def test_odd_answers_harm_nothing(tailor: Tailor, keys: str) -> None:
    ran = tailor("follow", "starter.crusty-bread", "--plain", stdin=keys)
    assert ran.returncode == 0
    assert "Your place is kept" in ran.stderr


def test_a_step_is_said_with_the_amounts_of_the_list_that_it_does_not_say(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "bread.md").write_text(
        "# Bread\n\n## Resources\n- 500 g flour\n\n## Steps\n1. Sift the flour.\n2. Bake.\n"
    )
    said = tailor("follow", str(tmp_path / "bread.md"), "--plain", stdin="q\n").stderr
    assert "Step 1 of 2: Sift the flour.\n  amounts: 500 g flour\n" in said


@pytest.mark.parametrize(("answer", "seconds"), [("1", 600), ("2", 720), ("11 minutes", 660)])
def test_of_a_range_one_chooses_the_shorter_the_longer_or_a_time_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, seconds: int
) -> None:
    rice = procedure("Rice", ["Simmer for 10-12 minutes.", "Serve."])
    said: list[str] = []
    answers = iter(["t"])
    soup(monkeypatch, tmp_path, say=said.append, ask=lambda *_: next(answers, None), ask_words=lambda _: answer)
    lines = FollowLines(Workspace({"TAILOR_HOME": str(tmp_path)}), begin(rice, "rice-ab12.v1", 0.0))
    lines.follow()
    assert any("t starts a timer: 10 min or 12 min" in line for line in said)
    assert [timer.seconds for timer in lines.place.timers] == [seconds]


def test_the_keys_that_lead_through_the_steps_on_screen_do_so_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["j", "j", "k"])
    lines = soup(monkeypatch, tmp_path, say=lambda _: None, ask=lambda *_: next(answers, None))
    lines.follow()
    assert lines.place.at == 2


def test_changes_made_on_the_way_are_kept_one_by_one(tailor: Tailor, home: Path) -> None:
    keys = "y\nr\nI have no butter\ny\n\nf\ny\n\n\n9\n1\n"
    ran = tailor("follow", "starter.banana-nut-bread", "--plain", stdin=keys)
    assert "  1. Step 2: Melt 100 g of margarine" in ran.stderr
    assert "y saves all of it, n saves nothing, or type the numbers to save" in ran.stderr
    assert "Please type y, n or numbers." in ran.stderr
    (kept,) = (home / "library").glob("*.md")
    assert kept.read_text().count("argarine") < ran.stderr.split("along the way:")[1].count("argarine")
    assert tailor("library", "check").returncode == 0


def test_what_only_helped_once_is_not_kept_by_yes_alone(tailor: Tailor, home: Path) -> None:
    keys = "y\nr\nI have burnt my hand\ny\n\nf\ny\n\n\ny\n"
    ran = tailor("follow", "starter.banana-nut-bread", "--plain", stdin=keys)
    assert "(this time only)" in ran.stderr
    assert "Save it as your own version? n saves nothing, or type" in ran.stderr
    assert not list((home / "library").glob("*.md"))
