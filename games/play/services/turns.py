"""Applying acts of the game, for people, computer players and the referee alike."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.play import store
from games.play.models import ConditionalMove, Game, Move, SeatMember
from games.play.services import local_players
from games.play.services.lobby_listing import clear_finished_game
from games.play.services.locking import locked_snapshot, stamp_statement
from games.play.services.notifications import (
    is_correspondence_game,
    mark_room_read,
    notify_invited,
    notify_result,
    notify_seats_to_act,
)
from games.play.services.replies import forget_replies
from games.play.services.schedule import begin_turn_time, is_paused, plan_game
from games.play.services.timekeeping import judge_arrival, measure_turn
from games.play.services.word_votes import announce_word_votes
from games.play.signals import game_ended
from games.play.store.snapshots import (
    RoomSnapshot,
    cache_snapshot,
    get_cached_snapshot,
    read_recorded_move,
)
from games.play.terms.seating import is_free
from games.players.models import Player
from games.rules.equipment.tiles import TileSet, load_tile_set
from games.rules.flow.game import GameState, Phase, apply
from games.rules.flow.game_clock import resume_clock
from games.rules.plays.acts import (
    Abort,
    Act,
    Annul,
    Exchange,
    Flag,
    Pass,
    Play,
    Resign,
    act_from_json,
    get_act_kind,
)
from games.rules.plays.events import event_to_json
from lexicon.store import open_lexicon
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

NOBODY = UUID(int=0)


def prepare_turn(code: str, player_id: str) -> TileSet:
    """Return the tiles in which an act is written, and load the game's dictionary.

    A dictionary that is new to this machine takes seconds to compile, so this must not happen under
    the room's lock. Raises ``NotFound`` for an unknown room, ``Forbidden`` without a seat.
    """
    known = get_cached_snapshot(code)
    if known is not None and known.seat_of(player_id) is not None:
        store.get_lexicon(known.game, tile_set := store.get_tile_set(known.game))
        return tile_set
    sits = Exists(SeatMember.objects.filter(game=OuterRef("pk"), player_id=player_id or NOBODY))
    newest = Game.objects.filter(room__code=code).order_by("-number").annotate(sits=sits)
    found = newest.values_list("room__edition", "revision_id", "sits").first()
    if found is None:
        raise NotFound("room.unknown")
    edition, revision, seated = found
    if not seated:
        raise Forbidden("seat.not_yours")
    if revision is not None:
        open_lexicon(revision, load_tile_set(edition).faces)
    return load_tile_set(edition)


def is_possibly_timed(code: str, game_id: str) -> bool:
    """Return whether this game may have a clock, without a query; true if that is unknown."""
    known = get_cached_snapshot(code)
    if known is None or known.state is None or str(known.game.pk) != game_id:
        return True
    return known.state.clock is not None


def apply_player_act(
    code: str,
    player_id: str | UUID,
    chosen: Act,
    *,
    turn: int,
    key: str,
    now: datetime,
    game_id: str = "",
    session: tuple[int, int] | None = None,
    lag: int = 0,
    arrived: datetime | None = None,
) -> RoomSnapshot:
    """Apply a person's act to the current game.

    ``turn`` and ``game_id`` are those that the person saw; if the game has moved on, ``Conflict``
    is raised. A ``key`` that this seat has used before changes nothing and succeeds, so a command
    sent twice is made only once. ``session`` is the sender's epoch and number: raises ``Forbidden``
    if that session has ended. ``lag`` is the measured one-way delay in milliseconds. ``arrived`` is
    when the command came in: no one is charged for the server's time since then.
    """
    with locked_snapshot(code) as snapshot:
        came, now = (now, now) if arrived is None else (arrived, timezone.now())
        game = snapshot.game
        if game_id and str(game.pk) != game_id:
            return _find_earlier_landing(snapshot, player_id, key, game_id, session)
        player = snapshot.player_in(player_id)
        seat = local_players.find_acting_seat(snapshot, player_id)
        if local_players.is_repeated_on_device(snapshot, player_id, key):
            return snapshot
        if seat is None or player is None or _has_ended(session, player):
            raise Forbidden("seat.not_yours")
        if is_correspondence_game(game):
            mark_room_read(player, snapshot.room, now)
        # Before the checks below: a command sent again must succeed although the turn is over.
        if key and any(line.key == key and line.seat == seat for line in snapshot.record):
            return snapshot
        _end_stand_in(snapshot, seat)
        _require_first_of_team(snapshot, seat, player, turn)
        _require_turn(game, turn)
        if snapshot.state is not None and is_paused(game, snapshot.state):
            if not isinstance(chosen, Resign | Abort):
                raise Conflict("clock.paused")
            snapshot = replace(snapshot, state=resume_clock(snapshot.state, to_ms(now)))
        chosen = _adjust_act(snapshot, seat, chosen)
        who = local_players.find_person_to_credit(snapshot, seat, player)
        with local_players.keep_covered_tiles_secret(snapshot.room):
            return _apply_act(snapshot, seat, chosen, now, player=who, key=key, lag=lag, came=came)


def apply_seat_act(
    code: str,
    seat: int,
    chosen: Act,
    *,
    game_id: object,
    turn: int,
    now: datetime,
    by_computer: bool = False,
) -> RoomSnapshot:
    """Apply an act that the program chose for a seat in exactly this game and turn.

    A computer's act is dropped with ``Conflict`` if people have returned to its seat.
    """
    with locked_snapshot(code) as snapshot:
        if snapshot.game.pk != game_id:
            raise Conflict("game.moved_on")
        if by_computer and snapshot.seats[seat].computer_level is None:
            raise Conflict("game.moved_on")
        _require_turn(snapshot.game, turn)
        return _apply_act(snapshot, seat, chosen, now)


def apply_stored_reply(
    snapshot: RoomSnapshot, reply: ConditionalMove, player: Player, now: datetime
) -> RoomSnapshot:
    """Apply a stored reply under the room's lock; replies that come after it may now be due."""
    state = snapshot.state
    assert state is not None, "the game has started"
    reply.later_replies.update(after=None, turn=state.turn_number + 1)
    chosen = act_from_json(reply.act, state.tile_set)
    seat = next(seat.number for seat in snapshot.seats if seat.pk == reply.seat_id)
    return _apply_act(snapshot, seat, chosen, now, player=player, by_reply=True)


