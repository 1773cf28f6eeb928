"""Words on the screen that change."""

from textual.app import App, ComposeResult
from textual.content import Content

from tailor.screens.widgets.content import Words


class Told(App[None]):
    """A few words."""

    def compose(self) -> ComposeResult:
        yield Words("Nothing yet", id="words")


async def test_the_screen_is_laid_out_again_only_where_words_need_more_or_fewer_lines() -> None:
    app = Told()
    async with app.run_test(size=(20, 8)) as pilot:
        words = app.query_one(Words)
        laid_out: list[object] = []
        await pilot.pause()
        app.screen.screen_layout_refresh_signal.subscribe(words, laid_out.append)
        for text, lines, again in (
            ("One line", 1, False),
            ("Another line", 1, False),
            ("So many words that they need two lines", 2, True),
            ("Other words that also need two lines", 2, False),
            ("One line", 1, True),
        ):
            laid_out.clear()
            words.put(Content(text))
            await pilot.pause()
            assert words.size.height == lines
            assert bool(laid_out) is again
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
