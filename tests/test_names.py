"""A strategy's or a method's name exists in code, command line, docs and tables, or nowhere.

Words of the names' families are looked for in every text of the code and the docs: each has to be a name of
`STRATEGIES` or `METHODS`, spelled as there. And each name has to stand wherever people choose or read one.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import memory
import tailor
from memory.generation.methods import METHODS
from tailor.agents.strategies import STRATEGIES
from tailor.cli.bench_customize import bench_customize
from tailor.cli.bench_generate import bench_generate
from tailor.cli.bench_judge import bench_judge
from tailor.cli.customize import customize
from tailor.core.errors import UsageError
from tailor.evaluation.pairs import AGAINST, PLAN, Pair, Vote, duels, table
from tailor.evaluation.pairs import STUDY as PREFERRED
from tailor.evaluation.report import Table, as_csv, as_markdown, as_text
from tailor.evaluation.tables import table_2
from tailor.evaluation.verdicts import STUDY, ResultRow, verdicts
from tailor.runs.generate import GenerateRequest, check
from tailor.screens.generate.options import method_options
from tests.evaluation.customize_case import plan

ROOT = Path(tailor.__file__).parent
DOCS = ROOT.parent / "docs" / "experiments.md"
ROOMS = (ROOT, Path(memory.__file__).parent)
TEXTS = [
    *(file for room in ROOMS for kind in ("py", "txt") for file in room.rglob(f"*.{kind}")),
    *DOCS.parent.glob("*.md"),
    *ROOT.parent.glob("*.md"),
]
FAMILY = re.compile(
    r"\b(?:aag_[\w-]+|aag-no[\w-]+|(?:zero|one|few|many)[_-]?shots?|end[_-]?to[_-]?end|e2e)\b", re.IGNORECASE
)
NAMES = {*STRATEGIES, *METHODS}


def strangers(text: str) -> set[str]:
    """Words of the families that are no name."""
    return set(FAMILY.findall(text)) - NAMES


def printed(table: Table) -> list[str]:
    """The table in its three forms."""
    return [as_text(table), as_markdown(table), as_csv(table)]


def test_no_text_holds_a_name_that_does_not_exist_or_is_spelled_otherwise() -> None:
    found = {file.name: words for file in TEXTS if (words := strangers(file.read_text(encoding="utf-8")))}
    assert found == {}


@pytest.mark.parametrize(
    "word",
    [
        "aag_no_judge",
        "aag_without_critic",
        "aag-no-critic",
        "zero-shot",
        "fewshot",
        "End-to-End",
        "E2E",
        "one_shot",
    ],
)
def test_the_search_sees_a_stranger(word: str) -> None:
    assert strangers(f'"{word}" is chosen') == {word}


def test_strategies_are_the_same_everywhere_one_is_chosen() -> None:
    assert [column.way for column in plan(*STRATEGIES).columns[: len(STRATEGIES)]] == [*STRATEGIES]
    with pytest.raises(UsageError, match=", ".join(STRATEGIES)):
        assert plan("quick").columns


def test_methods_are_the_same_everywhere_one_is_chosen() -> None:
    assert {way.method for way in method_options(True)} <= METHODS.keys()
    with pytest.raises(UsageError, match=", ".join(METHODS)):
        check(GenerateRequest(goal="tea", method="quick"))
    assert AGAINST in METHODS
    assert tuple(METHODS) == (
        *("zero_shot", "few_shot", "rag", "aag", "aag_no_rewrite"),
        *("aag_no_summary", "aag_no_critic", "aag_no_summary_no_critic"),
    ), "as DESIGN 8 has them"


@pytest.mark.parametrize("command", [customize, bench_customize])
def test_the_help_of_the_command_line_names_every_strategy(command: object) -> None:
    said = CliRunner().invoke(command, ["--help"]).output  # type: ignore[arg-type]
    words = " ".join(said.split())
    assert [name for name in STRATEGIES if name not in words] == []


def test_what_the_studies_found_is_kept_under_known_names() -> None:
    assert STUDY.keys() == STRATEGIES.keys() - {"adaptive", "rewrite"}, "all but our own"
    assert PREFERRED.keys() <= METHODS.keys() - {AGAINST}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_name_stands_in_the_docs_and_only_as_it_is_typed(name: str) -> None:
    assert f"`{name}`" in DOCS.read_text(encoding="utf-8")


def test_every_strategy_stands_in_the_tables_as_it_is_typed() -> None:
    made = [ResultRow(case="c1", way=name, prompts="paper", item=name) for name in STRATEGIES]
    for form in printed(table_2(verdicts(made, ()), "paper")):
        assert [name for name in STRATEGIES if name not in form] == []


def test_every_method_stands_in_the_tables_as_it_is_typed() -> None:
    votes = tuple(Vote(showing, 1) for showing in PLAN)
    pairs = [
        Pair(case="c1", other=name, prompts="paper", sample=1, votes=votes) for name in METHODS if name != AGAINST
    ]
    for form in printed(table(duels(pairs, AGAINST), "paper")):
        assert [name for name in METHODS if name not in form] == []


def test_the_docs_name_the_benches_and_their_options_as_they_are() -> None:
    said = DOCS.read_text(encoding="utf-8")
    commands = (bench_customize, bench_generate, bench_judge)
    helps = " ".join(CliRunner().invoke(command, ["--help"]).output for command in commands)
    options = sorted(set(re.findall(r"(?<!-)--[a-z][a-z-]+", said)))
    assert len(options) > 10
    assert [option for option in options if option not in helps] == []
