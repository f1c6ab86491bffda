"""Identifies the author of a dispute, and notifies them when the editors answer.

The lexicon knows no players. It gets the author through ``settings.LEXICON_AUTHOR_OF`` and
announces the answer with its signal ``dispute_answered``.
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from games.mail.services.outbox import queue_notification_mail
from games.players.models import Notification, Player
from games.players.services.identity import get_player
from games.players.services.notifications import create_notification
from lexicon.models import Dispute

DISPUTE_KIND = "dispute"
_AUTHOR_PREFIX = "player:"


def get_author(request: HttpRequest) -> tuple[str, str]:
    """Return the key and the name of the requesting player, both empty for a visitor without a
    player."""
    player = get_player(request)
    return (f"{_AUTHOR_PREFIX}{player.pk}", player.nickname) if player else ("", "")


def notify_dispute_author(*, dispute: Dispute, **_signal: Any) -> None:
    """Queue a notice and an e-mail for the player who disputed the word, in the same transaction as
    the answer."""
    if not dispute.author_key.startswith(_AUTHOR_PREFIX):
        return
    player = Player.objects.filter(pk=UUID(dispute.author_key.removeprefix(_AUTHOR_PREFIX))).first()
    if player is None:
        return
    now = timezone.now()
    notice = create_notification(
        player,
        DISPUTE_KIND,
        now,
        path=reverse("lexicon:lexicon", args=[dispute.lexicon.slug]),
        word=dispute.word,
        agreed=dispute.state == Dispute.State.ACCEPTED,
        answer=dispute.answer,
    )
    queue_notification_mail(notice, now)


def read_notice(player: Player | None, number: int) -> str:
    """Mark a notice without a room as read and return the path it leads to, or "" if it belongs to
    another player."""
    notice = Notification.objects.filter(pk=number, room=None, player=player).first()
    if player is None or notice is None:
        return ""
    player.notices.filter(pk=number, read_at=None).update(read_at=timezone.now())
    return notice.path
