"""`tailor check`: what the guard and the finder find in a procedure, without a run (CONTRACT 4)."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import click

from tailor.cli.console import put, put_json, say
from tailor.cli.options import FROM, JSON, PROFILE, Command, CommandContext, refuse_others
from tailor.core.codec import to_object
from tailor.core.english import not_within
from tailor.core.errors import UsageError
from tailor.core.events import Finding
from tailor.core.finding import Found, Place, Wish, find
from tailor.core.finding.mentions import roots
from tailor.core.guard import check, constraint_ids, constraints_in, hazards_for_everyone, title, wordless
from tailor.core.procedure import Json, Procedure
from tailor.core.report import spoken_against
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.text import one_line

Row: TypeAlias = dict[str, Json]
"""A line of `check --json`."""


@click.command("check", cls=Command)
@click.argument("file", required=False)
@PROFILE
@click.option("--hint", default="", help='What is different for you, such as "I have no oven".')
@click.option(
    "--all",
    "all_",
    is_flag=True,
    help="Check for everything Tailor knows: allergens, diets, missing equipment and hazards.",
)
@click.option("--list", "list_", is_flag=True, help="List everything Tailor can check for, then stop.")
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
    """List everything in FILE that conflicts with your profile or hint, or is dangerous for anyone.

    In a pipe or a file, or with --json, each result is one line of JSON. Tailor looks for words it knows, so
    finding nothing proves nothing.
    """
    if list_:
        refuse_others("--list prints everything Tailor can check for", "list_")
        put("\n".join(constraint_ids()))
        return
    if file is None:
        raise UsageError("Name a FILE to check, or use --list to see what Tailor can check for.")
    requirements = parse_hint(hint, command.workspace.profile(profile))
    procedure = command.open(file, from_format).procedure
    if not requirements and not all_:
        raise UsageError(
            'What should Tailor look for? Give --profile "no nuts", --hint "I have no oven", or --all.'
        )
    asked, known = (constraint_ids(), []) if all_ else _asked(requirements, _whole(procedure))
    rows: list[Row] = [to_object(one) for one in spoken_against(requirements)]
    rows += _looked_up(procedure, (*asked, *hazards_for_everyone()), () if all_ else requirements)
    many = len(rows)
    if json or not sys.stdout.isatty():
        for row in rows:
            put_json(row)
    elif many:
        told = dict.fromkeys(map(_in_words, rows))  # gluten and wheat, say, may give the same line
        many = len(told)
        put("\n".join(told))
    looked = [*map(title, asked), *known] if len(asked) < 8 else [f"{len(asked)} things", *known]
    foreign = not find(procedure, ()).english
    if rows or (looked and not foreign):
        checked = f" Checked for: {', '.join(looked)}." if looked else ""
        say(f"Conflicts found: {many}.{checked}")
    say(_FOREIGN if foreign else "Tailor finds only words it knows; there may be more.")


_FOREIGN = "This does not look like English, and I do not know many words in other languages, so read it yourself."


def _whole(procedure: Procedure) -> Procedure:
    """The procedure with title, headings and lines of the notes as extra steps, so that all are checked alike."""
    titles = (title for _, title in procedure.sections)
    return replace(procedure, steps=(*procedure.steps, procedure.goal, *titles, *procedure.notes.split("\n")))


def _looked_up(procedure: Procedure, ids: Iterable[str], wishes: Sequence[Requirement]) -> list[Row]:
    """Rows for conflicts with these constraints and for what wishes name: in the lists first, then elsewhere."""
    rows: list[Row] = []
    ids = dict.fromkeys(ids)
    for text in (procedure, _whole(procedure)):
        found = check(text, ids)
        each = [*map(to_object, found), *map(_as_row, _beside(found, wishes, text))]
        news = each if text is procedure else _from_beside(each, procedure)
        rows += [row for row in news if not _is_the_dish(row, procedure, rows)]
    return [*rows, *_titled(wishes, procedure, rows)]


def _as_row(one: Place) -> Row:
    """The row for a place that a wish names, perhaps without a constraint."""
    told: Row = {"step": one.step, "part": one.part, "constraint": None, "kind": "found"}
    return {**told, "word": one.word, "why": one.why, "source": ""}


def _from_beside(rows: Iterable[Row], procedure: Procedure) -> Iterator[Row]:
    """Rows of `_whole` from outside the lists, with their real places; of the title only constraint findings."""
    count, headings = len(procedure.steps), len(procedure.sections)
    for row in rows:
        step = row["step"]
        at = step - count - 1 if isinstance(step, int) and row["part"] == "steps" else -1
        if at == 0 and row["constraint"]:
            yield {**row, "part": "goal", "step": None}
        elif at > 0:
            part, number = ("sections", at) if at <= headings else ("notes", at - headings)
            yield {**row, "part": part, "step": number}


def _is_the_dish(row: Row, procedure: Procedure, before: Sequence[Row]) -> bool:
    """Whether a row of the title repeats one of the lists, or a heading or note only names the dish itself."""
    if row["part"] == "goal":
        return row["constraint"] in [one["constraint"] for one in before]
    if row["kind"] != "derived" or row["part"] not in ("sections", "notes"):
        return False
    made = {root for word in procedure.goal.split() for root in roots(word)}
    return not made.isdisjoint(roots(str(row["word"])))


def _titled(requirements: Sequence[Requirement], procedure: Procedure, before: Sequence[Row]) -> Iterator[Row]:
    """Rows for title words that a wish names, if it has no other place and the word is not yet reported."""
    told = " ".join(str(row["word"]) for row in before if row["part"] == "goal").casefold()
    for wish in (wish for one in find(procedure, requirements).each for wish in one.wishes):
        if wish.in_goal and not wish.places and _is_against(wish) and wish.in_goal.casefold() not in told:
            yield {**_as_row(Place("steps", 0, wish.in_goal, "")), "step": None, "part": "goal"}


def _in_words(row: Row) -> str:
    """One line for a person: "Step 8: “rolls” (bread rolls are made from wheat)"."""
    where = {"steps": "Step {}", "resources": "What you need, line {}", "goal": "Title", "hint": "Your hint",
             "sections": "Heading {}", "notes": "Notes, line {}"}  # fmt: skip
    word, why = str(row["word"]), str(row["why"])
    told = f"{where[str(row['part'])].format(row['step'])}: “{word}”"
    return f"{told} ({why.removeprefix(f'{word}: ')})" if why else told


def _asked(requirements: Sequence[Requirement], procedure: Procedure) -> tuple[tuple[str, ...], list[str]]:
    """The constraints that the requirements ask for, and the words of those checked without a constraint.

    Says which requirements Tailor knows nothing about.
    """
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
        unknown = tuple(_things(wordless(one.text), found)) or (() if ids or looked_for else (one.words,))
        for thing in (thing for thing in unknown if thing.casefold() not in looked_for):
            say(f'Not checked: "{one_line(thing, 200)}". Tailor does not know which words to look for.')
    return tuple(asked), known


def _things(words: Iterable[str], found: Found) -> Iterator[str]:
    """Yield the words that name a thing: of "skip prawns" not "skip"."""
    named = {word.casefold() for wish in found.wishes for word in wish.thing.split()}
    named |= {word.casefold() for word in found.not_understood}
    yield from (one for one in words if not named.isdisjoint(one.casefold().split()))


def _asks(thing: str, ids: Sequence[str]) -> bool:
    """Whether the thing alone, or its lack, asks for one of these constraints."""
    return not {*ids}.isdisjoint((*constraints_in(thing), *constraints_in(f"no {thing}")))


def _is_unwanted(wish: Wish) -> bool:
    """Whether the wish is against something that was found here or is a known state.

    Something known by name only that was not found here was not checked: it may go by another name.
    """
    return _is_against(wish) and (bool(wish.places) or (wish.state and wish.recognised))


def _is_against(wish: Wish) -> bool:
    return wish.state or wish.polarity in ("without", "missing", "instead", "allergy-or-health")


def _beside(
    found: Iterable[Finding], requirements: Sequence[Requirement], procedure: Procedure
) -> tuple[Place, ...]:
    """Places a tailoring would point at for these wishes, word by word, without the conflicts already found."""
    there = [(one.part, one.step, one.word.casefold()) for one in found]
    wishes = (wish for one in find(procedure, requirements).each for wish in one.wishes if _is_unwanted(wish))
    places = dict.fromkeys(place for wish in wishes for place in wish.places)
    each = (
        replace(one, word=word, why=one.why.replace(f"{one.word}:", f"{word}:", 1), also=())
        for one in places
        for word in not_within((one.word, *one.also))
    )

    def is_there(one: Place) -> bool:
        told = (word for part, step, word in there if (part, step) == (one.part, one.step))
        return any(one.word.casefold() in word for word in told)

    return tuple(one for one in each if not is_there(one))
