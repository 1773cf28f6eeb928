"""Forms of English words."""

from tailor.core.english import not_within


def test_a_word_within_another_is_not_told_beside_it() -> None:
    assert not_within(["oat milk", "Milk", "honey", "milk", "honey"]) == ("oat milk", "honey")
