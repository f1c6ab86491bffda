"""What is known of games that are over, in one world and in another: analyses of games that their
owners have not shared, answers to puzzles nobody is done with, and what others have tried there."""

from uuid import UUID, uuid4

from django.db.models import F

from games.analysis.models import AnalysedTurn, Analysis
from games.players.models import Player
from games.puzzles.models import Attempt, Puzzle
from games.uploads.models import Upload
from lexicon.models import Lexicon
from tests.play.conftest import NOON
from tests.puzzles.made import keep
from tests.worlds.studies import LATER


def give_insights(lexicon: Lexicon) -> None:
    """An analysis of each uploaded game, called off; one puzzle at which everybody has tried."""
    (puzzle,) = keep(lexicon)
    Puzzle.objects.update(record=uuid4())
    for upload in Upload.objects.all():
        Attempt.objects.create(player=upload.owner, puzzle=puzzle, tries=1, began_at=NOON)
        analysis = Analysis.objects.create(
            record_id=upload.pk, level="quick", state="cancelled", asker=upload.owner, asked_at=NOON
        )
        AnalysedTurn.objects.create(analysis=analysis, number=1, told={})


def change_insights(mine: UUID | None) -> None:
    """What others asked, tried and were told, and what nobody was told yet."""
    Puzzle.objects.update(answers=[["1A", "ZO"]], best=[], worth=F("worth") + 9, record=uuid4())
    attempts = Attempt.objects.exclude(player=mine)
    attempts.update(status="solved", tries=7, hints=2, step=2, line=[{"kind": "pass"}])
    attempts.update(on_day=LATER.date(), began_at=LATER, ended_at=LATER)
    private = Upload.objects.exclude(owner=mine).filter(shared=False)
    analyses = Analysis.objects.filter(record_id__in=private.values("pk"))
    analyses.update(level="thorough", state="done", report={"odd": 1}, version=9, turns=7)
    analyses.update(asker=Player.objects.get(nickname="Cobalt"), asked_at=LATER, done_at=LATER)
    analyses.update(holder="elsewhere", claimed_until=LATER, failures=2)
    AnalysedTurn.objects.filter(analysis__in=analyses).update(number=2, told={"odd": 1})
