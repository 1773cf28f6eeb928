"""`tailor bench`: the papers' experiments for one's own model.

Owns which benches there are. Refuses to import one before it is used.
"""

from collections.abc import Mapping
from typing import Final

import click

from tailor.cli.main import Lazy

BENCHES: Final[Mapping[str, str]] = {
    "customize": "tailor.cli.bench_customize:bench_customize",
    "generate": "tailor.cli.bench_generate:bench_generate",
    "judge": "tailor.cli.bench_judge:bench_judge",
}
"""Every bench and where it stands."""


class LazyBenches(Lazy):
    """The benches, imported when they are used."""

    @property
    def places(self) -> Mapping[str, str]:
        """Where each stands."""
        return BENCHES


@click.command("bench", cls=LazyBenches)
def bench() -> None:
    """The papers' experiments for your own model: tables, charts, and every call on record.

    A bench that was stopped goes on where it was when the same command is given again.
    """
