"""A small case and what agents may say about it, for the tests of prompts, agents and strategies."""

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.procedure import procedure
from tailor.core.protocols import AgentName, Task
from tailor.core.requirements import Requirement

BREAD = procedure(
    "Bake a loaf of bread",
    ["Preheat the oven to 220 °C.", "Mix the dough.", "Let it rise for 1 h.", "Bake it for 30 min.", "Cool it."],
    ["500 g flour", "an oven"],
)
HINT = 'I have no oven, and "plain" is how I like it'
NO_OVEN = Requirement("R1", "prerequisite", "I have no oven")
PLAIN = Requirement("R2", "preference", '"plain" is how I like it')

MODIFY = """# because there is no oven [R1]
replace(1, )
# because a thin loaf cooks through in a pan [R1]
insert(3, Flatten it to 1 cm.)
# because there is no oven [R1]
replace(4, Bake it in a lidded pan, 12 min a side.)
done
"""
VERIFY = """# because it sticks [R1]
insert(3, Oil the pan.)
# because it burns outside before it is done inside [R1]
replace(4, Bake it in a lidded pan on low heat, 12 min a side.)
done
"""


def task(agent: AgentName, **more: object) -> Task:
    """A task on BREAD."""
    known = {"base": BREAD, "hint": HINT, "requirements": (NO_OVEN, PLAIN)} | more
    return Task(agent=agent, **known)  # type: ignore[arg-type] # the tests name the fields they vary


def bags() -> tuple[tuple[str, tuple[Edit, ...]], ...]:
    """Two bags that differ on step 4."""
    return (
        (
            "modify",
            (
                Replace(step=1, text="", id="e1", reason="no oven", serves=("R1",)),
                Replace(step=4, text="Fry it.", id="e2"),
            ),
        ),
        ("verify", (Insert(step=3, text="Oil the pan.", id="e3"), Replace(step=4, text="Steam it.", id="e4"))),
    )
