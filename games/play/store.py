"""Rows to a rules state and back; nothing here decides anything.

A state is stored in two halves: ``Game.state`` is public, racks and bag lie in tables of their
own. :func:`load` reads both; :func:`load_face_down` reads no secret at all. Only
:mod:`games.play.services` calls the functions that write.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from games.common.instants import from_ms, to_ms
from games.common.statements import Reading, Statement, insert, update, write_together
from games.play.models import Game, GameSecret, Move, MoveSecret, Rack, Seat
from games.rules.bag import Scheme, make_seed
from games.rules.clock import Clock
from games.rules.codec import decode
from games.rules.game import GameState
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, act_to_json
from games.rules.notation import BLANK
from games.rules.tiles import Tile, TileSet, load_tile_set
from lexicon.store import open_lexicon


def load(game: Game) -> GameState:
    """The whole state, secrets included: for services and the worker."""
    racks = Rack.objects.filter(seat__game=game).values_list("seat__number", "tiles")
    return unfold(game, dict(racks))


def unfold(game: Game, racks: Mapping[int, str]) -> GameState:
    """The whole state from the game's row, its secret and the racks' tiles by seat."""
    tile_set = tile_set_of(game)
    hidden = {
        **game.secret.hidden,
        "racks": [_faces(tile_set, racks[number]) for number in sorted(racks)],
    }
    return GameState.join(_with_instant(game), hidden)


def load_face_down(game: Game) -> GameState:
    """The public half alone. Hidden tiles lie face down: right in number, all looking blank."""
    public = _with_instant(game)
    counts = public["counts"]
    hidden: dict[str, Any] = {
        "bag": [BLANK] * counts["bag"],
        "racks": [[BLANK] * count for count in counts["racks"]],
    }
    if "pending" in public:
        hidden["pending"] = {"rack": [], "drawn": []}
    return GameState.join(public, hidden)


def fold(game: Game, state: GameState) -> dict[str, Any]:
    """Put the state's public half, and what queries need of it, on the game's row, which is not
    saved. Returns the secret half without the racks."""
    public, hidden = state.halves_json()
    public["counts"] = {
        "bag": len(state.bag),
        "racks": [len(seat.rack) for seat in state.seats],
    }
    del hidden["racks"]
    clock = state.clock
    game.clock_since = None if clock is None or clock.running is None else from_ms(clock.since)
    public.get("clock", {}).pop("since", None)
    game.state = public
    game.status = state.phase.value
    game.turn_number = state.turn_number
    game.outcome = public.get("outcome")
    return hidden


def save_first(game: Game, state: GameState, seats: Iterable[Seat]) -> None:
    """Write a game that was just dealt; ``seats`` with their racks."""
    hidden = fold(game, state)
    game.save()
    write_together(_hide(game, hidden, state, seats))


def save_turn(
    game: Game,
    state: GameState,
    seats: Iterable[Seat],
    also: Iterable[str],
    *besides: Statement,
) -> None:
    """Write the state a turn led to, and further fields of the game's row; ``besides``: what else
    is to be written."""
    hidden = fold(game, state)
    changed = ("state", "clock_since", "status", "turn_number", "outcome", *also)
    row = update(Game, "id", game.pk, **{name: getattr(game, name) for name in changed})
    write_together([*besides, row, *_hide(game, hidden, state, seats)])


def save_clock(game: Game, state: GameState, also: list[str]) -> None:
    """Write a state that differs in its clock alone, and further fields of the game's row."""
    fold(game, state)
    game.save(update_fields=["state", "clock_since", *also])


def clock_of(game: Game) -> Clock | None:
    """The clock as it is on the row: it may move on without a turn."""
    found = _with_instant(game).get("clock")
    return None if found is None else decode(Clock, found)


def _hide(
    game: Game, hidden: dict[str, Any], state: GameState, seats: Iterable[Seat]
) -> Iterator[Statement]:
    """Write down the secret half, racks as far as they have changed."""
    yield update(GameSecret, "game", game.pk, hidden=hidden)
    for seat in seats:
        tiles = state.tile_set.write(state.seats[seat.number].rack)
        if tiles != seat.rack.tiles:
            seat.rack.tiles = tiles
            yield update(Rack, "id", seat.rack.pk, tiles=tiles)


_FIND_MOVE = Reading(
    lambda game, number: (
        Move.objects.order_by().filter(game_id=game).filter(number=number).values_list("pk")
    ),
    UUID(int=0),
    0,
)


def add_move(move: Move, act: Act, before: GameState) -> tuple[Statement, Statement]:
    """Write down a move, and what of it is secret: the act in full, and the racks."""
    tile_set = before.tile_set
    racks = [tile_set.write(one.rack) for one in before.seats]
    told = {"act": act_to_json(act, tile_set), "rack": racks[move.seat], "racks": racks}
    secret = MoveSecret(**told)
    return insert(move), insert(secret, move=_FIND_MOVE(move.game_id, move.number))


def racks_before(game: Game, number: int) -> list[tuple[Tile, ...]]:
    """The racks by seat as they lay before the move with this number."""
    found = MoveSecret.objects.filter(move__game=game, move__number=number)
    tile_set = tile_set_of(game)
    return [
        tile_set.read(rack) for racks in found.values_list("racks", flat=True) for rack in racks
    ]


def tile_set_of(game: Game) -> TileSet:
    """The tiles the game is played with."""
    return load_tile_set(_public(game)["tile_set_code"])


def seed_of(game: Game) -> bytes:
    """The seed that all shuffles follow."""
    contributions = [bytes.fromhex(one) for one in game.contributions]
    return make_seed(Scheme(game.scheme), secret_of(game), contributions)


def secret_of(game: Game) -> bytes:
    """What the site chose for the seed of the bag."""
    return bytes(game.secret.secret)


def lexicon_of(game: Game, tile_set: TileSet) -> Lexicon:
    """The dictionary revision the game has pinned, as a graph of its tiles."""
    assert game.revision_id is not None, "a started game has pinned a revision"
    return open_lexicon(game.revision_id, tile_set.faces)


def _with_instant(game: Game) -> dict[str, Any]:
    """The public half with the instant in it that has a column of its own."""
    public = _public(game)
    if game.clock_since is None:
        return public
    return {**public, "clock": {**public["clock"], "since": to_ms(game.clock_since)}}


def _public(game: Game) -> dict[str, Any]:
    assert game.state is not None, "the game has not started"
    state: dict[str, Any] = game.state
    return state


def _faces(tile_set: TileSet, text: str) -> list[str]:
    return [BLANK if face is None else face for face in tile_set.marks.read_tiles(text)]
