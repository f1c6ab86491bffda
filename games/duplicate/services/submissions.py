"""Submitting plays. A player may do so as often as they like; the last one in time counts.

Most plays of a turn arrive in its last seconds. So each costs two small queries, and those that
arrive together are written in one transaction (:mod:`games.common.group_commit`), which holds the
game's lock: a turn is never closed between a play's acceptance and its commit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from games.common.group_commit import GroupCommit
from games.common.sql_statements import CachedQuery, query_together
from games.duplicate.models import DuplicateEntrant, DuplicateGame, DuplicateSubmission
from games.duplicate.store.turn_states import load_turn_state
from games.duplicate.terms.plays import StoredPlay
from games.play.services.locking import write_transaction
from games.players.models import Player
from games.rules.duplicate.game import DuplicateState, judge_submission
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play
from games.rules.time.clock import MAX_LAG
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

MAX_KEYS = 60
"""How many keys of commands are kept for one player and turn."""


@dataclass(frozen=True, slots=True)
class EntrantTurn:
    """What a command about a turn needs to know of its game and its sender."""

    code: str
    entrant: int
    game: UUID
    revision: int | None
    stage: str
    turn: int
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command about a turn that waits to be written."""

    entrant: int
    turn: int
    key: str
    # ``None`` for a command that says nothing about the play.
    arrived: datetime | None
    # New values of the submission's fields.
    changes: dict[str, Any]
    # Whether it changes nothing if the entrant has submitted a play.
    fallback: bool = False


_FIND_TURN = CachedQuery(
    lambda code, player: (
        DuplicateEntrant.objects.order_by()
        .filter(game__code=code)
        .filter(player_id=player)
        .values_list("pk", "game_id", "game__revision", "game__stage", "game__turn", "game__due_at")
    ),
    "",
    UUID(int=0),
)
_LOCK_GAME = CachedQuery(
    lambda game: (
        DuplicateGame.objects.order_by()
        .select_for_update(no_key=True)
        .filter(pk=game)
        .values_list("stage", "turn")
    ),
    UUID(int=0),
)


def submit_play(
    code: str,
    player: Player,
    turn: int,
    read: Callable[[TileSet], Play],
    key: str,
    arrived: datetime,
    credit_ms: int = 0,
    *,
    fallback: bool = False,
) -> DuplicateSubmission:
    """Submit a play in place of the one submitted before. It is stored when this returns.

    As a ``fallback`` it is submitted only if there is none: a page sends its tiles in the last
    moment of a turn, and does not know what the player has sent from another device.

    ``arrived`` is when the command reached the server, ``credit_ms`` the delay of its connection. A
    ``key`` that was sent before changes nothing and succeeds. Raises ``RuleError`` for a play that
    breaks the rules of placement, ``Conflict`` "duplicate.moved_on" if another turn runs and
    "duplicate.too_late" if time is over, and ``Forbidden`` for a player who has not entered.
    """
    found = _find_turn(code, player)
    try:
        state = _require_turn(found, turn, arrived, credit_ms)
    except Conflict as refusal:
        return _get_carried_out(found, turn, key, refusal)
    assert found.revision is not None, "a started game has pinned a revision"
    words = open_lexicon(found.revision, state.tile_set.faces)
    judged = judge_submission(state, read(state.tile_set), words)
    play = StoredPlay.of(judged.play, judged.score, state.tile_set)
    changes = {
        "play": play.to_json(),
        "points": judged.points,
        "invalid_words": list(judged.invalid_words),
        "done": False,
    }
    command = PendingCommand(found.entrant, turn, key, arrived, changes, fallback)
    return _writer.write(found.game, command)


def withdraw_submission(
    code: str, player: Player, turn: int, key: str, arrived: datetime, credit_ms: int = 0
) -> DuplicateSubmission:
    """Take back what was submitted in this turn. Raises as :func:`submit_play` does."""
    found = _find_turn(code, player)
    try:
        _require_turn(found, turn, arrived, credit_ms)
    except Conflict as refusal:
        return _get_carried_out(found, turn, key, refusal)
    changes: dict[str, Any] = {"play": None, "points": 0, "invalid_words": [], "done": False}
    return _writer.write(found.game, PendingCommand(found.entrant, turn, key, arrived, changes))


