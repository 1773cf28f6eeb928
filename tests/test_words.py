"""Words that people are shown: never "safe" or "free from", which would be a clearance (DESIGN 6), and none
that only the people who wrote Tailor would use.

A census of every text in the code that is no docstring, and of what the data files say to people. Names of things
("oven-safe dish") and words that the detectors look for have lists of their own below.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

import pytest

import tailor
from tests.shown_texts import FOR_MODELS, Shown, all_texts, texts_of

ROOT = Path(tailor.__file__).parent
VERDICT = re.compile(r"(?<![\w-])safe(?:ly)?(?![\w-])|\bfree from\b|\bfree of\b", re.IGNORECASE)
SHOWN = frozenset(["why", "reason", "says", "title", "about", "note", "message"])
"""Keys of data files whose texts people read; the other texts there are looked for or put into procedures."""
FILES = sorted(ROOT.rglob("*.py"))
DATA = sorted(file for kind in ("*.json", "*.toml") for file in ROOT.rglob(kind) if "starter" not in file.parts)


def docstrings(tree: ast.AST) -> set[int]:
    """Every text that stands alone as a statement: documentation, never shown."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def is_pattern(text: str) -> bool:
    """Whether a text is a regular expression: something to look for."""
    return bool(re.search(r"\\[bwsd]|\(\?|\[\^", text))


def verdicts(code: str) -> Iterator[str]:
    """Texts of a module that hold a verdict."""
    tree = ast.parse(code)
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in skipped:
            continue
        single = re.fullmatch(r"[\w.-]+", node.value)  # an id, a word to look for: no sentence
        if VERDICT.search(node.value) and not single and not is_pattern(node.value):
            yield node.value


def read(file: Path) -> object:
    """What a data file holds."""
    text = file.read_text(encoding="utf-8")
    return json.loads(text) if file.suffix == ".json" else tomllib.loads(text)


