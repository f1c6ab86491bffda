"""Who disputes a word, and telling them the editors' answer.

The lexicon asks for the author through ``settings.LEXICON_AUTHOR_OF`` and tells the answer through
its signal ``dispute_answered``; it knows no player.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.mail.services.outbox import write_letter
from games.players.identity import player_of
from games.players.models import Notice, Player
from lexicon.models import Dispute

KIND = "dispute"
LONGEST_TEXT = 240
WAIT = timedelta(minutes=10)
"""How long a letter waits for its notice to be read."""
_KEY = "player:"


def author_of(request: HttpRequest) -> tuple[str, str]:
    """The key and the name of the player who asks; both empty for someone without a name yet."""
    player = player_of(request)
    return (f"{_KEY}{player.pk}", player.nickname) if player else ("", "")


def tell_answer(*, dispute: Dispute, **_signal: Any) -> None:
    """Leave a notice and a letter for the player who disputed the word, inside the answer's
    transaction."""
    if not dispute.author_key.startswith(_KEY):
        return
    player = Player.objects.filter(pk=UUID(dispute.author_key.removeprefix(_KEY))).first()
    if player is None:
        return
    agreed = dispute.state == Dispute.State.ACCEPTED
    told = _("The editors agree about “%(word)s”.") if agreed else _("“%(word)s” stays as it is.")
    answer = f"{told % {'word': dispute.word}} {dispute.answer}"
    now = timezone.now()
    notice = Notice.objects.create(
        player=player,
        kind=KIND,
        text=answer if len(answer) <= LONGEST_TEXT else f"{answer[: LONGEST_TEXT - 1]}…",
        path=reverse("lexicon:lexicon", args=[dispute.lexicon.slug]),
        created_at=now,
    )
    subject = _("Tileroom: the word you disputed")
    write_letter(notice, subject, answer, now, sender=None, wait=WAIT)


def open_notice(player: Player | None, number: int) -> str:
    """Where a notice without a room leads; it is read by that. ``""`` for somebody else's."""
    notice = Notice.objects.filter(pk=number, room=None, player=player).first()
    if player is None or notice is None:
        return ""
    player.notices.filter(pk=number, read_at=None).update(read_at=timezone.now())
    return notice.path
