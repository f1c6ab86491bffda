"""What somebody does about their news, wherever on the site they are."""

from datetime import datetime

from games.common.refusals import Conflict
from games.play.chairs import chairs_of, seats_of
from games.play.models import Room
from games.play.services import seats
from games.play.services.locking import current_game
from games.players.models import Player


def accept(code: str, player: Player, now: datetime) -> Room:
    """Take the seat, or the place in a team, that is kept for an invited player. Raises
    ``Conflict`` where it is kept no longer."""
    room = Room.objects.get(code=code)
    game = current_game(room)
    chairs = chairs_of(game, seats_of(game), now)
    if player.pk not in chairs.guests:
        raise Conflict("invitation.gone")
    number = chairs.expected.get(player.pk)
    if number is None:
        number = next(n for n in sorted(chairs.kept) if chairs.are_for(player.pk, n))
    seats.sit(code, player, number, now)
    return room


def read_all(player: Player, now: datetime) -> None:
    """Everything the site has told this player is read."""
    player.notices.filter(read_at=None).update(read_at=now)


def read_one(player: Player, notice: int, now: datetime) -> None:
    player.notices.filter(pk=notice, read_at=None).update(read_at=now)
