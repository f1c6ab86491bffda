"""Build complete views: for one viewer, for every perspective of a room, and for finished games."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from games.play.models import Game
from games.play.perspective.absence import build_absence_view, describe_missed_turns
from games.play.perspective.actions import list_actions, list_guest_actions
from games.play.perspective.announcements import announce_last_play, announce_status
from games.play.perspective.board_and_racks import (
    build_board_view,
    build_rack_view,
    build_tile_views,
    build_unseen_view,
    build_variant_terms,
    count_s_left,
)
from games.play.perspective.clocks import build_clock_view
from games.play.perspective.draw_view import build_draw_view
from games.play.perspective.masking import MaskedSnapshot, mask_snapshot
from games.play.perspective.move_list import move_list_cache
from games.play.perspective.narration import narrate_last_move
from games.play.perspective.outcomes import (
    address_outcome,
    build_challenge_terms,
    build_challenge_view,
    build_dispute_url,
    build_outcome_view,
)
from games.play.perspective.perspectives import (
    BLOCKED_SUFFIX,
    INVITED_PERSPECTIVE,
    SPECTATOR_PERSPECTIVE,
    RoomViews,
    ViewBuilders,
    assign_perspectives,
    name_team_perspective,
)
from games.play.perspective.rack_visibility import (
    add_own_consent,
    add_racks,
    build_rack_visibility,
    list_racks_for_spectators,
)
from games.play.perspective.room_options import describe_options
from games.play.perspective.seats import build_seat_view, list_open_racks
from games.play.perspective.series import build_series_view
from games.play.perspective.viewdata import LastMoveView, MoveView, RoomView
from games.play.perspective.wording import explain
from games.play.services.table_members import find_hinted_seat
from games.play.store.snapshots import RoomSnapshot, read_stable_snapshot
from games.players.models import Player
from games.players.terms.badges import create_badge
from games.rules.equipment.fair_shuffle import SeedScheme
from games.rules.flow.game import get_max_exchange
from scrabble_site.shared.refusals import Conflict

MAX_UNSEATABLE = 100
"""Badges sent to the host's page, so that it offers these spectators no seat.

The server refuses a seat to all who are kept apart, listed or not.
"""


def build_room_views(code: str) -> RoomViews:
    """Load a room and return the views of all its perspectives."""
    return build_views_of_snapshot(read_stable_snapshot(code))


def build_views_of_snapshot(snapshot: RoomSnapshot) -> RoomViews:
    """Return the views of a loaded snapshot. Queries only details such as words' definitions."""
    seen = mask_snapshot(snapshot)
    removed = frozenset(visitor for visitor, _name in seen.room.removed)
    seated = {str(holder.player_id) for holder in seen.holders}
    blocked = frozenset(str(one) for pair in seen.blocked_pairs for one in pair) - seated
    perspectives = assign_perspectives(seen)
    prepare = partial(
        _prepare_views, seen, {perspectives.get(one, SPECTATOR_PERSPECTIVE) for one in blocked}
    )
    return RoomViews(seen.room.stamp, prepare, perspectives, removed, blocked)


def _prepare_views(seen: MaskedSnapshot, blocked: Iterable[str]) -> ViewBuilders:
    """Return functions that build the views, by perspective.

    ``blocked`` are the perspectives of players who are kept apart from a seat holder.
    """
    racks = list_racks_for_spectators(seen)
    spectator_view = replace(_build_spectator_view(seen), racks=build_rack_visibility(seen, racks))
    views: dict[str, Callable[[], RoomView]] = {
        SPECTATOR_PERSPECTIVE: partial(add_racks, spectator_view, racks),
        INVITED_PERSPECTIVE: partial(_build_invited_view, seen, spectator_view),
    }
    for seat in seen.seats:
        for hosting, perspective in ((False, f"seat{seat.number}"), (True, f"host{seat.number}")):
            views[perspective] = partial(
                _build_seat_view, seen, seat.number, spectator_view, hosting=hosting
            )
    for player, number in seen.seating.team_places.items():
        views[name_team_perspective(seen, player, number)] = partial(
            _build_team_guest_view,
            seen,
            spectator_view,
            number,
            left=player in seen.seating.departed,
        )
    for perspective in blocked:
        views[perspective + BLOCKED_SUFFIX] = partial(_without_free_seats, views[perspective])
    return views


def build_room_view(code: str, player: Player | None) -> RoomView:
    """Return what one player sees of a room now."""
    return build_room_views(code).view_of(str(player.pk) if player else "")


def build_ended_game_view(snapshot: RoomSnapshot) -> RoomView:
    """Return a finished game as anyone may see it, even after a newer game has begun."""
    return _build_spectator_view(mask_snapshot(snapshot))


def _build_seat_view(
    seen: MaskedSnapshot, seat: int, spectator_view: RoomView, *, hosting: bool
) -> RoomView:
    """Return a seat's view: the public view plus its own rack and actions."""
    own = seen.rack_of(seat)
    seats = list(spectator_view.seats)
    seats[seat] = replace(seats[seat], mine=True)
    verbs = list_actions(seen, seat, hosting=hosting)
    say = announce_status(seen, seat, hosting=hosting)
    if seen.has_blocked_pair:
        say = explain(Conflict("people.apart")) if "start" in verbs else say
        verbs -= {"start", "rematch"}
    return replace(
        spectator_view,
        seat=seat,
        seats=tuple(seats),
        actions=verbs,
        removed=_list_removed(seen) if "host" in verbs else (),
        unseatable=_list_unseatable(seen) if "host" in verbs and spectator_view.free_seat else (),
        rack=build_rack_view(own, seen.tile_set) if seen.state is not None else None,
        unseen=build_unseen_view(seen, own),
        say=say,
        racks=add_own_consent(seen, seat, spectator_view.racks),
        absence=build_absence_view(seen, seat),
        while_away=describe_missed_turns(seen, seat),
        outcome=address_outcome(seen, spectator_view.outcome, seat),
        invitation=False,
    )


