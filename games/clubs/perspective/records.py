"""The records of a club: the best game, the best play and the best average turn."""

from dataclasses import dataclass

from django.db.models import F, FloatField, Q, QuerySet
from django.db.models.functions import Cast
from django.urls import reverse

from games.clubs.models import Club
from games.events.models import EventSeat, EventTable
from games.events.perspective.standings import build_person
from games.people.models import PlayedGame
from games.play.perspective.viewdata import PersonView
from games.rules.positions.variants import get_variant

LEAST_PLAYS = 5
"""Shorter games set no record for the average turn."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Who holds a record. ``url`` is the record of the game, "" for one on a real board."""

    person: PersonView
    score: float
    url: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class ClubRecords:
    """The records of a club in one game, each ``None`` while no one holds it."""

    variant_name: str
    high_game: RecordLine | None
    high_play: RecordLine | None
    # The most points a play, over one game of at least ``LEAST_PLAYS``.
    best_average: RecordLine | None


def list_records(club: Club) -> list[ClubRecords]:
    """Return the records of a club for each game that its events are played with."""
    variants = club.events.filter(event__isnull=False).values_list("event__variant", flat=True)
    found = [_build_records(club, one) for one in variants.order_by("event__variant").distinct()]
    return [one for one in found if one.high_game is not None]


def _build_records(club: Club, variant: str) -> ClubRecords:
    theirs = PlayedGame.objects.filter(
        variant=variant, game__event_table__round__event__club_event__club=club
    )
    games = theirs.exclude(result=PlayedGame.Result.ANNULLED).select_related("player")
    long_ones = games.filter(plays__gte=LEAST_PLAYS).annotate(
        average=Cast(F("score"), FloatField()) / F("plays")
    )
    best = games.order_by("-score", "ended_at", "pk").first()
    play = games.filter(best_score__gt=0).order_by("-best_score", "ended_at", "pk").first()
    average = long_ones.order_by("-average", "ended_at", "pk").first()
    here = _build_line(best, best.score) if best else None
    return ClubRecords(
        variant_name=get_variant(variant).name,
        high_game=_choose_higher(here, _find_on_boards(club, variant)),
        high_play=_build_line(play, play.best_score, play.best_word) if play else None,
        best_average=_build_line(average, average.score / average.plays) if average else None,
    )


def _build_line(row: PlayedGame, score: float, word: str = "") -> RecordLine:
    person = PersonView.of(row.player)
    return RecordLine(person, score, reverse("games:record", args=[row.game_id]), word)


def _find_on_boards(club: Club, variant: str) -> RecordLine | None:
    """Return the best score on a real board, among results without anyone absent."""
    seats: QuerySet[EventSeat] = EventSeat.objects.filter(
        Q(score__isnull=False),
        table__game=None,
        table__round__event__club_event__club=club,
        table__round__event__variant=variant,
        table__round__event__on_boards=True,
    )
    played = seats.exclude(table__result_from=EventTable.Source.NONE)
    forfeited = EventTable.objects.filter(seats__absent=True)
    best = played.exclude(table__in=forfeited).select_related("entrant__player")
    seat = best.order_by("-score", "pk").first()
    if seat is None or seat.score is None:
        return None
    return RecordLine(build_person(seat.entrant), seat.score, "")


def _choose_higher(here: RecordLine | None, there: RecordLine | None) -> RecordLine | None:
    if here is None or there is None:
        return here or there
    return there if there.score > here.score else here
