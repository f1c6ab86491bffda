"""Recomputes all ratings from the records of the games and compares them with what is stored.

Games already rated keep their order (``RatedGame.number``) and the scheme they were rated by. Games
that should have been rated and were not follow, ordered by end and id. Each ladder is one
transaction under its lock, so games can go on during a recount.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isclose
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from games.play.models import Game
from games.ratings.models import Ladder, PairWeight, RatedGame, Rating, RatingChange, RatingScheme
from games.ratings.services.departing import mark_departed
from games.ratings.services.ladder_book import (
    LadderBook,
    LadderEntry,
    RatedResult,
    build_rated_result,
    is_ratable,
)
from games.ratings.services.ladders import (
    LadderKey,
    get_ladder_key,
    get_or_create_ladder,
    lock_ladder,
)
from games.ratings.services.rating_scale import Strength

TOLERANCE = 1e-6
"""Numbers that differ by less count as equal, because machines round the last digits
differently."""


@dataclass
class LadderCount:
    """A ladder recomputed from the records: its games in order, and what each changed."""

    games: list[Game] = field(default_factory=list)
    schemes: list[int] = field(default_factory=list)
    entries: list[LadderEntry] = field(default_factory=list)
    book: LadderBook = field(default_factory=LadderBook)


def recount_ladders(*, write: bool) -> Iterator[str]:
    """Recompute every ladder. Yield one line for each difference; with ``write``, store the new
    results."""
    for key in sorted(_list_missing_ladders()):
        yield f"{' '.join(key)}: this ladder does not exist yet"
        if write:
            get_or_create_ladder(key)
    # One transaction per ladder, so that live games wait only for their own ladder.
    for ladder in Ladder.objects.all():
        with transaction.atomic():
            # Games of this ladder that end now wait here, and are rated after the recount.
            locked = lock_ladder(ladder)
            count = _count_ladder(locked)
            differences = list(_compare(locked, count))
            if differences and write:
                _rewrite(locked, count)
        yield from differences


def _list_missing_ladders() -> set[LadderKey]:
    """Return the keys of missing ladders whose games should have been rated."""
    games = _list_never_rated().select_related("room__lexicon").defer("opening")
    there = {(other.variant, other.language, other.speed) for other in Ladder.objects.all()}
    return {get_ladder_key(game.room) for game in games.iterator() if _does_count(game)} - there


def _list_never_rated() -> QuerySet[Game]:
    return Game.objects.filter(rated=True, rated_as=None, status=Game.Status.OVER)


def _count_ladder(ladder: Ladder) -> LadderCount:
    count = LadderCount()
    for game, result in _list_counting_games(ladder):
        count.games.append(game)
        count.schemes.append(result.scheme)
        count.entries.append(count.book.enter(result))
        game.state = None  # do not keep thousands of boards in memory
    return count


def _list_counting_games(ladder: Ladder) -> Iterator[tuple[Game, RatedResult]]:
    """Yield the games that count on a ladder, in rating order."""
    rated = Game.objects.filter(rated_as__ladder=ladder).select_related("rated_as")
    for game in rated.order_by("rated_as__number").iterator():
        result = _get_rated_result(game, game.rated_as.scheme)
        if result is not None:
            yield game, result
    # Read again for each ladder, which is slow but needs no memory; recounts are rare.
    late = _list_never_rated().order_by("ended_at", "pk").select_related("room__lexicon")
    for game in late.iterator():
        is_on_ladder = get_ladder_key(game.room) == (ladder.variant, ladder.language, ladder.speed)
        result = _get_rated_result(game) if is_on_ladder else None
        if result is not None:
            yield game, result


def _does_count(game: Game) -> bool:
    return _get_rated_result(game) is not None


def _get_rated_result(game: Game, scheme: int = RatingScheme.WEIGHTED) -> RatedResult | None:
    """Return the game's result, or ``None`` if it does not count."""
    if not is_ratable(game):
        return None
    result = build_rated_result(game, scheme)
    return result if result.counts else None


def _compare(ladder: Ladder, count: LadderCount) -> Iterator[str]:
    """Yield the differences between the tables and the recount."""
    order = list(ladder.rated_games.order_by("number").values_list("game", "number"))
    if order != [(game.pk, number) for number, game in enumerate(count.games, 1)]:
        yield f"{ladder}: {len(order)} games stored, {len(count.games)} expected, or out of order"
    if ladder.games != len(count.games):
        yield f"{ladder}: counts {ladder.games} games instead of {len(count.games)}"
    yield from _compare_ratings(ladder, count)
    yield from _compare_changes(ladder, count)
    yield from _compare_pair_weights(ladder, count)


