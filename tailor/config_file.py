"""Read and write config.toml, following the table of settings in `config` (CONTRACT 3).

A value comes from the file, else from the setting's environment variable, else it is the default. Writing changes
one setting and keeps everything else as the person wrote it, under a lock across windows and commands.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tailor.config import SECTIONS, SETTINGS, Came, Config, ExtraVerify, check_for, config_of, texts
from tailor.core.errors import DamagedError, UsageError
from tailor.storage import in_turn, private_folder, read_regular, replace_file, why


def load(path: Path, environment: Mapping[str, str]) -> Config:
    """Load the settings from file and environment. DamagedError names the line, UsageError the variable."""
    written = _read(path)
    data = _parsed(path, written)
    found = _checked(path, written, data)
    for key, one in SETTINGS.items():
        if one.variable and (value := environment.get(one.variable, "").strip()) and key not in found:
            try:
                found[key] = (one.check(value), "environment")
            except ValueError as error:
                raise UsageError(f"{one.variable} is wrong: {error}.") from None
    return config_of(found, _extra_verify(path, written, data.get("verify")))


def set_value(path: Path, key: str, value: str) -> None:
    """Write one setting; an empty value removes it. The rest of the file stays as it was written.

    UsageError for an unknown key or a wrong value, DamagedError for a broken file (which stays untouched),
    SaveError from the disk.
    """
    with in_turn(path.parent):
        _set(path, key, value)


@contextlib.contextmanager
def changing(path: Path, environment: Mapping[str, str]) -> Iterator["SettingsChange"]:
    """Lock the settings against other windows and commands until the block ends: read, then write.

    Raises what `load` does, and SaveError if the folder cannot be created.
    """
    with in_turn(path.parent):
        yield SettingsChange(path, load(path, environment))


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """The settings while this process holds the lock."""

    path: Path
    before: Config

    def set(self, key: str, value: str) -> None:
        """Like `set_value`, under the lock that is already held."""
        _set(self.path, key, value)


def _set(path: Path, key: str, value: str) -> None:
    """Do the work of `set_value`, for a caller that holds the lock."""
    check = check_for(key)
    if check is None:
        raise UsageError(_no_such_key(key))
    old = _read(path)
    _section(path, old, _parsed(path, old), key.partition(".")[0])
    typed = None
    if value.strip():
        try:
            typed = _as_written(check, value)
        except ValueError as error:
            shown = (
                "This" if key in ("provider.base_url", "memory.uri") else f'"{value[:60]}"'
            )  # an address may hold a secret
            raise UsageError(f"{shown} cannot be {key}: {error}.") from None
    _write(path, old, key, typed)


def _read(path: Path) -> str:
    """The file's text; "" if there is none."""
    try:
        return read_regular(path, _LARGEST).decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise DamagedError(f"{path} is not UTF-8 text. {_WAY_OUT}") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}. {_WAY_OUT}") from error


_LARGEST = 1_000_000
"""In bytes; parsing TOML takes seconds for each megabyte."""
_WAY_OUT = "Correct it or move it somewhere else (Tailor then uses its defaults). Nothing else is affected."


def _parsed(path: Path, written: str) -> dict[str, object]:
    if not written:
        return {}
    import tomllib  # not imported if nothing was ever set

    try:
        return tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        raise DamagedError(f"{path} is not TOML: {error}. {_WAY_OUT}") from None
    except (ValueError, RecursionError):
        raise DamagedError(
            f"{path} is nested too deeply, or holds a number that is too long. {_WAY_OUT}"
        ) from None


def _checked(path: Path, written: str, data: dict[str, object]) -> dict[str, tuple[object, Came]]:
    """The typed value of every known key in the file; unknown keys are ignored."""
    found: dict[str, tuple[object, Came]] = {}
    for section in SECTIONS:
        for name, value in _section(path, written, data, section).items():
            check = check_for(key := f"{section}.{name}")
            if check is None or value == "":
                continue
            try:
                found[key] = (check(value), "file")
            except ValueError as error:
                raise DamagedError(f"{path}{_line(written, name)}: {key} is wrong: {error}. {_WAY_OUT}") from None
    return found


