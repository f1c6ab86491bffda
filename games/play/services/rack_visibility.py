"""Whether spectators see racks: what the host chooses, and what everyone at the table agrees to.

:mod:`games.play.perspective.rack_visibility` decides what spectators then see.
"""

from datetime import datetime

from games.play.models import Game, Room, SeatMember
from games.play.models.rooms import RACKS_HIDDEN, RACKS_OPEN, RACKS_POLICIES
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.seats import require_host
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, InvalidRequest


def require_rack_policy(policy: str, *, rated: bool) -> None:
    """Raise ``InvalidRequest`` for an unknown policy. Racks of rated games stay hidden."""
    if policy not in RACKS_POLICIES:
        raise InvalidRequest("racks.unknown")
    if rated and policy != RACKS_HIDDEN:
        raise InvalidRequest("racks.rated")


def list_policies(room: Room, game: Game) -> tuple[str, ...]:
    """Return the policies from which the host may choose now.

    During a game the host can only hide racks better. To open them, everyone at the table has to
    agree.
    """
    if room.rated:
        return (RACKS_HIDDEN,)
    if game.status in (Game.Status.WAITING, Game.Status.OVER):
        return RACKS_POLICIES
    later = [one for one in RACKS_POLICIES if one.isdecimal() and 0 < room.racks_after <= int(one)]
    return (RACKS_HIDDEN, RACKS_OPEN, *later)


def choose_rack_policy(code: str, host: Player, policy: str, now: datetime) -> None:
    """Choose a policy, as the host. Players who had agreed to show their racks are asked again."""
    with locked_room(code) as room:
        game = get_current_game(room)
        require_host(room, game, host, now)
        require_rack_policy(policy, rated=room.rated)
        if policy not in list_policies(room, game):
            raise Conflict("racks.less_hidden")
        if policy == room.racks:
            return
        room.racks = policy
        room.save(update_fields=["racks"])
        # Agreeing to the old policy is no consent to the new one.
        game.holders.update(shows_rack=False)
        bump_stamp(room)


def agree_to_show_rack(code: str, player: Player, *, agreed: bool) -> None:
    """Save whether a player agrees that spectators see their rack. It takes effect at once.

    Spectators see racks only once everyone at the table agrees. Raises ``Conflict`` if the host's
    choice does not ask for it.
    """
    with locked_room(code) as room:
        game = get_current_game(room)
        seat = get_seat(game, player)
        if agreed and (room.racks != RACKS_OPEN or game.status == Game.Status.OVER):
            raise Conflict("racks.not_asked")
        changed = SeatMember.objects.filter(seat=seat, player=player, shows_rack=not agreed)
        if changed.update(shows_rack=agreed):
            bump_stamp(room)


def require_unseen(room: Room, game: Game) -> None:
    """Raise ``Conflict`` if a new member of a team may have seen other racks while watching."""
    if game.running and room.racks != RACKS_HIDDEN:
        raise Conflict("racks.seen")
