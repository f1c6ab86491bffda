"""A room's chat as a topic of :mod:`games.live`.

It is separate from the room's own topic, so that a message neither changes the room's stamp nor
renders the board again.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.db.models.signals import post_delete, post_save

from games.chat.live.fragments import render_chat
from games.chat.perspective import ChatHistory, load_chat
from games.chat.services.account_changes import erase_chat_data, export_chat_data
from games.chat.services.mutes import refresh_shared_rooms
from games.chat.services.stamps import bump_after_deletion, bump_for_game, bump_stamp, bump_stamps
from games.common.fragment_rendering import render_fragment
from games.live.broadcast import publish_state
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic, TopicKind, TopicState, register_topic_kind
from games.play.live.topics import CLOSE_FORBIDDEN
from games.play.models import Game, Room, SeatMember
from games.play.signals import game_ended, game_started, visitor_removed
from games.players.models import Player
from games.players.services.identity import get_player_id_from_scope
from games.players.signals import block_changed, export_requested, player_left, player_merged

CLOSED_PERSPECTIVE = "closed"
"""The perspective of visitors who may not see the room and read nothing."""


class ChatState:
    """A chat at one moment, from all its perspectives."""

    def __init__(self, talk: ChatHistory) -> None:
        self.talk = talk
        self.stamp = talk.stamp

    def perspective_of(self, viewer: str) -> str:
        closed = self.talk.is_closed_to(viewer)
        return CLOSED_PERSPECTIVE if closed else self.talk.perspective_of(viewer)

    def render(self, perspective: str) -> str:
        if perspective == CLOSED_PERSPECTIVE:
            return ""
        return render_chat(self.talk.view_for(perspective))


def get_chat_topic(code: str) -> Topic:
    return Topic("chat", code)


def publish_chat(code: str) -> RenderedState:
    """Load a chat that was changed and send it to all its viewers."""
    return publish_state(get_chat_topic(code), ChatState(load_chat(code)))


def get_chat_state(code: str) -> RenderedState:
    """Return the chat's current state. Raises ``NotFound`` for an unknown room."""
    return state_cache.newest(get_chat_topic(code))


def _read_stamps(codes: Iterable[str]) -> dict[str, int]:
    rooms = Room.objects.filter(code__in=list(codes))
    return dict(rooms.values_list("code", Coalesce(F("chat__stamp"), 1)))


def _bump_game(game: Game, **_signal: Any) -> None:
    """Publish the chat when a game begins or ends, because that changes who reads what."""
    bump_for_game(game)
    # ``robust``: if publishing fails, other commit hooks run nevertheless.
    transaction.on_commit(partial(publish_chat, game.room.code), robust=True)


def _bump_named(instance: Player, **signal: Any) -> None:
    """Refresh the chats that show a player whose nickname has changed."""
    if "nickname" in (signal["update_fields"] or ()):
        refresh_shared_rooms(instance)


def _bump_blocked(player: Player, other: Player, **_signal: Any) -> None:
    """Refresh the chats of two players after one has blocked or unblocked the other."""
    refresh_shared_rooms(player, other)


def _bump_merged(guest: Player, member: Player, **_signal: Any) -> None:
    """Refresh the chats of a guest and the member whose account took over seats and messages."""
    bump_stamps(Room.objects.filter(games__holders__player__in=[guest, member]))
    refresh_shared_rooms(guest, member)


def _bump_removed(room: Room, **_signal: Any) -> None:
    """Publish the chat when the host removes a visitor, which closes their socket."""
    bump_stamp(room.pk)
    transaction.on_commit(partial(publish_chat, room.code), robust=True)


def _get_close_code(state: TopicState, viewer: str) -> int:
    assert isinstance(state, ChatState)
    return CLOSE_FORBIDDEN if state.talk.is_closed_to(viewer) else 0


def _bump_seated(instance: SeatMember, **signal: Any) -> None:
    """Bump the stamp when a player sits down or changes seats."""
    fields = signal["update_fields"]
    if fields is None or "seat" in fields:
        bump_for_game(instance.game)


def _bump_vacated(instance: SeatMember, **_signal: Any) -> None:
    """Bump the stamp when a player loses a seat."""
    bump_after_deletion(instance.game_id)


def register_chats() -> None:
    """Connect the signals that change chats, and register their topic. Called once at start-up."""
    post_save.connect(_bump_named, sender=Player, dispatch_uid="games.chat")
    block_changed.connect(_bump_blocked, dispatch_uid="games.chat")
    player_merged.connect(_bump_merged, dispatch_uid="games.chat")
    player_left.connect(erase_chat_data, dispatch_uid="games.chat")
    export_requested.connect(export_chat_data, dispatch_uid="games.chat")
    visitor_removed.connect(_bump_removed, dispatch_uid="games.chat")
    for signal in (game_started, game_ended):
        signal.connect(_bump_game, dispatch_uid="games.chat")
    post_save.connect(_bump_seated, sender=SeatMember, dispatch_uid="games.chat")
    post_delete.connect(_bump_vacated, sender=SeatMember, dispatch_uid="games.chat")
    register_topic_kind(
        TopicKind(
            name="chat",
            address="chat/<slug:key>/",
            stamps=_read_stamps,
            read=lambda code: ChatState(load_chat(code)),
            viewer_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=lambda _none: render_fragment("chat/pieces/heartbeat", {}),
            close_code_for=_get_close_code,
            acknowledges=False,  # the chat's script sends no acknowledgements
        )
    )