def _compare_ratings(ladder: Ladder, count: LadderCount) -> Iterator[str]:
    stored = {row.player_id: Strength(row.mu, row.sigma, row.games) for row in ladder.ratings.all()}
    for player in sorted(stored.keys() | count.book.strengths.keys(), key=str):
        was, should = stored.get(player), count.book.strengths.get(player)
        if was is None or should is None or not _are_same_weight(was, should):
            texts = f"is {_describe_strength(was)}, should be {_describe_strength(should)}"
            yield f"{ladder}: player {player} {texts}"


def _compare_changes(ladder: Ladder, count: LadderCount) -> Iterator[str]:
    rows = RatingChange.objects.filter(rated_game__ladder=ladder)
    fields = rows.values_list(
        "rated_game", F("rating__player"), "place", "weight", "mu", "sigma", "number"
    ).iterator()
    stored = {
        (game, player): (place, weight, Strength(*after))
        for game, player, place, weight, *after in fields
    }
    for game, entry in zip(count.games, count.entries, strict=True):
        for change in entry.changes:
            # What is left in ``stored`` after the loop belongs to no game that counts.
            found = stored.pop((game.pk, change.player), (0, 0.0, None))
            should = (change.place, change.weight, change.after)
            if not _are_close(found, should) or game.ratings != entry.shown_ratings:
                who = f"player {change.player}"
                texts = f"{_describe_row(*found)}; should be {_describe_row(*should)}"
                yield f"{ladder}: game {game.pk}, {who}: {texts}"
    for game_id, player in stored:
        yield f"{ladder}: game {game_id} changed player {player} but should not have"


def _compare_pair_weights(ladder: Ladder, count: LadderCount) -> Iterator[str]:
    rows = PairWeight.objects.filter(rated_game__ladder=ladder)
    fields = ("rated_game", "first__player", "second__player", "weight")
    stored = {
        (game, (one, other)): weight for game, one, other, weight in rows.values_list(*fields)
    }
    should = {
        (game.pk, pair): weight
        for game, entry in zip(count.games, count.entries, strict=True)
        for pair, weight in entry.pair_weights.items()
    }
    for game_id, pair in stored.keys() | should.keys():
        was, right = stored.get((game_id, pair)), should.get((game_id, pair))
        if was is None or right is None or not isclose(was, right, abs_tol=TOLERANCE):
            players = " and ".join(map(str, pair))
            yield f"{ladder}: game {game_id} of {players} counts {was}, should count {right}"


def _rewrite(ladder: Ladder, count: LadderCount) -> None:
    """Replace what is stored by the recount."""
    # Changes and meetings are deleted with these rows.
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
    mark_departed(ladder)
    rated = RatedGame.objects.bulk_create(
        RatedGame(game=game, ladder=ladder, number=number, scheme=scheme)
        for number, (game, scheme) in enumerate(zip(count.games, count.schemes, strict=True), 1)
    )
    for row, entry in zip(rated, count.entries, strict=True):
        _write_entry(row, entry, ratings)
        Game.objects.filter(pk=row.game_id).update(ratings=entry.shown_ratings)


def _write_entry(rated: RatedGame, entry: LadderEntry, ratings: dict[UUID, Rating]) -> None:
    RatingChange.objects.bulk_create(
        RatingChange(
            rating=ratings[change.player],
            rated_game=rated,
            number=change.after.games,
            place=change.place,
            mu=change.after.mu,
            sigma=change.after.sigma,
            weight=change.weight,
        )
        for change in entry.changes
    )
    PairWeight.objects.bulk_create(
        PairWeight(rated_game=rated, first=ratings[first], second=ratings[second], weight=weight)
        for (first, second), weight in entry.pair_weights.items()
    )


def _are_close(
    found: tuple[int, float, Strength | None], should: tuple[int, float, Strength]
) -> bool:
    (place, weight, after), (right_place, right_weight, right) = found, should
    if after is None or place != right_place:
        return False
    return isclose(weight, right_weight, abs_tol=TOLERANCE) and _are_same_weight(after, right)


def _describe_row(place: int, weight: float, strength: Strength | None) -> str:
    return f"{_describe_strength(strength)}, place {place}, counted {weight:.4f}"


def _are_same_weight(one: Strength, other: Strength) -> bool:
    near = (
        isclose(one.mu, other.mu, abs_tol=TOLERANCE),
        isclose(one.sigma, other.sigma, abs_tol=TOLERANCE),
    )
    return all(near) and one.games == other.games


def _describe_strength(strength: Strength | None) -> str:
    if strength is None:
        return "nothing"
    return f"mu {strength.mu:.6f}, sigma {strength.sigma:.6f} after {strength.games} games"
