"""The recorded runs: `runs/<id>.jsonl`, the newest 500 (CONTRACT 3 and 5).

Each line of a file is an event, or the decisions so far. This module writes and reads the record of a run, finds a
recorded run and opens it as a review: of a tailoring, or of the rounds that a generation's critic asked for.
"""

import contextlib
import io
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Final

from memory.generation.provenance import StepLeans, kept_leans, with_leans
from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, DamagedError, NotFoundError, TailorError
from tailor.core.events import (
    EVENTS,
    Cancelled,
    Done,
    DraftWritten,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    ModelCalled,
    PlaceFound,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
    UsageReported,
    event_from_line,
    event_to_line,
    first_of,
)
from tailor.core.procedure import Json, Procedure, fingerprint
from tailor.core.review import Decisions, Review, rebased
from tailor.core.review.decisions import accept_many
from tailor.core.review.events import fold, fold_all, with_seen_lists
from tailor.core.review.state import ReviewState
from tailor.core.text import one_line
from tailor.runs.record_files import CHOICES, PUT_AWAY, SAVED, is_settled, lines_of, newest_first
from tailor.storage import (
    CUT,
    SaveError,
    add_lines,
    check_listable,
    files_in,
    is_shut,
    is_there,
    lines_in,
    open_regular,
    private_folder,
    read_regular,
    why,
)


def dump(events: Iterable[Event], path: Path) -> None:
    """Append the events to the file, readable only by its owner. Raises OSError."""
    lines = "".join(event_to_line(event) + "\n" for event in events)
    add_lines(path, lines.encode("utf-8", "surrogatepass"))


def load(path: Path) -> tuple[Event, ...]:
    """Return a file's events, without lines that a crash cut off. NotFoundError, DamagedError naming the line."""
    try:
        *lines, last = lines_in(path)
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no recording at {path}.") from error
    except OSError as error:
        raise DamagedError(f"The recording {path} cannot be read: {why(error)}.") from error
    events: list[Event] = []
    stages: dict[int, StageStarted] = {}
    for number, line in enumerate(lines, 1):
        try:
            events += _fitting(_events(line), stages)
        except (ContentError, UnicodeDecodeError) as error:
            said = error.message if isinstance(error, ContentError) else "It is not UTF-8 text."
            raise DamagedError(f"Line {number} of {path} cannot be read: {said}") from error
    with contextlib.suppress(ContentError, UnicodeDecodeError):  # the cut may be within a character
        events += _fitting(_events(last), stages)
    return tuple(events)


def _fitting(told: list[Event], stages: dict[int, StageStarted]) -> list[Event]:
    """Check the events against the stages so far, which they add to. ContentError: the record was changed."""
    for event in told:
        if isinstance(event, StageStarted):
            if event.stage in stages:
                raise ContentError(f"Part {event.stage} of the review is in the file twice.")
            stages[event.stage] = event
        elif isinstance(event, EditProposed | PlaceFound):
            if (stage := stages.get(event.stage)) is None:
                raise ContentError(f"The beginning of part {event.stage} of the review is missing.")
            first = 0 if isinstance(event, EditProposed) and event.op == "insert" else 1
            if not first <= event.step <= len(stage.steps if event.part == "steps" else stage.resources):
                raise ContentError(
                    f"There is no step or thing number {event.step} in part {event.stage} of the review."
                )
        for one in () if isinstance(event, EditFlagged) else fields(event):  # a model may name any step
            value = getattr(event, one.name)
            if isinstance(value, int | float) and not value >= 0:
                raise ContentError(f"The {one.name} cannot be {value}.")
    return told


async def replay(path: Path) -> AsyncGenerator[Event, None]:
    for event in load(path):
        yield event


def _events(line: bytes) -> list[Event]:
    """The event of a line, [] if it is cut off or of no known kind. ContentError, UnicodeDecodeError: damaged."""
    if line.endswith(CUT) or not (text := line.decode("utf-8")).strip():
        return []
    with contextlib.suppress(ValueError, RecursionError):  # what is not JSON is reported below
        data = json.loads(text)
        if isinstance(data, dict) and str(data.get("kind")) not in EVENTS:
            return []
    return [event_from_line(text)]


