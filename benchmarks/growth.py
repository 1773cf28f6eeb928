"""How the time grows with everything that a person or a file can make long.

    python benchmarks/growth.py            # every input
    python benchmarks/growth.py library    # those whose name holds the word

Each is measured at one, two and four times a size; the factor is what twice as much costs, from the first size to
the last, best of three. Read the factors: 2 grows with the input, 4 with its square; the goal is at most 2.3.
Inputs that cost under 20 ms at their largest are too quick to say anything and are marked with a dot. Two have a
goal in seconds: 500 steps checked for ten wishes in 0.2, and searched for a hint of twenty words in 0.3.
"""

import asyncio
import gc
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import _lru_cache_wrapper
from pathlib import Path
from time import process_time
from typing import Final, TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent))

from tailor.agents.parsing import EditParser, StepParser
from tailor.agents.stages import BackendInfo
from tailor.config_file import load
from tailor.core.coverage import guard_findings
from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.engine import apply, diff
from tailor.core.errors import ContentError
from tailor.core.events import Event, Judged, RequirementsRead
from tailor.core.finding.find import find
from tailor.core.guard import check, constraint_ids
from tailor.core.procedure import Procedure, procedure
from tailor.core.rebase import rebase
from tailor.core.report import closing_line, done, spoken_against
from tailor.core.requirements import parse_hint
from tailor.core.review import Decision, decide
from tailor.core.review.decisions import accept_many
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.library import lineage, metadata
from tailor.library.formats.registry import read, write
from tailor.library.store import Library, starter
from tailor.rules.backend import RuleAgents
from tailor.rules.shopping_list import as_text
from tailor.runs.customize import CustomizeRequest, run
from tailor.runs.history import dump, note_choices, open_file, stored_runs
from tailor.screens.review.model import ReviewModel
from tailor.screens.review.outline import RowMaker
from tests.screens.review_case import begun, edit, finished, stage

GOAL: Final = 2.3
QUICK: Final = 0.02
Work: TypeAlias = Callable[[], object]
Case: TypeAlias = Callable[[int], Work | AbstractContextManager[Work]]
"""An input of some size: what is done with it, or the context in which it is there."""
TEN_WISHES: Final = (
    "no nuts (allergy)",
    "no dairy",
    "vegan",
    "I have no oven",
    "I have no blender",
    "no gluten",
    "allergic to shellfish",
    "no alcohol",
    "allergic to sesame",
    "no microwave",
)
HINT: Final = (
    "im vegan and cant find coriander, no blender or oven here, were only two and my granny hates nutts, i rent"
)
_RECIPE: Final = ('{"@type": "Recipe", "name": "Soup", "recipeInstructions": [', '"Serve."]}')


