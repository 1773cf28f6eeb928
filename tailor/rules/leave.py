"""Leave out a food that a dish can do without: a herb, a spice, nuts, mushrooms (data/leave.toml).

It goes from the list and from every sentence that names it beside other things; an act about it alone is dropped
whole. Nothing is changed if a sentence says more about it, or if a step that stays depends on what goes. What the
person says is fine is kept.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tailor.core.english import singular, singulars
from tailor.core.finding import cues
from tailor.core.finding.foods import is_eaten
from tailor.core.guard.language import language
from tailor.core.leaving_out import acts_of
from tailor.core.procedure import Procedure
from tailor.core.protocols import GroupHeader
from tailor.core.renumber import mentions_all
from tailor.core.text import one_line
from tailor.rules import servings
from tailor.rules.amounts import amounts, plural
from tailor.rules.checks import head
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.tables import listed, table

_ASKS: Final = ("missing", "without", "allergy-or-health")
_SENTENCE: Final = re.compile(r"(?<=[.!])\s+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_NEXT: Final = re.compile(r",|\band\b|\bor\b|[()]")
"""What separates two things in one line of the list."""
_PRONOUN: Final = re.compile(r"[^.;]*?\b(?:them|they)\b", re.IGNORECASE)
_LIST: Final = re.compile(r",(?= (?!and |or )[^,.;:()]+$)")
"""The last comma of an enumeration."""


@dataclass(frozen=True, slots=True)
class _Spared:
    """The thing to leave out: its names as a regular expression, and the words of everything else in the list."""

    names: str
    others: frozenset[str]

    def found(self, ahead: str, text: str, after: str = "", *, plain: str = "plain") -> re.Match[str] | None:
        """Find the first mention, with its amount and adjectives, between two patterns."""
        item = rf"(?<!\w)(?:{table('leave')['lead']})*(?:{self.names})(?:{table('leave')['tail']})?"
        return re.search(f"{ahead}{item}(?={table('leave')[plain]}){after}", text, re.IGNORECASE)

    def beside(self, text: str) -> set[str]:
        """The other things of the list that the text names, without measures and little words."""
        words = singulars(text) & self.others
        return {
            word
            for word in words
            if not re.fullmatch(f"{table('leave')['lead']}|{table('leave')['little']}", f"{word} ")
        }

    def is_thing(self, words: Sequence[str]) -> bool:
        """Whether the last of these words names another thing of the list."""
        return bool(words) and singular(words[-1].casefold()) in self.others


def keep(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Confirm a wish that only says that a thing may stay: "almonds are fine", not "fine for me"."""
    wish = asked.wish
    words = [word.plain for word in cues.split(asked.requirement.words)]
    rest = Counter(words) - Counter(word.plain for word in cues.split(wish.thing))
    fine = words[-1:] and not cues.listed("fine").isdisjoint(words)
    little = listed("leave", "fine") | cues.listed("joiners")
    fine = fine and all(word in little or is_eaten(word) for word in rest)
    wanted = wish.polarity == "other" and wish.thing and wish.wanted == wish.thing
    if fine and wanted:
        return Proposal(says=f"I left “{wish.called}” alone.", fits=True)
    typed = asked.requirement.words
    others = (one.text for one in asked.together if one.words != typed)
    if wish.places and is_kept(typed, wish.thing) and not any(servings.wanted(one, procedure) for one in others):
        return Proposal(says=f"I left it alone, as you said: “{one_line(typed, 60)}”.", fits=True, stays=True)
    return None


