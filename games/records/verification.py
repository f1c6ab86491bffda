"""Checking the bag of a game that is over: every draw again, from what was published.

:func:`verify_game` does it with the rules, for ``manage.py verify_bag``. A player need not trust
the site's own check: :func:`publish_bag` is what the page computes from in the browser
(``static/js/bag``), or anybody with the description in :mod:`games.rules.bag`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.play import store
from games.play.history import deal_again, recorded_acts, replay_game
from games.play.models import Game, Move
from games.rules.adjustment import BY_LOT
from games.rules.bag import hash_secret
from games.rules.errors import RuleError
from games.rules.events import StartDraw
from games.rules.game import GameState
from games.rules.moves import Act, Exchange, Play
from games.rules.notation import BLANK
from games.rules.tiles import Letter, Tile, TileSet


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """One rack as it was recorded before a move, and as the seed gives it."""

    number: int
    seat: int
    recorded: str
    computed: str

    @property
    def agrees(self) -> bool:
        return self.recorded == self.computed


@dataclass(frozen=True, slots=True)
class BagReport:
    """``fault`` is empty when the secret fits its hash, and the seed every rack and the end."""

    secret: str
    contributions: tuple[str, ...]
    stated_hash: str
    computed_hash: str
    checks: tuple[DrawCheck, ...]
    fault: str

    @property
    def fair(self) -> bool:
        return not self.fault


def verify_game(game: Game) -> BagReport:
    """Recompute the whole game from its seed and compare it with its record."""
    secret = store.secret_of(game)
    computed = hash_secret(secret)
    checks: list[DrawCheck] = []
    fault = "" if computed == game.seed_hash else "secret"
    try:
        final = deal_again(game)
        for step in replay_game(game):
            rack = step.before.tile_set.write(step.before.seats[step.move.seat].rack)
            checks.append(DrawCheck(step.move.number, step.move.seat, step.move.secret.rack, rack))
            final = step.after.state
        fault = fault or next(_faults(checks, _is_same(final, store.load(game))), "")
    except RuleError as error:
        fault = fault or error.code
    added = tuple(game.contributions)
    return BagReport(secret.hex(), added, game.seed_hash, computed, tuple(checks), fault)


def _is_same(replayed: GameState, stored: GameState) -> bool:
    """But for the clock: a replay knows no time."""
    return replace(replayed, clock=None) == replace(stored, clock=None)


def _faults(checks: list[DrawCheck], same_end: bool) -> Iterator[str]:
    for check in checks:
        if not check.agrees:
            yield f"rack {check.number}"
    if not same_end:
        yield "end"


def publish_bag(game: Game) -> dict[str, Any]:
    """What an ended game's draws are checked by, as plain data; a blank is written "?".

    ``moves`` tell which tiles left a rack (``laid`` for good, ``exchanged`` into the bag), and
    whether the last play was ``withdrawn``; ``rack`` is what the record says was held before.
    """
    state = store.load(game)
    tile_set = state.tile_set
    return {
        "game": str(game.pk),
        "scheme": game.scheme,
        "hash": game.seed_hash,
        "secret": store.secret_of(game).hex(),
        "contributions": game.contributions,
        "alphabet": list(tile_set.faces),
        "tiles": _faces(tile_set.all_tiles()),
        "seats": len(state.seats),
        "rackSize": state.variant.rack_size,
        "draw": _draw(state.draw) if state.draw.rounds else None,
        "moves": [_move(move, act, tile_set) for move, act in recorded_acts(game)],
        "racks": [_faces(seat.rack) for seat in state.seats],
        "bag": _faces(state.bag),
        "lot": _lot(state),
    }


def _move(move: Move, act: Act, tile_set: TileSet) -> dict[str, Any]:
    told: dict[str, Any] = {
        "number": move.number,
        "seat": move.seat,
        "kind": move.kind,
        "rack": _faces(tile_set.read(move.secret.rack)),
    }
    if isinstance(act, Play):
        told["laid"] = _faces(letter.tile for _square, letter in act.placed())
    if isinstance(act, Exchange):
        told["exchanged"] = _faces(act.tiles)
    if any(event["kind"] == "withdrawn" for event in move.events):
        told["withdrawn"] = True
    return told


def _draw(draw: StartDraw) -> dict[str, Any]:
    rounds = [[[seat, *_faces([tile])] for seat, tile in one] for one in draw.rounds]
    return {"first": draw.first, "rounds": rounds}


def _lot(state: GameState) -> dict[str, Any] | None:
    """Who won by lot, among whom."""
    outcome = state.outcome
    if outcome is None or outcome.tie_break != BY_LOT:
        return None
    return {"among": list(state.in_play), "winner": outcome.winner}


def _faces(tiles: Iterable[Tile]) -> list[str]:
    return [tile.face if isinstance(tile, Letter) else BLANK for tile in tiles]
