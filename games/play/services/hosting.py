"""What a host may do about other people: lock the room, free and fill seats, remove visitors.

A player who acts as host while the host is away (:func:`games.play.terms.seating.may_host`) may do
the same, and may take the role over. Other changes of seats are in
:mod:`games.play.services.seats`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from games.play.models import Game, Room
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, locked_room
from games.play.services.naming import make_provisional_player, transfer_hosting
from games.play.services.notifications import notify
from games.play.services.seats import assign_seat, require_host, vacate_seat
from games.play.signals import seat_taken, visitor_removed
from games.play.terms.seating import get_seating, is_away, list_seats
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, NotFound

MAX_REMOVED = 100
"""How many removed visitors a room remembers. Beyond that, the earliest ones may come back."""


def set_locked(code: str, host: Player, *, locked: bool, now: datetime) -> None:
    """Lock or unlock a room. In a locked room only invited players may sit down.

    The lobby does not list it, but anyone with the link may still watch.
    """
    with _as_host(code, host, now) as (room, _game):
        room.locked = locked
        room.save(update_fields=["locked"])


def unseat_member(
    code: str, host: Player, number: int, member: int, now: datetime, *, shown: str = ""
) -> None:
    """Take a person (a holder's id) off their seat before the start.

    Hosts cannot unseat themselves this way; they leave their seat. ``shown`` is the id of the game
    that is meant.
    """
    with _as_host(code, host, now, shown) as (room, game):
        _require_waiting(game)
        player = _get_person_at(game, number, member)
        if player == host:
            raise Conflict("seat.own")
        vacate_seat(room, game, player)
        notify(player, room, "unseated", now, sender=host)


def seat_spectator(
    code: str, host: Player, visitor: UUID, now: datetime, *, shown: str = ""
) -> Player:
    """Give a spectator a seat before the start, even if the room is locked.

    It is the first free seat or, if there is none, a place in the smallest team with room.
    """
    with (
        make_provisional_player(visitor) as player,
        _as_host(code, host, now, shown) as (room, game),
    ):
        _require_waiting(game)
        rows = list_seats(game)
        seating = get_seating(game, rows, now)
        free = [
            row
            for row in rows
            if row.number in (*seating.open, *seating.locked, *seating.with_free_place)
        ]
        if not free:
            raise Conflict("room.kept" if seating.reserved else "room.full")
        if game.holders.filter(player=visitor).exists():
            raise Conflict("watcher.sits")
        seat = min(free, key=lambda row: len(row.holders.all()))
        assign_seat(game, player, seat, now)
        seat_taken.send(sender=Game, game=game, player=player, seat=seat.number)
        game.invitations.filter(player=player).delete()
        notify(player, room, "seated", now, sender=host)
    return player


def hand_over_hosting(
    code: str, host: Player, number: int, member: int, now: datetime, *, shown: str = ""
) -> Player:
    """Make another person at the table (a holder's id) the host."""
    with _as_host(code, host, now, shown) as (room, game):
        heir = _get_person_at(game, number, member)
        if heir == host:
            raise Conflict("seat.own")
        transfer_hosting(room, heir)
        notify(heir, room, "hosting", now, sender=host)
    return heir


def take_over_hosting(code: str, player: Player, now: datetime) -> None:
    """Become the host of a room whose host is away or no longer has a seat.

    Only the present player who sat down first may do so.
    """
    with _as_host(code, player, now) as (room, game):
        present = [one for one in game.holders.all() if one.player_id == room.host_id]
        if any(not is_away(one, now) for one in present):
            raise Conflict("host.here")
        transfer_hosting(room, player)


def remove_visitor(code: str, host: Player, visitor: UUID, now: datetime) -> None:
    """Send a spectator away. The same visitor cannot come back until readmitted."""
    with _as_host(code, host, now) as (room, game):
        if game.holders.filter(player=visitor).exists() or room.host_id == visitor:
            raise Conflict("watcher.sits")
        # Rows of former team members stay: they keep them from joining another team.
        game.invitations.filter(player=visitor, left=False).delete()
        name = Player.objects.filter(pk=visitor).values_list("nickname", flat=True).first()
        others = [pair for pair in room.removed if pair[0] != str(visitor)]
        room.removed = [*others, [str(visitor), name or ""]][-MAX_REMOVED:]
        room.save(update_fields=["removed"])
        visitor_removed.send(sender=Room, room=room)


def readmit_visitor(code: str, host: Player, visitor: UUID, now: datetime) -> None:
    """Let a visitor whom the host has removed come back."""
    with _as_host(code, host, now) as (room, _game):
        forget_removal(room, visitor)
        visitor_removed.send(sender=Room, room=room)


def forget_removal(room: Room, visitor: object) -> None:
    """Remove a visitor from the list of those who were sent away."""
    left = [pair for pair in room.removed if pair[0] != str(visitor)]
    if len(left) < len(room.removed):
        room.removed = left
        room.save(update_fields=["removed"])


@contextmanager
def _as_host(
    code: str, host: Player, now: datetime, shown: str = ""
) -> Iterator[tuple[Room, Game]]:
    """Lock a room for a change by its host, then update the lobby and the room's stamp."""
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        require_host(room, game, host, now)
        yield room, game
        update_lobby_listing(room, game, now)
        bump_stamp(room)


def _require_waiting(game: Game) -> None:
    if game.status != Game.Status.WAITING:
        raise Conflict("game.started")


def _get_person_at(game: Game, number: int, member: int) -> Player:
    """Return who holds a seat by the holder's id.

    Raises ``NotFound`` for an unknown seat, ``Conflict`` if that person has left it.
    """
    if not game.seats.filter(number=number).exists():
        raise NotFound("seat.unknown")
    holders = game.holders.filter(seat__number=number, pk=member).select_related("player")
    holder = holders.first()
    if holder is None:
        raise Conflict("seat.left")
    return holder.player
