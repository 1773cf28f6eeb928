"""Step lists as models write them, each with the steps that must be read out of it; ours."""

from typing import NamedTuple

import pytest

from tailor.agents.parsing import StepParser, read_steps


class Listed(NamedTuple):
    """One answer and what it holds."""

    name: str
    raw: str
    steps: tuple[str, ...]
    dropped: int = 0
    uncertain: tuple[int, ...] = ()


TEA = ("Boil water", "Pour it", "Wait")

LISTS = (
    Listed("numbers", "1. Boil water\n2. Pour it\n3. Wait", TEA),
    Listed("round brackets", "1) Boil water\n2) Pour it\n(3) Wait", TEA),
    Listed("colons and dashes", "1: Boil water\n2 - Pour it\n3: Wait", TEA),
    Listed("all ones", "1. Boil water\n1. Pour it\n1. Wait", TEA),
    Listed("starting late, with a gap", "7. Boil water\n8. Pour it\n11. Wait", TEA),
    Listed("no blank after the number", "1.Boil water\n2.Pour it\n3.Wait", TEA),
    Listed("circled", "① Boil water\n② Pour it\n③ Wait", TEA),
    Listed("letters", "a) Boil water\nb) Pour it\nc) Wait", TEA),
    Listed("roman", "i. Boil water\nii. Pour it\niii. Wait", TEA),
    Listed("decimals", "1.1 Boil water\n1.2 Pour it\n2.1 Wait", TEA),
    Listed("labels", "Step 1: Boil water\nStep 2 - Pour it\n**Step 3:** Wait", TEA),
    Listed("labels in words", "STEP ONE: Boil water\nStep two: Pour it\nStep three. Wait", TEA),
    Listed(
        "labels of other languages", "Schritt 1: Wasser kochen\nSchritt 2: Warten", ("Wasser kochen", "Warten")
    ),
    Listed("full-width", "1．烧水\n2．等待", ("烧水", "等待")),
    Listed("bullets", "- Boil water\n- Pour it\n- Wait", TEA),
    Listed("other bullets", "• Boil water\n• Pour it\n• Wait", TEA),
    Listed("check boxes", "* [ ] Boil water\n* [x] Pour it\n* [ ] Wait", TEA),
    Listed("bullets before numbers", "- 1. Boil water\n- 2. Pour it\n- 3. Wait", TEA),
    Listed("quoted and indented", ">   1. Boil water\n>   2. Pour it\n>   3. Wait", TEA),
    Listed("bold", "**1. Boil water**\n**2.** Pour it\n3. **Wait**", TEA),
    Listed("fenced", "```\n1. Boil water\n2. Pour it\n3. Wait\n```", TEA),
    Listed("on one line", "1. Boil water. 2. Pour it. 3. Wait.", ("Boil water.", "Pour it.", "Wait.")),
    Listed("carriage returns", "1. Boil water\r\n2. Pour it\r\n3. Wait\r\n", TEA),
    Listed("rules between", "1. Boil water\n---\n2. Pour it\n---\n3. Wait\n***", TEA),
    Listed("an end mark", "1. Boil water\n2. Pour it\n3. Wait\ndone", TEA),
    Listed("an echoed header", "Steps:\n1. Boil water\n2. Pour it\n3. Wait", TEA, 1),
    Listed("a header on the same line", "Steps: 1. Boil water\n2. Pour it\n3. Wait", TEA, 1),
    Listed("numbers twice", "1. Step 1: Boil water\n2. Step 2: Pour it\n3. **Step 3**: Wait", TEA),
    Listed("what was thought of", "Changes:\n- no kettle\n\n1. Boil water\n2. Pour it\n3. Wait", TEA, 2),
    Listed("a friendly header", "Sure! Here are the steps:\n\n- Boil water\n- Pour it\n- Wait", TEA, 1),
    Listed(
        "an echoed reference",
        "DOCUMENTATION 'tea' using leaves, water:\n\n1. Boil water\n2. Pour it\n3. Wait\n\n"
        "DOCUMENTATION 'cocoa' using milk:\n\n1. Heat milk\n2. Stir",
        TEA,
        4,
    ),
    Listed("a header as an item", "1. Follow these steps:\n2. Boil water\n3. Pour it\n4. Wait", TEA, 1),
    Listed(
        "things before steps",
        "Goal: tea\n\nYou will need:\n- leaves\n- water\n\nInstructions:\n- Boil water\n- Pour it\n- Wait",
        TEA,
        5,
    ),
    Listed("closing talk", "1. Boil water\n2. Pour it\n3. Wait\n\nEnjoy your tea!\n\nAnything else?", TEA, 2),
    Listed("closing talk at once", "1. Boil water\n2. Pour it\n3. Wait\nLet me know how it tastes.", TEA, 1),
    Listed("notes behind", "1. Boil water\n2. Pour it\n3. Wait\n\n**Notes:**\n- no milk\n- no sugar", TEA, 3),
    Listed("queries behind", "steps:\n- Boil water\n- Pour it\n- Wait\n\nqueries:\n- how hot is tea?", TEA, 3),
    Listed("empty items", "1. Boil water\n2.\n3. Pour it\n4. …\n5. Wait", TEA, 2),
    Listed("sections", "## Before\n1. Boil water\n2. Pour it\n\n## After\n1. Wait", TEA, 2),
    Listed("bold sections", "**Before**\n\n1. Boil water\n2. Pour it\n\n**After**\n\n3. Wait", TEA, 2),
    Listed(
        "wrapped lines",
        "1. Boil\n   water\n2. Pour\nit\n\n   over leaves\n3. Heat to\n200. Then wait",
        ("Boil water", "Pour it over leaves", "Heat to 200. Then wait"),
    ),
    Listed(
        "sub-bullets",
        "1. Gather:\n   - a pot\n   - leaves\n2. Boil\n   a) water\n   b) milk\n3. Serve with:\n\n- cups",
        ("Gather: a pot; leaves", "Boil: water; milk", "Serve with: cups"),
    ),
    Listed(
        "numbers below labels",
        "Step 1: Gather\n1. a pot\n2. leaves\nStep 2: Boil",
        ("Gather: a pot; leaves", "Boil"),
    ),
    Listed("bullets below bullets", "* Boil\n  * slowly\n* Pour", ("Boil: slowly", "Pour")),
    Listed(
        "code inside a step",
        "1. Install it:\n   ```bash\n   # not a heading\n   1. not a step\n   ```\n2. Use `tea`",
        ("Install it: ```bash ⏎ # not a heading ⏎ 1. not a step ⏎ ```", "Use `tea`"),
    ),
    Listed(
        "numbered headings",
        "### Step 1: Boil\nFill the pot.\n\nHeat it.\n\n### Step 2: Pour\n\nSlowly.\n\nLet me know!",
        ("Boil: Fill the pot. Heat it.", "Pour: Slowly."),
        1,
    ),
    Listed(
        "headings alone",
        "### Boil\nFill the pot.\n\n### Pour\nSlowly.\n\n### Wait\nLong.",
        ("Boil: Fill the pot.", "Pour: Slowly.", "Wait: Long."),
    ),
    Listed(
        "paragraphs below items",
        "1. Boil\n\nFill the pot.\n\n2. Pour\n\nSlowly.\n\nI hope you like it.",
        ("Boil Fill the pot.", "Pour Slowly."),
        1,
    ),
    Listed("a bold title", "1. **Boil**: fill the pot\n2. **Pour** it", ("Boil: fill the pot", "Pour it")),
    Listed("doubt", "1. [[ Boil water ]]\n2. Pour [[ it ]]\n3. Wait", TEA, 0, (1, 2)),
    Listed(
        "doubt around a number",
        "[[1. Boil water]]\n2. Pour it\n- x\n3. [[Wait\n]]",
        ("Boil water", "Pour it: x", "Wait"),
        0,
        (1, 3),
    ),
    Listed("doubt and empty items", "1.\n2. Boil water\n3. [[Pour it]]\n4. Wait", TEA, 1, (2,)),
    Listed("brackets of code", "- Print x[[0]]\n- Wait", ("Print x[[0]]", "Wait")),
    Listed("thinking", "<think>1. Hm\n2. Oh</think>\n1. Boil water\n2. Pour it\n3. Wait", TEA),
    Listed("json", '```json\n{"steps": ["Boil water", {"step": 2, "text": "Pour it"}, "Wait"]}\n```', TEA),
    Listed("prose", "First boil the water. Then pour it.\n\nThen wait.", (), 2),
    Listed(
        "line breaks that were written out",
        r"1. Boil it.\n2. Pour it.\n\n3. Wait.\n",
        ("Boil it.", "Pour it.", "Wait."),
    ),
    Listed(
        "a backslash and an n that is meant",
        r'1. Split it at \n\n2. Run f(".\nX")',
        (r'Split it at \n\n2. Run f(".\nX")',),
    ),
    Listed("plain lines", "Boil water\nPour it\nWait", (), 3),
    Listed("a refusal", "As an assistant I cannot make tea.", (), 1),
    Listed("only thinking", "<think>1. Boil water\n2. Pour it", ()),
    Listed("nothing", "", ()),
)


