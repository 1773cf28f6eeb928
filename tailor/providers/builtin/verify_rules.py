"""Verify by rules: what a step leaves open, mentions that lead nowhere, doubled steps, what the guard found.

Owns the questions it asks: a number that is missing is asked for in brackets, never invented. Refuses to find
fault with a sound procedure: each rule looks first whether another step gives what is missing.
"""

import re
from collections.abc import Sequence
from typing import Final

from tailor.core.events import Finding
from tailor.core.guard import is_hazard
from tailor.core.protocols import Task
from tailor.core.renumber import mentions
from tailor.providers.builtin.sheet import Line, Sheet

_TIME = re.compile(
    r"\b(?:\d{1,6}|an?|one|two|three|four|five|six|eight|ten|half an|overnight|several|few|some)\s?"
    r"(?:to \d{1,6} )?(?:-|–)?\s?\d{0,6}\s?(?:seconds?|secs?|min(?:ute)?s?|hours?|h|days?|nights?|weeks?)\b"
    r"|\bovernight\b|\buntil\b|\btill\b|\bthe same (?:way|time)\b|\bas (?:long as|the (?:label|packet"
    r"|packaging))|\bfor the time\b|\bat once\b"
    r"|\bwhen\b|\bas (?:in|before)\b|\bbriefly\b|\brepeat\b|\bto a (?:gentle )?simmer\b",
    re.IGNORECASE,
)
_HEAT = re.compile(
    r"(?<!\d)\d{1,6}\s?(?:°|degrees|[CF]\b)|\b(?:gas mark|low|medium|high|gentle|gently|hot|lowest|highest|same"
    r"|moderate|warm|fahrenheit|celsius)\b",
    re.IGNORECASE,
)
_DRY = re.compile(
    r"\b(?:mix|combine|whisk|stir|sift|blend)(?: together)? (?:all )?(?:of )?the (dry|wet|remaining|other) "
    r"ingredients\b",
    re.IGNORECASE,
)
_BAKES = re.compile(r"^(?:[^.;]*[,;] )?(?:then )?(?:bake|roast)\b(?! (?:in the same way))", re.IGNORECASE)
_COOKS = re.compile(
    r"(?:^|\band |, |; )(?:then )?(simmer|boil|fry|steam|knead|soak|marinate|chill|grill)\b"
    r"(?! (?:powder|cartridge|(?:(?:some|the|a|large|big|small) )*(?:pot|pan|kettle|water)|[\d-]+ ?(?:l|ml"
    r"|litres?|liters?|cups?) of water))",
    re.IGNORECASE,
)
_HEATS = re.compile(r"\b(?:pre-?heat|heat) (?:the|your|an) oven\b(?! to)", re.IGNORECASE)
_LISTED: Final = (
    "flour",
    "sugar",
    "salt",
    "baking powder",
    "cocoa",
    "cinnamon",
    "bicarbonate",
    "oats",
    "yeast",
    "starch",
)
_TOOLS = re.compile(r"\b(?:bowl|pan|pot|knife|tin|tray|whisk|screwdriver|hammer|scissors|bucket)s?\b")
_DEVICES = re.compile(
    r"\b(with an?|in an?|in the|with the|using an?) ((?:stick |hand |electric |stand )?(?:blender|mixer|food "
    r"processor|microwave|"
    r"thermometer|drill|printer|sewing machine|vacuum cleaner|pressure cooker))\b",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"\bTODO\b|\?\?\?|\bxxx\b|\bTBD\b", re.IGNORECASE)


def look_over(sheet: Sheet, task: Task) -> None:
    """Looks over the steps as they stand after Modify's rules were tried again."""
    before, count = "", len(task.base.steps)
    tools = " ; ".join(line.text.casefold() for line in sheet.resources)
    tools = tools if _TOOLS.search(tools) else ""
    for line in sheet.steps:
        if line.text.casefold() == before and not line.new:
            sheet.change(line, "", "This step says the same as the one before it.", ())
            continue
        before = line.text.casefold()
        _dangling(sheet, line, count)
        _too_little(sheet, line)
        if tools:
            _missing_tool(sheet, line, tools)
    _what_was_found(sheet, task.findings)


def _too_little(sheet: Sheet, line: Line) -> None:
    """Asks in brackets for what a step leaves open."""
    if line.new or "[" in line.text or line.locked:
        return
    for question, why in _questions(sheet, line):
        text = line.text.rstrip()
        stop = text[-1] if text[-1:] in ".!" else ""
        sheet.change(line, f"{text[: len(text) - len(stop)]} [{question}]{stop}", why, ())
        return


