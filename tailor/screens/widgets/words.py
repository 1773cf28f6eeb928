"""Text that changes at every key, without laying out the screen again."""

from textual.content import Content
from textual.widgets import Static


class Words(Static):
    """Changing text; a change lays out the screen again only if the number of lines differs."""

    def put(self, words: Content) -> None:
        """Show these words; the same ones again cost nothing."""
        if isinstance(self.content, Content) and words.is_same(self.content):
            return
        room = self.size
        had = self.get_content_height(room, room, room.width)
        self.update(words, layout=False)
        if had != self.get_content_height(room, room, room.width):
            self.refresh(layout=True)
