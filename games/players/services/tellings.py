"""What is told whom, and how: each player's choice, by kinds of events and channels.

Title and favicon tell always; how pages ring is told in ``static/js/told/rings.js``. Notification
and push reach only browsers that were allowed to, so both are wanted by default.
"""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.players.models import Player, Telling


class Kind(TextChoices):
    """What can be told."""

    TURN = "turn", _("My turn")
    INVITATION = "invitation", _("Invitations and new games")
    RESULT = "result", _("The end of a game")
    REMINDER = "reminder", _("My turn runs out in days")
    LOW_TIME = "low_time", _("My clock runs short")
    MENTION = "mention", _("Somebody writes my name")


class Channel(TextChoices):
    """How it can be told."""

    SOUND = "sound", _("Sound")
    VIBRATION = "vibration", _("Vibration")
    NOTIFICATION = "notification", _("Notification")
    PUSH = "push", _("Push")
    MAIL = "mail", _("E-mail")


_PAGES = (Channel.SOUND, Channel.VIBRATION, Channel.NOTIFICATION)
OFFERED: Mapping[Kind, tuple[Channel, ...]] = {
    Kind.TURN: (*_PAGES, Channel.PUSH, Channel.MAIL),
    Kind.INVITATION: (*_PAGES, Channel.PUSH, Channel.MAIL),
    Kind.RESULT: (*_PAGES, Channel.PUSH, Channel.MAIL),
    Kind.REMINDER: (*_PAGES, Channel.PUSH, Channel.MAIL),
    Kind.LOW_TIME: _PAGES,
    Kind.MENTION: (*_PAGES, Channel.PUSH),
}
"""The channels that can tell a kind: a clock that runs short is seen by its page alone."""

_AFAR = {Channel.NOTIFICATION, Channel.PUSH, Channel.MAIL}
_NEAR = {Channel.SOUND, Channel.VIBRATION}
DEFAULTS: Mapping[Kind, frozenset[Channel]] = {
    Kind.TURN: frozenset(_NEAR | _AFAR),
    Kind.INVITATION: frozenset({Channel.SOUND} | _AFAR),
    Kind.RESULT: frozenset(_AFAR),
    Kind.REMINDER: frozenset(_AFAR),
    Kind.LOW_TIME: frozenset(_NEAR),
    Kind.MENTION: frozenset({Channel.SOUND, Channel.NOTIFICATION, Channel.PUSH}),
}

_KINDS = {
    "turn": Kind.TURN,
    "invitation": Kind.INVITATION,
    "rematch": Kind.INVITATION,
    "started": Kind.INVITATION,
    "declined": Kind.INVITATION,
    "ended": Kind.RESULT,
    "reminder": Kind.REMINDER,
    "lapsing": Kind.REMINDER,
    "mention": Kind.MENTION,
}


def kind_of(notice_kind: str) -> Kind | None:
    """What a notice counts as. ``None``: nobody may choose whether to be told (a moderator's
    word, an answer to a dispute); it stands in the bell and rings nowhere."""
    return _KINDS.get(notice_kind)


def wants(player: Player, kind: str, channel: str) -> bool:
    """Whether a player wants to be told a kind of event by a channel. One statement; none where
    ``player`` was read with its ``telling``."""
    telling = telling_of(player)
    return channel in channels_of(telling, Kind(kind)) and (
        channel != Channel.SOUND or telling.sounds
    )


def channels_of(telling: Telling, kind: Kind) -> frozenset[str]:
    """How a kind is told, the switch over all sounds left aside."""
    chosen = telling.chosen.get(kind)
    return DEFAULTS[kind] if chosen is None else frozenset(chosen) & set(OFFERED[kind])


def telling_of(player: Player) -> Telling:
    """A player's choice; one that is not kept where they have never made any."""
    kept = getattr(player, "telling", None)
    return kept if kept is not None else Telling(player=player)


def choose(
    player: Player,
    chosen: Mapping[str, Collection[str]],
    *,
    sounds: bool,
    volume: int,
    mail_hours: Collection[int],
    zone: str,
) -> None:
    """Keep a choice; a kind that is not in ``chosen`` is told by nothing."""
    kept = {
        kind.value: [one.value for one in OFFERED[kind] if one in chosen.get(kind, ())]
        for kind in Kind
    }
    values = {
        "chosen": kept,
        "sounds": sounds,
        "volume": volume,
        "mail_hours": sorted(set(mail_hours)),
        "zone": zone,
    }
    _keep(player, values)


def choose_sound(player: Player, *, sounds: bool, volume: int) -> None:
    """Keep the switch over all sounds, and how loud they are."""
    _keep(player, {"sounds": sounds, "volume": volume})


def drop_channel(player: Player, kinds: Collection[str], channel: str) -> None:
    """Tell these kinds by that channel no more."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        telling = telling_of(player)
        left = {
            kind.value: sorted(channels_of(telling, kind) - {channel})
            for kind in Kind
            if kind.value in kinds
        }
        _keep(player, {"chosen": telling.chosen | left})


def _keep(player: Player, values: Mapping[str, object]) -> None:
    kept, _fresh = Telling.objects.update_or_create(player=player, defaults=values)
    player.telling = kept
