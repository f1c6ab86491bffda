"""Matches between two clubs: offered, agreed, lined up by rating, and added up."""

import pytest

from games.clubs.models import ClubMatch, ClubMatchPlayer
from games.clubs.terms.line_ups import line_up
from games.events.models import Event, EventTable
from games.events.services.results import correct_result
from games.play.models import Game, Room
from games.players.models import Notification, Player
from games.ratings.models import Rating
from games.ratings.services.ladders import get_or_create_ladder, get_speed
from games.rules.positions.variants import Options, Variant, get_variant
from tests.clubs.club_driver import ClubDriver
from tests.clubs.conftest import OpenClub

pytestmark = pytest.mark.django_db

FORM = {
    "boards": 2,
    "variant": "scrabble",
    "lexicon": "few",
    "challenge": "double",
    "clock": "25+0/5",
    "key": "a match",
}


@pytest.fixture
def clubs(open_club: OpenClub, people: list[Player]) -> tuple[ClubDriver, ClubDriver]:
    """A club with Amber, Cobalt and Teal, and Moss's with Jade and Rust."""
    home, away = open_club(), open_club(title="Havel Spellers", by=people[5])
    home.admit(people[0], people[1], people[4])
    away.admit(people[2], people[3])
    return home, away


@pytest.fixture
def match(clubs: tuple[ClubDriver, ClubDriver]) -> ClubMatch:
    """A match over two boards that the first club has offered, with a form sent twice."""
    home, away = clubs
    for _press in range(2):
        answer = home.browser_of(home.owner).post(
            f"/clubs/{home.code}/desk/matches/", FORM | {"opponent": away.code}
        )
        assert answer.status_code == 302, answer.content.decode()
    return ClubMatch.objects.get()


def get_ready(club: ClubDriver, match: ClubMatch, *people: Player) -> None:
    for player in people:
        assert club.send(player, f"matches/{match.pk}/ready", ready="1") == ""
        club.clock.advance(seconds=1)


def agree(club: ClubDriver, match: ClubMatch) -> None:
    assert club.direct("agree", by=club.owner, match=match.pk) == ""


def _played(match: ClubMatch) -> tuple[Variant, Options]:
    variant = get_variant(match.variant)
    return variant, variant.options(**match.options)


def start(club: ClubDriver, match: ClubMatch) -> str:
    return club.send(club.owner, f"matches/{match.pk}/start")


def test_the_other_club_agrees(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, people: list[Player]
) -> None:
    home, away = clubs
    assert Notification.objects.filter(player=away.owner, kind="club_match").count() == 1
    assert "has not agreed yet" in start(home, match)
    assert "Only the club's directors" in home.direct("agree", match=match.pk)
    assert "Only the club's directors" in away.direct("agree", by=people[2], match=match.pk)
    for _press in range(2):
        agree(away, match)
    assert Notification.objects.filter(player=home.owner, kind="club_match_agreed").count() == 1
    assert "can't be changed any more" in away.direct("refuse", by=away.owner, match=match.pk)


def test_a_match_is_declined_or_called_off(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, people: list[Player]
) -> None:
    home, away = clubs
    assert away.direct("refuse", by=away.owner, match=match.pk) == ""
    assert "can't be changed any more" in home.direct("withdraw_match", match=match.pk)
    assert "can't be changed any more" in home.send(
        people[0], f"matches/{match.pk}/ready", ready="1"
    )
    assert "Declined" in home.page()


def test_only_members_of_a_club_play_for_it(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, people: list[Player]
) -> None:
    home, away = clubs
    assert "Only members" in home.send(people[2], f"matches/{match.pk}/ready", ready="1")
    away.admit(people[0])
    get_ready(home, match, people[0])
    get_ready(home, match, people[0])  # twice is no more than once
    assert "for the other club" in away.send(people[0], f"matches/{match.pk}/ready", ready="1")
    home.send(people[0], f"matches/{match.pk}/ready", ready="")
    get_ready(away, match, people[0])
    assert ClubMatchPlayer.objects.get().club == away.club


def test_a_match_is_of_its_two_clubs_only(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, open_club: OpenClub
) -> None:
    other = open_club(title="Others")
    assert other.status(None, f"matches/{match.pk}/") == 404
    assert clubs[0].status(None, f"matches/{match.pk}/") == 200


def test_too_few_players_do_not_start(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, people: list[Player]
) -> None:
    home, away = clubs
    agree(away, match)
    get_ready(home, match, people[0], people[1])
    get_ready(away, match, people[2])
    assert "Havel Spellers has fewer than 2 players ready" in start(home, match)
    get_ready(away, match, people[3])
    away.send(people[3], "leave")
    assert "Havel Spellers has fewer than 2 players ready" in start(home, match)
    assert not Event.objects.exists()


def test_line_ups_follow_the_ratings(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, people: list[Player]
) -> None:
    home, away = clubs
    amber, cobalt, jade, rust, teal = people[:5]
    ladder = get_or_create_ladder(("scrabble", "en", get_speed(*_played(match)).value))
    for player, mu in ((cobalt, 30.0), (teal, 28.0), (rust, 29.0)):
        Rating.objects.create(player=player, ladder=ladder, mu=mu, sigma=2.0)
    agree(away, match)
    get_ready(home, match, amber, cobalt, teal)
    get_ready(away, match, jade, rust)
    for _press in range(2):
        assert start(home, match) == ""
    event = Event.objects.get()
    tables = EventTable.objects.filter(round__event=event).prefetch_related("seats__entrant")
    seated = [[seat.entrant.player for seat in table.seats.all()] for table in tables]
    assert seated == [[cobalt, rust], [jade, teal]], "the visitors start on the second board"
    assert Room.objects.filter(prepared=True).count() == Game.objects.count() == 2
    assert Notification.objects.filter(kind="event_game").count() == 4
    assert event.directors.count() == 2


def test_points_add_up(
    clubs: tuple[ClubDriver, ClubDriver], match: ClubMatch, people: list[Player]
) -> None:
    home, away = clubs
    agree(away, match)
    get_ready(home, match, people[0], people[1])
    get_ready(away, match, people[2], people[3])
    start(home, match)
    event, now = Event.objects.get(), home.clock.now
    assert "0 : 0 so far" in home.page(None, f"matches/{match.pk}/")
    correct_result(event.code, home.owner, 1, 1, [400, 350], now)
    correct_result(event.code, away.owner, 1, 2, [380, 380], now)
    page = away.page(None, f"matches/{match.pk}/")
    assert "1½ : ½ final result" in page
    assert "1 : 0 400–350" in page and "½ : ½ 380–380" in page


def test_boards_are_as_many_as_wanted() -> None:
    home = [("a", 0), ("b", 5), ("c", 5)]
    boards = line_up(home, [("x", 1), ("y", 2)], 2)
    assert [(one.home, one.away) for one in boards] == [("b", "y"), ("c", "x")]
    assert [one.in_turn_order[0] for one in boards] == ["b", "x"]
