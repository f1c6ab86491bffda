"""Members who kept the name that the site gave them: each reader sees it in their own language, and
finds them by it."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.people.models import Follow, Visibility
from games.people.perspective.past_games import PastGamesQuery, find_past_games_of
from games.people.perspective.profile import find_member
from games.people.services.game_statistics import rebuild_game_statistics
from games.people.services.presence import record_members_present
from games.people.services.privacy import save_privacy
from games.players.models import Player
from games.ratings.models import Ladder, Rating
from tests.play.conftest import NOON
from tests.ratings.conftest import make_member, resign

pytestmark = pytest.mark.django_db

STORED, GERMAN = "Guest 482917", "Gast 482917"
LADDER = "/ratings/scrabble/en/untimed/"


@pytest.fixture
def member(people) -> Player:
    """A member with a generated name."""
    people[1].nickname = STORED
    people[1].save()
    return people[1]


@pytest.fixture
def german(people, client_of) -> Client:
    """Amber's browser, in German."""
    client: Client = client_of(people[0])
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    return client


def read(page: str) -> str:
    """Return a page without addresses, which keep the stored name."""
    return re.sub(f"/{STORED}/".replace(" ", "(%20| )"), "", page)


def check_worded(reader: Client, path: str) -> None:
    page = read(reader.get(path).content.decode())
    assert f"<bdi>{GERMAN}</bdi>" in re.sub("</?b>", "", page), path
    assert f">{STORED}<" not in page, path


def test_pages_about_members_word_their_names(member, people, german) -> None:
    Follow.objects.create(follower=people[0], followed=member, created_at=NOON)
    record_members_present([str(member.pk)], timezone.now())
    paths = (member.get_absolute_url(), "/following/", "/following/online/", f"/search/?q={STORED}")
    for path in paths:
        check_worded(german, path)


def test_the_leaderboard_words_names(member, german) -> None:
    ladder = Ladder.objects.create(variant="scrabble", language="en", speed="untimed", games=99)
    Rating.objects.create(ladder=ladder, player=member, mu=1, sigma=2, games=50)
    check_worded(german, LADDER)


def test_a_private_profile_words_the_name(member, german) -> None:
    save_privacy(member, profile=Visibility.FOLLOWED, online=Visibility.ALL)
    page = read(german.get(member.get_absolute_url()).content.decode())
    assert page.count(GERMAN) == 3
    assert STORED not in page


@pytest.mark.parametrize("typed", [STORED, GERMAN, "gast 482917"])
def test_members_are_found_by_the_name_that_a_reader_sees(member, client_of, typed) -> None:
    assert find_member(typed) == member
    assert member.get_absolute_url() in client_of(None).get(f"/search/?q={typed}").content.decode()


def test_a_member_with_a_name_stored_by_an_earlier_release_is_found(people) -> None:
    legacy, other = make_member(GERMAN), make_member(STORED)
    assert find_member(GERMAN) == legacy
    assert find_member(STORED) == other


def test_past_games_are_found_by_the_name_that_a_reader_sees(member, people, open_rated) -> None:
    resign(open_rated(), member)
    rebuild_game_statistics()
    for typed, count in {STORED: 1, GERMAN: 1, "Gast 482918": 0}.items():
        found = find_past_games_of(people[0], PastGamesQuery(name=typed), "")
        assert len(found.lines) == count, typed
