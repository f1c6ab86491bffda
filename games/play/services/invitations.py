"""Asking a known player to take a free seat, which is kept for them until they answer.

Sitting down accepts (:func:`games.play.services.seats.sit`). Declining frees the chair before the
start; where a game has begun without an opponent, whoever has the link to a room that is not
public is invited as well, and declining annuls the game.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Forbidden, Missing
from games.play.chairs import Chairs, chairs_of, seats_of
from games.play.models import Game, Holder, Invitation, Room
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.notices import forget_invitation, tell, tell_invited
from games.play.services.seats import require_host
from games.play.services.turns import act_for_seat
from games.players.models import Player
from games.players.names import clean_title, likeness_of
from games.rules.moves import Annul

MOST_NAMESAKES = 50


def invite(code: str, host: Player, nickname: str, now: datetime) -> Player:
    """Keep a chair of the game on the table for a player known by name, who is told.

    Only those who sit may invite. Raises ``Conflict`` when no chair is left to keep.
    """
    with locked_room(code) as room:
        game = current_game(room)
        seat_of(game, host)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        guest = find_player(nickname, host)
        if game.holders.filter(player=guest).exists():
            raise Conflict("player.sits", name=guest.nickname)
        chairs = chairs_of(game, seats_of(game), now)
        if not chairs.open and guest.pk not in chairs.guests:
            raise Conflict("room.kept" if chairs.kept else "room.full")
        if guest.pk not in chairs.guests:
            Invitation.objects.update_or_create(
                game=game, player=guest, defaults={"created_at": now}
            )
        if game.status == Game.Status.WAITING or game.turn_number > 0:
            tell_invited(room, game, now)
        relist(room, game, now)
        touch(room)
    return guest


def find_player(nickname: str, asker: Player) -> Player:
    """Who is meant by a name. Several may have it: a member comes before guests, then those who
    have sat at a table with the asker. Raises ``Missing``; ``Conflict`` when it stays open."""
    name = clean_title(nickname)
    alike = Player.objects.filter(likeness=likeness_of(name)).exclude(pk=asker.pk)
    named = [one for one in alike.order_by("-created_at")[:MOST_NAMESAKES] if _is_called(one, name)]
    if not named:
        raise Missing("player.unknown", name=name or "?")
    members = [one for one in named if one.user_id is not None]
    if len(named) > 1 and not members:
        tables = Holder.objects.filter(player=asker).values("game")
        met = Holder.objects.filter(game__in=tables, player__in=named)
        ids = set(met.values_list("player", flat=True))
        named = [one for one in named if one.pk in ids] or named
    if len(named) > 1 and not members:
        raise Conflict("player.many", name=name)
    return (members or named)[0]


def _is_called(player: Player, name: str) -> bool:
    return player.nickname.casefold() == name.casefold()


def withdraw(code: str, host: Player, number: int, now: datetime) -> None:
    """The host takes an invitation back: the chair is for anybody again."""
    with locked_room(code) as room:
        game = current_game(room)
        require_host(room, game, host, now)
        guest = chairs_of(game, seats_of(game), now).kept.get(number)
        if guest is None:
            raise Conflict("invitation.gone")
        game.invitations.filter(player=guest).delete()
        forget_invitation(room, guest, now)
        relist(room, game, now)
        touch(room)


def may_decline(room: Room, game: Game, chairs: Chairs, *, invited: bool) -> bool:
    """The invited may decline; so may whoever got the link to a room kept off the lobby.

    What has begun without an opponent can be declined after the first turn.
    """
    if not chairs.free or (game.running and game.turn_number == 0):
        return False
    return invited or (game.running and not (room.public or chairs.kept))


def decline(code: str, player: Player, now: datetime) -> None:
    """Turn an invitation down. A game that has begun is annulled: nobody wins. Who sits is told."""
    with locked_room(code) as room:
        game = current_game(room)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        chairs = chairs_of(game, seats_of(game), now)
        sits = game.holders.filter(player=player).exists()
        invited = player.pk in chairs.guests
        if sits or not may_decline(room, game, chairs, invited=invited):
            raise Forbidden("invitation.not_yours")
        if game.running:
            text = _("%(name)s has declined. The game is annulled.")
            turn = game.turn_number
            act_for_seat(code, chairs.free[0], Annul(), game_id=game.pk, turn=turn, now=now)
        else:
            text = _("%(name)s has declined your invitation.")
            game.invitations.filter(player=player).delete()
            relist(room, game, now)
            touch(room)
        forget_invitation(room, player, now)
        for holder in game.holders.select_related("player"):
            words = {"name": player.nickname}
            tell(holder.player, room, "declined", text % words, now, sender=player)
