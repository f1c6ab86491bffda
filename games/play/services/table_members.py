"""Who plays at a table, for the domains that ask."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from games.play.models import Game, Room, Seat
from games.players.models import Player

RECENTLY_OPEN = timedelta(days=1)
"""Rooms that have been empty for longer need no new stamp."""


def refresh_rooms_of_blocked(player: Player, other: Player, **_signal: Any) -> None:
    """Give the rooms of two players a new stamp after one has blocked or unblocked the other.

    What the rooms offer to either of them has changed.
    """
    pair = [player, other]
    theirs = Q(host__in=pair) | Q(games__holders__player__in=pair)
    rooms = Room.objects.filter(theirs, seen_at__gt=timezone.now() - RECENTLY_OPEN)
    Room.objects.filter(pk__in=set(rooms.values_list("pk", flat=True))).update(stamp=F("stamp") + 1)


def list_seat_members(game: Game) -> list[list[Player]]:
    """Return the players of each seat, in the order of sitting down; none for a computer's seat.

    For a finished game they are those who held the seat at the end. Each move says which of them
    made it.
    """
    rows = game.seats.order_by("number").prefetch_related("holders__player")
    return [[holder.player for holder in seat.holders.all()] for seat in rows]


def allows_hints(game: Game, seats: Iterable[Seat]) -> bool:
    """Return whether only one person plays here, against computers.

    ``seats`` come with their holders.
    """
    held = [seat.holders.all() for seat in seats if is_for_people(seat)]
    return game.state is not None and len(held) == 1 and len(held[0]) == 1


def find_hinted_seat(game: Game, seats: Sequence[Seat]) -> int | None:
    """Return the seat of the only person at the table, who may ask for hints, or ``None``."""
    if not allows_hints(game, seats):
        return None
    return next(seat.number for seat in seats if is_for_people(seat))


def is_for_people(seat: Seat) -> bool:
    """Return whether a seat is held by people or free, even if a computer replaces them for now."""
    return seat.computer_level is None or seat.has_stand_in
