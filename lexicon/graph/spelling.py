"""How plain letters are laid with the tiles of an alphabet: which ways there are, and which not.

A tile may bear several letters, so "CHAL" can be CH A L or C H A L. Where an edition says that
such a pair is *whole* (Spanish: CH, LL, RR), it is laid with its own tile and never with two
single ones. Every question here takes time linear in the letters, but for :meth:`Spelling.ways`,
which lists as many as are asked for.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice

Way = tuple[str, ...]


class Spelling:
    """One alphabet's tiles.

    >>> free, strict = Spelling(("A", "C", "CH", "H")), Spelling(("A", "C", "CH", "H"), ("CH",))
    >>> free.ways("CHA"), strict.ways("CHA")
    ((('CH', 'A'), ('C', 'H', 'A')), (('CH', 'A'),))
    >>> strict.first("CHCH"), strict.fewest("CHCH"), strict.first("CHE"), strict.fewest("CHE")
    (('CH', 'CH'), 2, (), 0)
    """

    def __init__(self, faces: Sequence[str], whole: Sequence[str] = ()) -> None:
        self.faces = frozenset(faces)
        self.whole = frozenset(whole)

    def ways(self, word: str, most: int = 64) -> tuple[Way, ...]:
        """The ways to lay a word, those with long tiles at the front first; never more than
        ``most``, which only strings that are no words reach."""
        return tuple(islice(self._ways(word, self._fewest_from(word)), most))

    def first(self, word: str) -> Way:
        """One way to lay a word, the empty one when there is none."""
        return next(iter(self.ways(word, 1)), ())

    def fewest(self, word: str) -> int:
        """The fewest tiles that spell a word; 0 when none do."""
        return self._fewest_from(word).get((0, False), 0)

    @cached_property
    def _widths(self) -> list[int]:
        return sorted({len(face) for face in self.faces}, reverse=True)

    def _steps(self, word: str, at: int, after_single: bool) -> Iterator[tuple[int, bool]]:
        """Where the tiles end that may be laid at this letter, and whether they are single."""
        for width in self._widths:
            end, single = at + width, width == 1
            split = single and after_single and word[at - 1 : end] in self.whole
            if end <= len(word) and word[at:end] in self.faces and not split:
                yield end, single

    def _fewest_from(self, word: str) -> dict[tuple[int, bool], int]:
        """The fewest tiles to the end, for every letter and whether a single tile lies before;
        only where the end can be reached."""
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

    def _ways(
        self,
        word: str,
        open_: dict[tuple[int, bool], int],
        at: int = 0,
        after_single: bool = False,
    ) -> Iterator[Way]:
        if at == len(word):
            if word:
                yield ()
            return
        for end, single in self._steps(word, at, after_single):
            if (end, single) in open_:
                for rest in self._ways(word, open_, end, single):
                    yield (word[at:end], *rest)


@lru_cache(maxsize=64)
def spelling_of(faces: tuple[str, ...], whole: tuple[str, ...] = ()) -> Spelling:
    """The spelling of an alphabet, made once."""
    return Spelling(faces, whole)
