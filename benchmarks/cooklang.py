"""What the official Cooklang parser finds in `.cook` files before they come in, and after they went out again.

Needs node, and a folder in which `npm install @cooklang/cooklang` ran:

    COOKLANG_PARSER=/path/to/that/folder python benchmarks/cooklang.py FOLDER… [--lost]

Every `.cook` file below the folders is read, written and read again. Prints how many of its ingredients, amounts,
cookware and timers are in the list of resources and in the written file; `--lost` names each that is not. A timer
counts as kept if its longest time is: "12 to 15 minutes" may come back as "15 minutes". Target: none is lost.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tailor.library.formats.registry import read, write

PARSER = Path(os.environ.get("COOKLANG_PARSER", "."))
SCRIPT = """
import {Parser} from '@cooklang/cooklang';
import fs from 'fs';
const number = n => n.type === 'regular' ? n.value
  : n.type !== 'fraction' ? JSON.stringify(n.value)
  : `${n.value.whole || ''} ${n.value.num}/${n.value.den}`.trim();
const value = v => v.type === 'number' ? number(v.value)
  : v.type === 'range' ? `${number(v.value.start)}-${number(v.value.end)}` : v.value;
const amount = it => it.quantity ? [String(value(it.quantity.value)), it.quantity.unit || ''] : ['', ''];
const told = text => {
  try {
    const recipe = new Parser().parse(text).recipe;
    return {
      ingredients: recipe.ingredients.map(it => [it.name, ...amount(it)]),
      cookware: recipe.cookware.map(it => [it.name, ...amount(it)]),
      timers: recipe.timers.map(it => [it.name || '', ...amount(it)]),
    };
  } catch { return null; }
};
const texts = JSON.parse(fs.readFileSync(0, 'utf8'));
const done = [];
for (const text of texts) { const one = told(text); done.push(one); if (!one) break; }
console.log(JSON.stringify(done));
"""


def parsed(texts: list[str]) -> list[dict[str, Any] | None]:
    """What the official parser finds in each text; None where it breaks, as it does on some."""
    done: list[dict[str, Any] | None] = []
    while len(done) < len(texts):
        command = ["node", "--experimental-wasm-modules", "--input-type=module", "-e", SCRIPT]
        rest = json.dumps(texts[len(done) :])
        run = subprocess.run(command, input=rest, capture_output=True, text=True, cwd=PARSER, check=True)
        done += json.loads(run.stdout)
    return done


def names(found: list[list[str]]) -> Counter[str]:
    return Counter({" ".join(name.split()).casefold(): 1 for name, *_ in found})


def amounts(found: list[list[str]]) -> Counter[str]:
    return Counter(" ".join(" ".join(one).split()).casefold() for one in found if one[1])


def times(found: list[list[str]]) -> Counter[str]:
    longest = (re.split(r"\s?(?:-|–|—|\bto\b|\bor\b|\bà\b)\s?", number)[-1] for _, number, _ in found)
    return Counter(f"{number} {unit}".strip() for number, (_, _, unit) in zip(longest, found, strict=True))


KINDS = {
    "ingredients": ("ingredients", names),
    "amounts": ("ingredients", amounts),
    "cookware": ("cookware", names),
    "timers": ("timers", times),
}


def files(folders: list[str]) -> Iterator[tuple[str, str]]:
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.cook")):
        yield str(path), path.read_text("utf-8-sig", "replace")


def main() -> None:
    show = "--lost" in sys.argv
    given = list(files([one for one in sys.argv[1:] if not one.startswith("--")]))
    ours = [read(text, "cook", Path(name).stem)[0].procedure for name, text in given]
    written = [write(one, "cook") for one in ours]
    unequal = [
        name
        for (name, _), one, text in zip(given, ours, written, strict=True)
        if read(text, "cook")[0].procedure != one
    ]
    total, kept, listed = Counter[str](), Counter[str](), Counter[str]()
    broken = 0
    before, after = parsed([text for _, text in given]), parsed(written)
    for (name, _), one, old, new in zip(given, ours, before, after, strict=True):
        if old is None or new is None:
            broken += 1
            continue
        resources = "\n".join(one.resources).casefold()
        for kind, (key, counted) in KINDS.items():
            wanted, found = counted(old[key]), counted(new[key])
            total[kind] += wanted.total()
            kept[kind] += (wanted & found).total()
            listed[kind] += sum(word in resources for word in wanted)
            for word in wanted - found if show else ():
                print(f"{name}: {kind}: {word}")
    print(
        f"{len(given)} files, {broken} that the official parser breaks on, {len(unequal)} that come back unequal"
    )
    for kind in KINDS:
        inside = f", {listed[kind]} in the list of resources" if kind in ("ingredients", "cookware") else ""
        print(f"{kind}: {total[kind]} before, {kept[kind]} after{inside}")


if __name__ == "__main__":
    main()
