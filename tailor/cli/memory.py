"""`tailor memory`: search, fill and maintain it (CONTRACT 4).

What only the memory's worker needs is not imported here.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from memory.messages import BadRow, Mode, procedure_of
from memory.relevance import LOOKED_AT, fits, relevant
from memory.text import domain_named, domain_names
from tailor.backend import ServerOptions
from tailor.cli.bench import needed_model
from tailor.cli.console import Exit, json_of, put_item, put_json, put_procedure, put_row, say
from tailor.cli.options import FORMAT, JSON, JSON_OF_ONE, PROFILE, SERVER, CommandContext, Group, format_of
from tailor.core.errors import ContentError, NotFoundError, ProviderError, UsageError
from tailor.core.procedure import procedure_to_json
from tailor.core.report import found_against
from tailor.core.requirements import parse_hint
from tailor.core.text import counted, one_line
from tailor.threads import run_to_end
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.extraction import Extraction, Extractor, Tutorial
    from memory.messages import RequestProgress
    from tailor.core.procedure import Json


T = TypeVar("T")


@click.group("memory", cls=Group)
def memory() -> None:
    """Tailor's memory of how-tos, for search and for writing new ones: import, search, tidy up."""


@memory.command("extract")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--domain", default="", help="everyday (the default), recipe, maths or langchain.")
@click.option("--prompts", help="Which prompts to use: paper (as in the study) or tailor (the default).")
@click.option("--longest", type=click.IntRange(min=1_000), help="How many characters to send at a time (24000).")
@click.option("--dry-run", is_flag=True, help="Show what would be saved, and save nothing.")
@SERVER
@JSON
@click.pass_obj
def extract(command: CommandContext, /, paths: tuple[str, ...], **options: object) -> int:
    """Have a model find how-tos in tutorials: Markdown, web pages (HTML), notebooks, or folders of them.

    The model checks each how-to and rewrites it at most twice. Those that pass go into Tailor's memory, along with
    their source; the others are only shown. The text is sent to your server.
    """
    return run_to_end(_extract(command.workspace, paths, ExtractOptions(**options)))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions(ServerOptions):
    domain: str
    prompts: str | None
    longest: int | None
    dry_run: bool
    json: bool


async def _extract(workspace: Workspace, paths: tuple[str, ...], flags: ExtractOptions) -> int:
    """Extract from one tutorial after another, saving each before the next is sent; return the exit code."""
    extractor = await _extractor(workspace, flags)
    texts = tuple(_texts(paths, flags))
    if not texts:
        raise ContentError("There is no tutorial there. Tailor reads Markdown, HTML pages and notebooks (.ipynb).")
    many = counted(len(texts), "passage")
    say(f"{many} will be sent to {extractor.model.name} at {extractor.model.host}.")
    what = "would be kept" if flags.dry_run else "kept"
    kept = without = broken = 0
    async with workspace.open_memory() as memory:
        for tutorial in texts:
            try:
                found = await extractor.extract(tutorial)
            except (ProviderError, asyncio.CancelledError):  # the latter is Ctrl+C
                say(f"Stopped at {tutorial.name}. So far {counted(kept, 'how-to')} {what}.")
                raise
            if found.kept and not flags.dry_run:
                await memory.add(found.kept, domain=flags.domain)
            kept += len(found.kept)
            without += not found.kept
            broken += found.fault is not None
            _tell(found, flags)
    nothing = f"; nothing was found in {without} of {many}" if without else ""
    them = "it" if kept == 1 else "them"
    look = f" An AI model wrote {them}: check {them} before you rely on {them}." if kept else ""
    say(f"{counted(kept, 'how-to')} {what}{nothing}.{look}")
    return Exit.DONE if kept else Exit.PROVIDER if broken == len(texts) else Exit.FAILED


