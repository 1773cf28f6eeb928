"""Every method against a real llama.cpp server whose tiny model says gibberish: a bench ends and is told again."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tailor.core.protocols import Chunk, Message, Model, Settings
from tailor.evaluation.folder import laid, lay
from tailor.evaluation.generate_bench import GenerateBench, GeneratePlan
from tailor.providers.server import Server
from tests.evaluation.generate_case import PLAN, Shelf
from tests.providers.tiny_server import REALSERVER

pytestmark = REALSERVER

LINE = "line ::= [A-Z] [a-z ]{5,20} [a-z]\n"
GRAMMARS = {
    "Which of the two is better?": 'root ::= line ".\\nbetter: " [12] "\\n"\n' + LINE,
    "queries": 'root ::= "queries:\\n- How " line "?\\n- What " line "?\\n"\n' + LINE,
    "BEGIN QUESTION": 'root ::= line ".\\n"\n' + LINE,
    "NO UPDATE REQUIRED": 'root ::= ("- " line ".\\n") | "NO UPDATE REQUIRED\\n"\n' + LINE,
}
STEPS = 'root ::= "1. " line ".\\n2. " line ".\\n3. [[ " line " ]]\\n"\n' + LINE


@dataclass(frozen=True, slots=True)
class Formed:
    """The tiny model, held to the form that each agent is asked for."""

    model: Model
    name: str = "tiny"
    host: str = "127.0.0.1"
    takes_grammar: bool = True

    def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        text = "\n".join(one.content for one in messages)
        grammar = next((found for mark, found in GRAMMARS.items() if mark in text), STEPS)
        stream = self.model.stream(messages, replace(settings, grammar=grammar, max_tokens=300))
        assert isinstance(stream, AsyncGenerator)
        return stream


async def test_gibberish_in_form_goes_through_every_method_and_every_vote(url: str, tmp_path: Path) -> None:
    plan = replace(PLAN, prompts=("paper",), how=replace(PLAN.how, k=1), model="tiny", judge="tiny")
    lay(tmp_path, plan)
    one = GenerateBench(tmp_path, plan, Formed(Server(url, "tiny", None)), Shelf())
    await one.run()
    assert [row.cell.way for row in one.written if row.result is None] == []
    assert [len(pair.votes) for pair in one.pairs] == [10] * 14
    again = GenerateBench(tmp_path, laid(tmp_path, GeneratePlan), None, None)
    await again.run()
    assert (again.written, again.pairs) == (one.written, one.pairs)


async def test_gibberish_without_form_ends_too_and_every_method_is_said_to_have_failed(
    url: str, tmp_path: Path
) -> None:
    plan = replace(
        PLAN, prompts=("paper",), how=replace(PLAN.how, k=1, longest_answer=20), model="tiny", judge="tiny"
    )
    lay(tmp_path, plan)
    one = GenerateBench(tmp_path, plan, Server(url, "tiny", None), Shelf())
    await one.run()
    assert {row.fault for row in one.written} <= {"cut_short", "model", "bad_answer"}
    assert {pair.missing for pair in one.pairs} == {"both"}
