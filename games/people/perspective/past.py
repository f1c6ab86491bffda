"""Past games, found by who played, by a word that was made, by day and kind; the latest first.

Pages follow each other by a cursor: where the last line of one stands, the next begins. Every
condition is asked of an index: a player's games by the day, a room's by number, others and words
by the game.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.people.models import PlayedGame, PlayedWord
from games.people.perspective.lines import GameLine, tell_games, tell_played
from games.people.services.figures import write_sought
from games.play.models import Game, Room, Seat
from games.players.models import Player
from games.players.names import likeness_of
from lexicon.numbers import read_small

A_PAGE = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_CURSOR = re.compile(r"([0-9]{1,17})-([0-9]{1,18})")
SHORTEST_COMPUTER = 3
"""Letters of the word "computer" that mean one."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is empty is not. ``name``: how that of somebody else begins."""

    name: str = ""
    word: str = ""
    since: date | None = None
    until: date | None = None
    variant: str = ""


@dataclass(frozen=True, slots=True)
class PastPage:
    """``older`` is the cursor of what comes after these lines, "" at the end."""

    lines: list[GameLine]
    older: str


def find_past_of(owner: Player, search: Search, cursor: str) -> PastPage:
    """The games that somebody has played to their end."""
    rows = PlayedGame.objects.filter(player=owner, **_between(search)).order_by("-ended_at", "-id")
    if search.variant:
        rows = rows.filter(variant=search.variant)
    if search.word:
        rows = rows.filter(_made(search.word, "game"))
    if search.name:
        others = PlayedGame.objects.exclude(player=owner).exclude(seat=OuterRef("seat"))
        rows = rows.filter(_met(search.name, others, "game"))
    if found := _CURSOR.fullmatch(cursor):
        at, last = EPOCH + int(found[1]) * MICROSECOND, int(found[2])
        rows = rows.filter(Q(ended_at__lt=at) | Q(ended_at=at, id__lt=last))
    shown = list(rows[: A_PAGE + 1])
    older = ""
    if len(shown) > A_PAGE:
        last_shown = shown[A_PAGE - 1]
        older = f"{(last_shown.ended_at - EPOCH) // MICROSECOND}-{last_shown.pk}"
    return PastPage(tell_played(shown[:A_PAGE], owner), older)


def find_past_in(room: Room, search: Search, cursor: str) -> PastPage:
    """The games of a room that have come to their end."""
    games = Game.objects.filter(room=room, status=Game.Status.OVER, **_between(search))
    if search.word:
        games = games.filter(_made(search.word, "pk"))
    if search.name:
        games = games.filter(_met(search.name, PlayedGame.objects.all(), "pk"))
    if (before := read_small(cursor)) is not None:
        games = games.filter(number__lt=before)
    whole = games.defer("state", "opening").prefetch_related("seats__holders__player")
    shown = list(whole.select_related("room").order_by("-number")[: A_PAGE + 1])
    older = str(shown[A_PAGE - 1].number) if len(shown) > A_PAGE else ""
    return PastPage(tell_games(shown[:A_PAGE]), older)


def _between(search: Search) -> dict[str, Any]:
    days: dict[str, Any] = {}
    if search.since:
        days["ended_at__gte"] = datetime.combine(search.since, time.min, UTC)
    if search.until:
        days["ended_at__lte"] = datetime.combine(search.until, time.max, UTC)
    return days


def _made(word: str, game: str) -> Exists:
    return Exists(PlayedWord.objects.filter(word=write_sought(word), game=OuterRef(game)))


def _met(name: str, others: QuerySet[PlayedGame], game: str) -> Q:
    """Somebody whose name begins so, or a computer player, was there too."""
    alike = others.filter(game=OuterRef(game), player__likeness__startswith=likeness_of(name))
    met = Q(Exists(alike))
    if len(name) >= SHORTEST_COMPUTER and _("Computer").casefold().startswith(name.casefold()):
        computers = Seat.objects.filter(game=OuterRef(game), computer_level__isnull=False)
        met |= Q(Exists(computers))
    return met
