"""Which keys config.toml may hold and what each value must look like (CONTRACT 3).

Owns the checks: a raw value in, the typed value out, or a ValueError whose text says what is allowed. Refuses
files and the environment: `config` reads them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, Literal, TypeAlias, get_args

from tailor.core.errors import UsageError

Strategy: TypeAlias = Literal["sequential", "unified", "parallel", "reverse", "end_to_end", "adaptive"]
Prompts: TypeAlias = Literal["paper", "tailor"]
ProviderKind: TypeAlias = Literal["builtin", "server"]

STRATEGIES: Final[tuple[str, ...]] = get_args(Strategy)
PROMPTS: Final[tuple[str, ...]] = get_args(Prompts)
PROVIDERS: Final[tuple[str, ...]] = get_args(ProviderKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """How long one call may take, in seconds; a deadline that passed is not retried."""

    connect: float = 5.0
    first: float = 60.0
    """Until the first word of the answer."""
    idle: float = 30.0
    """Between two pieces of content."""
    total: float = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """How procedures are written where there is none (DESIGN 8): K, N, T, temperature, domain."""

    references: int = 3
    """K: procedures for the draft and for each question."""
    questions: int = 4
    """N: questions at most."""
    rounds: int = 3
    """T: rounds of the critic at most."""
    temperature: float = 0.7
    domain: str = ""
    """ "": the one that all procedures found for the goal share, else everyday."""


REFERENCES: Final = (1, 20)
QUESTIONS: Final = (1, 12)
ROUNDS: Final = (0, 10)
TEMPERATURES: Final = (0.0, 2.0)
"""Least and most of each."""
DOMAINS: Final = ("everyday", "recipe", "maths", "langchain")
"""The domains that the domains file of the prompts knows."""


def text(value: object) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("it must be a text in quotes")
    return value.strip()


def yes_or_no(value: object) -> bool:
    """True or false, also as the words people type."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in ("true", "yes", "on", "1"):
        return True
    if word in ("false", "no", "off", "0", ""):
        return False
    raise ValueError("it must be true or false")


def texts(value: object) -> tuple[str, ...]:
    """A list of texts; one text alone is a list of one."""
    if isinstance(value, str):
        value = [value] if value.strip() else []
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise ValueError('it must be a list of texts, as in ["no nuts", "no oven"]')
    return tuple(str(item).strip() for item in value if str(item).strip())


def one_of(*allowed: str) -> Callable[[object], str]:
    """A check that takes exactly these words."""

    def check(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ValueError(f"it must be one of {', '.join(allowed)}")
        return value

    return check


def whole(least: int, most: int) -> Callable[[object], int]:
    """A check that takes whole numbers from `least` to `most`, also as people type them."""

    def check(value: object) -> int:
        written = str(value).strip()
        if isinstance(value, bool) or not written.isascii() or not written.isdigit():
            raise ValueError(f"it must be a whole number from {least} to {most}")
        number = int(written) if len(written) < 10 else most + 1  # int() refuses thousands of digits
        if not least <= number <= most:
            raise ValueError(f"it goes from {least} to {most}")
        return number

    return check


def amount(least: float, most: float) -> Callable[[object], float]:
    """A check that takes numbers from `least` to `most`, also as people type them."""

    def check(value: object) -> float:
        try:
            number = float(str(value))
        except ValueError:
            number = -1.0
        if isinstance(value, bool) or not least <= number <= most:
            raise ValueError(f"it must be a number from {least:g} to {most:g}")
        return number

    return check


def embedder(value: object) -> str:
    """What makes vectors of texts: lexical, sentence-transformers (with :NAME another model), or server:MODEL."""
    written = text(value)
    kind, _, which = written.partition(":")
    if kind not in ("lexical", "sentence-transformers", "server") or (kind == "server" and not which.strip()):
        raise ValueError("it must be lexical, sentence-transformers, sentence-transformers:NAME or server:MODEL")
    return written


def base_url(value: object) -> str:
    """The base URL in its one spelling (`address.checked_url`); plain http is looked at where it is used."""
    from tailor.address import checked_url

    try:
        return checked_url(text(value), allow_insecure=True)
    except UsageError as error:
        words = error.message.rstrip(".")
        raise ValueError(words[:1].lower() + words[1:]) from None


def deadlines(value: object) -> Deadlines:
    """Seconds by name, as "connect=5,first=60" or as a table; names left out keep their default."""
    if isinstance(value, Deadlines):
        return value
    pairs = value.items() if isinstance(value, Mapping) else _pairs(str(value))
    known = tuple(field.name for field in fields(Deadlines))
    made, given = Deadlines(), set[str]()
    for name, amount in pairs:
        if name in given:
            raise ValueError(f"{name} is given twice")
        given.add(str(name))
        if name not in known:
            raise ValueError(f'there is no deadline "{name}"; the names are {", ".join(known)}')
        try:
            seconds = float(str(amount))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= 86_400:
            raise ValueError(f"{name} must be a number of seconds above 0, at most 86400")
        made = replace(made, **{str(name): seconds})
    return made


def _pairs(written: str) -> list[tuple[str, str]]:
    """The name=number pairs of one line."""
    parts = [part.partition("=") for part in written.split(",") if part.strip()]
    return [(name.strip(), amount.strip()) for name, _, amount in parts]


CHECKS: Final[Mapping[str, Callable[[object], object]]] = {
    "provider.kind": one_of(*PROVIDERS),
    "provider.base_url": base_url,
    "provider.model": text,
    "provider.deadlines": deadlines,
    "provider.allow_insecure_http": yes_or_no,
    "run.strategy": one_of(*STRATEGIES),
    "run.prompts": one_of(*PROMPTS),
    "profile.use": texts,
    "generate.references": whole(*REFERENCES),
    "generate.questions": whole(*QUESTIONS),
    "generate.rounds": whole(*ROUNDS),
    "generate.temperature": amount(*TEMPERATURES),
    "generate.domain": one_of(*DOMAINS),
    "memory.uri": text,
    "memory.embedder": embedder,
    "memory.learn": yes_or_no,
    "app.theme": text,
    "app.plain": yes_or_no,
    "app.questions": yes_or_no,
    "app.bell": yes_or_no,
    "app.motion": yes_or_no,
}
"""Every fixed key; `profile.<name>` (a list of texts) and `keys.<action>` (a key) come on top."""


def check_for(key: str) -> Callable[[object], object] | None:
    """The check of a key such as "run.strategy", "profile.me" or "keys.review.accept"; None if unknown."""
    section, _, name = key.partition(".")
    if not name:
        return None
    if section == "profile" and key not in CHECKS:
        return texts
    return text if section == "keys" else CHECKS.get(key)
