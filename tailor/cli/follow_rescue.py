"""A rescue line by line: what is wrong, what is proposed for the steps ahead, and going on with what was taken.

Owns these questions. Refuses to change what is done: the gate (`rescuing`) and the engine see to that.
"""

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError

if TYPE_CHECKING:
    from tailor.core.events import Event
    from tailor.core.following import Following
    from tailor.core.review import Review
    from tailor.runs.customize import Request
    from tailor.workspace import Setup


def rescued_lines(setup: "Setup", following: "Following") -> "Following":
    """Going on with the changes the person took; as it was where there are none, or something failed."""
    from tailor.cli.out import say
    from tailor.cli.reviewing import ask
    from tailor.core.following import rescued
    from tailor.core.review_state import Standing
    from tailor.runs.rescue import rescue_request

    words = ask("What is wrong, in a few words and Enter, or only Enter to go back: ")
    if not words or not words.strip():
        return following
    try:
        request = rescue_request(following, words, setup.profile(()), setup.config)
        try:
            events = asyncio.run(_asked(setup, request, following))
        except KeyboardInterrupt:
            say("Stopped. The steps stay as they are.")
            return following
        review = _reviewed(setup, request, events)
        if review is None:
            return following
        standing = Standing(review)
        if standing.result.draft.procedure == request.procedure:
            say("Nothing was taken, so the steps stay as they are.")
            return following
        now = rescued(following, standing.plain_result.draft, standing.result.draft, request.hint)
    except TailorError as error:
        say(f"{error.message} The steps stay as they are.")
        return following
    say("The steps ahead are changed; what is done stays as it is.")
    return now


async def _asked(setup: "Setup", request: "Request", following: "Following") -> "tuple[Event, ...]":
    """Every event of the rescue."""
    from tailor.backend import crew_of_command
    from tailor.runs.rescue import rescue
    from tailor.runs.session import say_progress

    crew, by = await crew_of_command(setup, setup.config)
    heard: list[Event] = []
    async with aclosing(rescue(request, crew, by, at=following.at, done=following.done)) as events:
        async for event in events:
            heard.append(event)
            say_progress(event)
    return tuple(heard)


def _reviewed(setup: "Setup", request: "Request", events: "tuple[Event, ...]") -> "Review | None":
    """The review with the person's decisions; None where nothing was proposed, which is said with the reason."""
    from tailor.cli.out import say
    from tailor.cli.reviewing import at_the_terminal
    from tailor.core.events import EditProposed, Failed
    from tailor.core.report import remarks
    from tailor.core.review_state import fold_all

    last = events[-1]
    failed = last if isinstance(last, Failed) else None
    for remark in remarks(events):
        if failed is None or remark != failed.message:  # the stage that failed says the same
            say(remark)
    if failed is not None:
        say(f"{failed.title}: {failed.message}")
    if not any(isinstance(event, EditProposed) for event in events):
        say("Nothing was proposed, so the steps stay as they are.")
        return None
    return at_the_terminal(setup, fold_all(request.procedure, events))
