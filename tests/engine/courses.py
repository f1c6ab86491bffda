"""Courses to analyse: dealt by lot, played by levels or by a script."""

from collections.abc import Iterable
from hashlib import sha256
from random import Random

from games.engine.budget import Budget
from games.engine.levels import choose, respond
from games.rules.course import Course, Step
from games.rules.game import GameState, Phase, apply, start_game
from games.rules.moves import Act
from games.rules.variants import get_variant
from lexicon.graph.wordgraph import WordGraph

MOST = 300


def deal(variant: str, seats: int, seed: int, challenge: str = "void") -> GameState:
    options = get_variant(variant).options(challenge=challenge)
    return start_game(variant, options, seats, _secret(seed)).state


def play_levels(
    graph: WordGraph, levels: tuple[int, ...], seed: int, variant: str = "scrabble"
) -> Course:
    """A game of computer players to its end; none takes time for trials."""
    state = deal(variant, len(levels), seed)
    rng, log = Random(seed), list[tuple[int, Act]]()
    opening = state
    while state.phase is not Phase.OVER and len(log) < MOST:
        seat = state.to_move if state.to_move is not None else state.in_play[0]
        said = respond(state, seat, levels[seat], graph, None, rng)
        act = said or choose(state, seat, levels[seat], graph, None, rng, Budget())
        log.append((seat, act))
        state = apply(state, seat, act, lexicon=graph, seed=_secret(seed)).state
    return play_script(opening, log, graph, seed)


def play_script(
    opening: GameState, acts: Iterable[tuple[int, Act]], graph: WordGraph, seed: int = 1
) -> Course:
    """These acts, one after the other."""
    state, steps = opening, list[Step]()
    for seat, act in acts:
        done = apply(state, seat, act, lexicon=graph, seed=_secret(seed))
        steps.append(Step(len(steps) + 1, seat, act, state, done.events, done.state))
        state = done.state
    return Course(opening, tuple(steps))


def _secret(seed: int) -> bytes:
    return sha256(f"course {seed}".encode()).digest()
