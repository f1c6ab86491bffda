"""A running game at a glance: its board drawn small, its scores, the last move, the time left.

What follows from a turn is kept by game and turn; names and deadlines may change and are not.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from django.db.models import F
from django.utils.safestring import SafeString, mark_safe

from games.common.instants import to_ms
from games.common.rendering import render_part
from games.play import store
from games.play.calendars import breaks_at
from games.play.durations import say_length
from games.play.models import Game, Move
from games.play.perspective.gathering import seat_name
from games.play.perspective.pictures import draw
from games.play.scenes import Line, line_of
from games.play.services.schedule import forfeit_at
from games.play.telling import tell_move
from games.players.names import isolate
from games.rules.events import Played
from games.rules.game import GameState
from games.rules.moves import Play

MOST_KEPT = 1024
"""Positions whose picture is kept, of some 3 kB each."""

Position = tuple[Any, int]
"""A game's id and its turn number."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What follows from a turn: a picture, the scores by seat, and the move that led there."""

    picture: SafeString
    scores: tuple[int, ...]
    last: Line | None


@dataclass(frozen=True, slots=True)
class Glance:
    """One running game. ``left``: how much time there is until ``deadline``, in words; both only
    where turns have days. ``mover``: who is to move."""

    picture: SafeString
    scores: tuple[tuple[str, int], ...]
    last: str
    mover: str
    left: str
    deadline: datetime | None


def glance_at(games: Iterable[Any], now: datetime) -> dict[Any, Glance]:
    """Of games with their rooms, seats and people, those that are running."""
    running = [game for game in games if game.running]
    drawn = _drawings({(game.pk, game.turn_number) for game in running})
    return {
        game.pk: _glance(game, found, now)
        for game in running
        if (found := drawn.get((game.pk, game.turn_number)))
    }


def _glance(game: Any, drawn: Drawn, now: datetime) -> Glance:
    seats = list(game.seats.all())
    names = [isolate(seat_name(seat)) for seat in seats]
    deadline = None
    if game.status == Game.Status.PLAYING:
        deadline = forfeit_at(game, breaks_at(seats, game.to_move))
    left = max(0, to_ms(deadline) - to_ms(now)) if deadline else 0
    return Glance(
        picture=drawn.picture,
        scores=tuple(zip((seat_name(seat) for seat in seats), drawn.scores, strict=True)),
        last=tell_move(drawn.last, names) if drawn.last else "",
        mover=names[game.to_move] if game.to_move is not None else "",
        left=say_length(left) if deadline else "",
        deadline=deadline,
    )


_kept: OrderedDict[Position, Drawn] = OrderedDict()
_lock = Lock()


def _drawings(wanted: set[Position]) -> Mapping[Position, Drawn]:
    with _lock:
        found = {position: _kept[position] for position in wanted if position in _kept}
    missing = wanted - found.keys()
    if not missing:
        return found
    made = _draw_all([game for game, _turn in missing])
    with _lock:
        _kept.update(made)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found | made


def _draw_all(games: list[Any]) -> dict[Position, Drawn]:
    """Of these games (ids), as they are by now."""
    last = Move.objects.filter(game__in=games, number=F("game__turn_number"))
    moves = {move.game_id: move for move in last.select_related("player")}
    rows = Game.objects.filter(pk__in=games, state__isnull=False).select_related("room")
    return {(game.pk, game.turn_number): _draw(game, moves.get(game.pk)) for game in rows}


def _draw(game: Game, move: Move | None) -> Drawn:
    state, line = store.load_face_down(game), line_of(move, game.room) if move else None
    picture = draw(state, {"last": _laid_last(state, line)})
    html = render_part("play/pieces/picture", {"picture": picture})
    scores = tuple(seat.score for seat in state.seats)
    return Drawn(mark_safe(html), scores, line)  # noqa: S308 - rendered by a template


def _laid_last(state: GameState, line: Line | None) -> frozenset[Any]:
    played = next((one for one in line.events if isinstance(one, Played)), None) if line else None
    if played is None or line is None or line.withdrew:
        return frozenset()
    placed = Play.read(played.position, played.tiles, state.tile_set).placed()
    return frozenset(square for square, _letter in placed)
