"""Clubs when the account of a member is deleted or their data is exported."""

from typing import Any

from games.clubs.models import (
    Club,
    ClubCalendar,
    ClubMatch,
    ClubMatchPlayer,
    ClubMember,
    ClubRemoval,
    ClubRequest,
)
from games.clubs.services.clubs import find_heir, hand_over
from games.clubs.services.locking import locked_club
from games.players.models import Player


def leave_all_clubs(player: Player, **_signal: Any) -> None:
    """Take a player whose account is deleted out of all clubs.

    What they own passes to the longest-serving director, or else member. A club without anyone else
    is gone. What they have played stays, as in all events.
    """
    clubs = Club.objects.filter(members__player=player).order_by("pk")
    for code in list(clubs.values_list("code", flat=True)):
        with locked_club(code) as club:
            _leave(club, player)
    ClubRequest.objects.filter(player=player).delete()
    ClubRemoval.objects.filter(player=player).delete()
    ClubCalendar.objects.filter(player=player).delete()
    started = ClubMatch.Stage.STARTED
    ClubMatchPlayer.objects.filter(player=player).exclude(match__stage=started).delete()


def export_club_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the clubs that a player is in or would like to join, and what they wrote there."""
    joined = player.club_memberships.select_related("club").order_by("joined_at", "pk")
    asked = player.club_requests.select_related("club").order_by("made_at", "pk")
    said = player.club_messages.order_by("pk")
    return {
        "club_messages": list(said.values("club__title", "text", "sent_at")),
        "clubs": [
            {
                "club": one.club.title,
                "code": one.club.code,
                "role": one.role,
                "joined_at": one.joined_at,
            }
            for one in joined
        ],
        "club_requests": [
            {"club": one.club.title, "text": one.text, "made_at": one.made_at} for one in asked
        ],
    }


def _leave(club: Club, player: Player) -> None:
    """Take a player out of a club whose row is locked."""
    member = ClubMember.objects.filter(club=club, player=player).first()
    if member is None:
        return
    if member.role == ClubMember.Role.OWNER:
        heir = find_heir(member)
        if heir is None:
            club.delete()
            return
        hand_over(member, heir)
    member.delete()
