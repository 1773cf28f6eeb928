"""What can go wrong, as one tree; every error has a title and a message a person understands.

    TailorError
    ├── UsageError        the request makes no sense as asked              exit 2
    ├── NotFoundError     no such file, id or name                         exit 3
    ├── ContentError      a text, file or bag cannot be used as it is      exit 1
    │   ├── ApplyError    a bag does not fit its procedure
    │   └── ReadError     a line of an edits file is neither edit nor comment
    ├── ProviderError     a model or its server failed (eight faults)      exit 4
    └── DamagedError      config, library or memory is damaged             exit 5

Owns the words "title" and "message". Refuses to print: callers decide where an error is shown. Messages never
hold keys, prompts or file contents.
"""

from typing import Literal, TypeAlias, get_args

Fault: TypeAlias = Literal["key", "permission", "model", "rate", "server", "network", "bad_answer", "cut_short"]
"""The eight plain kinds of provider failure (DESIGN 7)."""

FAULTS: tuple[Fault, ...] = get_args(Fault)


class TailorError(Exception):
    """Base of every error Tailor raises on purpose."""

    title = "Something went wrong"
    exit_code = 1

    def __init__(self, message: str, *, title: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        """What happened and what to do, in one or two sentences."""
        if title is not None:
            self.title = title


class UsageError(TailorError):
    """The request makes no sense as asked: an empty hint, an unknown strategy."""

    title = "That cannot be done as asked"
    exit_code = 2


class NotFoundError(TailorError):
    """No such file, id or name."""

    title = "Not found"
    exit_code = 3


class ContentError(TailorError):
    """A text, a file or a bag of edits cannot be used as it is."""

    title = "This cannot be used as it is"
    exit_code = 1


class ApplyError(ContentError):
    """A bag does not fit its procedure; `problems` lists every reason, one line each."""

    title = "These edits do not fit"

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class ReadError(ContentError):
    """A line of an edits file is neither an edit nor a comment."""

    title = "This line is not an edit"


class ProviderError(TailorError):
    """A model or its server failed; `fault` is one of the eight plain kinds."""

    title = "The model did not answer"
    exit_code = 4

    def __init__(self, fault: Fault, message: str, *, title: str | None = None, answered: bool = False) -> None:
        super().__init__(message, title=title)
        self.fault: Fault = fault
        self.answered = answered
        """Whether this is what the model itself answers, so that the same request would end the same way."""


class DamagedError(TailorError):
    """Config, library or memory is damaged."""

    title = "A file is damaged"
    exit_code = 5
