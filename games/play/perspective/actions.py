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
CLOSED_WHEN_PREPARED = {"stand", "invite", "abort"}
"""What no one does in a prepared room, whose players and result belong to an event."""


def list_guest_actions(masked: MaskedSnapshot, *, invited: bool) -> frozenset[str]:
    """Return the actions of a viewer without a seat."""
    verbs = (
        {"sit"} if masked.seating.has_open_seat or (invited and masked.seating.reserved) else set()
    )
    if may_decline_invitation(masked.room, masked.game, masked.seating, invited=invited):
        verbs.add("decline")
    return frozenset(verbs)


def list_actions(masked: MaskedSnapshot, seat: int, *, hosting: bool) -> frozenset[str]:
    """Return the actions of a seat's holder: acts of the game, and commands about seats.

    ``hosting`` says that the viewer may act as the host, see :func:`list_acting_hosts`.
    """
    verbs = _list_table_actions(masked, seat, hosting)
    if masked.state is not None:
        verbs |= {name for name, act in ACT_CLASSES.items() if can(masked.state, seat, act)}
        verbs |= _list_pause_actions(masked, seat)
        verbs |= {"reply"} if may_store_replies(masked.state, seat) else set()
    elif _may_contribute(masked, seat):
        verbs.add("contribute")
    if allows_hints(masked.game, masked.seats) and ("play" in verbs or masked.record):
        verbs.add("hint")
    return frozenset(verbs - CLOSED_WHEN_PREPARED if masked.room.prepared else verbs)


def _list_table_actions(masked: MaskedSnapshot, seat: int, hosting: bool) -> set[str]:
    game = masked.game
    verbs: set[str] = set()
    if hosting:
        verbs |= set() if masked.room.rated else {"choose_racks"}
        verbs |= {"host"} if _belongs_to_host(masked, seat) else {"host", "take_over"}
    if game.is_finished:
        rematch_closed = seat in game.rematch_seats or not may_rematch(masked.room)
        return verbs if rematch_closed else verbs | {"rematch"}
    if masked.room.has_teams:
        verbs |= _list_team_actions(masked, seat, hosting)
    if game.status == Game.Status.WAITING:
        verbs.add("stand")
        if hosting:
            verbs |= {"dismiss_computer", "entitle"}
        if hosting and _count_taken_seats(masked) >= masked.variant.min_seats:
            verbs.add("start")
    if (
        masked.seating.has_open_seat
        or masked.seating.locked
        or (hosting and masked.seating.with_free_place)
    ):
        verbs.add("invite")
    if hosting and masked.seating.free and not masked.room.rated:
        verbs.add("seat_computer")
    if hosting and masked.seating.guests:
        verbs.add("withdraw")
    return verbs


def _list_pause_actions(masked: MaskedSnapshot, seat: int) -> set[str]:
    """Return actions about an absent player, and about pausing or resuming the clocks."""
    game, state = masked.game, masked.state
    if state is None or not game.running or seat not in state.in_play:
        return set()
    if game.absent_seat is not None and game.absent_seat == state.to_move != seat:
        return {"vote_absence"}
    if state.clock is None or game.rated or masked.seating.free:
        return set()
    if is_paused(game, state):
        return {"resume"}
    return {"resume"} if seat in game.paused else {"pause"}


def _list_team_actions(masked: MaskedSnapshot, seat: int, hosting: bool) -> set[str]:
    verbs = {"name_team"}
    if masked.game.status == Game.Status.WAITING and masked.seating.has_open_seat:
        verbs.add("sit")
    shared = len(masked.seats[seat].holders.all()) > 1
    if masked.game.running and shared and not masked.game.rated:
        verbs.add("leave")
    if hosting and not masked.game.rated:
        verbs.add("open_doors")
    return verbs


def _may_contribute(masked: MaskedSnapshot, seat: int) -> bool:
    """Return whether a holder of the seat has not yet contributed to the seed of the bag."""
    missing = any(not holder.contribution for holder in masked.seats[seat].holders.all())
    return masked.game.scheme == SeedScheme.MIXED and bool(masked.game.seed_hash) and missing


def _count_taken_seats(masked: MaskedSnapshot) -> int:
    return len(masked.seats) - len(masked.seating.free)


def _belongs_to_host(masked: MaskedSnapshot, seat: int) -> bool:
    """Return whether the host holds the seat, rather than a player standing in for the host."""
    held = masked.seats[seat].holders.all()
    return any(holder.player_id == masked.room.host_id for holder in held)


def list_acting_hosts(masked: MaskedSnapshot, seat: int) -> set[object]:
    """Return the ids of the seat's holders who may act as the host."""
    held = (holder.player_id for holder in masked.seats[seat].holders.all())
    return {player for player in held if may_host(masked.room, masked.holders, player, masked.now)}
