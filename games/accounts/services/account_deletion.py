"""Deletion of a player, with or without an account. The games they played remain."""

from contextlib import suppress
from copy import copy
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Replace

from games.accounts.services.sessions import end_sessions
from games.common.generated_names import FORMER_PLAYER
from games.common.names import isolate_name
from games.play.models import Game, Room, SeatMember
from games.play.services import seats, turns
from games.play.services.dealing import deal_game
from games.play.services.locking import bump_stamp, get_current_game
from games.play.services.naming import (
    NAME_ATTEMPTS,
    list_open_rooms,
    list_rooms_of,
    lock_rooms,
    transfer_hosting,
)
from games.players.models import Notification, Player
from games.players.services.deleted_accounts import record_deleted_account
from games.players.signals import player_left
from games.rules.equipment.errors import RuleError
from games.rules.plays.acts import Resign
from scrabble_site.shared.refusals import Conflict


def delete_account(player: Player, now: datetime) -> list[str]:
    """Remove a player's name, address and account. Return the codes of the rooms that changed.

    No one is left waiting: running games are resigned and seats in games that have not started are
    given up. At a table of an event the player counts as absent. Calling it twice does no more than
    calling it once. Raises ``Conflict`` if the player's rooms keep changing while they are being
    locked.
    """
    for _try in range(NAME_ATTEMPTS):
        with transaction.atomic():
            room_ids, named = list_open_rooms(player), set(list_rooms_of(player))
            locked = lock_rooms(Q(pk__in=room_ids | named))
            player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            if (list_open_rooms(player) | set(list_rooms_of(player))) - {
                room.pk for room in locked
            }:
                continue  # sat down elsewhere, or was invited, meanwhile
            rooms = [room for room in locked if room.pk in room_ids or room.host_id == player.pk]
            if player.left_at is None:
                for room in rooms:
                    if room.pk in room_ids:
                        _leave_room(room, player, now)
                _erase_account_data(player, now)
        return [room.code for room in rooms]
    raise Conflict("nickname.moving")


def delete_user(user: User, now: datetime) -> list[str]:
    """Delete an account, and all of its player's data if it has a player.

    Returns the codes of the rooms that changed. Raises as :func:`delete_account` does.
    """
    player = Player.objects.filter(user=user).first()
    if player is not None:
        return delete_account(player, now)
    user.delete()
    return []


def _leave_room(room: Room, player: Player, now: datetime) -> None:
    """Take the player out of a room's current game, passing the room on to another player if they
    host it."""
    game = get_current_game(room)
    if game.status == Game.Status.WAITING and room.prepared:
        # The seat stays theirs, and whoever opened the room judges that they have not come.
        game.holders.filter(player=player).update(seen_at=None)
        bump_stamp(room)
        return
    if game.status == Game.Status.WAITING:
        seats.leave_seat(room.code, player, now)
        return
    # Only a running game can be resigned, so a game in its countdown is dealt first.
    if game.status == Game.Status.STARTING:
        deal_game(room, game, now)
    others = game.holders.exclude(player=player).order_by("id")
    heir = others.select_related("player").first()
    if room.host_id == player.pk and heir is not None:
        transfer_hosting(room, heir.player)
    if others.filter(seat__holders__player=player).exists():
        SeatMember.objects.filter(game=game, player=player).delete()  # the team plays on
        bump_stamp(room)
    elif game.running and room.device_owner_id == player.pk:
        _end_game_on_device(room, game, player, now)
    elif game.running:
        with suppress(RuleError):  # has resigned before
            turns.apply_player_act(
                room.code, player.pk, Resign(), turn=game.turn_number, key="", now=now
            )


def _end_game_on_device(room: Room, game: Game, owner: Player, now: datetime) -> None:
    """Resign a game on one device for its owner and all others but one: none could play on."""
    holders = sorted(game.holders.select_related("seat"), key=lambda one: one.player_id != owner.pk)
    turn = game.turn_number
    for holder in holders[:-1]:
        with suppress(RuleError):  # has resigned before
            snapshot = turns.apply_seat_act(
                room.code, holder.seat.number, Resign(), game_id=game.pk, turn=turn, now=now
            )
            turn = snapshot.game.turn_number
            if not snapshot.game.running:
                return


def _erase_account_data(player: Player, now: datetime) -> None:
    # Sent first, because receivers may need the name and the account.
    player_left.send(sender=Player, player=player)
    rooms, called, member = list_rooms_of(player), isolate_name(player.nickname), copy(player)
    player.nickname = FORMER_PLAYER
    player.email = player.email_asked = player.language = player.time_zone = ""
    player.days_off = []
    player.left_at = now
    user, player.user = player.user, None
    if user is not None:
        emails = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
        record_deleted_account(member, {user.email, *emails} - {""}, now)
    player.save()
    for theirs in (player.notices, player.outgoing_mail, player.invitations, player.reserved_names):
        theirs.all().delete()
    Notification.objects.filter(room__in=rooms, text__startswith=f"{called} ").update(
        text=Replace("text", Value(called), Value(isolate_name(player.nickname)))
    )
    Room.objects.filter(pk__in=rooms).update(stamp=F("stamp") + 1)
    end_sessions(player)
    if user is not None:
        user.delete()
