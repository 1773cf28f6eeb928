"""The work sheet of the built-in tailor: a procedure on which rules leave their marks, one rule after the other.

Owns that every line ends with one text, its reasons and the requirements it serves, so that the edits of an
answer can never contradict each other. Refuses to touch steps that are done already, and to know any rule.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.procedure import Part, Procedure
from tailor.core.text import normal


@dataclass(slots=True, eq=False)
class Line:
    """One step or resource: the text of the base, the text now ("" = taken away), and why.

    Two lines are the same only if they are one: equal steps stand in different places.
    """

    part: Part
    number: int
    """1-based in the base; for a new line the number it stands after."""
    old: str
    text: str
    new: bool = False
    locked: bool = False
    reasons: dict[str, None] = field(default_factory=dict)
    serves: dict[str, None] = field(default_factory=dict)

    @property
    def gone(self) -> bool:
        """Whether the line was taken away."""
        return not self.text


@dataclass(slots=True)
class Sheet:
    """All lines of a procedure with what was put between them, and what must be said about requirements."""

    goal: str
    lines: list[Line]
    said: dict[str, dict[str, None]] = field(default_factory=dict)
    """Per requirement what a person must know: what was not done, and why."""
    touched: dict[str, None] = field(default_factory=dict)
    """Requirements that some rule understood."""

    def part(self, part: Part) -> list[Line]:
        """The lines of one part in order, new ones in their places, without those taken away."""
        return [line for line in self.lines if line.part == part and not line.gone]

    @property
    def steps(self) -> list[Line]:
        """The steps as they stand."""
        return self.part("steps")

    @property
    def resources(self) -> list[Line]:
        """The resources as they stand."""
        return self.part("resources")

    def change(self, line: Line, text: str, reason: str, serves: Iterable[str]) -> bool:
        """Puts another text on a line ("" takes it away); False where it is done already or nothing changes."""
        text = normal(text)
        if line.part == "resources" and line.old and not line.old[:1].isupper():
            text = text[:1].lower() + text[1:]
        if line.locked or text == line.text:
            return False
        line.text = text
        line.reasons |= dict.fromkeys([reason])
        line.serves |= dict.fromkeys(serves)
        return True

    def add(self, part: Part, after: Line | None, text: str, reason: str, serves: Iterable[str]) -> Line | None:
        """Puts a new line after `after` (None: before the first); None where that place is done already."""
        at = self.lines.index(after) + 1 if after is not None else self._first(part)
        number = after.number if after is not None else 0
        following = next((line for line in self.lines[at:] if line.part == part), None)
        if part == "steps" and following is not None and following.locked:
            return None
        line = Line(part, number, "", normal(text), new=True)
        line.reasons |= dict.fromkeys([reason])
        line.serves |= dict.fromkeys(serves)
        self.lines.insert(at, line)
        return line

    def say(self, requirements: Iterable[str], words: str) -> None:
        """Notes what a person must know about these requirements."""
        for requirement in requirements:
            self.said.setdefault(requirement, {})[words] = None

    def understood(self, requirements: Iterable[str]) -> None:
        """Notes that a rule knows what these requirements ask."""
        self.touched |= dict.fromkeys(requirements)

    def procedure(self) -> Procedure:
        """The procedure as it stands now."""
        return Procedure(
            self.goal, tuple(line.text for line in self.steps), tuple(line.text for line in self.resources)
        )

    def edits(self) -> Iterator[Edit]:
        """What changed, as edits on the base: steps from the first to the last, then resources."""
        for part in ("steps", "resources"):
            for line in self.lines:
                if line.part != part or line.text == line.old:
                    continue
                make = Insert if line.new else Replace
                yield make(
                    step=line.number,
                    text=line.text,
                    part=line.part,
                    reason=" ".join(_each_once(line.reasons)),
                    serves=tuple(line.serves),
                )

    def _first(self, part: Part) -> int:
        return next((at for at, line in enumerate(self.lines) if line.part == part), len(self.lines))


def sheet_of(procedure: Procedure, frozen: int = 0) -> Sheet:
    """A clean sheet of a procedure; steps 1 to `frozen` cannot be changed."""
    steps = [Line("steps", n, text, text, locked=n <= frozen) for n, text in enumerate(procedure.steps, 1)]
    resources = [Line("resources", n, text, text) for n, text in enumerate(procedure.resources, 1)]
    return Sheet(procedure.goal, [*steps, *resources])


def _each_once(reasons: Iterable[str]) -> list[str]:
    """The reasons without those that another one says already."""
    said = list(reasons)
    return [one for one in said if not any(one != other and one in other for other in said)]
