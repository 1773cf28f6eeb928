"""Every setting in one table: key, check, default, environment variable, and the words shown (CONTRACT 3).

The fields of `Config` are the table. `config_file`, `tailor config show` and the Settings screen follow it, so a
new setting is one field here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from tailor.core.errors import UsageError
from tailor.core.procedure import Json
from tailor.core.text import LONGEST_HINT, one_line
from tailor.urls import PORTS, checked_url, has_possible_port

Prompts: TypeAlias = Literal["paper", "tailor"]
ProviderKind: TypeAlias = Literal["builtin", "local", "server"]

PROMPTS: Final[tuple[str, ...]] = get_args(Prompts)
PROVIDERS: Final[tuple[str, ...]] = get_args(ProviderKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """The deadlines of one call, in seconds. A call that missed one is not retried."""

    connect: float = 5.0
    first: float = 60.0
    """Until the first word of the answer."""
    idle: float = 30.0
    """Between two pieces of content."""
    total: float = 180.0

    def __str__(self) -> str:
        """Format as written in the settings: "connect=5,first=60,..."."""
        return ",".join(f"{one.name}={getattr(self, one.name):g}" for one in fields(self))


REFERENCES: Final = (1, 20)
QUESTIONS: Final = (1, 12)
ROUNDS: Final = (0, 10)
TEMPERATURES: Final = (0.0, 2.0)
CONTEXT: Final = (512, 1_048_576)
THREADS: Final = (0, 512)
GPU_LAYERS: Final = (0, 10_000)
IDLE: Final = (1.0, 86_400.0)
"""Least and most of each."""
DOMAINS: Final = ("everyday", "recipe", "maths", "langchain")
"""The domains in the prompts' domains file."""


