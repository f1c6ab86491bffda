"""A duplicate game as one viewer sees it.

While a turn runs, nothing here reads what others have submitted, the bag or the best play. What
everyone sees and what is a viewer's own are built apart: two thousand people share the first.
"""

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import get_language

from games.common.latest_cache import LatestCache
from games.duplicate import store
from games.duplicate.models import DuplicateEntrant, DuplicateGame, DuplicateSubmission
from games.duplicate.perspective.board_and_bag import (
    build_tiles,
    count_tiles_in_bag,
    read_last_squares,
)
from games.duplicate.perspective.standings import (
    Ranking,
    Standing,
    build_standing_row,
    build_standing_rows,
    clear_rankings,
    rank_entrants,
)
from games.duplicate.perspective.turn_results import (
    add_own_turn,
    build_play_view,
    build_turn_result,
)
from games.duplicate.perspective.viewdata import (
    ComputerEntryView,
    DuplicateView,
    FairBagView,
    OwnEntry,
    TurnResult,
)
from games.duplicate.perspective.wording import (
    ABANDONED,
    ENDING_TEXTS,
    describe_duplicate_options,
    get_shown_title,
)
from games.duplicate.services.access import find_acting_hosts
from games.duplicate.terms.plays import StoredPlay
from games.duplicate.terms.settings import SHORTEST_TURN_WITH_WARNING, WARNING_SECONDS
from games.play.perspective.board_and_racks import (
    build_board_view,
    build_rack_view,
    build_variant_terms,
)
from games.play.perspective.viewdata import PersonView
from games.players.models import Player
from games.rules.duplicate.game import DuplicateState
from games.rules.equipment.board import Board
from games.rules.equipment.layouts import load_layout
from games.rules.positions.variants import get_variant

Stage = DuplicateGame.Stage

_shared_views: LatestCache[DuplicateView] = LatestCache(128)
"""What everyone sees, by the game's code and the language, at the stamp of the game's row."""


def build_duplicate_view(
    game: DuplicateGame, viewer: Player | None, now: datetime
) -> DuplicateView:
    """Return what this viewer may see; without a viewer what everyone sees."""
    view = _get_shared_view(game)
    return view if viewer is None else _add_own(view, game, viewer, now)


def build_own_views(
    game: DuplicateGame, viewers: Collection[str], now: datetime
) -> dict[str, DuplicateView]:
    """Return what those of the viewers (ids) may see who have entered, with few queries."""
    view, ranking = _get_shared_view(game), rank_entrants(game)
    found = {viewer: ranking.by_player.get(UUID(viewer)) for viewer in viewers}
    entered = {viewer: standing for viewer, standing in found.items() if standing is not None}
    hosts = _find_acting_hosts(game, [UUID(viewer) for viewer in entered], now)
    sent = _read_submissions(view, [standing.player for standing in entered.values()])
    return {
        viewer: _add_own_parts(view, game, UUID(viewer), hosts, sent.get(standing.player.pk, {}))
        for viewer, standing in entered.items()
    }


def build_submission_view(
    game: DuplicateGame, viewer: UUID, submission: DuplicateSubmission
) -> DuplicateView | None:
    """Return what everyone sees, and what the viewer has just submitted.

    Returns ``None`` if the submission's turn is over.
    """
    ranking = rank_entrants(game)
    standing = ranking.by_player.get(viewer)
    if standing is None or game.stage != Stage.TURN or game.turn != submission.turn:
        return None
    own = _build_own_entry(game, ranking, standing, {submission.turn: submission})
    return replace(_get_shared_view(game), own=own)


def clear_view_caches() -> None:
    """Clear the caches of views after rows were changed without the services."""
    _shared_views.forget()
    clear_rankings()


def _get_shared_view(game: DuplicateGame) -> DuplicateView:
    key = (game.code, get_language())
    view = _shared_views.get_at(key, game.stamp)
    if view is None:
        view = _build_shared_view(game)
        _shared_views.put(key, game.stamp, view)
    return view


def _build_shared_view(game: DuplicateGame) -> DuplicateView:
    variant, tile_set = get_variant(game.variant), store.get_tile_set(game)
    options = store.read_options(game)
    state = store.load_shown_state(game) if game.state is not None else None
    board = state.board if state else Board()
    rack = state.rack if state and game.stage in (Stage.TURN, Stage.ENDED) else ()
    layout = state.layout if state else load_layout(variant.layouts[0])
    ranking = rank_entrants(game)
    last_turn = _build_last_turn(game)
    ending = find_ending(game, state)
    following = DuplicateGame.objects.filter(previous=game).values_list("code", flat=True).first()
    return DuplicateView(
        code=game.code,
        title=get_shown_title(game),
        stamp=game.stamp,
        stage=game.stage,
        turn=game.turn,
        due_at=game.due_at,
        warning_at=_find_warning(game),
        variant_name=variant.name,
        dictionary=game.lexicon.shown_name,
        options=describe_duplicate_options(options),
        board=build_board_view(layout, tile_set),
        terms=replace(build_variant_terms(variant, tile_set), rack_size=options.format.rack_size),
        tiles=build_tiles(board, tile_set, read_last_squares(last_turn, tile_set)),
        rack=build_rack_view(rack, tile_set),
        unseen=count_tiles_in_bag(tile_set, board, rack),
        entrants=len(ranking.rows),
        standings=build_standing_rows(ranking, None),
        last_turn=last_turn,
        host=PersonView.of(game.host),
        computers=_list_computers(ranking),
        bag=_build_bag(game),
        ending=ending,
        ending_text=str(ENDING_TEXTS[ending]) if ending else "",
        next_code=following or "",
    )


