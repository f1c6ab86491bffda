"""Whether watchers see racks: what the host chooses, and what everybody at the table agrees to.

What follows for whoever looks on: :mod:`games.play.perspective.racks`.
"""

from datetime import datetime

from games.common.refusals import Conflict, Unsuitable
from games.play.models import Game, Holder, Room
from games.play.models.rooms import RACKS_HIDDEN, RACKS_OPEN, RACKS_POLICIES
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.seats import require_host
from games.players.models import Player


def require_policy(policy: str, *, rated: bool) -> None:
    """Raise ``Unsuitable`` for what no room offers. Racks of rated games stay hidden."""
    if policy not in RACKS_POLICIES:
        raise Unsuitable("racks.unknown")
    if rated and policy != RACKS_HIDDEN:
        raise Unsuitable("racks.rated")


def policies_for(room: Room, game: Game) -> tuple[str, ...]:
    """What the host may settle now. While a game goes on racks may only become better hidden; to
    open them is for everybody at the table to agree."""
    if room.rated:
        return (RACKS_HIDDEN,)
    if game.status in (Game.Status.WAITING, Game.Status.OVER):
        return RACKS_POLICIES
    later = [one for one in RACKS_POLICIES if one.isdecimal() and 0 < room.racks_after <= int(one)]
    return (RACKS_HIDDEN, RACKS_OPEN, *later)


def choose_policy(code: str, host: Player, policy: str, now: datetime) -> None:
    """The host settles it anew, and whoever has agreed is asked again."""
    with locked_room(code) as room:
        game = current_game(room)
        require_host(room, game, host, now)
        require_policy(policy, rated=room.rated)
        if policy not in policies_for(room, game):
            raise Conflict("racks.less_hidden")
        if policy == room.racks:
            return
        room.racks = policy
        room.save(update_fields=["racks"])
        game.holders.update(shows_rack=False)
        touch(room)


def agree(code: str, player: Player, *, agreed: bool) -> None:
    """Let watchers see one's rack, once all others at the table do; or take that back, which holds
    at once. Raises ``Conflict`` where nobody is asked."""
    with locked_room(code) as room:
        game = current_game(room)
        seat = seat_of(game, player)
        if agreed and (room.racks != RACKS_OPEN or game.status == Game.Status.OVER):
            raise Conflict("racks.not_asked")
        changed = Holder.objects.filter(seat=seat, player=player, shows_rack=not agreed)
        if changed.update(shows_rack=agreed):
            touch(room)


def require_unseen(room: Room, game: Game) -> None:
    """Raise ``Conflict`` where whoever joins a team may have watched and seen the others' racks."""
    if game.running and room.racks != RACKS_HIDDEN:
        raise Conflict("racks.seen")
