"""Every strategy against a real server whose tiny model says gibberish: a bench ends and is told again."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tailor.core.strategies import STRATEGIES
from tailor.evaluation.benching import Bench, Means
from tailor.evaluation.plan import laid, lay
from tailor.providers.server import Server
from tests.evaluation.customize_case import plan
from tests.providers.test_realserver import SCRIPT, missing

pytestmark = [pytest.mark.realserver, pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")]

BARE = "tailor-reasons-examples-assume_nothing-checklist-resources"
"""The tailor prompts short enough for a model whose every letter is a token."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a running server."""
    command = [sys.executable, str(SCRIPT), str(tmp_path_factory.mktemp("tiny"))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield process.stdout.readline().strip()
        process.stdin.close()
        process.wait(10)


async def test_gibberish_goes_through_every_strategy_and_prompt_set(url: str, tmp_path: Path) -> None:
    asked = plan(*STRATEGIES, prompts=("paper", "tailor", BARE), longest_answer=60, model="tiny", host="127.0.0.1")
    lay(tmp_path, asked)
    one = Bench(tmp_path, asked, Means(model=Server(url, "tiny", None)))
    await one.run()
    assert len(one.results()) == len(asked.jobs)
    assert {row.fault for row in one.results()} <= {None, "bad_answer", "cut_short", "model"}
    again = Bench(tmp_path, laid(tmp_path), Means(model=None, replay=True))
    await again.run()
    assert again.results() == one.results()
