"""Leagues when accounts are deleted, merged or exported."""

import pytest
from django.test import Client

from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import merge_guest
from games.leagues.models import LadderChallenge, LeagueGame
from games.players.models import Player
from tests.events.event_driver import read_text
from tests.leagues.conftest import Found

pytestmark = pytest.mark.django_db


def test_a_deleted_account_leaves_the_sign_up(found_league: Found) -> None:
    league = found_league(players=3)
    delete_account(league.people[0], league.clock.now)
    assert league.season(1).entries.count() == 2


def test_a_deleted_account_loses_its_games_and_its_name(found_league: Found) -> None:
    league = found_league(players=3)
    league.start()
    name = league.people[0].nickname
    entry = league.entry(1, league.people[0])
    delete_account(league.people[0], league.clock.now)
    league.run_worker()
    assert name not in read_text(league.page())
    theirs = [row for row in league.games(1) if entry.pk in (row.first_id, row.second_id)]
    for row in theirs:
        winner = LeagueGame.Result.SECOND if row.first_id == entry.pk else LeagueGame.Result.FIRST
        assert row.result == winner
    assert len(theirs) == 4


def test_a_deleted_account_leaves_the_ladder(found_league: Found) -> None:
    league = found_league(players=0)
    league.join(*league.add_people(3))
    delete_account(league.people[1], league.clock.now)
    assert league.ladder() == ["Player000", "Player002"]


def test_a_merged_guest_brings_entries_and_places(found_league: Found) -> None:
    league = found_league(players=1)
    guest = Player.objects.create(nickname="Slate")
    league.sign_up(guest)
    league.join(guest)
    (member,) = league.add_people(1)
    merge_guest(guest, member, league.clock.now)
    assert league.entry(1, member).rating == 0
    assert league.ladder() == [member.nickname]


def test_a_merged_guest_keeps_one_entry_and_one_place(found_league: Found) -> None:
    league = found_league(players=2)
    member, guest = league.people[0], Player.objects.create(nickname="Slate")
    league.sign_up(guest)
    league.join(member, guest, league.people[1])
    merge_guest(guest, member, league.clock.now)
    assert league.season(1).entries.filter(player=member).count() == 1
    assert league.season(1).entries.count() == 2
    assert league.ladder() == [member.nickname, league.people[1].nickname]
    assert [row.place for row in league.league.ladder_places.all()] == [1, 2]


@pytest.mark.parametrize("begun", [False, True])
def test_a_deleted_account_keeps_no_one_busy(found_league: Found, *, begun: bool) -> None:
    league = found_league(players=0)
    league.join(*league.add_people(3))
    top, middle, bottom = league.people
    league.challenge(bottom, top)
    league.answer(top, "accept")
    if begun:
        league.run_worker()
    delete_account(top, league.clock.now)
    league.run_worker()
    stages = LadderChallenge.Stage
    assert league.last_challenge.stage == (stages.OVER if begun else stages.CANCELLED)
    upper, lower = (bottom, middle) if begun else (middle, bottom)
    assert league.ladder() == [upper.nickname, lower.nickname]
    assert league.challenge(lower, upper) == ""


def test_a_merged_guest_of_the_same_season_leaves_the_results(found_league: Found) -> None:
    league = found_league(players=2)
    member, guest = league.people[0], Player.objects.create(nickname="Slate")
    league.sign_up(guest)
    league.start()
    entry = league.entry(1, guest)
    merge_guest(guest, member, league.clock.now)
    league.run_worker()
    entry.refresh_from_db()
    assert (entry.player, entry.name) == (None, "Slate")
    assert league.entry(1, member).player == member
    theirs = [row for row in league.games(1) if entry.pk in (row.first_id, row.second_id)]
    assert all(row.result != LeagueGame.Result.NONE for row in theirs), "no game hangs"


def test_the_export_of_an_account_has_its_leagues(found_league: Found) -> None:
    league = found_league(players=1)
    league.join(league.people[0])
    browser = Client()
    assert league.people[0].user is not None
    browser.force_login(league.people[0].user)
    data = browser.get("/settings/data/").content.decode()
    assert league.code in data and "Slow League" in data
