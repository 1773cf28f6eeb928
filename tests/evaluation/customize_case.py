"""A small bench of tailoring with a scripted model: what the tests of `bench customize` run."""

from pathlib import Path

from tailor.core.procedure import procedure
from tailor.core.protocols import Model
from tailor.evaluation.cases import Case, StepChoice
from tailor.evaluation.customize_bench import CustomizeBench, CustomizePlan
from tailor.evaluation.folder import lay
from tailor.evaluation.runner import Budget
from tailor.providers.scripted import Said, Scripted, ScriptedRequest

EGGS = Case(
    id="eggs",
    procedure=procedure(
        "Boil eggs", ["Fill a pot with water.", "Boil 4 eggs for 9 minutes.", "Cool them."], ["4 eggs"]
    ),
    hint="I have no stove, and I like them soft.",
    constraint="prerequisite",
)
TEA = Case(
    id="tea",
    procedure=procedure("Brew tea", ["Boil water.", "Pour it over the leaves.", "Wait 3 minutes."]),
    hint="I am out of tea leaves.",
    choice=StepChoice("Pour it over the leaves.", right="pour it over fresh mint", wrong="buy leaves in the shop"),
)

EDITS = "# because there is another way [R1]\nreplace(2, Pour it over fresh mint.)\nreplace(9, Too far.)\ndone\n"
STEPS = "1. Boil water in a kettle.\n2. Pour it over fresh mint.\n3. Wait 5 minutes.\n"


def answers(request: ScriptedRequest) -> Said:
    """A plain answer to whatever is asked: edits, a list for the paper's Customize, yes for Judge."""
    last = request.messages[-1].content
    if "ANSWER:" in last:
        return "Fine.\nANSWER: yes\n"
    return STEPS if len(request.messages) == 3 else EDITS


def plan(*strategies: str, **more: object) -> CustomizePlan:
    """Both cases with these strategies and both prompt sets."""
    given: dict[str, object] = {"prompts": ("paper", "tailor"), "model": "scripted", "host": "script"}
    return CustomizePlan(cases=(EGGS, TEA), strategies=strategies, **{**given, **more})  # type: ignore[arg-type]  # as Plan has


def bench(
    folder: Path,
    asked: CustomizePlan,
    model: Model | None = None,
    judge: Model | None = None,
    *,
    budget: Budget | None = None,
    at_once: int | None = None,
) -> CustomizeBench:
    """The bench in this folder, with a model that answers everything."""
    lay(folder, asked)
    return CustomizeBench(
        folder, asked, model or Scripted(answers), judge, budget=budget or Budget(), at_once=at_once
    )