def long(count: int) -> Procedure:
    """A how-to of many steps, which name foods, amounts and each other."""
    text = "Stir {} g of flour into the water in a large bowl, and let it rest as in step {}."
    things = [f"{n} g of thing {n}" for n in range(1, count // 4 + 1)]
    return procedure("Bake many loaves", [text.format(n, max(1, n - 1)) for n in range(1, count + 1)], things)


def wishes(count: int) -> tuple[str, ...]:
    """Lines of a profile, one in four of which the guard knows."""
    kinds = ("no nuts in number {}", "I have no gadget{}", "my bowl {} is small", "please explain word{}")
    return tuple(kinds[n % 4].format(n) for n in range(count))


def edits_of(base: Procedure, count: int, at: int = 1) -> list[Event]:
    """Inserts and replaces, all over the procedure."""
    size = len(base.steps)
    return [
        edit(n + 1 + (at - 1) * count, "insert", 1 + n % size, f"Let it rest for {n} minutes.", at=at)
        if n % 2
        else edit(n + 1 + (at - 1) * count, "replace", 1 + n % size, f"Stir {n} g of rice flour in.", at=at)
        for n in range(count)
    ]


def begin(number: int, agent: str, base: Procedure) -> Event:
    return replace(stage(number, agent, base.steps), resources=base.resources)


def reviewed(count: int, *, twice: bool = False) -> tuple[Procedure, list[Event]]:
    """A run of that many edits on as many steps; `twice`: a second stage proposes them all again."""
    base = long(count)
    events = [*begun(base), begin(1, "modify", base), *edits_of(base, count), finished(1, "modify")]
    if twice:
        events += [begin(2, "unified", base), *edits_of(base, count, 2), finished(2, "unified")]
    return base, events


def _tailored(base: Procedure, profile: tuple[str, ...]) -> None:
    async def whole() -> None:
        request = CustomizeRequest(procedure=base, hint="I have no oven", profile=profile)
        async for _ in run(request, RuleAgents(), by=BackendInfo(provider="builtin")):
            pass

    asyncio.run(whole())


def a_profile(count: int) -> Work:
    base = starter("starter.crusty-bread")
    assert base is not None
    return lambda: _tailored(base, wishes(count))


def judged_wishes(count: int) -> Work:
    needs = parse_hint("", wishes(count))
    said = tuple(
        Judged(id=one.id, verdict="not_understood", says=f"It is as in step {n % 9 + 1}.")
        for n, one in enumerate(needs)
    )
    base, events = reviewed(10)
    last = replace(finished(1, "modify"), verdicts=said)
    review = fold_all(base, [*events[:-1], RequirementsRead(requirements=needs), last])
    return lambda: done(review, "careful")


def a_hint(count: int) -> Work:
    return lambda: parse_hint(", ".join(wishes(count)), wishes(count))


def found_wishes(count: int) -> Work:
    needs = parse_hint("no nuts and lactose intolerant, " * count)
    base = procedure("Leek soup", ["Melt the butter.", "Stir in cream and almonds."], ["butter", "almonds"])
    return lambda: (spoken_against(needs), find(base, needs))


def a_word_again(count: int) -> Work:
    needs = parse_hint("milk " * count)
    base = procedure("Leek soup", ["Melt the butter.", "Stir in cream and almonds."], ["butter", "almonds"])
    return lambda: find(base, needs)


@contextmanager
def a_config(count: int) -> Iterator[Work]:
    with tempfile.TemporaryDirectory() as folder:
        (path := Path(folder) / "config.toml").write_text(f"[profile]\nme = {json.dumps(wishes(count))}\n")
        yield lambda: load(path, {})


def built_in_steps(count: int) -> Work:
    return lambda: _tailored(long(count), ())


def rule_steps(count: int) -> Work:
    """The rules without a model, with every kind of wish."""
    base, profile = long(count), ("half the batch", "no flour", "I have no bowl", "vegan", "please explain rest")
    return lambda: _tailored(base, profile)


def guarded_steps(count: int) -> Work:
    return lambda: check(long(count), constraint_ids())


def steps_checked_for_ten_wishes(count: int) -> Work:
    base, needs = long(count), parse_hint("", TEN_WISHES)
    return lambda: guard_findings(base, needs)


def steps_searched_for_a_hint(count: int) -> Work:
    base, needs = long(count), parse_hint(HINT)
    return lambda: find(base, needs)


def applied_edits(count: int) -> Work:
    base = long(count)
    made: list[Edit] = [Replace(step=n, text=f"Wait {n}.") for n in range(1, count + 1, 2)]
    made += [Insert(step=n, text="Stir.") for n in range(2, count + 1, 2)]
    return lambda: apply(base, Bag(tuple(made)))


def compared_steps(count: int) -> Work:
    base = long(count)
    other = procedure(base.goal, [text if n % 9 else f"Wait {n}." for n, text in enumerate(base.steps)])
    return lambda: diff(base, other)


def read_edits(count: int) -> Work:
    text = "".join(f"replace({n}, Stir {n}.)\n" for n in range(1, count + 1)) * 2
    return lambda: _read_whole(EditParser(count), text)


def folded_edits(count: int) -> Work:
    base, events = reviewed(count)
    return lambda: ReviewState(fold_all(base, events)).result


def edits_twice(count: int) -> Work:
    base, events = reviewed(count, twice=True)
    return lambda: closing_line((*events, done(fold_all(base, events), "careful")))


def accepted_cards(count: int) -> Work:
    base, events = reviewed(count)
    review = fold_all(base, events)
    return lambda: ReviewState(accept_many(review, "all", by="all").review).result


def drawn_cards(count: int) -> Work:
    base, events = reviewed(count)
    review = accept_many(fold_all(base, events), "all", by="all").review
    return lambda: [*RowMaker().views(shown := RowMaker().rows(ReviewState(review)), {}), shown.stops]


def cards_one_more_decision(count: int) -> Work:
    """A key on a review of many cards: the decision and everything that is computed for the screen."""
    base, events = reviewed(count)
    model = ReviewModel(base, "")
    for event in events:
        model.take(event)

    def work() -> None:
        was = model.review.decision(id := f"e{count // 2}")
        model.review = decide(
            model.review, [Decision(id, "rejected" if was and was.verdict == "accepted" else "accepted")]
        )
        _ = model.to_decide, model.outline, model.here

    return work


def arriving_cards(count: int) -> Work:
    """Cards that arrive between two frames, and the frame."""
    base, events = reviewed(count)

    def work() -> None:
        model = ReviewModel(base, "")
        for event in events:
            model.take(event)
        _ = model.to_decide, model.outline

    return work


def rebased_edits(count: int) -> Work:
    base = long(count)
    new = procedure(base.goal, ["Wash your hands.", *base.steps], base.resources)
    batch = [Replace(step=n, text=f"Wait {n}.", id=f"e{n}") for n in range(1, count + 1)]
    return lambda: rebase(base, new, [batch])


@contextmanager
def a_library(count: int) -> Iterator[Library]:
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder))
        first = library.save(procedure("Bake bread", ["Mix.", "Bake."]))
        text = first.file.read_text()
        for n in range(count):
            id = f"bake-bread-n{n:05}.v1"
            child = text.replace(first.id, id).replace("parent: null", f'parent: "{first.id}"')
            (Path(folder) / f"{id}.md").write_text(child)
        yield library