def test_code_in_a_step_is_not_touched() -> None:
    code = 'x = 2**3 + **kw**\nif [[ -f a ]]:\n    print("a  b")'
    shown = code.replace("\n", "\n   ")
    read = read_steps(f"1. Run **this**:\n   ```python\n   {shown}\n   ```\n2. Wait.")
    assert read.steps == ("Run this: ```python ⏎ " + code.replace("\n", " ⏎ ") + " ⏎ ```", "Wait.")
    assert read.uncertain == ()


@pytest.mark.parametrize("listed", LISTS, ids=lambda listed: listed.name.replace(" ", "_"))
def test_a_list_is_read_as_meant(listed: Listed) -> None:
    read = read_steps(listed.raw)
    assert read.steps == listed.steps
    assert read.uncertain == listed.uncertain
    assert read.dropped == listed.dropped
    assert read.end == ("steps" if listed.steps else "unparsed")


@pytest.mark.parametrize("size", [1, 2, 7])
def test_chunks_make_no_difference_to_a_list(size: int) -> None:
    for listed in LISTS:
        reader = StepParser()
        out: list[str] = []
        for at in range(0, len(listed.raw), size):
            out.extend(reader.feed(listed.raw[at : at + size]))
        out.extend(reader.close())
        assert tuple(out) == reader.steps == listed.steps, listed.name
        assert (reader.uncertain, reader.dropped) == (listed.uncertain, listed.dropped), listed.name


