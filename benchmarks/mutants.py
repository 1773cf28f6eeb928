"""How strong are the engine's tests? Break the engine in many ways and see which test goes red.

    python -m benchmarks.mutants            # all of them, about ten minutes
    python -m benchmarks.mutants 3 7        # some of them

Each mutant is one small change of one file, made in a copy of the project in a temporary folder; the tests of
`tests/core` that concern the engine and the review are run there until the first failure. A survivor is a hole.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = (
    "test_engine_laws.py",
    "test_renumber.py",
    "test_review_example.py",
    "test_review_machine.py",
    "test_edits.py",
)

MUTANTS: tuple[tuple[str, str, str, str], ...] = (
    ("engine", "if wrong := problems(procedure, bag):", "if wrong := ():", "apply checks nothing"),
    ("engine", "bag.base is not None and bag.base !=", "bag.base is None and bag.base !=", "another base is let in"),
    ("engine", "first = 0 if isinstance(edit, Insert) else 1", "first = 0", "replace(0) is let in"),
    ("engine", "first = 0 if isinstance(edit, Insert) else 1", "first = 1", "insert(0) is refused"),
    ("engine", "<= len(procedure.part(edit.part)) and", "<= len(procedure.part(edit.part)) + 1 and", "one step too many"),
    ("engine", ".add(edit.text)", '.add("")', "conflicts are not seen"),
    ("engine", "replaces.setdefault(edit.step, edit)", "replaces.setdefault(edit.step + 1, edit)", "the wrong step is replaced"),
    ("engine", "change is not None and change.text:", "change is not None:", "a deleted step stays, empty"),
    ("engine", "inserts.setdefault(edit.step, []).append(edit)", "inserts.setdefault(edit.step, []).insert(0, edit)", "inserts at one place turn round"),
    ("engine", 'trace.append(Origin("inserted", None, insert))', 'trace.append(Origin("kept", number, None))', "the trace hides inserts"),
    ("engine", 'if e.part == "resources"]', 'if e.part != "resources"]', "step edits change resources"),
    ("engine", "default=steps + 1)", "default=steps)", "the last heading is lost"),
    ("engine", "bisect_left(places, (start,))", "bisect_left(places, (start + 1,))", "headings slip down a step"),
    ("engine", 'origin.source == "kept" and origin.base in marked', "origin.base in marked", "a rewritten step stays uncertain"),
    ("engine", "1 + below[column - 1] if column else far", "2 + below[column - 1] if column else far", "deletions cost double"),
    ("engine", 'overlap(*cell) if move == "replace" else 0', "0", "word overlap is not looked at"),
    ("engine", "if here > best:", "if here >= best:", "the largest step wins"),
    ("engine", "== fewest else None", ">= 0 else None", "pieces count as optimal unproved"),
    ("transport", "if any(texts[index[spot.slot] - 1].text != spot.text for spot in relied):", "if False:", "changed texts are not seen"),
    ("transport", "spots[max(edit.step - 1, 0) : edit.step + 1]", "spots[max(edit.step - 1, 0) : edit.step]", "an insert relies on one neighbour"),
    ("transport", "if edit.step else 0)", "if edit.step else 1)", "insert(0) goes below the first"),
    ("transport", "earlier = reversed(seen.part(edit.part)[: edit.step])", "earlier = iter(seen.part(edit.part)[: edit.step])", "the farthest step counts as nearest"),
    ("resolution", "draft = _apply(draft, _own_edit(edit, draft), batches)", "pass", "own edits are lost"),
    ("resolution", "key=lambda pair: pair[1] is None", "key=lambda pair: 0", "an undecided rival wins over a decided one"),
    ("review_state", 'return "accepted" if isinstance(self.plain_result.places.get(id), Moved) else "on_hold"', 'return "accepted"', "nothing is ever on hold"),
    ("review_state", "proposal.id not in self.aside if decision is None", "decision is not None if decision is None", "undecided does not count for placing"),
    ("decisions", "needed = _needed(state, id, taken)", "needed: tuple[str, ...] = ()", "needed edits are not taken along"),
    ("decisions", '(state.proposals[id][1].level == "must"', '(state.proposals[id][1].level == "never"', "bulk takes what must be looked at"),
    ("review", "return replace(review, choices=choices, past=(*review.past, review.choices), future=())", "return replace(review, choices=choices, past=(*review.past, review.choices))", "a new decision keeps redo"),
    ("renumber", "if mended != text:", "if mended == text:", "mentions are not mended"),
    ("renumber", "pieces[at] = str(moved)", "pieces[at] = str(number)", "mentions keep the old number"),
)  # fmt: skip


def red_test(module: str, old: str, new: str) -> str:
    """The first test that fails with this change made, or "SURVIVED"."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("tailor", "tests", "pyproject.toml"):
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(
                    source, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__", "__snapshots__")
                )
            else:
                shutil.copy(source, folder)
        path = Path(folder, "tailor/core", f"{module}.py")
        text = path.read_text("utf-8")
        if text.count(old) != 1:
            return f"CANNOT: {text.count(old)} places to change"
        path.write_text(text.replace(old, new), "utf-8")
        tests = [f"tests/core/{name}" for name in TESTS]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *tests]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if run.returncode > 1 and "short test summary" not in run.stdout:
            return f"CANNOT: the tests do not run, code {run.returncode}"
        found = re.search(r"^(?:FAILED|ERROR) (?:\S+::)?(\S+)", run.stdout, re.MULTILINE)
        return found[1] if found else "SURVIVED"


def main() -> None:
    """Run the mutants named by number on the command line, or all."""
    chosen = [int(word) for word in sys.argv[1:]] or range(1, len(MUTANTS) + 1)
    survivors = 0
    for number in chosen:
        module, old, new, what = MUTANTS[number - 1]
        red = red_test(module, old, new)
        survivors += red == "SURVIVED"
        print(f"{number:2} {module:12} {what:45} {red}", flush=True)
    print(f"{survivors} survived")


if __name__ == "__main__":
    main()
