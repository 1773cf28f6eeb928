"""Fetches one page that a person asked for, and reads pages with the parsers of the extra `web`.

A request has limits: http and https, 2 MB, 20 seconds, 5 redirects; no cookies, no referrer, and nothing that the
page links to. It uses urllib, so that importing loads no HTTP client library.
"""

import asyncio
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
    getproxies,
    proxy_bypass,
)

from tailor.core.codec import text_or_empty, texts_in
from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.core.text import one_line
from tailor.library import markdown
from tailor.library.formats.markdown import reader as foreign
from tailor.library.formats.shared.html_text import page_lines, page_of
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import are_told
from tailor.library.formats.structured import schema_org
from tailor.storage import why
from tailor.threads import aside

LARGEST_PAGE: Final = 2_000_000
"""Bytes."""
SECONDS: Final = 20.0
_PROXY_KIND: Final = (
    "HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is set to a kind of proxy Tailor cannot use, such as SOCKS; set it "
    "to one that begins with http://, or start Tailor without it"
)
_AGENT: Final = "Mozilla/5.0 (compatible; Tailor; one page for one person)"


class _Redirects(HTTPRedirectHandler):
    max_redirections = 5

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        """Follow a redirect only to http and https."""
        if not is_address(newurl):
            raise URLError("it leads to something that is not a page")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Proxies(ProxyHandler):
    def __init__(self) -> None:
        """Take the proxies of the environment or the system; urllib itself does not know ALL_PROXY."""
        named = getproxies()
        super().__init__({scheme: named["all"] for scheme in ("http", "https") if "all" in named} | named)

    def proxy_open(self, req, proxy, type):  # type: ignore[no-untyped-def]
        """Only use a proxy that urllib can speak to; its errors for others do not mention the proxy."""
        if not (is_address(proxy if "://" in proxy else f"http://{proxy}") or proxy_bypass(req.host)):
            raise URLError(_PROXY_KIND)
        return super().proxy_open(req, proxy, type)


def is_address(name: str) -> bool:
    """Whether a name is the http(s) address of a page."""
    try:
        parts = urlsplit(name)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


async def fetch(address: str) -> str:
    """Return the text of a page. ContentError says what went wrong and suggests pasting."""
    try:
        async with asyncio.timeout(SECONDS):
            return await aside(_fetched, address)
    except TimeoutError:
        raise _failed(address, f"no complete answer within {SECONDS:.0f} seconds") from None
    except HTTPError as error:
        error.close()
        said = f"the site answered {error.code} {one_line(str(error.reason), 60)}"
        circle = str(error.reason).startswith(HTTPRedirectHandler.inf_msg)
        raise _failed(address, "it redirects again and again" if circle else said) from None
    except URLError as error:
        said = why(error) if isinstance(error.reason, OSError) else str(error.reason)
        raise _failed(address, one_line(said, 200)) from None
    except (OSError, HTTPException, ValueError) as error:
        raise _failed(address, one_line(why(error), 120)) from None


def _fetched(address: str) -> str:
    opener: OpenerDirector = build_opener(_Redirects, _Proxies)
    opener.addheaders = []
    headers = {
        "User-Agent": _AGENT,
        "Accept": "text/html,application/xhtml+xml,application/ld+json,text/plain;q=0.8",
    }
    with opener.open(Request(address, headers=headers), timeout=SECONDS / 2) as answer:  # noqa: S310 - http(s) only
        kind = answer.headers.get_content_type()
        if not (kind.startswith("text/") or kind.endswith(("+xml", "+json", "/json", "/xml"))):
            raise URLError(f"it is not a page but {kind}")
        data: bytes = answer.read(LARGEST_PAGE + 1)
        if len(data) > LARGEST_PAGE:
            raise URLError(f"the page is larger than {LARGEST_PAGE // 1_000_000} MB")
        return page_of(data, answer.headers.get_content_charset())


def _failed(address: str, says: str) -> ContentError:
    return ContentError(
        f"{one_line(address, 120)} could not be read: {says}. Nothing was saved. Open the page in a browser, copy "
        "its steps, and paste them: `tailor import -`."
    )


def known_host(html: str, name: str, where: str) -> ParsedProcedure | None:
    """Read the procedure by rules for this host; None without the extra or without rules."""
    return _tried(_known_host, html, name, where)


def running_text(html: str, name: str) -> ParsedProcedure | None:
    """Read the procedure in the main text of a page; None without the extra or without steps."""
    return _tried(_running_text, html, name, "")


def _tried(
    way: Callable[[str, str, str], ParsedProcedure | None], html: str, name: str, where: str
) -> ParsedProcedure | None:
    """Return the result of one way; None if its library is missing or fails."""
    try:
        return way(html, name, where)
    except ImportError:
        return None
    except Exception:  # noqa: BLE001 - foreign parsers fail in their own ways on broken pages; another way is tried
        return None


def _known_host(html: str, name: str, where: str) -> ParsedProcedure | None:
    """Read by recipe-scrapers' rules, which give steps without headings. None if they no longer fit the host."""
    if not urlsplit(where).hostname:
        return None
    from recipe_scrapers import scrape_html

    scraper: Any = scrape_html(html, org_url=where, supported_only=True)
    things = texts_in(scraper.ingredients())
    steps = [one for one in texts_in(scraper.instructions_list()) if one != str(None)]
    if not things:
        return None
    data: Json = {
        "@type": "Recipe",
        "name": text_or_empty(scraper.title()) or name,
        "recipeIngredient": list[Json](things),
        "recipeInstructions": [{"@type": "HowToStep", "text": one} for one in steps],
        "url": where,
    }
    return schema_org.read(data, name)


def _running_text(html: str, name: str, _where: str) -> ParsedProcedure | None:
    import logging

    import trafilatura

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL + 1)  # its log would appear between our lines
    text = trafilatura.extract(html, output_format="markdown", include_comments=False, favor_recall=True)
    if not text:
        return None
    # the text comes without the h1
    heading = (line.removeprefix("# ") for line in page_lines(html) if line.startswith("# "))
    found = foreign.read(
        markdown.Document({}, tuple(text.split("\n"))), name or next(heading, "")
    )  # it drops the h1
    return found if are_told(found.procedure.steps) else None
