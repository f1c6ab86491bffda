"""What a program does about rooms. Acts are made by :mod:`games.play.services.turns` itself."""

from datetime import datetime

from games.common.refusals import Conflict, Forbidden
from games.lobby.services import opening
from games.play.chairs import chairs_of, seats_of
from games.play.models import Game, Room
from games.play.services import seats
from games.play.services.locking import current_game, locked_room
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.players.services.blocks import refuse_apart


def open_room(bot: Player, wishes: RoomWishes, level: int | None, key: str, now: datetime) -> Room:
    """Open an unrated room, with computer players on all other seats where a ``level`` is named.
    The same ``key`` makes one room."""
    if wishes.rated:
        raise Forbidden("rated.people_only")
    if level is None:
        return opening.make_room(bot.pk, "", wishes, "", key, now)
    return opening.play_computer(bot.pk, "", wishes, level, key, now)


def sit_down(code: str, bot: Player, number: int | None, now: datetime) -> Game:
    """Take a seat of an unrated room: this one, or the first that is free for the program.

    Nobody has to play the program of somebody they keep away from.
    """
    with locked_room(code) as room:
        game = current_game(room)
        if room.rated:
            raise Forbidden("rated.people_only")
        assert bot.operator_id is not None
        refuse_apart(
            bot.operator_id, [room.host_id, *game.holders.values_list("player", flat=True)]
        )
        if game.holders.filter(player=bot).exists() and number is None:
            return game
        return seats.sit(code, bot, _free_for(game, bot, now) if number is None else number, now)


def _free_for(game: Game, bot: Player, now: datetime) -> int:
    rows = seats_of(game)
    chairs = chairs_of(game, rows, now)
    number = next((row.number for row in rows if chairs.are_for(bot.pk, row.number)), None)
    if number is None:
        raise Conflict("room.full")
    return number
