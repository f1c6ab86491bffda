"""Checking the bag after a game: every draw is computed again from the published seed.

How the seed makes draws is told in ``bag``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.bag import seed_hash
from games.rules.game import apply, start_game
from games.rules.lexicon import Lexicon
from games.rules.moves import Act
from games.rules.state import GameState
from games.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """An act with the tiles that its seat is recorded to have drawn."""

    seat: int
    act: Act
    drawn: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """A draw as recorded and as computed; ``turn`` is the turn number that the act led to."""

    turn: int
    seat: int
    recorded: tuple[Tile, ...]
    computed: tuple[Tile, ...]

    @property
    def ok(self) -> bool:
        return self.recorded == self.computed


@dataclass(frozen=True, slots=True)
class BagReport:
    """Turn 0 stands for the first racks. ``final_ok``: the last state came out as recorded."""

    hash_ok: bool
    draws: tuple[DrawCheck, ...]
    final_ok: bool

    @property
    def ok(self) -> bool:
        return self.hash_ok and self.final_ok and all(draw.ok for draw in self.draws)


def check_bag(
    start: GameState,
    log: Iterable[LoggedAct],
    final: GameState,
    *,
    seed: bytes,
    published_hash: str,
    lexicon: Lexicon,
) -> BagReport:
    """Compare a game's records with what its seed makes of them.

    ``start`` and ``final`` are the recorded first and last states. Raises RuleError when an act
    of the log is not possible at all.
    """
    state = start_game(
        start.variant_id,
        start.options,
        len(start.seats),
        seed,
        tile_set=start.tile_set_code,
        layout=start.layout_id,
    ).state
    draws = [
        DrawCheck(0, number, recorded.rack, computed.rack)
        for number, (recorded, computed) in enumerate(zip(start.seats, state.seats, strict=True))
    ]
    for entry in log:
        done = apply(state, entry.seat, entry.act, lexicon=lexicon, seed=seed)
        state = done.state
        draws.append(DrawCheck(state.turn_number, entry.seat, entry.drawn, done.drawn))
    return BagReport(seed_hash(seed) == published_hash, tuple(draws), state == final)