def _section(path: Path, written: str, data: dict[str, object], section: str) -> dict[str, object]:
    """The table of a section. DamagedError if the name is used for something else."""
    table = data.get(section, {})
    if not isinstance(table, dict):
        raise DamagedError(f"{path}{_line(written, section)}: [{section}] must be a section. {_WAY_OUT}")
    return table


def unknown(path: Path) -> tuple[str, ...]:
    """Keys in the file that no setting has, so that they are ignored. DamagedError."""
    names: list[str] = []
    for section, table in _parsed(path, _read(path)).items():
        if section == "verify":
            continue
        keys = [f"{section}.{name}" for name in table] if isinstance(table, dict) else []
        names += [key for key in keys if not check_for(key)] if section in SECTIONS else [section]
    return tuple(names)


def _extra_verify(path: Path, written: str, data: object) -> tuple[ExtraVerify, ...]:
    """Read the [[verify]] entries, each a name and an instruction."""
    entries = data if isinstance(data, list) else [] if data is None else [data]
    made = []
    for entry in entries:
        name, words = (entry.get("name"), entry.get("instruction", "")) if isinstance(entry, dict) else (None, "")
        if not isinstance(name, str) or not name.strip() or not isinstance(words, str):
            raise DamagedError(
                f"{path}{_line(written, 'verify')}: each [[verify]] needs a name, and an instruction unless the "
                f"name is a preset. {_WAY_OUT}"
            )
        made.append(ExtraVerify(name=name.strip(), instruction=words.strip()))
    return tuple(made)


def _line(written: str, name: str) -> str:
    """Return ", line 3" for the first line that starts with the name, as a key or a section."""
    for number, line in enumerate(written.split("\n"), 1):
        if line.strip().lstrip("[").strip("\"' ").startswith(name):
            return f", line {number}"
    return ""


def _as_written(check: Callable[[object], object], value: str) -> str | bool | float | list[str]:
    """The value with the TOML type of its setting; a list may also be one line with commas."""
    if check is texts:
        return listed(value)
    typed = check(value.strip())
    return typed if isinstance(typed, bool | int | float) else value.strip()


def listed(value: str) -> list[str]:
    """Parse a list of texts as people type it: as in TOML, or with commas. ValueError."""
    if not value.lstrip().startswith("["):
        return [part.strip() for part in value.split(",") if part.strip()]
    import tomllib

    try:
        given = tomllib.loads(f"a = {value}")["a"]
    except (ValueError, RecursionError):
        raise ValueError('it must be a list, as in ["no nuts", "no oven"]') from None
    return list(texts(given))


def _no_such_key(key: str) -> str:
    """The message for an unknown key, with the nearest known ones."""
    from difflib import get_close_matches

    if key.startswith("verify"):
        return "Extra checks are added by hand: open the file that `tailor config path` names and add [[verify]]."
    near = get_close_matches(key, SETTINGS, 3, 0.5)
    names = ", ".join(near or SETTINGS)
    return f'There is no setting "{key[:60]}". {"Similar" if near else "The settings"}: {names}.'


def _write(path: Path, old: str, key: str, value: str | bool | float | list[str] | None) -> None:
    """Rewrite the file with `key` set, or removed if `value` is None."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    section, _, name = key.partition(".")
    try:
        document = tomlkit.parse(old)
        table = document.get(section)
        if value is None:
            if table is not None:
                table.pop(name, None)
        elif table is None:
            added = tomlkit.table()
            added[name] = value
            document[section] = added
        else:
            table[name] = value
        new = tomlkit.dumps(document)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise DamagedError(
            f"Tailor cannot change {path}, because of the way it is written: {error}. Edit it by hand."
        ) from error
    if len(new.encode("utf-8", "replace")) > _LARGEST:
        most = f"{_LARGEST // 1_000_000} MB"
        raise UsageError(
            f"This would make the settings larger than {most}, more than Tailor can read. Nothing was changed."
        )
    private_folder(path.parent)
    replace_file(
        path.resolve(), new.encode("utf-8", "replace")
    )  # follows a link, as many keep their settings elsewhere
