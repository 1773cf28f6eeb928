"""What `tailor generate` says to a person: what is there already, what the result rests on, how it failed.

Owns these words, all of them on stderr, and the one question before anything is spent. Refuses to run anything.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tailor.cli.exits import Exit
from tailor.cli.hearing import yes_or_no
from tailor.cli.out import say
from tailor.core.events import Cancelled, DraftWritten, EditProposed, Event, Failed, MemoryRecalled, StageFinished
from tailor.core.text import counted, one_line
from tailor.runs.history import review_of, spent

if TYPE_CHECKING:
    from memory.generation.retrieval import Analogy
    from tailor.agents.stages import Answering


def say_have_this(known: "Analogy") -> None:
    """The memory holds this goal, or something near it."""
    words = f"You have this: “{one_line(known.goal, 80)}” ({known.id}), {counted(len(known.steps), 'step')}."
    say(f"{words} Tailor it instead?" if asks() else f"{words} Perhaps tailor it instead of writing a new one.")


def say_noticed(noticed: Mapping[str, tuple[str, ...]]) -> None:
    """What stands in the procedures that would be leaned on, against the profile and the hint."""
    for id, words in noticed.items():
        if words:
            say(f"Noticed in {id}: {'; '.join(words)}. `--without {id}` leaves it aside.")


def asks() -> bool:
    """Whether there is a person to be asked: a terminal at both ends."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def instead(hint: str) -> str | None:
    """What is special, where the person wants what is there tailored; "" leaves it as it is, None writes anew.

    Nothing was sent and nothing was spent by then.
    """
    from tailor.cli.reviewing import ask

    if not asks():
        return None
    wants = yes_or_no("Tailor that one, or else write a new one, with y or n: ", ask, say)
    if wants is None:  # nobody is there any more: nothing is spent for them
        return ""
    if not wants:
        return None
    return hint.strip() or (ask("What is special about your situation, in one sentence and Enter: ") or "").strip()


def say_left(known: "Analogy") -> None:
    """The person wants what is there, and said nothing special about it."""
    say(f"Nothing was spent. `tailor memory show {known.id}` shows it.")


def say_what_it_rests_on(events: Sequence[Event]) -> None:
    """The analogies with their distances, what was spent, and what nobody was sure of."""
    hits = {hit.id: hit for event in events if isinstance(event, MemoryRecalled) for hit in event.hits}
    drafts = [event for event in events if isinstance(event, DraftWritten)]
    rests = [hits[id] for id in (drafts[-1].leans if drafts else ()) if id in hits]
    if rests:
        named = ", ".join(f"“{one_line(hit.goal, 60)}” ({hit.id}, {hit.distance:.2f})" for hit in rests[:5])
        say(f"It leans on {named}.")
    for event in events:
        if isinstance(event, StageFinished) and event.says and event.agent in ("builtin", "rewrite"):
            say(event.says)
    if (paid := spent(events)).calls:
        tokens = "" if paid.tokens is None else f", {paid.tokens:,} tokens"
        say(f"It took {paid.calls} call{'' if paid.calls == 1 else 's'}{tokens}.")
    if drafts and (unsure := drafts[-1].procedure.uncertain):
        say(f"Nobody was sure of {'step' if len(unsure) == 1 else 'steps'} {', '.join(map(str, unsure))}.")


def failed(events: Sequence[Event], by: "Answering", *, recorded: bool) -> int:
    """A run without a result: nothing on stdout but the events; the exit code. `recorded`: a file holds it."""
    last = events[-1]
    if isinstance(last, Cancelled):
        say("Stopped. Nothing was saved." + (_kept(events) if recorded else ""))
        return Exit.CANCELLED
    assert isinstance(last, Failed)
    say(f"{last.title}: {last.message}" + (_kept(events) if recorded else ""))
    return Exit.FAILED if by.provider == "builtin" else Exit.PROVIDER


def _kept(events: Sequence[Event]) -> str:
    """How one comes by the newest whole list, and by edits to decide on; "" where there is neither."""
    run, said = events[-1].run, ""
    if any(isinstance(event, DraftWritten) for event in events):
        said += f" The steps that were written by then are kept: tailor show {run}"
    if any(isinstance(event, EditProposed) for event in events) and review_of(events) is not None:
        said += f" To decide on the edits: tailor review {run}"
    return said
