"""The lobby and each player's own lists as topics of :mod:`games.live`.

Changes need not be announced. While pages are connected, each process's hub polls the topics every
few seconds (:data:`games.live.subscribers.PULSE_INTERVAL`). It loads the lobby's lists once for all
viewers and sends them only if they differ. For players with an open page it reads only which rooms
and notices are theirs, with their stamps, and sends updates to those whose have changed. Two events
do not wait for the poll: a seat taken or a room opened updates the lobby pages of the same process,
and an invitation updates the invited player's page or stream in every process.
"""

import time
from collections.abc import Iterable, Mapping
from functools import partial
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max
from django.db.models.signals import post_save
from django.utils import timezone
from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment
from games.live.broadcast import check_topic
from games.live.topics import Topic, TopicKind, register_topic_kind
from games.lobby.perspective import LobbyLists, build_lobby_lists, build_player_lists
from games.people.models import Follow
from games.people.perspective.followed_members import list_followed_here, mark_followed_here
from games.people.services.presence import PRESENCE_LIFETIME
from games.play.models import Invitation, SeatMember
from games.play.signals import room_relisted
from games.players.models import Notification, Player
from games.players.services.blocks import list_block_pairs
from games.players.services.identity import get_player_id_from_scope

STAMP_EPOCH = 1_577_836_800
"""Stamps are seconds since 2020, so that processes agree as far as their clocks do."""

MAX_PLAYERS_PER_QUERY = 400
"""Players named in one query; databases limit the number of parameters."""

LOBBY = Topic("lobby", "")
LOBBY_FRAGMENTS = ("_offers", "_paces", "_lists", "_live", "_featured")
"""The parts of the lobby and of "Watch" that change. A page ignores those it does not show."""
PLAYER_FRAGMENTS = ("_alerts", "_bell", "_mine", "_ended")
"""The parts of pages that show one player's own games and news."""


def get_player_topic(player: str) -> Topic:
    """Return the topic with the lists and news of one player (an id)."""
    return Topic("own", player)


class UniformState:
    """A state that looks the same to all viewers."""

    def perspective_of(self, viewer: str) -> str:  # noqa: ARG002
        return ""


class LobbyState(UniformState):
    """The lobby since its last change.

    Its lists contain words, so they are built for each language in which someone reads them.
    """

    def __init__(self, stamp: int, lists: LobbyLists) -> None:
        self.stamp = stamp
        self._lists = {get_language(): lists}

    def render(self, perspective: str) -> str:  # noqa: ARG002
        lists = self._lists.get(get_language()) or build_lobby_lists(timezone.now())
        context = {"lists": lists, "offers": lists.offers({}), "stamp": self.stamp}
        return "".join(render_fragment(f"lobby/{name}", context) for name in LOBBY_FRAGMENTS)


class PlayerState(UniformState):
    """The lists and news of one player, read when they are rendered."""

    def __init__(self, stamp: int, player: str) -> None:
        self.stamp = stamp
        self._player = player

    def render(self, perspective: str) -> str:  # noqa: ARG002
        found, now = Player.objects.filter(pk=self._player).first(), timezone.now()
        context = {
            "own": build_player_lists(found, now),
            "company": mark_followed_here(list_followed_here(found, now)),
        }
        return "".join(render_fragment(f"lobby/{name}", context) for name in PLAYER_FRAGMENTS)


