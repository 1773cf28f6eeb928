"""What the calls of one cell cost: how many, tokens, money, time.

Owns the sum. Refuses to guess: a number is None where one call's server did not tell it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tailor.core.protocols import Usage
from tailor.evaluation.callrecord import CallRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The calls of one cell together."""

    calls: int = 0
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    cost: float | None = None
    """Money, where the server says."""
    seconds: float | None = None
    """From the cell's first call to the end of its last; None without calls."""

    @property
    def tokens(self) -> int | None:
        """All tokens; None where they are not known."""
        if self.prompt_tokens is None or self.answer_tokens is None:
            return None
        return self.prompt_tokens + self.answer_tokens


def cost_of(calls: Sequence[CallRecord]) -> Cost:
    """The cost of these calls."""
    usages = [call.usage or Usage(None, None) for call in calls]
    costs = [usage.cost for usage in usages if usage.cost is not None]
    return Cost(
        calls=len(calls),
        prompt_tokens=_sum([usage.prompt for usage in usages]),
        answer_tokens=_sum([usage.completion for usage in usages]),
        cost=sum(costs) if costs else None,
        seconds=max((round(call.at + call.seconds, 4) for call in calls), default=None),
    )


def _sum(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known and len(known) == len(numbers) else None
