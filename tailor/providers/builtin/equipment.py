"""Doing without a device: other tools, other times and temperatures, in steps and in the list.

Owns which devices a requirement rules out and the changes of `equipment.json`. The guard says where a device it
knows is used. Refuses to change a procedure that is about the device itself, and to hide where it is still needed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tailor.core.guard import constraints_in, scan
from tailor.core.requirements import Requirement
from tailor.providers.builtin.air_frying import wants_air_fryer
from tailor.providers.builtin.knowledge import Record, fraction, pattern, records, text, words
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.sheet import Line, Sheet
from tailor.providers.builtin.timing import longer


@dataclass(frozen=True, slots=True)
class Change:
    """What is found in a text and what stands there afterwards."""

    find: "re.Pattern[str]"
    become: str
    slow: bool = False
    """Times in the text grow by the device's factor."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device, how its absence and its use are told, and what to do without it."""

    id: str
    constraint: str
    cues: tuple["re.Pattern[str]", ...]
    used: tuple["re.Pattern[str]", ...]
    about: tuple[str, ...]
    done: tuple["re.Pattern[str]", ...]
    """What shows that a step gets along without it, though a word of it is left."""
    too_big: tuple["re.Pattern[str]", ...]
    """What shows that the other way would not do here."""
    needs: str
    """A further constraint that bars this way too: `instead` is missing for it then, `left` remains."""
    instead: str
    left: str
    reason: str
    says: str
    says_if: "re.Pattern[str] | None"
    """What the procedure must speak of for `says` to be worth saying."""
    adds: tuple[str, ...]
    times: Fraction
    steps: tuple[Change, ...]
    resources: tuple[Change, ...]


@cache
def devices() -> tuple[Device, ...]:
    """Every device of the data file."""
    return tuple(map(_device, records("equipment", "devices")))


