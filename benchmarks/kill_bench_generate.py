"""kill -9 at random points of `tailor bench generate`: the same table in the end, no finished call made twice.

Run: python -m benchmarks.kill_bench_generate [kills]. Prints counts; exit code 1 where a promise was broken. Never
a test: it starts dozens of processes. Six methods write over a memory of the bench's own, and are compared.
"""

import hashlib
import json
import os
import re
import sys
from pathlib import Path

from benchmarks.kill_bench import AT_ONCE, Command, Trial

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


def command(folder: Path, url: str, out: Path) -> Command:
    """The bench, four calls at once so that kills meet several; as arguments of subprocess."""
    for name, rows in (("cases.jsonl", CASES), ("shelf.jsonl", SHELF)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    bench = [sys.executable, "-m", "tailor", "bench", "generate", str(folder / "cases.jsonl")]
    bench += ["--memory", str(folder / "shelf.jsonl"), "--questions", "2", "--rounds", "1"]
    bench += [part for method in METHODS for part in ("--method", method)]
    environment = {**os.environ, "TAILOR_HOME": str(folder / "home")}
    return {"args": [*bench, "--base-url", url, "--at-once", str(AT_ONCE), "--out", str(out)], "env": environment}


def told(out: Path) -> str:
    """Everything the bench found, without what a clock measured."""
    page = (out / "generate.md").read_text(encoding="utf-8").partition("## What was written")[0]
    rows = (out / "results.jsonl").read_text(encoding="utf-8") + (out / "pairs.jsonl").read_text(encoding="utf-8")
    return page + re.sub(r'"seconds": [0-9.]+', "", rows)


if __name__ == "__main__":
    sys.exit(1 if Trial(command, told, answer).run(int(sys.argv[1]) if len(sys.argv) > 1 else 20) else 0)
