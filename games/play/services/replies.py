"""Conditional moves that a seat has stored: "if they play exactly this, I play that".

They are secrets of their seat. Storing or deleting one gives the room no new stamp, and checking
one reveals nothing about other racks (:mod:`games.rules.flow.conditional_moves`). When it is the
seat's turn, the referee plays the one that fits: :mod:`games.play.services.reply_execution`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.play.models import ConditionalMove, Game
from games.play.services.locking import locked_snapshot
from games.play.store.snapshots import RoomSnapshot
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from games.rules.flow.conditional_moves import (
    ExpectedTurn,
    apply_expected_turn,
    apply_reply,
    read_expected_turn,
    read_reply,
)
from games.rules.flow.game import GameState, Phase
from games.rules.plays.acts import Act, act_from_json, act_to_json
from games.rules.plays.scoring import PlayScore
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

MAX_REPLIES = 5
"""How many replies a seat may store, including those that come after others."""


@dataclass(frozen=True, slots=True)
class ReplyRequest:
    """A reply as a player enters it. ``after`` is the id of another reply, or ``None``."""

    guess: str
    answer: str
    after: int | None = None
    only_if_valid: bool = False


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """A possible reply: the expected turn, the answer, its score and the state after both."""

    guess: ExpectedTurn
    act: Act
    score: PlayScore | None
    state: GameState


def may_store_replies(state: GameState | None, seat: int) -> bool:
    """Return whether a seat may store replies now: there is no clock, and it is another's turn."""
    return (
        state is not None
        and state.phase is Phase.PLAYING
        and state.clock is None
        and state.seats[seat].in_play
        and state.to_move not in (None, seat)
    )


def may_depend_on_challenge(state: GameState) -> bool:
    """Return whether a reply may depend on the words of the play being valid.

    That would be a free challenge, so it is only allowed where challenges cost nothing.
    """
    rule = state.options.challenge
    return rule.has_challenges and not rule.costs_something


def read_replies(snapshot: RoomSnapshot, seat: int) -> list[ConditionalMove]:
    """Return the replies that a seat has stored, the earliest first."""
    return (
        list(ConditionalMove.objects.filter(seat=snapshot.seats[seat]))
        if seat in snapshot.game.seats_with_replies
        else []
    )


def build_reply_positions(
    snapshot: RoomSnapshot, seat: int, reply: ReplyRequest, stored: list[ConditionalMove]
) -> list[GameState]:
    """Return the positions before and after the expected turn, to show what is being entered.

    The second one is missing if that turn is impossible. Returns nothing if the reply comes after
    one that does not exist.
    """
    try:
        before = _find_state_after(snapshot, seat, reply.after, stored)
        mover = before.to_move if before.to_move is not None else seat
    except NotFound:
        return []
    try:
        guess = read_expected_turn(reply.guess, before.board, before.tile_set)
        return [before, apply_expected_turn(before, mover, guess)]
    except RuleError:
        return [before]


def evaluate_reply(
    snapshot: RoomSnapshot, seat: int, reply: ReplyRequest, stored: list[ConditionalMove]
) -> ReplyOutcome:
    """Return what a reply would do, as far as its seat can know.

    Raises ``RuleError`` if it is impossible, ``NotFound`` if it comes after one that does not
    exist.
    """
    state = _find_state_after(snapshot, seat, reply.after, stored)
    mover = state.to_move if state.to_move is not None else seat
    guess = read_expected_turn(reply.guess, state.board, state.tile_set)
    state = apply_expected_turn(state, mover, guess)
    act = read_reply(reply.answer, state.board, state.tile_set)
    then, score = apply_reply(state, seat, act)
    return ReplyOutcome(guess, act, score, then)


