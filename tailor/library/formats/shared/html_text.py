"""HTML as text: the visible part of a page as lines of Markdown.

Scripts, styles, hidden parts and navigation are dropped; headings, lists and paragraphs stay apart. The standard
library's parser reads the page after `tamed` has made sure that it needs one pass only.
"""

import contextlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from typing import Final, Literal
from unicodedata import numeric

from tailor.core.code_lines import on_one_line
from tailor.core.text import REPLACEMENT
from tailor.library.formats.shared.html_tables import PageTable, TableReader, with_tables
from tailor.library.formats.shared.html_typesetting import struck_in, with_figures, without_struck
from tailor.library.formats.shared.step_texts import HEADING, count_words, heads_part, is_ended
from tailor.library.formats.shared.tables import is_alone

DROPPED: Final = frozenset(
    ["script", "style", "noscript", "template", "svg", "iframe", "object", "select", "button", "textarea", "head"]
)
_AROUND: Final = frozenset(["nav", "footer", "aside", "form", "dialog"])
VOID: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "param"]
)
_BLOCKS: Final = frozenset(
    (
        *("p", "div", "section", "article", "main", "header", "table", "tr", "blockquote", "pre", "dl", "dt"),
        *("dd", "hr", "figure", "figcaption", "ul", "ol", "body", "html", "address", "details", "summary", "br"),
    )
)
_AROUND_ROLES: Final = frozenset(["navigation", "contentinfo", "complementary", "dialog", "search", "banner"])
_AROUND_NAME = re.compile(
    r"(?!(?:has|no|with|without|show|hide)[-_])(?:\S*[-_])?(?:(?P<comments>comments?|commentlist)|related|nutrition|share|sharing|footer|newsletter|"
    r"modal|popup|embed)"
    r"(?:[-_](?:area|list|section|wrap(?:per)?|box|block|body|container|posts?|recipes?|info|facts?|table))*",
    re.IGNORECASE,
)
"""A class or id of an element around the main text."""
_TEXT: Final = frozenset(["entry", "entry-content", "post-content", "article-content", "hentry", "h-entry"])
"""Classes of the main text, whatever else its element is called: "entry share"."""
COMMENTS: Final = "## Comments"
"""The line that replaces readers' comments."""
_NAMED: Final = frozenset(["div", "section", "ul", "ol", "table", "p", "blockquote", "figure"])
"""Blocks that are what their names say; other elements may be named after what is near them."""
_FOOTNOTES = re.compile(r"(?<!\S)(?:footnotes|endnotes|doc-endnotes)(?!\S)")
"""A class or role of the notes that marks in the text link to."""
_NOTED: Final = re.compile(r"↩\ufe0e?|\[\d{1,3}\]")
"""A link to such a note, or from the note back to its mark."""
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([\w-]{2,40})", re.IGNORECASE)
_WESTERN: Final = frozenset(["iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"])
"""Names that browsers treat as Windows-1252."""
_PAGES: Final = (b"<!doctype html", b"<html", b"<head", b"<body", b"<?xml", b"<meta")
_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
"""Byte order marks; UTF-32 comes first, since its mark begins like that of UTF-16."""
_ONLY_MARK = re.compile(r" *(?:-|\d+\.) +")
_COUNTED = re.compile(r" *((\d+)\.) +(0?\2[.:)]?)?\s*")
"""An item that holds only its number, perhaps typed once more: "1. 01"."""
_TYPED = re.compile(r"^( *)- (?=\d{1,2}[.)] )")
"""The bullet of an item whose number was typed as text."""
_PLACE = re.compile(r"\{\{[^{}]*\}\}")
"""A placeholder that a script of the page would fill."""
_HEADS_LIST = re.compile(r"\d+\. .{1,80}:$")
_MARK = re.compile(r"(?:-|\d+\.) (?=.*:$)")
_PARAGRAPH = re.compile(r"   (?!\d+\. |- | |#)")
_IN_ITEM = re.compile(r"   \d+\. ")
_ITEM = re.compile(r"( *)(-|\d+\.) (?=\S)")
_BEGINS_BLOCK = re.compile(r" *(?:-|\d+\.|#+|```) ")
_LONGEST_THING: Final = 6
"""Words of a thing whose amount stands below it."""
_DOT = re.compile(r"^( *)(?:[•◦●▪▢‣∙] ?(?=\w)|-(?=[^\W\d_]))")
"""A bullet that was typed as text."""
_CIRCLED = re.compile(r"(?<!\S)([①-⑳⓵-⓾❶-❿➀-➓]) ?(?=\S)")
_RAW: Final = ("<script", "<style")
"""Elements whose content is not HTML."""
_ENDS_NAME: Final = " \t\r\n\f/>"
_SCRIPTS = re.compile(r"<script\b(?![^<>]*ld\+json).*?</script", re.DOTALL | re.IGNORECASE)
_LONGEST_TAG: Final = 20_000
_OF_CODE: Final = frozenset(["highlight", "code", "codehilite", "prettyprint", "listing", "language"])
"""Classes of preformatted text that is code, or of the element around it."""
_SYNTAX = re.compile(r"(?:language|lang|brush:?|highlight|sourceCode)(?:-\S*)?(?!\S)")
_OWN_LINK: Final = " \u200b¶§🔗"
"""Characters of a heading's link to itself."""
_EDIT = re.compile(
    r" *\[ ?(?:edit|bearbeiten|modifier|editar|modifica|bewerken|edytuj|redigera|rediger)"
    r"(?: ?\| ?[^\[\]]{1,40})?\] *",
    re.I,
)
"""A wiki's link to edit what stands below a heading."""
_OWN_LINK_FIRST = re.compile(r"(?<=# )# (?=\S)")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]{0,2000}>")
_BREAKS = re.compile(r"<(?:p|br|li|div|tr)[\s/>]", re.IGNORECASE)
_BOLD = re.compile(r"<(p|div)\b[^<>]*>\s*<(b|strong)>([^<>]{0,59}[^<>.!?])</\2>\s*(?::\s*)?</\1>", re.IGNORECASE)
_MANY: Final = 2
"""How many times more line ends than breaks a text has whose line ends count."""
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_NAMES_PART = re.compile(
    r"(<(li|p)\b[^<>]*>)\s*<(b|strong|em|i)>\s*([^<>\d]{1,40}[^<>\d\s.:!?])(?:<[^<>]*>|\s){0,6}</\3>\s*</\2>"
    r"(?=\s*<\2\b[^<>]*>\s*(?:[¼-¾⅐-⅞]|\d(?!\d?[.):])))",
    re.IGNORECASE,
)
"""A bold item or line right above an amount: the name of a part."""
_CAPTION = re.compile(
    r"<figcaption\b[^<>]{0,300}>(?:[^<>]{0,300}|(?:\s*</?(?:p|span|a|em|i|cite)\b[^<>]{0,300}>){1,6}"
    r"[^<>]{0,100}[^<>.!?:\s](?:\s*</?(?:p|span|a|em|i|cite)\b[^<>]{0,300}>){1,6}\s*)</figcaption>",
    re.IGNORECASE,
)
"""The caption of a picture among the steps; one with other elements or a sentence in them belongs to the text."""
_ADVERT = re.compile(r"[\s-]*(?:advertisements?|anzeige|werbung|publicit[éà]|publicidad)\s*", re.IGNORECASE)
_ENDLESS = re.compile("&#[0-9]{1000,};?")
"""A character reference whose number has more digits than the standard library converts."""
_TWICE_ENCODED = re.compile("[\u00c2\u00c3][\u0080-\u00bf]")