def test_a_step_is_at_most_5000_characters_long() -> None:
    assert len(read_steps("1. " + "very " * 4_000 + "\n2. Wait").steps[0]) <= 5_000


def test_a_list_of_thousands_of_steps_is_read_to_its_end() -> None:
    read = read_steps("\n".join(f"{number}. Do thing {number}." for number in range(1, 1201)))
    assert (len(read.steps), read.steps[-1]) == (1200, "Do thing 1200.")


BOIL = "1. Boil water\n2. Pour it\n3. Wait"
NEEDED = ("2 tea bags", "1 l water")


@pytest.mark.parametrize(
    ("raw", "besides"),
    [
        (f"Ingredients:\n- 2 tea bags\n- 1 l water\n\nSteps:\n{BOIL}", NEEDED),
        (f"## Ingredients\n2 tea bags\n1 l water\n\n## Steps\n{BOIL}", NEEDED),
        (f"**You'll need:** 2 tea bags, 1 l water\n\n{BOIL}", ("2 tea bags, 1 l water",)),
        (f"{BOIL}\n\nNotes: Keeps for a day.\nNever boil it again.", ("Keeps for a day.", "Never boil it again.")),
        (f"{BOIL}\n\n**Tips:**\n- Warm the pot.\n\nEnjoy your tea!", ("Warm the pot.",)),
        (f"{BOIL}\n\nIngredients:\n- 2 tea bags\n- 1 l water", NEEDED),
        (f"Sure! Here is how:\n\n{BOIL}\n\nLet me know if you need more tips.", ()),
        (f"Changes:\n- no kettle\n\n{BOIL}", ()),
        ('{"ingredients": ["tea"], "steps": ["Boil water", "Pour it", "Wait"]}', ()),
    ],
)
def test_notes_and_things_needed_are_no_steps_and_are_not_lost(raw: str, besides: tuple[str, ...]) -> None:
    read = read_steps(raw)
    assert (read.steps, read.besides) == (TEA, besides)
    assert all(line.rstrip(".") in "".join(read.remarks()) for line in besides)