def shown(value: object, keys: Set[str] = SHOWN, key: str = "") -> Iterator[str]:
    """The texts of a data file that people read."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from shown(inner, keys, str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from shown(inner, keys, key)
    elif isinstance(value, str) and key in keys:
        yield value


def test_no_text_of_the_code_is_a_clearance() -> None:
    found = {file: list(verdicts(file.read_text(encoding="utf-8"))) for file in FILES}
    assert not {file: texts for file, texts in found.items() if texts}


@pytest.mark.parametrize("file", DATA, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_text_of_a_data_file_is_a_clearance(file: Path) -> None:
    assert not [text for text in shown(read(file)) if VERDICT.search(text)]


@pytest.mark.parametrize(
    "code",
    [
        'say("This recipe is safe for you.")',
        'f"{name} is free from nuts"',
        'tell("Cook it safely")',
        'x = "Free of gluten, as far as we know"',
    ],
)
def test_the_census_sees_a_clearance(code: str) -> None:
    assert list(verdicts(code))


@pytest.mark.parametrize(
    "code", ['"""A safe wrapper."""', 'say("an oven-safe dish")', "from x import safe", 'x = "safe"']
)
def test_the_census_lets_names_of_things_pass(code: str) -> None:
    assert not list(verdicts(code))


BANNED: Final = {
    r"procedures?": "how-to",
    r"resources?": "what you need, item",
    r"verify|verifies|verified|modify|modif\w+|renumber\w*": "check, adapt, update",
    r"agents?": "the model, suggestions",
    r"guard": "check",
    r"serve[sd](?! [\d{])": "for",
    r"ledger|bags?": "list, set of suggestions",
    r"mark|marks|marked(?! with)": "selected",
    r"distances?": "close, similar",
    r"stale": "no longer fits",
    r"anew": "again",
    r"stands?|stood|lies|lie": "is",
    r"leans?|leaning": "builds on, based on",
    r"turn\w*(?: \w+)? down": "reject",
    r"brings? about": "title",
    r"taken?|takes over": "accept, include",
    r"requirements?|prerequisites?": "wish",
    r"embed\w*": "search, index",
    r"run ids?|(?:kept|recorded|this|every|later|next) runs?": "review, time",
    r"derived": "made from",
    r"one a line": "one per line",
    r"R(?=\{|\d)|#(?=\{|\d)": "a wish by its words, an edit by its step",
    r"\{\} of them hold": "has",
    r"what is special": "what is different for you",
}
"""Words that only the people who wrote Tailor would use, and what they say to others."""
BAN = re.compile("|".join(rf"(?<![\w-])(?:{words})(?!\w)" for words in BANNED), re.IGNORECASE)
ODD: Final = {
    r"(?<!there )(?:is|are) no (?!longer|guarantee)\w+": "is not a",
    r"is none": "is not one",
    r"the most is": "the limit is",
    r"held back": "not applied",
    r"cannot count|counts? here|does not count": "cannot be used here, has no effect",
    r"nobody (?:was sure|said|answers|is asked)": "who",
    r"no beginning": "the beginning is missing",
    r"the hub": "Hugging Face",
    r"base url": "the server's address",
    r"mostly (?:made|from|done|fixed|with)": "usually",
    r"all the same": "anyway",
    r"told again": "shown again",
    r"(?!(?:no|some|any)(?:where|thing|body) )\w+ else(?=\.)": "if not given",
    r"that can be seen|can be seen": "invisible",
    r"tells nobody|turns? \w+ down|turned \w+ \w+ down": "say what it does",
    r"with more|clear by itself|a free sugar|(?<!only )the label tells|its label (?:can )?tells?": "name it",
    r"with force|with much|holds much|the unborn": "violently, high in",
}
"""Turns that no friend would use in the kitchen or the workshop, and what one would say."""
AWKWARD = re.compile("|".join(rf"(?<![\w-])(?:{words})(?!\w)" for words in ODD), re.IGNORECASE)
NAMES = re.compile(r"`[^`]*`|--[\w-]+|\b[a-z_]+\.[a-z_]+\b|\[\[?\w+\]?\]|\btailor config set .*|gas mark")
"""Commands, options and settings: what is typed keeps its name."""
ALLOWED: Final = {
    ("tailor/core/review/decisions.py", "#"): "names an edit by its id, for which `in_words` puts its name",
    ("tailor/screens/review/decisions.py", "#"): "names an edit by its id, for which `in_words` puts its name",
    ("tailor/core/review/objections.py", "#"): "names an edit by its id, for which `in_words` puts its name",
    ("tailor/core/edits.py", "resources"): "a key of the JSON that people write",
    ("tailor/library/formats/pages/writer.py", "Procedure"): "reads back what earlier versions wrote",
    ("tailor/library/formats/pages/writer.py", "Resources"): "a heading of the file format",
    ("tailor/library/formats/text/writer.py", "Procedure"): "a heading of the file format",
    ("tailor/library/formats/text/writer.py", "Resources"): "a heading of the file format",
    ("tailor/library/markdown.py", "Resources"): "a heading of the file format",
    ("memory/extraction.py", "PROCEDURE"): "a text for the model",
    ("memory/extraction.py", "Resources"): "a text for the model",
}
"""Where a banned word stays, and why."""


def banned(shown: Shown) -> list[str]:
    """What is wrong with a text: where it is, and the word."""
    words = BAN.findall(NAMES.sub("", shown.text))
    return [
        f"{shown.file}:{shown.line}: “{word}” in {shown.text!r}"
        for word in words
        if (shown.file, word) not in ALLOWED
    ]


def test_nothing_that_people_read_has_words_of_our_own() -> None:
    found = [wrong for shown in all_texts() for wrong in banned(shown)]
    assert not found, "\n".join(found)


KITCHEN: Final = frozenset(["take", "taken", "bag", "bags", "stand", "served", "lean", "leaning"])
"""Words for things and people at work, which only the app's own voice has no use for."""


