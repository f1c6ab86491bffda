"""Asking a known player to take the free seat of a game that has begun without them.

Whoever has the link to a room that is not public is invited as well. Sitting down accepts
(:func:`games.play.services.rooms.sit`); declining annuls the game.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Forbidden, Missing
from games.play.models import Game, Invitation, Room
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.notices import tell, tell_invited
from games.play.services.turns import act_for_seat
from games.players.models import Player
from games.rules.moves import Annul


def invite(code: str, host: Player, nickname: str, now: datetime) -> Game:
    """Invite a player by nickname to the game on the table. Only those who sit may invite."""
    with locked_room(code) as room:
        game = current_game(room)
        seat_of(game, host)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        guest = _find(nickname)
        if guest is None:
            raise Missing("player.unknown", name=nickname)
        if game.holders.filter(player=guest).exists():
            raise Conflict("player.sits", name=guest.nickname)
        if not _free_seats(game):
            raise Conflict("room.full")
        Invitation.objects.get_or_create(game=game, player=guest)
        if game.status == Game.Status.WAITING or game.turn_number > 0:
            tell_invited(room, game, now)
        touch(room)
    return game


def _find(nickname: str) -> Player | None:
    """The player of that name; nobody's has marks that cannot be printed."""
    name = nickname.strip()
    return Player.objects.filter(nickname__iexact=name).first() if name.isprintable() else None


def may_decline(room: Room, game: Game, invited: bool) -> bool:
    """The invited may decline; so may whoever got the link to a room kept off the lobby."""
    if not game.running or not _free_seats(game) or game.turn_number == 0:
        return False
    return invited or not (room.public or game.invitations.exists())


def decline(code: str, player: Player, now: datetime) -> Game:
    """Turn an invitation down: the game is annulled, nobody wins, seat 1 is told."""
    with locked_room(code) as room:
        game = current_game(room)
        if not game.running:
            raise Conflict("game.over")
        invited = game.invitations.filter(player=player).exists()
        sits = game.holders.filter(player=player).exists()
        if sits or not may_decline(room, game, invited):
            raise Forbidden("invitation.not_yours")
        free = _free_seats(game)[0]
        act_for_seat(code, free, Annul(), game_id=game.pk, turn=game.turn_number, now=now)
        text = _("%(name)s has declined. The game is annulled.") % {"name": player.nickname}
        for holder in game.holders.select_related("player"):
            tell(holder.player, room, "declined", text, now, sender=player)
    game.refresh_from_db()
    return game


def _free_seats(game: Game) -> list[int]:
    free = game.seats.filter(computer_level=None, holders__isnull=True)
    return list(free.values_list("number", flat=True))
