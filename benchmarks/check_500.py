"""How long the guard takes on a 500-step procedure against a profile of 10 requirements.

Repeat it from the checkout with the project installed:

    python -m benchmarks.check_500          # 500 steps, each another text, best of 5
    python benchmarks/check_500.py 2000 3     # another size, best of 3

Prints the first check in a new process (which reads the word lists), a check of texts it never saw with the word
lists read, and for the ratio the same on twice the steps. Target: 500 steps under 0.2 s, ratio near 2. Figures of
the best run are shown, since other work on the machine only ever makes a run slower.
"""

import subprocess
import sys
import time

from tailor.core.coverage import guard_findings
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import Requirement, parse_hint

PROFILE = (
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
STEPS = (
    "Chop {n} g of walnuts and fold them into the batter with a wooden spoon.",
    "Bake batch {n} at 180 °C for 25 minutes, then let it cool on a rack.",
    "Blend {n} ml of oat milk with the dates until no lumps are left.",
    "Season pot {n} with salt, pepper and a splash of white wine vinegar.",
    "Cut slice {n} as thin as you can and lay it on the cutting board.",
)


def of_size(size: int, seed: int) -> Procedure:
    """A procedure of `size` steps, no two alike, none like those of another seed."""
    steps = [STEPS[n % len(STEPS)].format(n=seed * 1_000_003 + n) for n in range(size)]
    return procedure("Prepare a large dinner", steps, ["walnuts", "oat milk", "flour"])


def asked() -> tuple[Requirement, ...]:
    """The ten requirements."""
    return parse_hint("", PROFILE)


def once(size: int, seed: int) -> float:
    """Seconds of one check of texts never seen before."""
    given, requirements = of_size(size, seed), asked()
    start = time.perf_counter()
    found = guard_findings(given, requirements)
    taken = time.perf_counter() - start
    assert found
    return taken


def first(size: int) -> float:
    """Seconds of the first check in a new process, measured inside it."""
    code = f"from benchmarks.check_500 import once; print(once({size}, 1))"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(ran.stdout)


def main() -> None:
    """Measures a size and its double."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    once(1, 0)
    cold = min(first(size) for _ in range(runs))
    warm = min(once(size, seed) for seed in range(1, runs + 1))
    twice = min(once(size * 2, seed) for seed in range(runs + 1, 2 * runs + 1))
    print(f"{len(asked())} requirements, {size:,} steps")
    print(f"first in a new process {cold:6.3f} s   afterwards {warm:6.3f} s")
    print(f"twice the steps        {twice:6.3f} s   ratio {twice / warm:.2f}")


if __name__ == "__main__":
    main()
