"""Reading what a model wrote: edits and step lists, tolerantly and while they stream.

Owns the way from model text to values (DESIGN 4). Refuses files that people wrote: those are read strictly
(`edits.bag_from_text`).
"""

from tailor.agents.parsing.edit_parser import EditParser, ParsedEdits, ReadEnd, read_edits
from tailor.agents.parsing.step_parser import ReadSteps, StepParser, StepsEnd, read_steps

__all__ = [
    "EditParser",
    "ParsedEdits",
    "ReadEnd",
    "ReadSteps",
    "StepParser",
    "StepsEnd",
    "read_edits",
    "read_steps",
]
