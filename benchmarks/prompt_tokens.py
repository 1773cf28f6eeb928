"""How many tokens the prompts of a run take, and whether prompt and answer fit into a small model's context.

Needs tiktoken and a vocabulary in its format; `qwen.tiktoken` of the package dashscope is that of the Qwen models.
Run: python -m benchmarks.prompt_tokens VOCABULARY [CASES] [--strategy rewrite] [--context 4096]
CASES are JSON lines with goal, resources, steps and hint; without them the starter procedures are asked about with
one long hint. No model is asked: the answer rewrites every step at its own length, with a reason each, which is
more than most people need.
"""

import argparse
import asyncio
import base64
import json
from contextlib import aclosing
from pathlib import Path
from statistics import median
from typing import Any

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.core.procedure import Procedure
from tailor.library.store import starter_procedures
from tailor.providers.scripted import Scripted, ScriptedRequest
from tailor.runs.customize import CustomizeRequest, run

HINT = (
    "I have no oven and no car, my daughter can't have nuts or milk, we are two and not four, and it has to be "
    "done in an hour. I have never done this before."
)
PER_MESSAGE = 5
"""Tokens around each message in the usual chat templates."""
SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Qwen's tokenizer cuts a text before it joins pieces."""


async def calls_of(vocabulary: Any, procedure: Procedure, hint: str, strategy: str) -> list[tuple[int, int]]:
    """Tokens of prompt and answer of every call of one run."""

    def tokens(text: str) -> int:
        return len(vocabulary.encode(text, disallowed_special=()))

    answers: list[str] = []

    def answer(_: ScriptedRequest) -> str:
        """Every step anew; later calls change two."""
        steps = enumerate(procedure.steps[: 2 if answers else None], 1)
        lines = (
            f"# so that it holds for them as they said [R1]\nreplace({n}, {text}, gently)" for n, text in steps
        )
        answers.append("\n".join((*lines, "done")))
        return answers[-1]

    model = Scripted(answer, takes_grammar=True)
    request = CustomizeRequest(procedure=procedure, hint=hint, strategy=strategy)
    by = BackendInfo(provider="local", model="scripted")
    async with aclosing(run(request, ModelAgents(model), by=by)) as events:
        async for _ in events:
            pass
    asked = [sum(tokens(one.content) + PER_MESSAGE for one in request.messages) for request in model.requests]
    return [(prompt, tokens(said)) for prompt, said in zip(asked, answers, strict=True)]


def vocabulary_of(path: Path) -> Any:
    """The vocabulary in a file of lines: a token in base64, its rank."""
    import tiktoken

    lines = path.read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    return tiktoken.Encoding(path.stem, pat_str=SPLIT, mergeable_ranks=ranks, special_tokens={})


def cases_of(path: Path | None) -> list[tuple[Procedure, str]]:
    if path is None:
        return [(one, HINT) for one in starter_procedures()]
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]
    return [
        (Procedure(row["goal"], tuple(row["steps"]), tuple(row.get("resources") or ())), row["hint"])
        for row in rows
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabulary", type=Path)
    parser.add_argument("cases", type=Path, nargs="?")
    parser.add_argument("--strategy", default="rewrite")
    parser.add_argument("--context", type=int, default=4_096)
    wanted = parser.parse_args()
    vocabulary, cases = vocabulary_of(wanted.vocabulary), cases_of(wanted.cases)
    prompts, answers, largest = [], [], []
    for procedure, hint in cases:
        calls = asyncio.run(calls_of(vocabulary, procedure, hint, wanted.strategy))
        prompts += [asked for asked, _ in calls]
        answers += [said for _, said in calls]
        largest.append(max(asked + said for asked, said in calls))
    fit = sum(one <= wanted.context for one in largest)
    print(f"{len(cases)} runs with {wanted.strategy}, {len(prompts)} calls")
    for name, counts in (("prompt", prompts), ("answer", answers), ("largest call of a run", largest)):
        print(f"{name}: median {median(counts):.0f}, most {max(counts)} tokens")
    print(f"{fit} of {len(cases)} runs fit into {wanted.context} tokens with their answers")


if __name__ == "__main__":
    main()
