"""The events of a run as lines of its log, and back."""

import json
from collections.abc import Mapping
from typing import get_args

from tailor.core.codec import from_json, to_object
from tailor.core.errors import ContentError
from tailor.core.events import Event

EVENTS: Mapping[str, type[Event]] = {event.kind: event for event in get_args(Event)}
"""Every kind of event by the name in its `kind`."""


def event_to_line(event: Event) -> str:
    """One line of a run log, without its line end: the event with its kind first."""
    return json.dumps({"kind": event.kind, **to_object(event)}, ensure_ascii=False)


def event_from_line(line: str) -> Event:
    """The event on one line of a run log. ContentError if there is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"This line is not JSON: {line[:60]}") from error
    kind = EVENTS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise ContentError(f"This line is not part of a recording: {line[:60]}")
    return from_json(kind, data)
