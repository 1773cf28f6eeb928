"""What the agents of generation answer, with all the noise models add; every example is our own."""

import pytest

from memory.generation.parsing import critique_of, draft_of, questions_of, summary_of

A, B = "How warm must dough rise?", "How long is rye kneaded?"

QUESTIONS: list[tuple[str, tuple[str, ...]]] = [
    (f"steps:\n- mix\n- bake\n\nqueries:\n- {A}\n- {B}", (A, B)),
    (f"**Steps:**\n- mix\n\n**Queries:**\n1. {A}\n2. {B}", (A, B)),
    (f"## Steps\n1. mix\n## Search queries\n* {A}\n* {B}\n", (A, B)),
    (f'Steps:\n- mix\nQueries:\n- "{A}"\n- “{B}”', (A, B)),
    (f"steps: - mix\nqueries: - {A}\n- {B}", (A, B)),
    (f"queries:\n- Query 1: {A}\n- Q2: {B}", (A, B)),
    (f"queries:\n- {A}\n- {A}\n- {B}", (A, B)),
    (f"queries:\n- {A}\n- None\n- N/A\n- ...\n- {B}", (A, B)),
    (f"queries:\n- No further queries needed\n- {A}", (A,)),
    ("queries:\n- rye dough water share\n- oven heat for rye", ("rye dough water share", "oven heat for rye")),
    (f"queries:\n{A}\n{B}", (A, B)),
    (f"queries:\n- {A}\n\nLet me know if you want more!", (A,)),
    (f"<think>queries:\n- Is this thought?\n</think>queries:\n- {A}", (A,)),
    (f"```\nqueries:\n- {A}\n- {B}\n```", (A, B)),
    (f"What I would look up:\n- {A}\n- Knead it well.\n- {B}", (A, B)),
    (f"queries:\n- {A}\nsteps:\n- mix the rye", (A,)),
    ("I know all of this already.", ()),
    ("", ()),
]


@pytest.mark.parametrize(("text", "expected"), QUESTIONS)
def test_questions_are_read_from_any_list(text: str, expected: tuple[str, ...]) -> None:
    assert questions_of(text, 4) == expected


def test_only_the_first_questions_count() -> None:
    assert questions_of(f"queries:\n- {A}\n- {B}\n- Which flour is rye?", 2) == (A, B)


SALT, TIME = "Step 2: say how much salt.", "Step 4 needs a time."

CRITIQUES: list[tuple[str, tuple[str, ...]]] = [
    ("NO UPDATE REQUIRED", ()),
    ("**NO UPDATE REQUIRED**", ()),
    ("`No update required.`", ()),
    ("- NO UPDATE REQUIRED", ()),
    ("1. NO UPDATE REQUIRED", ()),
    ("The list is whole and clear. NO UPDATE REQUIRED", ()),
    ("No changes are needed, the procedure reaches the goal.", ()),
    ("<think>Salt is missing?</think>\n\nNO UPDATE REQUIRED", ()),
    (f"- {SALT}\n- {TIME}", (SALT, TIME)),
    (f"* {SALT}\n\n* {TIME}", (SALT, TIME)),
    (f"1. {SALT}\n2. {TIME}", (SALT, TIME)),
    ("- **Step 2:** say how much salt.\n- Step 4 needs a time.", (SALT, TIME)),
    (f"Here are my edits:\n\n- {SALT}\n- {TIME}\n\nI hope this helps!", (SALT, TIME)),
    (f"- {SALT}\n- {TIME}\n\nUpdated procedure:\n1. Mix.\n2. Salt.", (SALT, TIME)),
    (f"- {SALT}\n- {TIME}\n\n**Revised steps**\n- Mix.\n- Salt.", (SALT, TIME)),
    (f"- {SALT}\n- {TIME}\n\n1. Mix the flour.\n2. Add salt.", (SALT, TIME)),
    (f"- {SALT}\n- {TIME}\n\n[BEGIN PROCEDURE]\n1. Mix.\n[END PROCEDURE]", (SALT, TIME)),
    ("- Step 2: say how\n  much salt.\n- Step 4 needs a time.", (SALT, TIME)),
    (f"- {SALT}\n- The rest: NO UPDATE REQUIRED\n", (SALT,)),
    (f"NO UPDATE REQUIRED\n- {SALT}", (SALT,)),
    (f"* {SALT}\n* No further edits.\n", (SALT,)),
    (f"- {SALT}\n- Nothing else to change.\n", (SALT,)),
    ("- No changes.\n", ()),
    (f"- {SALT}\n- {SALT}", (SALT,)),
    ("The salt is never used. Use it in step 2.", ("The salt is never used. Use it in step 2.",)),
    ("", ()),
]


@pytest.mark.parametrize(("text", "expected"), CRITIQUES)
def test_the_critics_bullets_count_whatever_else_it_says(text: str, expected: tuple[str, ...]) -> None:
    assert critique_of(text) == expected


DRAFTS: list[tuple[str, tuple[str, ...], tuple[int, ...]]] = [
    ("1. Mix.\n2. [[ Bake. ]]", ("Mix.", "Bake."), (2,)),
    ("DOCUMENTATION 'Rye loaf' using rye, salt:\n\n1. Mix.\n2. Bake.", ("Mix.", "Bake."), ()),
    ("1. DOCUMENTATION 'Rye loaf' using rye, salt:\n2. Mix.\n3. [[Bake.]]", ("Mix.", "Bake."), (2,)),
    ("1. Rye loaf\n2. Mix.\n3. Bake.", ("Mix.", "Bake."), ()),
    ("Steps:\n[[1. Mix.]]\n2. Bake.\n\nEnjoy!", ("Mix.", "Bake."), (1,)),
    ("You mix it and then you bake it.", (), ()),
]


@pytest.mark.parametrize(("text", "steps", "uncertain"), DRAFTS)
def test_a_draft_is_read_without_its_header_and_with_its_doubts(
    text: str, steps: tuple[str, ...], uncertain: tuple[int, ...]
) -> None:
    found = draft_of(text, "Rye loaf")
    assert (found.steps, found.uncertain) == (steps, uncertain)


SUMMARIES: list[tuple[str, str | None]] = [
    ("About an hour at 24 °C.", "About an hour at 24 °C."),
    ("A: About an hour.", "About an hour."),
    ("**A:** About an hour.", "About an hour."),
    ("**Answer**: About an hour.", "About an hour."),
    ("A pan: it must be hot.", "A pan: it must be hot."),
    ("[BEGIN ANSWER]\nAbout an hour.\n[END ANSWER]", "About an hour."),
    ("<think>hm</think>\nAbout\nan hour.", "About an hour."),
    ("NO ANSWER", None),
    ("NO ANSWER. The procedures are about rice.", None),
    ("None of these procedures says how an eyewash station is flushed.", None),
    ("There is nothing about water pressure in them.", None),
    ("**No answer.**", None),
    ("The information does not contain the rising time.", None),
    ("  ", None),
]


@pytest.mark.parametrize(("text", "expected"), SUMMARIES)
def test_a_summary_is_one_text_or_says_that_it_does_not_know(text: str, expected: str | None) -> None:
    assert summary_of(text) == expected


@pytest.mark.parametrize(
    "read", [lambda t: questions_of(t, 4), critique_of, summary_of, lambda t: draft_of(t, "x")]
)
def test_reading_stays_linear_in_the_text(read: object) -> None:
    assert callable(read)
    for noise in (" *_", "- ", "no ", "(", "> * ", "queries: "):
        read(noise * 20_000)
        read((noise + "\n") * 5_000)
