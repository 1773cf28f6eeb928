"""`bench generate`: its plan in `bench.json`, its results, and the run that writes with each method and compares.

A cell is either the app's own generate() on one case, or ten votes on two results for it. Results and votes are
saved as they come. The command line supplies models and memory; without a model, the bench is recomputed from its
records.
"""

import asyncio
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import ClassVar, Final, TypeAlias, cast

from memory.client import Memory
from memory.generation.agents import Retriever
from memory.generation.methods import METHODS
from memory.generation.methods import calls as calls_of
from memory.messages import LIBRARY, STARTER, Imported, MemoryRow
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import BackendInfo
from tailor.core.codec import from_json, to_object
from tailor.core.errors import ProviderError, UsageError
from tailor.core.events import Failed, MemoryRecalled, StageStarted
from tailor.core.procedure import Json
from tailor.core.protocols import Model, Settings
from tailor.evaluation.cases import digest
from tailor.evaluation.folder import RESULTS_FILE, Plan, add_line, read_records, write_records
from tailor.evaluation.generation_cases import Leak, Leaks, prompt_domain
from tailor.evaluation.pairs import AGAINST, PLAN, GenerationResult, Pair, Vote, asked_for, choice_of, settings_for
from tailor.evaluation.recorded import (
    RECALLS_FILE,
    Bench,
    Cell,
    Recalls,
    RecordedModel,
    RecordedRetriever,
    WithSampling,
    cost_of,
    ended,
    whole_answer,
)
from tailor.evaluation.runner import OnProgress, work_through
from tailor.runs.generate import GenerateRequest, generate
from tailor.storage import SaveError

PAIRS_FILE: Final = "pairs.jsonl"


def read_written(path: Path) -> tuple[GenerationResult, ...]:
    """Read the results of a file, the last of each cell; other lines are skipped."""
    return read_records(path, partial(from_json, GenerationResult), lambda one: one.cell).read


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """Read the pairs of a file, the last of each cell; other lines are skipped."""
    return read_records(
        path, partial(from_json, Pair), lambda one: (one.case, one.other, one.prompts, one.sample)
    ).read


