"""The state of one game: a frozen value that contains everything, and its JSON form.

The racks, the bag and the tiles drawn for a pending play are secret. They are a separate part of
the JSON, so that public data can be stored apart from them. To change a state, use
:mod:`games.rules.flow.game`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.rules.equipment import json_codec
from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.layouts import Layout, load_layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, Face, Tile, TileSet, load_tile_set
from games.rules.plays.acts import Play
from games.rules.plays.events import NO_DRAW, Event, Outcome, StartDraw
from games.rules.plays.scoring import PlayScore, ScoringContext
from games.rules.positions.options import Options
from games.rules.positions.variants import Variant, get_variant
from games.rules.time.clock import Clock


class Phase(StrEnum):
    """The phase of a game.

    FINAL_CHALLENGE: the others accept or challenge the last play, because it went out or has words
    on which they vote.
    """

    PLAYING = "playing"
    FINAL_CHALLENGE = "final_challenge"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat of a game."""

    rack: tuple[Tile, ...]
    score: int = 0
    # False once the seat has left the game.
    in_play: bool = True
    # Turns still to be lost for failed challenges.
    turns_owed: int = 0
    # Whether it has accepted the play that waits for the others.
    accepted: bool = False
    # Whether it has voted against that play.
    rejected: bool = False
    tiles_played: int = 0
    # Most points stolen with one play.
    best_theft: int = 0


@dataclass(frozen=True, slots=True)
class PendingPlay:
    """A play that can still be challenged, with everything needed to take it back."""

    seat: int
    position: str
    tiles: str
    score: PlayScore
    # Changes of all scores.
    deltas: tuple[int, ...]
    # The player's seat before the play.
    seat_before: SeatState
    # Previous contents of the squares that the play changed.
    squares_before: tuple[tuple[Square, BoardTile | None], ...]
    # Tiles drawn after the play.
    drawn: tuple[Tile, ...]
    # Length of the run of scoreless turns that the play ended.
    scoreless: int
    misplaced: bool = False
    went_out: bool = False
    # The words on which the other seats vote, as their tiles spell them.
    voted_words: tuple[tuple[Face, ...], ...] = ()


class EquipmentMixin:
    """Loads the variant, tile set and layout of a position by their codes."""

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
class GameState(EquipmentMixin):
    """Everything about a game at one moment."""

    variant_id: str
    tile_set_code: str
    layout_id: str
    options: Options
    seats: tuple[SeatState, ...]
    board: Board
    # In drawing order.
    bag: tuple[Tile, ...]
    # Number of shuffles made, which is the counter of the next one.
    shuffles: int
    # The seat whose turn it is; ``None`` if no one's.
    to_move: int | None
    # The draw for the start.
    draw: StartDraw = NO_DRAW
    # Incremented with every act.
    turn_number: int = 0
    phase: Phase = Phase.PLAYING
    # Length of the current run of passes.
    passes: int = 0
    # Length of the current run of turns without score.
    scoreless: int = 0
    pending: PendingPlay | None = None
    outcome: Outcome | None = None
    # ``None`` if the room has no ticking clock.
    clock: Clock | None = None
    # Seats that have not taken their first turn.
    unmoved: tuple[int, ...] = ()
    # Words that a vote has allowed for the rest of the game.
    allowed_words: tuple[tuple[Face, ...], ...] = ()

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.in_play)

    def get_scoring_context(self, seat: int) -> ScoringContext:
        return ScoringContext(self.board, self.layout, self.tile_set, seat)

    def read_play(self, play: PendingPlay) -> Play:
        return Play.read(play.position, play.tiles, self.tile_set)

    def with_seat(self, number: int, **changes: Any) -> GameState:
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        return replace(self, seats=tuple(seats))

    def hide_tiles(self) -> GameState:
        """Return the state as everyone may see it: hidden tiles are counted but shown as blanks.

        >>> from games.rules.flow.game_start import start_game
        >>> begun = start_game("qwibble", get_variant("qwibble").options(), 2, bytes(32)).state
        >>> begun.tile_set.write(begun.hide_tiles().seats[0].rack)
        '???????'
        """
        seats = tuple(replace(seat, rack=(BLANK,) * len(seat.rack)) for seat in self.seats)
        pending = self.pending
        if pending is not None:
            pending = replace(pending, seat_before=replace(pending.seat_before, rack=()), drawn=())
        return replace(self, seats=seats, bag=(BLANK,) * len(self.bag), pending=pending)

    def to_json(self) -> dict[str, Any]:
        """Return the complete state as plain data, secrets included.

        >>> from games.rules.flow.game_start import start_game
        >>> begun = start_game("qwibble", get_variant("qwibble").options(), 2, bytes(32)).state
        >>> GameState.from_json(begun.to_json()) == begun
        True
        """
        public, secrets = self.to_public_and_secret_json()
        return {**public, "secrets": secrets}

    @staticmethod
    def from_json(data: dict[str, Any]) -> GameState:
        return GameState.join(data, data["secrets"])

    def to_public_and_secret_json(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the public part and the secret part.

        >>> from games.rules.flow.game_start import start_game
        >>> begun = start_game("qwibble", get_variant("qwibble").options(), 2, bytes(32)).state
        >>> public, secrets = begun.to_public_and_secret_json()
        >>> "bag" in public, sorted(secrets), GameState.join(public, secrets) == begun
        (False, ['bag', 'racks'], True)
        """
        data: dict[str, Any] = json_codec.encode(self)
        return data, _pop_secrets(data)

    @staticmethod
    def join(public: dict[str, Any], secrets: dict[str, Any]) -> GameState:
        """Restore a state whose two parts were stored separately."""
        data = {**public, "bag": secrets["bag"]}
        racks = zip(public["seats"], secrets["racks"], strict=True)
        data["seats"] = [{**seat, "rack": rack} for seat, rack in racks]
        if "pending" in secrets:
            rack, drawn = secrets["pending"]["rack"], secrets["pending"]["drawn"]
            before = {**public["pending"]["seat_before"], "rack": rack}
            data["pending"] = {**public["pending"], "seat_before": before, "drawn": drawn}
        return json_codec.decode(GameState, data)


def _pop_secrets(data: dict[str, Any]) -> dict[str, Any]:
    """Remove the secrets from an encoded state and return them."""
    secrets = {"bag": data.pop("bag"), "racks": [seat.pop("rack") for seat in data["seats"]]}
    if pending := data.get("pending"):
        rack, drawn = pending["seat_before"].pop("rack"), pending.pop("drawn")
        secrets["pending"] = {"rack": rack, "drawn": drawn}
    return secrets


@dataclass(frozen=True, slots=True)
class Transition:
    """A new state and the events that led to it; ``drawn`` are the tiles the acting seat drew."""

    state: GameState
    events: tuple[Event, ...] = ()
    drawn: tuple[Tile, ...] = ()

    def then(self, step: Callable[[GameState], Transition]) -> Transition:
        """Apply another step to the new state and join the events of both."""
        after = step(self.state)
        return Transition(after.state, self.events + after.events, self.drawn + after.drawn)
