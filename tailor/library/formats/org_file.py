"""Procedures as Org outlines: written only."""

from tailor.core.procedure import Procedure


def write(procedure: Procedure, _parent: str | None = None, notice: str = "") -> str:
    """The procedure as an Org outline with a line end."""
    resources = [f"- {one}" for one in procedure.resources]
    steps = [f"{number}. {step}" for number, step in enumerate(procedure.steps, 1)]
    return (
        "\n".join([f"* {procedure.goal}", *filter(None, [notice]), "** Resources", *resources, "** Steps", *steps])
        + "\n"
    )
