"""Which verbs are open to a viewer now. A hint for the page: services decide for themselves."""

from games.play.chairs import may_host
from games.play.models import Game
from games.play.perspective.gathering import Gathered
from games.play.services.company import gives_hints
from games.play.services.invitations import may_decline
from games.play.services.replies import may_reply
from games.play.services.schedule import is_paused
from games.rules.bag import Scheme
from games.rules.game import can
from games.rules.moves import Accept, Act, Challenge, Exchange, Pass, Play, Resign

ACTS: dict[str, type[Act]] = {
    "play": Play,
    "exchange": Exchange,
    "pass": Pass,
    "challenge": Challenge,
    "accept": Accept,
    "resign": Resign,
}


def guest_verbs(seen: Gathered, *, invited: bool) -> frozenset[str]:
    """What is open to somebody without a seat."""
    verbs = {"sit"} if seen.chairs.offered or (invited and seen.chairs.kept) else set()
    if may_decline(seen.room, seen.game, seen.chairs, invited=invited):
        verbs.add("decline")
    return frozenset(verbs)


def open_verbs(seen: Gathered, seat: int, *, hosting: bool) -> frozenset[str]:
    """Names of acts and of what can be done about seats. ``hosting``: the viewer may act as the
    host, see :func:`hosts_at`."""
    verbs = _table_verbs(seen, seat, hosting)
    if seen.state is not None:
        verbs |= {name for name, act in ACTS.items() if can(seen.state, seat, act)}
        verbs |= _halting_verbs(seen, seat)
        verbs |= {"reply"} if may_reply(seen.state, seat) else set()
    elif _may_contribute(seen, seat):
        verbs.add("contribute")
    if gives_hints(seen.game, seen.seats) and ("play" in verbs or seen.record):
        verbs.add("hint")
    return frozenset(verbs)


def _table_verbs(seen: Gathered, seat: int, hosting: bool) -> set[str]:
    game = seen.game
    verbs: set[str] = set()
    if hosting:
        verbs |= set() if seen.room.rated else {"choose_racks"}
        verbs |= {"host"} if _is_hosts(seen, seat) else {"host", "take_over"}
    if game.status == Game.Status.OVER:
        return verbs if seat in game.rematch_seats else verbs | {"rematch"}
    if seen.room.has_teams:
        verbs |= _team_verbs(seen, seat, hosting)
    if game.status == Game.Status.WAITING:
        verbs.add("stand")
        if hosting:
            verbs |= {"dismiss_computer", "entitle"}
        if hosting and _taken(seen) >= seen.variant.min_seats:
            verbs.add("start")
    if seen.chairs.offered or seen.chairs.shut or (hosting and seen.chairs.roomy):
        verbs.add("invite")
    if hosting and seen.chairs.free and not seen.room.rated:
        verbs.add("seat_computer")
    if hosting and seen.chairs.guests:
        verbs.add("withdraw")
    return verbs


def _halting_verbs(seen: Gathered, seat: int) -> set[str]:
    """About a seat that was left, and about clocks that stand or shall stand."""
    game, state = seen.game, seen.state
    if state is None or not game.running or seat not in state.in_play:
        return set()
    left = game.deserted
    if left is not None and left == state.to_move and left != seat:
        verbs = {"wait_longer", "go_on_without"} | ({"claim"} if len(state.in_play) == 2 else set())
        return verbs if game.rated else verbs | {"relieve"}
    if state.clock is None or game.rated or seen.chairs.free:
        return set()
    if is_paused(game, state):
        return {"resume"}
    return {"resume"} if seat in game.paused else {"pause"}


def _team_verbs(seen: Gathered, seat: int, hosting: bool) -> set[str]:
    verbs = {"name_team"}
    if seen.game.status == Game.Status.WAITING and seen.chairs.offered:
        verbs.add("sit")
    shared = len(seen.seats[seat].holders.all()) > 1
    if seen.game.running and shared and not seen.game.rated:
        verbs.add("leave")
    if hosting and not seen.game.rated:
        verbs.add("open_doors")
    return verbs


def _may_contribute(seen: Gathered, seat: int) -> bool:
    """The seed of the bag still wants what this seat's page adds."""
    missing = any(not holder.contribution for holder in seen.seats[seat].holders.all())
    return seen.game.scheme == Scheme.MIXED and bool(seen.game.seed_hash) and missing


def _taken(seen: Gathered) -> int:
    return len(seen.seats) - len(seen.chairs.free)


def _is_hosts(seen: Gathered, seat: int) -> bool:
    """Whether it is the very host's, and not a stand-in's."""
    held = seen.seats[seat].holders.all()
    return any(holder.player_id == seen.room.host_id for holder in held)


def hosts_at(seen: Gathered, seat: int) -> set[object]:
    """Who of a seat may act as the host, by their ids."""
    held = (holder.player_id for holder in seen.seats[seat].holders.all())
    return {player for player in held if may_host(seen.room, seen.holders, player, seen.now)}
