"""Tailor one procedure in code: two agents propose edits, a person's decisions are applied.

The model is scripted, so this runs anywhere: `python examples/hello.py`. For a real one, put a
`tailor.providers.server.Server` in its place; nothing else changes.
"""

import asyncio
from contextlib import aclosing

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.core.events import EditProposed
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.review.decisions import accept, reject
from tailor.core.review.events import fold
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Scripted
from tailor.runs.customize import CustomizeRequest, run

BREAD = Procedure("Bake a flat bread", ("Mix flour, water and salt", "Let it rest 20 min", "Bake it 15 min"))
MODIFY = """\
# because there is no oven [R1]
replace(3, Cook it in a hot pan, 4 min a side)
done"""
VERIFY = """\
# because the dough has to be thin to cook through in a pan [R1]
insert(2, Roll it out 5 mm thin)
insert(3, Serve it on a wooden board)
done"""


async def main() -> Procedure:
    """Print each proposed edit as it arrives, accept some, and return the result."""
    request = CustomizeRequest(procedure=BREAD, hint="I have no oven", strategy="sequential")
    agents = ModelAgents(Scripted([MODIFY, VERIFY]))
    review = Review(BREAD, request.hint)
    async with aclosing(run(request, agents, by=BackendInfo(provider="server", model="scripted"))) as events:
        async for event in events:
            review = fold(review, event)
            if isinstance(event, EditProposed):
                print(f"{event.id}  {event.agent:9}{event.op} {event.step}: {event.text}")
    for id in ("e1", "e2"):
        review = accept(review, id).review
    review = reject(review, ["e3"], reason="not needed").review
    result = ReviewState(review).result.draft.procedure
    print(*(f"{number}. {step}" for number, step in enumerate(result.steps, 1)), sep="\n")
    return result


if __name__ == "__main__":
    asyncio.run(main())
