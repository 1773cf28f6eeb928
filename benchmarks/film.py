"""Screens of the app, one after another, as one SVG that plays by itself: no script, no font, no browser needed.

A row that stays the same from one picture to the next is written once, with the time it is seen; so a minute of
review takes less room than three pictures.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App

WIDE, HIGH, SIZE, MARGIN = 8.4, 18, 14, 12
GROUND = "#14161b"
"""The colour of the window, which is drawn once for the whole picture."""
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some cells of a row that look alike."""

    at: int
    cells: int
    text: str
    ink: str
    paper: str
    look: str


Row = tuple[Piece, ...]


@dataclass
class Film:
    """The pictures so far."""

    columns: int
    rows: int
    shown: list[tuple[tuple[Row, ...], float]] = field(default_factory=list)

    def take(self, app: App[object], seconds: float) -> None:
        """What stands on the screen now, to be seen for so long."""
        strips = app.screen._compositor.render_strips()
        self.shown.append((tuple(self._row(strip) for strip in strips), seconds))

    def _row(self, segments: Iterable[Segment]) -> Row:
        at, made = 0, []
        for text, style, _ in segments:
            cells = Segment(text).cell_length
            piece = _piece(at, cells, text, style or Style())
            at += cells
            if piece.text.strip() or piece.paper != GROUND:
                made.append(piece)
        return tuple(made)

    @property
    def seconds(self) -> float:
        return sum(seconds for _, seconds in self.shown)

    def svg(self, title: str) -> str:
        width, height = self.columns * WIDE + 2 * MARGIN, self.rows * HIGH + 2 * MARGIN
        times: dict[tuple[float, float], str] = {}
        body = [
            f'<g class="{times.setdefault((start, end), f"t{len(times)}")}">{_drawn(row, y)}</g>'
            for y in range(self.rows)
            for row, start, end in self._spans(y)
            if row
        ]
        rules = "".join(_rule(name, start, end, self.seconds) for (start, end), name in times.items())
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
            f"<title>{escape(title)}</title><style>text{{font:{SIZE}px {FONT};white-space:pre}}"
            f".b{{font-weight:bold}}.u{{text-decoration:underline}}.s{{text-decoration:line-through}}"
            f".i{{font-style:italic}}{rules}</style>"
            f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>'
        )
        return "\n".join((head, *body, "</svg>\n"))

    def _spans(self, y: int) -> Iterable[tuple[Row, float, float]]:
        """Every look of this row with the time it begins and the time it ends."""
        clock = start = 0.0
        before: Row | None = None
        for rows, seconds in self.shown:
            if rows[y] != before:
                if before is not None:
                    yield before, start, clock
                before, start = rows[y], clock
            clock += seconds
        if before is not None:
            yield before, start, clock


def _piece(at: int, cells: int, text: str, style: Style) -> Piece:
    ink, back = _hex(style.color, "#d9dce3"), _hex(style.bgcolor, GROUND)
    if style.reverse:
        ink, back = back, ink
    looks = (("b", style.bold), ("u", style.underline), ("s", style.strike), ("i", style.italic))
    return Piece(at, cells, text, ink, back, " ".join(name for name, on in looks if on))


def _hex(color: Color | None, otherwise: str) -> str:
    if color is None or color.is_default:
        return otherwise
    return color.get_truecolor().hex


def _drawn(row: Row, y: int) -> str:
    """The papers first, so that none lies on a letter of the piece before it."""
    top = MARGIN + y * HIGH
    return "".join((*(_paper(piece, top) for piece in row), *(_words(piece, top) for piece in row)))


def _paper(piece: Piece, top: float) -> str:
    if piece.paper == GROUND:
        return ""
    x, width = MARGIN + piece.at * WIDE, piece.cells * WIDE
    return f'<rect x="{x:.1f}" y="{top}" width="{width:.1f}" height="{HIGH}" fill="{piece.paper}"/>'


def _words(piece: Piece, top: float) -> str:
    words = piece.text.strip()
    if not words:
        return ""
    first = len(piece.text) - len(piece.text.lstrip())
    x, room = MARGIN + (piece.at + first) * WIDE, Segment(words).cell_length * WIDE
    look = f' class="{piece.look}"' if piece.look else ""
    return (
        f'<text x="{x:.1f}" y="{top + 13}" fill="{piece.ink}" textLength="{room:.1f}"{look}>'
        f"{escape(words, quote=False)}</text>"
    )


def _rule(name: str, start: float, end: float, total: float) -> str:
    """The time a group is seen; nothing to switch for what is always there."""
    if start <= 0 and end >= total:
        return ""
    first, last = 100 * start / total, 100 * end / total
    hidden = "0%{visibility:hidden}" if start > 0 else ""
    gone = f"{last:.2f}%,100%{{visibility:hidden}}" if end < total else ""
    shown = f"{first:.2f}%{{visibility:visible}}"
    return f".{name}{{animation:{name} {total:.1f}s step-end infinite}}@keyframes {name}{{{hidden}{shown}{gone}}}"
