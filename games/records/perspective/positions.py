"""Every position of a game: racks, scores and clocks after each move, and what the move brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.play.durations import say_length
from games.play.gameview import ChallengeView, RackTileView, UnseenView
from games.play.perspective.endings import tell_challenge
from games.play.perspective.parts import count_unseen
from games.play.telling import tell_end, tell_move
from games.records.perspective.opened import OpenedRecord
from games.records.perspective.racks import Racks, find_racks, see_racks
from games.records.perspective.results import tell_settlement
from games.records.perspective.times import clocks_of, write_clock
from games.rules.state import GameState


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat at one position. ``change`` is what the move before it did to the score; ``rack`` is
    ``None`` where it is not known, ``tiles`` how many there were; ``clock`` the time left or ""."""

    number: int
    name: str
    score: int
    change: int
    to_move: bool
    rack: tuple[RackTileView, ...] | None
    tiles: int
    clock: str


@dataclass(frozen=True, slots=True)
class PositionView:
    """What is to be seen after ``number`` moves; 0 is the start.

    ``said``: what the move was. ``spent``: how long it took, or "". ``unseen``: what the seat to
    move does not see (at the end: what nobody held), ``None`` where that rack is not known.
    ``settled``: what the end took from the scores and gave, in sentences.
    """

    number: int
    said: str
    spent: str
    seats: tuple[SeatAt, ...]
    unseen: UnseenView | None
    challenge: ChallengeView | None
    settled: tuple[str, ...]

    @property
    def mover(self) -> SeatAt | None:
        return next((seat for seat in self.seats if seat.to_move), None)


def look_at_positions(record: OpenedRecord) -> tuple[PositionView, ...]:
    """From the start to the last move."""
    clocks = clocks_of(record)
    return tuple(_look(record, number, clocks) for number in range(record.last + 1))


def look_at_position(record: OpenedRecord, number: int) -> PositionView:
    """The one after so many moves."""
    return _look(record, number, clocks_of(record))


def _look(record: OpenedRecord, number: int, clocks: Sequence[tuple[int, ...]]) -> PositionView:
    state = record.course.state_at(number)
    line = record.lines[number - 1] if number else None
    events = record.course.steps[number - 1].events if number else ()
    spent = line.spent if line else None
    return PositionView(
        number=number,
        said=_say(record, number),
        spent="" if spent is None else say_length(spent),
        seats=_see_seats(record, number, clocks[number] if clocks else ()),
        unseen=_see_unseen(state, find_racks(record, number)),
        challenge=_see_challenge(record, number),
        settled=tuple(tell_settlement(record, events)),
    )


def _see_seats(record: OpenedRecord, number: int, clocks: Sequence[int]) -> tuple[SeatAt, ...]:
    state = record.course.state_at(number)
    before = record.course.state_at(number - 1) if number else state
    racks = see_racks(record, find_racks(record, number))
    return tuple(
        SeatAt(
            number=seat,
            name=record.names[seat],
            score=held.score,
            change=held.score - before.seats[seat].score,
            to_move=seat == state.to_move,
            rack=racks[seat],
            tiles=len(held.rack),
            clock=write_clock(clocks[seat]) if clocks else "",
        )
        for seat, held in enumerate(state.seats)
    )


def _see_unseen(state: GameState, racks: Racks) -> UnseenView | None:
    if state.to_move is None:
        own = tuple(tile for rack in racks for tile in rack or ())
    elif (mine := racks[state.to_move]) is not None:
        own = mine
    else:
        return None
    return count_unseen(state.tile_set, state.board, own, len(state.bag))


def _see_challenge(record: OpenedRecord, number: int) -> ChallengeView | None:
    if not number:
        return None
    revision = record.source.revision
    return tell_challenge(
        record.lines[number - 1],
        record.names,
        record.teams,
        language=revision.lexicon.language if revision else "",
        rule=str(record.course.opening.options.challenge),
    )


def _say(record: OpenedRecord, number: int) -> str:
    if not number:
        mover = record.course.opening.to_move
        text = _("%(name)s is to move.")
        return "" if mover is None else text % {"name": record.said_names[mover]}
    said = tell_move(record.lines[number - 1], record.said_names, record.teams)
    outcome = record.course.outcome
    if number < record.last or outcome is None:
        return said
    return f"{said} {tell_end(outcome, record.said_names)}"