def _end_stand_in(snapshot: RoomSnapshot, number: int) -> None:
    """Remove the computer player from the seat of a player who acts again."""
    seat = snapshot.seats[number]
    if seat.has_stand_in:
        seat.computer_level, seat.played_for = None, ""
        seat.save(update_fields=["computer_level", "played_for"])


def _adjust_act(snapshot: RoomSnapshot, seat: int, chosen: Act) -> Act:
    """Return the act to apply: resigning alone annuls. Raises ``Conflict`` for a barred abort."""
    if snapshot.room.prepared and isinstance(chosen, Abort):
        raise Conflict("event.no_abort")
    alone = all(is_free(other) for other in snapshot.seats if other.number != seat)
    return Annul() if alone and isinstance(chosen, Resign) else chosen


def _find_earlier_landing(
    snapshot: RoomSnapshot,
    player_id: str | UUID,
    key: str,
    game_id: str,
    session: tuple[int, int] | None,
) -> RoomSnapshot:
    """Handle a command for an earlier game of the room.

    It succeeds if that game has it already. Otherwise it is too late: raises ``Conflict``.
    """
    made = Move.objects.filter(
        game__room=snapshot.room, game_id=game_id, player_id=player_id, key=key
    )
    move = made.select_related("player").first() if key else None
    if move is None or move.player is None or _has_ended(session, move.player):
        raise Conflict("game.over")
    return snapshot


def _has_ended(session: tuple[int, int] | None, player: Player) -> bool:
    return session is not None and not player.session_validity.is_valid(*session)


