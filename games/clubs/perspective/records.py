"""The records of a club: the best game, the best play and the best average turn.

Games on real boards set records by their results, and those that a scorekeeper has written down
also by their plays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F, FloatField, Q, QuerySet
from django.db.models.functions import Cast
from django.urls import reverse

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.store.annotated_records import SeatHighlights
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
    """Who holds a record. ``url`` is the record of the game, "" if there is none."""

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
    seats = _list_seats_on_boards(club, variant)
    written = list(_list_written_seats(seats))
    return ClubRecords(
        variant_name=get_variant(variant).name,
        high_game=_choose_highest(
            [_build_line(best, best.score)] if best else [],
            [
                _build_board_line(seat, seat.score or 0)
                for seat in seats.order_by("-score", "pk")[:1]
            ],
        ),
        high_play=_choose_highest(
            [_build_line(play, play.best_score, play.best_word)] if play else [],
            [
                _build_board_line(seat, one.best_score, one.best_word)
                for seat, one in written
                if one.best_score
            ],
        ),
        best_average=_choose_highest(
            [_build_line(average, average.score / average.plays)] if average else [],
            [
                _build_board_line(seat, (seat.score or 0) / one.plays)
                for seat, one in written
                if one.plays >= LEAST_PLAYS
            ],
        ),
    )


def _build_line(row: PlayedGame, score: float, word: str = "") -> RecordLine:
    person = PersonView.of(row.player)
    return RecordLine(person, score, reverse("games:record", args=[row.game_id]), word)


def _list_seats_on_boards(club: Club, variant: str) -> QuerySet[EventSeat]:
    """Return the seats at real boards with a result, at tables from which no one was absent."""
    seats: QuerySet[EventSeat] = EventSeat.objects.filter(
        Q(score__isnull=False),
        table__game=None,
        table__round__event__club_event__club=club,
        table__round__event__variant=variant,
        table__round__event__on_boards=True,
    )
    played = seats.exclude(table__result_from=EventTable.Source.NONE)
    forfeited = EventTable.objects.filter(seats__absent=True)
    return played.exclude(table__in=forfeited).select_related(
        "entrant__player", "table__annotated_game__record"
    )


def _list_written_seats(
    seats: QuerySet[EventSeat],
) -> Iterator[tuple[EventSeat, SeatHighlights]]:
    """Yield the seats whose games a scorekeeper has written down, the oldest first, with what they
    played."""
    over = seats.filter(table__annotated_game__stage=AnnotatedGame.Stage.OVER)
    for seat in over.order_by("pk"):
        highlights = seat.table.annotated_game.highlights
        if seat.position < len(highlights):
            yield seat, SeatHighlights(**highlights[seat.position])


def _build_board_line(seat: EventSeat, score: float, word: str = "") -> RecordLine:
    game: AnnotatedGame | None = getattr(seat.table, "annotated_game", None)
    record = game.record if game is not None else None
    url = record.get_absolute_url() if record is not None and record.shared else ""
    return RecordLine(build_person(seat.entrant), score, url, word)


def _choose_highest(*groups: Sequence[RecordLine]) -> RecordLine | None:
    """Return the line with the highest score, the first one of several."""
    lines = [line for group in groups for line in group]
    return max(lines, key=lambda line: line.score, default=None)
