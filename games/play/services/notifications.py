"""Notices to the players at a table who may not be watching: who gets which, and when.

A notice stores codes and figures. Its sentences are in
:mod:`games.play.perspective.notification_texts`.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.common.rate_limits import enforce_rate_limit
from games.mail.services.outbox import queue_notification_mail
from games.play.models import Game, Move, Room, Seat
from games.play.services.schedule import get_forfeit_time, get_turn_days, list_seats_to_act
from games.play.store.snapshots import RoomSnapshot
from games.play.terms.days_off import list_breaks_at
from games.players.models import Notification, Player
from games.players.services.blocks import is_block_between
from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import (
    create_notification,
    get_notification_kind,
    list_kinds,
)
from games.rules.flow.game import GameState, Phase
from games.rules.plays.events import Outcome
from scrabble_site.shared.refusals import TooManyRequests

TIME_TO_SHOW = timedelta(seconds=10)
"""How long a notice may take to reach the open pages of its player."""

MAX_INVITATIONS = 6
"""How many notices of invitations one player can send to another in a day."""

DAY = timedelta(days=1)

ABSENT_AFTER = timedelta(seconds=25)
"""Players not seen in the room for this long get notices; presence is recorded more often."""

TURN_KINDS = ("turn", "reminder")
"""Kinds that ask a player to move. One unread notice of them per room is enough."""


def notify(
    player: Player,
    room: Room,
    kind: str,
    now: datetime,
    *,
    sender: Player | None = None,
    by: datetime | None = None,
    **data: Any,
) -> None:
    """Create a notice, and queue an e-mail for it if the player has an address.

    ``sender`` is the player who caused it, whom the text names first. Nothing is sent between
    players who are kept apart, unless the kind crosses blocks, nor if the sender has caused too
    many notices. ``by`` is when an e-mail would be too late.
    """
    if room.device_owner_id not in (None, player.pk):
        return  # plays on another player's device, and has no page to read it on
    if (
        sender is not None
        and not get_notification_kind(kind).crosses_blocks
        and not may_notify(sender, player)
    ):
        return
    people = [sender.pk] if sender else []
    notice = create_notification(player, kind, now, room=room, players=people, **data)
    queue_notification_mail(notice, now, sender=sender, by=by)


def may_notify(sender: Player, player: Player) -> bool:
    """Return whether a player may cause another notice for someone, and count it."""
    if is_block_between(player.pk, sender.pk):
        return False
    try:
        enforce_rate_limit("notices", player=f"{sender.pk} {player.pk}")
    except TooManyRequests:
        return False
    return True


def notify_invited(room: Room, game: Game, now: datetime) -> None:
    """Notify every player invited to this game, once each.

    A player with too many invitations by this host today gets no more notices; the lobby lists them
    all.
    """
    for invitation in game.invitations.filter(left=False).select_related("player"):
        guest = invitation.player
        earlier = guest.notices.filter(kind="invitation")
        today = earlier.filter(room__host=room.host, created_at__gt=now - DAY).count()
        if today < MAX_INVITATIONS and not earlier.filter(room=room).exists():
            notify(guest, room, "invitation", now, sender=room.host)


def notify_seats_to_act(
    snapshot: RoomSnapshot, after: GameState, now: datetime, *, mover: Player | None, move: Move
) -> None:
    """Notify the seats that a game over days waits for since an act led to the state ``after``."""
    room, game, before = snapshot.room, snapshot.game, snapshot.state
    if before is None or not is_correspondence_game(game):
        return
    if (before.phase, before.to_move) == (after.phase, after.to_move):
        return
    if before.phase is Phase.FINAL_CHALLENGE:  # the others need not answer the play any more
        room.notices.filter(kind__in=TURN_KINDS, read_at=None).update(read_at=now)
    for seat in sorted(list_seats_to_act(after)):
        notify_turn(room, game, snapshot.seats, seat, now, mover=mover, move=move)


def notify_turn(
    room: Room,
    game: Game,
    seats: Iterable[Seat],
    seat: int,
    now: datetime,
    *,
    mover: Player | None = None,
    move: Move | None = None,
    reply: str = "",
) -> None:
    """Notify a seat that a game over days waits for, unless it has an unread notice already.

    Nothing is sent if the seat is to move and has stored a reply, which is tried first. ``reply``
    says what became of one that was not played: "unfit" or "refused".
    """
    replies = game.status == Game.Status.PLAYING and seat in game.seats_with_replies
    if not is_correspondence_game(game) or (replies and not reply):
        return
    more = {"reply": reply} if reply else {}
    data = describe_turn(game, seats, seat, move or get_last_move(game)) | more
    for holder in game.holders.filter(seat__number=seat).select_related("player"):
        unread = holder.player.notices.filter(room=room, read_at=None)
        if not unread.filter(kind__in=TURN_KINDS).exists():
            notify(holder.player, room, "turn", now, sender=mover, **data)


def describe_turn(
    game: Game, seats: Iterable[Seat], seat: int, move: Move | None
) -> dict[str, Any]:
    """Return the arguments of a notice to the seat to move: table, last move and deadline."""
    rows = list(seats)
    until = get_forfeit_time(game, list_breaks_at(rows, seat))
    data: dict[str, Any] = {"seats": describe_seats(rows), "own": seat}
    data |= {"move": describe_move(move)} if move else {}
    return data | ({"until": until.isoformat()} if until else {})


def describe_seats(seats: Iterable[Seat]) -> list[dict[str, Any]]:
    """Return who sits where. Players appear by id, so that the notice shows their current names.

    ``seats`` come with their holders.
    """
    return [
        {"level": seat.computer_level, "for": seat.played_for}
        if seat.computer_level is not None
        else {"players": [str(one.player_id) for one in seat.holders.all()], "team": seat.team}
        for seat in sorted(seats, key=lambda seat: seat.number)
    ]


def describe_move(move: Move) -> dict[str, Any]:
    """Return the public part of a move: no rack, and only the number of exchanged tiles."""
    return {"seat": move.seat, "kind": move.kind, "events": move.events, "reply": move.by_reply}


def get_last_move(game: Game) -> Move | None:
    return game.moves.order_by("-number").first()


def mark_invitation_read(room: Room, guest: Player, now: datetime) -> None:
    """Mark the notice of an invitation as read once it is answered or withdrawn."""
    guest.notices.filter(room=room, kind="invitation", read_at=None).update(read_at=now)


def notify_result(
    room: Room,
    game: Game,
    seats: Iterable[Seat],
    outcome: Outcome,
    now: datetime,
    *,
    ender: Player | None,
    move: Move | None,
) -> None:
    """Notify the players of a game of its end, once it is rated, except the one who ended it.

    Players in the room see it there, and their notices are marked as read
    (:func:`mark_seen_in_room`).
    """
    data: dict[str, Any] = {
        "seats": describe_seats(seats),
        "game": str(game.pk),
        "winner": outcome.winner,
        "reason": outcome.reason,
        "scores": list(outcome.scores),
    }
    data |= {"move": describe_move(move)} if move else {}
    for holder in game.holders.select_related("player", "seat"):
        if holder.player != ender:
            rating = game.ratings.get(str(holder.player_id), {})
            own: dict[str, Any] = {"own": holder.seat.number}
            own |= {"rating": dict(rating)} if {"after", "unchanged"} & rating.keys() else {}
            notify(holder.player, room, "ended", now, **data, **own)


def notify_absent(room: Room, game: Game, seat: int, kind: str, now: datetime) -> None:
    """Notify absent players of what became of their seat.

    ``kind`` is "stood_in" if a computer plays for them, and "out" if the game goes on without them.
    If the game has ended, :func:`notify_result` says so.
    """
    for holder in game.holders.filter(seat__number=seat).select_related("player"):
        notify(holder.player, room, kind, now)


def notify_rematch(room: Room, game: Game, asker: Player, now: datetime) -> None:
    """Notify the others at the table that a player asks for another game."""
    for holder in game.holders.exclude(player=asker).select_related("player"):
        notify(holder.player, room, "rematch", now, sender=asker)


def notify_started(room: Room, game: Game, starter: Player, now: datetime) -> None:
    """Notify the players who are not in the room that a game has started."""
    room.notices.filter(kind="rematch", read_at=None).update(read_at=now)
    seats = describe_seats(game.seats.prefetch_related("holders"))
    for holder in game.holders.exclude(player=starter).select_related("player", "seat"):
        if holder.seen_at is None or holder.seen_at < now - ABSENT_AFTER:
            own = holder.seat.number
            notify(holder.player, room, "started", now, sender=starter, seats=seats, own=own)


def mark_room_read(player: Player, room: Room, now: datetime) -> None:
    """Mark the room's notices as read for a player who has opened it or made a turn there."""
    player.notices.filter(room=room, read_at=None).update(read_at=now)


