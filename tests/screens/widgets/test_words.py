"""Words on the screen that change."""

from typing import Self

from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Region

from tailor.screens.review.display import Words


class Asking(Words):
    """Notes each time it asks for a layout."""

    asked = 0

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        self.asked += layout
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


class Told(App[None]):
    """A few words."""

    def compose(self) -> ComposeResult:
        yield Asking("Nothing yet", id="words")


async def test_the_screen_is_laid_out_again_only_where_words_need_more_or_fewer_lines() -> None:
    app = Told()
    async with app.run_test(size=(20, 8)) as pilot:
        words = app.query_one(Asking)
        await pilot.pause()
        for text, lines, again in (
            ("One line", 1, False),
            ("Another line", 1, False),
            ("So many words that they need two lines", 2, True),
            ("Other words that also need two lines", 2, False),
            ("One line", 1, True),
        ):
            words.asked = 0
            words.put(Content(text))
            assert words.asked == again
            await pilot.pause()
            assert words.size.height == lines
            assert text.split()[0] in words.render_line(0).text


async def test_the_same_words_in_another_colour_are_drawn() -> None:
    app = Told()
    async with app.run_test() as pilot:
        words = app.query_one(Words)
        words.put(Content("Careful"))
        await pilot.pause()
        plain = words.render_line(0)
        words.put(Content.styled("Careful", "$text-warning"))
        await pilot.pause()
        assert words.render_line(0) != plain
