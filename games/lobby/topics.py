"""The lobby, and what is somebody's own, as topics of :mod:`games.live`.

Nobody has to say that something changed. While pages look on, each process's hub asks every few
seconds (:data:`games.live.listeners.PULSE`). The lobby's lists are read then, once for all who look
on, and are told anew only where they differ. Of players with a page open no more is read than
which rooms and notices are theirs and how those are stamped; only whose have changed are told.
Seats that are taken and rooms that open wake the lobby besides, so that they show at once.
"""

import time
from collections.abc import Iterable, Mapping
from functools import partial
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.common.rendering import render_part
from games.live.broadcast import wake
from games.live.topics import Kind, Topic, register
from games.lobby.perspective import Lists, look_at_lists, look_at_own
from games.people.models import Follow
from games.people.perspective.company import look_at_here
from games.people.services.presence import HERE_FOR
from games.play.models import Holder, Invitation
from games.play.services.signals import room_relisted
from games.players.identity import id_in_scope
from games.players.models import Notice, Player

BEGINNING = 1_577_836_800
"""Stamps are seconds since 2020: the same in all processes, give or take their clocks."""

MOST_AT_ONCE = 400
"""Players named in one statement: databases limit how many."""

LOBBY = Topic("lobby", "")


def own_topic(player: str) -> Topic:
    """What concerns one player, by id."""
    return Topic("own", player)


class OneForAll:
    """A picture of which there is one rendering."""

    def audience_of(self, viewer: str) -> str:  # noqa: ARG002
        return ""


class LobbyPicture(OneForAll):
    """The lobby since its last change."""

    def __init__(self, stamp: int, lists: Lists) -> None:
        self.stamp = stamp
        self.lists = lists

    def render(self, audience: str) -> str:  # noqa: ARG002
        context = {
            "lists": self.lists,
            "offers": self.lists.offers({}),
            "stamp": self.stamp,
        }
        return "".join(render_part(f"lobby/{name}", context) for name in ("_offers", "_lists"))


class OwnPicture(OneForAll):
    """What concerns one player."""

    def __init__(self, stamp: int, player: str) -> None:
        self.stamp = stamp
        found = Player.objects.filter(pk=player).first()
        now = timezone.now()
        self.own = look_at_own(found, now)
        self.here = [str(person.player.pk) for person in look_at_here(found, now)]

    def render(self, audience: str) -> str:  # noqa: ARG002
        context = {"own": self.own, "company": salted_hmac("here", str(self.here)).hexdigest()[:8]}
        return "".join(
            render_part(f"lobby/{name}", context) for name in ("_told", "_bell", "_mine")
        )


class Watch:
    """When something last changed, as far as this process has seen. Threads share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: dict[str, tuple[Any, int]] = {}
        self._last = 0

    def stamps(self, found: Mapping[str, Any]) -> dict[str, int]:
        """The stamp of everything looked at, by its key; a new one where it differs."""
        with self._lock:
            for key, state in found.items():
                known = self._seen.get(key)
                if known is None or known[0] != state:
                    self._last = max(self._last + 1, int(time.time()) - BEGINNING)
                    self._seen[key] = state, self._last
            return {key: self._seen[key][1] for key in found}

    def forget(self, kept: Iterable[str]) -> None:
        """Keep what is still looked at, and no more."""
        with self._lock:
            wanted = set(kept)
            self._seen = {key: seen for key, seen in self._seen.items() if key in wanted}


_lobby = Watch()
_own = Watch()


def stamp_lobby(lists: Lists) -> int:
    """The stamp of these lists, for a page that shows them."""
    return _lobby.stamps({"": lists})[""]


def _lobby_stamps(_keys: Iterable[str]) -> dict[str, int]:
    return {"": stamp_lobby(look_at_lists(timezone.now()))}


def _read_lobby(_key: str) -> LobbyPicture:
    lists = look_at_lists(timezone.now())
    return LobbyPicture(stamp_lobby(lists), lists)


def _own_stamps(keys: Iterable[str]) -> dict[str, int]:
    wanted = [key for key in keys if key]
    found: dict[str, Any] = {}
    for start in range(0, len(wanted), MOST_AT_ONCE):
        found |= _marks_of(wanted[start : start + MOST_AT_ONCE])
    if len(wanted) > 1:
        _own.forget(wanted)
    return _own.stamps(found)


def _marks_of(keys: list[str]) -> dict[str, Any]:
    """What differs when something of these players does: four statements for all of them."""
    players = [UUID(key) for key in keys]
    marks: dict[str, list[Any]] = {key: [] for key in keys}
    held = Holder.objects.filter(player__in=players, over=False)
    asked = Invitation.objects.filter(player__in=players)
    for rows in (held, asked):
        stamped = rows.order_by("pk").values_list(
            "player_id", "game__room__code", "game__room__stamp"
        )
        for player, *mark in stamped:
            marks[str(player)].append(mark)
    present = Follow.objects.filter(
        follower__in=players, followed__presence__seen_at__gt=timezone.now() - HERE_FOR
    )
    for player, *mark in present.order_by("pk").values_list("follower_id", "followed_id"):
        marks[str(player)].append(mark)
    unread = Notice.objects.filter(player__in=players, read_at=None).order_by()
    counted = unread.values_list("player_id").annotate(Count("pk"), Max("pk"))
    for player, *mark in counted:
        marks[str(player)].append(mark)
    return marks


def _read_own(key: str) -> OwnPicture:
    return OwnPicture(_own_stamps([key]).get(key, 0), key)


def _wake_lobby(**_signal: Any) -> None:
    transaction.on_commit(partial(wake, LOBBY), robust=True)


def _alive(keys: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(keys, render_part("lobby/pieces/alive", {}))


def register_lobby() -> None:
    room_relisted.connect(_wake_lobby, dispatch_uid="games.lobby")
    register(
        Kind(
            name="lobby",
            address="lobby/",
            stamps=_lobby_stamps,
            read=_read_lobby,
            viewer_of=id_in_scope,
            tell_company=_alive,
            paced=False,
        )
    )
    register(
        Kind(
            name="own",
            address="me/",
            stamps=_own_stamps,
            read=_read_own,
            viewer_of=id_in_scope,
            key_of=id_in_scope,
            tell_company=_alive,
            paced=False,
        )
    )
