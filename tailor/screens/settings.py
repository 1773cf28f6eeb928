"""The Settings screen: who answers, how a run goes, profiles, how the app looks.

Its rows come from the table in `config`. Each change is written at once through the workspace, which keeps the
comments of the file; a damaged file is reported and not touched. An API key is never shown.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.backend import key_for
from tailor.config import ANSWERS, APP, RUN, SETTINGS, Config, SettingDisplay
from tailor.core.errors import TailorError
from tailor.core.text import counted
from tailor.providers import keys
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.dialogs.chooser import Chooser, ChooserItem, KeyEntry
from tailor.screens.dialogs.connect import ConnectDialog, take
from tailor.screens.dialogs.download import ask_to_fetch
from tailor.screens.dialogs.key_bindings import KeyTable, known_keys
from tailor.screens.dialogs.profiles import edit_profile, new_profile
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text, titled
from tailor.screens.widgets.lists import PageView, note_page
from tailor.threads import aside
from tailor.urls import host_of
from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One row; `id` is the key in the settings, or a name for what Enter opens."""

    id: str
    title: str
    value: str
    about: str
    section: str


def _setting_rows(config: Config, *, theme: str, key: str) -> Iterator[SettingRow]:
    """Every row in order. `key` says in words whether an API key is stored for the address."""
    looks = "Enter shows the models on this computer, and some you can download."
    about = f"Tailor also works without a model, and then nothing leaves this computer. {looks}"
    about = about if _answers(config) == "built-in" else looks
    yield SettingRow("connect", "AI model", _answers(config), about, ANSWERS)
    for row in _of_table(config, ANSWERS):
        if _matters(row.id, config):
            yield row
    if config.base_url:
        about = "Typed or pasted, never shown. It is sent to this address and nowhere else."
        yield SettingRow("key", "Key", key, about, ANSWERS)
    for row in _of_table(config, RUN):
        by_meaning = row.id == "memory.embedder" and config.embedder.startswith("local:")
        yield replace(row, value="By meaning") if by_meaning else row
    yield from _of_profiles(config)
    for row in _of_table(config, APP):
        yield replace(row, value=theme) if row.id == "app.theme" else row
    own = f"{len(config.keys)} of your own" if config.keys else "Tailor's"
    yield SettingRow(
        "keys", "Keys", own, "Every action and its key. Enter opens the list, where you can change them.", APP
    )


def _answers(config: Config) -> str:
    if config.provider == "local" and config.local.model:
        return line_text(Path(config.local.model).stem, "", 60).plain
    return "a server" if config.provider == "server" and config.base_url is not None else "built-in"


def _matters(key: str, config: Config) -> bool:
    """Whether this setting about who answers has any effect now."""
    if key.startswith("local."):
        return config.provider == "local"
    return key != "provider.model" or bool(config.base_url)


def _of_table(config: Config, section: str) -> Iterator[SettingRow]:
    rows = [(one.key, one.row) for one in SETTINGS.values() if one.row is not None and one.row.section == section]
    for key, row in sorted(rows, key=lambda pair: pair[1].last):
        value, about = config.value(key), row.about
        words = _in_words(value, row) if isinstance(value, bool) or value or key in config.came else row.missing
        if choice := next((one for one in row.choices() if one.value == value), None):
            words, about = choice.label, f"{about} {choice.about}"
        yield SettingRow(key, row.title, words, about, section)


def _in_words(value: object, row: SettingDisplay) -> str:
    """ "on", "300 seconds"."""
    return ("off", "on")[value] if isinstance(value, bool) else f"{_typed(value)} {row.unit}".rstrip()


