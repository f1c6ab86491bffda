"""A snapshot with its hidden tiles face down, from which all views of a room are built."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.generated_names import translate_team_name
from games.common.languages import cache_by_language
from games.common.names import isolate_name
from games.play.models import Game, Invitation, Room, Seat, SeatMember
from games.play.perspective.narration import TeamNames
from games.play.perspective.viewdata import PersonView
from games.play.perspective.wording import LEVEL_LABELS
from games.play.store.snapshots import RecordedMove, RoomSnapshot
from games.play.terms.seating import Seating, compute_seating
from games.players.services.blocks import list_block_pairs
from games.rules.equipment.layouts import Layout, load_layout
from games.rules.equipment.tiles import Tile, TileSet, load_tile_set
from games.rules.flow.game import GameState
from games.rules.plays.events import (
    Outcome,
    Played,
    StartDraw,
    Started,
    event_from_json,
)
from games.rules.positions.variants import Variant, get_variant


@dataclass(frozen=True)
class MaskedSnapshot:
    """One room at one moment, without its secrets except through :meth:`rack_of`."""

    room: Room
    game: Game
    seats: tuple[Seat, ...]
    # With racks and bag face down; ``None`` before the start.
    state: GameState | None
    # The moves so far.
    record: tuple[RecordedMove, ...]
    guests: tuple[Invitation, ...]
    # The real racks by seat. Read them through ``rack_of`` only.
    _racks: tuple[tuple[Tile, ...], ...]
    now: datetime = field(default_factory=lambda: timezone.now())

    def rack_of(self, seat: int) -> tuple[Tile, ...]:
        """Return a seat's tiles. Show them to its holders only, or to all once the game is over."""
        return self._racks[seat] if self._racks else ()

    @cached_property
    def seating(self) -> Seating:
        """Return which seats are free, and for whom."""
        return compute_seating(self.game, self.seats, self.guests)

    @cached_property
    def holders(self) -> list[SeatMember]:
        """Return all seat holders, in the order of sitting down."""
        held = (holder for seat in self.seats for holder in seat.holders.all())
        return sorted(held, key=lambda holder: holder.pk)

    @cached_property
    def blocked_pairs(self) -> frozenset[tuple[Any, Any]]:
        """Return the pairs of players (ids) kept apart by a block, one of whom is in the game.

        Empty while a game is running without free seats, since the pairs do not matter then.
        """
        settled = self.state is not None and self.outcome is None
        if settled and not (self.seating.free or self.seating.joinable):
            return frozenset()
        return list_block_pairs({self.room.host_id, *(holder.player_id for holder in self.holders)})

    @property
    def has_blocked_pair(self) -> bool:
        """Return whether two seat holders are kept apart; they cannot start a game together."""
        players = {holder.player_id for holder in self.holders}
        return any(players.issuperset(pair) for pair in self.blocked_pairs)

    @property
    def variant(self) -> Variant:
        return get_variant(self.room.variant)

    @property
    def tile_set(self) -> TileSet:
        return load_tile_set(self.room.edition)

    @property
    def layout(self) -> Layout:
        return self.state.layout if self.state else load_layout(self.variant.layouts[0])

    @property
    @cache_by_language
    def names(self) -> tuple[str, ...]:
        """Return the name of each seat."""
        return tuple(get_seat_name(seat) or _("Open seat") for seat in self.seats)

    @property
    @cache_by_language
    def isolated_names(self) -> tuple[str, ...]:
        """Return the names with marks of text direction, for use in sentences."""
        return tuple(get_isolated_seat_name(seat) or _("Open seat") for seat in self.seats)

    @property
    @cache_by_language
    def teams(self) -> TeamNames | None:
        """Return who shares which seat; ``None`` in rooms without teams."""
        if not self.room.has_teams:
            return None
        members = {holder.player_id: holder.player.shown_name for holder in self.holders}
        return TeamNames(members, self.names, tuple(bool(seat.team) for seat in self.seats))

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome if self.state else None

    @property
    def seats_left(self) -> tuple[int, ...]:
        """Return the numbers of the seats that dropped out of the game."""
        seats = self.state.seats if self.state else ()
        return tuple(number for number, seat in enumerate(seats) if not seat.in_play)

    @property
    def draw(self) -> StartDraw | None:
        """Return the draw for the first turn; ``None`` if there was none."""
        for data in self.game.opening or []:
            event = event_from_json(data)
            if isinstance(event, Started) and event.draw.rounds:
                return event.draw
        return None

    @property
    def last_move(self) -> RecordedMove | None:
        return self.record[-1] if self.record else None

    @cached_property
    def last_played(self) -> Played | None:
        """Return the last play, unless it was withdrawn or another turn has been taken since."""
        for move in reversed(self.record):
            if move.kind == "play":
                return next(event for event in move.events if isinstance(event, Played))
            if move.took_turn or move.withdrew_play:
                return None
        return None


def mask_snapshot(snapshot: RoomSnapshot) -> MaskedSnapshot:
    """Return the snapshot with its hidden tiles turned face down."""
    state = snapshot.state
    racks = tuple(seat.rack for seat in state.seats) if state else ()
    down = state.hide_tiles() if state else None
    return MaskedSnapshot(
        snapshot.room, snapshot.game, snapshot.seats, down, snapshot.record, snapshot.guests, racks
    )


def list_seat_names(seat: Seat) -> tuple[str, ...]:
    """Return the names of a seat's holders, or of its computer player."""
    if seat.computer_level is not None:
        values = {
            "level": LEVEL_LABELS[seat.computer_level],
            "name": isolate_name(translate_team_name(seat.played_for)),
        }
        if seat.played_for:
            return (_("%(level)s bot for %(name)s") % values,)
        return (_("%(level)s bot") % values,)
    return tuple(holder.player.shown_name for holder in seat.holders.all())


def list_seat_people(seat: Seat) -> tuple[PersonView, ...]:
    """Return a seat's holders or computer player, with the URLs of their pages."""
    if seat.computer_level is not None:
        return tuple(PersonView(name, "") for name in list_seat_names(seat))
    players = [holder.player for holder in seat.holders.all()]
    return tuple(PersonView.of(player) for player in players)


def get_seat_name(seat: Seat) -> str:
    """Return a seat's name: its team's or its holders' names; empty for a free seat."""
    return seat.team or " & ".join(list_seat_names(seat))


def get_isolated_seat_name(seat: Seat) -> str:
    """Return a seat's name with marks of text direction, for use in sentences."""
    names = [seat.team] if seat.team else list_seat_names(seat)
    return " & ".join(isolate_name(name) for name in names)
