"""Applies what time brings to a game: a late deal, an accepted play, a reminder, a fallen flag.

The loop that calls :func:`referee_game` is in :mod:`games.play.jobs.referee`. Each call is one
transaction under the room's lock, and first checks whether there is still something to do. So
several referees may run at once, and any of them may be killed at any moment.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.common.metrics import REFEREE_LAG
from games.common.waiting_commands import find_first_arrival
from games.health.services import is_site_down
from games.play import store
from games.play.models import Game, Room
from games.play.services.absence import apply_votes, mark_long_absent, mark_missing
from games.play.services.dealing import deal_game
from games.play.services.locking import bump_stamp, get_current_game, locked_room
from games.play.services.notifications import describe_turn, get_last_move, notify
from games.play.services.reply_execution import play_stored_reply
from games.play.services.schedule import (
    EXPIRY_NOTICE,
    REMINDERS_BEFORE,
    get_absence_vote_time,
    get_expiry_time,
    get_flag_time,
    get_forfeit_time,
    get_long_absence_time,
    get_retry_delay,
    list_seats_to_act,
    replan_game,
)
from games.play.services.turns import apply_seat_act
from games.play.services.twin_tables import close_held_game
from games.play.terms.days_off import list_breaks_at
from games.play.terms.seating import list_seats
from games.rules.flow.game import GameState, Phase
from games.rules.plays.acts import Accept, Act, Expire, Flag, Forfeit

DUE_GAMES_PER_QUERY = 100
"""How many due games are read at a time."""


def find_due_games(now: datetime) -> Iterator[tuple[str, UUID]]:
    """Yield room codes and game ids of the games that are due, the longest overdue first.

    They are read page by page. Each page starts after the last game of the page before, so a game
    that stays due delays no other. Nothing is due while the site is down: the time is given back
    once it is up again.
    """
    due = Game.objects.filter(~is_site_down(now), due_at__lte=now).order_by("due_at", "pk")
    behind = Q()
    while page := list(
        due.filter(behind).values_list("due_at", "pk", "room__code")[:DUE_GAMES_PER_QUERY]
    ):
        for _due_at, game_id, code in page:
            yield code, game_id
        last_due, last_id, _code = page[-1]
        behind = Q(due_at__gt=last_due) | Q(due_at=last_due, pk__gt=last_id)


def referee_game(code: str, game_id: UUID, now: datetime) -> bool:
    """Handle one due game. Returns whether anyone in the room can see a change."""
    # Another transaction that holds the lock may well change the game and plan it again.
    with locked_room(code, wait=False) as room:
        game = get_current_game(room)
        if game.pk != game_id or game.due_at is None or game.due_at > now:
            # A game that has been followed by another one in its room is never due again.
            Game.objects.filter(pk=game_id).exclude(pk=game.pk).update(due_at=None)
            return False
        REFEREE_LAG.observe((now - game.due_at).total_seconds())
        if game.status == Game.Status.STARTING:
            deal_game(room, game, now)
            bump_stamp(room)
            return True
        if game.status == Game.Status.HELD:
            return close_held_game(room, game, now)
        state = store.load_state(game)
        if state.to_move is not None and state.to_move in game.seats_with_replies:
            return play_stored_reply(room, game, state.to_move, now)
        first = find_first_arrival(code, now)
        if first is not None and first <= game.due_at:
            return False  # it is carried out first; the next round looks again
        if state.phase is Phase.FINAL_CHALLENGE:
            _accept_for_all(room, game, state, now)
            return True
        return state.to_move is not None and _judge_turn(room, game, state, state.to_move, now)


def _judge_turn(room: Room, game: Game, state: GameState, mover: int, now: datetime) -> bool:
    """Apply the fallen flag, the forfeit, the lapse, the absence or the reminder that is due."""
    if is_past(get_flag_time(state), now):
        _apply(room, game, mover, Flag(), now)
    elif is_past(get_forfeit_time(game, list_breaks_at(list_seats(game), mover)), now):
        _run_out(room, game, mover, now)
    elif game.reminders_sent and is_past(get_expiry_time(game, state), now):
        _apply(room, game, mover, _choose_stall_ending(game, state), now)
    elif not _judge_absence(room, game, state, now):
        _remind(room, game, state, now)
        return False
    return True


def _choose_stall_ending(game: Game, state: GameState) -> Act:
    """Return the act that ends a game that no one has touched for weeks.

    In a rated game the seat to move loses, unless the game could still be aborted: otherwise
    players could keep their rating by not moving.
    """
    return Forfeit("away") if _is_lost_by_stall(game, state) else Expire()


def _is_lost_by_stall(game: Game, state: GameState) -> bool:
    return game.rated and not state.unmoved


def _judge_absence(room: Room, game: Game, state: GameState, now: datetime) -> bool:
    """Handle a missing player. Returns whether anyone in the room can see a change.

    The seat may become missing, its absence may have become long, or those who are left may already
    have voted the same.
    """
    seats = list_seats(game)
    if game.absent_seat is not None and is_past(get_long_absence_time(game, seats), now):
        mark_long_absent(game, state, seats, now)
    elif game.absent_seat is not None:
        return apply_votes(room, game, now)
    elif is_past(get_absence_vote_time(game, state, seats, now), now):
        mark_missing(game, state, seats, now)
    else:
        return False
    bump_stamp(room)
    return True


def is_past(instant: datetime | None, now: datetime) -> bool:
    return instant is not None and instant <= now


def postpone_after_failure(game_id: UUID, now: datetime) -> int:
    """Postpone a game that could not be handled, for longer each time.

    Returns how often in a row it has failed, 0 if it is no longer due.
    """
    with transaction.atomic():
        due = Game.objects.select_for_update().filter(pk=game_id, due_at__lte=now)
        game = due.only("failures").first()
        if game is None:
            return 0
        failures = game.failures + 1
        due.update(failures=failures, due_at=now + get_retry_delay(game.failures))
        return failures


def _accept_for_all(room: Room, game: Game, state: GameState, now: datetime) -> None:
    for seat in sorted(list_seats_to_act(state)):
        # The last acceptance ends this phase.
        if state.phase is not Phase.FINAL_CHALLENGE:
            break
        _apply(room, game, seat, Accept(), now)
        state = store.load_state(game)


def _run_out(room: Room, game: Game, seat: int, now: datetime) -> None:
    """End a game whose turn has run out of days.

    If no one has ever come, or nothing was ever played, it lapses. Otherwise the seat loses.
    """
    free = game.seats.filter(number=seat, computer_level=None, holders__isnull=True).exists()
    act: Act = Expire() if free or game.turn_number == 0 else Forfeit("time")
    _apply(room, game, seat, act, now)


def _apply(room: Room, game: Game, seat: int, act: Act, now: datetime) -> None:
    game.refresh_from_db()
    apply_seat_act(room.code, seat, act, game_id=game.pk, turn=game.turn_number, now=now)
    game.refresh_from_db()


def _remind(room: Room, game: Game, state: GameState, now: datetime) -> None:
    """Remind the seat to move of its deadline. Several missed reminders become one."""
    limit = get_forfeit_time(game, list_breaks_at(list_seats(game), state.to_move))
    if limit is None or state.to_move is None:
        _notify_expiring(room, game, state, now)
        replan_game(game, now)
        return
    sent = game.reminders_sent
    while (
        game.reminders_sent < len(REMINDERS_BEFORE)
        and limit - REMINDERS_BEFORE[game.reminders_sent] <= now
    ):
        game.reminders_sent += 1
    if game.reminders_sent > sent:
        _notify_limit(room, game, state.to_move, limit, now)
    replan_game(game, now)


def _notify_limit(room: Room, game: Game, seat: int, limit: datetime, now: datetime) -> None:
    data = describe_turn(game, list_seats(game), seat, get_last_move(game))
    for holder in game.holders.filter(seat__number=seat).select_related("player"):
        notify(holder.player, room, "reminder", now, by=limit, **data)


def _notify_expiring(room: Room, game: Game, state: GameState, now: datetime) -> None:
    """Notify everyone, once, that a game no one has touched for weeks is about to lapse.

    If that is late, because the site was down, they still get the full time from then on.
    """
    limit = get_expiry_time(game, state)
    if game.moved_at is None or limit is None or game.reminders_sent:
        return
    late = now - (limit - EXPIRY_NOTICE)
    if late < timedelta(0):
        return
    game.reminders_sent, game.moved_at = 1, game.moved_at + late
    data: dict[str, Any] = {"days": EXPIRY_NOTICE.days}
    if _is_lost_by_stall(game, state):
        data["lost"] = True
    for holder in game.holders.select_related("player"):
        notify(holder.player, room, "lapsing", now, **data)
