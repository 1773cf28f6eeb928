"""Saved profiles by name: what a name may look like, and which lines a choice of names comes to.

The rules for the command line and the screens alike. How the file is read and written is the matter of `config`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tailor.core.errors import NotFoundError, UsageError
from tailor.core.text import normal, one_line

if TYPE_CHECKING:
    from tailor.config import Changing

Saved: TypeAlias = Mapping[str, tuple[str, ...]]
"""Profiles by name, each with its lines."""

_RESERVED = ("use", "none")


def saved_profile(saved: Saved, name: str) -> tuple[str, ...]:
    """The lines of a saved profile; NotFoundError names those there are."""
    if name not in saved:
        there = one_line(", ".join(sorted(saved)), 300) or "none yet; `tailor profile add NAME TEXT` saves one"
        raise NotFoundError(f'There is no profile "{one_line(name, 60)}". Saved: {there}.')
    return saved[name]


def lines_of(saved: Saved, names: Iterable[str]) -> tuple[str, ...]:
    """The lines of these profiles, each once, in order; a name that is not saved any more brings none."""
    return tuple(dict.fromkeys(line for name in names for line in saved.get(name, ())))


def composed(saved: Saved, use: Iterable[str], given: Iterable[str]) -> tuple[str, ...]:
    """What `--profile` comes to: the profiles switched on, and what is given for this run beside them.

    TEXT is a line itself, `@name` a saved profile, `none` leaves out those switched on. NotFoundError for a name
    that was never saved.
    """
    given = tuple(one.strip() for one in given)
    lines = () if "none" in given else lines_of(saved, use)
    for one in given:
        if one.startswith("@"):
            lines += saved_profile(saved, one[1:])
        elif one and one != "none":
            lines += (one,)
    return tuple(dict.fromkeys(lines))


def check_name(name: str) -> str:
    """The name, where a profile may be called so; UsageError says what a name looks like."""
    if not name.replace("-", "").replace("_", "").isalnum() or name in _RESERVED or not name.isascii():
        says = "cannot be a profile's name: use letters, digits and dashes, but not use or none."
        raise UsageError(f'"{one_line(name, 60)}" {says}')
    return name


def tidy(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines as they are kept: each in normal form and once, none empty."""
    return tuple(dict.fromkeys(filter(None, map(normal, lines))))


def written(lines: Sequence[str]) -> str:
    """The lines as `config.set_value` takes them; "" takes the setting out."""
    return json.dumps(list(lines), ensure_ascii=False) if lines else ""


def keep_lines(settings: "Changing", name: str, lines: Sequence[str], *, on: bool = False) -> None:
    """Writes the lines of a profile; without lines it is gone and switched off. `on`: a new one is switched on."""
    use, is_new = settings.before.use, name not in settings.before.profiles
    if not lines and name in use:
        settings.set("profile.use", written(tuple(other for other in use if other != name)))
    settings.set(f"profile.{name}", written(lines))
    if lines and on and is_new and name not in use:
        settings.set("profile.use", written((*use, name)))


def add_to_lines(settings: "Changing", name: str, lines: Iterable[str]) -> tuple[str, ...]:
    """Adds lines to a profile, which is switched on where it is new; all its lines."""
    kept = tidy((*settings.before.profiles.get(name, ()), *lines))
    keep_lines(settings, name, kept, on=True)
    return kept
