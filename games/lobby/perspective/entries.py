"""The entry of one room in a list of the lobby."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Prefetch
from django.db.models.fields.json import KeyTransform
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.lobby.terms.filters import FILTER_FIELDS, FacetValue, list_facet_values
from games.play.models import Game, Room, Seat, SeatMember
from games.play.perspective import (
    GamePreview,
    describe_options,
    get_seat_name,
    list_seat_people,
    preview_games,
)
from games.play.perspective.room_summaries import describe_invitation
from games.play.perspective.viewdata import PersonView
from games.play.services.schedule import (
    get_accept_window_end,
    get_turn_end,
    list_seats_to_act,
)
from games.play.store import load_public_state
from games.play.terms.seating import is_away
from games.players.models import Player
from games.rules.positions.variants import get_variant
from scrabble_site.shared.instants import to_ms

HOLDER_FIELDS = ("seat", "seen_at", "player__nickname", "player__user", "player__days_off")
"""What entries show of seat holders: reading whole rows would take longer."""
MAX_MARKS = 4096
"""Players whose marks are cached."""


@dataclass(frozen=True, slots=True)
class EntrySide:
    """The holders of one seat."""

    # Name of the team, empty if it has none.
    team: str
    people: tuple[PersonView, ...]
    # Whether at least one of them is in the room now. Computer players always are.
    here: bool
    # Milliseconds left on the seat's clock when it last started or stopped; ``None`` without one.
    left: int | None = None
    # Whether the seat's clock is running.
    runs: bool = False
    seat: int = -1


@dataclass(frozen=True, slots=True)
class AwaitedTurn:
    """A turn that a game waits for, or the answer to a play that may still be challenged."""

    # Unique to this turn.
    key: str
    # When the player runs out of time, if known.
    until: datetime | None
    # Time of the last move.
    since: datetime | None


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """One room in a list of the lobby."""

    code: str
    title: str
    variant_name: str
    summary: tuple[str, ...]
    seats_taken: int
    seats_total: int
    sides: tuple[EntrySide, ...]
    url: str
    status: str
    # Set if the viewing player is to move.
    turn: AwaitedTurn | None
    # Whether the viewing player is invited.
    invited: bool
    # The room's value in each field of the filter.
    facets: tuple[FacetValue, ...] = ()
    # Unix time in milliseconds at which the running clock was started; 0 if none is running.
    since: int = 0
    # Preview of a running game of the player's own.
    glance: GamePreview | None = None
    # Names of the other seats in a game of the player's own.
    opponents: tuple[str, ...] = ()
    # The sentence for an invited player.
    invitation: str = ""
    # Marks of the host and of all seat holders, see :func:`get_player_mark`.
    people: frozenset[str] = frozenset()

    @property
    def my_turn(self) -> bool:
        return self.turn is not None

    @property
    def marks(self) -> list[tuple[str, str]]:
        """Return the names of the filter's fields with this room's values."""
        pairs = zip(FILTER_FIELDS, self.facets, strict=False)
        return [(field.name, facet.value) for field, facet in pairs]


@lru_cache(MAX_MARKS)
def get_player_mark(player: Any) -> str:
    """Return a mark that identifies a player (an id) in the lobby's lists without revealing the id.

    The lists are the same for everyone. By these marks a page hides the rooms of players who are
    kept apart from its own player by a block.
    """
    return salted_hmac("games.lobby.people", str(player), algorithm="sha256").hexdigest()[:10]


def build_entries(
    games: Iterable[Any],
    player: Player | None,
    invited: set[Any],
    now: datetime,
    *,
    previewed: frozenset[Any] = frozenset(),
) -> dict[Any, LobbyEntry]:
    """Return entries for these games (ids), those with the latest moves first.

    The running games among ``previewed`` (ids) get a preview.
    """
    holders = SeatMember.objects.select_related("player").only(*HOLDER_FIELDS)
    rows = (
        Game.objects.filter(pk__in=list(games))
        # The state is large: only two of its keys are read from the JSON column.
        .defer("state", "opening", "outcome")
        .annotate(to_move=KeyTransform("to_move", "state"), clock=KeyTransform("clock", "state"))
        .select_related("room__lexicon", "room__host")
        .prefetch_related(Prefetch("seats__holders", holders))
        .order_by("-moved_at", "-created_at")
    )
    if player:
        _load_states([row for row in rows if _may_challenge(row, row.seats.all(), player)])
    previews = preview_games([row for row in rows if row.pk in previewed], now)
    return {
        game.pk: _build_entry(game, player, invited, now, previews.get(game.pk)) for game in rows
    }


def _load_states(rows: list[Any]) -> None:
    """Load the states of these games at once, instead of each when it is read."""
    found = Game.objects.filter(pk__in=[row.pk for row in rows])
    states = dict(found.values_list("pk", "state"))
    for row in rows:
        if row.pk in states:
            row.state = states[row.pk]


def _build_entry(
    game: Any, player: Player | None, invited: set[Any], now: datetime, glance: GamePreview | None
) -> LobbyEntry:
    room, seats = game.room, list(game.seats.all())
    taken = [seat for seat in seats if seat.computer_level or seat.holders.all()]
    return LobbyEntry(
        code=room.code,
        title=room.shown_title,
        variant_name=get_variant(room.variant).name,
        summary=describe_options(room),
        seats_taken=len(taken),
        seats_total=len(seats),
        sides=tuple(_build_side(game, seat, now) for seat in taken),
        url=reverse("games:room", args=[room.code]),
        status=game.status,
        turn=_build_turn(game, seats, player) if player else None,
        invited=game.pk in invited,
        facets=list_facet_values(room),
        since=to_ms(game.clock_since) if game.running and game.clock_since else 0,
        glance=glance,
        opponents=_list_opponents(seats, player) if player else (),
        invitation=describe_invitation(room) if game.pk in invited else "",
        people=frozenset(get_player_mark(one) for one in _list_people(room, seats)),
    )


def _list_people(room: Room, seats: list[Seat]) -> set[Any]:
    return {room.host_id, *(holder.player_id for seat in seats for holder in seat.holders.all())}


def _list_opponents(seats: list[Seat], player: Player) -> tuple[str, ...]:
    if not any(_is_held_by(seat, player) for seat in seats):
        return ()
    return tuple(
        name for seat in seats if not _is_held_by(seat, player) and (name := get_seat_name(seat))
    )


def _build_side(game: Any, seat: Seat, now: datetime) -> EntrySide:
    holders = seat.holders.all()
    is_present = not holders or any(not is_away(holder, now) for holder in holders)
    clock = game.clock if game.running else None
    left = clock["left"][seat.number] if clock else None
    runs = clock is not None and clock.get("running") == seat.number
    return EntrySide(seat.team, list_seat_people(seat), is_present, left, runs, seat.number)


def _build_turn(game: Any, seats: list[Seat], player: Player) -> AwaitedTurn | None:
    """Return what the game waits for the player to do: a move, or to accept the last play.

    It does not wait for a seat for which a stored reply may answer.
    """
    held = {seat.number for seat in seats if _is_held_by(seat, player)}
    if _may_challenge(game, seats, player):
        state = load_public_state(game)
        acting, until = list_seats_to_act(state), get_accept_window_end(game, state, seats)
    else:
        acting = {game.to_move} - {None, *game.seats_with_replies}
        until = get_turn_end(game, seats, game.to_move) if held & acting else None
    if not held & acting:
        return None
    return AwaitedTurn(f"turn:{game.pk}:{game.turn_number}", until, game.moved_at)


def _may_challenge(game: Any, seats: Iterable[Seat], player: Player) -> bool:
    """Return whether a game in which the player has a seat waits for answers to its last play."""
    is_final = game.status == Game.Status.FINAL_CHALLENGE
    return is_final and any(_is_held_by(seat, player) for seat in seats)


def _is_held_by(seat: Seat, player: Player) -> bool:
    return any(holder.player_id == player.pk for holder in seat.holders.all())
