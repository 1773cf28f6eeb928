"""`tailor memory`: search it, fill it, and look after it (CONTRACT 4).

What the memory's worker needs is not imported here.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from memory.messages import BadRow, procedure_of
from tailor.cli.input import FORMAT, JSON, PROFILE, SERVER, CommandContext, only_one_format
from tailor.cli.output import Exit, put, put_json, put_row, say, write_as
from tailor.core.errors import ContentError, NotFoundError, ProviderError, UsageError
from tailor.core.procedure import procedure_to_json
from tailor.core.report import found_against
from tailor.core.requirements import parse_hint
from tailor.core.text import counted, one_line
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.extraction import Extraction, Extractor, Tutorial
    from memory.messages import Imported, MemoryHit, MemoryRow, RequestProgress, Stats
    from tailor.core.procedure import Json, Procedure


@click.command("extract")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--domain", default="", help="everyday (the default), recipe, maths or langchain.")
@click.option("--prompts", default=None, help="paper or tailor (the default).")
@click.option("--longest", type=click.IntRange(min=1_000), default=None, help="Characters in one question; 24000.")
@click.option("--dry-run", is_flag=True, help="Show what would be kept, and keep nothing.")
@SERVER
@JSON
@click.pass_context
def extract(context: click.Context, /, paths: tuple[str, ...], **options: object) -> None:
    """Have a model take procedures out of tutorials: Markdown, web pages (HTML), notebooks, or folders of them.

    Each is checked by the model, and rewritten at most twice; what passes goes into your memory with where it
    comes from. What does not is shown. The texts are sent to your server.
    """
    command = context.ensure_object(CommandContext)
    context.exit(asyncio.run(_extract(command.workspace, paths, ExtractOptions(**options))))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """The command's options."""

    domain: str
    prompts: str | None
    longest: int | None
    dry_run: bool
    base_url: str | None
    model: str | None
    allow_insecure_http: bool
    json: bool


async def _extract(workspace: Workspace, paths: tuple[str, ...], flags: ExtractOptions) -> int:
    """One tutorial after the other, each kept before the next is asked about; the exit code."""
    extractor = await _extractor(workspace, flags)
    texts = tuple(_texts(paths, flags))
    if not texts:
        raise ContentError("There is no tutorial to read there: Markdown, HTML pages and notebooks (.ipynb) are.")
    many = counted(len(texts), "text")
    say(f"{many} will be sent to {extractor.model.name} at {extractor.model.host}.")
    what = "to be kept" if flags.dry_run else "kept"
    kept = without = broken = 0
    async with workspace.open_memory() as memory:
        for tutorial in texts:
            try:
                found = await extractor.extract(tutorial)
            except (ProviderError, asyncio.CancelledError):  # or Ctrl+C
                say(f"Stopped at {tutorial.name}. Until then: {counted(kept, 'procedure')} {what}.")
                raise
            kept += await _keep(memory, found, flags)
            without += not found.kept
            broken += found.fault is not None
            _tell(found, flags)
    nothing = f"; {without} of {many} gave none" if without else ""
    look = " A machine wrote them: look at one before you rely on it." if kept else ""
    say(f"{counted(kept, 'procedure')} {what}{nothing}.{look}")
    return Exit.DONE if kept else Exit.PROVIDER if broken == len(texts) else Exit.FAILED


async def _extractor(workspace: Workspace, flags: ExtractOptions) -> "Extractor":
    """Who is asked. UsageError without a model, ProviderError where the server does not answer."""
    from memory.extraction import Extractor
    from memory.text import domain_named, domain_names
    from tailor.backend import with_flags
    from tailor.cli.bench import bench_model

    if flags.domain and flags.domain not in domain_names():
        raise UsageError(
            f'There is no domain "{one_line(flags.domain, 60)}". Choose one of: {", ".join(domain_names())}.'
        )
    config = with_flags(
        workspace.config,
        base_url=flags.base_url,
        model=flags.model,
        prompts=flags.prompts,
        allow_insecure_http=flags.allow_insecure_http,
    )
    model = await bench_model(workspace, config)
    if model is None:
        raise UsageError(
            "Procedures are taken out of tutorials by a model, and none is connected. Give --base-url, as in "
            "--base-url http://localhost:11434/v1, or set it once: tailor config set provider.base_url URL"
        )
    return Extractor(model=model, prompts=config.prompts, domain=domain_named(flags.domain))


def _texts(paths: tuple[str, ...], flags: ExtractOptions) -> "Iterator[Tutorial]":
    """The tutorials at all paths; a file that cannot be read is named and left out."""
    from memory.extraction import LONGEST_PART, tutorials

    for path in paths:
        for one in tutorials(path, flags.longest or LONGEST_PART):
            if isinstance(one, BadRow):
                say(f"Left out: {one.where}: {one.why}")
            else:
                yield one


