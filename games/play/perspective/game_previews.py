"""Previews of running games: a thumbnail of the board, scores, last move and time left.

What depends only on the turn is cached by game and turn number. Names and deadlines can change
between turns and are not cached.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.safestring import SafeString, mark_safe

from games.common.fragment_rendering import render_fragment
from games.common.latest_cache import LatestCache
from games.play import store
from games.play.models import Game, Move
from games.play.perspective.board_thumbnails import draw_thumbnail
from games.play.perspective.masking import get_isolated_seat_name, get_seat_name
from games.play.perspective.narration import narrate_move
from games.play.services.schedule import get_forfeit_time
from games.play.store.snapshots import RecordedMove, read_recorded_move
from games.play.terms.days_off import list_breaks_at
from games.play.terms.durations import format_duration
from games.rules.flow.game import GameState
from games.rules.plays.acts import Play
from games.rules.plays.events import Played
from scrabble_site.shared.instants import to_ms

MAX_CACHED = 1024
"""Positions kept, about 3 kB each."""
MAX_BOARDS = 16
"""Boards with letters kept, about 8 kB each."""

TurnKey = tuple[Any, int]
"""A game's id and its turn number."""


@dataclass(frozen=True, slots=True)
class RenderedTurn:
    """The cached part of a preview: the thumbnail, the scores by seat, and the last move."""

    picture: SafeString
    scores: tuple[int, ...]
    last: RecordedMove | None


@dataclass(frozen=True, slots=True)
class GamePreview:
    """The preview of one running game."""

    # The board's thumbnail as HTML.
    picture: SafeString
    # Seat names with their scores.
    scores: tuple[tuple[str, int], ...]
    # The last move in a sentence.
    last: str
    # Name of the seat to move.
    mover: str
    # Time left until ``deadline``, in words. Both are set only in games with days per turn.
    left: str
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """The board of a running game with its letters, larger than a preview."""

    # The drawing as HTML.
    picture: SafeString
    # The scores by seat.
    scores: tuple[int, ...]


def preview_games(games: Iterable[Any], now: datetime) -> dict[Any, GamePreview]:
    """Return previews of the running games among ``games``, by id.

    ``games`` must have their rooms, seats, holders and players loaded.
    """
    running = [game for game in games if game.running]
    drawn = _render_turns({(game.pk, game.turn_number) for game in running})
    return {
        game.pk: _build_preview(game, found, now)
        for game in running
        if (found := drawn.get((game.pk, game.turn_number)))
    }


def draw_live_board(code: str) -> LiveBoard | None:
    """Return the board of the running game in a room, or ``None`` if no game is running there.

    It is drawn once a turn.
    """
    running = Game.objects.filter(room__code=code, status=Game.Status.PLAYING)
    found = running.values_list("pk", "turn_number").first()
    if found is None or (known := _boards.get_at(*found)) is not None:
        return known if found else None
    game = running.filter(state__isnull=False).select_related("room").first()
    if game is None:
        return None
    last = Move.objects.filter(game=game, number=game.turn_number).select_related("player").first()
    scores = tuple(seat.score for seat in store.load_public_state(game).seats)
    board = LiveBoard(_draw_board(game, last, written=True), scores)
    if (last.number if last else 0) == game.turn_number:  # otherwise a move came in between
        _boards.put(game.pk, game.turn_number, board)
    return board


def _build_preview(game: Any, drawn: RenderedTurn, now: datetime) -> GamePreview:
    seats = list(game.seats.all())
    names = [get_isolated_seat_name(seat) for seat in seats]
    deadline = None
    if game.status == Game.Status.PLAYING:
        deadline = get_forfeit_time(game, list_breaks_at(seats, game.to_move))
    left = max(0, to_ms(deadline) - to_ms(now)) if deadline else 0
    return GamePreview(
        picture=drawn.picture,
        scores=tuple(zip((get_seat_name(seat) for seat in seats), drawn.scores, strict=True)),
        last=narrate_move(drawn.last, names) if drawn.last else "",
        mover=names[game.to_move] if game.to_move is not None else "",
        left=format_duration(left) if deadline else "",
        deadline=deadline,
    )


_memory = LatestCache["RenderedTurn"](MAX_CACHED)
_boards = LatestCache["LiveBoard"](MAX_BOARDS)


def _render_turns(wanted: set[TurnKey]) -> Mapping[TurnKey, RenderedTurn]:
    cached = {(game, turn): _memory.get_at(game, turn) for game, turn in wanted}
    found = {position: drawn for position, drawn in cached.items() if drawn is not None}
    missing = wanted - found.keys()
    if not missing:
        return found
    made = _render_all([game for game, _turn in missing])
    for (game, turn), drawn in made.items():
        # The two differ if a move was made between the queries; such a mix must not be cached.
        if (drawn.last.number if drawn.last else 0) == turn:
            _memory.put(game, turn, drawn)
    return found | made


def _render_all(games: list[Any]) -> dict[TurnKey, RenderedTurn]:
    """Render the current turns of these games (ids)."""
    last = Move.objects.filter(game__in=games, number=F("game__turn_number"))
    moves = {move.game_id: move for move in last.select_related("player")}
    rows = Game.objects.filter(pk__in=games, state__isnull=False).select_related("room")
    return {(game.pk, game.turn_number): _render_turn(game, moves.get(game.pk)) for game in rows}


def _render_turn(game: Game, move: Move | None) -> RenderedTurn:
    line = read_recorded_move(move, game.room) if move else None
    scores = tuple(seat.score for seat in store.load_public_state(game).seats)
    return RenderedTurn(_draw_board(game, move, written=False), scores, line)


def _draw_board(game: Game, move: Move | None, *, written: bool) -> SafeString:
    state = store.load_public_state(game)
    line = read_recorded_move(move, game.room) if move else None
    picture = draw_thumbnail(state, {"last-play": _last_squares(state, line)}, written=written)
    html = render_fragment("play/pieces/thumbnail", {"picture": picture})
    return mark_safe(html)  # noqa: S308 - rendered by a template


def _last_squares(state: GameState, line: RecordedMove | None) -> frozenset[Any]:
    played = next((one for one in line.events if isinstance(one, Played)), None) if line else None
    if played is None or line is None or line.withdrew_play:
        return frozenset()
    placed = Play.read(played.position, played.tiles, state.tile_set).placed()
    return frozenset(square for square, _letter in placed)
