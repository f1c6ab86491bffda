"""The draw for the first turn, as the room shows it."""

from games.play.perspective.board_and_racks import BLANK_FACE
from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import DrawView
from games.rules.equipment.tiles import LetterTile


def build_draw_view(masked: MaskedSnapshot) -> DrawView | None:
    """Return the rounds of the draw; ``None`` if there was none."""
    draw = masked.draw
    if draw is None:
        return None
    rounds = tuple(
        tuple(
            (masked.names[seat], tile.face if isinstance(tile, LetterTile) else BLANK_FACE)
            for seat, tile in one
        )
        for one in draw.rounds
    )
    return DrawView(rounds, masked.names[draw.first])