def do_without(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Changes steps and list so that the devices that the requirements rule out are not needed."""
    fried = any(wants_air_fryer(one.text) for one in requirements)  # the air fryer is in the oven's place already
    missing = {id for one in requirements for id in constraints_in(one.text)}
    for device in devices():
        serves = [one.id for one in requirements if asks(device, one.text)]
        if not serves or (fried and device.id == "oven"):
            continue
        sheet.understood(serves)
        if barred := _barred(device, sheet, missing):
            if any(uses(device, line.text) for line in (*sheet.steps, *sheet.resources)):
                sheet.say(serves, barred)
        else:
            _without(device, sheet, serves)


def asks(device: Device, words: str) -> bool:
    """Whether a requirement rules the device out."""
    if device.constraint and device.constraint in constraints_in(words):
        return True
    return any(cue.search(words.replace("’", "'")) for cue in device.cues)


def uses(device: Device, text: str) -> bool:
    """Whether a text needs the device."""
    if device.constraint:
        return any(one.kind != "not_assessed" for one in scan(text, [device.constraint]))
    return any(word.search(text) for word in device.used)


def _barred(device: Device, sheet: Sheet, missing: set[str]) -> str:
    """Why nothing can be done without the device here; "" where something can."""
    goal = sheet.goal.casefold()
    if any(re.search(rf"\b{re.escape(word)}", goal) for word in device.about):
        return f"This whole procedure needs {_a(device)}; I know no way to do it without one."
    everything = " ".join([sheet.goal, *(line.text for line in sheet.steps)])
    if found := next((match for cue in device.too_big if (match := cue.search(everything))), None):
        return f"I know no way to do this without {_a(device)} (“{found.group()}”): choose another one."
    if device.needs and device.needs in missing:
        return f"Without {_a(device)} I would use {device.instead}, and there is none either; {device.left}."
    return ""


def _a(device: Device) -> str:
    return f"{'an' if device.id[0] in 'aeiou' else 'a'} {device.id}"


def _without(device: Device, sheet: Sheet, serves: Sequence[str]) -> None:
    reason = f"No {device.id}: {device.reason}" if device.reason else f"No {device.id}."
    steps = sheet.steps
    if any(uses(device, line.text) for line in steps):
        steps = [
            line for line in steps if uses(device, line.text) or any(w.search(line.text) for w in device.used)
        ]
        touched = [_changed(device, sheet, line, reason, serves) for line in steps]
    else:
        touched = []
    if any(touched) or (not steps_use(device, sheet) and any(uses(device, line.text) for line in sheet.resources)):
        _listed(device, sheet, reason, serves)
    left = [
        str(number)
        for number, line in enumerate(sheet.steps, 1)
        if uses(device, line.text) and not any(sign.search(line.text) for sign in device.done)
    ]
    listed = [line.text for line in sheet.resources if uses(device, line.text)]
    if listed:
        sheet.say(serves, f"The list still names what goes with “{device.id}”: {', '.join(listed)}.")
    if left and device.steps:
        where = f"Steps {', '.join(left)}" if len(left) > 1 else f"Step {left[0]}"
        sheet.say(serves, f"{where} may still ask for “{device.id}”: please look there yourself.")
    told = " ".join([sheet.goal, *(line.text for line in sheet.steps)])
    if (
        device.says
        and (any(touched) or (left and not device.adds))
        and (device.says_if is None or device.says_if.search(told))
    ):
        sheet.say(serves, device.says)


def steps_use(device: Device, sheet: Sheet) -> bool:
    """Whether any step still needs the device."""
    return any(uses(device, line.text) for line in sheet.steps)


def _changed(device: Device, sheet: Sheet, line: Line, reason: str, serves: Sequence[str]) -> bool:
    """One step without the device."""
    changed, slow = line.text, False
    for change in device.steps:
        before = changed
        changed = substituted(change, changed)
        slow = slow or (change.slow and changed != before)
    if slow and device.times != 1:
        changed = longer(changed, device.times)
    return changed != line.text and sheet.change(line, tidy(changed), reason, serves)


def substituted(change: Change, text: str) -> str:
    """The text with every place changed; a capital at its beginning stays."""

    def become(found: "re.Match[str]") -> str:
        words = found.expand(change.become).replace("  ", " ")
        return words[:1].upper() + words[1:] if found.group()[:1].isupper() else words

    return change.find.sub(become, text)


def _listed(device: Device, sheet: Sheet, reason: str, serves: Sequence[str]) -> None:
    """The list without the device, and with what takes its place."""
    names = {line.text.casefold() for line in sheet.resources}
    for line in sheet.resources:
        for change in device.resources:
            if found := change.find.fullmatch(line.text):
                become = found.expand(change.become)
                known = become.casefold() in names
                sheet.change(line, "" if known else become, reason, serves)
                names.add(become.casefold())
                break
    steps = " ".join(line.text.casefold() for line in sheet.steps)
    for thing in device.adds:
        if _covers(steps, thing) and not any(_covers(name, thing) for name in names):
            after = sheet.resources[-1] if sheet.resources else None
            sheet.add("resources", after, thing, reason, serves)


def _covers(name: str, thing: str) -> bool:
    """Whether the list has the thing already: its head noun stands there."""
    head = thing.casefold().split(" with ")[0].split(" for ")[0].split()[-1]
    return bool(re.search(rf"\b{re.escape(head)}\b", name))


def changes_of(record: Record, key: str) -> Iterator[Change]:
    """The changes under a key of a record; case is ignored."""
    found = record.get(key, [])
    for one in found if isinstance(found, list) else ():
        if isinstance(one, dict):
            yield Change(pattern(f"(?i){text(one, 'find')}"), text(one, "with"), bool(one.get("slow")))


def _device(record: Record) -> Device:
    return Device(
        id=text(record, "id"),
        constraint=text(record, "constraint", ""),
        cues=tuple(pattern(f"(?i){cue}") for cue in words(record, "cues")),
        used=tuple(pattern(f"(?i){word}") for word in words(record, "words")),
        about=words(record, "about"),
        done=tuple(pattern(f"(?i){word}") for word in words(record, "done")),
        too_big=tuple(pattern(f"(?i){word}") for word in words(record, "too_big")),
        needs=text(record, "needs", ""),
        instead=text(record, "instead", ""),
        left=text(record, "left", ""),
        reason=text(record, "reason"),
        says=text(record, "says", ""),
        says_if=pattern(f"(?i){text(record, 'says_if')}") if record.get("says_if") else None,
        adds=words(record, "adds"),
        times=fraction(record.get("times")),
        steps=(*changes_of(record, "steps"), *changes_of(record, "also")),
        resources=tuple(changes_of(record, "resources")),
    )
