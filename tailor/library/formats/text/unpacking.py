"""Strips from a text what a message, a page or a film put around it.

A letter may explain something in a paragraph of talk: its steps are separated from the talk. Outside letters, a
paragraph is only cut where it is the whole method, in `sentences`.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from tailor.core.listed_amounts import counts, measures
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import needed_in
from tailor.library.formats.shared.imperatives import asks_readers, is_english, tells
from tailor.library.formats.shared.lists_of_things import BULLET
from tailor.library.formats.shared.sentences import is_short, joined, sentences, talks_on
from tailor.library.formats.shared.step_texts import TO_EATERS, is_ended
from tailor.library.formats.shared.tables import tables_as_lists
from tailor.library.formats.text.drawn_headings import with_narrow_bullets, with_plain_headings
from tailor.library.formats.text.line_beginnings import begins_steps, evened
from tailor.library.formats.text.messages import (
    NOTES,
    closes,
    closing,
    greeting_in,
    greets,
    spoken_title,
    without_message,
)
from tailor.library.formats.text.printed_layout import as_written, with_line

_LATER: Final = re.compile(r"\s*(?!1\D)\d")
"""A line that begins with another number than one: a break within "It serves 6. We had it"."""

_FEWEST_TELLING: Final = 3
"""Instructions in a paragraph that tells a method."""
_LINE_END: Final = re.compile(r"[.!?…:,]\W*$")
_MARKED: Final = re.compile(r"[-*+•–☐☑✓]\s|#|==")
_FULL: Final = 0.9
"""Share of the longest line that a line must fill to have been broken off."""
_LISTS: Final = re.compile(
    r"(?:it['’]?s|it is|it takes|(?:i|we|you) use|(?:the )?ingredients are)\s+(?=[^.!?]+[.!?]?$)", re.IGNORECASE
)
"""The beginning of a sentence that may list resources: "It's 200 g flour, 2 eggs and a pinch of salt."."""
_COMMA: Final = re.compile(r",\s+(?:and\s+)?|\s+and\s+")
_TALK: Final = re.compile(
    r"\b(?:i|we|my|our|us|me|love[ds]?|likes?d?|enjoy(?:ed)?|delicious|favou?rite|recipe|hope|kids|you|"
    r"ate|was|were|had|did|always|never)\b",
    re.IGNORECASE,
)


def unpacked(text: str) -> str:
    """Return the text without what surrounds it; that goes to the notes below it.

    A letter that tells its steps in a paragraph gets a line for each. Unpacking twice changes nothing more.
    """
    lines = text.split("\n")
    notes: list[str] = []
    body, noted = _unbroken(lines, notes, talk=False)
    if body == lines[: len(lines) - len(noted)]:
        return text
    return "\n".join([*body, "", NOTES, *notes, *noted[1:]] if notes or noted else body)


def title_spoken_in(text: str) -> str:
    """Return the title that the first words of a letter mention; "" for none."""
    return spoken_title("\n".join(_unbroken(text.split("\n"), [], talk=True)[0]))


def _unbroken(lines: Sequence[str], notes: list[str], *, talk: bool) -> tuple[list[str], Sequence[str]]:
    """Return the lines without their surroundings, which are noted, with or without talk; and earlier notes."""
    end = next((at for at, line in enumerate(lines) if line.strip() == NOTES), len(lines))
    own = lines[:end]
    body = without_message(with_narrow_bullets(own), notes)
    body = evened("\n".join(body)).split("\n") if body != own else body  # its steps may have stood behind quotes
    has_subject = body[:1] != [] and body[0] not in map(str.strip, own)
    is_letter = bool(notes) or greets("\n".join(own)) or _is_signed([line.strip() for line in own])
    is_letter = is_letter and not any(begins_steps(line) and not _LATER.match(line) for line in body)
    body = tables_as_lists(as_paragraphs(body) if is_letter else body, notes)
    body = as_written(with_plain_headings(body), notes)
    return without_talk(body, notes, first=int(has_subject)) if is_letter and not talk else body, lines[end:]


def _is_signed(lines: Sequence[str]) -> bool:
    end = closing(lines)
    return end < len(lines) and not re.match(TO_EATERS, lines[end], re.IGNORECASE)


def without_talk(lines: Sequence[str], notes: list[str], *, first: int = 0) -> list[str]:
    """Return the lines of a letter with one for each step that a paragraph tells; talk goes to the notes.

    If no paragraph does, or not in English, the lines stay as they are. So do those above `first`, lists,
    headings, and what states a yield.
    """
    end = closing([line.strip() for line in lines])
    told = [at for at in range(first, end) if _is_method(lines[at])]
    if not told or not is_english(lines):
        return list(lines)
    end = next((at for at in range(told[-1], end) if closes(lines[at].strip())), end)
    needed: list[str] = []
    made: list[str] = []
    for at, line in enumerate(lines[first:], first):
        if at >= end:
            notes += filter(None, [line.strip()])
        elif at > told[-1] and line.strip():
            _after(line.strip(), made, notes)
        elif at in told:
            _cut(line.strip(), needed, made, notes)
        elif not (is_ended(line) or greeting_in(line)) or _stays(line):
            made.append(line)
        else:
            listed = _listed(line.strip())
            needed += filter(None, [listed])
            (made if tells(line) else notes).extend([] if listed else [line.strip()])
    return [*lines[:first], *needed, *made]


def as_paragraphs(lines: Sequence[str]) -> list[str]:
    """Undo the hard line breaks of a mail; return the lines as they are if no sentences show that it has some.

    They do if sentences end within the lines of a paragraph and not with them.
    """
    lines = [line.strip() for line in lines]
    blocks = [list(block) for filled, block in groupby(lines, bool) if filled]
    width = max((len(line) for block in blocks if _is_wrapped(block) for line in block), default=0)
    made: list[str] = []
    above = ""
    for line in lines:
        full = len(above) + 1 + len(line.partition(" ")[0]) > width * _FULL
        goes_on = above and line and (full or (line[0].islower() and not _LINE_END.search(above)))
        if width and goes_on and not (_MARKED.match(line) or closes(line) or closes(above)):
            made[-1:] = [" ".join(with_line(made[-1], line))]
        else:
            made.append(line)
        above = line
    return made


def _is_wrapped(block: Sequence[str]) -> bool:
    if any(_MARKED.match(line) for line in block):
        return False
    at_ends = sum(is_ended(line) for line in block[:-1])
    return len(sentences(" ".join(block))) - 1 - at_ends > max(at_ends, 1)


def _stays(line: str) -> bool:
    return bool(BULLET.match(line) or counts(line.strip()) or facts_in(line))


def _is_method(line: str) -> bool:
    """Whether a paragraph gives several instructions with less talk between them."""
    if BULLET.match(line):
        return False
    told = [at for at, one in enumerate(sentences(_without_greeting(line.strip())[1])) if tells(one)]
    return len(told) >= _FEWEST_TELLING and 2 * len(told) > told[-1] - told[0]


def _without_greeting(text: str) -> tuple[str, str]:
    greeting = greeting_in(text)
    return greeting, text[len(greeting) :].lstrip()


def _cut(text: str, needed: list[str], made: list[str], notes: list[str]) -> None:
    """Make a step of each sentence in a paragraph, without the talk before and after them."""
    greeting, text = _without_greeting(text)
    notes += filter(None, [greeting])
    said = sentences(text)
    lists = {one: listed for one in said if (listed := _listed(one))}
    needed += lists.values()
    said = [one for one in said if one not in lists]
    told = [at for at, one in enumerate(said) if tells(one)]
    begin, end = told[0], told[-1] + 1
    while end < len(said) and _belongs(said[end]):
        end += 1
    notes += [*said[:begin], *said[end:]]
    steps: list[str] = []
    for one in joined(said[begin:end]):
        if steps and _is_talk(one) and not tells(one):
            steps[-1] += f" {one}"
        else:
            steps.append(one)
    for step in steps:  # a blank line keeps it from continuing the sentence above
        made += ["", step] if step[:1].islower() else [step]


def _listed(sentence: str) -> str:
    """Return a sentence that lists resources, in a form that announces them; "" for any other sentence."""
    found = _LISTS.match(sentence)
    if not found:
        return sentence if needed_in(sentence) else ""
    things = [one for one in _COMMA.split(sentence[found.end() :].rstrip(".!")) if one]
    several = len([one for one in things if counts(one)]) > 1 and len(things) > 2
    return f"You need: {'; '.join(things)}" if several and any(map(measures, things)) else ""


def _belongs(sentence: str) -> bool:
    """Whether a sentence after the last step comments on it: "It will look dry.", "Enjoy!"."""
    if asks_readers(sentence) or facts_in(sentence) or not is_ended(sentence):
        return False
    return is_short(sentence) or (talks_on(sentence) and not _is_talk(sentence))


def _after(line: str, made: list[str], notes: list[str]) -> None:
    """Add a line below the last paragraph of steps as more of them if it begins with one; the rest is talk."""
    said = sentences(line) if line else []
    told = [at for at, one in enumerate(said) if tells(one)]
    made += joined(said[: told[-1] + 1]) if told and told[0] == 0 else []
    notes += filter(None, [" ".join(said[told[-1] + 1 :] if told and told[0] == 0 else said)])


def _is_talk(sentence: str) -> bool:
    return facts_in(sentence) is not None or _TALK.search(sentence) is not None
