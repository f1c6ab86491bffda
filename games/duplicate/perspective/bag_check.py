"""Checks the bag of a duplicate game that is over: repeats all draws from the published secret."""

from dataclasses import dataclass

from games.duplicate.models import DuplicateGame
from games.duplicate.store.replay import DuplicateDraw, recompute_draws
from games.rules.equipment.errors import RuleError
from games.rules.equipment.fair_shuffle import hash_secret


@dataclass(frozen=True, slots=True)
class DuplicateBagReport:
    """The result of a check. ``fault`` is "" if secret and racks are as they should be."""

    secret: str
    contributions: tuple[str, ...]
    stated_hash: str
    computed_hash: str
    draws: tuple[DuplicateDraw, ...]
    fault: str


def check_duplicate_bag(game: DuplicateGame) -> DuplicateBagReport:
    """Repeat all draws of a game that is over, and compare them with its record."""
    secret = bytes(game.secret.secret)
    computed = hash_secret(secret)
    fault = "" if computed == game.seed_hash else "secret"
    draws: list[DuplicateDraw] = []
    try:
        draws = recompute_draws(game)
    except RuleError as error:  # with a wrong seed, a recorded play may be illegal
        fault = fault or error.code
    wrong = next((draw.turn for draw in draws if draw.recorded != draw.computed), None)
    if wrong is not None:
        fault = fault or f"rack {wrong}"
    added = tuple(game.contributions)
    return DuplicateBagReport(secret.hex(), added, game.seed_hash, computed, tuple(draws), fault)
