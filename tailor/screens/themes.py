"""Tailor's own dark and light theme, and a fix that makes other themes readable.

Colour alone never carries a meaning: screens say it in words or glyphs too.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from textual.color import BLACK, WHITE, Color
from textual.theme import BUILTIN_THEMES, Theme

READABLE: Final = 4.5
"""The least contrast of text with its background (WCAG 2.2, 1.4.3)."""
INKS: Final = (
    "foreground",
    "foreground-muted",
    "text-disabled",
    "accent",
    "text-success",
    "text-warning",
    "text-error",
)
"""The colours used for text."""

DARK = Theme(
    name="tailor-dark",
    dark=True,
    primary="#8fb3f0",
    secondary="#8fb3f0",
    accent="#8fb3f0",
    foreground="#d9dce3",
    background="#14161b",
    surface="#14161b",
    panel="#1d2027",
    success="#94c58c",
    warning="#e0b46c",
    error="#e58a8a",
    variables={
        "foreground-muted": "#9da1ab",
        "text-disabled": "#9da1ab",
        "block-cursor-background": "#27365a",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#222733",
        "block-cursor-blurred-foreground": "#d9dce3",
        "input-selection-background": "#8fb3f0 35%",
        "scrollbar": "#2a2f3a",
        "scrollbar-background": "#14161b",
        "scrollbar-corner-color": "#14161b",
    },
)

LIGHT = Theme(
    name="tailor-light",
    dark=False,
    primary="#2f5fb3",
    secondary="#2f5fb3",
    accent="#2f5fb3",
    foreground="#23262d",
    background="#fbfaf7",
    surface="#fbfaf7",
    panel="#f0eee8",
    success="#3d7a35",
    warning="#96640c",
    error="#b23a3a",
    variables={
        "foreground-muted": "#5b5f68",
        "text-disabled": "#5b5f68",
        "block-cursor-background": "#d5e1f7",
        "block-cursor-foreground": "#14161b",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#e7e5de",
        "block-cursor-blurred-foreground": "#23262d",
        "input-selection-background": "#2f5fb3 25%",
        "scrollbar": "#d5d2c9",
        "scrollbar-background": "#fbfaf7",
        "scrollbar-corner-color": "#fbfaf7",
    },
)

DEFAULT = DARK.name
OWN = (DARK, LIGHT)


def names() -> list[str]:
    return sorted({*BUILTIN_THEMES, *(theme.name for theme in OWN)}, key=order)


def order(name: str) -> tuple[bool, str]:
    """Sort key: own themes first, then by name."""
    return name not in {theme.name for theme in OWN}, name


def readable(variables: Mapping[str, str]) -> dict[str, str]:
    """What to change in another theme so that all text is readable, also on selected rows.

    A theme with the terminal's own colours stays as it is, since those are unknown.
    """
    background = Color.parse(variables["background"])
    if background.ansi is not None:
        return {}
    foreground, accent = Color.parse(variables["foreground"]), Color.parse(variables["accent"])
    behind = {
        "surface": background,
        "panel": background.blend(foreground, 0.05),
        "block-cursor-background": background.blend(accent, 0.18),
        "block-cursor-blurred-background": background.blend(foreground, 0.09),
    }
    grounds = (background, *behind.values())
    muted = background.blend(foreground, 0.6)
    inks = {name: Color.parse(variables[name]) for name in INKS if not variables[name].startswith("auto")}
    inks |= {"foreground-muted": muted, "text-disabled": muted}
    changed = behind | {name: _inked(ink, grounds) for name, ink in inks.items()}
    changed["block-cursor-foreground"] = changed["block-cursor-blurred-foreground"] = changed["foreground"]
    return {name: color.hex for name, color in changed.items()}


def _inked(ink: Color, grounds: Iterable[Color]) -> Color:
    """The colour, moved just far enough towards black or white to be readable on all of these."""
    grounds = tuple(grounds)
    end = max((WHITE, BLACK), key=lambda one: contrast(one, grounds[0]))
    tries = (ink.blend(end, part / 20) for part in range(21))
    return next((one for one in tries if all(contrast(one, ground) >= READABLE for ground in grounds)), end)


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours as defined by WCAG, from 1 to 21."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
