"""Generation without a model: the nearest procedure of the memory, changed only as the goal demands.

No step is invented and no amount lost: the result is somebody's procedure, and says whose. What the goal itself
wishes ("without eggs") is treated like a hint. It only gets the goal as its title if the text lives up to it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Final

from tailor.core.coverage import guard_findings
from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.english import CARDINALS, singular, singulars, spellings, stem
from tailor.core.finding import Found, Polarity, find
from tailor.core.finding.foods import foods_of
from tailor.core.finding.relations import other_names
from tailor.core.finding.spelling import mended
from tailor.core.guard.language import language
from tailor.core.numerals import either
from tailor.core.procedure import Procedure
from tailor.core.protocols import told
from tailor.core.requirements import Requirement
from tailor.core.text import normal, one_line
from tailor.rules.checks import head
from tailor.rules.model import Limits
from tailor.rules.modify import modify
from tailor.rules.tables import listed

FARTHEST: Final = 0.72
"""Cosine distance beyond which a procedure is no analogy, whatever words the goals share."""
_OF_ONE_KIND: Final = 0.8
"""The limit for one that makes the same kind of thing: strawberry jam for raspberry jam."""
_ALIKE: Final = 0.5
"""The limit for one that makes something else from the same: oat cookies for oat bars."""
_AVOIDED: Final = 0.3
"""How much nearer a procedure with something the person avoids must be to win against one without."""
_BANS: Final[frozenset[Polarity]] = frozenset(["without", "missing", "allergy-or-health"])
_WISHES: Final[frozenset[Polarity]] = _BANS | {"instead", "amount"}
"""Wishes that a goal may contain; anything else it names is what it is about."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_PIECE: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[,.;:!?(–]")
_TITLE_WORD: Final = re.compile(r"[^\W_]+")
_LONG: Final = 5
_MOST: Final = 8
"""The most resources that a sentence lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A procedure that was found, and its cosine distance (0: identical)."""

    procedure: Procedure
    distance: float
    avoided: bool = False
    """Whether it contains something that the person avoids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapted:
    procedure: Procedure
    """Has the id of its source if it is that word for word."""
    says: str
    """A line on what it is, and lines on what it takes."""


def as_titled(goal: str, titles: Sequence[str]) -> str:
    """Correct mistyped words of the goal that occur in one of these titles: banana bred."""
    words = frozenset(word.casefold() for title in titles for word in _WORD.findall(title))

    def meant(found: re.Match[str]) -> str:
        typed = found[0].casefold()
        right = mended(typed, words)
        return right if right != typed and right in words else found[0]

    return _WORD.sub(meant, goal)


def goal_and_wish(goal: str) -> tuple[str, str]:
    """Split off what is said about somebody: "Bake bread" and "my son is allergic to milk"."""
    found = _said_of_somebody().search(goal)
    if found is None or not _things(goal[: found.start()]):
        return goal, ""
    return goal[: found.start()].rstrip(" ,.;:–-"), found["wish"]


@cache
def _said_of_somebody() -> re.Pattern[str]:
    words = {name: either(*listed("generation", name)) for name in ("somebody", "whose", "says")}
    who = rf"(?:{words['somebody']}|{words['whose']} [^\W\d_]+(?: and (?:{words['whose']} )?[^\W\d_]+)?)"
    said = rf"(?:(?: also| both| all)? {words['says']}|['’](?:m|s|re|ve))(?!\w)"
    return re.compile(rf"[\s,.;:–-]+(?:(?:and|but|because|as|since)\s)?(?P<wish>\b{who}{said}.*)", re.I | re.S)


def near_enough(goal: str, near: Near) -> bool:
    """Whether a procedure may stand in for the goal: its title names what is made, and it is close enough.

    One about something that merely goes with it, such as the car for its oil, may not.
    """
    wanted, made = _things(goal), _things(near.procedure.goal)
    if not wanted or not made:
        return near.distance <= FARTHEST
    heads, theirs = ({_root(group[-1]) for group in groups} for groups in (wanted, made))
    first = near.procedure.goal.casefold().split()
    verbs = {_root(word) for word in (first[0], *first[2:3][: first[1:2] == ["and"]])}  # "Clean and oil a chain"
    named = {_root(word) for group in made for word in group}
    named = {*map(_root, _content(near.procedure.goal))} if len(named) == 1 else named  # "Train to run 5 km"
    named -= verbs - theirs
    if heads.isdisjoint(named):
        return near.distance <= _ALIKE and any(_root(word) in named for group in wanted for word in group)
    return near.distance <= (FARTHEST if heads.isdisjoint(theirs) else _OF_ONE_KIND)


def _root(word: str) -> str:
    """The common part of a word's forms and spellings: lasagne, lasagna."""
    return stem(word).rstrip("ae") if len(word) > _LONG else stem(word)


