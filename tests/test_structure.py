"""What keeps the code readable: no import circles, short class chains, modules that fit one idea.

The layers are a contract in `pyproject.toml`; here is what import-linter does not check. Code is only read, and
imports inside functions and for type checkers count too: they tie modules together all the same.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import memory
import tailor

ROOTS = [Path(str(package.__file__)).parent for package in (tailor, memory)]
MOST_LINES, MOST_OF_A_FUNCTION, MOST_METHODS, MOST_ANCESTORS = 600, 60, 45, 2


def module_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_of(path, root): path.read_text("utf-8") for root in ROOTS for path in root.rglob("*.py")}


@cache
def trees() -> dict[str, ast.Module]:
    """Every module, read when it is asked for: each worker of a run collects this file."""
    return {name: ast.parse(source) for name, source in SOURCES.items()}


@cache
def classes() -> dict[str, ast.ClassDef]:
    return {n.name: n for tree in trees().values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that this one names anywhere in an import, or in a text such as "tailor.app:main"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in trees() else node.module for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" in node.value:
            yield node.value.partition(":")[0]


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """Every module that `start` imports, directly or through others."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - seen
        seen |= new
        waiting.extend(new)
    return seen


def chain(name: str) -> dict[str, ast.ClassDef]:
    """A class and every class of ours above it."""
    node = classes()[name]
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    above = [base.id for base in bases if isinstance(base, ast.Name) and base.id in classes() and base.id != name]
    return {name: node} | {key: value for base in above for key, value in chain(base).items()}


def methods(name: str) -> int:
    """How many methods a class has, with those of its ancestors of ours."""
    return sum(
        isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in chain(name).values()
        for one in node.body
    )


def test_no_module_imports_itself_through_others() -> None:
    graph = {
        name: {one for one in imported(tree) if one in trees() and one != name} for name, tree in trees().items()
    }
    assert [name for name in graph if name in reached(graph, name)] == []


def test_classes_are_composed_and_not_continued_in_subclasses() -> None:
    assert [name for name in classes() if len(chain(name)) - 1 > MOST_ANCESTORS] == []
    assert [name for name in classes() if methods(name) > MOST_METHODS] == []


def test_a_module_fits_one_idea() -> None:
    assert [name for name, source in SOURCES.items() if source.count("\n") > MOST_LINES] == []


def test_files_are_asked_about_by_what_never_raises() -> None:
    """`Path.exists` and its like raise where a folder may not be entered; those of `tailor.storage` do not."""
    asked = (
        f"{name}:{node.lineno}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in ("exists", "is_dir", "is_file")
        and ast.unparse(node.func.value) not in ("info", "os.path")
    )
    assert list(asked) == []


def named_in_the_tree() -> set[str]:
    """The paths that the tree in CONTRIBUTING.md names, below the repository."""
    text = (ROOTS[0].parent / "CONTRIBUTING.md").read_text("utf-8")
    found, above = set(), [""]
    for line in text.partition("## Where things are")[2].split("```")[1].strip().splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        first, *rest = re.findall(r"[\w.]+/?(?=[, ]|$)", re.split(r" {2,}", line.strip())[0])
        above[depth + 1 :] = [above[depth] + first]
        found |= {above[depth] + name for name in (first, *rest)}
    return found


def test_the_tree_in_contributing_names_what_is_there() -> None:
    repository, named = ROOTS[0].parent, named_in_the_tree()
    assert {name for name in named if not (repository / name).exists()} == set()
    packages = {f"{path.parent.relative_to(repository)}/" for root in ROOTS for path in root.rglob("__init__.py")}
    modules = {str(path.relative_to(repository)) for path in ROOTS[0].glob("[!_]*.py")}
    missing = {name for name in packages | modules if not name.startswith("tailor/screens/")} - named
    assert missing == set()


_NOT_THE_SYSTEM = {
    *("ValueError", "TypeError", "AttributeError", "RecursionError", "RuntimeError", "UnicodeDecodeError"),
    *("ContentError", "TOMLKitError", "TOMLDecodeError", "tomllib", "csv", "Error"),
}
"""Exceptions whose words hold no number of an error of the system."""


def _worded_by_itself(handler: ast.ExceptHandler) -> bool:
    """Whether the caught exception is put into a text as it is: "[Errno 13] Permission denied: 'x'"."""
    for node in ast.walk(handler):
        match node:
            case ast.FormattedValue(value=ast.Name(id=name)) if name == handler.name:
                return True
            case ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=name)]) if name == handler.name:
                return True
    return False


def test_an_error_of_the_system_is_put_into_words_by_why_alone() -> None:
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ExceptHandler) and node.type is not None and node.name:
                caught = {one.id for one in ast.walk(node.type) if isinstance(one, ast.Name)}
                if caught - _NOT_THE_SYSTEM:
                    assert not _worded_by_itself(node), f"{name}, line {node.lineno}"


def test_no_function_is_longer_than_a_screen() -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    every = ((name, one) for name, tree in trees().items() for one in ast.walk(tree) if isinstance(one, kinds))
    long = [f"{name}.{one.name}" for name, one in every if lines_of(one) > MOST_OF_A_FUNCTION]
    assert not long


def lines_of(one: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (one.end_lineno or one.lineno) - one.lineno + 1
