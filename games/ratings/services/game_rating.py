"""Rates a game when it ends, in the same transaction.

The order of a ladder's games is the order in which they took its lock, stored as
``RatedGame.number``. Games that end at the same moment are rated one after the other, and a recount
(:mod:`games.ratings.services.rating_recount`) follows the same order.
"""

from typing import Any
from uuid import UUID

from games.play.models import Game
from games.ratings.models import Ladder, PairWeight, RatedGame, Rating, RatingChange
from games.ratings.services.departing import has_departed
from games.ratings.services.game_weights import (
    LONGEST_WINDOW,
    AllowanceUse,
    UsedAllowances,
    sort_pair,
)
from games.ratings.services.ladder_book import (
    LadderBook,
    LadderEntry,
    RatedResult,
    build_rated_result,
    describe_kept_rating,
    is_ratable,
)
from games.ratings.services.ladders import get_ladder_key, get_or_create_ladder, lock_ladder
from games.ratings.services.rating_scale import NEWCOMER, Strength

STRENGTH = ("mu", "sigma", "games")
"""The columns of ``Rating`` that a game changes."""


def show_ratings_at_table(game: Game, **_signal: Any) -> None:
    """Store everyone's current rating with the game when it is dealt, to be shown at the table."""
    if not game.rated:
        return
    players = list(game.holders.values_list("player", flat=True))
    ladder = get_or_create_ladder(get_ladder_key(game.room))
    known = {row.player_id: row for row in ladder.ratings.filter(player__in=players)}
    strengths = {player: _get_strength(known.get(player)) for player in players}
    _show_at_table(game, {str(player): {"before": str(one)} for player, one in strengths.items()})


def rate_ended_game(game: Game, **_signal: Any) -> None:
    """Rate a game that has just ended, once and only if it counts."""
    if not is_ratable(game):
        return
    result = build_rated_result(game)
    # Fewer than two sides have moved, so the table shows that ratings stay as they were.
    if not result.counts:
        _show_at_table(
            game,
            {who: describe_kept_rating(rating["before"]) for who, rating in game.ratings.items()},
        )
        return
    ladder = lock_ladder(get_or_create_ladder(get_ladder_key(game.room)))
    # Checked under the lock, so that a game that ends twice at once is rated once.
    if RatedGame.objects.filter(game=game).exists():
        return
    # Read after the lock is held: another game may have changed these ratings in the meantime.
    seated = [player for side in result.sides for player in side]
    rows = {row.player_id: row for row in ladder.ratings.filter(player__in=seated)}
    strengths = {player: _get_strength(row) for player, row in rows.items()}
    entry = LadderBook(strengths, _load_used_allowances(rows, result)).enter(result)
    ladder.games += 1
    ladder.save(update_fields=["games"])
    rated = RatedGame.objects.create(game=game, ladder=ladder, number=ladder.games)
    _write_entry(ladder, rated, rows, entry)
    _show_at_table(game, entry.shown_ratings)


def _load_used_allowances(rows: dict[UUID, Rating], result: RatedResult) -> UsedAllowances:
    """Load what these players have used of their allowances within the longest window."""
    known = UsedAllowances()
    met = PairWeight.objects.filter(
        first__in=rows.values(),
        second__in=rows.values(),
        rated_game__game__ended_at__gt=result.at - LONGEST_WINDOW,
    )
    fields = ("first__player", "second__player", "rated_game__game__ended_at", "weight")
    for one, other, at, weight in met.order_by("rated_game__number").values_list(*fields):
        known.spent[sort_pair(one, other)].append(AllowanceUse(at, weight))
    return known


def _get_strength(row: Rating | None) -> Strength:
    return Strength(row.mu, row.sigma, row.games) if row else NEWCOMER


def _write_entry(
    ladder: Ladder, rated: RatedGame, rows: dict[UUID, Rating], entry: LadderEntry
) -> None:
    for change in entry.changes:
        row = rows.get(change.player)
        if row is None:
            new: dict[str, Any] = dict(zip(STRENGTH, change.after, strict=True))
            # The account may have been deleted during the game.
            departed = has_departed(change.player)
            # The player's first rated game on this ladder.
            row = Rating.objects.create(
                ladder=ladder, player_id=change.player, departed=departed, **new
            )
        else:
            row.mu, row.sigma, row.games = change.after
            row.save(update_fields=STRENGTH)
        rows[change.player] = row
        RatingChange.objects.create(
            rating=row,
            rated_game=rated,
            number=row.games,
            place=change.place,
            mu=row.mu,
            sigma=row.sigma,
            weight=change.weight,
        )
    PairWeight.objects.bulk_create(
        PairWeight(rated_game=rated, first=rows[first], second=rows[second], weight=weight)
        for (first, second), weight in entry.pair_weights.items()
    )


def _show_at_table(game: Game, ratings: dict[str, Any]) -> None:
    game.ratings = ratings
    game.save(update_fields=["ratings"])
