"""Ending one or all of a player's sessions, including copies of their cookies.

Rooms are cached in memory by their stamps, together with which of their players' sessions are
valid. So ending a session also gives new stamps to its player's rooms.
"""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.urls import reverse

from games.mail.services.outbox import queue_notification_mail
from games.play.models import Room
from games.play.services.naming import list_open_rooms, lock_player
from games.players.models import Player
from games.players.services.identity import SessionClaim
from games.players.services.notifications import create_notification
from games.players.services.sessions import close_session
from games.players.signals import session_validity_changed, sessions_ended


def end_sessions(player: Player) -> None:
    """End all sessions by raising the player's epoch. ``player`` is updated in place."""
    with transaction.atomic():
        lock_player(player)
        player.sessions.all().delete()
        rows = Player.objects.filter(pk=player.pk)
        # Every cookie, token and link names the epoch it was issued in.
        rows.update(epoch=F("epoch") + 1, open_sessions="")
        player.refresh_from_db(fields=["epoch", "session_count", "open_sessions"])
        values = {"player": str(player.pk), "epoch": player.epoch}
        _notify_logged_out(player)
        # Sockets are closed only when other processes can see the new epoch.
        transaction.on_commit(lambda: sessions_ended.send(sender=Player, **values))


def log_out_everywhere(player: Player, now: datetime, *, why: str = "asked") -> None:
    """End all sessions and notify a member, in the bell after the next log-in and by e-mail.

    ``why`` is "asked" if they asked for it, "password" if their password changed.
    """
    with transaction.atomic():
        end_sessions(player)
        if player.user_id is not None:
            path = reverse("games:settings")
            notice = create_notification(player, "logged_out", now, path=path, why=why)
            if why != "password":  # django-allauth mails about that itself
                queue_notification_mail(notice, now)


def lock_account_player(user: User) -> None:
    """Lock the account's player, and their rooms first, as :func:`end_sessions` will."""
    member = Player.objects.filter(user=user).first()
    if member is not None:
        lock_player(member)


def end_session(player: Player, number: int) -> bool:
    """End one of a member's sessions. Return False if it had already ended."""
    with transaction.atomic():
        held = lock_player(player)
        ended = close_session(held, number)
        if ended:
            _notify_logged_out(held)
    player.session_count, player.open_sessions = held.session_count, held.open_sessions
    return ended


def end_claimed_session(*, claim: SessionClaim, **_signal: Any) -> None:
    """End the session of a member who has left it, so that copies of its cookie stop working.

    A session without a number was started by an earlier release. Its copies cannot be told apart
    from the member's other sessions, so all of them end.
    """
    if not claim.player:
        return
    member = Player.objects.filter(pk=claim.player, epoch=claim.epoch).first()
    if member is None or member.user_id is None:
        return
    if claim.number:
        end_session(member, claim.number)
    else:
        end_sessions(member)


def _notify_logged_out(player: Player) -> None:
    Room.objects.filter(pk__in=list_open_rooms(player)).update(stamp=F("stamp") + 1)
    values = {"player": str(player.pk), "validity": player.session_validity}
    transaction.on_commit(lambda: session_validity_changed.send(sender=Player, **values))
