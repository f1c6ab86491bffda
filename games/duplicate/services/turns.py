"""Closing turns, and what comes after: a pause, the next turn, the end.

Each step is one transaction under the game's lock. It first checks whether it is still to be done,
so any process may take it and exactly one does. The worker (:mod:`games.duplicate.jobs`) takes the
steps that are due; a turn is also closed once everyone has said that they are done.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from games.common.database_outages import is_outage
from games.common.waiting_commands import find_first_arrival
from games.duplicate import store
from games.duplicate.models import (
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSecret,
    DuplicateSubmission,
    DuplicateTurn,
)
from games.duplicate.services.access import require_may_host
from games.duplicate.services.best_plays import prepare_best_plays
from games.duplicate.services.locking import locked_game
from games.duplicate.services.scoring import record_scores
from games.duplicate.services.starting import deal_first_rack
from games.duplicate.services.submissions import record_done
from games.duplicate.signals import duplicate_ended
from games.duplicate.terms.plays import StoredPlay
from games.health.services import is_site_down
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.rules.duplicate.game import DuplicateState, end_without_play, make_best_play
from games.rules.time.clock import MAX_LAG
from scrabble_site.shared.refusals import Conflict, NotFound

Stage = DuplicateGame.Stage
Step = Callable[[str, int, datetime], bool]

CREDIT = timedelta(milliseconds=MAX_LAG)
"""How long after the end of its turn a play may still arrive and count."""
TURNS_WITHOUT_PLAYS = 3
"""A game ends after this many turns in a row in which no person submitted a play."""
GAMES_AT_ONCE = 200
"""How many due games of one kind are handled in one round."""

logger = logging.getLogger(__name__)


def close_due_turns(now: datetime) -> list[str]:
    """Close the turns whose time is over. Returns the codes of the games that changed."""
    due = _list_due(Stage.TURN, now, CREDIT)
    return [code for code, turn in due if _attempt(close_turn, code, turn, now)]


def open_due_turns(now: datetime) -> list[str]:
    """Deal the games that wait for no page any longer, and begin the turns whose pause is over.

    Returns the codes of the games that changed.
    """
    starting, pausing = _list_due(Stage.STARTING, now), _list_due(Stage.PAUSE, now)
    dealt = [code for code, _turn in starting if _attempt(_deal_due_game, code, 0, now)]
    return dealt + [code for code, turn in pausing if _attempt(open_next_turn, code, turn, now)]


def skip_pause(code: str, player: Player, turn: int, now: datetime) -> None:
    """Begin the next turn before the pause after this one is over. For the host.

    If its best play is not known yet, it begins as soon as that is. Raises ``Conflict`` unless
    there is that pause.
    """
    with locked_game(code) as game:
        require_may_host(game, player, now)
        if game.stage != Stage.PAUSE or game.turn != turn:
            raise Conflict("duplicate.moved_on")
        game.due_at = now
        game.save(update_fields=["due_at"])
        _open(game, now)


def mark_done(code: str, player: Player, turn: int, now: datetime) -> bool:
    """Record that this is all for the turn, and close it if everyone has said so.

    Returns whether the turn was closed. No one learns who or how many are done.
    """
    record_done(code, player, turn, now)
    with locked_game(code) as game:
        if not _is_running(game, turn) or not _is_everyone_done(game, now):
            return False
        # The worker closes the turn if its best play is not known yet, or a command still waits.
        # What has arrived by now is in time.
        game.due_at = min(game.due_at or now, now)
        game.save(update_fields=["due_at"])
        return find_first_arrival(code, now) is None and _close(game, now)


def close_turn(code: str, turn: int, now: datetime) -> bool:
    """Close a turn whose time is over, unless a play that arrived in time waits to be written.

    Returns whether this changed the game.
    """
    with locked_game(code, wait=False) as game:
        if not _is_running(game, turn) or game.due_at is None or game.due_at + CREDIT > now:
            return False
        first = find_first_arrival(code, now)
        if first is not None and first - CREDIT < game.due_at:
            return False  # it is carried out first; the next round looks again
        return _close(game, now)


def open_next_turn(code: str, turn: int, now: datetime) -> bool:
    """End a pause that is over. Returns whether this changed the game."""
    with locked_game(code, wait=False) as game:
        due = game.due_at is not None and game.due_at <= now
        return game.stage == Stage.PAUSE and game.turn == turn and due and _open(game, now)


def run_due_steps(now: datetime) -> list[str]:
    """Take all steps that are due, best plays included, as the worker does in several threads."""
    prepare_best_plays(now)
    return [*close_due_turns(now), *open_due_turns(now)]


def _list_due(stage: str, now: datetime, grace: timedelta = timedelta()) -> list[tuple[str, int]]:
    """Return codes and turns of due games. Nothing is due while the site is down."""
    due = DuplicateGame.objects.filter(~is_site_down(now), stage=stage, due_at__lte=now - grace)
    return list(due.order_by("due_at").values_list("code", "turn")[:GAMES_AT_ONCE])


def _attempt(step: Step, code: str, turn: int, now: datetime) -> bool:
    """Take a step. One that fails is tried again in the next round, and holds up no other game."""
    try:
        return step(code, turn, now)
    except NotFound:
        pass  # another transaction holds the lock
    except Exception as error:
        if is_outage(error):
            raise  # the database is unreachable, which is not the fault of this game
        logger.exception("Could not attend to duplicate game %s", code)
    return False


def _deal_due_game(code: str, _turn: int, now: datetime) -> bool:
    with locked_game(code, wait=False) as game:
        if game.stage != Stage.STARTING or game.due_at is None or game.due_at > now:
            return False
        deal_first_rack(game, now)
        _save_changed(game)
        return True


def _is_running(game: DuplicateGame, turn: int) -> bool:
    return game.stage == Stage.TURN and game.turn == turn


def _is_everyone_done(game: DuplicateGame, now: datetime) -> bool:
    """Return whether everyone who is present or has submitted a play is done."""
    of_turn = DuplicateSubmission.objects.filter(entrant=OuterRef("pk"), turn=game.turn)
    people = DuplicateEntrant.objects.filter(game=game, player__isnull=False)
    taking_part = people.filter(Q(seen_at__gt=now - AWAY_AFTER) | Exists(of_turn))
    return not taking_part.filter(~Exists(of_turn.filter(done=True))).exists()


def _close(game: DuplicateGame, now: datetime) -> bool:
    """Score the turn and make its best play, if that is known already."""
    secret = game.secret
    if secret.best_turn != game.turn:
        return False
    state = store.load_whole_state(secret)
    if secret.best is None:
        _end(game, end_without_play(state), now)
        return True
    best = StoredPlay.from_json(secret.best)
    figures = record_scores(game, best.score)
    DuplicateTurn.objects.create(
        game=game,
        number=game.turn,
        rack=state.tile_set.write(state.rack),
        best=secret.best,
        submitted=figures.submitted,
        finders=figures.finders,
        closed_at=now,
    )
    after = make_best_play(state, best.read(state.tile_set), store.read_seed(game, secret))
    if after.end is not None or _is_abandoned(game):
        _end(game, after if after.end else _hide_rack(state, after), now)
        return True
    _pause(game, secret, state, after, now)
    return True


def _pause(
    game: DuplicateGame,
    secret: DuplicateSecret,
    before: DuplicateState,
    after: DuplicateState,
    now: datetime,
) -> None:
    store.write_whole_state(secret, after)
    secret.save(update_fields=["state", "bag"])
    game.state = store.serialize_public(_hide_rack(before, after))
    game.stage = Stage.PAUSE
    game.due_at = now + timedelta(seconds=game.pause_seconds)
    _save_changed(game)


def _hide_rack(before: DuplicateState, after: DuplicateState) -> DuplicateState:
    """Return a turn's state with its best play on the board, and nothing of the next turn."""
    return replace(before, board=after.board, rack=())


