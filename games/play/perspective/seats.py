"""The seats of a room as everybody sees them."""

from collections.abc import Mapping

from games.play.gameview import RackTileView, SeatView
from games.play.models import Seat
from games.play.perspective.away import say_away
from games.play.perspective.gathering import Gathered, seat_names, seat_people
from games.play.perspective.parts import see_rack
from games.play.perspective.teams import see_team
from games.play.telling import deltas_of
from games.rules.game import Phase
from games.rules.ownership import safe_points


def see_seat(
    seen: Gathered, number: int, racks: Mapping[int, tuple[RackTileView, ...]]
) -> SeatView:
    """One place at the table. ``racks`` are those that lie open."""
    row, state = seen.seats[number], seen.state
    here = state.seats[number] if state else None
    holders = [holder.player_id for holder in row.holders.all()]
    names = seat_names(row)
    deltas = deltas_of(seen.record[-1].events, len(seen.seats)) if seen.record else None
    kept_for = seen.chairs.kept.get(number)
    owned = seen.variant.scoring.owned_tiles and state is not None
    return SeatView(
        number=number,
        names=names,
        taken=bool(names),
        mine=False,
        host=seen.room.host_id in holders,
        to_move=state is not None and state.to_move == number,
        in_play=here.in_play if here else True,
        score=here.score if here else 0,
        safe_points=safe_points(state.board, seen.tile_set, number) if owned and state else None,
        tiles=len(here.rack) if here else 0,
        rack=racks.get(number),
        accepted=here.accepted if here else False,
        turns_owed=here.turns_owed if here else 0,
        computer=names[0] if row.computer_level is not None else None,
        delta=deltas[number] if deltas else None,
        kept_for=kept_for.nickname if kept_for else "",
        open_to_me=number in (*seen.chairs.open, *seen.chairs.joinable),
        tells_tiles=bool(names) and _tells_tiles(seen, number),
        wants_rematch=seen.outcome is not None and number in seen.game.rematch_seats,
        rating=_see_rating(seen, row),
        people=seat_people(row),
        off=say_away(row, seen.now) if state is not None and state.clock is None else "",
        **(see_team(seen, row) if seen.room.has_teams else {}),
    )


def _tells_tiles(seen: Gathered, number: int) -> bool:
    state = seen.state
    if state is None or state.phase is Phase.OVER or state.bag:
        return False
    return len(state.seats[number].rack) < seen.variant.rack_size


def _see_rating(seen: Gathered, row: Seat) -> str:
    told = (seen.game.ratings.get(str(holder.player_id), {}) for holder in row.holders.all())
    return " & ".join(said.get("after") or said["before"] for said in told if said)


def open_racks(seen: Gathered) -> dict[int, tuple[RackTileView, ...]]:
    """All racks lie open once the game is over, and never before."""
    if seen.outcome is None:
        return {}
    return {seat.number: see_rack(seen.rack_of(seat.number), seen.tile_set) for seat in seen.seats}
