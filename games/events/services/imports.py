"""Opening an event from a division file of tsh, with everything that has been played so far."""

from collections.abc import Sequence
from datetime import datetime

from games.events.models import Entrant, Event, EventBye, EventRound, EventSeat, EventTable
from games.events.services.results import MAX_SCORE
from games.events.terms.settings import MAX_ENTRANTS, MAX_ROUNDS
from games.pairing.event import PastRound, ScoringSettings
from games.pairing.formats.tsh import TshError, TshPlayer, read_division, to_rounds
from scrabble_site.shared.refusals import InvalidRequest


def read_division_file(text: str) -> list[TshPlayer]:
    """Return the players of a division file. Raises ``InvalidRequest`` with the line at fault."""
    try:
        players = read_division(text)
        rounds = to_rounds(players)
    except TshError as error:
        raise InvalidRequest("event.tsh", line=error.line) from error
    if len(players) > MAX_ENTRANTS or len(rounds) > MAX_ROUNDS:
        raise InvalidRequest("event.tsh_long")
    return players


def import_division(event: Event, players: Sequence[TshPlayer], now: datetime) -> None:
    """Give a new event the players and rounds of a division file.

    A round without all its results is still being played. A forfeit has no opponent in the file, so
    what it cost is added to the player's penalty.
    """
    rounds = to_rounds(players)
    entrants = Entrant.objects.bulk_create(
        Entrant(
            event=event,
            name=player.name[:40],
            rating=min(player.rating, 9999),
            withdrawn_from=len(rounds) + 1 if player.withdrawn else None,
            penalty_half_points=min(player.penalty_half_points, 2 * MAX_ROUNDS),
            penalty_spread=_compute_penalty(player, _count_forfeits(rounds, number)),
            entered_at=now,
            checked_in_at=now,
        )
        for number, player in enumerate(players, 1)
    )
    known = dict(enumerate(entrants, 1))
    for number, past in enumerate(rounds, 1):
        _store_round(event, number, past, known, now)
    if rounds:
        event.plan = [*event.plan, *[event.plan[-1]] * (len(rounds) - len(event.plan))]
        event.stage = Event.Stage.RUNNING
        event.save(update_fields=["plan", "stage"])


def _compute_penalty(player: TshPlayer, forfeits: int) -> int:
    penalty = player.penalty_spread + ScoringSettings().absence_spread * forfeits
    return min(max(penalty, 0), MAX_SCORE)


def _count_forfeits(rounds: Sequence[PastRound], player: int) -> int:
    return sum(table.absent == {player} for past in rounds for table in past.tables)


def _store_round(
    event: Event, number: int, past: PastRound, known: dict[int, Entrant], now: datetime
) -> None:
    played = [table for table in past.tables if not table.absent]
    is_over = all(table.scores for table in played)
    stage = EventRound.Stage.OVER if is_over else EventRound.Stage.STARTED
    ended_at = now if is_over else None
    made = EventRound.objects.create(
        event=event, number=number, stage=stage, paired_at=now, started_at=now, ended_at=ended_at
    )
    tables = EventTable.objects.bulk_create(
        EventTable(
            round=made,
            number=place,
            result_from=EventTable.Source.DIRECTOR if table.scores else EventTable.Source.NONE,
        )
        for place, table in enumerate(played, 1)
    )
    EventSeat.objects.bulk_create(
        EventSeat(
            table=row,
            entrant=known[player],
            position=position,
            score=table.scores[position] if table.scores else None,
        )
        for row, table in zip(tables, played, strict=True)
        for position, player in enumerate(table.players)
    )
    EventBye.objects.bulk_create(
        EventBye(round=made, entrant=known[player]) for player in past.byes
    )
