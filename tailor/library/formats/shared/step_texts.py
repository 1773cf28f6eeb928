"""Finds steps in texts of any format: numbers, also full-width and Roman ones, titles, and what follows steps."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final
from unicodedata import category, normalize

STEP: Final = "(?:step|pasul|schritt|[ée]tape|paso|passo|fase|stap|krok|steg|trin|vaihe|adım|lépés|шаг|крок|βήμα)"
"""What sites call a step when they number it."""
_NUMBERED = re.compile(
    rf"(?:^\s*|(?<=[.!?)\s,]))(?:{STEP}\s*)?(\d{{1,3}})([.):])(?:\s+(?=\S)|(?=[^\W\d_]))", re.IGNORECASE
)
_MARK = re.compile(
    rf"^\s*(?:(?:{STEP}\s*)?\d{{1,3}}\s*[.):](?:\s+|(?=[^\W\d_]))|{STEP}\s+\d{{1,3}}\s*[-–:]?\s+|[-*•·–]\s+)",
    re.IGNORECASE,
)
ONLY_NUMBER: Final = re.compile(
    rf"(?:(?:{STEP}\s*#?)?\s*\d{{1,3}}(?: ?(?:of|von|sur|de|van|av|/) ?\d{{1,3}})?|\d{{1,3}}\.?\s*{STEP})"
    r"\s*[.:)]?",
    re.IGNORECASE,
)
"""A line that only numbers a step: "2", "Step 2 of 5"."""
_LEADING = re.compile(
    rf"^\s*(?P<word>{STEP}\s*#?\s*)?(?P<number>\d{{1,3}})(?(word)(?:\.\d{{1,2}})?)\s*(?:/ ?\d{{1,3}}\s*)?"
    r"(?:[.):](?:\s+(?=\S)|(?=[^\W\d_]))|\s?[-–]\s+|(?(word)\s*(?=[^\W\d_])|(?!)))",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"(?:for|to (?:make|prepare|assemble|serve|finish)|für|pour|para|per)\b[^.:;!?]{1,50}:", re.IGNORECASE
)
_CAPITALS = re.compile(r"[^\W\d_a-zß-ÿ][^a-zß-ÿ.:;!?]{2,50}:")
_COUNTED_PART = re.compile(r"[^\W\d_]{3,20} ?#?\d{1,2}:")
_SHOUTED = re.compile(r"[A-ZÀ-Þ][A-ZÀ-Þ0-9 &'’,()/-]{2,50}")

_BARE_COUNTED = re.compile(r"(?:^\s*|(?<=[.!?)])\s+)(\d{1,2})\s+(?=[^\W\d_a-zß-ÿ])")
_BARE_NUMBER = re.compile(r"\s*(?P<number>\d{1,2})\s*(?=[^\W\d_a-zß-ÿ])")
ENERGY: Final = re.compile(r"(?<![^\W\d_])k(?:cal|j)\b", re.IGNORECASE)
TO_EATERS: Final = (
    "(?:enjoy|bon app[ée]tit|à table|guten appetit|buon appetito|buen provecho|bom apetite|(?:eet )?smakelijk|"
    "smacznego|dobr[oú]u? chuť|jó étvágyat|smaklig måltid|velbekomme|god appetit|poft[ăa] bun[ăa]|afiyet olsun|"
    "приятного аппетита|смачного|καλή όρεξη)"
)
"""Wishes for those who eat, after the steps."""
_FURNITURE = re.compile(
    r"(?:(?:number of servings|servings? size|servings?)\s*[:=]?\s*\d|serves \d|"
    r"makes (?:about |approx\w*\.? )?\d[\d\s–-]*\w*[.]?$|yields?\b|"
    r"per serving\b|nutrition\b|(?:photo(?:graph)?s?|recipe|rezept|foto) (?:(?:&|and) \w+ )?"
    r"(?:by|credit|from|adapted|submitted|courtesy|von)\b|"
    r"(?:tags?|keywords?|(?:recipe )?(?:type|categor(?:y|ies)|course|cuisine))\s*:|adapted from\b|"
    r"(?:print|pin|save|share|tweet|email|e-mail|rate|fave|made)(?: it| this| recipe)*[.!]?$|"
    r"(?:view|read|see) (?:all|more|full)\b|"
    r"add (?:a |your )?(?:review|comment|note|photo)|add to (?:my |your )?(?:favou?rites|recipe box|shopping)|"
    r"be the first to|watch\b.{0,20}video|"
    r"like this recipe|leave a (?:comment|reply)|advertisement$|anzeige$|publicité$|posted (?:by|in|on)\b|"
    r"source\s*:|"
    rf"{TO_EATERS}\W*$|"
    r"\W*(?:recipe |photo )?courtesy\b|(?:https?://|www\.)\S+(?:$|\s.*[^\s.!?]$)|copyright\b|©|"
    r"(?:last )?(?:printed|published|posted|updated|written|submitted)(?: (?:by|from|on)\b| \d|:)|"
    r"filed under\b|more from\b|buy the (?:full )?book\b|"
    r"(?:(?:this )?recipe (?:was )?)?reprinted (?:with|by|from)\b|(?:first|originally) published\b)",
    re.IGNORECASE,
)
"""What sites write after the steps."""

_PLEASE: Final = r"(?:please |don['’]t forget to |(?:be|make) sure to |remember to )?"
CALL: Final = re.compile(
    r"(?=.{1,250}$)(?:\w[\w ]{0,15}[!:] )?(?:https?://\S+$|www\.\S+$|@[\w.]+$|(?:#\w+\s*)+$|[♬♫♪]|"
    r"download (?:(?:the|this|as|a|recipe) )*pdf\b|.+\bapp[.!] download (?:now|here)\W*$|"
    r"subscribe (?:to|for|now)\b|sign up (?:to|for|now)\b|"
    r"don['’]t forget to (?:share|tag|rate|subscribe)\b|"
    rf"{_PLEASE}(?:follow|find|join|mention|tag|visit) (?:me|us|@\w+|along)\b|"
    rf"{_PLEASE}(?:leave|post|drop|write|share) (?:me |us )?(?:an? |your |the )?"
    r"(?:comments?|reviews?|ratings?|photos?|pics?)|"
    rf"{_PLEASE}(?:rate|review|pin|like) (?:this|the|our) (?:recipe|post|page|video)|"
    r"did you (?:make|try|like|enjoy|love) (?:this|it|our|my)\b|"
    r"(?:have you )?(?:tried|made|loved?) (?:this|our|my) [\w ]{1,30}\?|"
    r"(?:if|have|when) you(?:['’]ve)? (?:ma[dk]e|tr(?:y|ied)|(?:like|love|enjoy)(?:e?d)?) (?:this|it|our|my)\b"
    r".{0,150}\b(?:comments?|rat(?:e|ing)|review|tag|photo|share|follow|instagram|facebook|pinterest|stars?)\b)",
    re.IGNORECASE,
)
"""What a site asks of its readers, and addresses: "Follow us on Instagram", "Leave a comment"."""

_LOST = re.compile(
    r"(?:(?<=[^\W\d_]{2}[.!?])|(?<=[\d)°%][.!?])|(?<=[\d°][°CFgl][.!?]))(?=[^\W\d_a-zß-ÿ][^\W\d_]+[ ,-])"
)
"""Where a site lost the break between two paragraphs: the end of a sentence without a space."""

_WIDE = re.compile(r"(?:(?<=[^\W\d_]{2}[.!?])|(?<=[\d)°%][.!?])) {2,}(?=[^\W\d_a-zß-ÿ])")
"""Where a line end became several spaces, in a text with single spaces between sentences."""
_NARROW = re.compile(r"(?<=[^\W\d_]{2}[.!?]) (?=[^\W\d_a-zß-ÿ])")

_ENDED = re.compile(r"[.!?:;)…]\s*$")
OPEN: Final = re.compile(
    r"(?:,|[^.!?]\((?:about|approx\w*)|\b(?:about|to|for|for about|until|at|the|a|of|or|and|with))\s*$"
)
"""An end in the middle of a sentence that a number continues."""
_LOOK_BACK = 40
"""Characters from which a line counts as long."""
_FEWEST_COUNTED = 3
HEADING: Final = "\x02"
"""Marks a line that is a heading; not allowed in HTML."""


_MOST_LINES = 5_000
_MOST_PIECES = 500
"""Limits for a page that repeats one word thousands of times."""

_ONES: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_TENS: Final = ("", "x", "xx", "xxx")
_ROMAN: Final = {
    f"{ten}{one}": 10 * tens + ones for tens, ten in enumerate(_TENS) for ones, one in enumerate(_ONES)
}
_COUNTED: Final = re.compile(r"( {0,3})([ivx]{1,7})[.)]\s+(?=\S)", re.IGNORECASE)
_WIDE_NUMBER: Final = re.compile(
    r"^([ \u3000]{0,3})([0-9０-９]{1,3})\s?(?:[．、）：]|(?<=[０-９])[.):])\s*(?=\S)", re.MULTILINE
)


def split_blob(text: str) -> list[str]:
    """Split one text into steps: its lines, or the parts counted "1. … 2. … 3. …" if there are more of these."""
    told = between_numbers(unwrapped(text.split("\n")))
    lines = [line for line in (_MARK.sub("", line, count=1).strip() for line in told) if line]
    counted = counted_parts(text.strip())
    if len(counted) > (len(lines) if len(lines) > 1 else 0):
        return [" ".join(part.split()) for part in counted] if len(lines) > 1 else counted
    if len(lines) == 1 and _NARROW.search(lines[0]):
        lines = _WIDE.sub("\n", lines[0]).split("\n")
    return [part for line in lines for part in _LOST.sub("\n", line).split("\n") if part]


def between_numbers(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines except those that only count; if they count from one on, join the lines below each."""
    at = [n for n, line in enumerate(lines) if ONLY_NUMBER.fullmatch(line.strip())]
    numbers = [int(re.sub(r"\D", " ", lines[n]).split()[0]) for n in at]
    above = [line for line in lines[: at[0]] if line.strip() and not line.startswith(HEADING)] if at else []
    if len(at) < _FEWEST_COUNTED or numbers != [*range(1, len(at) + 1)] or above:
        counting = frozenset(at)
        yield from (line for n, line in enumerate(lines) if n not in counting)
        return
    most = max(two - one for one, two in pairwise(at))
    for start, end in pairwise([*at, at[-1] + most]):  # more than the last step may stand below the last number
        headed = [line for line in lines[start + 1 : end] if line.strip()]
        titles = list(takewhile(lambda line: line.startswith(HEADING), headed))
        yield from titles
        yield from filter(None, [" ".join(line.strip() for line in headed[len(titles) :])])
    yield from lines[at[-1] + most :]


