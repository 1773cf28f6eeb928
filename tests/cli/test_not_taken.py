"""Whatever was not taken as it came is told, in the run and at its end, and no result without steps is taken."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.backend import Backend
from tailor.core.errors import ProviderError
from tailor.providers.scripted import Said, Scripted
from tests.cli.conftest import Ran, Tailor

BREAD = "Bake bread\n1. Mix\n2. Knead\n3. Bake\n"
NOT_TAKEN = {
    f"replace(2, {'la ' * 70_000})": "longer than 5,000 characters: replace(2)",
    "replace(9, Rest)": "no such place: replace(9)",
    "insert(12, Rest)": "no such place: insert(12)",
    "replace(r4, Salt)": "no such place: replace(r4)",
    "replace(1, Mix well)\nreplace(1, Stir)": "another suggestion for that place came first: replace(1)",
    "replace(2.5, Rest)": "not understood: “replace(2.5, Rest)”",
    json.dumps([{"op": "replace", "step": 10**400, "text": "Rest"}]): "no such place: replace(1000000000)",
}


@pytest.fixture
def run(tailor: Tailor, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Tailors bread with a model whose every agent gives this answer."""

    def ran(answer: Said, *arguments: str) -> Ran:
        async def backend(*_: object, **__: object) -> Backend:
            return Backend(ModelAgents(Scripted(lambda _: answer)), BackendInfo(provider="scripted"))

        monkeypatch.setattr("tailor.workspace.Workspace.backend", backend)
        Path("bread.txt").write_text(BREAD)
        return tailor("customize", "bread.txt", "--hint", "no oven", "--strategy", "unified", *arguments)

    return ran


@pytest.mark.parametrize("answer", NOT_TAKEN, ids=lambda answer: str(answer)[:20])
def test_what_could_not_be_used_is_told_at_the_end(run: Callable[..., Ran], answer: str) -> None:
    ran = run(f"{answer}\ninsert(3, Cool)\ndone" if answer[0] != "[" else answer)
    assert ran.returncode == 0, ran.stderr
    told = [line for line in ran.stderr.splitlines() if "could not be used" in line]
    assert len(told) == 1
    assert NOT_TAKEN[answer] in told[0]
    assert "la la" not in ran.stdout


@pytest.mark.parametrize("answer", NOT_TAKEN, ids=lambda answer: str(answer)[:20])
def test_what_could_not_be_used_is_an_event_of_the_run(run: Callable[..., Ran], answer: str) -> None:
    events = [json.loads(line) for line in run(answer, "--json").stdout.splitlines()]
    assert any(event["kind"] == "edit_flagged" for event in events)


def test_what_broke_off_is_told_once_and_what_came_whole_is_counted(run: Callable[..., Ran]) -> None:
    cut = ProviderError("cut_short", "It stopped.", title="The answer is cut short")
    ran = run(["insert(3, Cool)\nreplace(1, Mix (well", cut])
    assert ran.returncode == 4
    assert "1 edit could not be used: cut off in the middle: replace(1)." in ran.stderr
    assert "The answer is cut short: It stopped. 1 complete suggestion is kept." in ran.stderr
    ran = run(["replace(1, Mix well)", cut])
    assert "The answer is cut short: It stopped. 1 complete suggestion is kept." in ran.stderr


def test_it_is_told_of_a_run_that_fails_too(run: Callable[..., Ran]) -> None:
    ran = run("replace(2.5, Rest)")
    assert ran.returncode == 4
    assert "not understood: “replace(2.5, Rest)”" in ran.stderr
    assert run("replace(1, Mix well)\ndone").stderr.count("could not be used") == 0


@pytest.mark.parametrize("how", ["careful", "all"])
def test_the_deletion_of_every_step_is_not_taken_in_bulk(run: Callable[..., Ran], how: str) -> None:
    ran = run("delete(1)\ndelete(2)\ndelete(3)\ndone", "--accept", how)
    assert ran.returncode == 0
    assert all(step in ran.stdout for step in ("Mix", "Knead", "Bake"))
    assert ran.stderr.splitlines()[-1].startswith(
        "0 of 3 suggestions applied; 3 deletions not applied, because that would leave no steps"
    )


def test_a_profile_line_that_would_be_read_in_part_is_refused(run: Callable[..., Ran]) -> None:
    ran = run("done", "--profile", "no nuts " * 20_000)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "A line of your profile is too long" in ran.stderr
