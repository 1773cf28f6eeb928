"""What the Settings screen shows: every setting with its value now, and what it means in plain words.

Owns the words. Refuses widgets, files and keys: it is told whether a key is there, never which.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tailor.screens.choosing import Pick

if TYPE_CHECKING:
    from tailor.config import Config

STRATEGIES: Final = (
    Pick("sequential", "Sequential", "First make it fit, then check that it can still be carried out."),
    Pick("unified", "Unified", "One agent does both at once: the fewest questions to a model."),
    Pick("parallel", "Parallel", "Both look at your original at once; a third settles clashes."),
    Pick("reverse", "Reverse", "First mend what is unclear in the original, then make it fit."),
    Pick("end_to_end", "Rewrite", "All is written anew and shown as edits; for strong models."),
    Pick("adaptive", "Adaptive", "Edits; where many are needed, a rewrite too, and you choose."),
)
PROMPTS: Final = (
    Pick("tailor", "Tailor's own", "Numbered requirements, a reason with every edit, findings handed on."),
    Pick("paper", "The paper's", "As in the study, for comparing: shorter, without reasons or requirements."),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row."""

    id: str
    """The key in the settings, or the name of what Enter opens."""
    title: str
    value: str
    about: str
    section: str


def settings(config: "Config", *, theme: str, key: str) -> Iterator[Setting]:
    """Every row in order. `key` says in words whether one is stored for the address."""
    yield from _answers(config, key)
    section = "A run"
    strategy = next((one for one in STRATEGIES if one.value == config.strategy), STRATEGIES[0])
    yield Setting(
        "run.strategy", "Strategy", strategy.words, f"How agents work together. {strategy.about}", section
    )
    prompts = next((one for one in PROMPTS if one.value == config.prompts), PROMPTS[0])
    yield Setting("run.prompts", "Prompts", prompts.words, f"How agents are asked. {prompts.about}", section)
    learn = "What you accept and reject is remembered on this machine and told to the agents in later runs."
    yield Setting("memory.learn", "Learn from me", _on(config.learn), learn, section)
    yield from _profiles(config)
    section = "The app"
    yield Setting("app.theme", "Colours", theme, "Enter shows each theme as you move; Esc goes back.", section)
    plain = "Line by line, without screens: for screen readers and simple terminals. From the next start on."
    yield Setting("app.plain", "Plain mode", _on(config.plain), plain, section)
    bell = "When a run that took long ends, the terminal rings and its title says so."
    yield Setting("app.bell", "Bell", _on(config.bell), bell, section)
    motion = "Off: nothing on the screens moves by itself. From the next start on."
    yield Setting("app.motion", "Motion", _on(config.motion), motion, section)
    asks = (
        "After a tailoring is saved: could you follow it, does it fit? Two keys; any other passes them over. The "
        "answers stay on this machine; tailor bench judge --mine counts them."
    )
    yield Setting("app.questions", "Two questions", _on(config.questions), asks, section)
    own = f"{len(config.keys)} of your own" if config.keys else "Tailor's"
    yield Setting(
        "keys", "Keys", own, "Every action and its key, with the id by which you can change it.", section
    )


def _answers(config: "Config", key: str) -> Iterator[Setting]:
    section = "Who answers"
    server = config.provider == "server" and config.base_url is not None
    who = "a server" if server else "built-in"
    about = "The built-in tailor needs no model, and nothing leaves this machine. Enter looks for servers here."
    yield Setting("connect", "Who answers", who, about, section)
    about = (
        "An OpenAI-compatible server, as in http://localhost:11434/v1. Your texts are sent there. Empty: built-in."
    )
    yield Setting("provider.base_url", "Address", config.base_url or "none", about, section)
    if config.base_url:
        about = "Which of the server's models answers. Enter asks the server for its list."
        yield Setting("provider.model", "Model", config.model or "the only one there is", about, section)
        about = "Typed or pasted, never shown. It is sent to this address and to no other."
        yield Setting("key", "Key", key, about, section)


def _profiles(config: "Config") -> Iterator[Setting]:
    section = "Profiles"
    for name, lines in config.profiles.items():
        about = "\n".join(("Enter changes its lines; space makes it count always, or not.", "", *lines))
        state = "always" if name in config.use else "when ticked"
        yield Setting(f"profile.{name}", name, state, about, section)
    about = "What always holds for someone: allergies, what is not there, how skilled they are."
    yield Setting("profile+", "New profile", "", about, section)


def _on(value: bool) -> str:
    return "on" if value else "off"
