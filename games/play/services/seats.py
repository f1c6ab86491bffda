"""Taking and leaving seats, for people and computer players, before the start and late.

Where a seat is a team's, all this is about a place in it; what is a team's alone:
:mod:`games.play.services.teams`.

Which chairs are free and for whom: :mod:`games.play.chairs`. Inviting somebody to one:
:mod:`games.play.services.invitations`.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.common.instants import to_ms
from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.play import store
from games.play.chairs import Chairs, chairs_of, is_free, may_host, seats_of
from games.play.models import Game, Holder, Room, Seat
from games.play.services.dealing import begin
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.naming import (
    introduce,
    lock_rooms,
    pass_on,
    require_present,
    require_unlike,
)
from games.play.services.notices import tell_started
from games.play.services.schedule import begin_time, plan
from games.play.services.signals import seat_taken
from games.players.models import Player
from games.players.services.blocks import refuse_apart
from games.players.services.sanctions import require_standing
from games.rules.timing import run_clock

COMPUTER_LEVELS = range(1, 6)


def sit_down(code: str, visitor: UUID, nickname: str, number: int, now: datetime) -> Game:
    """Take a seat under a name, in one go: a refusal leaves name and seat as they were."""
    with transaction.atomic():
        return sit(code, introduce(visitor, nickname, code=code), number, now)


def sit(code: str, player: Player, number: int, now: datetime) -> Game:
    """Take a free seat, or a place in a team; the same one again changes nothing.

    Of two who try for the same one, one gets ``Conflict``; so does whoever wants a chair that is
    kept for somebody else. Whoever takes a seat late has the whole time for a turn from now on.
    Before the start one may go over to another team.
    """
    with locked_room(code) as room:
        game = current_game(room)
        if room.is_closed_to(player.pk):
            raise Forbidden("room.removed")
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        if game.holders.filter(player=player, seat__number=number).exists():
            return game
        rows = seats_of(game)
        seat = _welcome_at(rows, number, chairs_of(game, rows, now), player)
        late = game.running and not seat.holders.all()
        take(game, player, seat, now)
        seat_taken.send(sender=Game, game=game, player=player, seat=number)
        game.invitations.filter(player=player).delete()
        if not game.holders.filter(player=room.host_id).exists():
            pass_on(room, player)
        if late:
            _welcome_late(game, number, now)
        room.seen_at = now
        if room.starts_full and game.status == Game.Status.WAITING and _is_full(game, now):
            begin(room, game, now)
            tell_started(room, game, player, now)
        relist(room, game, now)
        touch(room)
    return game


def _is_full(game: Game, now: datetime) -> bool:
    return not chairs_of(game, seats_of(game), now).free


def stand(code: str, player: Player, now: datetime) -> Game:
    """Leave one's seat before the start. How one leaves a team later:
    :func:`games.play.services.teams.leave`."""
    with locked_room(code) as room:
        game = _before_start(room)
        seat_of(game, player)
        vacate(room, game, player)
        relist(room, game, now)
        touch(room)
    return game


def leave_waiting(player: Player, now: datetime) -> None:
    """Leave every seat of games that have not begun."""
    waiting = Holder.objects.filter(player=player, game__status=Game.Status.WAITING)
    with transaction.atomic():
        rooms = lock_rooms(Q(pk__in=waiting.values("game__room")))
        for room in rooms:
            if waiting.filter(game__room=room).exists():
                stand(room.code, player, now)


def vacate(room: Room, game: Game, player: Player) -> None:
    """Take a player off their seat, if they have one. A host hands the room on to whoever has
    waited longest; where nobody is left, the next to sit down becomes the host."""
    Holder.objects.filter(game=game, player=player).delete()
    _forget_teams(game)
    heir = game.holders.select_related("player").first()
    if room.host_id == player.pk and heir is not None:
        pass_on(room, heir.player)


def seat_computer(code: str, player: Player, number: int, level: int, now: datetime) -> Game:
    """The host puts a computer player of ``level`` 1-5 on a free seat.

    On a chair that was kept it takes the place of whoever was invited to it.
    """
    if level not in COMPUTER_LEVELS:
        raise Unsuitable("computer.level")
    with locked_room(code) as room:
        game = current_game(room)
        require_host(room, game, player, now)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        if room.rated:
            raise Forbidden("rated.people_only")
        chairs = chairs_of(game, seats_of(game), now)
        seat = _free_seat(game, number)
        if number in chairs.kept:
            game.invitations.filter(player=chairs.kept[number]).delete()
        game.invitations.filter(seat=seat).delete()
        seat.computer_level = level
        seat.save(update_fields=["computer_level"])
        if game.running:
            _welcome_late(game, number, now)
        relist(room, game, now)
        touch(room)
    return game


def dismiss_computer(code: str, player: Player, number: int, now: datetime) -> Game:
    """The host frees a computer's seat before the start."""
    with locked_room(code) as room:
        game = _before_start(room)
        require_host(room, game, player, now)
        game.seats.filter(number=number).update(computer_level=None)
        relist(room, game, now)
        touch(room)
    return game


