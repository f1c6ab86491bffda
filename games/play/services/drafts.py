"""Tiles that members of a team lay in thought, for the others of the team alone.

Each member has a draft of their own, beside the one rack; whoever sees another's may take it over
on their own page. A draft is no part of the game: it lies in the cache, in no table, is told to
those who hold the same seat when it is laid, and is never checked against a rack, for nothing
follows from it. What becomes of it on the page: ``static/js/room/mates.js``.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.play.models import Holder, Room
from games.rules.layouts import load_layout
from games.rules.notation import BLANK
from games.rules.tiles import TileSet, load_tile_set
from games.rules.variants import get_variant

KEPT_FOR = 3600
"""Seconds after which a draft that nobody touches is forgotten."""

ASKED = (
    "seat_id",
    "player__nickname",
    "game__status",
    "game__room__variant",
    "game__room__edition",
)

Laid = tuple[int, str, str]
"""A tile: its square, row by row from 0, its face, and what a blank stands for."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What ``member`` (a holder's id) lays."""

    member: int
    name: str
    laid: tuple[Laid, ...]


def lay_draft(code: str, player_id: str, said: str) -> tuple[Draft, list[str]]:
    """Take what a member lays now, all of it; ``said`` is JSON of :data:`Laid` tiles.

    Returns the draft and the ids of the players who may see it: the others of the team. Raises
    ``Forbidden`` for whoever holds no seat.
    """
    own, mates = _side_of(code, player_id)
    if own is None:
        raise Forbidden("seat.not_yours")
    if not own.game.running:
        raise Conflict("game.not_started")
    draft = Draft(own.pk, own.player.nickname, _read(said, own.game.room))
    cache.set(_key(own), draft.laid, KEPT_FOR)
    return draft, [str(mate.player_id) for mate in mates]


def look_at_drafts(code: str, player_id: str) -> list[Draft]:
    """What the others of one's team lay at this moment; nothing for whoever holds no seat."""
    _own, mates = _side_of(code, player_id)
    found = cache.get_many([_key(mate) for mate in mates])
    drafts = [Draft(mate.pk, mate.player.nickname, found.get(_key(mate), ())) for mate in mates]
    return [draft for draft in drafts if draft.laid]


def _key(holder: Holder) -> str:
    """Of one member of one team in one game; whoever comes back is another holder."""
    return f"draft:{holder.pk}"


def _side_of(code: str, player_id: str) -> tuple[Holder | None, list[Holder]]:
    """A player's own row and those of the others on the seat, in a game that has not ended. One
    statement, for this is asked as often as tiles are moved. Raises ``Missing`` where there is no
    such room."""
    held = Holder.objects.filter(game__room__code=code, over=False)
    rows = list(held.select_related("player", "game__room").only(*ASKED))
    if not rows and not Room.objects.filter(code=code).exists():
        raise Missing("room.unknown")
    own = next((row for row in rows if str(row.player_id) == player_id), None)
    return own, [row for row in rows if own and row.seat_id == own.seat_id and row is not own]


def _read(said: str, room: Room) -> tuple[Laid, ...]:
    """Raises ``Unsuitable`` for what no page says."""
    variant, tile_set = get_variant(room.variant), load_tile_set(room.edition)
    squares = len(load_layout(variant.layouts[0]).squares())
    try:
        laid = tuple(_read_tile(one, tile_set) for one in json.loads(said))
    except (ValueError, TypeError, RecursionError):
        raise Unsuitable("form.text") from None
    places = {square for square, _face, _as in laid}
    if len(laid) > variant.rack_size or len(places) < len(laid):
        raise Unsuitable("form.text")
    if not all(0 <= square < squares for square in places):
        raise Unsuitable("form.text")
    return laid


def _read_tile(said: Any, tile_set: TileSet) -> Laid:
    square, face, stands_for = said
    if type(square) is not int or type(face) is not str or type(stands_for) is not str:
        raise TypeError
    letters = ("",) if face != BLANK else ("", *tile_set.blank_faces)
    if face not in (BLANK, *tile_set.faces) or stands_for not in letters:
        raise ValueError
    return square, face, stands_for
