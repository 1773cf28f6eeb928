"""Which keys config.toml may hold and what each value must look like (CONTRACT 3).

Owns the checks: a raw value in, the typed value out, or a ValueError whose text says what is allowed. Refuses
files and the environment: `config` reads them.
"""

import contextlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, cast, get_args

from tailor.agents.strategies import STRATEGIES
from tailor.core.errors import DamagedError, UsageError
from tailor.storage import in_turn, private_folder, replace_file

Prompts: TypeAlias = Literal["paper", "tailor"]
ProviderKind: TypeAlias = Literal["builtin", "server"]

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
    from tailor.urls import checked_url

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


Came: TypeAlias = Literal["default", "file", "environment"]
"""Where a value came from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraVerify:
    """A further Verify agent ([CP] 5.3): its name and what it looks at."""

    name: str
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting, as it holds now: file first, then environment, then default."""

    kind: ProviderKind | None = None
    """What the file asks for; `provider` is what it comes to."""
    base_url: str | None = None
    model: str | None = None
    deadlines: Deadlines = field(default_factory=Deadlines)
    allow_insecure_http: bool = False
    """Whether plain http may lead to another computer, where others on the way can read along."""
    strategy: str = "sequential"
    prompts: Prompts = "tailor"
    use: tuple[str, ...] = ()
    """Names of the profiles that are switched on."""
    profiles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Saved profiles: name to requirements in words."""
    verify: tuple[ExtraVerify, ...] = ()
    generation: Generation = field(default_factory=Generation)
    memory_uri: str | None = None
    embedder: str = "lexical"
    learn: bool = True
    """Whether decisions are remembered for later runs."""
    theme: str | None = None
    plain: bool = False
    questions: bool = True
    """Whether two questions are asked after a tailoring is saved."""
    bell: bool = True
    """Whether the terminal rings, and its title says so, when a long run ends."""
    motion: bool = True
    """Whether anything on the screens moves by itself; TEXTUAL_ANIMATIONS=none does the same for one time."""
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Own keys: action id to key."""
    came: Mapping[str, Came] = field(default_factory=lambda: MappingProxyType({}))
    """Where each setting that is no default came from, by its key in the file."""

    @property
    def provider(self) -> ProviderKind:
        """`server` if a base URL is configured, else `builtin`, unless the file says which."""
        return self.kind or ("server" if self.base_url else "builtin")


def load(path: Path, environment: Mapping[str, str]) -> Config:
    """The settings from the file, if there is one, and the environment.

    Raises DamagedError naming the line for a broken file, UsageError for a wrong variable.
    """
    written = _read(path)
    data = _parsed(path, written)
    found = _checked(path, written, data)
    for variable, key in _VARIABLES.items():
        if (value := environment.get(variable, "").strip()) and key not in found:
            found[key] = (_from_variable(variable, key, value), "environment")
    return _config(found, _extra_verify(path, written, data.get("verify")))


def set_value(path: Path, key: str, value: str) -> None:
    """Write one setting into the file, made private if new; an empty value takes the setting out.

    Everything else in the file stays as it was written, also what others write at the same moment. Raises
    UsageError for an unknown key or a wrong value, DamagedError when the file is broken (it is not touched then),
    SaveError when it cannot be written.
    """
    with in_turn(path.parent):
        _set(path, key, value)


@contextlib.contextmanager
def changing(path: Path, environment: Mapping[str, str]) -> Iterator["SettingsChange"]:
    """For a change that rests on what is written: nobody else changes the settings meanwhile.

    Raises what `load` does, and SaveError where the folder cannot be made.
    """
    with in_turn(path.parent):
        yield SettingsChange(path, load(path, environment))


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """The settings while nobody else changes them."""

    path: Path
    before: Config
    """As they were when it began."""

    def set(self, key: str, value: str) -> None:
        """As `set_value`."""
        _set(self.path, key, value)


