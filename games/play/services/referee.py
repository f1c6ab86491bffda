"""What time brings: deals that wait no longer, accept windows that close, reminders, forfeits,
invitations and forgotten games that lapse, flags that fall, seats that were left.

The loop that calls :func:`attend` lives in :mod:`games.play.referee`. Each call is one transaction
under the room's lock that first looks whether there is still something to do, so the referee may
be run twice at once, or killed between any two steps.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.figures import REFEREE_LAG
from games.health.services import site_is_down
from games.play import store
from games.play.calendars import breaks_at
from games.play.chairs import seats_of
from games.play.models import Game, Room
from games.play.services.answering import answer_turn
from games.play.services.dealing import deal
from games.play.services.locking import current_game, locked_room, touch
from games.play.services.notices import tell
from games.play.services.schedule import (
    LAPSE_TOLD_BEFORE,
    REMINDERS_BEFORE,
    deserts_at,
    flag_at,
    forfeit_at,
    lapses_at,
    pause_after,
    reschedule,
    seats_to_act,
)
from games.play.services.turns import act_for_seat
from games.players.names import isolate
from games.rules.game import GameState, Phase
from games.rules.moves import Accept, Act, Flag, Forfeit, Lapse

PAGE = 100
"""Due games read at a time."""


def due_games(now: datetime) -> Iterator[tuple[str, UUID]]:
    """Room codes and game ids that want attention, the longest overdue first. They are read page
    by page, and each page goes on behind the one before, so a game left as it is delays none.

    None are due while the site is down: the time is given back once it serves again.
    """
    due = Game.objects.filter(~site_is_down(now), due_at__lte=now).order_by("due_at", "pk")
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
        REFEREE_LAG.observe((now - game.due_at).total_seconds())
        if game.status == Game.Status.STARTING:
            deal(room, game, now)
            touch(room)
            return True
        state = store.load(game)
        if state.to_move is not None and state.to_move in game.replying:
            return answer_turn(room, game, state.to_move, now)
        if state.phase is Phase.FINAL_CHALLENGE:
            _accept_for_all(room, game, state, now)
            return True
        return state.to_move is not None and _judge_turn(room, game, state, state.to_move, now)


def _judge_turn(room: Room, game: Game, state: GameState, mover: int, now: datetime) -> bool:
    """What time brings whoever is to move, or the whole table."""
    if is_past(flag_at(state), now):
        _apply(room, game, mover, Flag(), now)
    elif is_past(forfeit_at(game, breaks_at(seats_of(game), mover)), now):
        _run_out(room, game, mover, now)
    elif game.reminders_sent and is_past(lapses_at(game, state), now):
        _apply(room, game, mover, Lapse(), now)
    elif game.deserted is None and is_past(deserts_at(game, state, seats_of(game), now), now):
        game.deserted = mover
        reschedule(game, now)
        touch(room)
    else:
        _remind(room, game, state, now)
        return False
    return True


def is_past(instant: datetime | None, now: datetime) -> bool:
    return instant is not None and instant <= now


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
    limit = forfeit_at(game, breaks_at(seats_of(game), state.to_move))
    if limit is None or state.to_move is None:
        _tell_lapsing(room, game, state, now)
        reschedule(game, now)
        return
    sent = game.reminders_sent
    while (
        game.reminders_sent < len(REMINDERS_BEFORE)
        and limit - REMINDERS_BEFORE[game.reminders_sent] <= now
    ):
        game.reminders_sent += 1
    if game.reminders_sent > sent:
        _tell_limit(room, game, state.to_move, limit, now)
    reschedule(game, now)


def _tell_limit(room: Room, game: Game, seat: int, limit: datetime, now: datetime) -> None:
    hours = max(1, round((limit - now).total_seconds() / 3600))
    text = _("Your turn at %(title)s. %(left)s left before the game is forfeited.") % {
        "title": isolate(room.title),
        "left": _time_left(hours),
    }
    for holder in game.holders.filter(seat__number=seat).select_related("player"):
        tell(holder.player, room, "reminder", text, now, by=limit)


def _tell_lapsing(room: Room, game: Game, state: GameState, now: datetime) -> None:
    """Tell all at a table that nobody has touched for weeks, once, that the game will be over. Told
    late, they have their days from then."""
    limit = lapses_at(game, state)
    if game.moved_at is None or limit is None or game.reminders_sent:
        return
    late = now - (limit - LAPSE_TOLD_BEFORE)
    if late < timedelta(0):
        return
    game.reminders_sent, game.moved_at = 1, game.moved_at + late
    days = LAPSE_TOLD_BEFORE.days
    text = ngettext(
        "Nobody has moved at %(title)s for long. The game is given up in %(n)s day.",
        "Nobody has moved at %(title)s for long. The game is given up in %(n)s days.",
        days,
    ) % {"title": isolate(room.title), "n": days}
    for holder in game.holders.select_related("player"):
        tell(holder.player, room, "lapsing", text, now)


def _time_left(hours: int) -> str:
    if hours >= 24:
        days = round(hours / 24)
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
