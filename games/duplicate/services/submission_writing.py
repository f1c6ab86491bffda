"""Writing what players submit: all that arrives together in one transaction.

The transaction holds the game's lock: a turn is never closed between a play's acceptance and its
commit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.common.group_commit import GroupCommit
from games.common.sql_statements import CachedQuery, query_together
from games.duplicate.models import DuplicateGame, DuplicateSubmission
from games.play.services.locking import write_transaction
from scrabble_site.shared.refusals import Conflict

MAX_KEYS = 60
"""How many keys of commands are kept for one player and turn."""


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


_LOCK_GAME = CachedQuery(
    lambda game: (
        DuplicateGame.objects.order_by()
        .select_for_update(no_key=True)
        .filter(pk=game)
        .values_list("stage", "turn")
    ),
    UUID(int=0),
)


def write_commands(
    game_id: UUID, commands: Sequence[PendingCommand]
) -> list[DuplicateSubmission | Conflict]:
    """Write commands in one transaction. Of one player's plays the one that arrived last counts.

    Returns for each command the row, or why it was refused.
    """
    results: dict[int, DuplicateSubmission | Conflict] = {}
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


command_writer: GroupCommit[UUID, PendingCommand, DuplicateSubmission] = GroupCommit(write_commands)
"""Writes the commands that threads bring one by one."""
