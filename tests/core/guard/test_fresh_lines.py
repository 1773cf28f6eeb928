"""Lines whose writer had seen no word list: how much the guard finds of them, and how often it is right.

Measured on 22 November 2026, before anything was mended by it: the first file 0.911 and 0.925 (recall, precision),
the second 0.934 and 0.945, the third 0.910 and 0.942 (320 lines, n = 501 pairs of a line and a constraint), the
fourth 0.938 and 0.913 (320 lines, n = 468). The first four stand below as they are since they mended the guard.

The fifth (320 lines, n = 468) was opened once, after all that: 0.929 and 0.872, where the guard before the
fourth had 0.910 and 0.866. It stood unmended until the sixth and seventh had been mended by (then 0.934 and
0.881), and was mended by afterwards, class by class.

Measured on 23 November 2026: the sixth (245 lines, n = 379), by a writer who had seen ten lines of the fifth
and no word list, 0.935 and 0.939. The seventh (253 lines, n = 357, chatty, Indian, Australian and American
words), by one who had read the code and much of the lists by then, 0.894 and 0.864 (0.859 and 0.859 with the
guard before the sixth). The eighth (298 lines, n = 459, plain sentences), by the same, 0.975 and 0.940, with
the older guard the same: it shows how plain lines are read, and no progress. All three stand below as they are
since they mended the guard.

The ninth (465 lines, n = 1,054), by a writer who had seen no word list, only the ids: 0.917 and 0.911, where the
guard of that morning had 0.914 and 0.907. It stands below as it is since it mended the guard by classes (settings,
pregnancy, fat and water, verdicts). 153 lines of the same classes, written after that by one who knew the code
and not kept, gave 0.907 and 0.843 (n = 195), the guard before it 0.757 and 0.736.

The tenth (432 lines, n = 962), by another writer who had seen only the ids, after all that: 0.937 and 0.952,
where the guard of that morning had 0.935 and 0.942. It mended the guard by classes afterwards (words that can
be verbs at the head of a line, a state that is left out, "instead" at an end), before the eleventh was written.

The eleventh (537 lines, n = 923), by a third writer who had seen only the ids: 0.947 and 0.970, where the guard
before the tenth had mended it had 0.938 and 0.970. Of its hazards 0.81 were found (105 of 129), of foods, diets
and equipment 0.97 (769 of 794). It stands as it is since a question and its answer are read as one.

The twelfth (340 lines, n = 340), by a fourth writer who had seen only the ids: 0.859 and 0.945; of its hazards
0.68 were found (72 of 106), of the rest 0.94. It mended the hazards by classes: what a fire, a lean, a shelf is in
general, where phrases had been listed. Of 21,463 steps of recipes, plans and runbooks the guard took 27 for
hazards before, and 29 afterwards.

The thirteenth (340 lines, n = 379), by a fifth writer, after that: 0.910 and 0.983, where the guard before the
twelfth had mended it had 0.887 and 0.982; hazards 0.80 (75 of 94), appliances 0.81, the rest 0.99. It mended
these too.

The fourteenth (340 lines, n = 391), by a sixth writer, after that: 0.928 and 0.965, where the guard before the
twelfth had mended it had 0.893 and 0.961; hazards 0.82 (74 of 90, 62 before), appliances 0.95, the rest 0.96.
It mended the guard by classes afterwards: pairs of words, where phrases had been listed.

The fifteenth (343 lines, n = 327), by a seventh writer, after that: 0.966 and 0.981, where the guard before the
fourteenth had mended it had 0.951 and 0.978; hazards 0.98 (102 of 104, 97 before), appliances 0.93, the rest 0.97.
It mended the appliances by classes.

The sixteenth (352 lines, n = 341), by a writer of harder lines, after that: 0.833 and 0.973, where the guard
before the fourteenth had mended it had 0.795 and 0.971; hazards 0.67 (72 of 107, 60 before), appliances 0.68 (27
of 40, 26 before), the rest 0.95. Some of its classes were mended; of hazards in rare words many go unseen.

The seventeenth (340 lines, n = 311), by an eighth writer, after that: 0.958 and 0.968; hazards 0.89 (84 of 94),
appliances 0.96, the rest 0.99. Nothing was mended after it.

The eighteenth (340 lines, n = 277), by a ninth writer, after that: 0.903 and 0.943; hazards 0.82 (49 of 60),
appliances 0.83 (34 of 41), allergens 0.94, diets 0.96. It mended the guard by classes: families of foods, settings
and services, pairs of words for hazards. 149 lines in ten manners, written after that by one who knew the code and
not kept, gave 0.806 and 0.935 (n = 180), the guard before it 0.733 and 0.923, and mended some classes more.

The nineteenth (330 lines, n = 246), by a tenth writer, ordinary authors: 0.963 and 0.898, where the guard before
the eighteenth had mended it had 0.959 and 0.887; hazards 0.87 (60 of 69). It mended the guard by classes: what
others use and what is used here, what is kept away or only lends its name, safe ways told beside a danger, and
hazards told by their situation.

The twentieth (330 lines, n = 271), by an eleventh writer, ordinary authors: 0.941 and 0.927, where the guard
before the nineteenth had mended it had 0.941 and 0.914; hazards 0.83 (49 of 59), appliances 0.94, allergens 0.96,
diets 1.00. It mended the guard by classes: what is said behind a food in a list, what is named to say that it is
not used, and hazards told in passing.

The twenty-first (286 lines, each with a wish in a person's words), by a twelfth writer: 0.769 and 0.945 (n = 286)
where the wish is read by the guard too, as many of the wishes asked for no constraint; with the built-in tailor
0.910 and 0.821, see `tests/rules/test_lines.py`. It mended what is read in a wish, and what is no use of a thing.
Below stand the 256 lines whose wish asks for a constraint now.

The twenty-second (330 lines, each with a wish in a person's words), by a thirteenth writer who had seen nothing
of the guard: 0.963 and 0.975 (n = 326, one pair a line), with the guard before it 0.963 and 0.969; of the
negations and exceptions 0.914 and 0.930 (n = 118). One miss, the toy of a dog, was mended after it. Below stand
the 312 lines whose wish asks for a constraint.

What of a line is missed or wrongly found is marked `wrong` since 29 November 2026 (of 8,208 pairs 350), where a
share of each file had been allowed. These marks are only ever taken away. Between two other lines each is read as
it is alone, but for the four marked `alone`, in which more is found then.
"""

import json
from pathlib import Path

import pytest

from tailor.core.guard import constraint_ids, scan

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("fresh_lines_*.json")))
def test_each_fresh_line_is_still_read_as_it_is_marked(name: str) -> None:
    turned = []
    for line in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")):
        assert {*line["found"], *line["not"]} == set(line["constraints"]) <= set(constraint_ids())
        around = f"Read this aloud.\n{line['text']}\nThen sit down."
        for text in (line["text"], around)[: 1 if line.get("alone") else 2]:
            said = {one.constraint for one in scan(text, line["constraints"]) if one.kind != "not_assessed"}
            if said ^ set(line["found"]) != set(line.get("wrong", ())):
                turned.append((text, sorted(said)))
    assert not turned
