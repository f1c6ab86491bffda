"""Opening a room from the lobby: a name, the room and whom to invite, or nothing at all."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.common.refusals import Missing
from games.play.models import Room, Seat
from games.play.services import invitations, rooms, seats
from games.play.services.naming import introduce
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.rules.errors import UnlawfulError
from games.rules.variants import get_variant
from lexicon.models import Lexicon

SAME_CLICK = timedelta(minutes=5)
"""How long a form that comes again is taken for the same one."""


def make_room(
    visitor: UUID, nickname: str, wishes: RoomWishes, opponent: str, key: str, now: datetime
) -> Room:
    """Open a room and invite the opponent, if one is named.

    The same form (by its ``key``), sent twice, makes one room. Raises what naming, opening and
    inviting raise; nothing is made then.
    """
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, wishes, key, now)
        if is_new and opponent:
            invitations.invite(room.code, host, opponent, now)
    return room


def play_computer(
    visitor: UUID, nickname: str, wishes: RoomWishes, level: int, key: str, now: datetime
) -> Room:
    """Open a room with computer players on the other seats, and start."""
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, wishes, key, now)
        if is_new:
            for number in range(1, wishes.seats):
                seats.seat_computer(room.code, host, number, level, now)
            rooms.start_unless_running(room.code, host, now)
    return room


def invite_member(
    visitor: UUID, opponent: UUID, usual: RoomWishes, key: str, now: datetime
) -> Room:
    """Invite one other member to a room like the last one made to play with people, or like
    ``usual``. Raises ``Missing`` for whoever has no account, and what inviting raises."""
    other = Player.objects.filter(pk=opponent, user__isnull=False).first()
    if other is None:
        raise Missing("follow.unknown")
    wishes = _last_wishes(visitor) or usual
    return make_room(visitor, "", wishes, other.nickname, key, now)


def _last_wishes(host: UUID) -> RoomWishes | None:
    """What the host last chose for a room that still can be had; its name was for that room."""
    with_computers = Seat.objects.filter(game__room=OuterRef("pk"), computer_level__isnull=False)
    rooms_before = Room.objects.filter(host=host).exclude(Exists(with_computers))
    last = rooms_before.select_related("lexicon").order_by("-created_at").first()
    if last is None or not Lexicon.objects.offered().filter(pk=last.lexicon_id).exists():
        return None
    variant = get_variant(last.variant)
    options = variant.options(**last.options)
    try:
        variant.check_options(options, 2)
    except UnlawfulError:
        return None
    return RoomWishes(
        variant=last.variant,
        edition=last.edition,
        lexicon=last.lexicon,
        seats=2,
        options=options,
        public=last.public,
        rated=last.rated,
        may_err=last.may_err,
        unhurried=last.unhurried,
    )


def _lock_host(visitor: UUID, nickname: str) -> Player:
    player = introduce(visitor, nickname)
    return Player.objects.select_for_update().get(pk=player.pk)


def _open_once(host: Player, wishes: RoomWishes, key: str, now: datetime) -> tuple[Room, bool]:
    """The room of this form, and whether it is made now."""
    made = _made_before(host, key, now)
    if made is not None:
        return made, False
    rooms.make_way(host)
    return rooms.open_room(host, wishes, now, key=key), True


def _made_before(host: Player, key: str, now: datetime) -> Room | None:
    if not key:
        return None
    made = Room.objects.filter(host=host, key=key, created_at__gt=now - SAME_CLICK)
    return made.first()
