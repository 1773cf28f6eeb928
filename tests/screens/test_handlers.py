"""Names that Textual reads: what is called `on_…` or `watch_…` is called by it, so nothing else may be called so.

Textual finds handlers by their names alone. A text in `on_enter` was called as soon as the pointer came over the
field, and that ended the app.
"""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from textual.keys import Keys
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive

import tailor.app
import tailor.screens

READ = re.compile(r"_?(?P<kind>on|watch|validate|compute|key|action)_(?P<rest>[a-z]\w*)")
"""Names from which Textual makes a call."""

T = TypeVar("T")


def modules() -> Iterator[ModuleType]:
    """Every module with screens or their parts."""
    yield tailor.app
    for found in pkgutil.walk_packages(tailor.screens.__path__, "tailor.screens."):
        yield importlib.import_module(found.name)


def below(kind: type[T]) -> set[type[T]]:
    """Every class made from this one."""
    return {kind}.union(*(below(one) for one in kind.__subclasses__()))


def ours() -> list[type[MessagePump]]:
    """Every widget, screen and app of Tailor."""
    names = {module.__name__ for module in modules()}
    return sorted((one for one in below(MessagePump) if one.__module__ in names), key=lambda one: one.__qualname__)


def attributes(kind: type) -> dict[str, Any]:
    """What the class has from Tailor: its own, and what it gets from parts that are no widgets."""
    made = [one for one in reversed(kind.__mro__) if one.__module__.startswith("tailor.")]
    return {name: value for one in made for name, value in vars(one).items()}


def misread(kind: type[MessagePump], handled: set[str], keys: set[str]) -> Iterator[str]:
    """What Textual would call though it is no handler, or never calls though it is named like one."""
    for name, value in attributes(kind).items():
        found = READ.fullmatch(name)
        if found is None:
            continue
        what, rest = found["kind"], found["rest"]
        if not callable(value):
            yield f"{name} is called by Textual, and is {value!r}"
        elif what == "on" and rest not in handled:
            yield f"{name} is no message"
        elif what in ("watch", "validate", "compute") and not isinstance(getattr(kind, rest, None), Reactive):
            yield f"{name}: there is no reactive {rest}"
        elif what == "key" and rest not in keys and len(rest) > 1:
            yield f"{name}: there is no key {rest}"


def test_what_is_named_like_a_handler_of_textual_is_one() -> None:
    classes = ours()
    handled = {one.handler_name.removeprefix("on_") for one in below(Message) - {Message}}
    keys = {key.value.replace("+", "_") for key in Keys}
    assert {"enter", "mount", "option_list_option_selected"} <= handled
    assert len(classes) > 50
    assert not [f"{kind.__qualname__}.{words}" for kind in classes for words in misread(kind, handled, keys)]


def test_a_text_named_like_a_handler_is_found() -> None:
    class Wrong(MessagePump):
        on_enter = "screen.choose"
        watch_nothing = key_table = lambda self: None

    Wrong.__module__ = "tailor.wrong"
    assert [words.partition(" ")[0].strip(":") for words in misread(Wrong, {"enter"}, {"tab"})] == [
        "on_enter",
        "watch_nothing",
        "key_table",
    ]


def assigned(source: Path) -> Iterator[str]:
    """The attributes that a module sets on its objects."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        match node:
            case ast.Assign():
                targets = node.targets
            case ast.AnnAssign() | ast.AugAssign():
                targets = [node.target]
            case _:
                continue
        for target in targets:
            for one in ast.walk(target):
                if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                    yield one.attr


PATCHED = {"tailor.screens.textual_fixes": {"_on_screen_resume", "_on_resize", "_on_click", "_on_message"}}
"""Handlers of Textual itself that are replaced on purpose."""


def test_no_object_is_given_an_attribute_named_like_a_handler_of_textual() -> None:
    for module in modules():
        assert module.__file__ is not None
        read = {name for name in assigned(Path(module.__file__)) if READ.fullmatch(name)}
        assert read <= PATCHED.get(module.__name__, set()), module.__name__
