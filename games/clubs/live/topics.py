"""Chats of clubs as topics of :mod:`games.live`: load, render and publish them.

The signals keep them true: whoever joins or leaves, is muted, blocked or renamed changes what
members read.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save

from games.chat.live.fragments import render_chat
from games.chat.models import Mute
from games.clubs.models import Club, ClubMember
from games.clubs.perspective.club_chat import (
    CLOSED_PERSPECTIVE,
    ClubChatHistory,
    load_club_chat,
)
from games.clubs.services.chat import bump_club_chat, refresh_shared_clubs
from games.common.fragment_rendering import render_fragment
from games.live.broadcast import publish_state
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Topic, TopicKind, TopicState, register_topic_kind
from games.play.live.topics import CLOSE_FORBIDDEN
from games.players.models import Player
from games.players.services.identity import get_player_id_from_scope
from games.players.signals import block_changed
from scrabble_site.shared.refusals import NotFound


class ClubChatState:
    """A club's chat at one moment, from all its perspectives."""

    def __init__(self, history: ClubChatHistory) -> None:
        self.history = history
        self.stamp = history.stamp

    def perspective_of(self, viewer: str) -> str:
        return self.history.perspective_of(viewer)

    def render(self, perspective: str) -> str:
        if perspective == CLOSED_PERSPECTIVE:
            return ""
        return render_chat(self.history.view_for(perspective))


def get_club_topic(code: str) -> Topic:
    return Topic("club", code)


def publish_club_chat(code: str) -> RenderedState:
    """Load a chat that was changed and send it to all members who follow it."""
    return publish_state(get_club_topic(code), ClubChatState(load_club_chat(code)))


def get_club_chat_state(code: str) -> RenderedState:
    """Return the chat's current state. Raises ``NotFound`` for an unknown club."""
    return state_cache.newest(get_club_topic(code))


def _read_stamps(codes: Iterable[str]) -> Mapping[str, int]:
    return dict(Club.objects.filter(code__in=list(codes)).values_list("code", "chat_stamp"))


def _get_close_code(state: TopicState, viewer: str) -> int:
    closed = state.perspective_of(viewer) == CLOSED_PERSPECTIVE
    return CLOSE_FORBIDDEN if closed else 0


def _publish_unless_gone(code: str) -> None:
    try:
        publish_club_chat(code)
    except NotFound:  # the club went with its last member
        return


def _bump_joined(instance: ClubMember, **signal: Any) -> None:
    """Publish the chat to a new member, or close it to a former one."""
    if signal.get("created", True):
        bump_club_chat(instance.club_id)
        publish = partial(_publish_unless_gone, instance.club.code)
        # ``robust``: if publishing fails, other commit hooks run nevertheless.
        transaction.on_commit(publish, robust=True)


def _bump_muted(instance: Mute, **_signal: Any) -> None:
    refresh_shared_clubs(instance.player, instance.other)


def _bump_blocked(player: Player, other: Player, **_signal: Any) -> None:
    refresh_shared_clubs(player, other)


def _bump_named(instance: Player, **signal: Any) -> None:
    if "nickname" in (signal["update_fields"] or ()):
        refresh_shared_clubs(instance)


def register_club_chats() -> None:
    """Connect the signals that change chats, and register their topic. Called once at start-up."""
    uid = "games.clubs"
    for signal in (post_save, post_delete):
        signal.connect(_bump_joined, sender=ClubMember, dispatch_uid=uid)
        signal.connect(_bump_muted, sender=Mute, dispatch_uid=uid)
    post_save.connect(_bump_named, sender=Player, dispatch_uid=uid)
    block_changed.connect(_bump_blocked, dispatch_uid=uid)
    register_topic_kind(
        TopicKind(
            name="club",
            address="club/<slug:key>/",
            stamps=_read_stamps,
            read=lambda code: ClubChatState(load_club_chat(code)),
            viewer_of=get_player_id_from_scope,
            load_presence=dict.fromkeys,
            render_presence=lambda _none: render_fragment("chat/pieces/heartbeat", {}),
            close_code_for=_get_close_code,
            acknowledges=False,  # the chat's script sends no acknowledgements
        )
    )
