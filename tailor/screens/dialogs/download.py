"""A download with its bar: how far it is, how fast it goes, and a key that stops it."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual import work
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.screens.dialogs.base import Dialog
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text

if TYPE_CHECKING:
    from tailor.providers.local.download import Download, Progress
    from tailor.providers.local.hub import Hub, RemoteFile

BAR: Final = 40
"""Cells of the bar."""
LOOK: Final = 0.25
"""Seconds between two looks at the download."""


class DownloadDialog(Dialog[Path | str]):
    """Fetches the file; dismissed with its path, or with a sentence about why it is not there."""

    HELP = "A model is being fetched. Esc stops it; what came so far is kept for another time."
    keys = (("esc", "stop; it goes on from here another time"),)

    def __init__(self, title: str, hub: "Hub", remote: "RemoteFile") -> None:
        super().__init__(line_text(f"Fetching {title}", "bold"))
        self._hub, self._remote = hub, remote
        self._download: Download | None = None

    def inside(self) -> Iterable[Widget]:
        """The bar and its words."""
        yield Static(id="words")

    def on_mount(self) -> None:
        """Starts it."""
        from tailor.providers.local.download import Download

        super().on_mount()
        self._download = Download(self._hub, self._remote)
        self._tell()
        self.set_interval(LOOK, self._tell)
        self._wait(self._download)

    def _tell(self) -> None:
        if self._download is not None:
            self.query_one("#words", Static).update(bar(self._download.progress))

    @work(exclusive=True, exit_on_error=False)
    async def _wait(self, download: "Download") -> None:
        try:
            path: Path = await asyncio.wrap_future(download.result)
            self.dismiss(path)
        except TailorError as error:
            self.dismiss(error.message)

    def action_leave(self) -> None:
        """Stops the download."""
        if self._download is not None:
            self._download.stop()
            self.dismiss(f"Stopped at {self._download.progress.share}. Enter goes on from there.")


def bar(progress: "Progress") -> Content:
    """The bar and, below it, share, speed and time left."""
    full = BAR * progress.done // max(progress.total, 1)
    drawn = row_text(("━" * full, "$accent"), ("━" * (BAR - full), MUTED))
    return lines(drawn, line_text(str(progress)))
