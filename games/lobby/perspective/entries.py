"""One room as it stands in a list of the lobby."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models.fields.json import KeyTransform
from django.urls import reverse

from games.lobby.filters import FIELDS, Facet, facets_of
from games.play.chairs import is_away
from games.play.gameview import PersonView
from games.play.models import Game, Seat
from games.play.perspective import Glance, glance_at, options_in_words, seat_people
from games.play.services.schedule import turn_ends_at
from games.players.models import Player
from games.rules.variants import get_variant


@dataclass(frozen=True, slots=True)
class Side:
    """Who holds a seat: ``people``, or a ``team`` that has given itself a name. ``here``: somebody
    of them is in the room just now; computer players always are."""

    team: str
    people: tuple[PersonView, ...]
    here: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that a game waits for. ``key`` names it alone; ``until``: when it is lost for want of
    time, as far as that is known; ``since``: when the game was moved in last."""

    key: str
    until: datetime | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One room in a list of the lobby. ``turn``: that of the player who looks, who is to move;
    ``facets``: what it is in each field of the filter."""

    code: str
    title: str
    variant_name: str
    summary: tuple[str, ...]
    seats_taken: int
    seats_total: int
    sides: tuple[Side, ...]
    url: str
    status: str
    turn: Turn | None
    invited: bool
    facets: tuple[Facet, ...] = ()
    glance: Glance | None = None
    """How a running game of one's own stands."""

    @property
    def my_turn(self) -> bool:
        return self.turn is not None

    @property
    def marks(self) -> list[tuple[str, str]]:
        """The fields of the filter with this room's values."""
        pairs = zip(FIELDS, self.facets, strict=False)
        return [(field.name, facet.value) for field, facet in pairs]


def see_entries(
    games: Iterable[Any],
    player: Player | None,
    invited: set[Any],
    now: datetime,
    *,
    glances: frozenset[Any] = frozenset(),
) -> dict[Any, Entry]:
    """What is told of these games (ids), those moved in last first; of ``glances`` (ids)
    how they stand, where they are running."""
    rows = (
        Game.objects.filter(pk__in=list(games))
        .defer("state", "opening", "outcome")
        .annotate(to_move=KeyTransform("to_move", "state"))
        .select_related("room", "room__lexicon")
        .prefetch_related("seats__holders__player")
        .order_by("-moved_at", "-created_at")
    )
    seen = glance_at([row for row in rows if row.pk in glances], now)
    return {game.pk: _entry(game, player, invited, now, seen.get(game.pk)) for game in rows}


def _entry(
    game: Any, player: Player | None, invited: set[Any], now: datetime, glance: Glance | None
) -> Entry:
    room, seats = game.room, list(game.seats.all())
    taken = [seat for seat in seats if seat.computer_level or seat.holders.all()]
    return Entry(
        code=room.code,
        title=room.title,
        variant_name=get_variant(room.variant).name,
        summary=options_in_words(room),
        seats_taken=len(taken),
        seats_total=len(seats),
        sides=tuple(_side(seat, now) for seat in taken),
        url=reverse("games:room", args=[room.code]),
        status=game.status,
        turn=_turn(game, seats) if player and _moves_next(seats, game, player) else None,
        invited=game.pk in invited,
        facets=facets_of(room),
        glance=glance,
    )


def _side(seat: Seat, now: datetime) -> Side:
    holders = seat.holders.all()
    here = not holders or any(not is_away(holder, now) for holder in holders)
    return Side(seat.team, seat_people(seat), here)


def _turn(game: Any, seats: list[Seat]) -> Turn:
    until = turn_ends_at(game, seats, game.to_move)
    return Turn(f"turn:{game.pk}:{game.turn_number}", until, game.moved_at)


def _moves_next(seats: list[Seat], game: Any, player: Player) -> bool:
    """Whether the game waits for the player, who has left no reply that is looked at first."""
    mover = None if game.to_move in game.replying else game.to_move
    return any(seat.number == mover and _holds(seat, player) for seat in seats)


def _holds(seat: Seat, player: Player) -> bool:
    return any(holder.player_id == player.pk for holder in seat.holders.all())
