"""Judging a play before it is made: does it fit, what is it worth, which words are not good.

``playing`` makes plays; ``placement`` and ``scoring`` do the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.rules.errors import UnlawfulError
from games.rules.lexicon import Lexicon
from games.rules.moves import Play, PlayedLetter
from games.rules.placement import Formation, form_words
from games.rules.rack import check_holds
from games.rules.scoring import PlayScore
from games.rules.state import GameState
from games.rules.tiles import Face, TileSet


class Judgement(NamedTuple):
    formation: Formation
    score: PlayScore


def judge(state: GameState, seat: int, play: Play) -> Judgement:
    """The words and the score of a play, whoever's turn it is; raises where it cannot lie."""
    _verify_faces(state, play)
    formation = form_words(state.board, state.layout, play, state.options.placement)
    check_holds(state.seats[seat].rack, play.tiles())
    bingo = len(formation.placed) == state.variant.rack_size
    return Judgement(formation, state.variant.scoring.score(state.ground(seat), formation, bingo))


def preview(state: GameState, seat: int, play: Play, lexicon: Lexicon | None) -> PlayScore:
    """What a play would score. Bad words are told only where submission would tell them."""
    formation, score = judge(state, seat, play)
    if lexicon is None or not state.options.challenge.judges_at_once:
        return score
    return replace(score, invalid_words=bad_words(formation, lexicon, state.tile_set))


def bad_words(formation: Formation, lexicon: Lexicon, tile_set: TileSet) -> tuple[str, ...]:
    return tuple(
        "".join(word.faces)
        for word in formation.words
        if not is_good(word.faces, lexicon, tile_set)
    )


def is_good(faces: Sequence[Face], lexicon: Lexicon, tile_set: TileSet) -> bool:
    """Whether these tiles are a word: in the dictionary, and laid as the edition wants it."""
    return tuple(faces) in lexicon and not tile_set.splits_pair(faces)


def _verify_faces(state: GameState, play: Play) -> None:
    """Every letter belongs to the set, and no blank stands for a letter it may not be."""
    tile_set = state.tile_set
    letters = [letter for letter in play.letters if isinstance(letter, PlayedLetter)]
    unknown = tuple(x.face for x in letters if x.face not in tile_set.values)
    if unknown:
        raise UnlawfulError("tiles.unknown_face", f"not in this set: {unknown}", words=unknown)
    never = tuple(x.face for x in letters if x.blank and x.face in tile_set.never_blank)
    if never:
        raise UnlawfulError("tiles.never_blank", f"a blank cannot be {never}", words=never)
