"""How strong are the tests of the core and of the rules? Break the code in many ways and see which test goes red.

    python -m benchmarks.mutants core           # all of the core, about ten minutes
    python -m benchmarks.mutants core 3 7       # some of them
    python -m benchmarks.mutants rules 40 1     # 40 of the rules, picked by the seed 1
    python -m benchmarks.mutants guard 16 1     # 16 of the guard; likewise of finding and of the engine

Each mutant is one small change of one function. Modules and tests are loaded once; then each mutant gets a process of
its own, in which the function is changed and the tests that concern it are run until the first failure, those of its
module first. A survivor is a hole. What a module works out when it is loaded stays as it was, so a change that shows
only there survives too. Those of the core are written by hand below; the others are made of the syntax of the code:
another comparison, `or` for `and`, one more.
"""

import ast
import functools
import inspect
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = (
    "test_engine_laws.py",
    "test_renumber.py",
    "review/test_review_example.py",
    "review/test_review_machine.py",
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
    ("engine", "default=inf)", "default=start)", "the last heading is lost"),
    ("engine", "bisect_left(places, (start,))", "bisect_left(places, (start + 1,))", "headings slip down a step"),
    ("engine", 'origin.source == "kept" and origin.base in marked', "origin.base in marked", "a rewritten step stays uncertain"),
    ("engine", "1 + below[column - 1] if column else far", "2 + below[column - 1] if column else far", "deletions cost double"),
    ("engine", 'overlap(*cell) if move == "replace" else 0', "0", "word overlap is not looked at"),
    ("engine", "if here > best:", "if here >= best:", "the largest step wins"),
    ("engine", "== fewest else None", ">= 0 else None", "pieces count as optimal unproved"),
    ("transport", "if any(texts[index[spot.slot] - 1].text != spot.text for spot in relied):", "if False:", "changed texts are not seen"),
    ("transport", "spots[max(edit.step - 1, 0) : edit.step + 1]", "spots[max(edit.step - 1, 0) : edit.step]", "an insert relies on one neighbour"),
    ("transport", "if edit.step else 0  #", "if edit.step else 1  #", "insert(0) goes below the first"),
    ("transport", "earlier = reversed(seen.part(edit.part)[: edit.step])", "earlier = iter(seen.part(edit.part)[: edit.step])", "the farthest step counts as nearest"),
    ("resolution", "draft = _apply(draft, _own_edit(edit, draft), batches)", "pass", "own edits are lost"),
    ("resolution", "key=lambda one: one[1] is None", "key=lambda one: 0", "an undecided rival wins over a decided one"),
    ("review/state", 'return "accepted" if isinstance(self.plain_result.places.get(id), Moved) else "on_hold"', 'return "accepted"', "nothing is ever on hold"),
    ("review/state", "proposal.id not in self.aside if decision is None", "decision is not None if decision is None", "undecided does not count for placing"),
    ("review/decisions", "needed = _needed(state, id, taken)", "needed: tuple[str, ...] = ()", "needed edits are not taken along"),
    ("review/decisions", '(state.proposals[id][1].level == "must"', '(state.proposals[id][1].level == "never"', "bulk takes what must be looked at"),
    ("review/__init__", "return replace(review, choices=choices, past=(*review.past, review.choices), future=())", "return replace(review, choices=choices, past=(*review.past, review.choices))", "a new decision keeps redo"),
    ("renumber", "if part is not None and now != text:", "if part is not None and now == text:", "mentions are not mended"),
    ("renumber", "return str(number)", "return figure", "mentions keep the old number"),
    ("renumber", "if together:", "if False:", "half of a pair of numbers is left out"),
    ("renumber", "len(same) == 1 else None", "same else None", "a step that came in twice counts as moved"),
)  # fmt: skip

PLACES: Final = {
    "rules": ("rules/*.py",),
    "guard": ("core/guard/*.py",),
    "finding": ("core/finding/*.py",),
    "engine": tuple(f"core/{name}.py" for name in ("engine", "edits", "events", "requirements")),
}
"""The files below `tailor` whose syntax is changed; the folder of the same name below `tests` tests them."""

CALLERS: Final = {"core": "agents/parsing", "core/finding": "rules"}
"""The folder below `tests` where what uses a folder is tested: much that is found shows only in what a rule does."""

LAST: Final = (
    *("test_lines.py", "test_lost.py", "test_blind_round.py", "test_rounds.py"),
    *("test_heard.py", "test_laws_of_kinds.py"),
)
"""Tests of the rules that take longer than all others together."""

LONGEST: Final = 400
"""Seconds of work for the tests of one mutant: a loop that a mutant never leaves ends then, and is a kill too."""

