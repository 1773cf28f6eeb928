import re

from tailor.core.requirements import implications, implied_requirements, parse_hint, reason_for


def test_a_flat_offers_what_flats_bring_switched_off_with_a_reason() -> None:
    offered = implied_requirements(parse_hint("We live in an apartment. I like it hot."))
    assert [r.id for r in offered] == ["R3", "R4", "R5"]
    assert "no garden" in [r.text for r in offered]
    assert not any(r.on for r in offered)
    assert {r.source for r in offered} == {"implied"}
    assert all(reason_for(r.text) for r in offered)


def test_what_the_person_spoke_of_is_not_offered() -> None:
    assert "no garden" not in [r.text for r in implied_requirements(parse_hint("We live in a flat with a garden"))]


def test_nothing_is_implied_where_no_circumstance_is_named() -> None:
    assert (
        implied_requirements(parse_hint("I like it hot. I'm 70, a woman and pregnant, from Peru, and poor.")) == ()
    )
    assert implied_requirements(()) == ()


def test_every_entry_has_a_reason_and_none_speaks_of_the_person() -> None:
    person = re.compile(
        r"\b(?:woman|man|female|male|age|old people|elderly|pregnan\w*|poor|rich|ill|disab\w*|origin|religio\w*)\b"
    )
    for brought in implications():
        assert len(brought.reason) > 15
        assert brought.kind in ("prerequisite", "preference", "refinement")
        assert not person.search(f"{brought.text} {brought.reason}".casefold())
