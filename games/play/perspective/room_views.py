"""Build complete views: for one viewer, for every perspective of a room, and for finished games."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.generated_names import translate_name
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
    build_word_votes,
)
from games.play.perspective.perspectives import (
    BLOCKED_SUFFIX,
    COVERED_PERSPECTIVE,
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
from games.play.terms.twin_tables import is_hidden_from_others
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
    masked = mask_snapshot(snapshot)
    removed = frozenset(visitor for visitor, _name in masked.room.removed)
    seated = {str(holder.player_id) for holder in masked.holders}
    blocked = frozenset(str(one) for pair in masked.blocked_pairs for one in pair) - seated
    perspectives = assign_perspectives(masked)
    prepare = partial(
        _prepare_views, masked, {perspectives.get(one, SPECTATOR_PERSPECTIVE) for one in blocked}
    )
    kept = is_hidden_from_others(masked.room, masked.game)
    return RoomViews(masked.room.stamp, prepare, perspectives, removed, kept, blocked)


def _prepare_views(masked: MaskedSnapshot, blocked: Iterable[str]) -> ViewBuilders:
    """Return functions that build the views, by perspective.

    ``blocked`` are the perspectives of players who are kept apart from a seat holder.
    """
    racks = list_racks_for_spectators(masked)
    spectator_view = replace(
        _build_spectator_view(masked), racks=build_rack_visibility(masked, racks)
    )
    views: dict[str, Callable[[], RoomView]] = {
        SPECTATOR_PERSPECTIVE: partial(add_racks, spectator_view, racks),
        INVITED_PERSPECTIVE: partial(_build_invited_view, masked, spectator_view),
    }
    for seat in masked.seats:
        for hosting, perspective in ((False, f"seat{seat.number}"), (True, f"host{seat.number}")):
            views[perspective] = partial(
                _build_seat_view, masked, seat.number, spectator_view, hosting=hosting
            )
        views[f"{COVERED_PERSPECTIVE}{seat.number}"] = partial(
            _build_covered_view, masked, seat.number, spectator_view
        )
    for player, number in masked.seating.team_places.items():
        views[name_team_perspective(masked, player, number)] = partial(
            _build_team_guest_view,
            masked,
            spectator_view,
            number,
            left=player in masked.seating.departed,
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
    masked: MaskedSnapshot, seat: int, spectator_view: RoomView, *, hosting: bool
) -> RoomView:
    """Return a seat's view: the public view plus its own rack and actions."""
    own = masked.rack_of(seat)
    seats = list(spectator_view.seats)
    seats[seat] = replace(seats[seat], mine=True)
    verbs = list_actions(masked, seat, hosting=hosting)
    say = announce_status(masked, seat, hosting=hosting)
    if masked.has_blocked_pair:
        say = explain(Conflict("people.apart")) if "start" in verbs else say
        verbs -= {"start", "rematch"}
    return replace(
        spectator_view,
        seat=seat,
        seats=tuple(seats),
        actions=verbs,
        removed=_list_removed(masked) if "host" in verbs else (),
        unseatable=_list_unseatable(masked) if "host" in verbs and spectator_view.free_seat else (),
        rack=build_rack_view(own, masked.tile_set) if masked.state is not None else None,
        unseen=build_unseen_view(masked, own),
        say=say,
        racks=add_own_consent(masked, seat, spectator_view.racks),
        absence=build_absence_view(masked, seat),
        while_away=describe_missed_turns(masked, seat),
        outcome=address_outcome(masked, spectator_view.outcome, seat),
        invitation=False,
    )


def _build_covered_view(masked: MaskedSnapshot, seat: int, spectator_view: RoomView) -> RoomView:
    """Return the view of a device on its way to a seat: the public view, with an empty rack."""
    name = masked.names[seat]
    return replace(spectator_view, seat=seat, actions=frozenset(), rack=(), passed_to=name)


def _build_invited_view(masked: MaskedSnapshot, spectator_view: RoomView) -> RoomView:
    """Return the view of players for whom a seat is kept."""
    verbs = list_guest_actions(masked, invited=True)
    seats = tuple(replace(seat, open_to_me=not seat.taken) for seat in spectator_view.seats)
    return replace(spectator_view, seats=seats, actions=verbs, invitation="decline" in verbs)


