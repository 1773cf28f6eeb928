"""Changing one value in config.toml without losing a comment.

Owns the only use of tomlkit. Refuses checks: `config.set_value` does them first.
"""

from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from tailor.core.errors import DamagedError
from tailor.files import private_folder, replace_file


def change(path: Path, old: str, key: str, value: str | bool | float | list[str] | None) -> None:
    """Write the file anew with `key` set, or taken out where `value` is None."""
    section, _, name = key.partition(".")
    try:
        document = tomlkit.parse(old)
        table = document.get(section)
        if value is None:
            if table is not None:
                table.pop(name, None)
        elif table is None:
            added: Table = tomlkit.table()
            added[name] = value
            document[section] = added
        else:
            table[name] = value
        new = tomlkit.dumps(document)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise DamagedError(f"{path} cannot be changed as it is written: {error}. Change it by hand.") from error
    private_folder(path.parent)
    replace_file(path, new.encode("utf-8", "replace"))