def text(value: object) -> str:
    """Check for a text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("it must be text in quotes")
    return value.strip()


def _as_typed(value: object) -> str:
    """The value as people type it; "inf" for an integer too long to write out, as TOML allows 0xfff…"""
    return "inf" if isinstance(value, int) and value.bit_length() > 64 else str(value)


def yes_or_no(value: object) -> bool:
    """Check for true or false, also as words that people type."""
    if isinstance(value, bool):
        return value
    word = _as_typed(value).strip().lower()
    if word in ("true", "yes", "on", "1"):
        return True
    if word in ("false", "no", "off", "0", ""):
        return False
    raise ValueError("it must be true or false")


def texts(value: object) -> tuple[str, ...]:
    """Check for a list of texts; a single text counts as a list of one."""
    if isinstance(value, str):
        value = [value] if value.strip() else []
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise ValueError('it must be a list, as in ["no nuts", "no oven"]')
    if any(len(item) > LONGEST_HINT for item in value):
        raise ValueError(f"one of its lines is too long: the limit is {LONGEST_HINT:,} characters")
    return tuple(str(item).strip() for item in value if str(item).strip())


def one_of(*allowed: str) -> Callable[[object], str]:
    """Make a check that accepts exactly these words."""

    def check(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ValueError(f"it must be one of {', '.join(allowed)}")
        return value

    return check


def whole(least: int, most: int) -> Callable[[object], int]:
    """Make a check that accepts whole numbers from `least` to `most`, also as typed text."""

    def check(value: object) -> int:
        written = _as_typed(value).strip()
        if isinstance(value, bool) or not written.isascii() or not written.isdigit():
            raise ValueError(f"it must be a whole number from {least} to {most}")
        number = int(written) if len(written) < 10 else most + 1  # int() fails on thousands of digits
        if not least <= number <= most:
            raise ValueError(f"it must be from {least} to {most}")
        return number

    return check


def amount(least: float, most: float) -> Callable[[object], float]:
    """Make a check that accepts numbers from `least` to `most`, also as typed text."""

    def check(value: object) -> float:
        try:
            number = float(_as_typed(value))
        except ValueError:
            number = -1.0
        if isinstance(value, bool) or not least <= number <= most:
            raise ValueError(f"it must be a number from {least:g} to {most:g}")
        return number

    return check


def strategy(value: object) -> str:
    from tailor.agents.strategies import STRATEGIES  # loads the guard: not before the first frame

    return one_of(*STRATEGIES)(value)


def embedder(value: object) -> str:
    """Check what makes vectors: lexical, a GGUF file, sentence-transformers (one of its models), a server."""
    written = text(value)
    kind, _, which = written.partition(":")
    kinds = ("lexical", "local", "sentence-transformers", "server")
    if kind not in kinds or (kind in ("local", "server") and not which.strip()):
        raise ValueError(
            "it must be lexical, local:FILE, sentence-transformers, sentence-transformers:NAME or server:MODEL"
        )
    return written


def base_url(value: object) -> str:
    """Check and normalize the base URL, see `urls.checked_url`. Plain http is only rejected when it is used."""
    try:
        return checked_url(text(value), allow_insecure=True)
    except UsageError as error:
        words = error.message.rstrip(".")
        raise ValueError(words[:1].lower() + words[1:]) from None


def memory_uri(value: object) -> str:
    """Check where the memory is: a folder, or the address of a store."""
    written = text(value)
    try:
        possible = "://" not in written or has_possible_port(urlsplit(written))
    except ValueError:
        raise ValueError("it is neither a folder nor an address") from None
    if not possible:
        raise ValueError(f"its port cannot be right: {PORTS}")
    return written


def deadlines(value: object) -> Deadlines:
    """Check for seconds by name, as "connect=5,first=60" or a table; missing names keep their defaults."""
    if isinstance(value, Deadlines):
        return value
    line = "" if isinstance(value, Mapping) else _as_typed(value)
    written = (part.partition("=") for part in line.split(",") if part.strip())
    pairs = value.items() if isinstance(value, Mapping) else [(name.strip(), rest) for name, _, rest in written]
    known = tuple(field.name for field in fields(Deadlines))
    made: dict[str, float] = {}
    for name, amount in pairs:
        if name in made:
            raise ValueError(f"{one_line(str(name), 40)} is given twice")
        if name not in known:
            raise ValueError(f'there is no deadline "{one_line(str(name), 40)}"; choose from {", ".join(known)}')
        try:
            seconds = float(_as_typed(amount))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= 86_400:
            raise ValueError(f"{name} must be a number of seconds above 0, at most 86400")
        made[name] = seconds
    return Deadlines(**made)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values that the Settings screen offers."""

    value: str
    label: str
    about: str


@dataclass(frozen=True, slots=True)
class SettingDisplay:
    """How the Settings screen shows a setting."""

    section: str
    title: str
    about: str
    question: str = ""
    choices: Callable[[], tuple[Choice, ...]] = tuple
    missing: str = "none"
    """Shown if the setting has no value."""
    unit: str = ""
    """Shown after the value: "seconds"."""
    last: bool = False
    """Whether it is sorted after the other rows of its section."""


@dataclass(frozen=True, slots=True)
class Setting:
    key: str
    """Section and name, as in the file."""
    check: Callable[[object], object]
    """Converts a raw value to the typed one; its ValueError says what is allowed."""
    variable: str
    """The environment variable that is used if the file has no value; "" for none."""
    row: SettingDisplay | None
    """None if it is not on the Settings screen."""


def setting(
    key: str,
    check: Callable[[object], object],
    default: object = None,
    row: SettingDisplay | None = None,
    variable: str = "",
) -> Any:
    return field(default=default, metadata={"setting": Setting(key, check, variable, row)})


ANSWERS: Final = "Connection"
RUN: Final = "Suggestions"
APP: Final = "The app"
"""Sections of the Settings screen."""
_FROM_NEXT_LOAD: Final = "Takes effect the next time the model is loaded."
_PROMPT_CHOICES: Final = (
    Choice(
        "tailor",
        "Tailor's own",
        "Numbers your wishes, asks for a reason with every suggestion, passes warnings on to the model.",
    ),
    Choice(
        "paper",
        "The paper's",
        "For comparison, as in the study behind Tailor: shorter, without reasons or wishes.",
    ),
)
_SEARCH_CHOICES: Final = (
    Choice("lexical", "By words", "Forgives typos, needs no download."),
    Choice("local", "By meaning", "Finds other words for the same thing, in English. Downloads 25 MB, once."),
)


