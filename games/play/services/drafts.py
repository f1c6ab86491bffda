"""Drafts: tiles that members of a team try out on the board, visible to their team only.

Each member has a separate draft beside the rack they share, and can take another's draft over on
their own page. A draft is not part of the game. It is kept in the cache, not in a table, and sent
to the other holders of the seat when it changes. It is never checked against the rack, because it
has no consequences. The page's side is ``static/js/room/team_drafts.js``.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from games.play.models import Room, SeatMember
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.tiles import TileSet, load_tile_set
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

DRAFT_LIFETIME = 3600
"""Seconds after which an unchanged draft is forgotten."""

# Only these columns: the row of a game with its state would be large.
HOLDER_FIELDS = (
    "seat_id",
    "player_id",
    "game__status",
    "game__room__variant",
    "game__room__edition",
)

DraftTile = tuple[int, str, str]
"""A tile of a draft: its square, counted row by row from 0, its face, and the letter of a blank."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The tiles that ``member`` (a holder's id) has laid out. Each page knows the members' names in
    its own language."""

    member: int
    tiles: tuple[DraftTile, ...]


def save_draft(code: str, player_id: str, text: str) -> tuple[Draft, list[str]]:
    """Save all tiles that a member has laid out; ``text`` is a JSON list of :data:`DraftTile`.

    Returns the draft and the ids of the players who may see it: the other members of the team.
    Raises ``Forbidden`` for players without a seat, ``InvalidRequest`` for malformed drafts, and
    ``Conflict`` if no game is running.
    """
    own, mates = _load_team(code, player_id)
    if own is None:
        raise Forbidden("seat.not_yours")
    if not own.game.running:
        raise Conflict("game.not_started")
    draft = Draft(own.pk, _parse_draft(text, own.game.room))
    cache.set(_cache_key(own), draft.tiles, DRAFT_LIFETIME)
    return draft, [str(mate.player_id) for mate in mates]


def list_team_drafts(code: str, player_id: str) -> list[Draft]:
    """Return the drafts of the other members of a player's team; none without a seat."""
    _own, mates = _load_team(code, player_id)
    found = cache.get_many([_cache_key(mate) for mate in mates])
    drafts = [Draft(mate.pk, found.get(_cache_key(mate), ())) for mate in mates]
    return [draft for draft in drafts if draft.tiles]


def _cache_key(holder: SeatMember) -> str:
    """Return the key of a holder's draft. A member who leaves and returns has a new one."""
    return f"draft:{holder.pk}"


def _load_team(code: str, player_id: str) -> tuple[SeatMember | None, list[SeatMember]]:
    """Return a player's own row and those of the other holders of the seat, in an open game.

    It takes one statement, because it runs every time someone moves a tile. Raises ``NotFound`` if
    there is no such room.
    """
    held = SeatMember.objects.filter(game__room__code=code, game_over=False)
    rows = list(held.select_related("game__room").only(*HOLDER_FIELDS))
    if not rows and not Room.objects.filter(code=code).exists():
        raise NotFound("room.unknown")
    own = next((row for row in rows if str(row.player_id) == player_id), None)
    return own, [row for row in rows if own and row.seat_id == own.seat_id and row is not own]


def _parse_draft(text: str, room: Room) -> tuple[DraftTile, ...]:
    """Parse a draft. Raises ``InvalidRequest`` for one that no page would send."""
    variant, tile_set = get_variant(room.variant), load_tile_set(room.edition)
    squares = len(load_layout(variant.layouts[0]).squares())
    try:
        placed = tuple(_parse_tile(one, tile_set) for one in json.loads(text))
    except (ValueError, TypeError, RecursionError):
        raise InvalidRequest("form.text") from None
    places = {square for square, _face, _as in placed}
    if len(placed) > variant.rack_size or len(places) < len(placed):
        raise InvalidRequest("form.text")
    if not all(0 <= square < squares for square in places):
        raise InvalidRequest("form.text")
    return placed


def _parse_tile(data: Any, tile_set: TileSet) -> DraftTile:
    square, face, stands_for = data
    if type(square) is not int or type(face) is not str or type(stands_for) is not str:
        raise TypeError
    letters = ("",) if face != BLANK_MARK else ("", *tile_set.blank_faces)
    if face not in (BLANK_MARK, *tile_set.faces) or stands_for not in letters:
        raise ValueError
    return square, face, stands_for
