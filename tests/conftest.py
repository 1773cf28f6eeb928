"""What all tests share: random cases take the time they take, and memory is not looked through every moment."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.providers.tiny_server import tiny_server

settings.register_profile("patient", deadline=None)
settings.register_profile("thorough", deadline=None)
settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Looks for garbage seldom: among all modules and tests that was a sixth of what a test of a screen costs."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a real server, for tests that are marked `realserver`."""
    with tiny_server(tmp_path_factory.mktemp("tiny")) as url:
        yield url
