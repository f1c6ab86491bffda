"""Rows to a rules state and back; nothing here decides anything.

A state is stored in two halves: ``Game.state`` is public, racks and bag lie in tables of their
own. :func:`load` reads both; :func:`load_face_down` reads no secret at all. Only
:mod:`games.play.services` calls the functions that write.
"""

from datetime import datetime
from typing import Any

from games.play.models import Game, GameSecret, Move, MoveSecret, Rack, Seat
from games.players.models import Player
from games.rules.bag import Scheme, make_seed
from games.rules.events import event_to_json
from games.rules.game import GameState, Transition
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, act_to_json
from games.rules.notation import BLANK
from games.rules.tiles import Tile, TileSet, load_tile_set
from lexicon.store import open_lexicon


def load(game: Game) -> GameState:
    """The whole state, secrets included: for services and the worker."""
    secret = GameSecret.objects.get(game=game)
    racks = Rack.objects.filter(seat__game=game).order_by("seat__number")
    tile_set = tile_set_of(game)
    hidden = {
        **secret.hidden,
        "racks": [_faces(tile_set, rack.tiles) for rack in racks],
    }
    return GameState.join(_public(game), hidden)


def load_face_down(game: Game) -> GameState:
    """The public half alone. Hidden tiles lie face down: right in number, all looking blank."""
    public = _public(game)
    counts = public["counts"]
    hidden: dict[str, Any] = {
        "bag": [BLANK] * counts["bag"],
        "racks": [[BLANK] * count for count in counts["racks"]],
    }
    if "pending" in public:
        hidden["pending"] = {"rack": [], "drawn": []}
    return GameState.join(public, hidden)


def load_rack(seat: Seat, tile_set: TileSet) -> tuple[Tile, ...]:
    """One seat's own tiles."""
    return tile_set.read(Rack.objects.get(seat=seat).tiles)


def save(game: Game, state: GameState) -> None:
    """Write the state's two halves and what queries need of it."""
    public, hidden = state.public_json(), state.secrets_json()
    public["counts"] = {
        "bag": len(state.bag),
        "racks": [len(seat.rack) for seat in state.seats],
    }
    del hidden["racks"]
    game.state = public
    game.status = state.phase.value
    game.turn_number = state.turn_number
    game.outcome = public.get("outcome")
    game.save()
    GameSecret.objects.filter(game=game).update(hidden=hidden)
    for seat in game.seats.all():
        tiles = state.tile_set.write(state.seats[seat.number].rack)
        Rack.objects.filter(seat=seat).exclude(tiles=tiles).update(tiles=tiles)


def record(
    game: Game,
    before: GameState,
    after: Transition,
    *,
    seat: int,
    act: Act,
    player: Player | None,
    key: str,
    now: datetime,
) -> Move:
    """Write an applied act, its events and the state it led to."""
    tile_set = before.tile_set
    move = Move.objects.create(
        game=game,
        number=after.state.turn_number,
        seat=seat,
        player=player,
        kind=type(act).__name__.lower(),
        events=[event_to_json(event) for event in after.events],
        key=key,
        made_at=now,
    )
    rack = tile_set.write(before.seats[seat].rack)
    MoveSecret.objects.create(move=move, act=act_to_json(act, tile_set), rack=rack)
    save(game, after.state)
    return move


def tile_set_of(game: Game) -> TileSet:
    """The tiles the game is played with."""
    return load_tile_set(_public(game)["tile_set_code"])


def seed_of(game: Game) -> bytes:
    """The seed that all shuffles follow."""
    contributions = [bytes.fromhex(one) for one in game.contributions]
    return make_seed(Scheme(game.scheme), secret_of(game), contributions)


def secret_of(game: Game) -> bytes:
    """What the site chose for the seed of the bag."""
    return bytes(GameSecret.objects.get(game=game).secret)


def lexicon_of(game: Game, tile_set: TileSet) -> Lexicon:
    """The dictionary revision the game has pinned, as a graph of its tiles."""
    assert game.revision_id is not None, "a started game has pinned a revision"
    return open_lexicon(game.revision_id, tile_set.faces)


def open_words(code: str) -> None:
    """Have the dictionary of the game on the table at hand.

    A dictionary that is new to this machine takes seconds to compile: nobody should hold the
    room's lock meanwhile.
    """
    game = Game.objects.filter(room__code=code, state__isnull=False).order_by("-number").first()
    if game is not None:
        lexicon_of(game, tile_set_of(game))


def _public(game: Game) -> dict[str, Any]:
    assert game.state is not None, "the game has not started"
    state: dict[str, Any] = game.state
    return state


def _faces(tile_set: TileSet, text: str) -> list[str]:
    return [BLANK if face is None else face for face in tile_set.marks.read_tiles(text)]