def _questions(sheet: Sheet, line: Line) -> Sequence[tuple[str, str]]:
    """What is open in one step, each as a question and why it is asked."""
    text, asked = line.text, []
    first = text.split(". ")[0]
    if (found := _DRY.search(text)) and not _names_some(text[found.end() :]) and ":" not in text:
        asked.append(
            (
                _which(sheet, found[1].casefold()),
                f"“The {found[1]} ingredients” leaves open which ones are meant.",
            )
        )
    if _HEATS.search(text) and not _HEAT.search(text):
        degrees = next(
            (m.group() for other in sheet.steps if (m := re.search(r"\d{1,6} ?°\s?[CF]", other.text))), ""
        )
        if not degrees:
            asked.append(("to how many degrees?", "An oven has to be told how hot; I do not invent the figure."))
    if _BAKES.search(first) and not _TIME.search(text):
        asked.append(
            (
                "for how long, and how do you see that it is done?",
                "Baking without a time or a sign of doneness cannot be followed.",
            )
        )
    elif (verb := _COOKS.search(first)) and not _TIME.search(text) and len(text.split()) <= 14:
        asked.append(
            (
                f"{verb[1].casefold()} for how long?",
                f"“{verb[1]}” without a time or a sign of doneness leaves too much open.",
            )
        )
    if _PLACEHOLDER.search(text):
        asked.append(("what should stand here?", "A place was left to fill in."))
    return asked


def _names_some(after: str) -> bool:
    return bool(re.match(r"\s*\(|\s*[:–-]", after)) or any(word in after.casefold() for word in _LISTED)


def _which(sheet: Sheet, sort: str) -> str:
    """The question which ingredients are meant, with those of the list that may be."""
    if sort == "dry":
        names = [line.text for line in sheet.resources if any(word in line.text.casefold() for word in _LISTED)]
        if names:
            return f"which ones? on the list are {', '.join(names[:6])}"
    return "which ones, and how much of each?"


def _dangling(sheet: Sheet, line: Line, count: int) -> None:
    """A mention of a step that is none of `count`, or of something that a later step only makes."""
    if line.new or line.locked or line.text != line.old:
        return  # changed texts are numbered on the base still; `renumber` looks after them
    for named in mentions(line.text):
        if named > count or named == 0:
            question, why = (
                f"there is no step {named}: which one is meant?",
                f"It mentions step {named} of {count}.",
            )
        elif named >= line.number and re.search(rf"\b(?:from|made in|kept in|of) step {named}\b", line.text):
            question, why = f"step {named} comes only later: what is meant?", "It uses what is not made yet."
        else:
            continue
        sheet.change(line, re.sub(rf"\bstep {named}\b", f"step {named} [{question}]", line.text, count=1), why, ())
        return


def _missing_tool(sheet: Sheet, line: Line, tools: str) -> None:
    """A device that a step uses and the list, which names `tools`, does not hold."""
    if line.new or line.locked or "[" in line.text:
        return
    found = _DEVICES.search(line.text)
    if found is None or found[2].casefold().split()[-1] in tools:
        return
    asked = f"{line.text[: found.end()]} [not on the list: do you have one?]{line.text[found.end() :]}"
    sheet.change(line, asked, f"The list names the tools, but no {found[2]}.", ())


def _what_was_found(sheet: Sheet, findings: Sequence[Finding]) -> None:
    """Says which findings of the guard are left after the rules were tried again."""
    left = []
    lines = {(line.part, line.number): line for line in sheet.lines if not line.new}
    for finding in findings:
        if finding.part not in ("steps", "resources") or finding.kind == "not_assessed" or finding.step is None:
            continue
        line = lines.get((finding.part, finding.step))
        if line is not None and finding.word.casefold() in line.text.casefold():
            left.append(f"{finding.part[:-1]} {finding.step}: {finding.word} ({finding.why})")
            hazard = is_hazard(finding.constraint)
            if hazard and finding.part == "steps" and "[" not in line.text:
                question = f"{line.text.rstrip('.')} [please check this step: {finding.why.rstrip('.')}]."
                sheet.change(line, question, f"The guard found a hazard here: {finding.why}", ())
    if left:
        sheet.say([""], "The guard still finds: " + "; ".join(dict.fromkeys(left)) + ".")
