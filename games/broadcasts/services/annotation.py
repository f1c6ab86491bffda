"""Writing down a game: its moves, corrections of any of them, and its end.

Every change names the state that its page showed, so that two scorekeepers never overwrite each
other, and has a key, so that a form sent twice changes the game once.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from typing import NamedTuple

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.services.access import find_annotated_game, find_owner, require_keeper
from games.broadcasts.services.annotated_games import delete_record
from games.broadcasts.services.locking import lock_annotated_game, locked_annotated_game
from games.broadcasts.store.annotated_records import (
    find_highlights,
    read_moves,
    replay_moves,
)
from games.broadcasts.terms.annotated_moves import (
    ABOUT_LAST_PLAY,
    MAX_MOVES,
    MAX_OVERTIME,
    AnnotatedEnding,
    AnnotatedMove,
    tidy_move,
)
from games.events.services import results
from games.events.services.access import is_director
from games.play.services.locking import write_transaction
from games.players.models import Player
from games.rules.equipment.errors import NotAllowedError, RecordError, RuleError
from games.rules.equipment.notation import capitalize_letters
from games.rules.equipment.tiles import load_tile_set
from games.rules.gcg import EntryKind, Replay, write_record
from games.rules.gcg.bonus_scores import TileSupply
from games.rules.positions.variants import get_variant
from games.uploads.services import storage
from games.uploads.services.record_inspection import inspect_record
from games.uploads.services.storage import UploadRequest
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound

Moves = list[AnnotatedMove]
Change = Callable[[AnnotatedGame, Moves], int]
"""Changes the moves of a game, and returns the number of the move that was entered or 0."""


class ScorekeeperEdit(NamedTuple):
    """Who changes a game, and from which page."""

    keeper: Player
    # Stamp of the state that the page shows.
    stamp: int
    # Key of the form.
    key: str


def add_move(
    code: str, page: ScorekeeperEdit, move: AnnotatedMove, now: datetime, before: int | None = None
) -> None:
    """Add a move at the end or, for one that was missed, before the move with this number.

    Raises ``RuleError`` if it is not possible, and ``InvalidRequest`` "annotation.later_move" if a
    move after it then is not. Raises ``Conflict`` if the game has changed since the page was
    loaded.
    """

    def insert(game: AnnotatedGame, moves: Moves) -> int:
        if len(moves) >= MAX_MOVES:
            raise Conflict("annotation.too_long")
        number = len(moves) + 1 if before is None else before
        if not 1 <= number <= len(moves) + 1:
            raise NotFound("annotation.no_move")
        moves.insert(number - 1, move)
        moves[number - 1] = _prepare(game, moves, number)
        return number

    _change_moves(code, page, insert, now)


def correct_move(
    code: str, page: ScorekeeperEdit, number: int, move: AnnotatedMove, now: datetime
) -> None:
    """Replace a move. Raises as :func:`add_move` does."""

    def correct(game: AnnotatedGame, moves: Moves) -> int:
        _require_move(moves, number)
        moves[number - 1] = move
        moves[number - 1] = _prepare(game, moves, number)
        return number

    _change_moves(code, page, correct, now)


def remove_move(code: str, page: ScorekeeperEdit, number: int, now: datetime) -> None:
    """Remove a move. Raises as :func:`add_move` does."""

    def remove(_game: AnnotatedGame, moves: Moves) -> int:
        _require_move(moves, number)
        del moves[number - 1]
        return 0

    _change_moves(code, page, remove, now)


def check_move(game: AnnotatedGame, move: AnnotatedMove, number: int) -> Replay:
    """Return the game up to a move, as the one with this number.

    Raises ``RuleError`` if it is not possible.
    """
    moves = read_moves(game)[: max(number - 1, 0)]
    moves.append(move)
    moves[-1] = _prepare(game, moves, len(moves))
    return _replay(game, moves, len(moves))


def end_annotated_game(
    code: str, page: ScorekeeperEdit, ending: AnnotatedEnding, now: datetime
) -> None:
    """End a game, and store its record, which everyone with its link may see and analyse.

    At a table of an event, the result counts there if the scorekeeper directs the event and the
    table has none. Raises ``RuleError`` for tiles that can't be left, and ``Conflict`` if the game
    has changed or its owner has no upload space left.
    """
    game = find_annotated_game(code)
    require_keeper(game, page.keeper)
    if page.key and page.key == game.last_key:
        return
    _require_current(game, page)
    if not game.moves:
        raise Conflict("annotation.no_moves")
    ending = _check_ending(game, ending)
    replay = replay_moves(game, read_moves(game), ending)
    findings = inspect_record(write_record(replay.record), game.edition)
    if findings["faults"]:
        raise InvalidRequest("gcg.failed")
    owner = find_owner(game)
    with write_transaction():
        owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        game = lock_annotated_game(code)
        _require_current(game, page)
        upload = storage.save_upload(owner, UploadRequest(findings, game.title, game.revision), now)
        storage.set_shared(owner, upload.pk, shared=True)
        game.record, game.stage = upload, AnnotatedGame.Stage.OVER
        game.ending = ending.to_json()
        game.highlights = [asdict(one) for one in find_highlights(replay)]
        _save(game, page, now, "record", "stage", "ending", "highlights")
    _report_result(game, page.keeper, tuple(replay.totals.values()), now)


def reopen_annotated_game(code: str, page: ScorekeeperEdit, now: datetime) -> None:
    """Let a game go on that was ended too early. Its record is deleted; the next end makes one."""
    game = find_annotated_game(code)
    require_keeper(game, page.keeper)
    owner = find_owner(game)
    with write_transaction():
        owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        game = lock_annotated_game(code)
        if not game.is_over or (page.key and page.key == game.last_key):
            return
        record, game.record = game.record_id, None
        game.stage, game.ending = AnnotatedGame.Stage.LIVE, None
        game.highlights = []
        _save(game, page, now, "record", "stage", "ending", "highlights")
        if record is not None:
            delete_record(owner, record)


def _change_moves(code: str, page: ScorekeeperEdit, change: Change, now: datetime) -> None:
    with locked_annotated_game(code) as game:
        require_keeper(game, page.keeper)
        if page.key and page.key == game.last_key:
            return
        _require_current(game, page)
        moves = read_moves(game)
        number = change(game, moves)
        _replay(game, moves, number)
        game.moves = [move.to_json() for move in moves]
        _save(game, page, now, "moves")


def _require_current(game: AnnotatedGame, page: ScorekeeperEdit) -> None:
    """Raise ``Conflict`` for a game that is over or has changed since the page was loaded."""
    if game.is_over:
        raise Conflict("annotation.over")
    if game.stamp != page.stamp:
        raise Conflict("annotation.changed")


def _require_move(moves: Moves, number: int) -> None:
    if not 1 <= number <= len(moves):
        raise NotFound("annotation.no_move")


def _prepare(game: AnnotatedGame, moves: Moves, number: int) -> AnnotatedMove:
    """Return a move as it is stored. A withdrawal or a challenge gets the seat of the play it is
    about."""
    move = tidy_move(moves[number - 1], load_tile_set(game.edition).language)
    if move.kind not in ABOUT_LAST_PLAY:
        return move
    earlier = reversed(moves[: number - 1])
    play = next((one for one in earlier if one.kind is EntryKind.PLAY), None)
    return move if play is None else replace(move, seat=play.seat)


def _replay(game: AnnotatedGame, moves: Moves, number: int) -> Replay:
    """Replay moves. An error in move ``number``, the one just entered, is raised as it is; one in
    another move becomes ``InvalidRequest``."""
    if any(move.seat >= len(game.names) for move in moves):
        raise InvalidRequest("form.text")
    try:
        return replay_moves(game, moves)
    except RecordError as error:
        if error.line != number:
            raise InvalidRequest("annotation.later_move", n=error.line) from error
        cause = error.__cause__
        raise (cause if isinstance(cause, RuleError) else error) from error


def _check_ending(game: AnnotatedGame, ending: AnnotatedEnding) -> AnnotatedEnding:
    """Return the ending as it is stored. Raises ``RuleError`` for tiles that can't be left."""
    tile_set = load_tile_set(game.edition)
    seats = len(game.names)
    left = tuple(
        capitalize_letters("".join(text.split()), tile_set.language) for text in ending.left
    )
    if len(left) != seats or len(ending.overtime) != seats:
        raise InvalidRequest("form.text")
    if not all(0 <= points <= MAX_OVERTIME for points in ending.overtime):
        raise InvalidRequest("form.text")
    held = [tile for text in left for tile in tile_set.read(text)]
    board = replay_moves(game, read_moves(game)).board
    supply = TileSupply(get_variant(game.variant), tile_set, seats)
    counts = {tile: held.count(tile) for tile in held}
    if missing := supply.missing(board, counts):
        faces = tile_set.write(tuple(missing.elements()))
        raise NotAllowedError("tiles.too_many", f"more tiles than there are: {faces}")
    return replace(ending, left=left)


def _save(game: AnnotatedGame, page: ScorekeeperEdit, now: datetime, *fields: str) -> None:
    game.stamp += 1
    game.last_key, game.changed_at = page.key, now
    game.save(update_fields=[*fields, "stamp", "last_key", "changed_at"])


def _report_result(
    game: AnnotatedGame, keeper: Player, scores: tuple[int, ...], now: datetime
) -> None:
    """Count the result at the table of the event, if the scorekeeper may enter it there."""
    table = game.table
    if table is None or table.has_result or not is_director(table.round.event, keeper):
        return
    event = table.round.event.code
    results.enter_result(event, keeper, table.round.number, table.number, scores, now)