def _find_state_after(
    snapshot: RoomSnapshot, seat: int, after: int | None, stored: list[ConditionalMove]
) -> GameState:
    """Return the state after a stored reply and those that come before it."""
    state = snapshot.state
    assert state is not None, "the game has started"
    if after is None:
        return state
    reply = next((one for one in stored if one.pk == after), None)
    if reply is None:
        raise NotFound("reply.gone")
    state = _find_state_after(snapshot, seat, reply.after_id, stored)
    mover = state.to_move if state.to_move is not None else seat
    state = apply_expected_turn(state, mover, ExpectedTurn.from_json(reply.guess, state.tile_set))
    return apply_reply(state, seat, act_from_json(reply.act, state.tile_set))[0]


def store_reply(code: str, player: Player, reply: ReplyRequest, *, turn: int, game_id: str) -> None:
    """Store a reply. A new answer to the same guess replaces the old one.

    Raises ``RuleError`` for an impossible reply, and ``Conflict`` if the seat has too many.
    """
    with _as_replier(code, player, turn, game_id) as (snapshot, seat):
        stored = read_replies(snapshot, seat)
        outcome = evaluate_reply(snapshot, seat, reply, stored)
        tile_set = outcome.state.tile_set
        fields = {
            "player": player,
            "turn": turn,
            "act": act_to_json(outcome.act, tile_set),
            "only_if_valid": reply.only_if_valid and may_depend_on_challenge(outcome.state),
        }
        alike = (one for one in stored if one.after_id == reply.after)
        same = next(
            (one for one in alike if outcome.guess.equals_stored(one.guess, tile_set)), None
        )
        if same is not None:
            if (same.act, same.only_if_valid) == (fields["act"], fields["only_if_valid"]):
                return  # the same form again, perhaps after a later reply was stored
            same.later_replies.all().delete()  # they began from other tiles
            ConditionalMove.objects.filter(pk=same.pk).update(**fields)
            return
        if len(stored) >= MAX_REPLIES:
            raise Conflict("reply.many", n=MAX_REPLIES)
        guess = outcome.guess.to_json(tile_set)
        row = snapshot.seats[seat]
        ConditionalMove.objects.create(seat=row, after_id=reply.after, guess=guess, **fields)
        _mark_replying(snapshot.game, seat, has_some=True)


def remove_reply(code: str, player: Player, number: int, *, turn: int, game_id: str) -> None:
    """Delete a reply and those that come after it. Deleting one again changes nothing."""
    with _as_replier(code, player, turn, game_id) as (snapshot, seat):
        mine = ConditionalMove.objects.filter(seat=snapshot.seats[seat])
        mine.filter(pk=number).delete()
        _mark_replying(snapshot.game, seat, has_some=mine.exists())


def forget_replies(game: Game, seat: int, *, before: int | None = None) -> None:
    """Delete the replies of a seat; with ``before`` only those stored before that turn.

    The caller saves the game's row.
    """
    mine = ConditionalMove.objects.filter(seat__game=game, seat__number=seat)
    (mine if before is None else mine.filter(turn__lt=before)).delete()
    if before is None or not mine.exists():
        game.seats_with_replies = [number for number in game.seats_with_replies if number != seat]


def _mark_replying(game: Game, seat: int, *, has_some: bool) -> None:
    others = set(game.seats_with_replies) - {seat}
    game.seats_with_replies = sorted(others | {seat} if has_some else others)
    game.save(update_fields=["seats_with_replies"])


@contextmanager
def _as_replier(
    code: str, player: Player, turn: int, game_id: str
) -> Iterator[tuple[RoomSnapshot, int]]:
    """Lock the room, and yield it with the seat of a player who may store replies at this turn."""
    with locked_snapshot(code) as snapshot:
        seat = snapshot.seat_of(player.pk)
        if seat is None:
            raise Forbidden("seat.not_yours")
        if str(snapshot.game.pk) != game_id or snapshot.game.turn_number != turn:
            raise Conflict("game.moved_on")
        if not may_store_replies(snapshot.state, seat):
            raise Conflict("reply.not_now")
        yield snapshot, seat
