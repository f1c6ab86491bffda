"""An event as files for other programs: tsh, TOU, CSV, JSON, and its games as GCG."""

import csv
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import Q, QuerySet

from games.events.models import Event, EventTable
from games.events.perspective.round_views import list_divisions
from games.events.perspective.standings import build_standings
from games.events.store.event_state import EventRows, build_event_state, load_event_rows
from games.pairing.event import order_by_seed
from games.pairing.formats.tou import write_tou
from games.pairing.formats.tsh import (
    TshPlayer,
    from_rounds,
    list_division_letters,
    name_division_file,
    write_config,
    write_division,
)
from games.pairing.scoring import rank_table
from games.records.perspective.gcg_export import export_gcg, export_upload
from games.uploads.models import UploadedGame
from scrabble_site.shared.refusals import Conflict

DIVISION = "A"
"""What the files of tsh and TOU files call the players of an event without divisions."""
FORMULA = ("=", "+", "-", "@")


def write_tsh_files(event: Event) -> bytes:
    """Return an archive with a configuration and a file for each division.

    Raises ``Conflict`` for an arena, and for more than two seats at a table: tsh knows neither.
    """
    divisions = _list_lines(event)
    config = write_config(event.title, list(divisions), len(event.plan))
    files = {"config.tsh": config.encode()}
    for letter, lines in zip(
        list_division_letters(len(divisions)), divisions.values(), strict=True
    ):
        files[name_division_file(letter)] = write_division(lines).encode()
    return _zip(files)


def write_tou_file(event: Event) -> str:
    """Return all divisions as a TOU file; raises ``Conflict`` as :func:`write_tsh_files` does."""
    day = event.starts_at or event.created_at
    return write_tou(event.title, day.date(), _list_lines(event))


def _list_lines(event: Event) -> dict[str, list[TshPlayer]]:
    """Return the players of each division with what they did in each round."""
    if event.arena_minutes is not None:
        raise Conflict("event.arena")
    if event.table_size != 2:
        raise Conflict("event.tsh_seats")
    rows = load_event_rows(event)
    state = build_event_state(rows)
    names = {one.pk: one.shown_name for one in rows.entrants}
    found = {}
    for name in list_divisions(event):
        players = [player for player in state.players if player.division == name]
        ordered = order_by_seed(players, state.seed)
        found[name or DIVISION] = from_rounds(ordered, names, state.rounds, state.scoring)
    return found


def write_csv(event: Event) -> str:
    """Return a line for each player at each table, and for each bye."""
    rows = load_event_rows(event)
    names = {one.pk: one.shown_name for one in rows.entrants}
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(["round", "table", "turn", "player", "score", "absent", "place"])
    for one in rows.rounds:
        for table in one.tables.all():
            places = _list_places(table)
            for seat in table.seats.all():
                score = "" if seat.score is None or seat.absent else seat.score
                line = [one.number, table.number, seat.position + 1, _quote(names[seat.entrant_id])]
                writer.writerow([*line, score, int(seat.absent), places.get(seat.entrant_id, "")])
        for bye in one.byes.all():
            writer.writerow([one.number, "", "", _quote(names[bye.entrant_id]), "bye", 0, ""])
    return text.getvalue()


def write_json(event: Event) -> dict[str, Any]:
    """Return the event with its plan, entrants, rounds and standings as plain data."""
    rows = load_event_rows(event)
    return {
        "code": event.code,
        "title": event.title,
        "game": event.variant,
        "tiles": event.edition,
        "dictionary": event.lexicon.name,
        "options": event.options,
        "stage": event.stage,
        "starts_at": event.starts_at,
        "ended_at": event.ended_at,
        "plan": event.plan,
        "entrants": [
            {
                "id": one.pk,
                "name": one.shown_name,
                "rating": one.rating,
                "team": one.team,
                "division": one.division,
                "first_round": one.first_round,
                "withdrawn_from": one.withdrawn_from,
            }
            for one in rows.entrants
        ],
        "rounds": _export_rounds(rows),
        "standings": [
            {
                "place": row.place,
                "id": row.entrant,
                "name": row.person.name,
                "points": row.points,
                "spread": row.spread,
            }
            for name in list_divisions(event)
            for row in build_standings(rows, name)
        ],
    }


def list_tables_with_records(event: Event) -> QuerySet[EventTable]:
    """Return the tables whose games are over and have a record.

    Those at real boards have one if a scorekeeper has written them down.
    """
    over = Q(game__ended_at__isnull=False) | Q(annotated_game__record__isnull=False)
    return EventTable.objects.filter(over, round__event=event)


def write_games(event: Event) -> bytes:
    """Return an archive with the records of all games that are over."""
    tables = list_tables_with_records(event)
    ordered = tables.select_related("round", "game", "annotated_game__record__revision__lexicon")
    return _zip(
        {
            f"round-{table.round.number}-table-{table.number}.gcg": _export_game(table).encode()
            for table in ordered.order_by("round__number", "number")
        }
    )


def _export_game(table: EventTable) -> str:
    if table.game is not None:
        return export_gcg(table.game)
    # The relation belongs to the domain of broadcasts, which imports this one.
    record: UploadedGame | None = table.annotated_game.record
    assert record is not None
    return export_upload(record)


def _export_rounds(rows: EventRows) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "stage": one.stage,
            "reasons": one.reasons,
            "byes": [bye.entrant_id for bye in one.byes.all()],
            "tables": [
                {
                    "number": table.number,
                    "reasons": table.reasons,
                    "game": str(table.game_id) if table.game_id and table.has_result else None,
                    "players": _export_seats(table),
                }
                for table in one.tables.all()
            ],
        }
        for one in rows.rounds
    ]


def _export_seats(table: EventTable) -> list[dict[str, Any]]:
    places = _list_places(table)
    return [
        {
            "id": seat.entrant_id,
            "score": seat.score,
            "absent": seat.absent,
            "place": places.get(seat.entrant_id),
        }
        for seat in table.seats.all()
    ]


def _list_places(table: EventTable) -> dict[int, int]:
    """Return the places of those who came to a table, once it has a result.

    They do not follow from the scores if someone resigned or lost on time.
    """
    return rank_table(table.to_played_table()) if table.has_result else {}


def _quote(name: str) -> str:
    """Return a name that a spreadsheet doesn't take for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


def _zip(files: dict[str, bytes]) -> bytes:
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(ZipInfo(name), content, ZIP_DEFLATED)  # without the time of day
    return archive.getvalue()
