"""What the official Cooklang parser finds in the files that are written here.

Skipped without node and the package: COOKLANG_PARSER names a folder in which `npm install @cooklang/cooklang` ran.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tailor.core.durations import durations
from tailor.library.formats.registry import read, write
from tailor.library.store import starter_procedures

PARSER = Path(os.environ.get("COOKLANG_PARSER", "/nowhere"))
SCRIPT = """
import {Parser} from '@cooklang/cooklang';
import fs from 'fs';
const quantity = it => it.quantity && [it.quantity.value.type, it.quantity.unit];
const told = text => {
  const recipe = new Parser().parse(text).recipe;
  return {
    ingredients: recipe.ingredients.map(it => it.name),
    cookware: recipe.cookware.map(it => it.name),
    timers: recipe.timers.map(quantity),
  };
};
console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, 'utf8')).map(told)));
"""
SOUP = """---
title: Soup
servings: 4
time:
  prep: 10 min
---

Chop @onions{2} and fry them in @olive oil{1%tbsp} in a #large pot{} for ~{5%minutes}.

Add @olive oil{1%tbsp}, @🧂 and @lentils{3/4%cup}(rinsed); simmer ~soup{20 to 30%minutes}.
"""

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (PARSER / "node_modules" / "@cooklang").is_dir(),
    reason="node or the official parser is not here",
)


def parsed(texts: list[str]) -> list[dict[str, Any]]:
    command = ["node", "--experimental-wasm-modules", "--input-type=module", "-e", SCRIPT]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, cwd=PARSER, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_a_file_in_and_out_again_keeps_what_the_official_parser_finds_in_it() -> None:
    (found,) = read(SOUP, "cook")
    before, after = parsed([SOUP, write(found.procedure, "cook")])
    assert sorted(after["ingredients"]) == sorted(before["ingredients"])
    assert after["cookware"] == before["cookware"] == ["large pot"]
    assert len(after["timers"]) == 2


def test_the_official_parser_finds_every_resource_and_time_of_each_starter() -> None:
    starters = starter_procedures()
    for one, found in zip(starters, parsed([write(one, "cook") for one in starters]), strict=True):
        things = [*found["ingredients"], *found["cookware"]]
        for resource in one.resources:
            assert any(thing in resource for thing in things), (one.id, resource)
        assert len(found["timers"]) == sum(len(durations(step)) for step in one.steps), one.id
