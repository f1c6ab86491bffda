"""Data about ended games, in one world and in another.

It consists of analyses of games that their owners have not shared, answers to puzzles that the
viewer has not finished, and other people's attempts at them.
"""

from uuid import UUID, uuid4

from django.db.models import F

from games.analysis.models import AnalysedTurn, Analysis
from games.players.models import Player
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt
from games.uploads.models import UploadedGame
from lexicon.models import Lexicon
from tests.play.conftest import NOON
from tests.puzzles.handmade_puzzles import keep
from tests.worlds.study_data import LATER


def add_analyses(lexicon: Lexicon) -> None:
    """Add a cancelled analysis of each uploaded game, and a puzzle that everyone has tried.

    It is the puzzle of the day, since programs may read the solutions of earlier days.
    """
    (puzzle,) = keep(lexicon)
    Puzzle.objects.update(record=uuid4())
    DailyPuzzle.objects.create(
        variant=puzzle.variant, language=puzzle.language, day=NOON.date(), puzzle=puzzle
    )
    for upload in UploadedGame.objects.all():
        PuzzleAttempt.objects.create(player=upload.owner, puzzle=puzzle, tries=1, began_at=NOON)
        analysis = Analysis.objects.create(
            record_id=upload.pk, level="quick", state="cancelled", asker=upload.owner, asked_at=NOON
        )
        AnalysedTurn.objects.create(analysis=analysis, number=1, report={})


def change_analyses(mine: UUID | None) -> None:
    """Replace what others requested, tried and received, and results not yet delivered."""
    Puzzle.objects.update(answers=[["1A", "ZO"]], best=[], worth=F("worth") + 9, record=uuid4())
    attempts = PuzzleAttempt.objects.exclude(player=mine)
    attempts.update(
        status="solved",
        tries=7,
        hints=2,
        step=2,
        line=[{"kind": "pass"}],
        last_try={"kind": "pass"},
    )
    attempts.update(on_day=LATER.date(), began_at=LATER, ended_at=LATER)
    private = UploadedGame.objects.exclude(owner=mine).filter(shared=False)
    analyses = Analysis.objects.filter(record_id__in=private.values("pk"))
    analyses.update(level="thorough", state="done", report={"odd": 1}, version=9, turns=7)
    analyses.update(asker=Player.objects.get(nickname="Cobalt"), asked_at=LATER, done_at=LATER)
    analyses.update(asked_from="0123456789abcdef", read_at=LATER)
    analyses.update(holder="elsewhere", claimed_until=LATER, failures=2)
    AnalysedTurn.objects.filter(analysis__in=analyses).update(number=2, report={"odd": 1})
