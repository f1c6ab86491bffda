"""Puzzles made by hand over the small dictionary: where the answer lies is known."""

from games.puzzles.cuttings import Candidate, Cutting
from games.puzzles.models import Kind, Puzzle
from games.puzzles.positions import see_as
from games.puzzles.services.quarries import keep_puzzles
from games.rules.game import GameState, preview
from games.rules.moves import Play
from lexicon.models import Lexicon
from tests.rules.positions import table

BOARD = (("8F", "RAVEN"),)
BEST, GOOD, POOR = ("9G", "IONIZES"), ("9I", "NIZ"), ("9G", "IO")
PHONY = ("9I", "NZ")
LINE, NATURAL, WORTH = (("9H", "OX"), ("7I", "ZE")), ("9G", "ZOX"), 69.0
"""The plays of the best line, what one would play without looking ahead, and the points won."""


def make_cutting(kind: Kind = Kind.BEST) -> Cutting:
    """IONIZES below RAVEN is to be found; NIZ is worth 20 less, IO nobody has counted."""
    state = see_as(table("IONIZES", "ABCDEFG", board=BOARD, bag="QUIXOTRY", scores=(41, 57)), 0)
    told = (_tell(state, *BEST, 90.0), _tell(state, *GOOD, 70.0))
    return Cutting(kind, state, 0, told, (BEST,), 90.0, 1)


def make_endgame() -> Cutting:
    """OX keeps a place for ZE, whatever the opponent does; ZOX scores more at once, but no more
    than that."""
    state = see_as(table("ZEXO", "AIV", board=BOARD, scores=(41, 57)), 0)
    told = (_tell(state, *LINE[0], WORTH), _tell(state, *NATURAL, WORTH - 15))
    return Cutting(Kind.ENDGAME, state, 0, told, (LINE[0],), WORTH, 1)


def keep(lexicon: Lexicon, *cuttings: Cutting) -> list[Puzzle]:
    """The puzzles as they are stored, in this order."""
    assert lexicon.current_revision is not None
    made = []
    for cutting in cuttings or (make_cutting(),):
        before = set(Puzzle.objects.values_list("pk", flat=True))
        keep_puzzles([cutting], lexicon.current_revision)
        made.append(Puzzle.objects.exclude(pk__in=before).get())
    return made


def _tell(state: GameState, position: str, tiles: str, value: float) -> Candidate:
    score = preview(state, 0, Play.read(position, tiles, state.tile_set), None)
    return Candidate(position, tiles, tuple(one.word for one in score.words), score.total, value)
