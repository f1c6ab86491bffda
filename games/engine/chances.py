"""How likely a seat wins, from the points it leads by and the tiles nobody has seen yet.

Fitted to self-play of the static player with English tiles (500 games of Scrabble, 400 of Qwibble):
from the mover's eyes the rest of a game brings a spread that is near to normal. Its mean hardly
depends on how much is left, its deviation grows with the tiles to come.
"""

from dataclasses import dataclass
from math import erf, prod, sqrt

from games.rules.game import GameState, unseen


@dataclass(frozen=True, slots=True)
class Outlook:
    """``turn``: points that it is worth to be on turn. The deviation is ``wide`` points where one
    tile is unseen and grows with the number of them to the power ``bend``."""

    turn: float
    wide: float
    bend: float


WITH_PREMIUMS = Outlook(21.0, 10.3, 0.5)
WITH_OWNERS = Outlook(9.0, 6.5, 0.29)

HORIZON = 21
"""Unseen tiles from which on rollouts never see the end, so that the turn counts in full."""


def win_chance(state: GameState, seat: int, equity: float, *, exact: bool = False) -> float:
    """The part of games that ``seat`` wins, draws counted half, if an act of that equity is made
    now. ``exact``: the equity is the spread that the whole rest of the game brings."""
    own = state.seats[seat].score
    leads = [own - state.seats[n].score + equity for n in state.in_play if n != seat]
    return prod(_chance(state, seat, lead, exact=exact) for lead in leads)


def _chance(state: GameState, seat: int, lead: float, *, exact: bool) -> float:
    if exact:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    outlook = WITH_OWNERS if state.variant.scoring.owned_tiles else WITH_PREMIUMS
    left = max(1, unseen(state, seat).total())
    turn = outlook.turn * min(1.0, left / HORIZON)
    return 0.5 + 0.5 * erf((lead - turn) / (outlook.wide * left**outlook.bend * sqrt(2)))
