"""Measures the turns of a rated game and stores the results. The formulas are in
:mod:`games.fairplay.terms`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from games.fairplay.models import (
    FindRate,
    MeasuredGame,
    PageAbsence,
    PendingGame,
    PlayerSignals,
)
from games.fairplay.terms import statistics
from games.fairplay.terms.observed_turns import ObservedTurn
from games.fairplay.terms.statistics import GAMES, Figures, MeasuredTurn
from games.play.models import Game, Move
from games.players.models import Player
from games.ratings.models import Ladder, RatedGame, RatingChange, RatingSpeed
from games.ratings.services.rating_scale import MEAN_POINTS, get_points
from games.records.services.record_sources import build_game_course
from games.rules.flow.game_history import GameHistory
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.store import open_lexicon
from lexicon.terms.alphabets import get_main_language

BAND = 200
"""Rating points per band."""
PRIOR = 60.0
"""Weight of the shipped curve against this site's own results, as a number of expected finds."""
# Limits of the correction that this site's own results may make to the shipped curve.
MIN_FACTOR, MAX_FACTOR = 0.5, 2.0
COMMON_WORDS = "en-common"


@dataclass(frozen=True)
class RatedRecord:
    """A rated game ready to be measured: its history, the words it was played with, and a list of
    everyday words of its language if there is one."""

    game: Game
    rated: RatedGame
    history: GameHistory
    words: WordGraph
    common: WordGraph | None


def read_game(pending: PendingGame) -> RatedRecord | None:
    """Replay a game. Return ``None`` if it had no dictionary or is no longer rated."""
    game = Game.objects.select_related("room", "revision__lexicon").get(pk=pending.pk)
    rated = RatedGame.objects.select_related("ladder").filter(game=game).first()
    if rated is None or game.revision is None:
        return None
    history = build_game_course(game)
    faces = history.opening.tile_set.faces
    words = open_lexicon(game.revision.pk, faces)
    language = get_main_language(game.revision.lexicon.language)
    return RatedRecord(game, rated, history, words, _load_common_words(language, faces))


def _load_common_words(language: str, faces: Sequence[str]) -> WordGraph | None:
    found = Lexicon.objects.filter(slug=COMMON_WORDS, current_revision__isnull=False).first()
    # Rareness is judged only for languages with a list of everyday words.
    if found is None or get_main_language(found.language) != language:
        return None
    assert found.current_revision_id is not None, "filtered"
    return open_lexicon(found.current_revision_id, tuple(faces))


def store_measurements(
    pending: PendingGame,
    played: RatedRecord | None,
    observed_turns: Iterable[ObservedTurn],
    now: datetime,
) -> bool:
    """Store what a game shows about its players and update their figures.

    Return False if another worker has already done so. Players who have deleted their account since
    are skipped.
    """
    turns = _serialize_turns(played, observed_turns) if played else {}
    with transaction.atomic():
        # Locking the players keeps account deletion from running at the same time; ordering by key
        # avoids deadlocks between workers.
        people = Player.objects.select_for_update(no_key=True).filter(pk__in=turns, left_at=None)
        present = sorted(people.order_by("pk").values_list("pk", flat=True))
        # Deleting the queue row decides which of two workers writes.
        done, _rows = PendingGame.objects.filter(pk=pending.pk).delete()
        if not done:
            return False
        PageAbsence.objects.filter(game=pending.pk).delete()
        if played is not None:
            _write(played, {player: turns[player] for player in present}, now)
    return True


def _write(played: RatedRecord, turns: Mapping[UUID, list[list[Any]]], now: datetime) -> None:
    ladder, ended_at = played.rated.ladder, played.game.ended_at
    assert ended_at is not None, "rated games have ended"
    points = _get_points_before(played.rated)
    rows = [
        MeasuredGame(
            game=played.game,
            player_id=player,
            ladder=ladder,
            points=points.get(player, MEAN_POINTS),
            turns=found,
            ended_at=ended_at,
        )
        for player, found in turns.items()
    ]
    MeasuredGame.objects.bulk_create(rows, ignore_conflicts=True)
    _count_finds(ladder, rows)
    for player in turns:
        _sum_up(player, ladder, now)