_STAGE: Final = f'{{"kind": "{StageStarted.kind}"'

MOST_UNDONE: Final = 50
"""How many choices of a recorded run can be undone after reopening it; each is a line to read."""


def note_choices(choices: Decisions, path: Path) -> None:
    """Append the decisions to the file of a run. Raises OSError."""
    data = to_json(choices)
    assert isinstance(data, dict)
    line = json.dumps({"kind": "choices", **data}, ensure_ascii=False) + "\n"
    add_lines(path, line.encode("utf-8", "surrogatepass"))


def note_saved(path: Path) -> None:
    """Append that the review was saved as it is now. Raises OSError."""
    add_lines(path, f"{SAVED}\n".encode())


def note_put_away(path: Path) -> None:
    """Append that nobody will go on with this review; a later decision reopens it. Raises OSError."""
    add_lines(path, f"{PUT_AWAY}\n".encode())


def put_away(path: Path) -> None:
    """`note_put_away` at a person's request. Raises SaveError."""
    try:
        note_put_away(path)
    except OSError as error:
        raise SaveError(f"It is still listed, since {path} could not be written: {why(error)}.") from error


def choices_and_past(path: Path) -> tuple[Decisions, tuple[Decisions, ...]]:
    """Return the latest decisions, and those that undo goes back to, oldest first. OSError without the file.

    A line equal to the one before the last was an undo: the walk steps back instead of repeating it.
    """
    lines = list(reversed(tuple(islice(_readable(reversed(lines_of(path))), MOST_UNDONE + 1))))
    walked = [Decisions()] if len(lines) <= MOST_UNDONE else []
    for choices in lines:
        if walked[-2:-1] == [choices]:
            walked.pop()
        elif walked[-1:] != [choices]:
            walked.append(choices)
    return walked[-1], tuple(walked[:-1])


def choices_when_saved(path: Path) -> Decisions | None:
    """The decisions with which the review was last saved; None if it never was. OSError without the file."""
    lines = lines_of(path)
    at = max((at for at, line in enumerate(lines) if line.rstrip("\n") == SAVED), default=None)
    return None if at is None else next(_readable(reversed(lines[:at])), Decisions())


def choices_at_stages(path: Path) -> Mapping[int, Decisions]:
    """The decisions at the start of each stage, by number; absent if there were none. OSError without the file."""
    found: dict[int, Decisions] = {}
    so_far: list[str] = []
    for line in lines_of(path):
        if line.startswith(_STAGE) and so_far:
            chosen, begun = next(_readable(reversed(so_far)), None), _object(line)
            if chosen is not None and isinstance(number := begun.get("stage"), int):
                found[number] = chosen
        elif line.startswith(CHOICES):
            so_far.append(line)
    return found


def _object(line: str) -> dict[str, Json]:
    """The JSON object of a line; empty if a crash cut it off."""
    with contextlib.suppress(ValueError, RecursionError):
        data = json.loads(line)
        return data if isinstance(data, dict) else {}
    return {}


def _readable(lines: Iterable[str]) -> Iterator[Decisions]:
    """Yield the choices of each line in order, skipping lines that cannot be read."""
    for line in lines:
        if line.startswith(CHOICES) and (data := _object(line)):
            with contextlib.suppress(ValueError, RecursionError, ContentError):
                yield from_json(Decisions, data)


@dataclass(frozen=True, slots=True)
class RunUsage:
    calls: int
    """Calls to a model; retries of a call do not count."""
    tokens: int | None
    """Tokens of all calls as the server counts them; None if it reports none."""


def run_usage(events: Iterable[Event]) -> RunUsage:
    calls: set[int] = set()
    tokens: list[int] = []
    for event in events:
        if isinstance(event, ModelCalled):
            calls.add(event.call)
        elif isinstance(event, UsageReported):
            tokens += [count for count in (event.prompt, event.completion) if count is not None]
    return RunUsage(len(calls), sum(tokens) if tokens else None)


