"""Values of leaves: read from a file made by self-play, or estimated by a formula.

``train_leave_model`` lets static players play each other and records for every leave how much
better than usual its owner's next turn was. A ridge regression over tiles, repetitions, pairs and
the balance of vowels and consonants turns these records into a model, with which the next
generation plays. ``manage.py train_leaves`` writes the files in ``data/leaves``.
"""

import json
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from games.engine.kernels.arrays import BLANK, KINDS, MAX_RACK, GameArrays, GraphArrays
from games.engine.kernels.leaves import LeaveModel, list_kinds, value_leave
from games.rules.equipment.tiles import TileSet, load_tile_set
from lexicon.graph.jit import Array
from lexicon.graph.progress import Progress

LEAVES_FOLDER = Path(__file__).parent / "data" / "leaves"
BLANK_NAME = "?"
# Letters that are vowels once marks are taken off, in the scripts of the tile sets that have any.
VOWELS = frozenset("AEIOUYÆŒØƏΑΕΗΙΟΥΩАЕИОУЫЭЮЯЄІ")
HALF_VOWELS = frozenset("Y")
FEATURE_RACK_SIZE = MAX_RACK + 1
# More than the turns of any self-play game.
MAX_RECORDS = 256
# Shrinks the values of tiles that games have shown only a few times.
RIDGE_PENALTY = 60.0


def find_vowels(alphabet: tuple[str, ...]) -> Array:
    """Return an int64 array by tile kind, 1 for vowels."""
    vowels = np.zeros(KINDS, np.int64)
    for kind, face in enumerate(alphabet):
        bare = [unicodedata.normalize("NFD", letter)[0] for letter in face]
        vowels[kind] = all(letter in VOWELS - HALF_VOWELS for letter in bare)
    return vowels


@lru_cache(maxsize=32)
def load_leave_model(tile_set_code: str, alphabet: tuple[str, ...]) -> LeaveModel:
    """Return the model trained for this tile set, or else an estimate."""
    path = LEAVES_FOLDER / f"{tile_set_code}.json"
    if path.exists():
        return read_leave_model(json.loads(path.read_text(encoding="utf-8")), alphabet)
    return estimate_leave_model(load_tile_set(tile_set_code), alphabet)


def value_leave_exactly(model: LeaveModel, counts: Array) -> float:
    """Return the value of a leave in points, the same whether or not the kernels are compiled.

    ``counts`` are its tiles by kind.
    """
    kinds, left = np.zeros(MAX_RACK, np.int64), np.zeros(MAX_RACK, np.int64)
    size = cast("Any", list_kinds).py_func(counts, kinds, left)
    return float(cast("Any", value_leave).py_func(model, kinds, left, size))


def make_zero_model() -> LeaveModel:
    """Return a model in which every leave is worth nothing."""
    square = np.zeros((KINDS, KINDS))
    vowels = np.zeros(KINDS, np.int64)
    return LeaveModel(
        np.zeros(KINDS),
        np.zeros(KINDS),
        square,
        np.zeros((FEATURE_RACK_SIZE, FEATURE_RACK_SIZE)),
        vowels,
    )


def estimate_leave_model(tile_set: TileSet, alphabet: tuple[str, ...]) -> LeaveModel:
    """Estimate a model from tile values alone.

    Cheap, common tiles are easy to play and blanks are precious; repeated tiles and an imbalance of
    vowels and consonants cost points.
    """
    single = np.zeros(KINDS)
    repeat = np.full(KINDS, -2.5)
    highest_value = max(tile_set.values.values())
    for kind, face in enumerate(alphabet):
        if face in tile_set.values:
            single[kind] = 1.0 - 4.0 * tile_set.values[face] / highest_value
    single[BLANK], repeat[BLANK] = 24.0, 0.0
    vowels = find_vowels(alphabet)
    balance = np.zeros((FEATURE_RACK_SIZE, FEATURE_RACK_SIZE))
    if vowels.any():
        for some in range(FEATURE_RACK_SIZE):
            for others in range(FEATURE_RACK_SIZE):
                balance[some, others] = -0.6 * (some - others) ** 2 / max(some + others, 2)
    return LeaveModel(single, repeat, np.zeros((KINDS, KINDS)), balance, vowels)


def read_leave_model(data: dict[str, Any], alphabet: tuple[str, ...]) -> LeaveModel:
    kinds = {face: kind for kind, face in enumerate(alphabet)} | {BLANK_NAME: BLANK}
    single, repeat, pair = np.zeros(KINDS), np.zeros(KINDS), np.zeros((KINDS, KINDS))
    for face, value in data["single"].items():
        single[kinds[face]] = value
    for face, value in data["repeat"].items():
        repeat[kinds[face]] = value
    for one, row in data["pair"].items():
        for other, value in row.items():
            pair[kinds[one], kinds[other]] = pair[kinds[other], kinds[one]] = value
    return LeaveModel(single, repeat, pair, np.array(data["balance"]), find_vowels(alphabet))


