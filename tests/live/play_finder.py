"""Finds plays without a dictionary: where plays may be challenged, any letters can be played."""

from collections.abc import Iterator
from random import Random

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.squares import Direction, PlayPosition, Square
from games.rules.equipment.tiles import Face, LetterTile, Tile
from games.rules.flow.game import GameState, verify
from games.rules.plays.acts import PLAY_THROUGH, Play, PlayedLetter, PlayThrough

TRIES = 150


class NoWords:
    """The dictionary of these games: no word is valid."""

    def __contains__(self, _word: tuple[Face, ...], /) -> bool:
        return False


def find_plays(state: GameState, seat: int, count: int = 1, least: int = 1) -> list[Play]:
    """Return different legal plays of as many tiles as fit, the same for equal positions."""
    random = Random(f"{state.turn_number}/{seat}")
    found: list[Play] = []
    for size in range(len(state.seats[seat].rack), least - 1, -1):
        for _ in range(TRIES):
            play = _build(state, seat, size, random)
            if play not in found and _is_lawful(state, seat, play):
                found.append(play)
            if len(found) == count:
                return found
    raise AssertionError(f"no {count} plays to be found in turn {state.turn_number}")


def _is_lawful(state: GameState, seat: int, play: Play) -> bool:
    try:
        verify(state, seat, play, NoWords())
    except NotAllowedError:
        return False
    return True


def _build(state: GameState, seat: int, size: int, random: Random) -> Play:
    """Build a line of tiles, through those on the board, near a filled square or the start."""
    tiles = random.sample(state.seats[seat].rack, size)
    direction = random.choice(tuple(Direction))
    near = random.choice([square for square, _ in state.board.items()] or [state.layout.start])
    side = random.choice((direction, direction.perpendicular))
    start = near.moved(side.step, random.choice((-1, 0, 1)))
    start = start.moved(direction.back, random.randrange(size))
    while start.moved(direction.back) in state.board:
        start = start.moved(direction.back)
    return Play(PlayPosition(start, direction), tuple(_fill(state, start, direction, tiles)))


def _fill(
    state: GameState, square: Square, direction: Direction, tiles: list[Tile]
) -> Iterator[PlayedLetter | PlayThrough]:
    rest = list(tiles)
    while rest or square in state.board:
        yield PLAY_THROUGH if square in state.board else _lay(rest.pop())
        square = square.moved(direction.step)


def _lay(tile: Tile) -> PlayedLetter:
    return (
        PlayedLetter(tile.face) if isinstance(tile, LetterTile) else PlayedLetter("E", blank=True)
    )