def _roots(word: str) -> frozenset[str]:
    """The roots of a word, of its other spellings, and of its other names: bike, bicycle."""
    return frozenset(map(_root, (word, *spellings(word), *other_names(word))))


def _things(goal: str) -> list[list[str]]:
    """The words for each thing that a goal or title says is made or done, with the noun last.

    "a crusty loaf of bread" is a loaf, and bread. A first word on its own may be a verb: "Train for a hike".
    """
    pieces = _PIECE.findall(goal.casefold())
    made: list[list[str]] = [[]]
    for word in pieces:
        last = made[-1]
        if word == "of" and last and last[-1] in listed("generation", "holders"):
            made.append(last[:-1])
        elif not word[0].isalnum() or word in listed("generation", "ends") or word == "of":
            if any(made) and made != [[singular(pieces[0])]]:
                break
            made.append([])
        elif word in ("and", "or"):
            made.append([])
        elif len(word) > 2 and word not in listed("generation", "goal_words"):
            last.append(singular(word))
    return [group for group in made if group]


def best_of(goal: str, resources: Sequence[str], found: Sequence[Near]) -> Near | None:
    """The analogy to adapt; None if nothing is near enough."""
    candidates = (one for one in found if one.procedure.steps and near_enough(goal, one))
    candidates = (one for one in candidates if not opposite(goal, one.procedure))
    return min(
        candidates, key=lambda one: (_cost(goal, resources, one), one.distance, one.procedure.id), default=None
    )


def opposite(goal: str, base: Procedure) -> bool:
    """Whether its title names a food that the goal rules out and that it cannot do without."""
    bans = (one for one in _heard(base, goal).wishes if one.polarity in _BANS)
    named = [one for one in bans if foods_of(one.in_goal.casefold()) and not one.meant.startswith("less ")]
    ruled_out = {one.meant.casefold() for one in _heard(base, base.goal).wishes if one.polarity in _BANS}
    if all(one.meant.casefold() in ruled_out for one in named):
        return False
    _, served, told = _as_wished(base, goal)
    return not served and not _content(told).isdisjoint(_content(base.goal))


def adapted(goal: str, resources: Sequence[str], base: Procedure, where: str, *, goes_on: bool = False) -> Adapted:
    """Change the procedure as the goal wishes; `where` says where it is from, as in "your library".

    `goes_on`: further wishes follow, so it is not called word for word the same.

    Resources keep their amounts, since the steps mention the same ones. The person's own resources only serve to
    say what else is needed, and what is not.
    """
    made, served, told = _as_wished(base, goal)
    same = made is base
    if not served and told:  # so that whoever reads it later sees it too
        made = replace(made, notes="\n".join(filter(None, (made.notes, told))))
    fits = served and _may_be_called(goal, base) and not _hides_a_food(goal, made)
    title = normal(goal) if fits else made.goal
    other = title != normal(goal) and _title_words(goal) != _title_words(base.goal)
    lacking = _absent(made.resources, resources) if resources else ()
    kept = "word for word" if same else "changed as you asked"
    used = singulars(*made.steps)
    unused = tuple(text for text in resources if head(text) not in used)
    about = (
        *_introduced(base, goal, where, other=other, kept=kept if not goes_on else ""),
        told,
        "Read it through before you rely on it.",
    )
    lines = (
        " ".join(filter(None, about)),
        f"You also need: {_list(lacking)}." if lacking else "",
        f"No step uses: {_list(unused)}." if unused else "",
    )
    return Adapted(
        procedure=replace(made, goal=title, id=base.id if same else "", tags=()),
        says="\n".join(filter(None, lines)),
    )


def _introduced(base: Procedure, goal: str, where: str, *, other: bool, kept: str) -> tuple[str, str]:
    """Say what it is and how near it comes; `kept` is "" if it is going to be changed.

    If it lacks what the goal is about, the lemon of a lemon cake, it is not offered as a how-to for it.
    """
    of, asked = f"“{one_line(base.goal, 80)}” from {where}", f"“{one_line(goal, 80)}”"
    text = {*map(_root, _content(" ".join((base.goal, *base.resources, *base.steps))))}
    heard = (one for one in _heard(base, goal).wishes if one.polarity in _WISHES)
    wished = _title_words(*(word for one in heard for word in one.words))
    about = (word for group in _things(goal) for word in group if not _title_words(word) <= wished)
    lacks = tuple(f"“{word}”" for word in about if text.isdisjoint(_roots(word)) and word not in language().verbs)
    if lacks and other:
        nearest = f"The nearest is {of}{kept and f', {kept}'}."
        return f"There is no how-to for {asked} here. {nearest}", f"It does not mention {_list(lacks)}."
    closest = f"It is the closest there is to {asked}, so it keeps its own title." if other else ""
    return f"This is {of}, {kept}." if kept else f"This began as {of}.", closest


