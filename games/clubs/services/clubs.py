"""Making, changing and passing on clubs, and what the owner settles about directors."""

import secrets
from datetime import datetime
from typing import Any

from games.clubs.models import Club, ClubMember, ClubRemoval
from games.clubs.services.access import require_club_director, require_owner
from games.clubs.services.locking import locked_club
from games.clubs.services.nights import set_due_times
from games.clubs.services.notices import notify_club
from games.clubs.terms.settings import MAX_CLUBS, MAX_OWN_CLUBS, ClubSettings
from games.common.form_keys import SAME_FORM_WITHIN
from games.common.names import clean_title
from games.common.time_zones import list_time_zones
from games.play.models.rooms import new_code
from games.play.services.locking import write_transaction
from games.players.models import Player
from games.players.services.sanctions import require_may_write
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

Role = ClubMember.Role


def create_club(owner: Player, chosen: ClubSettings, key: str, now: datetime) -> Club:
    """Make a club with its owner as the only member. A form sent twice makes one club.

    Raises ``Forbidden`` for guests and for players who may not write, and ``Conflict`` for a player
    with too many clubs.
    """
    columns = _build_columns(chosen)
    require_account(owner)
    require_may_write(owner, now)
    with write_transaction():
        # Two forms of one player, sent at the same moment, are handled one after the other.
        owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        owned = Club.objects.filter(members__player=owner, members__role=Role.OWNER)
        if key:
            same = owned.filter(key=key, created_at__gt=now - SAME_FORM_WITHIN).first()
            if same is not None:
                return same
        if owned.count() >= MAX_OWN_CLUBS:
            raise Conflict("club.many_owned", n=MAX_OWN_CLUBS)
        require_room_for_club(owner)
        club = Club.objects.create(
            code=new_code(), invite=new_invite(), key=key, created_at=now, **columns
        )
        ClubMember.objects.create(club=club, player=owner, role=Role.OWNER, joined_at=now)
    return club


def change_club(code: str, director: Player, chosen: ClubSettings, now: datetime) -> None:
    """Change what a club says about itself, and who may join.

    Nights that are events already begin when they were announced; later ones follow the zone.
    """
    columns = _build_columns(chosen)
    require_may_write(director, now)
    with locked_club(code) as club:
        require_club_director(club, director)
        moved = club.zone != columns["zone"]
        for name, value in columns.items():
            setattr(club, name, value)
        club.save(update_fields=list(columns))
        if moved:
            set_due_times(club, now)


def renew_invite(code: str, director: Player) -> None:
    """Replace the link by which one joins, so that the old one lets no one in."""
    with locked_club(code) as club:
        require_club_director(club, director)
        club.invite = new_invite()
        club.save(update_fields=["invite"])


def pass_on(code: str, owner: Player, to: str, now: datetime) -> None:
    """Make another member the owner. The previous owner stays as a director."""
    with locked_club(code) as club:
        own = require_owner(club, owner)
        heir = get_member(club, to)
        if heir.pk == own.pk:
            return
        hand_over(own, heir)
        notify_club([heir.player], "club_owner", club, now)


def set_director(code: str, owner: Player, member: str, *, directs: bool, now: datetime) -> None:
    """Let a member direct the club, or no longer. Raises ``Conflict`` for the owner."""
    with locked_club(code) as club:
        require_owner(club, owner)
        found = get_member(club, member)
        if found.role == Role.OWNER:
            raise Conflict("club.owner_directs")
        role = Role.DIRECTOR if directs else Role.MEMBER
        if found.role != role:
            found.role = role
            found.save(update_fields=["role"])
            if directs:
                notify_club([found.player], "club_director", club, now)


def remove_member(code: str, director: Player, member: str, now: datetime) -> None:
    """Remove a member, who can only come back on request. Only the owner removes directors."""
    with locked_club(code) as club:
        own = require_club_director(club, director)
        found = get_member(club, member)
        if found.role == Role.OWNER:
            raise Conflict("club.owner_stays")
        if found.directs and own.role != Role.OWNER:
            raise Forbidden("club.owner_only")
        ClubRemoval.objects.get_or_create(
            club=club, player=found.player, defaults={"removed_at": now}
        )
        found.delete()


def hand_over(owner: ClubMember, heir: ClubMember) -> None:
    """Exchange the roles of the owner and another member. The club's row is locked."""
    owner.role, heir.role = Role.DIRECTOR, Role.OWNER
    owner.save(update_fields=["role"])  # first: a club has one owner
    heir.save(update_fields=["role"])


def find_heir(owner: ClubMember) -> ClubMember | None:
    """Return who owns a club after its owner: the longest-serving director, else member."""
    others = list(owner.club.members.exclude(pk=owner.pk).select_related("player"))
    others.sort(key=lambda one: (not one.directs, one.joined_at, one.pk))
    return others[0] if others else None


def get_member(club: Club, player: str) -> ClubMember:
    """Return a member by the id of the player. Raises ``NotFound``."""
    rows = club.members.select_related("player")
    found = next((one for one in rows if str(one.player_id) == player), None)
    if found is None:
        raise NotFound("club.no_member")
    return found


def require_account(player: Player) -> None:
    """Raise ``Forbidden`` for guests."""
    if player.user_id is None:
        raise Forbidden("club.account_needed")


def require_room_for_club(player: Player) -> None:
    """Raise ``Conflict`` for a player who is in as many clubs as one may be in."""
    if player.club_memberships.count() >= MAX_CLUBS:
        raise Conflict("club.many", n=MAX_CLUBS)


def new_invite() -> str:
    return secrets.token_urlsafe(12)


def _build_columns(chosen: ClubSettings) -> dict[str, Any]:
    title = clean_title(chosen.title)
    if not title:
        raise InvalidRequest("club.no_title")
    if chosen.zone not in list_time_zones():
        raise InvalidRequest("club.zone")
    return {
        "title": title,
        "about": chosen.about.strip(),
        "language": chosen.language,
        "place": " ".join(chosen.place.split()),
        "zone": chosen.zone,
        "joining": chosen.joining,
    }
