"""A recorded run on the real screens: for `tailor review ID` and `tailor demo`.

Owns opening the app at a review. Refuses everything the app does from then on. Imported only where a terminal is.
"""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tailor.app import TailorApp
from tailor.runs import Kept
from tailor.screens.reopening import reopened


class ReopenedApp(TailorApp):
    """Tailor, beginning at the review of a kept run; Esc leads Home."""

    def __init__(self, kept: Kept, environment: Mapping[str, str]) -> None:
        super().__init__(environment)
        self._kept_run = kept

    def on_mount(self) -> None:
        """The review stands on top of Home."""
        self.call_after_refresh(self.push_screen, reopened(self.back, self._kept_run))


def review(kept: Kept) -> int:
    """The kept run on the screens; the exit code."""
    app = ReopenedApp(kept, os.environ)
    app.run()
    return app.return_code or 0


def demo(recording: Path) -> int:
    """The recorded run on the screens, in a home that is thrown away: nothing of it stays, nothing is sent."""
    from tailor.runs import open_file

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "runs" / "demo.jsonl"
        copy.parent.mkdir()
        copy.write_bytes(recording.read_bytes())
        others = {name: value for name, value in os.environ.items() if not name.startswith(("TAILOR_", "OPENAI_"))}
        app = ReopenedApp(open_file(copy), {**others, "TAILOR_HOME": folder})
        app.run()
        return app.return_code or 0
