"""Past games: found by who played, by word, day and kind, page after page; and by whom."""

from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.people.models import Openness, PlayedGame, PlayedWord
from games.people.perspective.lines import GameLine
from games.people.perspective.past import A_PAGE, Search, find_past_in, find_past_of
from games.people.services.figures import recount_figures
from games.people.services.privacy import choose_privacy
from games.play.models import Game, Room, Seat
from games.players.models import Player
from games.rules.moves import Challenge
from tests.live.plays import find_plays
from tests.play.conftest import table_of
from tests.play.test_secrecy import state_of
from tests.ratings.conftest import act, resign

pytestmark = pytest.mark.django_db

NO_SEARCH = Search()
MINE = "/games/past/"
AMBER = "/games/past/Amber/"


@pytest.fixture
def amber(people) -> Player:
    player: Player = people[0]
    return player


def urls(lines) -> list[str]:
    return [line.url for line in lines]


def play_one(room: Room, people: list[Player]) -> tuple[Game, list[str]]:
    """A play that stands, one that is challenged away, and the end. Returns the standing words."""
    state = state_of(room)
    seat = state.to_move or 0
    act(room, people[seat], find_plays(state, seat, least=2)[0])
    stands = [word.word for word in state_of(room).pending.score.words]
    state = state_of(room)
    act(room, people[1 - seat], find_plays(state, 1 - seat, least=4)[0])
    act(room, people[seat], Challenge())
    return resign(room, people[1]), stands


def test_a_game_is_found_by_a_word_that_stood(open_table, people, amber) -> None:
    game, words = play_one(open_table(challenge="single"), people)
    kept = list(PlayedWord.objects.filter(game=game).values_list("word", flat=True))
    assert kept == sorted(set(words)), "what was challenged away is no word of the game"
    for word, found in ((words[0].lower(), 1), (words[0][:-1] + "~", 0)):
        for page in (
            find_past_of(amber, Search(word=word), ""),
            find_past_in(game.room, Search(word=word), ""),
        ):
            assert len(page.lines) == found


def test_words_are_taken_down_again_from_the_records(open_table, people) -> None:
    play_one(open_table(challenge="single"), people)
    before = set(PlayedWord.objects.values_list("game", "seat", "word"))
    PlayedWord.objects.all().delete()
    recount_figures()
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
        return set(urls(find_past_of(amber, Search(**wanted), "").lines))  # type: ignore[arg-type]

    first, second = (f"/games/{game.pk}/" for game in (two, other))
    assert found() == {first, second}
    assert found(name="cobalt") == {first, second}
    assert found(name="JADE") == found(name="ja") == {second}
    assert found(name="Amber") == found(name="Rust") == set(), "oneself is no opponent"
    assert found(until=old.date()) == found(since=old.date(), until=old.date()) == {first}
    assert found(since=old.date() + timedelta(days=1)) == {second}
    assert found(variant="scrabble") == {first, second}
    assert found(variant="qwibble") == set()
    assert found(name="computer") == set()


def test_pages_follow_each_other_without_a_gap(open_table, people, amber) -> None:
    """Also where many games ended at the same instant."""
    first = resign(open_table(), people[1])
    (row,) = PlayedGame.objects.filter(player=amber)
    instants = (row.ended_at - timedelta(hours=n // 7) for n in count())
    for number in range(2, 2 * A_PAGE + 6):
        game = Game.objects.get(pk=first.pk)
        game.pk, game.number, game._state.adding = uuid4(), number + 500, True
        game.save()
        Seat.objects.bulk_create(Seat(game=game, number=seat) for seat in range(2))
        row.pk, row.game, row.ended_at, row._state.adding = None, game, next(instants), True
        row.save()
    pages: list[list[GameLine]] = []
    cursor = ""
    while not pages or cursor:
        page = find_past_of(amber, NO_SEARCH, cursor)
        pages.append(page.lines)
        cursor = page.older
    told = [url for page in pages for url in urls(page)]
    assert len(told) == len(set(told)) == PlayedGame.objects.filter(player=amber).count()
    assert [len(page) for page in pages] == [A_PAGE, A_PAGE, 5]
    ended = [line.ended_at for page in pages for line in page if line.ended_at]
    assert len(ended) == len(told)
    assert ended == sorted(ended, reverse=True)
    inside = find_past_in(first.room, NO_SEARCH, "")
    rest = find_past_in(first.room, NO_SEARCH, inside.older)
    assert not set(urls(inside.lines)) & set(urls(rest.lines))


def test_a_page_costs_the_same_however_many_games(open_table, people, amber, client_of) -> None:
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


def test_the_pages_and_to_whom_they_are_open(open_table, people, amber, client_of) -> None:
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
    choose_privacy(amber, profile=Openness.NOBODY, online=Openness.ALL)
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
def test_odd_searches_are_answered(open_table, people, amber, client_of, query) -> None:
    room = open_table()
    resign(room, people[1])
    for path in (MINE, AMBER, f"/r/{room.code}/past/"):
        assert client_of(amber).get(f"{path}?{query}").status_code == 200


def test_links_lead_to_past_games(open_table, people, amber, client_of) -> None:
    room = open_table()
    resign(room, people[1])
    assert f'href="{AMBER}"' in client_of(None).get("/players/Amber/").content.decode()
    assert f'href="{MINE}"' in client_of(amber).get("/my-games/").content.decode()
    assert (
        f'href="/r/{room.code}/past/"'
        in client_of(None).get(f"/r/{room.code}/earlier").content.decode()
    )
