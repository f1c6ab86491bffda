"""A newcomer's first actions, sent at once: they create one player, and names stay unique."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from tests.live.client import Visitor, make_command_key
from tests.live.live_table import Table
from tests.live.test_races import at_once, elsewhere, statuses
from tests.site_processes import Site

pytestmark = pytest.mark.servers

LayTable = Callable[..., Table]
ROUNDS = 3


def names_at(table: Table) -> list[str]:
    """Return the names at the table, as a visitor without an account reads them."""
    page = table.spectator(1).get(table.path).text
    return re.findall(r'<b class="name"><bdi>([^<]*)</bdi></b>', page.split('id="_seating"')[1])


def windows_of_newcomer(site: Site) -> list[Visitor]:
    """Return two windows of a browser that is new to the site, on different processes."""
    first = Visitor(site.web(0))
    first.get("/")
    second = Visitor(site.web(1))
    second.cookies.update(first.cookies)
    second.token = first.token
    return [first, second]


def test_two_simultaneous_first_clicks_create_one_player_with_one_seat(lay_table: LayTable) -> None:
    for _round in range(ROUNDS):
        table = lay_table(seats=3, started=False, empty=2)
        windows = windows_of_newcomer(table.site)
        name = f"New {make_command_key()[:8]}"
        sit = table.path + "sit"
        answers = at_once([partial(one.post, sit, seat=1, name=name) for one in windows])
        assert statuses(answers) == {200: 2}, [answer.message for answer in answers]
        assert names_at(table).count(name) == 1
        assert {one.get(table.path + "bundle").bundle.seat for one in windows} == {1}


def test_one_form_sent_twice_at_once_creates_one_room(lay_table: LayTable) -> None:
    table = lay_table(started=False)
    windows = windows_of_newcomer(table.site)
    fields = {"computer-level": 1, "computer-variant": "scrabble", "key": make_command_key()}
    answers = at_once(
        [partial(one.post, "/rooms/computer/", htmx=False, **fields) for one in windows]
    )
    assert statuses(answers) == {302: 2}
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_play_now_pressed_twice_at_once_takes_one_seat(lay_table: LayTable) -> None:
    tables = [lay_table(seats=4, started=False, empty=3) for _room in range(2)]
    windows = windows_of_newcomer(tables[0].site)
    fields = {"only-seats": 4, "key": make_command_key()}
    answers = at_once([partial(one.post, "/rooms/now/", htmx=False, **fields) for one in windows])
    assert statuses(answers) == {302: 2}
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_study_forms_sent_twice_at_once_create_one_quiz_and_one_list(lay_table: LayTable) -> None:
    windows = windows_of_newcomer(lay_table(started=False).site)
    quiz = {"dictionary": "en-open", "kind": "judge", "words": "probable", "length": 4}
    words = {"dictionary": "en-open", "name": "Mine", "text": "cat"}
    for address, fields in (("/study/begin/", quiz), ("/study/words/", words)):
        key = make_command_key()
        send = [partial(one.post, address, htmx=False, key=key, **fields) for one in windows]
        answers = at_once(send)
        assert statuses(answers) == {302: 2}
        assert len({answer.headers["Location"] for answer in answers}) == 1


def test_a_name_taken_by_two_players_at_once_goes_to_one(lay_table: LayTable) -> None:
    for _round in range(ROUNDS):
        table = lay_table(started=False)
        name = f"Same {make_command_key()[:8]}"
        windows = [elsewhere(table, seat, seat) for seat in (0, 1)]
        answers = at_once([partial(one.post, table.path + "name", name=name) for one in windows])
        assert statuses(answers) == {200: 1, 422: 1}
        assert names_at(table).count(name) == 1
