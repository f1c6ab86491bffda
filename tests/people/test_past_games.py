"""Past games: found by players, word, day and kind, in pages; and who may see them."""

from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.people.models import PlayedGame, PlayedWord, Visibility
from games.people.perspective.past_game_lines import PastGameLine
from games.people.perspective.past_games import (
    GAMES_PER_PAGE,
    PastGamesQuery,
    find_past_games_in,
    find_past_games_of,
)
from games.people.services.game_statistics import rebuild_game_statistics
from games.people.services.privacy import save_privacy
from games.play.models import Game, Room, Seat
from games.players.models import Player
from games.rules.plays.acts import Challenge
from tests.live.play_finder import find_plays
from tests.play.conftest import table_of
from tests.play.test_secrecy import state_of
from tests.ratings.conftest import act, resign

pytestmark = pytest.mark.django_db

NO_SEARCH = PastGamesQuery()
MINE = "/games/past/"
AMBER = "/games/past/Amber/"


@pytest.fixture
def amber(people) -> Player:
    player: Player = people[0]
    return player


def urls(lines) -> list[str]:
    return [line.url for line in lines]


def play_one(room: Room, people: list[Player]) -> tuple[Game, list[str]]:
    """Play a game: a valid play, one that is challenged off, and a resignation.

    Returns the game and the words of the valid play.
    """
    state = state_of(room)
    seat = state.to_move or 0
    act(room, people[seat], find_plays(state, seat, least=2)[0])
    stands = [word.word for word in state_of(room).pending.score.words]
    state = state_of(room)
    act(room, people[1 - seat], find_plays(state, 1 - seat, least=4)[0])
    act(room, people[seat], Challenge())
    return resign(room, people[1]), stands


def test_a_game_is_found_by_a_word_played_in_it(open_table, people, amber) -> None:
    game, words = play_one(open_table(challenge="single"), people)
    kept = list(PlayedWord.objects.filter(game=game).values_list("word", flat=True))
    assert kept == sorted(set(words)), "what was challenged away is no word of the game"
    for word, found in ((words[0].lower(), 1), (words[0][:-1] + "~", 0)):
        for page in (
            find_past_games_of(amber, PastGamesQuery(word=word), ""),
            find_past_games_in(game.room, PastGamesQuery(word=word), ""),
        ):
            assert len(page.lines) == found


def test_words_can_be_recounted_from_the_records(open_table, people) -> None:
    play_one(open_table(challenge="single"), people)
    before = set(PlayedWord.objects.values_list("game", "seat", "word"))
    PlayedWord.objects.all().delete()
    rebuild_game_statistics()
    assert set(PlayedWord.objects.values_list("game", "seat", "word")) == before != set()


def test_games_are_found_by_opponent_day_and_kind(open_table, people, amber) -> None:
    two = resign(open_table(), people[1])
    three = open_table(seats=3)
    for player in people[1:3]:
        resign(three, player)
    other = table_of(three)
    old = datetime(2020, 2, 29, 23, 59, 59, tzinfo=UTC)
    PlayedGame.objects.filter(game=two).update(ended_at=old)

    def found(**wanted: object) -> set[str]:
        return set(urls(find_past_games_of(amber, PastGamesQuery(**wanted), "").lines))  # type: ignore[arg-type]

    first, second = (f"/games/{game.pk}/" for game in (two, other))
    assert found() == {first, second}
    assert found(name="cobalt") == {first, second}
    assert found(name="JADE") == found(name="ja") == {second}
    assert found(name="Amber") == found(name="Rust") == set(), "players are not their own opponents"
    assert found(until=old.date()) == found(since=old.date(), until=old.date()) == {first}
    assert found(since=old.date() + timedelta(days=1)) == {second}
    assert found(variant="scrabble") == {first, second}
    assert found(variant="qwibble") == set()
    assert found(name="computer") == found(name="steady bot") == set()
    Seat.objects.filter(game=two, number=1).update(computer_level=3)
    assert found(name="computer") == found(name="Steady bot") == found(name="stea") == {first}
    assert found(name="Expert bot") == set()


def test_games_with_a_guest_are_found_under_the_name_that_a_reader_sees(
    open_table, people, amber
) -> None:
    game = resign(open_table(), people[1])
    Player.objects.filter(pk=people[1].pk).update(nickname="Guest 482917")
    Player.objects.get(pk=people[1].pk).save()
    for name in ("Guest 482917", "Gast 482917"):
        found = find_past_games_of(amber, PastGamesQuery(name=name), "").lines
        assert urls(found) == [f"/games/{game.pk}/"], name
    assert not find_past_games_of(amber, PastGamesQuery(name="Gast 482918"), "").lines


