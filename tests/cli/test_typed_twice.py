"""An option that is typed twice is refused where only one can hold, in every command."""

from collections.abc import Iterator

import click
import pytest

from tailor.cli.main import root
from tests.cli.conftest import Tailor


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command below the group, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


HOLD_ONE = [
    (command, option)
    for _, command in commands(root)
    for option in command.params
    if isinstance(option, click.Option) and not option.multiple and not option.is_flag
]


def test_an_option_that_holds_one_value_is_refused_twice() -> None:
    for command, option in HOLD_ONE:
        with pytest.raises(click.UsageError, match=f"{option.opts[-1]} is given more than once"):
            command.parse_args(click.Context(command), [option.opts[-1], "1", option.opts[0], "2"])


def test_a_second_wish_is_never_dropped_unsaid(tailor: Tailor) -> None:
    ran = tailor("customize", "starter.banana-nut-bread", "--hint", "no nuts", "--hint", "for two")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--hint is given more than once" in ran.stderr
