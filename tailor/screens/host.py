"""What screens and dialogs may ask of the app, as Protocols: the app imports screens, so they cannot import it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tailor.core.following import Following
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.core.transport import TrackedProcedure
    from tailor.runs.session import RunSession
    from tailor.screens.follow.timers import TimerService

GROUP = "run"
"""The group of all workers that follow a run; `node.workers.cancel_group(node, GROUP)` stops them."""


class Navigation(Protocol):
    """Opens the screens that more than one other screen leads to; what goes wrong is shown as an error dialog."""

    def tailor(
        self, procedure: "Procedure", hint: str = "", title: str = "Tailor it", about: str | None = None
    ) -> None:
        """Ask what is special (`hint` prefilled, `about` by default the goal), then begin the review."""
        ...

    def begin_review(
        self, procedure: "Procedure", hint: str, requirements: "tuple[Requirement, ...] | None" = None
    ) -> "RunSession | None":
        """Run and review this procedure; None after an error. `requirements` replace those read from the hint."""
        ...

    def follow(self, procedure: "Procedure") -> None:
        """Follow the procedure step by step from its kept place."""
        ...

    def rescue(
        self,
        following: "Following",
        words: str,
        taken: "Callable[[TrackedProcedure, TrackedProcedure], None]",
    ) -> None:
        """Ask for edits to the steps ahead; `taken` gets what was accepted, by edits alone and renumbered."""
        ...


class Host(Protocol):
    """What a screen may ask of the app."""

    unsent: dict[str, str]
    """Text typed into dialogs that were closed without Enter, by dialog."""
    wished: tuple[str, str]
    """A goal and hint typed on Home for which there is no procedure yet, for Generate to take."""

    @property
    def navigation(self) -> Navigation:
        """Opens other screens."""
        ...

    @property
    def timers(self) -> "TimerService":
        """The timers of everything that is followed."""
        ...
