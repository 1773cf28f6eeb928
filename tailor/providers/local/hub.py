"""Ask the Hugging Face hub about a file: size, SHA-256, licence. Nothing is downloaded here.

`huggingface_hub` is imported when needed; it reads HF_TOKEN, HF_HUB_OFFLINE and the proxy variables itself. Tailor
switches its telemetry off unless the environment says otherwise.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tailor.core.errors import ProviderError, TailorError, UsageError
from tailor.core.text import one_line
from tailor.providers.errors import Call, ServerFault
from tailor.providers.errors import explained as in_words
from tailor.providers.local.catalog import HubFile
from tailor.providers.local.found import hub_cache
from tailor.urls import has_possible_port, host_of

if TYPE_CHECKING:
    import httpx2

DEFAULT: Final = "https://huggingface.co"
WAIT: Final = 10.0
"""Seconds to wait for an answer about a file."""
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_COMMIT: Final = re.compile(r"\w+")
"""Must be usable as the name of a folder in the cache."""


@dataclass(frozen=True, slots=True)
class Hub:
    endpoint: str
    cache: Path
    """The cache folder on this computer, shared with other programs."""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Hub":
        """The hub and the cache that the environment names."""
        endpoint = environment.get("HF_ENDPOINT", "").strip().rstrip("/") or DEFAULT
        return cls(endpoint, hub_cache(environment))

    @property
    def host(self) -> str:
        """The host to show to people."""
        return host_of(self.endpoint)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteFile:
    """A file as the hub just described it."""

    source: HubFile
    host: str
    size: int
    sha256: str
    commit: str
    licence: str
    """As the repository states it; "" if it does not."""


def look_up(hub: Hub, source: HubFile) -> RemoteFile:
    """Ask the hub about the file. UsageError if there is no such file, ProviderError for other faults."""
    library(hub)
    from huggingface_hub import HfApi, get_hf_file_metadata, hf_hub_url

    try:
        url = hf_hub_url(source.repo, source.file, endpoint=hub.endpoint)
        about = get_hf_file_metadata(url, timeout=WAIT, endpoint=hub.endpoint)
        tags = HfApi(endpoint=hub.endpoint).model_info(source.repo, timeout=WAIT).tags or []
        licence = next((tag.partition(":")[2] for tag in tags if tag.startswith("license:")), "")
    except Exception as error:
        raise explained(error, hub, source) from error
    commit, sha256 = about.commit_hash or "", about.etag or ""
    if not about.size or not _COMMIT.fullmatch(commit) or not _SHA256.fullmatch(sha256):
        raise ProviderError(
            "bad_answer",
            f"{hub.host} does not say how large {source.file} is or what its SHA-256 is, so Tailor could not "
            "check it. Nothing was downloaded; choose another file.",
            title="This file cannot be checked",
        )
    return RemoteFile(
        source=source,
        host=hub.host,
        size=about.size,
        sha256=sha256,
        commit=commit,
        licence=one_line(licence, 60),
    )


def library(hub: Hub) -> None:
    """Import huggingface_hub and create its client. UsageError if HF_ENDPOINT is no address, ProviderError if the
    library is not installed or cannot use the configured proxy.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # read once, on import
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    if not _is_address(hub.endpoint):  # else the import itself would fail
        raise UsageError(f"HF_ENDPOINT is set, but not to an address such as {DEFAULT}. Correct it or unset it.")
    try:
        from huggingface_hub import get_session
    except ImportError:
        raise ProviderError(
            "network",
            "huggingface_hub is not installed here, so nothing can be downloaded. Reinstall Tailor, or "
            "download a GGUF file with your browser and use its path: tailor model use PATH",
            title="Nothing can be downloaded yet",
        ) from None
    from httpx2 import InvalidURL

    try:
        get_session()
    except (ImportError, ValueError, InvalidURL):  # a SOCKS proxy, or an invalid proxy address
        raise in_words(ServerFault("proxy_kind"), Call(hub.host, "", None), arrived=False) from None


def _is_address(endpoint: str) -> bool:
    from httpx2 import URL, InvalidURL

    try:
        url = URL(endpoint)
    except InvalidURL:
        return False
    return url.scheme in ("http", "https") and bool(url.host) and has_possible_port(urlsplit(endpoint))


def explained(error: Exception, hub: Hub, source: HubFile) -> TailorError:
    """Explain what went wrong at the hub and what to do, without addresses that may contain a secret.

    Raises the error itself if it is neither the hub's nor the network's. Whatever answers in place of a hub, such
    as the sign-in page of a network, makes the library fail in many ways.
    """
    import httpx2
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        HFValidationError,
        OfflineModeIsEnabled,
        RemoteEntryNotFoundError,
        RepositoryNotFoundError,
    )

    if isinstance(error, TailorError):
        return error
    if isinstance(error, HFValidationError):
        return UsageError(f'"{one_line(source.repo, 120)}" cannot be a repository on Hugging Face.')
    if isinstance(error, OfflineModeIsEnabled):
        return ProviderError(
            "network", f"HF_HUB_OFFLINE is set, so Tailor does not contact {hub.host}. {_KEPT}", title=_OFFLINE
        )
    if isinstance(error, GatedRepoError):
        return _locked(
            f"{source.repo} requires you to accept its terms first, on its page at {hub.host}. "
            "Accept them, then set HF_TOKEN or run: hf auth login"
        )
    if isinstance(error, RemoteEntryNotFoundError):
        return UsageError(f"There is no file {one_line(source.file, 120)} in {source.repo} at {hub.host}.")
    if isinstance(error, HfHubHTTPError):
        return _refused(error.response, hub, source, missing=isinstance(error, RepositoryNotFoundError))
    if isinstance(error, httpx2.HTTPError):
        return ProviderError("network", f"{hub.host} cannot be reached from here. {_KEPT}", title=_OFFLINE)
    if isinstance(error, ValueError | TypeError | AttributeError | LookupError | RecursionError):
        words = f"{hub.host} does not answer as Hugging Face does. Check HF_ENDPOINT, if it is set, and whether"
        return ProviderError("bad_answer", f"{words} the network asks you to sign in on a page first. {_KEPT}")
    raise error


_OFFLINE: Final = "Hugging Face cannot be reached"
_KEPT: Final = (
    "What was downloaded so far is kept; try again to continue. Models already on this computer need no "
    "network: `tailor model list` shows them."
)


def _locked(words: str) -> ProviderError:
    return ProviderError("key", words, title="Hugging Face asks who you are")


def _refused(response: "httpx2.Response", hub: Hub, source: HubFile, *, missing: bool) -> TailorError:
    """The error for a status that denies the request."""
    status = response.status_code
    if status == 401 and response.request.headers.get("authorization"):
        return _locked(
            f"{hub.host} did not accept your token (HF_TOKEN, or the one from hf auth login). Renew it."
        )
    if status in (401, 404) or missing:
        return UsageError(
            f"There is no repository {source.repo} at {hub.host}, or it is private; if it is, set HF_TOKEN or "
            "run hf auth login."
        )
    if status == 403:
        words = f"{hub.host} refuses to give you {source.file} ({status}). Ask for access on its page"
        return ProviderError("permission", f"{words}, or choose another file.")
    if status == 429:
        return ProviderError("rate", f"{hub.host} got too many requests. Try again later. {_KEPT}")
    return ProviderError("server", f"{hub.host} has a problem ({status}). Try again later. {_KEPT}")
