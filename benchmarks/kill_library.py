"""kill -9 at chosen points of save, import, delete and undo: what was said to be saved is there, nothing is half.

Run: python -m benchmarks.kill_library [kills]. Every process kills itself right before or right after one more of
its calls to the disk, so that each point is met however busy the machine is. Prints counts; exit code 1 where a
promise was broken. Never a test: it starts hundreds of processes.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tailor.library import trash
from tailor.library.lineage import check
from tailor.library.store import Library

WORK = """
import os, signal, sys
from pathlib import Path
from tailor.core.edits import Insert
from tailor.core.procedure import procedure
from tailor.library.entries import SavedEdit
from tailor.library.importer import keep, reports_of_text
from tailor.library.store import Library
library = Library(Path(sys.argv[1]))
left, before = divmod(int(sys.argv[3]), 2)
def deadly(real):
    def call(*args, **options):
        global left
        left -= 1
        if left < 0 and before:
            os.kill(os.getpid(), signal.SIGKILL)
        done = real(*args, **options)
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done
    return call
for name in ("open", "write", "fsync", "link", "rename", "replace", "unlink", "mkdir", "close"):
    setattr(os, name, deadly(getattr(os, name)))
number = 0
while True:
    number += 1
    edits = (SavedEdit(stage=1, edit=Insert(step=1, text="Wait")),)  # so that a record lies beside it
    id = library.save(procedure(f"Bread {sys.argv[2]} {number}", ["Mix", "Bake"] * 40), edits=edits).id
    print("saved", id, flush=True)
    (report,) = reports_of_text("Tea\\n1. Boil\\n2. Pour\\n", "text")
    print("saved", keep(library, report).id, flush=True)
    name = library.delete(id.removesuffix(".v1")).name
    print("deleted", name, flush=True)
    if number % 2:
        print("restored", library.undelete(name).name, flush=True)
"""


def main(kills: int = 200) -> int:
    """Kills that many processes; how many promises were broken."""
    broken = swept = 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "library"
        here: set[str] = set()
        away: set[str] = set()
        for number in range(kills):
            tail = _one_life(home, number, here, away)
            swept += len(list(home.glob(".tailor-tmp-*")))
            library = Library(home)
            ids = {id.removesuffix(".v1") for id in library.ids()}
            thrown = {one.name for one in trash.trash_items(home)}
            lost = {id for id in here - ids if id != tail} | {id for id in away - thrown if id != tail}
            lost |= {tail} - ids - thrown - {""}
            both = ids & thrown
            damaged = list(check(library))
            unrecorded = [id for id in library.ids() if "bread" in id and not library.load(id).edits]
            left = list(home.rglob(".tailor-tmp-*"))
            if lost or both or damaged or unrecorded or left:
                broken += 1
                print("broken:", lost, both, damaged, unrecorded, left)
            here, away = ids, thrown  # what happened without being said is known from here on
    print(f"{kills} kills: {broken} broken promises; {swept} temporary files swept; {len(here)} procedures kept")
    return broken


def _one_life(home: Path, number: int, here: set[str], away: set[str]) -> str:
    """One process until it is killed; keeps book of what it said. The thing it was at when it died."""
    command = [sys.executable, "-c", WORK, str(home), str(number), str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = child.stdout.read().split("\n")
    last = ""
    for line in told[:-1]:  # a line that was cut was not said
        word, _, id = line.partition(" ")
        last = id.removesuffix(".v1")
        {"saved": here.add, "restored": here.add, "deleted": here.discard}[word](last)
        {"saved": away.discard, "restored": away.discard, "deleted": away.add}[word](last)
    saved = [line.partition(" ")[2].removesuffix(".v1") for line in told[:-1] if line.startswith("saved")]
    # what comes next may have happened without being said: deleting the one before the import, or undoing that
    return saved[-2] if told[:-1] and told[-2].startswith("saved") and len(saved) > 1 else last


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 200) else 0)
