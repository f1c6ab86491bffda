"""A game from its beginning: the first state again, and every act that was made, from the rows.

Reads secrets: for games that are over, and for the worker. Used by hints, the bag's check and
the export of records.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.play import store
from games.play.models import Game, Move
from games.rules.events import Started, event_from_json
from games.rules.game import GameState, Transition, apply, start_game
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, act_from_json
from games.rules.variants import get_variant


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded move beside the state in which it was made and what it led to."""

    move: Move
    act: Act
    before: GameState
    after: Transition


def deal_again(game: Game) -> GameState:
    """The first state, from the seed alone; only the clock is the one of the end, standing: no
    time goes by in a replay."""
    room = game.room
    options = get_variant(room.variant).options(**room.options)
    seats = len(store.load_face_down(game).seats)
    seed = store.seed_of(game)
    dealt = start_game(
        room.variant, options, seats, seed, tile_set=room.edition, drawn=was_drawn(game)
    ).state
    if (clock := store.clock_of(game)) is None:
        return dealt
    stopped = replace(clock, running=None, since=0, held=False, missed=(0,) * seats)
    return replace(dealt, clock=stopped)


def was_drawn(game: Game) -> bool:
    """Whether the seats drew for the start. Where they did not the first seat began."""
    told = (event_from_json(data) for data in game.opening or [])
    return any(isinstance(event, Started) and bool(event.draw.rounds) for event in told)


def first_seat(game: Game) -> int:
    """The seat that began a game."""
    for data in game.opening or []:
        event = event_from_json(data)
        if isinstance(event, Started):
            return event.draw.first
    return 0


def recorded_acts(game: Game) -> list[tuple[Move, Act]]:
    """Every act in order, exchanged letters included."""
    tile_set = store.tile_set_of(game)
    moves = game.moves.select_related("secret").order_by("number")
    return [(move, act_from_json(move.secret.act, tile_set)) for move in moves]


def replay_game(game: Game) -> Iterator[Step]:
    """Play the game again through the rules, move by move."""
    state, seed = deal_again(game), store.seed_of(game)
    lexicon: Lexicon = store.lexicon_of(game, store.tile_set_of(game))
    for move, act in recorded_acts(game):
        after = apply(state, move.seat, act, lexicon=lexicon, seed=seed)
        yield Step(move, act, state, after)
        state = after.state


def state_at(game: Game, turn: int) -> GameState:
    """The state after ``turn`` acts."""
    if turn == game.turn_number:
        return store.load(game)
    state = deal_again(game)
    for step in replay_game(game):
        if step.move.number > turn:
            break
        state = step.after.state
    return state
