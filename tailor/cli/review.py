"""`tailor review` and `tailor demo`: reopen a recorded run; and a line-by-line review for all commands."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.resources import as_file, files
from time import time
from typing import Any, Literal

import click

from tailor.cli.console import (
    Exit,
    ask,
    ask_words,
    ask_yes,
    key_of,
    number_in,
    put_item,
    put_procedure,
    say,
    say_error,
    useful,
    vain,
)
from tailor.cli.options import FORMAT, JSON, Command, CommandContext, format_of, refuse_given
from tailor.cli.run import RunOptions, finish, say_how_to_go_on
from tailor.cli.setup import add_lines
from tailor.core.edit_names import edit_name, in_list, in_words, line_name
from tailor.core.edits import is_deletion
from tailor.core.errors import ContentError, TailorError
from tailor.core.events import Event, RunStarted, event_from_line
from tailor.core.guard import change_words
from tailor.core.leaving_out import rest_of
from tailor.core.procedure import Json
from tailor.core.report import closing_line, done
from tailor.core.resolution import tracked_seen
from tailor.core.review import Decisions, Review, undo
from tailor.core.review.agreement import left_idle
from tailor.core.review.decisions import (
    ReviewChange,
    accept,
    accept_many,
    accept_wish,
    fine,
    own_edit,
    reject,
    reject_wish,
)
from tailor.core.review.events import fold_all
from tailor.core.review.objections import newly_against
from tailor.core.review.places import ReviewPlace, open_places
from tailor.core.review.state import ReviewState
from tailor.core.review.to_decide import ChangeGroup, ToDecide, change_groups, header_words, to_decide
from tailor.core.text import counted, with_capital
from tailor.core.transport import Stale, tracked_original
from tailor.library.entries import LibraryEntry
from tailor.library.formats.markdown import criticmarkup as critic
from tailor.library.lineage import last_saved, was_saved_from
from tailor.runs.history import StoredRun, of_rounds, open_run, stored_runs
from tailor.runs.session import RunSession
from tailor.runs.unfinished import open_reviews
from tailor.workspace import Workspace

_WHICH = "Which review? `tailor review` lists them."


@click.command("review", cls=Command)
@click.argument("id", required=False)
@click.option("--plain", is_flag=True, help="Decide line by line; ? lists the keys.")
@click.option("--save", is_flag=True, help="Save the result in the library (only together with --plain).")
@click.option(
    "--marked", metavar="FILE", help="Read your decisions from a file made with `tailor export ID --review`."
)
@FORMAT
@JSON
@click.pass_obj
def review(command: CommandContext, /, id: str | None, marked: str | None, **options: Any) -> int:
    """Continue the review ID; without ID, list the reviews and say which are open.

    ID may also be a how-to in your library that came from a review.
    """
    told = RunOptions(**options)
    format_of(told.format, told.json)
    if marked:
        refuse_given("the decisions come from the file given with --marked", "plain")
    if id is None:
        refuse_given("no review ID is given", "plain", "save", "marked", "format", do=_WHICH)
        runs = command.workspace.paths.runs
        waiting = {one.key: one.progress for one in open_reviews(runs, time())}
        for run, goal, hint in stored_runs(runs):
            state = waiting.get(run, "")
            item: Json = {"id": run, "goal": goal, "hint": hint, "open": state or None}
            put_item(told.json, item, run, goal, hint, f"open: {state}" if state else "")
        return Exit.DONE
    kept, saved = _opened(command.workspace, id)
    if command.has_screens and not (told.plain or told.save or marked or told.format or told.json):
        from tailor.cli.open_app import review as on_screen

        return on_screen(kept, saved)
    session = RunSession.reopen(command.workspace, kept, saved, origin="imported")
    if session.missed:
        say(session.missed)
    opened = session.taken_over(kept.review)
    if marked:
        decided = _marked(command, opened, marked)
    else:
        # what the run accepted itself, in a critic's rounds, is asked about one by one
        fresh = of_rounds(kept.events) and not kept.review.past
        begun = replace(opened, choices=Decisions(own=opened.choices.own)) if fresh else opened
        decided = review_in_terminal(command.workspace, begun, session, saves=told.save)
    return finish(session, kept.events, decided, told, reopened=True)


def _opened(workspace: Workspace, id: str) -> tuple[StoredRun, LibraryEntry | None]:
    """The recorded run with this id, or that made this library entry, and what was saved from it before."""
    found = workspace.library.find(id)
    named = workspace.library.load(found) if found else None
    made = named.made if named else None
    kept = open_run(workspace.paths.runs, made.run if made and made.run else id)
    if named and made and made.run and was_saved_from(named.entry, kept.review):
        return kept, named.entry
    return kept, last_saved(workspace.library, kept.review, kept.id)


def _marked(command: CommandContext, review: Review, file: str) -> Review:
    """Apply the decisions in a CriticMarkup file; report what it leaves open, and its other text."""
    back = critic.read(command.text(file, "the decisions"), review)
    before = sum(back.review.decision(id) is not None for id in back.waiting)
    kept = f", {before} decided earlier" if before else ""
    left = len(back.waiting) - before
    say(f"{len(back.accepted)} accepted, {len(back.rejected)} rejected, {left} still open{kept}.")
    for line in back.unread:
        say(f"  ignored, because it matches no suggestion: {line}")
    for line in back.notes:
        say(f"  {line}")
    return back.review


@click.command("demo", cls=Command)
@click.option("--plain", is_flag=True, help="Line by line, without screens.")
@click.pass_obj
def demo(command: CommandContext, plain: bool) -> int:
    """Review a recorded example: nothing is sent, nothing is saved."""
    with as_file(files("tailor") / "demo.jsonl") as recording:
        if not plain and command.has_screens:
            from tailor.cli.open_app import demo as on_screen

            return on_screen(recording)
        events = tuple(event_from_line(line) for line in recording.read_text("utf-8").split("\n") if line)
    started = events[0]
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    say(f'This is a recorded example: "{started.procedure.goal}", for someone who said "{started.hint}".')
    review = review_in_terminal(None, fold_all(started.procedure, events))
    end = done(review, "none")
    put_procedure(end.result, "md")
    say(closing_line((*events[:-1], end), review))
    return Exit.DONE


def review_in_terminal(
    workspace: Workspace | None, review: Review, session: RunSession | None = None, *, saves: bool = False
) -> Review:
    """Let a person decide line by line on standard input; questions go to stderr. Return the review.

    Each decision is recorded at once, so Ctrl+C loses none. Without `workspace`, as in a demo, a reason cannot be
    added to the profile. `saves`: the review is to be saved at its end.
    """

    with say_how_to_go_on(session, saves=saves):
        return ReviewLines(review, workspace, session).decide()


def decide_and_finish(session: RunSession, events: tuple[Event, ...], review: Review, told: RunOptions) -> int:
    """Decide (with `plain` the person does, else by `told.accept`) and finish the review; return the exit code."""
    if told.plain:
        return finish(
            session, events, review_in_terminal(session.workspace, review, session, saves=told.save), told
        )
    code = finish(session, events, accept_many(review, told.accept, by=told.accept).review, told)
    if code == Exit.DONE:  # else it is kept for another try
        session.note_put_away()
    return code


HELP = """y  accept it (a works too, as on screen)
n  reject it
x  reject it and say why
e  accept it in your own words
t  accept everything for this wish, except what needs a closer look
l  reject everything that is only for this wish
s  show the steps as they are now
w  change, add or delete a step yourself
u  undo your last decision
q  stop here: what you accepted counts, the rest stays undecided
?  show this help
For changes that belong together: y or n for all, o one by one
For a step that mentions something to avoid: e your own words, d remove it, f it is fine, Enter decide later"""
KEYS = "y n x e t l s w u q or ?"
GROUP_KEYS = "y n x o t l s w u q or ?"
PLACE = "e your own words · d remove it · f it is fine · enter decide later: "
PLACE_KEYS = "e d f s w u q ? or Enter"
MORE = "s show the steps · w write one · u undo · enter continue: "


@dataclass
class ReviewLines:
    """A review that a person goes through line by line."""

    review: Review
    workspace: Workspace | None = None
    session: RunSession | None = None
    _passed: list[str] = field(default_factory=list)
    """Edits that could not be accepted and places left for later; skipped until the next undo."""
    _opened: set[str] = field(default_factory=set)
    """Groups whose edits are asked about one by one, until the next undo."""

    def decide(self) -> Review:
        """Ask until Enter after the last card, q, or the end of input; return the decided review."""
        say(_counts(ReviewState(self.review)))
        said, noted = "", self.review.choices
        while True:
            if self.session is not None and self.review.choices != noted:
                self.review, says = self.session.note(self.review)
                noted = self.review.choices
                say(says) if says else None
            state = ReviewState(self.review)
            waiting = next((id for id in state.undecided if id not in self._passed), None)
            groups = [one for one in change_groups(state) if one.id not in self._opened]  # else one by one
            group = next((one for one in groups if len(one.ids) > 1 and waiting in one.ids), None)
            place = None if waiting else self._place(state)
            work = to_decide(state, groups)
            left = f"{work.left} left."
            card = _group_card(state, group, left) if group else _card(state, waiting, left) if waiting else ""
            card = _place_card(place, left) if place else card
            if card and card != said:
                say(card)
            keys = GROUP_KEYS if group else KEYS
            question = f"Accept it? {keys}: " if waiting else _at_place(state, place) if place else _more(work)
            key = key_of(ask(question), f"d remove\nf fine\n{HELP}" if place else HELP)
            if key == "q" or not (waiting or place or key):
                return self.review
            before = self.review, len(self._passed), len(self._opened)
            if place is not None and self._decide_place(key, place):
                pass
            elif group is None or not self._decide_group(key, group):
                self._act(key, waiting, PLACE_KEYS if place else keys if waiting else "s w u Enter")
            useful() if before != (self.review, len(self._passed), len(self._opened)) else vain()
            said = "" if key in ("s", "?") else card

    def _decide_group(self, key: str, group: ChangeGroup) -> bool:
        """Handle the keys that have another meaning for a group; return whether this was one of them."""
        match key:
            case "o":
                question = "One of these may not work without the others. Go through them one by one? y or n: "
                if ask_yes(question):
                    self._opened.add(group.id)
            case "e":
                say("Press o to go through them one by one; then e edits each.")
            case "y" | "a":
                before = self.review
                if (made := self._changed(lambda: accept(self.review, group.ids[0]))) is None:
                    self._passed += group.ids
                elif made.ids:
                    self._say(before, f"{counted(len(made.ids), 'change')} accepted.")
            case _:
                return False
        return True

    def _place(self, state: ReviewState) -> ReviewPlace | None:
        return next((place for place in open_places(state) if place.id not in self._passed), None)

    def _decide_place(self, key: str, place: ReviewPlace) -> bool:
        """Handle the keys of a place; return whether this was one of them."""
        words, before = "", self.review
        if key == "e":
            words = ask_words("Rewrite the step on one line (or press Enter to go back): ")
        match key:
            case "f":
                self.review = fine(self.review, [place.id]).review
            case "d" if not _leaves_out(self.review, place):
                pass
            case "e" | "d" if words or key == "d":
                part, id = place.found.part, place.id
                own = partial(own_edit, self.review, "replace", place.slot, words, part, place=id)
                if made := self._changed(own):
                    self._say(before, made.says)
            case "":
                self._passed.append(place.id)
            case _:
                return key == "e"
        return True

    def _act(self, key: str, waiting: str | None, keys: str) -> None:
        match key, waiting:
            case "y" | "a", str(id):
                self._take(id)
            case "e", str(id):
                if words := ask_words("Your own words, on one line (or press Enter to go back): "):
                    self._take(id, words)
            case "n", str(id):
                self._reject(id)
            case "x", str(id):
                self._reject(id, self._reason())
            case "t", str(id):
                self._by_wish(id, accept_wish)
            case "l", str(id):
                self._by_wish(id, reject_wish)
            case "u", _:
                self._passed.clear()
                self._opened.clear()
                before, self.review = self.review, undo(self.review)
                say(
                    "There is nothing to undo." if self.review is before else "Your last decision has been undone."
                )
            case "w", _:
                self._write()
            case "s", _:
                now = ReviewState(self.review).result.draft.steps
                listed = [f"  {number}. {one.text}" for number, one in enumerate(now, 1)]
                say("\n".join([f"{counted(len(listed), 'step')} now:", *listed]))
            case "?", _:
                say(HELP)
            case _:
                say(f"Please type one of {keys}")

    def _reject(self, id: str, reason: str = "") -> None:
        before, made = self.review, reject(self.review, [id], reason, alone=self._is_opened(id))
        self.review = made.review
        self._say(before, made.says)

    def _say(self, before: Review, words: str) -> None:
        """Say what a decision did and what speaks against it."""
        state = ReviewState(self.review)
        for line in (in_words(state, words), *newly_against(ReviewState(before), state)):
            if line:
                say(line)

    def _is_opened(self, id: str) -> bool:
        """Whether an edit is in a group that the person goes through one by one."""
        return ReviewState(self.review).proposals[id][1].group in self._opened

    def _by_wish(self, id: str, decide: Callable[[Review, str], ReviewChange]) -> None:
        """Accept or reject everything undecided for the wish of this edit."""
        on = {one.id: one.words for one in self.review.requirements if one.on}
        wishes = [wish for wish in ReviewState(self.review).proposals[id][1].serves if wish in on]
        if not wishes:
            say("This change is not for any of your wishes.")
            return
        if len(wishes) > 1:
            listed = "\n".join(f"  {number}. {on[wish]}" for number, wish in enumerate(wishes, 1))
            number = number_in(ask(f"{listed}\nFor which wish, 1 to {len(wishes)}: "), len(wishes))
            if not number:
                say("Nothing changed.")
                return
            wishes = [wishes[number - 1]]
        before = self.review
        if made := self._changed(lambda: decide(self.review, wishes[0])):
            self._say(before, f"“{on[wishes[0]]}”: {made.says}")

    def _reason(self) -> str:
        """Ask for a reason, and add it to the profile if the person wants that."""
        words = ask_words("Why not, on one line (optional): ")
        if words and self.workspace and ask_yes("Remember that for next time? y or n: "):
            try:
                add_lines(self.workspace, next(iter(self.workspace.config.use), "me"), (words,))
            except TailorError as error:
                say_error(error)
        return words

    def _take(self, id: str, words: str | None = None) -> None:
        """Accept the edit, asking first if its place is gone."""
        state = ReviewState(self.review)
        place = state.place(id)
        forced = isinstance(place, Stale) and place.nearest is not None
        if forced:
            _say_where(state, id)
            if not ask_yes("It no longer fits. Accept it anyway? y or n: "):
                say("Not accepted; it is still undecided.")
                return
        alone, before = self._is_opened(id), self.review
        taken = self._changed(lambda: accept(self.review, id, own=words, anyway=forced, alone=alone))
        if taken and taken.says and not taken.ids:  # one edit of a group, in own words
            if not ask_yes(f"{in_words(state, taken.says)} Accept it alone? y or n: "):
                return
            taken = self._changed(lambda: accept(self.review, id, own=words, anyway=forced, alone=True))
        if taken is None and words is None:
            self._passed.append(id)
        elif taken is not None:
            self._say(before, taken.says)

    def _changed(self, change: Callable[[], ReviewChange]) -> ReviewChange | None:
        """Make the change; None, with an explanation, if it cannot be made."""
        try:
            made = change()
        except ContentError as error:
            say(in_words(ReviewState(self.review), error.message))
            return None
        self.review = made.review
        return made

    def _write(self) -> None:
        """Let the person change, add or delete a step; nothing changes if they go back."""
        there = ReviewState(self.review).result.draft.steps
        number = number_in(
            ask(f"Which step? Type its number, 1 to {len(there)}, or 0 to add one before the first: "), len(there)
        )
        if number is None:
            say("There is no such step, so nothing changed.")
            return
        row, what, words = (there[number - 1] if number else None), "a", ""
        if row is not None:
            say(f"  was: {row.text}")
            question = "(c)hange it, (a)dd one after it, or (d)elete it (or press Enter to go back): "
            what = key_of(ask(question), "c change\na add\nd delete")
        if what in ("c", "a"):
            words = ask_words("Write it on one line (or press Enter to go back): ")
        if what == "d" or words:
            op: Literal["insert", "replace"] = "insert" if what == "a" else "replace"
            before = self.review
            if made := self._changed(lambda: own_edit(self.review, op, row.slot if row else "", words)):
                say(f"  now: {words or '(nothing)'}")
                self._say(before, made.says)


def _counts(state: ReviewState) -> str:
    """Say, before the first card, how much there is to decide and of which kind."""
    work = to_decide(state)
    if not work.left:
        return "There is nothing to decide."
    edits = [state.proposals[id][1] for id in work.edits]
    deleted = sum(is_deletion(one.edit) for one in edits)
    new = sum(one.op == "insert" for one in edits)
    kinds = {"changed": len(edits) - deleted - new, "new": new, "to delete": deleted}
    words = ", ".join(f"{number} {word}" for word, number in kinds.items() if number)
    close = sum(one.level == "must" for one in edits)
    look = f"; {close} need{'s' if close == 1 else ''} a closer look" if close else ""
    parts = [
        *([f"{counted(len(edits), 'suggestion')} ({words}{look})"] if edits else []),
        *(f'"{one.name}" ({one.size})' for one in work.groups),
        *([f"{counted(len(work.places), 'place')} to look at"] if work.places else []),
    ]
    return f'{work.left} to decide for "{state.review.original.goal}": {", ".join(parts)}.'


def _more(work: ToDecide) -> str:
    """The question once nothing is asked any more, though some of it may be left for later."""
    says = work.says or "nothing to decide"
    return f"{with_capital(says)}. {MORE}"


def _group_card(state: ReviewState, group: ChangeGroup, left: str) -> str:
    """Show changes that are decided together: what they do, and each in short."""
    lines = ["", f"{left} {group.name}: {group.size}"]
    lines += [f"  {words}" for words in (header_words(group.header) if group.header else ())]
    for id in group.ids:
        one = state.proposals[id][1]
        name, was = _about(state, id)
        if one.op == "insert":
            lines.append(f"  new {'after' if one.step else 'before'} {name}: {in_list(state, one.text, id)}")
        else:
            lines.append(f"  {name}: {was} → {in_list(state, one.text, id) or '(nothing)'}")
        lines += (
            [f"    look closely: {'; '.join(map(change_words, one.tripwires))}"] if one.level == "must" else []
        )
    return "\n".join(lines)


def _place_card(place: ReviewPlace, left: str) -> str:
    """Show the current text of a place's step, and why it needs a look."""
    said = {"now": place.text, "because": place.found.why}
    return "\n".join(["", left, *(f"  {about}: {words}" for about, words in said.items() if words)])


