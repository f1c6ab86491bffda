"""What a seat has that is a team's: a name, members who leave and come back, an open door.

Joining a team is sitting down (:func:`games.play.services.seats.sit`), inviting somebody to it
:mod:`games.play.services.invitations`. Tiles that a member lays in thought: :mod:`.drafts`.
"""

from datetime import datetime

from games.common.refusals import Conflict
from games.play.models import Game, Invitation, Room
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.naming import require_team_unlike
from games.play.services.seats import require_host, vacate
from games.players.models import Player
from games.players.names import clean_nickname


def leave(code: str, player: Player, now: datetime) -> None:
    """Leave one's team while the game goes on. A place in it is kept: whoever has seen its tiles
    may come back, but join no other. The last of a team cannot leave it: they may resign. Nobody
    leaves a team whose game is rated."""
    with locked_room(code) as room:
        game = _game_with_teams(room)
        seat = seat_of(game, player)
        if not game.running:
            raise Conflict("game.not_started")
        if game.rated:
            raise Conflict("team.rated")
        if seat.holders.count() < 2:
            raise Conflict("team.last")
        vacate(room, game, player)
        Invitation.objects.update_or_create(
            game=game, player=player, defaults={"seat": seat, "left": True, "created_at": now}
        )
        relist(room, game, now)
        touch(room)


def name_team(code: str, player: Player, name: str) -> str:
    """A member gives the team a name; an empty one is its members' names again.

    Raises ``Unsuitable`` ("nickname....") for what could be taken for somebody at the table, too.
    """
    chosen = clean_nickname(name)
    with locked_room(code) as room:
        game = _game_with_teams(room)
        seat = seat_of(game, player)
        if chosen:
            require_team_unlike(seat, chosen)
        seat.team = chosen
        seat.save(update_fields=["team"])
        touch(room)
    return chosen


def open_doors(code: str, player: Player, *, to_all: bool, now: datetime) -> None:
    """The host lets anybody join a team while the game goes on, or only those invited to it."""
    with locked_room(code) as room:
        game = _game_with_teams(room)
        require_host(room, game, player, now)
        room.late_members = to_all
        room.save(update_fields=["late_members"])
        relist(room, game, now)
        touch(room)


def _game_with_teams(room: Room) -> Game:
    """The game on the table, in which teams may still change."""
    game = current_game(room)
    if not room.has_teams:
        raise Conflict("team.none")
    if game.status == Game.Status.OVER:
        raise Conflict("game.over")
    return game
