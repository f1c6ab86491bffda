"""Joining a club in all ways, leaving it, and what directors answer."""

import secrets
from datetime import datetime

from games.clubs.models import Club, ClubMember, ClubRemoval, ClubRequest
from games.clubs.services.access import find_member, list_directors, require_club_director
from games.clubs.services.clubs import require_account, require_room_for_club
from games.clubs.services.locking import locked_club
from games.clubs.services.notices import notify_club
from games.clubs.terms.settings import MAX_MEMBERS
from games.players.models import Player
from games.players.services.sanctions import require_may_play, require_may_write
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

Role = ClubMember.Role
MAX_TEXT = 200


def join_club(
    code: str, player: Player, now: datetime, *, invite: str = "", text: str = ""
) -> ClubMember | None:
    """Join a club, or ask to: ``None`` if directors still have to agree.

    ``invite`` is the last part of the club's link, which lets in whoever has it. Joining or asking
    twice changes nothing. Players whom directors have removed can only ask. Raises ``Forbidden``
    for guests, for an old link and, without the link, in clubs joined by link; ``Conflict`` for a
    full club or a player in too many clubs.
    """
    require_account(player)
    require_may_play(player, now)
    with locked_club(code) as club:
        known = find_member(club, player)
        if known is not None:
            return known
        removed = ClubRemoval.objects.filter(club=club, player=player).exists()
        invited = secrets.compare_digest(invite.encode(), club.invite.encode())
        if invite and not invited:
            raise Forbidden("club.old_link")
        if not removed and (invited or club.joining == Club.Joining.FREE):
            return _add(club, player, now)
        if club.joining == Club.Joining.LINK and not invited:
            raise Forbidden("club.by_link")
        _ask(club, player, text, now)
    return None


def leave_club(code: str, player: Player) -> None:
    """Leave a club, or take a request back. A club is gone once its last member leaves.

    Raises ``Conflict`` for an owner with other members in the club, who passes it on first.
    """
    with locked_club(code) as club:
        ClubRequest.objects.filter(club=club, player=player).delete()
        member = find_member(club, player)
        if member is None:
            return
        if member.role != Role.OWNER:
            member.delete()
        elif club.members.count() > 1:
            raise Conflict("club.owner_leaves")
        else:
            club.delete()


def answer_request(
    code: str, director: Player, request: int, *, accept: bool, now: datetime
) -> None:
    """Let a player in who asked, or not. A request that was answered before is gone.

    Whoever is turned down hears nothing, and may ask again.
    """
    with locked_club(code) as club:
        require_club_director(club, director)
        asked = club.requests.select_related("player").filter(pk=request).first()
        if asked is None:
            raise NotFound("club.no_request")
        if not accept:
            asked.delete()
            return
        _add(club, asked.player, now)
        notify_club([asked.player], "club_joined", club, now)


def _add(club: Club, player: Player, now: datetime) -> ClubMember:
    if club.members.count() >= MAX_MEMBERS:
        raise Conflict("club.full")
    require_room_for_club(player)
    ClubRequest.objects.filter(club=club, player=player).delete()
    ClubRemoval.objects.filter(club=club, player=player).delete()
    return ClubMember.objects.create(club=club, player=player, joined_at=now)


def _ask(club: Club, player: Player, text: str, now: datetime) -> None:
    """Store a request and notify the directors, unless there is one already."""
    written = " ".join(text.split())[:MAX_TEXT]
    if written:
        require_may_write(player, now)
    _request, made = ClubRequest.objects.get_or_create(
        club=club, player=player, defaults={"text": written, "made_at": now}
    )
    if made:
        notify_club(list_directors(club), "club_request", club, now, people=[player.pk])
