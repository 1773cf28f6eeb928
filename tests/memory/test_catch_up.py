"""What is saved in the library comes into the memory when it is next asked, and saving never waits for that."""

from dataclasses import replace
from pathlib import Path

import pytest

from memory import messages as m
from memory.service import Service, seen
from tailor.core.errors import DamagedError
from tailor.core.procedure import procedure
from tailor.library.store import Library
from tests.memory.rows import every, memory, service

BOW = procedure("Tie a bow", ["Loop."])


@pytest.fixture
def kept(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    library.save(BOW)
    return library


def opened(kept: Library) -> Service:
    home = kept.folder.parent
    return service(home, library=str(kept.folder), seen=str(home / "memory" / "seen"))


def own(one: Service) -> list[str]:
    return sorted(row.goal for row in every(one) if row.source == m.LIBRARY)


def test_only_what_is_new_is_written_and_an_old_version_makes_room(kept: Library) -> None:
    one = opened(kept)
    [bow] = kept.ids()
    assert own(one) == ["Tie a bow"]
    assert one.catch_up() == 0, "the first use took the library in"
    kept.save(procedure("Whittle a spoon", ["Carve."]))
    kept.save(replace(BOW, goal="Tie a double bow"), version_of=bow)
    assert one.catch_up() == 3
    assert own(one) == ["Tie a double bow", "Whittle a spoon"]
    assert one.catch_up() == 0
    assert opened(kept).catch_up() == 0, "another process knows it too"


def test_what_is_thrown_away_is_forgotten_and_comes_back_from_the_trash(kept: Library) -> None:
    one = opened(kept)
    one.catch_up()
    kept.delete(kept.ids()[0])
    assert one.catch_up() == 1
    assert own(one) == []
    kept.undelete()
    one.catch_up()
    assert own(one) == ["Tie a bow"]


def test_what_a_person_took_out_stays_out_until_a_rebuild(kept: Library) -> None:
    one = opened(kept)
    one.delete(tuple(kept.ids()))
    assert one.catch_up() == 0
    assert own(one) == []
    one.rebuild()
    assert own(one) == ["Tie a bow"]


def test_a_damaged_file_and_a_lost_mark_stop_nothing(kept: Library) -> None:
    one = opened(kept)
    own(one)
    kept.save(procedure("Sew", ["Thread."])).file.write_bytes(b"\xff")
    kept.save(procedure("Knit", ["Cast on."]))
    Path(one.settings.seen).write_text("[no number")
    one.catch_up()
    assert own(one) == ["Knit", "Tie a bow"]
    assert seen(one.settings.seen) > 0


def test_another_embedder_waits_for_a_rebuild(kept: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    one = opened(kept)
    own(one)
    kept.save(procedure("Knit", ["Cast on."]))
    monkeypatch.setattr(one, "fits", lambda: False)
    assert one.catch_up() == 0


def test_without_a_place_for_the_mark_nothing_is_taken_in(kept: Library) -> None:
    one = service(kept.folder.parent, library=str(kept.folder))
    own(one)
    kept.save(procedure("Knit", ["Cast on."]))
    assert one.catch_up() == 0


async def test_the_worker_catches_up_and_says_what_is_damaged(kept: Library) -> None:
    home = kept.folder.parent
    more = {"library": str(kept.folder), "seen": str(home / "memory" / "seen")}
    async with memory(home, **more) as held:
        await held.stats()
        kept.save(procedure("Whittle a spoon", ["Carve."]))
        assert await held.catch_up() == 1
        assert (await held.search("whittle a spoon", 1))[0].source == m.LIBRARY
    for path in (home / "memory").rglob("*.manifest"):
        path.write_bytes(b"")
    async with memory(home, **more) as held:
        with pytest.raises(DamagedError):
            await held.catch_up()


def test_a_library_that_was_away_for_a_while_is_taken_in_again_when_it_is_back(kept: Library) -> None:
    one = opened(kept)
    assert own(one) == ["Tie a bow"]
    away = kept.folder.with_name("away")
    kept.folder.rename(away)
    assert one.catch_up() == 1
    assert own(one) == []
    away.rename(kept.folder)
    assert one.catch_up() == 1
    assert own(one) == ["Tie a bow"]