def without_counts(texts: Sequence[str]) -> list[str]:
    """Drop the texts that only count the others: "1", "Mix it.", "2", "Bake it."."""
    counts = [re.sub(r"\D", "", text) for text in texts if ONLY_NUMBER.fullmatch(text.strip())]
    alone = len(counts) > 1 and counts == [str(number) for number in range(1, len(counts) + 1)]
    return [text for text in texts if not (alone and ONLY_NUMBER.fullmatch(text.strip()))]


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Undo hard line breaks: join each line with those after it that continue its sentence.

    A blank line does not end a sentence in which a long line stops.
    """
    if not lines or lines[0].strip()[:1].islower():  # here steps begin without a capital
        return list(lines)
    joined: list[list[str]] = []
    above = ""
    for line in map(str.strip, lines):
        open_end = above and not _ENDED.search(above) and (line[:1].islower() or OPEN.search(above))
        if open_end and (line[:1].islower() or line[:1].isdigit()):
            joined[-1].append(line)
        elif line or len(above) < _LOOK_BACK:
            joined.append([line])
        above = line[-_LOOK_BACK:] if line or len(above) < _LOOK_BACK else above
    return [" ".join(parts) for parts in joined]


def counted_parts(line: str) -> list[str]:
    """Split a line at numbers that count up from one; return [] if there are none.

    The one may be missing, where a list was read as its first item: "Mix it. 2. Bake it. 3. Eat it." All numbers
    must have the same mark: "2." and "3)" do not count together.
    """
    starts, number, ends, kind = [0], 1, list[int](), ""
    for mark in _NUMBERED.finditer(line):
        first = number == 1 and int(mark[1]) == 1 and mark.start() == 0
        if first:
            starts = [mark.end()]
        elif int(mark[1]) == number + 1 and kind in ("", mark[2]):
            ends.append(mark.start())
            starts.append(mark.end())
            number += 1
        else:
            continue
        kind = mark[2]
    parts = [line[start:end].strip(" \t\n,") for start, end in zip(starts, [*ends, len(line)], strict=True)]
    whole = starts[0] > 0 or (len(parts) > 2 and all(map(_ENDED.search, parts[:-1])))
    parts = [part for part in parts if part and not ONLY_NUMBER.fullmatch(part)]
    return parts if len(parts) > 1 and whole else _counted_without_marks(line)


def _counted_without_marks(line: str) -> list[str]:
    """Split a line of whole sentences at bare numbers, "1 Whisk it well. 2 Add the flour. 3 Bake it."; else []."""
    found, number = list[re.Match[str]](), 1
    for mark in _BARE_COUNTED.finditer(line):
        if int(mark[1]) == number:
            found.append(mark)
            number += 1
    if len(found) < _FEWEST_COUNTED or found[0].start() > 0:
        return []
    ends = [*(mark.start() for mark in found[1:]), len(line)]
    parts = [line[mark.end() : end].strip() for mark, end in zip(found, ends, strict=True)]
    return parts if are_told(parts, fewest=2) and all(map(is_ended, parts[:-1])) else []


def uncounted(steps: Sequence[str]) -> list[str]:
    """Strip the numbers of steps, if they count up; sections may start again at one.

    Some steps may have no number, and a number may be repeated by mistake where it has a mark.
    """
    for pattern in (_LEADING, _BARE_NUMBER):
        marks = [pattern.match(step) for step in steps]
        numbers = [int(mark["number"]) for mark in marks if mark]
        least = 0 if pattern is _LEADING else 1
        in_order = all(two == 1 or least <= two - one <= 1 for one, two in pairwise([0, *numbers]))
        if in_order and 3 * len(numbers) > len(steps) and max(numbers, default=1) > 1:
            return [step[mark.end() :] if mark else step for step, mark in zip(steps, marks, strict=True)]
    return list(steps)


def is_furniture(text: str) -> bool:
    """Whether a text is something that sites write after the steps: "Print", "Photos by Ann"."""
    return bool(_FURNITURE.match(text) or CALL.match(text))


def without_furniture(steps: Sequence[str]) -> int:
    """Return how many steps remain without site lines at the end: "Serves 4", "Print", "Photos by Ann"."""
    end = len(steps)
    while end and is_furniture(steps[end - 1]):
        end -= 1
    return end


def bare_title(title: str) -> str:
    """Strip the number from a heading: "Step 2: The glaze" becomes "The glaze", and "Step 2" becomes ""."""
    return "" if ONLY_NUMBER.fullmatch(title.strip()) else _LEADING.sub("", title, count=1).strip()


def with_items(step: str, items: Sequence[str]) -> str:
    """Join a step and the bullets below it into one text: "Put it on: skin side down; close together".

    Bullets that are sentences stay so after a full stop. No colon touches an address or a file name.
    """
    if not items:
        return step
    told = is_ended(step) and any(is_ended(item) or count_words(item) >= _FEWEST_WORDS for item in items)
    told = told and step.endswith(".") and all(item[:1].isupper() for item in items)
    between = "." if told else ";"
    ended = [item if item.endswith((".", "!", "?", ";", ",")) else item + between for item in items[:-1]]
    if told:
        return " ".join((step, *ended, items[-1]))
    head = step[:-1] if step.endswith((".", ":")) else step
    mark = ":" if head.rpartition(" ")[2].isalnum() else "" if head.endswith(("!", "?", ",", ";", ")")) else " –"
    return " ".join(filter(None, (head + mark if head else "", *ended, items[-1])))


def once(texts: Sequence[str]) -> list[str]:
    """Drop the second half of the texts if it repeats the first: some pages have them again, to print."""
    half = len(texts) // 2
    return list(texts[:half] if half > 1 and texts[:half] == texts[half:] else texts)


def end_of_first(texts: Sequence[str]) -> int:
    """Return where the texts start over, as on a page that repeats them to print; else their number."""
    first = texts[:_FEWEST_COUNTED]
    again = (at for at in range(len(first), len(texts)) if texts[at] == first[0])
    alike = (at for at in again if texts[at : at + len(first)] == first)
    return next(alike, len(texts)) if len({*first}) == _FEWEST_COUNTED else len(texts)


_TO_PART = re.compile(
    r"to (?:serve|finish|assemble)|to (?:make|prepare|assemble) (?:the|your) [\w ]{1,30}", re.IGNORECASE
)
_MOST_OF_PART: Final = 5
"""Words of a heading without a mark; more are a sentence: "For the best result use butter"."""


def heads_part(line: str) -> bool:
    """Whether a line heads a part: "For the glaze", "GLAZE", "For serving:", "Shape #2:"; but not "Pour it in"."""
    if (bare := line.strip()).endswith(":"):
        counted = _COUNTED_PART.fullmatch(bare) and not ONLY_NUMBER.fullmatch(bare)
        return bool(counted or _FOR.fullmatch(bare) or _CAPITALS.fullmatch(bare))
    named = _FOR_PART.fullmatch(line.replace("’", "'")) or _TO_PART.fullmatch(line)
    return bool(named and len(line.split()) <= _MOST_OF_PART) or _CAPITALS.fullmatch(f"{line}:") is not None


_SHORTEST_SHOUTED: Final = 5
"""Letters of a heading in capitals; shorter words are abbreviations of things."""
_FOR_PART = re.compile(
    r"(?!.*\s(?:an?|some|einen?|eine|une?|una|uno|een)\s)"
    r"(?:(?:for|to make) (?:the|your)|f[üu]r (?:den|die|das)|pour (?:l[ae]s?|votre)|para (?:el|l[ao]s?|[ao]s?)|"
    r"per (?:il|l[ao]|gli|le|i)|voor (?:de|het)) [^\W\d_][^\d,;()]{1,30}|(?:pour|per) l'[^\d,;()]{2,30}",
    re.IGNORECASE,
)
"""A heading among the things: "For the glaze", but not "For the top a sheet of oak"."""


def shouted(steps: Sequence[str]) -> list[int]:
    """Return the indexes of steps that are headings in capitals, "GLAZE"; [] if most text is in capitals."""
    capitals = [at for at, step in enumerate(steps) if _SHOUTED.fullmatch(step.strip())]
    return capitals if 2 * len(capitals) <= len(steps) else []


def list_heads(things: Sequence[str]) -> list[str]:
    """Return the items of a list that head those below them: "Glaze:", "For the glaze", "GLAZE" among others.

    Headings in capitals stand above an amount. If many items are in capitals, they are things, such as "MDF".
    """
    capitals = [things[at] for at in shouted(things)]
    capitals = capitals if 3 * len(capitals) <= len(things) else []
    below = [*things[1:], ""]
    return [one for one, then in zip(things, below, strict=False) if _heads_list(one, then, one in capitals)]


def _heads_list(text: str, below: str, shouted: bool) -> bool:
    if any(map(str.isnumeric, text)):
        return False
    part = text.endswith(":") or (below and _FOR_PART.fullmatch(text.replace("’", "'")))
    return bool(part) or (shouted and len(text) >= _SHORTEST_SHOUTED and any(map(str.isnumeric, below)))


def taken_apart(text: str, lines: Sequence[str]) -> list[str]:
    """Return consecutive lines with exactly the words of the text; [] if there are none.

    The longest such run wins, lists before others. A site may show as a list what its data hold as one text, so
    only letters and digits count, without their accents. Numbers and headings between the lines need not be in
    the text.
    """

    def marked(line: str) -> bool:
        return _MARK.match(line) is not None

    wanted = letters(normalize("NFKD", text))
    shown = (normalize("NFKD", line) for line in lines[:_MOST_LINES])
    bare = ["" if ONLY_NUMBER.fullmatch(line.strip()) else letters(line) for line in shown]
    best: list[str] = []
    for start, first in enumerate(bare):
        at, end = 0, start
        while first and at < len(wanted) and end < min(len(bare), start + _MOST_PIECES):
            if not wanted.startswith(bare[end], at):
                if not (at and lines[end].startswith("#")):
                    break
                at -= len(bare[end])  # a heading that is not in the text
            at, end = at + len(bare[end]), end + 1
        if wanted and at == len(wanted):
            run = [line for line, one in zip(lines[start:end], bare[start:end], strict=True) if one]
            if (len(run), sum(map(marked, run))) > (len(best), sum(map(marked, best))):
                best = run
    return [_MARK.sub("", line, count=1).strip() for line in unwrapped(best)]


def letters(text: str) -> str:
    """Return the letters and digits of a text, without a number or bullet before it."""
    return re.sub(r"[\W_]+", "", _MARK.sub("", text, count=1).casefold())


def same_words(title: str, text: str) -> bool:
    bare, whole = _bare(title), _bare(text)
    return not bare or whole.startswith(bare)


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()


_FEWEST_WORDS = 4
"""Words of the step of median length; menus and names have fewer."""
_FEW_ALONE = 8
"""Words from which a single line may be a step even if it does not end as a sentence."""
_LABELLED = re.compile(r"[^.:!?]{2,40}: ?(?:[^\s.!?]+\.? ?){1,4}")
""" "Cooking time: 30 min."."""
_END = re.compile(r"[.!?:;)…。！？]\W*$")
_FULL_END = re.compile(r"(?:[.!?…。！？]\W*|[:;]-?\))$")
_WORDS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]{2}|[^\W_\u3040-\u30ff\u4e00-\u9fff]+")
"""A word, or two characters of a script without spaces."""


def count_words(text: str) -> int:
    """Count the words of a text, also in a script without spaces."""
    return len(_WORDS.findall(text))


def has_word(text: str) -> bool:
    """Whether a text has a letter or an emoji, as "🥜" and unlike "½" and "---"."""
    return any(one.isalpha() or category(one) == "So" for one in text)


def is_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return _END.search(text) is not None


def is_ended(text: str) -> bool:
    """Whether a text ends as a sentence that leads to nothing more, unlike "Whisk together:"."""
    return _FULL_END.search(text) is not None


def are_told(steps: Sequence[str], fewest: int = _FEWEST_WORDS) -> bool:
    """Whether these look like instructions: most have some words, and few are amounts."""
    steps = [step for step in uncounted(steps) if not _LABELLED.fullmatch(step)]
    lengths = sorted(map(count_words, steps))
    if not steps or (len(steps) == 1 and not _END.search(steps[0]) and lengths[0] < _FEW_ALONE):
        return False
    amounts = sum(step[:1].isnumeric() and not is_ended(step) for step in steps)
    return lengths[len(lengths) // 2] >= fewest and amounts <= len(steps) / 2


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether a list of a page is one of ingredients: a quarter of them begin with a number."""
    return bool(texts) and 4 * sum(text[:1].isnumeric() for text in texts) >= len(texts)


def in_figures(text: str) -> str:
    """Change full-width and Roman numbers at line starts to "1. "; Roman ones only if they count from i on."""
    text = _WIDE_NUMBER.sub(lambda found: f"{found[1]}{int(found[2])}. ", text)
    lines = text.split("\n")
    run: list[int] = []
    for at, line in enumerate((*lines, "i. end")):
        found = _COUNTED.match(line)
        number = _ROMAN.get(found[2].lower()) if found else None
        if number == 1:
            if len(run) > 1:
                for count, place in enumerate(run, 1):
                    lines[place] = _COUNTED.sub(rf"\g<1>{count}. ", lines[place], count=1)
            run = [at]
        elif run and number == len(run) + 1:
            run.append(at)
    return "\n".join(lines)
