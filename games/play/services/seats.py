"""Taking and leaving seats, for people and computer players, before the start and late.

Which chairs are free and for whom: :mod:`games.play.chairs`. Inviting somebody to one:
:mod:`games.play.services.invitations`.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.play.chairs import chairs_of, may_host, seats_of
from games.play.models import Game, Holder, Room, Seat
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.naming import introduce, pass_on, require_unlike
from games.play.services.schedule import begin_time, reschedule
from games.play.services.signals import seat_taken
from games.players.models import Player

COMPUTER_LEVELS = range(1, 6)


def sit_down(code: str, visitor: UUID, nickname: str, number: int, now: datetime) -> Game:
    """Take a seat under a name, in one go: a refusal leaves name and seat as they were."""
    with transaction.atomic():
        return sit(code, introduce(visitor, nickname, code=code), number, now)


def sit(code: str, player: Player, number: int, now: datetime) -> Game:
    """Take a free seat; the same one again changes nothing.

    Of two who try for the same one, one gets ``Conflict``; so does whoever wants a chair that is
    kept for somebody else. Whoever comes late has the whole time for a turn from now on.
    """
    with locked_room(code) as room:
        game = current_game(room)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        if game.holders.filter(player=player, seat__number=number).exists():
            return game
        chairs = chairs_of(game, seats_of(game), now)
        if number in chairs.kept and not chairs.are_for(player.pk, number):
            raise Conflict("seat.kept", name=chairs.kept[number].nickname)
        take(game, player, number, now)
        seat_taken.send(sender=Game, game=game, player=player, seat=number)
        game.invitations.filter(player=player).delete()
        if not game.holders.filter(player=room.host_id).exists():
            pass_on(room, player)
        if game.running:
            _welcome_late(game, number, now)
        room.seen_at = now
        relist(room, game, now)
        touch(room)
    return game


def stand(code: str, player: Player, now: datetime) -> Game:
    """Leave one's seat before the start. A host hands the room on to whoever has waited longest;
    where nobody is left, the next to sit down becomes the host."""
    with locked_room(code) as room:
        game = _before_start(room)
        seat_of(game, player)
        Holder.objects.filter(game=game, player=player).delete()
        heir = game.holders.select_related("player").first()
        if room.host_id == player.pk and heir is not None:
            pass_on(room, heir.player)
        relist(room, game, now)
        touch(room)
    return game


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
        chairs = chairs_of(game, seats_of(game), now)
        seat = _free_seat(game, number)
        if number in chairs.kept:
            game.invitations.filter(player=chairs.kept[number]).delete()
        seat.computer_level = level
        seat.save(update_fields=["computer_level"])
        if game.running:
            reschedule(game, now)
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


def take(game: Game, player: Player, number: int, now: datetime) -> None:
    """Put a player on a free seat."""
    if game.holders.filter(player=player).exists():
        raise Conflict("seat.have_one")
    require_unlike(game, player, player.nickname)
    seat = _free_seat(game, number)
    Holder.objects.create(seat=seat, game=game, player=player, seen_at=now)


def _before_start(room: Room) -> Game:
    game = current_game(room)
    if game.status != Game.Status.WAITING:
        raise Conflict("game.started")
    return game


def _free_seat(game: Game, number: int) -> Seat:
    seat = game.seats.filter(number=number).first()
    if seat is None:
        raise Missing("seat.unknown")
    if seat.computer_level is not None or seat.holders.exists():
        raise Conflict("seat.taken")
    return seat


def _welcome_late(game: Game, number: int, now: datetime) -> None:
    """The days for a turn count from sitting down, not from the move that was made before."""
    if game.state is not None and game.state.get("to_move") == number:
        begin_time(game, now)
    reschedule(game, now)
