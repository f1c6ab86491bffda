"""Which verbs are open to a viewer now. A hint for the page: services decide for themselves."""

from games.play.models import Game
from games.play.perspective.gathering import Gathered
from games.play.services.company import gives_hints
from games.play.services.invitations import may_decline
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


def open_verbs(seen: Gathered, seat: int | None, *, invited: bool) -> frozenset[str]:
    """Names of acts and of what can be done about seats."""
    verbs = _table_verbs(seen, seat)
    if seat is None:
        return frozenset(verbs | _guest_verbs(seen, invited))
    if seen.state is not None:
        verbs |= {name for name, act in ACTS.items() if can(seen.state, seat, act)}
    elif _may_contribute(seen, seat):
        verbs.add("contribute")
    if gives_hints(seen.game, seen.seats) and ("play" in verbs or seen.record):
        verbs.add("hint")
    return frozenset(verbs)


def _table_verbs(seen: Gathered, seat: int | None) -> set[str]:
    game = seen.game
    verbs: set[str] = set()
    if seat is None:
        return verbs
    hosting = _hosts(seen, seat)
    if game.status == Game.Status.WAITING:
        verbs.add("stand")
        if hosting:
            verbs |= {"seat_computer", "dismiss_computer"}
        if hosting and _taken(seen) >= seen.variant.min_seats:
            verbs.add("start")
    if game.status != Game.Status.OVER and _taken(seen) < len(seen.seats):
        verbs.add("invite")
        if hosting:
            verbs.add("seat_computer")
    if game.status == Game.Status.OVER and seat not in game.rematch_seats:
        verbs.add("rematch")
    return verbs


def _may_contribute(seen: Gathered, seat: int) -> bool:
    """The seed of the bag still wants what this seat's page adds."""
    missing = any(not holder.contribution for holder in seen.seats[seat].holders.all())
    return seen.game.scheme == Scheme.MIXED and bool(seen.game.seed_hash) and missing


def _guest_verbs(seen: Gathered, invited: bool) -> set[str]:
    if seen.game.status == Game.Status.OVER or _taken(seen) == len(seen.seats):
        return set()
    if seen.invited and not invited:
        return set()
    return {"sit", "decline"} if may_decline(seen.room, seen.game, invited) else {"sit"}


def _taken(seen: Gathered) -> int:
    return sum(1 for seat in seen.seats if seat.computer_level or seat.holders.all())


def _hosts(seen: Gathered, seat: int) -> bool:
    return any(holder.player_id == seen.room.host_id for holder in seen.seats[seat].holders.all())
