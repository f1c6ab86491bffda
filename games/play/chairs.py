"""Whose chairs are free, kept or taken, who stands in for the host, and where the lobby lists it.

Asked by the services that write and by :mod:`games.play.perspective`, so a page offers exactly
what the server allows. Nothing is written here; see :mod:`games.play.services.seats`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from games.play.models import Game, Holder, Invitation, Room, Seat
from games.play.models.rooms import RACKS_HIDDEN
from games.players.models import Player

INVITED_FOR = timedelta(days=7)
"""How long an invitation keeps a chair."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)

AWAY_AFTER = timedelta(seconds=60)
"""Not seen in the room for so long, somebody counts as away."""


@dataclass(frozen=True, slots=True)
class Chairs:
    """Seat numbers: ``open`` to anybody, ``kept`` for somebody invited by name, and in a locked
    room ``shut`` to all but those whom the host seats or invites.

    Where there are teams: ``roomy`` seats are held by a team with a place left, ``joinable`` those
    of them that anybody may join. ``expected`` says which team keeps a place for a player (by id);
    whoever has ``left`` one may go nowhere else.
    """

    open: tuple[int, ...]
    kept: Mapping[int, Player]
    roomy: tuple[int, ...] = ()
    joinable: tuple[int, ...] = ()
    expected: Mapping[object, int] = field(default_factory=dict)
    left: frozenset[object] = frozenset()
    shut: tuple[int, ...] = ()

    @property
    def free(self) -> tuple[int, ...]:
        return (*self.open, *self.shut, *sorted(self.kept))

    @property
    def offered(self) -> bool:
        """Whether anybody may sit down somewhere."""
        return bool(self.open or self.joinable)

    @property
    def guests(self) -> set[object]:
        """Ids of the players who are invited."""
        kept = {guest.pk for guest in self.kept.values()}
        return kept | (self.expected.keys() - self.left)

    def are_for(self, player: object, number: int) -> bool:
        """Whether this player (an id; ``None`` is anybody) may sit down there."""
        if player in self.left:
            return self.expected[player] == number
        invited = number in self.kept and player in self.guests
        return (
            number in (*self.open, *self.joinable) or self.expected.get(player) == number or invited
        )


def chairs_of(game: Game, seats: Sequence[Seat], now: datetime) -> Chairs:
    """``seats`` with their holders."""
    return lay_chairs(game, seats, guests_of(game, seats, now))


def lay_chairs(game: Game, seats: Sequence[Seat], guests: Sequence[Invitation]) -> Chairs:
    """As many of the last free chairs are kept as guests are invited to one."""
    if game.status == Game.Status.OVER:
        return Chairs((), {})
    numbers = {seat.pk: seat.number for seat in seats}
    wanted = [guest.player for guest in guests if guest.seat_id is None]
    teams = [guest for guest in guests if guest.seat_id is not None]
    free = [seat.number for seat in seats if is_free(seat)]
    kept = dict(zip(reversed(free), wanted, strict=False))
    expected: dict[object, int] = {guest.player_id: numbers[guest.seat_id or 0] for guest in teams}
    roomy = tuple(seat.number for seat in seats if _has_place(game, seat, expected.values()))
    unkept, locked = tuple(number for number in free if number not in kept), game.room.locked
    takes_any = not locked and _takes_any(game)
    return Chairs(
        open=() if locked else unkept,
        shut=unkept if locked else (),
        kept=kept,
        roomy=roomy,
        joinable=roomy if takes_any else (),
        expected=expected,
        left=frozenset(guest.player_id for guest in teams if guest.left),
    )


def guests_of(game: Game, seats: Iterable[Seat], now: datetime) -> tuple[Invitation, ...]:
    """Who may still come, invited or to come back to a team, the first invited first."""
    if not game.room.has_teams and not any(is_free(seat) for seat in seats):
        return ()
    found = game.invitations.filter(Q(created_at__gt=now - INVITED_FOR) | Q(left=True))
    return tuple(found.select_related("player").order_by("id"))


def _takes_any(game: Game) -> bool:
    unseen = game.room.racks == RACKS_HIDDEN  # else whoever has watched may know the others' racks
    late = game.running and game.room.late_members and unseen
    return game.status == Game.Status.WAITING or late


def _has_place(game: Game, seat: Seat, expected: Collection[int]) -> bool:
    """Whether a team has a place that it keeps for nobody, and is still in the game. Who shares a
    rating is settled at the deal."""
    if game.rated:
        return False
    members = len(seat.holders.all())
    coming = sum(number == seat.number for number in expected)
    return 0 < members < game.room.team_size - coming and in_play(game, seat.number)


def in_play(game: Game, number: int) -> bool:
    """Whether a seat has not given the game up."""
    return game.state is None or game.state["seats"][number].get("in_play", True)


def is_free(seat: Seat) -> bool:
    return seat.computer_level is None and not seat.holders.all()


def is_away(holder: Holder, now: datetime) -> bool:
    return holder.seen_at is None or holder.seen_at < now - AWAY_AFTER


def away_since(seat: Seat, now: datetime) -> datetime | None:
    """When the last of those who hold a seat was seen, if all of them are away; ``None`` else, and
    for a seat that nobody holds. ``seat`` with its holders."""
    holders = seat.holders.all() if seat.computer_level is None else ()
    if not holders or not all(is_away(holder, now) for holder in holders):
        return None
    return max(holder.seen_at or NEVER for holder in holders)


def may_host(room: Room, holders: Sequence[Holder], asker: object, now: datetime) -> bool:
    """Whether ``asker`` (a player's id) holds a seat and is the host, or stands in for them.

    While the host is away that is whoever of those here has waited longest; ``holders`` are in
    the order of sitting down. Who asks is here.
    """
    here = [one.player_id for one in holders if one.player_id == asker or not is_away(one, now)]
    if asker not in here:
        return False
    return asker == room.host_id or (room.host_id not in here and here[0] == asker)


def stage_of(game: Game, chairs: Chairs) -> Room.Stage:
    """Where a room belongs in the lobby."""
    if game.status == Game.Status.OVER:
        return Room.Stage.OVER
    if game.status == Game.Status.WAITING:
        return Room.Stage.WAITING if chairs.offered else Room.Stage.GATHERING
    return Room.Stage.OPEN if chairs.offered else Room.Stage.PLAYING


def seats_of(game: Game) -> list[Seat]:
    """All seats with who holds them."""
    return list(game.seats.prefetch_related("holders"))
