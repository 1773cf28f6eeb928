"""Reading what a model wrote: edits and step lists, tolerantly and while they stream.

Owns the way from model text to values (DESIGN 4). Refuses files that people wrote: those are read strictly
(`edits.bag_from_text`).
"""

from tailor.agents.parsing.edit_parser import EditReader, ReadEnd, Reading, read_edits
from tailor.agents.parsing.step_parser import ReadSteps, StepReader, StepsEnd, read_steps

__all__ = [
    "EditReader",
    "ReadEnd",
    "ReadSteps",
    "Reading",
    "StepReader",
    "StepsEnd",
    "read_edits",
    "read_steps",
]
