"""Games planned move by move, beside the site: whoever knows the bag's seed knows every rack.

A :class:`Plan` mirrors a game with the real rules and finds plays with the plain generator, so a
test knows what each player can do next and what every window has to show afterwards. Titles of
rooms were searched for (``python -m tests.browser.search``): with ``TEST_SEED`` they decide the
draws, so a title stands for a game in which, say, a blank and a bingo turn up.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, permutations
from typing import Any

from games.engine.position import see_position
from games.engine.reference import FoundPlay, Reference
from games.engine.wordlists import open_shipped
from games.rules.errors import RuleError
from games.rules.events import Event, Started
from games.rules.game import GameState, Transition, apply, preview, start_game
from games.rules.moves import THROUGH_LETTER, Act, Play, PlayedLetter, Through
from games.rules.scoring import PlayScore
from games.rules.squares import Direction, Position, Square
from games.rules.tiles import BLANK, Letter, Tile
from games.rules.variants import get_variant
from lexicon.graph.wordgraph import WordGraph

TEST_SEED = "browser"
DICTIONARY = "en-open"


@dataclass
class Plan:
    """A game that goes on at the site, known to the last tile.

    ``title`` is the room's; ``number`` counts the room's games; ``options`` are the room options
    that differ from the defaults.
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
        options = get_variant(self.variant).options(**self.options)
        opened = start_game(self.variant, options, self.seats, self.seed, drawn=self.number == 1)
        self.state, self.events = opened.state, list(opened.events)

    @property
    def seed(self) -> bytes:
        return hashlib.sha256(f"{TEST_SEED}/{self.title}/{self.number}".encode()).digest()

    @cached_property
    def words(self) -> WordGraph:
        return open_shipped(DICTIONARY, self.state.tile_set_code)

    @property
    def first(self) -> int:
        """The seat that begins."""
        return next(one.draw.first for one in self.events if isinstance(one, Started))

    @property
    def mover(self) -> int:
        assert self.state.to_move is not None, "it is nobody's turn"
        return self.state.to_move

    def rack(self, seat: int | None = None) -> tuple[Tile, ...]:
        return self.state.seats[self.mover if seat is None else seat].rack

    def do(self, act: Act, seat: int | None = None) -> Transition:
        """Apply an act here as the site does there."""
        seat = self.mover if seat is None else seat
        done = apply(self.state, seat, act, lexicon=self.words, seed=self.seed)
        self.state = done.state
        self.events.extend(done.events)
        self.log.append((seat, act))
        return done

    def plays(self, seat: int | None = None) -> list[Play]:
        """All plays of the seat, those with most tiles first, then by score and place."""
        seat = self.mover if seat is None else seat
        reference = Reference(see_position(self.state, seat, self.words))
        found = sorted(
            reference.plays(), key=lambda one: (-len(one.placed), -one.score, one.placed)
        )
        return [_read_found(one, reference.position.alphabet) for one in found]

    def score(self, play: Play, seat: int | None = None) -> PlayScore:
        return preview(self.state, self.mover if seat is None else seat, play, self.words)

    def phony(self) -> Play:
        """A play that may lie there but is no word: a good one with its letters mixed."""
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
        """The first of :meth:`plays` with a blank or without one, and with so many tiles."""
        for play in self.plays():
            laid = [letter for _, letter in play.placed()]
            if least <= len(laid) <= most and blank == any(letter.blank for letter in laid):
                return play
        raise AssertionError(f"no such play: {self.state.tile_set.write(self.rack())}")


def _read_found(found: FoundPlay, alphabet: tuple[str, ...]) -> Play:
    way = Direction.DOWN if found.direction else Direction.ACROSS
    line, start = found.line - 1, found.start - 1
    square = Square(start, line) if found.direction else Square(line, start)
    laid = {at: PlayedLetter(alphabet[(code & 63) - 1], code > 63) for at, code in found.placed}
    places = range(found.start, found.start + found.length)
    return Play(Position(square, way), tuple(laid.get(at, THROUGH_LETTER) for at in places))


def _mixtures(play: Play) -> Iterator[Play]:
    laid = [letter for _, letter in play.placed()]
    for mixed in permutations(laid):
        rest = iter(mixed)
        yield Play(
            play.position,
            tuple(one if isinstance(one, Through) else next(rest) for one in play.letters),
        )


def tile_name(tile: Tile, values: Mapping[str, int]) -> str:
    """What a tile is called on a rack: "C, 3 points", "A, 1 point", "blank"."""
    if tile == BLANK:
        return "blank"
    assert isinstance(tile, Letter)
    points = values[tile.face]
    return f"{tile.face}, {points} point{'s' if points != 1 else ''}"


def rack_names(plan: Plan, seat: int) -> list[str]:
    """The names of a seat's tiles, sorted."""
    values = plan.state.tile_set.values
    return sorted(tile_name(tile, values) for tile in plan.state.seats[seat].rack)


def board_names(plan: Plan, owners: tuple[str, ...] = ()) -> dict[str, str]:
    """Every filled square with what a player hears of it; ``owners`` where tiles have owners."""
    values = plan.state.tile_set.values
    names = {}
    for square, tile in plan.state.board.items():
        said = f"{tile.face}, blank" if tile.blank else tile_name(Letter(tile.face), values)
        marks = [owners[tile.owner], *(["safe"] if tile.safe else [])] if owners else []
        names[square.name] = ", ".join([said, *marks])
    return names
