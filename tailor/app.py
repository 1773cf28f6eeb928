"""The Textual app: modes, themes, the keys that work everywhere, and how it ends after a fault.

Holds what all screens share: workspace, timers, navigator. A crash report never shows a local variable, a text or
a key.
"""

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual import work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Event, Key
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen, SystemModalScreen
from textual.theme import BUILTIN_THEMES, Theme
from textual.worker import WorkerState

from tailor.core.errors import TailorError, UsageError
from tailor.core.text import clean
from tailor.drafts import Drafts
from tailor.screens import terminal, themes
from tailor.screens.textual_fixes import TypesAhead, patch_textual
from tailor.screens.widgets.content import as_markup, notify
from tailor.storage import files_in
from tailor.threads import aside, run_to_end
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode

    from tailor.screens.base import BaseScreen
    from tailor.screens.dialogs.connect import BackendOption
    from tailor.screens.follow.timers import TimerService
    from tailor.screens.navigation import Navigator


_MODES: Final = {
    "home": "tailor.screens.home.screen:HomeScreen",
    "library": "tailor.screens.library.screen:LibraryScreen",
    "generate": "tailor.screens.generate.screen:GenerateScreen",
    "memory": "tailor.screens.memory:MemoryScreen",
    "settings": "tailor.screens.settings:SettingsScreen",
}
"""The screen class of each mode, imported when the mode is first entered."""
SAVED_WITHIN: Final = 0.3
"""Seconds after typing until drafts are saved."""


MOST_RECENT: Final = 5


