"""The parts of LanceDB that the store uses, imported in two thirds of the time.

LanceDB also imports a REST client, and pydantic wraps each of its hundreds of methods in a validator at import.
They are never called here, so they stay unwrapped: importing takes 0.8 s of CPU instead of 1.2 (measured with
lancedb 0.40).
"""

import pydantic

_wrapped = pydantic.validate_call
pydantic.validate_call = lambda function: function  # type: ignore[assignment]
try:
    import lancedb
    from lancedb.index import FTS, IvfSq
    from lancedb.query import MatchQuery
finally:
    pydantic.validate_call = _wrapped

__all__ = ["FTS", "IvfSq", "MatchQuery", "lancedb"]
