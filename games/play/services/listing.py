"""What the lobby reads of a room, kept beside it with every write about seats, start and end."""

from datetime import datetime

from games.play.chairs import chairs_of, seats_of, stage_of
from games.play.models import Game, Room
from games.play.services.signals import room_relisted


def relist(room: Room, game: Game, now: datetime) -> None:
    """Put the room where it belongs; written with the next ``touch``."""
    room.stage = stage_of(game, chairs_of(game, seats_of(game), now))
    room_relisted.send(sender=Room, room=room)


def clear_table(room: Room, game: Game) -> None:
    """The game has ended: no chair is kept any longer, and the game is nobody's open one."""
    room.stage = Room.Stage.OVER
    game.holders.update(over=True)
    game.invitations.all().delete()
    room_relisted.send(sender=Room, room=room)
