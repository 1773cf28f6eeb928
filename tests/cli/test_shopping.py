"""`tailor shopping`: one list for several procedures."""

from tests.cli.conftest import Tailor


def test_a_list_of_one_has_boxes_and_of_several_is_one_list(tailor: Tailor) -> None:
    one = tailor("shopping", "starter.crusty-bread")
    assert one.returncode == 0
    assert "- [ ] 500 g strong white flour" in one.stdout
    assert one.stderr == ""
    both = tailor(
        "shopping", "starter.crusty-bread", "-", stdin="Soup\nYou need:\n1 l water\nlarge bowl\n\n1. Boil.\n"
    )
    assert "1 l water (Soup)" in both.stdout
    assert both.stdout.count("large bowl") == 1


def test_as_text_it_is_plain_lines(tailor: Tailor) -> None:
    assert "500 g strong white flour" in tailor(
        "shopping", "starter.crusty-bread", "--format", "text"
    ).stdout.split("\n")


def test_one_that_names_nothing_is_said_and_one_that_is_not_there_ends_it(tailor: Tailor) -> None:
    said = tailor("shopping", "-", stdin="Walk\n1. Go.\n")
    assert 'Walk" has no list' in said.stderr
    assert tailor("shopping", "starter.crusty-bread", "no-such").returncode == 3
