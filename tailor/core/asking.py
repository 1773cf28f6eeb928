"""From a task to the messages a model gets (DESIGN 5; [CP] section 3 and appendix).

Owns which texts go into which template, and the settings of a call. Refuses to send and to read anything:
`agents` does. Equal tasks give equal bytes: nothing here depends on time, chance or order of sets.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

from tailor.core.edits import Edit, edit_line
from tailor.core.events import Finding
from tailor.core.grammar import edit_grammar
from tailor.core.procedure import Procedure, numbered
from tailor.core.prompting import PromptSet, fenced, piece, turns
from tailor.core.protocols import Chosen, Message, Settings, Task
from tailor.core.requirements import Requirement
from tailor.core.text import normal


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """What the `tailor` set adds to the studies' prompts; each can be turned off to measure what it does."""

    requirements: bool = True
    """The hint also as a numbered list of requirements."""
    reasons: bool = True
    """A line `# because …` before each edit."""
    end_mark: bool = True
    """`done` and `no edits`."""
    deletion: bool = True
    """Deletion named as an operation."""
    resources: bool = True
    """Resources shown and editable."""
    examples: bool = True
    findings: bool = True
    """The guard's findings and the uncovered requirements for Verify."""
    assume_nothing: bool = True
    checklist: bool = True
    """The faults of the pilot named one by one, where an agent verifies."""
    repair: bool = True
    """One more turn after an unreadable answer."""
    grammar: bool = True
    """A grammar for servers that take one."""

    def on(self) -> frozenset[str]:
        """The names of those that are on."""
        return frozenset(field.name for field in fields(self) if getattr(self, field.name))


ALL_ON: Final = Switches()

PAPER: Final = Settings(temperature=0, max_tokens=500, top_p=1, frequency_penalty=0.1, presence_penalty=0)
"""The study's settings ([CP] section 4); what a server refuses is left out and said by the provider."""

_KINDS: Final = {
    "prerequisite": "prerequisite, must hold",
    "preference": "preference, a matter of taste",
    "refinement": "refinement, one more thing to achieve",
    "unclassified": "not classified",
}


def messages(task: Task, prompts: PromptSet, switches: Switches) -> tuple[Message, ...]:
    """The conversation that asks for the task."""
    return _paper(task) if prompts == "paper" else _tailor(task, switches.on())


def settings(task: Task, prompts: PromptSet, switches: Switches) -> Settings:
    """How the answer is to be drawn.

    In `tailor` the length is left to the server, since a thinking model needs room and the provider's caps end
    what never ends; the grammar goes along, and the provider sends it where the server is known to follow one.
    """
    if prompts == "paper":
        return PAPER
    if not switches.grammar:
        return Settings()
    return Settings(grammar=edit_grammar(task, resources=switches.resources, end_mark=switches.end_mark))


def repair(task: Task, problem: str, switches: Switches) -> Message:
    """The turn after an answer that could not be used; `problem` says to the model what was wrong."""
    values = {"problem": problem, "range": f"1 to {len(task.base.steps)}"}
    return Message("user", piece("tailor", "repair", switches.on(), values))


def _paper(task: Task) -> tuple[Message, ...]:
    """One user message, three turns for Customize; every text plain."""
    name = "further" if task.instruction else task.agent
    values = {
        "goal": task.base.goal,
        "hint": task.hint,
        "steps": numbered(task.base.steps),
        "instruction": task.instruction,
        "edits": _plain_edits(task),
    }
    said = turns("paper", name, (), values)
    values = {"note": task.note, "frozen": str(task.frozen), "only_step": str(task.only_step)}
    if more := piece("paper", "again", (key for key, there in _beyond(task).items() if there), values):
        said = (*said[:-1], Message("user", f"{said[-1].content}\n{more}"))
    return said


def _plain_edits(task: Task) -> str:
    """Every agent's edits, one a line; unlabelled for two agents as in the study, labelled for more."""
    lines = []
    for name, edits in task.bags:
        if len(task.bags) > 2:
            lines.append(f"{name}:")
        lines += [edit_line(edit) for edit in edits]
    return "\n".join(lines)


def _beyond(task: Task) -> dict[str, bool]:
    """What a person may ask on top of an agent's task."""
    return {
        "only_step": task.only_step is not None,
        "frozen": bool(task.frozen),
        "note": bool(task.note),
        "rejected": bool(task.rejected),
    }