def _serialize_turns(
    played: RatedRecord, observed_turns: Iterable[ObservedTurn]
) -> dict[UUID, list[list[Any]]]:
    """Return the stored form of each player's turns. Teams are left out, as no one knows which
    member made the find."""
    game = played.game
    holders = Counter(game.holders.values_list("seat__number", flat=True))
    moves = {move.number: move for move in game.moves.order_by("number")}
    timed = played.rated.ladder.speed != RatingSpeed.CORRESPONDENCE
    absences = defaultdict(list)
    for one in PageAbsence.objects.filter(game=game.pk):
        absences[one.player_id].append(one)
    turns: dict[UUID, list[list[Any]]] = {}
    for observed_turn in observed_turns:
        move = moves[observed_turn.number]
        # Moves of computers, and replies set in advance, show nothing about thinking.
        if move.player_id is None or move.by_reply or holders[observed_turn.seat] != 1:
            continue
        spent = move.spent if timed else None
        away = None if spent is None else _measure_absence(move, spent, absences[move.player_id])
        difficulty = round(statistics.compute_difficulty(observed_turn.features), 3)
        row = [observed_turn.number, difficulty, int(observed_turn.found), spent, away]
        turns.setdefault(move.player_id, []).append(row)
    return turns


def _measure_absence(move: Move, spent: int, absences: Iterable[PageAbsence]) -> int:
    """Return the milliseconds of a turn in which the page was hidden.

    Two pages hidden at once count twice, but the result is never longer than the turn.
    """
    began = move.made_at - timedelta(milliseconds=spent)
    hidden = timedelta()
    for one in absences:
        since = max(began, one.until - timedelta(milliseconds=one.length))
        hidden += max(timedelta(), min(move.made_at, one.until) - since)
    return min(spent, round(hidden.total_seconds() * 1000))


def _get_points_before(rated: RatedGame) -> dict[UUID, float]:
    """Return the players' ratings before a game."""
    found = {}
    for change in rated.changes.select_related("rating"):
        before = RatingChange.objects.filter(rating=change.rating_id, number=change.number - 1)
        mu = before.values_list("mu", flat=True).first()
        found[change.rating.player_id] = float(MEAN_POINTS if mu is None else get_points(mu))
    return found


def _count_finds(ladder: Ladder, rows: Iterable[MeasuredGame]) -> None:
    """Add a game's rare best plays to the totals of its players' rating bands."""
    sums: defaultdict[int, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    for row in rows:
        for turn in list_turns(row):
            if turn.is_hard:
                band = sums[get_band(row.points)]
                chance = statistics.compute_find_probability(turn.difficulty, turn.points)
                band[:] = [band[0] + 1, band[1] + turn.found, band[2] + chance]
    # In a fixed order, so that two workers update the bands without deadlock.
    for number in sorted(sums):
        turns, found, expected = sums[number]
        rate, _made = FindRate.objects.get_or_create(ladder=ladder, band=number)
        FindRate.objects.filter(pk=rate.pk).update(
            turns=F("turns") + turns, found=F("found") + found, expected=F("expected") + expected
        )


def _sum_up(player: UUID, ladder: Ladder, now: datetime) -> None:
    games = list_latest_games(player, ladder)
    figures = compute_figures(games, ladder)
    columns = [figures.finds, figures.thinking_time, figures.page_hidden]
    finds, thinking_time, page_hidden = (figure.deviations for figure in columns)
    highest = max(
        (figure.deviations for figure in columns if figure.deviations is not None), default=0.0
    )
    PlayerSignals.objects.update_or_create(
        player_id=player,
        ladder=ladder,
        defaults={
            "games": len(games),
            "finds": finds,
            "thinking_time": thinking_time,
            "page_hidden": page_hidden,
            "highest": highest,
            "updated_at": now,
        },
    )


def list_latest_games(player: UUID, ladder: Ladder) -> list[MeasuredGame]:
    """Return the games that a player's figures are computed from, latest first."""
    rows = MeasuredGame.objects.filter(player=player, ladder=ladder)
    return list(rows.order_by("-ended_at", "-pk")[:GAMES])


def compute_figures(games: Sequence[MeasuredGame], ladder: Ladder) -> Figures:
    """Compute a player's figures from their games on one ladder."""
    if not games:
        return Figures()
    turns = [turn for game in games for turn in list_turns(game)]
    mean = sum(game.points for game in games) / len(games)
    return statistics.measure(turns, get_find_rate_factor(ladder, mean))


def list_turns(game: MeasuredGame) -> list[MeasuredTurn]:
    return [
        MeasuredTurn(difficulty, bool(found), game.points, spent, away)
        for _number, difficulty, found, spent, away in game.turns
    ]


def get_find_rate_factor(ladder: Ladder, points: float) -> float:
    """Return how many times as often as the shipped curve says players of this rating find rare
    best plays on this site. It is 1 until there is data."""
    rate = FindRate.objects.filter(ladder=ladder, band=get_band(points)).first()
    if rate is None:
        return 1.0
    # With few finds the factor stays near 1; it follows the data as they grow.
    factor = (rate.found + PRIOR) / (rate.expected + PRIOR)
    return max(MIN_FACTOR, min(MAX_FACTOR, factor))


def get_band(points: float) -> int:
    """Return the lowest rating of the band that ``points`` is in."""
    return int(points // BAND * BAND)
