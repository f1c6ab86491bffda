"""From turns to players: what a game was, summed up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from statistics import fmean
from typing import get_args

from games.engine.analysis.chances import chances_at
from games.engine.analysis.report import (
    Level,
    Points,
    Report,
    SeatReport,
    Source,
    TurnReport,
)
from games.rules.course import Course
from games.rules.events import Adjusted, Challenged, Event, Overran, Played, Withdrawn

SLIGHT = 0.5
"""A loss of less than that, in points, is none: trials are no surer."""


def sum_up(level: Level, course: Course, turns: Sequence[TurnReport]) -> Report:
    """The whole report, made of every act's."""
    opening, outcome = course.opening, course.outcome
    seats = range(len(opening.seats))
    return Report(
        level=level,
        variant=opening.variant_id,
        tile_set=opening.tile_set_code,
        seats=tuple(_sum_up_seat(seat, course, turns) for seat in seats),
        turns=tuple(_even_out(turns)),
        opening=chances_at(opening),
        winner=outcome.winner if outcome else None,
        finished=outcome is not None,
    )


def _even_out(turns: Sequence[TurnReport]) -> Iterator[TurnReport]:
    """Whoever moves sees their own good tiles and nobody else's, so that chances would go up and
    down with whose they are: halfway to what the next to move sees is nearer to the truth."""
    for turn, following in zip_longest(turns, turns[1:]):
        if not turn.best or following is None or not following.best or following.seat == turn.seat:
            yield turn
            continue
        theirs = following.best[0].win or 0.0
        before = turn.wins[following.seat]
        share = (1 - theirs) / (1 - before) if before < 1 else 1.0
        seen = [
            theirs if seat == following.seat else chance * share
            for seat, chance in enumerate(turn.wins)
        ]
        wins = tuple(
            round((one + other) / 2, 4) for one, other in zip(turn.wins, seen, strict=True)
        )
        yield replace(turn, wins=wins)


def _sum_up_seat(seat: int, course: Course, turns: Sequence[TurnReport]) -> SeatReport:
    own = [turn for turn in turns if turn.seat == seat]
    judged = [turn for turn in own if turn.lost is not None]
    losses = [turn.lost or 0.0 for turn in judged]
    there = [turn for turn in judged if turn.bingos]
    luck = sum(turn.luck.points for turn in own if turn.luck)
    return SeatReport(
        seat=seat,
        score=course.end.seats[seat].score,
        judged=len(judged),
        lost=round(sum(losses), 2),
        mean_loss=round(fmean(losses), 2) if losses else 0.0,
        lost_win=round(sum(turn.lost_win or 0.0 for turn in judged), 4),
        best_turn=_find_best(judged),
        worst_turn=_find_worst(judged),
        bingos_found=sum(turn.chosen is not None and turn.chosen.bingo for turn in there),
        bingos_there=len(there),
        phonies=sum(bool(turn.phonies) for turn in own),
        challenges_missed=sum(seat in turn.passed_by for turn in turns),
        challenges_wrong=sum(turn.verdict == "wrong" for turn in own),
        luck=round(luck, 2),
        points=_count_points(seat, [event for step in course.steps for event in step.events]),
    )


def _find_best(judged: Sequence[TurnReport]) -> int | None:
    """The dearest of the plays that were as good as any, or the dearest at all."""
    plays = [turn for turn in judged if turn.chosen and turn.chosen.score and not turn.phonies]
    good = [turn for turn in plays if (turn.lost or 0.0) < SLIGHT]
    best = max(good or plays, key=_score_of, default=None)
    return best.number if best else None


def _score_of(turn: TurnReport) -> int:
    return turn.chosen.score if turn.chosen else 0


def _find_worst(judged: Sequence[TurnReport]) -> int | None:
    worst = max(judged, key=lambda turn: turn.lost or 0.0, default=None)
    return worst.number if worst and (worst.lost or 0.0) >= SLIGHT else None


def _count_points(seat: int, events: Iterable[Event]) -> tuple[Points, ...]:
    """Where the points of a seat come from; together they are its final score."""
    totals: dict[Source, int] = {}
    latest: list[tuple[Source, int]] = []
    for event in events:
        gained: list[tuple[Source, int]] = []
        match event:
            case Played():
                gained = latest = _gained_by(seat, event)
            case Withdrawn():
                gained = [(source, -points) for source, points in latest]
            case Challenged(bonus=bonus) if bonus and event.challenged == seat:
                gained = [("challenges", bonus)]
            case Adjusted(points=points) if event.seat == seat:
                gained = [("end", points)]
            case Overran(points=points) if event.seat == seat:
                gained = [("overtime", -abs(points))]
        for source, points in gained:
            totals[source] = totals.get(source, 0) + points
    sources: tuple[Source, ...] = get_args(Source)
    return tuple(Points(source, totals[source]) for source in sources if totals.get(source))


def _gained_by(seat: int, event: Played) -> list[tuple[Source, int]]:
    """What a play changed for a seat, its own or another's."""
    score, delta = event.score, event.deltas[seat]
    if event.seat != seat:
        return [("lost", delta)]
    if score.stolen or score.placed:
        return [("placed", score.placed), ("stolen", score.stolen)]
    return [("plays", score.total - score.bingo), ("bingos", score.bingo)]
