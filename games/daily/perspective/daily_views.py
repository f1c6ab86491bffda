"""The page of a daily game: the board, the rack of the running turn, and what has been found.

Nothing of a later turn is in a view: between two turns the board is shown without a rack.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from games.daily.models import DailyAttempt, DailyGame
from games.daily.perspective.leaderboard import count_finished
from games.daily.perspective.turn_results import (
    DailyPlayView,
    DailySummary,
    DailyTurnResult,
    build_daily_summary,
    build_turn_result,
    describe_daily_play,
)
from games.daily.perspective.wording import explain, name_language
from games.daily.services.daily_attempts import get_daily_attempt
from games.daily.services.daily_games import load_turns
from games.daily.terms.daily_turns import build_position
from games.daily.terms.turn_clock import TURN_TIME, get_turn_end, is_turn_running
from games.play.perspective import PlayPreview
from games.play.perspective.board_and_racks import (
    build_board_view,
    build_rack_view,
    build_tile_view,
    build_variant_terms,
    count_unseen,
)
from games.play.perspective.viewdata import (
    BoardView,
    RackTileView,
    TileView,
    UnseenView,
    VariantTerms,
)
from games.players.models import Player
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.duplicate.game import TABLE
from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import TileSet
from games.rules.flow.game import preview_score
from games.rules.plays.acts import Play
from games.rules.positions.variants import get_variant
from scrabble_site.shared.instants import MILLISECOND
from scrabble_site.shared.refusals import Conflict

DailyStage = Literal["new", "running", "closed", "finished"]


@dataclass(frozen=True, slots=True)
class DailyView:
    """All that one player may see of a daily game.

    The ``stage`` is "new" before the first turn, "running" while the clock runs, "closed" between
    two turns and "finished" after the last one.
    """

    id: str
    day: date
    language: str
    language_name: str
    game: str
    url: str
    stage: DailyStage
    turn: int
    # Milliseconds left in the running turn; ``None`` if none is running.
    left: int | None
    # Minutes of a turn.
    minutes: int
    board: BoardView
    terms: VariantTerms
    tiles: tuple[TileView, ...]
    rack: tuple[RackTileView, ...]
    unseen: UnseenView
    # Points so far, and those of the best plays.
    points: int
    most: int
    best_plays: int
    # The play sent for the running turn.
    sent: DailyPlayView | None
    # The turn that is over, while the next one has not begun.
    result: DailyTurnResult | None
    summary: DailySummary | None
    practice: bool
    seed_hash: str
    # How many players have finished it on its day; counted before the first turn only.
    players: int

    @property
    def phase(self) -> str:
        """The phase as rooms name it, for the page's styles and script."""
        return "over" if self.stage == "finished" else "playing"

    @property
    def stamp(self) -> int:
        """Grows with each turn that begins or ends."""
        return 2 * self.turn + (self.stage != "running")

    @property
    def next_turn(self) -> int:
        return self.turn + 1

    @property
    def data(self) -> dict[str, object]:
        """State for the page's script, in the format of a room's state."""
        cols = self.board.cols
        return {
            "stamp": self.stamp,
            "turn": self.turn,
            # The rack's order is kept for one turn.
            "game": f"{self.id}.{self.turn}",
            "phase": self.phase,
            "stage": self.stage,
            "seat": 0,
            "can": ["play"] if self.stage == "running" else [],
            "seats": [],
            "left": self.left,
            "rack": [[tile.face, tile.value] for tile in self.rack],
            "tiles": [
                [tile.row * cols + tile.col, tile.face, tile.value, int(tile.blank)]
                for tile in self.tiles
            ],
        }


def build_daily_view(game: DailyGame, player: Player | None, now: datetime) -> DailyView:
    """Return the current state of the game for this player. The attempt is settled already."""
    attempt = get_daily_attempt(game, player) or DailyAttempt(game=game)
    stage, turns, turn = _get_stage(attempt, now), load_turns(game), attempt.turn
    # The turns that the player may know of, the running one included.
    position = build_position(game, turns[:turn], turn + (stage != "running"))
    board, tile_set = position.board, position.tile_set
    closed = len(attempt.turn_points)
    placed: frozenset[Square] = frozenset()
    if closed:
        last = turns[closed - 1].read_best_play(tile_set)
        placed = frozenset(square for square, _letter in last.placed())
    played = attempt.plays.filter(turn=turn).first() if attempt.pk else None
    sent = None
    if stage == "running" and played is not None:
        play = Play.read(played.position, played.tiles, tile_set)
        sent = describe_daily_play(position, play)
    end = get_turn_end(attempt) if stage == "running" else None
    result = None
    if stage == "closed":
        result = build_turn_result(game, turns, closed, attempt.turn_points[-1], played)
    variant = get_variant(game.variant)
    return DailyView(
        id=str(game.pk),
        day=game.day,
        language=game.language,
        language_name=name_language(game.language),
        game=f"{variant.name}, {name_language(game.language)}",
        url=game.get_absolute_url(),
        stage=stage,
        turn=turn,
        left=None if end is None else max((end - now) // MILLISECOND, 0),
        minutes=TURN_TIME // timedelta(minutes=1),
        board=build_board_view(position.layout, tile_set),
        terms=build_variant_terms(variant, tile_set),
        tiles=tuple(
            replace(build_tile_view(square, tile, tile_set), last=square in placed)
            for square, tile in sorted(board.items())
        ),
        rack=build_rack_view(position.rack, tile_set),
        unseen=count_unseen(tile_set, board, position.rack, len(position.bag)),
        points=attempt.points,
        most=sum(turn.score for turn in turns[:closed]),
        best_plays=attempt.best_plays,
        sent=sent,
        result=result,
        summary=build_daily_summary(game, turns, attempt) if stage == "finished" else None,
        practice=attempt.practice or (stage == "new" and game.day != get_puzzle_day(now)),
        seed_hash=game.seed_hash,
        players=count_finished(game) if stage == "new" else 0,
    )


def _get_stage(attempt: DailyAttempt, now: datetime) -> DailyStage:
    if attempt.finished_at is not None:
        return "finished"
    if is_turn_running(attempt, now):
        return "running"
    return "closed" if attempt.turn else "new"


def preview_daily_play(
    game: DailyGame, player: Player | None, read: Callable[[TileSet], Play], now: datetime
) -> PlayPreview:
    """Return the score of tentative tiles in the running turn, without judging their words.

    Tiles may still be on the board when the turn ends, so that is no error.
    """
    attempt = get_daily_attempt(game, player)
    if attempt is None or not is_turn_running(attempt, now):
        return PlayPreview(None, explain(Conflict("daily.turn_over")), owned_tiles=False)
    position = build_position(game, load_turns(game), attempt.turn)
    try:
        score = preview_score(position.as_game_state(), TABLE, read(position.tile_set), None)
        return PlayPreview(score, "", owned_tiles=False, checked_later=True)
    except RuleError as error:
        return PlayPreview(None, explain(error), owned_tiles=False)
