"""Opening rooms, starting a game and the one after it.

Taking and leaving seats: :mod:`games.play.services.seats`.
"""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.play.history import first_seat
from games.play.models import Game, Holder, Rack, Room, Seat
from games.play.models.rooms import RACKS_HIDDEN
from games.play.services.dealing import begin, commit_bag
from games.play.services.lapsing import BEFORE_START
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.naming import title_after
from games.play.services.notices import tell_rematch, tell_started
from games.play.services.racks import require_policy
from games.play.services.seats import require_host, take
from games.players.models import Player
from games.players.names import clean_title
from games.players.services.blocks import require_company
from games.players.services.sanctions import require_standing
from games.rules.variants import Options, get_variant
from lexicon.models import Lexicon

MOST_OPEN = 8
"""Rooms in which nothing has begun that one player may host."""

MOST_GOING = 100
"""Rooms with a game going on that one player may host."""


@dataclass(frozen=True, slots=True)
class RoomWishes:
    """What a host chooses when opening a room; fixed once the game starts."""

    variant: str
    edition: str
    lexicon: Lexicon
    seats: int
    options: Options
    public: bool = True
    rated: bool = False
    title: str = ""
    may_err: bool = True
    unhurried: bool = True
    starts_full: bool = False
    teams: bool = False
    late_members: bool = False
    racks: str = RACKS_HIDDEN


def open_room(host: Player, wishes: RoomWishes, now: datetime, *, key: str = "") -> Room:
    """Open a room with its host on the first seat.

    Where the variant lets seat 1 move before an opponent is there, the game starts at once.
    Raises ``Unsuitable`` when the number of seats does not fit the variant. How many rooms one may
    have open: :func:`make_way`.
    """
    variant = get_variant(wishes.variant)
    if not variant.min_seats <= wishes.seats <= variant.max_seats:
        raise Unsuitable("room.seats")
    require_policy(wishes.racks, rated=wishes.rated)
    if wishes.lexicon.current_revision is None:
        raise Unsuitable("room.lexicon_empty")
    with transaction.atomic():
        room = Room.objects.create(
            title=wishes.title or title_after(host),
            named=bool(wishes.title),
            host=host,
            variant=wishes.variant,
            edition=wishes.edition,
            options=asdict(wishes.options),
            seats_total=wishes.seats,
            lexicon=wishes.lexicon,
            public=wishes.public,
            rated=wishes.rated,
            may_err=wishes.may_err,
            unhurried=wishes.unhurried,
            starts_full=wishes.starts_full,
            team_size=variant.team_size if wishes.teams else 1,
            late_members=wishes.late_members,
            racks=wishes.racks,
            seen_at=now,
            key=key,
        )
        game = _lay_table(room, number=1)
        take(game, host, game.seats.get(number=0), now)
        if variant.invites:
            begin(room, game, now)
        relist(room, game, now)
        touch(room)
    return room


def make_way(host: Player) -> None:
    """Keep to a few open rooms a host: the oldest in which nothing has begun makes way for a new
    one. Raises ``Conflict`` when there is none, or too many games go on."""
    Player.objects.select_for_update().get(pk=host.pk)
    hosted = Room.objects.filter(host=host).exclude(stage=Room.Stage.OVER)
    waiting = hosted.filter(stage__in=BEFORE_START)
    if hosted.count() - waiting.count() >= MOST_GOING:
        raise Conflict("room.many", n=MOST_GOING)
    if waiting.count() < MOST_OPEN:
        return
    for room in waiting.order_by("created_at"):
        if not Holder.objects.filter(game__room=room).exclude(player=host).exists():
            room.delete()
            return
    raise Conflict("room.many", n=MOST_OPEN)


def entitle(code: str, player: Player, title: str, now: datetime) -> Room:
    """The host gives the room another name; an empty one follows the host's own again."""
    with locked_room(code) as room:
        require_host(room, current_game(room), player, now)
        chosen = clean_title(title)
        room.named = bool(chosen)
        room.title = chosen or title_after(room.host)
        room.save(update_fields=["named", "title"])
        touch(room)
    return room


