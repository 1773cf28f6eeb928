"""Tools and terms: each changed only where the work, the dish and the sentence stay what they are."""

from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import glossary
from tailor.rules.exchange import foods
from tailor.rules.glossary import terms
from tailor.rules.model import Asked, Kind


def texts(kind: Kind, hint: str, base: Procedure) -> dict[tuple[str, int], str]:
    (requirement,) = parse_hint(hint)
    wishes = find(base, [requirement]).each[0].wishes
    found = [one for wish in wishes if (one := kind(base, Asked(requirement, wish))) is not None]
    return {(edit.part, edit.step): edit.text for one in found for edit in one.edits}


def test_a_beginner_gets_a_term_explained_where_it_is_used_first() -> None:
    base = procedure("Cook", ["Simmer for 5 minutes.", "Stir, and simmer for 5 minutes more."], ["pot"])
    assert texts(glossary.propose, "first time cooking", base) == {
        ("steps", 1): "Simmer (cook so gently that only small bubbles rise) for 5 minutes."
    }
    assert texts(glossary.propose, "im an experienced cook", base) == {}
    pan = procedure("Cook", ["Heat the oil in a medium saute pan."], ["oil"])
    assert texts(glossary.propose, "first time cooking", pan) == {}


def test_every_row_of_the_tables_can_be_read() -> None:
    assert all(food.why.endswith(".") and food.source for food in foods()[0])
    assert all(means and "(" not in means for _, means in terms())
