"""Which verbs are open to a viewer now. A hint for the page: services decide for themselves."""

from games.play.chairs import may_host
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
    if seat is None:
        return frozenset(_guest_verbs(seen, invited))
    verbs = _table_verbs(seen, seat)
    if seen.state is not None:
        verbs |= {name for name, act in ACTS.items() if can(seen.state, seat, act)}
    elif _may_contribute(seen, seat):
        verbs.add("contribute")
    if gives_hints(seen.game, seen.seats) and ("play" in verbs or seen.record):
        verbs.add("hint")
    return frozenset(verbs)


def _table_verbs(seen: Gathered, seat: int) -> set[str]:
    game = seen.game
    verbs: set[str] = set()
    if game.status == Game.Status.OVER:
        return verbs if seat in game.rematch_seats else {"rematch"}
    hosting = _hosts(seen, seat)
    if game.status == Game.Status.WAITING:
        verbs.add("stand")
        if hosting:
            verbs |= {"dismiss_computer", "entitle"}
        if hosting and _taken(seen) >= seen.variant.min_seats:
            verbs.add("start")
    if seen.chairs.open:
        verbs.add("invite")
    if hosting and seen.chairs.free:
        verbs.add("seat_computer")
    if hosting and seen.chairs.kept:
        verbs.add("withdraw")
    return verbs


def _may_contribute(seen: Gathered, seat: int) -> bool:
    """The seed of the bag still wants what this seat's page adds."""
    missing = any(not holder.contribution for holder in seen.seats[seat].holders.all())
    return seen.game.scheme == Scheme.MIXED and bool(seen.game.seed_hash) and missing


def _guest_verbs(seen: Gathered, invited: bool) -> set[str]:
    verbs = {"sit"} if seen.chairs.open or (invited and seen.chairs.kept) else set()
    if may_decline(seen.room, seen.game, seen.chairs, invited=invited):
        verbs.add("decline")
    return verbs


def _taken(seen: Gathered) -> int:
    return len(seen.seats) - len(seen.chairs.free)


def _hosts(seen: Gathered, seat: int) -> bool:
    """Whether somebody on this seat may act as the host; a team's page is one for all of it."""
    return any(
        may_host(seen.room, seen.holders, holder.player_id, seen.now)
        for holder in seen.seats[seat].holders.all()
    )
