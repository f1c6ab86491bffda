"""The ways to spell a word with the tiles of an alphabet.

A tile may show several letters, so "CHAL" can be CH A L or C H A L. If an edition declares such a
pair *whole* (Spanish: CH, LL, RR), it must be laid with its own tile, never with two single ones.
Every method takes time linear in the number of letters, except
:meth:`Spelling.list_spellings`, which lists as many as requested.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice

TileSequence = tuple[str, ...]


class Spelling:
    """Spells words with the tiles of one alphabet.

    >>> free, strict = Spelling(("A", "C", "CH", "H")), Spelling(("A", "C", "CH", "H"), ("CH",))
    >>> free.list_spellings("CHA"), strict.list_spellings("CHA")
    ((('CH', 'A'), ('C', 'H', 'A')), (('CH', 'A'),))
    >>> strict.first("CHCH"), strict.fewest("CHCH"), strict.first("CHE"), strict.fewest("CHE")
    (('CH', 'CH'), 2, (), 0)
    """

    def __init__(self, faces: Sequence[str], whole: Sequence[str] = ()) -> None:
        self.faces = frozenset(faces)
        self.whole = frozenset(whole)

    def list_spellings(self, word: str, most: int = 64) -> tuple[TileSequence, ...]:
        """Return up to ``most`` ways to lay a word, those with long tiles at the front first.

        Only strings that are not words have more than 64.
        """
        return tuple(islice(self._list_spellings(word, self._fewest_from(word)), most))

    def first(self, word: str) -> TileSequence:
        """Return the first way to lay a word, or an empty tuple if there is none."""
        return next(iter(self.list_spellings(word, 1)), ())

    def fewest(self, word: str) -> int:
        """Return the smallest number of tiles that spell a word, or 0 if none do."""
        return self._fewest_from(word).get((0, False), 0)

    @cached_property
    def _widths(self) -> list[int]:
        return sorted({len(face) for face in self.faces}, reverse=True)

    def _steps(self, word: str, at: int, after_single: bool) -> Iterator[tuple[int, bool]]:
        """Yield where each tile that fits at ``at`` ends, and whether it is a single letter."""
        for width in self._widths:
            end, single = at + width, width == 1
            split = single and after_single and word[at - 1 : end] in self.whole
            if end <= len(word) and word[at:end] in self.faces and not split:
                yield end, single

    def _fewest_from(self, word: str) -> dict[tuple[int, bool], int]:
        """Return the fewest tiles to the end, by position and whether a single tile precedes it.

        Positions from which the end cannot be reached are left out.
        """
        fewest = {(len(word), False): 0, (len(word), True): 0}
        for at in range(len(word) - 1, -1, -1):
            for after_single in (False, True):
                found = [
                    1 + fewest[step]
                    for step in self._steps(word, at, after_single)
                    if step in fewest
                ]
                if found:
                    fewest[at, after_single] = min(found)
        return fewest

    def _list_spellings(
        self,
        word: str,
        open_: dict[tuple[int, bool], int],
        at: int = 0,
        after_single: bool = False,
    ) -> Iterator[TileSequence]:
        if at == len(word):
            if word:
                yield ()
            return
        for end, single in self._steps(word, at, after_single):
            if (end, single) in open_:
                for rest in self._list_spellings(word, open_, end, single):
                    yield (word[at:end], *rest)


@lru_cache(maxsize=64)
def get_spelling(faces: tuple[str, ...], whole: tuple[str, ...] = ()) -> Spelling:
    """Return the cached spelling of an alphabet."""
    return Spelling(faces, whole)
