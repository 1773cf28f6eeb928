"""The memory a bench draws on: looked through once before anything is asked, and made where a bench has its own.

Owns the digest of a memory, the search for test cases in it, and a memory that holds one collection and nothing
else. Refuses to run a bench.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Final

from memory.client import Memory
from memory.messages import LIBRARY, STARTER, Imported, Kept
from tailor.evaluation.generate_plan import Held
from tailor.evaluation.leakage import Leak, Leaks

OWN: Final = "memory"
"""The folder, in a bench's folder, of a memory of its own."""


async def looked_through(memory: Memory, cases: Sequence[Kept]) -> tuple[Held, tuple[Leak, ...]]:
    """What the memory holds, and which of its rows give a case away."""
    looking = Leaks(cases)
    rows: list[bytes] = []
    async for row in memory.export():
        looking.look(row)
        text = json.dumps([row.id, row.goal, row.resources, row.steps, row.domain], ensure_ascii=False)
        rows.append(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    stats = await memory.stats()
    digest = hashlib.sha256(b"".join(sorted(rows))).hexdigest()[:16]
    return Held(rows=len(rows), embedder=stats.embedder, digest=digest), tuple(looking.found)


async def filled_with(memory: Memory, path: str, domain: str = "") -> Imported:
    """The collection taken in, and the starters, which no study knew, taken out. May be repeated."""
    done = await memory.import_corpus(path, domain=domain)
    ours = [row.id async for row in memory.export() if row.source in (STARTER, LIBRARY)]
    if ours:
        await memory.delete(ours)
    await memory.optimize()
    return done
