"""What every front end does around a run, on the screens and on the command line alike.

A review that was saved is learned from here, so that later runs know what the person accepts and rejects.
"""

import contextlib
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError

if TYPE_CHECKING:
    from memory.learning import Lessons
    from tailor.core.review import Review


def learn(review: "Review", lessons: "Lessons | None") -> None:
    """Remembers what the person accepted and rejected themselves in a review that was just saved.

    Nothing is remembered where `lessons` is None, as `answering.lessons_for` gives it while `memory.learn` is off.
    It writes to the disk, so screens call it in a thread. What cannot be remembered is passed over: the result is
    saved already.
    """
    if lessons is None:
        return
    with contextlib.suppress(TailorError):
        lessons.remember(review)