async def _keep(memory: "Memory", found: "Extraction", flags: ExtractOptions) -> int:
    if found.kept and not flags.dry_run:
        await memory.add(found.kept, domain=flags.domain)
    return len(found.kept)


def _tell(found: "Extraction", flags: ExtractOptions) -> None:
    """What was kept goes to stdout; why the rest was not, to stderr."""
    for one in found.kept:
        _put(one, "kept", (), flags)
    for rejected in found.rejected:
        again = "rewritten" if rejected is not found.rejected[-1] or found.kept else "not kept"
        goals = "; ".join(f"“{one_line(one.goal, 60) or '(no goal)'}”" for one in rejected.procedures)
        say(f"{found.tutorial}, round {rejected.round}, {again}: {goals or 'nothing'}")
        for why in rejected.why:
            say(f"  {one_line(why, 200)}")
    if flags.json:
        for one in found.lost:
            _put(one, "rejected", found.rejected[-1].why, flags)


def _put(one: "Procedure", state: str, why: tuple[str, ...], flags: ExtractOptions) -> None:
    """One procedure: its id and goal, or with --json all of it, so that a rejected one can be mended by hand."""
    if flags.json:
        put_json({"state": state, "why": list(why), **procedure_to_json(one)})
    else:
        put_row(one.id, one.goal)


T = TypeVar("T")


@click.group("memory")
def memory() -> None:
    """Procedures to search, and to write new ones from: import, search, tidy up."""


memory.add_command(extract)


@memory.command("import")
@click.argument("path")
@click.option("--domain", default="", help="everyday, recipe, maths, langchain …; told by the file else.")
@click.pass_context
def import_(context: click.Context, path: str, domain: str) -> None:
    """Take in a collection: a .jsonl or .csv file (also .gz), or a folder of Markdown.

    It may be repeated, and goes on where it was interrupted.
    """
    done = _run(context, lambda memory: memory.import_corpus(path, _told(), domain=domain))
    _say_imported(done)
    if done.bad and not (done.added or done.changed or done.unchanged):
        context.exit(Exit.FAILED)


@memory.command("search")
@click.argument("query")
@click.option("-k", "k", type=click.IntRange(1, 1_000), default=10, show_default=True, help="How many.")
@click.option("--steps", "steps", is_flag=True, help="Look for single steps.")
@PROFILE
@JSON
@click.pass_context
def search(context: click.Context, query: str, k: int, steps: bool, profile: tuple[str, ...], json: bool) -> None:
    """Find procedures by meaning, goal and words, best first: distance, id and goal of each.

    What was noticed in them against your profile is said beside, before you lean on them.
    """
    found = _run(context, lambda memory: memory.search(query, k, "steps" if steps else "procedures"))
    against = _against(context.ensure_object(CommandContext).workspace, found, profile)
    for one in found:
        if json:
            put_json(found_json(one, against[one.id]))
        else:
            step = [f"{one.step}. {one.steps[one.step - 1]}"] if one.step else []
            put_row(f"{one.distance:.3f}", one.id, one.goal, *step)
    for id, words in against.items() if not json else ():
        if words:
            say(f"Noticed in {id}: {'; '.join(words)}.")
    if not found:
        say("Nothing was found.")


