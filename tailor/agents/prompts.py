"""Prompts: what each agent is asked, from one template file per agent and prompt set (DESIGN 5).

Untrusted text is always fenced or quoted, so nothing in it can look like an instruction or a template mark. Where
a server takes one, the answer is also bound by a grammar.

A template is plain text with these marks at the head of a line:
    %%              a comment, such as the source of the wording; never sent
    @@ user         a new turn of the conversation (system, user, assistant)
    ?name: text     the line is sent only if the switch is on; ?!name: if it is off; ?a,b: if both are on
and with $name for values, which are inserted as they are and never expanded again.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from string import Template
from typing import Final, Literal, TypeAlias, cast, get_args

from tailor.agents.parsing.echo import Instructions, instructions
from tailor.agents.parsing.edit_parser import read_edits
from tailor.core.edits import Edit, edit_line
from tailor.core.events import Finding
from tailor.core.procedure import Procedure, numbered
from tailor.core.protocols import Message, PastDecision, Settings, Task
from tailor.core.requirements import Level, Requirement
from tailor.core.text import normal

PromptSet: TypeAlias = Literal["paper", "tailor"]
"""`paper`: as short as the studies' own; `tailor`: ours."""

Role: TypeAlias = Literal["system", "user", "assistant"]

PROMPTS: Final = Path(__file__).parent / "prompts"
PAPER: Final = Settings(temperature=0, max_tokens=500, top_p=1, frequency_penalty=0.1, presence_penalty=0)
"""The study's settings ([CP] section 4); the provider leaves out what a server rejects, and says so."""

_KIND_WORDS: Final = {
    "prerequisite": "prerequisite, must hold",
    "preference": "preference, a matter of taste",
    "refinement": "refinement, one more thing to achieve",
    "unclassified": "not classified",
}
_LONGEST_TEXT: Final = 900
"""Characters of one new text."""

_LONGEST_COMMENT: Final = 300
_HEAD: Final = "clause{1,12}"
"""What precedes the walk through the steps in an answer that reads the hint."""

_TURN = re.compile(r"@@ (system|user|assistant)")
_SWITCH = re.compile(r"\?((?:!?\w+)(?:,!?\w+){0,4}):[ ]?(.*)")
_ANY: Final = 1_000
"""More steps than an example has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """What the `tailor` set adds to the studies' prompts; each can be switched off to measure its effect."""

    requirements: bool = True
    """The hint also as a numbered list of requirements."""
    reasons: bool = True
    """A line `# because …` before each edit."""
    end_mark: bool = True
    """`done` and `no edits`."""
    deletion: bool = True
    resources: bool = True
    examples: bool = True
    findings: bool = True
    """Verify gets the guard's findings and the uncovered requirements."""
    assume_nothing: bool = True
    checklist: bool = True
    """Verifying agents get the faults of the pilot, one by one."""
    repair: bool = True
    """One more turn after an unreadable answer."""
    grammar: bool = True

    def on(self) -> frozenset[str]:
        return frozenset(field.name for field in fields(self) if getattr(self, field.name))


ALL_ON: Final = Switches()


def messages(task: Task, prompts: PromptSet, switches: Switches) -> tuple[Message, ...]:
    return _paper_messages(task) if prompts == "paper" else _tailor_messages(task, switches.on())


def settings(task: Task, prompts: PromptSet, switches: Switches) -> Settings:
    """The sampling settings for the task.

    `tailor` leaves the length to the server, since a thinking model needs room and the provider's caps end what
    never ends. The provider sends the grammar only to servers known to follow one.
    """
    if prompts == "paper":
        return PAPER
    if not switches.grammar:
        return Settings()
    return Settings(grammar=edit_grammar(task, resources=switches.resources, end_mark=switches.end_mark))


def repair(task: Task, problem: str, switches: Switches) -> Message:
    """The turn after an answer that could not be used; `problem` tells the model what was wrong."""
    values = {"problem": problem, "range": f"1 to {len(task.base.steps)}"}
    return Message("user", piece("tailor", "repair", switches.on(), values))


