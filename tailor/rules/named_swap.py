"""Put in what the person names in place of something else: "string instead of cable ties".

`exchange` knows foods that do the same job. Here the person decides, and the word is put in as far as the
sentences allow: the number of the noun, the amount before it, what is done to it. What works in a way of its own,
such as yeast or eggs, is never exchanged by name alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.finding import Wish
from tailor.core.finding.foods import is_eaten
from tailor.core.finding.relations import classes, key, things
from tailor.core.guard import scan
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.protocols import GroupHeader
from tailor.core.text import one_line
from tailor.rules.amounts import amounts, is_recipe, plural
from tailor.rules.checks import head
from tailor.rules.exchange import DENIED, Food, exchanged, is_verb
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.tables import listed, pattern, table

_ASKS: Final = ("instead", "missing", "without")
_COUNT: Final = pattern("named_swap", "count")
_PREPARED: Final = pattern("named_swap", "prepared")
_ONE: Final = re.compile(r"(?:an?|one|1)\s", re.IGNORECASE)
_SORT: Final = pattern("named_swap", "sort")
_SHAPED: Final = pattern("named_swap", "shaped")
_STATE: Final = pattern("named_swap", "state")
_MELTS: Final = pattern("named_swap", "melts")
_MELT: Final = re.compile(r"\bmelt\w*", re.IGNORECASE)
_READY: Final = pattern("named_swap", "ready")
_GOES_ON: Final = pattern("named_swap", "goes_on")
_LONG_NUMBERS: Final = re.compile(
    r"(?<![\w.,])(?P<new>\d{4,6}) (?:instead of|rather than|not) (?:[a-z]+ )?(?P<old>\d{4,6})(?!\w|[.,]\d)", re.I
)
_MEANS: Final = tuple(pattern("named_swap", name) for name in ("with", "verb", "beside"))
"""What may precede a thing that is no food; the last only if the person says "instead"."""
_HAZARD: Final = pattern("named_swap", "hazard")
_JOB: Final = "“{}” may not work the same way here"
_WHICH: Final = "the list has more than one kind"
_RAW: Final = pattern("named_swap", "raw")
_FARTHEST: Final = 400
"""Characters on either side of a mention that tell what it is used for."""
_COOK: Final = " Cook it right through."
_MAY_DIFFER: Final = " You may need more or less of it, or a different time."
_BARE: Final = ("weight", "volume", "spoon")
"""What units measure that stand right before a name: "200 g cheddar", but "a tin of tuna"."""
_MAY_TAKE: Final = " It may need a different time."


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Put the person's own word in every place of the thing; None if one of them may not allow it."""
    done = _swapped(procedure, asked)
    return None if isinstance(done, str) else done


