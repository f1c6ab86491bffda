"""What a player sees of a turn that is over, and of a whole game."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.perspective.wording import build_daily_share_text, get_percent
from games.daily.services.daily_streaks import get_daily_streak
from games.daily.terms.daily_turns import DailyTurn, build_position
from games.play.perspective.board_and_racks import build_rack_view
from games.play.perspective.places import describe_placed_word
from games.play.perspective.viewdata import RackTileView
from games.puzzles.services.streaks import Streak
from games.rules.duplicate.game import TABLE, DuplicateState
from games.rules.plays.acts import Play
from games.rules.positions.play_judgement import judge_play


@dataclass(frozen=True, slots=True)
class DailyPlayView:
    """A play in words, such as "H8 across CAT", with its score if its words are valid."""

    text: str
    score: int


@dataclass(frozen=True, slots=True)
class DailyTurnResult:
    """A turn that is over. ``own`` is ``None`` if the player has sent nothing."""

    number: int
    rack: tuple[RackTileView, ...]
    best: DailyPlayView
    own: DailyPlayView | None
    points: int
    invalid_words: tuple[str, ...]

    @property
    def lost(self) -> int:
        return self.best.score - self.points

    @property
    def own_is_best(self) -> bool:
        """Whether the player sent exactly the best play, which needs no second line."""
        return self.own is not None and self.own.text == self.best.text


@dataclass(frozen=True, slots=True)
class DailySummary:
    """A finished attempt."""

    turns: tuple[DailyTurnResult, ...]
    points: int
    most: int
    percent: float
    best_plays: int
    streak: Streak
    shared: str


def build_turn_result(
    game: DailyGame, turns: Sequence[DailyTurn], number: int, points: int, play: DailyPlay | None
) -> DailyTurnResult:
    """Return the result of a turn, from 1. The caller makes sure that the turn is over."""
    position, turn = build_position(game, turns, number), turns[number - 1]
    own = None
    if play is not None:
        sent = Play.read(play.position, play.tiles, position.tile_set)
        own = describe_daily_play(position, sent)
    return DailyTurnResult(
        number=number,
        rack=build_rack_view(position.rack, position.tile_set),
        best=describe_daily_play(position, turn.read_best_play(position.tile_set)),
        own=own,
        points=points,
        invalid_words=tuple(play.invalid_words) if play else (),
    )


def build_daily_summary(
    game: DailyGame, turns: Sequence[DailyTurn], attempt: DailyAttempt
) -> DailySummary:
    """Return the summary of an attempt whose turns are all over."""
    plays = {play.turn: play for play in attempt.plays.all()}
    most = sum(turn.score for turn in turns)
    return DailySummary(
        turns=tuple(
            build_turn_result(game, turns, number, points, plays.get(number))
            for number, points in enumerate(attempt.turn_points, 1)
        ),
        points=attempt.points,
        most=most,
        percent=get_percent(attempt.points, most),
        best_plays=attempt.best_plays,
        streak=get_daily_streak(attempt.player, game.day),
        shared=build_daily_share_text(game, attempt, turns),
    )


def describe_daily_play(position: DuplicateState, play: Play) -> DailyPlayView:
    """Name a play that fits the board."""
    _formation, score = judge_play(position.as_game_state(), TABLE, play)
    return DailyPlayView(describe_placed_word(play.position, score.words[0].word), score.total)
