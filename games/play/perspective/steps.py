"""The moves of a game, one after another, for whoever steps back through it.

Told from the public record alone. A play that is withdrawn stays where it was made; the challenge
takes its tiles off again. So what a move did never changes, and pages ask for what is new.
"""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from games.common.refusals import Missing
from games.play.gameview import StepsView, StepView
from games.play.perspective.gathering import gather
from games.play.perspective.parts import see_tile, squares_of
from games.play.scenes import Line, read_steadily
from games.play.telling import Teams, deltas_of, in_play, tell_move
from games.rules.board import Board
from games.rules.events import Played
from games.rules.layouts import Layout
from games.rules.retelling import retell_boards
from games.rules.squares import Square
from games.rules.tiles import TileSet


def look_at_steps(code: str, game_id: UUID, number: int) -> StepsView:
    """The moves after this number. Raises ``Missing`` for a game that is not on the table."""
    seen = gather(read_steadily(code))
    if seen.game.pk != game_id:
        raise Missing("game.unknown")
    told = retell(seen.record, seen.layout, seen.tile_set, seen.said_names, seen.teams)
    return StepsView(seen.layout.cols, seen.variant.scoring.owned_tiles, tuple(told)[number:])


def retell(
    record: Sequence[Line],
    layout: Layout,
    tile_set: TileSet,
    names: Sequence[str],
    teams: Teams | None,
) -> Iterator[StepView]:
    """What each line of a record did. ``names`` are the seats' as they stand in sentences."""
    scores = (0,) * len(names)
    before, played = Board(), None
    boards = retell_boards((line.events for line in record), tile_set)
    for told, board in zip(record, boards, strict=True):
        change = deltas_of(in_play(told.events), len(scores))
        scores = tuple(a + b for a, b in zip(scores, change, strict=True))
        if told.took_turn or told.withdrew:
            played = next((event for event in told.events if isinstance(event, Played)), None)
        last, stolen = squares_of(played, tile_set)
        changes = [(at, tile) for at, tile in sorted(board.items()) if before.get(at) != tile]
        yield StepView(
            said=tell_move(told, names, teams),
            scores=scores,
            tiles=tuple(see_tile(at, tile, tile_set) for at, tile in changes),
            emptied=_count(layout, (at for at, _tile in before.items() if at not in board)),
            last=_count(layout, last),
            stolen=_count(layout, stolen),
        )
        before = board


def _count(layout: Layout, squares: Iterable[Square]) -> tuple[int, ...]:
    return tuple(sorted(square.row * layout.cols + square.col for square in squares))
