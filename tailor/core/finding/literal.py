"""Words of a hint that stand in the text as they were typed: "2 pm", "limescale remover", "turned off".

Tried where nothing else was found, so that nobody is told that nothing is known of what can be read there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tailor.core.finding.cues import Word, listed
from tailor.core.finding.foods import is_eaten
from tailor.core.finding.mentions import mentions, roots, you_said
from tailor.core.finding.model import Found, Place, Wish
from tailor.core.finding.reading import is_number
from tailor.core.finding.relations import key, things
from tailor.core.finding.texts import MOST_WORDS, Text
from tailor.core.guard.vocabulary import Break, stems
from tailor.core.procedure import Procedure

_FEW: Final = 2
"""Most places at which a single word still shows what is meant."""


def named(read: Sequence[Text], phrase: str) -> tuple[Place, ...]:
    """Return where these words stand in a row, in the singular or plural."""
    words = stems(phrase)
    return tuple(_in_a_row(read, words, phrase)) if 1 < len(words) <= MOST_WORDS else ()


def counted_only(procedure: Procedure, words: Sequence[str]) -> tuple[Place, ...]:
    """Return where the steps name what there is one of, if it is not made, eaten or listed: "one coat only"."""
    if {"only", "just"}.isdisjoint(words):
        return ()
    lines = frozenset(stems(" ; ".join((procedure.goal, *procedure.resources, procedure.yields))))
    common = listed("everyday") | listed("stop") | listed("people") | listed("persons")
    nouns = (one for one in words if not (one in common or is_number(one) or is_eaten(one)))
    named = (mentions(procedure, one, exact=True) for one in nouns if lines.isdisjoint(stems(one)))
    return next(filter(None, named), ())


def came_to_nothing(wish: Wish) -> bool:
    """Whether nothing can be said of the wish: neither where it is, nor that it is about health or time."""
    told = wish.places or wish.in_goal or wish.state or wish.known or wish.wanted == wish.thing
    head = wish.meant.rpartition(" ")[2]  # palm oil is no palm sugar
    known = wish.polarity != "instead" and (wish.health or _is_known(wish.meant) or is_eaten(head))
    return bool(wish.thing) and not (told or known)


def _is_known(word: str) -> bool:
    """Whether the data knows all names of it, so that the bare word means something else."""
    return key(word) in things() or is_eaten(word)


def narrowed(found: Found, hint: Sequence[Word]) -> Found:
    """Return the findings with only the first place of a plain word beside an unknown one: "plasterboard wall".

    Nobody can tell what the unknown word changes, and every wall of the text would be no answer.
    """
    unknown = {at for at, one in enumerate(hint) if one.typed in found.not_understood and _says_something(one)}
    beside = {
        hint[at].typed
        for which in unknown
        for at, sign in ((which + 1, which + 1), (which - 1, which))
        if 0 <= at < len(hint) and hint[sign].gap < Break.COMMA
    }
    return replace(found, wishes=tuple(_first_only(one) if one.thing in beside else one for one in found.wishes))


def _first_only(wish: Wish) -> Wish:
    plain = wish.loose and wish.polarity == "other" and not (wish.state or wish.wanted or is_eaten(wish.meant))
    return replace(wish, places=wish.places[:1]) if plain and len(wish.places) > _FEW else wish


def wishes(
    procedure: Procedure, read: Sequence[Text], hint: Sequence[Word], *, exact: bool = False
) -> Iterator[Wish]:
    """Yield what is only named: words in a row, else single words that stand in a few places at most."""
    rows = [range(at, at + size) for size in (4, 3, 2) for at in range(len(hint) - size + 1)]
    found = ((row, named(read, " ".join(hint[at].plain for at in row))) for row in rows if _is_row(hint, row))
    row, places = next(((row, some) for row, some in found if some), (range(0), ()))
    if places:
        yield _told([hint[at].typed for at in row], places)
        return
    made = {root for word in procedure.goal.split() for root in roots(word)}
    whole = (one for at, one in enumerate(hint) if not only_says_which(hint, at))
    some = (one for one in whole if _says_something(one) and roots(one.plain).isdisjoint(made))
    words = [one for one in some if not _is_known(one.plain) or one.plain in listed("adjectives")]
    for one in words:
        places = mentions(procedure, one.plain, whole=True, exact=exact)
        if 0 < len(places) <= _FEW:
            yield _told([one.typed], places)


def only_says_which(hint: Sequence[Word], at: int) -> bool:
    """Whether the word begins the name of another thing: a drain cleaner is no drain."""
    words = [one.plain for one in hint[at : at + 2]]
    return len(words) > 1 and key(" ".join(words)) in things() and not is_eaten(words[-1])


def _told(words: Sequence[str], places: Sequence[Place]) -> Wish:
    return Wish("other", " ".join(words), words=tuple(words), places=tuple(places), loose=True, recognised=True)


def _is_row(hint: Sequence[Word], row: range) -> bool:
    """Whether the row begins and ends with content words: "run 3 minutes"."""
    near = all(hint[at].gap < Break.COMMA and not hint[at].idle for at in row[1:])
    ends = all(is_number(hint[at].plain) or _says_something(hint[at], alone=False) for at in (row[0], row[-1]))
    return near and ends and any(_says_something(hint[at], alone=False) for at in row)


def _says_something(word: Word, *, alone: bool = True) -> bool:
    dull = listed("stop") | listed("small") | listed("dull")
    if alone:
        dull |= listed("times") | listed("symbols") | listed("parts_of_bodies")
    return not (word.idle or len(word.plain) < 2 + alone or is_number(word.plain) or word.plain in dull)


def _in_a_row(read: Sequence[Text], words: Sequence[str], phrase: str) -> Iterator[Place]:
    whole, size = "".join(words), len(words)
    for text in read:
        if text.part is None or whole not in text.phrases:
            continue
        for at in range(len(text.tokens) - size + 1):
            row, behind = text.tokens[at : at + size], text.tokens[at + size : at + size + 1]
            verb = behind and behind[0].gap < Break.COMMA and behind[0].plain in listed("fillers")
            if [one.stem for one in row] == [*words] and not verb:  # "let the bike stand a day"
                word = text.text[row[0].start : row[-1].end]
                yield Place(text.part, text.step, word, f"“{word}”: {you_said(word, phrase)}")
                break
