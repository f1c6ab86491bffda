"""What the analysis board shows: a position as the page draws it, and plays as rows of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.engine import Engine
from games.engine.rollouts import tell_at_sight
from games.play.gameview import BoardView, Terms, TileView
from games.play.perspective.parts import see_board, see_terms, see_tile
from games.play.telling import write_word
from games.rules.game import preview
from games.rules.moves import Act, Exchange, Play, act_from_json
from games.rules.notation import BLANK
from games.rules.rack import without
from games.rules.setup_text import write_setup
from games.rules.setups import Setup, follow, make_state
from games.rules.tiles import tile_key
from games.workbench.services.positions import NAMES, Position, write_query
from games.workbench.services.trials import SPELLS, Thought, row_of

MOST_PLAYS = 15

Told = dict[str, Any]
"""Data for the page's script."""


@dataclass(frozen=True, slots=True)
class DeskView:
    """``fields``: every text of the address, also those left out. ``told``: the same for the
    page's script, with the tiles there are."""

    board: BoardView
    tiles: tuple[TileView, ...]
    terms: Terms
    variant_name: str
    dictionary: str
    tile_set_name: str
    fields: Mapping[str, str]
    scores: tuple[int, ...]
    seat: int
    unseen: int
    in_bag: int
    told: Told


@dataclass(frozen=True, slots=True)
class PlayRow:
    """``place`` is empty for an exchange or a pass. ``doubt``: see :class:`Tried`. ``win``: per
    cent. ``lies``: the tiles as they would lie; ``after``: the position that follows."""

    id: str
    place: str
    word: str
    score: int
    leave: str
    equity: float
    doubt: float
    win: float
    rollouts: int
    exact: bool
    lies: list[list[Any]]
    after: Told


@dataclass(frozen=True, slots=True)
class PlaysView:
    """``thought``: where plays were tried out. ``further``: seconds that going on would take."""

    rows: tuple[PlayRow, ...]
    further: int
    thought: Thought | None = None


def look_at_desk(position: Position) -> DeskView:
    setup, revision = position.setup, position.revision
    written = write_query(setup, revision)
    lying = sorted(setup.board.items())
    return DeskView(
        board=see_board(setup.layout, setup.tile_set),
        tiles=tuple(see_tile(square, tile, setup.tile_set) for square, tile in lying),
        terms=see_terms(setup.variant, setup.tile_set),
        variant_name=setup.variant.name,
        dictionary=str(revision),
        tile_set_name=setup.tile_set.name,
        fields={name: written.get(name, "") for name in NAMES},
        scores=setup.scores,
        seat=setup.seat,
        unseen=len(setup.unseen),
        in_bag=len(setup.unseen) - sum(setup.others),
        told={**_tell_tiles(setup), **tell_setup(setup)},
    )


def _tell_tiles(setup: Setup) -> Told:
    """The tiles of the set with their values and numbers, and how they are written on a board."""
    tile_set = setup.tile_set
    pool = [[face, tile_set.values[face], tile_set.counts[face]] for face in tile_set.faces]
    return {
        "pool": [*pool, [BLANK, 0, tile_set.blanks]],
        "marks": {
            face: [tile_set.marks.of(face), tile_set.marks.of(face, blank=True)]
            for face in tile_set.faces
        },
    }


def tell_setup(setup: Setup) -> Told:
    """A position for the page's script: tiles by square counted row by row."""
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


def _tell_changes(before: Setup, after: Setup) -> Told:
    """The same with those tiles alone that lie there anew or differently."""
    old, new = tell_setup(before), tell_setup(after)
    return {**new, "tiles": [tile for tile in new["tiles"] if tile not in old["tiles"]]}


def look_at_best(position: Position) -> PlaysView:
    """The best plays as they are judged at first sight."""
    setup = position.setup
    state = make_state(setup)
    found = Engine(position.words()).best_plays(state, MOST_PLAYS, seat=setup.seat)
    tried = [tell_at_sight(state, setup.seat, one) for one in found]
    return PlaysView(_rows(setup, [row_of(one, setup.tile_set) for one in tried]), int(SPELLS[0]))


def look_at_thought(position: Position, thought: Thought) -> PlaysView:
    """What trying out has found so far; before the first trial the plays at first sight."""
    rows = _rows(position.setup, thought.rows) or look_at_best(position).rows
    return PlaysView(rows, int(SPELLS[min(thought.asked, len(SPELLS) - 1)]), thought)


def _rows(setup: Setup, told: Sequence[Told]) -> tuple[PlayRow, ...]:
    return tuple(_row(setup, one) for one in told)


def _row(setup: Setup, told: Told) -> PlayRow:
    act = act_from_json(told["act"], setup.tile_set)
    place, word = _name(setup, act)
    used = act.tiles() if isinstance(act, Play) else getattr(act, "tiles", ())
    leave = tuple(sorted(without(setup.rack, used), key=tile_key))
    return PlayRow(
        id="-".join(["play", place or told["act"]["kind"], told["act"].get("tiles", "")]),
        place=place,
        word=word,
        score=told["score"],
        leave=setup.tile_set.write(leave),
        equity=told["equity"],
        doubt=told["doubt"],
        win=100 * told["win"],
        rollouts=told["rollouts"],
        exact=told["exact"],
        lies=_tell_play(setup, act),
        after=_tell_changes(setup, follow(setup, act)),
    )


def _name(setup: Setup, act: Act) -> tuple[str, str]:
    """Where an act takes place, and what it is called."""
    if isinstance(act, Play):
        word = preview(make_state(setup), setup.seat, act, None).words[0]
        return act.position.name, write_word(word, setup.tile_set.language)
    if isinstance(act, Exchange):
        terms = see_terms(setup.variant, setup.tile_set)
        return "", f"{terms.exchange} {setup.tile_set.write(act.tiles)}"
    return "", _("Pass")


def _tell_play(setup: Setup, act: Act) -> list[list[Any]]:
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
