"""The ladder of a league: joining, challenges and their answers, and leaving."""

from datetime import timedelta

import pytest

from games.leagues.models import LadderChallenge
from games.leagues.services.ladders import ANSWER_WITHIN, expire_challenges
from games.play.models import Room
from games.players.models import Block, Notification
from tests.events.event_driver import read_text
from tests.leagues.conftest import Found
from tests.leagues.league_driver import LeagueDriver

pytestmark = pytest.mark.django_db
Stage = LadderChallenge.Stage


@pytest.fixture
def ladder(found_league: Found) -> LeagueDriver:
    """A ladder of six: Player000 at the top, Player005 at the bottom."""
    league = found_league(players=0)
    league.join(*league.add_people(6))
    return league


def order(league: LeagueDriver) -> str:
    """Return the numbers of the players from the top down."""
    return "".join(name[-1] for name in league.ladder())


def test_players_join_at_the_bottom_once(ladder: LeagueDriver) -> None:
    assert order(ladder) == "012345"
    ladder.join(ladder.people[0])
    assert order(ladder) == "012345"


def test_buttons_reach_three_places_up(ladder: LeagueDriver) -> None:
    page = ladder.page(ladder.people[4], "ladder/")
    assert page.count("/ladder/challenge") == 3
    assert "/ladder/challenge" not in ladder.page(ladder.people[0], "ladder/")
    assert "/ladder/challenge" not in ladder.page(None, "ladder/")


@pytest.mark.parametrize(("challenger", "challenged"), [(4, 0), (1, 2), (3, 3)])
def test_no_one_else_can_be_challenged(
    ladder: LeagueDriver, challenger: int, challenged: int
) -> None:
    said = ladder.challenge(ladder.people[challenger], ladder.people[challenged])
    assert "up to three places above you" in said
    assert not ladder.league.challenges.exists()


def test_strangers_join_first(ladder: LeagueDriver) -> None:
    (stranger,) = ladder.add_people(1)
    assert "Join the ladder first." in ladder.challenge(stranger, ladder.people[5])


def test_a_challenge_sent_twice_is_one(ladder: LeagueDriver) -> None:
    for _ in range(2):
        assert ladder.challenge(ladder.people[4], ladder.people[1]) == ""
    assert ladder.league.challenges.count() == 1
    (notice,) = Notification.objects.filter(player=ladder.people[1], kind="ladder_challenge")
    assert notice.path == f"/leagues/{ladder.code}/ladder/"
    page = read_text(ladder.browser_of(ladder.people[1]).get("/").content.decode())
    assert "Player004 challenged you on the ladder of Slow League." in page


def test_each_has_one_challenge_at_a_time(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    assert "another challenge" in ladder.challenge(ladder.people[3], ladder.people[1])
    assert "another challenge" in ladder.challenge(ladder.people[4], ladder.people[2])
    assert "another challenge" in ladder.challenge(ladder.people[5], ladder.people[4])


def test_blocked_players_are_kept_apart(ladder: LeagueDriver) -> None:
    Block.objects.create(
        player=ladder.people[1], other=ladder.people[4], created_at=ladder.clock.now
    )
    assert ladder.challenge(ladder.people[4], ladder.people[1]) != ""
    assert not ladder.league.challenges.exists()


def test_accepting_twice_opens_one_room(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    for _ in range(2):
        assert ladder.answer(ladder.people[1], "accept") == ""
    assert Room.objects.filter(prepared=True).count() == 1
    game = ladder.last_challenge.game
    assert game is not None
    assert {member.player for member in game.holders.all()} == {ladder.people[1], ladder.people[4]}
    (notice,) = Notification.objects.filter(player=ladder.people[4], kind="ladder_game")
    assert notice.room == game.room
    assert "over or has been answered" in ladder.answer(ladder.people[1], "decline")


def test_the_winner_takes_the_place(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    ladder.answer(ladder.people[1], "accept")
    ladder.win_challenge(challenger=True)
    assert order(ladder) == "041235"
    assert (ladder.last_challenge.stage, ladder.last_challenge.won) == (Stage.OVER, True)


def test_a_lost_challenge_changes_nothing(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    ladder.answer(ladder.people[1], "accept")
    ladder.win_challenge(challenger=False)
    assert order(ladder) == "012345"
    assert (ladder.last_challenge.stage, ladder.last_challenge.won) == (Stage.OVER, False)
    assert ladder.challenge(ladder.people[4], ladder.people[1]) == ""


def test_only_the_two_answer(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    assert "for someone else" in ladder.answer(ladder.people[4], "accept")
    assert "for someone else" in ladder.answer(ladder.people[2], "decline")
    assert "for someone else" in ladder.answer(ladder.people[1], "cancel")
    assert ladder.last_challenge.stage == Stage.OPEN


def test_a_challenge_is_taken_back(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    for _ in range(2):
        assert ladder.answer(ladder.people[4], "cancel") == ""
    assert ladder.last_challenge.stage == Stage.CANCELLED
    assert "over or has been answered" in ladder.answer(ladder.people[1], "accept")
    assert order(ladder) == "012345"


def test_one_challenge_may_be_declined(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    for _ in range(2):
        assert ladder.answer(ladder.people[1], "decline") == ""
    assert order(ladder) == "012345"
    ladder.challenge(ladder.people[3], ladder.people[1])
    ladder.answer(ladder.people[1], "decline")
    assert order(ladder) == "031245", "the second one costs the place"
    notices = Notification.objects.filter(kind="ladder_declined")
    assert [notice.player for notice in notices.order_by("pk")] == [
        ladder.people[4],
        ladder.people[3],
    ]


def test_a_game_allows_another_decline(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[1])
    ladder.answer(ladder.people[1], "decline")
    ladder.challenge(ladder.people[3], ladder.people[1])
    ladder.answer(ladder.people[1], "accept")
    ladder.win_challenge(challenger=False)
    ladder.challenge(ladder.people[2], ladder.people[1])
    ladder.answer(ladder.people[1], "decline")
    assert order(ladder) == "012345"


def test_silence_counts_as_declining(ladder: LeagueDriver) -> None:
    for expected in ("012345", "041235"):
        ladder.challenge(ladder.people[4], ladder.people[1])
        ladder.clock.now += ANSWER_WITHIN - timedelta(seconds=1)
        assert expire_challenges(ladder.clock.now) == []
        ladder.clock.advance(seconds=1)
        assert expire_challenges(ladder.clock.now) == [ladder.code]
        assert expire_challenges(ladder.clock.now) == []
        assert ladder.last_challenge.stage == Stage.EXPIRED
        assert order(ladder) == expected


def test_places_close_up(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[2])
    for _ in range(2):
        assert ladder.send(ladder.people[2], "ladder/leave") == ""
    assert order(ladder) == "01345"
    assert ladder.last_challenge.stage == Stage.CANCELLED
    assert [row.place for row in ladder.league.ladder_places.all()] == [1, 2, 3, 4, 5]
    ladder.join(ladder.people[2])
    assert order(ladder) == "013452"


def test_a_game_goes_on_after_one_has_left(ladder: LeagueDriver) -> None:
    ladder.challenge(ladder.people[4], ladder.people[2])
    ladder.answer(ladder.people[2], "accept")
    ladder.send(ladder.people[2], "ladder/leave")
    ladder.win_challenge(challenger=True)
    assert order(ladder) == "01345"
    assert ladder.last_challenge.stage == Stage.OVER
