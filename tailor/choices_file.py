"""A person's choices in the record of a run, so that a review can be opened again (CONTRACT 3).

Owns one kind of line, `choices`: all that was chosen so far; the last one in the file counts. Refuses events:
`record` writes and reads those, and passes these lines over.
"""

import json
import os
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError
from tailor.core.review import Choices

KIND: Final = "choices"


def note_choices(choices: Choices, path: Path) -> None:
    """Adds the choices to the file of a run. OSError where the disk refuses."""
    data = to_json(choices)
    assert isinstance(data, dict)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8", errors="surrogatepass") as file:
        file.write(json.dumps({"kind": KIND, **data}, ensure_ascii=False) + "\n")


def last_choices(path: Path) -> Choices:
    """The choices noted last; none made where the file has no readable line of them. OSError without the file."""
    for line in reversed(path.read_text(encoding="utf-8", errors="replace").split("\n")):
        try:
            data = json.loads(line) if line.startswith('{"kind": "choices"') else None
            if isinstance(data, dict):
                return from_json(Choices, data)
        except (ValueError, ContentError):
            continue  # a line cut off by a crash: the one before it counts
    return Choices()
