"""How long `find` takes for a hint of 20 words on 500 steps, and on twice and four times as many.

Repeat it from the checkout with the project installed:

    python benchmarks/finding.py            # 500, 1,000 and 2,000 steps, best of 5
    python benchmarks/finding.py 200 3      # another size, best of 3

Prints milliseconds for each size and how much longer it takes than the one before. Every try has steps that
nothing has read before, so no cache of texts helps. Read the ratios: the time depends on the machine. Target: at
most 300 ms for 500 steps, ratios near 2.
"""

import sys
import time

from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint

HINT = "im vegan and cant find coriander, no blender or oven here, were only two and my granny hates nutts, i rent"
STEPS = (
    "Melt {n} g of butter in a pan over medium heat and fry the onions for {n} minutes until they are soft.",
    "Drill {n} holes with a masonry bit, push in the wall plugs and screw the bracket to the wall.",
    "Blend the soup with {n} ml of stock, taste it and serve it with chopped coriander and a few walnuts.",
    "Wipe the tiles {n} times with a damp cloth; never with bleach.",
    "Bake batch {n} in the preheated oven and let it cool on a wire rack before you cut it.",
)


def made(size: int, again: int) -> Procedure:
    steps = [STEPS[n % len(STEPS)].format(n=(size * 100 + again) * 10_000 + n) for n in range(size)]
    return procedure("Cook, build and clean all day", steps, ["butter", "drill", "bleach"])


def milliseconds(size: int, tries: int) -> float:
    """The best of so many tries."""
    requirements = parse_hint(HINT)
    taken = []
    for again in range(1, tries + 1):
        one = made(size, again)
        begun = time.perf_counter()
        find(one, requirements)
        taken.append(time.perf_counter() - begun)
    return min(taken) * 1_000


def main() -> None:
    given = [int(one) for one in sys.argv[1:]]
    size, tries = (*given, *(500, 5)[len(given) :])
    find(made(10, 0), parse_hint(HINT))  # loads the data
    before = 0.0
    for number in (size, size * 2, size * 4):
        now = milliseconds(number, tries)
        print(f"{number:6,} steps  {now:7.1f} ms" + (f"  {now / before:.2f} x" if before else ""))
        before = now


if __name__ == "__main__":
    main()
