"""Games of a season that end early or late: time-outs, players who give up, unfinished games."""

import pytest

from games.leagues.models import LeagueGame, Season
from games.leagues.services.seasons import end_due_seasons, start_due_seasons
from games.play.models import Room
from games.play.services import turns
from games.rules.plays.acts import Pass
from tests.events.event_driver import read_text
from tests.leagues.conftest import Found

pytestmark = pytest.mark.django_db
Result, Stage = LeagueGame.Result, Season.Stage


def test_a_time_out_is_a_loss(found_league: Found) -> None:
    league = found_league(players=2)
    league.start()
    one, other = league.games(1)
    first, second = one.first.player, one.second.player
    assert first is not None and second is not None and one.game is not None
    turns.apply_player_act(
        one.game.room.code, first.pk, Pass(), turn=0, key="", now=league.clock.now
    )
    league.pass_days(3)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.result, one.forfeited) == (Result.FIRST, True), "the second ran out of time"
    assert (other.result, other.forfeited) == (Result.SECOND, True), "no first turn was taken"
    line = league.entry(1, first)
    assert line.line == 0, "whoever moved has won both"
    assert "by forfeit" in read_text(league.page())


def test_scores_decide_what_the_season_leaves_unfinished(found_league: Found) -> None:
    league = found_league(players=2, season_days=14, turn_days=7)
    league.start()
    one, other = league.games(1)
    for row in (one, other):
        assert row.game is not None and row.first.player_id is not None
        code = row.game.room.code
        turns.apply_player_act(
            code, row.first.player_id, Pass(), turn=0, key="", now=league.clock.now
        )
    league.clock.advance(days=14)
    assert end_due_seasons(league.clock.now) == [league.code]
    assert end_due_seasons(league.clock.now) == []
    for row in league.games(1):
        assert (row.result, row.unfinished) == (Result.DRAW, True)
    assert league.season(1).stage == Stage.OVER
    league.give_up(one.game, 0)
    one.refresh_from_db()
    assert one.result == Result.DRAW, "what the end of the season settled stands"


def test_a_game_without_a_move_at_the_end_does_not_count(found_league: Found) -> None:
    league = found_league(players=2, season_days=14)
    league.start()
    league.clock.advance(days=14)
    league.run_worker()
    assert {row.result for row in league.games(1)} == {Result.VOID}
    assert "doesn't count" in read_text(league.page())


def test_players_who_give_up_lose_what_is_not_over(found_league: Found) -> None:
    league = found_league(players=4)
    league.start()
    leaver = league.people[0]
    played = next(row for row in league.games(1) if leaver in (row.first.player, row.second.player))
    won = 1 if played.first.player == leaver else 0
    league.give_up(played.game, won)
    for _ in range(2):
        assert league.send(leaver, "give-up") == ""
    league.run_worker()
    league.run_worker()
    theirs = [row for row in league.games(1) if leaver in (row.first.player, row.second.player)]
    assert len(theirs) == 6
    for row in theirs:
        leads = Result.FIRST if row.first.player == leaver else Result.SECOND
        assert row.result != Result.NONE
        assert (row.result == leads) == (row.pk == played.pk)
    others = [row for row in league.games(1) if row not in theirs]
    assert {row.result for row in others} == {Result.NONE}, "the others play on"
    assert "dropped out" in read_text(league.page())


def test_strangers_cannot_give_up(found_league: Found) -> None:
    league = found_league(players=2)
    league.start()
    (stranger,) = league.add_people(1)
    assert "You're not playing this season." in league.send(stranger, "give-up")


def test_players_who_give_up_before_the_rooms_open_get_none(found_league: Found) -> None:
    league = found_league(players=3)
    league.clock.advance(days=7)
    start_due_seasons(league.clock.now)
    assert league.send(league.people[0], "give-up") == ""
    league.run_worker()
    assert Room.objects.filter(prepared=True).count() == 2
    settled = [row for row in league.games(1) if row.game is None]
    assert len(settled) == 4 and all(row.forfeited for row in settled)


def test_players_see_which_of_their_games_wait_for_them(found_league: Found) -> None:
    league = found_league(players=3)
    league.start()
    me = league.people[0]
    page = read_text(league.page(me))
    own = page[page.index("Your games") : page.index("Division 1")]
    assert own.count("Your turn") == 2 and own.count("move by") == 2 and own.count("due ") == 2
    assert own.index("move by") < own.index("due "), "those that wait come first"
    assert "Your games" not in league.page(), "others have none"
    league.send(me, "give-up")
    assert "Your games" not in league.page(me)
