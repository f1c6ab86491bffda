"""Counting the ratings anew from the records of the games, and comparing.

Games that were rated keep their order (``RatedGame.number``); any that should have been and were
not come after them, by the time they ended and their id. One ladder is one transaction under its
lock, so a site may recount while games are played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isclose
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from games.play.models import Game
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from games.ratings.services.book import Book, Change, counts, places_in, sides_of, tell_change
from games.ratings.services.ladders import Key, find_ladder, key_of, lock_ladder
from games.ratings.services.scale import Strength

NEARLY = 1e-6
"""Figures that differ by less are equal: machines round their last digits differently."""


@dataclass
class Count:
    """A ladder as the records have it: its games in order, and what each changed."""

    games: list[Game] = field(default_factory=list)
    changes: list[list[Change]] = field(default_factory=list)
    book: Book = field(default_factory=Book)


def recount(*, write: bool) -> Iterator[str]:
    """Count every ladder anew. Yields what was stored otherwise, a line for each; with ``write``
    it is put right."""
    for key in sorted(_missing_ladders()):
        yield f"{' '.join(key)}: there is no such ladder yet"
        if write:
            find_ladder(key)
    for ladder in Ladder.objects.all():
        with transaction.atomic():
            locked = lock_ladder(ladder)
            count = _count(locked)
            differences = list(_compare(locked, count))
            if differences and write:
                _rewrite(locked, count)
        yield from differences


def _missing_ladders() -> set[Key]:
    """Ladders of games that should have been rated and were not."""
    games = _never_rated().select_related("room__lexicon").defer("state", "opening")
    there = {(one.variant, one.language, one.speed) for one in Ladder.objects.all()}
    return {key_of(game.room) for game in games.iterator() if counts(game)} - there


def _never_rated() -> QuerySet[Game]:
    return Game.objects.filter(rated=True, rated_as=None, status=Game.Status.OVER)


def _count(ladder: Ladder) -> Count:
    count = Count()
    for game in _games_of(ladder):
        count.games.append(game)
        count.changes.append(count.book.enter(sides_of(game), places_in(game)))
        game.state = None  # thousands of boards need not stay in memory
    return count


def _games_of(ladder: Ladder) -> Iterator[Game]:
    """The games that count on a ladder, in the order in which they do."""
    rated = Game.objects.filter(rated_as__ladder=ladder).order_by("rated_as__number")
    yield from filter(counts, rated.iterator())
    late = _never_rated().order_by("ended_at", "pk").select_related("room__lexicon")
    for game in late.iterator():
        if counts(game) and key_of(game.room) == (ladder.variant, ladder.language, ladder.speed):
            yield game


def _compare(ladder: Ladder, count: Count) -> Iterator[str]:
    """What the tables say otherwise than the count."""
    order = list(ladder.rated_games.order_by("number").values_list("game", "number"))
    if order != [(game.pk, number) for number, game in enumerate(count.games, 1)]:
        yield f"{ladder}: {len(order)} games are rated, {len(count.games)} count, or out of order"
    if ladder.games != len(count.games):
        yield f"{ladder}: counts {ladder.games} games, not {len(count.games)}"
    yield from _compare_ratings(ladder, count)
    yield from _compare_changes(ladder, count)


def _compare_ratings(ladder: Ladder, count: Count) -> Iterator[str]:
    stored = {row.player_id: Strength(row.mu, row.sigma, row.games) for row in ladder.ratings.all()}
    for player in sorted(stored.keys() | count.book.strengths.keys(), key=str):
        was, should = stored.get(player), count.book.strengths.get(player)
        if was is None or should is None or not _alike(was, should):
            yield f"{ladder}: player {player} is {_tell(was)}, should be {_tell(should)}"


def _compare_changes(ladder: Ladder, count: Count) -> Iterator[str]:
    rows = RatingChange.objects.filter(rated_game__ladder=ladder)
    fields = rows.values_list(
        "rated_game", F("rating__player"), "place", "mu", "sigma", "number"
    ).iterator()
    stored = {(game, player): (place, Strength(*after)) for game, player, place, *after in fields}
    for game, changes in zip(count.games, count.changes, strict=True):
        for change in changes:
            place, after = stored.pop((game.pk, change.player), (0, None))
            right = after is not None and place == change.place and _alike(after, change.after)
            if not right or game.ratings != _shown(changes):
                was = f"{_tell(after)}, place {place}"
                should = f"{_tell(change.after)}, place {change.place}"
                who = f"player {change.player}"
                yield f"{ladder}: game {game.pk}, {who}: {was}; should be {should}"
    for game_id, player in stored:
        yield f"{ladder}: game {game_id} changed player {player}, and should not have"


def _rewrite(ladder: Ladder, count: Count) -> None:
    """Put the count in the place of what is stored."""
    ladder.rated_games.all().delete()
    ladder.ratings.all().delete()
    ladder.games = len(count.games)
    ladder.save(update_fields=["games"])
    strengths = count.book.strengths
    ratings = {
        row.player_id: row
        for row in Rating.objects.bulk_create(
            Rating(ladder=ladder, player_id=player, mu=one.mu, sigma=one.sigma, games=one.games)
            for player, one in strengths.items()
        )
    }
    rated = RatedGame.objects.bulk_create(
        RatedGame(game=game, ladder=ladder, number=number)
        for number, game in enumerate(count.games, 1)
    )
    RatingChange.objects.bulk_create(
        RatingChange(
            rating=ratings[change.player],
            rated_game=row,
            number=change.after.games,
            place=change.place,
            mu=change.after.mu,
            sigma=change.after.sigma,
        )
        for row, changes in zip(rated, count.changes, strict=True)
        for change in changes
    )
    for game, changes in zip(count.games, count.changes, strict=True):
        Game.objects.filter(pk=game.pk).update(ratings=_shown(changes))


def _shown(changes: list[Change]) -> dict[str, Any]:
    return {str(change.player): dict(tell_change(change)) for change in changes}


def _alike(one: Strength, other: Strength) -> bool:
    near = (
        isclose(one.mu, other.mu, abs_tol=NEARLY),
        isclose(one.sigma, other.sigma, abs_tol=NEARLY),
    )
    return all(near) and one.games == other.games


def _tell(strength: Strength | None) -> str:
    if strength is None:
        return "nothing"
    return f"mu {strength.mu:.6f}, sigma {strength.sigma:.6f} after {strength.games} games"