async def _extractor(workspace: Workspace, flags: ExtractOptions) -> "Extractor":
    """Create the extractor. UsageError without a model, ProviderError if the server does not answer."""
    from memory.extraction import Extractor

    if flags.domain and flags.domain not in domain_names():
        raise UsageError(
            f'There is no domain "{one_line(flags.domain, 60)}". Choose one of: {", ".join(domain_names())}.'
        )
    config = flags.laid_over(workspace.config, flags.prompts)
    model = await needed_model(workspace, config, "A model finds how-tos in tutorials")
    return Extractor(model=model, prompts=config.prompts, domain=domain_named(flags.domain))


def _texts(paths: tuple[str, ...], flags: ExtractOptions) -> "Iterator[Tutorial]":
    """Yield the tutorials at all paths; an unreadable file is reported and skipped."""
    from memory.extraction import LONGEST_PART, tutorials

    for path in paths:
        for one in tutorials(path, flags.longest or LONGEST_PART):
            if isinstance(one, BadRow):
                say(f"Left out: {one.where}: {one.why}")
            else:
                yield one


def _tell(found: "Extraction", flags: ExtractOptions) -> None:
    """Print what was kept and say why the rest was not; --json prints that too, to be fixed by hand."""
    for one in found.kept:
        put_item(flags.json, {"state": "kept", "why": [], **procedure_to_json(one)}, one.id, one.goal)
    for rejected in found.rejected:
        again = "rewritten" if rejected is not found.rejected[-1] or found.kept else "not kept"
        goals = "; ".join(f"“{one_line(one.goal, 60) or '(no title)'}”" for one in rejected.procedures)
        say(f"{found.tutorial}, round {rejected.round}, {again}: {goals or 'nothing'}")
        for why in rejected.why:
            say(f"  {one_line(why, 200)}")
    for one in found.lost if flags.json else ():
        put_json({"state": "rejected", "why": list(found.rejected[-1].why), **procedure_to_json(one)})


@memory.command("import")
@click.argument("path")
@click.option("--domain", default="", help="everyday, recipe, maths, langchain …; by default what the file says.")
@click.pass_obj
def import_(command: CommandContext, path: str, domain: str) -> int:
    """Import a collection: a .jsonl or .csv file (also .gz), or a folder of how-tos.

    You can run it again: it continues where it was interrupted.
    """
    done = _run(command, lambda memory: memory.import_corpus(path, _told(), domain=domain))
    for line in done.told():
        say(line)
    say(done.counts())
    nothing = done.bad and not (done.added or done.changed or done.unchanged)
    return Exit.FAILED if nothing else Exit.DONE


@memory.command("search")
@click.argument("query")
@click.option("-k", "k", type=click.IntRange(1, 1_000), default=10, show_default=True, help="How many to show.")
@click.option("--steps", "steps", is_flag=True, help="Search for single steps.")
@PROFILE
@JSON
@click.pass_obj
def search(command: CommandContext, query: str, k: int, steps: bool, profile: tuple[str, ...], json: bool) -> None:
    """Find how-tos by the words in their titles, steps and lists of what you need, closest first.

    Prints how far off each one is, its id and its title. Anything in them that conflicts with your profile goes to
    stderr. To search by meaning too, get a search model: tailor model get all-minilm-l6-v2.
    """
    mode: Mode = "steps" if steps else "procedures"
    near = relevant(query, _run(command, lambda memory: memory.search(query, max(k, LOOKED_AT), mode)))[:k]
    found = [one.hit for one in near]
    requirements = parse_hint("", command.workspace.profile(profile))
    against = {one.id: found_against(procedure_of(one), requirements) for one in found}
    for one, closeness in ((one.hit, one.closeness) for one in near):
        step = [f"{one.step}. {one.steps[one.step - 1]}"] if one.step else []
        about = json_of(one, "id goal score resources steps distance domain source")
        about |= {"score": round(one.score, 6), "distance": round(one.distance, 6)}
        about |= {"closeness": round(closeness, 6)}
        about |= {"step": one.step} if one.step else {}
        about |= {"findings": list(against[one.id])} if against[one.id] else {}
        put_item(json, about, f"{1 - closeness:.3f}", one.id, one.goal, *step)
    for id, words in against.items() if not json else ():
        if words:
            say(f"Watch out: {id} has {'; '.join(words)}.")
    if not found:
        say(f"Nothing here is about “{one_line(query, 60)}”.")
    elif not fits(near):
        say(f"Nothing here fits “{one_line(query, 60)}” well; these come closest.")


