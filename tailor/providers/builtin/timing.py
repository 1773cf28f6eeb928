"""stub"""
from collections.abc import Sequence
from tailor.core.requirements import Requirement
from tailor.providers.builtin.sheet import Sheet
def shorten(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """stub"""
