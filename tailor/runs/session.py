"""One run from request to saved result, the same for screens and command line.

`RunSession` asks the backend, records every event before passing it on, records decisions, and saves (library,
then lessons). How a tailoring, a critic's rounds, a rescue and a rebase differ is in their `ReviewKind`. Nothing
is connected before the first event is asked for.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tailor.agents.stages import BackendInfo, RejectedIds
from tailor.backend import Backend, BackendSummary
from tailor.core.errors import ContentError, TailorError, UsageError
from tailor.core.events import Done, Event, RequirementsRead, RunStarted, first_of
from tailor.core.following import Following, rescued, touched
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentBackend, AgentName
from tailor.core.requirements import Requirement, critical_type, parse_hint
from tailor.core.review import Review
from tailor.core.review.state import ReviewState
from tailor.core.text import counted, normal
from tailor.core.worddiff import details
from tailor.library.changes import changes_in_words
from tailor.library.entries import LibraryEntry, Origin, Provenance
from tailor.library.lineage import (
    RebasePlan,
    last_saved,
    provenance_of,
    save_original,
    save_rebased,
    save_variant,
    was_saved_from,
    wishes_of,
    with_changed_details,
)
from tailor.library.store import Unchanged
from tailor.runs import customize as run
from tailor.runs.changed_since import ChangedSince, changed_since, same_lines
from tailor.runs.customize import CustomizeRequest, FollowUp, check_request, request_for
from tailor.runs.history import (
    Recorded,
    StoredRun,
    choices_when_saved,
    of_rounds,
    procedure_as_decided,
    went_on,
)
from tailor.runs.saved_wishes import not_looked_at

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.config import Config
    from tailor.workspace import Workspace


class ReviewKind:
    """How reviews differ. This one is a tailoring: it may ask anything, and saves a variant."""

    heading = ""
    """Shown instead of the ledger if no agent was asked."""
    named = True
    """Whether the result gets a name and goes to the library."""
    can_ask = True
    """Whether agents can be asked again."""
    learns = True
    """Whether the decisions are remembered after saving."""

    def begin(
        self, session: "RunSession", backend: Backend, rejected: RejectedIds, stop: asyncio.Event | None
    ) -> AsyncGenerator[Event, None]:
        """Start the run; after a generation, event numbers continue from there."""
        return run.run(
            session.request,
            backend.agents,
            by=backend.info,
            decisions=rejected,
            stop=stop,
            lessons=session.lessons,
            generated=session.generated,
        )

    def done_steps(self, state: ReviewState) -> tuple[int, ...]:
        """Numbers, in the Result, of steps already done, which must stay."""
        return ()

    def refuses(self, review: Review) -> str:
        """A sentence on why these decisions cannot be taken; "" if they can."""
        return ""

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """Write the Result to the library; blocks on the disk. TailorError if it cannot be saved.

        If it keeps the name of what was saved before, here or in another window, it becomes the next version of
        that; see `save_variant`. A newly written original that the person left unchanged is saved as such.
        """
        made = session.made or session.provenance()
        last = session.saved or last_saved(session.workspace.library, review, session.request.run)
        if session.keeps_unchanged and not ReviewState(review).result.batches:
            own = replace(review.original, goal=name or review.original.goal)
            return save_original(session.workspace.library, own, session.origin, made)
        if last and last.goal != (name or review.original.goal):
            last = None  # under another name it replaces nothing
        session.check_newest(review, last)
        return save_variant(
            session.workspace.library,
            ReviewState(review),
            made=made,
            goal=name,
            version_of=last.id if last else None,
            origin=session.origin,
            details=session.with_details,
        )


class CriticRounds(ReviewKind):
    """The critic's rounds of a generation; saved as a procedure of its own rather than a variant."""

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """Save the procedure as decided; after the first time, as its next version."""
        session.check_newest(review, session.saved)
        made = session.with_details(procedure_as_decided(session.generated, review))
        return session.workspace.library.save(
            replace(made, goal=name or made.goal),
            origin="generated",
            made=session.made,
            version_of=session.saved.id if session.saved else None,
            only_changed=True,
        )