@memory.command("show")
@click.argument("id")
@FORMAT
@JSON_OF_ONE
@click.pass_obj
def show(command: CommandContext, id: str, format: str | None, json: bool) -> None:
    """Show one how-to from the memory."""
    wanted = format_of(format, json)
    row = _run(command, lambda memory: memory.get(id))
    if row is None:
        raise NotFoundError(f'The memory has no "{one_line(id, 80)}". `tailor memory search` shows ids.')
    put_procedure(procedure_of(row), wanted)


@memory.command("stats")
@JSON
@click.pass_obj
def stats(command: CommandContext, json: bool) -> None:
    """Show how much the memory holds, and how it is searched."""
    held = _run(command, lambda memory: memory.stats())
    if json:
        rest = json_of(held, "embedder wanted dimension size fragments indexes")
        domains: dict[str, Json] = {**dict(held.by_domain)}
        put_json({**json_of(held, "rows library starter imported"), "domains": domains, **rest})
        return
    rows = {"how-tos": held.rows, "from your library": held.library, "starters": held.starter}
    rows |= {"imported": held.imported, **{f"domain {domain}": count for domain, count in held.by_domain}}
    for name, count in rows.items():
        put_row(name, str(count))
    put_row("embedder", held.embedder)
    put_row("size", f"{held.size / 1e6:.1f} MB")
    if held.wanted != held.embedder:
        say(f"The settings now say {held.wanted}. To search that way, run `tailor memory rebuild`.")


@memory.command("rebuild")
@click.pass_obj
def rebuild(command: CommandContext) -> None:
    """Rebuild the index from your library, using the search chosen in the settings."""
    done = _run(command, lambda memory: memory.rebuild(_told()))
    if done.aside:
        say(f"The damaged index was moved to {done.aside}. Please import your collections again.")
    for id in done.damaged:
        say(f"Skipped: {id} in the library cannot be read; `tailor library check` says why.")
    say(f"The memory holds {done.rows} how-tos, {done.from_library} from your library.")


@memory.command("optimize")
@click.pass_obj
def optimize(command: CommandContext) -> None:
    """Tidy up now; Tailor also does it by itself when idle."""
    say(f"Done: {_run(command, lambda memory: memory.optimize())} how-tos.")


@memory.command("export")
@click.pass_obj
def export(command: CommandContext) -> None:
    """Print every how-to as JSON lines, which `tailor memory import` reads."""

    async def write(memory: "Memory") -> int:
        rows = 0
        async for row in memory.export():
            put_json(json_of(row, "id goal resources steps tags domain source licence created outcome"))
            rows += 1
        return rows

    say(f"{_run(command, write)} how-tos.")


@memory.command("delete")
@click.argument("ids", nargs=-1, required=True)
@click.pass_obj
def delete(command: CommandContext, ids: tuple[str, ...]) -> None:
    """Remove how-tos from the memory. Files in your library stay."""
    gone = _run(command, lambda memory: memory.delete(ids))
    say(f"{gone} of {len(ids)} removed.")
    if not gone:
        raise NotFoundError("None of these is in the memory. `tailor memory search` shows ids.")


def _run(command: CommandContext, use: "Callable[[Memory], Awaitable[T]]") -> T:
    """The result of `use` with the memory, which is opened for it and closed after."""

    async def whole() -> T:
        async with command.workspace.open_memory() as memory:
            return await use(memory)

    return run_to_end(whole())


def _told() -> "Callable[[RequestProgress], None] | None":
    """Return a progress reporter for long requests; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        return None

    def tell(progress: "RequestProgress") -> None:
        share = f"{progress.done / progress.total:.0%}" if progress.total else ""
        sys.stderr.write(f"\r{share:>5}  {progress.rows:,} how-tos ")
        if progress.done >= progress.total:
            sys.stderr.write("\n")
        sys.stderr.flush()

    return tell
