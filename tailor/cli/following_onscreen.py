"""`tailor follow ID` on the real screens.

Owns opening the app at a procedure that is followed. Refuses everything the app does from then on. Imported only
where a terminal is.
"""

import os
from collections.abc import Mapping

from tailor.app import TailorApp
from tailor.core.procedure import Procedure
from tailor.screens.follow import follow_screen


class FollowingApp(TailorApp):
    """Tailor, beginning at a procedure that is followed; Esc leads Home."""

    def __init__(self, procedure: Procedure, environment: Mapping[str, str]) -> None:
        super().__init__(environment)
        self._screen = follow_screen(self.back, procedure)

    def on_mount(self) -> None:
        """The steps stand on top of Home."""
        self.call_after_refresh(self.push_screen, self._screen)


def follow(procedure: Procedure) -> int:
    """Follows the procedure on the screens; the exit code."""
    app = FollowingApp(procedure, os.environ)
    app.run()
    return app.return_code or 0
