"""Playing a stored reply once it is its seat's turn. The referee does this.

It happens in a transaction after the play that it answers, as any other act does. It happens at
most once: the first transaction to lock the room makes the turn, and the reply is deleted with it.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.play import store
from games.play.models import ConditionalMove, Game, Room
from games.play.services.notifications import mark_room_read, notify_turn
from games.play.services.replies import forget_replies
from games.play.services.schedule import replan_game
from games.play.services.turns import apply_stored_reply
from games.play.store.snapshots import RecordedMove, RoomSnapshot, lock_snapshot
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from games.rules.flow.conditional_moves import ExpectedTurn
from games.rules.flow.game import GameState
from games.rules.plays.acts import TURN_KINDS
from games.rules.plays.events import Voted
from games.rules.positions.play_judgement import is_valid_word


def play_stored_reply(room: Room, game: Game, seat: int, now: datetime) -> bool:
    """Play the reply that fits the turn before, or delete all replies and notify the seat.

    Call it under the room's lock. Returns whether anyone in the room can see a change.
    """
    snapshot = lock_snapshot(room.code)
    reply = _find_fitting_reply(snapshot, seat)
    if reply is not None and _apply_reply(snapshot, reply, now):
        return True
    forget_replies(game, seat)
    game.save(update_fields=["seats_with_replies"])
    what = "unfit" if reply is None else "refused"
    notify_turn(room, game, snapshot.seats, seat, now, reply=what)
    replan_game(game, now)
    return False


def _find_fitting_reply(snapshot: RoomSnapshot, seat: int) -> ConditionalMove | None:
    """Return the seat's reply to the turn just made, or ``None``."""
    state, last = snapshot.state, _find_turn_to_answer(snapshot.record)
    if state is None or last is None or last.seat == seat:
        return None
    waiting = ConditionalMove.objects.filter(seat=snapshot.seats[seat], after=None)
    for reply in waiting.select_related("player"):
        if ExpectedTurn.from_json(reply.guess, state.tile_set).matches_events(
            last.events, state.tile_set
        ):
            return reply
    return None


def _find_turn_to_answer(record: Sequence[RecordedMove]) -> RecordedMove | None:
    """Return the turn just made, also if the others have voted for its words since."""
    last = record[-1] if record else None
    if last and any(isinstance(event, Voted) and event.allowed for event in last.events):
        last = next(move for move in reversed(record) if move.kind in TURN_KINDS)
    return last if last and last.kind in TURN_KINDS else None


def _apply_reply(snapshot: RoomSnapshot, reply: ConditionalMove, now: datetime) -> bool:
    """Return whether the reply could be played. The rules may refuse it as they would any act."""
    state, player = snapshot.state, _find_reply_author(snapshot, reply)
    assert state is not None
    if player is None or (reply.only_if_valid and not _would_stand_challenge(snapshot.game, state)):
        return False
    try:
        # A savepoint: a refused reply leaves nothing behind, and the room stays locked.
        with transaction.atomic():
            apply_stored_reply(snapshot, reply, player, now)
            mark_room_read(player, snapshot.room, now)
    except RuleError:
        return False
    return True


def _find_reply_author(snapshot: RoomSnapshot, reply: ConditionalMove) -> Player | None:
    """Return the player who stored the reply, or the first holder if that player has left the
    seat."""
    seat = next(seat for seat in snapshot.seats if seat.pk == reply.seat_id)
    held = [holder.player for holder in seat.holders.all()]
    return next((one for one in held if one.pk == reply.player_id), held[0] if held else None)


def _would_stand_challenge(game: Game, state: GameState) -> bool:
    """Return whether the play that the reply answers would withstand a challenge."""
    pending = state.pending
    if pending is None:
        return True
    lexicon = store.get_lexicon(game, state.tile_set)
    words = (word.faces for word in pending.score.words)
    return not pending.misplaced and all(is_valid_word(w, lexicon, state.tile_set) for w in words)
