"""A procedure as the one text that is embedded and searched ([AAG]: output, input and steps together).

Owns that form and the domains file. Refuses to know embedders and prompts.
"""

import json
from functools import cache
from importlib.resources import files

from tailor.core.procedure import numbered
from tailor.core.text import one_line

DEFAULT_DOMAIN = "everyday"


def procedure_text(goal: str, resources: tuple[str, ...], steps: tuple[str, ...], domain: str) -> str:
    """`DOCUMENTATION '{goal}' using {resources}:`, an empty line, numbered steps; the first word by domain.

    Without resources " using …" falls away (DESIGN 8).
    """
    using = f" using {', '.join(resources)}" if resources else ""
    return f"{first_word(domain)} '{goal}'{using}:\n\n{numbered(steps)}"


def first_word(domain: str) -> str:
    """The word a procedure of that domain begins with; that of `everyday` for a domain without a word."""
    words = _first_words()
    return words.get(domain) or words.get(DEFAULT_DOMAIN) or "DOCUMENTATION"


def domain_of(named: str, tags: tuple[str, ...] = ()) -> str:
    """The domain as it is kept: what is named, else what the tags tell, else everyday."""
    if domain := one_line(named, 40).casefold():
        return domain
    tagged = {tag.casefold() for tag in tags}
    return "recipe" if tagged & {"cooking", "recipe", "recipes", "baking", "food"} else DEFAULT_DOMAIN


@cache
def _first_words() -> dict[str, str]:
    """First words by domain, from the domains file that generation uses too."""
    try:
        data = json.loads((files("memory") / "domains.json").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return {name: str(one["first_word"]) for name, one in data.items() if "first_word" in one}