def _strategy_choices() -> tuple[Choice, ...]:
    from tailor.agents.strategies import STRATEGIES

    return tuple(Choice(one.name, one.label, one.about) for one in STRATEGIES.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """How procedures are generated if there is none (DESIGN 8): K, N, T, temperature, domain."""

    references: int = setting("generate.references", whole(*REFERENCES), 3)
    """K: procedures retrieved for the draft and for each question."""
    questions: int = setting("generate.questions", whole(*QUESTIONS), 4)
    """N: at most this many questions."""
    rounds: int = setting("generate.rounds", whole(*ROUNDS), 3)
    """T: at most this many rounds of the critic."""
    temperature: float = setting("generate.temperature", amount(*TEMPERATURES), 0.7)
    domain: str = setting("generate.domain", one_of(*DOMAINS), "")
    """ "" stands for the domain that all procedures found for the goal share, else everyday."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalRuntime:
    """The model on this computer, and how llama.cpp runs it."""

    model: str | None = setting("local.model", text)
    """The GGUF file that answers when the provider is `local`: its path, or its name in `tailor model list`."""
    context: int | None = setting(
        "local.context",
        whole(*CONTEXT),
        row=SettingDisplay(
            ANSWERS,
            "Context",
            "How much the model can keep in mind at once, question and answer together. A word is one or two "
            "tokens; 4096 is enough for most how-tos; more takes more memory. Empty: as much as fits, up to "
            f"8192. {_FROM_NEXT_LOAD}",
            missing="what fits",
            unit="tokens",
        ),
    )
    """Tokens of prompt and answer together; None: as many as memory and the model allow, 8192 at most."""
    threads: int = setting(
        "local.threads",
        whole(*THREADS),
        0,
        SettingDisplay(
            ANSWERS,
            "Threads",
            "How many processor cores the model uses. More is faster, up to the number of real cores; fewer "
            f"leaves some for other programs. 0 or empty: llama.cpp decides. {_FROM_NEXT_LOAD}",
            missing="automatic",
        ),
    )
    """0: llama.cpp decides."""
    gpu_layers: int | None = setting(
        "local.gpu_layers",
        whole(*GPU_LAYERS),
        row=SettingDisplay(
            ANSWERS,
            "GPU layers",
            "How many layers of the model go on the graphics card, if llama.cpp can use one: 0 for none, so "
            f"that the processor does everything. Empty: as many as fit. {_FROM_NEXT_LOAD}",
            missing="as many as fit",
        ),
    )
    """Layers of the model put on the GPU, if llama.cpp can use one; None: as many as fit."""
    idle: float = setting(
        "local.idle",
        amount(*IDLE),
        300.0,
        SettingDisplay(
            ANSWERS,
            "Unload after",
            "The model is unloaded this many seconds after its last answer and loaded again when needed. "
            f"Empty: 300. {_FROM_NEXT_LOAD}",
            unit="seconds",
        ),
    )
    """Seconds without a call after which the model is unloaded."""


Came: TypeAlias = Literal["default", "file", "environment"]
"""Where a value came from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraVerify:
    """A further Verify agent ([CP] 5.3): its name and what it looks at."""

    name: str
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting with its current value."""

    kind: ProviderKind | None = setting("provider.kind", one_of(*PROVIDERS))
    """What the file says; `provider` is the result."""
    base_url: str | None = setting(
        "provider.base_url",
        base_url,
        None,
        SettingDisplay(
            ANSWERS,
            "Address",
            "An OpenAI-compatible server, as in http://localhost:11434/v1. Your text is sent there. Leave it "
            "empty for the built-in tailor.",
        ),
        "TAILOR_BASE_URL",
    )
    model: str | None = setting(
        "provider.model",
        text,
        None,
        SettingDisplay(
            ANSWERS,
            "Model",
            "Which of the server's models to use. Enter asks the server for its list.",
            missing="automatic (first available)",
        ),
        "TAILOR_MODEL",
    )
    deadlines: Deadlines = setting("provider.deadlines", deadlines, Deadlines(), variable="TAILOR_DEADLINES")
    allow_insecure_http: bool = setting("provider.allow_insecure_http", yes_or_no, False)
    """Whether plain http may go to another computer, where others on the way can read along."""
    strategy: str | None = setting(
        "run.strategy",
        strategy,
        None,
        SettingDisplay(
            RUN,
            "Strategy",
            "How suggestions are made. Automatic: rewrite and check with a model, sequential (adapt, then check) "
            "without one.",
            "How should Tailor make suggestions?",
            _strategy_choices,
            missing="automatic",
        ),
    )
    prompts: Prompts = setting(
        "run.prompts",
        one_of(*PROMPTS),
        "tailor",
        SettingDisplay(
            RUN,
            "Prompts",
            "How Tailor asks the model.",
            "How should Tailor ask the model?",
            lambda: _PROMPT_CHOICES,
        ),
    )
    use: tuple[str, ...] = setting("profile.use", texts, ())
    """Names of the profiles that are switched on."""
    profiles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Saved profiles: name to requirements in words."""
    verify: tuple[ExtraVerify, ...] = ()
    generation: Generation = field(default_factory=Generation)
    local: LocalRuntime = field(default_factory=LocalRuntime)
    memory_uri: str | None = setting("memory.uri", memory_uri)
    embedder: str = setting(
        "memory.embedder",
        embedder,
        "lexical",
        SettingDisplay(
            RUN,
            "Memory search",
            "How the memory (F5) finds what you ask for. After a change, press ctrl+r there to rebuild the index.",
            "How should Tailor search the memory?",
            lambda: _SEARCH_CHOICES,
        ),
    )
    learn: bool = setting(
        "memory.learn",
        yes_or_no,
        True,
        SettingDisplay(
            RUN,
            "Learn from me",
            "Tailor remembers, on this computer, what you accept and reject, and uses it for later suggestions.",
        ),
    )
    theme: str | None = setting(
        "app.theme",
        text,
        row=SettingDisplay(APP, "Colours", "Enter previews each theme; Esc goes back."),
    )
    plain: bool = setting(
        "app.plain",
        yes_or_no,
        False,
        SettingDisplay(
            APP,
            "Plain mode",
            "Line by line, without screens: for screen readers and simple terminals. Takes effect the next "
            "time you start Tailor.",
        ),
        "TAILOR_PLAIN",
    )
    questions: bool = setting(
        "app.questions",
        yes_or_no,
        True,
        SettingDisplay(
            APP,
            "Feedback questions",
            "After saving, Tailor asks whether the steps are clear and fit your situation. Press y or n to "
            "answer, any other key to skip. The answers stay on this computer; `tailor bench judge --mine` "
            "counts them.",
            last=True,
        ),
    )
    bell: bool = setting(
        "app.bell",
        yes_or_no,
        True,
        SettingDisplay(
            APP, "Bell", "When something that took a while is done, the terminal beeps and its title says so."
        ),
    )
    motion: bool = setting(
        "app.motion",
        yes_or_no,
        True,
        SettingDisplay(
            APP, "Motion", "Off: nothing on screen moves by itself. Takes effect the next time you start Tailor."
        ),
    )
    """TEXTUAL_ANIMATIONS=none does the same for one start."""
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The person's own keys: action id to key."""
    came: Mapping[str, Came] = field(default_factory=lambda: MappingProxyType({}))
    """Where each non-default setting came from, by its key in the file."""

    @property
    def provider(self) -> ProviderKind:
        """`kind` if set; else `server` with a base URL, `local` with a chosen model, else `builtin`."""
        return self.kind or ("server" if self.base_url else "local" if self.local.model else "builtin")

    @property
    def has_model(self) -> bool:
        """Whether a model answers, not the built-in tailor."""
        return self.provider == "local" or (self.provider == "server" and bool(self.base_url))

    def value(self, key: str) -> object:
        return getattr(getattr(self, _GROUP_OF[key]) if key in _GROUP_OF else self, _FIELDS[key])


_GROUPS: Final[Mapping[str, type]] = {"generation": Generation, "local": LocalRuntime}
"""The fields of `Config` that are groups of settings."""


def _settings_of(owner: type) -> Iterator[tuple[str, Setting]]:
    """Yield field name and setting in the order of the class, with a group's settings in place of its field."""
    for one in fields(owner):
        if "setting" in one.metadata:
            yield one.name, one.metadata["setting"]
        elif one.name in _GROUPS:
            yield from _settings_of(_GROUPS[one.name])


SETTINGS: Final[Mapping[str, Setting]] = {one.key: one for _, one in _settings_of(Config)}
"""Every fixed setting by key. There are also `profile.<name>` (a list of texts) and `keys.<action>` (a key)."""
SECTIONS: Final = ("provider", "local", "run", "generate", "profile", "memory", "app", "keys")
"""The sections of the file, in the order of `tailor config show`."""
_FIELDS: Final = {one.key: name for name, one in _settings_of(Config)}
_GROUP_OF: Final = {one.key: group for group, kind in _GROUPS.items() for _, one in _settings_of(kind)}


def config_of(found: Mapping[str, tuple[object, Came]], verify: tuple[ExtraVerify, ...] = ()) -> Config:
    """Build the settings from checked values, each with its origin; others get their default."""

    def named(section: str) -> Mapping[str, Any]:
        own = (key for key in found if key.startswith(f"{section}.") and key not in SETTINGS)
        return MappingProxyType({key.removeprefix(f"{section}."): found[key][0] for key in own})

    def known(group: str | None = None) -> dict[str, Any]:
        keys = (key for key in found if key in SETTINGS and _GROUP_OF.get(key) == group)
        return {_FIELDS[key]: found[key][0] for key in keys}

    return Config(
        **known(),
        profiles=named("profile"),
        verify=verify,
        generation=Generation(**known("generation")),
        local=LocalRuntime(**known("local")),
        keys=named("keys"),
        came=MappingProxyType({key: came for key, (_, came) in found.items()}),
    )


def check_for(key: str) -> Callable[[object], object] | None:
    """The check for a key such as "run.strategy", "profile.me" or "keys.review.accept"; None if unknown."""
    if known := SETTINGS.get(key):
        return known.check
    section, _, name = key.partition(".")
    return {"profile": texts, "keys": text}.get(section) if name else None


def shown(config: Config) -> Iterator[tuple[str, Json, Came]]:
    """Yield key, value and origin of every setting, profile, Verify agent and own key, in the file's order."""

    def row(key: str, value: object) -> tuple[str, Json, Came]:
        return key, _as_json(value), config.came.get(key, "default")

    for section in SECTIONS:
        for key in (key for key in SETTINGS if key.startswith(f"{section}.")):
            yield row(key, config.provider if key == "provider.kind" else config.value(key))
        if section == "profile":
            yield from (row(f"profile.{name}", lines) for name, lines in config.profiles.items())
            for one in config.verify:
                yield "verify", f"{one.name}: {one.instruction}".rstrip(": "), "file"
    yield from (row(f"keys.{action}", key) for action, key in config.keys.items())


def _as_json(value: object) -> Json:
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, str | int | float) or value is None else str(value)


def offered_server(environment: Mapping[str, str]) -> str | None:
    """The server that OPENAI_* variables point to. It is only offered to the person, never used unasked."""
    if url := environment.get("OPENAI_BASE_URL", "").strip():
        return url
    return "https://api.openai.com/v1" if environment.get("OPENAI_API_KEY", "").strip() else None
