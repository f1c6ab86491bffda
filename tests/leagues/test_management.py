"""The founder of a league changes it, closes it, and removes players."""

from typing import Any

import pytest

from games.accounts.perspective.data_export import build_data_export
from games.leagues.models import LeagueBan, LeagueGame, Season
from games.play.models import Game
from games.players.models import Notification, Player
from tests.events.event_driver import open_browser, read_text
from tests.leagues.conftest import Found
from tests.leagues.league_driver import LeagueDriver

CHANGES: dict[str, Any] = {
    "act": "edit",
    "title": "Fast League",
    "about": "One play a day.",
    "season_days": 30,
    "break_days": 3,
}
Result = LeagueGame.Result


def entry_of(league: LeagueDriver, season: int, player: Player) -> int:
    return league.entry(season, player).pk


def list_notices(player: Player) -> list[str]:
    return list(Notification.objects.filter(player=player).values_list("kind", flat=True))


def test_changes_count_from_the_next_season_on(found_league: Found, founder: Player) -> None:
    league = found_league()
    league.start()
    ends_at = league.season(1).ends_at
    assert league.send(founder, "direct", **CHANGES) == ""
    page = league.page(founder)
    assert "Fast League" in page
    assert "One play a day." in page
    assert league.season(1).ends_at == ends_at
    league.play_all(1)
    league.sign_up(*league.people)
    league.start()
    season = league.season(2)
    assert season.ends_at is not None
    assert (season.ends_at - season.starts_at).days == 30


@pytest.mark.parametrize("wrong", [{"title": " "}, {"season_days": 5}, {"break_days": "many"}])
def test_wrong_changes_lose_nothing_that_was_typed(
    found_league: Found, founder: Player, wrong: dict[str, Any]
) -> None:
    league = found_league(players=0)
    fields = CHANGES | {"about": "Typed by hand."} | wrong
    answer = league.browser_of(founder).post(f"/leagues/{league.code}/direct", fields)
    assert answer.status_code == 422
    assert "Typed by hand." in answer.content.decode()
    assert league.league.title == "Slow League"


@pytest.mark.parametrize("act", ["edit", "close", "reopen", "remove", "readmit"])
def test_only_the_founder_manages_a_league(found_league: Found, act: str) -> None:
    league = found_league()
    player = league.people[0]
    fields = CHANGES | {"act": act, "who": entry_of(league, 1, league.people[1])}
    assert "Only the founder" in league.send(player, "direct", **fields)
    assert league.browser_of(player).get(f"/leagues/{league.code}/manage/").status_code == 403
    assert open_browser(None).get(f"/leagues/{league.code}/manage/").status_code == 403
    assert "Manage the league" not in league.page(player)
    fresh = league.league
    assert (fresh.title, fresh.closed_at) == ("Slow League", None)
    assert fresh.seasons.get().entries.count() == 4


def test_a_closed_league_plays_its_season_to_the_end(found_league: Found, founder: Player) -> None:
    league = found_league()
    one, two = league.people[:2]
    league.join(one, two)
    league.start()
    league.sign_up(one)
    league.challenge(two, one)
    for _ in range(2):
        assert league.send(founder, "direct", act="close") == ""
    assert list_notices(one).count("league_closed") == 1
    assert "closed" in league.send(two, "sign-up")
    assert "closed" in league.send(league.people[2], "ladder/join")
    assert league.last_challenge.stage == "cancelled"
    assert "closed" in league.challenge(two, one)
    assert "No further season is planned" in read_text(league.page(two))
    assert "Slow League" not in read_text(open_browser(None).get("/leagues/").content.decode())
    league.play_all(1)
    assert league.season(1).stage == Season.Stage.OVER
    league.start()
    assert league.season(2).stage == Season.Stage.OPEN


def test_a_league_opens_again_with_time_to_sign_up(found_league: Found, founder: Player) -> None:
    league = found_league()
    assert league.send(founder, "direct", act="close") == ""
    league.clock.now = league.season(1).starts_at
    for _ in range(2):
        assert league.send(founder, "direct", act="reopen") == ""
    assert (league.season(1).starts_at - league.clock.now).days == 7
    league.sign_up(*league.people)
    league.start()
    assert league.season(1).stage == Season.Stage.RUNNING


def test_the_games_of_a_removed_player_count_for_no_one(
    found_league: Found, founder: Player
) -> None:
    """Also those that are over; the others end, and the season with its last game."""
    league = found_league(players=3)
    cheat, *others = league.people
    league.join(cheat, *others)
    league.start()
    theirs = [row for row in league.games(1) if cheat in (row.first.player, row.second.player)]
    over, *rest = theirs
    league.give_up(over.game, 0 if over.second.player == cheat else 1)
    league.sign_up(cheat)
    who = entry_of(league, 1, cheat)
    for _ in range(2):
        assert league.send(founder, "direct", act="remove", who=who) == ""
    assert list_notices(cheat).count("league_removed") == 1
    assert {row.result for row in league.games(1) if row in theirs} == {Result.VOID}
    league.run_worker()
    for row in rest:
        assert row.game is not None
        row.game.refresh_from_db()
        assert row.game.status == Game.Status.OVER
    assert {row.result for row in league.games(1) if row in theirs} == {Result.VOID}
    page = read_text(league.page(None))
    assert page.index("Player001") < page.index("Player000 removed")
    assert league.ladder() == ["Player001", "Player002"]
    assert not league.season(2).entries.exists()
    league.play_all(1)
    assert league.season(1).stage == Season.Stage.OVER
    assert league.entry(1, cheat).line == 2
    assert "league_end" not in list_notices(cheat)


def test_a_removed_player_comes_back_only_when_let_in(found_league: Found, founder: Player) -> None:
    league = found_league()
    player = league.people[0]
    assert league.send(founder, "direct", act="remove", who=entry_of(league, 1, player)) == ""
    assert "You were removed" in league.send(player, "sign-up")
    assert "You were removed" in league.send(player, "ladder/join")
    ban = LeagueBan.objects.get(player=player)
    assert "Removed players" in league.page(founder, "manage/")
    assert build_data_export(player, league.clock.now)["removed_from_leagues"]
    assert league.send(founder, "direct", act="readmit", who=ban.pk) == ""
    league.sign_up(player)
    league.join(player)


def test_players_of_other_leagues_and_old_seasons_stay(
    found_league: Found, founder: Player
) -> None:
    league = found_league(players=2)
    league.start()
    league.play_all(1)
    who = entry_of(league, 1, league.people[0])
    assert "isn't in the season" in league.send(founder, "direct", act="remove", who=who)
    other = found_league(players=0)
    other.people = league.people
    other.sign_up(*other.people)
    who = entry_of(other, 1, other.people[0])
    assert "isn't in the season" in league.send(founder, "direct", act="remove", who=who)
    assert other.season(1).entries.count() == 2