def page_of(data: bytes, charset: str | None = None) -> str:
    """Decode a page by its byte order mark, the charset of its header or `<meta>`, or as UTF-8, and drop NULs.

    A page in no known charset is decoded as Western European, which most such pages are.
    """
    told = _CHARSET.search(data[:4_096].replace(b"\0", b""))
    names = (_told(data), charset or "", told[1].decode("ascii") if told else "")
    return text_in(data, *names).lstrip("\ufeff").replace("\0", "")


def text_in(data: bytes, *charsets: str) -> str:
    """Decode bytes by the first charset that fits, else as UTF-8, else as Western European like most old files."""
    for name in (*filter(None, charsets), "utf-8"):
        with contextlib.suppress(LookupError, UnicodeDecodeError):
            return data.decode("cp1252" if name.lower() in _WESTERN else name)
    return data.decode("cp1252", "replace")


def marked_charset(data: bytes) -> str:
    """Return the charset that a byte order mark at the start indicates; "" if there is none."""
    return next((name for mark, name in _MARKS if data.startswith(mark)), "")


def _told(data: bytes) -> str:
    """Return the charset that the first bytes reveal by a byte order mark or the NULs of UTF-16; "" for none."""
    if name := marked_charset(data):
        return name
    odd, even = data[1:400:2].count(0), data[:400:2].count(0)
    return "utf-16-le" if odd > 100 or odd > len(data) / 3 else "utf-16-be" if even > 100 else ""


