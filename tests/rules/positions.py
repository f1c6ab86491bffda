"""Positions for the tests of the rules, with hand-made racks, boards and bags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import Face, TileSet, load_tile_set
from games.rules.flow.game import GameState, Phase, SeatState, Transition, apply, start_game
from games.rules.plays.acts import Act, Play, PlayThrough
from games.rules.plays.tile_ownership import count_owned_points
from games.rules.positions.variants import ChallengeRule, get_variant

SEED = bytes(range(32))


class Words:
    """A lexicon of the given words: ``Words("CAT DOG")``.
    Faces of several letters are written joined."""

    def __init__(self, words: str) -> None:
        self._words = frozenset(words.split())

    def __contains__(self, word: tuple[Face, ...], /) -> bool:
        return "".join(word) in self._words


class AllExcept(Words):
    """A lexicon of every word except the given ones."""

    def __contains__(self, word: tuple[Face, ...], /) -> bool:
        return not super().__contains__(word)


ALL = AllExcept("")


def board_of(plays: Iterable[tuple[str, str]], tile_set: TileSet, owner: int = 0) -> Board:
    """Return a board with words anywhere: ("8G", "JACK").
    Dots skip squares, lower case lays blanks."""
    tiles: dict[Square, BoardTile | None] = {}
    for position, text in plays:
        play = Play.read(position, text, tile_set)
        for square, letter in zip(play.position.squares(99), play.letters, strict=False):
            if not isinstance(letter, PlayThrough):
                tiles[square] = BoardTile(letter.face, letter.blank, owner)
    return Board().with_tiles(tiles)


def table(
    *racks: str,
    variant: str = "scrabble",
    tile_set: str | None = None,
    board: Sequence[tuple[str, str]] = (),
    bag: str = "",
    scores: Sequence[int] = (),
    to_move: int | None = 0,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> GameState:
    """Return a game at any moment: a rack for each seat,
    words on the board (owned by seat 0) and a bag in order."""
    game = get_variant(variant)
    tiles = load_tile_set(tile_set or game.tile_set)
    usual = {"challenge": "single"} if ChallengeRule.SINGLE in game.challenge_rules else {}
    chosen = game.options(**usual | (options or {}))
    start = start_game(variant, chosen, len(racks), SEED, tile_set=tiles.code).state
    totals = tuple(scores) or (0,) * len(racks)
    seats = [SeatState(tiles.read(rack), score) for rack, score in zip(racks, totals, strict=True)]
    return replace(
        start,
        seats=tuple(seats),
        board=board_of(board, tiles),
        bag=tiles.read(bag),
        to_move=to_move,
        phase=Phase.PLAYING,
        **changes,
    )


def play(state: GameState, position: str, tiles: str) -> Play:
    return Play.read(position, tiles, state.tile_set)


def do(state: GameState, seat: int, act: Act, lexicon: Any = ALL) -> Transition:
    return apply(state, seat, act, lexicon=lexicon, seed=SEED)


def lay(state: GameState, seat: int, position: str, tiles: str, lexicon: Any = ALL) -> Transition:
    """Make a play and return the transition."""
    return do(state, seat, play(state, position, tiles), lexicon)


def scores(state: GameState) -> tuple[int, ...]:
    return tuple(seat.score for seat in state.seats)


def rack(state: GameState, seat: int) -> str:
    return state.tile_set.write(state.seats[seat].rack)


def kinds(done: Transition) -> list[str]:
    return [type(event).__name__ for event in done.events]


QWIBBLE_POOL = "E" * 20


def qwibble(*racks: str, board: list[tuple[str, str]], bag: str = QWIBBLE_POOL) -> GameState:
    """Return a Qwibble game with seat 0 to move.
    All tiles on the board belong to seat 1 and score for it."""
    state = table(*racks, variant="qwibble", board=board, bag=bag)
    squares = {square: replace(tile, owner=1) for square, tile in state.board.items()}
    return score_owned(replace(state, board=state.board.with_tiles(squares)))


def score_owned(state: GameState) -> GameState:
    """Return the position with every seat's score counted from the board."""
    for seat in (0, 1):
        points = count_owned_points(state.board, state.tile_set, seat)
        state = state.with_seat(seat, score=points)
    return state


def change(state: GameState, names: str, **changes: object) -> GameState:
    squares = [Square.parse(name) for name in names.split()]
    tiles = {square: replace(state.board[square], **changes) for square in squares}  # type: ignore[arg-type]
    return score_owned(replace(state, board=state.board.with_tiles(tiles)))
