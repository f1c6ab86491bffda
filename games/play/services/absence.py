"""Deciding about a player who is away on their turn, in a game without a clock.

The players present decide, and all of them must choose the same. The referee detects the absence
(:mod:`games.play.services.referee`). It ends when a holder of the seat returns
(:mod:`games.play.services.presence`) or when the turn ends. ``Game.absence`` holds ``since``
(milliseconds since the epoch), ``long`` once that is an hour ago, and the ``votes`` by seat. After
a decision to wait it holds only ``again``, the time of the next vote.
"""

from collections.abc import Iterable
from datetime import datetime

from games.play import store
from games.play.models import Game, Room, Seat
from games.play.services.lobby_listing import update_lobby_listing
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.notifications import notify_absent
from games.play.services.schedule import (
    ABSENCE_VOTE_AFTER,
    begin_turn_time,
    find_missing_since,
    plan_game,
)
from games.play.services.turns import apply_seat_act
from games.play.terms.seating import list_seats
from games.players.models import Player
from games.rules.flow.game import GameState
from games.rules.plays.acts import Forfeit
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest

WAIT, COMPUTER, WITHOUT = "wait", "computer", "without"
CHOICES = (WAIT, COMPUTER, WITHOUT)
"""Keep waiting, let a computer play, or go on without the seat. If only two seats are in play,
going on without one ends the game."""

STAND_IN_LEVEL = 3
"""The level of a computer player that replaces an absent player."""


def list_choices(game: Game) -> tuple[str, ...]:
    """Return what may be chosen now.

    Going on without the seat needs a long absence. In a rated game no computer plays for anyone,
    nor in a prepared room. (Rated games without a clock exist only from an early release.)
    """
    known = game.absence or {}
    closed = {COMPUTER} if game.rated or game.room.prepared else set()
    return tuple(
        one for one in CHOICES if one not in closed | (set() if known.get("long") else {WITHOUT})
    )


def list_present_seats(game: Game, state: GameState, seats: Iterable[Seat]) -> frozenset[int]:
    """Return the seats that vote: those in play with a holder in the room, except the missing one.

    ``seats`` come with their holders.
    """
    return frozenset(
        seat.number
        for seat in seats
        if seat.number in state.in_play
        and seat.number != game.absent_seat
        and seat.computer_level is None
        and any(not holder.away for holder in seat.holders.all())
    )


def cast_vote(
    code: str, player: Player, number: int, choice: str, now: datetime, *, shown: str = ""
) -> None:
    """Vote on what to do about the missing seat; an empty ``choice`` takes the vote back.

    The choice is carried out once everyone present has voted the same.
    """
    with locked_room(code) as room:
        game = get_current_game(room, shown)
        own = get_seat(game, player).number
        if not game.running or game.absent_seat != number or own == number:
            raise Conflict("seat.not_left")
        state = store.load_public_state(game)
        if own not in state.in_play:
            raise Forbidden("turn.left")
        if choice not in ("", *CHOICES):
            raise InvalidRequest("absence.choice")
        if choice and choice not in list_choices(game):
            raise Conflict("absence.too_soon")
        known = game.absence or {}
        votes = {**known.get("votes", {}), str(own): choice}
        game.absence = {**known, "votes": {seat: vote for seat, vote in votes.items() if vote}}
        game.save(update_fields=["absence"])
        if not apply_votes(room, game, now, voter=own):
            bump_stamp(room)


def apply_votes(room: Room, game: Game, now: datetime, *, voter: int | None = None) -> bool:
    """Carry out what everyone present has chosen, and return whether they agree.

    ``voter`` counts as present, even if that has not been recorded yet.
    """
    seats, votes = list_seats(game), (game.absence or {}).get("votes", {})
    present = list_present_seats(game, store.load_public_state(game), seats)
    # Presence is recorded only every few seconds, so the voter may not count as present yet.
    voters = present | ({voter} if voter is not None else set())
    chosen = {votes.get(str(number), "") for number in voters}
    choice = chosen.pop() if len(chosen) == 1 else ""
    if choice not in list_choices(game):
        return False
    _apply_choice(room, game, choice, now)
    return True


def mark_missing(game: Game, state: GameState, seats: list[Seat], now: datetime) -> None:
    """Record that the seat to move is missing, plan the game again and save it."""
    since = find_missing_since(game, state, seats, now) or now
    game.absent_seat = state.to_move
    game.absence = {"since": to_ms(since), "long": False, "votes": {}}
    game.save(update_fields=plan_game(game, state, seats, now))


def mark_long_absent(game: Game, state: GameState, seats: list[Seat], now: datetime) -> None:
    """Record that the absence has lasted an hour, which allows more choices."""
    game.absence = {**(game.absence or {}), "long": True}
    game.save(update_fields=plan_game(game, state, seats, now))


def return_seat(seat: Seat) -> bool:
    """Give a seat back to its holders. Returns whether a computer was replacing them."""
    if not seat.has_stand_in:
        return False
    seat.computer_level, seat.played_for = None, ""
    seat.save(update_fields=["computer_level", "played_for"])
    return True


def _apply_choice(room: Room, game: Game, choice: str, now: datetime) -> None:
    number = game.absent_seat
    assert number is not None, "someone is missed"
    if choice == WITHOUT:
        if len(store.load_public_state(game).in_play) > 2:
            # With two players left the game ends, and the notice of its result is enough.
            notify_absent(room, game, number, "out", now)
        turn = game.turn_number
        apply_seat_act(room.code, number, Forfeit("away"), game_id=game.pk, turn=turn, now=now)
        return
    game.absent_seat, game.absence = None, None
    if choice == WAIT:
        game.absence = {"again": to_ms(now + ABSENCE_VOTE_AFTER)}
    else:
        _stand_in(game, number)
        begin_turn_time(game, now)
        notify_absent(room, game, number, "stood_in", now)
    state, seats = store.load_state(game), list_seats(game)
    game.save(update_fields=plan_game(game, state, seats, now))
    update_lobby_listing(room, game, now)
    bump_stamp(room)


def _stand_in(game: Game, number: int) -> None:
    """Let a computer play for the holders of the seat, until one of them returns."""
    seat = game.seats.get(number=number)
    names = [holder.player.nickname for holder in seat.holders.select_related("player")]
    seat.played_for, seat.computer_level = " & ".join(names)[:120], STAND_IN_LEVEL
    seat.save(update_fields=["played_for", "computer_level"])
