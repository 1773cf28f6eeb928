"""What all tests of the library share: who reads a page that the extra `web` may read too says so by its mark."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tailor.library.formats.pages import web
from tailor.library.formats.shared.parsed import ParsedProcedure


@pytest.fixture(autouse=True)
def _pages_for_the_extra_are_marked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make web` runs only what is marked `web`; a test that comes to the extra without it fails."""
    if request.node.get_closest_marker("web"):
        return
    by_host, by_text = web._known_host, web._running_text

    def marked(way: Callable[[str, str, str], ParsedProcedure | None]) -> Callable[..., ParsedProcedure | None]:
        def read(html: str, name: str, where: str) -> ParsedProcedure | None:
            if way is by_text or urlsplit(where).hostname:
                pytest.fail("the extra may read this page too: mark the test `web`")
            return way(html, name, where)

        return read

    monkeypatch.setattr(web, "_known_host", marked(by_host))
    monkeypatch.setattr(web, "_running_text", marked(by_text))