def _set(path: Path, key: str, value: str) -> None:
    """Writes one setting; only for who has the turn."""

    check = check_for(key)
    if check is None:
        raise UsageError(_no_such_key(key))
    old = _read(path)
    _parsed(path, old)
    if value.strip():
        try:
            check(typed := _as_written(key, value))
        except ValueError as error:
            shown = "This" if key == "provider.base_url" else f'"{value[:60]}"'  # an address may hold a secret
            raise UsageError(f"{shown} cannot be {key}: {error}.") from None
        change(path, old, key, typed)
    else:
        change(path, old, key, None)


def offered_server(environment: Mapping[str, str]) -> str | None:
    """The server that OPENAI_* variables point to: offered in words, never used unasked."""
    if url := environment.get("OPENAI_BASE_URL", "").strip():
        return url
    return "https://api.openai.com/v1" if environment.get("OPENAI_API_KEY", "").strip() else None


_VARIABLES: Final[Mapping[str, str]] = {
    "TAILOR_BASE_URL": "provider.base_url",
    "TAILOR_MODEL": "provider.model",
    "TAILOR_DEADLINES": "provider.deadlines",
    "TAILOR_PLAIN": "app.plain",
}


def _read(path: Path) -> str:
    """The file's text; "" where there is none."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise DamagedError(f"{path} is not a text in UTF-8. {_WAY_OUT}") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {error.strerror}. {_WAY_OUT}") from error


_WAY_OUT = "Correct it or move it away (Tailor then starts with its own settings); nothing else is touched."


def _parsed(path: Path, written: str) -> dict[str, object]:
    try:
        return tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        raise DamagedError(f"{path} is not TOML: {error}. {_WAY_OUT}") from None
    except RecursionError:
        raise DamagedError(f"{path} is nested too deeply. {_WAY_OUT}") from None


def _checked(path: Path, written: str, data: dict[str, object]) -> dict[str, tuple[object, Came]]:
    """Every known key of the file with its typed value; unknown ones are passed over."""
    found: dict[str, tuple[object, Came]] = {}
    for section in ("provider", "run", "generate", "profile", "memory", "app", "keys"):
        table = data.get(section, {})
        if not isinstance(table, dict):
            raise DamagedError(f"{path}{_line(written, section)}: [{section}] must be a section. {_WAY_OUT}")
        for name, value in table.items():
            check = check_for(key := f"{section}.{name}")
            if check is None or value == "":
                continue
            try:
                found[key] = (check(value), "file")
            except ValueError as error:
                raise DamagedError(f"{path}{_line(written, name)}: {key} is wrong: {error}. {_WAY_OUT}") from None
    return found


def _extra_verify(path: Path, written: str, data: object) -> tuple[ExtraVerify, ...]:
    """The [[verify]] entries: a name and an instruction each."""
    entries = data if isinstance(data, list) else [] if data is None else [data]
    made = []
    for entry in entries:
        name, words = (entry.get("name"), entry.get("instruction", "")) if isinstance(entry, dict) else (None, "")
        if not isinstance(name, str) or not name.strip() or not isinstance(words, str):
            raise DamagedError(
                f"{path}{_line(written, 'verify')}: each [[verify]] needs a name, and an instruction unless the "
                f"name is a preset. {_WAY_OUT}"
            )
        made.append(ExtraVerify(name=name.strip(), instruction=words.strip()))
    return tuple(made)


def _line(written: str, name: str) -> str:
    """ ", line 3" for the first line that begins with the name, as a key or as a section."""
    for number, line in enumerate(written.split("\n"), 1):
        if line.strip().lstrip("[").strip("\"' ").startswith(name):
            return f", line {number}"
    return ""


def _from_variable(variable: str, key: str, value: str) -> object:
    try:
        return CHECKS[key](value)
    except ValueError as error:
        raise UsageError(f"{variable} is wrong: {error}.") from None


def _config(found: dict[str, tuple[object, Came]], verify: tuple[ExtraVerify, ...]) -> Config:
    """The typed value; every entry of `found` passed its check, which is what the casts rest on."""

    def value(key: str, default: object = None) -> object:
        return found[key][0] if key in found else default

    def named(section: str) -> dict[str, object]:
        names = (key.partition(".") for key in found)
        return {name: found[f"{head}.{name}"][0] for head, _, name in names if head == section and name != "use"}

    return Config(
        kind=cast(ProviderKind | None, value("provider.kind")),
        base_url=cast(str | None, value("provider.base_url")),
        model=cast(str | None, value("provider.model")),
        deadlines=cast(Deadlines, value("provider.deadlines", Deadlines())),
        allow_insecure_http=cast(bool, value("provider.allow_insecure_http", False)),
        strategy=cast(str, value("run.strategy", "sequential")),
        prompts=cast(Prompts, value("run.prompts", "tailor")),
        use=cast(tuple[str, ...], value("profile.use", ())),
        profiles=MappingProxyType(cast(dict[str, tuple[str, ...]], named("profile"))),
        verify=verify,
        generation=_generation(found),
        memory_uri=cast(str | None, value("memory.uri")),
        embedder=cast(str, value("memory.embedder", "lexical")),
        learn=cast(bool, value("memory.learn", True)),
        theme=cast(str | None, value("app.theme")),
        plain=cast(bool, value("app.plain", False)),
        questions=cast(bool, value("app.questions", True)),
        bell=cast(bool, value("app.bell", True)),
        motion=cast(bool, value("app.motion", True)),
        keys=MappingProxyType(cast(dict[str, str], named("keys"))),
        came=MappingProxyType({key: came for key, (_, came) in found.items()}),
    )


def _generation(found: dict[str, tuple[object, Came]]) -> Generation:
    """The [generate] section; what it does not name is Tailor's own."""
    heads = ((*key.partition("."), value) for key, (value, _) in found.items())
    return Generation(**{name: value for head, _, name, value in heads if head == "generate"})  # type: ignore[arg-type]  # checked


