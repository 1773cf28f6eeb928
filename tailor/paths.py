"""The folders of config, library, runs, memory, cache and log (CONTRACT 3). Nothing is read or created here."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tailor.storage import named


class Paths(NamedTuple):
    """The folders Tailor uses; none of them needs to exist yet."""

    config: Path
    data: Path
    cache: Path
    log: Path

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def keys_file(self) -> Path:
        """Keys by base URL; 0600."""
        return self.config / "keys.toml"

    @property
    def library(self) -> Path:
        """One Markdown file for each version of a procedure."""
        return self.data / "library"

    @property
    def runs(self) -> Path:
        return self.data / "runs"

    @property
    def follow(self) -> Path:
        return self.data / "follow"

    @property
    def drafts(self) -> Path:
        return self.data / "drafts"

    @property
    def folders(self) -> tuple[Path, ...]:
        return (
            *(self.config, self.data, self.cache, self.log, self.library, self.runs),
            *(self.memory, self.follow, self.drafts),
        )

    @property
    def memory(self) -> Path:
        """The store that generation and search use."""
        return self.data / "memory"


def user_paths(environment: Mapping[str, str]) -> Paths:
    """All folders: below TAILOR_HOME if it is set, else the system's usual places."""
    if home := environment.get("TAILOR_HOME", "").strip():
        root = named(home).absolute()
        return Paths(root, root, root / "cache", root / "log")
    import platformdirs

    return Paths(
        platformdirs.user_config_path("tailor", appauthor=False),
        platformdirs.user_data_path("tailor", appauthor=False),
        platformdirs.user_cache_path("tailor", appauthor=False),
        platformdirs.user_log_path("tailor", appauthor=False),
    )
