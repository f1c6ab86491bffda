"""Compile all kernels before the first game, and know whether that has been done.

Kernels are compiled once for each width of the word graph's masks (see
:mod:`lexicon.graph.wordgraph`) and kept on disk (see :mod:`lexicon.graph.jit`); later processes
load them in a fraction of a second.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from games.engine.budget import StopFlag
from games.engine.kernels import arrays
from lexicon.graph import jit
from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import NARROW, WordGraph

StepReporter = Callable[[str, int, int], None]
WarmUpStep = tuple[str, Callable[[], object]]

WIDTHS = {"narrow": NARROW, "wide": NARROW + 1}
_known: set[str] = set()


def get_kernel_width(alphabet: tuple[str, ...]) -> str:
    return "narrow" if len(alphabet) <= NARROW else "wide"


def are_kernels_compiled(alphabet: tuple[str, ...]) -> bool:
    """Return whether the kernels for this alphabet are compiled; cheap enough to call every
    time."""
    width = get_kernel_width(alphabet)
    if width not in _known and jit.is_ready(width):
        _known.add(width)
    return width in _known


def compile_kernels(report: StepReporter | None = None, *, force: bool = False) -> bool:
    """Compile the kernels that are missing and return whether there were any.

    ``report`` is called with the name of each step, its number and the number of steps.
    """
    widths = [width for width in WIDTHS if force or not jit.is_ready(width)]
    done = 0
    for width in widths:
        with tempfile.TemporaryDirectory() as folder:
            steps = _steps(width, Path(folder) / "words.graph")
            for name, step in steps:
                if report:
                    report(f"{width}: {name}", done, len(widths) * len(steps))
                step()
                done += 1
        jit.mark_ready(width)
    if report and widths:
        report("ready", done, done)
    return bool(widths)


class WarmUpGame:
    """A tiny game that calls every kernel with the argument types of real games."""

    def __init__(self, width: str, path: Path) -> None:
        # Any distinct characters do; CJK has enough of them in one block.
        self.faces = tuple(chr(0x4E00 + i) for i in range(WIDTHS[width]))
        self.path = path

    def build(self) -> None:
        from games.engine.leaves import make_zero_model

        words = ["".join(self.faces[i : i + 3]) for i in range(len(self.faces) - 3)]
        build_graph(words, self.faces, self.path)
        words_graph = WordGraph.open(self.path)
        self.graph = arrays.GraphArrays(words_graph.nodes, words_graph.arcs)
        self.setting = make_warm_up_arrays()
        self.model = make_zero_model()
        self.field = arrays.allocate_board_arrays(int(self.setting.side))
        self.rack = np.zeros(arrays.KINDS, np.int8)
        self.rack[:3] = 1
        self.unseen = np.zeros(arrays.KINDS, np.int64)
        self.unseen[1:12] = 1

    def generate(self) -> None:
        from games.engine.kernels.cross_checks import check_board
        from games.engine.kernels.generate import ALL_PLAYS, generate

        check_board(self.graph, self.setting, self.field)
        leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
        plays = np.zeros((8, 2), np.int64)
        generate(self.graph, self.setting, self.field, self.rack, leaves, ALL_PLAYS, plays)

    def rank(self) -> None:
        from games.engine.kernels.board import count_play_gains, value_tiles_for_seat
        from games.engine.kernels.ranking import rank_all

        self.acts = np.zeros((2 * arrays.MAX_LEAVES, 2), np.int64)
        scores, equities = np.zeros(len(self.acts), np.int64), np.zeros(len(self.acts))
        common = (self.graph, self.setting, self.field, self.model, self.rack, self.unseen)
        rank_all(*common, 0, 9, self.acts, scores, equities)
        value_tiles_for_seat(self.setting, self.field, 0, 1)
        first = int(self.acts[0, 0]), int(self.acts[0, 1])
        count_play_gains(self.setting, self.field, *first, 0, False)

    def play(self) -> None:
        from games.engine.leaves import record_self_play

        record_self_play(self.graph, self.setting, self.model, 1)

    def simulate(self) -> None:
        from games.engine.kernels.simulate import simulate

        others, stop = np.array([3], np.int64), StopFlag()
        args = (self.graph, self.setting, self.field, self.model, self.rack, others, self.unseen)
        simulate(*args, 9, 0, self.acts[:2], 1, 1, stop.flag, np.zeros((2, 3)))

    def solve(self) -> None:
        from games.engine.endgames import EndgameSearch

        racks, first = (self.rack, self.rack), self.acts[0]
        here = (self.graph, self.setting, self.model, self.field, racks)
        game = EndgameSearch(*here, 0, passed=False)
        game.solve(first, StopFlag())
        game.compare(first, [(int(first[0]), int(first[1]))], 1)

    def deal(self) -> None:
        from games.engine.kernels.playouts import play_out_deals

        bags, racks = np.zeros((1, 1), np.int64), np.zeros((1, arrays.KINDS), np.int8)
        here = (self.graph, self.setting, self.model, self.field, self.rack, 0, self.acts[:2])
        play_out_deals(*here, bags, racks, StopFlag().flag, np.zeros((2, 1), np.int64))


def make_warm_up_arrays() -> arrays.GameArrays:
    """Return an empty board of 15 by 15 squares and a bag with one tile of each of twelve kinds."""
    side = 15
    square_bytes = np.zeros((2, side + 2, side + 2), np.uint8)
    square_bytes[:, 1:-1, 1:-1] = 1
    counts = np.zeros(arrays.KINDS, np.int64)
    counts[:12] = 1
    return arrays.GameArrays(
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


def _steps(width: str, path: Path) -> list[WarmUpStep]:
    trial = WarmUpGame(width, path)
    return [
        ("word graph", trial.build),
        ("move generator", trial.generate),
        ("ranking", trial.rank),
        ("self-play", trial.play),
        ("rollouts", trial.simulate),
        ("end game", trial.solve),
        ("pre-endgame", trial.deal),
    ]
