"""Playing a daily game: turns started, plays sent, and turns that are over.

Every act names its turn and locks the attempt, so that two tabs or a request sent twice do no harm.
A turn whose time is over is closed by whoever comes first: its player or the worker.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import F

from games.common.waiting_commands import find_first_arrival
from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.services.daily_games import load_turns
from games.daily.terms.daily_turns import build_position
from games.daily.terms.turn_clock import (
    CLOSING_GRACE,
    TURN_TIME,
    arrives_in_time,
    get_turn_end,
    is_turn_running,
)
from games.health.services import is_site_down
from games.play.services.locking import write_transaction
from games.players.models import Player
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.duplicate.game import judge_submission
from games.rules.duplicate.standings import is_best
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Conflict

CLOSED_AT_ONCE = 200
"""Turns closed in one round of the worker."""


def get_daily_attempt(game: DailyGame, player: Player | None) -> DailyAttempt | None:
    """Return the player's attempt at a game, if there is one."""
    if player is None:
        return None
    return DailyAttempt.objects.filter(game=game, player=player).first()


def start_turn(game: DailyGame, player: Player, turn: int, now: datetime) -> DailyAttempt:
    """Start the clock of a turn. A turn that has been started already keeps its clock.

    Raises ``Conflict`` if it is not the next turn.
    """
    turns = load_turns(game)
    with write_transaction():
        attempt = _lock_or_create(game, player, now)
        _close_if_due(attempt, now)
        if turn == attempt.turn > 0:
            return attempt
        if attempt.turn_started_at is not None or turn != attempt.turn + 1 or turn > len(turns):
            raise Conflict("daily.moved_on")
        attempt.turn, attempt.turn_started_at = turn, now
        attempt.practice = attempt.practice or game.day != get_puzzle_day(now)
        attempt.save()
        return attempt


def send_play(
    game: DailyGame,
    player: Player,
    read: Callable[[TileSet], Play],
    turn: int,
    arrived: datetime,
    round_trip: float | None = None,
) -> DailyPlay:
    """Send a play for the running turn. The one that arrives last counts.

    Whether its words are valid is stored, but not revealed before the turn is over. Raises
    ``RuleError`` for an illegal placement, and ``Conflict`` if that turn is not running any more.
    """
    # Checked before judging, because a play for another turn is made for another board.
    _require_turn(get_daily_attempt(game, player), turn, arrived, round_trip)
    turns = load_turns(game)
    position = build_position(game, turns, turn)
    words = open_lexicon(game.revision_id, position.tile_set.faces)
    judged = judge_submission(position, read(position.tile_set), words)
    notation = judged.play.write(position.tile_set)
    values = {
        "position": notation[0],
        "tiles": notation[1],
        "score": judged.score.total,
        "points": judged.points,
        "best": is_best(judged.points, turns[turn - 1].score),
        "invalid_words": list(judged.invalid_words),
        "sent_at": arrived,
    }
    with write_transaction():
        stored = DailyAttempt.objects.select_for_update().filter(game=game, player=player).first()
        attempt = _require_turn(stored, turn, arrived, round_trip)
        sent = DailyPlay.objects.filter(attempt=attempt, turn=turn).first()
        if sent is not None and sent.sent_at > arrived:
            return sent
        sent, _made = DailyPlay.objects.update_or_create(
            attempt=attempt, turn=turn, defaults=values
        )
        return sent


def end_turn(game: DailyGame, player: Player, turn: int, now: datetime) -> None:
    """End the running turn before its time is over. A turn that is over already stays as it is."""
    with write_transaction():
        attempt = DailyAttempt.objects.select_for_update().filter(game=game, player=player).first()
        if attempt is None or turn > attempt.turn:
            raise Conflict("daily.moved_on")
        if turn == attempt.turn and attempt.turn_started_at is not None:
            _close_turn(attempt, now)


def settle_attempt(game: DailyGame, player: Player | None, now: datetime) -> DailyAttempt | None:
    """Return the player's attempt, its turn closed if the time is over."""
    attempt = get_daily_attempt(game, player)
    if attempt is None or attempt.turn_started_at is None or is_turn_running(attempt, now):
        return attempt
    return _settle(attempt.pk, now)


def close_overdue_turns(now: datetime) -> int:
    """Close the turns whose time is over and whose players have left, and return their number.

    None is closed while the site is down, or while a play for the same game is still to be written.
    """
    before = now - TURN_TIME - CLOSING_GRACE
    overdue = DailyAttempt.objects.filter(~is_site_down(now), turn_started_at__lt=before)
    rows = overdue.order_by("turn_started_at").values_list("pk", "game__day", "game__language")
    found = [
        pk
        for pk, day, language in rows[:CLOSED_AT_ONCE]
        if find_first_arrival(f"{day.isoformat()}/{language}", now) is None
    ]
    for pk in found:
        _settle(pk, now)
    return len(found)


def prolong_running_turns(began: datetime, ended: datetime, **_signal: Any) -> None:
    """Give back the time of an outage to the turns that were running when it began.

    Turns that started during the outage, as far as is known, start at its end.
    """
    running = DailyAttempt.objects.filter(turn_started_at__gt=began - TURN_TIME)
    running.filter(turn_started_at__gt=began).update(turn_started_at=ended)
    early = running.filter(turn_started_at__lte=began)
    early.update(turn_started_at=F("turn_started_at") + (ended - began))


def _settle(pk: int, now: datetime) -> DailyAttempt | None:
    with write_transaction():
        rows = DailyAttempt.objects.select_for_update(of=("self",)).select_related("game")
        attempt = rows.filter(pk=pk).first()
        if attempt is not None:
            _close_if_due(attempt, now)
        return attempt


def _close_if_due(attempt: DailyAttempt, now: datetime) -> None:
    if attempt.turn_started_at is not None and not is_turn_running(attempt, now):
        _close_turn(attempt, now)


def _close_turn(attempt: DailyAttempt, now: datetime) -> None:
    """Count what was sent. The attempt ends with the last turn."""
    play = DailyPlay.objects.filter(attempt=attempt, turn=attempt.turn).first()
    end = get_turn_end(attempt)
    assert end is not None, "a turn is running"
    points = play.points if play else 0
    attempt.turn_points = [*attempt.turn_points, points]
    attempt.points += points
    attempt.best_plays += bool(play and play.best)
    attempt.turn_started_at = None
    if attempt.turn == len(load_turns(attempt.game)):
        attempt.finished_at = min(now, end)
    attempt.save()


def _require_turn(
    attempt: DailyAttempt | None, turn: int, arrived: datetime, round_trip: float | None
) -> DailyAttempt:
    """Return the attempt. Raises ``Conflict`` unless a play for this turn is in time."""
    if attempt is None or attempt.turn != turn:
        raise Conflict("daily.moved_on")
    if not arrives_in_time(attempt, arrived, round_trip):
        raise Conflict("daily.turn_over")
    return attempt


def _lock_or_create(game: DailyGame, player: Player, now: datetime) -> DailyAttempt:
    DailyAttempt.objects.get_or_create(game=game, player=player, defaults={"began_at": now})
    attempt = DailyAttempt.objects.select_for_update().get(game=game, player=player)
    attempt.game = game
    return attempt
