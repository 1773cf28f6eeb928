"""A download with a progress bar: how far it is, how fast it goes, and a key that stops it."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual import work
from textual.app import App
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.screens.dialogs.base import AnswerOption, Dialog, Question, Unseen
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text
from tailor.threads import aside

if TYPE_CHECKING:
    from tailor.providers.local.download import Download, Progress
    from tailor.providers.local.hub import Hub, RemoteFile
    from tailor.providers.local.model_list import ListedModel
    from tailor.workspace import Workspace

BAR: Final = 40
"""Cells of the bar."""
LOOK: Final = 0.25
"""Seconds between two updates of the bar."""


class DownloadQuestion(Question):
    """Ask whether to download. It appears once the hub has answered; keys typed before that are dropped."""

    def __init__(self, title: str, text: str, choices: tuple[AnswerOption, ...]) -> None:
        super().__init__(title, text, choices)
        self._unseen = Unseen(self)

    def on_mount(self) -> None:
        self._unseen.begin()

    def on_key(self, event: Key) -> None:
        self._unseen.drop_early(event)


class DownloadDialog(Dialog[Path | str]):
    """Download the file; dismissed with its path, or with a sentence about why it is missing."""

    HELP = "Downloading a model. Esc stops it; you can continue later."
    keys = (("esc", "stop and continue later"),)

    def __init__(self, title: str, hub: "Hub", remote: "RemoteFile") -> None:
        super().__init__(line_text(f"Downloading {title}", "bold"))
        self._hub, self._remote = hub, remote
        self._download: Download | None = None

    def inside(self) -> Iterable[Widget]:
        yield Static(id="words")

    def on_mount(self) -> None:
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
        if self._download is not None:
            self._download.stop()
            self.dismiss(f"Stopped at {self._download.progress.share}. Enter continues.")


def bar(progress: "Progress") -> Content:
    """The bar and, below it, percentage, speed and time left."""
    full = BAR * progress.done // max(progress.total, 1)
    drawn = row_text(("━" * full, "$accent"), ("━" * (BAR - full), MUTED))
    return lines(drawn, line_text(str(progress)))


async def ask_to_fetch(
    app: "App[object]",
    workspace: "Workspace",
    model: "ListedModel",
    then: str,
    say: Callable[[str], object],
    take: Callable[[Path], object],
) -> None:
    """Ask the hub for the size of this model, then the person, and download it after a yes; `take` gets the file.

    `say` reports what is waited for and what went wrong. `then`: what follows a yes, in words.
    """
    from tailor.providers.local.download import look_before
    from tailor.providers.local.hub import Hub
    from tailor.providers.local.model_list import costs

    assert model.source is not None
    hub, title = Hub.of(workspace.environment), model.title or model.name
    say(f"Asking {hub.host} about this model …")
    try:
        about = await aside(look_before, hub, model.source)
    except TailorError as error:
        say(error.message)
        return

    def ended(result: Path | str | None) -> None:
        if isinstance(result, str):
            say(result)
        elif result is not None:
            take(result)

    def answered(answer: str | None) -> None:
        if answer == "y":
            app.push_screen(DownloadDialog(title, hub, about), ended)

    say("")
    choices = (AnswerOption("n", "not now"), AnswerOption("y", f"download it, then {then}"))
    app.push_screen(DownloadQuestion(f"Download {title}?", costs(model, about), choices), answered)
