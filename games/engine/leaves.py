"""Where the values of leaves come from: a file made by self-play, or a formula.

``learn`` lets static players play each other and asks of every leave how much better than usual
its owner's next turn was; a ridge regression over tiles, repetitions, pairs and the balance of
vowels and consonants turns the answers into a model, with which the next generation plays.
``manage.py make_leaves`` writes the files in ``data/leaves``.
"""

import json
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from games.engine.kernels.arrays import BLANK, KINDS, MAX_RACK, Graph, Setting
from games.engine.kernels.leaves import Model
from games.rules.tiles import TileSet, load_tile_set
from lexicon.graph.jit import Array
from lexicon.graph.progress import Progress

FOLDER = Path(__file__).parent / "data" / "leaves"
BLANK_NAME = "?"
# Letters that are vowels once marks are taken off, in the scripts of the tile sets that have any.
VOWELS = frozenset("AEIOUYÆŒØƏΑΕΗΙΟΥΩАЕИОУЫЭЮЯЄІ")
HALF_VOWELS = frozenset("Y")
SIZE = MAX_RACK + 1
MOST_RECORDS = 256
PENALTY = 60.0


def find_vowels(alphabet: tuple[str, ...]) -> Array:
    """int64 by tile kind, 1 for vowels."""
    vowels = np.zeros(KINDS, np.int64)
    for kind, face in enumerate(alphabet):
        bare = [unicodedata.normalize("NFD", letter)[0] for letter in face]
        vowels[kind] = all(letter in VOWELS - HALF_VOWELS for letter in bare)
    return vowels


@lru_cache(maxsize=32)
def load_model(tile_set_code: str, alphabet: tuple[str, ...]) -> Model:
    """The model made for this tile set, or the formula's."""
    path = FOLDER / f"{tile_set_code}.json"
    if path.exists():
        return read_model(json.loads(path.read_text(encoding="utf-8")), alphabet)
    return estimate_model(load_tile_set(tile_set_code), alphabet)


def blank_model() -> Model:
    """Every leave is worth nothing."""
    square = np.zeros((KINDS, KINDS))
    vowels = np.zeros(KINDS, np.int64)
    return Model(np.zeros(KINDS), np.zeros(KINDS), square, np.zeros((SIZE, SIZE)), vowels)


def estimate_model(tile_set: TileSet, alphabet: tuple[str, ...]) -> Model:
    """A guess from values and numbers alone: cheap common tiles are easy to play, blanks are
    treasures, repeated tiles and one-sided racks a burden."""
    single = np.zeros(KINDS)
    repeat = np.full(KINDS, -2.5)
    dearest = max(tile_set.values.values())
    for kind, face in enumerate(alphabet):
        if face in tile_set.values:
            single[kind] = 1.0 - 4.0 * tile_set.values[face] / dearest
    single[BLANK], repeat[BLANK] = 24.0, 0.0
    vowels = find_vowels(alphabet)
    balance = np.zeros((SIZE, SIZE))
    if vowels.any():
        for some in range(SIZE):
            for others in range(SIZE):
                balance[some, others] = -0.6 * (some - others) ** 2 / max(some + others, 2)
    return Model(single, repeat, np.zeros((KINDS, KINDS)), balance, vowels)


def read_model(data: dict[str, Any], alphabet: tuple[str, ...]) -> Model:
    kinds = {face: kind for kind, face in enumerate(alphabet)} | {BLANK_NAME: BLANK}
    single, repeat, pair = np.zeros(KINDS), np.zeros(KINDS), np.zeros((KINDS, KINDS))
    for face, value in data["single"].items():
        single[kinds[face]] = value
    for face, value in data["repeat"].items():
        repeat[kinds[face]] = value
    for one, row in data["pair"].items():
        for other, value in row.items():
            pair[kinds[one], kinds[other]] = pair[kinds[other], kinds[one]] = value
    return Model(single, repeat, pair, np.array(data["balance"]), find_vowels(alphabet))


def write_model(model: Model, alphabet: tuple[str, ...], note: str) -> dict[str, Any]:
    """The model as plain data, in hundredths of a point."""
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


def learn(
    graph: Graph,
    setting: Setting,
    start: Model,
    generations: int,
    games: int,
    progress: Progress | None = None,
) -> Model:
    """Play ``games`` games with each generation of the model and fit the next one to them."""
    model = start
    for generation in range(generations):
        leaves, equities = [], []
        for game in range(games):
            kept, gained = record_game(graph, setting, model, generation * games + game)
            leaves.append(kept)
            equities.append(gained)
            if progress and game % 100 == 99:
                progress(generation * games + game + 1, generations * games)
        model = fit(np.concatenate(leaves), np.concatenate(equities), model.vowels)
    return model


def record_game(graph: Graph, setting: Setting, model: Model, seed: int) -> tuple[Array, Array]:
    """The leaves of one game of self-play with the equities of the turns after them."""
    from games.engine.kernels.static import play_itself

    kept = np.zeros((MOST_RECORDS, KINDS), np.int8)
    equities = np.full(MOST_RECORDS, np.nan)
    _, recorded, _ = play_itself(graph, setting, model, seed, kept, equities)
    told = np.flatnonzero(~np.isnan(equities[:recorded]))
    return kept[told], equities[told]


def fit(leaves: Array, equities: Array, vowels: Array) -> Model:
    """Ridge regression of the next turn's equity on what was kept."""
    present = np.flatnonzero(leaves.any(axis=0))
    names = [(i, j) for i in range(len(present)) for j in range(i)]
    features = _features(leaves, present, names, vowels)
    sums = features.T @ features
    sums[np.diag_indices_from(sums)] += PENALTY
    sums[-1, -1] -= PENALTY
    found = np.linalg.solve(sums, features.T @ equities)
    return _model(found, present, names, vowels)


def _features(leaves: Array, present: Array, names: list[tuple[int, int]], vowels: Array) -> Array:
    """Columns: first tiles, further tiles, pairs, balances, and one for the usual equity."""
    held = leaves[:, present].astype(float)
    first, further = np.minimum(held, 1), np.maximum(held - 1, 0)
    pairs = np.stack([first[:, i] * first[:, j] for i, j in names], axis=1)
    letters = leaves[:, :BLANK]
    some = letters @ vowels[:BLANK]
    others = letters.sum(axis=1) - some
    balance = np.zeros((len(leaves), SIZE * SIZE))
    balance[np.arange(len(leaves)), some * SIZE + others] = 1
    return np.hstack([first, further, pairs, balance, np.ones((len(leaves), 1))])


def _model(found: Array, present: Array, names: list[tuple[int, int]], vowels: Array) -> Model:
    count = len(present)
    single, repeat, pair = np.zeros(KINDS), np.zeros(KINDS), np.zeros((KINDS, KINDS))
    single[present], repeat[present] = found[:count], found[count : 2 * count]
    for (i, j), value in zip(names, found[2 * count :], strict=False):
        one, other = present[i], present[j]
        pair[one, other] = pair[other, one] = value
    balance = found[2 * count + len(names) : -1].reshape(SIZE, SIZE)
    # An empty leave is the measure of all others.
    return Model(single, repeat, pair, balance - balance[0, 0], vowels)
