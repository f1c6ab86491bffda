"""The reference move generator: the same answers as the kernels, slowly and in pure Python.

It walks the same arrays of the word graph but shares no code with the kernels: it finds cross
letters by trying each one, recurses instead of keeping frames, and scores each play from its words.
Tests compare the kernels with it, the benchmarks use it as the baseline, and the engine falls back
on it while there are no compiled kernels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from games.engine.kernel_position import KernelPosition
from games.engine.kernels import arrays
from lexicon.graph.wordgraph import NODE_WIDTH, ROOT

ReferencePlacement = tuple[tuple[int, int], ...]
"""The new tiles of a play: the place in the line and the code of each, blanks flagged."""


@dataclass(frozen=True, slots=True)
class ReferencePlay:
    """A play; ``line``, ``start`` and the places in ``placed`` count from 1."""

    direction: int
    line: int
    start: int
    length: int
    placed: ReferencePlacement
    score: int


class GraphWalker:
    """Walks the arrays of a word graph in pure Python."""

    def __init__(self, graph: arrays.GraphArrays) -> None:
        self.nodes = memoryview(graph.nodes)
        self.arcs = memoryview(graph.arcs)

    def child(self, state: int, letter: int) -> int:
        mask = self.nodes[state]
        if not mask >> letter & 1:
            return 0
        below = (mask & ((1 << letter) - 1)).bit_count()
        return int(self.arcs[self.nodes[state + 2] + below])

    def turned(self, state: int) -> int:
        return int(self.nodes[state + NODE_WIDTH - 1])

    def ends_with(self, state: int, letter: int) -> bool:
        return bool(self.nodes[state + 1] >> letter & 1)

    def contains_word(self, codes: list[int]) -> bool:
        """Return whether these codes (blanks flagged) spell a word."""
        letters = [(code & arrays.CODE_MASK) - 1 for code in reversed(codes)]
        state = ROOT
        for letter in letters[:-1]:
            state = self.child(state, letter)
        return self.ends_with(state, letters[-1])


class ReferenceGenerator:
    """Generates all plays of one position."""

    def __init__(self, position: KernelPosition) -> None:
        self.position = position
        self.setting = position.setting
        self.walker = GraphWalker(position.graph)
        self.width = position.side + 2
        shape = (2, self.width, self.width)
        self.tiles: list[list[list[int]]] = position.field.tiles.reshape(shape).tolist()
        self.letters: list[list[list[int]]] = self.setting.letters.reshape(shape).tolist()
        self.words: list[list[list[int]]] = self.setting.words.reshape(shape).tolist()
        self.values: list[int] = self.setting.values.tolist()
        self.rack: list[int] = position.rack.tolist()
        self.crossings: dict[tuple[int, int, int], tuple[int, list[int], list[int]]] = {}

    @cached_property
    def is_empty(self) -> bool:
        return not any(any(line) for line in self.tiles[0])

    @cached_property
    def worth(self) -> list[list[list[int]]]:
        """What each tile on the board contributes to a word of this seat."""
        return [
            [
                [self._worth_of(direction, line, at) for at in range(self.width)]
                for line in range(self.width)
            ]
            for direction in range(2)
        ]

    def _worth_of(self, direction: int, line: int, at: int) -> int:
        points = self._points(self.tiles[direction][line][at])
        if not self.setting.steals:
            return points
        row, col = (line, at) if direction == arrays.ACROSS else (at, line)
        owner = int(self.position.field.owners[row * self.width + col])
        mine = owner & arrays.OWNER_MASK == self.position.seat + 1
        return 0 if mine or owner & arrays.SAFE_FLAG else points

    def _points(self, tile: int) -> int:
        return 0 if not tile or tile & arrays.BLANK_FLAG else self.values[tile - 1]

    def plays(self) -> list[ReferencePlay]:
        """Return every play once; a single tile that forms words in both directions is listed as
        across."""
        return [
            play
            for direction in range(1 if self.is_empty else 2)
            for line in range(1, self.width - 1)
            for play in self._plays_of_line(direction, line)
        ]

    def _plays_of_line(self, direction: int, line: int) -> Iterator[ReferencePlay]:
        lowest = 1
        for anchor in range(1, self.width - 1):
            if self._is_anchor(direction, line, anchor):
                search = LineSearch(self, direction, line, anchor, lowest)
                for start, length, placed in search.run():
                    if self._counts_here(direction, line, placed):
                        score = self.score(direction, line, start, length, placed)
                        yield ReferencePlay(direction, line, start, length, placed, score)
                lowest = anchor + 1

    def _is_anchor(self, direction: int, line: int, at: int) -> bool:
        cells = self.tiles[direction][line]
        if cells[at] or not self.letters[direction][line][at]:
            return False
        if self.is_empty:
            return (line, at) == tuple(self.setting.start)
        crossing = self.tiles[1 - direction][at]
        return bool(cells[at - 1] or cells[at + 1] or crossing[line - 1] or crossing[line + 1])

    def _counts_here(self, direction: int, line: int, placed: ReferencePlacement) -> bool:
        if direction == arrays.ACROSS or len(placed) > 1:
            return True
        return not any(self.crossing(direction, line, placed[0][0])[1:])

    def crossing(self, direction: int, line: int, at: int) -> tuple[int, list[int], list[int]]:
        """Return the mask of letters that the crossing word admits here, and its places before and
        after."""
        key = (direction, line, at)
        if key not in self.crossings:
            cells = self.tiles[1 - direction][at]
            first, after = line, line + 1
            while cells[first - 1]:
                first -= 1
            while cells[after]:
                after += 1
            before, behind = list(range(first, line)), list(range(line + 1, after))
            admitted = sum(
                1 << letter
                for letter in range(len(self.position.alphabet))
                if not (before or behind)
                or self.walker.contains_word(
                    [*cells[first:line], letter + 1, *cells[line + 1 : after]]
                )
            )
            self.crossings[key] = admitted, before, behind
        return self.crossings[key]

    def score(
        self, direction: int, line: int, start: int, length: int, placed: ReferencePlacement
    ) -> int:
        letters, words = self.letters[direction][line], self.words[direction][line]
        total = sum(self._points(tile) * letters[at] for at, tile in placed)
        total += sum(self.worth[direction][line][start : start + length])
        for at, _ in placed:
            total *= words[at]
        for at, tile in placed:
            _, before, behind = self.crossing(direction, line, at)
            if before or behind:
                cross = sum(self.worth[1 - direction][at][place] for place in before + behind)
                cross += self._points(tile) * letters[at] * self.setting.again
                total += cross * words[at]
        return total + int(self.setting.bonus[len(placed)])


class LineSearch:
    """Gordon's recursive search as published: the plays of one line that start from a given
    anchor."""

    def __init__(
        self, reference: ReferenceGenerator, direction: int, line: int, anchor: int, lowest: int
    ) -> None:
        self.reference, self.walker = reference, reference.walker
        self.direction, self.line, self.anchor, self.lowest = direction, line, anchor, lowest
        self.cells = reference.tiles[direction][line]
        self.rack = list(reference.rack)

    def run(self) -> Iterator[tuple[int, int, ReferencePlacement]]:
        if not self.cells[self.anchor - 1]:
            yield from self._read_left(self.anchor, *self._through_right(), ())
            return
        state, first = ROOT, self.anchor
        while self.cells[first - 1]:
            first -= 1
            state = self.walker.child(state, self._letter_at(first))
        yield from self._read_right(self.anchor, first, self.walker.turned(state), ())

    def _letter_at(self, at: int) -> int:
        return (self.cells[at] & arrays.CODE_MASK) - 1

    def _through_right(self) -> tuple[int, int]:
        """Return the state and place after the tiles right of the anchor, read backwards."""
        after = self.anchor + 1
        while self.cells[after]:
            after += 1
        state = ROOT
        for at in range(after - 1, self.anchor, -1):
            state = self.walker.child(state, self._letter_at(at))
        return state, after

    def _choices(self, at: int, state: int) -> Iterator[tuple[int, int]]:
        """Yield each letter that can be placed here with its tile code; the tile is off the rack
        meanwhile."""
        if not self.reference.letters[self.direction][self.line][at]:
            return
        admitted = self.walker.nodes[state] | self.walker.nodes[state + 1]
        admitted &= self.reference.crossing(self.direction, self.line, at)[0]
        blanks = self.reference.setting.blank_letters
        while admitted:
            letter = (admitted & -admitted).bit_length() - 1
            admitted &= admitted - 1
            if self.rack[letter]:
                self.rack[letter] -= 1
                yield letter, letter + 1
                self.rack[letter] += 1
            if self.rack[arrays.BLANK] and blanks >> letter & 1:
                self.rack[arrays.BLANK] -= 1
                yield letter, (letter + 1) | arrays.BLANK_FLAG
                self.rack[arrays.BLANK] += 1

    def _read_left(
        self, at: int, state: int, after: int, placed: ReferencePlacement
    ) -> Iterator[tuple[int, int, ReferencePlacement]]:
        for letter, tile in self._choices(at, state):
            now = ((at, tile), *placed)
            if self.walker.ends_with(state, letter):
                yield at, after - at, now
            reached = self.walker.child(state, letter)
            if not reached:
                continue
            if at > self.lowest:
                yield from self._read_left(at - 1, reached, after, now)
            yield from self._read_right(after, at, self.walker.turned(reached), now)

    def _read_right(
        self, at: int, first: int, state: int, placed: ReferencePlacement
    ) -> Iterator[tuple[int, int, ReferencePlacement]]:
        if not state:
            return
        for letter, tile in self._choices(at, state):
            now = (*placed, (at, tile))
            reached, after, last = state, at + 1, letter
            while self.cells[after] and reached:
                reached = self.walker.child(reached, last)
                last = self._letter_at(after)
                after += 1
            if self.walker.ends_with(reached, last):
                yield first, after - first, now
            yield from self._read_right(after, first, self.walker.child(reached, last), now)
