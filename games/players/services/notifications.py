"""Notices: messages to one player, stored as a code with arguments.

They become text only when they are read, so each reader gets their own language. Each kind is one
row, which its domain registers. The page, the bell, pushes and e-mail all use it. Which channels a
player wants is in :mod:`games.players.services.notification_settings`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.generated_names import translate_name
from games.common.names import break_links, isolate_name
from games.players.models import Notification, Player
from games.players.services.notification_settings import (
    OFFERED_CHANNELS,
    NotificationChannel,
    NotificationEvent,
)

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class NotificationContext:
    """A notice with what its kind needs to write the text, read at ``now``.

    ``names`` maps the ids in its arguments to nicknames. With ``by_mail``, nothing that people
    wrote may become a link.
    """

    notice: Notification
    now: datetime
    by_mail: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> Mapping[str, Any]:
        return self.notice.data or {}

    @property
    def title(self) -> str:
        """The title of the room."""
        return self.write(self.notice.room.shown_title if self.notice.room else "")

    @property
    def actor(self) -> str:
        """The name of the player who caused it, the first of the ``players``."""
        return self.name_of(next(iter(self.data.get("players", ())), ""))

    def name_of(self, player: str) -> str:
        """Return the nickname of a player in the arguments, ready for use in a sentence."""
        return self.write(self.names.get(player) or str(_("Someone")))

    def write(self, text: str) -> str:
        """Prepare a name, or another text that people wrote, for use in a sentence."""
        return isolate_name(break_links(text) if self.by_mail else text)


Urgency = Literal["very-low", "low", "normal", "high"]
"""The urgencies of RFC 8030."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushPolicy:
    """How a kind is pushed.

    A push that cannot be delivered within its ``lifetime`` is dropped. It replaces older pushes of
    the same ``topic``.
    """

    lifetime: timedelta
    urgency: Urgency
    topic: str

    def __post_init__(self) -> None:
        if self.urgency not in get_args(Urgency):
            raise ValueError(f"Not an urgency: {self.urgency!r}")
        if not self.topic or self.lifetime <= timedelta(0):
            raise ValueError("A push needs a topic and a time for which it is news.")


DEFAULT_PUSH = PushPolicy(lifetime=DAY, urgency="normal", topic="news")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationKind:
    """One kind of notice. No field has a default.

    A kind that contradicts the settings raises ``ValueError``, so an incomplete kind stops the
    import of its module. To add a kind, add a row to the table of its domain, for example
    ``NOTIFICATION_KINDS`` in :mod:`games.play.perspective.notification_kinds`, and call
    :func:`create_notification`.
    """

    # As stored in a notice. Never rename it.
    code: str
    # The subject of an e-mail and the headline of a push.
    title: str | Promise
    # Returns the whole sentence.
    describe: Callable[[NotificationContext], str]
    # The player's setting that switches the channels, with its sound on pages. ``None``: players
    # cannot choose; it is always in the bell and in e-mail, without a sound.
    setting_event: NotificationEvent | None
    # Where a press leads: the notice's "room", or a "page" of the site.
    leads_to: Literal["room", "page"]
    # How long e-mail waits for the notice to be read. ``None``: it is never mailed.
    mail_after: timedelta | None
    # ``None``: it is never pushed.
    push: PushPolicy | None
    # Whether it also reaches those who have blocked its sender, or whom the sender has blocked.
    crosses_blocks: bool
    # Whether the bell lists it; an open invitation has an entry of its own there.
    in_bell: bool

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z_]{1,24}", self.code) or not self.title:
            raise ValueError(f"A kind of notice needs a code and a title: {self.code!r}")
        offered = (
            OFFERED_CHANNELS[self.setting_event]
            if self.setting_event is not None
            else (NotificationChannel.MAIL,)
        )
        if (self.push is not None) != (NotificationChannel.PUSH in offered):
            raise ValueError(f"Push of {self.code!r} contradicts its setting {self.setting_event}.")
        if self.mail_after is not None and NotificationChannel.MAIL not in offered:
            raise ValueError(
                f"E-mail of {self.code!r} contradicts its setting {self.setting_event}."
            )


_UNKNOWN_KIND = NotificationKind(
    code="unknown",
    title=_("News from your room"),
    describe=lambda context: context.notice.text,
    setting_event=None,
    leads_to="page",
    mail_after=DAY,
    push=None,
    crosses_blocks=False,
    in_bell=True,
)
_kinds_by_code: dict[str, NotificationKind] = {}


def register_kinds(*rows: NotificationKind) -> None:
    """Register kinds; called when the apps are ready. Raises ``ValueError`` if a code is taken."""
    for row in rows:
        if _kinds_by_code.setdefault(row.code, row) is not row:
            raise ValueError(f"Two kinds of notice have the code {row.code!r}.")


def list_notification_kinds() -> tuple[NotificationKind, ...]:
    """Return every registered kind."""
    return tuple(_kinds_by_code.values())


def get_notification_kind(code: str) -> NotificationKind:
    """Return the kind with this code, or a placeholder for one that this release does not know."""
    return _kinds_by_code.get(code, _UNKNOWN_KIND)


def list_kinds(event: NotificationEvent) -> list[str]:
    """Return the codes of the kinds that a setting controls."""
    return [code for code, kind in _kinds_by_code.items() if kind.setting_event == event]


def get_setting_event(code: str) -> NotificationEvent | None:
    """Return the setting that controls a kind of notice, or ``None``."""
    return get_notification_kind(code).setting_event


def create_notification(
    player: Player,
    code: str,
    now: datetime,
    *,
    room: Any = None,
    path: str = "",
    players: Iterable[object] = (),
    **data: Any,
) -> Notification:
    """Store a notice.

    ``players`` are the people whom it names, first the one who caused it. ``data`` holds codes and
    figures, never sentences. Raises ``ValueError`` for an unknown kind, and if the room or page
    that it leads to is missing.
    """
    row = _kinds_by_code.get(code)
    if row is None or not (room if row.leads_to == "room" else path):
        raise ValueError(f"A notice of kind {code!r} needs a row, and somewhere to lead to.")
    people = {"players": [str(person) for person in players]} if players else {}
    return Notification.objects.create(
        player=player, room=room, path=path, kind=code, data=people | data, created_at=now
    )


def describe_notification(notice: Notification, now: datetime, *, by_mail: bool = False) -> str:
    """Return the text of a notice."""
    return describe_notifications([notice], now, by_mail=by_mail)[0]


def describe_notifications(
    notices: Iterable[Notification], now: datetime, *, by_mail: bool = False
) -> list[str]:
    """Return the texts of notices for one reader, with one query for all names in them.

    Notices of earlier releases contain their text.
    """
    listed = list(notices)
    people = {person for notice in listed for person in _list_people(notice)}
    found = Player.objects.filter(pk__in=people).values_list("pk", "nickname") if people else ()
    names = {str(pk): translate_name(nickname) for pk, nickname in found}
    return [
        notice.text
        or get_notification_kind(notice.kind).describe(
            NotificationContext(notice, now, by_mail, names)
        )
        for notice in listed
    ]


def _list_people(notice: Notification) -> list[str]:
    data = notice.data or {}
    seats = (one for seat in data.get("seats", ()) for one in seat.get("players", ()))
    return [*data.get("players", ()), *seats]
