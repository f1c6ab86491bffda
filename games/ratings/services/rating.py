"""Rating a game when it ends, in the transaction that ends it.

The order of a ladder's games is the order in which they took its lock, written down as
``RatedGame.number``: games that end at the same moment are rated one after the other, and the
recount (:mod:`games.ratings.services.recount`) takes them in the same order.
"""

from typing import Any
from uuid import UUID

from games.play.models import Game
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from games.ratings.services.book import Book, Change, counts, places_in, sides_of, tell_change
from games.ratings.services.ladders import find_ladder, key_of, lock_ladder
from games.ratings.services.scale import NEWCOMER, Strength


def note_strengths(game: Game, **_said: Any) -> None:
    """Show at the table what everybody's rating is, from the deal on."""
    if not game.rated:
        return
    players = list(game.holders.values_list("player", flat=True))
    ladder = find_ladder(key_of(game.room))
    known = {row.player_id: row for row in ladder.ratings.filter(player__in=players)}
    strengths = {player: _strength(known.get(player)) for player in players}
    _show(game, {str(player): {"before": str(one)} for player, one in strengths.items()})


def rate_ended(game: Game, **_said: Any) -> None:
    """Rate a game that has just ended; once, and only if it counts."""
    if not counts(game):
        return
    ladder = lock_ladder(find_ladder(key_of(game.room)))
    if RatedGame.objects.filter(game=game).exists():
        return
    sides = sides_of(game)
    seated = [player for side in sides for player in side]
    rows = {row.player_id: row for row in ladder.ratings.filter(player__in=seated)}
    book = Book({player: _strength(row) for player, row in rows.items()})
    changes = book.enter(sides, places_in(game))
    ladder.games += 1
    ladder.save(update_fields=["games"])
    rated = RatedGame.objects.create(game=game, ladder=ladder, number=ladder.games)
    _write(ladder, rated, rows, changes)
    _show(game, {str(change.player): dict(tell_change(change)) for change in changes})


def _strength(row: Rating | None) -> Strength:
    return Strength(row.mu, row.sigma, row.games) if row else NEWCOMER


def _write(
    ladder: Ladder, rated: RatedGame, rows: dict[UUID, Rating], changes: list[Change]
) -> None:
    for change in changes:
        row = rows.get(change.player) or Rating(ladder=ladder, player_id=change.player)
        row.mu, row.sigma, row.games = change.after
        row.save()
        RatingChange.objects.create(
            rating=row,
            rated_game=rated,
            number=row.games,
            place=change.place,
            mu=row.mu,
            sigma=row.sigma,
        )


def _show(game: Game, told: dict[str, Any]) -> None:
    game.ratings = told
    game.save(update_fields=["ratings"])
