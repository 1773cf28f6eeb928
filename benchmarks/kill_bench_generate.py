"""kill -9 at random points of `tailor bench generate`: the same table in the end, no finished call made twice.

Run: python -m benchmarks.kill_bench_generate [kills]. Prints counts; exit code 1 where a promise was broken. Never
a test: it starts dozens of processes. Six methods write over a memory of the bench's own, and are compared.
"""

import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks import kill_bench
from benchmarks.kill_bench import Asked, finished, server

CASES = [{"id": "eggs", "goal": "Boil an egg", "resources": ["an egg"]}, {"id": "tea", "goal": "Brew some tea"}]
SHELF = [
    {"id": "rice", "goal": "Cook rice", "steps": ["Boil water.", "Add the rice."]},
    {"id": "peas", "goal": "Blanch peas", "steps": ["Salt the water.", "Boil the peas for two minutes."]},
]
METHODS = ("zero_shot", "few_shot", "rag", "aag_no_rewrite", "aag_no_critic")


def answer(messages: list[dict[str, str]]) -> str:
    """Equal questions get equal answers, other questions other ones."""
    text = "\n".join(message["content"] for message in messages)
    code = hashlib.sha256(text.encode()).hexdigest()
    if "Which of the two is better?" in text:
        return f"better: {1 + int(code, 16) % 2}"
    if "queries" in text:
        return f"queries:\n- How hot is {code[:4]}?\n- How long is {code[4:8]}?"
    if "NO UPDATE REQUIRED" in text:
        return f"- Add a step about {code[:4]}." if int(code, 16) % 2 else "NO UPDATE REQUIRED"
    return f"1. Take {code[:4]}.\n2. Heat {code[4:8]}.\n3. Wait."


def command(folder: Path, url: str, out: Path) -> dict[str, Any]:
    """The bench, four calls at once so that kills meet several; as arguments of subprocess."""
    for name, rows in (("cases.jsonl", CASES), ("shelf.jsonl", SHELF)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    bench = [sys.executable, "-m", "tailor", "bench", "generate", str(folder / "cases.jsonl")]
    bench += ["--memory", str(folder / "shelf.jsonl"), "--questions", "2", "--rounds", "1", "--at-once", "4"]
    bench += [part for method in METHODS for part in ("--method", method)]
    environment = {**os.environ, "TAILOR_HOME": str(folder / "home")}
    return {"args": [*bench, "--base-url", url, "--out", str(out)], "env": environment}


def told(out: Path) -> str:
    """Everything the bench found, without what a clock measured."""
    page = (out / "generate.md").read_text(encoding="utf-8").partition("## What was written")[0]
    rows = (out / "results.jsonl").read_text(encoding="utf-8") + (out / "pairs.jsonl").read_text(encoding="utf-8")
    return page + re.sub(r'"seconds": [0-9.]+', "", rows)


def one_life(folder: Path, asked: Asked, url: str, most: int, chance: random.Random) -> int:
    """The bench until it is killed; how many of its requests were not kept."""
    out = folder / "killed"
    before, had = asked.total, finished(out)
    with subprocess.Popen(**command(folder, url, out), stdout=-3, stderr=-3) as process:
        asked.wait_for(before + chance.randint(0, most), process)
        time.sleep(chance.uniform(0, 0.1))
        process.kill()
    lost = asked.total - before - (finished(out) - had).total()
    if not 0 <= lost <= 4 or had - finished(out):
        raise AssertionError(f"{lost} requests were neither kept nor under way")
    return lost


def main(kills: int = 20) -> int:
    """Kills the bench that often; how many promises were broken."""
    kill_bench.answer = answer
    asked, chance, broken = Asked(), random.Random(), 0
    with tempfile.TemporaryDirectory() as name, server(asked) as url:
        folder = Path(name)
        subprocess.run(**command(folder, url, folder / "whole"), check=True, capture_output=True)
        calls, wanted = asked.total, Counter(asked.bodies)
        lost = sum(one_life(folder, asked, url, max(2, 2 * calls // kills), chance) for _ in range(kills))
        subprocess.run(**command(folder, url, folder / "killed"), check=True, capture_output=True)
        again = (asked.bodies - wanted - wanted).total()
        if finished(folder / "killed") != finished(folder / "whole"):
            broken += 1
            print("broken: other calls were kept, or one twice")
        if told(folder / "killed") != told(folder / "whole"):
            broken += 1
            print("broken: the killed bench found something else")
        if again > lost:
            broken += 1
            print(f"broken: {again} requests too many, {lost} were under way when killed")
    print(
        f"{kills} kills: {broken} broken promises; {calls} calls, {lost} under way when killed, {again} of them "
        "asked again"
    )
    return broken


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 20) else 0)