def _leaves_out(review: Review, place: ReviewPlace) -> bool:
    """Ask whether to remove the step or line, if that removes other content or leaves ingredients unused."""
    part, words = place.found.part, (place.found.word, *place.found.also)
    what, rest = "step" if part == "steps" else "line", rest_of(place.text, words, part)
    says = f"Removing the {what} also removes this: “{rest.text}”" if rest else ""
    if rest is None and part == "steps":
        without = ReviewState(own_edit(review, "replace", place.slot, "", part).review)
        lines = left_idle(ReviewState(review), without, words)
        says = f"Only this step uses: {', '.join(lines)}." if lines else ""
    return not says or ask_yes(
        f"{says} Remove all of it? y removes it; n keeps it, and then e lets you rewrite it: "
    )


def _at_place(state: ReviewState, place: ReviewPlace) -> str:
    """The question at a place: what its step mentions, for which wish, and the keys."""
    known = {need.id: need.words for need in state.review.requirements}
    wishes = " and ".join(f'"{known[id]}"' for id in place.found.serves if id in known)
    what = line_name(place.found.part, place.number or place.found.step)
    wish = f" (for {wishes})" if wishes else ""
    return f"{with_capital(what)} mentions {place.named}{wish}.  {PLACE}"


def _card(state: ReviewState, id: str, left: str) -> str:
    """Show one edit: what it is about, before and after, why, and what to look at."""
    one = state.proposals[id][1]
    noun = "step" if one.part == "steps" else "item"
    name, text = _about(state, id)
    now = in_list(state, one.text, id)
    if one.op == "insert":
        head = f"New {noun} {'after' if one.step else 'before'} {name}"
        changed = [*([f"  after: {text}"] if one.step else []), f"  new: {now}"]
    else:
        head = f"{'Delete' if is_deletion(one.edit) else 'Change'} {name}"
        changed = [f"  was: {text}", f"  now: {now or '(nothing)'}"]
    known = {need.id: need.words for need in state.review.requirements}
    out = [edit_name(state, need) for need in state.needs[id] if state.status(need) == "rejected"]
    why_not = state.why_not(id)
    if why_not and out:
        why_not = f"it was written for {', '.join(out)}, which you left out"
    more = {
        "because": one.reason,
        "for": "; ".join(known[need] for need in one.serves if need in known),
        "look closely" if one.level == "must" else "look": "; ".join(map(change_words, one.tripwires)),
        "it no longer fits": in_words(state, why_not),
        "decided together with": ", ".join(
            edit_name(state, other) for other in state.groups.get(id, ()) if other != id
        ),
    }
    said = [f"  {about}: {words}" for about, words in more.items() if words]
    by = ", from the check" if one.agent == "verify" else ""
    return "\n".join(["", f"{left} {head}{by}", *changed, *said])


