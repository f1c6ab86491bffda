"""Identifies the author of a dispute, notifies them when the editors answer, and puts words that
the players of a game voted on into the editors' queue.

The lexicon knows no players and no games. It gets the author through
``settings.LEXICON_AUTHOR_OF``, asks through ``settings.LEXICON_IS_GAME_RUNNING`` whether a game has
no page yet, and announces the answer with its signal ``dispute_answered``.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from games.mail.services.outbox import queue_notification_mail
from games.play.models import Game
from games.players.models import Notification, Player
from games.players.services.identity import get_player
from games.players.services.notifications import create_notification
from lexicon.models import Dispute
from lexicon.services.disputes import record_vote

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


def queue_vote(
    *, game: Game, words: Sequence[tuple[str, ...]], allowed: bool, **_signal: Any
) -> None:
    """Put words that players have voted on into the editors' queue, once the vote is committed."""
    # Editors may be at work on the dictionary, and a room must not wait for them.
    report = partial(_record_votes, game, ["".join(word) for word in words], allowed)
    transaction.on_commit(report, robust=True)


def _record_votes(game: Game, words: Sequence[str], allowed: bool) -> None:
    revision = game.revision
    if revision is None:
        return
    reference = {"game_ref": game.room.title, "game_url": reverse("games:record", args=[game.pk])}
    for word in words:
        record_vote(revision, word, allowed=allowed, **reference)


def is_game_running(path: str) -> bool:
    """Return whether this is the page of a game that goes on: it answers once the game is over."""
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return False
    if found.view_name != "games:record":
        return False
    game = Game.objects.filter(pk=found.kwargs["record_id"])
    return game.exclude(status=Game.Status.OVER).exists()


def read_notice(player: Player | None, number: int) -> str:
    """Mark a notice without a room as read and return the path it leads to, or "" if it belongs to
    another player."""
    notice = Notification.objects.filter(pk=number, room=None, player=player).first()
    if player is None or notice is None:
        return ""
    player.notices.filter(pk=number, read_at=None).update(read_at=timezone.now())
    return notice.path
