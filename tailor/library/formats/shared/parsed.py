"""The result of reading a file: a procedure, what else the file holds, and what an import would save."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from tailor.core.procedure import Procedure
from tailor.core.text import counted, minutes_words


@dataclass(frozen=True, slots=True)
class ParsedProcedure:
    """One procedure of a file, and what else the file holds."""

    procedure: Procedure
    unused: tuple[str, ...] = ()
    """Unused lines, or fields with their values, in the order of the file."""
    one_text: bool = False
    """Whether the steps were one text that was split here; another source may know the steps better."""
    recipe: bool = False
    """Whether its data call it a recipe, and not a how-to beside one."""
    way: str = ""
    """Its heading, if it is one of several ways to the same goal of which a person follows one."""
    remark: str = ""
    """Where its steps come from, if that is not what a person would expect."""
    unsure: bool = False
    """Whether a person should look at the steps before they are saved: nothing in the source calls them steps."""
    exact: bool = False
    """Whether it is a file of ours, of which no word may change."""
    split: str = ""
    """Which steps and resources were too long for one and became several."""
    why: str = "no steps"
    """What to tell a person if it has no steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPreview:
    """What an import would save, shown before anything is saved."""

    procedure: Procedure
    where: str
    """A path, an address, or "standard input"."""
    unused: tuple[str, ...] = ()
    way: str = ""
    remark: str = ""
    unsure: bool = False
    """As in `ParsedProcedure`."""
    text: str = field(default="", compare=False, repr=False)
    """The text it was read from, where its lines are those of the text."""

    @property
    def says(self) -> str:
        """ "12 steps, 8 items, 2 headings, 1 line of notes, 3 lines unused"."""
        made = self.procedure
        return says_of(len(made.steps), len(made.resources), len(made.sections), made.notes, len(self.unused))


def says_of(steps: int, resources: int, headings: int, notes: str, unused: int) -> str:
    """Return these counts in words; headings and notes only if there are any."""
    parts = [counted(steps, "step"), counted(resources, "item")]
    parts += [counted(headings, "heading")] if headings else []
    written = sum(bool(line.strip()) for line in notes.split("\n"))
    parts += [f"{counted(written, 'line')} of notes"] if written else []
    return ", ".join([*parts, f"{counted(unused, 'line')} unused" if unused else "every line used"])


def details_in_words(procedure: Procedure) -> list[str]:
    """Return the facts that stand in no line of their own: "4 servings", "cook 20 min"."""
    times = procedure.times
    told = (("prep", times.prep), ("cook", times.cook), ("total", times.total))
    makes = f"makes {procedure.yields}" if procedure.yields.isdecimal() else procedure.yields
    return [*filter(None, [makes]), *(f"{name} {minutes_words(minutes)}" for name, minutes in told if minutes)]


def read_as_one(first: str = "", second: str = "") -> str:
    """Return the remark that two parts of a text, perhaps with titles, may be two how-tos."""
    who = (
        f"“{first}” and “{second}” each have steps of their own"
        if first and second
        else ("There seem to be two how-tos here, each with steps of its own")
    )
    return f"{who}. They were read as one; please check the steps."


def offers(titles: Sequence[str], ways: Container[str]) -> str:
    """Return the remark that two of the titles may be alternative `ways`; "" unless two of them are."""
    found = [title for title in dict.fromkeys(titles) if title in ways]
    if len(found) < 2:
        return ""
    return (
        f"“{found[0]}” and “{found[1]}” may be two ways to do it. They were read as one; please check the steps."
    )
