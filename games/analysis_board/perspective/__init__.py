"""Views of the analysis board: a position for the page, and plays as rows of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext

from games.analysis_board.services.board_positions import ADDRESS_FIELDS, BoardPosition, build_query
from games.analysis_board.services.rollout_runs import RUN_SECONDS, RolloutRun, serialize_ranked_act
from games.engine.engine import Engine
from games.engine.rollouts import describe_untried_act
from games.play.perspective.board_and_racks import (
    build_board_view,
    build_tile_view,
    build_variant_terms,
)
from games.play.perspective.narration import format_word
from games.play.perspective.places import describe_place
from games.play.perspective.viewdata import BoardView, TileView, VariantTerms
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.rack import remove_tiles
from games.rules.equipment.tiles import tile_sort_key
from games.rules.flow.game import preview_score
from games.rules.plays.acts import Act, Exchange, Play, act_from_json
from games.rules.positions.setup_text import write_setup
from games.rules.positions.setups import Setup, apply_act_to_setup, make_state
from scrabble_site.shared.final_letters import write_final_letter
from scrabble_site.shared.language_names import translate_tile_set_name

MAX_PLAYS = 15

ScriptData = dict[str, Any]
"""Data for the page's script."""


@dataclass(frozen=True, slots=True)
class AnalysisBoardView:
    """A position as the page shows it."""

    board: BoardView
    tiles: tuple[TileView, ...]
    terms: VariantTerms
    variant_name: str
    dictionary: str
    tile_set_name: str
    # All parameters of the board's URL, including those that were omitted from it.
    fields: Mapping[str, str]
    scores: tuple[int, ...]
    seat: int
    unseen: int
    in_bag: int
    # The position for the page's script, with the tiles of the set.
    script_data: ScriptData


@dataclass(frozen=True, slots=True)
class RankedPlayRow:
    """One play in the table."""

    id: str
    # Empty for an exchange or a pass.
    place: str
    word: str
    score: int
    leave: str
    equity: float
    # Points of error in ``equity``, at 95 % confidence; see ``RankedAct``.
    error: float
    # In per cent.
    win: float
    rollouts: int
    exact: bool
    # The tiles as they would lie on the board.
    tiles: list[list[Any]]
    # The position after the play.
    next_position: ScriptData


@dataclass(frozen=True, slots=True)
class RankedPlaysView:
    """The table of plays."""

    rows: tuple[RankedPlayRow, ...]
    # Seconds that another simulation would take.
    further: int
    # The simulation; ``None`` for a static evaluation.
    run: RolloutRun | None = None


def build_board_page(position: BoardPosition) -> AnalysisBoardView:
    setup, revision = position.setup, position.revision
    written = build_query(setup, revision)
    lying = sorted(setup.board.items())
    return AnalysisBoardView(
        board=build_board_view(setup.layout, setup.tile_set),
        tiles=tuple(build_tile_view(square, tile, setup.tile_set) for square, tile in lying),
        terms=build_variant_terms(setup.variant, setup.tile_set),
        variant_name=setup.variant.name,
        dictionary=str(revision),
        tile_set_name=translate_tile_set_name(setup.tile_set.name),
        fields={name: written.get(name, "") for name in ADDRESS_FIELDS},
        scores=setup.scores,
        seat=setup.seat,
        unseen=len(setup.unseen),
        in_bag=len(setup.unseen) - sum(setup.others),
        script_data={**_serialize_tile_set(setup), **serialize_setup(setup)},
    )


def _serialize_tile_set(setup: Setup) -> ScriptData:
    """Return the tiles with their values and counts, and how they are written on a board."""
    tile_set = setup.tile_set
    pool = [[face, tile_set.values[face], tile_set.counts[face]] for face in tile_set.faces]
    return {
        "pool": [*pool, [BLANK_MARK, 0, tile_set.blanks]],
        "marks": {
            face: [tile_set.marks.of(face), tile_set.marks.of(face, blank=True)]
            for face in tile_set.faces
        },
    }


