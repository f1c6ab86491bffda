"""Notification settings: which events a player is notified of, and through which channels.

The page's title and icon always show events. Which sounds pages play is decided in
``static/js/notifications/alerts.js``. Notification and push only reach browsers in which they were
allowed, so both are on by default.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.players.models import NotificationSettings, Player


class NotificationEvent(TextChoices):
    """The kinds of events."""

    TURN = "turn", _("My turn")
    INVITATION = "invitation", _("Invitations and new games")
    RESULT = "result", _("A game ends")
    REMINDER = "reminder", _("Correspondence turn about to expire")
    LOW_TIME = "low_time", _("Low on time")
    MENTION = "mention", _("Someone mentions me")
    SEAT = "seat", _("Changes to my seat")
    ACCOUNT = "account", _("I'm logged out")
    REPORT = "report", _("New reports for moderators")


class NotificationChannel(TextChoices):
    """The ways to notify a player of them."""

    SOUND = "sound", _("Sound")
    VIBRATION = "vibration", _("Vibration")
    NOTIFICATION = "notification", _("Notification")
    PUSH = "push", _("Push")
    MAIL = "mail", _("E-mail")


@dataclass(frozen=True, slots=True, kw_only=True)
class KindChannels:
    """The channels of one kind of event. Raises ``ValueError`` if a default is not offered."""

    # The channels a player can choose.
    offered: tuple[NotificationChannel, ...]
    # The channels of a player who has never chosen.
    default: frozenset[NotificationChannel]
    # Whether it has been mailed since the first release. A player who switched off e-mail for all
    # of those gets none for newer kinds either.
    mailed_from_the_start: bool

    def __post_init__(self) -> None:
        if not self.default <= set(self.offered):
            raise ValueError("A default channel is not on offer.")


_PAGE_CHANNELS = (
    NotificationChannel.SOUND,
    NotificationChannel.VIBRATION,
    NotificationChannel.NOTIFICATION,
)
_ALL = (*_PAGE_CHANNELS, NotificationChannel.PUSH, NotificationChannel.MAIL)
_REMOTE_CHANNELS = frozenset(
    {NotificationChannel.NOTIFICATION, NotificationChannel.PUSH, NotificationChannel.MAIL}
)
CHANNELS: Mapping[NotificationEvent, KindChannels] = {
    NotificationEvent.TURN: KindChannels(
        offered=_ALL, default=frozenset(_ALL), mailed_from_the_start=True
    ),
    NotificationEvent.INVITATION: KindChannels(
        offered=_ALL,
        default=_REMOTE_CHANNELS | {NotificationChannel.SOUND},
        mailed_from_the_start=True,
    ),
    NotificationEvent.RESULT: KindChannels(
        offered=_ALL, default=_REMOTE_CHANNELS, mailed_from_the_start=True
    ),
    NotificationEvent.REMINDER: KindChannels(
        offered=_ALL, default=_REMOTE_CHANNELS, mailed_from_the_start=True
    ),
    # Only an open page knows that a clock is running short.
    NotificationEvent.LOW_TIME: KindChannels(
        offered=_PAGE_CHANNELS,
        default=frozenset({NotificationChannel.SOUND, NotificationChannel.VIBRATION}),
        mailed_from_the_start=False,
    ),
    NotificationEvent.MENTION: KindChannels(
        offered=(*_PAGE_CHANNELS, NotificationChannel.PUSH),
        default=frozenset(
            {NotificationChannel.SOUND, NotificationChannel.NOTIFICATION, NotificationChannel.PUSH}
        ),
        mailed_from_the_start=False,
    ),
    NotificationEvent.SEAT: KindChannels(
        offered=_ALL,
        default=_REMOTE_CHANNELS | {NotificationChannel.SOUND},
        mailed_from_the_start=False,
    ),
    NotificationEvent.ACCOUNT: KindChannels(
        offered=(NotificationChannel.MAIL,),
        default=frozenset({NotificationChannel.MAIL}),
        mailed_from_the_start=False,
    ),
    # Only moderators and administrators get these, and see the setting.
    NotificationEvent.REPORT: KindChannels(
        offered=(NotificationChannel.MAIL,),
        default=frozenset({NotificationChannel.MAIL}),
        mailed_from_the_start=False,
    ),
}
"""One row per kind. Its sound is in ``static/js/notifications/sounds.js``."""

if CHANNELS.keys() != set(NotificationEvent):
    raise ValueError(f"Kinds without a row of channels: {set(NotificationEvent) - CHANNELS.keys()}")

OFFERED_CHANNELS: Mapping[NotificationEvent, tuple[NotificationChannel, ...]] = {
    kind: row.offered for kind, row in CHANNELS.items()
}


def kinds_for(player: Player) -> tuple[NotificationEvent, ...]:
    """Return the kinds that concern a player.

    Only moderators and administrators are notified of new reports.
    """
    user = player.user
    handles_reports = user is not None and (
        user.is_superuser or (user.is_staff and user.has_perm("games.change_moderationreport"))
    )
    return tuple(
        kind for kind in NotificationEvent if kind != NotificationEvent.REPORT or handles_reports
    )


def wants_notification(player: Player, kind: str, channel: str) -> bool:
    """Return whether a player wants to be notified of a kind of event through a channel.

    Takes one query, or none if ``player`` was read with its ``notification_settings``.
    """
    preferences = get_notification_settings(player)
    return channel in list_channels(preferences, NotificationEvent(kind)) and (
        channel != NotificationChannel.SOUND or preferences.sounds
    )


def wants_mail(player: Player) -> bool:
    """Return whether a player wants e-mail for at least one kind of event.

    E-mail that no setting controls is sent under the same condition.
    """
    preferences = get_notification_settings(player)
    return any(
        NotificationChannel.MAIL in list_channels(preferences, kind) for kind in NotificationEvent
    )


def list_channels(preferences: NotificationSettings, kind: NotificationEvent) -> frozenset[str]:
    """Return the channels of a kind, whether or not sounds are switched off altogether."""
    chosen = preferences.chosen.get(kind)
    if chosen is not None:
        return frozenset(chosen) & set(OFFERED_CHANNELS[kind])
    default = CHANNELS[kind].default
    return default - {NotificationChannel.MAIL} if _refuses_mail(preferences) else default


def _refuses_mail(preferences: NotificationSettings) -> bool:
    """Return whether mail is off for all kinds mailed from the start, and so for newer ones."""
    chosen = [
        preferences.chosen.get(kind) for kind, row in CHANNELS.items() if row.mailed_from_the_start
    ]
    return all(
        channels is not None and NotificationChannel.MAIL not in channels for channels in chosen
    )


def get_notification_settings(player: Player) -> NotificationSettings:
    """Return a player's settings, or an unsaved row with the defaults."""
    stored = getattr(player, "notification_settings", None)
    return stored if stored is not None else NotificationSettings(player=player)


