"""Teams that share a seat: their names, members who leave, and late members.

Joining a team is taking a seat (:func:`games.play.services.seats.take_seat`), and inviting someone
to it is in :mod:`games.play.services.invitations`. Tiles that members try out on the board are in
:mod:`games.play.services.drafts`.
"""

from datetime import datetime

from games.common.names import clean_nickname
from games.play.models import Game, Invitation, Room
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.naming import require_distinct_team_name
from games.play.services.seats import require_host, vacate_seat
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict


def leave_team(code: str, player: Player, now: datetime, *, shown: str = "") -> None:
    """Take a player who asks for it out of their team during the game.

    A place is kept for the player, who has seen the team's tiles: they may come back but not join
    another team. The last member cannot leave, only resign. No one leaves a team in a rated game.
    Raises ``Conflict`` in these cases.
    """
    with locked_room(code) as room:
        game = _game_with_teams(room, shown)
        seat = get_seat(game, player)
        if not game.running:
            raise Conflict("game.not_started")
        if game.rated:
            raise Conflict("team.rated")
        if seat.holders.count() < 2:
            raise Conflict("team.last")
        vacate_seat(room, game, player)
        # This keeps the place, and keeps the player out of other teams.
        Invitation.objects.update_or_create(
            game=game, player=player, defaults={"seat": seat, "left": True, "created_at": now}
        )
        update_lobby_listing(room, game, now)
        bump_stamp(room)


def name_team(code: str, player: Player, name: str) -> str:
    """Name a player's team. An empty name brings back the names of its members.

    Raises ``InvalidRequest`` for a name that is not allowed, or looks like another one at the
    table.
    """
    chosen = clean_nickname(name)
    with locked_room(code) as room:
        game = _game_with_teams(room)
        seat = get_seat(game, player)
        if chosen:
            require_distinct_team_name(seat, chosen)
        seat.team = chosen
        seat.save(update_fields=["team"])
        bump_stamp(room)
    return chosen


def set_late_members(code: str, player: Player, *, to_all: bool, now: datetime) -> None:
    """Let anyone join teams during the game, or only those who are invited, as the host."""
    with locked_room(code) as room:
        game = _game_with_teams(room)
        require_host(room, game, player, now)
        room.late_members = to_all
        room.save(update_fields=["late_members"])
        update_lobby_listing(room, game, now)
        bump_stamp(room)


def _game_with_teams(room: Room, shown: str = "") -> Game:
    """Return the room's game. Raises ``Conflict`` if it has no teams or is over."""
    game = get_current_game(room, shown)
    if not room.has_teams:
        raise Conflict("team.none")
    if game.status == Game.Status.OVER:
        raise Conflict("game.over")
    return game
