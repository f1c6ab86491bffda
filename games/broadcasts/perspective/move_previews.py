"""What a move would do, while a scorekeeper types it."""

from dataclasses import dataclass

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.perspective.wording import explain
from games.broadcasts.services.annotation import check_move
from games.broadcasts.terms.annotated_moves import AnnotatedMove
from games.play.perspective.board_and_racks import build_tile_view
from games.play.perspective.viewdata import TileView
from games.rules.equipment.board import BoardTile
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal


@dataclass(frozen=True, slots=True)
class MovePreview:
    """The words and the score of a move, or why it is not possible."""

    words: tuple[str, ...]
    score: int
    error: str
    tiles: tuple[TileView, ...]
    owned: bool


def build_move_preview(game: AnnotatedGame, move: AnnotatedMove, number: int) -> MovePreview:
    """Return what a move would do as the one with this number."""
    try:
        replay = check_move(game, move, number)
    except (Refusal, RuleError) as error:
        return MovePreview((), 0, explain(error), (), owned=False)
    entry = replay.entries[-1]
    placed = entry.play.placed() if entry.play else ()
    return MovePreview(
        entry.words,
        entry.entry.score,
        "",
        tuple(
            build_tile_view(
                square, BoardTile(letter.face, letter.blank, move.seat), replay.tile_set
            )
            for square, letter in placed
        ),
        replay.choice.variant.scoring.owned_tiles,
    )
