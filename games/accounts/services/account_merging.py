"""Turning a guest into a member, or merging a guest into the member who logs in.

Nothing of a guest is lost: either the guest's own row gets the account, or every row that refers to
the guest is transferred to the member in one transaction. The session is then updated by
:mod:`games.accounts.services.login_hooks`.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q

from games.accounts.services.sessions import end_sessions
from games.play.models import Room, SeatMember
from games.play.services import days_off_booking
from games.play.services.naming import (
    NAME_ATTEMPTS,
    generate_guest_name,
    list_open_rooms,
    list_rooms_of,
    lock_rooms,
    rename_player,
    save_name,
)
from games.play.services.seats import leave_unstarted_games
from games.players.models import Player, ReservedName
from games.players.services.sanctions import copy_sanctions
from games.players.signals import player_merged
from scrabble_site.shared.refusals import Conflict, InvalidRequest


class MergeResult(NamedTuple):
    """The member, and the guest if it keeps a seat because the member holds another in the same
    game."""

    player: Player
    seated_guest: Player | None = None


def create_member(user: User, guest: Player | None, name: str) -> Player:
    """Return the player of a new account: the guest who signed up, or a new player.

    If another player has taken the name in the meantime, the guest keeps the old name, or gets a
    generated one if a member has that as well. All other sessions of the guest end. Raises
    ``Conflict`` if the player's rooms keep changing while they are being locked.
    """
    for _try in range(NAME_ATTEMPTS):
        with transaction.atomic():
            player = guest or Player.objects.create(nickname=generate_guest_name())
            room_ids = _list_rooms_showing_name(player)
            lock_rooms(Q(pk__in=room_ids))  # rooms before people, as everywhere
            player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            if _list_rooms_showing_name(player) - room_ids:
                continue  # sat down elsewhere meanwhile
            if player.user_id is not None or player.left_at is not None:
                player = Player.objects.create(nickname=generate_guest_name())
            player.user = user
            for wanted in (name, player.nickname, generate_guest_name()):
                if wanted and _try_name(player, wanted):
                    break
            player.refresh_from_db()
            end_sessions(player)
        return player
    raise Conflict("nickname.moving")


def get_or_merge_member(user: User, guest: Player | None, now: datetime) -> MergeResult:
    """Return the player of an account at log-in, after merging the guest's seats, games and
    notices."""
    member = Player.objects.filter(user=user).first()
    if member is None:
        try:
            return MergeResult(create_member(user, guest, ""))
        except IntegrityError:  # two log-ins at once
            member = Player.objects.get(user=user)
    if guest is None or guest.user_id is not None:
        return MergeResult(member)
    return merge_guest(guest, member, now)


def merge_guest(guest: Player, member: Player, now: datetime) -> MergeResult:
    """Transfer everything a guest has to a member.

    In a game where both hold a seat, the guest keeps theirs. While such a game is running the guest
    remains too, but owns nothing else. Raises ``Conflict`` if their rooms keep changing while they
    are being locked.
    """
    for _try in range(NAME_ATTEMPTS):
        with transaction.atomic():
            room_ids = _list_rooms_to_lock(guest, member)
            lock_rooms(Q(pk__in=room_ids))
            # Both rows are locked in one query, ordered by key, so that two merges cannot deadlock.
            rows = Player.objects.select_for_update(no_key=True).filter(
                pk__in=[guest.pk, member.pk]
            )
            locked = {player.pk: player for player in rows.order_by("pk")}
            guest, member = locked[guest.pk], locked[member.pk]
            if guest.left_at is not None or guest.user_id is not None:
                return MergeResult(member)
            if _list_rooms_to_lock(guest, member) - room_ids:
                continue  # sat down elsewhere meanwhile
            _share_sanctions(guest, member, now)
            rooms = list_rooms_of(guest)
            player_merged.send(sender=Player, guest=guest, member=member)
            days_off_booking.move_days_off(guest, member)
            if guest.language and not member.language:
                member.language = guest.language
                member.save(update_fields=["language"])
            if guest.time_zone and not member.time_zone:
                member.time_zone = guest.time_zone
                member.save(update_fields=["time_zone"])
            _transfer_rows(guest, member)
            guest.invitations.all().delete()  # left over: the member has the same invitation
            Room.objects.filter(pk__in=rooms).update(stamp=F("stamp") + 1)
            seated_guest = SeatMember.objects.filter(player=guest, game_over=False).exists()
            if not seated_guest:
                guest.left_at = now
                guest.language = guest.time_zone = ""  # no deletion of the account finds this row
                guest.save(update_fields=["left_at", "language", "time_zone"])
            end_sessions(guest)
        return MergeResult(member, guest if seated_guest else None)
    raise Conflict("nickname.moving")


def _list_rooms_showing_name(player: Player) -> set[int]:
    """Return the keys of the rooms in which a new name would appear."""
    hosted = Room.objects.filter(host=player).values_list("pk", flat=True)
    return list_open_rooms(player) | set(hosted)


def _list_rooms_to_lock(guest: Player, member: Player) -> set[int]:
    """Return the keys of the rooms that a merge writes to."""
    return (
        _list_rooms_showing_name(guest)
        | _list_rooms_showing_name(member)
        | set(list_rooms_of(guest))
    )


def create_restricted_guest(player: Player, now: datetime) -> Player | None:
    """Return the guest who continues in this browser when a sanctioned player logs out.

    The guest is muted or suspended for as long as the player is. Return ``None`` if the player has
    no sanction in force.
    """
    if max(player.muted_until or now, player.suspended_until or now) <= now:
        return None
    with transaction.atomic():
        guest = Player.objects.create(nickname=generate_guest_name())
        copy_sanctions(player, guest, now)
    return guest


def _share_sanctions(guest: Player, member: Player, now: datetime) -> None:
    """Apply each player's sanctions to the other, since they are one person. A suspension also
    takes the guest out of games that have not started."""
    copy_sanctions(guest, member, now)
    copy_sanctions(member, guest, now)
    if member.suspended_until is not None and member.suspended_until > now:
        leave_unstarted_games(guest, now)


def _try_name(player: Player, name: str) -> bool:
    """Give a new member this name. Return False if it is taken."""
    called = player.nickname
    try:
        with transaction.atomic():
            if name != called:
                rename_player(player, name)
            player.nickname = name
            save_name(player)
    except InvalidRequest:
        player.nickname = called
        return False
    return True


def _transfer_rows(guest: Player, member: Player) -> None:
    """Point every row that refers to the guest at the member instead, except where that would break
    a uniqueness constraint."""
    for model, name in _list_player_foreign_keys():
        rows = model._base_manager.filter(**{name: guest})
        # One update is enough in nearly every case. Only when it breaks a constraint are the rows
        # tried one by one, to find those that can move.
        if not _try_transfer(rows, name, member):
            for pk in list(rows.values_list("pk", flat=True)):
                _try_transfer(rows.filter(pk=pk), name, member)


def _try_transfer(rows: Any, name: str, member: Player) -> bool:
    try:
        with transaction.atomic():
            rows.update(**{name: member})
    except IntegrityError:
        return False
    return True


def _list_player_foreign_keys() -> list[tuple[type[models.Model], str]]:
    """Return every foreign key to a player, as pairs of model and field name."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Player._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel) and relation.related_model is not ReservedName
    ]
