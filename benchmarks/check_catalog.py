"""Ask the hub whether every model on offer is there, how large it is and under which licence.

Run where the hub can be reached: python -m benchmarks.check_catalog [--write]. Prints one line a model; exit code
1 where one is gone, or its licence is another. `--write` notes the day in `checked` and the size in `about`.
Nothing is fetched.
"""

import os
import sys
from datetime import UTC, datetime
from typing import Any

import tomlkit

from tailor.core.errors import TailorError
from tailor.providers.local.catalog import FILE, HubFile
from tailor.providers.local.hub import Hub, look_up


def main(*, write: bool) -> int:
    hub, wrong = Hub.of(os.environ), 0
    document = tomlkit.parse(FILE.read_text("utf-8"))
    rows: Any = document["models"]
    for row in rows:
        try:
            about = look_up(hub, HubFile(row["repo"], row["file"]))
        except TailorError as error:
            wrong += 1
            print(f"{row['name']}: {error.message}")
            continue
        same = about.licence == row["licence"]
        wrong += not same
        print(
            f"{row['name']}: {about.size} bytes, SHA-256 {about.sha256}, licence {about.licence}",
            "" if same else "!",
        )
        if same and write:
            row["about"], row["checked"] = about.size, datetime.now(UTC).date().isoformat()
    if write:
        FILE.write_text(tomlkit.dumps(document), "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(write="--write" in sys.argv[1:]))
