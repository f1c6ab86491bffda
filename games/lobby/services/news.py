"""Commands about a player's news: accept an invitation, mark notices as read."""

from datetime import datetime

from games.play.models import Room
from games.play.services import seats
from games.play.services.locking import get_current_game
from games.play.terms.seating import get_seating, list_seats
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict


def accept_invitation(code: str, player: Player, now: datetime) -> Room:
    """Take the seat, or the place in a team, that is kept for an invited player.

    Raises ``Conflict`` if it is no longer kept.
    """
    room = Room.objects.get(code=code)
    game = get_current_game(room)
    seating = get_seating(game, list_seats(game), now)
    if player.pk not in seating.guests:
        raise Conflict("invitation.gone")
    number = seating.team_places.get(player.pk)
    if number is None:
        number = next(n for n in sorted(seating.reserved) if seating.is_open_to(player.pk, n))
    seats.take_seat(code, player, number, now)
    return room


def mark_all_read(player: Player, now: datetime) -> None:
    """Mark all of the player's notices as read."""
    player.notices.filter(read_at=None).update(read_at=now)


def mark_one_read(player: Player, notice: int, now: datetime) -> None:
    player.notices.filter(pk=notice, read_at=None).update(read_at=now)
