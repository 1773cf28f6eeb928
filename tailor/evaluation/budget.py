"""What a bench may spend, and how many calls run at once.

Owns the limits and the error that stops a bench at one of them. Refuses to forget: what the record holds counts
too, so a bench that was stopped goes on with a larger budget, never with the same one again.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from tailor.core.errors import ProviderError
from tailor.core.protocols import Usage
from tailor.runs.generate import on_this_computer

AT_ONCE_HERE: Final = 1
"""Calls at once to a server on this computer: it shares one processor among them."""
AT_ONCE_ELSEWHERE: Final = 4


class Unfinished(ProviderError):
    """A cell could not come to its end for a reason that is not the model's; a later run may finish it.

    It is a ProviderError so that every strategy and method ends its run in order where it meets one.
    """

    exit_code = 1
    ends_bench: ClassVar[bool] = True
    """Whether the next cell would meet the same."""

    def __init__(self, message: str) -> None:
        super().__init__("rate", message, title=self.title)


class BudgetSpent(Unfinished):
    """The bench has made as many calls, or used as many tokens, as it was allowed."""

    title = "The budget is spent"


class CallTotals(Protocol):
    """What a record of calls knows of its cost."""

    @property
    def made(self) -> int:
        """Calls that ended, faults among them."""
        ...

    @property
    def tokens(self) -> int:
        """Tokens of these calls, estimated where the server does not say."""
        ...


@dataclass(slots=True)
class Budget:
    """The most a bench may spend in whole, earlier runs counted in. None: no limit."""

    calls: int | None = None
    tokens: int | None = None
    under_way: int = 0
    """Calls that have begun and not ended."""

    def take(self, spent: CallTotals) -> None:
        """One more call begins. BudgetSpent where it would be one too many."""
        if self.calls is not None and spent.made + self.under_way >= self.calls:
            raise BudgetSpent(_words(f"{self.calls} calls", "--max-calls"))
        if self.tokens is not None and spent.tokens >= self.tokens:
            raise BudgetSpent(_words(f"{self.tokens} tokens", "--max-tokens"))
        self.under_way += 1

    def ended(self) -> None:
        """A call that was taken is over, however it ended."""
        self.under_way -= 1


def calls_at_once(host: str, at_once: int | None = None) -> int:
    """How many calls may run at once at this host: `at_once`, else one on this computer and four elsewhere."""
    return at_once or (AT_ONCE_HERE if on_this_computer(host) else AT_ONCE_ELSEWHERE)


def estimated(usage: Usage | None, characters: int) -> int:
    """Tokens of a call; four characters count as one where the server does not say."""
    if usage is None or usage.prompt is None or usage.completion is None:
        return characters // 4
    return usage.prompt + usage.completion


def _words(what: str, option: str) -> str:
    return (
        f"The {what} this bench may use are spent. Every answer is kept: start it again with a larger "
        f"{option}, and it goes on where it stopped."
    )