def _paper_messages(task: Task) -> tuple[Message, ...]:
    """One user message, three turns for Customize; all texts plain."""
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
    if more := piece("paper", "again", _extras(task), values):
        said = (*said[:-1], Message("user", f"{said[-1].content}\n{more}"))
    return said


def _plain_edits(task: Task) -> str:
    """Every agent's edits, one per line; unlabelled for two agents as in the study, labelled for more."""
    lines = []
    for name, edits in task.bags:
        if len(task.bags) > 2:
            lines.append(f"{name}:")
        lines += [edit_line(edit) for edit in edits]
    return "\n".join(lines)


def _extras(task: Task) -> set[str]:
    """What the user asks beyond the agent's task."""
    asked = {key for key in ("frozen", "note", "rejected") if getattr(task, key)}
    return asked if task.only_step is None else {*asked, "only_step"}


def _tailor_messages(task: Task, switches: frozenset[str]) -> tuple[Message, ...]:
    """The rules first, then the procedure, the hint, and the task."""
    there = {
        "uncovered": task.uncovered and "findings" in switches,
        "why": any(edit.reason for edit in task.rejected),
        "walk": task.agent == "customize",
        "before": _dropped(task),
        "wrote": task.wrote,
        "reads": task.reads,
        "fixed": task.fixed,
    }
    empty = {key for key in ("requirements", "findings") if not getattr(task, key)}
    on = (switches | _extras(task) | {key for key, given in there.items() if given}) - empty
    name = "further" if task.instruction else task.agent
    values = {
        "rules": _rules(switches),
        "case": piece("tailor", "case", on, _case(task, on)),
        "checklist": piece("tailor", "checklist", on, {}) if "checklist" in on else "",
        "instruction": normal(task.instruction),  # the person's own config: an order, not data
        "edits": fenced(_labelled_edits(task)),
        "asked": "\n".join(filter(None, (piece("tailor", "asked", on, _asked(task)), _remembered(task)))),
        "ending": piece("tailor", "ending", on, {}),
        "fixed": ", ".join(task.fixed),
    }
    return turns("tailor", name, on, values)


def _rules(switches: frozenset[str]) -> str:
    """The stable beginning of a prompt, which depends on the switches alone."""
    numbered_ones = {"one": " [R1]", "two": " [R2]", "both": " [R1] [R2]"}
    marks = numbered_ones if "requirements" in switches else dict.fromkeys(numbered_ones, "")
    return piece("tailor", "rules", switches, {"examples": piece("tailor", "examples", switches, marks)})


def _case(task: Task, on: frozenset[str]) -> dict[str, str]:
    said = [quoted(task.hint)]
    if "requirements" not in on:
        said += [quoted(one.words) for one in task.requirements if one.source == "profile"]
    return {
        "procedure": fenced(_procedure(task.base, "resources" in on)),
        "hint": fenced("\n".join(said)),
        "requirements": fenced("\n".join(map(_requirement_text, task.requirements))),
    }


def _asked(task: Task) -> dict[str, str]:
    return {
        "findings": fenced("\n".join(map(_finding_text, task.findings))),
        "uncovered": ", ".join(task.uncovered),
        "rejected": fenced("\n".join(map(_rejected, task.rejected))),
        "frozen": str(task.frozen),
        "only_step": str(task.only_step),
        "note": fenced(quoted(task.note)),
        "before": fenced("\n".join(_dropped(task))),
        "wrote": ", ".join(map(str, task.wrote)),
    }


def _dropped(task: Task) -> list[str]:
    """The lines of the original that the base lacks, with their old numbers."""
    if task.original is None:
        return []
    return [
        f"{mark}{number}. {quoted(text)}"
        for mark, part in (("", "steps"), ("r", "resources"))
        for number, text in enumerate(task.original.part(part), 1)  # type: ignore[arg-type]
        if text not in task.base.part(part)  # type: ignore[arg-type]
    ]


