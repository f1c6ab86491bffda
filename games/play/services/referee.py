"""What time brings: deals that wait no longer, accept windows that close, reminders, forfeits,
invitations that lapse.

The loop that calls :func:`attend` lives in :mod:`games.play.referee`. Each call is one transaction
under the room's lock that first looks whether there is still something to do, so the referee may
be run twice at once, or killed between any two steps.
"""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play import store
from games.play.models import Game, Room
from games.play.services.dealing import deal
from games.play.services.locking import current_game, locked_room, touch
from games.play.services.notices import tell
from games.play.services.schedule import (
    REMINDERS_BEFORE,
    forfeit_at,
    pause_after,
    reschedule,
    seats_to_act,
)
from games.play.services.turns import act_for_seat
from games.rules.game import GameState, Phase
from games.rules.moves import Accept, Act, Forfeit, Lapse

PAGE = 100
"""Due games read at a time."""


def due_games(now: datetime) -> Iterator[tuple[str, UUID]]:
    """Room codes and game ids that want attention, the longest overdue first. They are read page
    by page, and each page goes on behind the one before, so a game left as it is delays none."""
    due = Game.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    behind = Q()
    while page := list(due.filter(behind).values_list("due_at", "pk", "room__code")[:PAGE]):
        for _due_at, game_id, code in page:
            yield code, game_id
        last_due, last_id, _code = page[-1]
        behind = Q(due_at__gt=last_due) | Q(due_at=last_due, pk__gt=last_id)


def attend(code: str, game_id: UUID, now: datetime) -> bool:
    """Do what is due in one game; ``True`` if anybody in the room can see a change."""
    with locked_room(code, wait=False) as room:
        game = current_game(room)
        if game.pk != game_id or game.due_at is None or game.due_at > now:
            Game.objects.filter(pk=game_id).exclude(pk=game.pk).update(due_at=None)
            return False
        if game.status == Game.Status.STARTING:
            deal(room, game, now)
            touch(room)
            return True
        state = store.load(game)
        if state.phase is Phase.FINAL_CHALLENGE:
            _accept_for_all(room, game, state, now)
            return True
        limit = forfeit_at(game)
        if limit is not None and limit <= now and state.to_move is not None:
            _run_out(room, game, state.to_move, now)
            return True
        _remind(room, game, state, now)
        return False


def put_back(game_id: UUID, now: datetime) -> int:
    """Look again later at a game that could not be attended to, after a pause that grows.

    Returns how often in a row it has failed, 0 when it is no longer due.
    """
    with transaction.atomic():
        due = Game.objects.select_for_update().filter(pk=game_id, due_at__lte=now)
        game = due.only("failures").first()
        if game is None:
            return 0
        failures = game.failures + 1
        due.update(failures=failures, due_at=now + pause_after(game.failures))
        return failures


def _accept_for_all(room: Room, game: Game, state: GameState, now: datetime) -> None:
    for seat in sorted(seats_to_act(state)):
        if state.phase is not Phase.FINAL_CHALLENGE:
            break
        _apply(room, game, seat, Accept(), now)
        state = store.load(game)


def _run_out(room: Room, game: Game, seat: int, now: datetime) -> None:
    """Nobody ever came, or nothing was ever played: the game lapses. Else the time is lost."""
    free = game.seats.filter(number=seat, computer_level=None, holders__isnull=True).exists()
    act: Act = Lapse() if free or game.turn_number == 0 else Forfeit("time")
    _apply(room, game, seat, act, now)


def _apply(room: Room, game: Game, seat: int, act: Act, now: datetime) -> None:
    game.refresh_from_db()
    act_for_seat(room.code, seat, act, game_id=game.pk, turn=game.turn_number, now=now)
    game.refresh_from_db()


def _remind(room: Room, game: Game, state: GameState, now: datetime) -> None:
    """Tell the seat to move how long is left; several missed reminders become one."""
    limit = forfeit_at(game)
    if limit is None or state.to_move is None:
        return
    while (
        game.reminders_sent < len(REMINDERS_BEFORE)
        and limit - REMINDERS_BEFORE[game.reminders_sent] <= now
    ):
        game.reminders_sent += 1
    hours = max(1, round((limit - now).total_seconds() / 3600))
    text = _("Your turn at %(title)s. %(left)s left before the game is forfeited.") % {
        "title": room.title,
        "left": _time_left(hours),
    }
    holders = game.holders.filter(seat__number=state.to_move).select_related("player")
    for holder in holders:
        tell(holder.player, room, "reminder", text, now)
    reschedule(game, now)


def _time_left(hours: int) -> str:
    if hours >= 24:
        days = round(hours / 24)
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
