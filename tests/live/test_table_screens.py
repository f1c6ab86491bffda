"""Screens at a table, and one phone for several people, in several processes."""

import re
from collections.abc import Callable

import pytest

from games.rules.plays.acts import Pass
from tests.live.bundles import Bundle
from tests.live.client import Page, Visitor, make_command_key
from tests.live.live_table import Table
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

ONE_DEVICE = {
    "other_1": "Ben O",
    "other_2": "",
    "other_3": "",
    "variant": "scrabble",
    "lexicon": "en-open",
    "challenge": "single",
    "clock": "none",
}


def read_scores(shown: Bundle) -> list[int]:
    return [int(score) for score in re.findall(r'<b class="score">(\d+)</b>', shown.text)]


def open_screen(visitor: Visitor, code: str) -> Page:
    return Page(visitor, f"{code}/table")


def test_screens_follow_the_table_without_anyones_tiles(lay_table: Callable[..., Table]) -> None:
    """A screen in the other process, also one on which a player is logged in, shows no rack."""
    table = lay_table()
    stranger = table.spectator(1)
    stranger.get(f"{table.path}table/")
    with (
        open_screen(stranger, table.code) as television,
        open_screen(table.people[1], table.code) as tablet,
    ):
        stamp = television.bundle().stamp
        for _move in range(3):
            answer = table.play()
            shown = television.bundle(answer.bundle.stamp)
            assert shown.stamp > stamp
            assert read_scores(shown) == [seat.score for seat in table.state.seats]
            assert shown.bag == len(table.state.bag)
            assert tablet.bundle(answer.bundle.stamp).text == shown.text
            stamp = shown.stamp
        for screen in (television, tablet):
            assert all('"rack":null' in text for text in screen.received if '"rack"' in text)
            assert '"seat":null' in screen.bundle().text


def test_a_screen_catches_up_after_the_site_was_killed(lay_table: Callable[..., Table]) -> None:
    table = lay_table()
    table.play()
    table.site.kill()
    table.site.start()
    with open_screen(table.spectator(1), table.code) as television:
        answer = table.do(table.mover, Pass())
        assert television.bundle(answer.bundle.stamp).turn == table.state.turn_number
    table.check()


def test_one_phone_shows_the_tiles_of_the_player_who_holds_it(site: Site) -> None:
    """Uncovering in one process shows them on the phone's pages alone, until the next move."""
    phone, other = Visitor(site.web(0), "Ada O"), Visitor(site.web(1))
    answer = phone.post("/rooms/one-device/", htmx=False, name=phone.name, **ONE_DEVICE)
    assert answer.status == 302, answer.text[-2000:]
    path = answer.headers["Location"]
    code = path.split("/")[2]
    same_phone = Visitor(site.web(1), phone.name)
    same_phone.cookies |= phone.cookies
    same_phone.token = phone.token
    with (
        Page(phone, code) as page,
        Page(same_phone, code) as second,
        Page(other, code) as watching,
        open_screen(phone, code) as television,
    ):
        covered = page.bundle()
        assert (covered.rack, second.bundle().rack) == ("", "")
        seat = covered.state["toMove"]
        answer = same_phone.post(f"{path}uncover", game=covered.game, seat=seat)
        assert answer.status == 200
        stamp = answer.bundle.stamp
        assert len(page.bundle(stamp).rack) == 7
        assert page.bundle().rack == second.bundle(stamp).rack
        key = make_command_key()
        passed = phone.post(f"{path}pass", game=covered.game, turn=covered.turn, key=key)
        assert passed.status == 200
        stamp = passed.bundle.stamp
        assert (page.bundle(stamp).rack, second.bundle(stamp).rack) == ("", "")
        late = same_phone.post(f"{path}uncover", game=covered.game, seat=seat)
        assert late.status in (403, 409), "the phone is the next player's"
        for one in (watching, television):
            one.bundle(stamp)
            assert all('"rack":null' in text for text in one.received if '"rack"' in text)
