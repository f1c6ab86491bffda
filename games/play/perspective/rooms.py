"""Whole views: of one viewer, of every audience of a room, of the record of an ended game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import urlencode

from django.urls import reverse

from games.common.refusals import Forbidden
from games.play.gameview import DrawView, LastMoveView, MoveView, RoomView
from games.play.models import Game
from games.play.perspective.clocks import see_clock
from games.play.perspective.endings import see_challenge, see_outcome
from games.play.perspective.gathering import Gathered, gather
from games.play.perspective.movelist import move_lists
from games.play.perspective.options import options_in_words
from games.play.perspective.parts import (
    BLANK_FACE,
    see_board,
    see_rack,
    see_s_left,
    see_terms,
    see_tiles,
    see_unseen,
)
from games.play.perspective.racks import (
    racks_for_watchers,
    see_own_consent,
    see_racks,
    show_racks,
)
from games.play.perspective.saying import say_where_it_lies, say_where_it_stands
from games.play.perspective.seats import open_racks, see_seat
from games.play.perspective.series import see_series
from games.play.perspective.verbs import guest_verbs, hosts_at, open_verbs
from games.play.scenes import Scene, read_steadily
from games.play.services.company import hinted_seat
from games.play.telling import tell_last
from games.players.badges import badge_of
from games.players.models import Player
from games.rules.bag import Scheme
from games.rules.game import most_exchanged
from games.rules.tiles import Letter

WATCHERS = "watch"
"""The audience of everybody without a seat."""

REMOVED = "removed"
"""Those whom the host has sent away."""

INVITED = "invited"
"""Watchers with an invitation by name: they may sit down or decline."""


@dataclass(frozen=True, slots=True)
class Looks:
    """One moment of a room: every audience's view, and which players belong to which audience.

    Views are made when they are asked for: most are looked at by nobody.
    """

    stamp: int
    views: Mapping[str, Callable[[], RoomView]]
    audiences: Mapping[str, str]
    removed: frozenset[str] = frozenset()
    """Visitors whom the host has sent away: they are shown nothing."""

    def audience_of(self, player: str) -> str:
        """The audience of a player's id; anybody unknown (``""`` too) watches."""
        if player in self.removed:
            return REMOVED
        return self.audiences.get(player, WATCHERS)

    def view_of(self, player: str) -> RoomView:
        """Raises ``Forbidden`` for those whom the room is closed to."""
        if player in self.removed:
            raise Forbidden("room.removed")
        return self.views[self.audience_of(player)]()


def look_all(code: str) -> Looks:
    """The views of every seat, of the invited and of all other watchers."""
    return look_at_scene(read_steadily(code))


def look_at_scene(scene: Scene) -> Looks:
    """The same of a scene that was read before; asks the database for definitions at most."""
    seen = gather(scene)
    racks = racks_for_watchers(seen)
    watched = replace(_watch(seen), racks=see_racks(seen, racks))
    views: dict[str, Callable[[], RoomView]] = {WATCHERS: partial(show_racks, watched, racks)}
    audiences: dict[str, str] = {}
    for seat in seen.seats:
        hosts = hosts_at(seen, seat.number)
        for hosting, audience in ((False, f"seat{seat.number}"), (True, f"host{seat.number}")):
            views[audience] = partial(_sit, seen, seat.number, watched, hosting=hosting)
        for holder in seat.holders.all():
            kind = "host" if holder.player_id in hosts else "seat"
            audiences[str(holder.player_id)] = f"{kind}{seat.number}"
    views[INVITED] = partial(_invite, seen, watched)
    for guest in seen.chairs.kept.values():
        audiences.setdefault(str(guest.pk), INVITED)
    for player, number in seen.chairs.expected.items():
        left = player in seen.chairs.left
        audience = f"{'back' if left else INVITED}{number}"
        views[audience] = partial(_expect, seen, watched, number, left=left)
        audiences.setdefault(str(player), audience)
    removed = frozenset(visitor for visitor, _name in seen.room.removed)
    return Looks(seen.room.stamp, views, audiences, removed)


def look(code: str, player: Player | None) -> RoomView:
    """What one person sees of a room now."""
    return look_all(code).view_of(str(player.pk) if player else "")


def look_at_ended_game(scene: Scene) -> RoomView:
    """An ended game as anyone may see it, whatever is on the table now."""
    return _watch(gather(scene))


def _sit(seen: Gathered, seat: int, watched: RoomView, *, hosting: bool) -> RoomView:
    """What a seat sees: what all see, and what is its own; of a team, the host sees more."""
    own = seen.rack_of(seat)
    seats = list(watched.seats)
    seats[seat] = replace(seats[seat], mine=True)
    verbs = open_verbs(seen, seat, hosting=hosting)
    return replace(
        watched,
        seat=seat,
        seats=tuple(seats),
        can=verbs,
        removed=_see_removed(seen) if "host" in verbs else (),
        rack=see_rack(own, seen.tile_set) if seen.state is not None else None,
        unseen=see_unseen(seen, own),
        say=say_where_it_stands(seen, seat, hosting=hosting),
        racks=see_own_consent(seen, seat, watched.racks),
        invitation=False,
    )


