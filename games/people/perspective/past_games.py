"""Search of past games by player, word, day and kind, latest first.

Pages are linked by a cursor that names the last line shown, so that later games shift nothing.
Every condition is backed by an index: a player's games by day, a room's games by number, opponents
and words by game.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull
from django.utils.translation import gettext as _

from games.common.time_zones import load_time_zone
from games.people.models import PlayedGame, PlayedWord
from games.people.perspective.name_filters import build_name_filter, list_beginning_keys
from games.people.perspective.past_game_lines import PastGameLine, build_game_lines, build_own_lines
from games.people.perspective.visibility import build_listed_games_filter
from games.people.services.game_statistics import normalize_word
from games.play.models import Game, Room, Seat
from games.play.perspective.wording import LEVEL_LABELS
from games.players.models import Player
from scrabble_site.shared.numbers import parse_small_number

GAMES_PER_PAGE = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
_CURSOR_PATTERN = re.compile(r"([0-9]{1,17})-([0-9]{1,18})")
MAX_GAMES_BY_KEY = 2000
"""Most games that a query lists by id."""
MAX_PLAYERS_BY_KEY = 100
"""Most players that a query lists by id."""
MIN_COMPUTER_LETTERS = 3
"""A typed name of at least this many letters also finds computer players."""


@dataclass(frozen=True, slots=True)
class PastGamesQuery:
    """The conditions of a search. Empty ones are ignored."""

    # The beginning of another player's name.
    name: str = ""
    word: str = ""
    since: date | None = None
    until: date | None = None
    # The time zone of these days, as an IANA name; "" for UTC.
    zone: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class PastGamesPage:
    """One page of results."""

    lines: list[PastGameLine]
    # The cursor of the next page, "" at the end.
    older: str


def find_past_games_of(
    owner: Player, search: PastGamesQuery, cursor: str, viewer: Player | None = None
) -> PastGamesPage:
    """Return a page of a player's finished games, as far as they are listed for the viewer."""
    listed = PlayedGame.objects.filter(build_listed_games_filter(viewer, "game__"), player=owner)
    rows = listed.filter(**_filter_by_day(search)).order_by("-ended_at", "-id")
    if search.variant:
        rows = rows.filter(variant=search.variant)
    if search.word:
        made = PlayedWord.objects.filter(word=normalize_word(search.word))
        rows = restrict_if_few(rows, made).filter(_filter_by_word(search.word, "game"))
    if search.name:
        called = _find_players_named(search.name)
        others = PlayedGame.objects.exclude(player=owner).exclude(seat=OuterRef("seat"))
        met = _filter_by_opponent(search.name, others.filter(called), "game")
        if not _list_levels_named(search.name):
            found = PlayedGame.objects.filter(called).exclude(player=owner)
            rows = restrict_if_few(rows, found)
        rows = rows.filter(met)
    if place := _CURSOR_PATTERN.fullmatch(cursor):
        at, last = EPOCH + int(place[1]) * MICROSECOND, int(place[2])
        rows = rows.filter(Q(ended_at__lt=at) | Q(ended_at=at, id__lt=last))
    # One row more than a page shows whether there is a next page.
    page = list(rows[: GAMES_PER_PAGE + 1])
    older = ""
    if len(page) > GAMES_PER_PAGE:
        last_row = page[GAMES_PER_PAGE - 1]
        older = f"{(last_row.ended_at - EPOCH) // MICROSECOND}-{last_row.pk}"
    return PastGamesPage(build_own_lines(page[:GAMES_PER_PAGE], owner), older)


def find_past_games_in(room: Room, search: PastGamesQuery, cursor: str) -> PastGamesPage:
    """Return a page of a room's finished games."""
    games = Game.objects.filter(room=room, status=Game.Status.OVER, **_filter_by_day(search))
    if search.word:
        games = games.filter(_filter_by_word(search.word, "pk"))
    if search.name:
        games = games.filter(
            _filter_by_opponent(
                search.name, PlayedGame.objects.filter(_find_players_named(search.name)), "pk"
            )
        )
    if (before := parse_small_number(cursor)) is not None:
        games = games.filter(number__lt=before)
    games = games.defer("state", "opening").prefetch_related("seats__holders__player")
    page = list(games.select_related("room").order_by("-number")[: GAMES_PER_PAGE + 1])
    older = str(page[GAMES_PER_PAGE - 1].number) if len(page) > GAMES_PER_PAGE else ""
    return PastGamesPage(build_game_lines(page[:GAMES_PER_PAGE]), older)


def _filter_by_day(search: PastGamesQuery) -> dict[str, Any]:
    days: dict[str, Any] = {}
    if search.since:
        days["ended_at__gte"] = _read_instant(search.since, time.min, search.zone)
    if search.until:
        days["ended_at__lte"] = _read_instant(search.until, time.max, search.zone)
    return days


def _read_instant(day: date, at: time, zone: str) -> datetime:
    try:
        return datetime.combine(day, at, load_time_zone(zone)).astimezone(UTC)
    except OverflowError:  # the first or the last day of all
        return datetime.combine(day, at, UTC)


def _filter_by_word(word: str, game: str) -> Exists:
    return Exists(PlayedWord.objects.filter(word=normalize_word(word), game=OuterRef(game)))


def restrict_if_few(rows: QuerySet[PlayedGame], candidates: QuerySet[Any]) -> QuerySet[PlayedGame]:
    """Narrow the rows to those whose game is among ``candidates``, unless these are very many.

    If there are few candidates, listing their ids is fast. If there are many, testing row by row
    soon fills a page.
    """
    unsorted = candidates.order_by()
    # Asking for the last row alone keeps thousands of ids in the database.
    if unsorted[MAX_GAMES_BY_KEY : MAX_GAMES_BY_KEY + 1].exists():
        return rows
    return rows.filter(game__in=set(unsorted.values_list("game", flat=True)))


def _find_players_named(name: str) -> Q:
    """Return a condition for players whose name begins like this: their ids, unless there are very
    many."""
    keys = list_beginning_keys(name)
    players = Player.objects.filter(build_name_filter(keys))
    ids = list(players.values_list("pk", flat=True)[: MAX_PLAYERS_BY_KEY + 1])
    if len(ids) <= MAX_PLAYERS_BY_KEY:
        return Q(player__in=ids)
    return reduce(or_, (Q(player__confusable_key__startswith=key) for key in keys))


def _filter_by_opponent(name: str, others: QuerySet[PlayedGame], game: str) -> Q:
    """Return a condition that one of ``others``, or a computer player with this name, took part in
    the game."""
    # A scalar subquery is tested row by row. PostgreSQL may turn EXISTS into a join, which first
    # reads all games of the players with this name.
    other = Subquery(others.filter(game=OuterRef(game)).order_by().values("pk")[:1])
    met = Q(IsNull(other, False))
    if levels := _list_levels_named(name):
        met |= Q(Exists(Seat.objects.filter(game=OuterRef(game), computer_level__in=levels)))
    return met


def _list_levels_named(name: str) -> list[int]:
    """Return the levels of the computer players whose name begins like this, such as "Steady bot".

    "Computer" is the name of them all.
    """
    if len(name) < MIN_COMPUTER_LETTERS:
        return []
    wanted = name.casefold()
    if _("Computer").casefold().startswith(wanted):
        return list(LEVEL_LABELS)
    return [
        level
        for level, label in LEVEL_LABELS.items()
        if (_("%(level)s bot") % {"level": label}).casefold().startswith(wanted)
    ]
