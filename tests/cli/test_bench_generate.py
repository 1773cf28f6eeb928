"""`tailor bench generate` from the outside: over the real memory, refused, stopped, told again."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tailor.cli import bench as bench_means
from tailor.providers.scripted import Scripted
from tests.cli.conftest import Tailor
from tests.cli.test_faults import serving
from tests.evaluation.generate_case import answer
from tests.providers.misbehaving import Misbehaving

CASES: list[dict[str, object]] = [
    {
        "id": "k1",
        "goal": "Pickle green tomatoes",
        "input": ["tomatoes"],
        "steps": ["Slice.", "Pour."],
        "domain": "baking",
    },
    {"id": "k2", "output": "Dry a pumpkin\u2028whole"},
    {"steps": ["no goal"]},
]
SMALL = ("--method", "zero_shot", "--questions", "1", "--rounds", "0", "--prompts", "paper")


@pytest.fixture
def cases(home: Path) -> str:
    return written(home.parent / "cases.jsonl", CASES)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """A model behind the command."""
    made = Scripted(answer, name="tiny", host="127.0.0.1:1")

    async def found(*_: object, **__: object) -> Scripted:
        return made

    monkeypatch.setattr(bench_means, "bench_model", found)
    return made


def written(path: Path, rows: Sequence[Mapping[str, object]]) -> str:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return str(path)


def test_a_bench_is_stopped_gone_on_with_and_told_again_with_neither_model_nor_memory(
    tailor: Tailor, home: Path, cases: str, model: Scripted
) -> None:
    out = home.parent / "out"
    ran = tailor("bench", "generate", cases, *SMALL, "--out", str(out), "--max-calls", "7")
    assert ran.returncode == 1
    assert "1 row of" in ran.stderr
    assert "it has no goal" in ran.stderr
    assert "2 cases: 30 calls to tiny at 127.0.0.1:1." in ran.stderr
    assert "The budget is spent" in ran.stderr
    assert len(model.requests) == 7
    whole = tailor("bench", "generate", cases, *SMALL, "--out", str(out))
    assert whole.returncode == 0
    assert "model-judged: tiny compared" in whole.stdout
    assert len(model.requests) == 30
    for name in ("home/memory", "cases.jsonl"):
        assert (home.parent / name).exists()
    (home.parent / "cases.jsonl").unlink()
    again = tailor("bench", "generate", "--replay", "--out", str(out))
    assert (again.returncode, again.stdout) == (0, whole.stdout)
    assert len(model.requests) == 30
    rows = [
        json.loads(line)
        for line in tailor("bench", "generate", "--replay", "--out", str(out), "--json").stdout.splitlines()
    ]
    assert [(row["case"], row["other"], len(row["votes"])) for row in rows] == [
        ("k1", "zero_shot", 10),
        ("k2", "zero_shot", 10),
    ]
    assert {row["judged_by"] for row in rows} == {"model-judged"}
    assert (out / "generate.md").exists()
    assert list(out.glob("*.csv"))
    assert list(out.glob("*.svg"))


def test_a_case_that_the_memory_holds_is_refused_and_named(tailor: Tailor, home: Path, model: Scripted) -> None:
    held = written(
        home.parent / "held.jsonl", [{"id": "r1", "goal": "PICKLE green  tomatoes!", "steps": ["Eat."]}]
    )
    cases = written(home.parent / "cases.jsonl", CASES[:2])
    ran = tailor("bench", "generate", cases, *SMALL, "--memory", held, "--out", "out")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "case k1: row r1 has the same goal" in ran.stderr
    assert model.requests == []
    ran = tailor(
        "bench", "generate", cases, "--method", "rag", *SMALL[2:], "--memory", held, "--out", "out", "--limit", "1"
    )
    assert "case k1: row r1" in ran.stderr


def test_a_preset_brings_a_memory_of_its_own_without_the_starters(
    tailor: Tailor, home: Path, model: Scripted
) -> None:
    rows = [
        {
            "id": f"s{n}",
            "output": f"build thing {n}",
            "input": [f"p{n}"],
            "steps": [f"do{n} {k}" for k in range(n)],
        }
        for n in range(1, 21)
    ]
    file = written(home.parent / "lc.jsonl", rows)
    ran = tailor("bench", "generate", file, "--preset", "lcstep", *SMALL, "--limit", "1", "--out", "out")
    assert ran.returncode == 0
    said = " ".join(ran.stdout.split())
    assert "Data: lc.jsonl as lcstep, test part. lcstep: 20 how-tos, where the study took 276" in said
    asked = json.loads(Path("out/bench.json").read_text())
    assert asked["memory"]["rows"] == 14
    assert asked["how"]["domain"] == "langchain"
    assert not (home / "memory").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "CASES"),
        (("x.jsonl", "--method", "magic"), "no method"),
        (("x.jsonl", "--method", "aag"), "with itself"),
        (("x.jsonl", "--prompts", "other"), "no prompt set"),
        (("x.jsonl", "--rounds", "99"), "rounds is 99"),
        (("x.jsonl", "--preset", "squad"), "no preset"),
        (("--replay",), "--out"),
    ],
)
def test_wrong_usage_is_said_with_exit_two(
    tailor: Tailor, model: Scripted, arguments: tuple[str, ...], says: str
) -> None:
    ran = tailor("bench", "generate", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert says in ran.stderr


def test_without_a_model_it_says_how_to_connect_one(tailor: Tailor, cases: str) -> None:
    ran = tailor("bench", "generate", cases)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--base-url" in ran.stderr


def test_a_server_that_turns_the_key_down_ends_it_with_the_providers_code_and_no_tables(
    tailor: Tailor, home: Path, cases: str
) -> None:
    with serving(Misbehaving("401")) as url:
        ran = tailor("bench", "generate", cases, *SMALL, "--out", "out", "--base-url", url, "--model", "m")
    assert (ran.returncode, ran.stdout) == (4, "")
    assert "Incorrect API key provided" in ran.stderr
