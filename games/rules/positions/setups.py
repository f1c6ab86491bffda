"""A position without the game it came from: the board, whose turn it is, and that seat's rack.

The unseen tiles follow from it, but not which of them are on other racks or in the bag.
``setup_text`` writes a setup for URLs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from games.rules.equipment.board import Board
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.tiles import LetterTile, Tile, TileSet, tile_sort_key
from games.rules.plays.acts import Act, Pass, Play
from games.rules.plays.scoring import lay_tiles
from games.rules.plays.tile_ownership import count_owned_points
from games.rules.positions.play_judgement import judge_play
from games.rules.positions.state import EquipmentMixin, GameState, SeatState
from games.rules.positions.variants import ChallengeRule, Variant, get_variant

MAX_POINTS = 9_999


@dataclass(frozen=True, slots=True)
class Setup(EquipmentMixin):
    """A position in which ``seat`` is to move."""

    variant_id: str
    tile_set_code: str
    layout_id: str
    # Scores by seat; if tiles have owners they follow from the board.
    scores: tuple[int, ...]
    # How many tiles the other seats hold, in seating order.
    others: tuple[int, ...]
    exchange_minimum: int
    board: Board
    # The tiles of ``seat``: a full rack, a smaller one, or none if unknown.
    rack: tuple[Tile, ...] = ()
    seat: int = 0
    # Seats that have left the game.
    gone: tuple[int, ...] = ()
    # Length of the current run of passes.
    passes: int = 0

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles in the bag and on the other racks, in canonical order.

        Raises NotAllowedError "setup.too_many" if more tiles are visible than the set has.
        """
        left = Counter(self.tile_set.all_tiles())
        left.subtract(tile.tile for _square, tile in self.board.items())
        left.subtract(self.rack)
        if over := sorted((tile for tile, count in left.items() if count < 0), key=tile_sort_key):
            words = tuple(
                tile.face if isinstance(tile, LetterTile) else BLANK_MARK for tile in over
            )
            raise NotAllowedError(
                "setup.too_many", f"more tiles than there are: {words}", words=words
            )
        return tuple(sorted(left.elements(), key=tile_sort_key))


def compute_default_rack_sizes(setup: Setup) -> tuple[int, ...]:
    """Return the other seats' rack sizes if nothing is known: full, as far as the tiles go.

    >>> setup = make_empty_setup("scrabble", "en")
    >>> compute_default_rack_sizes(replace(setup, rack=setup.unseen[:95]))
    (5,)
    """
    left, sizes = len(setup.unseen), []
    for _other in range(len(setup.scores) - 1):
        sizes.append(min(setup.variant.rack_size, left))
        left -= sizes[-1]
    return tuple(sizes)


