"""How all of a player's open games stand, lightly: enough to put them in order.

What waits for the player comes first, then what is to be done soonest by whoever is to move.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.db.models.fields.json import KeyTransform

from games.common.instants import from_ms, to_ms
from games.play.calendars import days_off_of
from games.play.chairs import INVITED_FOR
from games.play.models import Game, Holder, Invitation, Room
from games.play.services.schedule import turn_days
from games.players.models import Player
from games.rules.breaks import end_of
from games.rules.clock import SECOND

MOST_GAMES = 500
DAY = 24 * 60 * 60 * SECOND
LAST = datetime.max.replace(tzinfo=UTC)


class Standing(NamedTuple):
    """One open game. ``my_turn``: the player is to move; ``invited``: or is asked to sit down."""

    game: Any
    code: str
    my_turn: bool
    invited: bool
    deadline: datetime | None
    moved_at: datetime | None

    @property
    def rank(self) -> tuple[bool, bool, datetime, float]:
        """Invitations are answered first. Of games without a deadline, what has waited longest for
        the player, or of others what was moved in last."""
        waits = self.my_turn or self.invited
        moved = self.moved_at.timestamp() if self.moved_at else 0.0
        return not self.invited, not waits, self.deadline or LAST, moved if waits else -moved


def look_at_standings(player: Player, now: datetime) -> list[Standing]:
    """All of them, in order."""
    held = Holder.objects.filter(player=player, over=False).order_by("-id")
    found = {one.game: one for one in (_kept(row) for row in _kept_rows(player, now))}
    rows = held.annotate(to_move=KeyTransform("to_move", "game__state")).values_list(
        "game",
        "game__room__code",
        "seat__number",
        "to_move",
        "game__status",
        "game__moved_at",
        "game__room__variant",
        "game__room__options",
    )
    for row in rows[:MOST_GAMES]:
        found[row[0]] = _held(row, player)
    return sorted(found.values(), key=lambda one: one.rank)


def _held(row: tuple[Any, ...], player: Player) -> Standing:
    game, code, number, to_move, status, moved_at, variant, options = row
    days = turn_days(Room(variant=variant, options=options))
    deadline = None
    if status == Game.Status.PLAYING and days is not None and moved_at is not None:
        off = [one.off for one in days_off_of(player)] if number == to_move else ()
        deadline = from_ms(end_of(to_ms(moved_at), days * DAY, off))
    return Standing(game, code, number == to_move, False, deadline, moved_at)


def _kept_rows(player: Player, now: datetime) -> list[tuple[Any, ...]]:
    """Games with a place for the player: invited, or gone from a team and free to come back."""
    may_return = Q(left=True) & ~Q(game__status=Game.Status.OVER)
    invited = Q(left=False, created_at__gt=now - INVITED_FOR)
    kept = Invitation.objects.filter(invited | may_return, player=player).order_by("-id")
    return list(kept.values_list("game", "game__room__code", "left", "game__moved_at")[:MOST_GAMES])


def _kept(row: tuple[Any, ...]) -> Standing:
    game, code, left, moved_at = row
    return Standing(game, code, False, not left, None, moved_at)
