"""Base URLs: which are accepted (scheme, no secrets, plain http), and where requests go. Nothing is looked up."""

import ipaddress
import re
from typing import Final
from urllib.parse import SplitResult, urlsplit, urlunsplit

from tailor.core.errors import UsageError
from tailor.core.text import one_line

_ENDPOINT: Final = re.compile(r"/+(?:chat/completions|completions|models)\Z")
_VERSION: Final = re.compile(r"/v\d+[a-z0-9]*(?:/|\Z)")
_HERE: Final = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:/|\Z)", re.IGNORECASE)
PORTS: Final = "ports are numbers from 1 to 65535"
_HINT: Final = "It usually looks like http://127.0.0.1:11434/v1."


def checked_url(base_url: str, *, allow_insecure: bool = False) -> str:
    """Return the base URL without a trailing slash or endpoint; "localhost:8080" becomes http.

    UsageError for anything but http and https, for a name, password or question mark in it (they end up in logs
    and may hold secrets), and for plain http to another computer unless `allow_insecure`. Messages never repeat
    the address.
    """
    typed = base_url.strip()
    parts = _split(f"http://{typed}" if _HERE.match(typed) else typed)
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            "The server's address must not contain a name or password. Remove them; enter a key separately."
        )
    if parts.query or parts.fragment or "?" in base_url:
        raise UsageError(
            "The server's address must not contain “?” or “#”: what follows them can end up in logs. Enter a "
            "key separately."
        )
    if parts.scheme == "http" and not (allow_insecure or is_loopback(parts.hostname or "")):
        raise UsageError(
            "This address reaches another computer by plain http, so others could read what you send, and "
            "your key. Use https. If you trust the network: --allow-insecure-http, or tailor config set "
            "provider.allow_insecure_http true."
        )
    path = _ENDPOINT.sub("", parts.path.rstrip("/")).rstrip("/")
    return urlunsplit((parts.scheme, parts.netloc.lower().removesuffix(":"), path, "", ""))


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise UsageError(f"This is not a server's address. {_HINT}") from None
    if parts.scheme not in ("http", "https"):
        raise UsageError(f"A server's address begins with http:// or https://. {_HINT}")
    if not parts.hostname or not url.isprintable() or " " in url:
        raise UsageError(f"This is not a server's address. {_HINT}")
    if not has_possible_port(parts):
        raise UsageError(f"The port in this address cannot be right: {PORTS}. {_HINT}")
    return parts


def has_possible_port(parts: SplitResult) -> bool:
    try:
        return parts.port != 0
    except ValueError:
        return False


def roots(base_url: str) -> tuple[str, ...]:
    """Where the API may be, likeliest first: a checked base URL without a version is also tried with /v1."""
    if _VERSION.search(urlsplit(base_url).path):
        return (base_url,)
    with_version = base_url + "/v1"
    return (base_url, with_version) if urlsplit(base_url).path else (with_version, base_url)


def same_api(one: str, other: str) -> bool:
    """Whether both addresses mean the same API, ignoring a trailing slash or /v1; False if one is no address."""
    try:
        first, second = (set(roots(checked_url(url, allow_insecure=True))) for url in (one, other))
    except UsageError:
        return False
    return not first.isdisjoint(second)


def host_of(base_url: str) -> str:
    """Host and port to show to people, without a name or password; "" if it is no address."""
    try:
        return one_line(urlsplit(base_url).netloc.rpartition("@")[2], 100)
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Whether this host is always this computer."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def on_this_computer(host: str) -> bool:
    """Whether a host, with or without port, is this computer."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.rpartition(":")[0] or host
    return is_loopback(name)
