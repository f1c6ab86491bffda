"""Who is in the room: noted rarely, told when it changes.

Each process's hub says who looks at which room (:mod:`games.live.hub`); a page that is loaded and
a command say so, too. Written are only people with a seat of the game on the table. What pages are
told of it, in a part of its own: :mod:`games.play.perspective.presence`. A room gets a new stamp
only where powers change hands: when its host goes or comes back, and while the host is away.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery

from games.play.chairs import AWAY_AFTER
from games.play.models import Game, Holder, Room
from games.play.services.notices import mark_seen
from games.play.services.schedule import reschedule, turn_days
from games.players.models import Player

NOTED_EVERY = timedelta(seconds=20)
"""How often the hub tells; well below ``AWAY_AFTER``."""

MOST_AT_ONCE = 400
"""Rows of one statement: databases limit what one may name."""


def note_here(code: str, player: object, now: datetime) -> bool:
    """Note one person who has just come; ``True`` if the room's host is back."""
    return bool(note_all({code: {str(player): True}}, now)) if player else False


def note_all(here: Mapping[str, Mapping[str, bool]], now: datetime) -> list[str]:
    """Note who looks at which room: codes to players' ids, and whether with a page in front.

    Returns the rooms whose host has gone or come back. A page behind others keeps its room in
    the lobby, but nobody is seen there.
    """
    changed: list[str] = []
    codes = sorted(here)
    for start in range(0, len(codes), MOST_AT_ONCE):
        changed += _note(codes[start : start + MOST_AT_ONCE], here, now)
    return changed


def at_newest_tables(codes: Iterable[str]) -> QuerySet[Holder]:
    """Those with a seat of the newest game in these rooms, each with the room's ``code``."""
    newest = Game.objects.filter(room=OuterRef("game__room")).order_by("-number")
    held = Holder.objects.filter(game__room__code__in=list(codes))
    on_table = held.filter(game__number=Subquery(newest.values("number")[:1]))
    return on_table.annotate(code=F("game__room__code"))


def watch_unnamed(player: Player, *, unnamed: bool) -> None:
    """Whether one's name is left out of the lists of watchers."""
    player.watches_unnamed = unnamed
    player.save(update_fields=["watches_unnamed"])


def _note(codes: list[str], here: Mapping[str, Mapping[str, bool]], now: datetime) -> list[str]:
    seated = at_newest_tables(codes).annotate(host=F("game__room__host"))
    rows = list(seated.values_list("pk", "player_id", "host", "code", "seen_at", "away"))
    hosted = {
        code for _pk, player, host, code, _seen_at, away in rows if player == host and not away
    }
    seen, gone, behind, changed = [], [], set(), set()
    for pk, player, host, code, seen_at, away in rows:
        silence = now - seen_at if seen_at else timedelta.max
        missed = silence > AWAY_AFTER
        shown = here[code].get(str(player))
        if shown and (away or silence > NOTED_EVERY / 2):
            seen.append(pk)
        if shown is False:
            behind.add(code)
        if not shown and missed and not away:
            gone.append(pk)
        turned = away or missed if shown else missed and not away
        if turned and (player == host or code not in hosted):
            changed.add(code)
    if seen or gone or behind:
        _write(seen, gone, behind, changed, now)
    return sorted(changed)


def _write(
    seen: list[int], gone: list[int], behind: set[str], changed: set[str], now: datetime
) -> None:
    with transaction.atomic():
        wanted = Room.objects.filter(games__holders__in=[*seen, *gone]).values("pk")
        locked = Room.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
        rooms = [room.pk for room in locked]
        Holder.objects.filter(pk__in=gone).update(away=True)
        Holder.objects.filter(pk__in=seen).update(seen_at=now, away=False)
        changed |= _come_back(seen)
        _plan_without(gone, now)
        mark_seen(seen, now)
        occupied = Room.objects.filter(pk__in=rooms, games__holders__in=seen)
        Room.objects.filter(pk__in=occupied.values("pk")).update(seen_at=now)
        Room.objects.filter(code__in=behind).update(seen_at=now)
        Room.objects.filter(pk__in=rooms, code__in=changed).update(stamp=F("stamp") + 1)


def _come_back(seen: list[int]) -> set[str]:
    """Those who were missed on their turn are back; returns their rooms."""
    missed = Game.objects.filter(holders__in=seen, deserted=F("holders__seat__number"))
    games = dict(missed.values_list("pk", "room__code"))
    Game.objects.filter(pk__in=games).update(deserted=None)
    return set(games.values())


def _plan_without(gone: list[int], now: datetime) -> None:
    """Have the referee look, in a while, at games that may wait for somebody who has just gone."""
    waiting = Game.objects.filter(holders__in=gone, status=Game.Status.PLAYING, deserted=None)
    for game in waiting.select_related("room").distinct():
        if game.state is not None and "clock" not in game.state and turn_days(game.room) is None:
            reschedule(game, now)