def _about(state: ReviewState, id: str) -> tuple[str, str]:
    """Name the step that an edit changes or follows, with its number in the original; also return its text now.

    The number an agent saw means nothing to a person, as it counts steps made by other edits.
    """
    stage, one = state.proposals[id]
    if not one.step:
        return f"the first {'step' if one.part == 'steps' else 'item on the list'}", ""
    spot = tracked_seen(state.review, stage).part(one.part)[one.step - 1]
    now = {other.slot: other for other in state.plain_result.draft.part(one.part)}.get(spot.slot, spot)
    number = tracked_original(state.review.original).index(one.part).get(spot.slot)
    name = line_name(one.part, number) if number else f"the new {'step' if one.part == 'steps' else 'item'}"
    return name, in_list(state, now.text, now.writer)


def _say_where(state: ReviewState, id: str) -> None:
    """Say where a new step would go whose place is gone (rule 4)."""
    stage, one = state.proposals[id]
    if one.op == "insert":
        now = {spot.slot: spot.text for spot in state.plain_result.draft.part(one.part)}
        above = reversed(tracked_seen(state.review, stage).part(one.part)[: one.step])
        text = next((now[spot.slot] for spot in above if spot.slot in now), "")
        say(f"  It would go after: {text}" if text else "  It would come first.")