def is_page(data: bytes) -> bool:
    """Whether data are an HTML page, in any charset."""
    return data[:4_096].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").lower().startswith(_PAGES)


@lru_cache(maxsize=4)  # a page is read several times, and taming it again changes nothing
def tamed(html: str) -> str:
    """Drop comments, declarations, endless numbers and struck text, and cut the page at the first unclosed tag.

    The standard library's parser searches the rest of the page at each unclosed mark, so a small page of nothing
    else would take minutes. Fractions are rewritten so that they are read as such.
    """
    return with_figures(without_struck(_ENDLESS.sub(REPLACEMENT, "".join(_pieces(html)))))


def struck_out(html: str) -> list[str]:
    """Return the lines that `tamed` drops from a page, or from a field of one, because they are struck out."""
    struck = struck_in(_SCRIPTS.sub("", "".join(_pieces(html)))) if struck_in(html) else ()
    return [line for one in struck for line in map(str.strip, text_of(one).split("\n")) if line]


def _pieces(html: str) -> Iterator[str]:
    lower = html.lower() if html.isascii() else re.sub("[A-Z]", lambda found: found[0].lower(), html)
    at = 0
    while (mark := html.find("<", at)) >= 0:
        yield html[at:mark]
        tag = next((tag for tag in _RAW if lower.startswith(tag, mark)), "")
        raw = tag if lower[mark + len(tag) : mark + len(tag) + 1] in _ENDS_NAME else ""  # "<script<" is no script
        if raw:
            end = lower.find("</" + raw[1:], mark)
        elif lower.startswith("<!--", mark):
            end = html.find("-->", mark + 4)
        elif html[mark + 1 : mark + 2].isalpha() or html[mark + 1 : mark + 2] in ("/", "!", "?"):
            end = html.find(">", mark)
        else:
            yield "&lt;"
            at = mark + 1
            continue
        if end < 0:
            return
        at = end if raw else html.find(">", end) + 1
        if raw == "<script" and html[(end_of_tag := html.find(">", mark)) - 1] == "/":
            yield from (html[mark : end_of_tag - 1], html[end_of_tag:at])  # no browser takes it for closed
        elif raw or (html[mark + 1] not in "!?" and at - mark < _LONGEST_TAG):
            yield html[mark:at]
    yield html[at:]


_IN_HEAD: Final = frozenset(
    ["title", "meta", "link", "base", "script", "style", "noscript", "template", "bgsound", "object"]
)
"""Any other element ends the head, closed or not."""
_ONE_AFTER_ANOTHER: Final = frozenset(["li", "p", "dt", "dd", "tr", "td", "th", "option"])
"""Elements that end where the next of their kind begins."""
_INDEX: Final = frozenset(["sub", "sup"])
_OF_TABLES: Final = frozenset(["table", "tr", "td", "th"])
_DEEPEST_LIST = 30
"""Levels of nested lists; deeper ones count as the last."""


def stands_around(tag: str, named: Mapping[str, str | None]) -> Literal["", "comments", "site"]:
    """Return what a block is by its role and names if it stands around the main text; "" for any other element."""
    if named.get("role") in _AROUND_ROLES:
        return "site"
    names = f"{named.get('class') or ''} {named.get('id') or ''}".split()
    if not _TEXT.isdisjoint(names):
        return ""
    found = [known for name in names if (known := _AROUND_NAME.fullmatch(name))] if tag in _NAMED else []
    return "" if not found else "comments" if any(one["comments"] for one in found) else "site"


