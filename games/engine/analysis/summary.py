"""Summarise the reports of all turns into a report of the game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import hypot
from statistics import fmean
from typing import get_args

from games.engine.analysis.report import (
    AnalysisLevel,
    GameReport,
    PointsBySource,
    PointsSource,
    ReportDictionary,
    SeatReport,
    TurnReport,
)
from games.engine.analysis.win_chances import estimate_chances
from games.rules.flow.game_history import GameHistory
from games.rules.plays.events import Adjusted, Challenged, Event, OvertimeCharged, Played, Withdrawn

SMALL_LOSS = 0.5
"""Losses below this many points count as none."""
UNNAMED_DICTIONARY = ReportDictionary()


def summarise_game(
    level: AnalysisLevel,
    history: GameHistory,
    turns: Sequence[TurnReport],
    words: ReportDictionary = UNNAMED_DICTIONARY,
) -> GameReport:
    """Build the whole report from the reports of all acts.

    ``words`` is the dictionary by which they were judged.
    """
    opening, outcome = history.opening, history.outcome
    seats = range(len(opening.seats))
    return GameReport(
        level=level,
        variant=opening.variant_id,
        tile_set=opening.tile_set_code,
        seats=tuple(_sum_up_seat(seat, history, turns) for seat in seats),
        turns=tuple(_even_out(turns)),
        opening=estimate_chances(opening),
        winner=outcome.winner if outcome else None,
        finished=outcome is not None,
        words=words,
    )


def _even_out(turns: Sequence[TurnReport]) -> Iterator[TurnReport]:
    """Average each turn's chances with those that the next player to move sees.

    A player to move knows only their own rack, so chances would otherwise swing with whose good
    tiles are counted.
    """
    for turn, following in zip_longest(turns, turns[1:]):
        if not turn.best or following is None or not following.best or following.seat == turn.seat:
            yield turn
            continue
        if turn.chosen is not None and turn.chosen.exact:
            yield turn  # no one can know more
            continue
        theirs = following.best[0].win or 0.0
        before = turn.wins[following.seat]
        others = len(turn.wins) - 1
        mover_view = [
            theirs
            if seat == following.seat
            else chance * (1 - theirs) / (1 - before)
            if before < 1
            else (1 - theirs) / others
            for seat, chance in enumerate(turn.wins)
        ]
        wins = tuple(
            round((one + other) / 2, 4) for one, other in zip(turn.wins, mover_view, strict=True)
        )
        yield replace(turn, wins=wins)


def _sum_up_seat(seat: int, history: GameHistory, turns: Sequence[TurnReport]) -> SeatReport:
    own = [turn for turn in turns if turn.seat == seat]
    judged = [turn for turn in own if turn.lost is not None]
    losses = [turn.lost or 0.0 for turn in judged]
    there = [turn for turn in judged if turn.bingos]
    worst = _find_worst(judged)
    draws = [turn.luck for turn in own if turn.luck]
    return SeatReport(
        seat=seat,
        score=history.end.seats[seat].score,
        judged=len(judged),
        lost=round(sum(losses), 2),
        lost_error=_sum_errors(turn.lost_error for turn in judged),
        mean_loss=round(fmean(losses), 2) if losses else 0.0,
        lost_win=round(sum(turn.lost_win or 0.0 for turn in judged), 4),
        best_turn=_find_best(judged, worst),
        worst_turn=worst,
        bingos_found=sum(turn.chosen is not None and turn.chosen.bingo for turn in there),
        bingos_there=len(there),
        phonies=sum(bool(turn.phonies) for turn in own),
        challenges_missed=sum(seat in turn.passed_by for turn in turns),
        challenges_wrong=sum(turn.verdict == "wrong" for turn in own),
        luck=round(sum(draw.points for draw in draws), 2),
        luck_error=_sum_errors(draw.error for draw in draws),
        points=_count_points(seat, [event for step in history.steps for event in step.events]),
    )


def _sum_errors(errors: Iterable[float]) -> float:
    """Return the error of a sum of independent figures with these errors."""
    return round(hypot(*errors), 2)


def _find_best(judged: Sequence[TurnReport], worst: int | None) -> int | None:
    """Return the highest-scoring play that lost nothing; failing that, the highest-scoring one
    except the worst turn."""
    plays = [
        turn
        for turn in judged
        if turn.chosen and turn.chosen.score and not turn.phonies and turn.number != worst
    ]
    good = [turn for turn in plays if (turn.lost or 0.0) < SMALL_LOSS]
    best = max(good or plays, key=_score_of, default=None)
    return best.number if best else None


def _score_of(turn: TurnReport) -> int:
    return turn.chosen.score if turn.chosen else 0


def _find_worst(judged: Sequence[TurnReport]) -> int | None:
    worst = max(judged, key=lambda turn: turn.lost or 0.0, default=None)
    return worst.number if worst and (worst.lost or 0.0) >= SMALL_LOSS else None


def _count_points(seat: int, events: Iterable[Event]) -> tuple[PointsBySource, ...]:
    """Return where the points of a seat come from; together they are its final score."""
    totals: dict[PointsSource, int] = {}
    latest: list[tuple[PointsSource, int]] = []
    for event in events:
        gained: list[tuple[PointsSource, int]] = []
        match event:
            case Played():
                gained = latest = _gained_by(seat, event)
            case Withdrawn():
                gained = [(source, -points) for source, points in latest]
            case Challenged(bonus=bonus) if bonus and event.challenged == seat:
                gained = [("challenges", bonus)]
            case Adjusted(points=points) if event.seat == seat:
                gained = [("end", points)]
            case OvertimeCharged(points=points) if event.seat == seat:
                gained = [("overtime", -abs(points))]
        for source, points in gained:
            totals[source] = totals.get(source, 0) + points
    sources: tuple[PointsSource, ...] = get_args(PointsSource)
    return tuple(PointsBySource(source, totals[source]) for source in sources if totals.get(source))


def _gained_by(seat: int, event: Played) -> list[tuple[PointsSource, int]]:
    """Return what a play changed for a seat, whether its own play or another's."""
    score, delta = event.score, event.deltas[seat]
    if event.seat != seat:
        return [("lost", delta)]
    if score.stolen or score.placed:
        return [("placed", score.placed), ("stolen", score.stolen)]
    return [("plays", score.total - score.bingo), ("bingos", score.bingo)]
