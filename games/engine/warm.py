"""Compiling all kernels ahead of the first game, and knowing whether that was done.

Kernels are compiled once for each width of the word graph's masks (see
:mod:`lexicon.graph.wordgraph`) and kept on disk (see :mod:`lexicon.graph.jit`); a later process
loads them in a fraction of a second.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from games.engine.budget import Stop
from games.engine.kernels import arrays
from lexicon.graph import jit
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import NARROW, WordGraph

TellStep = Callable[[str, int, int], None]
Step = tuple[str, Callable[[], object]]

WIDTHS = {"narrow": NARROW, "wide": NARROW + 1}
_known: set[str] = set()


def width_of(alphabet: tuple[str, ...]) -> str:
    return "narrow" if len(alphabet) <= NARROW else "wide"


def is_warm(alphabet: tuple[str, ...]) -> bool:
    """Whether kernels for this alphabet are compiled; asking costs next to nothing."""
    width = width_of(alphabet)
    if width not in _known and jit.is_ready(width):
        _known.add(width)
    return width in _known


def warm(tell: TellStep | None = None, *, force: bool = False) -> bool:
    """Compile what is missing; returns whether anything was. ``tell`` is told each step's
    name, its number and the number of steps."""
    widths = [width for width in WIDTHS if force or not jit.is_ready(width)]
    done = 0
    for width in widths:
        with tempfile.TemporaryDirectory() as folder:
            steps = _steps(width, Path(folder) / "words.graph")
            for name, step in steps:
                if tell:
                    tell(f"{width}: {name}", done, len(widths) * len(steps))
                step()
                done += 1
        jit.mark_ready(width)
    if tell and widths:
        tell("ready", done, done)
    return bool(widths)


class Trial:
    """A tiny game that calls every kernel with the types of real ones."""

    def __init__(self, width: str, path: Path) -> None:
        self.faces = tuple(chr(0x4E00 + i) for i in range(WIDTHS[width]))
        self.path = path

    def build(self) -> None:
        from games.engine.leaves import blank_model

        words = ["".join(self.faces[i : i + 3]) for i in range(len(self.faces) - 3)]
        build_graph(words, self.faces, self.path)
        words_graph = WordGraph.open(self.path)
        self.graph = arrays.Graph(words_graph.nodes, words_graph.arcs)
        self.setting = make_trial_setting()
        self.model = blank_model()
        self.field = arrays.empty_field(int(self.setting.side))
        self.rack = np.zeros(arrays.KINDS, np.int8)
        self.rack[:3] = 1
        self.unseen = np.zeros(arrays.KINDS, np.int64)
        self.unseen[1:12] = 1

    def generate(self) -> None:
        from games.engine.kernels.crosses import check_board
        from games.engine.kernels.generate import ALL_PLAYS, generate

        check_board(self.graph, self.setting, self.field)
        leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
        plays = np.zeros((8, 2), np.int64)
        generate(self.graph, self.setting, self.field, self.rack, leaves, ALL_PLAYS, plays)

    def rank(self) -> None:
        from games.engine.kernels.board import face_seat, settle_words
        from games.engine.kernels.ranking import rank_all

        self.acts = np.zeros((2 * arrays.MAX_LEAVES, 2), np.int64)
        scores, equities = np.zeros(len(self.acts), np.int64), np.zeros(len(self.acts))
        common = (self.graph, self.setting, self.field, self.model, self.rack, self.unseen)
        rank_all(*common, 0, 9, self.acts, scores, equities)
        face_seat(self.setting, self.field, 0, 1)
        first = int(self.acts[0, 0]), int(self.acts[0, 1])
        settle_words(self.setting, self.field, *first, 0, False)

    def play(self) -> None:
        from games.engine.leaves import record_game

        record_game(self.graph, self.setting, self.model, 1)

    def simulate(self) -> None:
        from games.engine.kernels.simulate import simulate

        others, stop = np.array([3], np.int64), Stop()
        args = (self.graph, self.setting, self.field, self.model, self.rack, others, self.unseen)
        simulate(*args, 0, self.acts[:2], 1, 1, stop.flag, np.zeros((2, 3)))

    def solve(self) -> None:
        from games.engine.thinking import search_to

        racks = (self.rack, self.rack)
        here = (self.graph, self.setting, self.model, self.field, *racks)
        search_to(*here, 0, False, self.acts[0], Stop())


def make_trial_setting() -> arrays.Setting:
    """A plain board of 15 squares a side and a bag of one tile of each of twelve kinds."""
    side = 15
    square_bytes = np.zeros((2, side + 2, side + 2), np.uint8)
    square_bytes[:, 1:-1, 1:-1] = 1
    counts = np.zeros(arrays.KINDS, np.int64)
    counts[:12] = 1
    return arrays.Setting(
        values=np.ones(arrays.KINDS, np.int64),
        letters=square_bytes.ravel(),
        words=square_bytes.ravel().copy(),
        locks=np.zeros(square_bytes.size, np.uint8),
        bonus=np.zeros(arrays.MAX_RACK + 2, np.int64),
        counts=counts,
        start=np.array([8, 8], np.int64),
        blank_letters=1,
        again=1,
        steals=1,
        exchange_minimum=7,
        rack_size=3,
        out_gain=2,
        side=side,
    )


def _steps(width: str, path: Path) -> list[Step]:
    trial = Trial(width, path)
    return [
        ("word graph", trial.build),
        ("move generator", trial.generate),
        ("ranking", trial.rank),
        ("self-play", trial.play),
        ("rollouts", trial.simulate),
        ("end game", trial.solve),
    ]
