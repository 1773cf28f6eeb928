"""Answers as models write them, each with what must be read out of it; ours, written for these tests.

An expected edit is one line: operation, number ("r2" for resources), text | reason | requirements.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tailor.core.edits import Edit, Flagged


def left_of(told: Iterable[Edit | Flagged]) -> tuple[Edit, ...]:
    """The edits of all that a reader gave, without those it took back."""
    left: list[Edit] = []
    for each in told:
        if not isinstance(each, Flagged):
            left.append(each)
        elif each.why == "thought":
            left.remove(each.edit)
    return tuple(left)


class Answer(NamedTuple):
    """One answer on a base of `steps` steps and 3 resources."""

    name: str
    raw: str
    edits: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    end: str = "edits"
    steps: int = 6


MORE_TAGS = (
    *("</think >", "</longcat_think>", "</antThinking>", "</thinking_process>"),
    *("<|END_THINKING|>", "<|/think|>", "</|think|>", "</reflection>"),
)


ANSWERS = (
    Answer(
        "talk behind a text that nothing closes, with edits that cannot be used",
        "replace(2, Bake it.\n\nmove(1, 3)\nreplace(3, Cool.)",
        ("replace 2 Bake it.", "replace 3 Cool."),
        ("replace 1 move(1, 3) | unreadable",),
    ),
    Answer(
        "a reason behind an empty line",
        "replace(2, Bake it.\n\nReason: the oven is gone)\nreplace(3, Cool.)",
        ("replace 2 Bake it.", "replace 3 Cool."),
    ),
    Answer(
        "inches within quotes",
        "replace(4, 'Cut a 2'' board.')\nreplace(5, 'Don''t sand it.')",
        ("replace 4 'Cut a 2'' board.'", "replace 5 Don't sand it."),
    ),
    Answer(
        "a text of two paragraphs without quotes",
        "replace(2, Bake for 30 minutes.\n\nNever serve it pink: 74 C (inside).)\nreplace(3, Cool it.)",
        ("replace 2 Bake for 30 minutes. Never serve it pink: 74 C (inside).", "replace 3 Cool it."),
    ),
    Answer(
        "talk behind a text that nothing closes",
        "replace(2, Bake it.\n\nThat is for the small oven (see step 1).\n\nI hope it helps :)\nreplace(3, Cool.)",
        ("replace 2 Bake it.", "replace 3 Cool."),
    ),
    Answer(
        "quotes and signs of a program",
        'replace(1, """Mix.""")\nreplace(2, \'\'\'Knead.\'\'\')\nreplace(3, r"Bake.")\n'
        'replace(4, "Cool to 30 \\u00b0C.")\nreplace(5, "Eat \\ud83d\\ude00.")',
        ("replace 1 Mix.", "replace 2 Knead.", "replace 3 Bake.", "replace 4 Cool to 30 °C.", "replace 5 Eat 😀."),
    ),
    Answer(
        "quotes written twice",
        "replace(1, 'Don''t mix.')\nreplace(2, \"Say \"\"stop\"\" then.\")\nreplace(3, 'Rub' 'in' twice.)",
        ("replace 1 Don't mix.", 'replace 2 Say "stop" then.', "replace 3 'Rub' 'in' twice."),
    ),
    Answer(
        "code where words should be",
        'replace(3, replace(4, Cool.))\ninsert(2, "replace(2, Bake.)")\nreplace(2, {"text": "Bake."})',
        flagged=(
            "replace 3 replace(3, replace(4, Cool.)) | unreadable",
            "insert 2 insert(2, replace(2, Bake.)) | unreadable",
            'replace 2 replace(2, {"text": "Bake."}) | unreadable',
        ),
        end="unparsed",
    ),
    Answer(
        "an object that asks for what is no edit",
        '{"op": "replace", "step": 1, "text": "Mix."}\n{"op": "swap", "step": 1, "with": 2}',
        ("replace 1 Mix.",),
        ('replace 0 {"op": "swap", "step": 1, "with": 2} | unreadable',),
    ),
    Answer(
        "arguments behind the text",
        'replace(step=2, text="Fry it in oil.", reason="no butter")\ninsert(step=4, text="Taste.", '
        'why="it\'s new", serves=["R1"])\ninsert(3, "Stir.", ["R1", "R2"])\n'
        'replace(5, "Serve.", "because no bread")\n'
        "insert(1, 'Rest.', R3)",
        (
            "replace 2 Fry it in oil. | no butter",
            "insert 4 Taste. | it's new | R1",
            "insert 3 Stir. |  | R1 R2",
            "replace 5 Serve. | no bread",
            "insert 1 Rest. |  | R3",
        ),
    ),
    Answer(
        "line breaks written as a backslash and an n",
        r"replace(2, Mix it well.\nRest it.)" + "\n" + r'insert(3, "1. Chop.\n2. Boil.\n")' + "\n"
        r"replace(4, Replace each ;\n with a space and print('Hi!\n'); see C:\new, \nabla and a.\nb.)",
        (
            "replace 2 Mix it well. Rest it.",
            "insert 3 Chop.",
            "insert 3 Boil.",
            r"replace 4 Replace each ;\n with a space and print('Hi!\n'); see C:\new, \nabla and a.\nb.",
        ),
    ),
    Answer(
        "several steps at once are no edit",
        'replace(3, 4, "Simmer for 30 minutes.")\nreplace(5, 4 eggs and milk)\nreplace(2, Stir.)',
        ("replace 5 4 eggs and milk", "replace 2 Stir."),
        ('replace 3 4, "Simmer for 30 minutes." | unreadable',),
    ),
    Answer(
        "calls that are no edits are told",
        'insert(end, "Wash up.")\nmove(1, 3)\nremplacer(4, "X")\nedits.insert(4, "Y")\ndelete(all)\n'
        "insert(5, Eat.)",
        ("insert 5 Eat.",),
        (
            'insert 0 insert(end, "Wash up.") | unreadable',
            "replace 1 move(1, 3) | unreadable",
            'replace 4 remplacer(4, "X") | unreadable',
            'insert 4 edits.insert(4, "Y") | unreadable',
            "replace 0 delete(all) | unreadable",
        ),
    ),
    Answer(
        "edits in other dress beside good ones are told",
        'call replace(2, Fry it.)\nprint(insert(3, Taste.))\nall = [insert(3, "Taste."), insert(4, "Rest.")]\n'
        '<edit op="replace" step="2">Fry it.</edit>\n| insert | 3 | Taste. |\nreplace(1, Chop.)\n'
        "I would not use replace(2, Burn it) here.",
        ("replace 1 Chop.",),
        (
            "replace 2 call replace(2, Fry it.) | unreadable",
            "insert 3 print(insert(3, Taste.)) | unreadable",
            'insert 3 all = [insert(3, "Taste."), insert(4, "Rest.")] | unreadable',
            'replace 2 <edit op="replace" step="2">Fry it. | unreadable',
            "replace 3 insert | 3 | Taste. | | unreadable",
        ),
    ),
    Answer(
        "json beside lines is told where the lines do not say it again",
        '[{"op": "replace", "step": 2, "text": "One"}, {"op": "insert", "step": 4, "text": "Rest"}]\n'
        'replace(2, Two)\ninsert(4, Wait)\n{"name": "replace", "arguments": {"step": 5, "text": "Five"}}',
        ("replace 2 Two", "insert 4 Wait"),
        ("insert 4 Rest | unreadable", "replace 5 Five | unreadable"),
    ),
    Answer(
        "a call of a tool is an edit",
        '{"name": "replace", "arguments": "{\\"step\\": 2, \\"text\\": \\"Fry it.\\"}"}',
        ("replace 2 Fry it.",),
    ),
    Answer(
        "json in the text of an edit is text",
        'replace(1, Type {"op":"replace","step":2,"text":"x"} into the file.)',
        ('replace 1 Type {"op":"replace","step":2,"text":"x"} into the file.',),
    ),
    Answer(
        "edits parted by marks of a page, or by unusual ends of lines",
        "replace(2, Fry it.)<br>insert(3, Taste.)<br/>\n"
        "replace(4, Stir.)\v# because it sticks\vinsert(5, Rest.)\fdelete(6)\u2028replace(1, Chop.)",
        (
            *("replace 2 Fry it.", "insert 3 Taste.", "replace 4 Stir."),
            *("insert 5 Rest. | it sticks", "replace 6 ", "replace 1 Chop."),
        ),
    ),
    Answer(
        "what only looks like a call is talk",
        "I would change (a bit) the order.\nAdd the flour (about 200 g) first.\ninsert(5, Eat.)",
        ("insert 5 Eat.",),
    ),
    Answer(
        "plain lines",
        "# because there is no kettle\nreplace(2, Heat the water in a pot)\ninsert(2, Put a lid on)\ndone\n",
        ("replace 2 Heat the water in a pot | there is no kettle", "insert 2 Put a lid on"),
    ),
    Answer(
        "requirements behind the reason",
        "# because nuts are out [R1, R3]\nreplace(4, Add seeds)\n# because it is late [R2][R4]\ninsert(4, Hurry)",
        ("replace 4 Add seeds | nuts are out | R1 R3", "insert 4 Hurry | it is late | R2 R4"),
    ),
    Answer(
        "requirement before the reason",
        "# [R2]: because the tin is small\nreplace(1, Halve the batter)",
        ("replace 1 Halve the batter | the tin is small | R2",),
    ),
    Answer("only a requirement behind", "replace(1, Halve it) [r2]", ("replace 1 Halve it |  | R2",)),
    Answer(
        "requirement inside the text", "replace(1, Halve the batter [R2])", ("replace 1 Halve the batter |  | R2",)
    ),
    Answer(
        "resources have their own numbers",
        "replace(r2, 500 g spelt)\ninsert(r3, A sieve)\ndelete(r1)\nreplace(resource 3, A bowl)\n"
        "replace(2, Sieve)",
        ("replace r2 500 g spelt", "insert r3 A sieve", "replace r1 ", "replace r3 A bowl", "replace 2 Sieve"),
    ),
    Answer("resource out of range", "replace(r4, Salt)", (), ("replace r4 Salt | out_of_range",)),
    Answer("only keeps", "keep(1)\nkeep(2)\nkeep(3): fine\ndone", end="none"),
    Answer(
        "keeps between edits",
        "keep(1)\n# because no car\nreplace(2, Take the tram)\nkeep(3)\n",
        ("replace 2 Take the tram | no car",),
    ),
    Answer(
        "a comment behind",
        "- replace(1, Dig a hole) // roots need room\n- insert(1, Soak it) -- it was dry\n"
        "* **delete(3)** — no hose\n"
        "`replace(5, Wait)` # soil settles (slowly)",
        (
            "replace 1 Dig a hole | roots need room",
            "insert 1 Soak it | it was dry",
            "replace 3  | no hose",
            "replace 5 Wait | soil settles (slowly)",
        ),
    ),
    Answer(
        "because without a sign",
        "replace(1, Walk) because it rains\nreplace(2, Run) (because it pours)",
        ("replace 1 Walk | it rains", "replace 2 Run | it pours"),
    ),
    Answer(
        "other talk behind an edit is no reason",
        "replace(1, Walk): nicer that way\ninsert(1, Rest) (if you like)\ninsert(2, Eat) → good\nreplace(4, Go).",
        ("replace 1 Walk", "insert 1 Rest", "insert 2 Eat", "replace 4 Go"),
    ),
    Answer(
        "a sentence between clears the reason",
        "# because I forgot\nBy the way, this is about tea.\nreplace(1, Warm the pot)",
        ("replace 1 Warm the pot",),
    ),
    Answer(
        "headings are no reasons",
        "# Tea without a kettle\n\n## Edits\nreplace(1, Warm the pot)\n# Changes\nreplace(2, Pour)",
        ("replace 1 Warm the pot", "replace 2 Pour"),
    ),
    Answer(
        "a reason over two lines",
        "# because the stove is electric\n# and heats slowly [R1]\nreplace(1, Start early)",
        ("replace 1 Start early | the stove is electric and heats slowly | R1",),
    ),
    Answer(
        "a bare comment is a reason",
        "# the cat is asleep\nreplace(1, Whisper)\n// reason: cats hear well\ninsert(1, Tiptoe)",
        ("replace 1 Whisper | the cat is asleep", "insert 1 Tiptoe | cats hear well"),
    ),
    Answer(
        "fenced",
        "Of course!\n```text\n# because of moths\ninsert(6, Air the wool)\n# done\n```\nAll the best!",
        ("insert 6 Air the wool | of moths",),
    ),
    Answer(
        "bullets and bold",
        "- **Replace**(3, Fold the map)\n• _insert_(3, Look north)\n__delete__(5)\n* *insert(6, Shout)*",
        ("replace 3 Fold the map", "insert 3 Look north", "replace 5 ", "insert 6 Shout"),
    ),
    Answer(
        "numbers, ticks and quote marks",
        "1. `replace(2, Iron inside out)`\n2) **insert(2, Hang it)**\n> 3. replace(4, Fold)\n(4) insert(5, Stack)",
        ("replace 2 Iron inside out", "insert 2 Hang it", "replace 4 Fold", "insert 5 Stack"),
    ),
    Answer(
        "pictures and labels in front",
        "👉 replace(1, Open the window)\nStep 2: replace(2, Breathe)\nEdit: insert(2, Count)\n"
        "### insert(3, Smile)",
        ("replace 1 Open the window", "replace 2 Breathe", "insert 2 Count", "insert 3 Smile"),
    ),
    Answer(
        "quotes around the text",
        'replace(1, "Call out \\"timber\\"")\nreplace(2, \'Don\\\'t run\')\ninsert(2, “Stay left”)\n'
        "insert(3, `Saw`)",
        ('replace 1 Call out "timber"', "replace 2 Don't run", "insert 2 Stay left", "insert 3 Saw"),
    ),
    Answer(
        "quotes that belong to the text",
        'replace(1, "Start" and "stop" the watch)\nreplace(2, "On" then "off")\ninsert(2, "He said "go" twice")',
        ('replace 1 "Start" and "stop" the watch', 'replace 2 "On" then "off"', 'insert 2 He said "go" twice'),
    ),
    Answer(
        "ways to name the step",
        "Insert(after step 2, Rinse)\nREPLACE(Step 3: Dry)\nreplace(#4, Fold)\nremove(number 5)\n"
        "insert(before 1, Sort)",
        ("insert 2 Rinse", "replace 3 Dry", "replace 4 Fold", "replace 5 ", "insert 0 Sort"),
    ),
    Answer(
        "named arguments",
        'replace(step=3, text="Use rice milk")\ninsert(after=3, text="Stir")',
        ("replace 3 Use rice milk", "insert 3 Stir"),
    ),
    Answer(
        "colon forms",
        "Replace(1): Stretch: ten seconds a leg\ninsert after step 2: Drink (not much)\n"
        "- **Replace**(5) with: “Rest”\n"
        "**Insert after 6:** Shower\nreplace(4):\nBreathe out",
        (
            "replace 1 Stretch: ten seconds a leg",
            "insert 2 Drink (not much)",
            "replace 5 Rest",
            "insert 6 Shower",
            "replace 4 Breathe out",
        ),
    ),
    Answer(
        "words behind an empty pair",
        'replace(3) Use the stairs\nreplace(4) with "Ring twice"\nreplace(5) -> Wait',
        ("replace 3 Use the stairs", "replace 4 Ring twice", "replace 5 Wait"),
    ),
    Answer(
        "nested parentheses",
        "replace(3, Set n = min(4, max(a, b)) first)\ninsert(3, Ask (room 4 // left) twice) # (really)",
        ("replace 3 Set n = min(4, max(a, b)) first", "insert 3 Ask (room 4 // left) twice | (really)"),
    ),
    Answer(
        "smileys",
        "replace(1, Wave :) at the guard)\nreplace(2, If it rains :( stay in)\ninsert(2, Cheer (loudly) :))",
        ("replace 1 Wave :) at the guard", "replace 2 If it rains :( stay in", "insert 2 Cheer (loudly) :)"),
    ),
    Answer(
        "lettered lists in a text",
        "replace(1, Take a) a rope or b) a chain) // both hold\ninsert(1, Choose (plan b) today)\n"
        "insert(2, Follow plan b)",
        (
            "replace 1 Take a) a rope or b) a chain | both hold",
            "insert 1 Choose (plan b) today",
            "insert 2 Follow plan b",
        ),
    ),
    Answer("one closing too many", "insert(3, Wipe the shelf))", ("insert 3 Wipe the shelf",)),
    Answer(
        "one closing too few",
        "insert(3, Warm the oven (to 90 °C)\nreplace(4, Dry the apples)",
        ("insert 3 Warm the oven (to 90 °C)", "replace 4 Dry the apples"),
    ),
    Answer(
        "missing parenthesis",
        "- replace(2, Pack light\n- insert(2, Buy a ticket)\n- replace(4, Sleep\n- Remember your hat!\n\nBye",
        ("replace 2 Pack light", "insert 2 Buy a ticket", "replace 4 Sleep"),
    ),
    Answer(
        "cut off in a text",
        "replace(2, Knead)\n# because yeast is slow\ninsert(2, Let it rest (an ho",
        ("replace 2 Knead",),
        ("insert 2 Let it rest (an ho | cut_off",),
    ),
    Answer(
        "broken off in mid-sentence, and whole without its parenthesis",
        'replace(2, "Fry the onion in\nreplace(3, Wait for 5\ninsert(3, Let it rest.\nreplace(1, "Stir it"\ndone\n'
        "replace(4, Serve it warm",
        ("insert 3 Let it rest.", "replace 1 Stir it"),
        (
            'replace 2 "Fry the onion in | cut_off',
            "replace 3 Wait for 5 | cut_off",
            "replace 4 Serve it warm | cut_off",
        ),
    ),
    Answer(
        "edits that the model itself forbids or strikes out",
        "Do not use: replace(1, X)\nNever: delete(3)\nFor example: replace(2, Y)\n~~replace(4, Z)~~\n"
        "// replace(5, W)\nEdit 1: replace(6, Eat.)",
        ("replace 6 Eat.",),
        (
            "replace 1 Do not use: replace(1, X) | unreadable",
            "replace 3 Never: delete(3) | unreadable",
            "replace 2 For example: replace(2, Y) | unreadable",
            "replace 4 replace(4, Z)~~ | unreadable",
            "replace 5 replace(5, W) | unreadable",
        ),
    ),
    Answer("cut off before a text", "replace(2, Knead)\nreplace(3,", ("replace 2 Knead",)),
    Answer(
        "wrapped lines",
        "insert(2,\n  Put the kettle\n  on\n)\nreplace(4, Pour slowly,\nthen wait) -- glass cracks",
        ("insert 2 Put the kettle on", "replace 4 Pour slowly, then wait | glass cracks"),
    ),
    Answer(
        "code inside a text",
        "replace(4, Run this:\n```sh\nmake -j2\n```\n)\ndone",
        ("replace 4 Run this: make -j2",),
    ),
    Answer(
        "a numbered list as text",
        "# because the lock sticks\nreplace(4,\n1. Oil the lock\n2. Turn the key twice\n)\n"
        "insert(5, 1) Knock\n2) Enter)",
        (
            "replace 4 Oil the lock | the lock sticks",
            "insert 4 Turn the key twice | the lock sticks",
            "insert 5 Knock",
            "insert 5 Enter",
        ),
    ),
    Answer(
        "a number that repeats the place",
        "replace(4, 4. Lock the door)\ninsert(4, 12. May is the day)",
        ("replace 4 Lock the door", "insert 4 12. May is the day"),
    ),
    Answer(
        "several on one line",
        "replace(1, Sit); insert(1, Stand)\ndelete(3), delete(4) and remove(5).",
        ("replace 1 Sit", "insert 1 Stand", "replace 3 ", "replace 4 ", "replace 5 "),
    ),
    Answer(
        "thinking comes out",
        "<think>maybe\nreplace(1, Nothing)\nno edits\n</think>replace(2, Something)",
        ("replace 2 Something",),
    ),
    Answer("thinking without an end", "<thinking>\nreplace(1, Nothing)\ndone", end="unparsed"),
    Answer(
        "thinking of other makers",
        "[THINK]replace(1, No)[/THINK]\nreplace(2, Yes)<|im_end|>\n</s>",
        ("replace 2 Yes",),
    ),
    *(
        Answer(f"tokens of a chat template: {before}", f"{before}replace(2, Yes){after}", ("replace 2 Yes",))
        for before, after in (
            ("[INST]", "[/INST]"),
            ("<|im_start|>assistant\n", "<|im_end|>"),
            ("<|im_start|>assistant ", "<|im_end|>"),
            ("<|start_header_id|>assistant<|end_header_id|>\n", "<|eot_id|>"),
            ("<start_of_turn>model\n", "<end_of_turn>"),
            ("<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
            ("<<SYS>>", "<</SYS>>"),
            ("```\n", "\n```<|im_end|>"),
        )
    ),
    Answer(
        "tokens that a step is about",
        "replace(2, End each turn with `<|im_end|>` and start with `[INST]`)",
        ("replace 2 End each turn with `<|im_end|>` and start with `[INST]`",),
    ),
    *(
        Answer(
            f"thinking of which only the end came: {tag}",
            f"no edits\nreplace(1, Anything)\ninsert(9, Nowhere)\n{tag}\nreplace(2, Something)",
            ("replace 2 Something",),
            ("insert 9 Nowhere | out_of_range", "replace 1 Anything | thought"),
        )
        for tag in ("</think>", "◁/think▷", "</seed:think>", "<|end_of_thought|>", "[/THINK]", *MORE_TAGS)
    ),
    *(
        Answer(f"thinking without an end: {tag}", f"{tag}\nreplace(1, Anything)\ndone", end="unparsed")
        for tag in ("◁think▷", "<seed:think>", "<|begin_of_thought|>")
    ),
    Answer(
        "edits in JSON, only thought",
        '[{"op": "delete", "step": 1}]\n</think>\n[{"op": "delete", "step": 2}]',
        ("replace 2 ",),
    ),
    Answer(
        "nothing behind the thinking",
        "replace(1, Anything)\n</think>",
        (),
        ("replace 1 Anything | thought",),
        end="unparsed",
    ),
    Answer(
        "echoes of the instructions",
        "replace(3, XX): XX becomes the text of step 3\ninsert(2, <new step>)\nreplace(4, ...)\n\n"
        "replace(3, Peel it)",
        ("replace 3 Peel it",),
        (
            "replace 3 replace(3, XX) | unreadable",
            "insert 2 insert(2, <new step>) | unreadable",
            "replace 4 replace(4, ...) | unreadable",
        ),
    ),
    Answer(
        "echoes alone",
        "- replace(3, XX)\n- insert(2, YY)\n",
        (),
        ("replace 3 replace(3, XX) | unreadable", "insert 2 insert(2, YY) | unreadable"),
        end="unparsed",
    ),
    Answer(
        "echoes, then no edits",
        "replace(3, XX)\n\n*No edits!*",
        (),
        ("replace 3 replace(3, XX) | unreadable",),
        end="none",
    ),
    Answer(
        "an edit that the rest of its line denies",
        "replace(4, Bake it.)\nNote: replace(5, X) would be wrong.\nreplace(1, Fry it) is not needed\n"
        "Edit 2: replace(3, Stir it (twice) and do not\nopen the lid.)\nreplace(2, Whisk it) # do not fry",
        (
            "replace 4 Bake it.",
            "replace 3 Stir it (twice) and do not open the lid.",
            "replace 2 Whisk it | do not fry",
        ),
        (
            "replace 5 Note: replace(5, X) would be wrong. | unreadable",
            "replace 1 replace(1, Fry it) is not needed | unreadable",
        ),
    ),
    Answer(
        "steps between edits that are none are told",
        "replace(1, Mix it gently.)\nStep 3: Preheat the oven to 180 C.\ninsert(4, Rest it.) # because warm\n"
        "**Step 5:** Cool it down.\nStep 6: no change",
        ("replace 1 Mix it gently.", "insert 4 Rest it. | warm"),
        (
            "replace 3 Step 3: Preheat the oven to 180 C. | unreadable",
            "replace 5 **Step 5:** Cool it down. | unreadable",
        ),
    ),
    Answer(
        "a step of its own ends an edit that nothing closed",
        'replace(1, Mix it gently\nStep 3: Preheat the oven.\nreplace(4, "Rest it."\nStep 6: Cool it down.)\n'
        "replace(2, Stir it.\n5. Bake it.\ninsert(6, Do this:\n1. Wash up.\n2. Dry up.)",
        (
            "replace 1 Mix it gently",
            "replace 4 Rest it.",
            "replace 2 Stir it.",
            "insert 6 Do this: 1. Wash up. 2. Dry up.",
        ),
        (
            "replace 3 Step 3: Preheat the oven. | unreadable",
            "replace 6 Step 6: Cool it down.) | unreadable",
            "replace 5 5. Bake it. | unreadable",
        ),
    ),
    Answer(
        "a step named above or below its edit is its heading",
        "replace(1, Mix it.)\nStep 1: Mix it, because of the noise.\n"
        "Step 3: Preheat the oven.\nreplace(3, Heat a pan.)\n"
        "Step 6: Cool it in the pan.\ninsert(6, Slice it.)",
        ("replace 1 Mix it.", "replace 3 Heat a pan.", "insert 6 Slice it."),
        ("replace 6 Step 6: Cool it in the pan. | unreadable",),
    ),
    Answer(
        "tags around edits",
        "<edit>replace(1, Mix it gently.)</edit>\n<edit>\nreplace(2, Stir it.)\n</edit>\n"
        "<edit>insert(4, Rest it.</edit>\n"
        "<changes>\n<change>replace(5, Cool it.)</change>\n</changes>\n<edit>Step 3: Preheat the oven.</edit>\n"
        '<step number="6">Serve it.</step>',
        ("replace 1 Mix it gently.", "replace 2 Stir it.", "insert 4 Rest it.", "replace 5 Cool it."),
        (
            'replace 6 <step number="6">Serve it.</step> | unreadable',
            "replace 3 Step 3: Preheat the oven. | unreadable",
        ),
    ),
    Answer(
        "a reason behind a hyphen, and numbers said again",
        "replace(3, Pour: A) - Reason: no salt\nreplace(1, Step 1: Whisk.)\ninsert(2, Step 3. Sift.)\n"
        "replace(4, Step 6: Taste.)\nreplace(5, Step 1: Fry.\nStep 2: Stir.)",
        (
            "replace 3 Pour: A | no salt",
            "replace 1 Whisk.",
            "insert 2 Sift.",
            "replace 4 Step 6: Taste.",
            "replace 5 Fry.",
            "insert 5 Stir.",
        ),
    ),
    Answer(
        "removals in words",
        "replace(1, delete) # no salt\nreplace(2, (deleted))\nreplace(3, [remove this step])\n"
        'replace(4, <empty>)\nReplace 5: None\nreplace(6, "Skip this step.") [R1]',
        (
            "replace 1  | no salt",
            *("replace 2 ", "replace 3 ", "replace 4 ", "replace 5 "),
            "replace 6  |  | R1",
        ),
    ),
    Answer(
        "words that tell nothing",
        "replace(1, N/A)\nreplace(2, Same as before.)\nreplace(3, Do not skip this step.)\n"
        "replace(4, Skip step 5.)\ninsert(4, delete)\nreplace(5, Drop it in.)\nreplace(6, Remove the pan.)",
        ("replace 5 Drop it in.", "replace 6 Remove the pan."),
        (
            "replace 1 replace(1, N/A) | unreadable",
            "replace 2 replace(2, Same as before.) | unreadable",
            "replace 3 replace(3, Do not skip this step.) | unreadable",
            "replace 4 replace(4, Skip step 5.) | unreadable",
            "insert 4 insert(4, delete) | unreadable",
        ),
    ),
    Answer(
        "removals and placeholders in JSON",
        '[{"op": "replace", "step": 1, "text": "[remove this step]", "why": "no salt"},'
        ' {"op": "replace", "step": 2, "text": "<new text>"}]',
        ("replace 1  | no salt",),
        ("replace 2 replace(2, <new text>) | unreadable",),
    ),
    Answer(
        "json, fenced",
        "Here:\n```json\n"
        '{"edits": [{"op": "replace", "step": 2, "text": "Use \\"soft\\" water", "reason": "lime [R1]"},'
        '\n {"action": "Remove", "position": "step 5", "why": "no dog"}]}\n```\nBye',
        ('replace 2 Use "soft" water | lime | R1', "replace 5  | no dog"),
    ),
    Answer(
        "json under other names",
        '[{"type": "add", "after": 0, "value": "Look\\n around", "serves": ["R2"]},\n'
        '{"operation": "modify", "index": 3.0, "content": "Listen  well"}, {"op": "keep", "step": 4},]',
        ("insert 0 Look around |  | R2", "replace 3 Listen well"),
    ),
    Answer(
        "json with the operation as key",
        '{"changes": [{"insert": {"after": 2, "text": "Blink"}}, {"delete": 4}, {"replace": 5, "text": "Nod"}]}',
        ("insert 2 Blink", "replace 4 ", "replace 5 Nod"),
    ),
    Answer(
        "json cut off",
        '{"edits": [{"op": "insert", "step": 1, "text": "Sow"}, {"op": "replace", "step": 1',
        ("insert 1 Sow",),
    ),
    Answer(
        "json for resources",
        '[{"op": "replace", "part": "resources", "step": 2, "text": "Oats"}, '
        '{"op": "insert", "step": "r3", "text": "A pan"}]',
        ("replace r2 Oats", "insert r3 A pan"),
    ),
    Answer(
        "lines win over json",
        '```json\n[{"op": "replace", "step": 2, "text": "One"}]\n```\nAs lines:\nreplace(2, Two)\ndone',
        ("replace 2 Two",),
    ),
    Answer(
        "json without its text or its place deletes nothing",
        '[{"op": "replace", "step": 2, "text": ["Use", "oats"]}, {"op": "replace", "step": 3},'
        ' {"op": "insert", "step": NaN, "text": "Wait"}, {"op": "replace", "step": true, "text": "Go"},'
        ' {"op": "replace", "step": 4, "text": null}, {"op": "replace", "step": 5, "text": ""}]',
        ("replace 4 ", "replace 5 "),
        (
            'replace 0 {"op": "replace", "step": 2, "text": ["Use", "oats"]} | unreadable',
            'replace 0 {"op": "replace", "step": 3} | unreadable',
            'replace 0 {"op": "insert", "step": NaN, "text": "Wait"} | unreadable',
            'replace 0 {"op": "replace", "step": true, "text": "Go"} | unreadable',
        ),
    ),
    Answer("json that changes nothing", 'The steps fit.\n\n```json\n{"edits": []}\n```', end="none"),
    Answer("an empty json list", "```json\n[]\n```", end="none"),
    Answer(
        "ways to delete",
        'replace(1)\nreplace(2, "")\nreplace(3, )\n4. delete(4) // old\n`drop(5)`\nDelete step 6.',
        ("replace 1 ", "replace 2 ", "replace 3 ", "replace 4  | old", "replace 5 ", "replace 6 "),
    ),
    Answer(
        "a quoted text over lines",
        'replace(1, "Mix the flour.\n\nAdd water.")\n- insert(2, "Stir\n- and\n- wait")\n'
        "* insert(3, “One\n\n* two”)",
        ("replace 1 Mix the flour. Add water.", "insert 2 Stir - and - wait", "insert 3 One * two"),
    ),
    Answer(
        "a quote that nothing closes",
        'replace(1, "Mix the flour\nand water)\nreplace(2, "Stir.\n\nEnjoy your bread!\nreplace(3, \'Tis done)',
        ("replace 1 Mix the flour and water", "replace 2 Stir.", "replace 3 'Tis done"),
    ),
    Answer(
        "a text too long for a step",
        f"replace(1, {'la ' * 70_000})\ninsert(1, {'x' * 5_001})\ninsert(2, {'x' * 5_000} [R1])",
        (f"insert 2 {'x' * 5_000} |  | R1",),
        (f"replace 1 {('la ' * 1_667)[:5_000]} | too_long", f"insert 1 {'x' * 5_000} | too_long"),
    ),
    Answer(
        "a text too long for a step, as JSON",
        f'{{"edits": [{{"op": "replace", "step": 1, "text": "{"x" * 200_000}"}}, '
        '{"op": "insert", "step": 2, "text": "Wait"}]}',
        ("insert 2 Wait",),
        (f"replace 1 {'x' * 5_000} | too_long",),
    ),
    Answer(
        "numbers that no step has",
        f"replace(3.5, Rest)\nreplace(3-5, Merge)\nreplace(1{'0' * 60}, Far)\nreplace(1, Go)",
        ("replace 1 Go",),
        (
            "replace 3 replace(3.5, Rest) | unreadable",
            "replace 3 replace(3-5, Merge) | unreadable",
            f"replace 100000000 replace(1{'0' * 60}, Far) | unreadable",
        ),
    ),
    Answer(
        "only a number that no step has",
        "replace(3.5, Rest)",
        (),
        ("replace 3 replace(3.5, Rest) | unreadable",),
        "unparsed",
    ),
    Answer(
        "needless and boundless numbers in JSON",
        f'{{"op": "replace", "step": 1, "text": "Go", "n": 1{"0" * 5_000}}}\n'
        f'{{"op": "replace", "step": 1{"0" * 5_000}, "text": "Far"}}',
        ("replace 1 Go",),
        ("replace 1000000000 Far | out_of_range",),
    ),
    Answer("inserting nothing is nothing", "insert(2, )\ninsert(3)\ndone", end="none"),
    Answer(
        "out of range",
        "replace(0, Before)\ninsert(6, Last)\ninsert(7, Beyond)\ndelete(99999999999999999999)\ninsert(-1, Early)",
        ("insert 6 Last",),
        (
            "replace 0 Before | out_of_range",
            "insert 7 Beyond | out_of_range",
            "replace 99999999999999999999  | out_of_range",
            "insert -1 Early | out_of_range",
        ),
    ),
    Answer(
        "repeats and second thoughts",
        "replace(2, Wash)\nreplace(2,  Wash )\ninsert(3, Dry)\nreplace(2, Rinse)\ninsert(3, Dry)\n"
        "delete(2)\nreplace(2, Rinse)",
        ("replace 2 Wash", "insert 3 Dry"),
        ("replace 2 Rinse | duplicate", "replace 2  | duplicate"),
    ),
    Answer("only flagged ones are edits too", "replace(9, Fly)\ndone", (), ("replace 9 Fly | out_of_range",)),
    Answer("no edits", "NO EDITS.\n", end="none"),
    Answer("no changes needed", "> **No further changes are needed**, the steps fit.", end="none"),
    Answer("done alone", "done</s>", end="none"),
    Answer(
        "no edits for one step is not none",
        "### Replace (step 3)\n**Edit (2):** gloves\n"
        "Step 1: no edits\nno edits for step 2, but\nreplace(3, Turn left)",
        ("replace 3 Turn left",),
    ),
    Answer(
        "a refusal", "I would rather not change how you take your medicine. Please ask a doctor.", end="unparsed"
    ),
    Answer("a new list", "1. Put on gloves.\n2. Remove 2 screws.\n3. Insert coin: one euro.", end="unparsed"),
    Answer("nothing at all", " \n\t\n", end="unparsed"),
    Answer(
        "carriage returns and tabs",
        "# because\tit squeaks\r\nreplace(2,\tOil   the\r\n\thinge)\r\ndone\r\n",
        ("replace 2 Oil the hinge | it squeaks",),
    ),
    Answer(
        "full-width signs",
        "replace（2，先关水）\ninsert（3：再擦干）",
        ("replace 2 先关水", "insert 3 再擦干"),
    ),
    Answer(
        "right to left",
        "1. **replace(2, أغلق الباب)** — البيت بارد",
        ("replace 2 أغلق الباب | البيت بارد",),
    ),
    Answer(
        "control characters",
        "replace(2, Ring\x1b]52;c;eA==\x07 the\u202e bell)",
        ("replace 2 Ring\ufffd the bell",),
    ),
    Answer(
        "edits after done are read too",
        "no edits\n\nWait:\nreplace(2, Look again)\ndone",
        ("replace 2 Look again",),
    ),
)
