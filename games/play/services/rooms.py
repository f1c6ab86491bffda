"""Opening rooms, taking and leaving seats, starting a game and the one after it."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.play.models import Game, Holder, Rack, Room, Seat
from games.play.services.dealing import begin, commit_bag
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.schedule import begin_time, reschedule
from games.play.services.signals import seat_taken
from games.players.models import Player
from games.rules.variants import Options, get_variant
from lexicon.models import Lexicon

COMPUTER_LEVELS = range(1, 6)


@dataclass(frozen=True, slots=True)
class RoomWishes:
    """What a host chooses when opening a room; fixed once the game starts."""

    variant: str
    edition: str
    lexicon: Lexicon
    seats: int
    options: Options
    public: bool = True
    title: str = ""
    allow_errors: bool = True
    unhurried: bool = True


def open_room(host: Player, wishes: RoomWishes, now: datetime) -> Room:
    """Open a room with its host on the first seat.

    Where the variant lets seat 1 move before an opponent is there, the game starts at once.
    Raises ``Unsuitable`` when the number of seats does not fit the variant.
    """
    variant = get_variant(wishes.variant)
    if not variant.min_seats <= wishes.seats <= variant.max_seats:
        raise Unsuitable("room.seats")
    if wishes.lexicon.current_revision is None:
        raise Unsuitable("room.lexicon_empty")
    with transaction.atomic():
        room = Room.objects.create(
            title=wishes.title or _("%(name)s's table") % {"name": host.nickname},
            host=host,
            variant=wishes.variant,
            edition=wishes.edition,
            options=asdict(wishes.options),
            seats_total=wishes.seats,
            lexicon=wishes.lexicon,
            public=wishes.public,
            allow_errors=wishes.allow_errors,
            unhurried=wishes.unhurried,
        )
        game = _lay_table(room, number=1)
        _take(game, host, number=0)
        if variant.invites:
            begin(room, game, now)
    return room


def require_room(code: str) -> None:
    """Raise ``Missing`` for an unknown room, before anything is made for whoever asks."""
    if not Room.objects.filter(code=code).exists():
        raise Missing("room.unknown")


def sit(code: str, player: Player, number: int, now: datetime) -> Game:
    """Take a free seat. Of two who try for the same one, one gets ``Conflict``."""
    with locked_room(code) as room:
        game = current_game(room)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        _take(game, player, number)
        seat_taken.send(sender=Game, game=game, player=player, seat=number)
        if game.running:
            game.invitations.all().delete()
            if game.state is not None and game.state["to_move"] == number:
                begin_time(game, now)
            reschedule(game, now)
        touch(room)
    return game


def stand(code: str, player: Player) -> Game:
    """Leave one's seat before the start. A host who leaves hands the room on, if to anyone."""
    with locked_room(code) as room:
        game = current_game(room)
        if game.status != Game.Status.WAITING:
            raise Conflict("game.started")
        seat_of(game, player)
        Holder.objects.filter(game=game, player=player).delete()
        if room.host_id == player.pk:
            heir = Holder.objects.filter(game=game).exclude(player=player).first()
            if heir is not None:
                room.host = heir.player
                room.save(update_fields=["host"])
        touch(room)
    return game


def seat_computer(code: str, player: Player, number: int, level: int, now: datetime) -> Game:
    """The host puts a computer player of ``level`` 1-5 on a free seat."""
    if level not in COMPUTER_LEVELS:
        raise Unsuitable("computer.level")
    with locked_room(code) as room:
        game = current_game(room)
        _require_host(room, player)
        if game.status == Game.Status.OVER:
            raise Conflict("game.over")
        seat = _free_seat(game, number)
        seat.computer_level = level
        seat.save(update_fields=["computer_level"])
        if game.running:
            reschedule(game, now)
        touch(room)
    return game


def dismiss_computer(code: str, player: Player, number: int) -> Game:
    """The host frees a computer's seat before the start."""
    with locked_room(code) as room:
        game = current_game(room)
        _require_host(room, player)
        if game.status != Game.Status.WAITING:
            raise Conflict("game.started")
        game.seats.filter(number=number).update(computer_level=None)
        touch(room)
    return game


def start(code: str, player: Player, now: datetime) -> Game:
    """The host starts with everyone who sits; empty seats are taken away. Computers do not play
    each other alone."""
    with locked_room(code) as room:
        game = current_game(room)
        _require_host(room, player)
        if game.status != Game.Status.WAITING:
            raise Conflict("game.started")
        _remove_empty_seats(game)
        if game.seats.count() < get_variant(room.variant).min_seats:
            raise Conflict("room.too_few")
        if not game.holders.exists():
            raise Conflict("room.nobody")
        begin(room, game, now)
        touch(room)
    return game


def start_unless_running(code: str, player: Player, now: datetime) -> None:
    """Start, where the variant has not started the game by itself already."""
    with locked_room(code) as room:
        waiting = current_game(room).status == Game.Status.WAITING
    if waiting:
        start(code, player, now)


def ask_rematch(code: str, player: Player, now: datetime) -> Game:
    """Ask for another game; when every person at the table has asked, it starts."""
    with locked_room(code) as room:
        game = current_game(room)
        if game.status != Game.Status.OVER:
            raise Conflict("game.running")
        seat = seat_of(game, player)
        wanted = {*game.rematch_seats, seat.number}
        people = {s.number for s in game.seats.filter(computer_level=None, holders__isnull=False)}
        game.rematch_seats = sorted(wanted)
        game.save(update_fields=["rematch_seats"])
        if people <= wanted:
            game = _next_game(room, game, now)
        touch(room)
    return game


def _next_game(room: Room, last: Game, now: datetime) -> Game:
    """The same people again, each one seat on, so that seat 1 changes hands."""
    seats = [s for s in last.seats.all() if s.computer_level or s.holders.exists()]
    game = Game.objects.create(room=room, number=last.number + 1)
    for number, old in enumerate(seats[1:] + seats[:1]):
        seat = Seat.objects.create(game=game, number=number, computer_level=old.computer_level)
        Rack.objects.create(seat=seat)
        for holder in old.holders.all():
            Holder.objects.create(seat=seat, game=game, player=holder.player)
    commit_bag(game)
    begin(room, game, now)
    return game


def _lay_table(room: Room, number: int) -> Game:
    game = Game.objects.create(room=room, number=number)
    for seat_number in range(room.seats_total):
        seat = Seat.objects.create(game=game, number=seat_number)
        Rack.objects.create(seat=seat)
    commit_bag(game)
    return game


def _free_seat(game: Game, number: int) -> Seat:
    seat = game.seats.filter(number=number).first()
    if seat is None:
        raise Missing("seat.unknown")
    if seat.computer_level is not None or seat.holders.exists():
        raise Conflict("seat.taken")
    return seat


def _take(game: Game, player: Player, number: int) -> None:
    if game.holders.filter(player=player).exists():
        raise Conflict("seat.have_one")
    Holder.objects.create(seat=_free_seat(game, number), game=game, player=player)


def _require_host(room: Room, player: Player) -> None:
    if room.host_id != player.pk:
        raise Forbidden("room.host_only")


def _remove_empty_seats(game: Game) -> None:
    game.seats.filter(computer_level=None, holders__isnull=True).delete()
    for number, seat in enumerate(game.seats.order_by("number")):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
