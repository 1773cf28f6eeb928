"""Settings: config.toml and the environment as one frozen value (CONTRACT 3).

Owns the reading (`load`), the order file before environment, and the one way a setting is changed
(`set_value`: comments, order and unknown keys survive). Refuses keys of servers: `providers` keeps those.
"""

import contextlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, cast

from tailor import settings
from tailor.core.errors import DamagedError, UsageError
from tailor.files import in_turn
from tailor.settings import Deadlines, Generation, Prompts, ProviderKind, Strategy

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
    strategy: Strategy = "sequential"
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
def changing(path: Path, environment: Mapping[str, str]) -> Iterator["Changing"]:
    """For a change that rests on what is written: nobody else changes the settings meanwhile.

    Raises what `load` does, and SaveError where the folder cannot be made.
    """
    with in_turn(path.parent):
        yield Changing(path, load(path, environment))


@dataclass(frozen=True, slots=True)
class Changing:
    """The settings while nobody else changes them."""

    path: Path
    before: Config
    """As they were when it began."""

    def set(self, key: str, value: str) -> None:
        """As `set_value`."""
        _set(self.path, key, value)


def _set(path: Path, key: str, value: str) -> None:
    """Writes one setting; only for who has the turn."""
    from tailor.settings_file import change

    check = settings.check_for(key)
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
            check = settings.check_for(key := f"{section}.{name}")
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
        return settings.CHECKS[key](value)
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
        strategy=cast(Strategy, value("run.strategy", "sequential")),
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
    check = settings.CHECKS.get(key)
    if check is settings.yes_or_no:
        return settings.yes_or_no(value)
    if key.startswith("generate.") and isinstance(number := check(value) if check else value, int | float):
        return number
    if not key.startswith("profile."):
        return value.strip()
    if not value.lstrip().startswith("["):
        return [part.strip() for part in value.split(",") if part.strip()]
    try:
        return list(settings.texts(tomllib.loads(f"a = {value}")["a"]))
    except tomllib.TOMLDecodeError:
        raise ValueError('it must be a list of texts, as in ["no nuts", "no oven"]') from None


def _no_such_key(key: str) -> str:
    """What to say to an unknown key: the nearest known ones."""
    from difflib import get_close_matches

    if key.startswith("verify"):
        return (
            "Verify agents are written by hand: open the file that `tailor config path` names and add [[verify]]."
        )
    near = get_close_matches(key, settings.CHECKS, 3, 0.5)
    names = ", ".join(near or settings.CHECKS)
    return f'There is no setting "{key[:60]}". {"Near it" if near else "The settings"}: {names}.'
