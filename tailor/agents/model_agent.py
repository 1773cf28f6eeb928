"""The agents of customizing, answered by a language model ([CP] section 3; DESIGN 5).

One task is one call, parsed while it streams, plus one repair turn if the prompt set allows it.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final

from tailor.agents.parsing import EditParser, StepParser
from tailor.agents.parsing.step_parser import cut_words
from tailor.agents.prompts import ALL_ON, PromptSet, Switches, messages, repair, settings
from tailor.agents.stages import left_out_words
from tailor.core.edits import Edit, Flagged, FlagReason, Insert, Replace, same_change
from tailor.core.engine import diff
from tailor.core.events import End
from tailor.core.procedure import Procedure, checked
from tailor.core.protocols import Answer, LeftOut, Message, Model, OnOutput, Task, Text

LONGEST_ECHO: Final = 6_000
"""Characters of an unreadable answer that the repair turn quotes."""


@dataclass(slots=True)
class _Heard:
    """The answer of one call so far."""

    edits: list[Edit] = field(default_factory=list)
    flagged: list[Flagged] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    text: str = ""
    end: End = "none"

    def answer(self, draft: Procedure | None = None) -> Answer:
        edits, flagged = tuple(self.edits), tuple(self.flagged)
        return Answer(edits=edits, flagged=flagged, end=self.end, draft=draft, says=left_out_words(self.left_out))


@dataclass(frozen=True, slots=True)
class ModelAgents:
    model: Model
    prompts: PromptSet = "tailor"
    switches: Switches = ALL_ON

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The model's answer; `tell` gets each edit as soon as it is complete.

        Raises ProviderError as the model does; edits told before remain valid, an unfinished one is never told.
        """
        asked = messages(task, self.prompts, self.switches)
        if self.prompts == "paper" and task.agent == "customize":
            return await self._rewrite(task, asked, tell)
        heard = _Heard()
        await self._edits(task, asked, heard, tell)
        if self.prompts == "tailor" and self.switches.repair and (problem := _problem(task, heard)):
            said = heard.text.strip()[:LONGEST_ECHO] or "(nothing)"
            turn = (Message("assistant", said), repair(task, problem, self.switches))
            heard = _Heard(flagged=heard.flagged, left_out=heard.left_out)  # the second answer counts
            await self._edits(task, (*asked, *turn), heard, tell)
        return heard.answer()

    async def _edits(self, task: Task, asked: Sequence[Message], heard: _Heard, tell: OnOutput) -> None:
        reader = EditParser(len(task.base.steps), len(task.base.resources))
        await self._listen(task, asked, heard, tell, lambda text: _take(task, reader.feed(text), heard, tell))
        _take(task, reader.close(), heard, tell)
        heard.end = reader.end

    async def _rewrite(self, task: Task, asked: Sequence[Message], tell: OnOutput) -> Answer:
        """One call, parsed as a list of steps; its edits are the difference to the base."""
        heard = _Heard()
        reader = StepParser()
        steps: list[str] = []
        await self._listen(task, asked, heard, tell, lambda text: steps.extend(reader.feed(text)))
        steps += reader.close()
        if not steps:
            heard.end = "unparsed"
            return heard.answer()
        draft = replace(task.base, steps=checked(steps, "step"), sections=(), uncertain=())
        tell(draft)
        _take(task, diff(task.base, draft).edits, heard, tell)
        heard.end = "edits" if heard.edits else "none"
        answer = heard.answer(draft)
        return replace(answer, says="\n".join(filter(None, (cut_words(reader.cut), answer.says))))

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


def _take(task: Task, found: Iterable[Edit | Flagged], heard: _Heard, tell: OnOutput) -> None:
    """Tell what was parsed; an edit that the task forbids is told as flagged."""
    for item in found:
        if isinstance(item, Insert | Replace) and (why := forbidden(task, item)):
            item = Flagged(item, why)
        if isinstance(item, Flagged):
            heard.flagged.append(item)
        else:
            heard.edits.append(item)
        tell(item)


def forbidden(task: Task, edit: Edit) -> FlagReason | None:
    """Why the task does not allow this edit: rejected before, in the part already done, or elsewhere."""
    if any(same_change(edit, other) for other in task.rejected):
        return "rejected_before"
    if edit.part == "resources":
        return None
    if edit.step <= task.frozen - isinstance(edit, Insert):
        return "frozen"
    if task.only_step is not None:
        near = (task.only_step - 1, task.only_step) if isinstance(edit, Insert) else (task.only_step,)
        return None if edit.step in near else "out_of_range"
    return None


def _problem(task: Task, heard: _Heard) -> str:
    """What was wrong with an answer without a usable edit, for the model; "" if nothing was."""
    if heard.end == "unparsed":
        return "No edit could be read in your answer."
    outside = [one.edit for one in heard.flagged if one.why == "out_of_range"]
    if heard.edits or not outside:
        return ""
    named = ", ".join(f"{edit.op}({edit.step}, ...)" for edit in outside[:5])
    return f"None of your edits could be used: {named} name a step that is not there or may not be edited now."
