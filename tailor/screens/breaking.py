"""What is said when a fault of Tailor's own ends it.

Owns these words. Refuses local variables, texts and keys in them: others may read a terminal (DESIGN 12).
"""


def fatal_words(error: BaseException) -> str:
    """The kind of the error and the last places it went through, nothing else."""
    from traceback import extract_tb

    places = [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)[-12:]]
    head = "Tailor stopped because of a fault of its own. What was saved is still there."
    return "\n".join((head, f"{type(error).__name__} at", *places))