@dataclass(frozen=True)
class Rescue(ReviewKind):
    """A question about the remaining steps, half-way through following a procedure.

    Done steps stay as they are: an edit of one is flagged instead of proposed, and decisions that would change one
    are not taken. The result goes back to the steps being followed, not into the library.
    """

    following: Following
    """The steps, and which were done when the person asked."""

    named = False

    def begin(
        self, session: "RunSession", backend: Backend, rejected: RejectedIds, stop: asyncio.Event | None
    ) -> AsyncGenerator[Event, None]:
        """Ask Modify once about the remaining steps."""
        return rescue(session.request, backend.agents, backend.info, self.following, stop=stop)

    def done_steps(self, state: ReviewState) -> tuple[int, ...]:
        """Numbers of the done steps in the Result as it is now."""
        index = state.result.draft.index("steps")
        return tuple(sorted(index[f"s{step}"] for step in self.following.done))

    def refuses(self, review: Review) -> str:
        step = touched(self.following, ReviewState(review).plain_result.draft)
        return "" if step is None else f"Step {step} is already done, so it stays as it is."

    def taken(self, review: Review, words: str) -> Following:
        """The following with what was accepted. ContentError if no step is left or a done one changed."""
        state = ReviewState(review)
        return rescued(self.following, state.plain_result.draft, state.result.draft, words)

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """ContentError: a rescue changes the steps being followed (`taken`) and is no how-to of its own."""
        raise ContentError(
            "These changes belong to the how-to you are following. Use them there; they are not saved on "
            "their own."
        )


@dataclass(frozen=True)
class Rebase(ReviewKind):
    """A variant moved to a newer version of its original; no agent is asked and nothing is learned."""

    plan: RebasePlan

    heading = "Your changes on the newer original"
    can_ask = False
    learns = False

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """Save the variant's next version; errors as in `lineage.save_rebased`."""
        return save_rebased(session.workspace.library, self.plan, review, name)


