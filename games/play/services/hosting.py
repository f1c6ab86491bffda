"""What a room's host may do about others: lock it, free seats and give them, send watchers away
and let them come back, and hand all this on.

Whoever stands in for a host who is away (:func:`games.play.chairs.may_host`) may do the same, and
may take the role over. Seats themselves: :mod:`games.play.services.seats`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from games.common.refusals import Conflict, Missing, Unsuitable
from games.play.chairs import chairs_of, is_away, seats_of
from games.play.models import Game, Room
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, touch
from games.play.services.naming import introduce, pass_on
from games.play.services.seats import require_host, take, vacate
from games.play.services.signals import seat_taken, visitor_removed
from games.players.models import Player

MOST_REMOVED = 100
"""Visitors a room remembers as sent away; the first of more may come back."""


def lock(code: str, host: Player, *, locked: bool, now: datetime) -> None:
    """Nobody new sits down in a locked room, and the lobby does not list it. Who is invited by
    name still may, and whoever has the link may watch."""
    with _as_host(code, host, now) as (room, _game):
        room.locked = locked
        room.save(update_fields=["locked"])


def unseat(
    code: str, host: Player, number: int, now: datetime, *, member: int | None = None
) -> None:
    """Free a seat of its people before the start, or of one member of its team (a holder's id).
    The host's own is left by standing up."""
    with _as_host(code, host, now) as (room, game):
        _require_waiting(game)
        sitting = _sitting_at(game, number, member)
        if host in sitting:
            raise Conflict("seat.own")
        for player in sitting:
            vacate(room, game, player)


def seat_watcher(code: str, host: Player, visitor: UUID, now: datetime) -> Player:
    """Put somebody who watches on the first free seat before the start, or where there is none in
    the smallest team that has a place; locks do not matter."""
    with _as_host(code, host, now) as (_room, game):
        _require_waiting(game)
        rows = seats_of(game)
        chairs = chairs_of(game, rows, now)
        free = [row for row in rows if row.number in (*chairs.open, *chairs.shut, *chairs.roomy)]
        if not free:
            raise Conflict("room.kept" if chairs.kept else "room.full")
        if game.holders.filter(player=visitor).exists():
            raise Conflict("watcher.sits")
        seat = min(free, key=lambda row: len(row.holders.all()))
        player = introduce(visitor)
        take(game, player, seat, now)
        seat_taken.send(sender=Game, game=game, player=player, seat=seat.number)
        game.invitations.filter(player=player).delete()
    return player


def hand_on(
    code: str, host: Player, number: int, now: datetime, *, member: int | None = None
) -> Player:
    """Make somebody else at the table the host: the first of those who hold a seat, or one member
    of its team (a holder's id)."""
    with _as_host(code, host, now) as (room, game):
        heir = next((one for one in _sitting_at(game, number, member) if one != host), None)
        if heir is None:
            raise Conflict("seat.own")
        pass_on(room, heir)
    return heir


def take_over(code: str, player: Player, now: datetime) -> None:
    """Become the host of a room whose host is away or has no seat any more. It is for whoever has
    waited longest of those who are here."""
    with _as_host(code, player, now) as (room, game):
        present = [one for one in game.holders.all() if one.player_id == room.host_id]
        if any(not is_away(one, now) for one in present):
            raise Conflict("host.here")
        pass_on(room, player)


def remove(code: str, host: Player, visitor: UUID, now: datetime) -> None:
    """Send a watcher away, who cannot come back under the same identity until readmitted."""
    with _as_host(code, host, now) as (room, game):
        if game.holders.filter(player=visitor).exists() or room.host_id == visitor:
            raise Conflict("watcher.sits")
        game.invitations.filter(player=visitor, left=False).delete()
        name = Player.objects.filter(pk=visitor).values_list("nickname", flat=True).first()
        others = [pair for pair in room.removed if pair[0] != str(visitor)]
        room.removed = [*others, [str(visitor), name or ""]][-MOST_REMOVED:]
        room.save(update_fields=["removed"])
        visitor_removed.send(sender=Room, room=room)


def readmit(code: str, host: Player, visitor: UUID, now: datetime) -> None:
    """Let somebody who was sent away come back."""
    with _as_host(code, host, now) as (room, _game):
        let_in(room, visitor)
        visitor_removed.send(sender=Room, room=room)


def let_in(room: Room, visitor: object) -> None:
    """Strike a visitor from those whom the room is closed to."""
    left = [pair for pair in room.removed if pair[0] != str(visitor)]
    if len(left) < len(room.removed):
        room.removed = left
        room.save(update_fields=["removed"])


@contextmanager
def _as_host(code: str, host: Player, now: datetime) -> Iterator[tuple[Room, Game]]:
    """The room, locked for a change that its host makes and everybody there sees."""
    with locked_room(code) as room:
        game = current_game(room)
        require_host(room, game, host, now)
        yield room, game
        relist(room, game, now)
        touch(room)


def _require_waiting(game: Game) -> None:
    if game.status != Game.Status.WAITING:
        raise Conflict("game.started")


def _sitting_at(game: Game, number: int, member: int | None) -> list[Player]:
    """The people at a seat, in the order of sitting down, or one of them."""
    if not game.seats.filter(number=number).exists():
        raise Missing("seat.unknown")
    held = game.holders.filter(seat__number=number).select_related("player").order_by("id")
    if member is not None:
        held = held.filter(pk=member)
    if not held:
        raise Unsuitable("seat.nobody")
    return [holder.player for holder in held]