def is_kept(words: str, thing: str) -> bool:
    """Whether the words only say that the thing is to stay: "keep the butter", "don't change the salt"."""
    found = re.fullmatch(table("leave")["kept"], re.sub(r"['’]", "", words.casefold()).strip(" .!"))
    return found is not None and thing.casefold() in (found["thing"], found["same"])


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Leave out what was found for the wish, if the dish can spare it and every sentence stays whole."""
    wish = asked.wish
    words = {word.casefold() for place in wish.places for word in (place.word, *place.also)}
    if wish.polarity not in _ASKS or wish.wanted or not words or not all(map(_is_spared, words)):
        return None
    *sort, last = map(singular, wish.thing.casefold().split() or [""])
    bare = last in map(singular, words) and not {*sort} & {one for word in words for one in singulars(word)}
    if wish.state or {*sort}.issuperset(map(singular, words)) or (sort and bare):
        return None  # a dog owner may still eat onions, and so may who has no onion powder or red onions
    forms = sorted({form for word in words for form in (word, singular(word), plural(singular(word)))})
    names = rf"\b(?:{'|'.join(map(re.escape, reversed(forms)))})\b"
    named = re.compile(names, re.IGNORECASE)
    gone = [text for text in procedure.resources if named.search(text)]
    if any(_is_spared(one) and not named.search(one) for text in gone for one in _NEXT.split(text.casefold())):
        return None  # "raisins, cumin and turmeric" is more than raisins
    if _is_most(gone, procedure.resources):
        return None  # four cups of almonds are the biscuit itself
    kept = ["" if named.search(text) else text for text in procedure.resources]
    others = " ".join(re.split(r",? (?:to|for) ", text)[0] for text in kept).casefold()  # without "to serve"
    thing = _Spared(names, singulars(others))
    whole = (thing.found("^", text) for text in gone)
    goal = _untitled(procedure.goal, thing) if named.search(procedure.goal) else procedure.goal
    steps = _steps(procedure.steps, thing) if gone and goal and all(whole) else None
    if steps is None:
        return None
    idle = (singulars(*procedure.steps) - singulars(*steps)) & listed("leave", "tools")
    kept = ["" if head(text) in idle else text for text in kept]
    said = sorted(word for word in words if not any(word in other for other in words - {word}))  # "red onion"
    says = f"Left out the {' and the '.join(said)}."
    header = GroupHeader(group="", goal=goal) if goal != procedure.goal else None
    return Proposal(
        edits=rewritten(procedure, {"steps": steps, "resources": kept}, says), says=says, header=header
    )


def _is_most(gone: Sequence[str], resources: Sequence[str]) -> bool:
    """Whether these lines make up more than half of the total weight or the total volume."""
    for measure in ("weight", "volume"):
        sizes = table("units")["sized"][measure]
        much = {
            text: max((float(one.low) * sizes[one.name] for one in amounts(text) if one.name in sizes), default=0)
            for text in resources
        }
        if sum(map(bool, much.values())) > 2 and 2 * sum(much[text] for text in gone) > sum(much.values()):
            return True
    return False


def _steps(steps: Sequence[str], thing: _Spared) -> list[str] | None:
    """Return the steps without it, "" for one that is about nothing else; None if one would not stay whole.

    None too if a step that stays refers to one that goes or begins with what was done to the thing, or if no step
    names it: it is then used under another name.
    """
    made = [_without(text, thing) if re.search(thing.names, text, re.IGNORECASE) else text for text in steps]
    gone = {at for at, text in enumerate(made, 1) if text == ""}
    if (
        len(gone) == len(steps)
        or made == list(steps)
        or any(text and not gone.isdisjoint(mentions_all(text)) for text in made)
        or any(text and _lost_its_noun(old, text) for old, text in zip(steps, made, strict=True))
    ):
        return None
    for at in gone:
        after = next((text for text in made[at:] if text != ""), None)
        first = next(_acts(steps[at - 1]))
        if after and _leans(after, steps[at - 1][: first.end], thing):
            return None
    whole = [text for text in made if text is not None]
    return whole if len(whole) == len(made) else None


def _lost_its_noun(old: str, text: str) -> bool:
    """Whether a step now begins with a "them" that means what went: "Toast the nuts; then chop them"."""
    begins = not old.casefold().startswith(text[:12].casefold())
    return begins and _PRONOUN.match(text) is not None


def _untitled(goal: str, thing: _Spared) -> str:
    """The title without it if it comes last ("Banana bread with walnuts"); "" if it does not."""
    found = thing.found(" (?:with|and) ", goal, "$")
    before = goal[: found.start()] if found else ""
    comma = before.rfind(", ")
    return before if comma < 0 else f"{before[:comma]} and {before[comma + 2 :]}"


def _is_spared(name: str) -> bool:
    """Whether a dish can do without it, in whatever form: blanched almonds."""
    words = singular(name).split()
    return any(" ".join(words[at:]) in listed("leave", "spared") for at in range(len(words)))


def _without(text: str, thing: _Spared) -> str | None:
    """Return the text without any mention of the thing, "" if it is about nothing else.

    None if a sentence would not stay whole.
    """
    while text and re.search(thing.names, text, re.IGNORECASE):
        shorter = _beside(text, thing) or _alone(text, thing)
        if shorter is None:
            return None
        text = shorter
    return text


def _beside(text: str, thing: _Spared) -> str:
    """Drop the first mention if it stands beside other things of the list; "" if it does not."""
    if (found := thing.found(", ", text, "(?=,| and | or )")) and thing.is_thing(
        _WORD.findall(text[: found.start()])
    ):
        return _counted_up(text[: found.start()], text[found.end() :], thing)
    if (found := thing.found(",? (?:and|or|plus) ", text)) and thing.is_thing(
        _WORD.findall(text[: found.start()])
    ):
        before, after = text[: found.start()], text[found.end() :]
        comma = _LIST.search(before)
        if comma and thing.is_thing(_WORD.findall(before[: comma.start()])):
            before = f"{before[: comma.start()]} and{before[comma.end() :]}"
        return "" if re.match(r" (?:are|have|were|turn|begin|start|become)\b", after) else before + after
    found = thing.found("", text, "(?:,? and |, )")
    if found and text[found.start() - 2 : found.start()] != ", ":
        rest = re.sub("^([^,.;:]*), (and|or) ", r"\1 \2 ", text[found.end() :])
        lead = re.match(rf"(?:{table('leave')['lead']})*", rest, re.IGNORECASE)
        beside = _WORD.findall(re.split(table("leave")["ends"], rest[lead.end() if lead else 0 :])[0])
        both = re.match("(?:half )?the ", found[0])
        the = both[0] if both and re.match(r"(?!the )[^\W\d_]", rest) else ""
        if thing.is_thing(beside) and all(
            thing.is_thing([word]) or word.endswith(("ed", "ly")) for word in beside
        ):
            return text[: found.start()] + the + rest
    return ""


def _counted_up(before: str, after: str, thing: _Spared) -> str:
    """Join both parts, without the comma if only two things are left."""
    pieces = re.split("[.;:]", before)[-1].split(",")[:-1]
    several = any(thing.is_thing(_WORD.findall(one)) for one in pieces)
    return before + (after[1:] if re.match(", (?:and|or) ", after) and not several else after)


def _alone(text: str, thing: _Spared) -> str | None:
    """Drop the first act that is about the thing alone, with what is done to it next.

    None if the act is about more, or what follows may refer to the thing.
    """
    acts = list(_acts(text))
    at = next(n for n, one in enumerate(acts) if re.search(thing.names, text[one.begin : one.end], re.IGNORECASE))
    first, last = acts[at], at
    named = text[first.begin : first.end]
    if not _is_about(named, thing):
        return None
    while at and acts[at - 1].sentence == first.sentence and _is_bare(text, acts[at - 1]):
        at -= 1  # "rinse, drain and chop the capers"
    first = acts[at]
    while last + 1 < len(acts) and _goes_on(text[acts[last + 1].begin : acts[last + 1].end], named, thing):
        last += 1
    after = acts[last + 1] if last + 1 < len(acts) else None
    if after and _leans(text[after.begin : after.end], named, thing):
        return None
    before, rest = text[: first.begin], text[after.begin :] if after else ""
    if after is None or after.sentence != acts[last].sentence:
        begins = not acts[at - 1 : at] or acts[at - 1].sentence != first.sentence
        before = before if begins else f"{_ended(text[: acts[at - 1].end])}. "
        return (before + rest).strip()
    if at == 0 or acts[at - 1].sentence != first.sentence:
        return before + rest[:1].upper() + rest[1:]
    return text[: acts[at - 1].end] + text[acts[last].end : after.begin] + rest


@dataclass(frozen=True, slots=True)
class _Act:
    """One action that a text calls for: its span, and the number of its sentence."""

    begin: int
    end: int
    sentence: int


def _acts(text: str) -> Iterator[_Act]:
    begin = 0
    for number, sentence in enumerate(_SENTENCE.split(text)):
        begin = text.index(sentence, begin)
        bare = sentence.rstrip(" .!")
        yield from (
            _Act(begin + start, begin + end, number) for start, end in acts_of(bare, listed("leave", "verbs"))
        )
        begin += len(sentence)


def _is_bare(text: str, act: _Act) -> bool:
    """Whether an act is just a verb for what the next act names: "rinse and chop", but not "season and add"."""
    words = _WORD.findall(text[act.begin : act.end].casefold())
    return len(words) == 1 and words[0] not in listed("leave", "of_all")


def _is_about(act: str, thing: _Spared) -> bool:
    """Whether the act handles or adds the thing, and nothing else that matters."""
    found = thing.found(table("leave")["does"], act, plain="act") or thing.found(table("leave")["tops"], act, "$")
    if found is None or found.start() > 0:
        return False
    rest, tools = act[found.end() :], listed("leave", "tools")
    by = rest.partition("with ")[2].casefold()
    alone = not thing.beside(rest) - tools and not re.search(r",|\b(?:and|or|plus)\b", rest)
    return alone and (not by or not tools.isdisjoint(singulars(by)))


def _goes_on(act: str, dropped: str, thing: _Spared) -> bool:
    """Whether the act continues with what was just dropped."""
    aside = re.match(table("leave")["aside"], act, re.IGNORECASE)
    return not thing.beside(act) and bool(aside or _pronoun(thing, act, dropped))


def _leans(after: str, dropped: str, thing: _Spared) -> bool:
    """Whether the next text may refer to what was dropped: "cook for a minute", "add them"."""
    begins = re.match(table("leave")["leans"], after, re.IGNORECASE)
    first = _SENTENCE.split(after)[0]
    return bool(begins) or _pronoun(thing, first, dropped)


def _pronoun(thing: _Spared, text: str, dropped: str) -> bool:
    """Whether the text has a pronoun for the thing, as the dropped act names it, which that act has not."""
    named = re.search(thing.names, dropped, re.IGNORECASE)
    many = named is not None and named[0].casefold().endswith("s")
    says = re.compile(r"\b(?:they|them|these)\b" if many else r"\b(?:it|this|them|they)\b", re.IGNORECASE)
    return bool(says.search(text)) and not says.search(dropped)


def _ended(text: str) -> str:
    """Join the last two acts that are left with the "and" that went with the third."""
    head, comma, tail = text.rpartition(", ")
    verbs = language().verbs | listed("leave", "verbs")
    whole = not comma or re.match("(?:and|then|until|so|or|but|which|as) ", tail) or " and " in tail
    return text if whole or tail.split(" ")[0] not in verbs else f"{head} and {tail}"
