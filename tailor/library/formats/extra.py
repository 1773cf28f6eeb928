"""The extra `web` (`pip install tailor-tui[web]`): microdata, and the running text of any page.

Owns the only imports of extruct, trafilatura and recipe-scrapers; each is used where it is installed. Refuses to
fetch anything: it is given the page.
"""

from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

from tailor.core.procedure import Json
from tailor.library import foreign, markdown
from tailor.library.formats import schema_org
from tailor.library.formats.found import Found


def read(html: str, name: str, where: str) -> Found | None:
    """The procedure by microdata, by the rules for this host, or by the running text; None without any steps."""
    for way in (_microdata, _known_host, _running_text):
        found = _tried(way, html, name, where)
        if found is not None and found.procedure.steps:
            return found
    return None


def known_host(html: str, name: str, where: str) -> Found | None:
    """The procedure by the rules for this host alone; None without the extra, or for other hosts."""
    return _tried(_known_host, html, name, where)


def _tried(way: Callable[[str, str, str], Found | None], html: str, name: str, where: str) -> Found | None:
    """What a way finds; None where its library is missing or stumbles over the page."""
    try:
        return way(html, name, where)
    except ImportError:
        return None
    except Exception:  # noqa: BLE001 - foreign parsers fail in their own ways on broken pages; another way is tried
        return None


def _microdata(html: str, name: str, where: str) -> Found | None:
    """Data in attributes, walked like JSON-LD."""
    import extruct

    data = extruct.extract(html, base_url=where or None, syntaxes=["microdata"], uniform=True)
    return schema_org.read(cast(Json, data.get("microdata")), name)


def _known_host(html: str, name: str, where: str) -> Found | None:
    """What recipe-scrapers reads of its own hosts; headings among its steps cannot be told there."""
    if not urlsplit(where).hostname:
        return None
    from recipe_scrapers import scrape_html

    scraper: Any = scrape_html(html, org_url=where, supported_only=True)
    data: Json = {
        "@type": "Recipe",
        "name": str(scraper.title() or name),
        "recipeIngredient": [str(one) for one in scraper.ingredients()],
        "recipeInstructions": [{"@type": "HowToStep", "text": str(one)} for one in scraper.instructions_list()],
        "url": where,
    }
    return schema_org.read(data, name)


def _running_text(html: str, name: str, _where: str) -> Found | None:
    """The page without what is around its text, as Markdown."""
    import logging

    import trafilatura

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL + 1)  # what it logs would land between our lines
    text = trafilatura.extract(html, output_format="markdown", include_comments=False, favor_recall=True)
    if not text:
        return None
    made, unused = foreign.read(markdown.Document({}, tuple(text.split("\n"))), name)
    return Found(made, unused)
