"""Moves prepared for another player's turn: what they might do, and what to answer.

Only the rack of the seat that asks is read: whether a guessed play fits the board is public,
whether anyone holds its tiles is not. Words are not checked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.rules.equipment.board import Board
from games.rules.equipment.errors import NotAllowedError, NotationError
from games.rules.equipment.rack import check_rack_holds, remove_tiles
from games.rules.equipment.tiles import TileSet
from games.rules.flow.moves import get_max_exchange
from games.rules.plays.acts import (
    PLAY_THROUGH,
    Act,
    Exchange,
    Pass,
    Play,
    PlayedLetter,
    PlayThrough,
)
from games.rules.plays.events import Event, Exchanged, Passed, Played
from games.rules.plays.scoring import PlayScore, lay_tiles
from games.rules.positions.play_judgement import judge_play
from games.rules.positions.state import GameState


@dataclass(frozen=True, slots=True)
class ExpectedTurn:
    """A turn as all players will see it: a play, an exchange of ``count`` tiles, or else a pass."""

    play: Play | None = None
    count: int = 0

    def matches_events(self, events: Iterable[Event], tile_set: TileSet) -> bool:
        """Return whether the turn with these events was exactly this one."""
        for event in events:
            match event:
                case Played(position=position, tiles=tiles):
                    return self._is_same(ExpectedTurn(Play.read(position, tiles, tile_set)))
                case Exchanged(count=count):
                    return self._is_same(ExpectedTurn(count=count))
                case Passed():
                    return self._is_same(ExpectedTurn())
        return False

    def equals_stored(self, data: dict[str, Any], tile_set: TileSet) -> bool:
        """Return whether this is the same turn as the stored one."""
        return self._is_same(ExpectedTurn.from_json(data, tile_set))

    def _is_same(self, other: ExpectedTurn) -> bool:
        """Compare plays by their new tiles, since a single tile may be written across or down."""
        if self.play is None or other.play is None:
            return self == other
        return set(self.play.placed()) == set(other.play.placed())

    def to_json(self, tile_set: TileSet) -> dict[str, Any]:
        if self.play is None:
            return {"count": self.count}
        position, tiles = self.play.write(tile_set)
        return {"position": position, "tiles": tiles}

    @staticmethod
    def from_json(data: dict[str, Any], tile_set: TileSet) -> ExpectedTurn:
        if "position" in data:
            return ExpectedTurn(Play.read(data["position"], data["tiles"], tile_set))
        return ExpectedTurn(count=data["count"])


def read_expected_turn(text: str, board: Board, tile_set: TileSet) -> ExpectedTurn:
    """Parse what another seat might do: ``8H WORD``, ``-3`` (exchange three tiles), ``-`` (pass).

    Raises NotationError "notation..." for anything else.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> read_expected_turn("8h CaT", Board(), english).to_json(english)
    {'position': '8H', 'tiles': 'CaT'}
    >>> read_expected_turn("-3", Board(), english).to_json(english)
    {'count': 3}
    >>> read_expected_turn("-", Board(), english).matches_events([Passed(1)], english)
    True
    >>> read_expected_turn("CAT", Board(), english)
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotationError: a place and a word are wanted: 'CAT'
    """
    if found := re.fullmatch(r"-\s*([1-9]?)", text.strip()):
        return ExpectedTurn(count=int(found[1] or 0))
    return ExpectedTurn(_read_play(text, board, tile_set))


def read_reply(text: str, board: Board, tile_set: TileSet) -> Act:
    """Parse a reply: ``8H WORD``, ``-ABC`` (exchange these tiles), ``-`` (pass).

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> english.write(read_reply("-Q?", Board(), english).tiles)
    'Q?'
    """
    if not (stripped := text.strip()).startswith("-"):
        return _read_play(stripped, board, tile_set)
    tiles = tile_set.read(stripped[1:].strip())
    return Exchange(tiles) if tiles else Pass()


def _read_play(text: str, board: Board, tile_set: TileSet) -> Play:
    """Parse a play, in which letters already on the board may be named or given as dots."""
    position, _space, tiles = text.strip().partition(" ")
    if not tiles.strip():
        raise NotationError("notation.play", f"a place and a word are wanted: {text!r}")
    play = Play.read(position.upper(), tiles, tile_set)
    squares = play.position.squares(len(play.letters))
    pairs = zip(squares, play.letters, strict=True)
    return replace(play, letters=tuple(_over(board, at, letter) for at, letter in pairs))


def _over(
    board: Board, square: Any, letter: PlayedLetter | PlayThrough
) -> PlayedLetter | PlayThrough:
    lying = board.get(square)
    lies_there = (
        isinstance(letter, PlayedLetter) and lying is not None and lying.face == letter.face
    )
    return PLAY_THROUGH if lies_there else letter


def apply_expected_turn(state: GameState, seat: int, guess: ExpectedTurn) -> GameState:
    """Return the state after a turn of ``seat``, whatever tiles it really holds.

    Raises NotAllowedError for a play that does not fit the board, and "guess.too_many" for more
    tiles than a rack holds.
    """
    count = len(guess.play.tiles()) if guess.play else guess.count
    if count > state.variant.rack_size:
        raise NotAllowedError("guess.too_many", f"no rack holds {count} tiles")
    if guess.play is None:
        return state
    return _lay_tiles(state.with_seat(seat, rack=guess.play.tiles()), seat, guess.play)[0]


def apply_reply(state: GameState, seat: int, act: Act) -> tuple[GameState, PlayScore | None]:
    """Return the state after the seat's own turn, before it draws, and the score of a play.

    Raises NotAllowedError if its tiles do not allow the act.
    """
    if isinstance(act, Play):
        return _lay_tiles(state, seat, act)
    if isinstance(act, Exchange):
        check_rack_holds(state.seats[seat].rack, act.tiles)
        if len(act.tiles) > get_max_exchange(state):
            raise NotAllowedError("exchange.bag_too_small", "too few tiles in the bag")
        return state.with_seat(seat, rack=remove_tiles(state.seats[seat].rack, act.tiles)), None
    return state, None


def _lay_tiles(state: GameState, seat: int, play: Play) -> tuple[GameState, PlayScore]:
    formation, score = judge_play(state, seat, play)
    rack = remove_tiles(state.seats[seat].rack, play.tiles())
    board = lay_tiles(state.board, seat, formation.placed, score)
    return replace(state.with_seat(seat, rack=rack), board=board), score
