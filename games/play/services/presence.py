"""Who is in the room: noted rarely, told when it changes.

Each process's hub says who looks at which room (:mod:`games.live.hub`); a page that is loaded and
a command say so, too. Written are only people with a seat in a game that has not ended.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.play.chairs import AWAY_AFTER
from games.play.models import Holder, Room
from games.play.services.notices import mark_seen

NOTED_EVERY = timedelta(seconds=20)
"""How often the hub tells; well below ``AWAY_AFTER``."""

MOST_AT_ONCE = 400
"""Rows of one statement: databases limit what one may name."""


def note_here(code: str, player: object, now: datetime) -> bool:
    """Note one person who has just come; ``True`` if the room sees a difference."""
    return bool(note_all({code: {str(player)}}, now)) if player else False


def note_all(here: Mapping[str, Iterable[str]], now: datetime) -> list[str]:
    """Note who looks at which room (codes to players' ids). Returns the rooms that see a change.

    Somebody who has not been seen for a while is told of as away, once; so is the return.
    """
    changed: list[str] = []
    codes = sorted(here)
    for start in range(0, len(codes), MOST_AT_ONCE):
        changed += _note(codes[start : start + MOST_AT_ONCE], here, now)
    return changed


def _note(codes: list[str], here: Mapping[str, Iterable[str]], now: datetime) -> list[str]:
    seated = Holder.objects.filter(game__room__code__in=codes, over=False).annotate(
        code=F("game__room__code")
    )
    seen, gone, changed = [], [], set()
    for pk, player, code, seen_at, away in seated.values_list(
        "pk", "player_id", "code", "seen_at", "away"
    ):
        silence = now - seen_at if seen_at else timedelta.max
        missed = silence > AWAY_AFTER
        if str(player) in here[code]:
            if away or silence > NOTED_EVERY / 2:
                seen.append(pk)
            if away or missed:
                changed.add(code)
        elif missed and not away:
            gone.append(pk)
            changed.add(code)
    if seen or gone:
        _write(seen, gone, changed, now)
    return sorted(changed)


def _write(seen: list[int], gone: list[int], changed: set[str], now: datetime) -> None:
    with transaction.atomic():
        wanted = Room.objects.filter(games__holders__in=[*seen, *gone]).values("pk")
        locked = Room.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
        rooms = [room.pk for room in locked]
        Holder.objects.filter(pk__in=gone).update(away=True)
        Holder.objects.filter(pk__in=seen).update(seen_at=now, away=False)
        mark_seen(seen, now)
        occupied = Room.objects.filter(pk__in=rooms, games__holders__in=seen)
        Room.objects.filter(pk__in=occupied.values("pk")).update(seen_at=now)
        Room.objects.filter(pk__in=rooms, code__in=changed).update(stamp=F("stamp") + 1)
