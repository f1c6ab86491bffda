"""The lobby as a topic of :mod:`games.live`: who has it open is told when its lists change.

Nobody has to say that something changed. While pages look on, each process's hub asks every few
seconds (:data:`games.live.listeners.PULSE`) whether the newest rows of what the lobby lists are
still the same; each viewer's lists are then made anew, one after another, and sent as parts.
"""

import time
from collections.abc import Iterable
from threading import Lock
from typing import Any

from django.db.models import Max
from django.utils import timezone

from games.common.rendering import render_part
from games.live.topics import Kind, register
from games.lobby.perspective import fingerprint, look_at_lobby
from games.play.models import Holder, Invitation, Move
from games.players.identity import id_in_scope
from games.players.models import Notice, Player

REST = 4.0
"""Seconds between two looks, whoever asks."""

BEGINNING = 1_577_836_800
"""Stamps are seconds since 2020: the same in all processes, give or take their clocks."""


class LobbyPicture:
    """The lobby since its last change. Each player sees something else; strangers see the same."""

    def __init__(self, stamp: int) -> None:
        self.stamp = stamp

    def audience_of(self, viewer: str) -> str:
        return viewer

    def render(self, audience: str) -> str:
        """The parts that change. Asks the database."""
        player = Player.objects.filter(pk=audience).first() if audience else None
        context = look_at_lobby(player, timezone.now()) | {"player": player}
        parts = ("lobby/pieces/notices", "lobby/pieces/lists")
        return "".join(render_part(part, context) for part in parts)


class Watch:
    """When the lobby last changed, as far as this process has seen. Threads share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._looked_at = 0.0
        self._found: Any = None
        self._stamp = 0

    def stamp(self) -> int:
        with self._lock:
            now = time.time()
            if now - self._looked_at >= REST:
                self._looked_at = now
                found = _newest_rows()
                if found != self._found:
                    self._found = found
                    self._stamp = max(self._stamp + 1, int(now) - BEGINNING)
            return self._stamp


watch = Watch()


def _newest_rows() -> Any:
    """What differs after anything that somebody's lists or notices may show."""
    newest = [model.objects.aggregate(Max("pk"))["pk__max"] for model in _GROWING]
    return newest, fingerprint(timezone.now())


_GROWING = (Move, Holder, Invitation, Notice)


def _stamps(_keys: Iterable[str]) -> dict[str, int]:
    return {"": watch.stamp()}


def register_lobby() -> None:
    register(
        Kind(
            name="lobby",
            address="lobby/",
            stamps=_stamps,
            read=lambda _key: LobbyPicture(watch.stamp()),
            viewer_of=id_in_scope,
            tell_lookers=lambda _count: render_part("lobby/pieces/alive", {}),
            asks=True,
            paced=False,
        )
    )
