"""The agents of customizing, answered by a language model ([CP] section 3; DESIGN 5).

One task is one call, parsed while it streams, plus one repair turn if the prompt set allows it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final

from tailor.agents.parsing import ClauseReader, EchoFilter, EditParser, read_steps, without_echo
from tailor.agents.parsing.echo import instructions
from tailor.agents.prompts import ALL_ON, PROMPTS, PromptSet, Switches, instructions_in, messages, repair, settings
from tailor.agents.stages import left_out_words
from tailor.core.edits import Edit, Flagged, FlagReason, Insert, Replace, same_change
from tailor.core.engine import diff
from tailor.core.errors import ProviderError
from tailor.core.events import End, Judged
from tailor.core.procedure import Procedure, checked
from tailor.core.protocols import Answer, LeftOut, Message, Model, OnOutput, Task, Text
from tailor.core.read_hint import MODEL_THINKS, about_health, as_read
from tailor.core.requirements import Requirement, classify

LONGEST_ECHO: Final = 6_000
"""Characters of an unreadable answer that the repair turn quotes."""


@dataclass(slots=True)
class _Heard:
    """The answer of one call so far."""

    edits: list[Edit] = field(default_factory=list)
    flagged: list[Flagged] = field(default_factory=list)
    repeated: list[Insert] = field(default_factory=list)
    """New steps beside one of the same words; if a later edit removes that one, the step was moved."""
    kept: bool = False
    """Whether a step was repeated unchanged."""
    left_out: list[str] = field(default_factory=list)
    text: str = ""
    end: End = "none"
    verdicts: tuple[Judged, ...] = ()

    def answer(self, draft: Procedure | None = None) -> Answer:
        return Answer(
            edits=tuple(self.edits),
            flagged=tuple(self.flagged),
            end=self.end,
            draft=draft,
            says=left_out_words(self.left_out),
            verdicts=self.verdicts,
        )


@dataclass(frozen=True, slots=True)
class ModelAgents:
    model: Model
    prompts: PromptSet = "tailor"
    switches: Switches = ALL_ON

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """Return the model's answer; `tell` gets each edit as soon as it is complete.

        Raises ProviderError as the model does; edits told before remain valid, an unfinished one is never told.
        """
        if task.reads and not (self.prompts == "tailor" and self.switches.requirements):
            task = replace(task, reads=False)
        asked = messages(task, self.prompts, self.switches)
        if self.prompts == "paper" and task.agent == "customize":
            return await self._rewrite(task, asked, tell)
        heard = _Heard()
        await self._edits(task, asked, heard, tell)
        if self.prompts == "tailor" and self.switches.repair and (problem := _problem(task, heard)):
            said = heard.text.strip()
            if len(said) > LONGEST_ECHO:  # half a line would be read as something else if it is repeated
                said = said[:LONGEST_ECHO].rpartition("\n")[0]
            said = said or "(nothing)"
            turn = (Message("assistant", said), repair(task, problem, self.switches))
            heard = _Heard(flagged=heard.flagged, left_out=heard.left_out)  # the second answer counts
            await self._edits(task, (*asked, *turn), heard, tell)
        return heard.answer()

    async def _edits(self, task: Task, asked: Sequence[Message], heard: _Heard, tell: OnOutput) -> None:
        clauses = ClauseReader() if task.reads else None
        echo = EchoFilter(instructions_in(PROMPTS), _theirs(task))
        reader = EditParser(len(task.base.steps), len(task.base.resources), clauses, echo)
        read = list(task.requirements)

        def take(found: Iterable[Edit | Flagged]) -> None:
            if clauses is not None and (hint := clauses.hint()):
                read[:] = as_read(task.requirements, hint.clauses, task.fixed)
                tell(hint)
            _take(task, found, heard, tell)

        def close(*, cut: bool) -> None:
            take(reader.close(cut=cut))
            flagged = [Flagged(one, "there_already") for one in heard.repeated]
            heard.repeated.clear()
            _take(task, flagged, heard, tell)

        try:
            await self._listen(task, asked, heard, tell, lambda text: take(reader.feed(text)))
        except ProviderError:
            close(cut=True)
            raise
        close(cut=False)
        heard.end = reader.end
        heard.verdicts = _opinions(read, clauses.already, heard.edits) if clauses else ()

    async def _rewrite(self, task: Task, asked: Sequence[Message], tell: OnOutput) -> Answer:
        """One call, parsed as a list of steps; its edits are the difference to the base."""
        heard = _Heard()
        await self._listen(task, asked, heard, tell, lambda _: None)
        orders = instructions(["\n".join(message.content for message in asked)])
        text, echoed = without_echo(heard.text, EchoFilter(orders, _theirs(task)))
        read = read_steps(text)
        if not read.steps or (echoed and {*read.steps} <= {*task.base.steps}):
            heard.end = "unparsed"
            return heard.answer()
        draft = replace(task.base, steps=checked(read.steps, "step"), sections=(), uncertain=())
        tell(draft)
        _take(task, diff(task.base, draft).edits, heard, tell)
        heard.end = "edits" if heard.edits else "none"
        answer = heard.answer(draft)
        return replace(answer, says="\n".join(filter(None, (*read.remarks(), echoed, answer.says))))

    async def _listen(
        self, task: Task, asked: Sequence[Message], heard: _Heard, tell: OnOutput, take: Callable[[str], None]
    ) -> None:
        """One call: pass on every chunk, and the text to `take`.

        However this ends, the model's stream is closed first, so that nobody pays for an answer that nobody reads.
        """
        async with aclosing(self.model.stream(asked, settings(task, self.prompts, self.switches))) as stream:
            async for chunk in stream:
                tell(chunk)
                if isinstance(chunk, Text):
                    heard.text += chunk.text
                    take(chunk.text)
                elif isinstance(chunk, LeftOut):
                    heard.left_out.append(chunk.what)


def _theirs(task: Task) -> str:
    """The texts of the how-to and the words of the person, which an answer may repeat."""
    base = task.base
    return "\n".join((base.goal, *base.steps, *base.resources, base.notes, task.hint))


def _take(task: Task, found: Iterable[Edit | Flagged], heard: _Heard, tell: OnOutput) -> None:
    """Report what was parsed; an edit that the task forbids is flagged.

    What turned out to be thinking is taken back if it was reported.
    """
    for item in found:
        if isinstance(item, Flagged) and item.why == "thought":
            if item.edit not in heard.edits:
                continue
            heard.edits.remove(item.edit)
        if isinstance(item, Replace) and task.base.part(item.part)[item.step - 1] == item.text:
            heard.kept = True  # a step word for word says the same as `keep`
            item = Flagged(item, "there_already")
        elif isinstance(item, Insert | Replace) and (why := forbidden(task, item, heard.edits)):
            if why == "there_already" and isinstance(item, Insert):
                heard.repeated.append(item)
                continue
            item = Flagged(item, why)
        if isinstance(item, Flagged):
            heard.flagged.append(item)
        else:
            heard.edits.append(item)
        tell(item)
        if isinstance(item, Replace) and heard.repeated:
            again, heard.repeated = heard.repeated, []
            _take(task, again, heard, tell)


def _opinions(
    read: Iterable[Requirement], already: Mapping[str, str], edits: Iterable[Edit]
) -> tuple[Judged, ...]:
    """What the model says needs no edit, worded as its opinion; it never counts for wishes about health."""
    served = {id for edit in edits for id in edit.serves}
    return tuple(
        Judged(id=one.id, verdict="already", says=f"{MODEL_THINKS} {why}")
        for one in read
        if one.on and one.id not in served and (why := already.get(one.id)) and not about_health(one.text)
    )


def forbidden(task: Task, edit: Edit, others: Iterable[Edit] = ()) -> FlagReason | None:
    """Why the task forbids this edit: rejected before, nothing new, in the part already done, or elsewhere.

    A new step beside one of the same words only repeats that step, unless the `others` of the same answer take the
    words away from there: then the step was moved.
    """
    if any(same_change(edit, other) for other in task.rejected):
        return "rejected_before"
    text = _bare(edit.text)
    if isinstance(edit, Insert) and (same := _beside(task, edit, text)):
        news = (one for one in others if isinstance(one, Replace) and one.part == edit.part)
        gone = {one.step for one in news if _bare(one.text) != text}
        if not same <= gone:
            return "there_already"
    if _is_situation(task, text):
        return "echo"
    if edit.part == "resources":
        return None
    if edit.step <= task.frozen - isinstance(edit, Insert):
        return "frozen"
    if task.only_step is not None:
        near = (task.only_step - 1, task.only_step) if isinstance(edit, Insert) else (task.only_step,)
        return None if edit.step in near else "out_of_range"
    return None


def _beside(task: Task, edit: Insert, text: str) -> set[int]:
    """The numbers of the steps right above and below a new one that have its words."""
    there = task.base.part(edit.part)
    return {at for at in (edit.step, edit.step + 1) if 0 < at <= len(there) and _bare(there[at - 1]) == text}


def _is_situation(task: Task, text: str) -> bool:
    """Whether the text repeats the person's situation: "I have no oven" is nothing to do, "add salt" is."""
    said = (task.hint, *(one.text for one in task.requirements))
    return bool(text) and any(_bare(one) == text and classify(one) != "unclassified" for one in said)


def _bare(text: str) -> str:
    return text.casefold().strip(" .,;!")


def _problem(task: Task, heard: _Heard) -> str:
    """What was wrong with an answer without a usable edit, for the model; "" if nothing was."""
    if heard.end == "unparsed":
        return "No edit could be read in your answer."
    outside = [one.edit for one in heard.flagged if one.why == "out_of_range"]
    if heard.edits or heard.kept or not outside:
        return ""
    named = ", ".join(f"{edit.op}({edit.step}, ...)" for edit in outside[:5])
    return f"None of your edits could be used: {named} name a step that is not there or may not be edited now."