def _build_invited_view(seen: MaskedSnapshot, spectator_view: RoomView) -> RoomView:
    """Return the view of players for whom a seat is kept."""
    verbs = list_guest_actions(seen, invited=True)
    seats = tuple(replace(seat, open_to_me=not seat.taken) for seat in spectator_view.seats)
    return replace(spectator_view, seats=seats, actions=verbs, invitation="decline" in verbs)


def _build_team_guest_view(
    seen: MaskedSnapshot, spectator_view: RoomView, number: int, *, left: bool
) -> RoomView:
    """Return the view of a player for whom a team keeps a place.

    A player who has left a team may only return to it.
    """
    verbs = list_guest_actions(seen, invited=not left) | {"sit"}
    seats = tuple(
        replace(seat, open_to_me=seat.number == number or (seat.open_to_me and not left))
        for seat in spectator_view.seats
    )
    return replace(spectator_view, seats=seats, actions=verbs, invitation=not left)


def _without_free_seats(build_room_view: Callable[[], RoomView]) -> RoomView:
    """Return a view without seats to take, for viewers who would be refused one."""
    view = build_room_view()
    seats = tuple(replace(seat, open_to_me=False) for seat in view.seats)
    say = _("You can watch this game.") if "sit" in view.actions and view.turn == 0 else view.say
    return replace(view, seats=seats, actions=view.actions - {"sit"}, say=say)


def _list_removed(seen: MaskedSnapshot) -> tuple[tuple[str, str], ...]:
    code = seen.room.code
    return tuple((name, create_badge(visitor, code)) for visitor, name in seen.room.removed)


def _list_unseatable(seen: MaskedSnapshot) -> tuple[str, ...]:
    blocked = {one for pair in seen.blocked_pairs for one in pair}
    blocked -= {holder.player_id for holder in seen.holders}
    return tuple(
        create_badge(one, seen.room.code) for one in sorted(map(str, blocked))[:MAX_UNSEATABLE]
    )


def _build_spectator_view(seen: MaskedSnapshot) -> RoomView:
    """Return the public view, on which all others are based."""
    room, game, state = seen.room, seen.game, seen.state
    racks = list_open_racks(seen)
    verbs = list_guest_actions(seen, invited=False)
    return RoomView(
        code=room.code,
        title=room.shown_title,
        number=game.number,
        has_ended_games=game.number > 1 or game.status == Game.Status.OVER,
        game_id=str(game.pk),
        stamp=room.stamp,
        turn=game.turn_number,
        phase=game.status,  # type: ignore[arg-type]
        variant=room.variant,
        variant_name=seen.variant.name,
        summary=describe_options(room),
        edition=seen.tile_set.name,
        public=room.public,
        link=reverse("games:room", args=[room.code]),
        seat=None,
        seats=tuple(build_seat_view(seen, number, racks) for number in range(len(seen.seats))),
        to_move=state.to_move if state else None,
        actions=verbs,
        board=build_board_view(seen.layout, seen.tile_set),
        terms=build_variant_terms(seen.variant, seen.tile_set),
        tiles=build_tile_views(seen),
        rack=None,
        unseen=build_unseen_view(seen, ()),
        moves=_list_moves(seen),
        last_move=_describe_last_move(seen),
        say=announce_status(seen, None),
        spoken=announce_last_play(seen),
        challenge=build_challenge_view(seen),
        challenge_terms=build_challenge_terms(seen),
        outcome=build_outcome_view(seen, racks),
        draw=build_draw_view(seen),
        exchange_most=get_max_exchange(state) if state else 0,
        s_left=count_s_left(state, seen.tile_set),
        seed_hash=game.seed_hash,
        contributions=_list_contributions(seen),
        preview_shows_words=room.options.get("challenge") == "void",
        invitation="decline" in verbs,
        teams=room.has_teams,
        late_members=room.late_members,
        rated=room.rated,
        named=room.named,
        clock=build_clock_view(seen),
        awaited=tuple(player.nickname for player in seen.seating.reserved.values()),
        locked=room.locked,
        series=build_series_view(seen),
        dispute_url=build_dispute_url(seen),
    )


def _list_moves(seen: MaskedSnapshot) -> tuple[MoveView, ...]:
    hinted = find_hinted_seat(seen.game, seen.seats)
    return move_list_cache.of(seen.game.pk, seen.record, seen.names, hinted, seen.teams)


def _describe_last_move(seen: MaskedSnapshot) -> LastMoveView | None:
    return (
        narrate_last_move(seen.record[-1], seen.isolated_names, seen.teams) if seen.record else None
    )


def _list_contributions(seen: MaskedSnapshot) -> tuple[tuple[str, str], ...]:
    """Return contributions to the seed, by player before the deal and by seat afterwards."""
    if seen.game.scheme != SeedScheme.MIXED:
        return ()
    if seen.state is not None:
        return tuple(zip(seen.names, seen.game.contributions, strict=True))
    held = [holder for seat in seen.seats for holder in seat.holders.all()]
    return tuple((holder.player.nickname, holder.contribution) for holder in held)
