"""Asking a model in tests: everything that came, and how it ended."""

from tailor.config import Deadlines
from tailor.core.errors import ProviderError
from tailor.core.protocols import Chunk, Message, Model, Settings, Text
from tailor.providers.server import RetryPolicy

PATIENT = Deadlines(connect=10, first=20, idle=20, total=60)
"""Never reached, however busy the machine is."""

AT_ONCE = RetryPolicy(waits=(0.0, 0.0))

EVERYTHING = Settings(
    temperature=0.0,
    max_tokens=100,
    top_p=0.9,
    frequency_penalty=0.1,
    presence_penalty=0.1,
    seed=1,
    grammar="root ::= [a-z]",
)
"""Every setting there is."""

SECRET = "I am allergic to peanuts and live with my mother"
ASK = (Message("system", "Answer in lines."), Message("user", SECRET))


async def answer(model: Model, settings: Settings | None = None) -> tuple[list[Chunk], ProviderError | None]:
    """Everything that came, and the error it ended with."""
    chunks: list[Chunk] = []
    try:
        async for chunk in model.stream(ASK, settings or Settings()):
            chunks.append(chunk)
    except ProviderError as error:
        return chunks, error
    return chunks, None


async def all_of(model: Model, settings: Settings | None = None) -> list[Chunk]:
    """Everything that came; the error it ended with is raised."""
    chunks, error = await answer(model, settings)
    if error is not None:
        raise error
    return chunks


def text_of(chunks: list[Chunk]) -> str:
    """The text of an answer."""
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, Text))


def kinds(chunks: list[Chunk]) -> list[str]:
    """What came besides text."""
    return [type(chunk).__name__ for chunk in chunks if not isinstance(chunk, Text)]
