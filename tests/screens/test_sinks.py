"""A census of every place that draws: what it is given is a literal or came through `screens.safe`.

Textual crashes on "[/]" and runs "[@click=…]" where a plain str becomes markup, and passes escape bytes on
everywhere. So no widget, message or title may get a text that is neither written here nor made safe.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tailor.screens

FOLDER = Path(tailor.screens.__file__).parent
DRIVER = FOLDER / "driver.py"
"""It writes the bytes of what is drawn, never a text of its own."""
FILES = [*sorted(set(FOLDER.glob("**/*.py")) - {DRIVER}), FOLDER.parent / "app.py"]

WIDGETS = frozenset(
    [
        "Static",
        "Words",
        "Label",
        "Button",
        "Checkbox",
        "RadioButton",
        "Switch",
        "Tab",
        "TabPane",
        "Collapsible",
        "Option",
        "ChoiceList",
        "OptionList",
        "SelectionList",
        "Select",
        "Markdown",
        "Link",
        "Digits",
        "Log",
        "RichLog",
        "Placeholder",
        "Tree",
        "DataTable",
        "Input",
        "TextArea",
        "Header",
        "Rule",
        "SystemCommand",
    ]
)
METHODS = frozenset(
    [
        "update",
        "put",
        "notify",
        "set_options",
        "add_option",
        "add_options",
        "replace_option_prompt",
        "replace_option_prompt_at_index",
        "add_row",
        "add_rows",
        "add_column",
        "add_columns",
        "add_leaf",
        "set_label",
        "write",
        "write_line",
        "append_text",
        "copy_text",
        "panic",
        "format_title",
    ]
)
TITLES = frozenset(["border_title", "border_subtitle", "title", "sub_title", "tooltip", "label", "placeholder"])
MAKERS = frozenset(["Content", "Text", "from_markup", "from_text", "from_rich_text", "from_ansi", "styled"])
"""What turns a str into something drawable: only `safe` may do that with a text from outside."""

SAFE = frozenset(["safe_text", "line_text", "row_text", "lines", "as_markup", "KeyHints"])
CLEAN = frozenset(["clean", "one_line", "normal"])
LITERAL = frozenset(["Input", "notify"])
"""Sinks that never read markup: a clean str is enough for them. Our own fields clean what they are given."""
KEYWORDS_OUT = frozenset(
    [
        "id",
        "classes",
        "name",
        "disabled",
        "markup",
        "severity",
        "timeout",
        "variant",
        "layout",
        "soft_wrap",
        "can_focus",
        "compact",
        "key",
        "language",
        "password",
        "valid_empty",
        "select_on_focus",
    ]
)


class Census(ast.NodeVisitor):
    """Collects the unsafe arguments of one module."""

    def __init__(self, safe_names: frozenset[str], file: Path) -> None:
        self.safe_names = safe_names
        self.file = file
        self.found: list[str] = []
        self.local: list[set[str]] = [set()]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        self.local.append({one.arg for one in arguments if one.annotation and drawable(one.annotation)})
        for child in ast.walk(node):
            if isinstance(child, ast.Assign) and self.is_safe(child.value):
                self.local[-1] |= {name.id for target in child.targets for name in names_of(target)}
        self.generic_visit(node)
        self.local.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)  # type: ignore[arg-type]

    def visit_Call(self, node: ast.Call) -> None:
        called = name_of(node.func)
        method = isinstance(node.func, ast.Attribute)
        if called == "print" and not self.says_goodbye(node):
            self.found.append(f"{self.file.name}:{node.lineno} print")
        if (
            called in WIDGETS
            or (method and called in METHODS)
            or (called in MAKERS and self.file.name != "content.py")
        ):
            kept = [one.value for one in node.keywords if one.arg not in KEYWORDS_OUT]
            literal = called in LITERAL and (called != "notify" or "markup=False" in ast.unparse(node))
            placed = called.startswith("replace_option_prompt")  # what comes first there says where, not what
            drawn = node.args[:2] if called == "SystemCommand" else node.args[placed:]  # what comes then is run
            for argument in (*drawn, *kept):
                cleaned = isinstance(argument, ast.Call) and name_of(argument.func) in CLEAN
                if not (self.is_safe(argument) or (literal and cleaned)):
                    self.found.append(f"{self.file.name}:{node.lineno} {called}({ast.unparse(argument)})")
        self.generic_visit(node)

    @staticmethod
    def says_goodbye(node: ast.Call) -> bool:
        """Whether a clean text goes to stderr, as at the end, when nothing is drawn any more."""
        texts = all(isinstance(one, ast.Call) and name_of(one.func) in CLEAN for one in node.args)
        return texts and any(ast.unparse(one) == "file=sys.stderr" for one in node.keywords)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            if isinstance(target, ast.Attribute) and target.attr in TITLES and not self.is_safe(node.value):
                self.found.append(f"{self.file.name}:{node.lineno} {ast.unparse(target)}")
        self.generic_visit(node)

    def is_safe(self, node: ast.expr) -> bool:
        """Whether this expression is written here, or was made safe."""
        match node:
            case ast.Constant():
                return True
            case ast.Name(id=name):
                return name.isupper() or any(name in names for names in self.local)
            case ast.Attribute(attr=name):
                return name.isupper() or name in self.safe_names
            case ast.Call():
                called = name_of(node.func)
                if called in ("join", "truncate", "stylize", "pad_right") and isinstance(node.func, ast.Attribute):
                    return self.is_safe(node.func.value)
                if called == "map":
                    return name_of(node.args[0]) in SAFE | self.safe_names
                return called in SAFE | self.safe_names | WIDGETS | {"ListRow", "partial"} or (
                    called in MAKERS and all(map(self.is_safe, node.args))
                )
            case ast.IfExp(body=body, orelse=other):
                return self.is_safe(body) and self.is_safe(other)
            case ast.BinOp(left=left, right=right):
                return self.is_safe(left) and (self.is_safe(right) or isinstance(node.op, ast.Mult))
            case ast.BoolOp(values=values):
                return all(map(self.is_safe, values))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return all(map(self.is_safe, items))
            case ast.Starred(value=value):
                return self.is_safe(value)
            case ast.GeneratorExp(elt=made) | ast.ListComp(elt=made):
                return self.is_safe(made)
            case _:
                return False


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def names_of(node: ast.expr) -> Iterator[ast.Name]:
    return (child for child in ast.walk(node) if isinstance(child, ast.Name))


def drawable(annotation: ast.expr) -> bool:
    """Whether the type says that the value is something safe to draw."""
    return ast.unparse(annotation).strip("'\"") in (
        "Content",
        "KeyHints",
        "list[Content]",
        "Sequence[Content]",
        "Option",
        "list[Option]",
        "ListRow",
    )


@cache
def safe_makers() -> frozenset[str]:
    """Functions, methods and fields of the screens whose type says Content or Option."""
    found = set()
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.returns and drawable(node.returns):
                found.add(node.name)
            if isinstance(node, ast.AnnAssign) and drawable(node.annotation):
                found.add(name_of(node.target))
    return frozenset(found)


def census(source: str, file: Path) -> list[str]:
    counted = Census(safe_makers(), file)
    counted.visit(ast.parse(source))
    return counted.found


def test_nothing_is_drawn_that_is_neither_literal_nor_safe() -> None:
    assert [found for file in FILES for found in census(file.read_text(), file)] == []


@pytest.mark.parametrize(
    "code",
    [
        "Static(goal)",
        "Static(f'{goal}')",
        "Static(clean(goal))",
        "app.notify(clean(goal))",
        "self.query_one(Static).update(procedure.goal)",
        "app.notify(error.message, markup=False)",
        "Option(goal, id=goal)",
        "self.border_title = goal",
        "table.add_row(goal)",
        "Content(goal)",
        "Content.from_markup(goal)",
        "print(goal)",
        "Static('a' + goal)",
        "Input(placeholder=goal)",
        "OptionList(*(Option(one) for one in goals))",
    ],
)
def test_the_census_sees_an_unsafe_text(code: str) -> None:
    assert census(f"def draw(goal, goals, procedure, error, app, table, self):\n    {code}", Path("x.py"))


@pytest.mark.parametrize(
    "code",
    [
        "Static(safe_text(goal))",
        "CleanInput(normal(goal))",
        "app.notify(clean(goal), markup=False)",
        "Static('words')",
        "x = row_text(goal)\n    Static(x)",
    ],
)
def test_the_census_lets_safe_texts_pass(code: str) -> None:
    assert not census(f"def draw(goal, app):\n    {code}", Path("x.py"))
