"""Qwibble's start: the first seat moves alone,
and the invited player accepts by sitting down or declines."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.play import store
from games.play.models import Game, Invitation, Room
from games.play.perspective import build_room_view
from games.play.services import invitations, referee, rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Notification, Player
from games.players.services.notifications import describe_notification
from games.rules.flow.game import Phase
from games.rules.plays.acts import Pass
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def qwibble(lexicon, people) -> Room:
    """A Qwibble room that is not listed in the lobby.
    Only Amber has a seat, and the game has begun."""
    variant = get_variant("qwibble")
    room_settings = RoomSettings(
        "qwibble", "qwibble-en", lexicon, 2, variant.options(), public=False
    )
    return rooms.open_room(people[0], room_settings, NOON)


def pass_turn(room: Room, player: Player, now=NOON) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Pass(), turn=turn, key="", now=now)


def test_the_first_seat_moves_before_its_opponent_has_arrived(qwibble: Room, people) -> None:
    assert build_room_view(qwibble.code, people[0]).my_turn
    pass_turn(qwibble, people[0])
    view = build_room_view(qwibble.code, None)
    assert (view.to_move, view.phase) == (1, "playing")
    assert view.say.endswith("Waiting for an opponent to join.")


def test_the_invited_player_is_notified_after_the_first_turn(qwibble: Room, people) -> None:
    invitations.invite_player(qwibble.code, people[0], "cobalt", NOON)
    assert not Notification.objects.exists()
    pass_turn(qwibble, people[0])
    notice = Notification.objects.get()
    assert (notice.player, notice.kind) == (people[1], "invitation")


def test_accepting_takes_the_seat(qwibble: Room, people) -> None:
    invitations.invite_player(qwibble.code, people[0], "Cobalt", NOON)
    pass_turn(qwibble, people[0])
    view = build_room_view(qwibble.code, people[1])
    assert {"sit", "decline"} <= view.actions
    seats.take_seat(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[1])
    assert outcome_of(qwibble).reason == "passes"


def test_declining_annuls_the_game_and_notifies_seat_one(qwibble: Room, people) -> None:
    invitations.invite_player(qwibble.code, people[0], "Cobalt", NOON)
    pass_turn(qwibble, people[0])
    invitations.decline_invitation(qwibble.code, people[1], NOON)
    outcome = outcome_of(qwibble)
    assert (outcome.reason, outcome.winner) == ("annulled", None)
    assert describe_notification(people[0].notices.get(kind="declined"), NOON).startswith(
        "Cobalt declined"
    )


def test_anyone_with_the_link_can_decline(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    assert "decline" in build_room_view(qwibble.code, people[2]).actions
    invitations.decline_invitation(qwibble.code, people[2], NOON)
    assert table_of(qwibble).status == Game.Status.OVER


def test_strangers_cannot_decline_a_named_invitation(qwibble: Room, people) -> None:
    invitations.invite_player(qwibble.code, people[0], "Cobalt", NOON)
    pass_turn(qwibble, people[0])
    with pytest.raises(Forbidden):
        invitations.decline_invitation(qwibble.code, people[2], NOON)


def test_an_open_room_of_the_lobby_cannot_be_declined(qwibble: Room, people) -> None:
    Room.objects.update(public=True)
    pass_turn(qwibble, people[0])
    assert "decline" not in build_room_view(qwibble.code, people[2]).actions
    with pytest.raises(Forbidden):
        invitations.decline_invitation(qwibble.code, people[2], NOON)


def test_a_seated_player_can_no_longer_decline(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    seats.take_seat(qwibble.code, people[1], 1, NOON)
    with pytest.raises(Forbidden):
        invitations.decline_invitation(qwibble.code, people[1], NOON)


def test_a_host_cannot_decline_their_own_game(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    assert "decline" not in build_room_view(qwibble.code, people[0]).actions
    with pytest.raises(Forbidden):
        invitations.decline_invitation(qwibble.code, people[0], NOON)
    assert table_of(qwibble).running


def test_an_invited_player_who_sat_down_early_sees_their_own_seat(lexicon, people) -> None:
    room_settings = RoomSettings("scrabble", "en", lexicon, 3, get_variant("scrabble").options())
    room = rooms.open_room(people[0], room_settings, NOON)
    for name in ("Cobalt", "Jade"):
        invitations.invite_player(room.code, people[0], name, NOON)
    seats.take_seat(room.code, people[1], 1, NOON)
    game = table_of(room)
    assert not game.invitations.filter(player=people[1]).exists()
    Invitation.objects.create(game=game, player=people[1], created_at=timezone.now())
    assert build_room_view(room.code, people[1]).seat == 1, "even if an invitation was left"


def test_an_invitation_needs_a_known_player_and_a_free_seat(qwibble: Room, people) -> None:
    with pytest.raises(NotFound):
        invitations.invite_player(qwibble.code, people[0], "Nobody", NOON)
    seats.take_seat(qwibble.code, people[1], 1, NOON)
    with pytest.raises(Conflict):
        invitations.invite_player(qwibble.code, people[0], "Jade", NOON)


def attend_everything(now) -> None:
    for code, game_id in referee.find_due_games(now):
        referee.referee_game(code, game_id, now)


def test_reminders_are_followed_by_a_forfeit_after_seven_days(qwibble: Room, people) -> None:
    seats.take_seat(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[0])
    counts = {}
    for hours in range(7 * 24 + 1):
        attend_everything(NOON + hours * HOUR)
        counts[hours] = people[1].notices.filter(kind="reminder").count()
    # Reminders come after four and six days, and three hours before the end.
    assert [counts[h] for h in (95, 96, 143, 144, 164, 165, 167)] == [0, 1, 1, 2, 2, 3, 3]
    outcome = outcome_of(qwibble)
    assert (outcome.reason, outcome.winner) == ("forfeited", 0)


def test_a_turn_restarts_the_week(qwibble: Room, people) -> None:
    seats.take_seat(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[0])
    attend_everything(NOON + 5 * DAY)
    game = table_of(qwibble)
    assert game.reminders_sent == 1
    rooms_turn = NOON + 6 * DAY
    turns.apply_player_act(
        qwibble.code, people[1].pk, _swap_one(game), turn=1, key="", now=rooms_turn
    )
    game.refresh_from_db()
    assert (game.reminders_sent, game.due_at) == (0, rooms_turn + 4 * DAY)


def _swap_one(game: Game):
    from games.rules.plays.acts import Exchange

    return Exchange(store.load_state(game).seats[1].rack[:1])


def test_after_a_long_outage_one_reminder_is_enough(qwibble: Room, people) -> None:
    seats.take_seat(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[0])
    attend_everything(NOON + 6 * DAY + 22 * HOUR)
    assert people[1].notices.filter(kind="reminder").count() == 1
    assert store.load_state(table_of(qwibble)).phase is Phase.PLAYING


def test_an_unanswered_invitation_lapses(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    attend_everything(NOON + 7 * DAY)
    assert outcome_of(qwibble).reason == "annulled"
