"""Everyone in a room reads every change in the language of their own page."""

from collections.abc import Callable
from contextlib import ExitStack

from django.conf import settings
from django.utils.translation import gettext, ngettext, override

from tests.live.client import Visitor
from tests.live.live_table import Table
from tests.live.test_lobby import open_socket, wait_for
from tests.site_processes import Site

LayTable = Callable[..., Table]


def read_in(visitor: Visitor, language: str) -> Visitor:
    """Let a visitor read pages in a language."""
    visitor.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return visitor


def word_in(language: str, text: str) -> str:
    with override(language):
        return gettext(text)


def count_tiles_in(language: str, count: int) -> str:
    with override(language):
        text = ngettext("<b>%(n)s</b> tile left", "<b>%(n)s</b> tiles left", count)
    return text % {"n": count}


def test_viewers_receive_a_move_in_their_own_language(
    lay_table: LayTable, opened: ExitStack
) -> None:
    table = lay_table()
    read_in(table.people[1], "de")
    visitors = [*table.people, read_in(table.spectator(), "de"), table.spectator(1)]
    pages = [opened.enter_context(visitor.open(table.code)) for visitor in visitors]
    for _ in range(2):  # one move by each, whose own answer is in their language too
        mover = table.mover
        answer = table.play().bundle
        read = [page.bundle(answer.stamp).text for page in pages]
        assert read[mover] == answer.text
        for text, language in zip(read, ("en", "de", "de", "en"), strict=True):
            assert count_tiles_in(language, len(table.state.bag)) in text
    table.check()


def test_the_lobby_is_read_in_two_languages(site: Site, lay_table: LayTable) -> None:
    german = read_in(Visitor(site.web(0)), "de")
    with open_socket(german, "lobby") as one, open_socket(Visitor(site.web(0)), "lobby") as other:
        table = lay_table(started=False, empty=1)
        for socket, language in ((one, "de"), (other, "en")):
            assert word_in(language, "Open rooms") in wait_for(socket, "_lists", table.title)


def test_a_players_notifications_are_in_their_language(lay_table: LayTable) -> None:
    table = lay_table(public="")
    waiting = read_in(table.people[1 - table.mover], "de")
    with open_socket(waiting, "me") as own:
        wait_for(own, "_mine", table.title)
        table.play()
        wait_for(own, "_mine", word_in("de", "Your turn"))
