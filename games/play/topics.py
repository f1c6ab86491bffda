"""Rooms as a topic of :mod:`games.live`: their newest state, and how it is told to whom."""

from collections.abc import Iterable, Mapping

from django.utils import timezone

from games.live.broadcast import publish, whisper
from games.live.gallery import Shown, gallery
from games.live.topics import Company, Kind, Picture, Topic, register
from games.play.fragments import BundleMaker, render_drafts, render_goodbye, render_presence
from games.play.gameview import RoomView
from games.play.models import Room
from games.play.perspective import REMOVED, Looks, look_all, look_at_presence, look_at_scene
from games.play.scenes import Scene
from games.play.services.drafts import Draft
from games.play.services.presence import note_all
from games.players.identity import id_in_scope

CLOSE_REMOVED = 4403
"""The room is closed to whoever looked on: their page does not come back by itself."""


class RoomPicture:
    """A room at one moment, as all its audiences see it."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.stamp = looks.stamp
        self._bundles = BundleMaker()

    def audience_of(self, viewer: str) -> str:
        return self.looks.audience_of(viewer)

    def render(self, audience: str) -> str:
        if audience == REMOVED:
            return render_goodbye()
        return self._bundles.render(self.looks.views[audience]())


def room_topic(code: str) -> Topic:
    return Topic("room", code)


def publish_room(code: str) -> Shown:
    """Read a room that was changed, and show it to all who look at it."""
    return publish(room_topic(code), RoomPicture(look_all(code)))


def hang_room(code: str) -> Shown:
    """Read a room that was changed. Nobody is shown it before it is announced."""
    return gallery.put(room_topic(code), RoomPicture(look_all(code)))


def hang_scene(scene: Scene) -> Shown:
    """The same of what a service has handed on; nothing is read again."""
    return gallery.put(room_topic(scene.room.code), RoomPicture(look_at_scene(scene)))


def publish_scene(scene: Scene) -> Shown:
    """Show what a service has handed on; nothing is read again."""
    return publish(room_topic(scene.room.code), RoomPicture(look_at_scene(scene)))


def whisper_draft(code: str, draft: Draft, viewers: Iterable[str]) -> None:
    """Show what a member of a team lays in thought to these players alone."""
    whisper(room_topic(code), viewers, f"draft {draft.member}", render_drafts([draft]))


def show_room(code: str) -> Shown:
    """The room as it is now. Raises ``Missing`` for an unknown code."""
    return gallery.newest(room_topic(code))


def view_room(code: str, player: str) -> RoomView:
    """What a player (by id, ``""`` for a stranger) sees of a room now."""
    picture = show_room(code).picture
    assert isinstance(picture, RoomPicture)
    return picture.looks.view_of(player)


def bars(picture: Picture, viewer: str) -> int:
    """The code with which the socket of somebody is closed whom the host has sent away."""
    assert isinstance(picture, RoomPicture)
    return CLOSE_REMOVED if picture.audience_of(viewer) == REMOVED else 0


def company_of(picture: Picture) -> Mapping[str, str]:
    """Who has a seat or a place kept: the others who look on are the watchers."""
    assert isinstance(picture, RoomPicture)
    return picture.looks.audiences


def _stamps(codes: Iterable[str]) -> dict[str, int]:
    return dict(Room.objects.filter(code__in=list(codes)).values_list("code", "stamp"))


def _tell_company(companies: Mapping[str, Company]) -> dict[str, str]:
    found = look_at_presence(companies, timezone.now())
    return {code: render_presence(presence) for code, presence in found.items()}


def _note_viewers(viewers: Mapping[str, Mapping[str, bool]]) -> None:
    """Rooms whose host comes back or goes get a new stamp, which every hub finds by itself."""
    note_all(viewers, timezone.now())


def register_rooms() -> None:
    register(
        Kind(
            name="room",
            address="r/<slug:key>/",
            stamps=_stamps,
            read=lambda code: RoomPicture(look_all(code)),
            viewer_of=id_in_scope,
            tell_company=_tell_company,
            hear_viewers=_note_viewers,
            company_of=company_of,
            bars=bars,
        )
    )
