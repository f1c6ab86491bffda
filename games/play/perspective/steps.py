"""The steps of a game, for viewers who replay it move by move.

Steps are built from the public record. A withdrawn play keeps its own step; the step of the
challenge takes its tiles off again. So a step never changes, and pages load only the new ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from games.play.perspective.board_and_racks import build_tile_view, find_marked_squares
from games.play.perspective.masking import mask_snapshot
from games.play.perspective.narration import (
    TeamNames,
    compute_score_changes,
    narrate_move,
    without_adjustment,
)
from games.play.perspective.viewdata import MoveStepsView, MoveStepView
from games.play.store.snapshots import RecordedMove, read_stable_snapshot
from games.rules.equipment.board import Board
from games.rules.equipment.layouts import Layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import TileSet
from games.rules.flow.board_replay import replay_boards
from games.rules.plays.events import Played
from scrabble_site.shared.refusals import NotFound


def load_steps(code: str, game_id: UUID, number: int) -> MoveStepsView:
    """Return the steps after a move of the current game. Raises ``NotFound`` for another game."""
    masked = mask_snapshot(read_stable_snapshot(code))
    if masked.game.pk != game_id:
        raise NotFound("game.unknown")
    steps = build_steps(
        masked.record, masked.layout, masked.tile_set, masked.isolated_names, masked.teams
    )
    return MoveStepsView(
        masked.layout.cols, masked.variant.scoring.owned_tiles, tuple(steps)[number:]
    )


def build_steps(
    record: Sequence[RecordedMove],
    layout: Layout,
    tile_set: TileSet,
    names: Sequence[str],
    teams: TeamNames | None,
) -> Iterator[MoveStepView]:
    """Yield what each move of a record did. ``names`` are the seats' names for sentences."""
    scores = (0,) * len(names)
    before, played = Board(), None
    boards = replay_boards((line.events for line in record), tile_set)
    for move, board in zip(record, boards, strict=True):
        change = compute_score_changes(without_adjustment(move.events), len(scores))
        scores = tuple(a + b for a, b in zip(scores, change, strict=True))
        if move.took_turn or move.withdrew_play:
            played = next((event for event in move.events if isinstance(event, Played)), None)
        last, stolen = find_marked_squares(played, tile_set)
        changes = [(at, tile) for at, tile in sorted(board.items()) if before.get(at) != tile]
        yield MoveStepView(
            said=narrate_move(move, names, teams),
            scores=scores,
            tiles=tuple(build_tile_view(at, tile, tile_set) for at, tile in changes),
            emptied=_number_squares(
                layout, (at for at, _tile in before.items() if at not in board)
            ),
            last=_number_squares(layout, last),
            stolen=_number_squares(layout, stolen),
        )
        before = board


def _number_squares(layout: Layout, squares: Iterable[Square]) -> tuple[int, ...]:
    return tuple(sorted(square.row * layout.cols + square.col for square in squares))
