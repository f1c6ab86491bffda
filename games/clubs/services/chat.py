"""Messages to a club, and the stamp that grows with what its members see of them."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.chat.services.messages import MAX_KEY_LENGTH
from games.chat.terms.message_text import clean_text
from games.clubs.models import Club, ClubMessage
from games.clubs.services.access import find_club, require_member
from games.common.rate_limits import enforce_rate_limit
from games.players.models import Player
from games.players.services.sanctions import require_may_write
from scrabble_site.shared.refusals import InvalidRequest


def send_club_message(code: str, author: Player, text: str, key: str, now: datetime) -> None:
    """Send a message to a club as one of its members. A repeated key sends nothing more.

    Raises ``Forbidden`` for everyone else and for players who may not write, ``TooManyRequests``
    above the rate limit, and ``InvalidRequest`` for an empty text or a bad key.
    """
    if not key or len(key) > MAX_KEY_LENGTH:
        raise InvalidRequest("form.text")
    cleaned = clean_text(text)
    if not cleaned:
        raise InvalidRequest("chat.empty")
    club = find_club(code)
    with transaction.atomic():
        require_member(club, author)
        if author.club_messages.filter(key=key).exists():
            return
        require_may_write(author, now)
        enforce_rate_limit("chat", player=author.pk)
        _message, fresh = ClubMessage.objects.get_or_create(
            author=author, key=key, defaults={"club": club, "text": cleaned, "sent_at": now}
        )
        if fresh:
            bump_club_chat(club.pk)


def bump_club_chat(club: Any) -> None:
    """Raise the stamp of one club's chat (the club's id)."""
    Club.objects.filter(pk=club).update(chat_stamp=F("chat_stamp") + 1)


def refresh_shared_clubs(*people: Player) -> None:
    """Raise the stamps where these players have written, after a change of who reads whom."""
    written = ClubMessage.objects.filter(author__in=people).values("club").distinct()
    Club.objects.filter(pk__in=written).update(chat_stamp=F("chat_stamp") + 1)


def raise_all_club_stamps(by: int) -> None:
    """Raise all stamps, so that open pages take the next state for a newer one."""
    Club.objects.update(chat_stamp=F("chat_stamp") + by)
