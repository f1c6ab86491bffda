"""Replaying a game: its first state and every act that was made, from the rows.

Replays contain secrets, so they are for finished games and for the worker. Hints, the check of the
bag and the export of records use them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.play import store
from games.play.models import Game, Move
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.game import GameState, Transition, apply, start_game
from games.rules.plays.acts import Act, act_from_json
from games.rules.plays.events import Started, event_from_json
from games.rules.positions.variants import get_variant


@dataclass(frozen=True, slots=True)
class ReplayedMove:
    """A recorded move with the state before it and the transition that it led to."""

    move: Move
    act: Act
    before: GameState
    after: Transition


def restore_initial_state(game: Game) -> GameState:
    """Return the first state, dealt again from the seed.

    Only its clock is that of the present state, stopped: no time passes in a replay.
    """
    room = game.room
    options = get_variant(room.variant).options(**room.options)
    seats = len(store.load_public_state(game).seats)
    seed = store.read_seed(game)
    dealt = start_game(
        room.variant, options, seats, seed, tile_set=room.edition, drawn=was_start_drawn(game)
    ).state
    if (clock := store.read_clock(game)) is None:
        return dealt
    stopped = replace(clock, running=None, since=0, held=False, missed=(0,) * seats)
    return replace(dealt, clock=stopped)


def was_start_drawn(game: Game) -> bool:
    """Return whether the seats drew for the start. Otherwise the first seat began."""
    events = (event_from_json(data) for data in game.opening or [])
    return any(isinstance(event, Started) and bool(event.draw.rounds) for event in events)


def get_first_seat(game: Game) -> int:
    """Return the number of the seat that began the game."""
    for data in game.opening or []:
        event = event_from_json(data)
        if isinstance(event, Started):
            return event.draw.first
    return 0


def list_recorded_acts(game: Game) -> list[tuple[Move, Act]]:
    """Return every move with its act, in order, including which letters were exchanged."""
    tile_set = store.get_tile_set(game)
    moves = game.moves.select_related("secret").order_by("number")
    return [(move, act_from_json(move.secret.act, tile_set)) for move in moves]


def replay_game(game: Game) -> Iterator[ReplayedMove]:
    """Apply the recorded acts one by one, and yield each with the states around it."""
    state, seed = restore_initial_state(game), store.read_seed(game)
    lexicon: WordLookup = store.get_lexicon(game, store.get_tile_set(game))
    for move, act in list_recorded_acts(game):
        after = apply(state, move.seat, act, lexicon=lexicon, seed=seed)
        yield ReplayedMove(move, act, state, after)
        state = after.state


def state_at(game: Game, turn: int) -> GameState:
    """Return the state after ``turn`` acts."""
    if turn == game.turn_number:
        return store.load_state(game)
    state = restore_initial_state(game)
    for step in replay_game(game):
        if step.move.number > turn:
            break
        state = step.after.state
    return state
