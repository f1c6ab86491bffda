"""Asking a known player to take a free seat, which is kept for them until they answer.

In a room with teams it is a place in one of them, kept beside those that anybody may take.

Sitting down accepts (:func:`games.play.services.seats.sit`). Declining frees the chair before the
start; where a game has begun without an opponent, whoever has the link to a room that is not
public is invited as well, and declining annuls the game.
"""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from games.common.rates import spend
from games.common.refusals import Conflict, Forbidden, Missing, TooSoon
from games.play.chairs import Chairs, chairs_of, may_host, seats_of
from games.play.models import Game, Holder, Invitation, Room, Seat
from games.play.services.hosting import let_in
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.notices import forget_invitation, tell, tell_invited
from games.play.services.racks import require_unseen
from games.play.services.seats import require_host
from games.play.services.turns import act_for_seat
from games.players.models import Player
from games.players.names import clean_title, isolate, likeness_of
from games.players.services.blocks import apart_from
from games.players.services.sanctions import require_standing
from games.rules.moves import Annul

MOST_NAMESAKES = 50


def invite(
    code: str, host: Player, nickname: str, now: datetime, number: int | None = None
) -> Player:
    """Keep a chair of the game on the table for a player known by name, who is told; or a place
    in the team of seat ``number``, which is the inviter's own if not said.

    Only those who sit may invite. Raises ``Conflict`` when no chair is left to keep.
    """
    with locked_room(code) as room:
        game = current_game(room)
        own = seat_of(game, host)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        require_standing(host, now)
        guest = find_player(nickname, host)
        if apart_from(guest.pk, [room.host_id, *game.holders.values_list("player", flat=True)]):
            raise Conflict("player.not_now", name=guest.nickname)
        if room.rated and guest.user_id is None:
            raise Conflict("player.guest", name=guest.nickname)
        if game.holders.filter(player=guest).exists():
            raise Conflict("player.sits", name=guest.nickname)
        chairs = chairs_of(game, seats_of(game), now)
        seat = None
        if room.has_teams:
            require_unseen(room, game)
            seat = own if number is None else game.seats.filter(number=number).first()
            _require_place(
                chairs, seat, guest, hosting=may_host(room, list(game.holders.all()), host.pk, now)
            )
        elif not (chairs.open or chairs.shut) and guest.pk not in chairs.guests:
            raise Conflict("room.kept" if chairs.kept else "room.full")
        if not game.invitations.filter(player=guest).exists():
            _spare(guest)
        if seat is not None or guest.pk not in chairs.guests:
            Invitation.objects.update_or_create(
                game=game, player=guest, defaults={"created_at": now, "seat": seat}
            )
        let_in(room, guest.pk)
        if game.status == Game.Status.WAITING or game.turn_number > 0:
            tell_invited(room, game, now)
        relist(room, game, now)
        touch(room)
    return guest


def _spare(guest: Player) -> None:
    """Raise ``TooSoon`` where somebody has been invited very often, by whomever."""
    try:
        spend("invited", player=guest.pk)
    except TooSoon as refusal:
        raise TooSoon(refusal.code, seconds=refusal.seconds, name=guest.nickname) from None


def _require_place(chairs: Chairs, seat: Seat | None, guest: Player, *, hosting: bool) -> None:
    """Raise ``Conflict`` unless this team takes one more. While the game goes on it is the host
    who says so, or has opened the teams to all."""
    if seat is None:
        raise Missing("seat.unknown")
    if guest.pk in chairs.left:
        raise Conflict("player.left", name=guest.nickname)
    if seat.number not in (*chairs.open, *chairs.shut, *chairs.roomy):
        raise Conflict("team.full")
    if seat.number not in (*chairs.open, *chairs.joinable) and not hosting:
        raise Forbidden("room.host_only")


def find_player(nickname: str, asker: Player) -> Player:
    """Who is meant by a name. Several may have it: a member comes before guests, then those who
    have sat at a table with the asker. Raises ``Missing``; ``Conflict`` when it stays open."""
    name = clean_title(nickname)
    alike = Player.objects.filter(likeness=likeness_of(name), left_at=None).exclude(pk=asker.pk)
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
    """The host takes an invitation back, or all to one team: the chair is for anybody again."""
    with locked_room(code) as room:
        game = current_game(room)
        require_host(room, game, host, now)
        guest = chairs_of(game, seats_of(game), now).kept.get(number)
        wanted = Q(player=guest) if guest else Q(seat__number=number, left=False)
        taken_back = list(game.invitations.filter(wanted).select_related("player"))
        if not taken_back:
            raise Conflict("invitation.gone")
        for invitation in taken_back:
            forget_invitation(room, invitation.player, now)
            invitation.delete()
        relist(room, game, now)
        touch(room)


def may_decline(room: Room, game: Game, chairs: Chairs, *, invited: bool) -> bool:
    """The invited may decline; so may whoever got the link to a room kept off the lobby.

    What has begun without an opponent can be declined after the first turn.
    """
    if room.has_teams:
        return invited
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
        if game.running and not room.has_teams:
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
            words = {"name": isolate(player.nickname)}
            tell(holder.player, room, "declined", text % words, now, sender=player)
