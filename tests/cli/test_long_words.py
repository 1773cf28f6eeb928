"""Whatever a person, a file or a server says at length comes back short."""

from pathlib import Path

import click
import pytest

from tailor.cli.main import root
from tests.cli.conftest import Tailor
from tests.cli.test_faults import BREAD, serving
from tests.providers.misbehaving import Misbehaving, reply

LONG = "x" * 100_000
READABLE = 4_000
"""Characters of all that is said of it."""


def _wants_text(one: click.Parameter) -> bool:
    return isinstance(one, click.Option) and not one.is_flag


def _asked_at_length() -> list[list[str]]:
    """Each command, with each of its options and then each argument 100,000 characters long."""
    context, made = click.Context(root), list[list[str]]()
    for name in sorted({*root.list_commands(context)} - {"memory"}):  # each of whose commands starts the worker
        command = root.get_command(context, name)
        below = command.list_commands(context) if isinstance(command, click.Group) else [""]
        for part in below:
            one = command.get_command(context, part) if isinstance(command, click.Group) else command
            assert one is not None
            words = [name, part] if part else [name]
            given = ["x" for other in one.params if isinstance(other, click.Argument)]
            made += [[*words, *given, param.opts[0], LONG] for param in one.params if _wants_text(param)]
            made += [[*words, *[LONG] * len(given)]] if given else []
    return made


@pytest.mark.parametrize("arguments", _asked_at_length(), ids=lambda words: " ".join(one[:20] for one in words))
def test_what_is_typed_at_length_is_not_said_at_length(tailor: Tailor, arguments: list[str]) -> None:
    ran = tailor(*arguments)
    assert len(ran.stderr) < READABLE
    assert len(ran.stdout) < READABLE or ran.returncode == 0


@pytest.mark.parametrize("value", [f"{LONG}=1", f"{LONG}=1,{LONG}=1", f"first={LONG}"])
def test_deadlines_written_at_length_are_named_in_short(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("TAILOR_DEADLINES", value)
    ran = tailor("customize", "starter.banana-nut-bread", "--hint", "no eggs")
    assert ran.returncode == 2
    assert "TAILOR_DEADLINES" in ran.stderr
    assert len(ran.stderr) < READABLE


@pytest.mark.parametrize(
    "server",
    [
        Misbehaving(models={"data": [{"id": LONG}, {"id": "m" * 100_000}]}),
        Misbehaving(models=reply(200, "{}", headers={"x-said": LONG[:60_000]})),
        Misbehaving(reply(503, {"error": {"message": LONG}}, headers={"retry-after": "9" * 60_000})),
        Misbehaving(reply(400, {"error": {"message": LONG, "param": LONG, "code": LONG}})),
        Misbehaving(reply(302, "", headers={"location": LONG[:60_000]})),
        Misbehaving(reply(200, "x", kind=LONG[:60_000])),
    ],
)
def test_a_server_that_talks_at_length_is_quoted_in_short(tailor: Tailor, home: Path, server: Misbehaving) -> None:
    Path("bread.txt").write_text(BREAD)
    with serving(server) as url:
        ran = tailor("customize", "bread.txt", "--hint", "no oven", "--base-url", url)
    assert ran.returncode != 0
    assert len(ran.stderr) < READABLE
