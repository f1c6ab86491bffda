"""An annotated game as followers see it, and as its scorekeepers do."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.perspective.wording import KIND_LABELS
from games.broadcasts.services.access import find_owner
from games.broadcasts.store.annotated_records import read_moves, replay_moves
from games.broadcasts.terms.annotated_moves import AnnotatedEnding, AnnotatedMove
from games.play.perspective.board_and_racks import (
    build_board_view,
    build_variant_terms,
    count_unseen,
)
from games.play.perspective.move_list import list_moves
from games.play.perspective.viewdata import (
    BoardView,
    MoveView,
    OutcomeView,
    TileView,
    UnseenView,
    VariantTerms,
)
from games.players.models import Player
from games.records.perspective.opened_records import OpenedRecord, open_history
from games.records.perspective.record_outcomes import build_record_outcome
from games.records.perspective.record_pages import build_tiles_at
from games.records.perspective.record_positions import RecordSeatView, build_position
from games.records.services.record_sources import RecordSource
from games.rules.gcg import EntryKind, Replay, build_history
from games.rules.positions.variants import get_variant
from games.uploads.perspective import describe_mistake, describe_remark

DEFAULT_BONUS = 5
"""Points for a challenge that failed, as the form suggests."""


@dataclass(frozen=True, slots=True)
class AnnotatedGameView:
    """A game on a real board as everyone sees it."""

    code: str
    stamp: int
    title: str
    summary: tuple[str, ...]
    over: bool
    board: BoardView
    terms: VariantTerms
    tiles: tuple[TileView, ...]
    seats: tuple[RecordSeatView, ...]
    # The last move in a sentence.
    say: str
    moves: tuple[MoveView, ...]
    unseen: UnseenView
    outcome: OutcomeView | None
    # The page of the record once the game is over, or "".
    record_url: str
    # The event at one of whose tables it is played, as title and address.
    event: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class EnteredMoveView:
    """A move with what its scorekeeper entered, and what seems wrong with it."""

    number: int
    entered: AnnotatedMove
    shown: MoveView
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScorekeepingView:
    """The page of a scorekeeper."""

    game: AnnotatedGameView
    names: tuple[tuple[int, str], ...]
    kinds: tuple[tuple[str, str], ...]
    # What the form for the next move contains.
    next_move: AnnotatedMove
    # The newest move comes first.
    moves: tuple[EnteredMoveView, ...]
    keepers: tuple[str, ...]
    owned: bool
    invite: str

    @property
    def next_number(self) -> int:
        return len(self.moves) + 1


def build_annotated_view(game: AnnotatedGame) -> AnnotatedGameView:
    """Return a game as everyone sees it: without racks while it goes on, unless they are shown."""
    moves = read_moves(game)
    if not (game.shows_racks or game.is_over):
        moves = [replace(move, rack="") for move in moves]
    return _build_view(game, _open(game, _replay(game, moves)))


def build_scorekeeping_view(game: AnnotatedGame, keeper: Player) -> ScorekeepingView:
    """Return the page of a scorekeeper, with all racks."""
    moves = read_moves(game)
    replay = _replay(game, moves)
    record = _open(game, replay)
    view = _build_view(game, record)
    names = tuple(enumerate(record.names))
    to_move = record.history.end.to_move
    return ScorekeepingView(
        game=view,
        names=names,
        kinds=tuple((kind.value, str(label)) for kind, label in KIND_LABELS.items()),
        next_move=AnnotatedMove(to_move or 0, EntryKind.PLAY, points=DEFAULT_BONUS),
        moves=tuple(reversed(_list_kept_moves(moves, view.moves, replay))),
        keepers=tuple(one.player.shown_name for one in game.keepers.select_related("player")),
        owned=find_owner(game) == keeper,
        invite=game.invite,
    )


def _replay(game: AnnotatedGame, moves: Sequence[AnnotatedMove]) -> Replay:
    ending = AnnotatedEnding.read(game.ending) if game.ending else None
    return replay_moves(game, moves, ending)


def _open(game: AnnotatedGame, replay: Replay) -> OpenedRecord:
    # The id is only needed for links to a record, which a game that goes on does not have.
    record_id = game.record_id or UUID(int=game.pk)
    source = RecordSource(record_id, game.title, tuple(game.names), game.revision)
    return open_history(source, build_history(replay))


def _build_view(game: AnnotatedGame, record: OpenedRecord) -> AnnotatedGameView:
    position = build_position(record, record.last)
    state = record.history.end
    variant = get_variant(game.variant)
    lexicon = (game.revision.lexicon.shown_name,) if game.revision else ()
    table = game.table
    return AnnotatedGameView(
        code=game.code,
        stamp=game.stamp,
        title=game.title,
        summary=(_("On a real board"), variant.name, *lexicon),
        over=game.is_over,
        board=build_board_view(record.layout, record.tile_set),
        terms=build_variant_terms(variant, record.tile_set),
        tiles=build_tiles_at(record, record.last),
        seats=position.seats,
        say=position.description,
        moves=list_moves(record.lines, record.names),
        unseen=count_unseen(record.tile_set, state.board, (), len(state.bag)),
        outcome=build_record_outcome(record),
        record_url=reverse("games:record", args=[game.record_id]) if game.record_id else "",
        event=(
            (table.round.event.title, table.round.event.get_absolute_url())
            if table is not None
            else None
        ),
    )


def _list_kept_moves(
    moves: Sequence[AnnotatedMove], shown: Sequence[MoveView], replay: Replay
) -> list[EnteredMoveView]:
    return [
        EnteredMoveView(
            number,
            move,
            line,
            (
                *(describe_mistake(asdict(one)) for one in replay.mistakes if one.line == number),
                *(describe_remark(asdict(one)) for one in replay.remarks if one.line == number),
            ),
        )
        for number, (move, line) in enumerate(zip(moves, shown, strict=True), 1)
    ]
