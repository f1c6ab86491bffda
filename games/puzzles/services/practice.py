"""Practice puzzles: one after another, none repeated, and none before its day."""

from datetime import date

from django.db.models import Exists, OuterRef, Q

from games.players.models import Player
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleKind
from lexicon.terms.alphabets import get_main_language
from scrabble_site.shared.refusals import NotFound


def find_next_puzzle(
    variant: str, language: str, kind: str, player: Player | None, today: date
) -> Puzzle:
    """Return a puzzle that this player has not finished. Raises ``NotFound`` if none is left."""
    if kind not in PuzzleKind.values:
        raise NotFound("puzzle.unknown")
    found = Puzzle.objects.filter(variant=variant, language=language, kind=kind)
    of_day = DailyPuzzle.objects.filter(puzzle=OuterRef("pk"))
    found = found.filter(Q(for_days=False) | Exists(of_day.filter(day__lt=today)))
    found = found.exclude(Exists(of_day.filter(day=today)))
    if player is not None:
        done = PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), player=player)
        found = found.exclude(Exists(done.exclude(status=PuzzleAttempt.Status.OPEN)))
    puzzle = found.order_by("pk").first()
    if puzzle is None:
        raise NotFound("puzzle.none_left")
    return puzzle


LATEST_GAMES = 200
"""Number of running games, and of finished ones, that show what a player plays."""


def list_played_variants(player: Player) -> frozenset[tuple[str, str]]:
    """Return the variants and languages that the player has recently played or tried puzzles of."""
    kinds = "game__room__variant", "game__room__lexicon__language"
    held: set[tuple[str, str]] = set()
    for over in (False, True):
        rows = player.held_seats.filter(game_over=over).order_by("-id").values_list(*kinds)
        held.update(rows[:LATEST_GAMES])
    tried = PuzzleAttempt.objects.filter(player=player).values_list(
        "puzzle__variant", "puzzle__language"
    )
    pairs = {*held, *tried.distinct()}
    return frozenset((variant, get_main_language(language)) for variant, language in pairs)
