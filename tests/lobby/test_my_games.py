"""My games: the player's turns first, then by deadline; each with its board, scores and time."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.lobby.perspective import MAX_ENTRIES, build_player_lists, list_open_games
from games.lobby.views.my_games import GAMES_PER_PAGE
from games.play.models import Game, Room
from games.play.services import days_off_booking, pauses
from games.players.models import Player
from games.rules.plays.acts import Accept
from games.rules.time.clock import TimeControl
from tests.play.conftest import NOON, noon
from tests.play.correspondence import act, open_slow, start_with
from tests.play.test_accept_window import act as answer
from tests.play.test_accept_window import go_out

__all__ = ["go_out", "noon", "open_slow"]
pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def days(count: int) -> TimeControl:
    return TimeControl.read(f"{count}d")


def test_waiting_games_come_first_ordered_by_deadline(open_slow, people) -> None:
    wanted = [
        open_slow(clock=days(1)),
        open_slow(clock=days(5)),
        open_slow(clock=days(2)),
        open_slow(clock=days(4)),
    ]
    for room in wanted[2:]:
        act(room, people[0], "-")
    made = [room.code for room in wanted]
    found = build_player_lists(people[0], NOON)
    assert [entry.code for entry in found.mine] == made
    days_off_booking.take_days_off(
        people[0], NOON.date() + timedelta(1), NOON.date() + timedelta(6), "UTC", NOON
    )
    people[0].refresh_from_db()
    assert [one.code for one in list_open_games(people[0], NOON)] == made
    assert [one.my_turn for one in list_open_games(people[0], NOON)] == [True, True, False, False]


def test_a_game_shows_its_score_last_move_and_time_left(open_slow, people, client_of, noon) -> None:
    room = open_slow()
    act(room, people[0], "8G CAT")
    Game.objects.update(moved_at=NOON - HOUR * 21)
    (entry,) = build_player_lists(people[1], NOON).mine
    glance = entry.glance
    assert glance is not None
    assert [score for _name, score in glance.scores] == [10, 0]
    assert "played CAT for 10" in glance.last
    assert glance.left == "2 days 3 hours"
    assert glance.picture.count('class="last-play"') == 1
    page = client_of(people[1]).get("/").content.decode()
    assert "2 days 3 hours left" in page
    assert 'class="thumbnail"' in page
    assert "3 May 2026, 15:00 UTC</time>" in page


@pytest.mark.parametrize(
    ("language", "written"), [("en", "3 May 2026, 20:30"), ("de", "3. Mai 2026, 20:30")]
)
def test_a_page_opens_with_dates_in_the_readers_time_zone(
    open_slow, people, client_of, noon, language, written
) -> None:
    act(open_slow(), people[0], "8G CAT")
    Game.objects.update(moved_at=NOON - HOUR * 21)
    browser = Client(headers={"Accept-Language": language})
    browser.cookies = client_of(people[1]).cookies
    browser.cookies["timezone"] = "Asia/Calcutta"
    page = browser.get("/").content.decode()
    assert f'<time datetime="2026-05-03T15:00:00Z" data-form="moment">{written}</time>' in page


def test_a_board_is_drawn_once_a_turn_without_racks(open_slow, people) -> None:
    room = open_slow("CATDOGS", "ONEXIAB")
    act(room, people[0], "8G CAT")
    (first,) = build_player_lists(people[0], NOON).mine
    with CaptureQueriesContext(connection) as queries:
        (second,) = build_player_lists(people[1], NOON).mine
    assert first.glance is not None
    assert second.glance is not None
    assert first.glance.picture is second.glance.picture, "the picture is the same for all viewers"
    assert not [one for one in queries.captured_queries if "games_rack" in one["sql"]]
    act(room, people[1], "H7 B.")
    (third,) = build_player_lists(people[0], NOON).mine
    assert third.glance is not None
    assert third.glance.picture != first.glance.picture


def test_a_move_during_drawing_is_shown_next_time(open_slow, people) -> None:
    room = open_slow("CATDOGS", "ONEXIAB")
    act(room, people[0], "8G CAT")
    late = iter(["H7 B."])

    def play_late(execute: Any, sql: str, *args: Any) -> Any:
        if '"state" IS NOT NULL' in sql and (play := next(late, "")):
            act(room, people[1], play)
        return execute(sql, *args)

    with connection.execute_wrapper(play_late):
        build_player_lists(people[0], NOON)
    assert not list(late), "the move came in between"
    (entry,) = build_player_lists(people[0], NOON).mine
    assert entry.glance is not None
    assert "played BA" in entry.glance.last


def test_more_games_cost_no_more_statements(open_slow, people) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            build_player_lists(people[0], NOON)
        return len(queries)

    open_slow()
    one = asked()
    for _ in range(4):
        open_slow()
    assert asked() == one


def test_many_games_have_pages(open_slow, people, client_of) -> None:
    room = open_slow()
    rooms = Room.objects.bulk_create(
        Room(
            code=f"m{n:07}", title=f"Table {n}", host=people[0], variant="scrabble", edition="en",
            options=room.options, lexicon=room.lexicon,
        )
        for n in range(GAMES_PER_PAGE + 5)
    )  # fmt: skip
    games = Game.objects.bulk_create(Game(room=one, number=1) for one in rooms)
    for game in games:
        seat = game.seats.create(number=0)
        seat.holders.create(game=game, player=people[0])
    amber = client_of(people[0])
    assert f"All {GAMES_PER_PAGE + 6} games" in amber.get("/").content.decode()
    pages = [amber.get(f"/my-games/?page={n}").content.decode() for n in (1, 2, 99)]
    assert pages[0].count('class="entry') == GAMES_PER_PAGE
    assert pages[1].count('class="entry') == 6
    assert "Page 2 of 2" in pages[2]
    assert MAX_ENTRIES >= GAMES_PER_PAGE
    assert client_of(None).get("/my-games/").status_code == 200


def test_a_turn_with_a_stored_reply_is_not_announced(open_slow, people) -> None:
    room = open_slow()
    start_with(Game.objects.get(room=room), 1)
    Game.objects.update(seats_with_replies=[1])
    (entry,) = build_player_lists(people[1], NOON).mine
    assert not entry.my_turn


def test_a_last_play_waits_for_those_who_may_challenge_it(go_out, people) -> None:
    room, (first, second) = go_out(seats=3)
    (mover,) = {0, 1, 2} - {first, second}
    assert not build_player_lists(people[mover], NOON).awaits_player
    answer(room, people[first], Accept())
    for seat, waits in ((first, False), (second, True)):
        own = build_player_lists(people[seat], NOON)
        assert own.awaits_player is waits
        assert [one.my_turn for one in own.open_games] == [waits]
    (entry,) = own.waiting
    assert entry.turn is not None
    assert entry.turn.until == own.open_games[0].deadline == NOON + timedelta(seconds=30)


def test_a_pause_and_days_off_extend_the_time_for_a_challenge(go_out, people) -> None:
    live, (other,) = go_out("5+5")
    slow, (first, second) = go_out("1d", seats=3)
    day = timedelta(days=1)
    for player in people[:2]:
        pauses.request_pause(live.code, player, NOON + timedelta(seconds=20))
    off = (NOON + day).date()
    days_off_booking.take_days_off(people[second], off, off + day, "UTC", NOON)

    def deadlines_of(seat: int) -> dict[str, Any]:
        player = Player.objects.get(pk=people[seat].pk)
        found = build_player_lists(player, NOON)
        ends = {one.code: one.deadline for one in found.open_games}
        assert ends.items() >= {(one.code, one.turn.until) for one in found.mine if one.turn}
        return ends

    assert deadlines_of(other)[live.code] == NOON + 30 * day
    assert deadlines_of(first)[slow.code] == deadlines_of(second)[slow.code] > NOON + 2 * day


def test_more_last_plays_cost_no_more_statements(go_out, people) -> None:
    def count_statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert build_player_lists(people[2], NOON).mine
        return len(queries)

    go_out(seats=4)
    one = count_statements()
    for _ in range(3):
        go_out(seats=4)
    assert count_statements() == one
