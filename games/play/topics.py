"""Rooms as a topic of :mod:`games.live`: their newest state, and how it is told to whom."""

from collections.abc import Iterable, Mapping

from django.utils import timezone

from games.live.broadcast import publish
from games.live.gallery import Shown, gallery
from games.live.topics import Kind, Topic, register
from games.play.fragments import BundleMaker, render_lookers
from games.play.gameview import RoomView
from games.play.models import Room
from games.play.perspective import Looks, look_all, look_at_scene
from games.play.scenes import Scene
from games.play.services.presence import note_all
from games.players.identity import id_in_scope


class RoomPicture:
    """A room at one moment, as all its audiences see it."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.stamp = looks.stamp
        self._bundles = BundleMaker()

    def audience_of(self, viewer: str) -> str:
        return self.looks.audience_of(viewer)

    def render(self, audience: str) -> str:
        return self._bundles.render(self.looks.views[audience])


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


def show_room(code: str) -> Shown:
    """The room as it is now. Raises ``Missing`` for an unknown code."""
    return gallery.newest(room_topic(code))


def view_room(code: str, player: str) -> RoomView:
    """What a player (by id, ``""`` for a stranger) sees of a room now."""
    picture = show_room(code).picture
    assert isinstance(picture, RoomPicture)
    return picture.looks.view_of(player)


def _stamps(codes: Iterable[str]) -> dict[str, int]:
    return dict(Room.objects.filter(code__in=list(codes)).values_list("code", "stamp"))


def _note_viewers(viewers: Mapping[str, set[str]]) -> None:
    """Rooms that see somebody come back or go get a new stamp, which every hub finds by itself."""
    note_all(viewers, timezone.now())


def register_rooms() -> None:
    register(
        Kind(
            name="room",
            address="r/<slug:key>/",
            stamps=_stamps,
            read=lambda code: RoomPicture(look_all(code)),
            viewer_of=id_in_scope,
            tell_lookers=render_lookers,
            hear_viewers=_note_viewers,
        )
    )
