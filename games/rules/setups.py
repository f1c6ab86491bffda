"""A position by itself, without the game it came from: what lies on the board, whose turn it is and
what that seat holds. Other racks and the bag follow from it, but for who has which of their tiles.

``setup_text`` writes it down for addresses.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from games.rules.board import Board
from games.rules.errors import UnlawfulError
from games.rules.game import GameState, SeatState
from games.rules.judging import judge
from games.rules.moves import Act, Pass, Play
from games.rules.notation import BLANK as BLANK_MARK
from games.rules.ownership import owned_points
from games.rules.scoring import land
from games.rules.state import Equipped
from games.rules.tiles import Letter, Tile, TileSet, tile_key
from games.rules.variants import ChallengeRule, Variant, get_variant

MOST_POINTS = 9_999


@dataclass(frozen=True, slots=True)
class Setup(Equipped):
    """``seat`` is to move and holds ``rack``, which may be smaller than a full one, or unknown.

    ``scores``: by seat; where tiles have owners they follow from the board. ``others``: how many
    tiles the other seats hold, in their order. ``gone``: seats that have left. ``passes``: the
    present run of them.
    """

    variant_id: str
    tile_set_code: str
    layout_id: str
    scores: tuple[int, ...]
    others: tuple[int, ...]
    exchange_minimum: int
    board: Board
    rack: tuple[Tile, ...] = ()
    seat: int = 0
    gone: tuple[int, ...] = ()
    passes: int = 0

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles in the bag and on the other racks, in canonical order. Raises UnlawfulError
        "setup.too_many" where more lie about than there are."""
        left = Counter(self.tile_set.all_tiles())
        left.subtract(tile.tile for _square, tile in self.board.items())
        left.subtract(self.rack)
        if over := sorted((tile for tile, count in left.items() if count < 0), key=tile_key):
            words = tuple(tile.face if isinstance(tile, Letter) else BLANK_MARK for tile in over)
            raise UnlawfulError(
                "setup.too_many", f"more tiles than there are: {words}", words=words
            )
        return tuple(sorted(left.elements(), key=tile_key))


def usual_others(setup: Setup) -> tuple[int, ...]:
    """What the other seats hold where nothing else is known: full racks, as far as tiles go."""
    left, sizes = len(setup.unseen), []
    for _other in range(len(setup.scores) - 1):
        sizes.append(min(setup.variant.rack_size, left))
        left -= sizes[-1]
    return tuple(sizes)


def empty_setup(variant_id: str, tile_set_code: str, seats: int | None = None) -> Setup:
    """Nothing lies on the board and nothing is known."""
    variant = get_variant(variant_id)
    count = seats or variant.min_seats
    return with_usual_others(
        Setup(
            variant_id,
            tile_set_code,
            variant.layouts[0],
            (0,) * count,
            (0,) * (count - 1),
            variant.exchange_minimums[0],
            Board(),
        )
    )


def with_usual_others(setup: Setup) -> Setup:
    return replace(setup, others=usual_others(setup))


def setup_of(state: GameState, seat: int) -> Setup:
    """What ``seat`` sees in a state, whoever's turn it is there."""
    return Setup(
        variant_id=state.variant_id,
        tile_set_code=state.tile_set_code,
        layout_id=state.layout_id,
        scores=_scores_of(state),
        others=tuple(len(one.rack) for n, one in enumerate(state.seats) if n != seat),
        exchange_minimum=state.options.exchange_minimum,
        board=_forget_owners(state.board, state.variant),
        rack=tuple(sorted(state.seats[seat].rack, key=tile_key)),
        seat=seat,
        gone=_gone(state, seat),
        passes=min(state.passes, 1),
    )


def _gone(state: GameState, seat: int) -> tuple[int, ...]:
    """Who has left; nobody, where one is left alone: it is looked at as if both were there."""
    gone = tuple(n for n, one in enumerate(state.seats) if not one.in_play and n != seat)
    return gone if len(gone) < len(state.seats) - 1 else ()


