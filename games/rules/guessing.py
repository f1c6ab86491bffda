"""What another seat might do, and what would be answered: for replies that are kept until then.

Nothing here looks at a rack but that of the seat that asks: whether a guess fits the board is
public, whether anybody holds its tiles is not. Whether words are good is not asked either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.rules.board import Board
from games.rules.errors import UnlawfulError, UnreadableError
from games.rules.events import Event, Exchanged, Passed, Played
from games.rules.judging import judge
from games.rules.moves import THROUGH_LETTER, Act, Exchange, Pass, Play, PlayedLetter, Through
from games.rules.playing import most_exchanged
from games.rules.rack import check_holds, without
from games.rules.scoring import PlayScore, land
from games.rules.state import GameState
from games.rules.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Guess:
    """A turn as all will see it: a play, or an exchange of ``count`` tiles, or else a pass."""

    play: Play | None = None
    count: int = 0

    def is_met_by(self, events: Iterable[Event], tile_set: TileSet) -> bool:
        """Whether the turn with these events was exactly this one."""
        for event in events:
            match event:
                case Played(position=position, tiles=tiles):
                    return self._is_same(Guess(Play.read(position, tiles, tile_set)))
                case Exchanged(count=count):
                    return self._is_same(Guess(count=count))
                case Passed():
                    return self._is_same(Guess())
        return False

    def is_like(self, data: dict[str, Any], tile_set: TileSet) -> bool:
        """Whether this is the same turn as the one written down."""
        return self._is_same(Guess.from_json(data, tile_set))

    def _is_same(self, other: Guess) -> bool:
        """A tile by itself may be named across or down."""
        if self.play is None or other.play is None:
            return self == other
        return set(self.play.placed()) == set(other.play.placed())

    def to_json(self, tile_set: TileSet) -> dict[str, Any]:
        if self.play is None:
            return {"count": self.count}
        position, tiles = self.play.write(tile_set)
        return {"position": position, "tiles": tiles}

    @staticmethod
    def from_json(data: dict[str, Any], tile_set: TileSet) -> Guess:
        if "position" in data:
            return Guess(Play.read(data["position"], data["tiles"], tile_set))
        return Guess(count=data["count"])


def read_guess(text: str, board: Board, tile_set: TileSet) -> Guess:
    """``8H WORD``, ``-3`` for an exchange of so many tiles, ``-`` for a pass.

    Raises UnreadableError "notation...." for anything else.
    """
    if found := re.fullmatch(r"-\s*([1-9]?)", text.strip()):
        return Guess(count=int(found[1] or 0))
    return Guess(_read_play(text, board, tile_set))


def read_answer(text: str, board: Board, tile_set: TileSet) -> Act:
    """``8H WORD``, ``-ABC`` for an exchange of these tiles, ``-`` for a pass."""
    if not (said := text.strip()).startswith("-"):
        return _read_play(said, board, tile_set)
    tiles = tile_set.read(said[1:].strip())
    return Exchange(tiles) if tiles else Pass()


def _read_play(text: str, board: Board, tile_set: TileSet) -> Play:
    """Letters that lie there already may be named as well as passed over."""
    position, _space, tiles = text.strip().partition(" ")
    if not tiles.strip():
        raise UnreadableError("notation.play", f"a place and a word are wanted: {text!r}")
    play = Play.read(position.upper(), tiles, tile_set)
    squares = play.position.squares(len(play.letters))
    pairs = zip(squares, play.letters, strict=True)
    return replace(play, letters=tuple(_over(board, at, letter) for at, letter in pairs))


def _over(board: Board, square: Any, letter: PlayedLetter | Through) -> PlayedLetter | Through:
    lying = board.get(square)
    named = isinstance(letter, PlayedLetter) and lying is not None and lying.face == letter.face
    return THROUGH_LETTER if named else letter


def after_guess(state: GameState, seat: int, guess: Guess) -> GameState:
    """The board after a turn of ``seat``, its tiles unasked. Raises UnlawfulError for a play that
    does not fit the board, and "guess.too_many" for more tiles than a rack has."""
    count = len(guess.play.tiles()) if guess.play else guess.count
    if count > state.variant.rack_size:
        raise UnlawfulError("guess.too_many", f"no rack holds {count} tiles")
    if guess.play is None:
        return state
    return _laid(state.with_seat(seat, rack=guess.play.tiles()), seat, guess.play)[0]


def after_answer(state: GameState, seat: int, act: Act) -> tuple[GameState, PlayScore | None]:
    """The board and the tiles kept of ``seat`` after its own turn, nothing drawn, and what it
    scores. Raises UnlawfulError for what its tiles cannot do."""
    if isinstance(act, Play):
        return _laid(state, seat, act)
    if isinstance(act, Exchange):
        check_holds(state.seats[seat].rack, act.tiles)
        if len(act.tiles) > most_exchanged(state):
            raise UnlawfulError("exchange.bag_too_small", "too few tiles in the bag")
        return state.with_seat(seat, rack=without(state.seats[seat].rack, act.tiles)), None
    return state, None


def _laid(state: GameState, seat: int, play: Play) -> tuple[GameState, PlayScore]:
    formation, score = judge(state, seat, play)
    rack = without(state.seats[seat].rack, play.tiles())
    board = land(state.board, seat, formation.placed, score)
    return replace(state.with_seat(seat, rack=rack), board=board), score
