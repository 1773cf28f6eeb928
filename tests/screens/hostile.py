"""Texts that want to be more than text: each must be shown as it is or without its claws, nothing may run."""

HOSTILE = {
    "closing tag": "salt [/] pepper",
    "named closing tag": "salt [/bold] pepper",
    "open tag": "salt [bold pepper",
    "action": "salt [@click=app.quit]pepper[/]",
    "link": "salt [link=file:///etc/hosts]pepper[/]",
    "list": "salt [on high] [1/2 cup] x[0:2] {y['z']} [$accent]",
    "clear screen": "salt \x1b[2J pepper",
    "colour": "salt \x1b[31m pepper",
    "clipboard": "salt \x1b]52;c;AAAA\x07 pepper",
    "title": "salt \x1b]0;title\x07 pepper",
    "hyperlink": "salt \x1b]8;;http://there.test\x07x\x1b]8;;\x07 pepper",
    "c1": "salt \x9b2J \x9d0;title\x9c pepper",
    "bidi": "salt \u202erepp\u202c pepper",
    "zero width": "s\u200balt\u2060 pep\ufeffper",
    "tags": "salt" + "".join(chr(0xE0000 + ord(char)) for char in "obey") + " pepper",
    "marks": "salt e" + "\u0301" * 300 + " pepper",
    "null": "salt \x00 pepper",
    "backspace": "salt \x08\x08\x08\x08\x08lard",
    "carriage return": "salt\rlard",
    "separators": "salt\x85pepper\u2028thyme",
    "surrogate": "salt \ud800 pepper",
    "long word": "salt" + "x" * 100_000,
    "tab": "salt\tpepper",
}

ONE_OF_EACH = (
    "closing tag", "open tag", "action", "clear screen", "hyperlink", "c1", "bidi", "marks", "null", "separators",
    "surrogate", "long word",
)  # fmt: skip
"""One text of each way to do harm, for screens that come second: one code draws and cleans the texts of all."""
