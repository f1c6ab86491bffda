"""A member's page: ratings, results, best plays, games, and how one has fared against them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, FilteredRelation, Q
from django.urls import reverse

from games.common.charts import draw_curve
from games.people.models import Follow, PlayedGame
from games.people.perspective.access import open_to
from games.people.perspective.company import look_at_person
from games.people.perspective.lines import GameLine, tell_played
from games.people.perspective.tallies import Tally, add_up
from games.players.models import Player
from games.players.names import likeness_of
from games.ratings.perspective import look_at_ratings
from games.rules.variants import get_variant

A_PAGE = 20
"""Games of a page."""

BEST_PLAYS = 5

Result = PlayedGame.Result


@dataclass(frozen=True, slots=True)
class BestPlay:
    word: str
    score: int
    variant: str
    url: str


def look_at_profile(
    owner: Player, viewer: Player | None, page: str | None, now: datetime
) -> dict[str, Any]:
    """What ``games/people/profile.html`` shows. For those to whom the page is open:
    :func:`is_shown`."""
    results = add_up(owner)
    mine = viewer is not None and viewer.pk == owner.pk
    return {
        "owner": owner,
        "mine": mine,
        "person": look_at_person(owner, viewer, now),
        "following": _follows(viewer, owner),
        "ratings": [
            (one, draw_curve([one.curve], one.games, margin=1)) for one in look_at_ratings(owner)
        ],
        "results": results,
        "best": best_plays(owner),
        "head": None if mine or viewer is None else look_at_head_to_head(viewer, owner),
        "games": _games(owner, page),
    }


def find_member(name: str) -> Player | None:
    """The member who is called so, or nearly so."""
    alike = Player.objects.filter(likeness=likeness_of(name), user__isnull=False)
    return alike.first()


def is_shown(owner: Player, viewer: Player | None) -> bool:
    """Whether the viewer may see this page at all."""
    return owner.pk in open_to(viewer, [owner], "profile")


def _follows(viewer: Player | None, owner: Player) -> bool:
    return viewer is not None and Follow.objects.filter(follower=viewer, followed=owner).exists()


def look_at_head_to_head(viewer: Player, owner: Player) -> Tally | None:
    """How the viewer has fared in games against the owner, by who came in before whom; ``None``
    when they never met. Games in which they shared a seat are none against each other."""
    theirs = FilteredRelation("game__played", condition=Q(game__played__player=owner))
    met = (
        PlayedGame.objects.filter(player=viewer)
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
    tally = Tally("", **counted)
    return tally if tally.games else None


def best_plays(owner: Player) -> list[BestPlay]:
    """The plays that brought most."""
    rows = PlayedGame.objects.filter(player=owner, plays__gt=0).order_by("-best_score", "-id")
    return [
        BestPlay(
            word=row.best_word,
            score=row.best_score,
            variant=get_variant(row.variant).name,
            url=reverse("games:record", args=[row.game_id]),
        )
        for row in rows[:BEST_PLAYS]
    ]


def _games(owner: Player, page: str | None) -> tuple[Page[PlayedGame], list[GameLine]]:
    """A page of games, the latest first."""
    rows = PlayedGame.objects.filter(player=owner).order_by("-ended_at", "-id")
    found = Paginator(rows, A_PAGE).get_page(page)
    return found, tell_played(list(found), owner)