def mark_seen_in_room(viewers: Mapping[str, Mapping[str, bool]], now: datetime) -> None:
    """Mark the notices of rooms as read for the players who see them on a visible page.

    ``viewers`` maps room codes to the ids of players, each with whether a page of theirs is
    visible. Notices about a player's seat are left for the next report while they are so new that
    the page may not have shown them yet.
    """
    unread = Notification.objects.filter(read_at=None, room__code__in=list(viewers))
    about_seat = Q(kind__in=list_kinds(NotificationEvent.SEAT))
    shown = unread.exclude(about_seat & Q(created_at__gt=now - TIME_TO_SHOW))
    unseen = shown.values_list("pk", "player_id", "room__code")
    present = [pk for pk, player, code in unseen if viewers[code].get(str(player))]
    if present:
        with transaction.atomic():
            # Rows that are locked are skipped: another transaction marks them, or the next round.
            rows = Notification.objects.select_for_update(skip_locked=True)
            free = rows.filter(pk__in=present, read_at=None).order_by("pk")
            unlocked = list(free.values_list("pk", flat=True))
            Notification.objects.filter(pk__in=unlocked).update(read_at=now)


def is_correspondence_game(game: Game) -> bool:
    """Return whether turns of this game have a limit of days, and the game has started."""
    return get_turn_days(game.room) is not None and game.moved_at is not None