def review_from_log(events: Sequence[Event]) -> Review | None:
    """Return the review of a record; None for a generation with nothing to decide.

    A tailoring: its edits on its procedure. A generation: its critic's rounds, all accepted. A generation that
    went on to tailor what it wrote (its start has the hint): the edits on what was written.
    """
    started = first_of(events, RunStarted)
    if started is None:
        return None
    if started.procedure is not None:
        return fold_all(started.procedure, events)
    written, rest = _parted(events)
    if went_on(events):
        base = written_of(written)
        return reduce(fold, rest, Review(base, started.hint)) if base else None
    if (rounds := critic_rounds(written)) is None:
        return None
    taken = replace(accept_many(rounds, "all", by="all").review, past=())  # as the run did: the person takes out
    return reduce(fold, rest, taken)


def went_on(events: Sequence[Event]) -> bool:
    """Whether a generation went on to tailor what it wrote (DESIGN 8: one road)."""
    started = first_of(events, RunStarted)
    if started is None or started.procedure is not None or not started.hint:
        return False
    return any(isinstance(event, RequirementsRead) for event in events)


def decided_on(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that a review is about; for a generation that went on, only its start and the tailoring."""
    started = first_of(events, RunStarted)
    return (started, *_parted(events)[1]) if started and went_on(events) else tuple(events)


def of_rounds(events: Sequence[Event]) -> bool:
    """Whether the review of this record is about a critic's rounds."""
    started = first_of(events, RunStarted)
    return started is not None and started.procedure is None and not went_on(events)


def critic_rounds(events: Sequence[Event]) -> Review | None:
    """The critic's rounds, undecided: the list before the first, and the edits of each; None if there are none."""
    stages = {event.stage for event in events if isinstance(event, StageStarted) and event.agent == "perform"}
    first = next((event for event in events if isinstance(event, StageStarted) and event.stage in stages), None)
    before = next((one for one in _lists(events) if first and fingerprint(one) == first.base), None)
    if before is None or not any(isinstance(event, EditProposed) and event.stage in stages for event in events):
        return None
    mine = StageStarted | DraftWritten | EditProposed | StageFinished
    about = [event for event in events if isinstance(event, mine) and event.stage in stages]
    return reduce(fold, about, Review(before))


def written_of(events: Sequence[Event]) -> Procedure | None:
    """The newest list that a generation wrote, ready to be tailored: without its notes, which are about itself."""
    lists = _lists(events)
    return replace(lists[-1], extra=(), uncertain=()) if lists else None


def procedure_as_decided(events: Sequence[Event], review: Review) -> Procedure:
    """The critic's rounds as decided, as a procedure of its own.

    A step whose text occurs in any list of the run keeps that step's uncertainty and sources.
    """
    made = ReviewState(review).result.draft.procedure
    unsure: dict[str, bool] = {}
    leans: dict[str, StepLeans] = {}
    for one in _lists(events):
        unsure |= {text: number in one.uncertain for number, text in enumerate(one.steps, 1)}
        leans |= {one.steps[lean.step - 1]: lean for lean in kept_leans(one)}
    numbered = list(enumerate(made.steps, 1))
    known = [replace(leans[text], step=number) for number, text in numbered if text in leans]
    uncertain = tuple(number for number, text in numbered if unsure.get(text))
    return with_leans(replace(made, uncertain=uncertain, extra=()), known)


def _lists(events: Sequence[Event]) -> list[Procedure]:
    """Every list of a generation, oldest first."""
    drafts = [event.procedure for event in events if isinstance(event, DraftWritten)]
    end = first_of(events, Done)
    return [*drafts, end.result] if drafts and end else drafts


def _parted(events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """Split the events where the generation ends."""
    if went_on(events):
        at = next(at for at, event in enumerate(events) if isinstance(event, RequirementsRead))
        return events[:at], events[at:]
    ends = (at for at, event in enumerate(events, 1) if isinstance(event, Done | Failed | Cancelled))
    at = next(ends, len(events))
    return events[:at], events[at:]


MOST_KEPT: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """A recorded run: its events, and the review with the latest decisions."""

    id: str
    path: Path
    events: tuple[Event, ...]
    review: Review
    size: int | None = field(default=None, compare=False)
    """Bytes of its record that were read; anything after them was written by others. None: unknown."""


KEPT_AGAIN: Final = "Saving works again: all your decisions are kept, including the earlier ones."
_UNKEPT: Final = "{} cannot be saved"
_STAYS: Final = "It is {}, but it stays on the list of unfinished ones, because Tailor cannot change that list"
ELSEWHERE: Final = "What you decided in another window is here too."


@dataclass(kw_only=True, slots=True)
class Recorded:
    """Something whose events and decisions are recorded in a file.

    What the disk does not take, as when it is full, waits here and is written, in order, before anything else.
    """

    record: Path
    """The file of the run's events, with the decisions after them (CONTRACT 3)."""
    not_recorded: str = ""
    """Why the record cannot be written; "" while it can."""
    known: int | None = field(default=None, repr=False, compare=False)
    """Bytes of the record that this session read or wrote; choices after them were made elsewhere.

    None until its first write.
    """
    noted: Decisions = field(default=Decisions(), repr=False, compare=False)
    """The decisions in the record as this session knows them."""
    _waiting: list[Callable[[], None]] = field(default_factory=list, repr=False, compare=False)
    _theirs: Decisions | None = field(default=None, repr=False, compare=False)

    def begin_record(self) -> str:
        """Create the folder of the record and remove the oldest runs beyond 500; return `not_recorded`."""
        try:
            private_folder(self.record.parent)
        except TailorError as error:
            self.not_recorded = error.message
            return error.message
        for old in newest_first(self.record.parent)[MOST_KEPT - 1 :]:
            with contextlib.suppress(OSError):
                old.unlink()
        return self.not_recorded

    def add_event(self, event: Event) -> None:
        if not self.not_recorded and not self._is_recorded():
            self.begin_record()
        self._add(lambda: dump((event,), self.record), _UNKEPT.format("This review"))

    def note_event(self, event: Event) -> None:
        """Add an event that the person caused, if the run is recorded."""
        if self._is_recorded():
            self._add(lambda: dump((event,), self.record), _UNKEPT.format("This review"))

    def note(self, review: Review) -> tuple[Review, str]:
        """Record the decisions; return the review, and a sentence if recording stopped or resumed.

        The review includes what was decided elsewhere since, so that two windows lose none of their decisions.
        """
        before = self.not_recorded
        if not self._is_recorded():
            return review, ""
        self._look()
        if theirs := self._theirs:
            review, self._theirs = rebased(review, self.noted, theirs), None
        self.noted = choices = review.choices
        self._add(lambda: note_choices(choices, self.record), _UNKEPT.format("Your decisions"))
        if self.not_recorded != before:
            return review, self.not_recorded or KEPT_AGAIN
        return review, ELSEWHERE if theirs else ""

    def note_saved(self) -> None:
        """Add that the result was saved, if the run is recorded."""
        if self._is_recorded():
            self._add(lambda: note_saved(self.record), _STAYS.format("saved"))

    @property
    def is_settled(self) -> bool:
        """Whether it was saved or put away, and nothing was decided since. Blocks on the disk."""
        with contextlib.suppress(OSError):
            return is_settled(self.record)
        return False

    def note_put_away(self) -> None:
        """Add that nobody will review it: a command handed out its result without asking a person."""
        if self._is_recorded():
            self._add(lambda: note_put_away(self.record), _STAYS.format("finished"))

    def _is_recorded(self) -> bool:
        """Whether there is a record; true also if it is gone or inaccessible, which `_add` then reports."""
        return self.known is not None or is_there(self.record) or is_shut(self.record.parent)

    def _look(self) -> None:
        """Read choices that others appended since."""
        with contextlib.suppress(OSError):
            if self.known is not None and self.record.stat().st_size > self.known:
                added = read_regular(self.record)[self.known :]
                lines = added.decode("utf-8", "replace").split("\n")
                self._theirs = next(_readable(reversed(lines)), self._theirs)
                self.known += len(added)

    def _add(self, write: Callable[[], None], wrong: str) -> None:
        """Write it after whatever still waits; `wrong` begins the message if that fails."""
        if self.not_recorded and not self._waiting:
            return
        self._waiting.append(write)
        self._write_on(wrong)

    def try_again(self) -> str:
        """Write what waits, if the disk takes it by now; return `not_recorded`."""
        if self._waiting:
            self._write_on(_UNKEPT.format("Your decisions"))
        return self.not_recorded

    def _write_on(self, wrong: str) -> None:
        self._look()
        try:
            while self._waiting:
                if self.known is not None:
                    self.record.stat()  # decisions alone would be no record
                self._waiting[0]()
                del self._waiting[0]
            self.known = self.record.stat().st_size
        except OSError as error:
            self.not_recorded = f"{wrong}: {error.strerror}."
            return
        self.not_recorded = ""


def open_run(folder: Path, name: str) -> StoredRun:
    """Open the run with this id, or the only one whose id starts with it. NotFoundError, DamagedError."""
    check_listable(folder)
    begins = [path.stem for path in files_in(folder, ".jsonl") if name and path.stem.startswith(name)]
    if name in begins or len(begins) == 1:
        return open_file(folder / f"{name if name in begins else begins[0]}.jsonl")
    raise NotFoundError(f'There is no review "{one_line(name, 60)}". `tailor review` lists them.')


def open_file(path: Path) -> StoredRun:
    """Open the run in a file: a tailoring, or the critic's rounds of a generation.

    NotFoundError, DamagedError; ContentError for a generation with nothing to decide.
    """
    size = path.stat().st_size if is_there(path) else 0
    events = load(path)
    if first_of(events, RunStarted) is None:
        raise DamagedError(f"The beginning of {path} is missing, so it cannot be reviewed.")
    review = review_from_log(events)
    if review is None:
        raise ContentError("The second check changed nothing in this how-to, so there is nothing to decide.")
    review = with_seen_lists(review, choices_at_stages(path))
    choices, past = choices_and_past(path)
    if past or choices != Decisions():  # before the first choice, what the run itself took applies
        begun = tuple(review.choices if one == Decisions() else one for one in past)
        review = replace(review, choices=choices, past=begun)
    return StoredRun(id=path.stem, path=path, events=events, review=review, size=size)


def as_saved(kept: StoredRun) -> Review:
    """The review as it was last saved.

    Without a note of that in the record: as it is now, or with all rounds of a critic, which a generation saves
    itself.
    """
    with contextlib.suppress(OSError):
        choices = choices_when_saved(kept.path)
        if choices or (choices is None and not of_rounds(kept.events)):
            return replace(kept.review, choices=choices or kept.review.choices)
        run = review_from_log(kept.events)
        return replace(kept.review, choices=run.choices if run else Decisions())
    return kept.review


def list_written(folder: Path, id: str) -> Procedure | None:
    """The newest list that the run with this id wrote, if any. DamagedError if its file cannot be read."""
    files = [path for path in files_in(folder, ".jsonl") if path.stem == id]
    written = [event.procedure for path in files for event in load(path) if isinstance(event, DraftWritten)]
    return written[-1] if written else None


def stored_runs(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield id, goal and hint of each run that can be reviewed, newest first, skipping unreadable files.

    DamagedError if the folder cannot be read.
    """
    check_listable(folder)
    unreadable = (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError)
    for path in newest_first(folder):
        with contextlib.suppress(*unreadable), open_regular(path) as raw:
            file = io.TextIOWrapper(raw, encoding="utf-8-sig", errors="replace")
            first = json.loads(file.readline())
            if first.get("kind") != RunStarted.kind:
                continue
            goal = first["procedure"].get("goal") if first.get("procedure") else _goal_of_rounds(file)
            if goal:
                yield path.stem, one_line(str(goal)), one_line(str(first.get("hint")))


def _goal_of_rounds(lines: Iterable[str]) -> str:
    """The goal of a generation, from its first list; "" if no edit to decide on follows."""
    goal = ""
    for line in lines:
        if not goal and DraftWritten.kind in line[:40]:
            goal = str(json.loads(line)["procedure"]["goal"])
        elif goal and EditProposed.kind in line[:40]:
            return goal
    return ""
