"""A grammar (GBNF) of exactly the edit lines, with the legal step numbers enumerated (DESIGN 7).

Owns the text of the grammar. Refuses to know which server takes one. Comment lines stay allowed, since a reason
before an edit helps the edit; repeats are bounded, so that even a model that never stops comes to an end.
"""

from collections.abc import Iterable
from typing import Final

from tailor.core.tasks import Task

LONGEST_TEXT: Final = 900
"""Characters of one new text."""

LONGEST_COMMENT: Final = 300


def edit_grammar(task: Task, *, resources: bool = True, end_mark: bool = True) -> str:
    """The grammar of an answer to `task`: comments, edits with numbers that exist, then the end mark.

    Customize may also say `keep(3)`.
    """
    steps = len(task.base.steps)
    things = len(task.base.resources) if resources else -1
    edits = ["replace", "insert"] + (["keep"] if task.agent == "customize" else [])
    most = 3 * steps + 2 * max(things, 0) + 10
    end = ' "done\\n"' if end_mark else ""
    rules = [
        f'root ::= comment{{0,4}} ( "no edits\\n" | item{{1,{most}}}{end} )',
        f'item ::= comment{{0,2}} ( {" | ".join(edits)} ) "\\n"',
        f'replace ::= "replace(" {_or(["old"], things > 0, "oldr")} ", " text? ")"',
        f'insert ::= "insert(" {_or(["place"], things >= 0, "placer")} ", " text ")"',
        f"old ::= {_numbers(1, steps)}",
        f"place ::= {_numbers(0, steps)}",
        f"text ::= [^ \\n\\r] [^\\n\\r]{{0,{LONGEST_TEXT}}}",
        f'comment ::= "# " [^\\n\\r]{{1,{LONGEST_COMMENT}}} "\\n"',
    ]
    if things > 0:
        rules.append(f'oldr ::= "r" ( {_numbers(1, things)} )')
    if things >= 0:
        rules.append(f'placer ::= "r" ( {_numbers(0, things)} )')
    if "keep" in edits:
        rules.append('keep ::= "keep(" old ")"')
    return "\n".join(rules) + "\n"


def _or(names: list[str], more: bool, name: str) -> str:
    return f"( {' | '.join([*names, name] if more else names)} )"


def _numbers(first: int, last: int) -> str:
    return " | ".join(_quoted(range(first, last + 1)))


def _quoted(numbers: Iterable[int]) -> list[str]:
    return [f'"{number}"' for number in numbers]
