"""`tailor memory extract`: procedures out of tutorials, by a model, into the memory.

Owns its options, what is said of each tutorial, and what is printed. Refuses to judge: `memory.extraction.extract` has the
rules.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from tailor.cli.exits import Exit
from tailor.cli.options import JSON, SERVER
from tailor.cli.out import put_json, put_row, say
from tailor.core.errors import ContentError, ProviderError, UsageError
from tailor.core.text import counted, one_line
from tailor.workspace import Setup

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.extraction.extract import Extraction, Extractor
    from memory.extraction.tutorials import Tutorial
    from tailor.core.procedure import Procedure


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
    setup = context.ensure_object(Setup)
    context.exit(asyncio.run(_extract(setup, paths, Flags(**options))))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The command's options."""

    domain: str
    prompts: str | None
    longest: int | None
    dry_run: bool
    base_url: str | None
    model: str | None
    allow_insecure_http: bool
    json: bool


async def _extract(setup: Setup, paths: tuple[str, ...], flags: Flags) -> int:
    """One tutorial after the other, each kept before the next is asked about; the exit code."""
    from tailor.workspace import opened

    extractor = await _extractor(setup, flags)
    texts = tuple(_texts(paths, flags))
    if not texts:
        raise ContentError("There is no tutorial to read there: Markdown, HTML pages and notebooks (.ipynb) are.")
    many = counted(len(texts), "text")
    say(f"{many} will be sent to {extractor.model.name} at {extractor.model.host}.")
    what = "to be kept" if flags.dry_run else "kept"
    kept = without = broken = 0
    async with opened(setup) as memory:
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


async def _extractor(setup: Setup, flags: Flags) -> "Extractor":
    """Who is asked. UsageError without a model, ProviderError where the server does not answer."""
    from memory.extraction.extract import Extractor
    from memory.generation.prompts import domain_named, domain_names
    from tailor.backend import with_flags
    from tailor.cli.bench_means import bench_model

    if flags.domain and flags.domain not in domain_names():
        raise UsageError(
            f'There is no domain "{one_line(flags.domain, 60)}". Choose one of: {", ".join(domain_names())}.'
        )
    config = with_flags(setup.config, None, flags.base_url, flags.model, flags.prompts)
    model = await bench_model(setup, config, allow_insecure=flags.allow_insecure_http)
    if model is None:
        raise UsageError(
            "Procedures are taken out of tutorials by a model, and none is connected. Give --base-url, as in "
            "--base-url http://localhost:11434/v1, or set it once: tailor config set provider.base_url URL"
        )
    return Extractor(model=model, prompts=config.prompts, domain=domain_named(flags.domain))


def _texts(paths: tuple[str, ...], flags: Flags) -> "Iterator[Tutorial]":
    """The tutorials at all paths; a file that cannot be read is named and left out."""
    from memory.extraction.tutorials import LONGEST_PART, tutorials
    from memory.messages import BadRow

    for path in paths:
        for one in tutorials(path, flags.longest or LONGEST_PART):
            if isinstance(one, BadRow):
                say(f"Left out: {one.where}: {one.why}")
            else:
                yield one


async def _keep(memory: "Memory", found: "Extraction", flags: Flags) -> int:
    if found.kept and not flags.dry_run:
        await memory.add(found.kept, domain=flags.domain)
    return len(found.kept)


def _tell(found: "Extraction", flags: Flags) -> None:
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


def _put(one: "Procedure", state: str, why: tuple[str, ...], flags: Flags) -> None:
    """One procedure: its id and goal, or with --json all of it, so that a rejected one can be mended by hand."""
    from tailor.core.procedure import procedure_to_json

    if flags.json:
        put_json({"state": state, "why": list(why), **procedure_to_json(one)})
    else:
        put_row(one.id, one.goal)
