"""Whole views: of one viewer, of every audience of a room, of the record of an ended game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from games.play.chairs import is_away
from games.play.gameview import DrawView, RackTileView, RoomView, SeatView
from games.play.models import Game, Seat
from games.play.perspective.endings import see_challenge, see_outcome
from games.play.perspective.gathering import Gathered, gather, seat_names
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
from games.play.perspective.saying import say_where_it_lies, say_where_it_stands
from games.play.perspective.verbs import open_verbs
from games.play.scenes import Scene, read_steadily, scene_of
from games.play.services.company import hinted_seat
from games.play.telling import deltas_of, list_moves, tell_last
from games.players.models import Player
from games.rules.bag import Scheme
from games.rules.game import most_exchanged
from games.rules.ownership import safe_points
from games.rules.tiles import Letter

WATCHERS = "watch"
"""The audience of everybody without a seat."""

INVITED = "invited"
"""Watchers with an invitation by name: they may sit down or decline."""


@dataclass(frozen=True, slots=True)
class Looks:
    """Every audience's view of one moment, and which players belong to which audience."""

    stamp: int
    views: Mapping[str, RoomView]
    audiences: Mapping[str, str]

    def audience_of(self, player: str) -> str:
        """The audience of a player's id; anybody unknown (``""`` too) watches."""
        return self.audiences.get(player, WATCHERS)

    def view_of(self, player: str) -> RoomView:
        return self.views[self.audience_of(player)]


def seat_audience(seat: int) -> str:
    """Everyone who holds the seat: one player, or a team."""
    return f"seat{seat}"


def look_all(code: str) -> Looks:
    """The views of every seat, of the invited and of all other watchers."""
    return look_at_scene(read_steadily(code))


def look_at_scene(scene: Scene) -> Looks:
    """The same of a scene that was read before; asks the database for definitions at most."""
    seen = gather(scene)
    watched = _watch(seen)
    views = {WATCHERS: watched}
    audiences: dict[str, str] = {}
    for seat in seen.seats:
        holders = [str(holder.player_id) for holder in seat.holders.all()]
        if holders:
            views[seat_audience(seat.number)] = _sit(seen, seat.number, watched)
            audiences |= dict.fromkeys(holders, seat_audience(seat.number))
    invited = [str(guest.pk) for guest in seen.chairs.kept.values()]
    if invited:
        views[INVITED] = _invite(seen, watched)
        audiences = dict.fromkeys(invited, INVITED) | audiences
    return Looks(seen.room.stamp, views, audiences)


def look(code: str, player: Player | None) -> RoomView:
    """What one person sees of a room now."""
    return look_all(code).view_of(str(player.pk) if player else "")


def look_at_record(game: Game) -> RoomView:
    """An ended game as anyone may see it, whatever is on the table now."""
    return _watch(gather(scene_of(game.room, game)))


def _sit(seen: Gathered, seat: int, watched: RoomView) -> RoomView:
    """What a seat sees: what all see, and what is its own."""
    own = seen.rack_of(seat)
    seats = list(watched.seats)
    seats[seat] = replace(seats[seat], mine=True)
    return replace(
        watched,
        seat=seat,
        seats=tuple(seats),
        can=open_verbs(seen, seat, invited=False),
        rack=see_rack(own, seen.tile_set) if seen.state is not None else None,
        unseen=see_unseen(seen, own),
        say=say_where_it_stands(seen, seat),
        invitation=False,
    )


def _invite(seen: Gathered, watched: RoomView) -> RoomView:
    """What those see for whom a seat is kept."""
    verbs = open_verbs(seen, None, invited=True)
    seats = tuple(replace(seat, open_to_me=not seat.taken) for seat in watched.seats)
    return replace(watched, seats=seats, can=verbs, invitation="decline" in verbs)


def _watch(seen: Gathered) -> RoomView:
    """What everybody sees."""
    room, game, state = seen.room, seen.game, seen.state
    racks = _open_racks(seen)
    verbs = open_verbs(seen, None, invited=False)
    return RoomView(
        code=room.code,
        title=room.title,
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
        seats=tuple(_see_seat(seen, number, racks) for number in range(len(seen.seats))),
        to_move=state.to_move if state else None,
        can=verbs,
        board=see_board(seen.layout, seen.tile_set),
        terms=see_terms(seen.variant, seen.tile_set),
        tiles=see_tiles(seen),
        rack=None,
        unseen=see_unseen(seen, ()),
        moves=list_moves(seen.record, seen.names, hinted_seat(game, seen.seats)),
        last_move=tell_last(seen.record[-1], seen.names) if seen.record else None,
        say=say_where_it_stands(seen, None),
        spoken=say_where_it_lies(seen),
        challenge=see_challenge(seen),
        outcome=see_outcome(seen, racks),
        draw=_see_draw(seen),
        exchange_most=most_exchanged(state) if state else 0,
        s_left=see_s_left(state, seen.tile_set),
        seed_hash=game.seed_hash,
        contributions=_see_contributions(seen),
        due_at=game.due_at,
        preview_tells_words=room.options.get("challenge") == "void",
        invitation="decline" in verbs,
        named=room.named,
        dispute_url=_dispute_url(seen),
    )


def _see_seat(
    seen: Gathered, number: int, racks: Mapping[int, tuple[RackTileView, ...]]
) -> SeatView:
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
        open_to_me=number in seen.chairs.open,
        away=bool(holders) and _all_away(seen, row),
        wants_rematch=seen.outcome is not None and number in seen.game.rematch_seats,
    )


def _all_away(seen: Gathered, row: Seat) -> bool:
    return all(is_away(holder, seen.now) for holder in row.holders.all())


def _open_racks(seen: Gathered) -> dict[int, tuple[RackTileView, ...]]:
    """All racks lie open once the game is over, and never before."""
    if seen.outcome is None:
        return {}
    return {seat.number: see_rack(seen.rack_of(seat.number), seen.tile_set) for seat in seen.seats}


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
