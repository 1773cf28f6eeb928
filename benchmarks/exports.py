"""Whether programs of others read what is exported: the starters, and imports from files named here.

    python benchmarks/exports.py [FILE or FOLDER…]

Each procedure is written as a page and as JSON-LD, then read by extruct, recipe-scrapers and html5lib, and by
html-validate if HTML_VALIDATE names a folder in which `npm install html-validate` ran. What is not installed is
left out. Tailor itself reads every format back too. Prints how many each program read the same; `--lost` names
the others. Target: all.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tailor.library import markdown
from tailor.library.formats.registry import read, write
from tailor.library.importer import source_from_file
from tailor.library.store import starter_procedures

BACK = {"md": "md", "json": "json", "jsonld": "json", "cook": "cook", "html": "html"}
MOST_FRONT = 12


def imported(paths: list[str]) -> Iterator[Procedure]:
    for path in map(Path, paths):
        files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
        for file in files:
            with suppress(TailorError):
                yield from (one.procedure for one in source_from_file(file).reports)


def module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def same(one: Procedure, out: str, back: str) -> bool:
    return read(write(one, out), back)[0].procedure == replace(one, id="")


def short_front(one: Procedure) -> bool:
    text, _ = markdown.write_short(one, {"id": "x-1234.v1", "fingerprint": "0" * 16, "origin": "imported"}, {})
    return text.split("\n").index("---", 1) + 1 <= MOST_FRONT


def checks() -> dict[str, Callable[[Procedure], bool]]:
    """By the name of the program, whether it reads the same."""
    found: dict[str, Callable[[Procedure], bool]] = {
        f"back from {out}": lambda one, out=out, back=back: same(one, out, back)  # type: ignore[misc]
        for out, back in BACK.items()
    }
    found["front matter of at most 12 lines"] = short_front
    if extruct := module("extruct"):

        def extracted(one: Procedure) -> bool:
            data = extruct.extract(write(one, "html"), syntaxes=["json-ld"])["json-ld"]
            return bool(data == [json.loads(write(one, "jsonld"))])

        found["extruct"] = extracted
    if scrapers := module("recipe_scrapers"):

        def scraped(one: Procedure) -> bool:
            data = json.loads(write(one, "jsonld"))
            if data["@type"] != "Recipe":
                return True
            page = scrapers.scrape_html(write(one, "html"), org_url="https://x.example/1", supported_only=False)
            steps = {
                " ".join(text.split()) for text in page.instructions_list()
            }  # it does away with double blanks
            wanted = {" ".join(text.split()) for text in one.steps}
            listed = [" ".join(text.split()) for text in data["recipeIngredient"]]
            return bool(page.title() == one.goal and page.ingredients() == listed and wanted <= steps)

        found["recipe-scrapers"] = scraped
    if html5lib := module("html5lib"):

        def strict(one: Procedure) -> bool:
            html5lib.HTMLParser(strict=True).parse(write(one, "html"))
            return True

        found["html5lib, strict"] = strict
    return found


def validated(every: list[Procedure], folder: str) -> str:
    """The last line of html-validate on all pages."""
    with tempfile.TemporaryDirectory() as place:
        for number, one in enumerate(every):
            (Path(place) / f"{number}.html").write_text(write(one, "html"))
        command = ["npx", "html-validate", "--preset", "standard", f"{place}/*.html"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        faults = [line.strip() for line in run.stdout.split("\n") if " error " in line]
        rules = Counter(line.rpartition("  ")[2] for line in faults)
        return f"{len(faults)} errors in {len(every)} pages {dict(rules) or ''}"


def main() -> None:
    show = "--lost" in sys.argv
    starters = list(starter_procedures())
    others = list(imported([one for one in sys.argv[1:] if not one.startswith("--")]))
    for group, every in (("starters", starters), ("imports", others)):
        print(f"{len(every)} {group}")
        for name, check in checks().items() if every else ():
            kept = 0
            for one in every:
                try:
                    good, why = check(one), ""
                except Exception as error:  # noqa: BLE001 - whatever another program raises is what is counted
                    good, why = False, repr(error)[:200]
                kept += good
                if show and not good:
                    print(f"  {name}: {one.goal[:60]} {why}")
            print(f"  {name}: {kept} of {len(every)}")
        if every and (folder := os.environ.get("HTML_VALIDATE")):
            print(f"  html-validate: {validated(every, folder)}")


if __name__ == "__main__":
    main()
