"""`tailor demo`: a recorded run, to see how Tailor works without a model, a network or a file."""

from importlib.resources import as_file, files

import click

from tailor.cli.input import CommandContext
from tailor.cli.output import put, say, write_as
from tailor.cli.review import review_in_terminal
from tailor.core.codec import event_from_line
from tailor.core.events import RunStarted
from tailor.core.report import closing_line, done
from tailor.core.review_state import fold_all


@click.command("demo")
@click.option("--plain", is_flag=True, help="Line by line, without screens.")
@click.pass_context
def demo(context: click.Context, plain: bool) -> None:
    """A recorded run to decide on: nothing is sent, nothing is kept."""
    if plain or not context.ensure_object(CommandContext).has_screens:
        _lines()
        return
    from tailor.cli.open_app import demo as on_screen

    with as_file(files("tailor") / "demo.jsonl") as recording:
        context.exit(on_screen(recording))


def _lines() -> None:
    """The recorded run line by line; prints the result."""

    text = (files("tailor") / "demo.jsonl").read_text("utf-8")
    events = tuple(event_from_line(line) for line in text.split("\n") if line)
    started = events[0]
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    say(f'A recorded run: "{started.procedure.goal}", and the hint "{started.hint}".')
    review = review_in_terminal(None, fold_all(started.procedure, events))
    end = done(review, "none")
    put(write_as(end.result, "md"))
    say(closing_line((*events[:-1], end), review))
