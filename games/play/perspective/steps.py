"""The moves of the game on the table, one after another, for whoever steps back through it.

Told from the public record alone. A play that is withdrawn stays where it was made; the challenge
takes its tiles off again. So what a move did never changes, and pages ask for what is new.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from games.common.refusals import Missing
from games.play.gameview import StepsView, StepView
from games.play.perspective.gathering import Gathered, gather
from games.play.perspective.parts import see_tile, squares_of
from games.play.scenes import read_steadily
from games.play.telling import deltas_of, in_play, tell_move
from games.rules.board import Board
from games.rules.events import Played
from games.rules.retelling import retell_boards
from games.rules.squares import Square


def look_at_steps(code: str, game_id: UUID, number: int) -> StepsView:
    """The moves after this number. Raises ``Missing`` for a game that is not on the table."""
    seen = gather(read_steadily(code))
    if seen.game.pk != game_id:
        raise Missing("game.unknown")
    steps = tuple(_retell(seen))[number:]
    return StepsView(seen.layout.cols, seen.variant.scoring.owned_tiles, steps)


def _retell(seen: Gathered) -> Iterator[StepView]:
    scores = (0,) * len(seen.seats)
    before, played = Board(), None
    boards = retell_boards((line.events for line in seen.record), seen.tile_set)
    for told, board in zip(seen.record, boards, strict=True):
        change = deltas_of(in_play(told.events), len(scores))
        scores = tuple(a + b for a, b in zip(scores, change, strict=True))
        if told.took_turn or told.withdrew:
            played = next((event for event in told.events if isinstance(event, Played)), None)
        last, stolen = squares_of(played, seen.tile_set)
        changes = [(at, tile) for at, tile in sorted(board.items()) if before.get(at) != tile]
        yield StepView(
            said=tell_move(told, seen.said_names, seen.teams),
            scores=scores,
            tiles=tuple(see_tile(at, tile, seen.tile_set) for at, tile in changes),
            emptied=_count(seen, (at for at, _tile in before.items() if at not in board)),
            last=_count(seen, last),
            stolen=_count(seen, stolen),
        )
        before = board


def _count(seen: Gathered, squares: Iterable[Square]) -> tuple[int, ...]:
    return tuple(sorted(square.row * seen.layout.cols + square.col for square in squares))