def _invite(seen: Gathered, watched: RoomView) -> RoomView:
    """What those see for whom a seat is kept."""
    verbs = guest_verbs(seen, invited=True)
    seats = tuple(replace(seat, open_to_me=not seat.taken) for seat in watched.seats)
    return replace(watched, seats=seats, can=verbs, invitation="decline" in verbs)


def _expect(seen: Gathered, watched: RoomView, number: int, *, left: bool) -> RoomView:
    """What those see for whom a team keeps a place; who has left one may go nowhere else."""
    verbs = guest_verbs(seen, invited=not left) | {"sit"}
    seats = tuple(
        replace(seat, open_to_me=seat.number == number or (seat.open_to_me and not left))
        for seat in watched.seats
    )
    return replace(watched, seats=seats, can=verbs, invitation=not left)


def _see_removed(seen: Gathered) -> tuple[tuple[str, str], ...]:
    place = seen.room.code
    return tuple((name, badge_of(visitor, place)) for visitor, name in seen.room.removed)


def _watch(seen: Gathered) -> RoomView:
    """What everybody sees."""
    room, game, state = seen.room, seen.game, seen.state
    racks = open_racks(seen)
    verbs = guest_verbs(seen, invited=False)
    return RoomView(
        code=room.code,
        title=room.title,
        number=game.number,
        has_ended_games=game.number > 1 or game.status == Game.Status.OVER,
        game_id=str(game.pk),
        stamp=room.stamp,
        turn=game.turn_number,
        phase=game.status,  # type: ignore[arg-type]
        variant=room.variant,
        variant_name=seen.variant.name,
        summary=options_in_words(room),
        edition=seen.tile_set.name,
        public=room.public,
        link=reverse("games:room", args=[room.code]),
        seat=None,
        seats=tuple(see_seat(seen, number, racks) for number in range(len(seen.seats))),
        to_move=state.to_move if state else None,
        can=verbs,
        board=see_board(seen.layout, seen.tile_set),
        terms=see_terms(seen.variant, seen.tile_set),
        tiles=see_tiles(seen),
        rack=None,
        unseen=see_unseen(seen, ()),
        moves=_list_moves(seen),
        last_move=_tell_last(seen),
        say=say_where_it_stands(seen, None),
        spoken=say_where_it_lies(seen),
        challenge=see_challenge(seen),
        outcome=see_outcome(seen, racks),
        draw=_see_draw(seen),
        exchange_most=most_exchanged(state) if state else 0,
        s_left=see_s_left(state, seen.tile_set),
        seed_hash=game.seed_hash,
        contributions=_see_contributions(seen),
        preview_tells_words=room.options.get("challenge") == "void",
        invitation="decline" in verbs,
        teams=room.has_teams,
        late_members=room.late_members,
        rated=room.rated,
        named=room.named,
        clock=see_clock(seen),
        deserted=game.deserted if state and game.deserted == state.to_move else None,
        locked=room.locked,
        series=see_series(seen),
        dispute_url=_dispute_url(seen),
    )


def _list_moves(seen: Gathered) -> tuple[MoveView, ...]:
    hinted = hinted_seat(seen.game, seen.seats)
    return move_lists.of(seen.game.pk, seen.record, seen.names, hinted, seen.teams)


def _tell_last(seen: Gathered) -> LastMoveView | None:
    return tell_last(seen.record[-1], seen.said_names, seen.teams) if seen.record else None


def _dispute_url(seen: Gathered) -> str:
    """The dictionary's form for disputes, with this game named; empty while it goes on."""
    if seen.outcome is None or seen.game.revision is None:
        return ""
    query = {
        "revision": seen.game.revision.number,
        "game": seen.room.title,
        "game_url": reverse("games:record", args=[seen.game.pk]),
    }
    return f"{reverse('lexicon:dispute', args=[seen.room.lexicon.slug])}?{urlencode(query)}"


def _see_contributions(seen: Gathered) -> tuple[tuple[str, str], ...]:
    """By player before the deal, by seat afterwards; none where the scheme asks for none."""
    if seen.game.scheme != Scheme.MIXED:
        return ()
    if seen.state is not None:
        return tuple(zip(seen.names, seen.game.contributions, strict=True))
    held = [holder for seat in seen.seats for holder in seat.holders.all()]
    return tuple((holder.player.nickname, holder.contribution) for holder in held)


def _see_draw(seen: Gathered) -> DrawView | None:
    draw = seen.draw
    if draw is None:
        return None
    rounds = tuple(
        tuple(
            (seen.names[seat], tile.face if isinstance(tile, Letter) else BLANK_FACE)
            for seat, tile in one
        )
        for one in draw.rounds
    )
    return DrawView(rounds, seen.names[draw.first])