def require_host(room: Room, game: Game, player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` unless ``player`` is the host, or stands in while the host is away."""
    if not may_host(room, list(game.holders.order_by("id")), player.pk, now):
        raise Forbidden("room.host_only")


def take(game: Game, player: Player, seat: Seat, now: datetime) -> None:
    """Put a player on a seat that is free for them; from another one where teams form.

    At a rated table only members sit; nobody sits with whom they are kept apart from.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    require_present(locked)
    require_standing(locked, now)
    refuse_apart(player.pk, [game.room.host_id, *game.holders.values_list("player", flat=True)])
    if game.room.rated and player.user_id is None:
        raise Forbidden("rated.members_only")
    forming = game.room.has_teams and game.status == Game.Status.WAITING
    if not forming and game.holders.filter(player=player).exists():
        raise Conflict("seat.have_one")
    require_unlike(game, player, player.nickname)
    Holder.objects.update_or_create(
        game=game, player=player, defaults={"seat": seat, "seen_at": now}
    )
    _forget_teams(game)


def _forget_teams(game: Game) -> None:
    """A name goes with the last of its team."""
    game.seats.filter(holders__isnull=True).exclude(team="").update(team="")


def _before_start(room: Room) -> Game:
    game = current_game(room)
    if game.status != Game.Status.WAITING:
        raise Conflict("game.started")
    return game


def _welcome_at(rows: list[Seat], number: int, chairs: Chairs, player: Player) -> Seat:
    """The seat, if it is free for the player or has a place in its team for them."""
    seat = next((row for row in rows if row.number == number), None)
    if seat is None:
        raise Missing("seat.unknown")
    if chairs.are_for(player.pk, number):
        return seat
    if number in chairs.kept:
        raise Conflict("seat.kept", name=chairs.kept[number].nickname)
    if player.pk in chairs.left:
        raise Conflict("team.left")
    if number in chairs.shut:
        raise Conflict("room.locked")
    if number in chairs.roomy:
        raise Conflict("team.closed")
    raise Conflict("seat.taken")


def _free_seat(game: Game, number: int) -> Seat:
    seat = game.seats.filter(number=number).first()
    if seat is None:
        raise Missing("seat.unknown")
    if seat.computer_level is not None or seat.holders.exists():
        raise Conflict("seat.taken")
    return seat


def _welcome_late(game: Game, number: int, now: datetime) -> None:
    """The days for a turn count from sitting down, not from the move that was made before; clocks
    that stood for want of an opponent go on."""
    if game.state is not None and game.state.get("to_move") == number:
        begin_time(game, now)
    seats, state = seats_of(game), store.load(game)
    if not game.paused and not any(is_free(seat) for seat in seats):
        state = run_clock(state, to_ms(now))
    store.save_clock(game, state, plan(game, state, seats, now))
