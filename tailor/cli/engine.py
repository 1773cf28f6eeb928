"""`tailor apply`, `diff` and `read`: only the engine and the reader (CONTRACT 4).

No model is asked and nothing is guessed: an edits file is read strictly.
"""

import click

from tailor.cli.console import put, put_json, put_procedure, say
from tailor.cli.options import FORMAT, FROM, JSON, JSON_OF_ONE, Command, CommandContext, format_of
from tailor.core.edits import Edit, bag_from_text, bag_to_json, edit_line
from tailor.core.engine import apply, diff
from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.core.renumber import renumber as renumbered
from tailor.core.worddiff import details


@click.command("apply", cls=Command)
@click.argument("file")
@click.argument("edits")
@click.option("--trace", is_flag=True, help="Print the steps and where each came from, as JSON.")
@click.option(
    "--renumber", is_flag=True, help='Also update mentions of steps ("repeat step 4") to the new numbers.'
)
@FORMAT
@FROM
@JSON_OF_ONE
@click.pass_obj
def apply_edits(
    command: CommandContext,
    file: str,
    edits: str,
    trace: bool,
    renumber: bool,
    format: str | None,
    from_format: str | None,
    json: bool,
) -> None:
    """Apply EDITS to FILE, without any model.

    EDITS is a file, or - for standard input: lines such as replace(3, TEXT) and insert(2, TEXT), or JSON. TEXT is
    used as it is, with any quotes around it. An empty TEXT in a replace removes the step.
    """
    wanted = format_of(format, json or trace)
    opened = command.open(file, from_format, empty_ok=True)
    bag = bag_from_text(command.text(edits, "the edits"))
    if not bag.edits:
        say("There are no edits, so nothing is changed.")
    applied = apply(opened.procedure, bag)
    result = applied.procedure
    if not result.steps:
        raise ContentError("With these edits no step is left, so there is nothing to print.")
    if renumber:
        moved = renumbered(opened.procedure, applied)
        for lost in moved.lost:
            say(lost.says(f"step {lost.number}"))
        result = moved.applied(result)
    if trace:
        rows: list[Json] = [
            {"from": one.source, "base": one.base, "edit": (one.edit.id or None) if one.edit else None}
            for one in applied.trace
        ]
        put_json({"steps": list(result.steps), "trace": rows})
    else:
        put_procedure(result, wanted)


@click.command("diff", cls=Command)
@click.argument("a")
@click.argument("b")
@FROM
@JSON
@click.pass_obj
def diff_two(command: CommandContext, a: str, b: str, from_format: str | None, json: bool) -> None:
    """Print the fewest edits that turn A into B."""
    before = command.open_written(a, from_format)
    after = command.open_written(b, from_format)
    bag = diff(before, after)
    if json:
        put_json(bag_to_json(bag))
    else:
        for edit in bag.edits:
            put(edit_line(edit))
    if others := [one.name for one in details(before, after)]:
        say(f"These differ too, but edits cannot change them: {', '.join(others)}.")


@click.command("read", cls=Command)
@click.option("--steps", type=click.IntRange(0), required=True, help="How many steps the how-to has.")
@click.option("--resources", type=click.IntRange(0), default=0, help="How many things it needs.")
@click.pass_obj
def read_answer(command: CommandContext, steps: int, resources: int) -> None:
    """Read a model's answer from standard input; print the edits in it as JSON.

    Decoration, numbering, quotes and other words around the edits are ignored.
    """
    from tailor.agents.parsing import read_edits

    reading = read_edits(command.stdin("the answer").decode("utf-8", "replace"), steps, resources)
    edits: list[Json] = [
        {**_edit(edit), "reason": edit.reason or None, "serves": list(edit.serves)} for edit in reading.edits
    ]
    flagged: list[Json] = [{**_edit(one.edit), "why": one.why} for one in reading.flagged]
    put_json({"edits": edits, "flagged": flagged, "end": reading.end})


def _edit(edit: Edit) -> dict[str, Json]:
    data: dict[str, Json] = {"op": edit.op, "step": edit.step, "text": edit.text}
    return data if edit.part == "steps" else {**data, "part": edit.part}
