"""`tailor apply`, `diff`, `read` and `check`: the engine, the reader and the guard alone (CONTRACT 4).

No model is asked and nothing is guessed: an edits file is read strictly.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tailor.cli.console import put, put_json, put_procedure, say
from tailor.cli.options import (
    FORMAT,
    FROM,
    JSON,
    JSON_OF_ONE,
    PROFILE,
    Command,
    CommandContext,
    format_of,
    refuse_others,
)
from tailor.core.codec import to_json
from tailor.core.edits import Edit, bag_from_text, bag_to_json, edit_line
from tailor.core.engine import apply, diff
from tailor.core.errors import UsageError
from tailor.core.events import Finding
from tailor.core.procedure import Json, Procedure
from tailor.core.renumber import renumber as renumbered
from tailor.core.requirements import Requirement
from tailor.core.text import one_line
from tailor.core.worddiff import details

if TYPE_CHECKING:  # the others of these commands need no finder, which takes its time to load
    from tailor.core.finding import Place, Wish


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

    EDITS is a file, or - for standard input: lines such as replace(3, TEXT) and insert(2, TEXT), or JSON. An empty
    TEXT in a replace removes the step.
    """
    wanted = format_of(format, json or trace)
    opened = command.open(file, from_format, empty_ok=True)
    bag = bag_from_text(command.text(edits, "the edits"))
    if not bag.edits:
        say("There are no edits, so nothing is changed.")
    applied = apply(opened.procedure, bag)
    result = applied.procedure
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


@click.command("check", cls=Command)
@click.argument("file", required=False)
@PROFILE
@click.option("--hint", default="", help="What is different for you.")
@click.option(
    "--all",
    "all_",
    is_flag=True,
    help="Check for everything Tailor knows: allergens, diets, missing equipment and hazards.",
)
@click.option("--list", "list_", is_flag=True, help="List everything that can be checked for, then stop.")
@FROM
@JSON
@click.pass_obj
def check_file(
    command: CommandContext,
    file: str | None,
    profile: tuple[str, ...],
    hint: str,
    all_: bool,
    list_: bool,
    from_format: str | None,
    json: bool,
) -> None:
    """List what in FILE conflicts with your profile and hint, or is a danger to anyone.

    In a pipe or a file, and with --json, each is a line of JSON. It looks for words it knows, so finding nothing
    proves nothing.
    """
    from tailor.core.finding import find
    from tailor.core.guard import check, constraint_ids, hazards_for_everyone, title
    from tailor.core.report import spoken_against
    from tailor.core.requirements import parse_hint

    if list_:
        refuse_others("--list prints everything that can be checked for", "list_")
        put("\n".join(constraint_ids()))
        return
    if file is None:
        raise UsageError("Name a FILE to check, or use --list to see what can be checked for.")
    requirements = parse_hint(hint, command.workspace.profile(profile))
    procedure = command.open(file, from_format).procedure
    if not requirements and not all_:
        raise UsageError(
            'What should Tailor look for? Give --profile "no nuts", --hint "I have no oven", or --all.'
        )
    asked, known = (constraint_ids(), []) if all_ else _asked(requirements, procedure)
    found = (*spoken_against(requirements), *check(procedure, dict.fromkeys((*asked, *hazards_for_everyone()))))
    places = () if all_ else _beside(found, requirements, procedure)
    many = len(found) + len(places)
    if json or not sys.stdout.isatty():
        _put_as_json(found, places)
    elif many:
        told = dict.fromkeys([*map(_in_words, found), *map(_in_words, places)])  # once for gluten and for wheat
        many = len(told)
        put("\n".join(told))
    looked = [*map(title, asked), *known] if len(asked) < 8 else [f"{len(asked)} things", *known]
    foreign = not find(procedure, ()).english
    if found or (looked and not foreign):
        checked = f" Checked for: {', '.join(looked)}." if looked else ""
        say(f"Conflicts found: {many}.{checked}")
    say(_FOREIGN if foreign else "Only known words are found; there may be more.")


_FOREIGN = "This does not look like English, and I know few words of other languages, so read it yourself."


def _put_as_json(found: Iterable[Finding], places: "Iterable[Place]") -> None:
    for finding in found:
        put_json(to_json(finding))
    for place in places:
        told: dict[str, Json] = {"step": place.step, "part": place.part, "constraint": None, "kind": "found"}
        put_json({**told, "word": place.word, "why": place.why, "source": ""})


def _in_words(one: "Finding | Place") -> str:
    """One line for a person: "Step 8: “rolls” (bread rolls are made from wheat)"."""
    where = {"steps": f"Step {one.step}", "resources": f"What you need, line {one.step}", "goal": "Title"}
    told = f"{where.get(one.part, 'Your hint')}: “{one.word}”"
    return f"{told} ({one.why.removeprefix(f'{one.word}: ')})" if one.why else told


def _asked(requirements: Sequence[Requirement], procedure: Procedure) -> tuple[tuple[str, ...], list[str]]:
    """The constraints that the requirements ask for, and the words of those that are looked for without one.

    What Tailor does not know at all is said.
    """
    from tailor.core.finding import find
    from tailor.core.guard import constraints_in, wordless

    asked: dict[str, None] = {}
    known: list[str] = []
    for one, found in zip(requirements, find(procedure, requirements).each, strict=True):
        ids = constraints_in(one.text)
        asked |= dict.fromkeys(ids)
        looked_for = {wish.thing.casefold() for wish in found.wishes if _is_unwanted(wish)}
        if looked_for and not ids:
            known.append(one_line(one.words, 200))
        elif ids:  # "a dog and a toddler"
            beside = (wish for wish in found.wishes if _is_unwanted(wish) and not _asks(wish.meant, ids))
            known += [one_line(wish.called, 200) for wish in beside]
        unknown = wordless(one.text) or (() if ids or looked_for else (one.words,))
        for thing in (thing for thing in unknown if thing.casefold() not in looked_for):
            say(f'Not checked: "{one_line(thing, 200)}". Tailor has no words to look for here.')
    return tuple(asked), known


def _asks(thing: str, ids: Sequence[str]) -> bool:
    """Whether some of these constraints are asked for by the thing alone, or by its lack."""
    from tailor.core.guard import constraints_in

    return not {*ids}.isdisjoint((*constraints_in(thing), *constraints_in(f"no {thing}")))


def _is_unwanted(wish: "Wish") -> bool:
    """Whether it names what somebody does not have, want or stand, and is found here or is a state that is known.

    A thing of which only its name is known, and which is not here, was not checked: it may go by another name.
    """
    against = wish.state or wish.polarity in ("without", "missing", "instead", "allergy-or-health")
    return against and (bool(wish.places) or (wish.state and wish.recognised))


def _beside(
    found: Iterable[Finding], requirements: Sequence[Requirement], procedure: Procedure
) -> "tuple[Place, ...]":
    """What a tailoring would point at for the same wishes, word by word, besides the conflicts found already."""
    from tailor.core.english import not_within
    from tailor.core.finding import find

    there = {(one.part, one.step, one.word.casefold()) for one in found}
    wishes = (wish for one in find(procedure, requirements).each for wish in one.wishes if _is_unwanted(wish))
    places = dict.fromkeys(place for wish in wishes for place in wish.places)
    each = (
        replace(one, word=word, why=one.why.replace(f"{one.word}:", f"{word}:", 1), also=())
        for one in places
        for word in not_within((one.word, *one.also))
    )
    return tuple(one for one in each if (one.part, one.step, one.word.casefold()) not in there)
