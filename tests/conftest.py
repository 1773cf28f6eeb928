"""What all tests share: random cases take the time they take, and memory is not looked through every moment."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.register_profile("thorough", deadline=None)
settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Looks for garbage seldom: among all modules and tests that was a sixth of what a test of a screen costs."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
