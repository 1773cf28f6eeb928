"""How `kept_home` was made: a person's home of Tailor 0.1.0, through public commands and the built-in rules alone.

Run it as `python -m tests.data.make_kept_home FOLDER` to make a home of a later version, in a new folder. The kept
one is never made again: it stands for the homes that people have on their disks. Ids and times differ each time.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

FLATBREAD = """\
Bake a tray of seeded flatbread
You need: 300 g wheat flour, 1 egg, 60 g walnuts, 1 tsp salt, an oven

1. Heat the oven to 220 °C.
2. Chop the walnuts.
3. Mix flour, egg, salt and walnuts with 120 ml water.
4. Rest the dough for 20 minutes.
5. Roll out the dough of step 3.
6. Bake for 12 minutes.
"""
SHELF = """\
Hang a shelf above the desk
You need: a board, a rail, two plugs, a drill

1. Mark the height with a pencil.
2. Drill two holes, 6 mm wide.
3. Push in the plugs and screw the rail on.
4. Lay the board on the rail.
"""
BOAT = "Fold a paper boat\n\n1. Fold the sheet in half.\n2. Fold the corners down.\n3. Pull the hat open.\n"
CORPUS = (
    {
        "id": "kite",
        "goal": "Build a kite",
        "input": ["two sticks", "paper"],
        "steps": ["Tie the sticks.", "Glue."],
    },
    {
        "id": "rack",
        "goal": "Build a spice rack",
        "steps": ["Saw the boards.", "Sand them.", "Screw them together."],
    },
)
SETTINGS = (
    ("provider.kind", "builtin"),
    ("provider.base_url", "http://localhost:11434/v1"),
    ("provider.deadlines", "connect=4,idle=40"),
    ("run.strategy", "sequential"),
    ("generate.references", "2"),
    ("app.bell", "false"),
    ("keys.review.accept", "j"),
)
VERIFY = (
    '\n# Written by hand\n[[verify]]\nname = "pets"\ninstruction = "Nothing a cat could swallow lies about."\n'
)
KEPT_STARTERS = ("starter.crusty-bread", "starter.banana-nut-bread")


def tailor(home: Path, *arguments: str, answers: str = "") -> str:
    """What the command printed; answers are typed line by line. It has to succeed."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("TAILOR_", "OPENAI_"))}
    done = subprocess.run(
        [sys.executable, "-m", "tailor", *arguments],
        input=answers,
        env={**others, "TAILOR_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"tailor {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def main(home: Path) -> None:
    """Everything a person would do."""
    for key, value in SETTINGS:
        tailor(home, "config", "set", key, value)
    with (home / "config.toml").open("a") as file:
        file.write(VERIFY)
    bread, shelf, boat = own_texts(home)
    decided(home, bread)
    tailor(home, "generate", "--goal", "Bake a tray of seeded crackers", "--save")
    tailor(
        home, "library", "tag", shelf, "wood", "walls", "--collection", "Flat", "--note", "Lent the drill to Jo."
    )
    tailor(home, "library", "tag", bread, "--rating", "3")
    tailor(home, "follow", shelf, "--plain", answers="y\nm\nUse the long plugs.\ny\ny\ny\n5\nHolds well.\n")
    tailor(home, "follow", bread, "--plain", answers="y\ny\nm\nA little more salt.\ny\nt\nq\n")
    tailor(home, "profile", "add", "me", "allergic to nuts", "no dishwasher")
    tailor(home, "profile", "add", "guests", "vegetarian")
    tailor(home, "profile", "use", "me")
    tailor(home, "library", "delete", boat)
    remembered(home)
    for name in ("log", "cache"):
        shutil.rmtree(home / name, ignore_errors=True)


def own_texts(home: Path) -> list[str]:
    """The ids of the imported procedures."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("flatbread.txt", "shelf.txt", "boat.txt")]
        for file, text in zip(files, (FLATBREAD, SHELF, BOAT), strict=True):
            file.write_text(text)
        return tailor(home, "import", *map(str, files)).split()


def decided(home: Path, bread: str) -> None:
    """A tailoring with every sort of decision, saved; opened again and saved as the next version; and a second."""
    hint = "I am allergic to nuts, and I have no eggs"
    answers = "y\nx\nToo fiddly.\nn\ne\nMix flour, salt and seeds with 160 ml water.\ny\ny\n"
    answers += "w\n6\na\nLet it cool on a rack.\n\n"
    tailor(home, "customize", bread, "--hint", hint, "--plain", "--save", answers=answers)
    run = tailor(home, "review").split()[0]
    again = "u\nu\nw\n1\nc\nHeat the oven to 200 °C.\nq\n"
    tailor(home, "review", run, "--plain", "--save", answers=again)
    tailor(home, "customize", bread, "--hint", "I have no oven", "--accept", "all", "--save")


def remembered(home: Path) -> None:
    """A small memory: two rows of a collection, the library and two starters, without the older versions of it."""
    import lancedb  # here alone: the one thing that no command does is to drop young versions of the table

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "own.jsonl")
        file.write_text("".join(json.dumps(row) + "\n" for row in CORPUS))
        tailor(home, "memory", "import", str(file))
    rows = [json.loads(line) for line in tailor(home, "memory", "export").splitlines()]
    starters = [row["id"] for row in rows if row["id"].startswith("starter.") and row["id"] not in KEPT_STARTERS]
    tailor(home, "memory", "delete", *starters)
    tailor(home, "memory", "optimize")
    table = lancedb.connect(str(home / "memory")).open_table("procedures")
    table.optimize(cleanup_older_than=timedelta(0), delete_unverified=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
