"""`tailor memory extract` from the outside: a page, a text and a notebook in, procedures in the memory."""

import json
from pathlib import Path

import pytest

from tailor.cli import bench as bench_means
from tailor.core.errors import ProviderError
from tailor.providers.scripted import Said, Scripted
from tests.cli.conftest import Tailor

PASS = "[PASS] everything"
FILES = {
    "a.html": "<h1>Whet a scythe</h1><p>Wet the stone, then draw it along the blade.</p>",
    "b.md": "# Felt a ball\n\nWet the wool and roll it.",
    "c.ipynb": json.dumps({"cells": [{"cell_type": "markdown", "source": "# Fold a crane\nFold the paper."}]}),
}


def told(goal: str, *steps: str) -> str:
    return f"Goal: {goal}\nResources: water\n" + "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1))


@pytest.fixture
def folder(home: Path) -> Path:
    place = home.parent / "tutorials"
    place.mkdir()
    for name, text in FILES.items():
        (place / name).write_text(text)
    return place


def answering(monkeypatch: pytest.MonkeyPatch, *answers: Said) -> Scripted:
    model = Scripted(answers, name="tiny", host="127.0.0.1:1")

    async def found(*_: object, **__: object) -> Scripted:
        return model

    monkeypatch.setattr(bench_means, "bench_model", found)
    return model


def test_what_passes_goes_into_the_memory_and_what_does_not_is_shown(
    tailor: Tailor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ball = told("Felt a ball of wool", "Wet the wool.", "Roll it.")
    answering(
        monkeypatch,
        *(told("Whet a scythe blade", "Wet the stone.", "Draw it along the blade."), PASS),
        *(told("Felt", "Wet.", "Roll."), f"[FAIL] The goal is vague.\nREVISED\n{ball}", PASS),
        *(told("Fold", "Fold.", "Unfold."), "[FAIL] The steps say too little."),
    )
    ran = tailor("memory", "extract", str(folder))
    assert ran.returncode == 0
    goals = [line.split("\t")[1] for line in ran.stdout.splitlines()]
    assert goals == ["Whet a scythe blade", "Felt a ball of wool"]
    said = ran.stderr
    assert "3 passages will be sent to tiny at 127.0.0.1:1." in said
    assert "b.md, round 1, rewritten: “Felt”" in said
    assert "The goal is vague." in said
    assert "c.ipynb, round 1, not kept: “Fold”" in said
    assert "2 how-tos kept; nothing was found in 1 of 3 passages. An AI model wrote them" in said
    (line,) = tailor("memory", "search", "whet scythe blade", "-k", "1", "--json").stdout.splitlines()
    found = json.loads(line)
    assert (found["goal"], found["resources"]) == ("Whet a scythe blade", ["water"])
    assert found["source"].endswith("a.html, extracted by tiny")


def test_json_gives_kept_and_rejected_whole_and_a_dry_run_keeps_nothing(
    tailor: Tailor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, told("Felt", "Wet.", "Roll."), "[FAIL] vague")
    ran = tailor("memory", "extract", str(folder / "b.md"), "--json", "--dry-run")
    row = json.loads(ran.stdout)
    assert (row["state"], row["why"], row["goal"], row["steps"]) == (
        "rejected",
        ["vague"],
        "Felt",
        ["Wet.", "Roll."],
    )
    assert ran.returncode == 1


def test_a_server_that_is_gone_ends_it_with_exit_four_and_what_was_kept_stays(
    tailor: Tailor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, told("Whet a scythe", "Wet.", "Draw."), PASS, ProviderError("network", "Gone."))
    ran = tailor("memory", "extract", str(folder))
    assert ran.returncode == 4
    assert ran.stdout.split("\t")[1:] == ["Whet a scythe\n"]
    assert "So far 1 how-to kept." in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("extract",), 2),
        (("extract", "none.md"), 2),  # no model is connected
        (("extract", "x.md", "--domain", "space"), 2),
        (("extract", "x.md", "--prompts", "other"), 2),
    ],
)
def test_wrong_usage_is_said(tailor: Tailor, arguments: tuple[str, ...], code: int) -> None:
    ran = tailor("memory", *arguments)
    assert (ran.returncode, ran.stdout) == (code, "")
    assert ran.stderr


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([ProviderError("cut_short", "Too long.", answered=True)] * 3, 4),
        ([ProviderError("cut_short", "Too long.", answered=True), "NO PROCEDURE", "NO PROCEDURE"], 1),
    ],
)
def test_a_model_that_breaks_off_everywhere_is_its_fault_and_texts_that_hold_nothing_are_not(
    tailor: Tailor, folder: Path, monkeypatch: pytest.MonkeyPatch, answers: list[Said], code: int
) -> None:
    answering(monkeypatch, *answers)
    ran = tailor("memory", "extract", str(folder))
    assert (ran.returncode, ran.stdout) == (code, "")
    assert "Too long." in ran.stderr