OTHER: Final[dict[type[ast.AST], Callable[[], Any]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip
"""What stands for an operator in a mutant."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed file below `tailor`, and the tests that should notice."""

    file: str
    text: str
    what: str
    tests: tuple[str, ...]


def of_core() -> Iterator[Mutant]:
    tests = tuple(f"tests/core/{name}" for name in TESTS)
    for module, old, new, what in MUTANTS:
        text = (ROOT / "tailor/core" / f"{module}.py").read_text("utf-8")
        if text.count(old) != 1:
            raise SystemExit(f"{module}: {text.count(old)} places to change for: {what}")
        yield Mutant(f"core/{module}.py", text.replace(old, new), f"{module}: {what}", tests)


def of_syntax(package: str, count: int, seed: int) -> Iterator[Mutant]:
    """So many of those that the functions of a package give, picked by a seed."""
    paths = [path for pattern in PLACES[package] for path in sorted((ROOT / "tailor").glob(pattern))]
    texts = {path: path.read_text("utf-8") for path in paths}
    every = [(path, number) for path, text in texts.items() for number, _ in enumerate(_places(ast.parse(text)))]
    for path, number in random.Random(seed).sample(every, min(count, len(every))):
        tree = ast.parse(texts[path])
        holder, name, at = list(_places(tree))[number]
        before, line = ast.unparse(holder), getattr(holder, "lineno", 0)
        _change(holder, name, at)
        what = f"{path.stem}:{line} {before[:60]} -> {ast.unparse(holder)[:60]}"
        file = path.relative_to(ROOT / "tailor")
        yield Mutant(file.as_posix(), ast.unparse(tree), " ".join(what.split()), _tests_of(file))


def _tests_of(file: Path) -> tuple[str, ...]:
    """The tests of its package: first those of the module, then those that name it, last those that take long.

    Those of what uses the package come after them, without those that take long.
    """
    word = re.compile(rf"\b{file.stem}\b")

    def rank(path: Path) -> tuple[bool, bool, bool]:
        named = word.search(path.read_text("utf-8")) is not None
        return path.name in LAST, path.name != f"test_{file.stem}.py", not named

    tests = sorted(sorted((ROOT / "tests" / file.parent).glob("test_*.py")), key=rank)
    callers = CALLERS.get(file.parent.as_posix())
    more = sorted((ROOT / "tests" / callers).glob("test_*.py")) if callers else []
    every = (*tests, *(path for path in more if path.name not in LAST))
    return tuple(path.relative_to(ROOT).as_posix() for path in every)


def _places(tree: ast.Module) -> Iterator[tuple[ast.expr, str, int]]:
    """Every operator and small number in a function: the expression that holds it, in which field, at which place."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in (one for statement in function.body for one in ast.walk(statement)):
                if isinstance(node, ast.Compare):
                    yield from ((node, "ops", at) for at in range(len(node.ops)))
                elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OTHER:
                    yield node, "op", 0
                elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                    yield node, "operand", 0
                elif isinstance(node, ast.Constant) and type(node.value) is int:
                    yield node, "value", 0


def _change(node: ast.expr, name: str, at: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[at] = OTHER[type(node.ops[at])]()
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        node.op = OTHER[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1


class Bench:
    """Takes the place of pytest's own loop: runs what was collected for each mutant instead of once."""

    def __init__(self, mutants: list[Mutant], kept: Path) -> None:
        self._mutants = mutants
        self._kept = kept
        self._says = -1

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        survivors = 0
        for number, mutant in enumerate(self._mutants, 1):
            red = self._red_test(session.items, mutant)
            survivors += red == "SURVIVED"
            print(f"{number:2} {mutant.what:100} {red}", flush=True)
            # A random case that killed this one must not be tried first on the next.
            shutil.rmtree(self._kept / "examples", ignore_errors=True)
        print(f"{survivors} of {len(self._mutants)} survived")
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self._says, report.nodeid.rpartition("::")[2].encode()[:200])
            os._exit(1)

    def _red_test(self, items: list[pytest.Item], mutant: Mutant) -> str:
        """The first test that fails with this change made, or "SURVIVED"."""
        order = {ROOT / test: place for place, test in enumerate(mutant.tests)}
        mine = sorted((one for one in items if one.path in order), key=lambda one: order[one.path])
        says, self._says = os.pipe()
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, LONGEST)  # of its own work, however busy the machine is
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            _change_functions(mutant)
            for one, then in zip(mine, [*mine[1:], None], strict=True):
                one.config.hook.pytest_runtest_protocol(item=one, nextitem=then)
            os._exit(0)
        os.close(self._says)
        with os.fdopen(says, "rb") as pipe:
            red = pipe.read().decode(errors="replace")
        _, status = os.waitpid(child, 0)
        return "SURVIVED" if status == 0 else red or f"CANNOT: the tests end with {status}"


def _change_functions(mutant: Mutant) -> None:
    """Give the functions of the module the code of the mutant, and forget what any function has worked out."""
    name = f"tailor/{mutant.file}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    codes = dict(_codes(compile(mutant.text, mutant.file, "exec")))
    for function in _functions(vars(sys.modules[name]).values(), name):
        function.__code__ = codes.get(function.__qualname__, function.__code__)
    for module in [one for key, one in sys.modules.items() if key.startswith(("tailor", "tests"))]:
        for value in vars(module).values():
            if isinstance(value, functools._lru_cache_wrapper):
                value.cache_clear()


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one.co_qualname, one
            yield from _codes(one)


def _functions(values: Iterable[object], module: str) -> Iterator[FunctionType]:
    """The functions and methods that this module defines."""
    for value in values:
        one = value.fget if isinstance(value, property) else value
        one = one.func if isinstance(one, functools.cached_property) else one
        one = one.__func__ if isinstance(one, classmethod | staticmethod) else one
        one = inspect.unwrap(one) if callable(one) else one
        if isinstance(one, FunctionType) and one.__module__ == module:
            yield one
        elif isinstance(one, type) and one.__module__ == module:
            yield from _functions(vars(one).values(), module)


def chosen(package: str, numbers: list[int]) -> list[Mutant]:
    """Those of the core by their numbers, all without any; of the others so many, picked by a seed."""
    if package == "core":
        every = list(of_core())
        return [every[number - 1] for number in numbers] or every
    count, seed = numbers
    return list(of_syntax(package, count, seed))


def main() -> None:
    mutants = chosen(sys.argv[1], [int(word) for word in sys.argv[2:]])
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as kept:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = kept
        options = ["-s", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:textual-snapshot"]
        pytest.main([*options, *tests], plugins=[Bench(mutants, Path(kept))])


if __name__ == "__main__":
    main()