def save_settings(
    player: Player,
    chosen: Mapping[str, Collection[str]],
    *,
    sounds: bool,
    volume: int,
    mail_hours: Collection[int],
    zone: str,
) -> None:
    """Save a player's settings. A kind that is not in ``chosen`` uses no channel.

    Kinds that do not concern the player stay as they are.
    """
    before = get_notification_settings(player).chosen
    offered = {kind.value for kind in kinds_for(player)}
    channels_by_kind = {kind: channels for kind, channels in before.items() if kind not in offered}
    channels_by_kind |= {
        kind.value: [
            channel.value for channel in OFFERED_CHANNELS[kind] if channel in chosen.get(kind, ())
        ]
        for kind in NotificationEvent
        if kind.value in offered
    }
    values = {
        "chosen": channels_by_kind,
        "sounds": sounds,
        "volume": volume,
        "mail_hours": sorted(set(mail_hours)),
        "zone": zone,
        "bounced": None,
    }
    _save(player, values)


def save_sound_settings(player: Player, *, sounds: bool, volume: int) -> None:
    """Save whether sounds are on, and how loud."""
    _save(player, {"sounds": sounds, "volume": volume})


def switch_off_channel(player: Player, kinds: Collection[str], channel: str) -> None:
    """Switch a channel off for these kinds."""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        preferences = get_notification_settings(player)
        left = {
            kind.value: sorted(list_channels(preferences, kind) - {channel})
            for kind in NotificationEvent
            if kind.value in kinds
        }
        _save(player, {"chosen": preferences.chosen | left})


def switch_off_bounced_mail(player: Player, kinds: Collection[str], email: str) -> None:
    """Switch off e-mail for these kinds, because it bounced from an address.

    The settings page shows this until the player saves the settings again.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        before = get_notification_settings(player).bounced or {}
        earlier = before.get("kinds", []) if before.get("email") == email else []
        switch_off_channel(player, kinds, NotificationChannel.MAIL)
        _save(player, {"bounced": {"email": email, "kinds": sorted({*earlier, *kinds})}})


def _save(player: Player, values: Mapping[str, object]) -> None:
    preferences, _created = NotificationSettings.objects.update_or_create(
        player=player, defaults=values
    )
    player.notification_settings = preferences
