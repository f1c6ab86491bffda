"""Inviting known players: a free seat is kept for them until they answer.

In a room with teams it is a place in one of them. Taking the seat accepts the invitation
(:func:`games.play.services.seats.take_seat`), and declining it before the start frees the seat. If
the game has started without an opponent, declining annuls it. In a room that is not public, anyone
with the link may then decline as well.
"""

from collections.abc import Collection
from datetime import datetime

from games.common.generated_names import restore_stored_name, translate_name
from games.common.names import clean_title, get_confusable_key
from games.common.rate_limits import enforce_rate_limit
from games.play.models import Game, Invitation, Room, Seat, SeatMember
from games.play.services.hosting import forget_removal
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.notifications import mark_invitation_read, notify, notify_invited
from games.play.services.rack_visibility import require_unseen
from games.play.services.seats import require_host
from games.play.services.turns import apply_seat_act
from games.play.terms.seating import Seating, get_seating, list_seats, may_host
from games.players.models import Player
from games.players.services.blocks import list_blocked_players
from games.players.services.sanctions import require_may_play
from games.rules.plays.acts import Annul
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound, TooManyRequests

# Guests may share a name, and some names are very common.
MAX_NAMESAKES = 50


def invite_player(
    code: str,
    host: Player,
    nickname: str,
    now: datetime,
    number: int | None = None,
    *,
    shown: str = "",
) -> Player:
    """Keep a seat for a player known by name, and send them a notice.

    In a room with teams it is a place in the team of seat ``number``, by default the inviter's own.
    Only players with a seat may invite. Raises ``Conflict`` if no seat or place can be kept.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        own = get_seat(game, host)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        require_may_play(host, now)
        guest = find_player(nickname, host)
        if list_blocked_players(
            guest.pk, [room.host_id, *game.holders.values_list("player", flat=True)]
        ):
            raise Conflict("player.not_now", name=guest.shown_name)
        if room.rated and guest.user_id is None:
            raise Conflict("player.guest", name=guest.shown_name)
        if game.holders.filter(player=guest).exists():
            raise Conflict("player.sits", name=guest.shown_name)
        seating = get_seating(game, list_seats(game), now)
        seat = None
        if room.has_teams:
            require_unseen(room, game)
            seat = own if number is None else game.seats.filter(number=number).first()
            _require_place(
                seating, seat, guest, hosting=may_host(room, list(game.holders.all()), host.pk, now)
            )
        elif not (seating.open or seating.locked) and guest.pk not in seating.guests:
            raise Conflict("room.kept" if seating.reserved else "room.full")
        # Inviting the same player to the same game again does not count.
        if not game.invitations.filter(player=guest).exists():
            _limit_invitations(guest)
        if seat is not None or guest.pk not in seating.guests:
            Invitation.objects.update_or_create(
                game=game, player=guest, defaults={"created_at": now, "seat": seat}
            )
        forget_removal(room, guest.pk)
        # If the first seat moves before an opponent comes, that move sends the notice.
        if game.status == Game.Status.WAITING or game.turn_number > 0:
            notify_invited(room, game, now)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return guest


def _limit_invitations(guest: Player) -> None:
    """Raise ``TooManyRequests`` if a player has received very many invitations, from anyone."""
    try:
        enforce_rate_limit("invited", player=guest.pk)
    except TooManyRequests as refusal:
        raise TooManyRequests(
            refusal.code, seconds=refusal.seconds, name=guest.shown_name
        ) from None


def _require_place(seating: Seating, seat: Seat | None, guest: Player, *, hosting: bool) -> None:
    """Raise ``Conflict`` unless this team has a place for one more.

    Raises ``Forbidden`` if the team is not open to everyone and the inviter is not the host.
    """
    if seat is None:
        raise NotFound("seat.unknown")
    if guest.pk in seating.departed:
        raise Conflict("player.left", name=guest.shown_name)
    if seat.number not in (*seating.open, *seating.locked, *seating.with_free_place):
        raise Conflict("team.full")
    if seat.number not in (*seating.open, *seating.joinable) and not hosting:
        raise Forbidden("room.host_only")


def find_player(nickname: str, asker: Player) -> Player:
    """Return the player with a name.

    If several have it, a member comes before guests, and then players who have sat at a table with
    the asker. Raises ``NotFound`` if no one has it, and ``Conflict`` if several remain.
    """
    typed = clean_title(nickname)
    # An earlier release stored the names of some guests in their own language.
    names = {typed.casefold(), restore_stored_name(typed).casefold()}
    keys = {get_confusable_key(name) for name in names}
    alike = Player.objects.filter(confusable_key__in=keys, left_at=None).exclude(pk=asker.pk)
    found = [
        player
        for player in alike.order_by("-created_at")[:MAX_NAMESAKES]
        if player.nickname.casefold() in names
    ]
    if not found:
        raise NotFound("player.unknown", name=translate_name(typed) or "?")
    members = [player for player in found if player.user_id is not None]
    if len(found) > 1 and not members:
        tables = SeatMember.objects.filter(player=asker).values("game")
        met = SeatMember.objects.filter(game__in=tables, player__in=found)
        ids = set(met.values_list("player", flat=True))
        found = [player for player in found if player.pk in ids] or found
    if len(found) > 1 and not members:
        raise Conflict("player.many", name=translate_name(typed))
    return min(members or found, key=lambda player: player.nickname.casefold() != typed.casefold())


def withdraw_invitations(
    code: str, host: Player, ids: Collection[int], now: datetime, *, shown: str = ""
) -> None:
    """Withdraw invitations by their ids, as the host. Those that were answered stay as they are.

    Raises ``Conflict`` if none of them is open any more.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        require_host(room, game, host, now)
        wanted = game.invitations.filter(pk__in=ids, left=False)
        taken_back = list(wanted.select_related("player"))
        if not taken_back:
            raise Conflict("invitation.gone")
        for invitation in taken_back:
            mark_invitation_read(room, invitation.player, now)
            invitation.delete()
        update_lobby_listing(room, game, now)
        bump_stamp(room)


def may_decline_invitation(room: Room, game: Game, seating: Seating, *, invited: bool) -> bool:
    """Return whether a visitor may decline to play.

    Invited players may. If the game has started without an opponent, so may anyone with the link
    of a room that is not public, but only after the first turn.
    """
    if room.has_teams:
        return invited
    if not seating.free or (game.running and game.turn_number == 0):
        return False
    return invited or (game.running and not (room.public or seating.reserved))


def decline_invitation(code: str, player: Player, now: datetime, *, shown: str = "") -> None:
    """Decline an invitation, and send a notice to those who sit at the table.

    A game that has started without an opponent is annulled: no one wins.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        seating = get_seating(game, list_seats(game), now)
        sits = game.holders.filter(player=player).exists()
        invited = player.pk in seating.guests
        if sits or not may_decline_invitation(room, game, seating, invited=invited):
            raise Forbidden("invitation.not_yours")
        if game.running and not room.has_teams:
            annulled, turn = True, game.turn_number
            apply_seat_act(code, seating.free[0], Annul(), game_id=game.pk, turn=turn, now=now)
        else:
            annulled = False
            game.invitations.filter(player=player).delete()
            update_lobby_listing(room, game, now)
            bump_stamp(room)
        mark_invitation_read(room, player, now)
        for holder in game.holders.select_related("player"):
            notify(holder.player, room, "declined", now, sender=player, annulled=annulled)
