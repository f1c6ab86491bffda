"""Reads the rows of a room and its game once, for as many views as are wanted. No secrets."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from django.utils.translation import gettext as _

from games.common.refusals import Missing
from games.play import store
from games.play.models import Game, Move, Room, Seat
from games.play.telling import Told
from games.play.wording import LEVEL_LABELS
from games.rules.events import (
    Outcome,
    Played,
    StartDraw,
    Started,
    event_from_json,
)
from games.rules.game import GameState
from games.rules.layouts import Layout, load_layout
from games.rules.moves import TURN_KINDS
from games.rules.tiles import TileSet, load_tile_set
from games.rules.variants import Variant, get_variant

T = TypeVar("T")
TRIES = 4


@dataclass(frozen=True)
class Gathered:
    """The rows of one room at one moment. ``state`` is face down, ``None`` before the start."""

    room: Room
    game: Game
    seats: tuple[Seat, ...]
    state: GameState | None
    record: tuple[Told, ...]

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
        return tuple(" & ".join(seat_names(seat)) or _("Free seat") for seat in self.seats)

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
            if told.kind in TURN_KINDS or told.withdrew:
                return None
        return None

    def seat_of(self, player_id: object) -> int | None:
        """The seat a player holds."""
        for seat in self.seats:
            if any(holder.player_id == player_id for holder in seat.holders.all()):
                return seat.number
        return None


def gather(code: str) -> Gathered:
    """The newest game of a room. Raises ``Missing`` for an unknown code."""
    room = Room.objects.select_related("lexicon", "host").filter(code=code).first()
    if room is None:
        raise Missing("room.unknown")
    game = room.games.select_related("revision").order_by("-number").first()
    if game is None:
        raise Missing("game.unknown")
    return gather_game(room, game)


def gather_steadily(code: str, build: Callable[[Gathered], T]) -> T:
    """What ``build`` makes of a room that did not change meanwhile.

    Reading takes no lock, so pages never wait for moves; when the stamp has moved on between the
    first row and the last, everything is read again. A room that never rests is taken as it is:
    its next change publishes a newer stamp anyway.
    """
    for _attempt in range(TRIES):
        seen = gather(code)
        built = build(seen)
        if _stamp_of(code) == seen.room.stamp:
            break
    return built


def _stamp_of(code: str) -> int | None:
    return Room.objects.filter(code=code).values_list("stamp", flat=True).first()


def gather_game(room: Room, game: Game) -> Gathered:
    """One certain game of a room."""
    seats = tuple(game.seats.prefetch_related("holders__player"))
    state = store.load_face_down(game) if game.state is not None else None
    swaps = get_variant(room.variant).swaps
    record = tuple(_told(move, swaps) for move in game.moves.all()) if state else ()
    return Gathered(room, game, seats, state, record)


def seat_names(seat: Seat) -> tuple[str, ...]:
    """The people at a seat, or the computer player there."""
    if seat.computer_level is not None:
        return (_("Computer (%(level)s)") % {"level": LEVEL_LABELS[seat.computer_level]},)
    return tuple(holder.player.nickname for holder in seat.holders.all())


def _told(move: Move, swaps: bool) -> Told:
    events = tuple(event_from_json(data) for data in move.events)
    return Told(move.number, move.seat, move.kind, events, swaps)
