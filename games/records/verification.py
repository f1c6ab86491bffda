"""Checking the bag of a game that is over: every draw again, from the published seed.

Anyone can do the same with the seed and the description in :mod:`games.rules.bag`; this is what
the page's button and ``manage.py verify_bag`` do.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.play import store
from games.play.history import deal_again, replay_game
from games.play.models import Game
from games.rules.bag import seed_hash
from games.rules.errors import RuleError


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
    """``fault`` is empty when the seed fits its hash, every rack and the final state."""

    seed: str
    stated_hash: str
    computed_hash: str
    checks: tuple[DrawCheck, ...]
    fault: str

    @property
    def fair(self) -> bool:
        return not self.fault


def verify_game(game: Game) -> BagReport:
    """Recompute the whole game from its seed and compare it with its record."""
    seed = store.seed_of(game)
    computed = seed_hash(seed)
    checks: list[DrawCheck] = []
    fault = "" if computed == game.seed_hash else "seed"
    try:
        final = deal_again(game)
        for step in replay_game(game):
            rack = step.before.tile_set.write(step.before.seats[step.move.seat].rack)
            checks.append(DrawCheck(step.move.number, step.move.seat, step.move.secret.rack, rack))
            final = step.after.state
        fault = fault or next(_faults(checks, final == store.load(game)), "")
    except RuleError as error:
        fault = fault or error.code
    return BagReport(seed.hex(), game.seed_hash, computed, tuple(checks), fault)


def _faults(checks: list[DrawCheck], same_end: bool) -> Iterator[str]:
    for check in checks:
        if not check.agrees:
            yield f"rack {check.number}"
    if not same_end:
        yield "end"
