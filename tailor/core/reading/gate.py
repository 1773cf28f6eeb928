"""What a read edit is worth: usable, flagged, or said before.

Owns ranges, repeats and second thoughts within one answer. Refuses to read.
"""

from tailor.core.edits import Edit, Flagged, Insert
from tailor.core.procedure import Part


class Gate:
    """Judges the edits of one answer, in order."""

    def __init__(self, steps: int, resources: int = 0) -> None:
        """`steps` and `resources`: how many the base has."""
        self.edits: list[Edit] = []
        self.flagged: list[Flagged] = []
        self._size: dict[Part, int] = {"steps": steps, "resources": resources}
        self._said: set[tuple[str, Part, int, str]] = set()
        self._replaced: set[tuple[Part, int]] = set()

    def admit(self, edit: Edit) -> Edit | Flagged | None:
        """The edit, or why it cannot be used; None for an exact repeat and for an insert of nothing."""
        key = (edit.op, edit.part, edit.step, edit.text)
        inserts = isinstance(edit, Insert)
        if key in self._said or (inserts and not edit.text):
            return None
        self._said.add(key)
        if not (0 if inserts else 1) <= edit.step <= self._size[edit.part]:
            return self._flag(Flagged(edit, "out_of_range"))
        if not inserts and (edit.part, edit.step) in self._replaced:
            return self._flag(Flagged(edit, "duplicate"))
        if not inserts:
            self._replaced.add((edit.part, edit.step))
        self.edits.append(edit)
        return edit

    def _flag(self, flagged: Flagged) -> Flagged:
        self.flagged.append(flagged)
        return flagged
