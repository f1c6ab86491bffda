"""Submitting plays. A player may do so as often as they like; the last one in time counts.

Most plays of a turn arrive in its last seconds. So those that arrive together are judged and
written together (:mod:`games.duplicate.services.submission_writing`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from games.common.sql_statements import CachedQuery, query_together
from games.duplicate.models import DuplicateEntrant, DuplicateGame, DuplicateSubmission
from games.duplicate.services.submission_writing import (
    PendingCommand,
    command_writer,
    write_commands,
)
from games.duplicate.store.turn_states import load_turn_state
from games.duplicate.terms.plays import StoredPlay
from games.players.models import Player
from games.rules.duplicate.game import DuplicateState, judge_submission
from games.rules.equipment.errors import RuleError
from games.rules.plays.acts import Play
from games.rules.time.clock import MAX_LAG
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound, Refusal

Submitted = DuplicateSubmission | Refusal | RuleError
"""What became of a play."""


@dataclass(frozen=True, slots=True)
class SentPlay:
    """A play as it was sent: in notation, and not judged yet."""

    player: UUID
    turn: int
    position: str
    tiles: str
    # A key that was sent before changes nothing and succeeds.
    key: str
    # When it reached the server, and the delay of its connection.
    arrived: datetime
    credit_ms: int = 0
    # Whether it counts only if there is none: a page sends its tiles in the last moment of a turn,
    # and does not know what the player has sent from another device.
    fallback: bool = False


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


def submit_play(code: str, sent: SentPlay) -> DuplicateSubmission:
    """Submit a play in place of the one submitted before. It is stored when this returns.

    Raises ``RuleError`` for a play that breaks the rules of placement, ``Conflict``
    "duplicate.moved_on" if another turn runs and "duplicate.too_late" if time is over, and
    ``Forbidden`` for a player who has not entered.
    """
    found = _find_turn(code, sent.player)
    try:
        command = _judge(found, sent)
    except Conflict as refusal:
        return _get_carried_out(found, sent.turn, sent.key, refusal)
    return command_writer.write(found.game, command)


def submit_plays(code: str, plays: Sequence[SentPlay]) -> list[Submitted]:
    """Submit plays that have arrived together, each as :func:`submit_play` does, at the cost of few
    queries. Returns for each what is stored, or why it was refused. Raises ``NotFound``.
    """
    results: dict[int, Submitted] = {}
    commands: dict[int, PendingCommand] = {}
    entrants = _find_turns(code, {sent.player for sent in plays})
    for place, sent in enumerate(plays):
        found = entrants.get(sent.player)
        try:
            if found is None:
                raise Forbidden("duplicate.not_entered")
            commands[place] = _judge(found, sent)
        except Conflict as refusal:
            results[place] = _find_carried_out(found, sent.turn, sent.key) or refusal
        except (Refusal, RuleError) as refusal:
            results[place] = refusal
    if commands:
        game = next(iter(entrants.values())).game
        written = write_commands(game, list(commands.values()))
        results |= zip(commands, written, strict=True)
    return [results[place] for place in range(len(plays))]


def withdraw_submission(
    code: str, player: Player, turn: int, key: str, arrived: datetime, credit_ms: int = 0
) -> DuplicateSubmission:
    """Take back what was submitted in this turn. Raises as :func:`submit_play` does."""
    found = _find_turn(code, player.pk)
    try:
        _require_turn(found, turn, arrived, credit_ms)
    except Conflict as refusal:
        return _get_carried_out(found, turn, key, refusal)
    changes: dict[str, Any] = {"play": None, "points": 0, "invalid_words": [], "done": False}
    return command_writer.write(
        found.game, PendingCommand(found.entrant, turn, key, arrived, changes)
    )


def record_done(code: str, player: Player, turn: int, now: datetime) -> UUID:
    """Record that this is all for the turn. Returns the id of the game.

    Raises as :func:`submit_play` does.
    """
    found = _find_turn(code, player.pk)
    _require_turn(found, turn, now, 0)
    command_writer.write(found.game, PendingCommand(found.entrant, turn, "", None, {"done": True}))
    return found.game


def _find_turn(code: str, player: UUID) -> EntrantTurn:
    (read,) = query_together(_FIND_TURN(code, player))
    for row in read():
        return EntrantTurn(code, *row)
    if not DuplicateGame.objects.filter(code=code).exists():
        raise NotFound("duplicate.unknown")
    raise Forbidden("duplicate.not_entered")


def _find_turns(code: str, players: Collection[UUID]) -> dict[UUID, EntrantTurn]:
    """Return the turn for those of the players who have entered."""
    entrants = DuplicateEntrant.objects.order_by().filter(game__code=code, player__in=players)
    columns = ("player", "pk", "game", "game__revision", "game__stage", "game__turn")
    rows = entrants.values_list(*columns, "game__due_at")
    found = {player: EntrantTurn(code, *row) for player, *row in rows}
    if not found and not DuplicateGame.objects.filter(code=code).exists():
        raise NotFound("duplicate.unknown")
    return found


def _judge(found: EntrantTurn, sent: SentPlay) -> PendingCommand:
    """Return what to write for a play. Raises as :func:`submit_play` does."""
    state = _require_turn(found, sent.turn, sent.arrived, sent.credit_ms)
    assert found.revision is not None, "a started game has pinned a revision"
    words = open_lexicon(found.revision, state.tile_set.faces)
    read = Play.read(sent.position, sent.tiles, state.tile_set)
    judged = judge_submission(state, read, words)
    play = StoredPlay.of(judged.play, judged.score, state.tile_set)
    changes = {
        "play": play.to_json(),
        "points": judged.points,
        "invalid_words": list(judged.invalid_words),
        "done": False,
    }
    return PendingCommand(found.entrant, sent.turn, sent.key, sent.arrived, changes, sent.fallback)


def _get_carried_out(
    found: EntrantTurn, turn: int, key: str, refusal: Conflict
) -> DuplicateSubmission:
    """Return the submission if a command with this key was carried out before.

    It succeeds again although the turn is over, since its answer may have been lost. Any other
    gets the refusal.
    """
    known = _find_carried_out(found, turn, key)
    if known is None:
        raise refusal
    return known


def _find_carried_out(found: EntrantTurn | None, turn: int, key: str) -> DuplicateSubmission | None:
    if found is None or not key:
        return None
    known = DuplicateSubmission.objects.filter(entrant=found.entrant, turn=turn).first()
    return known if known is not None and key in known.keys else None


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
