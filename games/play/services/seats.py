"""Taking and leaving seats, for people and computer players, before the start and during a game.

A seat held by a team has several places, and these functions take and leave one of them. For the
rest of team handling see :mod:`games.play.services.teams`, for which seats a player may take
:mod:`games.play.terms.seating`, and for invitations :mod:`games.play.services.invitations`.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.play import store
from games.play.models import Game, Room, Seat, SeatMember
from games.play.services.dealing import begin_game
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.naming import (
    get_or_create_player,
    lock_rooms,
    require_distinct_name,
    require_present,
    transfer_hosting,
)
from games.play.services.notifications import notify_started
from games.play.services.schedule import begin_turn_time, plan_game
from games.play.services.twin_tables import refuse_second_table
from games.play.signals import seat_taken
from games.play.terms.computer_levels import is_level
from games.play.terms.seating import Seating, get_seating, is_free, list_seats, may_host
from games.players.models import Player
from games.players.services.blocks import refuse_blocked
from games.players.services.sanctions import require_may_play
from games.rules.flow.game_clock import resume_clock
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound


def sit_as_visitor(
    code: str, visitor: UUID, nickname: str, number: int, now: datetime, *, shown: str = ""
) -> Game:
    """Take a seat under a name in one transaction, so that a refusal changes neither of the two.

    If someone else was a moment faster, the visitor gets the next open seat.
    """
    with transaction.atomic():
        player = get_or_create_player(visitor, nickname, code=code)
        return take_seat(code, player, number, now, shown=shown, elsewhere=True)


def take_seat(
    code: str,
    player: Player,
    number: int,
    now: datetime,
    *,
    shown: str = "",
    elsewhere: bool = False,
) -> Game:
    """Take a free seat or a place in a team. Taking the same seat again changes nothing.

    If two people try for the same seat, one of them gets ``Conflict``, as does anyone who asks for
    a seat kept for someone else. With ``elsewhere`` a player whose chosen seat is taken gets the
    next one open to them, except in rooms with teams and at tables of a swapped match. A player who
    sits down during the game gets the full time for a turn. Before the start players may change
    teams. ``shown`` is the id of the game that is meant.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        if room.is_closed_to(player.pk):
            raise Forbidden("room.removed")
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        if game.holders.filter(player=player, seat__number=number).exists():
            return game
        rows = list_seats(game)
        seating = get_seating(game, rows, now)
        if elsewhere and not room.has_teams and room.twin_id is None:
            number = _find_open_number(rows, number, seating, player)
        seat = _find_seat_for(rows, number, seating, player)
        late = game.running and not seat.holders.all()
        assign_seat(game, player, seat, now)
        seat_taken.send(sender=Game, game=game, player=player, seat=number)
        game.invitations.filter(player=player).delete()
        # The host has left the table, so the new player becomes the host.
        if not game.holders.filter(player=room.host_id).exists():
            transfer_hosting(room, player)
        if late:
            _restart_turn_time(game, number, now)
        room.seen_at = now
        if room.start_when_full and game.status == Game.Status.WAITING and _is_full(game, now):
            begin_game(room, game, now)
            notify_started(room, game, player, now)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return game


def _is_full(game: Game, now: datetime) -> bool:
    return not get_seating(game, list_seats(game), now).free


def leave_seat(code: str, player: Player, now: datetime, *, shown: str = "") -> Game:
    """Take a player who asks for it off their seat before the start.

    :func:`games.play.services.teams.leave_team` is for leaving a team during the game.
    """
    with locked_room(code) as room:
        game = _require_unstarted(room, shown)
        get_seat(game, player)
        vacate_seat(room, game, player)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return game


def leave_unstarted_games(player: Player, now: datetime) -> None:
    """Remove a player from their seats in all games that have not started."""
    waiting = SeatMember.objects.filter(player=player, game__status=Game.Status.WAITING)
    waiting = waiting.filter(game__room__prepared=False)
    with transaction.atomic():
        rooms = lock_rooms(Q(pk__in=waiting.values("game__room")))
        for room in rooms:
            if waiting.filter(game__room=room).exists():
                leave_seat(room.code, player, now)


def vacate_seat(room: Room, game: Game, player: Player) -> None:
    """Remove a player from their seat, if they have one.

    If the host leaves, the player who sat down first becomes the host. If no one is left, it is the
    next one to sit down.
    """
    SeatMember.objects.filter(game=game, player=player).delete()
    _clear_empty_teams(game)
    heir = game.holders.select_related("player").first()
    if room.host_id == player.pk and heir is not None:
        transfer_hosting(room, heir.player)


