"""A guest becomes a member, or one with the member they are elsewhere.

Nothing of a guest is lost: the row itself gets the account, or all that points to it is handed
over to the member's in one transaction. Who a browser is by then: :mod:`games.accounts.entering`.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q

from games.accounts.services.sessions import end_sessions
from games.common.refusals import Conflict, Unsuitable
from games.play.models import Holder, Room
from games.play.services import daysoff
from games.play.services.naming import (
    TRIES,
    guest_name,
    lock_rooms,
    open_rooms,
    rename,
    rooms_of,
    save_name,
    title_after,
)
from games.players.models import MemberLook, Player
from games.players.signals import player_merged


class Joined(NamedTuple):
    """The member, and the guest who keeps a seat since the member has another in that game."""

    player: Player
    apart: Player | None = None


def enrol(user: User, guest: Player | None, name: str) -> Player:
    """The player of a new account: the guest who asked for it, or somebody new.

    A name that somebody else took meanwhile is left to them; the guest keeps the old one, or gets
    a number where that is a member's, too. Sessions of the guest elsewhere end.
    """
    with transaction.atomic():
        player = guest or Player.objects.create(nickname=guest_name())
        lock_rooms(Q(pk__in=open_rooms(player)))  # rooms before people, as everywhere
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.user_id is not None or player.left_at is not None:
            player = Player.objects.create(nickname=guest_name())
        player.user = user
        for wanted in (name, player.nickname, guest_name()):
            if wanted and _call(player, wanted):
                break
        player.refresh_from_db()
        end_sessions(player)
    return player


def join(user: User, guest: Player | None, now: datetime) -> Joined:
    """The player of an account at log-in; a guest's seats, games and news come along."""
    member = Player.objects.filter(user=user).first()
    if member is None:
        try:
            return Joined(enrol(user, guest, ""))
        except IntegrityError:  # two log-ins at once
            member = Player.objects.get(user=user)
    if guest is None or guest.user_id is not None:
        return Joined(member)
    return merge(guest, member, now)


def merge(guest: Player, member: Player, now: datetime) -> Joined:
    """Hand everything of a guest over to a member.

    Where both sit in one game the seat stays the guest's; while such a game goes on the guest
    stays, too, and nothing else is theirs any more.
    """
    for _try in range(TRIES):
        with transaction.atomic():
            seen = open_rooms(guest, member)
            hosted = Q(host=guest)
            lock_rooms(Q(pk__in=seen) | hosted)
            rows = Player.objects.select_for_update().filter(pk__in=[guest.pk, member.pk])
            locked = {player.pk: player for player in rows.order_by("pk")}
            guest, member = locked[guest.pk], locked[member.pk]
            if guest.left_at is not None or guest.user_id is not None:
                return Joined(member)
            if open_rooms(guest, member) - seen:
                continue  # sat down elsewhere meanwhile
            rooms = rooms_of(guest)
            player_merged.send(sender=Player, guest=guest, member=member)
            daysoff.hand_over(guest, member)
            _hand_over(guest, member)
            guest.invitations.all().delete()  # to where the member is invited, too
            Room.objects.filter(host=member, named=False).update(title=title_after(member))
            Room.objects.filter(pk__in=rooms).update(stamp=F("stamp") + 1)
            apart = Holder.objects.filter(player=guest, over=False).exists()
            if not apart:
                guest.left_at = now
                guest.save(update_fields=["left_at"])
            end_sessions(guest)
        return Joined(member, guest if apart else None)
    raise Conflict("nickname.moving")


def _call(player: Player, name: str) -> bool:
    """Name a new member, unless somebody is called so already."""
    called = player.nickname
    try:
        with transaction.atomic():
            if name != called:
                rename(player, name)
            player.nickname = name
            save_name(player)
    except Unsuitable:
        player.nickname = called
        return False
    return True


def _hand_over(guest: Player, member: Player) -> None:
    """Whatever row points to the guest points to the member, unless the member has such a one."""
    for model, name in _pointers():
        rows = model._base_manager.filter(**{name: guest})
        if not _move(rows, name, member):
            for pk in list(rows.values_list("pk", flat=True)):
                _move(rows.filter(pk=pk), name, member)


def _move(rows: Any, name: str, member: Player) -> bool:
    try:
        with transaction.atomic():
            rows.update(**{name: member})
    except IntegrityError:
        return False
    return True


def _pointers() -> list[tuple[type[models.Model], str]]:
    """Every column of every table that names a player."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Player._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel) and relation.related_model is not MemberLook
    ]
