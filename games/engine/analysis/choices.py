"""Acts in the report's words: notation, words, leave, what was stolen."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from games.engine.analysis.report import Choice, Theft
from games.engine.engine import Survey
from games.engine.kernels import arrays
from games.engine.position import Position
from games.rules.game import GameState, preview
from games.rules.moves import Act, Exchange, Play
from games.rules.rack import without
from games.rules.scoring import PlayScore
from games.rules.tiles import Tile, tile_key

MOST_BINGOS = 20


def describe(state: GameState, seat: int, act: Act, equity: float) -> Choice:
    """An act of a turn, judged by nothing but its equity so far."""
    tile_set, rack = state.tile_set, state.seats[seat].rack
    equity = round(equity, 2)
    if isinstance(act, Exchange):
        tiles = tuple(sorted(act.tiles, key=tile_key))
        kept = write_rack(state, without(rack, act.tiles))
        return Choice("exchange", 0, equity, tiles=tile_set.write(tiles), leave=kept)
    if not isinstance(act, Play):
        return Choice("pass", 0, equity, leave=write_rack(state, rack))
    score = preview(state, seat, act, None)
    position, letters = act.write(tile_set)
    return Choice(
        "play",
        score.total,
        equity,
        position=position,
        tiles=letters,
        word=score.words[0].word,
        words=tuple(word.word for word in score.words),
        leave=write_rack(state, without(rack, act.tiles())),
        bingo=len(act.tiles()) == state.variant.rack_size,
        theft=_describe_theft(state, act, score),
    )


def _describe_theft(state: GameState, act: Play, score: PlayScore) -> Theft | None:
    if not state.variant.scoring.owned_tiles:
        return None
    laid = {square: letter.tile for square, letter in act.placed()}
    safe = sum(
        state.tile_set.value(laid[square] if square in laid else state.board[square].tile)
        for square in score.safe_squares
    )
    return Theft(score.placed, score.stolen, safe)


def write_rack(state: GameState, tiles: Iterable[Tile]) -> str:
    """Tiles in the order of the alphabet, blanks last."""
    return state.tile_set.write(tuple(sorted(tiles, key=tile_key)))


def find_bingos(survey: Survey) -> tuple[str, ...]:
    """The different words that a whole rack makes here, the best first."""
    if survey.position.rack.sum() < survey.position.setting.rack_size:
        return ()
    metas = survey.ranked.acts[:, 1]
    plays = arrays.kind_of(metas) < arrays.EXCHANGE
    whole = plays & (arrays.count_of(metas) == survey.position.setting.rack_size)
    words: dict[str, None] = {}
    for index in np.flatnonzero(whole):
        packed, meta = (int(part) for part in survey.ranked.acts[index])
        words[_main_word(survey.position, packed, meta)] = None
        if len(words) == MOST_BINGOS:
            break
    return tuple(words)


def _main_word(position: Position, packed: int, meta: int) -> str:
    width = position.side + 2
    direction = int(arrays.kind_of(meta))
    base = (direction * width + int(arrays.line_of(meta))) * width + int(arrays.start_of(meta))
    length = (meta >> arrays.LENGTH_SHIFT) & arrays.LENGTH_MASK
    faces = []
    for tile in position.field.tiles[base : base + length]:
        code = int(tile)
        if not code:
            code, packed = packed & 0xFF, packed >> arrays.BYTE
        faces.append(position.alphabet[(code & arrays.CODE_MASK) - 1])
    return "".join(faces)


def find_most_stolen(survey: Survey) -> int:
    """The most that any play here steals, in points; plays are looked at as they stand, up to
    some hundreds by their worth."""
    state, seat = survey.position.state, survey.position.seat
    if not state.variant.scoring.owned_tiles:
        return 0
    most = 0
    for found in survey.first(MOST_THEFTS):
        if isinstance(found.act, Play):
            most = max(most, preview(state, seat, found.act, None).stolen)
    return most


MOST_THEFTS = 60


def points_left_open(state: GameState, seat: int) -> int:
    """The points of a seat that lie unsafe."""
    if not state.variant.scoring.owned_tiles:
        return 0
    tiles = (tile for _, tile in state.board.items() if tile.owner == seat and not tile.safe)
    return sum(state.tile_set.value(tile.tile) for tile in tiles)


def kept_after(rack: tuple[Tile, ...], act: Act) -> Counter[Tile]:
    """What is left of a rack."""
    used = act.tiles() if isinstance(act, Play) else act.tiles if isinstance(act, Exchange) else ()
    return Counter(rack) - Counter(used)