def _as_wished(base: Procedure, goal: str) -> tuple[Procedure, bool, str]:
    """Return the procedure changed as the goal wishes, whether all wishes are met, and what to say about it."""
    if _title_words(goal) == _title_words(base.goal):
        return base, True, ""
    wish = Requirement(id="R1", kind="prerequisite", text=goal)
    made = modify(base, (wish,), Limits(heard=_WISHES))
    [judged] = made.verdicts
    heard = [one for one in _heard(base, goal).wishes if one.polarity in _WISHES]
    if not heard:
        return base, True, ""
    if judged.verdict == "looked_for" and all(one.known and one.polarity != "allergy-or-health" for one in heard):
        return base, True, judged.says
    amounts_alone = bool(made.edits) and all(one.polarity == "amount" for one in heard)
    if judged.verdict not in ("done", "already") and not amounts_alone:
        own = _title_words(base.goal)  # "remove mould": that is what it is about
        sure = [one for one in heard if not one.loose and one.polarity != "amount"]
        has = (place.word for one in sure for place in one.places)
        asked = _title_words(*chain.from_iterable(_things(goal))) - _title_words(*(one.meant for one in sure))
        has = (word for word in has if not _title_words(word) <= asked)  # the cake that is asked for has eggs
        words = tuple(
            dict.fromkeys(word for word in has if foods_of(word.casefold()) or not _title_words(word) <= own)
        )
        looked = judged.says if judged.verdict == "looked_for" and any(one.known for one in heard) else ""
        amounts = "The amounts are as written." if any(one.polarity == "amount" for one in heard) else ""
        return base, False, f"It still has {_list(words)}. {amounts}".strip() if words else looked or amounts
    done = apply(base, Bag(made.edits)).procedure if made.edits else base
    for header in made.headers:
        done = replace(done, **told(header))
    return done, True, judged.says if made.edits else ""


def _heard(base: Procedure, goal: str) -> Found:
    return find(base, (Requirement(id="R1", kind="prerequisite", text=goal),)).each[0]


def _may_be_called(goal: str, base: Procedure) -> bool:
    """Whether the goal, once its wishes are met, claims nothing about the procedure that its own title does not.

    It may say less than that title, but not leave out what it rules out ("without raw egg").
    """
    own, asked = _title_words(base.goal), _title_words(goal)
    read = _heard(base, goal)
    named = [word for one in read.wishes if one.polarity not in _WISHES for word in one.words]
    ruled_out = [one.thing for one in _heard(base, base.goal).wishes if one.polarity in _BANS]
    rest = _title_words(*read.not_understood, *named)
    return own != asked and rest <= own and _title_words(*ruled_out) <= asked


def _hides_a_food(goal: str, made: Procedure) -> bool:
    """Whether its own title names a food, still used, that the goal omits: walnuts, in "banana bread"."""
    left = (
        word for word in _content(made.goal) if foods_of(word) and not _title_words(word) <= _title_words(goal)
    )
    used = singulars(*made.resources or made.steps)
    return any(singular(word) in used for word in left)


def misnamed(written: Procedure) -> str:
    """What a procedure contains against its own title, as in "eggs"; "" proves nothing."""
    bans = [one for one in _heard(written, written.goal).wishes if one.polarity in _BANS and one.known]
    needs = (f"{'' if one.state else 'no '}{one.thing}" for one in bans)
    wishes = tuple(
        Requirement(id=f"R{number}", kind="prerequisite", text=text) for number, text in enumerate(needs, 1)
    )
    found = guard_findings(replace(written, goal=""), wishes) if wishes else ()
    return _list(tuple(dict.fromkeys(one.word.casefold() for one in found if one.kind != "not_assessed")))


def _cost(goal: str, resources: Sequence[str], one: Near) -> float:
    """The lower the better: near, in similar words, needing little that is absent, free of what is avoided."""
    wanted, needed = _content(goal), one.procedure.resources
    named = len(wanted & _content(one.procedure.goal)) / len(wanted) if wanted else 0.0
    lacking = len(_absent(needed, resources)) / len(needed) if needed and resources else 0.0
    return one.distance - named + 0.5 * lacking + (_AVOIDED if one.avoided else 0)


def _list(texts: Sequence[str]) -> str:
    shown = ", ".join(one_line(text, 60) for text in texts[:_MOST])
    return f"{shown} and {len(texts) - _MOST} more" if len(texts) > _MOST else shown


def _absent(needed: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    """The resources whose noun none of those at hand has."""
    has = {head(one) for one in there}
    return tuple(text for text in needed if head(text) not in has)


def _content(text: str) -> frozenset[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(singular(word) for word in words if word not in listed("generation", "goal_words"))


def _title_words(*texts: str) -> frozenset[str]:
    """The stems in a title that say what is made; even short words and numbers, which can tell titles apart."""
    words = (word.casefold() for text in texts for word in _TITLE_WORD.findall(text))
    passed = listed("generation", "goal_words") - {*CARDINALS} | listed("generation", "small_words")
    return frozenset(stem(singular(word)) for word in words if word not in passed)
