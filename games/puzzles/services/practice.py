"""Puzzles beyond those of the day: one after another, none twice and none before its day."""

from datetime import date

from django.db.models import Exists, OuterRef, Q

from games.common.refusals import Missing
from games.players.models import Player
from games.puzzles.models import Attempt, Daily, Kind, Puzzle
from lexicon.alphabets import main_language


def find_next(variant: str, language: str, kind: str, player: Player | None, today: date) -> Puzzle:
    """One that this player is not done with; raises Missing when there is none."""
    if kind not in Kind.values:
        raise Missing("puzzle.unknown")
    found = Puzzle.objects.filter(variant=variant, language=language, kind=kind)
    of_day = Daily.objects.filter(puzzle=OuterRef("pk"))
    found = found.filter(Q(for_days=False) | Exists(of_day.filter(day__lt=today)))
    found = found.exclude(Exists(of_day.filter(day=today)))
    if player is not None:
        done = Attempt.objects.filter(puzzle=OuterRef("pk"), player=player)
        found = found.exclude(Exists(done.exclude(status=Attempt.Status.OPEN)))
    puzzle = found.order_by("pk").first()
    if puzzle is None:
        raise Missing("puzzle.none_left")
    return puzzle


def ladders_of(player: Player) -> frozenset[tuple[str, str]]:
    """The games and languages somebody has played, or tried puzzles of."""
    held = player.held_seats.order_by().values_list(
        "game__room__variant", "game__room__lexicon__language"
    )
    tried = Attempt.objects.filter(player=player).values_list("puzzle__variant", "puzzle__language")
    pairs = {*held.distinct(), *tried.distinct()}
    return frozenset((variant, main_language(language)) for variant, language in pairs)
