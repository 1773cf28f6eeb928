"""The reader of step lists: what Customize, Draft, Update, Perform and Extract answer with.

Owns which lines make one step and which are headers, talk or empty items (dropped and counted). Refuses prose:
without a list nothing is a step. A step is given when the next begins.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.reading.heads import is_fence, is_rule
from tailor.core.reading.items import (
    AFTERWARDS,
    CHATTER,
    RESOURCES,
    STEPS,
    Item,
    after_header,
    heading,
    indent,
    is_done,
    item,
    numbered_inline,
    titled,
)
from tailor.core.reading.step_texts import OpenStep, has_words, joined, json_steps, only_titled, plain
from tailor.core.reading.stream import Lines

StepsEnd: TypeAlias = Literal["steps", "unparsed"]
"""steps: a list was found. unparsed: there was none."""

_WIDEST_GAP: Final = 30
"""How far the number of an item may be ahead of the one before."""


@dataclass(frozen=True, slots=True)
class ReadSteps:
    """A whole answer, read."""

    steps: tuple[str, ...]
    uncertain: tuple[int, ...]
    """Steps (1-based) that stood in `[[ ]]`."""
    dropped: int
    """Lines and items left out: echoed headers, empty items, talk."""
    end: StepsEnd


class StepReader:
    """Reads the steps of one answer, piece by piece; any chunking gives the same steps."""

    def __init__(self) -> None:
        self.dropped = 0
        """Lines and items left out so far."""
        self._lines = Lines()
        self._steps: list[str] = []
        self._uncertain: list[int] = []
        self._style: Item | None = None
        self._now: OpenStep | None = None
        self._held: list[str] = []
        self._number = 0
        self._sections: list[list[str]] = []
        self._blank = False
        self._fenced = False
        self._things = False
        self._over = False
        self._spaced = False
        self._raw: list[str] = []

    def feed(self, text: str) -> tuple[str, ...]:
        """The steps that became complete with this piece, in order."""
        before = len(self._steps)
        for line in self._lines.feed(text):
            self._read(line)
        return tuple(self._steps[before:])

    def close(self) -> tuple[str, ...]:
        """The end of the text: the last step, or the steps of a list in JSON or under bare headings."""
        before = len(self._steps)
        for line in self._lines.close():
            self._read(line)
        self._last()
        if self._style is None:
            self._other_forms()
        return tuple(self._steps[before:])

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps so far, in normal form."""
        return tuple(self._steps)

    @property
    def uncertain(self) -> tuple[int, ...]:
        """The steps so far (1-based) that stood in `[[ ]]`."""
        return tuple(self._uncertain)

    @property
    def end(self) -> StepsEnd:
        """Whether there was a list; means something once the reader is closed."""
        return "steps" if self._steps else "unparsed"

    def _read(self, line: str) -> None:
        """One whole line."""
        if self._style is None:
            self._raw.append(line)
        if is_fence(line):
            # A fence around the whole answer is no part of any step.
            self._fenced = not self._fenced and self._now is not None
            return
        if self._fenced and self._now is not None:
            self._now.add(line)
            return
        if not line.strip() or is_rule(line):
            self._blank = True
            return
        if not is_done(line):
            self._line(line)
        self._blank = False

    def _line(self, line: str) -> None:
        """A line that says something."""
        if self._style is None and item(line) is None and (at := after_header(line)) is not None:
            self.dropped += 1
            line = line[at:]
        found = item(line)
        if found and self._begins(found):
            self._begin(found, line)
        elif self._now is None:
            self._before(line)
        elif found and not self._held and not self._leaps(found):
            self._now.add(line[found.start :], sub=True)
        else:
            self._below(line, self._now)

    def _begins(self, found: Item) -> bool:
        """Whether the item is a step, and not a part of one, a thing needed, or talk."""
        if found.kind == "bullet" and self._things:
            return False
        style = self._style
        if style is None:
            return True
        if self._over:
            return found.kind == style.kind != "bullet" and found.number == len(self._steps) + 1
        if found.kind == style.kind:
            return found.indent <= style.indent + 1 and not self._leaps(found)
        # Bullets before the first number were a preface, or name the parts of a numbered list.
        return (
            style.kind == "bullet"
            and found.kind in ("number", "label", "heading")
            and found.indent <= style.indent
        )

    def _leaps(self, found: Item) -> bool:
        """Whether the number is too far on: a wrapped line may begin with one ("Bake at / 200. Then …")."""
        return found.number > self._number + _WIDEST_GAP

    def _begin(self, found: Item, line: str) -> None:
        """A new step; the one before is complete."""
        if self._now is not None:
            self._spaced = self._spaced or bool(self._held)
            for held in self._held:
                self._now.add(held)
        self._held = []
        self._give()
        if self._sections:
            self.dropped += sum(map(len, self._sections))
            self._sections = []
        if self._style is None or self._style.kind != found.kind:
            self._style = found
        self._over = self._things = False
        first, *others = numbered_inline(line[found.start :], found.number)
        self._now = OpenStep(unsure=found.unsure, titled=titled(found.kind))
        self._now.add(first)
        for other in others:
            self._give()
            self._now = OpenStep()
            self._now.add(other)
        self._number = found.number + len(others)

    def _before(self, line: str) -> None:
        """A line outside of any step: a header, a heading, talk."""
        words = line.strip().strip("*_#: ：")
        if self._style is None and heading(line) is not None:
            self._sections.append([words])
        elif self._style is None and self._sections:
            self._sections[-1].append(line.strip())
        else:
            self.dropped += 1
        if RESOURCES.match(words) and item(line) is None:
            self._things = True
        elif STEPS.match(words) and item(line) is None:
            self._things = False

    def _below(self, line: str, now: OpenStep) -> None:
        """A line under a step that is no item: it goes on, or it is talk."""
        words = line.strip().strip("*_#: ：")
        flat = indent(line) < 2
        if flat and AFTERWARDS.match(words) and (self._blank or heading(line) is not None):
            self._stop()
            self._over = True
        elif flat and heading(line) is not None and self._style is not None and self._style.kind != "heading":
            self._stop()
        elif self._held or (flat and not only_titled(now) and (self._blank or CHATTER.match(words))):
            self._held.append(line)
        else:
            now.add(line)
            return
        if self._now is None:
            self.dropped += 1

    def _stop(self) -> None:
        """The step is over, though no other begins."""
        self._last()
        self._things = False

    def _last(self) -> None:
        """Give the step that is open; what was held back under it is talk, unless steps here have such bodies."""
        if self._now is not None and self._held:
            own = 1 if self._spaced and not CHATTER.match(self._held[0].strip()) else 0
            for held in self._held[:own]:
                self._now.add(held)
            self.dropped += len(self._held) - own
        self._held = []
        self._give()

    def _give(self) -> None:
        """The open step is complete."""
        now, self._now = self._now, None
        self._fenced = False
        if now is None:
            return
        text, unsure = plain(" ".join(now.parts))
        if not has_words(text) or (not self._steps and text.endswith(":") and STEPS.match(text)):
            self.dropped += 1
            return
        self._steps.append(text)
        if unsure or now.unsure:
            self._uncertain.append(len(self._steps))

    def _other_forms(self) -> None:
        """Steps under headings without numbers, or in JSON; else everything was talk."""
        texts = json_steps("\n".join(self._raw))
        if texts:
            self.dropped = 0
        if not texts and len(self._sections) > 2:
            texts = [joined(section) for section in self._sections if len(section) > 1]
        if not texts:
            self.dropped += sum(map(len, self._sections))
        for text in texts:
            self._now = OpenStep(parts=[text])
            self._give()


def read_steps(text: str) -> ReadSteps:
    """Read a whole answer; never raises."""
    reader = StepReader()
    reader.feed(text)
    reader.close()
    return ReadSteps(reader.steps, reader.uncertain, reader.dropped, reader.end)
