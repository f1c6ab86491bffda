"""A scene with its hidden tiles face down, for as many views as are wanted."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from games.play.chairs import Chairs, lay_chairs
from games.play.gameview import PersonView
from games.play.models import Game, Holder, Invitation, Room, Seat
from games.play.scenes import Line, Scene
from games.play.telling import Teams
from games.play.wording import LEVEL_LABELS
from games.players.names import isolate
from games.rules.events import (
    Outcome,
    Played,
    StartDraw,
    Started,
    event_from_json,
)
from games.rules.game import GameState
from games.rules.layouts import Layout, load_layout
from games.rules.tiles import Tile, TileSet, load_tile_set
from games.rules.variants import Variant, get_variant


@dataclass(frozen=True)
class Gathered:
    """One room at one moment. ``state`` is face down, ``None`` before the start."""

    room: Room
    game: Game
    seats: tuple[Seat, ...]
    state: GameState | None
    record: tuple[Line, ...]
    guests: tuple[Invitation, ...]
    _racks: tuple[tuple[Tile, ...], ...]
    now: datetime = field(default_factory=lambda: timezone.now())

    def rack_of(self, seat: int) -> tuple[Tile, ...]:
        """A seat's tiles: for its own view, and for all once the game is over."""
        return self._racks[seat] if self._racks else ()

    @cached_property
    def chairs(self) -> Chairs:
        """Whose chairs are free and for whom."""
        return lay_chairs(self.game, self.seats, self.guests)

    @cached_property
    def holders(self) -> list[Holder]:
        """Everybody with a seat, in the order of sitting down."""
        held = (holder for seat in self.seats for holder in seat.holders.all())
        return sorted(held, key=lambda holder: holder.pk)

    @property
    def variant(self) -> Variant:
        return get_variant(self.room.variant)

    @property
    def tile_set(self) -> TileSet:
        return load_tile_set(self.room.edition)

    @property
    def layout(self) -> Layout:
        return self.state.layout if self.state else load_layout(self.variant.layouts[0])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return tuple(seat_name(seat) or _("Free seat") for seat in self.seats)

    @cached_property
    def said_names(self) -> tuple[str, ...]:
        """The same as they stand in sentences."""
        return tuple(isolate(name) for name in self.names)

    @cached_property
    def teams(self) -> Teams | None:
        """Who shares a seat, in a room where that may be."""
        if not self.room.has_teams:
            return None
        members = {holder.player_id: holder.player.nickname for holder in self.holders}
        return Teams(members, self.names, tuple(bool(seat.team) for seat in self.seats))

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome if self.state else None

    @property
    def draw(self) -> StartDraw | None:
        """The draw for the start; ``None`` where nobody drew."""
        for data in self.game.opening or []:
            event = event_from_json(data)
            if isinstance(event, Started) and event.draw.rounds:
                return event.draw
        return None

    @cached_property
    def last_played(self) -> Played | None:
        """The latest play, if it stands and no turn has been taken since."""
        for told in reversed(self.record):
            if told.kind == "play":
                return next(event for event in told.events if isinstance(event, Played))
            if told.took_turn or told.withdrew:
                return None
        return None


def gather(scene: Scene) -> Gathered:
    """What of a scene may be looked at: hidden tiles are turned face down."""
    state = scene.state
    racks = tuple(seat.rack for seat in state.seats) if state else ()
    down = state.face_down() if state else None
    return Gathered(scene.room, scene.game, scene.seats, down, scene.record, scene.guests, racks)


def seat_names(seat: Seat) -> tuple[str, ...]:
    """The people at a seat, or the computer player there."""
    if seat.computer_level is not None:
        told = {"level": LEVEL_LABELS[seat.computer_level], "name": seat.played_for}
        if seat.played_for:
            return (_("Computer (%(level)s) for %(name)s") % told,)
        return (_("Computer (%(level)s)") % told,)
    return tuple(holder.player.nickname for holder in seat.holders.all())


def seat_people(seat: Seat) -> tuple[PersonView, ...]:
    """The same, with their pages."""
    if seat.computer_level is not None:
        return tuple(PersonView(name, "") for name in seat_names(seat))
    players = [holder.player for holder in seat.holders.all()]
    return tuple(PersonView(one.nickname, one.get_absolute_url()) for one in players)


def seat_name(seat: Seat) -> str:
    """What a seat is called: its team's name or those of its people; empty for a free one."""
    return seat.team or " & ".join(seat_names(seat))