def make_empty_setup(variant_id: str, tile_set_code: str, seats: int | None = None) -> Setup:
    """Return a setup with an empty board, no known rack and no scores.

    >>> setup = make_empty_setup("scrabble", "en", 3)
    >>> setup.scores, setup.others, len(setup.unseen)
    ((0, 0, 0), (7, 7), 100)
    """
    variant = get_variant(variant_id)
    count = seats or variant.min_seats
    return with_default_rack_sizes(
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


def with_default_rack_sizes(setup: Setup) -> Setup:
    """Return the setup with the rack sizes that the other seats have by default."""
    return replace(setup, others=compute_default_rack_sizes(setup))


def make_setup(state: GameState, seat: int) -> Setup:
    """Return what ``seat`` sees in a state, regardless of whose turn it is."""
    return Setup(
        variant_id=state.variant_id,
        tile_set_code=state.tile_set_code,
        layout_id=state.layout_id,
        scores=_scores_of(state),
        others=tuple(len(one.rack) for n, one in enumerate(state.seats) if n != seat),
        exchange_minimum=state.options.exchange_minimum,
        board=_forget_owners(state.board, state.variant),
        rack=tuple(sorted(state.seats[seat].rack, key=tile_sort_key)),
        seat=seat,
        gone=_find_seats_out(state, seat),
        passes=min(state.passes, 1),
    )


def _find_seats_out(state: GameState, seat: int) -> tuple[int, ...]:
    """Return the seats that left; none if a single seat remains, since a setup needs two."""
    gone = tuple(n for n, one in enumerate(state.seats) if not one.in_play and n != seat)
    return gone if len(gone) < len(state.seats) - 1 else ()


def _forget_owners(board: Board, variant: Variant) -> Board:
    """If tiles have no owners in this variant, assign them all to the first seat."""
    if variant.scoring.owned_tiles:
        return board
    return Board({square: replace(tile, owner=0) for square, tile in board.items()})


def _scores_of(state: GameState) -> tuple[int, ...]:
    if state.variant.scoring.owned_tiles:
        return count_owned_scores(state.board, state.tile_set, len(state.seats))
    return tuple(seat.score for seat in state.seats)


def count_owned_scores(board: Board, tile_set: TileSet, seats: int) -> tuple[int, ...]:
    """Return the scores of a variant in which tiles have owners."""
    return tuple(count_owned_points(board, tile_set, seat) for seat in range(seats))


def check_setup(setup: Setup) -> None:
    """Raise NotAllowedError "setup...." if the position cannot occur in any game.

    >>> setup = make_empty_setup("scrabble", "en")
    >>> check_setup(setup)
    >>> check_setup(replace(setup, rack=setup.unseen[:8]))
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: the rack is too full
    """
    size, unseen = setup.variant.rack_size, len(setup.unseen)
    if len(setup.rack) > size:
        raise NotAllowedError("setup.rack_size", "the rack is too full", words=(str(size),))
    if any(count > size for count in setup.others) or sum(setup.others) > unseen:
        raise NotAllowedError("setup.racks", "the other racks hold more than is left")
    never = tuple(
        sorted({t.face for _, t in setup.board.items() if t.blank} & setup.tile_set.never_blank)
    )
    if never:
        raise NotAllowedError("setup.never_blank", f"a blank cannot be {never}", words=never)


def make_state(setup: Setup) -> GameState:
    """Return a state in which ``setup.seat`` is to move; raises as :func:`check_setup`.

    The unseen tiles are dealt arbitrarily to the other racks, and any word may be played if the
    variant has such a rule.

    >>> state = make_state(make_empty_setup("scrabble", "en"))
    >>> [len(seat.rack) for seat in state.seats], len(state.bag), state.to_move
    ([0, 7], 93, 0)
    """
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
            challenge=_find_lenient_rule(setup.variant), exchange_minimum=setup.exchange_minimum
        ),
        seats=tuple(seats),
        board=setup.board,
        bag=tuple(left),
        shuffles=0,
        to_move=setup.seat,
        passes=setup.passes,
    )


def _find_lenient_rule(variant: Variant) -> ChallengeRule:
    """Return a challenge rule that lets any word be placed, if the variant has one."""
    rules = variant.challenge_rules
    return next((rule for rule in rules if not rule.judges_at_once), rules[0])


def apply_act_to_setup(setup: Setup, act: Act) -> Setup:
    """Return the position after a play, an exchange or a pass, with the next seat to move.

    The next seat's rack is unknown. Raises NotAllowedError if a play does not fit.

    >>> setup = make_empty_setup("scrabble", "en")
    >>> setup = replace(setup, rack=setup.tile_set.read("CATSEDO"))
    >>> after = apply_act_to_setup(setup, Play.read("8H", "CATS", setup.tile_set))
    >>> after.board, after.scores, after.seat, after.rack
    (Board(H8=C I8=A J8=T K8=S), (12, 0), 1, ())
    """
    state = make_state(setup)
    board, scores, placed = setup.board, setup.scores, 0
    if isinstance(act, Play):
        formation, score = judge_play(state, setup.seat, act)
        placed = len(formation.placed)
        board = lay_tiles(board, setup.seat, formation.placed, score)
        scores = tuple(one + score.total * (n == setup.seat) for n, one in enumerate(scores))
        if setup.variant.scoring.owned_tiles:
            scores = count_owned_scores(board, setup.tile_set, len(scores))
    held = len(setup.rack) - placed
    sizes = [len(seat.rack) for seat in state.seats]
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
