"""The built-in tailor: Modify and Verify by rules and cited knowledge, without a model or a network (DESIGN 7).

Owns `BuiltinCrew`. Refuses to guess and to pass for a model: what it does not understand it says.
"""

from tailor.providers.builtin.crew import BuiltinCrew

__all__ = ["BuiltinCrew"]