def _require_turn(game: Game, turn: int) -> None:
    if game.status in (Game.Status.WAITING, Game.Status.STARTING):
        raise Conflict("game.not_started")
    if game.is_finished:
        raise Conflict("game.over")
    if game.turn_number != turn:
        raise Conflict("game.moved_on")


def _require_first_of_team(snapshot: RoomSnapshot, seat: int, player: Player, turn: int) -> None:
    """Raise a clear ``Conflict`` for a player whose team has just been moved by another member."""
    made = snapshot.record[turn] if 0 <= turn < len(snapshot.record) else None
    if made is not None and made.seat == seat and made.player not in (None, player.pk):
        raise Conflict("team.played", name=made.name)


def _apply_act(
    snapshot: RoomSnapshot,
    seat: int,
    chosen: Act,
    now: datetime,
    *,
    player: Player | None = None,
    key: str = "",
    lag: int = 0,
    came: datetime | None = None,
    by_reply: bool = False,
) -> RoomSnapshot:
    """Apply an act and save everything that follows from it.

    If a flag has fallen by the time the act ``came`` in, the flag is applied in its place.
    """
    room, game, state = snapshot.room, snapshot.game, snapshot.state
    assert state is not None, "the game has started"
    came, in_time = judge_arrival(snapshot, seat, chosen, came or now, now)
    if state.to_move is not None and not in_time:
        seat, chosen, player, key = state.to_move, Flag(), None, ""
    lexicon, seed = store.get_lexicon(game, state.tile_set), store.read_seed(game)
    timing = {"now": to_ms(now), "arrived": to_ms(came), "lag": lag}
    after = apply(state, seat, chosen, lexicon=lexicon, seed=seed, **timing)
    move = Move(
        game=game,
        number=after.state.turn_number,
        seat=seat,
        player=player,
        kind=get_act_kind(type(chosen)),
        events=[event_to_json(event) for event in after.events],
        key=key,
        made_at=now,
        by_reply=by_reply,
        **measure_turn(snapshot, seat, chosen, came),
    )
    if game.seats_with_replies:
        _forget_past_replies(game, state, after.state)
    if after.state.to_move != state.to_move or isinstance(chosen, Play | Exchange | Pass | Flag):
        begin_turn_time(game, now)
    # At a table of a swapped match, the referee does this once both games have ended.
    if after.state.phase is Phase.OVER and room.twin_id is None:
        clear_finished_game(room, game)
        game.ended_at = now
    also = [*plan_game(game, after.state, snapshot.seats, now), "seats_with_replies", "ended_at"]
    written = (*store.add_move(move, chosen, state), stamp_statement(room))
    store.save_turn(game, after.state, snapshot.seats, also, *written)
    notify_seats_to_act(snapshot, after.state, now, mover=player, move=move)
    if after.state.outcome is None and after.state.turn_number == 1:
        notify_invited(room, game, now)
    announce_word_votes(game, after.events)
    if (outcome := after.state.outcome) is not None and room.twin_id is None:
        game_ended.send(sender=Game, game=game, outcome=outcome)
        # Declining an invitation annuls the game and sends its own notices.
        if player is not None or not isinstance(chosen, Annul):
            notify_result(room, game, snapshot.seats, outcome, now, ender=player, move=move)
    record = (*snapshot.record, read_recorded_move(move, room))
    made = replace(snapshot, state=after.state, record=record)
    transaction.on_commit(lambda: cache_snapshot(made))
    return made


def _forget_past_replies(game: Game, before: GameState, after: GameState) -> None:
    """Delete the replies stored for a turn, or a game, that is over."""
    if after.phase is Phase.OVER:
        for seat in list(game.seats_with_replies):
            forget_replies(game, seat)
    mover = before.to_move
    if mover is not None and mover in game.seats_with_replies and after.to_move != mover:
        forget_replies(game, mover, before=after.turn_number)
