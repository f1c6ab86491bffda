"""Every position of a game: racks, scores and clocks after each move, and the move's effects."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.play.perspective.board_and_racks import count_unseen
from games.play.perspective.endings import narrate_end
from games.play.perspective.narration import narrate_move
from games.play.perspective.outcomes import build_verdict
from games.play.perspective.viewdata import ChallengeView, RackTileView, UnseenView
from games.play.terms.durations import format_duration
from games.records.perspective.known_racks import KnownRacks, build_rack_views, find_known_racks
from games.records.perspective.opened_records import OpenedRecord
from games.records.perspective.record_clocks import format_clock, list_clocks
from games.records.perspective.record_outcomes import describe_adjustments
from games.rules.positions.state import GameState


@dataclass(frozen=True, slots=True)
class RecordSeatView:
    """A seat at one position."""

    number: int
    name: str
    score: int
    # Points gained by the move that led here.
    change: int
    to_move: bool
    # ``None`` if it was not recorded.
    rack: tuple[RackTileView, ...] | None
    # Number of tiles on the rack.
    tiles: int
    # Time left, or "".
    clock: str


@dataclass(frozen=True, slots=True)
class RecordPositionView:
    """The position after ``number`` moves; 0 is the start."""

    number: int
    # Description of the move.
    description: str
    # Time that the move took, or "".
    spent: str
    seats: tuple[RecordSeatView, ...]
    # Tiles that the seat to move does not see or, at the end, that no one held; ``None`` if the
    # racks needed to tell are unknown.
    unseen: UnseenView | None
    challenge: ChallengeView | None
    # Sentences about the points lost and gained at the end.
    settled: tuple[str, ...]

    @property
    def mover(self) -> RecordSeatView | None:
        return next((seat for seat in self.seats if seat.to_move), None)


def list_positions(record: OpenedRecord) -> tuple[RecordPositionView, ...]:
    """Return all positions from the start to the last move."""
    clocks = list_clocks(record)
    return tuple(_build_view(record, number, clocks) for number in range(record.last + 1))


def build_position(record: OpenedRecord, number: int) -> RecordPositionView:
    """Return the position after ``number`` moves."""
    return _build_view(record, number, list_clocks(record))


def _build_view(
    record: OpenedRecord, number: int, clocks: Sequence[tuple[int, ...]]
) -> RecordPositionView:
    state = record.history.state_at(number)
    line = record.lines[number - 1] if number else None
    events = record.history.steps[number - 1].events if number else ()
    spent = line.spent if line else None
    return RecordPositionView(
        number=number,
        description=_describe_move(record, number),
        spent="" if spent is None else format_duration(spent),
        seats=_build_seats(record, number, clocks[number] if clocks else ()),
        unseen=_build_unseen(state, find_known_racks(record, number)),
        challenge=_build_challenge(record, number),
        settled=tuple(describe_adjustments(record, events)),
    )


def _build_seats(
    record: OpenedRecord, number: int, clocks: Sequence[int]
) -> tuple[RecordSeatView, ...]:
    state = record.history.state_at(number)
    before = record.history.state_at(number - 1) if number else state
    racks = build_rack_views(record, find_known_racks(record, number))
    return tuple(
        RecordSeatView(
            number=seat,
            name=record.names[seat],
            score=held.score,
            change=held.score - before.seats[seat].score,
            to_move=seat == state.to_move,
            rack=racks[seat],
            tiles=len(held.rack),
            clock=format_clock(clocks[seat]) if clocks else "",
        )
        for seat, held in enumerate(state.seats)
    )


def _build_unseen(state: GameState, racks: KnownRacks) -> UnseenView | None:
    if state.to_move is None:
        if None in racks:
            return None
        own = tuple(tile for rack in racks for tile in rack or ())
    elif (mine := racks[state.to_move]) is not None:
        own = mine
    else:
        return None
    return count_unseen(state.tile_set, state.board, own, len(state.bag))


def _build_challenge(record: OpenedRecord, number: int) -> ChallengeView | None:
    if not number:
        return None
    revision = record.source.revision
    return build_verdict(
        record.lines[number - 1],
        record.names,
        record.teams,
        language=revision.lexicon.language if revision else "",
        rule=str(record.history.opening.options.challenge),
    )


def _describe_move(record: OpenedRecord, number: int) -> str:
    if not number:
        mover = record.history.opening.to_move
        text = _("%(name)s to move.")
        return "" if mover is None else text % {"name": record.isolated_names[mover]}
    move = record.lines[number - 1]
    sentence = narrate_move(move, record.isolated_names, record.teams)
    outcome = record.history.outcome
    if number < record.last or outcome is None:
        return sentence
    return f"{sentence} {narrate_end(outcome, record.isolated_names, last=move)}"