def _tailor(task: Task, switches: frozenset[str]) -> tuple[Message, ...]:
    """The rules first, then the procedure, the hint, and the task as the tail."""
    on = set(switches)
    on |= {key for key, there in _beyond(task).items() if there}
    on -= set() if task.requirements else {"requirements"}
    on -= set() if task.findings else {"findings"}
    if task.uncovered and "findings" in switches:
        on.add("uncovered")
    if any(edit.reason for edit in task.rejected):
        on.add("why")
    if task.agent == "customize":
        on.add("walk")
    name = "further" if task.instruction else task.agent
    values = {
        "rules": _rules(switches),
        "case": piece("tailor", "case", on, _case(task, on)),
        "checklist": piece("tailor", "checklist", on, {}) if "checklist" in on else "",
        "instruction": normal(task.instruction),  # the person's own config: an order, not data
        "edits": fenced(_labelled_edits(task)),
        "asked": "\n".join(filter(None, (piece("tailor", "asked", on, _asked(task)), _remembered(task)))),
        "ending": piece("tailor", "ending", on, {}),
    }
    return turns("tailor", name, on, values)


def _rules(switches: frozenset[str]) -> str:
    """The stable head: it depends on the switches alone."""
    numbered_ones = {"one": " [R1]", "two": " [R2]", "both": " [R1] [R2]"}
    marks = numbered_ones if "requirements" in switches else dict.fromkeys(numbered_ones, "")
    return piece("tailor", "rules", switches, {"examples": piece("tailor", "examples", switches, marks)})


def _case(task: Task, on: set[str]) -> dict[str, str]:
    said = [quoted(task.hint)]
    if "requirements" not in on:
        said += [quoted(one.words) for one in task.requirements if one.source == "profile"]
    return {
        "procedure": fenced(_procedure(task.base, "resources" in on)),
        "hint": fenced("\n".join(said)),
        "requirements": fenced("\n".join(map(_requirement, task.requirements))),
    }


def _asked(task: Task) -> dict[str, str]:
    return {
        "findings": fenced("\n".join(map(_finding, task.findings))),
        "uncovered": ", ".join(task.uncovered),
        "rejected": fenced("\n".join(map(_turned_down, task.rejected))),
        "frozen": str(task.frozen),
        "only_step": str(task.only_step),
        "note": fenced(quoted(task.note)),
    }


def _turned_down(edit: Edit) -> str:
    """An edit the person does not want, with why where they said it."""
    return f"{_edit(edit)}, because {quoted(edit.reason)}" if edit.reason else _edit(edit)


def _remembered(task: Task) -> str:
    """The person's choices in other runs; "" where none is near."""
    if not task.examples:
        return ""
    lines = []
    for one in task.examples:
        lines.append(f"goal: {quoted(one.goal)} hint: {quoted(one.hint)}")
        lines += [f"took: {_choice(chosen)}" for chosen in one.accepted]
        lines += [f"turned down: {_choice(chosen)}" for chosen in one.turned_down]
    return "\n" + piece("tailor", "remembered", (), {"remembered": fenced("\n".join(lines))})


def _choice(chosen: Chosen) -> str:
    """One decided edit by its texts, since its numbers mean nothing here."""
    why = f", because {quoted(chosen.why)}" if chosen.why else ""
    if chosen.op == "insert":
        return f"after {quoted(chosen.at)} a new step {quoted(chosen.text)}{why}"
    now = f"became {quoted(chosen.text)}" if chosen.text else "was deleted"
    return f"{quoted(chosen.at)} {now}{why}"


def _procedure(base: Procedure, with_resources: bool) -> str:
    lines = [f"goal: {quoted(base.goal)}"]
    if with_resources:
        lines += ["resources:", *_listed(base.resources, "r")] if base.resources else ["resources: none listed"]
    return "\n".join([*lines, "steps:", *_listed(base.steps, "")])


def _listed(texts: Iterable[str], mark: str) -> list[str]:
    return [f"{mark}{number}. {quoted(text)}" for number, text in enumerate(texts, 1)]


def _requirement(one: Requirement) -> str:
    kind = f"expertise: {one.level or 'not said'}" if one.kind == "expertise" else _KINDS[one.kind]
    always = "; always holds for this person" if one.source == "profile" else ""
    return f"{one.id} ({kind}{always}) {quoted(one.words)}"


def _finding(one: Finding) -> str:
    where = one.part.rstrip("s") if one.step is not None else one.part
    number = f" {one.step}" if one.step is not None else ""
    return f"{where}{number}: {quoted(one.word)} ({one.constraint.replace('_', ' ')}: {quoted(one.why)})"


def _labelled_edits(task: Task) -> str:
    lines = []
    for name, edits in task.bags:
        lines.append(f"{quoted(name)} proposes:")
        for edit in edits:
            if edit.reason:
                lines.append(f"# because {quoted(edit.reason)}{''.join(f' [{one}]' for one in edit.serves)}")
            lines.append(_edit(edit))
    return "\n".join(lines)


def _edit(edit: Edit) -> str:
    mark = "r" if edit.part == "resources" else ""
    return f"{edit.op}({mark}{edit.step}, {quoted(edit.text) if edit.text else ''})"


def quoted(text: str) -> str:
    """The text as a JSON string on one line, in its own letters: nothing in it can begin a new line."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
