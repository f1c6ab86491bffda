"""The leaderboard of a daily game: ranks and ties, and who sees whom."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.accounts.services.account_merging import create_member
from games.clubs.services.clubs import create_club
from games.clubs.services.membership import join_club
from games.clubs.terms.settings import ClubSettings
from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.perspective.leaderboard import TOP, build_daily_leaderboard
from games.people.services.follows import follow_member
from games.players.models import Player
from games.players.services.blocks import block_player
from lexicon.models import Lexicon
from tests.daily.handmade_games import (
    BEST,
    FIRST,
    GOOD,
    LATER_BEST,
    LATER_GOOD,
    SECOND,
    add_daily_game,
    play_game,
)
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


def list_places(game: DailyGame, viewer: Player, part: str = "everyone") -> list[tuple[int, str]]:
    ranking = getattr(build_daily_leaderboard(game, viewer, NOON), part)
    return [(row.place, row.player.nickname) for row in ranking.top]


def add_finished(
    game: DailyGame, player: Player, points: list[int], best: tuple[int, ...] = ()
) -> DailyAttempt:
    """Add a finished attempt with these points, having found the best plays of these turns."""
    attempt = DailyAttempt.objects.create(
        game=game,
        player=player,
        turn=len(points),
        turn_points=points,
        points=sum(points),
        best_plays=len(best),
        began_at=NOON,
        finished_at=NOON,
    )
    for turn in best:
        DailyPlay.objects.create(
            attempt=attempt,
            turn=turn,
            position="8D",
            tiles="X",
            score=0,
            points=0,
            best=True,
            sent_at=NOON,
        )
    return attempt


def test_points_decide_and_time_does_not(game: DailyGame, people: list[Player]) -> None:
    amber, cobalt, jade, rust = people
    play_game(game, amber, GOOD, LATER_BEST, now=NOON + timedelta(hours=3))
    play_game(game, cobalt, BEST, LATER_GOOD, now=NOON)
    play_game(game, jade, BEST)
    play_game(game, rust, None, None)
    assert list_places(game, cobalt) == [(1, "Amber"), (2, "Cobalt"), (3, "Rust")]


def test_ties_are_broken_as_in_duplicate(lexicon: Lexicon, people: list[Player]) -> None:
    """By best plays, then by those that no one else found, then by who led more recently."""
    game = add_daily_game(lexicon, turns=(FIRST, replace(SECOND, score=40)))
    amber, cobalt, jade, rust = people
    ochre, umber = (Player.objects.create(nickname=name) for name in ("Ochre", "Umber"))
    add_finished(game, jade, [8, 32])
    add_finished(game, umber, [8, 32])
    add_finished(game, cobalt, [12, 28])
    add_finished(game, amber, [18, 22], best=(1,))
    add_finished(game, ochre, [18, 4], best=(1,))
    add_finished(game, rust, [0, 40], best=(2,))
    assert list_places(game, amber) == [
        *((1, "Rust"), (2, "Amber"), (3, "Cobalt"), (4, "Jade"), (4, "Umber"), (6, "Ochre")),
    ]


def test_practice_and_suspended_players_are_not_ranked(
    game: DailyGame, people: list[Player]
) -> None:
    for player in people:
        play_game(game, player, BEST, LATER_BEST)
    DailyAttempt.objects.filter(player=people[0]).update(practice=True)
    Player.objects.filter(pk=people[1].pk).update(suspended_until=NOON + timedelta(days=1))
    board = build_daily_leaderboard(game, people[2], NOON)
    assert [row.player for row in board.everyone.top] == people[2:]
    assert board.count == 3, "no one learns who is suspended"
    later = build_daily_leaderboard(game, people[2], NOON + timedelta(days=2))
    assert len(later.everyone.top) == 3


def test_blocked_people_do_not_see_each_other(game: DailyGame, people: list[Player]) -> None:
    amber, cobalt, jade, _rust = people
    play_game(game, amber, BEST, LATER_BEST)
    play_game(game, cobalt, BEST, LATER_GOOD)
    play_game(game, jade, GOOD, LATER_GOOD)
    block_player(amber, jade, NOON)
    assert list_places(game, jade) == [(2, "Cobalt"), (3, "Jade")]
    assert list_places(game, amber) == [(1, "Amber"), (2, "Cobalt")]
    assert len(list_places(game, cobalt)) == 3


def read_results(game: DailyGame, member: Player) -> str:
    """Return the page of results as a member reads it."""
    browser = Client()
    browser.force_login(User.objects.get(username=member.nickname))
    return browser.get(f"{game.get_absolute_url()}results").content.decode()


def test_people_one_follows_have_a_list_of_their_own(
    game: DailyGame, people: list[Player], set_clock: Callable[[datetime], None]
) -> None:
    amber, cobalt, jade, rust = people
    members = [
        create_member(User.objects.create_user(one.nickname), one, one.nickname)
        for one in (amber, cobalt)
    ]
    follow_member(members[0], members[1].pk, NOON)
    for player, plays in (
        (rust, (BEST, LATER_BEST)),
        (cobalt, (GOOD, None)),
        (amber, (None, None)),
    ):
        play_game(game, player, *plays)
    assert list_places(game, amber, "followed") == [(1, "Cobalt"), (2, "Amber")]
    assert list_places(game, jade, "followed") == []
    set_clock(NOON)
    page = read_results(game, amber)
    assert page.index("People you follow") < page.index("/players/Cobalt/") < page.index("Everyone")
    row = build_daily_leaderboard(game, amber, NOON).followed.top[0]
    assert row.url == "/players/Cobalt/"


def test_fifty_are_shown_and_the_reader(
    game: DailyGame,
    people: list[Player],
    client_of: Browse,
    set_clock: Callable[[datetime], None],
    django_assert_max_num_queries: Any,
) -> None:
    """Those on the last place shown who are equal are counted, but not shown."""
    for number in range(TOP + 9):
        player = Player.objects.create(nickname=f"Player {number}")
        add_finished(game, player, [max(1, 40 - number), 50])
    add_finished(game, people[0], [0, 0])
    with django_assert_max_num_queries(14):
        board = build_daily_leaderboard(game, people[0], NOON)
    assert len(board.everyone.top) == TOP
    assert board.everyone.top[-1].place == 40
    own = board.everyone.own
    assert own is not None
    assert (own.place, own.own) == (TOP + 10, True)
    assert board.count == TOP + 10
    set_clock(NOON)
    page = client_of(people[0]).get(f"{game.get_absolute_url()}results").content.decode()
    top, below = re.findall(r"<tbody>.*?</tbody>", page, re.DOTALL)
    assert top.count('<th scope="row">') == TOP
    assert "Your rank" in re.findall(r'<th scope="rowgroup"[^>]*>([^<]*)</th>', below)
    assert (below.count('<th scope="row">'), f"<td>{TOP + 10}</td>" in below) == (1, True)
    assert "…" not in page


def test_only_who_has_finished_sees_it(
    game: DailyGame, people: list[Player], client_of: Browse, set_clock: Callable[[datetime], None]
) -> None:
    """Before, only how many have finished is shown."""
    set_clock(NOON)
    address = game.get_absolute_url()
    play_game(game, people[1], BEST, LATER_BEST)
    play_game(game, people[0], BEST)
    for browser in (client_of(None), client_of(people[0]), client_of(people[2])):
        refused = browser.get(f"{address}results")
        assert (refused.status_code, refused["Location"]) == (302, address)
        assert "Cobalt" not in browser.get(address).content.decode()
        assert "Cobalt" not in browser.get("/daily/").content.decode()
    assert "1 player has finished today" in " ".join(
        client_of(None).get(address).content.decode().split()
    )
    browser = client_of(people[0])
    for act in ("start", "end"):
        browser.post(f"{address}{act}", {"turn": 2})
    page = browser.get(f"{address}results").content.decode()
    assert "Cobalt" in page
    assert "2 players have finished" in " ".join(page.split())


def test_clubs_have_lists_of_their_own(
    game: DailyGame, people: list[Player], set_clock: Callable[[datetime], None]
) -> None:
    amber, cobalt, jade, rust = people
    for one in (amber, cobalt, jade):
        create_member(User.objects.create_user(one.nickname), one, one.nickname)
        one.refresh_from_db()
    club = create_club(cobalt, ClubSettings("Spellers"), "", NOON)
    join_club(club.code, amber, NOON)
    empty = create_club(jade, ClubSettings("No one finished"), "", NOON)
    finished = ((rust, (BEST, LATER_BEST)), (cobalt, (GOOD, None)), (amber, (None, None)))
    for player, plays in finished:
        play_game(game, player, *plays)
    set_clock(NOON)
    page = read_results(game, amber)
    titles = re.findall(r"<h2 [^>]*>(.*?)</h2>", page[page.index("<main") :], re.DOTALL)
    assert "Spellers" in titles[0]
    assert titles[1] == "Everyone"
    (found,) = build_daily_leaderboard(game, amber, NOON).clubs
    assert (found.title, found.url) == ("Spellers", club.get_absolute_url())
    assert [(row.place, row.player) for row in found.ranking.top] == [(1, cobalt), (2, amber)]
    assert build_daily_leaderboard(game, rust, NOON).clubs == ()
    assert build_daily_leaderboard(game, jade, NOON).clubs == (), empty.title
