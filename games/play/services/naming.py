"""Names of players: how they get one, change it, and are kept apart from others at a table.

:mod:`games.common.names` decides which names are allowed and which look alike.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from games.common.client_addresses import get_current_address
from games.common.generated_names import format_guest_name, translate_name
from games.common.names import (
    clean_bot_name,
    clean_nickname,
    list_confusable_keys,
    list_shown_keys,
)
from games.common.rate_limits import enforce_rate_limit
from games.play.models import Game, Room, Seat, SeatMember
from games.play.services.locking import bump_stamp, get_current_game
from games.players.models import Player, ReservedName
from games.players.services.deleted_accounts import was_name_of_member
from games.players.signals import player_renamed
from scrabble_site.shared.refusals import Conflict, InvalidRequest

# How many times locking a player's rooms is tried; a try fails if the player sits down elsewhere
# meanwhile.
NAME_ATTEMPTS = 3


def get_or_create_player(visitor: UUID, nickname: str = "", *, code: str = "") -> Player:
    """Return the player with a visitor's id, created if necessary and renamed if a name is given.

    A new player without a name becomes a guest with a number. ``code`` is a room that the caller
    will lock: it is locked here together with the player's other rooms, because all code locks
    rooms in the same order. Raises ``InvalidRequest`` for a name that is not allowed,
    ``TooManyRequests`` if too many new guests come from one address, and ``Conflict`` for a player
    who has left or has just been merged into a member.
    """
    name = clean_nickname(nickname)
    player = Player.objects.filter(pk=visitor).first()
    if player is None:
        require_free_name(name)
        enforce_rate_limit("guests", address=get_current_address())
        values = {"nickname": name or generate_guest_name()}
        # A browser may send its first two requests at the same time.
        player, made = Player.objects.get_or_create(pk=visitor, defaults=values)
        if made:
            return player
    require_present(player)
    if name and name != player.nickname:
        return rename_player(player, name, code=code)
    return player


@contextmanager
def make_provisional_player(visitor: UUID) -> Iterator[Player]:
    """Yield the visitor's player for one action. If that is refused, no guest is created."""
    with transaction.atomic():
        yield get_or_create_player(visitor)


def store_player_fields(player: Player, fields: list[str]) -> None:
    """Store these fields of a player and no others, which may have changed meanwhile."""
    player.save(update_fields=fields)


def rename_player(player: Player, name: str, *, code: str = "") -> Player:
    """Change a player's name.

    Raises ``InvalidRequest`` if a member, or someone at one of the player's tables, has a name
    that looks like it, and ``Conflict`` if the player keeps changing rooms meanwhile.
    """
    name = clean_bot_name(name) if player.operator_id else name
    require_free_name(name, player)
    for _try in range(NAME_ATTEMPTS):
        with transaction.atomic():
            rooms = lock_rooms(Q(pk__in=list_open_rooms(player)) | Q(code=code))
            player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            if list_open_rooms(player) - {room.pk for room in rooms}:
                continue  # sat down elsewhere meanwhile
            for room in rooms:
                require_distinct_name(get_current_game(room), player, name)
            player.nickname = name
            save_name(player)
            for room in rooms:
                bump_stamp(room)
            player_renamed.send(sender=Player, player=player)
        return player
    raise Conflict("nickname.moving")


def require_available(player: Player, name: str) -> None:
    """Raise ``InvalidRequest`` for a name that :func:`rename_player` would refuse."""
    require_free_name(name, player)
    for room in Room.objects.filter(pk__in=list_open_rooms(player)):
        require_distinct_name(get_current_game(room), player, name)


def require_distinct_name(game: Game, player: Player, name: str) -> None:
    """Raise ``InvalidRequest`` if another player or team at this table has a similar name."""
    others = SeatMember.objects.filter(game=game).exclude(player=player)
    _require_distinct_from(name, others, game.seats.all())


def require_distinct_team_name(seat: Seat, name: str) -> None:
    """Raise ``InvalidRequest`` if a player or team of another seat has a similar name.

    A team may be named like one of its members.
    """
    others = SeatMember.objects.filter(game=seat.game).exclude(seat=seat)
    _require_distinct_from(name, others, seat.game.seats.exclude(pk=seat.pk))


def transfer_hosting(room: Room, heir: Player) -> None:
    """Make a player the host."""
    room.host = heir
    room.save(update_fields=["host"])


def _require_distinct_from(name: str, people: QuerySet[SeatMember], teams: QuerySet[Seat]) -> None:
    names = [*people.values_list("player__nickname", flat=True)]
    names += teams.exclude(team="").values_list("team", flat=True)
    keys = list_shown_keys(name)
    if any(keys & list_confusable_keys(other) for other in names):
        raise InvalidRequest("nickname.at_table", name=translate_name(name))


def require_free_name(name: str, player: Player | None = None) -> None:
    """Raise ``InvalidRequest`` if a name is, or looks like, that of another member.

    The names of recently deleted accounts are not free either.
    """
    taken = ReservedName.objects.filter(confusable_key__in=list_shown_keys(name))
    if player is not None:
        taken = taken.exclude(player=player)
    if name and taken.exists():
        raise InvalidRequest("nickname.member", name=translate_name(name))
    if name and (player is None or player.nickname != name) and was_name_of_member(name):
        raise InvalidRequest("nickname.departed", name=translate_name(name))


def require_present(player: Player) -> None:
    """Raise ``Conflict`` for a player who has left for good or has been merged into a member."""
    if player.left_at is not None:
        raise Conflict("player.gone")


def save_name(player: Player) -> None:
    """Save a player's name and account.

    Raises ``InvalidRequest`` if a member has a name like it: the database decides between two who
    ask at the same moment.
    """
    try:
        with transaction.atomic():
            player.save(update_fields=["nickname", "user"])
    except IntegrityError as error:
        raise InvalidRequest("nickname.member", name=player.shown_name) from error


def lock_rooms(wanted: Q) -> list[Room]:
    """Lock several rooms, always in the same order, and return them."""
    return list(Room.objects.select_for_update().filter(wanted).order_by("pk"))


def lock_player(player: Player) -> Player:
    """Lock the rooms of a player, then the player's row, in the caller's transaction.

    Rooms are locked before people everywhere, so that no two transactions wait for each other.
    """
    for _try in range(NAME_ATTEMPTS):
        with transaction.atomic():
            room_ids = list_open_rooms(player)
            lock_rooms(Q(pk__in=room_ids))
            held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            if list_open_rooms(player) <= room_ids:
                return held
            transaction.set_rollback(True)  # sat down elsewhere meanwhile: unlock, try again
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def list_open_rooms(*players: Player) -> set[int]:
    """Return the primary keys of the rooms in whose open games these players sit."""
    sits = SeatMember.objects.filter(player__in=players, game_over=False)
    return set(sits.values_list("game__room", flat=True))


def list_rooms_of(player: Player) -> list[int]:
    """Return the primary keys of all rooms that show a player's name."""
    known = Q(games__holders__player=player) | Q(games__invitations__player=player)
    found = Room.objects.filter(known | Q(host=player))
    return list(found.order_by("pk").values_list("pk", flat=True).distinct())


def generate_guest_name() -> str:
    """Return a name for a guest who has not chosen one, such as "Guest 482917"."""
    return format_guest_name(secrets.randbelow(900_000) + 100_000)