def _build_team_guest_view(
    masked: MaskedSnapshot, spectator_view: RoomView, number: int, *, left: bool
) -> RoomView:
    """Return the view of a player for whom a team keeps a place.

    A player who has left a team may only return to it.
    """
    verbs = list_guest_actions(masked, invited=not left) | {"sit"}
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


def _list_removed(masked: MaskedSnapshot) -> tuple[tuple[str, str], ...]:
    code = masked.room.code
    return tuple(
        (translate_name(name), create_badge(visitor, code)) for visitor, name in masked.room.removed
    )


def _list_unseatable(masked: MaskedSnapshot) -> tuple[str, ...]:
    blocked = {one for pair in masked.blocked_pairs for one in pair}
    blocked -= {holder.player_id for holder in masked.holders}
    return tuple(
        create_badge(one, masked.room.code) for one in sorted(map(str, blocked))[:MAX_UNSEATABLE]
    )


def _build_spectator_view(masked: MaskedSnapshot) -> RoomView:
    """Return the public view, on which all others are based."""
    room, game, state = masked.room, masked.game, masked.state
    racks = list_open_racks(masked)
    verbs = list_guest_actions(masked, invited=False)
    return RoomView(
        code=room.code,
        title=room.shown_title,
        number=game.number,
        match_url=reverse("games:swapped_match", args=[room.code]) if room.twin_id else "",
        is_held=game.status == Game.Status.HELD,
        has_ended_games=game.number > 1 or game.status == Game.Status.OVER,
        game_id=str(game.pk),
        stamp=room.stamp,
        turn=game.turn_number,
        phase="over" if game.is_finished else game.status,  # type: ignore[arg-type]
        variant=room.variant,
        variant_name=masked.variant.name,
        summary=describe_options(room, leaving_out=["separate_draws"]),
        edition=masked.tile_set.name,
        public=room.public,
        link=reverse("games:room", args=[room.code]),
        seat=None,
        seats=tuple(build_seat_view(masked, number, racks) for number in range(len(masked.seats))),
        to_move=state.to_move if state else None,
        actions=verbs,
        board=build_board_view(masked.layout, masked.tile_set),
        terms=build_variant_terms(masked.variant, masked.tile_set),
        tiles=build_tile_views(masked),
        rack=None,
        unseen=build_unseen_view(masked, ()),
        moves=_list_moves(masked),
        last_move=_describe_last_move(masked),
        say=announce_status(masked, None),
        spoken=announce_last_play(masked),
        challenge=build_challenge_view(masked),
        challenge_terms=build_challenge_terms(masked),
        outcome=build_outcome_view(masked, racks),
        draw=build_draw_view(masked),
        exchange_most=get_max_exchange(state) if state else 0,
        s_left=count_s_left(state, masked.tile_set),
        seed_hash=game.seed_hash,
        contributions=_list_contributions(masked),
        preview_shows_words=masked.variant.options(**room.options).challenge.reveals_invalid_words,
        votes=build_word_votes(masked),
        invitation="decline" in verbs,
        teams=room.has_teams,
        late_members=room.late_members,
        rated=room.rated,
        named=room.named,
        clock=build_clock_view(masked),
        awaited=tuple(player.shown_name for player in masked.seating.reserved.values()),
        locked=room.locked,
        series=build_series_view(masked),
        dispute_url=build_dispute_url(masked),
        one_device=room.device_owner_id is not None,
        prepared=room.prepared,
    )


def _list_moves(masked: MaskedSnapshot) -> tuple[MoveView, ...]:
    hinted_seat = find_hinted_seat(masked.game, masked.seats)
    return move_list_cache.of(
        masked.game.pk, masked.record, masked.names, hinted_seat, masked.teams
    )


def _describe_last_move(masked: MaskedSnapshot) -> LastMoveView | None:
    return (
        narrate_last_move(masked.record[-1], masked.isolated_names, masked.teams)
        if masked.record
        else None
    )


def _list_contributions(masked: MaskedSnapshot) -> tuple[tuple[str, str], ...]:
    """Return contributions to the seed, by player before the deal and by seat afterwards."""
    if masked.game.scheme != SeedScheme.MIXED:
        return ()
    if masked.state is not None:
        return tuple(zip(masked.names, masked.game.contributions, strict=True))
    held = [holder for seat in masked.seats for holder in seat.holders.all()]
    return tuple((holder.player.shown_name, holder.contribution) for holder in held)
