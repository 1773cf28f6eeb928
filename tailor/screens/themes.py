"""Tailor's own dark and light theme. Colour never carries meaning alone: screens say it in words or glyphs too."""

from textual.theme import Theme

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


def order(name: str) -> tuple[bool, str]:
    """Sort key: own themes first, then by name."""
    return name not in {theme.name for theme in OWN}, name
