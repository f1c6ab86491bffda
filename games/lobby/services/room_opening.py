"""Open a room from the lobby. Naming, opening and inviting succeed or fail together."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from games.common.form_keys import SAME_FORM_WITHIN
from games.people.services.own_level import find_own_level
from games.play.models import Game, Invitation, Room, Seat
from games.play.services import invitations, rooms, seats, twin_tables
from games.play.services.local_players import seat_local_players
from games.play.services.naming import get_or_create_player
from games.play.services.room_settings import RoomSettings
from games.play.terms.computer_levels import OWN_LEVEL
from games.play.terms.seating import INVITATION_LIFETIME
from games.players.models import Player
from games.players.services.blocks import list_blocked_players
from games.rules.equipment.errors import NotAllowedError
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from lexicon.terms.alphabets import get_main_language
from scrabble_site.shared.refusals import Conflict, NotFound


def open_room_and_invite(
    visitor: UUID,
    nickname: str,
    room_settings: RoomSettings,
    opponent: str,
    key: str,
    now: datetime,
) -> Room:
    """Open a room and invite the opponent, if one is named.

    The same form (by its ``key``) sent twice opens one room. Raises what naming, opening and
    inviting raise; nothing is changed then.
    """
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, room_settings, key, now)
        if is_new and opponent:
            invitations.invite_player(room.code, host, opponent, now)
    return room


def open_room_for_friend(
    visitor: UUID, nickname: str, usual: RoomSettings, language: str, key: str, now: datetime
) -> Room:
    """Open an unlisted room for two with the settings of the host's last room without computers.

    ``usual`` applies to hosts without such a room, or if it was not in ``language`` (a code without
    a region, "" for any). Guests get a casual room.
    """
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        last = _load_last_settings(visitor)
        if last is not None and language in ("", get_main_language(last.lexicon.language)):
            room_settings = last
        else:
            room_settings = usual
        rated = room_settings.rated and host.user_id is not None
        unlisted = replace(room_settings, public=False, rated=rated)
        room, _is_new = _open_once(host, unlisted, key, now)
    return room


def choose_level(level: int, player: Player | None, room_settings: RoomSettings) -> int:
    """Return the chosen level of a computer player, or for ``OWN_LEVEL`` the one that is about as
    strong as the player."""
    if level != OWN_LEVEL:
        return level
    return find_own_level(player, room_settings.variant, room_settings.lexicon.language)


def open_computer_game(
    visitor: UUID, nickname: str, room_settings: RoomSettings, level: int, key: str, now: datetime
) -> Room:
    """Open a room with computer players on the other seats, and start the game."""
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, room_settings, key, now)
        if is_new:
            for number in range(1, room_settings.seats):
                seats.seat_computer(room.code, host, number, level, now)
            rooms.start_game_unless_running(room.code, host, now)
    return room


def open_room_on_one_device(
    visitor: UUID,
    nickname: str,
    others: Sequence[str],
    room_settings: RoomSettings,
    key: str,
    now: datetime,
) -> Room:
    """Open a room in which the visitor and others play on one device, and start the game."""
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        room, is_new = _open_once(host, room_settings, key, now)
        if is_new:
            seat_local_players(room, host, others, now)
            rooms.start_game_unless_running(room.code, host, now)
    return room


def open_swapped_match(
    visitor: UUID,
    nickname: str,
    room_settings: RoomSettings,
    level: int | None,
    key: str,
    now: datetime,
) -> Room:
    """Open the two tables of a swapped match, and return the first.

    The visitor sits at the first one. With a ``level``, they sit at both and play the computer, and
    the games start.
    """
    with transaction.atomic():
        host = _lock_host(visitor, nickname)
        first, is_new = _open_once(host, room_settings, key, now)
        if is_new:
            second = rooms.open_room(host, room_settings, now)
            twin_tables.join_tables(first, second, host, at_both=level is not None)
            if level is not None:
                for number, room in enumerate((first, second)):
                    seats.seat_computer(room.code, host, 1 - number, level, now)
                    rooms.start_game_unless_running(room.code, host, now)
    return first


class InvitationProposal(NamedTuple):
    """The room that an invitation to a member would offer."""

    # The member to invite.
    player: Player
    room_settings: RoomSettings
    # A hash of the settings, to notice whether they have changed since they were shown.
    terms: str
    # The room to which the member is already invited.
    room: Room | None = None


def propose_invitation(
    visitor: UUID, opponent: UUID, usual: RoomSettings, now: datetime
) -> InvitationProposal:
    """Propose a room like the visitor's last one without computers, or with ``usual`` settings.

    Raises ``NotFound`` for the visitor themselves and for players without an account, ``Conflict``
    for people kept apart.
    """
    other = Player.objects.filter(pk=opponent, user__isnull=False).first()
    if other is None or opponent == visitor:
        raise NotFound("follow.unknown")
    if list_blocked_players(other.pk, [visitor]):
        raise Conflict("player.not_now", name=other.shown_name)
    room_settings = _load_last_settings(visitor) or usual
    terms = salted_hmac("games.lobby.proposal", repr(room_settings)).hexdigest()[:16]
    return InvitationProposal(other, room_settings, terms, _find_pending_room(visitor, other, now))


def invite_member(
    visitor: UUID, opponent: UUID, usual: RoomSettings, key: str, now: datetime, terms: str = ""
) -> Room:
    """Invite a member to a room as :func:`propose_invitation` describes it.

    If the member has not yet answered an earlier invitation by this host, its room is returned
    instead of a new one. Raises what proposing and inviting raise, and ``Conflict`` if the
    settings have changed since the page showed those of ``terms``.
    """
    with transaction.atomic():
        # Serializes a host's requests, so that two at once do not open two rooms.
        _lock_host(visitor, "")
        proposal = propose_invitation(visitor, opponent, usual, now)
        if proposal.room is not None:
            return proposal.room
        if terms and terms != proposal.terms:
            raise Conflict("proposal.changed")
        return open_room_and_invite(
            visitor, "", proposal.room_settings, proposal.player.nickname, key, now
        )


def _find_pending_room(host: UUID, guest: Player, now: datetime) -> Room | None:
    """Return the host's newest room to which the guest is invited and has not answered."""
    waiting = Invitation.objects.filter(
        player=guest, left=False, created_at__gt=now - INVITATION_LIFETIME, game__room__host=host
    ).exclude(game__status=Game.Status.OVER)
    found = waiting.select_related("game__room").order_by("-id").first()
    return found.game.room if found else None


