"""How `tailor generate` ends with a result: saved if asked, printed, and said to be a machine's.

Owns the order: library, stdout, stderr. Refuses to print a result of a run that failed.
"""

import json as jsonlib
from dataclasses import replace
from typing import TYPE_CHECKING

from tailor.cli.ending import Wanted
from tailor.cli.exits import Exit, exit_of
from tailor.cli.out import put, put_json, say, say_error
from tailor.core.codec import event_to_line
from tailor.core.errors import TailorError
from tailor.core.text import counted
from tailor.library.entries import Made
from tailor.runs.generate import BUILTIN
from tailor.workspace import Setup, write_as

if TYPE_CHECKING:
    from tailor.agents.stages import Answering
    from tailor.core.events import Done
    from tailor.core.procedure import Procedure
    from tailor.runs.generate import GenerateRequest


def finish_written(setup: Setup, request: "GenerateRequest", end: "Done", by: "Answering", wanted: Wanted) -> Exit:
    """Saves if asked, prints the result, says how it was made; the exit code."""
    code, trouble = Exit.DONE, None
    if wanted.save or wanted.keep is not None:
        try:
            end = replace(end, saved=_save(setup, end.result, request, by))
        except TailorError as error:
            code, trouble = exit_of(error), error
    if wanted.json:
        put_json(jsonlib.loads(event_to_line(end)))
    elif wanted.keep is None:
        put(write_as(replace(end.result, extra=()), wanted.format or "md"))
    if end.saved:
        say(f"Saved as {end.saved}.")
    if trouble is not None:
        say_error(trouble)
    steps = counted(len(end.result.steps), "step")
    say(f"{steps}, written by a machine: check what matters before you rely on it.")
    return code


def _save(setup: Setup, result: "Procedure", request: "GenerateRequest", by: "Answering") -> str:
    made = Made(
        method=BUILTIN if by.provider == BUILTIN else request.method,
        prompts=request.prompts,
        provider=by.provider,
        model=by.model,
        run=request.run,
    )
    return setup.library.save(result, origin="generated", made=made).id
