"""Explain why a local model cannot be used: what happened, what to do."""

import re
import signal
from collections.abc import Sequence
from typing import Final

from tailor.core.errors import ProviderError
from tailor.core.text import one_line, size_words
from tailor.providers.errors import fault_texts
from tailor.providers.local.llama import CANNOT_LOAD, CANNOT_RUN
from tailor.providers.local.messages import ChildState

_OTHER: Final = "Choose another one: tailor model list."
_SMALLER: Final = (
    "Close other programs, use a smaller model (tailor model list), or set a shorter context: "
    "tailor config set local.context 2048."
)
_DAMAGED: Final = r"corrupt|incomplete|within the file bounds|failed to read|wrong shape|not found$|magic"
_NO_MEMORY: Final = r"failed to allocate|unable to allocate|out of memory|bad_alloc|cannot allocate"


def no_runtime() -> ProviderError:
    return ProviderError(
        "model",
        "llama.cpp, which runs local models, comes with Tailor for Linux, macOS 13 and later, and Windows on "
        "common processors, but it is not installed here. Use a server instead, such as Ollama (F9 looks for "
        "one), or the built-in tailor.",
        title="No local model can run on this computer",
    )


def no_file(name: str, why: str) -> ProviderError:
    """The model's file cannot be read."""
    return ProviderError(
        "model", f"The file for {name} cannot be read: {why}. {_OTHER}", title="The local model is missing"
    )


def no_model_file(name: str, why: str) -> ProviderError:
    words = f"{name} cannot be used. {why} Download it again, or choose another: tailor model list."
    return ProviderError("model", words, title="This is not a complete model file")


def too_large(name: str, needed: int, free: int, others: Sequence[str] = ()) -> ProviderError:
    """There is not enough memory for the model; nothing was loaded."""
    beside = f" on top of {', '.join(others)}, which another window or command uses" if others else ""
    words = f"{name} needs about {size_words(needed)}{beside}; {size_words(free)} is free. Nothing was loaded. "
    stop = "Stop the other one (tailor model stop), or use that one here too. " if others else ""
    return ProviderError("model", words + stop + _SMALLER, title="Too little memory for this model")


def not_started(why: str, log: str) -> ProviderError:
    words = f"The process for the local model could not be started: {why}. Try again; {_see(log)}"
    return ProviderError("server", words, title="The local model did not start")


def stalled(name: str, seconds: float) -> ProviderError:
    words = f"{name} did not load within {seconds:.0f} s. Try again, or choose a smaller model: tailor model list."
    return ProviderError("server", words, title="The local model takes too long to load")


def stopped(name: str) -> ProviderError:
    words = f"{name} was stopped from another window or command. Try again to load it."
    return ProviderError("server", words, title="The local model was stopped")


def too_long(name: str, context: int) -> ProviderError:
    """The text is longer than the context that the model was loaded with."""
    words = (
        f"The text is longer than the {context} tokens that {name} can read now. Use a shorter how-to, or, if the "
        f"model and this computer can handle it, let it read more: tailor config set local.context {2 * context}; "
        "then run tailor model stop and try again. Nothing is lost."
    )
    return ProviderError("model", words, title=fault_texts()["too_long"].title, answered=True)


def failed(name: str, state: ChildState, log: str) -> ProviderError:
    """llama.cpp ended by itself, or its process was killed (the state then has no code)."""
    said = " ".join(state.errors)
    why = next((one for one in state.errors if re.search(r"error|fail|assert|terminate", one, re.I)), "")
    if not state.was_ready and (state.code == CANNOT_RUN):
        return no_runtime()
    killed = state.code == -_KILLED
    if killed or re.search(_NO_MEMORY, said, re.I):
        what = "was stopped by the system, probably because memory ran out" if killed else "got too little memory"
        return ProviderError("server", f"{name} {what}. {_SMALLER}", title="Too little memory for this model")
    if state.code == CANNOT_LOAD and (kind := re.search(r"unknown (?:model )?architecture: '?([\w.-]+)", said)):
        words = f"{name} is a “{kind[1]}” model, which this version of llama.cpp does not know. {_OTHER}"
        return ProviderError("model", words, title="This model cannot run here")
    if state.code == CANNOT_LOAD and re.search(_DAMAGED, said, re.I):
        return no_model_file(name, "The file is damaged or incomplete.")
    if state.code == CANNOT_LOAD:
        says = f" It says: “{one_line(why, 160).rstrip('.')}”." if why else ""
        words = f"llama.cpp refused {name}.{says} {_OTHER} {_see(log).capitalize()}"
        return ProviderError("model", words, title="This model cannot run here")
    return ProviderError(
        "server", f"{_ended(name, state)} {_see(log).capitalize()}", title="llama.cpp stopped unexpectedly"
    )


_KILLED: Final = int(getattr(signal, "SIGKILL", 9))


def _ended(name: str, state: ChildState) -> str:
    how = f" ({_code(state.code)})" if state.code is not None else ""
    again = "Try again; if it happens again, choose another model: tailor model list."
    return f"The process for {name} stopped unexpectedly{how}. Tailor keeps running. {again}"


def _code(code: int) -> str:
    """Return "signal SIGSEGV" or "exit code 1"."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _see(log: str) -> str:
    return f"its log is {log}."
