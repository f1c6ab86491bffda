"""Leaderboards: who is listed, paging, and which names are links."""

import pytest

from games.accounts.services.account_deletion import delete_account
from games.people.models import Follow, Visibility
from games.people.services.privacy import save_privacy
from games.ratings.models import PROVISIONAL_GAMES, Ladder, Rating
from games.ratings.perspective import PLACES_PER_PAGE
from games.ratings.services.departing import mark_departed
from tests.play.conftest import NOON
from tests.ratings.conftest import make_member, move_all, resign

pytestmark = pytest.mark.django_db

ADDRESS = "/ratings/scrabble/en/untimed/"


@pytest.fixture
def ladder(db) -> Ladder:
    return Ladder.objects.create(variant="scrabble", language="en", speed="untimed", games=99)


def rate(ladder, player, mu: float, games: int = PROVISIONAL_GAMES) -> None:
    Rating.objects.create(ladder=ladder, player=player, mu=mu, sigma=2, games=games)


def test_the_strongest_come_first_and_provisional_players_are_left_out(
    ladder, people, client_of
) -> None:
    for player, mu, games in zip(people, (1, 4, 9, -2), (10, 12, 9, 30), strict=True):
        rate(ladder, player, mu, games)
    for visitor in (None, people[0]):
        answer = client_of(visitor).get(ADDRESS)
        lines = [(one.place, one.player.nickname, one.points) for one in answer.context["lines"]]
        assert lines == [(1, "Cobalt", 1600), (2, "Amber", 1525), (3, "Rust", 1450)]
    assert client_of(None).get("/ratings/").context["ladder"].url == ADDRESS


def test_each_page_continues_the_previous_one(ladder, client_of) -> None:
    for number in range(PLACES_PER_PAGE + 3):
        rate(ladder, make_member(f"P{number}x"), -number)
    first = client_of(None).get(ADDRESS)
    assert 'rel="next"' in first.content.decode()
    second = client_of(None).get(ADDRESS + "?page=2")
    assert [one.place for one in second.context["lines"]] == [
        PLACES_PER_PAGE + n for n in (1, 2, 3)
    ]
    assert 'rel="next"' not in second.content.decode()
    for nonsense in ("0", "99", "x", "-1"):
        assert client_of(None).get(f"{ADDRESS}?page={nonsense}").status_code == 200


def test_a_closed_profile_is_not_linked(ladder, people, guest, client_of) -> None:
    for player in people:
        rate(ladder, player, 1)
    for player, profile in zip(people, Visibility, strict=True):
        save_privacy(player, profile=profile, online=Visibility.ALL)
    Follow.objects.create(follower=people[2], followed=people[0], created_at=NOON)

    def links(visitor) -> list[str]:
        page = client_of(visitor).get(ADDRESS).content.decode()
        assert all(f"<bdi>{player.nickname}</bdi>" in page for player in people)
        return [player.nickname for player in people if f'href="/players/{player}/"' in page]

    assert links(None) == links(guest) == ["Amber"]
    assert links(people[1]) == ["Amber", "Cobalt"]
    assert links(people[0]) == ["Amber", "Cobalt", "Jade"], "Jade follows Amber"
    assert links(people[3]) == ["Amber", "Cobalt", "Rust"], "players can open their own"


@pytest.mark.parametrize("how", ["leaves", "account deleted", "recounted"])
def test_deleted_accounts_are_not_listed(ladder, people, client_of, how: str) -> None:
    """The others move up, and the pages are counted without the player."""
    for player, mu in zip(people, (4, 3, 2, 1), strict=True):
        rate(ladder, player, mu)
    if how == "leaves":
        delete_account(people[0], NOON)
    else:
        people[0].user.delete()
    if how == "recounted":  # as if the departure had never been recorded
        Rating.objects.update(departed=False)
        mark_departed(ladder)
    page = client_of(None).get(ADDRESS)
    lines = [(one.place, one.player.nickname) for one in page.context["lines"]]
    assert lines == [(1, "Cobalt"), (2, "Jade"), (3, "Rust")]
    assert page.context["page"].paginator.count == 3


def test_a_game_rated_after_a_deletion_lists_no_deleted_player(
    open_rated, people, client_of
) -> None:
    """A game of three is rated after one of its players has deleted the account."""
    room = open_rated(seats=3)
    move_all(room)
    delete_account(people[2], NOON)
    resign(room, people[0])
    rated = Rating.objects.values_list("player__nickname", "departed")
    assert sorted(rated) == [("A former player", True), ("Amber", False), ("Cobalt", False)]


def test_an_unknown_ladder_is_not_found(client_of, db) -> None:
    assert client_of(None).get("/ratings/scrabble/xx/untimed/").status_code == 404
    assert "No ratings yet" in client_of(None).get("/ratings/").content.decode()