def require_admitted(code: str, visitor: str = "") -> None:
    """Raise ``Missing`` for an unknown room, before anything is made for whoever asks, and
    ``Forbidden`` for a visitor whom its host has sent away."""
    removed = Room.objects.filter(code=code).values_list("removed", flat=True).first()
    if removed is None:
        raise Missing("room.unknown")
    if any(pair[0] == visitor for pair in removed):
        raise Forbidden("room.removed")


def start(code: str, player: Player, now: datetime) -> Game:
    """The host starts with everyone who sits; empty seats are taken away. Computers do not play
    each other alone: whoever starts has a seat.

    While the host is away, whoever has waited longest may start. Who is away is told.
    """
    with locked_room(code) as room:
        game = current_game(room)
        require_host(room, game, player, now)
        if game.status != Game.Status.WAITING:
            raise Conflict("game.started")
        _remove_empty_seats(game)
        if game.seats.count() < get_variant(room.variant).min_seats:
            raise Conflict("room.too_few")
        require_company(game.holders.values_list("player", flat=True))
        game.invitations.filter(seat=None).delete()
        begin(room, game, now)
        relist(room, game, now)
        touch(room)
        tell_started(room, game, player, now)
    return game


def start_unless_running(code: str, player: Player, now: datetime) -> None:
    """Start, where the variant has not started the game by itself already."""
    with locked_room(code) as room:
        waiting = current_game(room).status == Game.Status.WAITING
    if waiting:
        start(code, player, now)


def ask_rematch(code: str, player: Player, now: datetime) -> Game:
    """Ask for another game, which the others are told; once everybody has asked, it starts."""
    with locked_room(code) as room:
        game = current_game(room)
        if game.status != Game.Status.OVER:
            raise Conflict("game.running")
        seat = seat_of(game, player)
        require_standing(player, now)
        require_company(game.holders.values_list("player", flat=True))
        wanted = {*game.rematch_seats, seat.number}
        free = {holder.seat.number for holder in _free_to_play(game.holders.all(), now)}
        people = {s.number for s in game.seats.filter(computer_level=None, holders__isnull=False)}
        if people <= wanted & free:
            game.rematch_seats = sorted(wanted)
            game.save(update_fields=["rematch_seats"])
            game = _next_game(room, game, now)
            tell_started(room, game, player, now)
        elif seat.number not in game.rematch_seats:
            game.rematch_seats = sorted(wanted)
            game.save(update_fields=["rematch_seats"])
            tell_rematch(room, game, player, now)
        touch(room)
    return game


def _next_game(room: Room, last: Game, now: datetime) -> Game:
    """The same people again, but for who is suspended. The start moves on: who sat behind the one
    that began the last game sits first, and begins this one."""
    first = first_seat(last)
    seats = sorted(
        (s for s in last.seats.all() if s.computer_level or s.holders.exists()),
        key=lambda seat: (seat.number <= first, seat.number),
    )
    game = Game.objects.create(room=room, number=last.number + 1)
    for number, old in enumerate(seats):
        seat = Seat.objects.create(
            game=game, number=number, computer_level=old.computer_level, team=old.team
        )
        Rack.objects.create(seat=seat)
        for holder in _free_to_play(old.holders.all(), now):
            Holder.objects.create(
                seat=seat,
                game=game,
                player=holder.player,
                seen_at=holder.seen_at,
                shows_rack=holder.shows_rack,
            )
    commit_bag(game)
    begin(room, game, now)
    relist(room, game, now)
    return game


def _free_to_play(held: QuerySet[Holder], now: datetime) -> QuerySet[Holder]:
    """Those of them whom no moderator keeps from beginning a game."""
    return held.exclude(player__suspended_until__gt=now).select_related("player", "seat")


def _lay_table(room: Room, number: int) -> Game:
    game = Game.objects.create(room=room, number=number)
    for seat_number in range(room.seats_total):
        seat = Seat.objects.create(game=game, number=seat_number)
        Rack.objects.create(seat=seat)
    commit_bag(game)
    return game


def _remove_empty_seats(game: Game) -> None:
    game.seats.filter(computer_level=None, holders__isnull=True).delete()
    for number, seat in enumerate(game.seats.order_by("number")):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
