"""Whose chairs are free, kept or taken, who stands in for the host, and where the lobby lists it.

Asked by the services that write and by :mod:`games.play.perspective`, so a page offers exactly
what the server allows. Nothing is written here; see :mod:`games.play.services.seats`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.play.models import Game, Holder, Room, Seat
from games.players.models import Player

INVITED_FOR = timedelta(days=7)
"""How long an invitation keeps a chair."""

AWAY_AFTER = timedelta(seconds=60)
"""Not seen in the room for so long, somebody counts as away."""


@dataclass(frozen=True, slots=True)
class Chairs:
    """``open`` to anybody, and ``kept`` for somebody invited by name: seat numbers."""

    open: tuple[int, ...]
    kept: Mapping[int, Player]

    @property
    def free(self) -> tuple[int, ...]:
        return (*self.open, *sorted(self.kept))

    @property
    def guests(self) -> set[object]:
        """Ids of the players for whom a chair is kept."""
        return {guest.pk for guest in self.kept.values()}

    def are_for(self, player: object, number: int) -> bool:
        """Whether this free seat is for this player (an id; ``None`` is anybody)."""
        return number in self.open or (number in self.kept and player in self.guests)


def chairs_of(game: Game, seats: Sequence[Seat], now: datetime) -> Chairs:
    """``seats`` with their holders."""
    return lay_chairs(game, seats, guests_of(game, seats, now))


def lay_chairs(game: Game, seats: Iterable[Seat], guests: Iterable[Player]) -> Chairs:
    """As many of the last free chairs are kept as guests are invited."""
    if game.status == Game.Status.OVER:
        return Chairs((), {})
    free = [seat.number for seat in seats if is_free(seat)]
    kept = dict(zip(reversed(free), guests, strict=False))
    return Chairs(tuple(number for number in free if number not in kept), kept)


def guests_of(game: Game, seats: Iterable[Seat], now: datetime) -> tuple[Player, ...]:
    """Who is invited and may still come, the first invited first."""
    if not any(is_free(seat) for seat in seats):
        return ()
    found = game.invitations.filter(created_at__gt=now - INVITED_FOR)
    return tuple(one.player for one in found.select_related("player").order_by("id"))


def is_free(seat: Seat) -> bool:
    return seat.computer_level is None and not seat.holders.all()


def is_away(holder: Holder, now: datetime) -> bool:
    return holder.seen_at is None or holder.seen_at < now - AWAY_AFTER


def may_host(room: Room, holders: Sequence[Holder], asker: object, now: datetime) -> bool:
    """Whether ``asker`` (a player's id) holds a seat and is the host, or stands in for them.

    While the host is away that is whoever of those here has waited longest; ``holders`` are in
    the order of sitting down. Who asks is here.
    """
    here = [one.player_id for one in holders if one.player_id == asker or not is_away(one, now)]
    if asker not in here:
        return False
    return asker == room.host_id or (room.host_id not in here and here[0] == asker)


def stage_of(game: Game, chairs: Chairs) -> Room.Stage:
    """Where a room belongs in the lobby."""
    if game.status == Game.Status.OVER:
        return Room.Stage.OVER
    if game.status == Game.Status.WAITING:
        return Room.Stage.WAITING if chairs.open else Room.Stage.GATHERING
    return Room.Stage.OPEN if chairs.open else Room.Stage.PLAYING


def seats_of(game: Game) -> list[Seat]:
    """All seats with who holds them."""
    return list(game.seats.prefetch_related("holders"))
