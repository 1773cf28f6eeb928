"""Every error Tailor raises on purpose, as one tree; each has a title and a message for the user.

    TailorError
    ├── UsageError        the request makes no sense                       exit 2
    ├── NotFoundError     no such file, id or name                         exit 3
    ├── ContentError      a text, file or bag cannot be used               exit 1
    │   ├── ApplyError    a bag does not fit its procedure
    │   ├── ChoiceError   a text has several ways, and none is chosen
    │   └── ReadError     a line of an edits file is not an edit
    ├── ProviderError     a model or its server failed (eight faults)      exit 4
    └── DamagedError      config, library or memory cannot be read         exit 5

Messages never contain keys, prompts or file contents.
"""

from typing import Final, Literal, TypeAlias

Fault: TypeAlias = Literal["key", "permission", "model", "rate", "server", "network", "bad_answer", "cut_short"]
"""The eight kinds of provider failure (DESIGN 7)."""

LONGEST_MESSAGE: Final = 2_000
"""In characters: a message stays readable, whatever it quotes of a file, a server or a command line."""


class TailorError(Exception):
    """Base of every error Tailor raises on purpose."""

    title = "Something went wrong"
    exit_code = 1

    def __init__(self, message: str, *, title: str | None = None) -> None:
        message = message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE - 1]}…"
        super().__init__(message)
        self.message = message
        if title is not None:
            self.title = title


class UsageError(TailorError):
    """The request makes no sense: an empty hint, an unknown strategy."""

    title = "That did not work"
    exit_code = 2


class NotFoundError(TailorError):
    """No such file, id or name."""

    title = "Not found"
    exit_code = 3


class ContentError(TailorError):
    """A text, a file or a bag of edits cannot be used."""

    title = "This cannot be used as it is"


class ChoiceError(ContentError):
    """A text has several ways to its goal and none was chosen; `ways` are their headings."""

    title = "Which way?"

    def __init__(self, message: str, ways: tuple[str, ...]) -> None:
        super().__init__(message)
        self.ways = ways


class ApplyError(ContentError):
    """A bag does not fit its procedure; `problems` has one line for each reason."""

    title = "These edits do not fit"

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class ReadError(ContentError):
    """A line of an edits file is neither an edit nor a comment."""

    title = "These edits cannot be read"


class ProviderError(TailorError):
    """A model or its server failed; `fault` is the kind of failure."""

    title = "The model did not answer"
    exit_code = 4

    def __init__(self, fault: Fault, message: str, *, title: str | None = None, answered: bool = False) -> None:
        super().__init__(message, title=title)
        self.fault: Fault = fault
        self.answered = answered
        """Whether the model itself answered this, so that a retry would end the same way."""


class DamagedError(TailorError):
    """A file of config, library or memory is damaged, or the system does not allow reading it."""

    title = "A file cannot be read"
    exit_code = 5
