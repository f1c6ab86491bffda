"""Tournaments as the API returns them: what the pages of an event show everyone."""

from games.api.terms.schemas.tournaments import (
    EventBrief,
    EventEntrantOut,
    EventOut,
    EventRoundBrief,
    EventRoundOut,
    EventSeatOut,
    EventStandingOut,
    EventTableOut,
)
from games.events.models import Event, EventRound, EventTable
from games.events.perspective.event_lists import EventListing
from games.events.perspective.reason_texts import explain_reasons
from games.events.perspective.round_views import list_divisions
from games.events.perspective.standings import build_standings
from games.events.store.event_state import load_event_rows
from games.events.terms.reasons import read_reasons
from scrabble_site.shared.refusals import NotFound


def serialize_entry(entry: EventListing) -> EventBrief:
    """Return a line of the list of events."""
    return EventBrief(
        code=entry.code,
        title=entry.title,
        url=entry.url,
        stage=entry.stage,
        variant=entry.variant,
        dictionary=entry.dictionary,
        starts_at=entry.starts_at,
        entrants=entry.entrants,
        round=entry.round,
        rounds=entry.rounds,
    )


def serialize_event(event: Event) -> EventOut:
    """Return an event with everyone who has entered, and the rounds that have been paired."""
    rows = load_event_rows(event)
    return EventOut(
        code=event.code,
        title=event.title,
        url=event.get_absolute_url(),
        about=event.about,
        stage=event.stage,
        paused=event.paused,
        on_boards=event.on_boards,
        variant=event.variant,
        language=event.lexicon.language,
        dictionary=event.lexicon.slug,
        rated=event.rated,
        table_size=event.table_size,
        rounds_planned=len(event.plan),
        divisions=event.divisions,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        entrants=[
            EventEntrantOut(
                id=one.pk,
                name=one.shown_name,
                rating=one.rating,
                team=one.team,
                division=one.division,
                first_round=one.first_round,
                withdrawn_from=one.withdrawn_from,
            )
            for one in rows.entrants
        ],
        rounds=[EventRoundBrief(number=one.number, stage=one.stage) for one in rows.rounds],
    )


def serialize_standings(event: Event) -> list[EventStandingOut]:
    """Return the standings of all divisions, each from its first place down."""
    rows = load_event_rows(event)
    return [
        EventStandingOut(
            place=line.place,
            entrant=line.entrant,
            name=line.person.name,
            division=division,
            half_points=line.half_points,
            spread=line.spread,
            wins=line.wins,
            draws=line.draws,
            losses=line.losses,
        )
        for division in list_divisions(event)
        for line in build_standings(rows, division)
    ]


def serialize_round(event: Event, number: int) -> EventRoundOut:
    """Return a round with its tables. Raises ``NotFound`` for one that has not been paired."""
    tables = "tables__seats", "tables__game__room", "byes"
    found = event.rounds.prefetch_related(*tables).filter(number=number).first()
    if found is None:
        raise NotFound("event.no_round")
    names = load_event_rows(event).list_names()
    return EventRoundOut(
        number=found.number,
        stage=found.stage,
        started_at=found.started_at,
        ended_at=found.ended_at,
        tables=[_serialize_table(table, names) for table in found.tables.all()],
        byes=[bye.entrant_id for bye in found.byes.all()],
        reasons=_explain(found, names),
    )


def _serialize_table(table: EventTable, names: dict[int, str]) -> EventTableOut:
    game = table.game
    return EventTableOut(
        number=table.number,
        division=table.division,
        seats=[
            EventSeatOut(
                entrant=seat.entrant_id,
                name=names[seat.entrant_id],
                score=seat.score,
                absent=seat.absent,
            )
            for seat in table.seats.all()
        ],
        has_result=table.has_result,
        reasons=_explain(table, names),
        room=game.room.code if game is not None else None,
        game=table.game_id if table.has_result else None,
    )


def _explain(row: EventRound | EventTable, names: dict[int, str]) -> list[str]:
    return explain_reasons(read_reasons(row.reasons), names)
