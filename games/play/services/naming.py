"""Names of people: given at the first need, changed later, unlike around one table.

What may be written as a name, and what looks like what: :mod:`games.players.names`.
"""

import secrets
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Unsuitable
from games.play.models import Game, Holder, Room
from games.play.services.locking import current_game, touch
from games.players.models import Player
from games.players.names import clean_nickname, looks_of

TRIES = 3


def introduce(visitor: UUID, nickname: str = "", *, code: str = "") -> Player:
    """The player behind a visitor's id, made at the first need; a given name renames them.

    Somebody new without a name becomes a guest with a number. ``code`` is a room about to be
    locked besides: rooms are locked in one order everywhere. Raises ``Unsuitable``.
    """
    name = clean_nickname(nickname)
    player = Player.objects.filter(pk=visitor).first()
    if player is None:
        _require_free(name)
        named = {"nickname": name or _guest_name()}
        player, made = Player.objects.get_or_create(pk=visitor, defaults=named)
        if made:
            return player
    if name and name != player.nickname:
        return rename(player, name, code=code)
    return player


def rename(player: Player, name: str, *, code: str = "") -> Player:
    """Change a name, wherever the player sits; titles that follow a host's name change as well.

    Raises ``Unsuitable`` when somebody around one of the tables, or a member, is called alike.
    """
    _require_free(name, player)
    for _try in range(TRIES):
        with transaction.atomic():
            rooms = _lock_rooms(player, code)
            player = Player.objects.select_for_update().get(pk=player.pk)
            if _open_rooms(player) - {room.pk for room in rooms}:
                continue  # sat down elsewhere meanwhile
            for room in rooms:
                require_unlike(current_game(room), player, name)
            player.nickname = name
            player.save(update_fields=["nickname"])
            Room.objects.filter(host=player, named=False).update(title=title_after(player))
            for room in rooms:
                room.refresh_from_db(fields=["title"])
                touch(room)
        return player
    raise Conflict("nickname.moving")


def require_unlike(game: Game, player: Player, name: str) -> None:
    """Raise ``Unsuitable`` when somebody else at this table could be taken for ``name``."""
    others = Holder.objects.filter(game=game).exclude(player=player).select_related("player")
    looks = looks_of(name)
    if any(looks & looks_of(other.player.nickname) for other in others):
        raise Unsuitable("nickname.at_table", name=name)


def pass_on(room: Room, heir: Player) -> None:
    """Make somebody the host. A title that nobody has chosen follows the host's name."""
    room.host = heir
    if not room.named:
        room.title = title_after(heir)
    room.save(update_fields=["host", "title"])


def title_after(host: Player) -> str:
    return _("%(name)s's table") % {"name": host.nickname}


def _require_free(name: str, player: Player | None = None) -> None:
    """Nobody takes the name of a member."""
    if not name:
        return
    members = Player.objects.filter(user__isnull=False, likeness__in=looks_of(name))
    if player is not None:
        members = members.exclude(pk=player.pk)
    if members.exists():
        raise Unsuitable("nickname.member", name=name)


def _lock_rooms(player: Player, code: str) -> list[Room]:
    """The rooms of a player's open games, and one more, always in the same order."""
    wanted = Q(pk__in=_open_rooms(player)) | Q(code=code)
    return list(Room.objects.select_for_update().filter(wanted).order_by("pk"))


def _open_rooms(player: Player) -> set[int]:
    sits = Holder.objects.filter(player=player, over=False)
    return set(sits.values_list("game__room", flat=True))


def _guest_name() -> str:
    return _("Guest %(number)s") % {"number": secrets.randbelow(900_000) + 100_000}