def misread(text: str) -> list[str]:
    """Turns of a text that are read twice; ids such as `gluten_cereals` where a name belongs."""
    plain = NAMES.sub("", text)
    return [*AWKWARD.findall(plain), *re.findall(r"(?<![\w/.-])[a-z]+_[a-z_]+(?![\w/.-])", plain)]


def test_no_sentence_has_to_be_read_twice() -> None:
    found = [f"{one.file}:{one.line}: {wrong} in {one.text!r}" for one in all_texts(FOR_MODELS)
             if (wrong := AWKWARD.findall(NAMES.sub("", one.text)))]  # fmt: skip
    assert not found, "\n".join(found)


@pytest.mark.parametrize("file", DATA, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_data_files_say_has_plain_words_for_everything(file: Path) -> None:
    texts = [*shown(read(file), SHOWN - {"about"})]
    ours = [(word, text) for text in texts for word in BAN.findall(NAMES.sub("", text))]
    assert not [(word, text) for word, text in ours if word.lower() not in KITCHEN]
    assert not [(wrong, text) for text in texts if (wrong := misread(text))]


@pytest.mark.parametrize(
    "text",
    [
        "mostly made with crustaceans, with more",
        "holds, as it is mostly made, kosher_basic",
        "done in an oven (clear by itself)",
        "a chair is no ladder",
        "Where everything is kept; the data folder else.",
        "It has 3 lines; the most is 2.",
        "Is this base URL right?",
    ],
)
def test_a_turn_that_is_read_twice_is_found(text: str) -> None:
    assert misread(text)


@pytest.mark.parametrize(
    "text",
    [
        "usually made with crustaceans and nuts",
        "There is no file of that name.",
        "It is sent there and nowhere else.",
        "This step is no longer there.",
        "Set provider.base_url, or use --base-url",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert not misread(text)


@pytest.mark.parametrize(
    "code",
    [
        'self.tell("Mark a procedure first")',
        'Binding("a", "accept", "Accept the marked edit", id="review.accept")',
        'notify(app, f"#{number} needs another")',
        "say(f\"{counted(3, 'requirement')}\")",
        'raise UsageError("There is no agent of that name")',
        '@click.command()\ndef show():\n    """Take a resource."""',
        'KEYS = {"a": "turn it down", "b": "turned down"}',
        'say(f"R{number} is not served by anything")',
    ],
)
def test_a_word_of_our_own_is_found_wherever_people_would_read_it(code: str) -> None:
    assert [wrong for shown in texts_of(code, "x.py") for wrong in banned(shown)]


@pytest.mark.parametrize(
    "code",
    [
        '"""Marks a procedure."""',
        'def show():\n    """Take a resource."""',
        'raise TypeError("a procedure was expected")',
        'row["the procedure"]',
        'if words == "the procedure": pass',
        're.compile("the procedure")',
        'say("Try `tailor library tag PROCEDURE` or --resource flour, or set memory.embedder")',
        'Binding("a", "mark the procedure", "Select")',
    ],
)
def test_what_nobody_reads_may_use_any_word(code: str) -> None:
    assert not [wrong for shown in texts_of(code, "x.py") for wrong in banned(shown)]


PERSONS_OWN: Final = "screens/review/activity.py"
"""Where an agent that is in no table is named: it is the person's own, by the name they gave it."""


def test_no_text_names_the_agent_at_work() -> None:
    """Agents have names for records ("verify"); people read what they do, by a table."""
    named = []
    for file in sorted((ROOT / "screens").rglob("*.py")) + sorted((ROOT / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FormattedValue) and re.search(
                r"\bagent(?:\.capitalize\(\))?$", ast.unparse(node.value)
            ):
                named.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not [at for at in named if not at.startswith(PERSONS_OWN)], named
