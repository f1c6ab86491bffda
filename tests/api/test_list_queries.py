"""A list of games reads few columns with few statements, however many games it has."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.perspective import ended_games
from games.play.models import Room
from games.players.models import Player
from tests.api.conftest import Program, end, enrol

pytestmark = pytest.mark.django_db

LARGE = ('"state"', '"opening"', '"options"', '"contributions"', '"removed"', '"days_off"')


@pytest.mark.parametrize("most", [1, 2000])
def test_a_page_of_games_loads_only_what_it_shows(
    open_table: Callable[..., Room],
    people: list[Player],
    anonymous: Program,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
) -> None:
    """Whether the matching rooms are few or many."""
    monkeypatch.setattr(ended_games, "MAX_ROOMS_BY_KEY", most)
    counts = []
    for _ in range(3):
        end(open_table(), people[0])
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page = anonymous.get("games", variant="scrabble").json()
        counts.append(len(asked))
        read = [one["sql"].partition(" FROM ")[0] for one in asked]
        assert not [sql for sql in read if any(column in sql for column in LARGE)]
    assert len(page["items"]) == 3
    assert [seat["name"] for seat in page["items"][0]["seats"]] == ["Amber", "Cobalt"]
    assert max(counts) <= 5, counts


@pytest.mark.parametrize("most", [0, 2000])
def test_games_of_a_member_are_listed_however_many_they_are(
    open_table: Callable[..., Room],
    people: list[Player],
    amber: Player,
    anonymous: Program,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
) -> None:
    monkeypatch.setattr(ended_games, "MAX_GAMES_BY_KEY", most)
    games = [str(end(open_table(), amber).pk) for _ in range(3)]
    first = anonymous.get("games", player=amber.nickname, limit=2).json()
    rest = anonymous.get("games", player=amber.nickname, limit=2, cursor=first["next"]).json()
    # They ended at the same moment, so their order is that of their random ids.
    assert sorted(one["id"] for one in first["items"] + rest["items"]) == sorted(games)
    assert len(first["items"]) == 2
    assert rest["next"] is None
    absent = enrol(people[3])
    assert anonymous.get("games", player=absent.nickname).json()["items"] == []
