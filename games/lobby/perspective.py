"""What the lobby shows: rooms that wait, games to watch, one's own games and those that ended.

Which rooms these are is found by an index (``Room.stage`` and ``Room.seen_at``), so the lobby
costs the same however many rooms there are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.fields.json import KeyTransform
from django.urls import reverse

from games.play.chairs import AWAY_AFTER, INVITED_FOR, is_away
from games.play.models import Game, Holder, Invitation, Room, Seat
from games.play.perspective import look_at_ended, options_in_words, seat_names
from games.players.models import Notice, Player
from games.rules.variants import get_variant

MOST_ENTRIES = 24
MOST_ENDED = 6
MOST_NOTICES = 8

LISTED = {
    Room.Stage.WAITING: 2 * AWAY_AFTER,
    Room.Stage.OPEN: timedelta(days=1),
    Room.Stage.PLAYING: timedelta(minutes=10),
}
"""How long a room stays in its list after the last of those who sit in it was seen there. Whoever
begins alone need not wait there."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table. ``here``: in the room just now; computer players always are."""

    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One room in a list of the lobby."""

    code: str
    title: str
    variant_name: str
    summary: tuple[str, ...]
    seats_taken: int
    seats_total: int
    people: tuple[Person, ...]
    url: str
    status: str
    my_turn: bool
    invited: bool


def look_at_lobby(player: Player | None, now: datetime) -> dict[str, Any]:
    """The lists of ``games/lobby/lobby.html``."""
    held, invited = _own_games(player, now) if player else ([], [])
    waiting = [*_listed(Room.Stage.WAITING, now), *_listed(Room.Stage.OPEN, now)]
    live = _listed(Room.Stage.PLAYING, now)
    own = {*held, *invited}
    entries = _entries({*own, *_on_table([*waiting, *live])}, player, set(invited), now)
    mine = [entry for game, entry in entries.items() if game in own]
    others = {entry.code: entry for game, entry in entries.items() if game not in own}
    return {
        "rooms": [others[code] for code in waiting if code in others][:MOST_ENTRIES],
        "live": [others[code] for code in live if code in others],
        "mine": sorted(mine, key=lambda entry: not (entry.my_turn or entry.invited)),
        "ended": look_at_ended(player, MOST_ENDED) if player else [],
        "notices": _news(player) if player else [],
    }


def fingerprint(now: datetime) -> list[tuple[str, int]]:
    """What differs when the lists that all see differ: which rooms, and each one's stamp."""
    codes = [code for stage in LISTED for code in _listed(stage, now)]
    return sorted(Room.objects.filter(code__in=codes).values_list("code", "stamp"))


def _news(player: Player) -> list[Notice]:
    """What the player has not read yet, newest first."""
    return list(player.notices.filter(read_at=None).select_related("room")[:MOST_NOTICES])


def _listed(stage: Room.Stage, now: datetime) -> list[str]:
    """The codes of the rooms at this stage, those somebody was in last first."""
    found = Room.objects.filter(public=True, stage=stage, seen_at__gt=now - LISTED[stage])
    return list(found.order_by("-seen_at").values_list("code", flat=True)[:MOST_ENTRIES])


def _on_table(codes: Sequence[str]) -> list[Any]:
    """The ids of the games on the tables of these rooms."""
    newest = Game.objects.filter(room=OuterRef("pk")).order_by("-number").values("pk")[:1]
    found = Room.objects.filter(code__in=codes)
    return list(found.annotate(newest=Subquery(newest)).values_list("newest", flat=True))


def _own_games(player: Player, now: datetime) -> tuple[list[Any], list[Any]]:
    """The ids of open games one sits in, and of those one is invited to."""
    held = Holder.objects.filter(player=player, over=False).order_by("-id")
    invited = Invitation.objects.filter(player=player, created_at__gt=now - INVITED_FOR)
    return (
        list(held.values_list("game", flat=True)[:MOST_ENTRIES]),
        list(invited.order_by("-id").values_list("game", flat=True)[:MOST_ENTRIES]),
    )


def _entries(
    games: Iterable[Any], player: Player | None, invited: set[Any], now: datetime
) -> dict[Any, Entry]:
    """What is told of these games (ids), those moved in last first."""
    rows = (
        Game.objects.filter(pk__in=list(games))
        .defer("state", "opening", "outcome")
        .annotate(to_move=KeyTransform("to_move", "state"))
        .select_related("room", "room__lexicon")
        .prefetch_related("seats__holders__player")
        .order_by("-moved_at", "-created_at")
    )
    return {game.pk: _entry(game, player, invited, now) for game in rows}


def _entry(game: Any, player: Player | None, invited: set[Any], now: datetime) -> Entry:
    room, seats = game.room, list(game.seats.all())
    taken = [seat for seat in seats if seat.computer_level or seat.holders.all()]
    return Entry(
        code=room.code,
        title=room.title,
        variant_name=get_variant(room.variant).name,
        summary=options_in_words(room),
        seats_taken=len(taken),
        seats_total=len(seats),
        people=tuple(_person(seat, now) for seat in taken),
        url=reverse("games:room", args=[room.code]),
        status=game.status,
        my_turn=player is not None and _moves_next(seats, game.to_move, player),
        invited=game.pk in invited,
    )


def _person(seat: Seat, now: datetime) -> Person:
    holders = seat.holders.all()
    here = not holders or any(not is_away(holder, now) for holder in holders)
    return Person(" & ".join(seat_names(seat)), here)


def _moves_next(seats: list[Seat], to_move: int | None, player: Player) -> bool:
    return any(seat.number == to_move and _holds(seat, player) for seat in seats)


def _holds(seat: Seat, player: Player) -> bool:
    return any(holder.player_id == player.pk for holder in seat.holders.all())
