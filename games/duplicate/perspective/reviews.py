"""The review of a duplicate game, turn by turn. Only closed turns are ever shown."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from games.duplicate import store
from games.duplicate.models import (
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSubmission,
    DuplicateTurn,
)
from games.duplicate.perspective.board_and_bag import build_tiles, read_squares
from games.duplicate.perspective.missed_plays import build_missed_kinds
from games.duplicate.perspective.standings import (
    Ranking,
    build_person,
    build_standing_rows,
    rank_entrants,
)
from games.duplicate.perspective.turn_results import (
    build_own_turn,
    build_play_view,
    build_turn_result,
)
from games.duplicate.perspective.viewdata import (
    DuplicatePlayView,
    DuplicateReview,
    FoundPlayView,
    OwnTurn,
    ReviewStep,
)
from games.duplicate.perspective.wording import get_shown_title
from games.duplicate.store.replay import ReplayedTurn, replay_turns
from games.duplicate.terms.plays import StoredPlay
from games.play.perspective.board_and_racks import build_board_view, build_rack_view
from games.play.perspective.viewdata import TileView
from games.players.models import Player
from games.rules.duplicate.standings import is_best
from games.rules.equipment.tiles import TileSet
from scrabble_site.shared.refusals import NotFound

MAX_NAMES = 20
"""How many of those who made a play are named."""


def build_review(
    game: DuplicateGame, viewer: Player | None, number: int | None = None
) -> DuplicateReview:
    """Return the review at one of the closed turns, by default the last one.

    Raises ``NotFound`` if there is no such turn, or none yet.
    """
    turns = list(game.turns.order_by("number"))
    if not turns:
        raise NotFound("duplicate.no_turns")
    shown = turns[-1] if number is None else _find_turn(turns, number)
    replayed = list(replay_turns(game, turns[: turns.index(shown) + 1]))[-1]
    tile_set = store.get_tile_set(game)
    entrant = _find_entrant(game, viewer)
    own = _read_own_turns(turns, entrant, tile_set)
    numbers = [turn.number for turn in turns]
    return DuplicateReview(
        code=game.code,
        title=get_shown_title(game),
        is_over=game.is_over,
        steps=tuple(_build_step(turn, shown, own, tile_set) for turn in turns),
        turn=replace(build_turn_result(game, shown), own=own.get(shown.number)),
        earlier=max((one for one in numbers if one < shown.number), default=None),
        later=min((one for one in numbers if one > shown.number), default=None),
        board=build_board_view(replayed.before.layout, tile_set),
        tiles=_build_tiles(replayed, tile_set),
        plays=_group_plays(game, shown, entrant, tile_set),
        standings=build_standing_rows(rank_entrants(game), entrant),
        dictionary=game.lexicon.slug,
        missed=build_missed_kinds(
            (build_play_view(StoredPlay.from_json(turn.best), tile_set), own[turn.number])
            for turn in turns
            if turn.number in own
        ),
    )


def _find_entrant(game: DuplicateGame, viewer: Player | None) -> DuplicateEntrant | None:
    if viewer is None:  # computer players have no player either
        return None
    return game.entrants.select_related("player").filter(player=viewer).first()


def _find_turn(turns: Sequence[DuplicateTurn], number: int) -> DuplicateTurn:
    for turn in turns:
        if turn.number == number:
            return turn
    raise NotFound("duplicate.no_turns")


def _read_own_turns(
    turns: Sequence[DuplicateTurn], entrant: DuplicateEntrant | None, tile_set: TileSet
) -> dict[int, OwnTurn]:
    """Return what the entrant did in the closed turns since they entered."""
    if entrant is None:
        return {}
    rows = DuplicateSubmission.objects.filter(entrant=entrant, turn__lte=turns[-1].number)
    sent = {row.turn: row for row in rows}
    return {
        turn.number: build_own_turn(sent.get(turn.number), turn.best["score"], tile_set)
        for turn in turns
        if turn.number >= entrant.joined_turn
    }


def _build_step(
    turn: DuplicateTurn, shown: DuplicateTurn, own: dict[int, OwnTurn], tile_set: TileSet
) -> ReviewStep:
    mine = own.get(turn.number)
    return ReviewStep(
        number=turn.number,
        best=build_play_view(StoredPlay.from_json(turn.best), tile_set),
        rack=build_rack_view(tile_set.read(turn.rack), tile_set),
        finders=turn.finders,
        own_points=None if mine is None else mine.points + mine.bonus,
        own_lost=None if mine is None else mine.lost,
        shown=turn.number == shown.number,
    )


def _build_tiles(replayed: ReplayedTurn, tile_set: TileSet) -> tuple[TileView, ...]:
    squares = read_squares(StoredPlay.from_json(replayed.turn.best), tile_set)
    return build_tiles(replayed.after, tile_set, squares)


def _group_plays(
    game: DuplicateGame,
    turn: DuplicateTurn,
    viewer: DuplicateEntrant | None,
    tile_set: TileSet,
) -> tuple[FoundPlayView, ...]:
    """Return the plays of a turn, the highest-scoring first, and who made each."""
    best = build_play_view(StoredPlay.from_json(turn.best), tile_set)
    made: defaultdict[tuple[str, str], list[DuplicateSubmission]] = defaultdict(list)
    sent = game.submissions.filter(turn=turn.number, play__isnull=False)
    for one in sent.select_related("entrant__player").order_by("pk"):
        play = StoredPlay.from_json(one.play or {})
        made[play.position, play.tiles].append(one)
    ranking = rank_entrants(game)
    plays = [_build_found_play(some, best, ranking, viewer, tile_set) for some in made.values()]
    if (best.position, best.tiles) not in made:
        plays.append(FoundPlayView(best, best.score, (), 0, (), best=True, own=False))
    return tuple(
        sorted(plays, key=lambda one: (-one.points, -one.count, one.play.position, one.play.tiles))
    )


def _build_found_play(
    some: Sequence[DuplicateSubmission],
    best: DuplicatePlayView,
    ranking: Ranking,
    viewer: DuplicateEntrant | None,
    tile_set: TileSet,
) -> FoundPlayView:
    first = some[0]
    return FoundPlayView(
        play=build_play_view(StoredPlay.from_json(first.play or {}), tile_set),
        points=first.points,
        invalid_words=tuple(first.invalid_words),
        count=len(some),
        people=tuple(build_person(ranking, one.entrant) for one in some[:MAX_NAMES]),
        best=is_best(first.points, best.score),
        own=viewer is not None and any(one.entrant_id == viewer.pk for one in some),
    )