def _forget_owners(board: Board, variant: Variant) -> Board:
    """Where it means nothing whose a tile is, all are the first seat's."""
    if variant.scoring.owned_tiles:
        return board
    return Board({square: replace(tile, owner=0) for square, tile in board.items()})


def _scores_of(state: GameState) -> tuple[int, ...]:
    if state.variant.scoring.owned_tiles:
        return count_owned(state.board, state.tile_set, len(state.seats))
    return tuple(one.score for one in state.seats)


def count_owned(board: Board, tile_set: TileSet, seats: int) -> tuple[int, ...]:
    """The scores where tiles have owners."""
    return tuple(owned_points(board, tile_set, seat) for seat in range(seats))


def check_setup(setup: Setup) -> None:
    """Raise UnlawfulError "setup...." for what cannot be in any game."""
    size, unseen = setup.variant.rack_size, len(setup.unseen)
    if len(setup.rack) > size:
        raise UnlawfulError("setup.rack_size", "the rack is too full", words=(str(size),))
    if any(count > size for count in setup.others) or sum(setup.others) > unseen:
        raise UnlawfulError("setup.racks", "the other racks hold more than is left")
    never = tuple(
        sorted({t.face for _, t in setup.board.items() if t.blank} & setup.tile_set.never_blank)
    )
    if never:
        raise UnlawfulError("setup.never_blank", f"a blank cannot be {never}", words=never)


def make_state(setup: Setup) -> GameState:
    """A state in which ``seat`` is to move. Who else holds which of the unseen tiles is arbitrary,
    and no dictionary decides what may be played. Raises as :func:`check_setup`."""
    check_setup(setup)
    left, sizes = list(setup.unseen), list(setup.others)
    seats = []
    for number, score in enumerate(setup.scores):
        mine = number == setup.seat
        size = 0 if mine else sizes.pop(0)
        rack = setup.rack if mine else tuple(left[:size])
        del left[:size]
        seats.append(SeatState(rack, score, in_play=number not in setup.gone))
    return GameState(
        variant_id=setup.variant_id,
        tile_set_code=setup.tile_set_code,
        layout_id=setup.layout_id,
        options=setup.variant.options(
            challenge=_lenient(setup.variant), exchange_minimum=setup.exchange_minimum
        ),
        seats=tuple(seats),
        board=setup.board,
        bag=tuple(left),
        shuffles=0,
        to_move=setup.seat,
        passes=setup.passes,
    )


def _lenient(variant: Variant) -> ChallengeRule:
    """A rule under which any word may be laid, if there is one."""
    rules = variant.challenge_rules
    return next((rule for rule in rules if not rule.judges_at_once), rules[0])


def follow(setup: Setup, act: Act) -> Setup:
    """The position after a play, an exchange or a pass, with the next seat to move. What it holds
    is not known. Raises UnlawfulError where a play cannot lie."""
    state = make_state(setup)
    board, scores, laid = setup.board, setup.scores, 0
    if isinstance(act, Play):
        formation, score = judge(state, setup.seat, act)
        laid = len(formation.placed)
        board = land(board, setup.seat, formation.placed, score)
        scores = tuple(one + score.total * (n == setup.seat) for n, one in enumerate(scores))
        if setup.variant.scoring.owned_tiles:
            scores = count_owned(board, setup.tile_set, len(scores))
    held = len(setup.rack) - laid
    sizes = [len(one.rack) for one in state.seats]
    sizes[setup.seat] = held + min(setup.variant.rack_size - held, len(state.bag))
    turn = _next_seat(setup)
    return replace(
        setup,
        board=_forget_owners(board, setup.variant),
        scores=scores,
        others=tuple(size for number, size in enumerate(sizes) if number != turn),
        rack=(),
        seat=turn,
        passes=int(isinstance(act, Pass)),
    )


def _next_seat(setup: Setup) -> int:
    count = len(setup.scores)
    order = ((setup.seat + step) % count for step in range(1, count + 1))
    return next(seat for seat in order if seat not in setup.gone)