def _typed(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _of_profiles(config: Config) -> Iterator[SettingRow]:
    section = "Profiles"
    for name, lines in config.profiles.items():
        about = "\n".join(("Enter changes its lines; space turns it on or off.", "", *lines))
        state = "always" if name in config.use else "when ticked"
        yield SettingRow(f"profile.{name}", name, state, about, section)
    about = "Allergies, missing equipment and skill level for a person."
    yield SettingRow("profile+", "New profile", "", about, section)


LONG = 14  # characters above which a value may be cut in its row, so that the page repeats it in full


class SettingList(OptionList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Change", id="settings.change")]


class SettingsScreen(BaseScreen[None]):
    CSS_PATH = "settings.tcss"
    HELP = "Enter changes the selected setting; its meaning is on the right. Everything is saved as you go."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.mode('home')", "Home", id="settings.home", tooltip="Back Home"),
        Binding("space", "turn", "On or off", id="settings.toggle"),
        Binding("j", "move(1)", "Next", show=False, id="settings.next"),
        Binding("k", "move(-1)", "Previous", show=False, id="settings.previous"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.rows: dict[str, SettingRow] = {}
        self.stands = True
        """Whether keys typed now are for this screen; after Enter on "Keys" they are for the window it opens."""

    def body(self) -> Iterable[Widget]:
        listed, preview = SettingList(id="settings"), PageView(id="preview")
        yield Horizontal(titled(listed, "Settings"), titled(preview, "What it means"), id="middle")
        yield Static(id="says")

    def on_screen_resume(self) -> None:
        """Show the current settings whenever the screen is opened, as a command may have changed them."""
        self.workspace.reread()
        self.show()
        self.query_one("#settings").focus()
        if self.workspace.trouble is not None:
            self.tell(self.workspace.trouble.message, wrong=True)

    def show(self) -> None:
        """List every row again; the mark stays on its setting."""
        listed = self.query_one("#settings", OptionList)
        kept = self.marked
        now = list(_setting_rows(self.workspace.config, theme=self.app.theme, key=self._words_of_keys()))
        self.rows = {f"s{at}": one for at, one in enumerate(now)}
        section = ""
        listed.clear_options()
        for id, one in self.rows.items():
            if one.section != section:
                section = one.section
                listed.add_option(Option(line_text(section, MUTED), disabled=True))
            title = line_text(one.title, "", 24)
            gap = " " * max(20 - title.cell_length, 1)
            listed.add_option(Option(row_text("  ", title, gap, line_text(one.value, "$accent", 80)), id=id))
        again = next((id for id, one in self.rows.items() if kept and one.id == kept.id), "s0")
        listed.highlighted = listed.get_option_index(again)
        self._explain()

    def _explain(self) -> None:
        if (one := self.marked) is not None:
            whole = f"{one.value}\n" if len(one.value) > LONG else ""
            self.query_one(PageView).show(partial(note_page, whole + one.about, ""))

    def _words_of_keys(self) -> str:
        """Whether and where an API key is kept for the address; no keyring is opened to find out."""
        url = self.workspace.config.base_url
        try:
            kept = keys.find_key(keys.read_keys(self.workspace.paths.keys_file), url) if url else None
            if kept is not None and keys.lies_there(kept):
                return "in your keyring"
            return "stored" if url and key_for(url, self.workspace.paths, self.workspace.environment) else "none"
        except TailorError as error:
            return error.title

    @property
    def marked(self) -> SettingRow | None:
        option = self.query_one("#settings", OptionList).highlighted_option
        return self.rows.get(option.id or "") if option else None

    def tell(self, words: str, *, wrong: bool = False) -> None:
        says = self.query_one("#says", Static)
        says.display = bool(words)
        says.update(safe_text(words, "$text-warning" if wrong else MUTED, 400))

    @on(OptionList.OptionHighlighted, "#settings")
    def _marked(self) -> None:
        self._explain()

    def action_move(self, by: int) -> None:
        listed = self.query_one("#settings", OptionList)
        listed.action_cursor_down() if by > 0 else listed.action_cursor_up()

    @on(OptionList.OptionSelected, "#settings")
    def action_change(self) -> None:
        if (one := self.marked) is None:
            return
        match one.id:
            case "connect":
                connect = partial(take, self.workspace)
                self.ask(ConnectDialog(self.workspace), lambda to: self._try(partial(connect, to), "AI model"))
            case "provider.base_url":
                self._ask_address()
            case "provider.model":
                self._ask_models()
            case "key":
                self._ask_key()
            case "memory.embedder":
                self._choose(one, self.workspace.config.embedder.partition(":")[0], self._search_by)
            case "app.theme":
                self.call_later(self.app.run_action, "theme")
            case "keys":
                self.stands = False
                self._list_keys()
            case "profile+":
                new_profile(self.app, self.workspace, self._profiled, on=True)
            case id if not id.startswith("profile."):
                self._change_setting(one)
            case _:
                edit_profile(self.app, self.workspace, one.id.removeprefix("profile."), self._profiled)

    def action_turn(self) -> None:
        """Turn the marked setting on or off, if it is a switch or a profile."""
        one, config = self.marked, self.workspace.config
        if one is None:
            return
        if one.id in SETTINGS and isinstance(config.value(one.id), bool):
            self.keep(one.id, "false" if one.value == "on" else "true")
        elif one.section == "Profiles" and one.id != "profile+":
            name = one.id.removeprefix("profile.")
            rest = tuple(used for used in config.use if used != name)
            names = rest if name in config.use else (*rest, name)
            self._try(partial(self.workspace.use_profiles, names, config.use), one.title)

    def keep(self, key: str, value: str, then: Callable[[], object] = lambda: None) -> None:
        """Write one setting, and say so, or else say why it could not be written and so did not change."""
        title = next((one.title for one in self.rows.values() if one.id == key), "It")
        self._try(lambda: self.workspace.change(key, value), title, then)

    @work(group="write", exit_on_error=False)
    async def _try(
        self, change: Callable[[], None], title: str, then: Callable[[], object] = lambda: None
    ) -> None:
        """Apply a change and say how it ended, even if another change was begun meanwhile."""
        try:
            await aside(change)
        except TailorError as error:
            self.tell(error.message, wrong=True)
        else:
            self.show()
            trouble = self.workspace.trouble  # elsewhere in the file: then what was saved has no effect
            self.tell(f"{title}: saved.{f' {trouble.message}' if trouble else ''}", wrong=trouble is not None)
            then()

    @work(exclusive=True, group="models", exit_on_error=False)
    async def _test(self) -> None:
        """Try the address with its key, and say whether it answers."""
        if (url := self.workspace.config.base_url) is None:
            return
        self.tell(f"Saved. Connecting to {host_of(url)} …")
        try:
            names = await self.workspace.server_models(url, await self.workspace.key(url))
        except TailorError as error:
            self.tell(f"Saved, but not connected: {error.message}", wrong=True)
        else:
            self.tell(f"Connected, {counted(len(names), 'model')}.")

    def _change_setting(self, one: SettingRow) -> None:
        """Turn a switch, offer the choices, or ask for a line, as the table says."""
        row, now = SETTINGS[one.id].row, self.workspace.config.value(one.id)
        if row is None or isinstance(now, bool):
            self.action_turn()
            return
        written = _typed(now)
        if row.choices():
            self._choose(one, written, partial(self.keep, one.id))
        else:
            dialog = LineDialog(row.title, row.about, value=written, enter="keep")
            self.ask(dialog, lambda typed: self.keep(one.id, typed, dialog.used))

    def _choose(self, one: SettingRow, now: str, then: Callable[[str], object]) -> None:
        if (row := SETTINGS[one.id].row) is not None:
            items = [ChooserItem(choice.value, choice.label, choice.about) for choice in row.choices()]
            self.ask(Chooser(row.question, items, now), then)

    @work(exclusive=True, group="search", exit_on_error=False)
    async def _search_by(self, how: str) -> None:
        """Let the memory search by words, or by meaning, with a model found here or else one to download."""
        from tailor.providers.local.model_list import for_search

        if how != "local":
            self._search_with(None)
            return
        workspace = self.workspace
        model = await asyncio.to_thread(for_search, workspace.environment, workspace.paths)
        if model is None:
            self.tell("This computer has too little memory for the model Tailor would download.", wrong=True)
        elif model.path is not None:
            self._search_with(model.path)
        else:
            await ask_to_fetch(self.app, workspace, model, "search with it", self.tell, self._search_with)

    def _search_with(self, path: Path | None) -> None:
        self._try(partial(self.workspace.search_with, path and path.absolute()), "Memory search")

    def _profiled(self, name: str | None) -> None:
        self.show()

    def _ask_address(self) -> None:
        about = (
            "For example http://localhost:11434/v1. Your text is sent there. Leave it empty for the built-in "
            "tailor."
        )
        now = self.workspace.config.base_url or ""
        dialog = LineDialog("The server's address", about, value=now, enter="keep")

        def moved() -> None:
            dialog.used()
            self._test()

        self.ask(dialog, lambda url: self._try(partial(self._move_to, url), "Address", moved))

    def _move_to(self, url: str) -> None:
        """Change the address; if it is another, forget the kind and the model, which were for the old one."""
        if url != (self.workspace.config.base_url or ""):
            self.workspace.borrowed = None
            for key, value in (("base_url", url), ("kind", ""), ("model", "")):
                self.workspace.change(f"provider.{key}", value)

    @work(exclusive=True, group="models", exit_on_error=False)
    async def _ask_models(self) -> None:
        """Let the person choose one of the server's models, or type one if the server does not list them."""
        config, why = self.workspace.config, "The server listed no models."
        assert config.base_url is not None
        self.tell("Asking the server for its models …")
        try:
            key = await self.workspace.key(config.base_url)
            names = await self.workspace.server_models(config.base_url, key)
        except TailorError as error:
            why, names = error.message, ()
        self.tell("")
        if not self.is_active:
            return  # the person left meanwhile: open no window over another screen
        if names:
            chooser = Chooser("Which model?", [ChooserItem(name, name) for name in names], config.model or "")
            self.ask(chooser, partial(self.keep, "provider.model"))
            return
        dialog = LineDialog("Which model?", f"{why} Or type the name of the model here.", enter="keep")
        self.ask(dialog, lambda name: self.keep("provider.model", name, dialog.used) if name else None)

    def _ask_key(self) -> None:
        url = self.workspace.config.base_url or ""

        def took(text: str) -> None:
            if text:
                self._ask_where(url, text)
            else:
                self._keep_key(url, "", "f")

        self.ask(KeyEntry(host_of(url), self._words_of_keys() != "none"), took)

    @work(exclusive=True, group="keys", exit_on_error=False)
    async def _ask_where(self, url: str, text: str) -> None:
        if not await aside(keys.usable) or not self.is_active:
            self._keep_key(url, text, "f")
            return
        choices = (
            AnswerOption("f", "in a file that only you can read"),
            AnswerOption("s", "in your system's keyring"),
        )
        self.app.push_screen(Question("Save it where?", "", choices), partial(self._keep_key, url, text))

    def _keep_key(self, url: str, text: str, where: str | None) -> None:
        if where is None:
            self.tell("The key was not saved.")
            return
        if where == "s":
            self.tell("Asking your system's keyring; you may have to unlock it …")
        path = self.workspace.paths.keys_file
        keep = partial(keys.keep, path, url, in_store=where == "s")
        if text:
            self._try(lambda: keep(keys.Key(text)), "Key", self._test)
        else:
            self._try(lambda: keep(None), "Key")

    @work(exclusive=True, group="keys", exit_on_error=False)
    async def _list_keys(self) -> None:
        try:
            await asyncio.to_thread(known_keys, {})  # imports every screen
        finally:
            self.stands = True
        if self.is_active:  # else the person left meanwhile
            self.app.push_screen(KeyTable(self.workspace.config.keys, self._write_key), lambda _: self.show())

    def _write_key(self, id: str, key: str) -> None:
        """Save the person's own key for an action; it works at once."""
        self.workspace.change(f"keys.{id}", key)
        self.app.set_keymap(self.workspace.config.keys)
