"""Applying an act of the game: the one door for people, computer players and the referee."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.common.refusals import Conflict, Forbidden, Missing
from games.play import store
from games.play.chairs import is_free
from games.play.models import Game, Holder, Move
from games.play.scenes import Scene, keep, line_of, scene_in
from games.play.services.listing import clear_table
from games.play.services.locking import locked_room, touch
from games.play.services.notices import (
    is_over_days,
    mark_read,
    tell_invited,
    tell_result,
    tell_turn,
)
from games.play.services.schedule import begin_time, plan
from games.play.services.signals import game_ended
from games.players.models import Player
from games.rules.game import Phase, apply
from games.rules.moves import Act, Annul, Resign
from games.rules.tiles import TileSet, load_tile_set
from lexicon.store import open_lexicon

NOBODY = UUID(int=0)


def prepare(code: str, player_id: str) -> TileSet:
    """The tiles a seat's act is written in. Has the game's dictionary at hand before anyone holds
    the lock, since one that is new to this machine takes seconds to compile.

    Raises ``Missing`` for an unknown room, ``Forbidden`` for whoever has no seat in it.
    """
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


def act(
    code: str,
    player_id: str | UUID,
    chosen: Act,
    *,
    turn: int,
    key: str,
    now: datetime,
    game_id: str = "",
) -> Scene:
    """Apply a person's act to the game on the table.

    ``turn`` is the turn number the person saw, and ``game_id`` the game; others mean that the
    room has moved on and raise ``Conflict``. A ``key`` seen before from the same seat changes
    nothing and succeeds, so a command that is sent again lands exactly once.
    """
    with _scene(code) as scene:
        game = scene.game
        if game_id and str(game.pk) != game_id:
            return _landed_before(scene, player_id, key, game_id)
        seat = scene.seat_of(player_id)
        player = scene.player_in(player_id)
        if seat is None or player is None:
            raise Forbidden("seat.not_yours")
        if is_over_days(game):
            mark_read(player, scene.room, now)
        if key and any(line.key == key and line.seat == seat for line in scene.record):
            return scene
        _require_turn(game, turn)
        return _make(scene, seat, _settle(scene, seat, chosen), now, player=player, key=key)


def act_for_seat(
    code: str, seat: int, chosen: Act, *, game_id: object, turn: int, now: datetime
) -> Scene:
    """Apply an act decided by the program for ``seat`` of exactly this game and turn."""
    with _scene(code) as scene:
        if scene.game.pk != game_id:
            raise Conflict("game.moved_on")
        _require_turn(scene.game, turn)
        return _make(scene, seat, chosen, now)


def _settle(scene: Scene, seat: int, chosen: Act) -> Act:
    """A resignation before an opponent has come annuls the game: an empty chair wins nothing."""
    others = [other for other in scene.seats if other.number != seat]
    alone = all(is_free(other) for other in others)
    return Annul() if alone and isinstance(chosen, Resign) else chosen


@contextmanager
def _scene(code: str) -> Iterator[Scene]:
    with locked_room(code) as room:
        yield scene_in(room)


def _landed_before(scene: Scene, player_id: str | UUID, key: str, game_id: str) -> Scene:
    """A command for an earlier game of the room: made then and sent again, or too late."""
    made = Move.objects.filter(game__room=scene.room, game_id=game_id, player_id=player_id, key=key)
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


def _make(
    scene: Scene,
    seat: int,
    chosen: Act,
    now: datetime,
    *,
    player: Player | None = None,
    key: str = "",
) -> Scene:
    room, game, state = scene.room, scene.game, scene.state
    assert state is not None, "the game has started"
    lexicon = store.lexicon_of(game, state.tile_set)
    after = apply(state, seat, chosen, lexicon=lexicon, seed=store.seed_of(game))
    move = store.add_move(
        game, state, after, seat=seat, act=chosen, player=player, key=key, now=now
    )
    if after.state.to_move != state.to_move:
        begin_time(game, now)
    if after.state.phase is Phase.OVER:
        clear_table(room, game)
        game.ended_at = now
    planned = plan(game, after.state, scene.seats, now)
    store.save_turn(game, after.state, scene.seats, [*planned, "ended_at"])
    mover = after.state.to_move
    if mover is not None and mover != state.to_move:
        tell_turn(room, game, mover, player, now)
    if after.state.outcome is None and after.state.turn_number == 1:
        tell_invited(room, game, now)
    if after.state.outcome is not None:
        tell_result(room, game, now)
        game_ended.send(sender=Game, game=game, outcome=after.state.outcome)
    touch(room)
    made = replace(scene, state=after.state, record=(*scene.record, line_of(move)))
    transaction.on_commit(lambda: keep(made))
    return made