def _against(
    workspace: Workspace, found: "Sequence[MemoryHit]", profile: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """What stands in each against the profile, by id; () proves nothing."""
    requirements = parse_hint("", workspace.profile(profile))
    return {one.id: found_against(procedure_of(one), requirements) for one in found}


@memory.command("show")
@click.argument("id")
@FORMAT
@JSON
@click.pass_context
def show(context: click.Context, id: str, format: str | None, json: bool) -> None:
    """One procedure of the memory."""
    only_one_format(format, json)
    row = _run(context, lambda memory: memory.get(id))
    if row is None:
        raise NotFoundError(f'The memory holds no "{one_line(id, 80)}". `tailor memory search` shows ids.')
    put(write_as(procedure_of(row), "json" if json else format or "md"))


@memory.command("stats")
@JSON
@click.pass_context
def stats(context: click.Context, json: bool) -> None:
    """How much the memory holds, and what it is made with."""
    held = _run(context, lambda memory: memory.stats())
    if json:
        put_json(stats_json(held))
        return
    put_row("procedures", str(held.rows))
    put_row("from your library", str(held.library))
    put_row("starters", str(held.starter))
    put_row("imported", str(held.imported))
    for domain, rows in held.by_domain:
        put_row(f"domain {domain}", str(rows))
    put_row("embedder", held.embedder)
    put_row("size", f"{held.size / 1e6:.1f} MB")
    if held.wanted != held.embedder:
        say(f"The settings ask for {held.wanted}: `tailor memory rebuild` embeds everything anew.")


@memory.command("rebuild")
@click.pass_context
def rebuild(context: click.Context) -> None:
    """Bring back what is in your library, and embed anew where the embedder was changed."""
    done = _run(context, lambda memory: memory.rebuild(_told()))
    if done.aside:
        say(f"The damaged table was set aside: {done.aside}. Imported collections have to be imported again.")
    for id in done.damaged:
        say(f"Not taken: {id} in the library cannot be read; `tailor library check` says why.")
    say(f"The memory holds {done.rows} procedures, {done.from_library} of them from your library.")


@memory.command("optimize")
@click.pass_context
def optimize(context: click.Context) -> None:
    """Tidy up now; it happens by itself in the pauses."""
    rows = _run(context, lambda memory: memory.optimize())
    say(f"Done: {rows} procedures.")


@memory.command("export")
@click.pass_context
def export(context: click.Context) -> None:
    """Every procedure as JSON lines, which `tailor memory import` reads."""

    async def write(memory: "Memory") -> int:
        rows = 0
        async for row in memory.export():
            put_json(row_json(row))
            rows += 1
        return rows

    say(f"{_run(context, write)} procedures.")


@memory.command("delete")
@click.argument("ids", nargs=-1, required=True)
@click.pass_context
def delete(context: click.Context, ids: tuple[str, ...]) -> None:
    """Take procedures out of the memory. Files of your library stay."""
    gone = _run(context, lambda memory: memory.delete(ids))
    say(f"{gone} of {len(ids)} taken out.")
    if not gone:
        raise NotFoundError("The memory holds none of these. `tailor memory search` shows ids.")


def _run(context: click.Context, use: "Callable[[Memory], Awaitable[T]]") -> T:
    """What `use` gives, with the memory opened for it and closed after."""

    async def whole() -> T:
        async with context.ensure_object(CommandContext).workspace.open_memory() as memory:
            return await use(memory)

    return asyncio.run(whole())


def _told() -> "Callable[[RequestProgress], None] | None":
    """Says on a terminal how far a long request is; a log gets nothing of it."""
    if not sys.stderr.isatty():
        return None

    def tell(progress: "RequestProgress") -> None:
        share = f"{progress.done / progress.total:.0%}" if progress.total else ""
        sys.stderr.write(f"\r{share:>5}  {progress.rows:,} procedures ")
        if progress.done >= progress.total:
            sys.stderr.write("\n")
        sys.stderr.flush()

    return tell


def _say_imported(done: "Imported") -> None:
    for bad in done.named:
        say(f"Not taken: {bad.where}: {bad.why}")
    if done.bad > len(done.named):
        say(f"… and {done.bad - len(done.named)} more.")
    say(f"{done.added} added, {done.changed} changed, {done.unchanged} there already, {done.bad} not taken.")


def found_json(found: "MemoryHit", against: tuple[str, ...] = ()) -> "dict[str, Json]":
    """The line of CONTRACT 4, and `findings` where something was noticed against the profile."""
    made: dict[str, Json] = {
        "id": found.id,
        "goal": found.goal,
        "score": round(found.score, 6),
        "resources": list(found.resources),
        "steps": list(found.steps),
        "distance": round(found.distance, 6),
        "domain": found.domain,
        "source": found.source,
    }
    made |= {"step": found.step} if found.step else {}
    return made | {"findings": list(against)} if against else made


def row_json(row: "MemoryRow") -> "dict[str, Json]":
    """A row as a line of an export; `input` and `output` are not needed: goal, resources and steps are read."""
    lists: dict[str, Json] = {"resources": list(row.resources), "steps": list(row.steps), "tags": list(row.tags)}
    names = ("domain", "source", "licence", "created", "outcome")
    rest: dict[str, Json] = {name: getattr(row, name) for name in names}
    return {"id": row.id, "goal": row.goal, **lists, **rest}


def stats_json(held: "Stats") -> "dict[str, Json]":
    """The figures of `stats`."""
    domains: dict[str, Json] = {}
    domains |= held.by_domain
    return {
        "rows": held.rows,
        "library": held.library,
        "starter": held.starter,
        "imported": held.imported,
        "domains": domains,
        "embedder": held.embedder,
        "wanted": held.wanted,
        "dimension": held.dimension,
        "size": held.size,
        "fragments": held.fragments,
        "indexes": list(held.indexes),
    }
