"""Games planned move by move next to the site: the bag's seed determines every rack.

A :class:`Plan` mirrors a game with the real rules and finds plays with the reference generator, so
a test knows what each player can do next and what every window must show afterwards. The titles of
rooms decide the draws under ``TEST_SEED``. They were found by a search (``python -m
tests.browser.seed_search``) for games in which, say, a blank and a bingo come up.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, permutations
from typing import Any

from games.engine.kernel_position import make_kernel_position
from games.engine.reference_generator import ReferenceGenerator, ReferencePlay
from games.engine.shipped_graphs import open_shipped_graph
from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Direction, PlayPosition, Square
from games.rules.equipment.tiles import BLANK, LetterTile, Tile
from games.rules.flow.game import GameState, Transition, apply, preview_score, start_game
from games.rules.plays.acts import PLAY_THROUGH, Act, Play, PlayedLetter, PlayThrough
from games.rules.plays.events import Event, Started
from games.rules.plays.scoring import PlayScore
from games.rules.positions.variants import ChallengeRule, get_variant
from lexicon.graph.wordgraph import WordGraph

TEST_SEED = "browser"
DICTIONARY = "en-open"


@dataclass
class Plan:
    """A game on the site of which every tile is known.

    ``title`` is the room's; ``number`` counts the room's games; ``options`` are the room options
    that differ from the defaults. Challenges cost nothing.
    """

    title: str
    variant: str = "scrabble"
    seats: int = 2
    number: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    state: GameState = field(init=False)
    events: list[Event] = field(init=False)
    log: list[tuple[int, Act]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules = get_variant(self.variant)
        usual = {"challenge": "single"} if ChallengeRule.SINGLE in rules.challenge_rules else {}
        options = rules.options(**usual | dict(self.options))
        # Only a room's first game draws for the start; in a rematch the first seat begins.
        opened = start_game(self.variant, options, self.seats, self.seed, drawn=self.number == 1)
        self.state, self.events = opened.state, list(opened.events)

    @property
    def seed(self) -> bytes:
        return hashlib.sha256(f"{TEST_SEED}/{self.title}/{self.number}".encode()).digest()

    @cached_property
    def words(self) -> WordGraph:
        return open_shipped_graph(DICTIONARY, self.state.tile_set_code)

    @property
    def first(self) -> int:
        """The seat that begins."""
        return next(one.draw.first for one in self.events if isinstance(one, Started))

    @property
    def mover(self) -> int:
        assert self.state.to_move is not None, "no seat is to move"
        return self.state.to_move

    def rack(self, seat: int | None = None) -> tuple[Tile, ...]:
        return self.state.seats[self.mover if seat is None else seat].rack

    def do(self, act: Act, seat: int | None = None) -> Transition:
        """Apply an act to the plan as the site applies it to the game."""
        seat = self.mover if seat is None else seat
        done = apply(self.state, seat, act, lexicon=self.words, seed=self.seed)
        self.state = done.state
        self.events.extend(done.events)
        self.log.append((seat, act))
        return done

    def plays(self, seat: int | None = None) -> list[Play]:
        """Return all plays of the seat, those with most tiles first, then by score and place."""
        seat = self.mover if seat is None else seat
        reference = ReferenceGenerator(make_kernel_position(self.state, seat, self.words))
        found = sorted(
            reference.plays(), key=lambda one: (-len(one.placed), -one.score, one.placed)
        )
        return [_read_found(one, reference.position.alphabet) for one in found]

    def score(self, play: Play, seat: int | None = None) -> PlayScore:
        return preview_score(self.state, self.mover if seat is None else seat, play, self.words)

    def phony(self) -> Play:
        """Return a legal placement of invalid words: a valid play with its letters shuffled."""
        for play in islice(self.plays(), 40):
            for mixed in islice(_mixtures(play), 40):
                if self._is_phony(mixed):
                    return mixed
        raise AssertionError("every mixture is a word")

    def _is_phony(self, play: Play) -> bool:
        try:
            words = self.score(play).words
        except RuleError:
            return False
        return not all(word.faces in self.words for word in words)

    def find_play(self, *, blank: bool = False, most: int = 7, least: int = 1) -> Play:
        """Return the first of :meth:`plays` with or without a blank, and with this many tiles."""
        for play in self.plays():
            on_board = [letter for _, letter in play.placed()]
            if least <= len(on_board) <= most and blank == any(letter.blank for letter in on_board):
                return play
        raise AssertionError(f"no such play: {self.state.tile_set.write(self.rack())}")


def _read_found(found: ReferencePlay, alphabet: tuple[str, ...]) -> Play:
    way = Direction.DOWN if found.direction else Direction.ACROSS
    line, start = found.line - 1, found.start - 1
    square = Square(start, line) if found.direction else Square(line, start)
    on_board = {at: PlayedLetter(alphabet[(code & 63) - 1], code > 63) for at, code in found.placed}
    places = range(found.start, found.start + found.length)
    return Play(PlayPosition(square, way), tuple(on_board.get(at, PLAY_THROUGH) for at in places))


def _mixtures(play: Play) -> Iterator[Play]:
    on_board = [letter for _, letter in play.placed()]
    for mixed in permutations(on_board):
        rest = iter(mixed)
        yield Play(
            play.position,
            tuple(one if isinstance(one, PlayThrough) else next(rest) for one in play.letters),
        )


def tile_name(tile: Tile, values: Mapping[str, int]) -> str:
    """Return the label of a tile on a rack: "C, 3 points", "A, 1 point", "blank"."""
    if tile == BLANK:
        return "blank"
    assert isinstance(tile, LetterTile)
    points = values[tile.face]
    return f"{tile.face}, {points} point{'s' if points != 1 else ''}"


def rack_names(plan: Plan, seat: int) -> list[str]:
    """Return the labels of a seat's tiles, sorted."""
    values = plan.state.tile_set.values
    return sorted(tile_name(tile, values) for tile in plan.state.seats[seat].rack)


def board_names(plan: Plan, owners: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the label of every filled square.

    ``owners`` are names by seat where tiles have owners.
    """
    values = plan.state.tile_set.values
    names = {}
    for square, tile in plan.state.board.items():
        said = f"{tile.face}, blank" if tile.blank else tile_name(LetterTile(tile.face), values)
        marks = [owners[tile.owner], *(["safe"] if tile.safe else [])] if owners else []
        names[square.name] = ", ".join([said, *marks])
    return names
