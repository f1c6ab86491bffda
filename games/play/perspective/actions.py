"""The actions that a viewer may take now. They only guide the page: services check again."""

from games.play.models import Game
from games.play.perspective.masking import MaskedSnapshot
from games.play.services.invitations import may_decline_invitation
from games.play.services.replies import may_store_replies
from games.play.services.rooms import may_rematch
from games.play.services.schedule import is_paused
from games.play.services.table_members import allows_hints
from games.play.terms.seating import may_host
from games.rules.equipment.fair_shuffle import SeedScheme
from games.rules.flow.game import can
from games.rules.plays.acts import Abort, Accept, Act, Challenge, Exchange, Pass, Play, Resign

ACT_CLASSES: dict[str, type[Act]] = {
    "play": Play,
    "exchange": Exchange,
    "pass": Pass,
    "challenge": Challenge,
    "accept": Accept,
    "resign": Resign,
    "abort": Abort,
}


def list_guest_actions(seen: MaskedSnapshot, *, invited: bool) -> frozenset[str]:
    """Return the actions of a viewer without a seat."""
    verbs = {"sit"} if seen.seating.has_open_seat or (invited and seen.seating.reserved) else set()
    if may_decline_invitation(seen.room, seen.game, seen.seating, invited=invited):
        verbs.add("decline")
    return frozenset(verbs)


def list_actions(seen: MaskedSnapshot, seat: int, *, hosting: bool) -> frozenset[str]:
    """Return the actions of a seat's holder: acts of the game, and commands about seats.

    ``hosting`` says that the viewer may act as the host, see :func:`list_acting_hosts`.
    """
    verbs = _list_table_actions(seen, seat, hosting)
    if seen.state is not None:
        verbs |= {name for name, act in ACT_CLASSES.items() if can(seen.state, seat, act)}
        verbs |= _list_pause_actions(seen, seat)
        verbs |= {"reply"} if may_store_replies(seen.state, seat) else set()
    elif _may_contribute(seen, seat):
        verbs.add("contribute")
    if allows_hints(seen.game, seen.seats) and ("play" in verbs or seen.record):
        verbs.add("hint")
    return frozenset(verbs)


def _list_table_actions(seen: MaskedSnapshot, seat: int, hosting: bool) -> set[str]:
    game = seen.game
    verbs: set[str] = set()
    if hosting:
        verbs |= set() if seen.room.rated else {"choose_racks"}
        verbs |= {"host"} if _belongs_to_host(seen, seat) else {"host", "take_over"}
    if game.status == Game.Status.OVER:
        asked = seat in game.rematch_seats or not may_rematch(seen.room)
        return verbs if asked else verbs | {"rematch"}
    if seen.room.has_teams:
        verbs |= _list_team_actions(seen, seat, hosting)
    if game.status == Game.Status.WAITING:
        verbs.add("stand")
        if hosting:
            verbs |= {"dismiss_computer", "entitle"}
        if hosting and _count_taken_seats(seen) >= seen.variant.min_seats:
            verbs.add("start")
    if seen.seating.has_open_seat or seen.seating.locked or (hosting and seen.seating.with_room):
        verbs.add("invite")
    if hosting and seen.seating.free and not seen.room.rated:
        verbs.add("seat_computer")
    if hosting and seen.seating.guests:
        verbs.add("withdraw")
    return verbs


def _list_pause_actions(seen: MaskedSnapshot, seat: int) -> set[str]:
    """Return actions about an absent player, and about pausing or resuming the clocks."""
    game, state = seen.game, seen.state
    if state is None or not game.running or seat not in state.in_play:
        return set()
    if game.absent_seat is not None and game.absent_seat == state.to_move != seat:
        return {"vote_absence"}
    if state.clock is None or game.rated or seen.seating.free:
        return set()
    if is_paused(game, state):
        return {"resume"}
    return {"resume"} if seat in game.paused else {"pause"}


def _list_team_actions(seen: MaskedSnapshot, seat: int, hosting: bool) -> set[str]:
    verbs = {"name_team"}
    if seen.game.status == Game.Status.WAITING and seen.seating.has_open_seat:
        verbs.add("sit")
    shared = len(seen.seats[seat].holders.all()) > 1
    if seen.game.running and shared and not seen.game.rated:
        verbs.add("leave")
    if hosting and not seen.game.rated:
        verbs.add("open_doors")
    return verbs


def _may_contribute(seen: MaskedSnapshot, seat: int) -> bool:
    """Return whether a holder of the seat has not yet contributed to the seed of the bag."""
    missing = any(not holder.contribution for holder in seen.seats[seat].holders.all())
    return seen.game.scheme == SeedScheme.MIXED and bool(seen.game.seed_hash) and missing


def _count_taken_seats(seen: MaskedSnapshot) -> int:
    return len(seen.seats) - len(seen.seating.free)


def _belongs_to_host(seen: MaskedSnapshot, seat: int) -> bool:
    """Return whether the host holds the seat, rather than a player standing in for the host."""
    held = seen.seats[seat].holders.all()
    return any(holder.player_id == seen.room.host_id for holder in held)


def list_acting_hosts(seen: MaskedSnapshot, seat: int) -> set[object]:
    """Return the ids of the seat's holders who may act as the host."""
    held = (holder.player_id for holder in seen.seats[seat].holders.all())
    return {player for player in held if may_host(seen.room, seen.holders, player, seen.now)}
