"""The state of one game: a frozen value that holds everything, and its JSON form.

Racks, the bag and what was drawn for a pending play are secrets; they have a JSON part of their
own, so that what pages read may be stored apart from them. ``game`` is the door to change a state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.rules import codec
from games.rules.board import Board, BoardTile
from games.rules.clock import Clock
from games.rules.events import NO_DRAW, Event, Outcome, StartDraw
from games.rules.layouts import Layout, load_layout
from games.rules.moves import Play
from games.rules.options import Options
from games.rules.scoring import Ground, PlayScore
from games.rules.squares import Square
from games.rules.tiles import BLANK, Tile, TileSet, load_tile_set
from games.rules.variants import Variant, get_variant


class Phase(StrEnum):
    """FINAL_CHALLENGE: a seat went out and the others accept or challenge that play."""

    PLAYING = "playing"
    FINAL_CHALLENGE = "final_challenge"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat. ``best_theft`` is the most points it stole with one play."""

    rack: tuple[Tile, ...]
    score: int = 0
    in_play: bool = True
    turns_owed: int = 0
    accepted: bool = False
    tiles_played: int = 0
    best_theft: int = 0


@dataclass(frozen=True, slots=True)
class PendingPlay:
    """The play that may still be challenged, and all that is needed to take it back.

    ``seat_before``: the player's seat before the play. ``squares_before``: what lay on the
    squares that the play changed. ``deltas``: the changes of all scores. ``drawn``: the tiles
    drawn afterwards. ``scoreless``: the run of scoreless turns that the play broke.
    """

    seat: int
    position: str
    tiles: str
    score: PlayScore
    deltas: tuple[int, ...]
    seat_before: SeatState
    squares_before: tuple[tuple[Square, BoardTile | None], ...]
    drawn: tuple[Tile, ...]
    scoreless: int
    misplaced: bool = False
    went_out: bool = False


class Equipped:
    """What a position is played with, found by its codes."""

    __slots__ = ()

    variant_id: str
    tile_set_code: str
    layout_id: str

    @property
    def variant(self) -> Variant:
        return get_variant(self.variant_id)

    @property
    def tile_set(self) -> TileSet:
        return load_tile_set(self.tile_set_code)

    @property
    def layout(self) -> Layout:
        return load_layout(self.layout_id)


@dataclass(frozen=True, slots=True)
class GameState(Equipped):
    """Everything about a game at one moment.

    ``bag``: in drawing order. ``shuffles``: how many shuffles were made, the counter of the next.
    ``to_move``: the seat whose turn it is, ``None`` when nobody's. ``turn_number`` grows by one
    with every applied act. ``passes`` and ``scoreless``: lengths of the present runs of passes and
    of turns without score. ``draw``: the draw for the start. ``clock``: where the room has one that
    ticks.
    """

    variant_id: str
    tile_set_code: str
    layout_id: str
    options: Options
    seats: tuple[SeatState, ...]
    board: Board
    bag: tuple[Tile, ...]
    shuffles: int
    to_move: int | None
    draw: StartDraw = NO_DRAW
    turn_number: int = 0
    phase: Phase = Phase.PLAYING
    passes: int = 0
    scoreless: int = 0
    pending: PendingPlay | None = None
    outcome: Outcome | None = None
    clock: Clock | None = None

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.in_play)

    def ground(self, seat: int) -> Ground:
        return Ground(self.board, self.layout, self.tile_set, seat)

    def read_play(self, play: PendingPlay) -> Play:
        return Play.read(play.position, play.tiles, self.tile_set)

    def with_seat(self, number: int, **changes: Any) -> GameState:
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        return replace(self, seats=tuple(seats))

    def face_down(self) -> GameState:
        """The state as anybody may see it: hidden tiles are right in number and all look blank."""
        seats = tuple(replace(seat, rack=(BLANK,) * len(seat.rack)) for seat in self.seats)
        pending = self.pending
        if pending is not None:
            pending = replace(pending, seat_before=replace(pending.seat_before, rack=()), drawn=())
        return replace(self, seats=seats, bag=(BLANK,) * len(self.bag), pending=pending)

    def to_json(self) -> dict[str, Any]:
        """The complete state, secrets included."""
        public, secrets = self.halves_json()
        return {**public, "secrets": secrets}

    @staticmethod
    def from_json(data: dict[str, Any]) -> GameState:
        return GameState.join(data, data["secrets"])

    def halves_json(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The public half and the secret one."""
        data: dict[str, Any] = codec.encode(self)
        return data, _take_secrets(data)

    @staticmethod
    def join(public: dict[str, Any], secrets: dict[str, Any]) -> GameState:
        """The state whose two parts were stored apart."""
        data = {**public, "bag": secrets["bag"]}
        racks = zip(public["seats"], secrets["racks"], strict=True)
        data["seats"] = [{**seat, "rack": rack} for seat, rack in racks]
        if "pending" in secrets:
            rack, drawn = secrets["pending"]["rack"], secrets["pending"]["drawn"]
            before = {**public["pending"]["seat_before"], "rack": rack}
            data["pending"] = {**public["pending"], "seat_before": before, "drawn": drawn}
        return codec.decode(GameState, data)


def _take_secrets(data: dict[str, Any]) -> dict[str, Any]:
    """Move the secrets out of an encoded state."""
    secrets = {"bag": data.pop("bag"), "racks": [seat.pop("rack") for seat in data["seats"]]}
    if pending := data.get("pending"):
        rack, drawn = pending["seat_before"].pop("rack"), pending.pop("drawn")
        secrets["pending"] = {"rack": rack, "drawn": drawn}
    return secrets


@dataclass(frozen=True, slots=True)
class Transition:
    """A new state, and the events that led to it. ``drawn``: tiles the acting seat drew."""

    state: GameState
    events: tuple[Event, ...] = ()
    drawn: tuple[Tile, ...] = ()

    def then(self, step: Callable[[GameState], Transition]) -> Transition:
        """Go on from here: the events of both, one after the other."""
        after = step(self.state)
        return Transition(after.state, self.events + after.events, self.drawn + after.drawn)
