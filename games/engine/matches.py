"""Games between levels under the real rules, and statistics about their strength."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from random import Random

from games.engine.budget import Budget
from games.engine.engine import Survey, rank_acts
from games.engine.kernel_position import make_kernel_position
from games.engine.kernels.leaves import LeaveModel
from games.engine.levels import choose_act, is_exchange_pointless, respond_to_play
from games.engine.trials import CONFIDENCE_DEVIATIONS
from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.plays.acts import Challenge, Exchange, Pass
from games.rules.positions.variants import get_variant
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies

# A limit for safety; games end long before.
MAX_ACTS = 400


@dataclass(frozen=True, slots=True)
class Match:
    """The players and the rules of a series of games.

    ``seconds`` is the time per turn for levels that use time.
    """

    levels: tuple[int, ...]
    graph: WordGraph
    frequencies: WordFrequencies
    variant: str = "scrabble"
    tile_set: str | None = None
    challenge: str = "void"
    seconds: float | None = None
    allow_errors: bool = False


@dataclass(slots=True)
class MatchTally:
    """Results of the first level against the second."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    spreads: list[int] = field(default_factory=list)
    scores: list[tuple[int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, own: int, other: int, won: bool, lost: bool) -> None:
        self.wins += won
        self.losses += lost
        self.draws += not (won or lost)
        self.spreads.append(own - other)
        self.scores.append((own, other))

    def win_interval(self) -> tuple[float, float, float]:
        """Return the share of games won (draws count half) and both ends of its Wilson interval."""
        part = (self.wins + self.draws / 2) / self.games
        square = CONFIDENCE_DEVIATIONS**2 / self.games
        middle = (part + square / 2) / (1 + square)
        reach = sqrt(square * part * (1 - part) + square**2 / 4) / (1 + square)
        return part, middle - reach, middle + reach

    def mean_spread(self) -> tuple[float, float]:
        """Return the mean spread and half the width of its confidence interval."""
        mean = sum(self.spreads) / self.games
        variance = sum((spread - mean) ** 2 for spread in self.spreads) / max(1, self.games - 1)
        return mean, CONFIDENCE_DEVIATIONS * sqrt(variance / self.games)

    def mean_scores(self) -> tuple[float, float]:
        own, other = zip(*self.scores, strict=True)
        return sum(own) / self.games, sum(other) / self.games


def play_match_game(match: Match, seed: int) -> GameState:
    """Play one game to its end; without rollouts the same seed gives the same game."""
    rng = Random(seed)
    bag_seed = sha256(f"tournament {seed}".encode()).digest()  # as in the published tables
    options = get_variant(match.variant).options(challenge=match.challenge)
    seats = len(match.levels)
    state = start_game(match.variant, options, seats, bag_seed, tile_set=match.tile_set).state
    for _ in range(MAX_ACTS):
        if state.phase is Phase.OVER:
            break
        state = _step(match, state, bag_seed, rng)
    return state


def _step(match: Match, state: GameState, bag_seed: bytes, rng: Random) -> GameState:
    """Let every seat respond to the latest play, then let the seat to move act."""
    for seat in state.in_play:
        response = respond_to_play(
            state, seat, match.levels[seat], match.graph, match.frequencies, rng
        )
        if response is not None:
            state = apply(state, seat, response, lexicon=match.graph, seed=bag_seed).state
            if isinstance(response, Challenge) or state.phase is Phase.OVER:
                return state
    seat = state.to_move if state.to_move is not None else state.in_play[0]
    act = choose_act(
        state,
        seat,
        match.levels[seat],
        match.graph,
        match.frequencies,
        rng,
        None if match.seconds is None else Budget(seconds=match.seconds),
        allow_errors=match.allow_errors,
    )
    return apply(state, seat, act, lexicon=match.graph, seed=bag_seed).state


def play_static_game(
    graph: WordGraph, models: Sequence[LeaveModel], seed: int, variant: str, tile_set: str
) -> GameState:
    """Play one game in which each seat always takes the act of highest static equity.

    Seat ``i`` values leaves by ``models[i]``.
    """
    bag_seed = sha256(f"tournament {seed}".encode()).digest()
    options = get_variant(variant).options(challenge="void")
    state = start_game(variant, options, len(models), bag_seed, tile_set=tile_set).state
    for _ in range(MAX_ACTS):
        seat = state.to_move
        if seat is None:
            break
        position = make_kernel_position(state, seat, graph)
        act = Survey(position, rank_acts(position, models[seat]))[0].act
        if isinstance(act, Exchange) and is_exchange_pointless(state):
            act = Pass()
        state = apply(state, seat, act, lexicon=graph, seed=bag_seed).state
    return state


def count_result(tally: MatchTally, state: GameState, own: int, other: int) -> None:
    """Count the result of an ended game for the two given seats.

    Raises ``ValueError`` if the game has not ended.
    """
    outcome = state.outcome
    if outcome is None:
        raise ValueError("the game has not ended")
    won, lost = outcome.winner == own, outcome.winner == other
    tally.add(outcome.scores[own], outcome.scores[other], won, lost)
