"""How a text is cut into words, and where one clause ends: what the guard reads in all else."""

from time import process_time

import pytest

from tailor.core.guard.vocabulary import Break, gerund, odd_plural, tokenize


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        ("of 1,000", Break.NONE),
        ("oats, eggs", Break.COMMA),
        ("step 2, eggs", Break.COMMA),
        ("oats, 3", Break.COMMA),
        ("weighs 1.5", Break.NONE),
        ("on gov.uk", Break.NONE),
        ("add No. 5", Break.NONE),
        ("say no. Add", Break.SENTENCE),
        ("the end. Add", Break.SENTENCE),
        ("wait! Add", Break.SENTENCE),
        ("oats; eggs", Break.CLAUSE),
        ("oats - eggs", Break.CLAUSE),
        ("egg-free", Break.HYPHEN),
        ("egg\u2010free", Break.HYPHEN),
        ("egg\u2011free", Break.HYPHEN),
        ("egg free", Break.NONE),
    ],
)
def test_the_last_word_is_parted_from_the_one_before(text: str, gap: Break) -> None:
    assert tokenize(text)[-1].gap is gap


@pytest.mark.parametrize("text", ["milk- and egg-free", "milk-, egg- and nut-free", "milk-/egg-free"])
def test_a_word_whose_rest_follows_later_is_known_as_such(text: str) -> None:
    assert tokenize(text)[0].suspended
    assert not tokenize(text)[-1].suspended


@pytest.mark.parametrize(
    ("verb", "form"),
    [("bake", "baking"), ("chop up", "chopping up"), ("see", "seeing"), ("dye", "dyeing"), ("open", "opening"),
     ("squat", "squatting"), ("forget", "forgetting"), ("fry", "frying")],
)  # fmt: skip
def test_a_verb_has_its_form_in_ing(verb: str, form: str) -> None:
    assert gerund(verb) == form


@pytest.mark.parametrize(
    ("noun", "plural"), [("toastie", "toasties"), ("octopus", "octopuses"), ("egg", ""), ("eggs", ""), ("oat", "")]
)
def test_only_a_plural_of_another_stem_is_named(noun: str, plural: str) -> None:
    assert odd_plural(noun) == plural


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2eggs", ["2", "eggs"]),
        ("eggs²", ["eggs", "²"]),
        ("200gbutter", ["200", "g", "butter"]),
        ("2lbsbutter", ["2", "lbs", "butter"]),
        ("1lbbutter", ["1", "lb", "butter"]),
        ("2cupsalmonds 1cupsalmon", ["2", "cups", "almonds", "1", "cup", "salmon"]),
        ("1lbuttermilk", ["1", "l", "buttermilk"]),
        ("2grapes", ["2", "grapes"]),
        ("3limes", ["3", "limes"]),
        ("B12 7up E471 W123 v2 WD40 m8", ["B12", "7up", "E471", "W123", "v2", "WD40", "m8"]),
        ("200g 5lbs 1st 30cm", ["200g", "5", "lbs", "1st", "30cm"]),
        ("pea&#110;uts 2", ["pea&#110;uts", "2"]),
    ],
)
def test_a_figure_is_parted_from_the_word_it_touches_but_not_from_a_letter_or_two(
    text: str, words: list[str]
) -> None:
    assert [text[one.start : one.end] for one in tokenize(text)] == words


@pytest.mark.parametrize("text", ["1kgabc" * 17_000, "1lbabc" * 17_000, "2eggs" * 20_000, "½cups" * 20_000])
def test_a_word_of_a_hundred_thousand_letters_and_figures_is_soon_parted(text: str) -> None:
    began = process_time()
    tokenize(text)
    assert process_time() - began < 1
