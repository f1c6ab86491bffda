"""Applying an act of the game: the one door for people, computer players and the referee."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.common.instants import to_ms
from games.common.refusals import Conflict, Forbidden, Missing
from games.play import store
from games.play.chairs import is_free
from games.play.models import Game, Holder, Move, Reply
from games.play.scenes import Scene, keep, last_known, line_of
from games.play.services.listing import clear_table
from games.play.services.locking import locked_scene, stamped
from games.play.services.notices import (
    is_over_days,
    mark_read,
    tell_invited,
    tell_result,
    tell_turn,
)
from games.play.services.replies import forget_replies
from games.play.services.schedule import begin_time, is_paused, plan
from games.play.services.signals import game_ended
from games.play.services.timekeeping import count_time
from games.players.models import Player
from games.rules.events import event_to_json
from games.rules.game import GameState, Phase, apply
from games.rules.moves import Act, Annul, Exchange, Flag, Pass, Play, Resign, act_from_json
from games.rules.tiles import TileSet, load_tile_set
from games.rules.timing import is_out, run_clock
from lexicon.store import open_lexicon

NOBODY = UUID(int=0)


def prepare(code: str, player_id: str) -> TileSet:
    """The tiles a seat's act is written in. Has the game's dictionary at hand before anyone holds
    the lock, since one that is new to this machine takes seconds to compile.

    Raises ``Missing`` for an unknown room, ``Forbidden`` for whoever has no seat in it.
    """
    known = last_known(code)
    if known is not None and known.seat_of(player_id) is not None:
        return store.tile_set_of(known.game)
    sits = Exists(Holder.objects.filter(game=OuterRef("pk"), player_id=player_id or NOBODY))
    newest = Game.objects.filter(room__code=code).order_by("-number").annotate(sits=sits)
    found = newest.values_list("room__edition", "revision_id", "sits").first()
    if found is None:
        raise Missing("room.unknown")
    edition, revision, seated = found
    if not seated:
        raise Forbidden("seat.not_yours")
    tile_set = load_tile_set(edition)
    if revision is not None:
        open_lexicon(revision, tile_set.faces)
    return tile_set


def may_be_timed(code: str, game_id: str) -> bool:
    """Whether time is charged for an act in this game, as far as is known without asking."""
    known = last_known(code)
    if known is None or known.state is None or str(known.game.pk) != game_id:
        return True
    return known.state.clock is not None


def act(
    code: str,
    player_id: str | UUID,
    chosen: Act,
    *,
    turn: int,
    key: str,
    now: datetime,
    game_id: str = "",
    epoch: int | None = None,
    lag: int = 0,
) -> Scene:
    """Apply a person's act to the game on the table.

    ``turn`` is the turn number the person saw, and ``game_id`` the game; others mean that the
    room has moved on and raise ``Conflict``. A ``key`` seen before from the same seat changes
    nothing and succeeds, so a command that is sent again lands exactly once. A session says which
    ``epoch`` it is of; one that has ended (:mod:`games.players.identity`) has no seat. ``lag``:
    milliseconds that the line takes one way, as measured by the server.
    """
    with locked_scene(code) as scene:
        game = scene.game
        if game_id and str(game.pk) != game_id:
            return _landed_before(scene, player_id, key, game_id, epoch)
        seat = scene.seat_of(player_id)
        player = scene.player_in(player_id)
        if seat is None or player is None or epoch not in (None, player.epoch):
            raise Forbidden("seat.not_yours")
        if is_over_days(game):
            mark_read(player, scene.room, now)
        if key and any(line.key == key and line.seat == seat for line in scene.record):
            return scene
        _require_first_of_team(scene, seat, player, turn)
        _require_turn(game, turn)
        if scene.state is not None and is_paused(game, scene.state):
            if not isinstance(chosen, Resign):
                raise Conflict("clock.paused")
            scene = replace(scene, state=run_clock(scene.state, to_ms(now)))
        return _make(
            scene, seat, _settle(scene, seat, chosen), now, player=player, key=key, lag=lag
        )


def act_for_seat(
    code: str, seat: int, chosen: Act, *, game_id: object, turn: int, now: datetime
) -> Scene:
    """Apply an act decided by the program for ``seat`` of exactly this game and turn."""
    with locked_scene(code) as scene:
        if scene.game.pk != game_id:
            raise Conflict("game.moved_on")
        _require_turn(scene.game, turn)
        return _make(scene, seat, chosen, now)


def act_by_reply(scene: Scene, reply: Reply, player: Player, now: datetime) -> Scene:
    """Apply what a seat had stored, in the caller's transaction and under the room's lock. Those
    that come after it may fall due from now on."""
    state = scene.state
    assert state is not None, "the game has started"
    reply.later_replies.update(after=None, turn=state.turn_number + 1)
    chosen = act_from_json(reply.act, state.tile_set)
    seat = next(seat.number for seat in scene.seats if seat.pk == reply.seat_id)
    return _make(scene, seat, chosen, now, player=player, by_reply=True)


def _settle(scene: Scene, seat: int, chosen: Act) -> Act:
    """A resignation before an opponent has come annuls the game: an empty chair wins nothing."""
    others = [other for other in scene.seats if other.number != seat]
    alone = all(is_free(other) for other in others)
    return Annul() if alone and isinstance(chosen, Resign) else chosen


def _landed_before(
    scene: Scene, player_id: str | UUID, key: str, game_id: str, epoch: int | None
) -> Scene:
    """A command for an earlier game of the room: made then and sent again, or too late."""
    made = Move.objects.filter(game__room=scene.room, game_id=game_id, player_id=player_id, key=key)
    if epoch is not None:
        made = made.filter(player__epoch=epoch)
    if not (key and made.exists()):
        raise Conflict("game.over")
    return scene


def _require_turn(game: Game, turn: int) -> None:
    if game.status in (Game.Status.WAITING, Game.Status.STARTING):
        raise Conflict("game.not_started")
    if game.status == Game.Status.OVER:
        raise Conflict("game.over")
    if game.turn_number != turn:
        raise Conflict("game.moved_on")


def _require_first_of_team(scene: Scene, seat: int, player: Player, turn: int) -> None:
    """Tell kindly whoever was overtaken by a member of the same team."""
    made = scene.record[turn] if 0 <= turn < len(scene.record) else None
    if made is not None and made.seat == seat and made.player not in (None, player.pk):
        raise Conflict("team.played", name=made.name)


def _make(
    scene: Scene,
    seat: int,
    chosen: Act,
    now: datetime,
    *,
    player: Player | None = None,
    key: str = "",
    lag: int = 0,
    by_reply: bool = False,
) -> Scene:
    """Whoever comes when a flag has fallen brings it down, and nothing else."""
    room, game, state = scene.room, scene.game, scene.state
    assert state is not None, "the game has started"
    instant = to_ms(now)
    if state.to_move is not None and is_out(state, instant):
        seat, chosen, player, key = state.to_move, Flag(), None, ""
    lexicon, seed = store.lexicon_of(game, state.tile_set), store.seed_of(game)
    after = apply(state, seat, chosen, lexicon=lexicon, seed=seed, now=instant, lag=lag)
    move = Move(
        game=game,
        number=after.state.turn_number,
        seat=seat,
        player=player,
        kind=type(chosen).__name__.lower(),
        events=[event_to_json(event) for event in after.events],
        key=key,
        made_at=now,
        by_reply=by_reply,
        **count_time(scene, seat, chosen, now),
    )
    if game.replying:
        _forget_past_replies(game, state, after.state)
    if after.state.to_move != state.to_move or isinstance(chosen, Play | Exchange | Pass | Flag):
        begin_time(game, now)
    if after.state.phase is Phase.OVER:
        clear_table(room, game)
        game.ended_at = now
    planned = plan(game, after.state, scene.seats, now)
    also = [*planned, "replying", "ended_at"]
    written = (*store.add_move(move, chosen, state), stamped(room))
    store.save_turn(game, after.state, scene.seats, also, *written)
    mover = after.state.to_move
    if mover is not None and mover != state.to_move:
        tell_turn(room, game, mover, player, now)
    if after.state.outcome is None and after.state.turn_number == 1:
        tell_invited(room, game, now)
    if after.state.outcome is not None:
        tell_result(room, game, player, now)
        game_ended.send(sender=Game, game=game, outcome=after.state.outcome)
    made = replace(scene, state=after.state, record=(*scene.record, line_of(move, room)))
    transaction.on_commit(lambda: keep(made))
    return made


def _forget_past_replies(game: Game, before: GameState, after: GameState) -> None:
    """What was stored for the turn that is over, or for a game that is."""
    if after.phase is Phase.OVER:
        for seat in list(game.replying):
            forget_replies(game, seat)
    mover = before.to_move
    if mover is not None and mover in game.replying and after.to_move != mover:
        forget_replies(game, mover, before=after.turn_number)
