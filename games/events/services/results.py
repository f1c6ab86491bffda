"""Results: those of games played here, and those entered by players or directors."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.events.models import Event, EventRound, EventSeat, EventTable
from games.events.services.access import is_director
from games.events.services.acts import ActRecorder, record_act
from games.events.services.rooms import list_absent_seats
from games.events.services.rounds import finish_round_if_complete, reopen_round
from games.play import store
from games.play.models import Game
from games.players.models import Player
from games.rules.flow.game_end import rank_seats
from games.rules.plays.events import Outcome
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

MAX_SCORE = 3000


def record_game_result(game: Game, outcome: Outcome, **_signal: Any) -> None:
    """Take over the result of a game that has ended at a table of an event.

    An annulled game has none: a director decides. What a director has decided already stands.
    """
    found = EventTable.objects.filter(game=game).values_list("round__event__code", flat=True)
    code = found.first()
    if code is None or outcome.reason == "annulled" or game.ended_at is None:
        return
    now = game.ended_at
    with record_act(code, None, "result", now) as act:
        table = EventTable.objects.select_related("round").get(game=game)
        if table.has_result:
            return
        seats = list(table.seats.select_related("entrant__player"))
        ranks, absent = rank_seats(store.load_public_state(game)), list_absent_seats(game)
        for seat, score, rank in zip(seats, outcome.scores, ranks, strict=True):
            # A seat of the game has the number of the position at the table.
            act.update(seat, score=score, place=rank, absent=seat.position in absent)
        act.update(table, result_from=_get_source(seats))
        _say_result(act, table, seats)
        if act.event.arena_minutes is not None:
            _withdraw_absent(act, seats)
        finish_round_if_complete(act, table.round, now)


def _withdraw_absent(act: ActRecorder, seats: list[EventSeat]) -> None:
    """Pair those who did not come to their table in an arena no more, until they enter again."""
    for seat in seats:
        if seat.absent and seat.entrant.withdrawn_from is None:
            act.update(seat.entrant, withdrawn_from=2)


def enter_result(
    code: str,
    player: Player,
    round_number: int,
    table_number: int,
    scores: Sequence[int],
    now: datetime,
    key: str = "",
) -> None:
    """Enter the result of a game on a real board, as one of its players or as a director.

    Players may enter a result once; only directors may correct it. Raises ``Conflict`` for a table
    that has one, and ``Forbidden`` for everyone else.
    """
    with record_act(code, player, "result", now, key, directing=False) as act:
        table, seats = _find_table(act.event, round_number, table_number)
        directing = is_director(act.event, player)
        if not directing and all(seat.entrant.player_id != player.pk for seat in seats):
            raise Forbidden("event.not_at_table")
        act.directing = directing
        if not act.event.on_boards and not directing:
            raise Forbidden("event.by_game")
        if table.has_result and not directing:
            raise Conflict("event.has_result")
        source = EventTable.Source.DIRECTOR if directing else EventTable.Source.PLAYER
        _set_result(act, table, seats, scores, (), source, now)


def correct_result(
    code: str,
    director: Player,
    round_number: int,
    table_number: int,
    scores: Sequence[int],
    now: datetime,
    *,
    absent: Sequence[int] = (),
    key: str = "",
) -> None:
    """Set a result in place of the one there is: a correction, an adjudication or a forfeit.

    ``absent`` are the positions of those who did not appear. With everyone absent, all lose. Scores
    do not count then: the difference is that of a forfeit.
    """
    with record_act(code, director, "correct", now, key) as act:
        table, seats = _find_table(act.event, round_number, table_number)
        _set_result(act, table, seats, scores, absent, EventTable.Source.DIRECTOR, now)


def clear_result(
    code: str, director: Player, round_number: int, table_number: int, now: datetime, key: str = ""
) -> None:
    """Take a result back, so that the round goes on. Raises ``Conflict`` if a later round has been
    paired."""
    with record_act(code, director, "clear", now, key) as act:
        table, seats = _find_table(act.event, round_number, table_number)
        for seat in seats:
            act.update(seat, score=None, place=None, absent=False)
        act.update(table, result_from=EventTable.Source.NONE)
        reopen_round(act, table.round)
        act.say(n=round_number, table=table_number)


def _set_result(
    act: ActRecorder,
    table: EventTable,
    seats: list[EventSeat],
    scores: Sequence[int],
    absent: Sequence[int],
    source: str,
    now: datetime,
) -> None:
    if table.round.stage == EventRound.Stage.PAIRED:
        raise Conflict("event.not_started", n=table.round.number)
    if len(scores) != len(seats) or not all(-MAX_SCORE <= one <= MAX_SCORE for one in scores):
        raise InvalidRequest("event.scores")
    for seat, score in zip(seats, scores, strict=True):
        act.update(seat, score=score, place=None, absent=seat.position in absent)
    act.update(table, result_from=source)
    _say_result(act, table, seats)
    finish_round_if_complete(act, table.round, now)


def _say_result(act: ActRecorder, table: EventTable, seats: list[EventSeat]) -> None:
    act.say(
        n=table.round.number,
        table=table.number,
        names=[seat.entrant.shown_name for seat in seats],
        absent=[seat.entrant.shown_name for seat in seats if seat.absent],
        scores=[seat.score for seat in seats],
    )


def _find_table(
    event: Event, round_number: int, table_number: int
) -> tuple[EventTable, list[EventSeat]]:
    tables = EventTable.objects.filter(round__event=event, round__number=round_number)
    table = tables.filter(number=table_number).select_related("round").first()
    if table is None:
        raise NotFound("event.no_table")
    return table, list(table.seats.select_related("entrant__player"))


def _get_source(seats: list[EventSeat]) -> str:
    if any(seat.absent for seat in seats):
        return EventTable.Source.ABSENCE
    return EventTable.Source.GAME
