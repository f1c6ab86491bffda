"""Verifies the bag of a finished game by repeating every draw from the published secret.

:func:`verify_draws` does this with the rules, for ``manage.py verify_bag``. Players need not trust
the site's own check: :func:`serialize_bag` provides the data for the check in their browser
(``static/js/bag``), or for anyone's own, as described in
:mod:`games.rules.equipment.fair_shuffle`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.play import store
from games.play.models import Game, Move
from games.play.store.replay import list_recorded_acts, replay_game, restore_initial_state
from games.rules.equipment.errors import RuleError
from games.rules.equipment.fair_shuffle import hash_secret
from games.rules.equipment.tiles import TileSet, list_faces
from games.rules.flow.game import GameState
from games.rules.plays.acts import Act, Exchange, Play
from games.rules.plays.events import StartDraw
from games.rules.positions.final_scoring import BY_LOT


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """A rack as recorded before a move, and as computed from the seed."""

    number: int
    seat: int
    recorded: str
    computed: str

    @property
    def agrees(self) -> bool:
        return self.recorded == self.computed


@dataclass(frozen=True, slots=True)
class BagReport:
    """The result of a verification."""

    secret: str
    contributions: tuple[str, ...]
    stated_hash: str
    computed_hash: str
    checks: tuple[DrawCheck, ...]
    # Empty if the secret matches its hash, and the seed gives every rack and the final position.
    fault: str

    @property
    def is_fair(self) -> bool:
        return not self.fault


def verify_draws(game: Game) -> BagReport:
    """Recompute the whole game from its seed and compare it with its record."""
    secret = store.read_secret(game)
    computed = hash_secret(secret)
    checks: list[DrawCheck] = []
    fault = "" if computed == game.seed_hash else "secret"
    try:
        final = restore_initial_state(game)
        for step in replay_game(game):
            rack = step.before.tile_set.write(step.before.seats[step.move.seat].rack)
            checks.append(DrawCheck(step.move.number, step.move.seat, step.move.secret.rack, rack))
            final = step.after.state
        fault = fault or next(
            _list_faults(checks, _equals_except_clock(final, store.load_state(game))), ""
        )
    # With a wrong seed, a recorded play may be illegal in the recomputed game.
    except RuleError as error:
        fault = fault or error.code
    added = tuple(game.contributions)
    return BagReport(secret.hex(), added, game.seed_hash, computed, tuple(checks), fault)


def _equals_except_clock(replayed: GameState, stored: GameState) -> bool:
    """Compare two states without their clocks, because a replay has no times."""
    return replace(replayed, clock=None) == replace(stored, clock=None)


def _list_faults(checks: list[DrawCheck], same_end: bool) -> Iterator[str]:
    for check in checks:
        if not check.agrees:
            yield f"rack {check.number}"
    if not same_end:
        yield "end"


def serialize_bag(game: Game) -> dict[str, Any]:
    """Return the data needed to verify a finished game's draws; a blank is written "?".

    Each of the ``moves`` says which tiles left the rack (``laid`` on the board, or ``exchanged``
    into the bag) and whether the previous play was ``withdrawn``. Its ``rack`` is the recorded rack
    before the move.
    """
    state = store.load_state(game)
    tile_set = state.tile_set
    return {
        "game": str(game.pk),
        "scheme": game.scheme,
        "hash": game.seed_hash,
        "secret": store.read_secret(game).hex(),
        "contributions": game.contributions,
        "alphabet": list(tile_set.faces),
        "tiles": list_faces(tile_set.all_tiles()),
        "seats": len(state.seats),
        "rackSize": state.variant.rack_size,
        "separateDraws": state.options.separate_draws,
        "draw": _serialize_draw(state.draw) if state.draw.rounds else None,
        "moves": [_serialize_move(move, act, tile_set) for move, act in list_recorded_acts(game)],
        "racks": [list_faces(seat.rack) for seat in state.seats],
        "bag": list_faces(state.bag),
        "lot": _describe_lot(state),
    }


def _serialize_move(move: Move, act: Act, tile_set: TileSet) -> dict[str, Any]:
    values: dict[str, Any] = {
        "number": move.number,
        "seat": move.seat,
        "kind": move.kind,
        "rack": list_faces(tile_set.read(move.secret.rack)),
    }
    if isinstance(act, Play):
        values["laid"] = list_faces(letter.tile for _square, letter in act.placed())
    if isinstance(act, Exchange):
        values["exchanged"] = list_faces(act.tiles)
    if any(event["kind"] == "withdrawn" for event in move.events):
        values["withdrawn"] = True
    return values


def _serialize_draw(draw: StartDraw) -> dict[str, Any]:
    rounds = [[[seat, *list_faces([tile])] for seat, tile in one] for one in draw.rounds]
    return {"first": draw.first, "rounds": rounds}


def _describe_lot(state: GameState) -> dict[str, Any] | None:
    """Return the winner of a drawn lot and the seats that took part, or ``None``."""
    outcome = state.outcome
    if outcome is None or outcome.tie_break != BY_LOT:
        return None
    return {"among": list(state.in_play), "winner": outcome.winner}
