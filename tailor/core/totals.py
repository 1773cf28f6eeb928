"""What a procedure takes in all: steps, things to have at hand, and the times its steps name.

Owns adding up and its words. Refuses to estimate: a time that no step names is not counted, and steps that could
go on at once are added one after another; so the words say "add up to", never "takes".
"""

from dataclasses import dataclass

from tailor.core.durations import durations
from tailor.core.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of one procedure, and the seconds its steps name, by the longer end of every range."""

    steps: int
    resources: int
    seconds: int


def totals(procedure: Procedure) -> Totals:
    """The totals of a procedure."""
    named = [one for step in procedure.steps for one in durations(step)]
    return Totals(len(procedure.steps), len(procedure.resources), sum(one.most for one in named))


def time_words(before: Totals, after: Totals) -> str:
    """ "1 h 30 min -> 50 min"; "" where both name the same time."""
    if before.seconds == after.seconds:
        return ""
    return f"{_length(before.seconds)} -> {_length(after.seconds)}"


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