@dataclass(kw_only=True, slots=True)
class RunSession(Recorded):
    """One run. Make one with `open`, `after_generation`, `reopen`, `rescue_session` or `rebase_session`."""

    workspace: "Workspace"
    request: CustomizeRequest
    describe: BackendSummary
    """Who answers, in words: `describe.says` for a strip, `describe.sends` before a call the person asks for."""
    kind: ReviewKind = field(default_factory=ReviewKind)
    generated: Sequence[Event] = ()
    """The events of the generation that wrote the original in the same run (DESIGN 8: one road)."""
    made: Provenance | None = None
    """What made the edits of a reopened run; None for a new one."""
    origin: Origin = "typed"
    """Where the original came from, for when it is saved with its first variant."""
    after_save: Callable[[], None] = lambda: None
    """Called after each save, in the event loop."""
    saved: LibraryEntry | None = None
    missed: str = ""
    """A sentence on what was added to the profile since the review began and is not considered."""
    since: ChangedSince | None = None
    """What was saved from the review before, as this session knows it; None if nothing was."""
    use_lessons: bool = True
    """False: earlier decisions are neither used nor remembered, whatever the settings say."""
    find_backend: Callable[[], Awaitable[Backend]] | None = field(default=None, repr=False)
    """Connects to the backend; UsageError if the settings name none. None: as the settings say."""
    _backend: Backend | None = field(default=None, repr=False)

    @staticmethod
    def open(
        workspace: "Workspace",
        procedure: Procedure,
        hint: str,
        requirements: tuple[Requirement, ...] | None = None,
    ) -> "RunSession":
        """Prepare a new tailoring without running it. UsageError or ContentError for an invalid request.

        `requirements` are those the person corrected; None: split hint and profile.
        """
        request = request_for(
            workspace.config,
            procedure,
            hint,
            requirements=requirements,
            profile=always_holds(workspace, procedure.id, hint),
        )
        check_request(request)
        return RunSession.of(workspace, request)

    @staticmethod
    def of(workspace: "Workspace", request: CustomizeRequest) -> "RunSession":
        """Prepare a tailoring for a request that passed `check_request`, without running it."""
        record = workspace.paths.runs / f"{request.run}.jsonl"
        return RunSession(workspace=workspace, request=request, describe=workspace.connection(), record=record)

    @staticmethod
    def after_generation(
        workspace: "Workspace", request: CustomizeRequest, events: Sequence[Event], record: Path | None
    ) -> "RunSession":
        """Prepare to tailor the list that a generation with these events just wrote, as the rest of its run."""
        session = RunSession.of(workspace, request)
        session.record = record or session.record
        session.origin = "generated"
        session.made = provenance_of(_started(events))
        session.generated = tuple(event for event in events if not isinstance(event, Done))
        return session

    @staticmethod
    def reopen(
        workspace: "Workspace", kept: StoredRun, saved: LibraryEntry | None = None, origin: Origin = "typed"
    ) -> "RunSession":
        """Reopen a recorded run; saving makes the next version of what was `saved` of it.

        Continue with the review that `taken_over` returns.
        """
        started, read = _started(kept.events), first_of(reversed(kept.events), RequirementsRead)
        request = request_for(
            workspace.config,
            kept.review.original,
            started.hint,
            requirements=read.requirements if read else None,
            strategy=started.strategy,
            prompts="paper" if started.prompts == "paper" else "tailor",
            run=started.run,
        )
        session = RunSession.of(workspace, request)
        session.record, session.known, session.noted = kept.path, kept.size, kept.review.choices
        if of_rounds(kept.events):
            session.kind, session.generated = CriticRounds(), kept.events
        session.made = provenance_of(started)
        session.origin = "generated" if went_on(kept.events) else origin
        if saved and was_saved_from(saved, kept.review):
            session.since = changed_since(workspace.library, kept, saved)
            session.saved = session.since.saved.entry if session.since else saved
        told = (not_looked_at(workspace, kept.review), session.since.says if session.since else "")
        session.missed = " ".join(filter(None, told))
        return session

    def taken_over(self, review: Review) -> Review:
        """The reopened review with what was changed since in the how-to that was saved from it."""
        return self.since.review if self.since else review

    def with_details(self, made: Procedure) -> Procedure:
        """What the review made, with the notes and other details changed since in what was saved from it."""
        return with_changed_details(made, self.since.saved.procedure, self.since.made) if self.since else made

    @property
    def replaces(self) -> str:
        """A sentence on changes of the person that saving replaces, as they do not fit the review; "" for none."""
        return self.since.warning if self.since else ""

    def check_newest(self, review: Review, last: LibraryEntry | None) -> None:
        """ContentError if what was saved before, `last`, was changed behind this session's back.

        Another window may have saved the same review: its decisions are part of this one (see `note`).
        """
        try:
            newest = self.workspace.library.load(last.stem) if last else None
        except TailorError:
            return
        known = self.since.saved.procedure if self.since else None
        if newest is None or (known and replace(known, id=newest.id) == newest.procedure):
            return
        theirs = None
        with contextlib.suppress(OSError):
            theirs = choices_when_saved(self.record)
        if theirs is not None:
            made = replace(
                ReviewState(replace(review, choices=theirs)).result.draft.procedure, goal=newest.procedure.goal
            )
            same = not details(self.with_details(made), newest.procedure) if known else newest.state == "ok"
            if same and same_lines(made, newest.procedure):
                return
        elif newest.state == "ok" and known is None:  # of a run that is not recorded
            return
        what = changes_in_words(known, newest.procedure) if known else "not by this review"
        raise ContentError(
            f"{newest.id} was changed in the meantime ({what}), so nothing was saved. Open this review again: "
            "then it has that change, too.",
            title="Nothing was saved",
        )

    @property
    def keeps_unchanged(self) -> bool:
        """Whether the original may be saved as it is: it was written for this person and is nowhere else."""
        return self.origin == "generated" and self.kind.named

    @property
    def lessons(self) -> "Lessons | None":
        """Lessons from earlier decisions; None while learning is off."""
        return self.workspace.lessons if self.use_lessons else None

    def events(
        self, rejected: RejectedIds = frozenset, stop: asyncio.Event | None = None
    ) -> AsyncGenerator[Event, None]:
        """Run from the start; `rejected` returns the ids rejected so far, `stop` ends the run with an event."""
        return self._stream(lambda backend: self.kind.begin(self, backend, rejected, stop))

    def ask_again(
        self, agent: AgentName, asked: FollowUp, *, step: int | None = None, note: str = ""
    ) -> AsyncGenerator[Event, None]:
        """Ask once more about one step or all, with the person's words; see `customize.ask_again`."""
        return self._stream(
            lambda backend: run.ask_again(asked, agent, backend.agents, by=backend.info, step=step, note=note)
        )

    async def _stream(
        self, start: Callable[[Backend], AsyncGenerator[Event, None]]
    ) -> AsyncGenerator[Event, None]:
        """Yield each event after recording it. Errors before the first event are raised."""
        async with aclosing(start(await self._find())) as events:
            async for event in events:
                self.add_event(event)
                yield event

    async def _find(self) -> Backend:
        """Return the backend, connected at the first question and then kept."""
        if self._backend is not None:
            return self._backend
        if self.find_backend is not None:
            found = await self.find_backend()
        else:
            found = await self.workspace.backend(to_choose="F9 lets you choose.")
        if found.error is None:  # else try again next time
            self._backend = found
        return found

    def ask_another(self, answers: BackendSummary) -> None:
        """From the next question on, ask the backend that the settings name now; `answers` describes it."""
        self.describe, self.find_backend, self._backend = answers, None, None

    async def save(self, review: Review, name: str) -> LibraryEntry:
        """`save_now` in a thread, then `after_save`."""
        entry = await asyncio.to_thread(self.save_now, review, name)
        self.after_save()
        return entry

    def save_now(self, review: Review, name: str) -> LibraryEntry:
        """Save the Result as its kind does (TailorError), and try to remember the decisions; blocks."""
        try:
            self.saved = self.kind.save(self, review, normal(name))
        except Unchanged:
            self.note_saved()  # there is nothing left to do about it
            raise
        self.note_saved()
        if self.kind.named:
            saved = self.workspace.library.load(self.saved.id)
            self.since = ChangedSince(saved, ReviewState(review).result.draft.procedure, review)
        if self.kind.learns:
            learn(review, self.lessons)
        return self.saved

    def provenance(self) -> Provenance:
        """What makes the edits of a run that began in this session."""
        by = self._backend.info if self._backend else BackendInfo(provider=self.workspace.config.provider)
        return provenance_of(replace(run.started(self.request, by), run=self.request.run))