@contextmanager
def library_list(count: int) -> Iterator[Work]:
    with a_library(count) as library:
        yield lambda: lineage.lineage_rows(metadata.labelled(library.folder, library.entries()))


@contextmanager
def library_check(count: int) -> Iterator[Work]:
    with a_library(count) as library:
        yield lambda: list(lineage.check(library))


@contextmanager
def library_opened_one_by_one(count: int) -> Iterator[Work]:
    with a_library(count) as library:
        yield lambda: [library.load(id) for id in library.ids()]


@contextmanager
def library_versions(count: int) -> Iterator[Work]:
    with a_library(0) as library:
        first = library.entries()[0]
        text = first.file.read_text()
        for n in range(2, count + 2):
            (library.folder / f"{first.stem}.v{n}.md").write_text(text.replace(first.id, f"{first.stem}.v{n}"))
        yield lambda: (library.history(first.stem), lineage.outdated(library.entries(versions=True)))


@contextmanager
def library_trash(count: int) -> Iterator[Work]:
    with a_library(count) as library:
        for name in [id.removesuffix(".v1") for id in library.ids() if "-n" in id]:
            (library.folder / "trash").mkdir(exist_ok=True)
            note = {"name": name, "goal": "", "files": [f"{name}.v1.md"], "when": "", "order": 1}
            (library.folder / "trash" / f"{name}.note.json").write_text(json.dumps(note))
        yield lambda: (library.entries(), library.ids(), list(lineage.check(library)))


@contextmanager
def tags(count: int) -> Iterator[Work]:
    with a_library(0) as library:
        entry = library.entries()[0]
        names = [f"tag {n}" for n in range(count)]
        metadata.change(library.folder, entry.stem, lambda now: metadata.ProcedureNotes(tags=tuple(names)))

        def work() -> None:
            metadata.relabelled(names, names, names[::2])
            metadata.with_labels(metadata.labelled(library.folder, [entry]), names, ())

        yield work


@contextmanager
def runs_listed(count: int) -> Iterator[Work]:
    with tempfile.TemporaryDirectory() as folder:
        _, events = reviewed(4)
        for n in range(count):
            dump(events, Path(folder) / f"r{n}.jsonl")
        yield lambda: list(stored_runs(Path(folder)))


@contextmanager
def a_run_opened(count: int) -> Iterator[Work]:
    """A record of many cards, in which fifty decisions were noted."""
    with tempfile.TemporaryDirectory() as folder:
        base, events = reviewed(count)
        dump(events, path := Path(folder) / "r1.jsonl")
        review = fold_all(base, events)
        for n in range(1, 51):
            review = decide(review, [Decision(f"e{n}", "accepted")])
            note_choices(review.choices, path)
        yield lambda: open_file(path)


def written_and_read(count: int) -> Work:
    base = long(count)
    return lambda: [read(write(base, name, None, ""), name, "", "") for name in ("md", "text", "json")]


def _read_over_and_over(format: str, unit: str, head: str = "", tail: str = "") -> Case:
    """A text that repeats itself, as a hostile page or a file gone wrong does."""

    def case(count: int) -> Work:
        text = f"{head}{unit * count}{tail}"

        def work() -> None:
            with suppress(ContentError):  # what makes no how-to is read to its end too
                read(text, format, "", "")

        return work

    case.__name__ = f"{format} {unit[:24]!r}"
    return case


HANGING: Final = (
    " *_",
    "(",
    "replace(1, a(((\n",
    "replace(1, a) b)) c)",
    'replace(1, "ab"; x), ',
    "replace(1, ab) cd ",
    "replace(",
    "replace(1, a), ",
    "replace(1, a\n",
    "[[",
    "1. [[ a\n",
    "<think>",
    "<thin",
    '{"',
    "[",
    '{"a":',
    '{"op":"insert","step":1,"text":"a"},',
    '{"\\',
    "```\n",
    "\n",
    "\r",
    "# because x [R1]\n",
    "# because [R1][R1][R1]",
    "1. ",
    "1. a\n",
    "- ",
    "1. a\n - b\n\n",
    'replace(1, "a" ',
    "replace(1, a :) :( ",
    "## a\n",
    "**",
    "a\u0301\u0301\u0301",
)
"""What a model repeats that makes careless readers hang."""