def row_of(one: GenerationResult | Pair) -> dict[str, Json]:
    """The JSON line of a result or pair; a pair says in words that a model judged it."""
    return to_object(one) | ({"judged_by": "model-judged"} if isinstance(one, Pair) else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """The settings for every case, as in GenerateRequest; the defaults are the study's ([AAG] section 4)."""

    k: int = 3
    n: int = 4
    t: int = 3
    temperature: float = 0.7
    domain: str = ""
    """For all cases; "" uses the domain of each case."""
    longest_answer: int | None = None
    """Most tokens per answer; None: the server's limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The memory at the start of the bench."""

    rows: int
    embedder: str
    digest: str
    """A hash of all rows: another digest means another memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratePlan(Plan):
    """The cases, the methods and how they write."""

    about: ClassVar[str] = "bench of generation"
    must_match: ClassVar[Mapping[str, str]] = {
        "judge": "another judge",
        "memory": "another memory, or this one has changed since",
        "how": "other settings",
    }
    cases: tuple[MemoryRow, ...]
    methods: tuple[str, ...]
    """The methods compared with `against`."""
    against: str = AGAINST
    prompts: tuple[PromptSet, ...] = ("tailor",)
    how: How = field(default_factory=How)
    memory: Held | None = None
    data: str = ""
    """A sentence for the report about the cases and how they differ from the study's data."""

    def asked(self) -> dict[str, Json]:
        more: dict[str, Json] = {"cases": digest(self.cases, end="\n"), "temperature": self.how.temperature}
        return {"bench": "generate", **to_object(self), **more}

    @property
    def calls(self) -> tuple[int, int]:
        """The fewest and the most calls of the whole plan, including votes but not repair turns."""
        runs = len(self.cases[: self.limit]) * len(self.prompts) * self.samples
        each = [calls_of(method, self.how.n, self.how.t) for method in (self.against, *self.methods)]
        votes = len(self.methods) * len(PLAN)
        return runs * (sum(low for low, _ in each) + votes), runs * (sum(high for _, high in each) + votes)


@dataclass(frozen=True, slots=True)
class WriteJob:
    """One method writes the procedure for one case."""

    cell: Cell
    case: MemoryRow


@dataclass(frozen=True, slots=True)
class CompareJob:
    """Two procedures for a case are compared once both are written."""

    cell: Cell
    pair: Pair
    base: Cell
    other: Cell


Job: TypeAlias = WriteJob | CompareJob


def methods_named(names: Sequence[str], against: str) -> tuple[str, ...]:
    """The methods to compare with `against`, without duplicates; all others if none is named.

    UsageError names what is unknown.
    """
    for name in (*names, against):
        if name not in METHODS:
            raise UsageError(f'There is no method "{name[:60]}". Choose from {", ".join(METHODS)}.')
    others = tuple(name for name in dict.fromkeys(names or METHODS) if name != against)
    if not others:
        raise UsageError(f"{against} cannot be compared with itself. Name another method with --method.")
    return others


def jobs(plan: GeneratePlan) -> Iterator[Job]:
    """Yield all jobs case by case, so that a stopped bench has complete cases.

    A comparison comes after both of its writings.
    """
    for case, prompts, sample in product(plan.cases[: plan.limit], plan.prompts, range(1, plan.samples + 1)):
        base = Cell(case.id, plan.against, prompts, sample)
        yield WriteJob(base, case)
        for method in plan.methods:
            other = replace(base, way=method)
            yield WriteJob(other, case)
            pair = Pair(case=case.id, other=method, prompts=prompts, sample=sample)
            yield CompareJob(pair.cell(plan.against), pair, base, other)


_FILES: Final[Mapping[type[GenerationResult | Pair], str]] = {GenerationResult: RESULTS_FILE, Pair: PAIRS_FILE}


@dataclass
class GenerateBench(Bench[GeneratePlan]):
    model: Model | None
    """None: a replay from the records."""
    retriever: Retriever | None
    judge: Model | None = None
    """The model that compares; None: `model`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.judge = self.judge or self.model
        self._recalls = Recalls(self.folder / RECALLS_FILE)
        self._kept: dict[Cell, GenerationResult | Pair] = {}
        if self.model is not None:  # a replay recomputes them all
            self._kept |= {one.cell: one for one in read_written(self.folder / RESULTS_FILE)}
            self._kept |= {one.cell(self.plan.against): one for one in read_pairs(self.folder / PAIRS_FILE)}
        self._ended: dict[Cell, asyncio.Event] = {}
        self._errors: dict[Cell, ProviderError] = {}

    @property
    def written(self) -> tuple[GenerationResult, ...]:
        """The finished writings, in the plan's order."""
        return tuple(one for one in self._planned().values() if isinstance(one, GenerationResult))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The finished comparisons, in the plan's order."""
        return tuple(one for one in self._planned().values() if isinstance(one, Pair))

    def _planned(self) -> dict[Cell, GenerationResult | Pair]:
        return {job.cell: self._kept[job.cell] for job in jobs(self.plan) if job.cell in self._kept}

    async def run(self, tell: OnProgress = lambda _: None) -> None:
        """Complete the plan. Raises BenchStopped if jobs are left."""
        every = list(jobs(self.plan))
        left = [job for job in every if job.cell not in self._kept]
        self._ended = {job.cell: asyncio.Event() for job in left}
        room = self.room(self.model)
        try:
            await work_through(left, self._work, at_once=room, done=len(every) - len(left), tell=tell)
        finally:
            if self.model is not None:  # a replay only shows: whatever it could not recompute stays in the files
                with suppress(SaveError):  # each row is already in its file, and why it stopped must be heard
                    self._in_order()

    def _in_order(self) -> None:
        """Rewrite both files in the plan's order, followed by what an earlier, larger plan left."""
        kept = (self._planned() | self._kept).values()
        for kind, file in _FILES.items():
            write_records(self.folder / file, [one for one in kept if isinstance(one, kind)], row_of)

    async def _work(self, job: Job) -> ProviderError | None:
        """Do one job; comparisons waiting for it are woken however it ends."""
        try:
            found = await (self._write(job) if isinstance(job, WriteJob) else self._compare(job))
            if isinstance(found, ProviderError):
                self._errors[job.cell] = found
                return found
            self._kept[job.cell] = found
        finally:
            self._ended[job.cell].set()
        if self.model is not None:
            add_line(self.folder / _FILES[type(found)], row_of(found))
        return None

    async def _write(self, job: WriteJob) -> GenerationResult | ProviderError:
        model, how = self.recorded(self.model, job.cell), self.plan.how
        retriever = RecordedRetriever(self.retriever, self._recalls)
        request = GenerateRequest(
            goal=job.case.goal,
            resources=job.case.resources,
            method=job.cell.way,
            prompts="paper" if job.cell.prompts == "paper" else "tailor",
            k=how.k,
            n=how.n,
            t=how.t,
            temperature=how.temperature,
            domain=how.domain or prompt_domain(job.case.domain),
            seed=zlib.crc32(f"{job.case.id} {job.cell.sample}".encode("utf-8", "surrogatepass")),
            at_once=self.room(self.model),
            run="bench",
        )
        by = BackendInfo(provider="server", model=model.name, host=model.host)
        events, end = await ended(generate(request, self._drawn(model), retriever, by=by))
        if (error := model.unfinished or retriever.unfinished) is not None:
            return error
        made = GenerationResult(
            cell=job.cell,
            rounds=sum(isinstance(event, StageStarted) and event.agent == "perform" for event in events),
            recalled=len({hit.id for event in events if isinstance(event, MemoryRecalled) for hit in event.hits}),
            cost=cost_of(model.calls),
        )
        if isinstance(end, Failed):
            return replace(made, fault=end.fault, message=end.message)
        return replace(made, result=replace(end.result, extra=()))

    async def _compare(self, job: CompareJob) -> Pair | ProviderError:
        for cell in (job.base, job.other):
            if cell in self._ended:
                await self._ended[cell].wait()
        if (error := self._errors.get(job.base) or self._errors.get(job.other)) is not None:
            return error
        base, other = (cast("GenerationResult", self._kept[cell]).result for cell in (job.base, job.other))
        if base is None or other is None:
            return replace(job.pair, missing="both" if base is other else "base" if base is None else "other")
        model = self.recorded(self.judge, job.cell)
        votes: list[Vote] = []
        for showing in PLAN:
            asked, settings = asked_for(showing, base, other), settings_for(showing)
            answer = await whole_answer(self._drawn(model), asked, settings)
            if model.unfinished is not None:
                return model.unfinished
            votes.append(Vote(showing, choice_of(answer or "")))
        return replace(job.pair, votes=tuple(votes))

    def _drawn(self, model: RecordedModel) -> WithSampling:
        """The cell's model with a seed per sample, so that a server that accepts seeds can repeat it."""

        def settings(given: Settings) -> Settings:
            seed = model.cell.sample if given.seed is None else given.seed
            return replace(given, seed=seed, max_tokens=self.plan.how.longest_answer)

        return WithSampling(model, settings)


OWN: Final = "memory"
"""Subfolder of the bench's folder for a memory of its own."""


async def looked_through(memory: Memory, cases: Sequence[MemoryRow]) -> tuple[Held, tuple[Leak, ...]]:
    """What the memory holds, and which of its rows contain a case."""
    looking = Leaks(cases)
    rows: list[bytes] = []
    async for row in memory.export():
        looking.look(row)
        text = json.dumps([row.id, row.goal, row.resources, row.steps, row.domain], ensure_ascii=False)
        rows.append(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    stats = await memory.stats()
    digest = hashlib.sha256(b"".join(sorted(rows))).hexdigest()[:16]
    return Held(rows=len(rows), embedder=stats.embedder, digest=digest), tuple(looking.found)


async def filled_with(memory: Memory, path: str, domain: str = "") -> Imported:
    """Import the collection and delete starter and library rows, which no study had. Repeatable."""
    done = await memory.import_corpus(path, domain=domain)
    ours = [row.id async for row in memory.export() if row.source in (STARTER, LIBRARY)]
    if ours:
        await memory.delete(ours)
    await memory.optimize()
    return done