def _add_own(
    view: DuplicateView, game: DuplicateGame, viewer: Player, now: datetime
) -> DuplicateView:
    standing = rank_entrants(game).by_player.get(viewer.pk)
    sent = {} if standing is None else _read_submissions(view, [standing.player])
    own = {} if standing is None else sent.get(standing.player.pk, {})
    hosts = _find_acting_hosts(game, [viewer.pk], now)
    entrant = standing.player if standing else None
    return replace(
        _add_own_parts(view, game, viewer.pk, hosts, own),
        standings=build_standing_rows(rank_entrants(game), entrant),
    )


def _add_own_parts(
    view: DuplicateView,
    game: DuplicateGame,
    viewer: UUID,
    hosts: Container[UUID | None],
    sent: Mapping[int, DuplicateSubmission],
) -> DuplicateView:
    """Return what a viewer may see, and the standings as everyone sees them.

    ``sent`` is what the viewer has submitted, by turn.
    """
    ranking = rank_entrants(game)
    standing = ranking.by_player.get(viewer)
    entrant = None if standing is None else standing.player
    last_turn, leads = view.last_turn, viewer in hosts
    if last_turn is not None:
        last_turn = add_own_turn(last_turn, game, entrant, sent.get(last_turn.number))
    return replace(
        view,
        last_turn=last_turn,
        own=None if standing is None else _build_own_entry(game, ranking, standing, sent),
        is_host=game.host_id == viewer,
        may_start=leads and game.stage == Stage.WAITING,
        may_skip=leads and game.stage == Stage.PAUSE,
        may_play_again=entrant is not None and game.is_over and not view.next_code,
    )


def _find_acting_hosts(
    game: DuplicateGame, viewers: Iterable[UUID], now: datetime
) -> Container[UUID | None]:
    """Return who of the viewers may do now what the host may do; in a turn there is nothing."""
    return (
        find_acting_hosts(game, viewers, now) if game.stage in (Stage.WAITING, Stage.PAUSE) else ()
    )


def _read_submissions(
    view: DuplicateView, entrants: Iterable[DuplicateEntrant]
) -> dict[int, dict[int, DuplicateSubmission]]:
    """Return what entrants have submitted in the turn that runs and in the last one before, by the
    entrant's id and the turn."""
    wanted = {view.turn, *([view.last_turn.number] if view.last_turn else [])}
    found = DuplicateSubmission.objects.filter(entrant__in=list(entrants), turn__in=wanted)
    by_entrant: dict[int, dict[int, DuplicateSubmission]] = {}
    for one in found.order_by():
        by_entrant.setdefault(one.entrant_id, {})[one.turn] = one
    return by_entrant


def _build_own_entry(
    game: DuplicateGame,
    ranking: Ranking,
    standing: Standing,
    submissions: Mapping[int, DuplicateSubmission],
) -> OwnEntry:
    entrant = standing.player
    sent = submissions.get(game.turn) if game.stage == Stage.TURN else None
    play = sent.play if sent is not None else None
    tile_set = store.get_tile_set(game)
    return OwnEntry(
        entrant=entrant.pk,
        sent=None if play is None else build_play_view(StoredPlay.from_json(play), tile_set),
        done=sent is not None and sent.done,
        standing=build_standing_row(ranking, standing, entrant),
        contribution=_read_contribution(game, entrant),
    )


def _read_contribution(game: DuplicateGame, entrant: DuplicateEntrant) -> str:
    """Return what a page has added to the seed. Before the start that gives no new stamp."""
    if game.stage not in (Stage.WAITING, Stage.STARTING):
        return entrant.contribution
    added = DuplicateEntrant.objects.filter(pk=entrant.pk).values_list("contribution", flat=True)
    return added.first() or ""


def find_ending(game: DuplicateGame, state: DuplicateState | None) -> str:
    """Return why the game ended, "" while it goes on."""
    if not game.is_over:
        return ""
    return state.end.value if state is not None and state.end is not None else ABANDONED


def _build_last_turn(game: DuplicateGame) -> TurnResult | None:
    turn = game.turns.order_by("-number").first()
    return None if turn is None else build_turn_result(game, turn)


def _find_warning(game: DuplicateGame) -> datetime | None:
    timed = game.stage == Stage.TURN and game.turn_seconds >= SHORTEST_TURN_WITH_WARNING
    if not timed or game.due_at is None:
        return None
    return game.due_at - timedelta(seconds=WARNING_SECONDS)


def _list_computers(ranking: Ranking) -> tuple[ComputerEntryView, ...]:
    entrants = sorted((one.player for one in ranking.rows), key=lambda entrant: entrant.pk)
    return tuple(
        ComputerEntryView(entrant.pk, ranking.get_name(entrant), entrant.computer_level)
        for entrant in entrants
        if entrant.computer_level is not None
    )


def _build_bag(game: DuplicateGame) -> FairBagView:
    secret = bytes(game.secret.secret).hex() if game.is_over else ""
    return FairBagView(game.seed_hash, secret, tuple(game.contributions), game.scheme)
