"""What a player's open pages count and ring for, as data for their script.

Each event has a key that is the same wherever it is told, so that it rings once: those of a turn
and of a game's end are known to the room's own page, too (``static/js/room/happenings.js``).
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from games.lobby.perspective.entries import Entry
from games.players.models import Notice
from games.players.names import isolate
from games.players.services.tellings import Kind, kind_of

_NEVER = datetime.max.replace(tzinfo=UTC)


def by_urgency(entries: Iterable[Entry]) -> list[Entry]:
    """Those where the player is to move: what is due soonest, then what waits longest."""
    waiting = [(entry.turn, entry) for entry in entries if entry.turn is not None]
    waiting.sort(key=lambda pair: (pair[0].until or _NEVER, pair[0].since or _NEVER))
    return [entry for _turn, entry in waiting]


def tell_pages(
    waiting: Iterable[Entry], invitations: Iterable[Entry], notices: Iterable[Notice]
) -> dict[str, Any]:
    """``turns``: key, address and sentence of each game that waits for the player, in their order;
    ``news``: key, kind, address and sentence of what else there is. A notice of a turn rings not,
    since the turn itself does."""
    invited = [
        [f"invited:{entry.code}", Kind.INVITATION.value, entry.url, _invites(entry)]
        for entry in invitations
    ]
    noted = [
        [_key_of(notice), kind.value, notice.get_absolute_url(), notice.text]
        for notice in notices
        if (kind := kind_of(notice.kind)) is not None and kind != Kind.TURN
    ]
    turns = [[entry.turn.key, entry.url, _waits(entry)] for entry in waiting if entry.turn]
    return {"turns": turns, "news": [*invited, *noted]}


def _key_of(notice: Notice) -> str:
    """That of a game's end is the same on the page of its room."""
    ended = getattr(notice, "ended", None)
    return f"end:{ended}" if ended else f"notice:{notice.pk}"


def _waits(entry: Entry) -> str:
    return _("It is your turn at %(title)s.") % {"title": isolate(entry.title)}


def _invites(entry: Entry) -> str:
    names = {"title": isolate(entry.title), "game": entry.variant_name}
    return _("You are invited to %(title)s (%(game)s).") % names
