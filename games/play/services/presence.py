"""Recording who is in a room, and publishing changes of it.

Each process's hub reports who views which room (:mod:`games.live.hub`), and so do page loads and
commands. Only holders of a seat in the current game are written to the database, and only every few
seconds. :mod:`games.play.perspective.presence` shows presence on pages, separately from the rest of
the room. A room therefore gets a new stamp only if the change affects who may do what: when its
host leaves or returns, and while the host is away.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.play.models import Game, Room, Seat, SeatMember
from games.play.services.absence import return_seat
from games.play.services.notifications import mark_seen_in_room
from games.play.services.schedule import get_turn_days, replan_game, replan_games
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player

WRITE_INTERVAL = timedelta(seconds=20)
"""How often a hub reports its viewers; well below ``AWAY_AFTER``."""

MAX_AT_ONCE = 40
"""How many rooms are written, and therefore locked, in one transaction."""


def record_arrival(code: str, player: object, now: datetime) -> bool:
    """Record that a player has just opened a room. Returns whether this brings its host back."""
    return bool(_record([code], {code: {str(player): True}}, now)) if player else False


def record_presence(viewers: Mapping[str, Mapping[str, bool]], now: datetime) -> list[str]:
    """Record who views which rooms.

    ``viewers`` maps room codes to the ids of players, each with whether a page of theirs is
    visible. Only a visible page counts as presence, and marks the room's notices as read. A page in
    the background merely keeps the room in the lobby. Returns the rooms whose host has left or
    returned.
    """
    changed: list[str] = []
    codes = sorted(viewers)
    for start in range(0, len(codes), MAX_AT_ONCE):
        some = codes[start : start + MAX_AT_ONCE]
        changed += _record(some, viewers, now)
        mark_seen_in_room({code: viewers[code] for code in some}, now)
    return changed


def list_current_holders(codes: Iterable[str]) -> QuerySet[SeatMember]:
    """Return the holders of seats in the rooms' current games.

    Each has the room's ``code``, and as ``viewer`` the player on whose device they play.
    """
    newest = Game.objects.filter(room=OuterRef("game__room")).order_by("-number")
    held = SeatMember.objects.filter(game__room__code__in=list(codes))
    on_table = held.filter(game__number=Subquery(newest.values("number")[:1]))
    device = Coalesce("game__room__device_owner", "player")
    return on_table.annotate(code=F("game__room__code"), viewer=device)


def set_hidden_as_spectator(player: Player, *, hidden: bool) -> None:
    """Set whether a player's name is left out of the lists of spectators."""
    player.hidden_as_spectator = hidden
    player.save(update_fields=["hidden_as_spectator"])


def _record(
    codes: list[str], viewers: Mapping[str, Mapping[str, bool]], now: datetime
) -> list[str]:
    seated = list_current_holders(codes).annotate(host=F("game__room__host"))
    fields = ("pk", "viewer", "host", "code", "seen_at", "away", "game__absent_seat")
    rows = list(seated.values_list(*fields))
    hosted = {row[3] for row in rows if row[1] == row[2] and not row[5]}
    present, absent, behind, changed = [], [], set(), set()
    for pk, player, host, code, seen_at, away, missed_seat in rows:
        silence = now - seen_at if seen_at else timedelta.max
        missed = silence > AWAY_AFTER
        is_visible = viewers[code].get(str(player))
        # Half the interval: a report that is a little early is written, one by a second hub is not.
        if is_visible and (away or silence > WRITE_INTERVAL / 2):
            present.append(pk)
        if is_visible is False:
            behind.add(code)
        if not is_visible and missed and not away:
            absent.append(pk)
        turned = away or missed if is_visible else missed and not away
        # Only these changes alter what someone in the room may do.
        decides = player == host or code not in hosted or missed_seat is not None
        if turned and decides:
            changed.add(code)
    if present or absent or behind:
        _write_presence(present, absent, behind, changed, now)
    return sorted(changed)


def _write_presence(
    present: list[int], absent: list[int], behind: set[str], changed: set[str], now: datetime
) -> None:
    with transaction.atomic():
        concerned = Q(games__holders__in=[*present, *absent]) | Q(code__in=behind)
        wanted = Room.objects.filter(concerned).values("pk")
        locked = Room.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
        rooms = [room.pk for room in locked]
        SeatMember.objects.filter(pk__in=absent).update(away=True)
        SeatMember.objects.filter(pk__in=present).update(seen_at=now, away=False)
        changed |= _end_absences(present, now)
        _replan_games_without(absent, now)
        occupied = Room.objects.filter(pk__in=rooms, games__holders__in=present)
        Room.objects.filter(pk__in=occupied.values("pk")).update(seen_at=now)
        Room.objects.filter(code__in=behind).update(seen_at=now)
        Room.objects.filter(pk__in=rooms, code__in=changed).update(stamp=F("stamp") + 1)


def _end_absences(present: list[int], now: datetime) -> set[str]:
    """End the absence of players who have returned, and give their seats back.

    Returns the codes of their rooms.
    """
    missed = Game.objects.filter(holders__in=present, absent_seat=F("holders__seat__number"))
    games = dict(missed.values_list("pk", "room__code"))
    Game.objects.filter(pk__in=games).update(absent_seat=None, absence=None)
    return set(games.values()) | _return_seats(present, now)


def _return_seats(present: list[int], now: datetime) -> set[str]:
    """Give seats back to players for whom a computer has been playing.

    Returns the codes of their rooms.
    """
    waiting = Seat.objects.filter(holders__in=present, computer_level__isnull=False)
    running = waiting.filter(game__status__in=(Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE))
    found = running.select_related("game__room").prefetch_related("holders").distinct()
    codes = set()
    for seat in found:
        if return_seat(seat):
            replan_game(seat.game, now)
            codes.add(seat.game.room.code)
    return codes


def _replan_games_without(absent: list[int], now: datetime) -> None:
    """Plan games again that may have to wait for a player who has just left."""
    waiting = Game.objects.filter(holders__in=absent, status=Game.Status.PLAYING)
    waiting.exclude(absent_seat=None).update(due_at=now)  # fewer are left to decide
    found = waiting.filter(absent_seat=None).select_related("room").distinct()
    replan_games(
        [
            game
            for game in found
            if game.state and "clock" not in game.state and get_turn_days(game.room) is None
        ],
        now,
    )
