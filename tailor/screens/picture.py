"""A picture of the screen, kept where the person's own things lie.

Owns its folder and its name. Refuses to write over an earlier picture, and to leave one where others can read it:
what one types may stand on it.
"""

from datetime import datetime
from pathlib import Path

from tailor.storage import create_file, private_folder


def keep_picture(folder: Path, svg: str, now: datetime) -> Path:
    """Writes the picture (SVG, 0600) under `folder`/pictures, named by the time; its path. SaveError."""
    inside = private_folder(folder / "pictures")
    number = 1
    while True:
        more = f"-{number}" if number > 1 else ""
        path = inside / f"tailor-{now:%Y-%m-%d-%H%M%S}{more}.svg"
        try:
            create_file(path, svg.encode("utf-8", "replace"))
        except FileExistsError:
            number += 1
        else:
            return path
