"""Stored totals of players' results.

A game that ends only stores its rows in ``PlayedGame``. The worker adds them to ``ResultTotal``
later, each exactly once: the transaction that adds a row marks it as ``totalled``. A page reads
both in one statement, so its figures are complete at every moment, also while an earlier release,
which knows no totals, still writes.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, Max, QuerySet, Sum
from django.db.models.functions import Greatest

from games.people.models import PlayedGame, ResultTotal
from games.play.models import Game
from games.play.services.locking import write_transaction
from games.players.models import Player

TOTAL_KEY = ("variant", "language", "speed", "versus", "result")
GAMES_PER_TRANSACTION = 500


def query_result_totals(player: Player) -> QuerySet[Any, Mapping[str, Any]]:
    """Return a player's totals as mappings: :data:`TOTAL_KEY`, games, points, highest and bingos.

    A key can occur twice: as a stored total, and as the sum of games not yet added to it.
    """
    stored = ResultTotal.objects.filter(player=player)
    fresh = PlayedGame.objects.filter(player=player, totalled=False).order_by()
    summed = fresh.values(*TOTAL_KEY).annotate(
        games=Count("*"), points=Sum("score"), highest=Max("score"), all_bingos=Sum("bingos")
    )
    # One statement, because a row may move from one part to the other between two statements.
    return stored.values(*TOTAL_KEY, "games", "points", "highest", "bingos").union(summed, all=True)


def add_to_totals(limit: int = GAMES_PER_TRANSACTION) -> int:
    """Add at most ``limit`` rows of ``PlayedGame`` to the players' totals. Return how many were
    added."""
    with write_transaction():
        # In the order of players, so that two workers change totals in the same order. Rows that
        # are locked are being added, moved or deleted.
        free = PlayedGame.objects.filter(totalled=False).order_by("player", "id")
        rows = list(free.select_for_update(skip_locked=True)[:limit])
        sums: dict[tuple[Any, ...], ResultTotal] = {}
        for row in rows:
            _add_row(sums, row)
        for key in sorted(sums):
            _store_sum(sums[key])
        PlayedGame.objects.filter(pk__in=[row.pk for row in rows]).update(totalled=True)
    return len(rows)


def _add_row(sums: dict[tuple[Any, ...], ResultTotal], row: PlayedGame) -> None:
    kind = {name: getattr(row, name) for name in TOTAL_KEY}
    key = (row.player_id, *kind.values())
    total = sums.get(key)
    if total is None:
        total = sums[key] = ResultTotal(
            player_id=row.player_id, **kind, games=0, points=0, highest=row.score, bingos=0
        )
    total.games += 1
    total.points += row.score
    total.highest = max(total.highest, row.score)
    total.bingos += row.bingos


def _store_sum(added: ResultTotal) -> None:
    kind = {name: getattr(added, name) for name in TOTAL_KEY}
    known = ResultTotal.objects.filter(player=added.player_id, **kind)
    changed = known.update(
        games=F("games") + added.games,
        points=F("points") + added.points,
        highest=Greatest("highest", added.highest),
        bingos=F("bingos") + added.bingos,
    )
    if not changed:
        # If another worker stores the same row at this moment, the unique key lets one of the two
        # transactions fail. Its games remain to be added.
        added.save(force_insert=True)


def delete_games_with_totals(games: QuerySet[Game]) -> None:
    """Delete the rows of these games, which are about to be written anew, and subtract them from
    the totals. Call it inside a transaction."""
    rows = PlayedGame.objects.filter(game__in=games).order_by("player", "id")
    sums: dict[tuple[Any, ...], ResultTotal] = {}
    for row in rows.select_for_update():
        if row.totalled:
            _add_row(sums, row)
    PlayedGame.objects.filter(game__in=games).delete()
    for key in sorted(sums):
        _subtract_sum(sums[key])


def _subtract_sum(removed: ResultTotal) -> None:
    kind: dict[str, Any] = {name: getattr(removed, name) for name in TOTAL_KEY}
    kind["player"] = removed.player_id
    total = ResultTotal.objects.select_for_update().get(**kind)
    if total.games == removed.games:
        total.delete()
        return
    total.games -= removed.games
    total.points -= removed.points
    total.bingos -= removed.bingos
    if removed.highest == total.highest:
        rest = PlayedGame.objects.filter(totalled=True, **kind)
        total.highest = rest.aggregate(highest=Max("score"))["highest"]
    total.save()


def reset_totals_of_guest(guest: Player, **_signal: Any) -> None:
    """Delete a guest's totals before the guest's games go to a member, who may have totals of the
    same kind. The worker then adds the games to the member's."""
    # All rows, not only those that are totalled: this waits for a worker that is adding some.
    PlayedGame.objects.filter(player=guest).update(totalled=False)
    ResultTotal.objects.filter(player=guest).delete()
