"""Hypothesis strategies: procedures, bags that fit them, and awkward texts."""

from hypothesis import strategies as st

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.procedure import Part, Procedure, procedure

TEXTS = st.sampled_from(
    [
        "Mix",
        "Bake 30 min",
        "Cool",
        "Repeat step 2",
        "Mix well",
        "Bake 20 min",
        "[/]",
        "Öl (etwas)",
        "x" * 40,
        "done",
        "é",
    ]
)
PARTS: tuple[Part, ...] = ("steps", "resources")


@st.composite
def procedures(draw: st.DrawFn, most: int = 7) -> Procedure:
    steps = draw(st.lists(TEXTS, max_size=most))
    resources = draw(st.lists(TEXTS, max_size=3))
    places = draw(st.sets(st.integers(1, max(1, len(steps))), max_size=2)) if steps else set()
    return procedure("Goal", steps, resources, sections=[(place, f"Part {place}") for place in places])


@st.composite
def edits(draw: st.DrawFn, base: Procedure) -> Edit:
    part = draw(st.sampled_from(PARTS))
    count = len(base.part(part))
    if count and draw(st.booleans()):
        return Replace(step=draw(st.integers(1, count)), text=draw(st.one_of(st.just(""), TEXTS)), part=part)
    return Insert(step=draw(st.integers(0, count)), text=draw(TEXTS), part=part)


@st.composite
def bags(draw: st.DrawFn, base: Procedure, most: int = 8) -> Bag:
    """A bag without conflicts, every edit with an id."""
    seen: set[tuple[Part, int]] = set()
    kept: list[Edit] = []
    for number, edit in enumerate(draw(st.lists(edits(base), max_size=most)), 1):
        if isinstance(edit, Replace):
            if (edit.part, edit.step) in seen:
                continue
            seen.add((edit.part, edit.step))
            kept.append(Replace(step=edit.step, text=edit.text, part=edit.part, id=f"e{number}"))
        else:
            kept.append(Insert(step=edit.step, text=edit.text, part=edit.part, id=f"e{number}"))
    return Bag(tuple(kept))


@st.composite
def procedures_with_bags(draw: st.DrawFn) -> tuple[Procedure, Bag]:
    base = draw(procedures())
    return base, draw(bags(base))
