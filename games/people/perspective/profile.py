"""A member's page: ratings, results, best plays, games and the viewer's results against them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, FilteredRelation, Q
from django.urls import reverse

from games.common.charts import build_chart
from games.people.models import Follow, PlayedGame
from games.people.perspective.followed_members import build_member_presence
from games.people.perspective.name_filters import list_name_keys
from games.people.perspective.past_games import (
    PastGamesQuery,
    find_past_games_of,
    restrict_if_few,
)
from games.people.perspective.result_totals import ResultTotals, build_results
from games.people.perspective.visibility import build_listed_games_filter, filter_visible_owners
from games.players.models import Player
from games.players.services.blocks import is_block_between
from games.ratings.perspective import list_rating_histories
from games.rules.positions.variants import get_variant

BEST_PLAYS = 5

Result = PlayedGame.Result


@dataclass(frozen=True, slots=True)
class BestPlay:
    word: str
    score: int
    variant: str
    url: str


def build_profile(owner: Player, viewer: Player | None, now: datetime) -> dict[str, Any]:
    """Return the context of ``games/people/profile.html``. Check :func:`is_profile_visible`
    first."""
    results = build_results(owner)
    mine = viewer is not None and viewer.pk == owner.pk
    return {
        "owner": owner,
        "mine": mine,
        "person": build_member_presence(owner, viewer, now),
        "following": _is_following(viewer, owner),
        "block_between": viewer is not None and is_block_between(viewer.pk, owner.pk),
        "blocked": viewer is not None and viewer.blocks.filter(other=owner).exists(),
        "ratings": [
            (one, build_chart([one.curve], one.games, margin=1))
            for one in list_rating_histories(owner)
        ],
        "results": results,
        "best": best_plays(owner, viewer),
        "head": None if mine or viewer is None else count_head_to_head(viewer, owner),
        "past": find_past_games_of(owner, PastGamesQuery(), "", viewer),
    }


def find_member(name: str) -> Player | None:
    """Return the member with this name or a look-alike one, or ``None``."""
    keys = list_name_keys(name)
    alike = Player.objects.filter(confusable_key__in=keys, user__isnull=False)
    # The name as typed comes first: it may be that of another member.
    return min(alike, key=lambda member: keys.index(member.confusable_key), default=None)


def is_profile_visible(owner: Player, viewer: Player | None) -> bool:
    """Return whether the viewer may see this member's page."""
    return owner.pk in filter_visible_owners(viewer, [owner], "profile")


def _is_following(viewer: Player | None, owner: Player) -> bool:
    return viewer is not None and Follow.objects.filter(follower=viewer, followed=owner).exists()


def count_head_to_head(viewer: Player, owner: Player) -> ResultTotals | None:
    """Return the viewer's results against the owner by place, or ``None`` if they never met. Games
    in which they shared a seat do not count."""
    # Joins the table with itself: the owner's row of the same game.
    theirs = FilteredRelation("game__played", condition=Q(game__played__player=owner))
    # A viewer may have played many thousands of games, of which few are also the owner's.
    rows = PlayedGame.objects.filter(player=viewer)
    met = (
        restrict_if_few(rows, PlayedGame.objects.filter(player=owner))
        .exclude(result=Result.ANNULLED)
        .annotate(theirs=theirs)
        .filter(theirs__isnull=False)
        .exclude(theirs__seat=F("seat"))
    )
    counted = met.aggregate(
        won=Count("pk", filter=Q(place__lt=F("theirs__place"))),
        drawn=Count("pk", filter=Q(place=F("theirs__place"))),
        lost=Count("pk", filter=Q(place__gt=F("theirs__place"))),
    )
    tally = ResultTotals("", **counted)
    return tally if tally.games else None


def best_plays(owner: Player, viewer: Player | None) -> list[BestPlay]:
    """Return the highest-scoring plays in games that are listed for the viewer."""
    listed = PlayedGame.objects.filter(
        build_listed_games_filter(viewer, "game__"), player=owner, plays__gt=0
    )
    rows = listed.order_by("-best_score", "-id")
    return [
        BestPlay(
            word=row.best_word,
            score=row.best_score,
            variant=get_variant(row.variant).name,
            url=reverse("games:record", args=[row.game_id]),
        )
        for row in rows[:BEST_PLAYS]
    ]
