"""The text of push messages: the site's own sentences, never a rack or a chat message."""

import json
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.play.models import Game
from games.play.perspective.room_summaries import describe_live_turn
from games.players.models import Player
from games.players.services.languages import get_reading_language
from games.players.services.notifications import describe_notification, get_notification_kind
from games.players.services.time_zones import get_reading_zone
from games.push.models import OutgoingPush
from games.push.services.delivery_policies import get_delivery_policy

TOPIC_LENGTH = 32
"""The maximum of RFC 8030. Push services read the topic, so it is hashed and reveals no room."""


class PushContent(NamedTuple):
    """What the browser shows."""

    title: str
    body: str
    # Opened when the notification is clicked.
    url: str
    # A notification replaces an earlier one with the same tag.
    tag: str

    def write(self) -> str:
        return json.dumps(self._asdict(), ensure_ascii=False)

    @property
    def topic(self) -> str:
        return salted_hmac("games.push.topic", self.tag, algorithm="sha256").hexdigest()[
            :TOPIC_LENGTH
        ]


def compose_push(push: OutgoingPush, now: datetime) -> PushContent:
    """Return the content of a push message, in the player's language and time zone."""
    player = push.subscription.player
    language, zone = get_reading_language(player), get_reading_zone(player)
    with translation.override(language), timezone.override(zone):
        return _compose_push(push, now)


def _compose_push(push: OutgoingPush, now: datetime) -> PushContent:
    topic, notice = get_delivery_policy(push.kind).topic, push.notice
    if notice is None:
        assert push.game is not None
        return _compose_turn(push.game, push.subscription.player, topic, now)
    about = notice.room.code if notice.room else str(notice.pk)
    title = str(get_notification_kind(push.kind).title)
    return PushContent(
        title, describe_notification(notice, now), notice.get_absolute_url(), f"{topic}-{about}"
    )


def _compose_turn(game: Game, player: Player, topic: str, now: datetime) -> PushContent:
    """Return the message that it is the player's turn in a live game."""
    code = game.room.code
    body = describe_live_turn(game, player, now)
    return PushContent(_("Your turn"), body, reverse("games:room", args=[code]), f"{topic}-{code}")