def _rejected(edit: Edit) -> str:
    """An edit the user rejected, with their reason if they gave one."""
    return f"{_edit_text(edit)}, because {quoted(edit.reason)}" if edit.reason else _edit_text(edit)


def _remembered(task: Task) -> str:
    """The user's choices in similar runs; "" if there are none."""
    if not task.examples:
        return ""
    lines = []
    for one in task.examples:
        lines.append(f"goal: {quoted(one.goal)} hint: {quoted(one.hint)}")
        lines += [f"took: {_past_choice(chosen)}" for chosen in one.accepted]
        lines += [f"turned down: {_past_choice(chosen)}" for chosen in one.turned_down]
    return "\n" + piece("tailor", "remembered", (), {"remembered": fenced("\n".join(lines))})


def _past_choice(chosen: PastDecision) -> str:
    """One decided edit by its texts, since its numbers mean nothing here."""
    why = f", because {quoted(chosen.why)}" if chosen.why else ""
    if chosen.op == "insert":
        return f"after {quoted(chosen.at)} a new step {quoted(chosen.text)}{why}"
    now = f"became {quoted(chosen.text)}" if chosen.text else "was deleted"
    return f"{quoted(chosen.at)} {now}{why}"


def _procedure(base: Procedure, with_resources: bool) -> str:
    lines = [f"goal: {quoted(base.goal)}"]
    if with_resources:
        lines += [f"makes: {quoted(base.yields)}"] if base.yields else []  # to compare with a wish "for 4"
        lines += ["resources:", *_listed(base.resources, "r")] if base.resources else ["resources: none listed"]
    return "\n".join([*lines, "steps:", *_listed(base.steps, "")])


def _listed(texts: Iterable[str], mark: str) -> list[str]:
    return [f"{mark}{number}. {quoted(text)}" for number, text in enumerate(texts, 1)]


def _requirement_text(one: Requirement) -> str:
    kind = f"expertise: {one.level or 'not said'}" if one.kind == "expertise" else _KIND_WORDS[one.kind]
    always = "; always holds for this person" if one.source == "profile" else ""
    follows = f", so {quoted(one.follows)}" if one.follows else ""
    return f"{one.id} ({kind}{always}) {quoted(one.words)}{follows}"


def _finding_text(one: Finding) -> str:
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
            lines.append(_edit_text(edit))
    return "\n".join(lines)


def _edit_text(edit: Edit) -> str:
    mark = "r" if edit.part == "resources" else ""
    return f"{edit.op}({mark}{edit.step}, {quoted(edit.text) if edit.text else ''})"


def edit_grammar(task: Task, *, resources: bool = True, end_mark: bool = True) -> str:
    """The GBNF grammar of an answer to `task`: comments, edits with valid numbers, then the end mark.

    Customize may also say `keep(3)`. Steps that are done, or that were not asked about, have no number.
    """
    old, place = _open_steps(task)
    things = range(1, len(task.base.resources) + 1) if resources else range(0)
    rules = {
        "replace": _call("replace", '", " text?', old=old, oldr=things),
        "insert": _call("insert", '", " text', place=place, placer=range(len(things) + 1) if resources else ()),
        "keep": _call("keep", "", old=old) if task.agent == "customize" else "",
        "old": _alternatives("", old),
        "oldr": _alternatives("r", things),
        "place": _alternatives("", place),
        "placer": _alternatives("r", range(len(things) + 1)) if resources else "",
        "text": f"[^ \\n\\r] [^\\n\\r]{{0,{_LONGEST_TEXT}}}",
        "comment": f'"# " [^\\n\\r]{{1,{_LONGEST_COMMENT}}} "\\n"',
    }
    if task.reads:
        rules |= {
            "clause": '"R" [1-9] [0-9]? " " kind ": " words " -> " words "\\n"',
            "kind": _alternatives("", ("prerequisite", "preference", "refinement", *get_args(Level), "none")),
            "words": f"[^\\n\\r>]{{1,{_LONGEST_COMMENT}}}",
            "already": '"R" [1-9] [0-9]? " already: " words "\\n"',
        }
    edits = " | ".join(name for name in ("replace", "insert", "keep") if rules[name])
    most = 3 * len(task.base.steps) + 2 * len(things) + 10
    end = ' "done\\n"' if end_mark else ""
    tail = " already{0,12}" if task.reads else ""
    head = {
        "root": f'{_HEAD if task.reads else "comment{0,4}"} ( "no edits\\n" | item{{1,{most}}}{tail}{end} )',
        "item": f'comment{{0,2}} ( {edits} ) "\\n"',
    }
    return "".join(f"{name} ::= {rule}\n" for name, rule in {**head, **rules}.items() if rule)


