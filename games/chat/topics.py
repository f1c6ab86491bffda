"""A room's chat as a topic of :mod:`games.live`, beside the room's own: a line that is said renders
no board, and the room's stamp stays."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.db.models.signals import post_delete, post_save

from games.chat.fragments import render_chat
from games.chat.perspective import Talk, look_at_chat
from games.chat.services.leaving import hand_out, take_away
from games.chat.services.muting import refresh_between
from games.chat.services.stamping import bump, bump_after, bump_all, bump_for
from games.common.rendering import render_part
from games.live.broadcast import publish
from games.live.gallery import Shown, gallery
from games.live.topics import Kind, Picture, Topic, register
from games.play.models import Game, Holder, Room
from games.play.services.signals import game_ended, game_started, visitor_removed
from games.play.topics import CLOSE_REMOVED
from games.players.identity import id_in_scope
from games.players.models import Player
from games.players.signals import export_asked, people_parted, player_left, player_merged

CLOSED = "closed"
"""The audience of those who read nothing here any more."""


class ChatPicture:
    """A chat at one moment, as all its audiences see it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.stamp = talk.stamp

    def audience_of(self, viewer: str) -> str:
        return CLOSED if self.is_closed_to(viewer) else self.talk.audience_of(viewer)

    def is_closed_to(self, viewer: str) -> bool:
        """Whether the host has sent this viewer out of the room."""
        return self.talk.game.room.is_closed_to(viewer)

    def render(self, audience: str) -> str:
        if audience == CLOSED:
            return ""
        return render_chat(self.talk.view_for(audience))


def chat_topic(code: str) -> Topic:
    return Topic("chat", code)


def publish_chat(code: str) -> Shown:
    """Read a chat that was changed, and show it to all who look at it."""
    return publish(chat_topic(code), ChatPicture(look_at_chat(code)))


def show_chat(code: str) -> Shown:
    """The chat as it is now. Raises ``Missing`` for an unknown room."""
    return gallery.newest(chat_topic(code))


def _stamps(codes: Iterable[str]) -> dict[str, int]:
    rooms = Room.objects.filter(code__in=list(codes))
    return dict(rooms.values_list("code", Coalesce(F("chat__stamp"), 1)))


def _note_game(game: Game, **_signal: Any) -> None:
    """A game has begun or ended: who reads what is another matter now."""
    bump_for(game)
    transaction.on_commit(partial(publish_chat, game.room.code), robust=True)


def _note_named(instance: Player, **signal: Any) -> None:
    """Somebody has another name."""
    if "nickname" in (signal["update_fields"] or ()):
        refresh_between(instance)


def _note_parted(player: Player, other: Player, **_signal: Any) -> None:
    refresh_between(player, other)


def _note_merged(guest: Player, member: Player, **_signal: Any) -> None:
    """Seats and words are another's from now on."""
    bump_all(Room.objects.filter(games__holders__player__in=[guest, member]))
    refresh_between(guest, member)


def _note_removed(room: Room, **_signal: Any) -> None:
    """The host has closed the room to somebody."""
    bump(room.pk)
    transaction.on_commit(partial(publish_chat, room.code), robust=True)


def _bars(picture: Picture, viewer: str) -> int:
    assert isinstance(picture, ChatPicture)
    return CLOSE_REMOVED if picture.is_closed_to(viewer) else 0


def _note_seated(instance: Holder, **signal: Any) -> None:
    """Somebody sat down, or went to another seat."""
    fields = signal["update_fields"]
    if fields is None or "seat" in fields:
        bump_for(instance.game)


def _note_gone(instance: Holder, **_signal: Any) -> None:
    bump_after(instance.game_id)


def register_chats() -> None:
    post_save.connect(_note_named, sender=Player, dispatch_uid="games.chat")
    people_parted.connect(_note_parted, dispatch_uid="games.chat")
    player_merged.connect(_note_merged, dispatch_uid="games.chat")
    player_left.connect(take_away, dispatch_uid="games.chat")
    export_asked.connect(hand_out, dispatch_uid="games.chat")
    visitor_removed.connect(_note_removed, dispatch_uid="games.chat")
    for signal in (game_started, game_ended):
        signal.connect(_note_game, dispatch_uid="games.chat")
    post_save.connect(_note_seated, sender=Holder, dispatch_uid="games.chat")
    post_delete.connect(_note_gone, sender=Holder, dispatch_uid="games.chat")
    register(
        Kind(
            name="chat",
            address="chat/<slug:key>/",
            stamps=_stamps,
            read=lambda code: ChatPicture(look_at_chat(code)),
            viewer_of=id_in_scope,
            tell_company=lambda keys: dict.fromkeys(keys, render_part("chat/pieces/alive", {})),
            bars=_bars,
            paced=False,
        )
    )
