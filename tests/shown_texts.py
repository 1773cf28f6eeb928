"""The texts in the code that people can be shown: on screens, in line mode, by commands, as errors.

Read from the syntax tree: a text counts unless the code itself shows that nobody reads it (documentation, a
pattern, a key, something to compare with). So a new text is seen without being registered.
`python -m tests.shown_texts` prints them all.
"""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import tailor

ROOT: Final = Path(tailor.__file__).parent.parent
FOR_MODELS: Final[dict[str, str]] = {
    "tailor/agents": "texts for models, by the paper's own terms",
    "memory/generation/prompts.py": "texts for models",
    "memory/generation/parsing.py": "reads what models write",
}
UNREAD: Final[dict[str, str]] = {
    **FOR_MODELS,
    "tailor/evaluation": "tables and charts for researchers, in the papers' terms",
    "tailor/cli/bench": "commands for researchers, in the papers' terms",
    "tailor/core/guard": "words to look for; its sentences are checked as data",
    "tailor/core/finding": "words to look for",
    "tailor/rules": "words to look for and texts of steps; its sentences are checked as data",
}
"""Where texts are none of the app's own voice, and why."""
SILENT_CALLS: Final = re.compile(
    r"""compile|match|search|fullmatch|sub|split|finditer|findall|getattr|setattr|hasattr|startswith|endswith|pop|get
    |removeprefix|removesuffix|partition|rpartition|strip|count|find|index|query_one|query|debug|exception|TypeVar
    |ContextVar|field|execute|import_module|resolve_name|NewType|namedtuple|setdefault|action|json_of""",
    re.VERBOSE,
)
SILENT_ERRORS: Final = re.compile(r"(Type|Runtime|Assertion|NotImplemented|Key)Error")
SILENT_KEYWORDS: Final = re.compile(r"id|classes|name|key|encoding|style|action|group|pattern")
SILENT_NAMES: Final = re.compile(r"(?i).*(css|pattern|regex|schema|prompt|grammar|_re)|__all__")
COMMANDS: Final = frozenset(["command", "group"])
CODE: Final = re.compile(
    r"\\[bwsd]|\(\?[:=!<]|\[\^|\bdo\('|^(bold|italic|underline)\b|\{\} strike|\{\w+\}|[|\[]\w+[|\]]\w|\"kind\""
)
"""Regular expressions, actions and styles of Textual, templates, types."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A text as people may read it; what is filled in later stands as `{}`."""

    file: str
    line: int
    text: str


def texts_of(code: str, file: str = "") -> list[Shown]:
    """The texts of a module, in its order."""
    return [Shown(file, line, text) for line, text in sorted(set(_walk(ast.parse(code)))) if is_prose(text)]


def is_prose(text: str) -> bool:
    """Whether it reads like words for people: several of them, or one with a capital letter."""
    if CODE.search(text) or not re.search("[a-zA-Z]{2}", text):
        return False
    return bool(re.search(r"[a-zA-Z][^\w\s]* +[^\w\s]*[a-zA-Z]|\{\} [a-z]{2}|[a-z]{2} \{", text)) or text.istitle()


def _walk(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts below a node that nothing marks as unread."""
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.JoinedStr():
            yield (
                node.lineno,
                "".join(
                    part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{}"
                    for part in node.values
                ),
            )
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from _walk(part.value)
        case ast.Expr(value=ast.Constant()):
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from _function(node)
        case ast.Assign(targets=[ast.Name(id=name)]) if SILENT_NAMES.fullmatch(name):
            return
        case ast.AnnAssign(target=ast.Name(id=name)) if SILENT_NAMES.fullmatch(name):
            return
        case ast.AnnAssign(value=value):
            if value is not None:
                yield from _walk(value)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if SILENT_ERRORS.fullmatch(name):
            return
        case ast.Call():
            yield from _call(node)
        case ast.Dict():
            for value in node.values:
                yield from _walk(value)
        case ast.Subscript():
            yield from _walk(node.value)
        case ast.Compare() | ast.MatchValue() | ast.Assert():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _walk(child)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    """The body of a function, what decorates it, and its help where it is a command."""
    for decorator in node.decorator_list:
        yield from _walk(decorator)
    calls = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    is_command = any(isinstance(call, ast.Attribute) and call.attr in COMMANDS for call in calls)
    if is_command and (help_text := ast.get_docstring(node)) is not None:
        yield node.lineno, help_text
    for default in [*node.args.defaults, *(item for item in node.args.kw_defaults if item)]:
        yield from _walk(default)
    for statement in node.body:
        yield from _walk(statement)


def _call(node: ast.Call) -> Iterator[tuple[int, str]]:
    """What is given to a call, unless the call only looks for it."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if SILENT_CALLS.fullmatch(name):
        return
    yield from _walk(node.func)
    for argument in node.args[2:] if name == "Binding" else node.args:
        yield from _walk(argument)
        if name == "counted" and isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.lineno, f"{{}} {argument.value}"
    for keyword in node.keywords:
        if not SILENT_KEYWORDS.fullmatch(keyword.arg or ""):
            yield from _walk(keyword.value)


def all_texts(unread: Collection[str] = UNREAD.keys()) -> list[Shown]:
    """Every text of the app that people may read, but for these folders and modules."""
    found: list[Shown] = []
    for folder in ("tailor", "memory"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if not file.startswith(tuple(unread)):
                found += texts_of(path.read_text(encoding="utf-8"), file)
    return found


if __name__ == "__main__":
    for item in all_texts():
        print(f"{item.file}:{item.line}: {item.text!r}")
