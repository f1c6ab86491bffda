"""The racks of duplicate games in every format and tile set, checked against all lawful racks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.duplicate.game import (
    DuplicateEnd,
    DuplicateState,
    make_best_play,
)
from games.rules.equipment.board import Board
from games.rules.equipment.squares import PlayPosition
from games.rules.equipment.tiles import (
    BLANK,
    LetterTile,
    Tile,
    TileSet,
    load_tile_set,
    tile_set_codes,
    tile_sort_key,
)
from games.rules.plays.acts import Play, PlayedLetter

STRICT_TURNS = 15
SIDES = ({"vowel"}, {"consonant"}, {"vowel", "consonant"})


@dataclass(frozen=True)
class Turn:
    """A turn that is about to end: the play that is made, and every tile that is left after it."""

    state: DuplicateState
    play: Play
    left: Counter[Tile]


def list_sides(tile_set: TileSet, tile: Tile) -> set[str]:
    """Return what a tile may count as."""
    if not isinstance(tile, LetterTile):
        return {"vowel", "consonant"}
    named = (("vowel", tile_set.vowels), ("consonant", tile_set.consonants))
    return {name for name, faces in named if tile.face in faces}


def is_lawful(tile_set: TileSet, rack: Iterable[Tile], least: int) -> bool:
    """Try everything that each tile of a rack may count as."""
    choices = product(*(sorted(list_sides(tile_set, tile)) for tile in rack))
    return any(one.count("vowel") >= least and one.count("consonant") >= least for one in choices)


def allows_lawful_rack(state: DuplicateState, left: Counter[Tile], least: int) -> bool:
    """Return whether any rack that the format can draw from these tiles is lawful.

    Tiles that count as the same are the same here: only how many of each are drawn is tried.
    """
    joker = state.options.format is DuplicateFormat.JOKER
    letters = [tile for tile in left.elements() if tile != BLANK]
    blanks = min(left[BLANK], 1) if joker else left[BLANK]
    size = min(state.options.format.rack_size, len(letters) + blanks)
    piles = [[tile for tile in letters if list_sides(state.tile_set, tile) == one] for one in SIDES]
    piles.append([BLANK] * blanks)
    for counts in product(*(range(min(len(pile), size) + 1) for pile in piles)):
        if sum(counts) != size or (joker and counts[-1] != blanks):
            continue
        rack = [tile for pile, count in zip(piles, counts, strict=True) for tile in pile[:count]]
        if is_lawful(state.tile_set, rack, least):
            return True
    return False


def count_as(tile_set: TileSet, tile: Tile) -> str:
    return "blank" if tile == BLANK else "/".join(sorted(list_sides(tile_set, tile)))


@st.composite
def turns(draw: st.DrawFn, format_: DuplicateFormat) -> Turn:
    """Few vowels or few consonants are left, and some of the tiles stay on the rack."""
    tile_set = load_tile_set(draw(st.sampled_from(tile_set_codes())))
    blank = draw(st.booleans())
    first = draw(st.sampled_from(tile_set.blank_faces))
    second = draw(st.sampled_from(sorted(tile_set.faces)))
    assume(not tile_set.has_split_pair((first, second)))
    play = Play(PlayPosition.parse("8H"), (PlayedLetter(first, blank), PlayedLetter(second)))
    piles: dict[str, list[Tile]] = {}
    for tile in tile_set.all_tiles():
        piles.setdefault(count_as(tile_set, tile), []).append(tile)
    plenty = draw(st.sampled_from(("vowel", "consonant")))
    left: list[Tile] = []
    for kind, pile in piles.items():
        least, most = (4, 12) if kind == plenty else (0, 2)
        left += pile[: draw(st.integers(least, most))]
    order = draw(st.permutations(left))
    kept = order[: draw(st.integers(0, format_.rack_size - 2))]
    bag = order[len(kept) :]
    joker = format_ is DuplicateFormat.JOKER
    if joker and blank:
        assume(BLANK not in kept)
    elif joker:
        assume(kept.count(BLANK) <= 1)
    state = DuplicateState(
        "scrabble",
        tile_set.code,
        "standard",
        DuplicateOptions(format_),
        Board(),
        rack=tuple(sorted((*play.tiles(), *kept), key=tile_sort_key)),
        bag=tuple(sorted(bag, key=tile_sort_key)),
        turn=draw(st.sampled_from((1, STRICT_TURNS - 1, STRICT_TURNS, 30))),
        shuffles=draw(st.integers(0, 999)),
    )
    after = Counter(left)
    if joker and blank and LetterTile(first) in bag:
        after = after - Counter([LetterTile(first)]) + Counter([BLANK])
    return Turn(state, play, after)


@pytest.mark.parametrize("format_", list(DuplicateFormat))
@given(st.data())
def test_no_rack_breaks_the_vowel_rule_while_a_lawful_one_exists(
    format_: DuplicateFormat, data: st.DataObject
) -> None:
    """The game ends exactly when there is none by the weaker rule, blanks aside."""
    turn = data.draw(turns(format_))
    after = make_best_play(turn.state, turn.play, bytes(32))
    tile_set = after.tile_set
    pairs = permutations((tile for tile in turn.left.elements() if tile != BLANK), 2)
    if not turn.left:
        assert after.end is DuplicateEnd.NO_TILES
        return
    if not any(is_lawful(tile_set, pair, 1) for pair in pairs):
        assert after.end is DuplicateEnd.NO_BALANCE
        return
    assert after.end is None
    assert Counter((*after.rack, *after.bag)) == turn.left
    strict = after.turn <= STRICT_TURNS and allows_lawful_rack(after, turn.left, 2)
    assert is_lawful(tile_set, after.rack, 2 if strict else 1)
    if format_ is not DuplicateFormat.JOKER:
        assert len(after.rack) == min(format_.rack_size, turn.left.total())
    else:
        letters = turn.left.total() - turn.left[BLANK]
        blanks = min(1, turn.left[BLANK])
        assert after.rack.count(BLANK) == blanks
        assert len(after.rack) == min(7, letters + blanks)