class _TextReader(HTMLParser):
    def __init__(self, around: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self._dropped = DROPPED if around else DROPPED | _AROUND
        self._away: list[str] = []  # open tags, from the first hidden one inwards
        self._hidden = Counter[str]()
        """The number of open hidden tags, by name."""
        self._shown = Counter[str]()
        """The number of open tags around the hidden ones, by name."""
        self._lists: list[int | None] = []
        self._items: list[bool] = []
        """For each open list, whether one of its items is open."""
        self._link = False
        self._typed = False
        """Whether line ends are kept as typed: in <pre>."""
        self._code: list[str] | None = None
        """The code of a step, as far as it was read."""
        self._around: list[str] = []
        """The classes of the element that began last."""
        self._parted = False
        """Whether a tag ended the words before that is no index, as in "H2O"."""
        self.tables = TableReader(self.lines)
        self._linked, self._unlinked = set[int](), set[int]()
        """The lines with words in links, and those with other words."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if (self._away == ["head"] and tag not in _IN_HEAD) or (self._away == [tag] and tag in _ONE_AFTER_ANOTHER):
            self._reveal()
        self._parted = tag not in _INDEX
        named = dict(attrs)
        names = _SYNTAX.sub("language", named.get("class") or "")
        hidden = (
            "hidden" in named or named.get("aria-hidden") == "true" or _HIDDEN.search(named.get("style") or "")
        ) or (tag == "sup" and "reference" in names.split())
        site = "" if self._away or self._dropped is DROPPED else stands_around(tag, named)
        if site == "comments":
            self.lines += [COMMENTS, ""]
        if not self._away and _FOOTNOTES.search(f"{named.get('class') or ''} {named.get('role') or ''}"):
            self.lines += ["", "## Notes", ""]
        if self._away or tag in self._dropped or hidden or site:
            if tag not in VOID:
                self._away.append(tag)
                self._hidden[tag] += 1
            return
        self._shown[tag] += tag not in VOID and tag not in _ONE_AFTER_ANOTHER
        if tag in _OF_TABLES:
            self.tables.begin(tag)
        self._link = bool(named.get("href")) if tag == "a" else self._link
        self._typed = self._typed or tag == "pre"
        if tag in ("ul", "ol"):
            self._lists.append(0 if tag == "ol" else None)
            self._items.append(False)
        if tag == "li":
            room = self._room(len(self._lists) - 1)
            self._items[-1:] = [True] if self._lists else []
            if self._lists and (number := self._lists[-1]) is not None:
                self._lists[-1] = number + 1
                self.lines.append(f"{room}{number + 1}. ")
            else:
                self.lines.append(f"{room}- ")
        elif re.fullmatch("h[1-6]", tag):
            self.lines += ["", "#" * int(tag[1]) + " " + self._counted()]
        elif self._begins_code(tag, names.split()):
            self._code = []
        elif self._code is not None:
            self._code += ["\n"] if tag == "br" else []
        elif tag in _BLOCKS and not _ONLY_MARK.fullmatch(self.lines[-1]):  # a list item begins with its block
            room = self._room(self._depth())
            self.lines += [room] if tag == "br" else [room, room]
        elif tag in ("td", "th"):
            self.lines[-1] += " "  # keep the words of two cells apart
        self._around = names.split()

    def _begins_code(self, tag: str, names: list[str]) -> bool:
        """Whether code begins here: <pre> in a list item or with a class of code, or <code> within <pre>."""
        if tag == "pre":
            return bool(self._lists) or not _OF_CODE.isdisjoint(names + self._around)
        return tag == "code" and self._typed and self._code is None and not self.lines[-1].strip()

    def _depth(self) -> int:
        """Return how many list items this place is nested in; between two items it is in none of their list."""
        return len(self._lists) - (self._items[-1:] == [False])

    def _room(self, depth: int) -> str:
        return "   " * min(depth, _DEEPEST_LIST)

    def _counted(self) -> str:
        """Take the number of a list item, "1. ", for the heading that begins the item; "" if there is none."""
        line = next(filter(str.strip, reversed(self.lines)), "")
        found = _COUNTED.fullmatch(line)
        if found is None or not self._lists:
            return ""
        while self.lines.pop() is not line:
            pass
        return f"{found[1]} "

    def _reveal(self) -> None:
        self._away.clear()
        self._hidden.clear()

    def handle_endtag(self, tag: str) -> None:
        self._parted = tag not in _INDEX
        if self._away and self._hidden[tag]:
            while self._away:
                last = self._away.pop()
                self._hidden[last] -= 1
                if last == tag:
                    return
        if self._away and not self._shown[tag]:
            return
        self._reveal()  # the end of an outer element also ends a hidden one that was left open
        self._shown[tag] -= self._shown[tag] > 0
        if tag in _OF_TABLES:
            self.tables.end(tag)
        self._link, self._typed = self._link and tag != "a", self._typed and tag != "pre"
        if self._code is not None and not self._typed:
            self._add_code("".join(self._code).strip("\n"))
            self._code = None
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
            self._items.pop()
        if tag == "li" and self._items:
            self._items[-1] = False
        if tag in _BLOCKS or tag == "li" or re.fullmatch("h[1-6]", tag):
            room = self._room(self._depth())
            self.lines += [room, room] if tag != "br" else []

    def _add_code(self, code: str) -> None:
        """Append code to the line above, but to no heading or bullet that it is outside of; skip line numbers."""
        if not any(map(str.isalpha, code)):
            return
        while len(self.lines) > 1 and not self.lines[-1].strip():
            self.lines.pop()  # a block around the code does not begin a new line in the item
        if self.lines[-1].lstrip().startswith("#" if self._lists else ("#", "- ")):
            self.lines += ["", ""]
        above = self.lines[-1].rstrip() or self.lines[-1]
        self.lines[-1] = f"{above}{' ' * bool(above.strip())}{on_one_line('', code)} "

    def handle_data(self, data: str) -> None:
        if self._code is not None and not self._away:
            self._code.append(data)
        elif not (self._away or (self._link and _NOTED.fullmatch(data.strip()))):
            # keep an amount and its thing apart
            apart = self._parted and data[:1].isalpha() and self.lines[-1][-1:].isdigit()
            self._parted = False
            first, *more = data.split("\n") if self._typed else (data,)
            self.lines[-1] += " " * apart + re.sub(r"\s+", " ", first)
            self.lines += more
            if any(map(str.isalnum, data)):
                (self._linked if self._link else self._unlinked).add(len(self.lines) - 1)

    def links(self) -> list[str]:
        """Return the lines that are a link and nothing else."""
        return [self.lines[at].strip() for at in sorted(self._linked - self._unlinked)]


def page_lines(html: str, *, around: bool = False, nested: bool = False, tables: bool = False) -> list[str]:
    """Return the visible page as lines of Markdown; navigation, footers and side columns only with `around`.

    With `nested`, the content of a list item is indented below it. With `tables`, table cells stay apart.
    """
    return list(_shown(html, around, nested, tables))


@lru_cache(maxsize=6)  # as many pages as `_lines`, in each form
def _shown(html: str, around: bool, nested: bool, tables: bool) -> Sequence[str]:
    lines, _, found = _lines(html, around)
    shown = (
        _CIRCLED.sub(_counted, _DOT.sub(r"\1- ", line)) for line in with_tables(lines, found if tables else ())
    )
    lines = [_TYPED.sub(r"\1", _spaced(line).rstrip()) for line in shown]
    lines = [_unlinked(line) if line.lstrip().startswith("#") else line for line in lines]
    kept: list[str] = []
    for line in lines:
        if (
            line.strip() in ("", "-")
            or re.fullmatch(r"#+|\d+\.", line.strip())
            or _PLACE.search(line)
            or _ADVERT.fullmatch(line)
        ):
            if kept and kept[-1]:
                kept.append("")
        else:
            kept.append(line)
    kept = _grouped(list(_on_one_line(kept)))
    return kept if nested else list(map(str.strip, kept))


def _on_one_line(lines: Sequence[str]) -> Sequence[str]:
    """Join the first blocks of an item: its typed number or an amount, and what that counts."""
    made: list[str] = []
    above = -1
    for line in lines:
        if above >= 0 and (joined := _joined(made[above], line)):
            made[above:] = [joined]
            continue
        made.append(line)
        above = len(made) - 1 if line else above
    return made


def _joined(above: str, line: str) -> str:
    """Return a line within an item with the block below it, if they belong together; else "".

    They do if a sentence goes on in the block, or if the line is only the number, amount or name in an item.
    """
    item = _ITEM.match(above)
    room = f"{item[1]}   " if item else "   "
    if not line.startswith(room) or not (item or above.startswith(room)) or _BEGINS_BLOCK.match(line):
        return ""
    text, below = above[item.end() if item else 0 :], line.strip()
    if below[:1].islower() and not (is_ended(text) or text.endswith(":")):
        return f"{above} {below}"
    if item and item[2] == "-":
        both = is_alone(text) or (is_alone(below) and not is_ended(text) and count_words(text) <= _LONGEST_THING)
        return f"{above} {below}" if both else ""
    return f"{item[0]}{below}" if item and _COUNTED.fullmatch(above) else ""


def _grouped(lines: list[str]) -> list[str]:
    """Turn items that only head numbered lists inside them into headings, if the list has no other items."""
    shown = [(n, line) for n, line in enumerate(lines) if line]
    for (n, line), (then, below) in pairwise(shown):  # "For the glaze:", and its first step in the same item
        if (mark := _MARK.match(line)) and heads_part(line[mark.end() :]) and _PARAGRAPH.match(below):
            lines[n], lines[then] = f"#### {line[mark.end() : -1]}", mark[0] + below.strip()
    heads = [n for (n, line), (_, below) in pairwise(shown) if _HEADS_LIST.match(line) and _IN_ITEM.match(below)]
    begins = max((n for n, line in shown if line.startswith("#") and n < heads[0]), default=-1) if heads else 0
    ends = next((n for n, line in shown if line.startswith("#") and n > heads[-1]), len(lines)) if heads else 0
    if any(re.match(r"\d+\. ", lines[n]) and n not in heads for n in range(begins + 1, ends)):
        return lines
    for n in range(begins + 1, ends):
        title = re.sub(r"\d+\. ", "", lines[n], count=1)
        lines[n] = f"#### {title[:-1]}" if n in heads else lines[n].removeprefix("   ")
    return lines


def _unlinked(heading: str) -> str:
    """Strip from a heading the links to itself and to its editor; "C#" stays."""
    heading = _EDIT.sub(" ", heading).rstrip()
    bare = heading.rstrip(_OWN_LINK)
    bare = bare[:-2].rstrip() if bare.endswith(" #") else bare
    return _OWN_LINK_FIRST.sub("", bare, count=1) if bare.strip("# ") else heading


def _spaced(line: str) -> str:
    """Reduce the spaces between words to one each; those of code are its indentation and stay."""
    return line if "⏎" in line else re.sub(r"(?<=\S) {2,}", " ", line)


def _counted(circled: re.Match[str]) -> str:
    return f"{numeric(circled[1]):.0f}. "


def link_lines(html: str) -> Sequence[str]:
    """Return the lines of a page that are only a link: teasers, tags, buttons, navigation."""
    return _lines(html, around=True)[1]


@lru_cache(maxsize=2)  # a page is read several times, with and without its surroundings
def _lines(html: str, around: bool) -> tuple[Sequence[str], Sequence[str], Sequence[PageTable]]:
    """Return the lines of a page, those of them that are links, and its tables."""
    reader = _TextReader(around)
    reader.feed(_NAMES_PART.sub(r"\1\4:</\2>", _CAPTION.sub("", tamed(html))))
    reader.close()
    reader.tables.end("table")
    return reader.lines, reader.links(), reader.tables.tables


def unescaped(text: str) -> str:
    """Decode the entities of a text, once."""
    return unescape(_ENDLESS.sub(REPLACEMENT, text))


def text_of(value: str, *, headings: bool = False, line: bool = False) -> str:
    """Return a field of a page as plain text: no tags, entities decoded, each block on a line of its own.

    With `headings`, headings and short bold paragraphs begin with `HEADING`. With `line`, the field is a list
    item: line ends in its HTML are only spaces.
    """
    for _ in range(3):  # some sites escape twice
        if "&" not in value:
            break
        value = unescaped(value)
    value = _TWICE_ENCODED.sub(lambda found: found[0].encode("latin-1").decode(), value)  # "1Â¼" was "1¼"
    value = value.replace("\xa0", " ")  # non-breaking spaces are layout
    if not _TAG.search(value):
        return _LINE_END.sub("\n", value)
    if headings:
        value = _BOLD.sub(r"<h4>\3</h4>", value.replace(HEADING, ""))
    breaks = _BREAKS.findall(value)
    only_breaks = all(tag.lower().startswith("<br") for tag in breaks)
    if only_breaks and not line and len(_LINE_END.findall(value.strip())) > _MANY * len(breaks):
        value = _LINE_END.sub("<br>", value)  # its line ends are all the structure it has
    reader = _TextReader(around=True)
    reader.feed(tamed(value))
    reader.close()
    mark = HEADING if headings else ""
    lines = (re.sub(r"^#+ ", mark, re.sub(r"^(?:- |\d+\. )", "", line.strip())) for line in reader.lines)
    return "\n".join(line for line in lines if line.strip(HEADING))
