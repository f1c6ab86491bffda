"""Seasons of leagues, with injected time: from sign-up to the next season."""

from datetime import timedelta

import pytest
from django.test import Client

from games.leagues.models import League, LeagueEntry, Season
from games.leagues.services import seasons
from games.leagues.services.seasons import start_due_seasons, start_season
from games.play.models import Game, Room
from games.play.signals import outage_ended
from games.players.models import Notification, Player
from tests.events.event_driver import read_text
from tests.leagues.conftest import Found

pytestmark = pytest.mark.django_db
Stage = Season.Stage


def test_a_form_sent_twice_founds_one_league(found_league: Found, founder: Player) -> None:
    league = found_league(players=0)
    browser = league.browser_of(founder)
    form = {"title": "Twice", "variant": "scrabble", "lexicon": "few", "challenge": "double"}
    form |= {"turn_days": "2", "sign_up_days": "7", "season_days": "60", "break_days": "5"}
    for _ in range(2):
        assert browser.post("/leagues/new/", form | {"key": "same"}).status_code == 302
    assert League.objects.filter(title="Twice").count() == 1


def test_the_form_is_in_the_language_of_its_reader() -> None:
    answer = Client(headers={"Accept-Language": "de"}).get("/leagues/new/")
    page = read_text(answer.content.decode())
    assert "2 Tage" in page and "2 days" not in page


def test_signing_up_twice_is_one_entry(found_league: Found) -> None:
    league = found_league(players=2)
    league.sign_up(league.people[0])
    assert league.season(1).entries.count() == 2
    assert "You have signed up." in read_text(league.page(league.people[0]))
    for _ in range(2):
        assert league.send(league.people[0], "sign-off") == ""
    assert league.season(1).entries.count() == 1
    assert "Sign up for this season" in read_text(league.page(league.people[0]))


def test_guests_sign_up_with_a_name_unless_games_are_rated(found_league: Found) -> None:
    league = found_league(players=0)
    browser = Client()
    browser.get(f"/leagues/{league.code}/")
    answer = browser.post(f"/leagues/{league.code}/sign-up", {"name": "Fern"}, follow=True)
    assert "Fern" in answer.content.decode()
    rated = found_league(players=0, title="Rated", rated="on")
    answer = browser.post(f"/leagues/{rated.code}/sign-up", {"name": "Fern"})
    assert answer.status_code == 403
    assert "Only members can sign up" in read_text(rated.page())


def test_a_season_starts_at_its_time(found_league: Found) -> None:
    league = found_league(players=6)
    league.clock.advance(days=7, seconds=-1)
    league.run_worker()
    assert league.season(1).stage == Stage.OPEN
    league.clock.advance(seconds=1)
    league.run_worker()
    assert league.season(1).stage == Stage.RUNNING
    assert league.season(1).ends_at == league.clock.now + timedelta(days=60)
    assert league.season(2).starts_at == league.clock.now + timedelta(days=65)
    games = league.games(1)
    assert len(games) == 30  # everyone meets everyone twice
    for row in games:
        assert row.game is not None and row.game.status == Game.Status.PLAYING
        for number, entry in enumerate((row.first, row.second)):
            assert row.game.holders.get(player=entry.player).seat.number == number
        state: dict[str, object] = row.game.state or {}
        assert state["to_move"] == 0
    room = Room.objects.filter(prepared=True)[0]
    assert room.title == "Slow League" and room.options["clock"]["days"] == 2
    answer = league.browser_of(league.people[0]).get(f"/r/{room.code}/event/")
    assert answer.headers["Location"] == f"/leagues/{league.code}/"


def test_players_learn_that_the_season_has_started(found_league: Found) -> None:
    league = found_league(players=3)
    league.start()
    for player in league.people:
        (notice,) = Notification.objects.filter(player=player, kind="league_season")
        assert notice.path == f"/leagues/{league.code}/"
        page = read_text(league.browser_of(player).get("/").content.decode())
        assert "Season 1 of Slow League has started. You're in division 1." in page


def test_a_season_waits_for_a_second_player(found_league: Found) -> None:
    league = found_league(players=1)
    league.start()
    assert league.season(1).stage == Stage.OPEN
    assert league.season(1).starts_at == league.clock.now + timedelta(days=7)
    league.sign_up(*league.add_people(1))
    league.start()
    assert league.season(1).stage == Stage.RUNNING


