"""The marks of Cooklang inside a line: ingredients, cookware and timers (cooklang.org/docs/spec).

Owns finding them and saying them in words. Refuses lines and files: `cooklang` reads those.
"""

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""\\(?P<escaped>[\\@\#~{}\[\]=>\-])
    | (?P<mark>[@\#~])(?P<flags>[&?+-]{0,3})
      (?: (?P<long>(?!\s)[^@\#~{}\\\n]{0,200}?)\{(?P<amount>(?:\\[{}\\]|[^{}])*)\}
        | (?P<short>[\w][\w'’]*(?:-[\w'’]+)*) )
      (?:\((?P<note>[^()\n]{0,300})\))?""",
    re.VERBOSE,
)


@dataclass(slots=True)
class Gathered:
    """What the marks of a file named."""

    ingredients: dict[str, "Thing"] = field(default_factory=dict)
    """By its name in lower case; one named again is the same thing."""
    cookware: dict[str, "Thing"] = field(default_factory=dict)


@dataclass(slots=True)
class Thing:
    """An ingredient or a piece of cookware, and how much of it each place names."""

    name: str
    amounts: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def words(self) -> str:
        """The resource it becomes: "1/2 tsp + 1 tsp salt, coarse"."""
        amount = f"{' + '.join(self.amounts)} " if self.amounts else ""
        return f"{amount}{self.name}{f', {self.note}' if self.note else ''}"


def read_line(text: str, gathered: Gathered) -> str:
    """The line as a person reads it; what its marks name is added to `gathered`."""

    def said(found: re.Match[str]) -> str:
        if found["escaped"]:
            return found["escaped"]
        name = (found["long"] if found["short"] is None else found["short"]).strip()
        amount, note = _amount(found["amount"] or ""), found["note"]
        name, _, alias = name.partition("|")
        name = name.rpartition("/")[2] if name.startswith(("./", "../")) else name
        shown = (alias or name).strip()
        match found["mark"]:
            case "~":
                shown = amount or shown
            case "#":
                _add(gathered.cookware, name, amount, again=False)
            case _:
                _add(gathered.ingredients, name, amount, note or "")
        return f"{shown} ({note})" if note else shown

    return _TOKEN.sub(said, text)


def escaped(text: str) -> str:
    """The text so that Cooklang reads it as plain words."""
    return re.sub(r"^([=>])", r"\\\1", _escaped(r"[\\@#~{}]", text))


def escaped_title(text: str) -> str:
    """As `escaped`, for the title of a section, whose ends are marked by "="."""
    return _escaped(r"[\\@#~{}=]", text)


def unescaped(text: str) -> str:
    """The words of a text that `escaped` wrote, where no marks can be."""
    return re.sub(r"\\([\\@#~{}\[\]=>\-])", r"\1", text)


def _escaped(marks: str, text: str) -> str:
    """The text with a backslash before each mark, and before what would begin a comment."""
    return re.sub(rf"({marks}|-(?=-)|(?<=-)-|\[(?=-))", r"\\\1", text)


def _amount(text: str) -> str:
    """ "2%kg" as "2 kg"."""
    number, _, unit = text.strip().removeprefix("=").partition("%")
    return " ".join(f"{number.strip()} {unit.strip()}".split())


def _add(known: dict[str, Thing], name: str, amount: str, note: str = "", *, again: bool = True) -> None:
    """A thing is named once more; `again`: the same amount is needed again, as of salt, but not of bowls."""
    bare = " ".join(name.split())
    if not bare:
        return
    thing = known.setdefault(bare.lower(), Thing(bare))
    if amount and (again or amount not in thing.amounts):
        thing.amounts.append(amount)
    thing.note = thing.note or note
