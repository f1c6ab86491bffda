"""Hand-made puzzles over the small dictionary, whose answers are known."""

from games.puzzles.models import Puzzle, PuzzleKind
from games.puzzles.services.puzzle_sources import save_puzzles
from games.puzzles.terms.candidates import CandidatePlay, PuzzleCandidate
from games.puzzles.terms.puzzle_positions import mask_for_seat
from games.rules.flow.game import GameState, preview_score
from games.rules.plays.acts import Play
from lexicon.models import Lexicon
from tests.rules.positions import table

BOARD = (("8F", "RAVEN"),)
BEST, GOOD, POOR = ("9G", "IONIZES"), ("9I", "NIZ"), ("9G", "IO")
PHONY = ("9I", "NZ")
LINE, NATURAL, WORTH = (("9H", "OX"), ("7I", "ZE")), ("9G", "ZOX"), 69.0
"""The plays of the best line, the play that looks best at first, and the points won by the line."""


def make_candidate(kind: PuzzleKind = PuzzleKind.BEST) -> PuzzleCandidate:
    """Return a puzzle where IONIZES below RAVEN is best,
    NIZ is worth 20 less, and IO has no value."""
    state = mask_for_seat(
        table("IONIZES", "ABCDEFG", board=BOARD, bag="QUIXOTRY", scores=(41, 57)), 0
    )
    plays = (_rated_play(state, *BEST, 90.0), _rated_play(state, *GOOD, 70.0))
    return PuzzleCandidate(kind, state, 0, plays, (BEST,), 90.0, 1)


def make_endgame() -> PuzzleCandidate:
    """Return an endgame: OX keeps a place for ZE whatever the opponent does. ZOX scores more at
    once but less in the end."""
    state = mask_for_seat(table("ZEXO", "AIV", board=BOARD, scores=(41, 57)), 0)
    plays = (_rated_play(state, *LINE[0], WORTH), _rated_play(state, *NATURAL, WORTH - 15))
    return PuzzleCandidate(PuzzleKind.ENDGAME, state, 0, plays, (LINE[0],), WORTH, 1)


def keep(lexicon: Lexicon, *candidates: PuzzleCandidate) -> list[Puzzle]:
    """Store the puzzles and return them in this order."""
    assert lexicon.current_revision is not None
    made = []
    for candidate in candidates or (make_candidate(),):
        before = set(Puzzle.objects.values_list("pk", flat=True))
        save_puzzles([candidate], lexicon.current_revision)
        made.append(Puzzle.objects.exclude(pk__in=before).get())
    return made


def _rated_play(state: GameState, position: str, tiles: str, value: float) -> CandidatePlay:
    score = preview_score(state, 0, Play.read(position, tiles, state.tile_set), None)
    return CandidatePlay(
        position, tiles, tuple(one.word for one in score.words), score.total, value
    )