def test_two_workers_start_a_season_once(
    found_league: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = found_league(players=4)
    league.clock.advance(days=7)
    now = league.clock.now

    def start_after_another(code: str, at: object) -> bool:
        assert start_season(code, now), "another worker comes first"
        return start_season(code, now)

    with monkeypatch.context() as patched:
        patched.setattr(seasons, "start_season", start_after_another)
        assert start_due_seasons(now) == []
    assert start_due_seasons(now) == []
    league.run_worker()
    league.run_worker()
    assert [season.number for season in league.league.seasons.all()] == [1, 2]
    assert len(league.games(1)) == 12
    assert Room.objects.filter(prepared=True).count() == 12
    notices = Notification.objects.filter(kind="league_season")
    assert notices.count() == 4


def test_the_standings_follow_the_games(found_league: Found) -> None:
    league = found_league(players=3)
    league.start()
    winner, middle, last = league.people
    league.play_all(1)
    assert league.season(1).stage == Stage.OVER, "the last game ends the season"
    lines = [(league.entry(1, player).line, player) for player in (winner, middle, last)]
    assert [line for line, _player in lines] == [0, 1, 2]
    page = read_text(league.page())
    assert "Division 1" in page and "4–0–0" in page and "0–0–4" in page
    assert page.index(winner.nickname) < page.index(last.nickname)
    for player in league.people:
        assert Notification.objects.filter(player=player, kind="league_end").count() == 1


def test_quarters_move_and_the_next_season_starts_by_itself(found_league: Found) -> None:
    league = found_league(players=26)
    LeagueEntry.objects.filter(player=league.people[0]).update(rating=2000)
    league.start()
    upper, lower = league.divisions(1)
    assert (upper.entries.count(), lower.entries.count()) == (13, 13)
    assert {entry.player for entry in upper.entries.all()} == set(league.people[:13])
    assert all(division.games.count() == 91 for division in (upper, lower))
    last = league.people[-1]
    assert "Standings of division 2" in read_text(league.page(last)), "one's own comes first"
    assert "Standings of division 1" in read_text(league.page(last, "?division=1"))
    for unknown in ("9", "0", "first", "9" * 5000):
        page = read_text(league.page(None, f"?division={unknown}"))
        assert "Standings of division 1" in page
    late = league.games(1)[-1]
    league.play_all(1, but=late)
    assert league.season(1).stage == Stage.RUNNING, "one game goes on"
    league.pass_days(3)
    late.refresh_from_db()
    assert late.forfeited and late.result == "second", "who starts has run out of time"
    assert league.season(1).stage == Stage.OVER
    first, second = (
        [entry.player for entry in division.entries.order_by("line") if entry.player is not None]
        for division in (upper, lower)
    )
    moved = {"up": second[:3], "down": first[10:]}
    for moves, people in moved.items():
        assert {entry.player for entry in LeagueEntry.objects.filter(moves=moves)} == set(people)
    vacated, leaving = first[5], second[8]
    staying = [player for player in league.people if player not in (vacated, leaving)]
    newcomers = league.add_people(2)
    league.sign_up(*staying, *newcomers)
    league.clock.now = league.season(2).starts_at - timedelta(seconds=1)
    league.run_worker()
    assert league.season(2).stage == Stage.OPEN
    league.clock.advance(seconds=1)
    league.run_worker()
    upper, lower = league.divisions(2)
    seated = {entry.player for entry in upper.entries.all()}
    wanted = {*first[:10], *second[:4]} - {vacated}
    assert seated == wanted, "the best who had not moved up has the vacated place"
    assert {entry.player for entry in lower.entries.all()} == {*staying, *newcomers} - wanted
    assert "Season 1" in read_text(league.page(None, "seasons/1/"))
    assert league.season(3).stage == Stage.OPEN


def test_a_late_worker_ends_one_season_before_it_starts_the_next(found_league: Found) -> None:
    league = found_league(players=2)
    league.start()
    league.sign_up(*league.people)
    league.clock.advance(days=100)
    assert start_due_seasons(league.clock.now) == [], "the first one still goes on"
    league.run_worker()
    assert league.season(1).stage == Stage.OVER
    assert league.season(2).stage == Stage.RUNNING


def test_an_outage_puts_off_the_end_of_a_season(found_league: Found) -> None:
    league = found_league(players=2)
    league.start()
    ends, starts = league.season(1).ends_at, league.season(2).starts_at
    began = league.clock.now
    league.clock.advance(hours=3)
    outage_ended.send(sender=Game, began=began, ended=league.clock.now)
    assert ends is not None
    assert league.season(1).ends_at == ends + timedelta(hours=3)
    assert league.season(2).starts_at == starts + timedelta(hours=3)


def test_a_suspended_player_is_not_seated(found_league: Found) -> None:
    league = found_league(players=3)
    suspended = league.people[0]
    suspended.suspended_until = league.clock.now + timedelta(days=30)
    suspended.save()
    league.start()
    assert league.entry(1, suspended).division is None
    assert len(league.games(1)) == 2


def test_unknown_leagues_and_seasons(found_league: Found) -> None:
    league = found_league(players=0)
    assert Client().get("/leagues/nowhere/").status_code == 404
    assert Client().get(f"/leagues/{league.code}/seasons/1/").status_code == 404
    assert Client().post("/leagues/nowhere/sign-up", {"name": "Fern"}).status_code == 404


def test_the_list_shows_leagues_and_ones_own(found_league: Found) -> None:
    league = found_league(players=2)
    page = read_text(league.browser_of(league.people[0]).get("/leagues/").content.decode())
    assert page.count("Slow League") == 2
    assert "2 days per turn" in page and "2 players have signed up" in page
    league.start()
    page = read_text(league.browser_of(None).get("/leagues/").content.decode())
    assert "2 players in season 1" in page and "signed up" not in page
