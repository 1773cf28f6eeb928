"""What every front end does around a run, on the screens and on the command line alike.

Here the settings become the request of a run, so that none of them is left out on one of the ways to it; and a
review that was saved is learned from, so that later runs know what the person accepts and rejects.
"""

import contextlib
from typing import TYPE_CHECKING, cast

from tailor.agents.stages import Verifier
from tailor.core.errors import TailorError
from tailor.run import Request

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.agents.prompts import PromptSet
    from tailor.config import Config
    from tailor.core.decisions import Accepting
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.core.review import Review


def request_for(
    config: "Config",
    procedure: "Procedure",
    hint: str,
    *,
    requirements: "tuple[Requirement, ...] | None" = None,
    profile: tuple[str, ...] = (),
    strategy: str | None = None,
    prompts: str | None = None,
    accept: "Accepting" = "careful",
    run: str = "",
) -> Request:
    """The request to tailor this procedure, as the settings say; not checked yet, see `run.check`.

    `strategy` and `prompts` are those of this run where they are not None. `requirements` are those the person
    corrected; None: split hint and profile. `run` is the id of the run; "" makes one.
    """
    return Request(
        procedure=procedure,
        hint=hint,
        requirements=requirements,
        profile=profile,
        strategy=strategy or config.strategy,
        prompts=cast("PromptSet", prompts or config.prompts),
        accept=accept,
        verifiers=further_verifiers(config),
        run=run,
    )


def further_verifiers(config: "Config") -> tuple[Verifier, ...]:
    """The further Verify agents of the settings; `verifiers.completed` says what is wrong with them."""
    return tuple(Verifier(one.name, one.instruction) for one in config.verify)


def learn(review: "Review", lessons: "Lessons | None") -> None:
    """Remembers what the person accepted and rejected themselves in a review that was just saved.

    Nothing is remembered where `lessons` is None, as `answering.lessons_for` gives it while `memory.learn` is off.
    It writes to the disk, so screens call it in a thread. What cannot be remembered is passed over: the result is
    saved already.
    """
    if lessons is None:
        return
    with contextlib.suppress(TailorError):
        lessons.remember(review)