def _read_whole(reader: EditParser | StepParser, text: str) -> None:
    reader.feed(text)
    reader.close()


def _answer_of(make: Callable[[], EditParser | StepParser], unit: str) -> Case:
    """A model's answer that repeats itself."""

    def case(count: int) -> Work:
        return lambda: _read_whole(make(), unit * count)

    case.__name__ = f"{type(make()).__name__} {unit[:21]!r}"
    return case


def shopping(count: int) -> Work:
    return lambda: as_text([long(count * 4)])


CASES: Final[dict[Case, int]] = {
    a_profile: 100,
    judged_wishes: 500,
    a_hint: 250,
    found_wishes: 400,
    a_word_again: 600,
    a_config: 500,
    built_in_steps: 250,
    rule_steps: 500,
    guarded_steps: 4_000,
    steps_checked_for_ten_wishes: 500,
    steps_searched_for_a_hint: 500,
    applied_edits: 2_500,
    compared_steps: 1_000,
    read_edits: 2_500,
    folded_edits: 1_000,
    edits_twice: 1_000,
    accepted_cards: 1_000,
    drawn_cards: 1_000,
    cards_one_more_decision: 1_000,
    arriving_cards: 1_000,
    rebased_edits: 1_000,
    library_list: 500,
    library_check: 250,
    library_opened_one_by_one: 250,
    library_versions: 250,
    library_trash: 250,
    tags: 2_000,
    runs_listed: 125,
    a_run_opened: 500,
    written_and_read: 1_000,
    shopping: 500,
    _read_over_and_over("text", "A\n"): 4_000,
    _read_over_and_over("cook", "@a{"): 8_000,
    _read_over_and_over("cook", "Stir @salt{1%g}.\n\n"): 1_000,
    _read_over_and_over("md", "# A\n"): 2_000,
    _read_over_and_over("md", "## A\n\n1. Stir.\n\n"): 1_000,
    _read_over_and_over("md", "- a\n\n"): 2_000,
    _read_over_and_over("md", "> "): 4_000,
    _read_over_and_over("html", "<h2>A</h2>"): 2_000,
    _read_over_and_over("html", "<h2>A</h2><p>Stir.</p>"): 1_000,
    _read_over_and_over("html", "<ol><li>Boil"): 2_000,
    _read_over_and_over("html", "<p hidden>"): 4_000,
    _read_over_and_over("html", "stir the pot "): 8_000,
    _read_over_and_over("html", "<a>Stir</a> it "): 1_000,
    _read_over_and_over("html", "<li>Stir it well."): 1_000,
    _read_over_and_over("json", '{"@type": "HowToStep", "text": "Stir."},', *_RECIPE): 1_000,
    _read_over_and_over("json", '{"@type": "HowToSection", "itemListElement": ["Stir."]},', *_RECIPE): 1_000,
} | {
    _answer_of(make, unit): 50_000 // len(unit) for unit in HANGING for make in (StepParser, lambda: EditParser(9))
}
"""Each input, and the smallest size at which it is measured."""


def _caches() -> list["_lru_cache_wrapper[object]"]:
    """The caches that hold only so much; the word lists stay."""
    caches = (one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper))
    return [one for one in caches if one.cache_parameters()["maxsize"] is not None]


def seconds(case: Case, size: int) -> float:
    """The best of three, each with empty caches: else what fits into one looks cheaper than what does not."""
    made = case(size)
    with made if isinstance(made, AbstractContextManager) else nullcontext(made) as work:
        times, caches = [], _caches()
        gc.collect()
        gc.freeze()  # the collector would look through modules and input again and again, whatever the work
        for _ in range(3):
            for known in caches:
                known.cache_clear()
            start = process_time()
            work()
            times.append(process_time() - start)
    gc.unfreeze()
    return min(times)


def main() -> None:
    """One line an input: the seconds at each size, and the factor for twice as much."""
    gc.set_threshold(100_000)  # as Tailor does when it starts
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    print(f"{'input':32}{'size':>7}{'1x s':>9}{'2x s':>9}{'4x s':>9}{'factor':>8}")
    for case, size in CASES.items():
        name = case.__name__.replace("_", " ")
        if word not in name:
            continue
        one, two, four = (seconds(case, size * times) for times in (1, 2, 4))
        factor = (four / one) ** 0.5
        mark = "  ." if four < QUICK else "  <-- grows too fast" if factor > GOAL else ""
        print(f"{name:32}{size:7}{one:9.3f}{two:9.3f}{four:9.3f}{factor:8.2f}{mark}", flush=True)


if __name__ == "__main__":
    main()
