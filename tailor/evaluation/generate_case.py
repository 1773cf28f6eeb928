"""One cell of `bench generate`: the app's own generate() on one case, or ten votes on two of its results."""

import zlib
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from memory.messages import MemoryRow
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import BackendInfo
from tailor.core.codec import from_json, to_object
from tailor.core.errors import Fault, ProviderError
from tailor.core.events import Done, Event, Failed, MemoryRecalled, StageStarted
from tailor.core.procedure import Json, Procedure
from tailor.core.protocols import Settings
from tailor.evaluation.folder import read_records
from tailor.evaluation.generation_cases import prompt_domain
from tailor.evaluation.pairs import PLAN, Pair, Vote, asked_for, choice_of, settings_for
from tailor.evaluation.recorded import (
    Cell,
    Cost,
    RecordedModel,
    RecordedRetriever,
    WithSampling,
    cost_of,
    whole_answer,
)
from tailor.runs.generate import GenerateRequest, generate

PAIRS_FILE: Final = "pairs.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationResult:
    """What one method wrote for one case."""

    cell: Cell
    result: Procedure | None = None
    """None: the model failed (an unreadable or cut answer); the cell counts without a result."""
    fault: Fault | None = None
    message: str = ""
    rounds: int = 0
    """Times that the critic's edits were carried out."""
    recalled: int = 0
    """Different procedures of the memory that were used in prompts."""
    cost: Cost = field(default_factory=Cost)


def read_written(path: Path) -> tuple[GenerationResult, ...]:
    """The results of a file, the last of each cell; lines that are no result are skipped."""
    return tuple({one.cell: one for one in read_records(path, partial(from_json, GenerationResult)).read}.values())


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """The pairs of a file, the last of each place; lines that are no pair are skipped."""
    return tuple({one.place: one for one in read_records(path, partial(from_json, Pair)).read}.values())


def row_of(one: GenerationResult | Pair) -> dict[str, Json]:
    """The line of a file; a pair says in words that a model judged it."""
    return to_object(one) | ({"judged_by": "model-judged"} if isinstance(one, Pair) else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """The settings for every case; the defaults are the study's ([AAG] section 4)."""

    k: int = 3
    """Procedures for the draft and for each question."""
    n: int = 4
    """Questions at most."""
    t: int = 3
    """Rounds of the critic at most."""
    temperature: float = 0.7
    domain: str = ""
    """For all cases; "" uses the domain of each case."""
    longest_answer: int | None = None
    """Most tokens of one answer; None: the server's limit."""


async def write(
    case: MemoryRow,
    prompts: PromptSet,
    model: RecordedModel,
    retriever: RecordedRetriever,
    how: How,
    at_once: int = 1,
) -> GenerationResult | ProviderError:
    """What the cell's method wrote, or why it did not finish and must be tried again."""
    request = GenerateRequest(
        goal=case.goal,
        resources=case.resources,
        method=model.cell.way,
        prompts=prompts,
        k=how.k,
        n=how.n,
        t=how.t,
        temperature=how.temperature,
        domain=how.domain or prompt_domain(case.domain),
        seed=zlib.crc32(f"{case.id} {model.cell.sample}".encode("utf-8", "surrogatepass")),
        at_once=at_once,
        run="bench",
    )
    by = BackendInfo(provider="server", model=model.name, host=model.host)
    async with aclosing(generate(request, _drawn(model, how), retriever, by=by)) as stream:
        events = tuple([event async for event in stream])
    if (error := model.unfinished or retriever.unfinished) is not None:
        return error
    return _written(model, events)


async def compare(
    pair: Pair, base: Procedure, other: Procedure, model: RecordedModel, how: How
) -> Pair | ProviderError:
    """The pair with its ten votes, or why it did not finish and must be tried again."""
    votes: list[Vote] = []
    for showing in PLAN:
        answer = await whole_answer(_drawn(model, how), asked_for(showing, base, other), settings_for(showing))
        if model.unfinished is not None:
            return model.unfinished
        votes.append(Vote(showing, choice_of(answer or "")))
    return replace(pair, votes=tuple(votes))


def _written(model: RecordedModel, events: Sequence[Event]) -> GenerationResult:
    made = GenerationResult(
        cell=model.cell,
        rounds=sum(isinstance(event, StageStarted) and event.agent == "perform" for event in events),
        recalled=len({hit.id for event in events if isinstance(event, MemoryRecalled) for hit in event.hits}),
        cost=cost_of(model.calls),
    )
    match events[-1]:
        case Done() as end:
            return replace(made, result=replace(end.result, extra=()))
        case Failed() as end:
            return replace(made, fault=end.fault, message=end.message)
        case last:
            raise AssertionError(f"a bench's run ended with {last.kind}")


def _drawn(model: RecordedModel, how: How) -> WithSampling:
    """The cell's model; each sample has its own seed, so that a server that accepts seeds can repeat it."""

    def settings(given: Settings) -> Settings:
        seed = model.cell.sample if given.seed is None else given.seed
        return replace(given, seed=seed, max_tokens=how.longest_answer)

    return WithSampling(model, settings)