class TailorApp(TypesAhead):
    TITLE = "Tailor"
    DEFAULT_MODE = "home"
    theme = Reactive(themes.DEFAULT)
    """Set from the start, else `App` would first work out the colours of its own default theme."""
    _coloured: tuple[Theme | None, dict[str, str]] = (None, {})
    """The theme and its colours; a class attribute, as `App` needs it before `__init__` is done."""
    CSS = """
    OptionList:nocolor, .-few-colours OptionList {
        & > .option-list--option-highlighted { text-style: underline; }
        &:focus > .option-list--option-highlighted { text-style: bold underline; }
    }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
    Toast { max-width: 60%; padding: 0 1; margin: 0; }
    """
    # Messages come at the top, as the keys are at the foot of screens and windows.
    # Without colours, or with 16, a shade of grey alone must not mark the current row and the list with the focus.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "keys", "Help", tooltip="Help for this screen", id="app.help"),
        Binding("f2", "mode('home')", "Home", show=False, priority=True, id="app.home"),
        Binding("f3", "mode('library')", "Library", show=False, priority=True, id="app.library"),
        Binding("f4", "mode('generate')", "Create", show=False, priority=True, id="app.generate"),
        Binding("f5", "mode('memory')", "Memory", show=False, priority=True, id="app.memory"),
        Binding("f6", "mode('settings')", "Settings", show=False, priority=True, id="app.settings"),
        Binding("ctrl+p", "command_palette", "Actions", priority=True, id="app.palette"),
        Binding(
            "ctrl+g",
            "jump",
            "Jump",
            show=False,
            priority=True,
            id="app.jump",
            tooltip="Jump to anything in view by its letter",
        ),
        Binding("f12", "shopping", "Shopping list", show=False, id="app.shopping", tooltip="Your shopping list"),
        Binding(
            "f7",
            "on_home(\"do('adding', 'bring')\")",
            "Import",
            show=False,
            id="app.import",
            tooltip="Add a file, some text or a web page",
        ),
        Binding("f9", "connect", "Connect", show=False, id="app.connect", tooltip="Choose the AI model"),
        Binding("f8", "copy_whole", "Copy all", show=False, id="app.copy", tooltip="Copy the whole how-to"),
        Binding(
            "g", "edge('home')", "To the top", show=False, id="app.top", tooltip="The first row (gg works too)"
        ),
        Binding("G", "edge('end')", "To the end", show=False, id="app.end", tooltip="The last row"),
        Binding("ctrl+q", "quit", "Quit", priority=True, id="app.quit"),
    ]

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        patch_textual()
        self.workspace = Workspace(environment, forgiving=True)
        for theme in themes.OWN:
            BUILTIN_THEMES[theme.name] = theme
        try:
            super().__init__()
        except Exception as error:
            if named := [name for name in os.environ if name.startswith("TEXTUAL_")]:  # read by Textual itself
                are, them = ("is", "it") if len(named) == 1 else ("are", "them")
                raise UsageError(
                    f"Tailor cannot show its screens while {' and '.join(named)} {are} set. Unset {them} and "
                    "start Tailor again."
                ) from error
            raise
        for mode, screen in _MODES.items():
            self.add_mode(mode, partial(self._screen, screen))
        self.wished = ("", "")
        """A goal and hint typed on Home that matched no procedure, for Generate to take."""
        self.drafts = Drafts(self.workspace.paths.drafts, self._draft_changed)
        """Text that is typed but not yet used, here and in windows that were closed without Enter."""
        self.recent_actions: list[str] = []
        """The actions last chosen from the palette, latest first."""
        self._runs: Mapping[int, int] = {}
        """How many polls each running worker has lasted, by the worker's id."""
        self._titled = self._saves_soon = self._said_drafts = False
        self._tried: str | None = None
        """The theme to return to while others are being previewed."""
        # before there are widgets: later it would restyle them all
        self.set_class(self.console.color_system == "standard", "-few-colours", update=False)
        config = self.workspace.config if self.workspace.has_settings else None
        wanted = config.theme if config else self.workspace.environment.get("TEXTUAL_THEME", "")
        self.theme = self._kept = wanted if wanted in self.available_themes else themes.DEFAULT

    def get_driver_class(self) -> type[Driver]:
        """As in `App`, but on Linux and macOS a driver that survives any byte and a closed terminal."""
        driver = super().get_driver_class()
        if driver.__name__ == "LinuxDriver":
            from tailor.screens.driver import TerminalDriver

            return TerminalDriver
        return driver

    def _screen(self, name: str) -> Screen[Any]:
        module, _, kind = name.partition(":")
        screen: Screen[Any] = getattr(import_module(module), kind)(self.workspace)
        return screen

    @cached_property
    def navigation(self) -> "Navigator":
        """Opens screens from other screens; created late, as it imports the run and the library."""
        from tailor.screens.navigation import Navigator

        return Navigator(self, self.workspace)

    @cached_property
    def timers(self) -> "TimerService":
        """The timers of all procedures being followed; they ring whichever screen is in front."""
        from tailor.library.progress import progress_store
        from tailor.screens.follow.timers import TimerService

        return TimerService(self, progress_store(self.workspace.paths))

    async def on_unmount(self) -> None:
        """Restore the terminal's title, save the drafts, and end the memory's worker and the local model."""
        self._show_title(done=False)
        await self._save_drafts()
        self.workspace.leave_local_model()
        await self.workspace.close()

    # -- drafts ----------------------------------------------------------------------------------------------

    def _draft_changed(self) -> None:
        if not self._saves_soon:
            self._saves_soon = True
            self.set_timer(SAVED_WITHIN, self._save_drafts)

    async def _save_drafts(self) -> None:
        """Write the drafts; if that fails, say so once."""
        self._saves_soon = False
        try:
            await asyncio.to_thread(self.drafts.save)
        except TailorError as error:
            if not self._said_drafts:
                self._said_drafts = True
                notify(self, error.message, title="Tailor cannot save what you type", severity="warning")

    # -- themes ----------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Apply the person's keys and motion setting, and save each later change of theme."""
        terminal.close_when_ended(self)
        if self.workspace.has_settings and self.workspace.config.keys:
            self.set_keymap(self.workspace.config.keys)
            self.call_after_refresh(self._say_keys)
        if self.workspace.has_settings and (lost := self.workspace.lost_profiles):
            notify(self, f"{lost} ctrl+o shows your profiles.", title="A profile is missing", severity="warning")
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if self.workspace.has_settings and not self.workspace.config.motion:
            self.animation_level = "none"
        self.set_interval(terminal.EVERY, self._look_at_runs)
        self.call_after_refresh(self._wake_bells)
        self.call_after_refresh(_collect_rarely)

    @work(exit_on_error=False)
    async def _say_keys(self) -> None:
        from tailor.screens.dialogs.key_bindings import own_key_troubles

        if words := await asyncio.to_thread(own_key_troubles, self.workspace.config.keys):
            notify(self, words, title="Your own keys", severity="warning")

    def _look_at_runs(self) -> None:
        """Ring when a long run has ended, and say so in the terminal's title."""
        running = (
            id(one) for one in self.workers if one.group in terminal.GROUPS and one.state is WorkerState.RUNNING
        )
        self._runs, over = terminal.count_polls(self._runs, running)
        if over and self.workspace.config.bell:
            self.bell()
            self._show_title(done=True)

    def _show_title(self, *, done: bool) -> None:
        """Set the terminal's title to say that a run is done, or restore it."""
        if self._driver is None or self.is_headless or self._titled == done:
            return
        self._titled = done
        self._driver.write(terminal.KEEP_TITLE + terminal.TITLE if done else terminal.RESTORE_TITLE)
        self._driver.flush()

    async def on_event(self, event: Event) -> None:
        """Restore the terminal's title at any key, as the person is back. Esc first stops an alarm."""
        if isinstance(event, Key) and not event.is_forwarded:
            self._show_title(done=False)
            if event.key == "escape" and "timers" in vars(self) and self.timers.hush():
                return
        await super().on_event(event)

    async def _wake_bells(self) -> None:
        """Resume, after the first frame, the timers that ran when Tailor was closed."""
        if files_in(self.workspace.paths.follow, ".json"):
            await self.timers.wake()

    def get_css_variables(self) -> dict[str, str]:
        """As in `App`, but computed once per theme and not for each new screen.

        In themes that are not Tailor's own, texts are made readable.
        """
        theme = self.current_theme
        if self._coloured[0] is not theme:
            variables = super().get_css_variables()
            if theme not in themes.OWN:
                variables |= themes.readable(variables)
            self._coloured = theme, variables
        return self._coloured[1]

    def _keep_theme(self, theme: Theme) -> None:
        if self._tried is None and theme.name != self._kept:
            self._kept = theme.name
            self._write_theme(theme.name)

    def action_theme(self) -> None:
        """Choose a theme; each is previewed while highlighted, and Esc restores the current one."""
        from tailor.screens.dialogs.chooser import Chooser, ChooserItem

        self._tried = self.theme
        picks = [ChooserItem(name, name) for name in sorted(self.available_themes, key=themes.order)]
        show = partial(setattr, self, "theme")
        self.push_screen(Chooser("Which colours?", picks, self.theme, show), self._take_theme)

    def _take_theme(self, name: str | None) -> None:
        before, self._tried = self._tried, None
        self.theme = name or before or themes.DEFAULT
        if name is not None and name != before:
            self._keep_theme(self.current_theme)

    @work(group="theme", exclusive=True, exit_on_error=False)
    async def _write_theme(self, name: str) -> None:
        try:
            await asyncio.to_thread(self.workspace.change, "app.theme", name)
        except TailorError as error:
            notify(self, error.message, title="The theme was not saved", severity="warning")

    # -- keys that work everywhere ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the key of the tab that is already open."""
        return (action, parameters) != ("mode", (self.current_mode,)) or len(self.screen_stack) > 1

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: "DOMNode | None" = None,
        namespaces: "Mapping[str, DOMNode] | None" = None,
    ) -> bool:
        """As in `App`, but a TailorError or OSError (a file is gone or unreadable) opens a dialog instead."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except (TailorError, OSError) as error:
            from tailor.screens.dialogs.base import ErrorDialog

            self.push_screen(ErrorDialog.of(error))
            return True

    async def action_mode(self, mode: str) -> None:
        """Go to a tab, unless an open dialog keeps what was typed.

        Forms and pages left open over the tab are closed. Work under way there, such as a review, is shown
        instead; from it the same key goes on to the tab, as Esc does.
        """
        if isinstance(self.screen, ModalScreen):
            from tailor.screens.dialogs.base import Dialog

            if isinstance(self.screen, Dialog):
                self.screen.leave_for(mode)
            return
        stays = mode == self.current_mode
        for first in self._screen_stacks.get(mode, ())[:1]:
            cast("BaseScreen[Any]", first).led_to = True
        if not stays:
            await aside(import_module, _MODES[mode].partition(":")[0])  # takes half a second the first time
            if self._exit:  # the app may have ended meanwhile
                return
            await self.switch_mode(mode)
        while len(self.screen_stack) > 1 and not isinstance(self.screen, ModalScreen):
            if not cast("BaseScreen[Any]", self.screen).leave_for_tab():
                if stays:
                    self.simulate_key("escape")
                return
            stays = False

    def action_connect(self) -> None:
        """Let the person choose who answers from now on, over whatever is open."""
        from tailor.screens.dialogs.base import Connects
        from tailor.screens.dialogs.connect import ConnectDialog, take

        screen = cast("BaseScreen[Any]", self.screen)

        def chosen(place: "BackendOption") -> None:
            try:
                take(self.workspace, place)
            except TailorError as error:
                screen.show_error(error)
                return
            answers = self.workspace.connection()
            if isinstance(screen, Connects):
                screen.connected(answers)
            else:
                notify(self, answers.sends)

        screen.ask(ConnectDialog(self.workspace), chosen)

    async def action_on_home(self, action: str) -> None:
        """Go Home and run the action there; if something else is open on Home, say so."""
        if len(self._screen_stacks["home"]) > 1:
            where = "open on Home first (F2, then Esc)" if self.current_mode != "home" else "open here first (Esc)"
            notify(self, f"Close what is {where}. You will find it again on Home.")
        else:
            await self.switch_mode("home")
            await self.run_action(action, self.screen)

    async def action_quit(self) -> None:
        """Quit, asking first if a timer runs or something would be lost. Pressing it again quits."""
        from tailor.screens.dialogs.base import HoldsDecisions, LeaveQuestion

        screens = [screen for stack in self._screen_stacks.values() for screen in stack]
        lost = [why for screen in screens if isinstance(screen, HoldsDecisions) and (why := screen.unkept())]
        running = _running_timers(self)
        if (running or lost) and not isinstance(self.screen, LeaveQuestion):
            self.push_screen(LeaveQuestion(running, lost), lambda key: self.exit() if key == "q" else None)
        else:
            self.exit()

    def action_edge(self, key: str) -> None:
        """Act like Home and End, for vi's keys; pressing g twice does no harm."""
        self.simulate_key(key)

    def get_key_display(self, binding: Binding) -> str:
        """As in `App`, but with F2 in upper case, as in sentences and on keyboards."""
        shown = super().get_key_display(binding)
        return shown.upper() if shown[0] == "f" and shown[1:].isdecimal() else shown

    def action_keys(self) -> None:
        """Show help for the focused widget and every key that works now; in dialogs too."""
        from tailor.screens.dialogs.base import Dialog
        from tailor.screens.dialogs.keys_help import KeysHelp

        if isinstance(self.screen, Dialog) or not isinstance(self.screen, ModalScreen):
            self.push_screen(KeysHelp(self.screen))

    def action_jump(self) -> None:
        """Label every place on the current screen with a letter that jumps there."""
        from tailor.screens.dialogs.chooser import JumpSheet, jump_targets

        found = [] if isinstance(self.screen, SystemModalScreen | JumpSheet) else jump_targets(self.screen)
        if len(found) > 1:
            self.push_screen(JumpSheet(found))
        else:
            notify(self, "There is only one place to jump to on this screen, and you are there.")

    def action_shopping(self) -> None:
        """Show what this screen's procedure needs, to tick off, copy or write to a file."""
        from tailor.screens.dialogs.shopping_list import open_shopping

        open_shopping(self, self.workspace)

    def action_copy_whole(self) -> None:
        """Copy this screen's procedure to the clipboard: goal, resources, steps."""
        from tailor.screens.dialogs.shopping_list import copy_whole

        copy_whole(self)

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, SystemModalScreen):
            from tailor.screens.palette import Palette

            self.push_screen(Palette())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield every action that works now, with its key; then themes and a picture of the screen."""
        seen: set[str] = set()
        for node, binding, enabled, _ in screen.active_bindings.values():
            if not binding.id or not enabled or binding.action in seen or binding.action == "command_palette":
                continue
            seen.add(binding.action)
            key, words = self.get_key_display(binding), binding.tooltip or binding.description
            run = _once(self, binding, node, screen)
            yield SystemCommand(as_markup(binding.description), as_markup(key, words), run)
        from tailor.screens.home.screen import HomeScreen

        for home in self._screen_stacks.get("home", ()):
            if isinstance(home, HomeScreen):
                yield from home.unfinished.commands()
        yield SystemCommand("Theme", "Choose the colours; Tailor remembers them", self.action_theme)
        yield SystemCommand(
            "Picture", "Save a picture (SVG) of this screen", lambda: self.set_timer(0.1, self.keep_picture)
        )

    async def keep_picture(self) -> None:
        """Save a picture of the screen in the data folder, and say where."""
        from datetime import datetime

        svg, folder = self.export_screenshot(), self.workspace.paths.data
        try:
            path = await asyncio.to_thread(terminal.keep_picture, folder, svg, datetime.now().astimezone())
        except TailorError as error:
            notify(self, error.message, title="The picture was not saved", severity="warning")
        else:
            notify(self, str(path), title="Picture saved")

    # -- when something breaks -------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        """End the app and report where it broke, without local variables, texts or keys (DESIGN 12).

        If the app is already ending, a screen that was just opening may find itself emptied; that is no fault.
        """
        if self._exit and isinstance(error, terminal.EMPTIED):
            return
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._exit_renderables.append(terminal.fatal_words(error))
        self._close_messages_no_wait()


def _collect_rarely() -> None:
    """Make garbage collection cheap, as it delays keys: freeze all objects so far and rarely run a full one.

    Scanning all modules and a long review takes 100 ms, and 200,000 new objects 40 ms.
    """
    gc.freeze()
    gc.set_threshold(1_000, 10, 1_000)


def _once(app: TailorApp, binding: Binding, node: Any, screen: Screen[Any]) -> Callable[[], Awaitable[None]]:
    """Wrap an action to run once, however often Enter is pressed, and not after its screen was closed."""
    done: list[bool] = []

    async def act() -> None:
        if not done and screen in app.screen_stack:
            done.append(True)
            title = as_markup(binding.description)
            app.recent_actions = [title, *(one for one in app.recent_actions if one != title)][:MOST_RECENT]
            await app.run_action(binding.action, node)

    return act


def _running_timers(app: TailorApp) -> list[str]:
    return app.timers.running() if "timers" in vars(app) else []


def farewell(app: TailorApp) -> str:
    """What to tell someone who leaves: which timers run, what was kept and how to come back."""
    running = _running_timers(app)
    back = (
        "Your place is kept. Timers ring only while Tailor is open, so start it again before time is up."
        if running
        else ""
    )
    return " ".join(filter(None, (*running, back, app.drafts.summary())))


def main() -> int:
    """Run the app and return its exit code. A TailorError, before anything is drawn, if nothing can be saved."""
    return run(TailorApp())


def run(app: TailorApp) -> int:
    """Run this app, print what is left to say, and return its exit code."""
    run_to_end(app.run_async())
    if said := farewell(app):
        print(clean(said), file=sys.stderr)
    return app.return_code or 0
