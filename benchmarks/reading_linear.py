"""Prints how the time of reading grows with the text, for texts that make careless readers hang.

Each text is read at two sizes by both readers; the ratio should stay near 4 for a text four times as long.
Run: python benchmarks/reading_linear.py [--chunk N]
"""

import argparse
from collections.abc import Callable, Iterator
from time import process_time

from tailor.agents.parsing import EditParser, StepParser

SIZES = (50_000, 200_000)

TEXTS = {
    "ornament": " *_",
    "open parens": "(",
    "open edit, open parens": "replace(1, a(((\n",
    "closing parens": "replace(1, a) b)) c)",
    "quoted edits": 'replace(1, "ab"; x), ',
    "talking edits": "replace(1, ab) cd ",
    "heads": "replace(",
    "edits on one line": "replace(1, a), ",
    "open edits, a line each": "replace(1, a\n",
    "unsure": "[[",
    "unsure items": "1. [[ a\n",
    "thinking": "<think>",
    "half tags": "<thin",
    "objects": '{"',
    "nested lists": "[",
    "nested objects": '{"a":',
    "closed objects": '{"op":"insert","step":1,"text":"a"},',
    "escapes": '{"\\',
    "fences": "```\n",
    "blank lines": "\n",
    "carriage returns": "\r",
    "comments": "# because x [R1]\n",
    "brackets behind a reason": "# because [R1][R1][R1]",
    "numbers": "1. ",
    "items": "1. a\n",
    "bullets": "- ",
    "sub-items": "1. a\n - b\n\n",
    "quotes": 'replace(1, "a" ',
    "smileys": "replace(1, a :) :( ",
    "headings": "## a\n",
    "bold": "**",
    "combining marks": "a\u0301\u0301\u0301",
}


def pieces(text: str, size: int) -> Iterator[str]:
    """The text in pieces of `size` characters."""
    return (text[at : at + size] for at in range(0, len(text), size))


def seconds(make: Callable[[], EditParser | StepParser], text: str, chunk: int) -> float:
    """Processor seconds for one reading."""
    start = process_time()
    reader = make()
    for piece in pieces(text, chunk):
        reader.feed(piece)
    reader.close()
    return process_time() - start


def main() -> None:
    """Print one line a text: seconds at both sizes and their ratio, for both readers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunk", type=int, default=200_000, help="characters a piece")
    chunk = parser.parse_args().chunk
    print(f"{'text':28}{'edits 50k':>11}{'200k':>8}{'ratio':>7}{'steps 50k':>12}{'200k':>8}{'ratio':>7}")
    for name, unit in TEXTS.items():
        texts = [unit * (size // len(unit)) for size in SIZES]
        row = [[seconds(make, text, chunk) for text in texts] for make in (lambda: EditParser(9), StepParser)]
        (e1, e2), (s1, s2) = row
        print(f"{name:28}{e1:11.3f}{e2:8.3f}{e2 / max(e1, 1e-4):7.1f}{s1:12.3f}{s2:8.3f}{s2 / max(s1, 1e-4):7.1f}")


if __name__ == "__main__":
    main()
