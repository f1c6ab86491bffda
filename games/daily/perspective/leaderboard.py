"""The leaderboard of a daily game: time does not matter, and ties are broken as in duplicate.

Only players who have finished the game see it. Suspended players are not ranked, and where one
player has blocked another, neither sees the other.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from games.clubs.perspective.club_groups import list_club_groups
from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.perspective.wording import get_percent
from games.daily.services.daily_games import load_turns
from games.people.models import Follow
from games.people.perspective.visibility import filter_visible_owners
from games.players.models import Player
from games.players.services.blocks import list_blocked_players
from games.rules.duplicate.standings import TurnScore, is_best, rank_players

TOP = 50
"""How many places are shown."""


@dataclass(frozen=True, slots=True)
class DailyRow:
    """One line. ``url`` is the player's page, "" if the viewer may not see it."""

    place: int
    player: Player
    url: str
    points: int
    percent: float
    best_plays: int
    own: bool


@dataclass(frozen=True, slots=True)
class DailyRanking:
    """The top places, and the viewer's own if it comes later."""

    top: tuple[DailyRow, ...] = ()
    own: DailyRow | None = None


@dataclass(frozen=True, slots=True)
class ClubRanking:
    """The members of one of the viewer's clubs. ``url`` is the club's page."""

    title: str
    url: str
    ranking: DailyRanking


@dataclass(frozen=True, slots=True)
class DailyLeaderboard:
    """Everyone, the people whom the viewer follows, and the viewer's clubs.

    ``count`` players have finished.
    """

    everyone: DailyRanking
    followed: DailyRanking
    clubs: tuple[ClubRanking, ...]
    count: int


@dataclass(frozen=True, slots=True)
class _FinishedAttempt:
    attempt: int
    player: UUID
    points: int
    best_plays: int

    @property
    def score(self) -> tuple[int, int]:
        return self.points, self.best_plays


def count_finished(game: DailyGame) -> int:
    """Return how many players have finished the game on its day.

    Suspended players are counted, since no one may learn who is suspended.
    """
    return _query_finished(game).count()


def build_daily_leaderboard(game: DailyGame, viewer: Player, now: datetime) -> DailyLeaderboard:
    """Return the leaderboard as a player who has finished the game sees it."""
    ranked = _query_finished(game).exclude(player__suspended_until__gt=now)
    rows = ranked.order_by("-points", "-best_plays", "pk")
    entries = [
        _FinishedAttempt(*row)
        for row in rows.values_list("pk", "player_id", "points", "best_plays")
    ]
    hidden = list_blocked_players(viewer.pk)
    known = Follow.objects.filter(follower=viewer).values_list("followed", flat=True)
    circle = {*known, viewer.pk}
    followed = [entry for entry in entries if entry.player in circle]
    return DailyLeaderboard(
        everyone=_build_ranking(game, entries, viewer, hidden),
        followed=(
            _build_ranking(game, followed, viewer, hidden) if len(circle) > 1 else DailyRanking()
        ),
        clubs=tuple(
            ClubRanking(club.title, club.url, ranking)
            for club in list_club_groups(viewer)
            if (
                ranking := _build_ranking(
                    game, [one for one in entries if one.player in club.players], viewer, hidden
                )
            ).top
        ),
        count=count_finished(game),
    )


def _query_finished(game: DailyGame) -> QuerySet[DailyAttempt]:
    return DailyAttempt.objects.filter(game=game, practice=False, finished_at__isnull=False)


def _build_ranking(
    game: DailyGame, entries: Sequence[_FinishedAttempt], viewer: Player, hidden: Collection[UUID]
) -> DailyRanking:
    """Return the top places and the viewer's own. Blocked players keep their places, unseen."""
    places = _rank(game, entries, viewer)
    seen = [(place, entry) for place, entry in places if entry.player not in hidden]
    shown = seen[:TOP] + [one for one in seen[TOP:] if one[1].player == viewer.pk]
    players = Player.objects.in_bulk([entry.player for _place, entry in shown])
    members = [one for one in players.values() if one.user_id is not None]
    open_pages = filter_visible_owners(viewer, members, "profile")
    most = sum(turn.score for turn in load_turns(game))
    rows = [
        DailyRow(
            place=place,
            player=players[entry.player],
            url=players[entry.player].get_absolute_url() if entry.player in open_pages else "",
            points=entry.points,
            percent=get_percent(entry.points, most),
            best_plays=entry.best_plays,
            own=entry.player == viewer.pk,
        )
        for place, entry in shown
        if entry.player in players
    ]
    return DailyRanking(tuple(rows[:TOP]), rows[TOP] if len(rows) > TOP else None)


def _rank(
    game: DailyGame, entries: Sequence[_FinishedAttempt], viewer: Player
) -> list[tuple[int, _FinishedAttempt]]:
    """Return places and entries of the groups of equals that are shown, in order.

    Only within these groups are turns read and ties broken.
    """
    alone, found, first = _list_lone_finds(game), list[tuple[int, _FinishedAttempt]](), 1
    for _score, group in groupby(entries, key=lambda one: one.score):
        equals = list(group)
        if first <= TOP or any(entry.player == viewer.pk for entry in equals):
            ranked = _break_ties(game, equals, alone)
            found += [(first + place - 1, entry) for place, entry in ranked]
        first += len(equals)
    return found


def _break_ties(
    game: DailyGame, equals: Sequence[_FinishedAttempt], alone: Collection[tuple[int, int]]
) -> list[tuple[int, _FinishedAttempt]]:
    if len(equals) == 1:
        return [(1, equals[0])]
    best = [turn.score for turn in load_turns(game)]
    stored = DailyAttempt.objects.filter(pk__in=[entry.attempt for entry in equals])
    points: dict[int, list[int]] = dict(stored.values_list("pk", "turn_points"))
    turns = [
        {
            entry: TurnScore(
                points[entry.attempt][number],
                best=is_best(points[entry.attempt][number], most),
                alone=(entry.attempt, number + 1) in alone,
            )
            for entry in equals
        }
        for number, most in enumerate(best)
    ]
    return [(row.place, row.player) for row in rank_players(equals, turns, best)]


def _list_lone_finds(game: DailyGame) -> set[tuple[int, int]]:
    """Return attempt and turn of each best play that only one ranked player has found."""
    ranked = Q(
        attempt__game=game, attempt__practice=False, attempt__finished_at__isnull=False, best=True
    )
    finds = DailyPlay.objects.filter(ranked)
    lone = finds.order_by().values("turn").annotate(n=Count("pk")).filter(n=1)
    turns = list(lone.values_list("turn", flat=True))
    return set(finds.filter(turn__in=turns).values_list("attempt", "turn"))
