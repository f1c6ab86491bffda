"""Applying an act of the game: the one door for people, computer players and the referee."""

from collections.abc import Callable
from datetime import datetime

from games.common.refusals import Conflict
from games.play import store
from games.play.models import Game, Move, Room, Seat
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.notices import (
    is_over_days,
    mark_read,
    tell_invited,
    tell_result,
    tell_turn,
)
from games.play.services.schedule import begin_time, reschedule
from games.players.models import Player
from games.rules.game import GameState, Phase, apply
from games.rules.moves import Act
from games.rules.tiles import TileSet

ActReader = Callable[[TileSet], Act]
"""Reads an act once the game's tile set is known; raises ``UnreadableError``."""


def act(
    code: str, player: Player | None, read: ActReader, *, turn: int, key: str, now: datetime
) -> Game:
    """Apply a person's act to the game on the table.

    ``turn`` is the turn number the person saw; another one means that the game has moved on and
    raises ``Conflict``. A ``key`` seen before from the same seat changes nothing and succeeds,
    so a command that is sent again lands exactly once.
    """
    store.open_words(code)
    with locked_room(code) as room:
        game = current_game(room)
        seat = seat_of(game, player)
        if player is not None and is_over_days(game):
            mark_read(player, room, now)
        if _already_made(game, seat, key):
            return game
        _require_turn(game, turn)
        state = store.load(game)
        _make(room, game, state, seat.number, read(state.tile_set), now, player=player, key=key)
    return game


def act_for_seat(
    code: str, seat: int, chosen: Act, *, game_id: object, turn: int, now: datetime
) -> Game:
    """Apply an act decided by the program for ``seat`` of exactly this game and turn."""
    with locked_room(code) as room:
        game = current_game(room)
        if game.pk != game_id:
            raise Conflict("game.moved_on")
        _require_turn(game, turn)
        _make(room, game, store.load(game), seat, chosen, now)
    return game


def _already_made(game: Game, seat: Seat, key: str) -> bool:
    return bool(key) and Move.objects.filter(game=game, key=key, seat=seat.number).exists()


def _require_turn(game: Game, turn: int) -> None:
    if game.status in (Game.Status.WAITING, Game.Status.STARTING):
        raise Conflict("game.not_started")
    if game.status == Game.Status.OVER:
        raise Conflict("game.over")
    if game.turn_number != turn:
        raise Conflict("game.moved_on")


def _make(
    room: Room,
    game: Game,
    state: GameState,
    seat: int,
    chosen: Act,
    now: datetime,
    *,
    player: Player | None = None,
    key: str = "",
) -> None:
    after = apply(
        state,
        seat,
        chosen,
        lexicon=store.lexicon_of(game, state.tile_set),
        seed=store.seed_of(game),
    )
    store.record(game, state, after, seat=seat, act=chosen, player=player, key=key, now=now)
    if after.state.to_move != state.to_move:
        begin_time(game, now)
        if after.state.to_move is not None:
            tell_turn(room, game, after.state.to_move, player, now)
    if after.state.turn_number == 1:
        tell_invited(room, game, now)
    if after.state.phase is Phase.OVER:
        game.ended_at = now
        game.save(update_fields=["ended_at"])
        tell_result(room, game, now)
    reschedule(game, now)
    touch(room)