def seat_computer(
    code: str, player: Player, number: int, level: int, now: datetime, *, shown: str = ""
) -> Game:
    """Put a computer player of a level (given by its code) on a free seat, as the host.

    An invitation that kept the seat is withdrawn.
    """
    if not is_level(level):
        raise InvalidRequest("computer.level")
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        require_host(room, game, player, now)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        if room.rated:
            raise Forbidden("rated.people_only")
        seating = get_seating(game, list_seats(game), now)
        seat = _find_free_seat(game, number)
        if number in seating.reserved:
            game.invitations.filter(player=seating.reserved[number]).delete()
        game.invitations.filter(seat=seat).delete()
        seat.computer_level = level
        seat.save(update_fields=["computer_level"])
        if game.running:
            _restart_turn_time(game, number, now)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return game


def remove_computer(
    code: str, player: Player, number: int, now: datetime, *, shown: str = ""
) -> Game:
    """Free a computer player's seat before the start, as the host."""
    with locked_room(code) as room:
        game = _require_unstarted(room, shown)
        require_host(room, game, player, now)
        game.seats.filter(number=number).update(computer_level=None)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return game


def require_host(room: Room, game: Game, player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` unless ``player`` is the host, or acts as host while the host is away."""
    if not may_host(room, list(game.holders.order_by("id")), player.pk, now):
        raise Forbidden("room.host_only")


def assign_seat(game: Game, player: Player, seat: Seat, now: datetime) -> None:
    """Give a player a seat that is free for them. While teams form, this may be a change of team.

    Only members sit at a rated table, and no one sits with a player they are kept apart from.
    """
    # Locked so that a suspension or a deleted account cannot slip in between check and seat.
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    require_present(locked)
    require_may_play(locked, now)
    refuse_blocked(player.pk, [game.room.host_id, *game.holders.values_list("player", flat=True)])
    if game.room.rated and player.user_id is None:
        raise Forbidden("rated.members_only")
    forming = game.room.has_teams and game.status == Game.Status.WAITING
    if not forming and game.holders.filter(player=player).exists():
        raise Conflict("seat.have_one")
    refuse_second_table(game.room, player)
    require_distinct_name(game, player, player.nickname)
    SeatMember.objects.update_or_create(
        game=game, player=player, defaults={"seat": seat, "seen_at": now}
    )
    _clear_empty_teams(game)


def _clear_empty_teams(game: Game) -> None:
    """Forget the name of a team once its last member has left."""
    game.seats.filter(holders__isnull=True).exclude(team="").update(team="")


def _require_unstarted(room: Room, shown: str) -> Game:
    game = get_current_game(room, shown)
    if game.status != Game.Status.WAITING:
        raise Conflict("game.started")
    if room.prepared:
        raise Conflict("event.seated")
    return game


def _find_seat_for(rows: list[Seat], number: int, seating: Seating, player: Player) -> Seat:
    """Return a seat that the player may take.

    Raises ``NotFound`` if there is no such seat, or ``Conflict`` with the reason.
    """
    seat = next((row for row in rows if row.number == number), None)
    if seat is None:
        raise NotFound("seat.unknown")
    if seating.is_open_to(player.pk, number):
        return seat
    if number in seating.reserved:
        raise Conflict("seat.kept", name=seating.reserved[number].shown_name)
    if player.pk in seating.departed:
        raise Conflict("team.left")
    if number in seating.locked:
        raise Conflict("room.locked")
    if number in seating.with_free_place:
        raise Conflict("team.closed")
    raise Conflict("seat.taken")


def _find_open_number(rows: list[Seat], number: int, seating: Seating, player: Player) -> int:
    """Return the seat that a player gets who asks for ``number``: the next open one if it is taken.

    Returns ``number`` unchanged if the seat is not taken or no other seat is open to the player.
    """
    taken = any(row.number == number and not is_free(row) for row in rows)
    if not taken:
        return number
    others = sorted((row.number for row in rows), key=lambda other: (other < number, other))
    return next((other for other in others if seating.is_open_to(player.pk, other)), number)


def _find_free_seat(game: Game, number: int) -> Seat:
    seat = game.seats.filter(number=number).first()
    if seat is None:
        raise NotFound("seat.unknown")
    if seat.computer_level is not None or seat.holders.exists():
        raise Conflict("seat.taken")
    return seat


def _restart_turn_time(game: Game, number: int, now: datetime) -> None:
    """Restart the time of a turn whose player has just sat down.

    The days for a turn count from then, not from the move before. Clocks that were stopped because
    an opponent was missing run again.
    """
    if game.state is not None and game.state.get("to_move") == number:
        begin_turn_time(game, now)
    seats, state = list_seats(game), store.load_state(game)
    if not game.paused and not any(is_free(seat) for seat in seats):
        state = resume_clock(state, to_ms(now))
    store.save_clock(game, state, plan_game(game, state, seats, now))
