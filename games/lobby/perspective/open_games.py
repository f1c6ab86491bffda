"""A player's open games in order, loaded with just the columns the order needs.

Games that wait for the player come first; within each group the nearest deadline is first.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.db.models.fields.json import KeyTransform

from games.play.models import Game, Invitation, Room, SeatMember
from games.play.services.schedule import get_accept_window_end, get_turn_days, list_seats_to_act
from games.play.store import load_public_state
from games.play.terms.days_off import list_days_off
from games.play.terms.seating import INVITATION_LIFETIME
from games.players.models import Player
from games.players.services.blocks import list_blocked_players
from games.rules.time.breaks import compute_end
from games.rules.time.clock import SECOND
from scrabble_site.shared.instants import from_ms, to_ms

MAX_GAMES = 500
FINAL_CHALLENGE = Game.Status.FINAL_CHALLENGE
DAY = 24 * 60 * 60 * SECOND
SORTS_LAST = datetime.max.replace(tzinfo=UTC)


class OpenGame(NamedTuple):
    """One open game of a player."""

    # The game's id.
    game: Any
    # The room's code.
    code: str
    # Whether the player is to move, or may still challenge the last play.
    my_turn: bool
    # Whether the player is invited and has not taken the seat.
    invited: bool
    # When the turn is lost, for games with days per turn, or the last play is accepted.
    deadline: datetime | None
    moved_at: datetime | None

    @property
    def rank(self) -> tuple[bool, bool, datetime, float]:
        """Return the sort key: invitations, then games that wait for the player, then the others.

        Games without a deadline follow, the longest wait first, or the latest move first among
        those that do not wait for the player.
        """
        waits = self.my_turn or self.invited
        moved = self.moved_at.timestamp() if self.moved_at else 0.0
        return not self.invited, not waits, self.deadline or SORTS_LAST, moved if waits else -moved


class AcceptWindow(NamedTuple):
    """The time in which the last play of a game may be challenged."""

    # The numbers of the seats that have not accepted it yet.
    seats: frozenset[int]
    until: datetime | None


def list_open_games(player: Player, now: datetime) -> list[OpenGame]:
    """Return a player's open games, the most urgent first."""
    holders = SeatMember.objects.filter(player=player, game_over=False).order_by("-id")
    found = {
        one.game: one for one in (_build_kept_game(row) for row in _query_kept_seats(player, now))
    }
    rows = holders.annotate(to_move=KeyTransform("to_move", "game__state")).values_list(
        "game",
        "game__room__code",
        "seat__number",
        "to_move",
        "game__status",
        "game__moved_at",
        "game__room__variant",
        "game__room__options",
    )
    held = list(rows[:MAX_GAMES])
    windows = _find_accept_windows([row[0] for row in held if row[4] == FINAL_CHALLENGE])
    for row in held:
        found[row[0]] = _build_held_game(row, player, windows.get(row[0]))
    return sorted(found.values(), key=lambda one: one.rank)


def _find_accept_windows(games: list[Any]) -> dict[Any, AcceptWindow]:
    """Return, by game (an id), who may still challenge its last play, and until when."""
    rows = Game.objects.filter(pk__in=games).defer("opening", "outcome").select_related("room")
    windows = {}
    for game in rows.prefetch_related("seats__holders__player"):
        state = load_public_state(game)
        until = get_accept_window_end(game, state, game.seats.all())
        windows[game.pk] = AcceptWindow(frozenset(list_seats_to_act(state)), until)
    return windows


def _build_held_game(row: tuple[Any, ...], player: Player, window: AcceptWindow | None) -> OpenGame:
    game, code, number, to_move, status, moved_at, variant, options = row
    if window is not None:
        return OpenGame(game, code, number in window.seats, False, window.until, moved_at)
    days = get_turn_days(Room(variant=variant, options=options))
    my_turn = number == to_move
    deadline = None
    if days is not None and moved_at is not None and status == Game.Status.PLAYING:
        off = [one.off for one in list_days_off(player)] if my_turn else ()
        deadline = from_ms(compute_end(to_ms(moved_at), days * DAY, off))
    return OpenGame(game, code, my_turn, False, deadline, moved_at)


def _query_kept_seats(player: Player, now: datetime) -> list[tuple[Any, ...]]:
    """Return games with a place kept for the player: invitations, and teams they may rejoin."""
    may_return = Q(left=True) & ~Q(game__status=Game.Status.OVER)
    invited = Q(left=False, created_at__gt=now - INVITATION_LIFETIME)
    invitations = Invitation.objects.filter(invited | may_return, player=player).order_by("-id")
    fields = ("game", "game__room__code", "left", "game__moved_at")
    rows = list(invitations.values_list(*fields)[:MAX_GAMES])
    refused = _find_refused_games(player, [game for game, _code, left, _moved in rows if not left])
    return [row for row in rows if row[0] not in refused]


def _find_refused_games(player: Player, games: list[Any]) -> set[Any]:
    """Return those of these games (ids) with people whom the player is kept apart from."""
    blocked = list_blocked_players(player.pk) if games else frozenset()
    if not blocked:
        return set()
    near = Q(room__host__in=blocked) | Q(holders__player__in=blocked)
    return set(Game.objects.filter(near, pk__in=games).values_list("pk", flat=True))


def _build_kept_game(row: tuple[Any, ...]) -> OpenGame:
    game, code, left, moved_at = row
    return OpenGame(game, code, False, not left, None, moved_at)