def _open(game: DuplicateGame, now: datetime) -> bool:
    """Begin the next turn, if its best play is known, or end the game if there is none."""
    secret = game.secret
    state = store.load_whole_state(secret)
    if secret.best_turn != state.turn:
        return False
    if secret.best is None:
        game.turn = state.turn
        _end(game, end_without_play(state), now)
        return True
    game.state = store.serialize_public(state)
    game.stage, game.turn = Stage.TURN, state.turn
    game.due_at = now + timedelta(seconds=game.turn_seconds)
    _save_changed(game)
    return True


def _is_abandoned(game: DuplicateGame) -> bool:
    """Return whether no person has submitted a play in the last turns."""
    if game.turn < TURNS_WITHOUT_PLAYS:
        return False
    recent = game.submissions.filter(turn__gt=game.turn - TURNS_WITHOUT_PLAYS)
    return not recent.filter(play__isnull=False, entrant__computer_level=None).exists()


def _end(game: DuplicateGame, state: DuplicateState, now: datetime) -> None:
    game.state = store.serialize_public(state)
    game.stage, game.due_at, game.ended_at = Stage.ENDED, None, now
    _save_changed(game)
    duplicate_ended.send(sender=DuplicateGame, game=game)


def _save_changed(game: DuplicateGame) -> None:
    game.stamp += 1
    game.save()
