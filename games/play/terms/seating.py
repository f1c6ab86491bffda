"""Which seats are free, kept or taken, who may act as host, and where the lobby lists a room.

Both the services that write and :mod:`games.play.perspective` ask here, so a page offers exactly
what the server allows. Nothing is written here; see :mod:`games.play.services.seats`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from games.play.models import Game, Invitation, Room, Seat, SeatMember
from games.play.models.rooms import RACKS_HIDDEN
from games.players.models import Player

INVITATION_LIFETIME = timedelta(days=7)
"""How long an invitation keeps a seat."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)

AWAY_AFTER = timedelta(seconds=60)
"""Players who have not been seen in the room for this long count as away."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Which seats of a game a player could take, by seat number.

    Seats in ``open`` are for anyone. Those in ``reserved`` wait for a player who is invited by
    name. Those in ``locked`` are free seats of a locked room: only the host can give them away.

    With teams, ``with_free_place`` lists the seats whose team has a place left, and ``joinable``
    those of them that anyone may join. ``team_places`` maps player ids to the seat whose team keeps
    a place for them. The players in ``departed`` have left that team, and may not join another one.
    """

    open: tuple[int, ...]
    reserved: Mapping[int, Player]
    with_free_place: tuple[int, ...] = ()
    joinable: tuple[int, ...] = ()
    team_places: Mapping[object, int] = field(default_factory=dict)
    departed: frozenset[object] = frozenset()
    locked: tuple[int, ...] = ()

    @property
    def free(self) -> tuple[int, ...]:
        return (*self.open, *self.locked, *sorted(self.reserved))

    @property
    def has_open_seat(self) -> bool:
        """True if there is a seat or a team that anyone may take."""
        return bool(self.open or self.joinable)

    @property
    def guests(self) -> set[object]:
        """Ids of the players who are invited."""
        kept = {guest.pk for guest in self.reserved.values()}
        return kept | (self.team_places.keys() - self.departed)

    def is_open_to(self, player: object, number: int) -> bool:
        """Return whether this player (an id; ``None`` for anyone) may take the seat."""
        if player in self.departed:
            return self.team_places[player] == number
        invited = number in self.reserved and player in self.guests
        return (
            number in (*self.open, *self.joinable)
            or self.team_places.get(player) == number
            or invited
        )


def get_seating(game: Game, seats: Sequence[Seat], now: datetime) -> Seating:
    """Return the seating of a game. ``seats`` come with their holders."""
    return compute_seating(game, seats, list_guests(game, seats, now))


def compute_seating(game: Game, seats: Sequence[Seat], guests: Sequence[Invitation]) -> Seating:
    """Return the seating for given invitations; ``seats`` come with their holders.

    Each invitation to a free seat keeps one, beginning with the last seat.
    """
    if game.status == Game.Status.OVER:
        return Seating((), {})
    numbers = {seat.pk: seat.number for seat in seats}
    wanted = [guest.player for guest in guests if guest.seat_id is None]
    teams = [guest for guest in guests if guest.seat_id is not None]
    free = [seat.number for seat in seats if is_free(seat)]
    kept = dict(zip(reversed(free), wanted, strict=False))
    expected: dict[object, int] = {guest.player_id: numbers[guest.seat_id or 0] for guest in teams}
    with_free_place = tuple(
        seat.number for seat in seats if _has_place(game, seat, expected.values())
    )
    unkept, locked = tuple(number for number in free if number not in kept), game.room.locked
    takes_any = not locked and _has_open_teams(game)
    return Seating(
        open=() if locked else unkept,
        locked=unkept if locked else (),
        reserved=kept,
        with_free_place=with_free_place,
        joinable=with_free_place if takes_any else (),
        team_places=expected,
        departed=frozenset(guest.player_id for guest in teams if guest.left),
    )


def list_guests(game: Game, seats: Iterable[Seat], now: datetime) -> tuple[Invitation, ...]:
    """Return the open invitations, the earliest first, including those of former team members.

    In a room without teams there are none once no seat is free.
    """
    if not game.room.has_teams and not any(is_free(seat) for seat in seats):
        return ()
    found = game.invitations.filter(Q(created_at__gt=now - INVITATION_LIFETIME) | Q(left=True))
    return tuple(found.select_related("player").order_by("id"))


def _has_open_teams(game: Game) -> bool:
    """Return whether anyone may join teams at the moment, if the room is not locked."""
    # A spectator who has seen other racks must not join a team.
    unseen = game.room.racks == RACKS_HIDDEN
    late = game.running and game.room.late_members and unseen
    return game.status == Game.Status.WAITING or late


def _has_place(game: Game, seat: Seat, expected: Collection[int]) -> bool:
    """Return whether a team is still in the game and has a place that it keeps for no one.

    Teams of rated games take no new members: who shares a rating is settled at the deal.
    """
    if game.rated:
        return False
    members = len(seat.holders.all())
    coming = sum(number == seat.number for number in expected)
    return 0 < members < game.room.team_size - coming and is_in_play(game, seat.number)


def is_in_play(game: Game, number: int) -> bool:
    """Return whether a seat still takes part in the game."""
    return game.state is None or game.state["seats"][number].get("in_play", True)


def is_free(seat: Seat) -> bool:
    return seat.computer_level is None and not seat.holders.all()


def was_present(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a player last seen at ``seen_at`` counts as present at ``now``."""
    return seen_at is not None and seen_at >= now - AWAY_AFTER


def is_away(holder: SeatMember, now: datetime) -> bool:
    return not was_present(holder.seen_at, now)


def find_away_since(seat: Seat, now: datetime) -> datetime | None:
    """Return when a seat was left, or ``None`` if someone who holds it is present.

    That is the last time any of its holders was seen. Returns ``None`` for a seat that no one or a
    computer holds. ``seat`` comes with its holders.
    """
    holders = seat.holders.all() if seat.computer_level is None else ()
    if not holders or not all(is_away(holder, now) for holder in holders):
        return None
    return max(holder.seen_at or NEVER for holder in holders)


def may_host(room: Room, holders: Sequence[SeatMember], asker: object, now: datetime) -> bool:
    """Return whether ``asker`` (a player's id) may act as host: a seat is needed in any case.

    While the host is away, the present player who sat down first may act instead. ``holders`` are
    in the order of sitting down. The asker counts as present. A prepared room has no host.
    """
    if room.prepared:
        return False
    present = [
        holder.player_id
        for holder in holders
        if holder.player_id == asker or not is_away(holder, now)
    ]
    if asker not in present:
        return False
    return asker == room.host_id or (room.host_id not in present and present[0] == asker)


def get_lobby_stage(game: Game, seating: Seating) -> Room.Stage:
    """Return the stage under which the lobby lists a room."""
    if game.status == Game.Status.OVER:
        return Room.Stage.OVER
    if game.status == Game.Status.WAITING:
        return Room.Stage.WAITING if seating.has_open_seat else Room.Stage.GATHERING
    return Room.Stage.OPEN if seating.has_open_seat else Room.Stage.PLAYING


def list_seats(game: Game) -> list[Seat]:
    """Return all seats with their holders."""
    return list(game.seats.prefetch_related("holders"))
