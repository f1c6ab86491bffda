"""Opening rooms, and starting games and rematches.

:mod:`games.play.services.seats` handles taking and leaving seats.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.common.names import clean_title
from games.play.models import Game, Rack, Room, Seat, SeatMember
from games.play.services.abandoned_rooms import BEFORE_START, delete_own_empty_room
from games.play.services.dealing import begin_game, commit_bag_secret
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.notifications import notify_rematch, notify_started
from games.play.services.rack_visibility import require_rack_policy
from games.play.services.room_settings import RoomSettings
from games.play.services.seats import assign_seat, require_host
from games.play.services.twin_tables import require_shown
from games.play.store.replay import get_first_seat
from games.players.models import Player
from games.players.services.blocks import require_no_blocks
from games.players.services.sanctions import require_may_play
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

MAX_OPEN_ROOMS = 8
"""How many rooms without a started game one player may host."""

MAX_RUNNING_GAMES = 100
"""How many rooms with a game in progress one player may host."""


def open_room(host: Player, room_settings: RoomSettings, now: datetime, *, key: str = "") -> Room:
    """Create a room with its host on the first seat.

    If the variant lets the first seat move before an opponent comes, the game starts at once.
    Raises ``InvalidRequest`` if the number of seats does not fit the variant, if a rated game has
    no clock, or if the dictionary is empty. :func:`delete_oldest_open_room` limits how many rooms a
    host may have open.
    """
    variant = get_variant(room_settings.variant)
    if not variant.min_seats <= room_settings.seats <= variant.max_seats:
        raise InvalidRequest("room.seats")
    require_rack_policy(room_settings.racks, rated=room_settings.rated)
    if room_settings.rated and not room_settings.is_timed:
        raise InvalidRequest("rated.no_clock")
    if room_settings.rated and room_settings.options.challenge.votes:
        raise InvalidRequest("rated.votes")
    if room_settings.lexicon.current_revision is None:
        raise InvalidRequest("room.lexicon_empty")
    with transaction.atomic():
        room = Room.objects.create(
            title=room_settings.title,
            named=bool(room_settings.title),
            host=host,
            seen_at=now,
            key=key,
            **room_settings.columns(),
        )
        game = _create_game(room, number=1)
        assign_seat(game, host, game.seats.get(number=0), now)
        if variant.invites:
            begin_game(room, game, now)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return room


def delete_oldest_open_room(host: Player) -> None:
    """Delete the host's oldest room without a started game, if they have too many for a new one.

    Raises ``Conflict`` if none can be deleted, or if the host has too many games in progress.
    """
    # Two rooms opened at the same moment must not both count one room too few.
    Player.objects.select_for_update(no_key=True).get(pk=host.pk)
    hosted = Room.objects.filter(host=host).exclude(stage=Room.Stage.OVER)
    waiting = hosted.filter(stage__in=BEFORE_START)
    if hosted.count() - waiting.count() >= MAX_RUNNING_GAMES:
        raise Conflict("room.many", n=MAX_RUNNING_GAMES)
    if waiting.count() < MAX_OPEN_ROOMS:
        return
    if not any(delete_own_empty_room(room, host) for room in waiting.order_by("created_at")):
        raise Conflict("room.many", n=MAX_OPEN_ROOMS)


def set_room_title(code: str, player: Player, title: str, now: datetime) -> Room:
    """Change a room's title, as its host. With an empty title it follows the host's name again."""
    with locked_room(code) as room:
        require_host(room, get_current_game(room), player, now)
        room.title = clean_title(title)
        room.named = bool(room.title)
        room.save(update_fields=["named", "title"])
        bump_stamp(room)
    return room


def require_admitted(code: str, visitor: str = "") -> None:
    """Raise ``NotFound`` for an unknown room, and ``Forbidden`` for a visitor who may not see it.

    Such are visitors whom the host has removed, and those from whom a table of a swapped match is
    kept. Call it before a player is created for a visitor.
    """
    room = Room.objects.filter(code=code).first()
    if room is None:
        raise NotFound("room.unknown")
    if room.is_closed_to(visitor):
        raise Forbidden("room.removed")
    require_shown(room, visitor)


def start_game(code: str, player: Player, now: datetime, *, shown: str = "") -> Game:
    """Start the game with everyone who has a seat, as the host. Empty seats are removed.

    While the host is away, the present player who sat down first may start. Players who are not in
    the room get a notice.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        require_host(room, game, player, now)
        if game.status != Game.Status.WAITING:
            raise Conflict("game.started")
        _remove_empty_seats(game)
        if game.seats.count() < get_variant(room.variant).min_seats:
            raise Conflict("room.too_few")
        require_no_blocks(game.holders.values_list("player", flat=True))
        game.invitations.filter(seat=None).delete()
        begin_game(room, game, now)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
        notify_started(room, game, player, now)
    return game


