"""The folder of a bench."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from tailor.core.errors import DamagedError, NotFoundError, UsageError
from tailor.core.procedure import Json
from tailor.evaluation.folder import Busy, Plan, alone, lay, read_asked, usual_folder

ASKED: dict[str, Json] = {"bench": "customize", "cases": "c1", "model": "small", "strategies": ["reverse"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Plan):
    """A plan that asks for whatever it is given."""

    about: ClassVar[str] = "bench"
    what: dict[str, Json]

    def asked(self) -> dict[str, Json]:
        return self.what


def begin(folder: Path, what: dict[str, Json]) -> None:
    lay(folder, Asked(cases=(), what=what))


def test_what_was_asked_is_written_down_with_the_version(tmp_path: Path) -> None:
    begin(tmp_path / "b", ASKED)
    assert read_asked(tmp_path / "b") == {**ASKED, "tailor": read_asked(tmp_path / "b")["tailor"]}


def test_the_grid_of_a_bench_may_grow(tmp_path: Path) -> None:
    begin(tmp_path, ASKED)
    begin(tmp_path, {**ASKED, "strategies": ["reverse", "unified"]})
    assert read_asked(tmp_path)["strategies"] == ["reverse", "unified"]


@pytest.mark.parametrize("key", ["model", "cases", "bench"])
def test_a_folder_holds_one_bench_and_says_what_differs(tmp_path: Path, key: str) -> None:
    begin(tmp_path, ASKED)
    with pytest.raises(UsageError, match=r"begun with (an)?other.*--out"):
        begin(tmp_path, {**ASKED, key: "other"})
    assert read_asked(tmp_path)[key] == ASKED[key]


def test_a_bench_of_another_version_is_not_mixed_with_this_one(tmp_path: Path) -> None:
    begin(tmp_path, ASKED)
    old = {**read_asked(tmp_path), "tailor": "0.0.1"}
    (tmp_path / "bench.json").write_text(json.dumps(old))
    with pytest.raises(UsageError, match="another version of Tailor"):
        begin(tmp_path, ASKED)


def test_no_bench_and_a_broken_one_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read_asked(tmp_path)
    (tmp_path / "bench.json").write_text("{half")
    with pytest.raises(DamagedError, match="not touched"):
        read_asked(tmp_path)


def test_the_same_question_has_the_same_usual_folder(tmp_path: Path) -> None:
    one = usual_folder(tmp_path, "customize", "My cases", ASKED)
    assert one == usual_folder(tmp_path, "customize", "My cases", dict(reversed(ASKED.items())))
    assert one != usual_folder(tmp_path, "customize", "My cases", {**ASKED, "model": "large"})
    assert one.name.startswith("customize-my-cases-")


def test_two_processes_never_work_on_one_bench_and_a_dead_one_does_not_count(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\nfrom tailor.evaluation.folder import alone\n"
        "with alone(pathlib.Path(sys.argv[1])):\n    print('in', flush=True)\n    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"in\n"
        with pytest.raises(Busy), alone(tmp_path):
            pass
        other.kill()
        other.wait()
    with alone(tmp_path):
        pass