def _load_last_settings(host: UUID) -> RoomSettings | None:
    """Return the host's settings for their last room without computers, without its title.

    A room on one device says nothing about games with others, nor does a table of a swapped match.
    ``None`` if there is no such room or its settings are no longer possible.
    """
    with_computers = Seat.objects.filter(
        game__room=OuterRef("pk"), computer_level__isnull=False, holders=None
    )
    rooms_before = Room.objects.filter(host=host, device_owner=None).exclude(Exists(with_computers))
    rooms_before = rooms_before.filter(prepared=False).exclude(options__separate_draws=True)
    last = rooms_before.select_related("lexicon").order_by("-created_at").first()
    if last is None or not Lexicon.objects.offered().filter(pk=last.lexicon_id).exists():
        return None
    room_settings = replace(RoomSettings.of(last), title="", seats=2)
    try:
        get_variant(last.variant).check_options(room_settings.options, 2)
    except NotAllowedError:
        return None
    return room_settings if room_settings.is_timed else replace(room_settings, rated=False)


def _lock_host(visitor: UUID, nickname: str) -> Player:
    player = get_or_create_player(visitor, nickname)
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _open_once(
    host: Player, room_settings: RoomSettings, key: str, now: datetime
) -> tuple[Room, bool]:
    """Return the room of this form, and whether it was opened just now."""
    made = _find_room_by_key(host, key, now)
    if made is not None:
        return made, False
    rooms.delete_oldest_open_room(host)
    return rooms.open_room(host, room_settings, now, key=key), True


def _find_room_by_key(host: Player, key: str, now: datetime) -> Room | None:
    if not key:
        return None
    made = Room.objects.filter(host=host, key=key, created_at__gt=now - SAME_FORM_WITHIN)
    return made.first()
