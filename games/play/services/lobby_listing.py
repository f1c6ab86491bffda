"""Keeping the columns by which the lobby lists a room up to date."""

from datetime import datetime

from games.play.models import Game, Room
from games.play.signals import room_relisted
from games.play.terms.seating import get_lobby_stage, get_seating, list_seats


def update_lobby_listing(room: Room, game: Game, now: datetime) -> None:
    """Set the room's stage.

    It is saved with the next :func:`games.play.services.locking.bump_stamp`.
    """
    room.stage = get_lobby_stage(game, get_seating(game, list_seats(game), now))
    room_relisted.send(sender=Room, room=room)


def clear_finished_game(room: Room, game: Game) -> None:
    """Release the seats of a finished game: it is no one's open game, and its invitations end."""
    room.stage = Room.Stage.OVER
    game.holders.update(game_over=True)
    game.invitations.all().delete()
    room_relisted.send(sender=Room, room=room)