def start_game_unless_running(code: str, player: Player, now: datetime) -> None:
    """Start the game, unless the variant has started it automatically."""
    with locked_room(code) as room:
        waiting = get_current_game(room).status == Game.Status.WAITING
    if waiting:
        start_game(code, player, now)


def ask_rematch(code: str, player: Player, now: datetime, *, shown: str = "") -> Game:
    """Ask for another game, which sends the others a notice. It starts once everyone has asked.

    ``shown`` is the id of the ended game that the player saw. Raises ``Conflict`` if the room has
    another one since, so that a request which comes twice does not ask for the game after the next.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        if game.status != Game.Status.OVER:
            raise Conflict("game.running")
        seat = get_seat(game, player)
        if room.twin_id is not None or room.prepared:
            raise Conflict("event.no_rematch" if room.prepared else "match.no_rematch")
        if not may_rematch(room):
            raise Conflict("rated.no_clock")
        require_may_play(player, now)
        require_no_blocks(game.holders.values_list("player", flat=True))
        wanted = {*game.rematch_seats, seat.number}
        free = {holder.seat.number for holder in _without_suspended(game.holders.all(), now)}
        people = {s.number for s in game.seats.filter(holders__isnull=False)}
        if room.device_owner_id == player.pk:
            wanted |= people  # they all press the same button
        if people <= wanted & free:
            game.rematch_seats = sorted(wanted)
            game.save(update_fields=["rematch_seats"])
            game = _create_next_game(room, game, now)
            notify_started(room, game, player, now)
        elif seat.number not in game.rematch_seats:
            game.rematch_seats = sorted(wanted)
            game.save(update_fields=["rematch_seats"])
            notify_rematch(room, game, player, now)
        bump_stamp(room)
    return game


def may_rematch(room: Room) -> bool:
    """Return whether another game may start here.

    Rated rooms of an early release may have no clock, and get no further game. Nor is there one at
    the tables of a swapped match or an event.
    """
    is_single = room.twin_id is not None or room.prepared
    return not is_single and (not room.rated or RoomSettings.of(room).is_timed)


def _create_next_game(room: Room, last: Game, now: datetime) -> Game:
    """Create and start the next game with the same people, except those who are suspended.

    The start moves on: the seat after the one that began the last game comes first, and begins.
    """
    first = get_first_seat(last)
    seats = sorted(
        (s for s in last.seats.all() if s.computer_level or s.holders.exists()),
        key=lambda seat: (seat.number <= first, seat.number),
    )
    game = Game.objects.create(room=room, number=last.number + 1)
    for number, old in enumerate(seats):
        seat = Seat.objects.create(
            game=game,
            number=number,
            computer_level=None if old.has_stand_in else old.computer_level,
            team=old.team,
        )
        Rack.objects.create(seat=seat)
        for holder in _without_suspended(old.holders.all(), now):
            SeatMember.objects.create(
                seat=seat,
                game=game,
                player=holder.player,
                seen_at=holder.seen_at,
                shows_rack=holder.shows_rack,
            )
    commit_bag_secret(game)
    begin_game(room, game, now)
    update_lobby_listing(room, game, now)
    return game


def _without_suspended(held: QuerySet[SeatMember], now: datetime) -> QuerySet[SeatMember]:
    """Return those holders who are not suspended by a moderator."""
    return held.exclude(player__suspended_until__gt=now).select_related("player", "seat")


def _create_game(room: Room, number: int) -> Game:
    game = Game.objects.create(room=room, number=number)
    for seat_number in range(room.seats_total):
        seat = Seat.objects.create(game=game, number=seat_number)
        Rack.objects.create(seat=seat)
    commit_bag_secret(game)
    return game


def _remove_empty_seats(game: Game) -> None:
    game.seats.filter(computer_level=None, holders__isnull=True).delete()
    # The rules count seats from 0 without gaps.
    for number, seat in enumerate(game.seats.order_by("number")):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
