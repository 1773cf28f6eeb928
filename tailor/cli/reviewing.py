"""`tailor review`: a run that was kept, opened again with every decision.

Owns the list of kept runs and the way back into a review. Refuses to ask any model.
"""

import contextlib
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from tailor.cli.options import FORMAT, JSON, only_one_format
from tailor.cli.out import put_json, put_row, say, say_error
from tailor.core.errors import TailorError
from tailor.workspace import Setup

if TYPE_CHECKING:
    from pathlib import Path

    from tailor.core.review import Review
    from tailor.library.entries import Entry
    from tailor.runs.history import Kept


@click.command("review")
@click.argument("id", required=False)
@click.option("--plain", is_flag=True, help="Decide line by line: y n x e s w u q ?")
@click.option("--save", is_flag=True, help="Keep the result in the library; line by line.")
@click.option(
    "--marked", default=None, metavar="FILE", help="Decisions from a file of `tailor export ID --review`."
)
@FORMAT
@JSON
@click.pass_context
def review(
    context: click.Context,
    id: str | None,
    plain: bool,
    save: bool,
    marked: str | None,
    format: str | None,
    json: bool,
) -> None:
    """Go on deciding on the kept run ID; without ID, list the kept runs.

    ID may also be a procedure of your library that such a run made.
    """
    from tailor.runs.history import kept_runs

    only_one_format(format, json)
    setup = context.ensure_object(Setup)
    if id is None:
        for run, goal, hint in kept_runs(setup.places.runs):
            if json:
                put_json({"id": run, "goal": goal, "hint": hint})
            else:
                put_row(run, goal, hint)
        return
    from tailor.backend import lessons_of
    from tailor.cli.ending import Wanted, finish

    kept, saved = _opened(setup, id)
    if setup.has_screens and not (plain or save or marked or format or json):
        from tailor.cli.onscreen import review as on_screen

        context.exit(on_screen(kept, saved))
    decided = _marked(setup, kept.review, marked) if marked else at_the_terminal(setup, _open(kept), kept.path)
    lessons = lessons_of(setup, no_memory=False)
    wanted = Wanted(save=save, format=format, json=json, lessons=lessons, saved=saved)
    context.exit(finish(setup, kept.events, decided, wanted, kept.path))


def _open(kept: "Kept") -> "Review":
    """The review line by line: a critic's rounds, taken by the run itself, are asked about one by one."""
    from tailor.core.review import Choices
    from tailor.runs.history import of_rounds

    fresh = of_rounds(kept.events) and not kept.review.past
    return replace(kept.review, choices=Choices()) if fresh else kept.review


def _marked(setup: Setup, review: "Review", file: str) -> "Review":
    """The review as a file of CriticMarkup decides; what it leaves open, or says beside, is told."""
    from tailor.library.formats import criticmarkup as critic

    back = critic.read(setup.text(file, "the decisions"), review)
    before = sum(back.review.decision(id) is not None for id in back.waiting)
    kept = f", {before} as decided before" if before else ""
    left = len(back.waiting) - before
    say(f"{len(back.accepted)} accepted, {len(back.rejected)} rejected, {left} still open{kept}.")
    for line in back.unread:
        say(f"  not taken, because no edit is there: {line}")
    return back.review


def at_the_terminal(setup: Setup | None, review: "Review", record: "Path | None" = None) -> "Review":
    """The review after a person decided line by line, on standard input; questions go to stderr.

    Each decision is kept in the record at once: Ctrl+C loses none. Without `setup`, as in a demo, nothing is kept
    as what always holds.
    """
    from tailor.cli.plain import Talk, review_lines
    from tailor.runs.session import way_back

    def note(review: "Review") -> None:
        from tailor.runs.record import note_choices

        if record is not None:
            with contextlib.suppress(OSError):  # a full disk takes the record, not the decision
                note_choices(review.choices, record)

    def always(setup: Setup, words: str) -> None:
        from tailor.cli.profile import add_lines

        try:
            add_lines(setup, next(iter(setup.config.use), "me"), (words,))
        except TailorError as error:
            say_error(error)

    with way_back(record):
        return review_lines(review, Talk(say, ask, note, partial(always, setup) if setup else None))


def ask(question: str, seconds: float | None = None) -> str | None:
    """One line from standard input; None at its end. TimeoutError where none comes within `seconds`."""
    from tailor.cli.hearing import hear
    from tailor.cli.out import harmless

    sys.stderr.write(harmless(question))
    sys.stderr.flush()
    try:
        line = hear(seconds)
    except (TimeoutError, KeyboardInterrupt):
        sys.stderr.write("\n")
        raise
    if line is None or not sys.stdin.isatty():  # no Enter was echoed
        sys.stderr.write("\n")
    return line


def _opened(setup: Setup, id: str) -> "tuple[Kept, Entry | None]":
    """The kept run of this id, or that made this procedure of the library; and what was saved of it before."""
    from tailor.library.lineage import is_of, last_saved
    from tailor.runs.history import open_run

    found = setup.library.find(id)
    named = setup.library.load(found) if found else None
    made = named.made if named else None
    kept = open_run(setup.places.runs, made.run if made and made.run else id)
    if named and made and made.run and is_of(named.entry, kept.review):
        return kept, named.entry
    return kept, last_saved(setup.library, kept.review, kept.id)
