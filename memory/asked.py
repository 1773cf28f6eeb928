"""What a question asks for: the words that tell it, and by what else each of them may be called.

Needs no numpy, so the app's process can import it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from memory.text import data
from tailor.core.english import lexical_stem, spellings
from tailor.core.finding.relations import other_names

Asked = Mapping[str, Mapping[str, float]]
"""Each telling word by its stem, with every stem that stands for it and how well, 0 to 1."""

_OTHER_NAME: Final = 0.9
"""How well another name stands for a word: names are looser than words, and the word itself goes first."""
_WORD: Final = re.compile(r"[^\W_]{2,}")


def asked_for(question: str) -> Asked:
    return {lexical_stem(word): dict(reversed([*_stems(word)])) for word in telling(words_in(question))}


def _stems(word: str) -> Iterable[tuple[str, float]]:
    """The stems that stand for a word, the best first."""
    yield from ((lexical_stem(one), 1.0) for one in (word, *spellings(word)))
    yield from ((lexical_stem(one), _OTHER_NAME) for one in other_names(word))


def words_in(text: str) -> Iterator[str]:
    return (found[0] for found in _WORD.finditer(text.casefold()))


def telling(words: Iterable[str]) -> list[str]:
    """The words that tell what is asked for: not "how do I", "what is a good way"; all where no other is left."""
    told = [word for word in words if word not in data("stop_words")]
    return [word for word in told if word not in data("asking_words")] or told
