"""The heart of a process that serves pages: it beats beside the server, see ``manage.py serve``."""

from django.utils import timezone

from games.common.loops import Loops
from games.common.threads import with_rows
from games.health.services import BEAT_EVERY, give_sign
from games.play.services.outages import say_alive
from games.play.topics import publish_room


async def beat_once() -> None:
    """Say that the site serves; clocks that were put forward are shown."""
    for code in await with_rows(say_alive, timezone.now()):
        await with_rows(publish_room, code)


async def beat() -> None:
    """Until cancelled."""
    await Loops(give_sign).go_round("heart", beat_once, BEAT_EVERY)