def numbers(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Replace a long number everywhere: "port 9443 instead of 8443". In a recipe it would be an amount."""
    said = _LONG_NUMBERS.search(asked.requirement.words)
    if said is None or is_recipe(procedure):
        return None
    old = re.compile(rf"(?<![\w.,]){said['old']}(?!\w|[.,]\d)")
    texts = {part: [old.sub(said["new"], text) for text in procedure.part(part)] for part in PARTS}
    says = f"I put {said['new']} where it said {said['old']}."
    edits = rewritten(procedure, texts, says)
    return Proposal(edits=edits, says=says, stays=True) if edits else None


def why_not(procedure: Procedure, asked: Asked) -> str:
    """A sentence about why what the person names is not put in; "" if it can be, or if they name nothing."""
    done = _swapped(procedure, asked)
    if isinstance(done, str) or with_amount(procedure, asked, done) is not None:
        return done if isinstance(done, str) else ""
    return f"I left “{asked.wish.called}” as it is: I can't tell where “{asked.wish.much}” goes."


def with_amount(procedure: Procedure, asked: Asked, done: Proposal) -> Proposal | None:
    """Put the amount that the person gives into the one line of the list; None if it may not be all there is."""
    much, new = asked.wish.much, _as_written(asked.wish.wanted, asked.requirement.words)
    if not much or not done.edits:
        return done
    known = much in asked.requirement.words
    figures = any(one.measure in _BARE and one.style == "figure" for one in amounts(much))
    much = much.removesuffix(" of") if figures else much  # "200 ml oat milk", but "a cup of oat milk"
    forms = sorted({new, singular(new), plural(singular(new))}, key=len, reverse=True)
    own = re.compile(rf"\W*(?:of (?:the )?)?((?:\w+ )?)(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)
    lines = [edit for edit in done.edits if edit.part == "resources"]
    steps = (edit.text for edit in done.edits if edit.part == "steps")
    if len(lines) != 1 or any(own.match(text, one.end) for text in steps for one in amounts(text)):
        return None
    text, found = lines[0].text, amounts(lines[0].text)
    named = own.match(text, found[0].end) if len(found) == 1 and not found[0].start else None
    if named is None or not known:
        return None
    text = f"{much} {named[1]}{new}{text[named.end() :]}"
    edits = (replace(edit, text=text) if edit is lines[0] else edit for edit in done.edits)
    told = tuple(replace(edit, reason=edit.reason.replace(_MAY_DIFFER, _MAY_TAKE)) for edit in edits)
    return replace(done, edits=told, says=done.says.replace(_MAY_DIFFER, _MAY_TAKE))


def _swapped(procedure: Procedure, asked: Asked) -> Proposal | str:
    """Return the swap, or a sentence about why it is not made; "" if the wish is for something else."""
    wish = asked.wish
    old, new = wish.meant.casefold(), _as_written(wish.wanted, asked.requirement.words)
    if wish.polarity not in _ASKS or not old or not new or wish.held or wish.loose or old == new.casefold():
        return ""
    names = sorted(_names(procedure, asked, old), key=len, reverse=True)
    done = _put_in(procedure, wish, names, new) if names else ""
    return f"I left “{names[0]}” as it is: {done}." if done and isinstance(done, str) else done


def _put_in(procedure: Procedure, wish: Wish, names: Sequence[str], new: str) -> Proposal | str:
    led = _led(procedure, names, new)
    names = led or names
    cut, plain = next((one[0] for one in map(_PREPARED.match, names) if one and one[0] != one.string), ""), new
    if cut and not _PREPARED.search(new) and _is_alike(names[0], new):
        new = cut + new  # ground beef becomes ground turkey, but not ground lentils
    nouns = {singular(name.split()[-1]) for name in names}
    lines = sum(head(text) in nouns for text in procedure.resources)
    if lines > 1 and len({*map(singular, names)}) > 1:
        return _WHICH  # two kinds of oil
    eaten, about = _is_food(new), _HAZARD.search("\n".join((procedure.goal, *procedure.steps)))
    if about and not eaten:
        return f"using another tool near “{about[0]}” can be dangerous"
    if not _may_stand_in(procedure, names[0], new):
        return _JOB.format(new)
    counted = (bool(led) or singular(new) != new) and _is_counted(procedure, names)
    to = singular(new) if counted else new
    food = Food(names, (to,), count=counted, tool=not eaten)
    means = _MEANS if wish.polarity == "instead" else _MEANS[:2]
    texts = ((part, text) for part in PARTS for text in procedure.part(part))
    unfit = next((text for part, text in texts if not _holds(part, text, food, (names[0], new), means)), "")
    if unfit:
        return f"“{new}” may not fit in “{one_line(unfit, 60)}”"
    after, goal = _everywhere(procedure, food, to), _renamed(procedure.goal, names, plain)
    if after is None or goal is None:
        return _JOB.format(new)
    says = f"I put “{new}” where it said “{names[0]}”." + (_MAY_DIFFER if eaten else "")
    says += _COOK if _RAW.search(new) and not _RAW.search(names[0]) else ""
    edits = tuple(
        Replace(part=part, step=step, text=text, reason=says)
        for part in PARTS
        for step, (was, text) in enumerate(zip(procedure.part(part), after.part(part), strict=True), 1)
        if was != text
    )
    changed = {(edit.part, edit.step) for edit in edits}
    like = {one for name in (new, singular(new)) for one in (name.split()[-1], plural(name.split()[-1]))}
    there = (place for place in wish.places if (place.part, place.step) not in changed)
    left = tuple(place for place in there if place.word.split()[-1].casefold() not in like)
    header = GroupHeader(group="", goal=goal) if goal != procedure.goal else None
    return Proposal(edits=edits, says=says, stays=True, left=left, header=header) if edits else _JOB.format(new)


def _led(procedure: Procedure, names: Sequence[str], new: str) -> Sequence[str]:
    """Prefix the names with the first word of `new` if the text always does: chicken breasts, for thighs."""
    first, some = new.split()[0], "|".join(map(re.escape, names))
    texts = "\n".join((procedure.goal, *procedure.resources, *procedure.steps))
    alone = re.search(rf"(?<!\b{re.escape(first)} )\b(?:{some})\b", texts, re.IGNORECASE)
    return () if alone or " " not in new else [f"{first} {name}" for name in names]


def _everywhere(procedure: Procedure, food: Food, to: str) -> Procedure | None:
    """Make the swap in every place; None if some of the old thing would remain."""
    after = exchanged(replace(procedure, goal=""), food, to)
    if after is None:
        return None
    steps, resources = (tuple(_without(to, text) for text in some) for some in (after.steps, after.resources))
    rest = replace(after, steps=steps, resources=resources)
    return after if exchanged(rest, food, to) in (None, rest) else None


def _without(name: str, text: str) -> str:
    """Remove what was put in, since it may contain the old word: sweet potatoes for potatoes."""
    forms = sorted({name, plural(name), singular(name)}, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, forms)), "", text, flags=re.IGNORECASE)


def _renamed(goal: str, names: Sequence[str], new: str) -> str | None:
    """Put the new name into the title, "Beef stew" to "Turkey stew"; None if it cannot be done.

    A title that has the name more than once may be about something else afterwards.
    """
    forms = {form for name in names for form in (name, singular(name), plural(singular(name)))}
    some = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
    found = list(re.finditer(rf"(?<![\w-])(?:{some})(?![\w-])", goal, re.IGNORECASE))
    if not found:
        return goal
    at, stop = found[0].span()
    ahead = re.search(r"[^\W\d_]+[ -]$", goal[:at])
    if ahead and key(f"{ahead[0]}{found[0][0]}".casefold()) in things():
        return goal  # peanut butter is another thing
    one = singular(new) if singular(found[0][0].casefold()) == found[0][0].casefold() else new
    others = re.findall(r"[^\W\d_]{4,}", goal[:at] + goal[stop:])
    one = one.title() if found[0][0].istitle() and others and all(map(str.istitle, others)) else one
    one = one.upper() if found[0][0].isupper() else one[0].upper() + one[1:] if found[0][0][0].isupper() else one
    return goal[:at] + one + goal[stop:] if len(found) == 1 else None


def _as_written(wanted: str, words: str) -> str:
    """What is wanted as it goes into a sentence: in lower case, except names such as "WD-40"."""
    return wanted if re.search(r"[A-Z].*[A-Z\d]", wanted) else wanted.casefold() if wanted in words else ""


def _names(procedure: Procedure, asked: Asked, old: str) -> Iterator[str]:
    """Yield the text's words for the thing, and its last word if that alone is used for it in the steps."""
    words = {word.casefold() for place in asked.wish.places for word in (place.word, *place.also)}
    whole = {word for word in words if _is_one(word, old)}
    alike = {key(name) for word in whole for name in _other_names(word)}
    yield from whole | {word for word in words if key(word) in alike}  # minced beef is called mince too
    like = singular(asked.wish.wanted.casefold().split()[-1])
    steps = " \n".join(procedure.steps).casefold()
    for noun in {word.split()[-1] for word in whole if " " in word and singular(word.split()[-1]) != like}:
        lines = sum(head(text) == singular(noun) for text in procedure.resources)
        bare = re.sub("|".join(map(re.escape, whole)), "", steps)
        named = re.findall(rf"(\w*)\W+{re.escape(noun)}\b", bare)
        if lines <= 1 and named and listed("named_swap", "pointing").issuperset(named):
            yield noun


def _other_names(word: str) -> tuple[str, ...]:
    """What else the thing is called, if the word is a name of it and not only of what it is made of."""
    thing = things().get(key(word))
    return (thing.name, *thing.same) if thing is not None else ()


def _is_one(word: str, old: str) -> bool:
    """Whether the text's word names the thing: "olive oil" for oil, "brown lentils" for the brown ones."""
    said, meant = [[singular(one) for one in name.split()] for name in (word, old)]
    sort = len(said) == 2 and said[:1] == meant and not _is_food(old)
    other = pattern("exchange", "other").search(" ".join((*word.split()[: -len(meant)], "")))
    return sort or (said[-len(meant) :] == meant and not other)


def _may_stand_in(procedure: Procedure, old: str, new: str) -> bool:
    """Whether one may replace the other by name: neither works in a way of its own, and no meat for a carrot."""
    works = listed("named_swap", "works")
    ends = {singular(word) for name in (old, new) for word in name.split()}
    if not works.isdisjoint(ends) or _is_food(old) != _is_food(new):
        return False
    everything = "\n".join((procedure.goal, *procedure.resources, *procedure.steps))
    for row in table("named_swap")["never"]:
        named = re.search(rf"\b(?:{row['old']})$", old) and re.search(rf"\b(?:{row['new']})\b", new)
        if named and re.search(rf"\b(?:{row['where']})", everything, re.IGNORECASE):
            return False
    there = any(re.search(rf"\b{re.escape(new)}\b", text, re.IGNORECASE) for text in procedure.resources)
    meat = any(scan(new, ["vegetarian"])) and not any(scan(old, ["vegetarian"]))
    return not there and not meat


def _holds(part: Part, text: str, food: Food, names: tuple[str, str], means: Sequence[re.Pattern[str]]) -> bool:
    """Whether the new word fits every mention in the text, and does not occur there yet."""
    old, new = names
    found = list(food.pattern.finditer(text))
    if found and new.casefold() in food.pattern.sub("", text).casefold():
        return False
    for one in found:
        before = text[max(0, one.start() - _FARTHEST) : one.start()]
        after = text[one.end() : one.end() + _FARTHEST]
        if DENIED.search(before):
            continue
        if _SORT.search(before) or (_STATE.search(new) and _READY.search(before)):
            return False
        if (part == "steps" and is_verb(before, after)) or _GOES_ON.match(one[0] + after):
            return False
        counted = _COUNT.search(before)
        if counted and not food.count and (_is_food(new) or not _ONE.match(counted[0])):
            return False
        if _is_food(new):
            said = before + after if part == "resources" else _said_of(before, after)
            said = _MELT.sub("", said) if _MELTS.search(new) else said
            if _STATE.search(said) or (_SHAPED.search(said) and not _is_alike(old, new)):
                return False
        elif not any(one.search(before) for one in means) or (part == "resources" and re.search(r"\d", after)):
            return False  # nobody knows the size of the new thing: "sandpaper, 120 grit"
    return True


def _said_of(before: str, after: str) -> str:
    """The verb of the clause, and the words on both sides up to the next thing."""
    clause = re.split(r"[.;:]", before)[-1]
    beside = re.split(r",| and | then ", clause)[-1], re.split(r"[.;:,]| and | then ", after)[0]
    return " ".join((*clause.split()[:2], *beside))


def _is_food(name: str) -> bool:
    words = (name, name.split()[-1])
    return any(map(is_eaten, words)) or not listed("named_swap", "foods").isdisjoint((*words, *_kinds(name)))


def _is_alike(old: str, new: str) -> bool:
    """Whether both belong to one class, such as vegetables."""
    return not _kinds(old).isdisjoint(_kinds(new))


def _kinds(name: str) -> set[str]:
    return {one.name for word in (name, name.split()[-1]) for one in classes().get(key(word), ())}


def _is_counted(procedure: Procedure, names: Sequence[str]) -> bool:
    """Whether the text counts the thing in pieces."""
    name = "|".join(map(re.escape, names))
    texts = (text for part in PARTS for text in procedure.part(part))
    return any(
        _COUNT.search(text[: found.start()])
        for text in texts
        for found in re.finditer(rf"\b(?:{name})", text, re.I)
    )
