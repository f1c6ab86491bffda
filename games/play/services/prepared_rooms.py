"""Rooms whose players are settled before they open, such as the tables of an event.

The players sit in the order of their turns: seat 0 starts without a draw. Nobody else can sit down,
and there is no rematch. Hundreds of rooms are opened with a few statements.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.play.models import Game, GameSecret, Rack, Room, Seat, SeatMember
from games.play.services.bag_secrets import generate_bag_secret
from games.play.services.dealing import begin_game
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, locked_room
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.equipment.fair_shuffle import hash_secret

FindPage = Callable[[str], str]
"""Returns the address of the page that a room, by its code, belongs to, or ""."""

_page_finders: list[FindPage] = []


@dataclass(frozen=True, slots=True)
class PreparedSeat:
    """A seat: one person, several who share the rack, or a computer player of this level."""

    people: tuple[Player, ...] = ()
    # The name of the team, "" for those of its people.
    team: str = ""
    computer_level: int | None = None


def seat_players(*players: Player) -> tuple[PreparedSeat, ...]:
    """Return a seat for each of these players."""
    return tuple(PreparedSeat((player,)) for player in players)


@dataclass(frozen=True, slots=True)
class PreparedRoom:
    """A room to be opened, with its seats in the order of their turns."""

    room_settings: RoomSettings
    seats: tuple[PreparedSeat, ...]
    # The player stored as the room's host, without a host's rights.
    host: Player

    @property
    def people(self) -> list[Player]:
        return [player for seat in self.seats for player in seat.people]


def open_prepared_rooms(wanted: Sequence[PreparedRoom], now: datetime) -> list[Game]:
    """Open rooms, and return their games in the same order. No game starts yet."""
    with transaction.atomic():
        rooms = Room.objects.bulk_create(_build_room(one, now) for one in wanted)
        games = [Game(room=room, number=1) for room in rooms]
        secrets = []
        for game in games:
            game.scheme, secret = generate_bag_secret(game)
            game.seed_hash = hash_secret(secret)
            secrets.append(GameSecret(game=game, secret=secret))
        Game.objects.bulk_create(games)
        GameSecret.objects.bulk_create(secrets)
        seats = Seat.objects.bulk_create(
            Seat(
                game=game,
                number=number,
                computer_level=prepared.computer_level,
                team=prepared.team,
            )
            for game, one in zip(games, wanted, strict=True)
            for number, prepared in enumerate(one.seats)
        )
        Rack.objects.bulk_create(Rack(seat=seat) for seat in seats)
        people = [prepared.people for one in wanted for prepared in one.seats]
        SeatMember.objects.bulk_create(
            SeatMember(seat=seat, game=seat.game, player=player)
            for seat, some in zip(seats, people, strict=True)
            for player in some
        )
    return games


def begin_prepared_game(code: str, now: datetime) -> bool:
    """Start the game of a prepared room, unless it has started. Returns whether it starts now."""
    with locked_room(code) as room:
        game = get_current_game(room)
        if game.status != Game.Status.WAITING:
            return False
        begin_game(room, game, now)
        update_lobby_listing(room, game, now)
        bump_stamp(room)
    return True


def register_organiser(find_page: FindPage) -> None:
    """Let a domain that prepares rooms lead from a room to its page."""
    if find_page not in _page_finders:
        _page_finders.append(find_page)


def find_organiser_page(code: str) -> str:
    """Return the address of the event or the like that a room belongs to, "" if to none."""
    pages = (find_page(code) for find_page in _page_finders)
    return next((page for page in pages if page), "")


def _build_room(one: PreparedRoom, now: datetime) -> Room:
    return Room(
        title=one.room_settings.title,
        named=True,
        host=one.host,
        prepared=True,
        locked=True,
        stage=Room.Stage.GATHERING,
        seen_at=now,
        **one.room_settings.columns(),
    )
