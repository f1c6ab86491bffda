"""Judge a play before it is made: does it fit, what does it score, which words are invalid.

``flow.moves`` makes plays; ``placement`` and ``scoring`` do the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.rack import check_rack_holds
from games.rules.equipment.tiles import Face, TileSet
from games.rules.equipment.word_lookup import AllowedWords, WordLookup
from games.rules.plays.acts import Play, PlayedLetter
from games.rules.plays.placement import FormedPlay, form_words
from games.rules.plays.scoring import PlayScore
from games.rules.positions.state import GameState


class PlayJudgement(NamedTuple):
    """The words that a play forms and its score."""

    formation: FormedPlay
    score: PlayScore


def judge_play(state: GameState, seat: int, play: Play) -> PlayJudgement:
    """Return the words and the score of a play, regardless of whose turn it is.

    Raises NotAllowedError if the play does not fit the board or its tiles are not on the rack.
    """
    _verify_faces(state, play)
    formation = form_words(state.board, state.layout, play, state.options.placement)
    check_rack_holds(state.seats[seat].rack, play.tiles())
    return PlayJudgement(
        formation, state.variant.score_play(state.get_scoring_context(seat), formation)
    )


def preview_score(state: GameState, seat: int, play: Play, lexicon: WordLookup | None) -> PlayScore:
    """Return what a play would score.

    Invalid words are revealed only if submitting the play would reveal them as well.
    """
    formation, score = judge_play(state, seat, play)
    if lexicon is None or not state.options.challenge.reveals_invalid_words:
        return score
    words = AllowedWords(lexicon, state.allowed_words)
    return replace(score, invalid_words=find_invalid_words(formation, words, state.tile_set))


def find_invalid_words(
    formation: FormedPlay, lexicon: WordLookup, tile_set: TileSet
) -> tuple[str, ...]:
    """Return the words of a play that are not valid, in the order in which they are listed."""
    return tuple(map("".join, list_invalid_words(formation, lexicon, tile_set)))


def list_invalid_words(
    formation: FormedPlay, lexicon: WordLookup, tile_set: TileSet
) -> tuple[tuple[Face, ...], ...]:
    """Return the same words as the faces of their tiles, each once."""
    words = (tuple(word.faces) for word in formation.words)
    return tuple(
        dict.fromkeys(word for word in words if not is_valid_word(word, lexicon, tile_set))
    )


def is_valid_word(faces: Sequence[Face], lexicon: WordLookup, tile_set: TileSet) -> bool:
    """Return whether these tiles form a word: it is in the dictionary and uses the required
    tiles.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> words, spanish = {("P", "E", "RR", "O"), ("P", "E", "R", "R", "O")}, load_tile_set("es")
    >>> is_valid_word(("P", "E", "RR", "O"), words, spanish)
    True
    >>> is_valid_word(("P", "E", "R", "R", "O"), words, spanish)
    False
    """
    return tuple(faces) in lexicon and not tile_set.has_split_pair(faces)


def _verify_faces(state: GameState, play: Play) -> None:
    """Check that every letter belongs to the tile set and that no blank represents a forbidden
    letter."""
    tile_set = state.tile_set
    letters = [letter for letter in play.letters if isinstance(letter, PlayedLetter)]
    unknown = tuple(x.face for x in letters if x.face not in tile_set.values)
    if unknown:
        raise NotAllowedError("tiles.unknown_face", f"not in this set: {unknown}", words=unknown)
    never = tuple(x.face for x in letters if x.blank and x.face in tile_set.never_blank)
    if never:
        raise NotAllowedError("tiles.never_blank", f"a blank cannot be {never}", words=never)