def test_pages_have_no_gaps(open_table, people, amber) -> None:
    """Even where several games ended at the same instant."""
    first = resign(open_table(), people[1])
    (row,) = PlayedGame.objects.filter(player=amber)
    instants = (row.ended_at - timedelta(hours=n // 7) for n in count())
    for number in range(2, 2 * GAMES_PER_PAGE + 6):
        game = Game.objects.get(pk=first.pk)
        game.pk, game.number, game._state.adding = uuid4(), number + 500, True
        game.save()
        Seat.objects.bulk_create(Seat(game=game, number=seat) for seat in range(2))
        row.pk, row.game, row.ended_at, row._state.adding = None, game, next(instants), True
        row.save()
    pages: list[list[PastGameLine]] = []
    cursor = ""
    while not pages or cursor:
        page = find_past_games_of(amber, NO_SEARCH, cursor)
        pages.append(page.lines)
        cursor = page.older
    listed = [url for page in pages for url in urls(page)]
    assert len(listed) == len(set(listed)) == PlayedGame.objects.filter(player=amber).count()
    assert [len(page) for page in pages] == [GAMES_PER_PAGE, GAMES_PER_PAGE, 5]
    ended = [line.ended_at for page in pages for line in page if line.ended_at]
    assert len(ended) == len(listed)
    assert ended == sorted(ended, reverse=True)
    inside = find_past_games_in(first.room, NO_SEARCH, "")
    rest = find_past_games_in(first.room, NO_SEARCH, inside.older)
    assert not set(urls(inside.lines)) & set(urls(rest.lines))


def test_a_page_costs_the_same_for_any_number_of_games(
    open_table, people, amber, client_of
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            client_of(amber).get(f"{MINE}?name=Cob&word=CAT&since=2020-01-01&until=2030-01-01")
            client_of(amber).get(MINE)
        return len(asked)

    resign(open_table(), people[1])
    once = cost()
    for _ in range(3):
        resign(open_table(), people[1])
    assert cost() == once


def test_the_owner_chooses_who_sees_past_games(open_table, people, amber, client_of) -> None:
    room = open_table()
    game = resign(room, people[1])
    record = f"/games/{game.pk}/"
    for client, path in (
        (client_of(amber), MINE),
        (client_of(people[1]), MINE),
        (client_of(None), AMBER),
        (client_of(None), f"/r/{room.code}/past/"),
    ):
        page = client.get(path)
        assert page.status_code == 200
        assert f'href="{record}"' in page.content.decode()
    assert record not in client_of(None).get(MINE).content.decode()
    assert record not in client_of(people[2]).get(MINE).content.decode()
    assert client_of(None).get("/games/past/Nobody/").status_code == 404
    Player.objects.create(nickname="Fern")
    assert client_of(None).get("/games/past/Fern/").status_code == 404, "guests have no page"
    assert client_of(None).get("/r/nowhere1/past/").status_code == 404
    save_privacy(amber, profile=Visibility.NOBODY, online=Visibility.ALL)
    assert client_of(people[1]).get(AMBER).status_code == 403
    assert client_of(amber).get(AMBER).status_code == 200
    Room.objects.filter(pk=room.pk).update(removed=[[str(people[2].pk), "Jade"]])
    assert client_of(people[2]).get(f"/r/{room.code}/past/").status_code == 403


@pytest.mark.parametrize(
    "query",
    [
        "since=0001-01-01&until=9999-12-31",
        "since=tomorrow&until=2020-13-40",
        "older=99999999999999999-999999999999999999",
        "older=x&variant=chess",
        "word=%00&name=%00",
        f"word={'a' * 500}",
        "name=%F0%9F%A6%8A&word=%D7%A9",
        "older=-1",
        "older=%D9%A3",
    ],
)
def test_invalid_searches_are_answered(open_table, people, amber, client_of, query) -> None:
    room = open_table()
    resign(room, people[1])
    for zone in ("", "Asia/Tokyo", "America/Lima"):
        browser = client_of(amber)
        browser.cookies["timezone"] = zone
        for path in (MINE, AMBER, f"/r/{room.code}/past/"):
            assert browser.get(f"{path}?{query}").status_code == 200


def test_days_are_those_of_the_readers_time_zone(open_table, people, amber, client_of) -> None:
    room = open_table()
    resign(room, people[1])
    game = table_of(room)
    late = datetime(2026, 5, 1, 20, tzinfo=UTC)
    Game.objects.update(ended_at=late)
    PlayedGame.objects.update(ended_at=late)
    browser = client_of(amber)
    for zone, day in (("", 1), ("Asia/Tokyo", 2), ("America/Lima", 1)):
        browser.cookies["timezone"] = zone
        for path in (MINE, AMBER, f"/r/{room.code}/past/"):
            for asked in (1, 2):
                query = {"since": f"2026-05-0{asked}", "until": f"2026-05-0{asked}"}
                page = browser.get(path, query).content.decode()
                assert (f"/games/{game.pk}/" in page) == (asked == day), (zone, path, asked)


def test_links_lead_to_past_games(open_table, people, amber, client_of) -> None:
    room = open_table()
    resign(room, people[1])
    assert f'href="{AMBER}"' in client_of(None).get("/players/Amber/").content.decode()
    assert f'href="{MINE}"' in client_of(amber).get("/my-games/").content.decode()
    assert (
        f'href="/r/{room.code}/past/"'
        in client_of(None).get(f"/r/{room.code}/earlier").content.decode()
    )


def test_a_session_that_names_no_possible_player_is_a_strangers(
    open_table, people, client_of
) -> None:
    room = open_table()
    resign(room, people[1])
    browser = client_of(None)
    session = browser.session
    session["player"] = "Amber"
    session.save()
    browser.cookies["sessionid"] = session.session_key
    for path in (MINE, AMBER, f"/r/{room.code}/past/"):
        assert browser.get(path).status_code == 200
    assert "/games/" + str(table_of(room).pk) not in browser.get(MINE).content.decode()