def _as_written(key: str, value: str) -> str | bool | float | list[str]:
    """The value as it goes into the file: a list, a truth value or a number where the key holds one, else text."""
    check = CHECKS.get(key)
    if check is yes_or_no:
        return yes_or_no(value)
    if key.startswith("generate.") and isinstance(number := check(value) if check else value, int | float):
        return number
    if not key.startswith("profile."):
        return value.strip()
    if not value.lstrip().startswith("["):
        return [part.strip() for part in value.split(",") if part.strip()]
    try:
        return list(texts(tomllib.loads(f"a = {value}")["a"]))
    except tomllib.TOMLDecodeError:
        raise ValueError('it must be a list of texts, as in ["no nuts", "no oven"]') from None


def _no_such_key(key: str) -> str:
    """What to say to an unknown key: the nearest known ones."""
    from difflib import get_close_matches

    if key.startswith("verify"):
        return (
            "Verify agents are written by hand: open the file that `tailor config path` names and add [[verify]]."
        )
    near = get_close_matches(key, CHECKS, 3, 0.5)
    names = ", ".join(near or CHECKS)
    return f'There is no setting "{key[:60]}". {"Near it" if near else "The settings"}: {names}.'


def change(path: Path, old: str, key: str, value: str | bool | float | list[str] | None) -> None:
    """Write the file anew with `key` set, or taken out where `value` is None."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    section, _, name = key.partition(".")
    try:
        document = tomlkit.parse(old)
        table = document.get(section)
        if value is None:
            if table is not None:
                table.pop(name, None)
        elif table is None:
            added = tomlkit.table()
            added[name] = value
            document[section] = added
        else:
            table[name] = value
        new = tomlkit.dumps(document)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise DamagedError(f"{path} cannot be changed as it is written: {error}. Change it by hand.") from error
    private_folder(path.parent)
    replace_file(path, new.encode("utf-8", "replace"))
