"""The seats of a room as everyone sees them."""

from collections.abc import Mapping

from games.play.models import Seat
from games.play.perspective.board_and_racks import build_rack_view
from games.play.perspective.days_off import describe_days_off
from games.play.perspective.masking import MaskedSnapshot, list_seat_names, list_seat_people
from games.play.perspective.narration import compute_score_changes
from games.play.perspective.teams import build_team_fields
from games.play.perspective.viewdata import MemberView, RackTileView, SeatView
from games.players.models import Player
from games.rules.flow.game import Phase
from games.rules.plays.tile_ownership import count_safe_points


def build_seat_view(
    masked: MaskedSnapshot, number: int, racks: Mapping[int, tuple[RackTileView, ...]]
) -> SeatView:
    """Return the public view of a seat. ``racks`` are the open racks by seat."""
    row, state = masked.seats[number], masked.state
    seat_state = state.seats[number] if state else None
    holders = [holder.player_id for holder in row.holders.all()]
    names = list_seat_names(row)
    deltas = (
        compute_score_changes(masked.record[-1].events, len(masked.seats))
        if masked.record
        else None
    )
    reserved_for = masked.seating.reserved.get(number)
    owned = masked.variant.scoring.owned_tiles and state is not None
    return SeatView(
        number=number,
        names=names,
        taken=bool(names),
        mine=False,
        host=masked.room.host_id in holders and not masked.room.prepared,
        to_move=state is not None and state.to_move == number,
        in_play=seat_state.in_play if seat_state else True,
        score=seat_state.score if seat_state else 0,
        safe_points=count_safe_points(state.board, masked.tile_set, number)
        if owned and state
        else None,
        tiles=len(seat_state.rack) if seat_state else 0,
        rack=racks.get(number),
        accepted=seat_state.accepted if seat_state else False,
        rejected=seat_state.rejected if seat_state else False,
        turns_owed=seat_state.turns_owed if seat_state else 0,
        computer=names[0] if row.computer_level is not None else None,
        delta=deltas[number] if deltas else None,
        reserved_for=reserved_for.shown_name if reserved_for else "",
        open_to_me=number in (*masked.seating.open, *masked.seating.joinable),
        shows_tile_count=bool(names) and _shows_tile_count(masked, number),
        wants_rematch=masked.outcome is not None and number in masked.game.rematch_seats,
        rating=_describe_rating(masked, row),
        people=list_seat_people(row),
        members=_list_members(masked, row),
        invitations=_list_invitations(masked, row, reserved_for),
        off=describe_days_off(row, masked.now) if state is not None and state.clock is None else "",
        **(build_team_fields(masked, row) if masked.room.has_teams else {}),
    )


def _list_members(masked: MaskedSnapshot, row: Seat) -> tuple[MemberView, ...]:
    held = [(holder, holder.player) for holder in row.holders.all()]
    host = None if masked.room.prepared else masked.room.host_id
    return tuple(
        MemberView(holder.pk, player.shown_name, player.get_absolute_url(), player.pk == host)
        for holder, player in held
    )


def _list_invitations(
    masked: MaskedSnapshot, row: Seat, reserved_for: Player | None
) -> tuple[int, ...]:
    """Return the ids of the invitations that a seat or a place in its team waits for."""
    return tuple(
        guest.pk
        for guest in masked.guests
        if not guest.left
        and (guest.seat_id == row.pk or (reserved_for and guest.player_id == reserved_for.pk))
    )


def _shows_tile_count(masked: MaskedSnapshot, number: int) -> bool:
    state = masked.state
    if state is None or state.phase is Phase.OVER or state.bag:
        return False  # while the bag has tiles, racks are full
    return len(state.seats[number].rack) < masked.variant.rack_size


def _describe_rating(masked: MaskedSnapshot, row: Seat) -> str:
    ratings = (masked.game.ratings.get(str(holder.player_id), {}) for holder in row.holders.all())
    return " & ".join(rating.get("after") or rating["before"] for rating in ratings if rating)


def list_open_racks(masked: MaskedSnapshot) -> dict[int, tuple[RackTileView, ...]]:
    """Return all racks once the game is over, and none before."""
    if masked.outcome is None:
        return {}
    return {
        seat.number: build_rack_view(masked.rack_of(seat.number), masked.tile_set)
        for seat in masked.seats
    }
