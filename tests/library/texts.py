"""Hostile and ordinary texts for the tests of the library, and procedures made of them."""

from hypothesis import strategies as st

from tailor.core.procedure import READ_KEYS, Amount, Procedure, procedure

HOSTILE = (
    "A [/] Z",
    "A [@click=app.quit]x[/] Z",
    "A \x1b]52;c;VEFJTE9S\x07 Z",
    "A \x9b2J Z",
    "A \u202egnirts\u202c Z",
    "A a\ud800b Z",
    "A a\u2028b\x85c\x0bd\x1ce Z",
    "A keep\rEVIL Z",
    "A e" + "\u0301" * 50 + " Z",
    "A a\x00b Z",
    "---",
    "# heading",
    "## Steps",
    "### Section",
    "1. one",
    "Repeat step 1.",
    "- item",
    "```",
    '{"a": 1}',
    "edits:",
    "Resources: a, b",
    "== Notes ==",
    "  spaced  out  ",
    "½ cup – “quoted” 鍋 👩‍👩‍👧",
)

READ = READ_KEYS | {"yield", "times", "author", "image", "language", "amounts"}
"""Keys of a procedure's JSON that are no keys of somebody else."""

texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=40),
    st.text(alphabet=st.characters(codec=None, categories=None), max_size=12),
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def procedures(draw: st.DrawFn) -> Procedure:
    """Any procedure with at least one step."""
    from dataclasses import replace

    from tailor.core.procedure import procedure_from_json
    from tailor.core.text import normal

    steps = draw(st.lists(texts.filter(lambda t: bool(normal(t))), min_size=1, max_size=6))
    made = procedure(
        draw(texts),
        steps,
        draw(st.lists(texts, max_size=4)),
        sections=[(n, t) for n, t in draw(st.dictionaries(st.integers(1, len(steps)), texts, max_size=2)).items()],
        notes=draw(st.lists(texts, max_size=3).map("\n".join)),
    )
    rest = procedure_from_json(
        {
            "steps": ["x"],
            "tags": list(draw(st.lists(texts, max_size=2))),
            "source": draw(texts),
            "licence": draw(texts),
            "yield": draw(texts),
            "author": draw(texts),
            "language": draw(st.sampled_from(["", "en", "pt-BR"])),
            "times": dict(draw(st.dictionaries(st.sampled_from(["prep", "cook", "total"]), st.integers(1, 999)))),
            **draw(st.dictionaries(texts.filter(lambda t: t not in READ), json_values, max_size=2)),
        }
    )
    parts = st.dictionaries(st.sampled_from(["amount", "unit", "name", "note"]), texts.map(normal), min_size=1)
    amounts = (
        Amount(text, **draw(parts), tool=draw(st.booleans()), fixed=draw(st.booleans()))
        for text in dict.fromkeys(made.resources)
        if draw(st.booleans())
    )
    uncertain = tuple(sorted(draw(st.sets(st.integers(1, len(made.steps)), max_size=2))))
    same = ("tags", "source", "licence", "extra", "yields", "author", "language", "times")
    found = {name: getattr(rest, name) for name in same}
    return replace(made, **found, uncertain=uncertain, amounts=tuple(amounts))


BREAD = procedure(
    "Bake bread",
    ["Mix flour and water", "Let it rise for 1 h", "Bake at 220 °C for 30 min"],
    ["500 g flour", "350 ml water", "an oven"],
)