def record_done(code: str, player: Player, turn: int, now: datetime) -> UUID:
    """Record that this is all for the turn. Returns the id of the game.

    Raises as :func:`submit_play` does.
    """
    found = _find_turn(code, player)
    _require_turn(found, turn, now, 0)
    _writer.write(found.game, PendingCommand(found.entrant, turn, "", None, {"done": True}))
    return found.game


def _find_turn(code: str, player: Player) -> EntrantTurn:
    (read,) = query_together(_FIND_TURN(code, player.pk))
    for row in read():
        return EntrantTurn(code, *row)
    if not DuplicateGame.objects.filter(code=code).exists():
        raise NotFound("duplicate.unknown")
    raise Forbidden("duplicate.not_entered")


def _get_carried_out(
    found: EntrantTurn, turn: int, key: str, refusal: Conflict
) -> DuplicateSubmission:
    """Return the submission if a command with this key was carried out before.

    It succeeds again although the turn is over, since its answer may have been lost. Any other
    gets the refusal.
    """
    known = DuplicateSubmission.objects.filter(entrant=found.entrant, turn=turn).first()
    if known is None or not key or key not in known.keys:
        raise refusal
    return known


def _require_turn(
    found: EntrantTurn, turn: int, arrived: datetime, credit_ms: int
) -> DuplicateState:
    """Return the state of the turn. Raises ``Conflict`` unless it runs and there is time left."""
    if found.stage == DuplicateGame.Stage.ENDED:
        raise Conflict("game.over")
    if found.stage != DuplicateGame.Stage.TURN or found.turn != turn:
        raise Conflict("duplicate.moved_on")
    state = load_turn_state(found.code, turn)
    if state is None or found.due_at is None:
        raise Conflict("duplicate.moved_on")
    credit = timedelta(milliseconds=min(max(credit_ms, 0), MAX_LAG))
    if arrived - credit >= found.due_at:
        raise Conflict("duplicate.too_late")
    return state


def _write_commands(
    game_id: UUID, commands: Sequence[PendingCommand]
) -> list[DuplicateSubmission | Exception]:
    """Write commands in one transaction. Of one player's plays the one that arrived last counts."""
    results: dict[int, DuplicateSubmission | Exception] = {}
    with write_transaction():
        (read,) = query_together(_LOCK_GAME(game_id))
        running = next(iter(read()), None)
        rows = _read_rows(commands)
        changed: dict[tuple[int, int], DuplicateSubmission] = {}
        for place, command in enumerate(commands):
            if running is None or tuple(running) != (DuplicateGame.Stage.TURN, command.turn):
                results[place] = Conflict("duplicate.moved_on")
                continue
            at = command.entrant, command.turn
            row = rows.setdefault(at, DuplicateSubmission(game_id=game_id, entrant_id=at[0]))
            row.turn = command.turn
            if _apply(row, command):
                changed[at] = row
            results[place] = row
        _save_rows(list(changed.values()))
    return [results[place] for place in range(len(commands))]


def _read_rows(
    commands: Sequence[PendingCommand],
) -> dict[tuple[int, int], DuplicateSubmission]:
    turns = {command.turn for command in commands}
    entrants = {command.entrant for command in commands}
    found = DuplicateSubmission.objects.filter(entrant__in=entrants, turn__in=turns)
    return {(row.entrant_id, row.turn): row for row in found}


def _apply(row: DuplicateSubmission, command: PendingCommand) -> bool:
    """Change the row as the command says, unless that is done. Returns whether it has changed.

    A command that a later one has overtaken, or a fallback that is not needed, leaves its key only,
    so that it stays without effect even if it is sent again.
    """
    if command.key and command.key in row.keys:
        return False
    if command.key:
        row.keys = [*row.keys[1 - MAX_KEYS :], command.key]
    if command.fallback and row.play is not None:
        return True
    if command.arrived is not None:
        if row.arrived_at is not None and row.arrived_at > command.arrived:
            return True
        row.arrived_at = command.arrived
    for name, value in command.changes.items():
        setattr(row, name, value)
    return True


def _save_rows(rows: list[DuplicateSubmission]) -> None:
    """Save all rows with one statement, whether they are new or not."""
    for row in rows:
        row.pk = None
    DuplicateSubmission.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["entrant", "turn"],
        update_fields=["play", "points", "invalid_words", "done", "keys", "arrived_at"],
    )


_writer: GroupCommit[UUID, PendingCommand, DuplicateSubmission] = GroupCommit(_write_commands)
