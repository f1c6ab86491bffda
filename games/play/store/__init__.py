"""Converting rows to a rules state and back. Nothing here makes a decision.

A state is stored in two halves: ``Game.state`` is public, while racks and bag are in separate
tables. :func:`load_state` reads both halves, :func:`load_public_state` reads no secrets. Only
:mod:`games.play.services` calls the functions that write.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from games.common.sql_statements import (
    CachedQuery,
    Statement,
    build_insert,
    build_update,
    execute_together,
)
from games.play.models import Game, GameSecret, Move, MoveSecret, Rack, Seat
from games.rules.equipment.fair_shuffle import SeedScheme, make_seed
from games.rules.equipment.json_codec import decode
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.tiles import Tile, TileSet, load_tile_set
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.game import GameState, Phase
from games.rules.plays.acts import Act, act_to_json
from games.rules.time.clock import Clock
from lexicon.store import has_graph, open_lexicon
from scrabble_site.shared.instants import from_ms, to_ms


def load_state(game: Game) -> GameState:
    """Return the whole state, secrets included. For services and the worker only."""
    racks = Rack.objects.filter(seat__game=game).values_list("seat__number", "tiles")
    return build_state(game, dict(racks))


def build_state(game: Game, racks: Mapping[int, str]) -> GameState:
    """Return the whole state, built from the game's row, its secret and the racks by seat
    number."""
    tile_set = get_tile_set(game)
    secret_state = {
        **game.secret.state,
        "racks": [_faces(tile_set, racks[number]) for number in sorted(racks)],
    }
    return GameState.join(_with_instant(game), secret_state)


def load_public_state(game: Game) -> GameState:
    """Return a state built from the public half alone.

    Its bag and racks hold the right number of tiles, but all of them are blanks.
    """
    public = _with_instant(game)
    counts = public["counts"]
    secret_state: dict[str, Any] = {
        "bag": [BLANK_MARK] * counts["bag"],
        "racks": [[BLANK_MARK] * count for count in counts["racks"]],
    }
    if "pending" in public:
        secret_state["pending"] = {"rack": [], "drawn": []}
    return GameState.join(public, secret_state)


def write_public_state(game: Game, state: GameState) -> dict[str, Any]:
    """Set the public half of a state, and the columns derived from it, on the game's row.

    The row is not saved. Returns the secret half without the racks.
    """
    public, secret_state = state.to_public_and_secret_json()
    public["counts"] = {
        "bag": len(state.bag),
        "racks": [len(seat.rack) for seat in state.seats],
    }
    # Racks have rows of their own, so that a move rewrites only those that have changed.
    del secret_state["racks"]
    clock = state.clock
    game.clock_since = None if clock is None or clock.running is None else from_ms(clock.since)
    # ``since`` lives in its own column, where an outage can be added to all games at once.
    public.get("clock", {}).pop("since", None)
    game.state = public
    held = state.phase is Phase.OVER and game.room.twin_id is not None and game.ended_at is None
    game.status = Game.Status.HELD if held else state.phase.value
    game.turn_number = state.turn_number
    game.outcome = public.get("outcome")
    return secret_state


def save_initial_state(game: Game, state: GameState, seats: Iterable[Seat]) -> None:
    """Save a game that has just been dealt; ``seats`` come with their racks."""
    secret_state = write_public_state(game, state)
    game.save()
    execute_together(_write_secrets(game, secret_state, state, seats))


def save_turn(
    game: Game,
    state: GameState,
    seats: Iterable[Seat],
    also: Iterable[str],
    *besides: Statement,
) -> None:
    """Save the state after a turn, with the fields of the game's row that ``also`` names.

    ``besides`` are other statements to be executed along with it, before those of the state.
    """
    secret_state = write_public_state(game, state)
    changed = ("state", "clock_since", "status", "turn_number", "outcome", *also)
    row = build_update(Game, "id", game.pk, **{name: getattr(game, name) for name in changed})
    execute_together([*besides, row, *_write_secrets(game, secret_state, state, seats)])


def save_clock(game: Game, state: GameState, also: list[str]) -> None:
    """Save a state in which only the clock has changed, and the fields that ``also`` names."""
    write_public_state(game, state)
    game.save(update_fields=["state", "clock_since", *also])


def read_clock(game: Game) -> Clock | None:
    """Return the clock as the row has it, or ``None``. It can change without a turn."""
    found = _with_instant(game).get("clock")
    return None if found is None else decode(Clock, found)


def _write_secrets(
    game: Game, secret_state: dict[str, Any], state: GameState, seats: Iterable[Seat]
) -> Iterator[Statement]:
    """Yield the statements that save the secret half, including the racks that have changed."""
    yield build_update(GameSecret, "game", game.pk, state=secret_state)
    for seat in seats:
        tiles = state.tile_set.write(state.seats[seat.number].rack)
        if tiles != seat.rack.tiles:
            seat.rack.tiles = tiles
            yield build_update(Rack, "id", seat.rack.pk, tiles=tiles)


_FIND_MOVE = CachedQuery(
    lambda game, number: (
        Move.objects.order_by().filter(game_id=game).filter(number=number).values_list("pk")
    ),
    UUID(int=0),
    0,
)


def add_move(move: Move, act: Act, before: GameState) -> tuple[Statement, Statement]:
    """Return the statements that save a move and its secrets: the complete act and the racks."""
    tile_set = before.tile_set
    racks = [tile_set.write(seat.rack) for seat in before.seats]
    values = {"act": act_to_json(act, tile_set), "rack": racks[move.seat], "racks": racks}
    secret = MoveSecret(**values)
    return build_insert(move), build_insert(secret, move=_FIND_MOVE(move.game_id, move.number))


def read_racks_before(game: Game, number: int) -> list[tuple[Tile, ...]]:
    """Return the racks, by seat number, as they were before the move with this number."""
    found = MoveSecret.objects.filter(move__game=game, move__number=number)
    tile_set = get_tile_set(game)
    return [
        tile_set.read(rack) for racks in found.values_list("racks", flat=True) for rack in racks
    ]


def get_tile_set(game: Game) -> TileSet:
    """Return the tile set that the game is played with."""
    return load_tile_set(_public(game)["tile_set_code"])


def read_seed(game: Game) -> bytes:
    """Return the seed that determines all shuffles of the game."""
    contributions = [bytes.fromhex(contribution) for contribution in game.contributions]
    return make_seed(SeedScheme(game.scheme), read_secret(game), contributions)


def read_secret(game: Game) -> bytes:
    """Return the site's part of the seed."""
    return bytes(game.secret.secret)


def get_lexicon(game: Game, tile_set: TileSet) -> WordLookup:
    """Return the dictionary revision of the game, compiled for its tiles."""
    assert game.revision_id is not None, "a started game has pinned a revision"
    return open_lexicon(game.revision_id, tile_set.faces)


def is_lexicon_ready(game: Game, tile_set: TileSet) -> bool:
    """Return whether :func:`get_lexicon` answers without compiling the dictionary first."""
    return game.revision_id is not None and has_graph(game.revision_id, tile_set.faces)


def _with_instant(game: Game) -> dict[str, Any]:
    """Return the public half, with the start of the running clock put back from its column."""
    public = _public(game)
    if game.clock_since is None:
        return public
    return {**public, "clock": {**public["clock"], "since": to_ms(game.clock_since)}}


def _public(game: Game) -> dict[str, Any]:
    assert game.state is not None, "the game has not started"
    state: dict[str, Any] = game.state
    return state


def _faces(tile_set: TileSet, text: str) -> list[str]:
    return [BLANK_MARK if face is None else face for face in tile_set.marks.read_tiles(text)]