def write_leave_model(model: LeaveModel, alphabet: tuple[str, ...], note: str) -> dict[str, Any]:
    """Return the model as plain data, rounded to hundredths of a point."""
    names = [(kind, face) for kind, face in enumerate(alphabet)] + [(BLANK, BLANK_NAME)]
    pairs = {
        one: {other: round(float(model.pair[i, j]), 2) for j, other in names if i < j}
        for i, one in names
    }
    return {
        "note": note,
        "single": {face: round(float(model.single[kind]), 2) for kind, face in names},
        "repeat": {face: round(float(model.repeat[kind]), 2) for kind, face in names},
        "pair": {one: row for one, row in pairs.items() if row},
        "balance": np.round(model.balance, 2).tolist(),
    }


def train_leave_model(
    graph: GraphArrays,
    setting: GameArrays,
    start: LeaveModel,
    generations: int,
    games: int,
    progress: Progress | None = None,
) -> LeaveModel:
    """Play ``games`` games with each generation of the model and fit the next generation to
    them."""
    model = start
    for generation in range(generations):
        leaves, equities = [], []
        for game in range(games):
            leave_counts, gained = record_self_play(
                graph, setting, model, generation * games + game
            )
            leaves.append(leave_counts)
            equities.append(gained)
            if progress and game % 100 == 99:
                progress(generation * games + game + 1, generations * games)
        model = fit_leave_model(np.concatenate(leaves), np.concatenate(equities), model.vowels)
    return model


def record_self_play(
    graph: GraphArrays, setting: GameArrays, model: LeaveModel, seed: int
) -> tuple[Array, Array]:
    """Play one game of self-play; return its leaves and the equities of the turns that followed
    them."""
    from games.engine.kernels.static_player import play_self_play_game

    kept = np.zeros((MAX_RECORDS, KINDS), np.int8)
    equities = np.full(MAX_RECORDS, np.nan)
    _, recorded, _ = play_self_play_game(graph, setting, model, seed, kept, equities)
    known = np.flatnonzero(~np.isnan(equities[:recorded]))
    return kept[known], equities[known]


def fit_leave_model(leaves: Array, equities: Array, vowels: Array) -> LeaveModel:
    """Fit a model by ridge regression of the next turn's equity on the leave."""
    present = np.flatnonzero(leaves.any(axis=0))
    names = [(i, j) for i in range(len(present)) for j in range(i)]
    features = _features(leaves, present, names, vowels)
    sums = features.T @ features
    sums[np.diag_indices_from(sums)] += RIDGE_PENALTY
    # The last feature is the constant: the usual equity must not be shrunk towards zero.
    sums[-1, -1] -= RIDGE_PENALTY
    found = np.linalg.solve(sums, features.T @ equities)
    return _model(found, present, names, vowels)


def _features(leaves: Array, present: Array, names: list[tuple[int, int]], vowels: Array) -> Array:
    """Build the matrix of features: first tiles, further tiles, pairs, balances, and a constant."""
    held = leaves[:, present].astype(float)
    first, further = np.minimum(held, 1), np.maximum(held - 1, 0)
    pairs = np.stack([first[:, i] * first[:, j] for i, j in names], axis=1)
    letters = leaves[:, :BLANK]
    some = letters @ vowels[:BLANK]
    others = letters.sum(axis=1) - some
    balance = np.zeros((len(leaves), FEATURE_RACK_SIZE * FEATURE_RACK_SIZE))
    balance[np.arange(len(leaves)), some * FEATURE_RACK_SIZE + others] = 1
    return np.hstack([first, further, pairs, balance, np.ones((len(leaves), 1))])


def _model(found: Array, present: Array, names: list[tuple[int, int]], vowels: Array) -> LeaveModel:
    count = len(present)
    single, repeat, pair = np.zeros(KINDS), np.zeros(KINDS), np.zeros((KINDS, KINDS))
    single[present], repeat[present] = found[:count], found[count : 2 * count]
    for (i, j), value in zip(names, found[2 * count :], strict=False):
        one, other = present[i], present[j]
        pair[one, other] = pair[other, one] = value
    balance = found[2 * count + len(names) : -1].reshape(FEATURE_RACK_SIZE, FEATURE_RACK_SIZE)
    # The empty leave is worth zero by definition.
    return LeaveModel(single, repeat, pair, balance - balance[0, 0], vowels)
