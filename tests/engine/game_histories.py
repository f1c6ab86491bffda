"""Game histories to analyse: dealt at random, played by computer levels or by a script."""

from collections.abc import Iterable
from hashlib import sha256
from random import Random

from games.engine.budget import Budget
from games.engine.levels import choose_act, respond_to_play
from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import Act
from games.rules.positions.variants import get_variant
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies

MOST = 300


def deal(variant: str, seats: int, seed: int, challenge: str = "void") -> GameState:
    options = get_variant(variant).options(challenge=challenge)
    return start_game(variant, options, seats, _secret(seed)).state


def play_levels(
    graph: WordGraph, levels: tuple[int, ...], seed: int, variant: str = "scrabble"
) -> GameHistory:
    """Play a game between computer levels to its end, without trials, which would take time."""
    state = deal(variant, len(levels), seed)
    rng, log = Random(seed), list[tuple[int, Act]]()
    opening, frequencies = state, WordFrequencies({})
    while state.phase is not Phase.OVER and len(log) < MOST:
        seat = state.to_move if state.to_move is not None else state.in_play[0]
        said = respond_to_play(state, seat, levels[seat], graph, frequencies, rng)
        act = said or choose_act(state, seat, levels[seat], graph, frequencies, rng, Budget())
        log.append((seat, act))
        state = apply(state, seat, act, lexicon=graph, seed=_secret(seed)).state
    return play_script(opening, log, graph, seed)


def play_script(
    opening: GameState, acts: Iterable[tuple[int, Act]], graph: WordGraph, seed: int = 1
) -> GameHistory:
    """Return the history of these acts in order."""
    state, steps = opening, list[HistoryStep]()
    for seat, act in acts:
        done = apply(state, seat, act, lexicon=graph, seed=_secret(seed))
        steps.append(HistoryStep(len(steps) + 1, seat, act, state, done.events, done.state))
        state = done.state
    return GameHistory(opening, tuple(steps))


def _secret(seed: int) -> bytes:
    return sha256(f"course {seed}".encode()).digest()
