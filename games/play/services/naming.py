"""Names of people: given at the first need, changed later, unlike around one table.

What may be written as a name, and what looks like what: :mod:`games.players.names`.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Unsuitable
from games.play.models import Game, Holder, Room, Seat
from games.play.services.locking import current_game, touch
from games.players.models import MemberLook, Player
from games.players.names import clean_bot_name, clean_nickname, isolate, looks_of

TRIES = 3


def introduce(visitor: UUID, nickname: str = "", *, code: str = "") -> Player:
    """The player behind a visitor's id, made at the first need; a given name renames them.

    Somebody new without a name becomes a guest with a number. ``code`` is a room about to be
    locked besides: rooms are locked in one order everywhere. Raises ``Unsuitable``, and
    ``Conflict`` for whoever became a member elsewhere this very moment.
    """
    name = clean_nickname(nickname)
    player = Player.objects.filter(pk=visitor).first()
    if player is None:
        require_free(name)
        named = {"nickname": name or guest_name()}
        player, made = Player.objects.get_or_create(pk=visitor, defaults=named)
        if made:
            return player
    require_present(player)
    if name and name != player.nickname:
        return rename(player, name, code=code)
    return player


@contextmanager
def introduced(visitor: UUID) -> Iterator[Player]:
    """The same for one deed: whoever is refused it has not become a guest by trying."""
    with transaction.atomic():
        yield introduce(visitor)


def rename(player: Player, name: str, *, code: str = "") -> Player:
    """Change a name, wherever the player sits; titles that follow a host's name change as well.

    Raises ``Unsuitable`` when somebody around one of the tables, or a member, is called alike.
    """
    name = clean_bot_name(name) if player.operator_id else name
    require_free(name, player)
    for _try in range(TRIES):
        with transaction.atomic():
            rooms = lock_rooms(Q(pk__in=open_rooms(player)) | Q(code=code))
            player = Player.objects.select_for_update().get(pk=player.pk)
            if open_rooms(player) - {room.pk for room in rooms}:
                continue  # sat down elsewhere meanwhile
            for room in rooms:
                require_unlike(current_game(room), player, name)
            player.nickname = name
            save_name(player)
            Room.objects.filter(host=player, named=False).update(title=title_after(player))
            for room in rooms:
                room.refresh_from_db(fields=["title"])
                touch(room)
        return player
    raise Conflict("nickname.moving")


def require_unlike(game: Game, player: Player, name: str) -> None:
    """Raise ``Unsuitable`` when somebody else at this table could be taken for ``name``."""
    others = Holder.objects.filter(game=game).exclude(player=player)
    _require_unlike_any(name, others, game.seats.all())


def require_team_unlike(seat: Seat, name: str) -> None:
    """The same for the name of a team: it may be like that of a member."""
    others = Holder.objects.filter(game=seat.game).exclude(seat=seat)
    _require_unlike_any(name, others, seat.game.seats.exclude(pk=seat.pk))


def pass_on(room: Room, heir: Player) -> None:
    """Make somebody the host. A title that nobody has chosen follows the host's name."""
    room.host = heir
    if not room.named:
        room.title = title_after(heir)
    room.save(update_fields=["host", "title"])


def title_after(host: Player) -> str:
    return _("%(name)s's table") % {"name": isolate(host.nickname)}


def _require_unlike_any(name: str, people: QuerySet[Holder], teams: QuerySet[Seat]) -> None:
    names = [*people.values_list("player__nickname", flat=True)]
    names += teams.exclude(team="").values_list("team", flat=True)
    looks = looks_of(name)
    if any(looks & looks_of(other) for other in names):
        raise Unsuitable("nickname.at_table", name=name)


def require_free(name: str, player: Player | None = None) -> None:
    """Raise ``Unsuitable`` for the name of a member, or one that looks like it."""
    taken = MemberLook.objects.filter(look__in=looks_of(name))
    if player is not None:
        taken = taken.exclude(player=player)
    if name and taken.exists():
        raise Unsuitable("nickname.member", name=name)


def require_present(player: Player) -> None:
    """Raise ``Conflict`` for a player who has left, or has become one with a member."""
    if player.left_at is not None:
        raise Conflict("player.gone")


def save_name(player: Player) -> None:
    """Write a name, and whose it is. Raises ``Unsuitable`` when a member has one like it, even
    somebody who has become a member this very moment."""
    try:
        with transaction.atomic():
            player.save(update_fields=["nickname", "user"])
    except IntegrityError as error:
        raise Unsuitable("nickname.member", name=player.nickname) from error


def lock_rooms(wanted: Q) -> list[Room]:
    """Lock several rooms, always in the same order."""
    return list(Room.objects.select_for_update().filter(wanted).order_by("pk"))


def open_rooms(*players: Player) -> set[int]:
    """The rooms (keys) of the open games somebody sits in."""
    sits = Holder.objects.filter(player__in=players, over=False)
    return set(sits.values_list("game__room", flat=True))


def rooms_of(player: Player) -> list[int]:
    """All rooms (keys) in which a player's name is to be seen."""
    known = Q(games__holders__player=player) | Q(games__invitations__player=player)
    found = Room.objects.filter(known | Q(host=player))
    return list(found.order_by("pk").values_list("pk", flat=True).distinct())


def guest_name() -> str:
    """For somebody who has not said."""
    return _("Guest %(number)s") % {"number": secrets.randbelow(900_000) + 100_000}
