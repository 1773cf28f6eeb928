"""Every strategy against a real server whose tiny model says gibberish: a bench ends and is told again."""

from pathlib import Path

from tailor.agents.strategies import STRATEGIES
from tailor.evaluation.customize_bench import CustomizeBench, CustomizePlan
from tailor.evaluation.folder import laid, lay
from tailor.providers.server import Server
from tests.evaluation.customize_case import plan
from tests.providers.tiny_server import REALSERVER

pytestmark = REALSERVER

BARE = "tailor-reasons-examples-assume_nothing-checklist-resources"
"""The tailor prompts short enough for a model whose every letter is a token."""


async def test_gibberish_goes_through_every_strategy_and_prompt_set(url: str, tmp_path: Path) -> None:
    asked = plan(*STRATEGIES, prompts=("paper", "tailor", BARE), longest_answer=60, model="tiny", host="127.0.0.1")
    lay(tmp_path, asked)
    one = CustomizeBench(tmp_path, asked, Server(url, "tiny", None))
    await one.run()
    assert len(one.results()) == len(asked.jobs)
    assert {row.fault for row in one.results()} <= {None, "bad_answer", "cut_short", "model"}
    again = CustomizeBench(tmp_path, laid(tmp_path, CustomizePlan), None, replay=True)
    await again.run()
    assert again.results() == one.results()
