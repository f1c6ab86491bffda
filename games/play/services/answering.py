"""Making the reply that a seat has stored, once its turn has come: the referee's.

In a transaction of its own after the play it answers, through the same door as any act, and at
most once: whoever holds the room's lock first makes the turn, and the reply is gone with it.
"""

from datetime import datetime

from django.db import transaction

from games.play import store
from games.play.models import Game, Reply, Room
from games.play.scenes import Scene, lock_scene
from games.play.services.notices import mark_read, tell_unanswered
from games.play.services.replies import forget_replies
from games.play.services.schedule import reschedule
from games.play.services.turns import act_by_reply
from games.players.models import Player
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.guessing import Guess
from games.rules.judging import is_good
from games.rules.moves import TURN_KINDS


def answer_turn(room: Room, game: Game, seat: int, now: datetime) -> bool:
    """Make the reply of the seat to move that fits the turn before, or forget them all and tell
    those who sit there. Under the room's lock; ``True`` if anybody in the room can see a change."""
    scene = lock_scene(room.code)
    reply = _fitting(scene, seat)
    if reply is not None and _is_made(scene, reply, now):
        return True
    forget_replies(game, seat)
    game.save(update_fields=["replying"])
    tell_unanswered(room, game, seat, lawful=reply is None, now=now)
    reschedule(game, now)
    return False


def _fitting(scene: Scene, seat: int) -> Reply | None:
    """The reply to the turn before, made by whoever moved then."""
    state, last = scene.state, scene.record[-1] if scene.record else None
    if state is None or last is None or last.kind not in TURN_KINDS or last.seat == seat:
        return None
    waiting = Reply.objects.filter(seat=scene.seats[seat], after=None)
    for reply in waiting.select_related("player"):
        if Guess.from_json(reply.guess, state.tile_set).is_met_by(last.events, state.tile_set):
            return reply
    return None


def _is_made(scene: Scene, reply: Reply, now: datetime) -> bool:
    """Whether it could be made; it is refused as any act would be."""
    state, player = scene.state, _maker(scene, reply)
    assert state is not None
    if player is None or (reply.if_good and not _stands(scene.game, state)):
        return False
    try:
        with transaction.atomic():
            act_by_reply(scene, reply, player, now)
            mark_read(player, scene.room, now)
    except RuleError:
        return False
    return True


def _maker(scene: Scene, reply: Reply) -> Player | None:
    """Who stored it, or whoever else holds the seat by now."""
    seat = next(seat for seat in scene.seats if seat.pk == reply.seat_id)
    held = [holder.player for holder in seat.holders.all()]
    return next((one for one in held if one.pk == reply.player_id), held[0] if held else None)


def _stands(game: Game, state: GameState) -> bool:
    """Whether the play that was answered would stand a challenge."""
    pending = state.pending
    if pending is None:
        return True
    lexicon = store.lexicon_of(game, state.tile_set)
    words = (word.faces for word in pending.score.words)
    return not pending.misplaced and all(is_good(w, lexicon, state.tile_set) for w in words)
