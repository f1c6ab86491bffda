"""Totals of results are complete at every moment, whether or not the worker has added the games."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import merge_guest
from games.people.models import PlayedGame, ResultTotal
from games.people.perspective.result_totals import build_results
from games.people.services.result_totals import add_to_totals
from games.play.services import turns
from games.play.signals import game_ended
from games.rules.plays.acts import Annul, Resign
from tests.play.conftest import NOON
from tests.ratings.conftest import act, move_all, pass_out, resign

pytestmark = pytest.mark.django_db


def add_all() -> None:
    while add_to_totals(limit=3):
        pass


def tallies_of(player) -> tuple[int, ...]:
    total = build_results(player).total
    return total.won, total.drawn, total.lost, total.points, total.highest or 0


def api_tallies(browser) -> tuple[int, ...]:
    total = browser.get(reverse("games:api:player_figures", args=["Amber"])).json()["total"]
    return tuple(total[name] for name in ("won", "drawn", "lost", "average"))


def test_every_end_of_a_game_counts_at_once_and_once(open_rated, people, client_of) -> None:
    browser = client_of(None)
    ends = [
        (lambda: pass_out(open_rated(), {0: 90, 1: 30}), (1, 0, 0, 90)),
        (lambda: resign(open_rated(), people[0]), (1, 0, 1, 45)),
        (lambda: act(open_rated(variant="qwibble"), people[0], Annul()), (1, 0, 1, 45)),
        (lambda: pass_out(open_rated(), {0: 60, 1: 60}), (1, 1, 1, 50)),
    ]
    for end, seen in ends:
        end()
        assert api_tallies(browser) == seen, "right after the end"
        add_all()
        assert api_tallies(browser) == seen, "after the worker"
    assert not PlayedGame.objects.filter(totalled=False).exists()
    assert build_results(people[0]).total.highest == 90


def test_a_game_reported_twice_counts_once(open_rated, people) -> None:
    game = resign(open_rated(), people[0])
    before = tallies_of(people[1])
    game_ended.send(sender=type(game), game=game, outcome=None)
    assert tallies_of(people[1]) == before
    add_all()
    game_ended.send(sender=type(game), game=game, outcome=None)
    add_all()
    assert tallies_of(people[1]) == before


def test_a_profile_reads_totals_rather_than_games(open_rated, people) -> None:
    for _ in range(3):
        resign(open_rated(), people[0])
    add_all()
    PlayedGame.objects.filter(player=people[0]).update(score=1000)
    assert build_results(people[0]).total.highest == 0, "stored games are not read again"
    with CaptureQueriesContext(connection) as asked:
        build_results(people[0])
    assert len(asked) == 1, "a game may be added between two statements"


def test_a_guests_games_are_added_to_the_account(open_rated, people, guest, client_of) -> None:
    for _ in range(3):
        resign(open_rated(), people[0])
    add_all()
    before = tallies_of(people[1])
    PlayedGame.objects.filter(player=people[2]).delete()
    # The games of Cobalt become a guest's, who has totals of the same kinds as Amber.
    PlayedGame.objects.filter(player=people[1]).update(player=guest)
    ResultTotal.objects.filter(player=people[1]).update(player=guest)
    merge_guest(guest, people[2], NOON)
    assert tallies_of(people[2]) == before, "right after the merge"
    assert tallies_of(guest) == (0, 0, 0, 0, 0)
    add_all()
    assert tallies_of(people[2]) == before
    merge_guest(guest, people[0], NOON)
    assert tallies_of(people[0])[2] == 3


def test_a_member_with_totals_takes_over_those_of_a_guest(open_rated, people, guest) -> None:
    amber, cobalt, jade = people[:3]
    games = [resign(open_rated(), loser) for loser in (amber, cobalt)]
    add_all()
    # A guest and Jade have each won a game of the same kind.
    for game, winner, player in zip(games, (cobalt, amber), (guest, jade), strict=True):
        PlayedGame.objects.filter(game=game, player=winner).update(player=player)
        ResultTotal.objects.filter(player=winner, result="won").update(player=player)
    assert tallies_of(guest)[:3] == tallies_of(jade)[:3] == (1, 0, 0)
    merge_guest(guest, jade, NOON)
    assert tallies_of(jade)[:3] == (2, 0, 0)
    add_all()
    assert tallies_of(jade)[:3] == (2, 0, 0)
    assert not ResultTotal.objects.filter(player=guest).exists()


def test_nothing_is_left_of_a_deleted_member(open_rated, people) -> None:
    resign(open_rated(), people[0])
    add_all()
    resign(open_rated(), people[0])
    before = tallies_of(people[1])
    delete_account(people[0], NOON)
    add_all()
    assert tallies_of(people[0]) == (0, 0, 0, 0, 0)
    assert not ResultTotal.objects.filter(player=people[0]).exists()
    assert tallies_of(people[1]) == before, "the opponent keeps the games"


def test_a_recount_keeps_the_totals(open_rated, people) -> None:
    pass_out(open_rated(), {0: 90, 1: 30})
    resign(open_rated(), people[1])
    add_all()
    pass_out(open_rated(), {0: 40, 1: 50})
    before = [tallies_of(player) for player in people]
    call_command("recount_figures", stdout=StringIO())
    assert [tallies_of(player) for player in people] == before
    add_all()
    assert [tallies_of(player) for player in people] == before


def test_a_recount_finds_the_highest_score_that_remains(open_rated, people, monkeypatch) -> None:
    """Between two transactions of a recount, some games are not added yet."""
    best = pass_out(open_rated(), {0: 90, 1: 30})
    pass_out(open_rated(), {0: 70, 1: 30})
    add_all()
    PlayedGame.objects.filter(game=best).update(score=20)
    from games.people.services.result_totals import delete_games_with_totals

    PlayedGame.objects.filter(game=best, player=people[0]).update(score=90)
    delete_games_with_totals(type(best).objects.filter(pk=best.pk))
    assert tallies_of(people[0]) == (1, 0, 0, 70, 70)
    assert ResultTotal.objects.get(player=people[0]).games == 1


@pytest.mark.django_db(transaction=True)
def test_games_that_end_while_workers_add_others_all_count(open_rated, people) -> None:
    tables = [open_rated() for _ in range(6)]
    for room in tables:
        move_all(room)
    gate = Barrier(len(tables) + 2)

    def end(number: int) -> None:
        gate.wait()
        now = NOON + timedelta(seconds=number)
        chosen = people[number % 2].pk
        turns.apply_player_act(tables[number].code, chosen, Resign(), turn=2, key="", now=now)
        connection.close()

    def add() -> None:
        gate.wait()
        for _ in range(12):
            add_to_totals(limit=2)
        connection.close()

    with ThreadPoolExecutor(len(tables) + 2) as pool:
        done = [pool.submit(add) for _ in range(2)]
        done += [pool.submit(end, number) for number in range(len(tables))]
        for one in done:
            one.result()
    for player in people[:2]:
        assert tallies_of(player)[:3] == (3, 0, 3)
    add_all()
    for player in people[:2]:
        assert tallies_of(player)[:3] == (3, 0, 3)
        assert sum(row.games for row in ResultTotal.objects.filter(player=player)) == 6
