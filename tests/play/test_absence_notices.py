"""A player who was away learns what the others decided: on the page, in the bell and by e-mail."""

from datetime import timedelta
from html import escape

import pytest

from games.lobby.live import PlayerState
from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_text
from games.play.models import Room
from games.play.services import absence
from games.play.services.turns import apply_seat_act
from games.players.models import Player
from games.rules.plays.acts import Pass
from tests.play.conftest import table_of
from tests.play.test_absence import at as at
from tests.play.test_absence import deserted as deserted
from tests.play.test_absence import long_gone as long_gone
from tests.play.test_absence import stay as stay

pytestmark = pytest.mark.django_db

MAILED_AFTER = timedelta(minutes=10)


@pytest.fixture
def check_notified(people, client_of):
    """``check_notified(room, seat, now, text, on_page)``: the player reads it in three places."""

    def check(room: Room, seat: int, now, text: str, on_page: str) -> None:
        player = people[seat]
        bell = PlayerState(1, str(player.pk)).render("")
        assert escape(text, quote=True) in bell
        (letter,) = OutgoingMail.objects.filter(player=player)
        assert letter.due_at == now + MAILED_AFTER
        assert text in get_mail_text(letter, now)
        page = client_of(player).get(f"/r/{room.code}/").content.decode()
        assert on_page in page
        assert "You're watching" not in page

    return check


@pytest.fixture(autouse=True)
def _addresses(people) -> None:
    for player in people:
        Player.objects.filter(pk=player.pk).update(email=f"{player.nickname}@tiles.example")


def test_an_absent_player_is_notified_that_a_computer_plays_for_them(
    deserted, people, check_notified
) -> None:
    room, mover, (other,), now = deserted(seats=2)
    absence.cast_vote(room.code, people[other], mover, "computer", now)
    game = table_of(room)
    apply_seat_act(room.code, mover, Pass(), game_id=game.pk, turn=0, now=now, by_computer=True)
    sentence = (
        "You were away from Amber's table for more than 10 minutes, so the other players "
        "let a computer play for you. You get your seat back when you return."
    )
    check_notified(room, mover, now, sentence, "It took 1 turn. You have your seat back.")


def test_an_absent_player_is_notified_that_the_game_continues_without_them(
    long_gone, people, check_notified
) -> None:
    room, mover, others, now = long_gone(seats=3)
    for other in others:
        absence.cast_vote(room.code, people[other], mover, "without", now)
    sentence = (
        "You were away from Amber's table for more than an hour, so the other players "
        "continued without you."
    )
    check_notified(
        room, mover, now, sentence, "You were away for more than an hour, so the other players"
    )


def test_an_absent_player_is_notified_that_the_game_ended(
    long_gone, people, check_notified
) -> None:
    room, mover, (other,), now = long_gone(seats=2)
    absence.cast_vote(room.code, people[other], mover, "without", now)
    sentence = "stayed away too long and dropped out"
    check_notified(
        room, mover, now, sentence, "You were away for more than an hour, so the other players"
    )
