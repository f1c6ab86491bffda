"""Turns that are over: the best play, who found it, and what the viewer did."""

from collections.abc import Mapping
from dataclasses import replace

from games.duplicate.models import (
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSubmission,
    DuplicateTurn,
)
from games.duplicate.perspective.standings import build_person, rank_entrants
from games.duplicate.perspective.viewdata import DuplicatePlayView, OwnTurn, TurnResult
from games.duplicate.terms.plays import StoredPlay
from games.play.perspective.board_and_racks import build_rack_view
from games.rules.duplicate.game import MAX_TILES
from games.rules.duplicate.standings import is_best
from games.rules.equipment.tiles import TileSet, load_tile_set


def build_play_view(play: StoredPlay, tile_set: TileSet) -> DuplicatePlayView:
    return DuplicatePlayView(
        word=play.words[0] if play.words else "",
        position=play.position,
        tiles=play.tiles,
        score=play.score,
        words=play.words,
        bingo=len(play.read(tile_set).tiles()) == MAX_TILES,
    )


def build_turn_result(game: DuplicateGame, turn: DuplicateTurn) -> TurnResult:
    """Return a turn that is over, as everyone sees it."""
    tile_set = load_tile_set(game.tile_set)
    best = StoredPlay.from_json(turn.best)
    finder = _find_lone_finder(game, turn)
    return TurnResult(
        number=turn.number,
        rack=build_rack_view(tile_set.read(turn.rack), tile_set),
        best=build_play_view(best, tile_set),
        finders=turn.finders,
        submitted=turn.submitted,
        entrants=game.entrants.filter(joined_turn__lte=turn.number).count(),
        lone_finder=None if finder is None else build_person(rank_entrants(game), finder.entrant),
        bonus=0 if finder is None else finder.bonus,
    )


def add_own_turn(
    result: TurnResult,
    game: DuplicateGame,
    viewer: DuplicateEntrant | None,
    sent: DuplicateSubmission | None,
) -> TurnResult:
    """Return the turn with what the viewer sent, if they had entered by then."""
    if viewer is None or viewer.joined_turn > result.number:
        return result
    tile_set = load_tile_set(game.tile_set)
    return replace(result, own=build_own_turn(sent, result.best.score, tile_set))


def build_own_turn(sent: DuplicateSubmission | None, best_score: int, tile_set: TileSet) -> OwnTurn:
    if sent is None or sent.play is None:
        return OwnTurn(None, 0, 0, (), best_score, False)
    play = build_play_view(StoredPlay.from_json(sent.play), tile_set)
    invalid = tuple(sent.invalid_words)
    found = is_best(sent.points, best_score)
    return OwnTurn(play, sent.points, sent.bonus, invalid, best_score - sent.points, found)


def _find_lone_finder(game: DuplicateGame, turn: DuplicateTurn) -> DuplicateSubmission | None:
    if turn.finders != 1:
        return None
    submissions: Mapping[str, int] = {"turn": turn.number, "points": turn.best["score"]}
    found = game.submissions.filter(**submissions, play__isnull=False)
    return found.select_related("entrant__player").first()
