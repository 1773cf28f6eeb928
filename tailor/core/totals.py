"""What a procedure takes in all: steps, things to have at hand, and the times its steps name.

Owns adding up and its words. Refuses to estimate: a time that no step names is not counted, and steps that could
go on at once are added one after another; so the words say "add up to", never "takes".
"""

from dataclasses import dataclass

from tailor.core.durations import durations
from tailor.core.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of one procedure; seconds by the shorter and the longer end of every range."""

    steps: int
    resources: int
    seconds: int
    most: int


def totals(procedure: Procedure) -> Totals:
    """The totals of a procedure."""
    named = [one for step in procedure.steps for one in durations(step)]
    return Totals(
        steps=len(procedure.steps),
        resources=len(procedure.resources),
        seconds=sum(one.seconds for one in named),
        most=sum(one.most for one in named),
    )


def time_words(before: Totals, after: Totals) -> str:
    """ "1 h 30 min -> 45 to 50 min"; "" where both name the same times."""
    if (before.seconds, before.most) == (after.seconds, after.most):
        return ""
    return f"{_range(before)} -> {_range(after)}"


def _range(one: Totals) -> str:
    low, high = _length(one.seconds), _length(one.most)
    return low if low == high else f"{low} to {high}"


def _length(seconds: int) -> str:
    """ "1 h 30 min", "2 days 3 h", "40 s", "none": exact to the minute from an hour on."""
    if not seconds:
        return "none"
    if seconds < 60:
        return f"{seconds} s"
    days, minutes = divmod(round(seconds / 60), 24 * 60)
    hours, minutes = divmod(minutes, 60)
    named = ((days, "day" if days == 1 else "days"), (hours, "h"), (minutes, "min"))
    return " ".join(f"{count} {unit}" for count, unit in named if count)