def _open_steps(task: Task) -> tuple[Sequence[int], Sequence[int]]:
    """The steps that may be replaced, and the places where a step may be inserted."""
    if task.only_step is not None:
        return (task.only_step,), (task.only_step - 1, task.only_step)
    last = len(task.base.steps)
    return range(task.frozen + 1, last + 1), range(task.frozen, last + 1)


def _call(name: str, rest: str, **places: Sequence[int]) -> str:
    """One operation over the kinds of numbers available; "" if there are none."""
    kinds = " | ".join(kind for kind, numbers in places.items() if numbers)
    return f'"{name}(" ( {kinds} ) {rest} ")"' if kinds else ""


def _alternatives(mark: str, names: Sequence[int | str]) -> str:
    return " | ".join(f'"{mark}{name}"' for name in names)


def turns(
    prompts: PromptSet, name: str, on: Iterable[str], values: Mapping[str, str], *, folder: Path = PROMPTS
) -> tuple[Message, ...]:
    """The messages of a template, filled in. KeyError if a value is missing: no prompt with a hole is sent."""
    found: list[tuple[Role, list[str]]] = []
    for line in _template(folder / prompts / f"{name}.txt", frozenset(on)):
        if turn := _TURN.fullmatch(line):
            found.append((cast("Role", turn[1]), []))
        elif found:
            found[-1][1].append(line)
    return tuple(Message(role, Template("\n".join(text)).substitute(values).strip()) for role, text in found)


def piece(prompts: PromptSet, name: str, on: Iterable[str], values: Mapping[str, str]) -> str:
    """A template without turns, filled in: a part of others."""
    lines = _template(PROMPTS / prompts / f"{name}.txt", frozenset(on))
    return Template("\n".join(lines)).substitute(values).strip()


def fenced(text: str) -> str:
    """Untrusted text between two marks made from its hash: none can contain its own; equal texts stay equal."""
    code = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"<<< {code}\n{text}\n{code} >>>"


def quoted(text: str) -> str:
    """The text as a JSON string on one line, not escaped to ASCII: nothing in it can begin a new line."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def instructions_in(folder: Path) -> Instructions:
    """What the templates below a folder tell a model, whatever is switched on."""
    texts = [
        "\n".join(_SWITCH.sub(r"\2", line) for line in _lines(file) if not _TURN.fullmatch(line))
        for file in sorted(folder.rglob("*.txt"))
    ]
    return instructions(texts, (edit.text for text in texts for edit in read_edits(text, _ANY, _ANY).edits))


@cache
def _lines(file: Path) -> tuple[str, ...]:
    lines = file.read_text(encoding="utf-8").split("\n")
    return tuple(line for line in lines if not line.startswith("%%"))


def _template(file: Path, on: frozenset[str]) -> Iterator[str]:
    """The lines of a template whose switches match."""
    for line in _lines(file):
        found = _SWITCH.fullmatch(line)
        if found is None:
            yield line
        elif all((name.lstrip("!") in on) != name.startswith("!") for name in found[1].split(",")):
            yield found[2]
