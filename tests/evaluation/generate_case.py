"""A small bench of generation: two cases, a memory in a list, a model whose every answer its question decides."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from memory.messages import Analogy, Lookup, MemoryRow
from tailor.evaluation.folder import lay
from tailor.evaluation.generate_bench import GenerateBench, GeneratePlan, Held, How
from tailor.evaluation.runner import Budget
from tailor.providers.scripted import Said, Scripted, ScriptedRequest
from tests.memory.generation_case import SHELF, agent_of

CASES = (
    MemoryRow(id="c1", goal="Pickle green tomatoes", resources=("tomatoes", "vinegar"), steps=("Slice.", "Pour.")),
    MemoryRow(id="c2", goal="Dry a pumpkin", resources=(), steps=("Hollow it out.", "Hang it up.")),
)
EVERY = (
    *("zero_shot", "few_shot", "rag", "aag_no_rewrite", "aag_no_summary", "aag_no_critic"),
    "aag_no_summary_no_critic",
)
PLAN = GeneratePlan(
    cases=CASES,
    methods=EVERY,
    how=How(n=2, t=2),
    model="scripted",
    host="script",
    judge="scripted",
    memory=Held(rows=len(SHELF), embedder="lexical", digest="d"),
)


def answer(request: ScriptedRequest) -> Said:
    """The answer that this question always gets; another question gets other words."""
    text = "\n".join(one.content for one in request.messages)
    code = hashlib.sha256(f"{text} {request.settings.seed}".encode()).hexdigest()
    if "Which of the two is better?" in text:
        return f"It reads better.\nbetter: {1 + int(code, 16) % 2}"
    match agent_of(request):
        case "rewrite":
            return f"steps:\n- cut\nqueries:\n- How long is {code[:4]}?\n- How hot is {code[4:8]}?"
        case "summarize":
            return f"About {int(code[:2], 16)} minutes."
        case "critic":
            return f"- Add a step about {code[:4]}." if int(code, 16) % 3 else "NO UPDATE REQUIRED"
        case _:
            return f"1. Wash {code[:4]}.\n2. Cut {code[4:8]}.\n3. [[ Wait {code[8:10]}. ]]"


@dataclass
class Shelf:
    """A memory in a list that counts what it was asked."""

    rows: tuple[Analogy, ...] = SHELF
    asked: list[str] = field(default_factory=list)

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[Analogy, ...]:
        query = str(seed) if how == "random" else query
        self.asked.append(query)
        at = len(query) % len(self.rows)
        return (*self.rows[at:], *self.rows[:at])[:k]


def bench(
    folder: Path,
    plan: GeneratePlan = PLAN,
    model: Scripted | None = None,
    shelf: Shelf | None = None,
    budget: Budget | None = None,
) -> GenerateBench:
    """A bench that is ready to run."""
    lay(folder, plan)
    return GenerateBench(folder, plan, model or Scripted(answer), shelf or Shelf(), budget=budget or Budget())