class ChangeStamps:
    """Stamps for values without one: when this process first saw each value.

    Safe to share between threads.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._states: dict[str, tuple[Any, int]] = {}
        self._last = 0

    def stamps(self, found: Mapping[str, Any]) -> dict[str, int]:
        """Return the stamp of each value by its key; a value that differs gets a new one."""
        with self._lock:
            for key, state in found.items():
                known = self._states.get(key)
                if known is None or known[0] != state:
                    # Two changes within a second must not get the same stamp.
                    self._last = max(self._last + 1, int(time.time()) - STAMP_EPOCH)
                    self._states[key] = state, self._last
            return {key: self._states[key][1] for key in found}

    def forget(self, keys: Iterable[str]) -> None:
        """Drop all stamps except those of ``keys``."""
        with self._lock:
            wanted = set(keys)
            self._states = {key: state for key, state in self._states.items() if key in wanted}


_lobby_changes = ChangeStamps()
_player_stamps = ChangeStamps()


def get_lobby_stamp(lists: LobbyLists) -> int:
    """Return the stamp of these lists, for a page that shows them."""
    return _lobby_changes.stamps({"": lists.mark})[""]


def _read_lobby_stamp(_keys: Iterable[str]) -> dict[str, int]:
    return {"": get_lobby_stamp(build_lobby_lists(timezone.now()))}


def _read_lobby(_key: str) -> LobbyState:
    lists = build_lobby_lists(timezone.now())
    return LobbyState(get_lobby_stamp(lists), lists)


def _read_player_stamps(keys: Iterable[str]) -> dict[str, int]:
    wanted = [key for key in keys if key]
    found: dict[str, Any] = {}
    for start in range(0, len(wanted), MAX_PLAYERS_PER_QUERY):
        found |= _read_change_marks(wanted[start : start + MAX_PLAYERS_PER_QUERY])
    if len(wanted) > 1:  # the hub's pulse asks for all topics, other callers for one
        _player_stamps.forget(wanted)
    return _player_stamps.stamps(found)


def _read_change_marks(keys: list[str]) -> dict[str, Any]:
    """Return, by player, a value that differs whenever something changes on the player's pages.

    Five queries for all players together.
    """
    players = [UUID(key) for key in keys]
    marks: dict[str, list[Any]] = {key: [] for key in keys}
    holders = SeatMember.objects.filter(player__in=players, game_over=False)
    invitations = Invitation.objects.filter(player__in=players)
    for rows in (holders, invitations):
        stamped = rows.order_by("pk").values_list(
            "player_id", "game__room__code", "game__room__stamp"
        )
        for player, *mark in stamped:
            marks[str(player)].append(mark)
    present = Follow.objects.filter(
        follower__in=players, followed__presence__seen_at__gt=timezone.now() - PRESENCE_LIFETIME
    )
    for player, *mark in present.order_by("pk").values_list("follower_id", "followed_id"):
        marks[str(player)].append(mark)
    for pair in sorted(list_block_pairs(players)):
        for one in pair:
            if str(one) in marks:
                marks[str(one)].append(pair)
    unread = Notification.objects.filter(player__in=players, read_at=None).order_by()
    counted = unread.values_list("player_id").annotate(Count("pk"), Max("pk"))
    for player, *mark in counted:
        marks[str(player)].append(mark)
    return marks


def _read_player_state(key: str) -> PlayerState:
    return PlayerState(_read_player_stamps([key]).get(key, 0), key)


def _check_lobby(**_signal: Any) -> None:
    transaction.on_commit(partial(check_topic, LOBBY), robust=True)


def _check_invited(*, instance: Invitation, **_signal: Any) -> None:
    check = partial(check_topic, get_player_topic(str(instance.player_id)), everywhere=True)
    transaction.on_commit(check, robust=True)


def _render_heartbeat(_presence: None) -> str:
    return render_fragment("lobby/pieces/heartbeat", {})


def register_lobby() -> None:
    """Connect the signals that change the lobby, and register its topics."""
    room_relisted.connect(_check_lobby, dispatch_uid="games.lobby")
    post_save.connect(_check_invited, sender=Invitation, dispatch_uid="games.lobby")
    register_topic_kind(
        TopicKind(
            name="lobby",
            address="lobby/",
            stamps=_read_lobby_stamp,
            read=_read_lobby,
            viewer_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=_render_heartbeat,
            queries_when_rendered=True,
            acknowledges=False,
        )
    )
    register_topic_kind(
        TopicKind(
            name="own",
            address="me/",
            stamps=_read_player_stamps,
            read=_read_player_state,
            viewer_of=get_player_id_from_scope,
            key_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=_render_heartbeat,
            queries_when_rendered=True,
            acknowledges=False,
        )
    )
