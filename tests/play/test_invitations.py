"""Qwibble's start: seat 1 moves alone, the invited accept by sitting down or decline."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.refusals import Conflict, Forbidden, Missing
from games.play import store
from games.play.models import Game, Invitation, Room
from games.play.perspective import look
from games.play.services import invitations, referee, rooms, seats, turns
from games.play.services.rooms import RoomWishes
from games.players.models import Notice, Player
from games.rules.game import Phase
from games.rules.moves import Pass
from games.rules.variants import get_variant
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def qwibble(lexicon, people) -> Room:
    """A Qwibble room off the lobby, in which Amber alone sits; the game has begun."""
    variant = get_variant("qwibble")
    wishes = RoomWishes("qwibble", "qwibble-en", lexicon, 2, variant.options(), public=False)
    return rooms.open_room(people[0], wishes, NOON)


def pass_turn(room: Room, player: Player, now=NOON) -> None:
    turn = table_of(room).turn_number
    turns.act(room.code, player.pk, Pass(), turn=turn, key="", now=now)


def test_seat_one_moves_before_anyone_has_come(qwibble: Room, people) -> None:
    assert look(qwibble.code, people[0]).my_turn
    pass_turn(qwibble, people[0])
    view = look(qwibble.code, None)
    assert (view.to_move, view.phase) == (1, "playing")
    assert view.say.endswith("Waiting for an opponent to sit down.")


def test_the_invited_is_told_after_the_first_turn(qwibble: Room, people) -> None:
    invitations.invite(qwibble.code, people[0], "cobalt", NOON)
    assert not Notice.objects.exists()
    pass_turn(qwibble, people[0])
    notice = Notice.objects.get()
    assert (notice.player, notice.kind) == (people[1], "invitation")


def test_accepting_is_sitting_down(qwibble: Room, people) -> None:
    invitations.invite(qwibble.code, people[0], "Cobalt", NOON)
    pass_turn(qwibble, people[0])
    view = look(qwibble.code, people[1])
    assert {"sit", "decline"} <= view.can
    seats.sit(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[1])
    assert outcome_of(qwibble).reason == "passes"


def test_declining_annuls_and_tells_seat_one(qwibble: Room, people) -> None:
    invitations.invite(qwibble.code, people[0], "Cobalt", NOON)
    pass_turn(qwibble, people[0])
    invitations.decline(qwibble.code, people[1], NOON)
    outcome = outcome_of(qwibble)
    assert (outcome.reason, outcome.winner) == ("annulled", None)
    assert people[0].notices.get(kind="declined").text.startswith("Cobalt has declined")


def test_whoever_has_the_link_may_decline(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    assert "decline" in look(qwibble.code, people[2]).can
    invitations.decline(qwibble.code, people[2], NOON)
    assert table_of(qwibble).status == Game.Status.OVER


def test_strangers_cannot_decline_a_named_invitation(qwibble: Room, people) -> None:
    invitations.invite(qwibble.code, people[0], "Cobalt", NOON)
    pass_turn(qwibble, people[0])
    with pytest.raises(Forbidden):
        invitations.decline(qwibble.code, people[2], NOON)


def test_nobody_declines_an_open_room_of_the_lobby(qwibble: Room, people) -> None:
    Room.objects.update(public=True)
    pass_turn(qwibble, people[0])
    assert "decline" not in look(qwibble.code, people[2]).can
    with pytest.raises(Forbidden):
        invitations.decline(qwibble.code, people[2], NOON)


def test_who_sits_can_no_longer_decline(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    seats.sit(qwibble.code, people[1], 1, NOON)
    with pytest.raises(Forbidden):
        invitations.decline(qwibble.code, people[1], NOON)


def test_a_host_cannot_decline_the_own_game(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    assert "decline" not in look(qwibble.code, people[0]).can
    with pytest.raises(Forbidden):
        invitations.decline(qwibble.code, people[0], NOON)
    assert table_of(qwibble).running


def test_the_invited_who_sat_down_early_are_shown_their_own_seat(lexicon, people) -> None:
    wishes = RoomWishes("scrabble", "en", lexicon, 3, get_variant("scrabble").options())
    room = rooms.open_room(people[0], wishes, NOON)
    for name in ("Cobalt", "Jade"):
        invitations.invite(room.code, people[0], name, NOON)
    seats.sit(room.code, people[1], 1, NOON)
    game = table_of(room)
    assert not game.invitations.filter(player=people[1]).exists()
    Invitation.objects.create(game=game, player=people[1], created_at=timezone.now())
    assert look(room.code, people[1]).seat == 1, "even if an invitation was left"


def test_an_invitation_needs_a_known_player_and_a_free_seat(qwibble: Room, people) -> None:
    with pytest.raises(Missing):
        invitations.invite(qwibble.code, people[0], "Nobody", NOON)
    seats.sit(qwibble.code, people[1], 1, NOON)
    with pytest.raises(Conflict):
        invitations.invite(qwibble.code, people[0], "Jade", NOON)


def attend_everything(now) -> None:
    for code, game_id in referee.due_games(now):
        referee.attend(code, game_id, now)


def test_reminders_then_a_forfeit_after_seven_days(qwibble: Room, people) -> None:
    seats.sit(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[0])
    counts = {}
    for hours in range(7 * 24 + 1):
        attend_everything(NOON + hours * HOUR)
        counts[hours] = people[1].notices.filter(kind="reminder").count()
    assert [counts[h] for h in (95, 96, 143, 144, 164, 165, 167)] == [0, 1, 1, 2, 2, 3, 3]
    outcome = outcome_of(qwibble)
    assert (outcome.reason, outcome.winner) == ("forfeited", 0)


def test_a_turn_starts_the_week_anew(qwibble: Room, people) -> None:
    seats.sit(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[0])
    attend_everything(NOON + 5 * DAY)
    game = table_of(qwibble)
    assert game.reminders_sent == 1
    rooms_turn = NOON + 6 * DAY
    turns.act(qwibble.code, people[1].pk, _swap_one(game), turn=1, key="", now=rooms_turn)
    game.refresh_from_db()
    assert (game.reminders_sent, game.due_at) == (0, rooms_turn + 4 * DAY)


def _swap_one(game: Game):
    from games.rules.moves import Exchange

    return Exchange(store.load(game).seats[1].rack[:1])


def test_after_a_long_outage_one_reminder_is_enough(qwibble: Room, people) -> None:
    seats.sit(qwibble.code, people[1], 1, NOON)
    pass_turn(qwibble, people[0])
    attend_everything(NOON + 6 * DAY + 22 * HOUR)
    assert people[1].notices.filter(kind="reminder").count() == 1
    assert store.load(table_of(qwibble)).phase is Phase.PLAYING


def test_an_unanswered_invitation_lapses(qwibble: Room, people) -> None:
    pass_turn(qwibble, people[0])
    attend_everything(NOON + 7 * DAY)
    assert outcome_of(qwibble).reason == "annulled"
