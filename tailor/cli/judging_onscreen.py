"""`tailor bench judge` on the real screens: the judge's screen and nothing beside it.

Owns the app around that screen. Refuses the other rooms: they would show what a judge must not see. Imported only
where a terminal is.
"""

import os
from collections.abc import Mapping

from tailor.app import TailorApp
from tailor.evaluation.judging import Judging
from tailor.screens.judge import JudgeScreen


class JudgeApp(TailorApp):
    """Tailor with one screen; Esc ends it."""

    DEFAULT_MODE = "judge"

    def __init__(self, judging: Judging, environment: Mapping[str, str]) -> None:
        super().__init__(environment)
        self.add_mode("judge", lambda: JudgeScreen(judging))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No way to the other rooms."""
        return action != "mode" and super().check_action(action, parameters)


def judge(judging: Judging) -> int:
    """The questions on the screen, until everything is answered or the judge leaves; the exit code."""
    app = JudgeApp(judging, os.environ)
    app.run()
    return app.return_code or 0
