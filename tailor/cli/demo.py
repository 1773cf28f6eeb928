"""`tailor demo`: a recorded run, to see how Tailor works without a model, a network or a file.

Owns where the recording lies. Refuses to ask anybody and to save.
"""

from importlib.resources import files

import click

from tailor.cli.out import put, say
from tailor.cli.setup import write_as


@click.command("demo")
def demo() -> None:
    """A recorded run to decide on: nothing is sent, nothing is saved."""
    from tailor.cli.reviewing import at_the_terminal
    from tailor.core.codec import event_from_line
    from tailor.core.events import RunStarted
    from tailor.core.folding import fold_all
    from tailor.core.outcome import done
    from tailor.core.report import closing_line

    text = (files("tailor") / "demo.jsonl").read_text("utf-8")
    events = tuple(event_from_line(line) for line in text.split("\n") if line)
    started = events[0]
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    say(f'A recorded run: "{started.procedure.goal}", and the hint "{started.hint}".')
    end = done(at_the_terminal(fold_all(started.procedure, events)), "none")
    put(write_as(end.result, "md"))
    say(closing_line((*events[:-1], end)))
