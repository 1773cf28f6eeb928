"""A grammar (GBNF) of exactly the edit lines, with the legal step numbers enumerated (DESIGN 7).

Owns the text of the grammar. Refuses to know which server takes one. Comment lines stay allowed, since a reason
before an edit helps the edit; repeats are bounded, so that even a model that never stops comes to an end.
"""

from collections.abc import Sequence
from typing import Final

from tailor.core.protocols import Task

LONGEST_TEXT: Final = 900
"""Characters of one new text."""

LONGEST_COMMENT: Final = 300


def edit_grammar(task: Task, *, resources: bool = True, end_mark: bool = True) -> str:
    """The grammar of an answer to `task`: comments, edits with numbers that may be named, then the end mark.

    Customize may also say `keep(3)`. Steps that are done already, or that were not asked about, have no number.
    """
    old, place = _open_steps(task)
    things = range(1, len(task.base.resources) + 1) if resources else range(0)
    rules = {
        "replace": _call("replace", '", " text?', old=old, oldr=things),
        "insert": _call("insert", '", " text', place=place, placer=range(len(things) + 1) if resources else ()),
        "keep": _call("keep", "", old=old) if task.agent == "customize" else "",
        "old": _numbers("", old),
        "oldr": _numbers("r", things),
        "place": _numbers("", place),
        "placer": _numbers("r", range(len(things) + 1)) if resources else "",
        "text": f"[^ \\n\\r] [^\\n\\r]{{0,{LONGEST_TEXT}}}",
        "comment": f'"# " [^\\n\\r]{{1,{LONGEST_COMMENT}}} "\\n"',
    }
    edits = " | ".join(name for name in ("replace", "insert", "keep") if rules[name])
    most = 3 * len(task.base.steps) + 2 * len(things) + 10
    end = ' "done\\n"' if end_mark else ""
    head = {
        "root": f'comment{{0,4}} ( "no edits\\n" | item{{1,{most}}}{end} )',
        "item": f'comment{{0,2}} ( {edits} ) "\\n"',
    }
    return "".join(f"{name} ::= {rule}\n" for name, rule in {**head, **rules}.items() if rule)


def _open_steps(task: Task) -> tuple[Sequence[int], Sequence[int]]:
    """The steps that may be replaced, and the places where a step may be inserted."""
    if task.only_step is not None:
        return (task.only_step,), (task.only_step - 1, task.only_step)
    last = len(task.base.steps)
    return range(task.frozen + 1, last + 1), range(task.frozen, last + 1)


def _call(name: str, rest: str, **places: Sequence[int]) -> str:
    """One operation over the kinds of numbers that there are; "" where there are none."""
    kinds = " | ".join(kind for kind, numbers in places.items() if numbers)
    return f'"{name}(" ( {kinds} ) {rest} ")"' if kinds else ""


def _numbers(mark: str, numbers: Sequence[int]) -> str:
    return " | ".join(f'"{mark}{number}"' for number in numbers)
