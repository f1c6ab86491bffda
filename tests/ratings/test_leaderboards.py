"""Leaderboards: who is on them, page by page, and which names are links."""

import pytest

from games.people.models import Follow, Openness
from games.people.services.privacy import choose_privacy
from games.ratings.models import PROVISIONAL, Ladder, Rating
from games.ratings.perspective import A_PAGE
from tests.play.conftest import NOON
from tests.ratings.conftest import make_member

pytestmark = pytest.mark.django_db

ADDRESS = "/ratings/scrabble/en/untimed/"


@pytest.fixture
def ladder(db) -> Ladder:
    return Ladder.objects.create(variant="scrabble", language="en", speed="untimed", games=99)


def rate(ladder, player, mu: float, games: int = PROVISIONAL) -> None:
    Rating.objects.create(ladder=ladder, player=player, mu=mu, sigma=2, games=games)


def test_the_strongest_come_first_and_provisional_ones_are_left_out(
    ladder, people, client_of
) -> None:
    for player, mu, games in zip(people, (1, 4, 9, -2), (10, 12, 9, 30), strict=True):
        rate(ladder, player, mu, games)
    for visitor in (None, people[0]):
        answer = client_of(visitor).get(ADDRESS)
        lines = [(one.place, one.player.nickname, one.points) for one in answer.context["lines"]]
        assert lines == [(1, "Cobalt", 1600), (2, "Amber", 1525), (3, "Rust", 1450)]
    assert client_of(None).get("/ratings/").context["ladder"].url == ADDRESS


def test_pages_go_on_where_the_last_one_ended(ladder, client_of) -> None:
    for number in range(A_PAGE + 3):
        rate(ladder, make_member(f"P{number}x"), -number)
    first = client_of(None).get(ADDRESS)
    assert 'rel="next"' in first.content.decode()
    second = client_of(None).get(ADDRESS + "?page=2")
    assert [one.place for one in second.context["lines"]] == [A_PAGE + n for n in (1, 2, 3)]
    assert 'rel="next"' not in second.content.decode()
    for nonsense in ("0", "99", "x", "-1"):
        assert client_of(None).get(f"{ADDRESS}?page={nonsense}").status_code == 200


def test_a_closed_page_is_no_link(ladder, people, guest, client_of) -> None:
    for player in people:
        rate(ladder, player, 1)
    for player, profile in zip(people, Openness, strict=True):
        choose_privacy(player, profile=profile, online=Openness.ALL)
    Follow.objects.create(follower=people[2], followed=people[0], created_at=NOON)

    def links(visitor) -> list[str]:
        page = client_of(visitor).get(ADDRESS).content.decode()
        assert all(f"<bdi>{player.nickname}</bdi>" in page for player in people)
        return [player.nickname for player in people if f'href="/players/{player}/"' in page]

    assert links(None) == links(guest) == ["Amber"]
    assert links(people[1]) == ["Amber", "Cobalt"]
    assert links(people[0]) == ["Amber", "Cobalt", "Jade"], "Jade follows Amber"
    assert links(people[3]) == ["Amber", "Cobalt", "Rust"], "one's own is open to oneself"


def test_who_has_no_account_any_more_is_not_on_it(ladder, people, client_of) -> None:
    rate(ladder, people[0], 1)
    people[0].user.delete()
    assert client_of(None).get(ADDRESS).context["lines"] == []


def test_an_unknown_ladder_is_not_found_and_none_is_no_fault(client_of, db) -> None:
    assert client_of(None).get("/ratings/scrabble/xx/untimed/").status_code == 404
    assert "Nobody is rated yet" in client_of(None).get("/ratings/").content.decode()
