"""The table of formats is whole: every row can be loaded, and no two rows claim the same."""

from collections import Counter
from pkgutil import resolve_name

import pytest

from tailor.library.formats.registry import EXPORTS, FORMATS, READ_NAMES, SUFFIXES, WRITE_NAMES, Format


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: str(format.name))
def test_every_reader_and_writer_is_there(format: Format) -> None:
    for name in filter(None, (format.reader, format.writer)):
        assert callable(resolve_name(f"tailor.library.formats.{name}"))
    assert format.reader or format.writer
    assert format.suffixes or not format.key, "the export dialog proposes a file name"
    assert format.writer or not format.key


def test_names_suffixes_and_keys_are_used_once() -> None:
    suffixes = (suffix for format in FORMATS for suffix in format.suffixes)
    keys = (format.key for format in FORMATS if format.key)
    for used in ((format.name for format in FORMATS), suffixes, keys):
        assert not [one for one, count in Counter(used).items() if count > 1]


def test_choices_stand_in_the_order_people_know() -> None:
    assert READ_NAMES == ("md", "json", "text", "cook", "csv", "html")
    assert WRITE_NAMES == ("md", "json", "text", "jsonld", "cook", "html")
    assert "".join(EXPORTS) == "mjthcs"
    assert set(SUFFIXES.values()) == set(READ_NAMES)
