"""Events that a player's open pages count and play a sound for, as data for their script.

An event has the same key on every page, so that only one page plays the sound. The room's page
builds the keys of turns and game ends as well (``static/js/room/room_events.js``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from games.common.names import isolate_name
from games.lobby.perspective.entries import LobbyEntry
from games.players.models import Notification, Player
from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import (
    describe_notifications,
    get_setting_event,
    list_notification_kinds,
)


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One notice in words."""

    pk: int
    kind: str
    # Identifies the event. The room's page uses the same key for the end of a game.
    key: str
    url: str
    sentence: str


_NEVER = datetime.max.replace(tzinfo=UTC)


def sort_by_urgency(entries: Iterable[LobbyEntry]) -> list[LobbyEntry]:
    """Return the entries where the player is to move, by nearest deadline, then longest wait."""
    waiting = [(entry.turn, entry) for entry in entries if entry.turn is not None]
    waiting.sort(key=lambda pair: (pair[0].until or _NEVER, pair[0].since or _NEVER))
    return [entry for _turn, entry in waiting]


def choose_next_game(waiting: Sequence[str], left: str, visited: Sequence[str] = ()) -> str:
    """Return the code of the room to open after ``left``, or "" if no other room is waiting.

    ``waiting`` has the codes of the rooms that wait, the most urgent first, and ``visited`` those
    already visited, the most recent visit last. Rooms not yet visited come first, then the one
    visited longest ago, so a player who keeps going to the next game reaches all of them.

    >>> choose_next_game(["A", "B", "C"], "B")
    'C'
    >>> choose_next_game(["A", "C"], "B", ["C", "A", "B"])
    'C'
    """
    visited = [code for code in visited if code in waiting]
    if left in waiting and not set(visited) - {left}:
        place = waiting.index(left)
        waiting = [*waiting[place + 1 :], *waiting[:place]]
    others = [code for code in waiting if code != left]
    last_visits = {code: number for number, code in enumerate(visited)}
    return min(others, key=lambda code: last_visits.get(code, -1), default="")


def describe_alerts(
    waiting: Iterable[LobbyEntry], invitations: Iterable[LobbyEntry], notices: Iterable[NewsItem]
) -> dict[str, Any]:
    """Return the data for the page's script.

    ``turns`` has key, URL and sentence of each game that waits for the player, in order. ``news``
    has key, kind, URL and sentence of all other events. Notices about turns are left out, because
    the turns themselves are listed.
    """
    invited = [
        [f"invited:{entry.code}", NotificationEvent.INVITATION.value, entry.url, entry.invitation]
        for entry in invitations
    ]
    noted = [
        [one.key, kind.value, one.url, one.sentence]
        for one in notices
        if (kind := get_setting_event(one.kind)) is not None and kind != NotificationEvent.TURN
    ]
    turns = [
        [entry.turn.key, entry.url, _describe_waiting_game(entry)]
        for entry in waiting
        if entry.turn
    ]
    return {"turns": turns, "news": [*invited, *noted]}


def list_news(player: Player, now: datetime, limit: int) -> tuple[NewsItem, ...]:
    """Return a player's unread notices, newest first, at most ``limit``.

    Kinds that have entries of their own in the bell, such as invitations, are left out.
    """
    elsewhere = [row.code for row in list_notification_kinds() if not row.in_bell]
    unread = player.notices.filter(read_at=None).exclude(kind__in=elsewhere)
    notices = list(unread.select_related("room__lexicon", "room__host")[:limit])
    return tuple(
        _build_news_item(*pair)
        for pair in zip(notices, describe_notifications(notices, now), strict=True)
    )


def _build_news_item(notice: Notification, sentence: str) -> NewsItem:
    ended = (notice.data or {}).get("game") if notice.kind == "ended" else None
    key = f"end:{ended}" if ended else f"notice:{notice.pk}"
    return NewsItem(notice.pk, notice.kind, key, notice.get_absolute_url(), sentence)


def _describe_waiting_game(entry: LobbyEntry) -> str:
    glance = entry.glance
    last = glance.last if glance else ""
    others = ", ".join(isolate_name(name) for name in entry.opponents)
    turn = _("Your turn against %(names)s.") % {"names": others} if others else _("Your turn.")
    left = _("%(left)s left to move.") % {"left": glance.left} if glance and glance.left else ""
    return " ".join(part for part in (last, turn, left) if part)