def _started(events: Sequence[Event]) -> RunStarted:
    started = first_of(events, RunStarted)
    assert started is not None  # records without a start are not opened
    return started


def always_holds(workspace: "Workspace", id: str, hint: str, profiles: Iterable[str] = ()) -> tuple[str, ...]:
    """What holds whatever the hint says: the profile, and health and diet wishes this how-to was made for."""
    before = wishes_of(workspace.library, id)
    said = hint.casefold()
    return tuple(
        dict.fromkeys((*workspace.profile(profiles), *(one for one in before if one.casefold() not in said)))
    )


def learn(review: Review, lessons: "Lessons | None") -> None:
    """Try to remember the decisions of a review that was just saved; blocks on the disk."""
    if lessons is not None:
        with contextlib.suppress(TailorError):
            lessons.remember(review)


def rescue_session(workspace: "Workspace", following: Following, words: str) -> RunSession:
    """The run that answers these words. UsageError if there are none."""
    holds = always_holds(workspace, following.id, words)
    session = RunSession.of(workspace, rescue_request(following, words, holds, workspace.config))
    session.kind = Rescue(following)
    return session


def rescue_request(
    following: Following, words: str, profile: tuple[str, ...], config: "Config"
) -> CustomizeRequest:
    """The request, with the prompts of the settings. UsageError if there are no words."""
    hint = normal(words)
    if not hint:
        raise UsageError('Say in a few words what is wrong, such as "I have no buttermilk".')
    procedure = replace(following.procedure, id=following.id)
    return request_for(config, procedure, hint, profile=profile, strategy="rescue")


async def rescue(
    request: CustomizeRequest,
    agents: AgentBackend,
    by: BackendInfo,
    following: Following,
    *,
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """Ask Modify once for the person following the steps, with the done ones fixed, and yield the events."""
    requirements = request.requirements or parse_hint(request.hint, request.profile)
    started = replace(run.started(request, by), run=request.run, seq=0)
    critical = critical_type(requirements)
    read = RequirementsRead(requirements=requirements, critical=critical, run=request.run, seq=1)
    yield started
    yield read
    at = following.at
    asked = replace(run.follow_up((started, read), request.procedure, ()), done=following.done, at=at)
    note = f"Part of the way through, at step {at}, this came up: {request.hint}"
    async with aclosing(run.ask_again(asked, "modify", agents, by=by, note=note, stop=stop)) as events:
        async for event in events:
            yield event


def rebase_session(workspace: "Workspace", plan: RebasePlan) -> RunSession:
    """The session of a plan's review; not recorded until it is saved."""
    request = request_for(workspace.config, plan.new, plan.variant.hint, run="rebase")
    session = RunSession.of(workspace, request)
    session.not_recorded = "Until you save it, this review is kept only while Tailor is running."
    session.kind = Rebase(plan)
    return session


def rebase_events(plan: RebasePlan) -> tuple[Event, ...]:
    """The events that the review screen expects of a run: just its start."""
    made = plan.variant.made or Provenance()
    prompts, provider = made.prompts or "tailor", made.provider or "builtin"
    return (RunStarted(procedure=plan.new, hint=plan.variant.hint, prompts=prompts, provider=provider),)


def rebase_words(plan: RebasePlan) -> str:
    """A sentence on what became of the edits."""
    rebased = plan.rebased
    carried, already, stale = len(rebased.carried), len(rebased.already), len(rebased.stale)
    many = carried + already + stale
    parts = [f"{carried} of your {counted(many, 'change')} still fit{'s' * (carried == 1)}"] if carried else []
    parts += [f"{already} {'is' if already == 1 else 'are'} in it already"] if already else []
    parts += [f"{stale} no longer fit{'s' * (stale == 1)}"] if stale else []
    decide = " What you leave undecided stays in the file." if stale else ""
    return f"New version of the original: {', '.join(parts) or 'you have no changes to carry over'}.{decide}"
