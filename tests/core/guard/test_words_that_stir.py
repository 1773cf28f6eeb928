"""Only some words say anything of others; a text without them is read no further, so none may be forgotten."""

import pytest

from tailor.core.guard.language import language, stirs
from tailor.core.guard.negation import marks
from tailor.core.guard.vocabulary import tokenize

_READ_ON_FROM = (
    "without", "nots", "lapses", "closing_lapses", "exceptions", "spoils", "habits", "others", "others_use",
    "others_had", "looks_for", "verdicts", "declines", "deniers",
)  # fmt: skip


@pytest.mark.parametrize("name", _READ_ON_FROM)
def test_every_cue_of_the_data_makes_a_text_be_read_on(name: str) -> None:
    cues = [" ".join(words) for some in getattr(language(), name).values() for words in some]
    assert cues
    assert all(any(stirs(tokenize(f"butter {cue} butter"), language())) for cue in cues)


@pytest.mark.parametrize("text", ["Melt the butter.", "Chop two onions for 5 minutes."])
def test_a_plain_step_says_nothing_of_its_words(text: str) -> None:
    tokens = tokenize(text)
    made = marks(tokens, frozenset(range(len(tokens))), language())
    assert not any(stirs(tokens, language()))
    assert not any(
        flag for flags in (made.unused, made.undone, made.idle, made.away, made.denied) for flag in flags
    )


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("Bake it without butter.", "butter"),
        ("Leave the butter out.", "butter"),
        ("Cross the butter off the list.", "butter"),
        ("Choose oil over butter.", "butter"),
        ("Slice it as you would butter.", ""),
        ("Cut lumps no bigger than a walnut.", "walnut"),
        ("Roll it to the size of walnuts.", "walnuts"),
    ],
)
def test_words_that_say_something_of_others_are_read(text: str, unused: str) -> None:
    tokens = tokenize(text)
    made = marks(tokens, frozenset(range(len(tokens))), language())
    assert any(stirs(tokens, language()))
    gone = {token.plain for token, flag in zip(tokens, made.unused, strict=True) if flag}
    assert unused in gone or not unused
