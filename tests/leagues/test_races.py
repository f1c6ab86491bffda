"""Two workers, and two requests, at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games.leagues.services.ladders import accept_challenge, challenge, join_ladder
from games.leagues.services.rooms import open_due_rooms
from games.leagues.services.seasons import end_due_seasons, start_due_seasons
from games.play.models import Room
from games.players.models import Notification
from tests.leagues.conftest import Found

pytestmark = pytest.mark.django_db(transaction=True)


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run all acts at the same moment; return what each returned."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_two_workers_take_each_step_of_a_season_once(found_league: Found) -> None:
    league = found_league(players=3, season_days=14)
    league.clock.advance(days=7)
    now = league.clock.now
    started = together(*[lambda: start_due_seasons(now)] * 3)
    assert sorted(started) == [[], [], [league.code]]
    assert [season.number for season in league.league.seasons.all()] == [1, 2]
    opened = together(*[lambda: open_due_rooms(now)] * 3)
    assert sorted(opened) == [[], [], [league.code]]
    assert Room.objects.filter(prepared=True).count() == 6
    league.run_worker()
    league.clock.advance(days=14)
    later = league.clock.now
    ended = together(*[lambda: end_due_seasons(later)] * 3)
    assert sorted(ended) == [[], [], [league.code]]
    assert Notification.objects.filter(kind="league_end").count() == 3


def test_the_next_season_starts_once(found_league: Found) -> None:
    league = found_league(players=2)
    league.start()
    league.play_all(1)
    league.sign_up(*league.people)
    league.clock.now = now = league.season(2).starts_at
    together(*[lambda: start_due_seasons(now)] * 3)
    assert [season.stage for season in league.league.seasons.all()] == ["over", "running", "open"]
    assert len(league.games(2)) == 2


def test_players_who_join_the_ladder_at_once_get_a_place_each(found_league: Found) -> None:
    league = found_league(players=0)
    people, now = league.add_people(4), league.clock.now
    together(*[lambda player=player: join_ladder(league.code, player, now) for player in people])
    assert sorted(row.place for row in league.league.ladder_places.all()) == [1, 2, 3, 4]


def test_two_challenges_at_once_are_one(found_league: Found) -> None:
    league = found_league(players=0)
    top, below = league.add_people(2)
    league.join(top, below)
    place, now = league.league.ladder_places.get(player=top).pk, league.clock.now
    together(*[lambda: challenge(league.code, below, place, now)] * 3)
    assert league.league.challenges.count() == 1
    pk = league.last_challenge.pk
    together(*[lambda: accept_challenge(league.code, top, pk, now)] * 3)
    assert Room.objects.filter(prepared=True).count() == 1
