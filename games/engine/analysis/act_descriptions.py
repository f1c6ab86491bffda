"""Acts in the form of the report: notation, words, leave, and points stolen."""

from collections import Counter
from collections.abc import Iterable

from games.engine.analysis.report import AnalysedAct, TileTheft
from games.engine.engine import Survey, get_placement
from games.engine.kernel_position import KernelPosition
from games.engine.kernels import arrays
from games.rules.equipment.rack import remove_tiles
from games.rules.equipment.tiles import Tile, tile_sort_key
from games.rules.flow.game import GameState, preview_score
from games.rules.plays.acts import Act, Exchange, Play
from games.rules.plays.scoring import PlayScore

MAX_BINGOS = 20


def describe_act(state: GameState, seat: int, act: Act, equity: float) -> AnalysedAct:
    """Describe an act of a turn; so far its equity is the only evaluation."""
    tile_set, rack = state.tile_set, state.seats[seat].rack
    equity = round(equity, 2)
    if isinstance(act, Exchange):
        tiles = tuple(sorted(act.tiles, key=tile_sort_key))
        leave = format_rack(state, remove_tiles(rack, act.tiles))
        return AnalysedAct("exchange", 0, equity, tiles=tile_set.write(tiles), leave=leave)
    if not isinstance(act, Play):
        return AnalysedAct("pass", 0, equity, leave=format_rack(state, rack))
    score = preview_score(state, seat, act, None)
    position, letters = act.write(tile_set)
    return AnalysedAct(
        "play",
        score.total,
        equity,
        position=position,
        tiles=letters,
        word=score.words[0].word,
        words=tuple(word.word for word in score.words),
        leave=format_rack(state, remove_tiles(rack, act.tiles())),
        bingo=state.variant.is_bingo(len(act.tiles())),
        theft=_describe_theft(state, act, score),
    )


def find_likeliest(survey: Survey, limit: int, made: int) -> list[int]:
    """Return the indices of the ``limit`` best acts by equity, counting equivalent spellings once.

    Which of two equal letters is the blank does not matter unless it changes the score. Of
    equivalent plays the one actually made is chosen.
    """
    chosen: dict[object, int] = {}
    own = get_placement(survey[made].act) if made >= 0 else None
    worth = float(survey.ranked.equities[made]) if made >= 0 else 0.0
    for index in range(len(survey)):
        if len(chosen) == limit:
            break
        placed = get_placement(survey[index].act)
        if placed in chosen:
            continue
        is_own = placed == own and float(survey.ranked.equities[index]) == worth
        chosen[placed] = made if is_own else index
    return list(chosen.values())


def find_equivalent(survey: Survey, wanted: int, indices: Iterable[int]) -> int:
    """Return the first of ``indices`` that is another spelling of an act, or else the act."""
    placed = get_placement(survey[wanted].act)
    return next((index for index in indices if get_placement(survey[index].act) == placed), wanted)


def _describe_theft(state: GameState, act: Play, score: PlayScore) -> TileTheft | None:
    if not state.variant.scoring.owned_tiles:
        return None
    placed = {square: letter.tile for square, letter in act.placed()}
    safe = sum(
        state.tile_set.value(placed[square] if square in placed else state.board[square].tile)
        for square in score.safe_squares
    )
    return TileTheft(score.placed, score.stolen, safe)


def format_rack(state: GameState, tiles: Iterable[Tile]) -> str:
    """Write tiles in alphabetical order, blanks last."""
    return state.tile_set.write(tuple(sorted(tiles, key=tile_sort_key)))


def find_bingos(survey: Survey) -> tuple[str, ...]:
    """Return the main words of the bingos in this position, each once, best equity first."""
    words: dict[str, None] = {}
    for index in survey.bingos():
        packed, meta = (int(part) for part in survey.ranked.acts[index])
        words[_main_word(survey.position, packed, meta)] = None
        if len(words) == MAX_BINGOS:
            break
    return tuple(words)


def _main_word(position: KernelPosition, packed: int, meta: int) -> str:
    width = position.side + 2
    direction = int(arrays.unpack_kind(meta))
    base = (direction * width + int(arrays.unpack_line(meta))) * width + int(
        arrays.unpack_start(meta)
    )
    length = (meta >> arrays.LENGTH_SHIFT) & arrays.LENGTH_MASK
    faces = []
    for tile in position.field.tiles[base : base + length]:
        code = int(tile)
        if not code:
            code, packed = packed & 0xFF, packed >> arrays.BYTE
        faces.append(position.alphabet[(code & arrays.CODE_MASK) - 1])
    return "".join(faces)


def find_most_stolen(survey: Survey) -> int:
    """Return the most points that any play here steals, among the ``MAX_THEFTS`` best acts."""
    state, seat = survey.position.state, survey.position.seat
    if not state.variant.scoring.owned_tiles:
        return 0
    most = 0
    for found in survey.first(MAX_THEFTS):
        if isinstance(found.act, Play):
            most = max(most, preview_score(state, seat, found.act, None).stolen)
    return most


MAX_THEFTS = 60


def count_stealable_points(state: GameState, seat: int) -> int:
    """Return the points of a seat's tiles that are not safe."""
    if not state.variant.scoring.owned_tiles:
        return 0
    tiles = (tile for _, tile in state.board.items() if tile.owner == seat and not tile.safe)
    return sum(state.tile_set.value(tile.tile) for tile in tiles)


def compute_leave(rack: tuple[Tile, ...], act: Act) -> Counter[Tile]:
    """Return the tiles that remain on a rack after an act."""
    used = act.tiles() if isinstance(act, Play) else act.tiles if isinstance(act, Exchange) else ()
    return Counter(rack) - Counter(used)
