"""What a pushed notification says: the site's own words, never a tile and never a chat."""

import json
from typing import NamedTuple

from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.play.models import Room
from games.players.names import isolate
from games.push.models import Push
from games.push.services.kinds import LIVE_TURN, manner_of

TOPIC_LETTERS = 32
"""What RFC 8030 allows; the service reads it, so it tells nothing of the room."""


class Told(NamedTuple):
    """``tag``: what has the same takes its place on the screen; ``url``: where a press leads."""

    title: str
    body: str
    url: str
    tag: str

    def write(self) -> str:
        return json.dumps(self._asdict(), ensure_ascii=False)

    @property
    def topic(self) -> str:
        return salted_hmac("games.push.topic", self.tag, algorithm="sha256").hexdigest()[
            :TOPIC_LETTERS
        ]


def tell(push: Push) -> Told:
    """What a push says."""
    topic = manner_of(push.kind).topic
    if push.notice is None:
        assert push.game is not None
        room = push.game.room
        body = _("It is your turn at %(title)s.") % {"title": isolate(room.title)}
        return Told(_title(push.kind), body, _address(room), f"{topic}-{room.code}")
    notice = push.notice
    about = notice.room.code if notice.room else str(notice.pk)
    return Told(_title(push.kind), notice.text, notice.get_absolute_url(), f"{topic}-{about}")


def _address(room: Room) -> str:
    return reverse("games:room", args=[room.code])


def _title(kind: str) -> str:
    titles = {
        LIVE_TURN: _("It is your turn"),
        "turn": _("It is your turn"),
        "reminder": _("Your turn runs out"),
        "lapsing": _("A game is given up soon"),
        "invitation": _("You are invited"),
        "rematch": _("Another game is wanted"),
        "started": _("Your game has begun"),
        "ended": _("A game has ended"),
        "mention": _("Somebody wrote your name"),
    }
    return titles.get(kind) or _("News from your table")
