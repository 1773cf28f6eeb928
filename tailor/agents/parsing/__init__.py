"""Parsing what a model wrote into edits or steps, tolerantly and while it streams (DESIGN 4).

Nothing here raises: what cannot be understood is left out, and `end` says so. Files that people wrote are parsed
strictly instead (`core.edits.bag_from_text`).
"""

from tailor.agents.parsing.clauses import ClauseReader
from tailor.agents.parsing.echo import EchoFilter, without_echo
from tailor.agents.parsing.edit_parser import EditParser, ParsedEdits, read_edits
from tailor.agents.parsing.lines import lines_of
from tailor.agents.parsing.step_parser import ReadSteps, StepParser
from tailor.agents.parsing.versions import read_steps

__all__ = [
    "ClauseReader",
    "EchoFilter",
    "EditParser",
    "ParsedEdits",
    "ReadSteps",
    "StepParser",
    "lines_of",
    "read_edits",
    "read_steps",
    "without_echo",
]
