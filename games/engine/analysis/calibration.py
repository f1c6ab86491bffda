"""Measure the error of end-game values when the search stopped before the end of the game.

Self-play reaches positions with an empty bag. If one can be solved, or be searched two plies
deeper, the values found at every smaller depth are compared with the final ones. The table in
:mod:`games.engine.analysis.endgames` is the result, produced by ``manage.py measure_endings``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from games.engine import endgames
from games.engine.analysis.selfplay import play_game
from games.engine.engine import Survey
from games.engine.kernels.leaves import LeaveModel
from games.engine.leaves import load_leave_model
from lexicon.graph.wordgraph import WordGraph

DEEPER = 2
"""Plies by which a search must be deeper to judge a shallower one, if neither reached the end."""
COMPARED = 11
"""Acts compared in each position, as many as in an analysis."""


@dataclass(frozen=True, slots=True)
class ErrorSample:
    """By how many points the loss of one act was off.

    ``tiles`` is the number of tiles on both racks, ``depth`` the number of plies.
    """

    game: int
    tiles: int
    depth: int
    points: int


def measure_endgame_errors(
    graph: WordGraph, games: range, generations: int, variant: str = "scrabble"
) -> Iterator[ErrorSample]:
    """Yield the errors in all end games of self-play, each searched with ``generations`` move
    generations.

    The same game numbers give the same games and errors.
    """
    for game in games:
        secret = sha256(f"doubt {game}".encode()).digest()
        for survey, _act in play_game(graph, secret, variant):
            state = survey.position.state
            if not state.bag:
                model = load_leave_model(state.tile_set_code, graph.alphabet)
                yield from _measure(survey, model, game, generations)


def _measure(
    survey: Survey, model: LeaveModel, game: int, generations: int
) -> Iterator[ErrorSample]:
    position = survey.position
    acts = [(int(one), int(meta)) for one, meta in survey.ranked.acts[:COMPARED]]
    search = endgames.make_endgame_search(position, model)
    *shallower, final = search.deepen(survey.ranked.acts[0], acts, generations)
    if not final.is_settled:
        shallower = [found for found in shallower if found.depth <= final.depth - DEEPER]
    tiles = sum(len(seat.rack) for seat in position.state.seats)
    best = final.outcomes[final.best].spread
    for found in shallower:
        first = found.outcomes[found.best].spread
        for act in acts:
            loss = first - found.outcomes[act].spread
            error = abs(loss - (best - final.outcomes[act].spread))
            yield ErrorSample(game, tiles, found.depth, error)