def serialize_setup(setup: Setup) -> ScriptData:
    """Return a position for the page's script. Squares are numbered row by row."""
    written, cols = write_setup(setup), setup.layout.cols
    return {
        "tiles": [
            [square.row * cols + square.col, tile.face, tile.blank, tile.owner, tile.safe]
            for square, tile in sorted(setup.board.items())
        ],
        "rack": setup.tile_set.write(setup.rack),
        "seat": setup.seat,
        "scores": setup.scores,
        "fields": {name: written.get(name, "") for name in ("racks", "out", "passes")},
    }


def _serialize_changes(before: Setup, after: Setup) -> ScriptData:
    """Return the later position with only those tiles that are new or different."""
    old, new = serialize_setup(before), serialize_setup(after)
    return {**new, "tiles": [tile for tile in new["tiles"] if tile not in old["tiles"]]}


def build_static_plays(position: BoardPosition) -> RankedPlaysView:
    """Return the best plays by static evaluation."""
    return RankedPlaysView(
        _build_rows(position.setup, list_ranked_plays(position)), int(RUN_SECONDS[0])
    )


def list_ranked_plays(position: BoardPosition) -> list[ScriptData]:
    """Return the best plays by static evaluation as plain data.

    The format is that of :func:`games.analysis_board.services.rollout_runs.serialize_ranked_act`.
    """
    setup = position.setup
    state = make_state(setup)
    found = Engine(position.words()).best_plays(state, MAX_PLAYS, seat=setup.seat)
    tried = [describe_untried_act(state, setup.seat, ranked) for ranked in found]
    return [serialize_ranked_act(trial, setup.tile_set) for trial in tried]


def build_rollout_plays(position: BoardPosition, run: RolloutRun) -> RankedPlaysView:
    """Return the simulation's results so far; before the first trial, the statically ranked
    plays.
    """
    rows = _build_rows(position.setup, run.rows) or build_static_plays(position).rows
    return RankedPlaysView(rows, int(RUN_SECONDS[min(run.asked, len(RUN_SECONDS) - 1)]), run)


def _build_rows(setup: Setup, plays: Sequence[ScriptData]) -> tuple[RankedPlayRow, ...]:
    return tuple(_build_row(setup, play) for play in plays)


def _build_row(setup: Setup, play: ScriptData) -> RankedPlayRow:
    act = act_from_json(play["act"], setup.tile_set)
    place, word = _describe_act(setup, act)
    used = act.tiles() if isinstance(act, Play) else getattr(act, "tiles", ())
    leave = tuple(sorted(remove_tiles(setup.rack, used), key=tile_sort_key))
    return RankedPlayRow(
        id="-".join(["play", *(str(part) for part in play["act"].values())]),
        place=place,
        word=word,
        score=play["score"],
        leave=setup.tile_set.write(leave),
        equity=play["equity"],
        error=play["error"],
        win=100 * play["win"],
        rollouts=play["rollouts"],
        exact=play["exact"],
        tiles=_serialize_play(setup, act),
        next_position=_serialize_changes(setup, apply_act_to_setup(setup, act)),
    )


def _describe_act(setup: Setup, act: Act) -> tuple[str, str]:
    """Return the place and the name of an act."""
    if isinstance(act, Play):
        word = preview_score(make_state(setup), setup.seat, act, None).words[0]
        text = write_final_letter(format_word(word, setup.tile_set.language))
        return describe_place(act.position), text
    if isinstance(act, Exchange):
        terms = build_variant_terms(setup.variant, setup.tile_set)
        return "", f"{terms.exchange} {setup.tile_set.write(act.tiles)}"
    return "", pgettext("a move", "Pass")


def _serialize_play(setup: Setup, act: Act) -> list[list[Any]]:
    if not isinstance(act, Play):
        return []
    cols, values = setup.layout.cols, setup.tile_set.values
    return [
        [
            square.row * cols + square.col,
            letter.face,
            0 if letter.blank else values[letter.face],
            letter.blank,
        ]
        for square, letter in act.placed()
    ]
