"""Replies that are stored: "if they play exactly this, I play that".

They are secrets of their seat: neither storing nor removing one gives the room a new stamp, and
how one is looked at says nothing of other racks (:mod:`games.rules.guessing`). Once the seat's turn
has come the referee makes the one that fits: :mod:`games.play.services.answering`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.common.refusals import Conflict, Forbidden, Missing
from games.play.models import Game, Reply
from games.play.scenes import Scene
from games.play.services.locking import locked_scene
from games.players.models import Player
from games.rules.game import GameState, Phase
from games.rules.guessing import (
    Guess,
    after_answer,
    after_guess,
    read_answer,
    read_guess,
)
from games.rules.moves import Act, act_from_json, act_to_json
from games.rules.scoring import PlayScore

MOST = 5
"""Replies of one seat, those that come after others included."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A reply as somebody writes it; ``after`` is the number of another one, or ``None``."""

    guess: str
    answer: str
    after: int | None = None
    if_good: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """A reply that could be: what it says, and the board and the tiles kept once it was made."""

    guess: Guess
    act: Act
    score: PlayScore | None
    state: GameState


def may_reply(state: GameState | None, seat: int) -> bool:
    """Whether a seat may store replies now: no clock ticks, and it is another's turn."""
    return (
        state is not None
        and state.phase is Phase.PLAYING
        and state.clock is None
        and state.seats[seat].in_play
        and state.to_move not in (None, seat)
    )


def may_doubt(state: GameState) -> bool:
    """Whether a reply may depend on the dictionary: only where a challenge costs nothing, too."""
    rule = state.options.challenge
    return not rule.judges_at_once and not rule.costs_something


def read_replies(scene: Scene, seat: int) -> list[Reply]:
    """What a seat has stored, the earliest first."""
    return list(Reply.objects.filter(seat=scene.seats[seat])) if seat in scene.game.replying else []


def weigh(scene: Scene, seat: int, wish: Wish, stored: list[Reply]) -> Weighed:
    """What a reply would do as far as its seat can know. Raises RuleError where it cannot be, and
    ``Missing`` for one that comes after none."""
    state = _state_after(scene, seat, wish.after, stored)
    mover = state.to_move if state.to_move is not None else seat
    guess = read_guess(wish.guess, state.board, state.tile_set)
    state = after_guess(state, mover, guess)
    act = read_answer(wish.answer, state.board, state.tile_set)
    then, score = after_answer(state, seat, act)
    return Weighed(guess, act, score, then)


def _state_after(scene: Scene, seat: int, after: int | None, stored: list[Reply]) -> GameState:
    """How it stands once a reply was made, and those before it."""
    state = scene.state
    assert state is not None, "the game has started"
    if after is None:
        return state
    reply = next((one for one in stored if one.pk == after), None)
    if reply is None:
        raise Missing("reply.gone")
    state = _state_after(scene, seat, reply.after_id, stored)
    mover = state.to_move if state.to_move is not None else seat
    state = after_guess(state, mover, Guess.from_json(reply.guess, state.tile_set))
    return after_answer(state, seat, act_from_json(reply.act, state.tile_set))[0]


def store_reply(code: str, player: Player, wish: Wish, *, turn: int, game_id: str) -> None:
    """Keep a reply; another answer to the same guess takes the place of the first."""
    with _as_replier(code, player, turn, game_id) as (scene, seat):
        stored = read_replies(scene, seat)
        weighed = weigh(scene, seat, wish, stored)
        tile_set = weighed.state.tile_set
        fields = {
            "player": player,
            "turn": turn,
            "act": act_to_json(weighed.act, tile_set),
            "if_good": wish.if_good and may_doubt(weighed.state),
        }
        alike = (one for one in stored if one.after_id == wish.after)
        same = next((one for one in alike if weighed.guess.is_like(one.guess, tile_set)), None)
        if same is not None:
            same.later_replies.all().delete()  # they began from other tiles
            Reply.objects.filter(pk=same.pk).update(**fields)
            return
        if len(stored) >= MOST:
            raise Conflict("reply.many", n=MOST)
        guess = weighed.guess.to_json(tile_set)
        row = scene.seats[seat]
        Reply.objects.create(seat=row, after_id=wish.after, guess=guess, **fields)
        _note(scene.game, seat, has_some=True)


def remove_reply(code: str, player: Player, number: int, *, turn: int, game_id: str) -> None:
    """Forget a reply and those that come after it; again changes nothing."""
    with _as_replier(code, player, turn, game_id) as (scene, seat):
        mine = Reply.objects.filter(seat=scene.seats[seat])
        mine.filter(pk=number).delete()
        _note(scene.game, seat, has_some=mine.exists())


def forget_replies(game: Game, seat: int, *, before: int | None = None) -> None:
    """A seat's turn has come and gone: what was stored for it is past; ``before``: but for what
    was stored at that turn or later. The game's row is left to whoever saves it."""
    mine = Reply.objects.filter(seat__game=game, seat__number=seat)
    (mine if before is None else mine.filter(turn__lt=before)).delete()
    if before is None or not mine.exists():
        game.replying = [number for number in game.replying if number != seat]


def _note(game: Game, seat: int, *, has_some: bool) -> None:
    others = set(game.replying) - {seat}
    game.replying = sorted(others | {seat} if has_some else others)
    game.save(update_fields=["replying"])


@contextmanager
def _as_replier(code: str, player: Player, turn: int, game_id: str) -> Iterator[tuple[Scene, int]]:
    """The room, locked, with the seat of somebody who may store replies at this very turn."""
    with locked_scene(code) as scene:
        seat = scene.seat_of(player.pk)
        if seat is None:
            raise Forbidden("seat.not_yours")
        if str(scene.game.pk) != game_id or scene.game.turn_number != turn:
            raise Conflict("game.moved_on")
        if not may_reply(scene.state, seat):
            raise Conflict("reply.not_now")
        yield scene, seat
